"""Batches played by the functions of an engine itself, between entries that no game is to be written to."""

from itertools import combinations, islice

import numpy as np

from deals import distinct_deals
from trickloop import _engine
from trickloop._columns import Columns, make_columns

UNTOUCHED = 77
AROUND = 3
"""Entries before and behind a batch that no game is to be written to."""


def written(games, seats, play):
    """Let `play` write games into columns, and return these and how many it says it played.

    Whatever is not written is `UNTOUCHED`.
    """
    columns = make_columns(games + 2 * AROUND, seats)
    for column in columns:
        column.fill(UNTOUCHED)
    into = columns.part(AROUND, AROUND + games)
    played = play(into)
    for column in columns:
        assert (column[:AROUND] == UNTOUCHED).all()
        assert (column[AROUND + games :] == UNTOUCHED).all()
    return into, played


def batch(name, rows, sizes, *terms, engine="core", seats=None):
    """Play all rows with one of the functions for many games."""
    module = _engine.load(engine).batch
    columns, played = written(
        len(rows),
        seats or len(sizes),
        lambda into: getattr(module, name)(rows, sizes, *terms, into, bytearray(1)),
    )
    assert played == len(rows)
    return columns


def one_by_one(rows, sizes, play, seats=None):
    """Play each row with a function for one game: of its number, its hands and what was not dealt."""
    module = _engine.load("core").batch
    columns, played = written(
        len(rows), seats or len(sizes), lambda into: module.play_rows(rows, sizes, play, into, bytearray(1))
    )
    assert played == len(rows)
    return columns


def camicia(kernel, rows, sizes, payments):
    """Play rows of Camicia with one of the kernels."""
    module = _engine.load("core").batch
    module.choose_kernel(kernel)
    try:
        return batch("play_camicias", rows, sizes, payments)
    finally:
        module.choose_kernel(module.KERNELS[-1])


def on_rings(rows, sizes, payments):
    """Play rows of Camicia on rings of bytes, each card for itself."""
    play = _engine.load("core").camicia.play_camicia_on_rings
    return one_by_one(rows, sizes, lambda _game, hands, _rest: play(hands, payments))


def wars(rows, sizes, face_down, pickup, short, max_rounds=10**6, keys=None, **options):
    """Play rows of War with the function for many games."""
    return batch("play_wars", rows, sizes, face_down, pickup, short, None, "war", keys, max_rounds, **options)


def war_by_war(rows, sizes, face_down, pickup, short, max_rounds=10**6, keys=None):
    """Play rows of War with the function for one game."""
    play_war = _engine.load("core").war.play_war

    def play(game, hands, _rest):
        key = None if keys is None else int(keys[game])
        return play_war(hands, face_down, pickup, short, None, "war", key, max_rounds)

    return one_by_one(rows, sizes, play)


def agree(columns, expected, rows, note=""):
    """Assert that all columns are equal; name the first row that is not."""
    for name in Columns._fields:
        one, other = getattr(columns, name), getattr(expected, name)
        assert one.shape == other.shape
        if np.array_equal(one, other):
            continue
        game = int(np.flatnonzero((one != other).reshape(len(rows), -1).any(axis=1))[0])
        told = [
            {field: getattr(each, field)[game].tolist() for field in Columns._fields} for each in (columns, expected)
        ]
        raise AssertionError(
            f"{note} game {game} of {len(rows)}, {rows[game].tolist()}: {name}: {told[0]} != {told[1]}"
        )


def take(columns, index):
    """Return the entries of some games."""
    return Columns._make(column[index] for column in columns)


def shuffled_rows(rng, cards, games, dtype=np.int8):
    """Deal the cards at random, many times."""
    return rng.permuted(np.tile(np.array(cards, dtype), (games, 1)), axis=1)


def every_deal(cards, places_at_once=200):
    """Yield all different orders of number cards and court cards in arrays."""
    courts = np.array([*distinct_deals([card for card in cards if card])], np.int8)
    places = combinations(range(len(cards)), courts.shape[1])
    while some := list(islice(places, places_at_once)):
        rows = np.zeros((len(some), len(courts), len(cards)), np.int8)
        for block, where in zip(rows, some, strict=True):
            block[:, where] = courts
        yield rows.reshape(-1, len(cards))
