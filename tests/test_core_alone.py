"""The core without what checks its arguments: it refuses what would lead it beyond its memory, and plays the rest."""

from typing import Any

import numpy as np
import pytest

from command import CASELLA
from conftest import needs_core
from trickloop import _engine
from trickloop._columns import make_columns
from trickloop.outcome import Ending, Loop

pytestmark = needs_core

STATES = [np.zeros(12, kind) for kind in (np.int32, np.int16, np.int32, np.int32, np.int32)]


def core(name: str) -> Any:
    """Find a function of the core by its module and its name."""
    module, _, function = name.partition(".")
    return getattr(getattr(_engine.load("core"), module), function)


def codes(hand: str) -> list[int]:
    return ["-JQKA".index(card) for card in hand]


REFUSED: list[tuple[str, tuple[Any, ...], type[Exception], str]] = [
    (
        "war.play_war",
        ([[1]] * 18, 0, "seat-order", "lose", None, "war", None, 9),
        ValueError,
        "at most 17 hands",
    ),
    ("war.play_war", ([[1], [-3]], 0, "seat-order", "lose", None, "war", None, 9), ValueError, "at least 0, got -3"),
    ("camicia.play_camicia", ([[0], [2]], [0, 1]), ValueError, "a payment for each card"),
    ("camicia.play_camicia", ([b"\0", b"\2"], [0, 1]), ValueError, "a payment for each card"),
    ("camicia.play_camicia_on_rings", ([[0], [2]], [0, 1]), ValueError, "a payment for each card"),
    ("camicia.play_camicia_on_rings", ([[0]] * 3, [0, 1]), ValueError, "expected two hands"),
    ("combat.play_recursive_combat", ([[1], [0]],), ValueError, "two hands of cards of at least 1"),
    ("deal.deal_rows", ([1, 2], np.random.PCG64(1), np.zeros((3, 4), np.int8)), ValueError, "rows of 2 cards"),
    ("deal.follow_rows", ([1, 2], np.zeros((3, 4), np.int8)), ValueError, "rows of 2 cards"),
    ("graph.follow", (STATES[0], STATES[1][1:], *STATES[2:]), ValueError, "arrays for all states"),
    ("graph.follow", (STATES[0] + 12, *STATES[1:]), ValueError, "states that follow"),
    ("graph.follow", (STATES[0] - 4, *STATES[1:]), ValueError, "states that follow"),
    ("rounds.war_rounds", (b"\0", 1, "seat-order", "lose", *STATES[:2]), ValueError, "a pack of 2 to 32767 cards"),
    ("rounds.war_rounds", (b"\1\0", 1, "seat-order", "lose", *STATES[:2]), ValueError, "a pack in order"),
    ("rounds.war_rounds", (b"\0\1", 1, "seat-order", "lose", STATES[0], STATES[1][1:]), ValueError, "arrays for all"),
    ("rounds.camicia_rounds", (b"\0\0\1", [0], *STATES[:2]), ValueError, "a payment for each card"),
    ("quick.outcome_of", (None, None, None, None, ()), TypeError, "expected a game, got None"),
]


@pytest.mark.parametrize(("name", "terms", "kind", "words"), REFUSED)
def test_it_is_refused(name: str, terms: tuple[Any, ...], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        core(name)(*terms)


def test_ranks_that_are_too_few() -> None:
    game, ending, loop = core("camicia.play_camicia")([[1], [0, 0]], [0, 1])
    with pytest.raises(IndexError, match="expected a rank for each card"):
        core("quick.outcome_of")(game, ending, loop, (0,), ())


def test_a_loop_of_camicia_is_the_same_on_rings_and_on_words() -> None:
    # P: Casella 2024.
    hands = [codes(hand) for hand in CASELLA]
    for play in (core("camicia.play_camicia"), core("camicia.play_camicia_on_rings")):
        game, ending, loop = play(hands, [0, 1, 2, 3, 4])
        assert (ending, loop) == (Ending.LOOP, Loop(4, 62, 440))
        assert (game.rounds, sum(map(len, game.hands)), game.winner) == (66, 52, None)
    rings, _, _ = core("camicia.play_camicia_on_rings")(hands, [0, 1, 2, 3, 4])
    words, _, _ = core("camicia.play_camicia")([bytes(hand) for hand in hands], [0, 1, 2, 3, 4])
    assert rings.hands == words.hands
    assert rings.round_wins == words.round_wins


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32])
def test_deals_in_order_of_every_width(kind: Any) -> None:
    high = np.iinfo(kind).max
    rows = np.zeros((5, 3), kind)
    assert core("deal.follow_rows")([3, 5, high], rows) == 5
    assert rows.tolist() == [[3, 5, high], [3, high, 5], [5, 3, high], [5, high, 3], [high, 3, 5]]
    assert core("deal.follow_rows")([high, 5, 3], rows) == 1


def test_no_cards_and_no_rows() -> None:
    assert core("deal.follow_rows")([], np.zeros((3, 0), np.int8)) == 1
    assert core("deal.follow_rows")([1], np.zeros((0, 1), np.int8)) == 0
    rows = np.zeros((3, 0), np.int8)
    core("deal.deal_rows")([], np.random.PCG64(1), rows)
    columns = make_columns(3, 2)
    assert core("batch.play_combats")(rows, [0, 0], columns, bytearray(1)) == 3
    assert columns.ending.tolist() == [3, 3, 3]
    assert columns.rounds.tolist() == [0, 0, 0]


def test_cards_of_every_width() -> None:
    # The order of the cards alone decides; in Recursive Combat so do values higher than there are cards.
    for game, low in (("combat.play_combat", 1), ("combat.play_recursive_combat", 7)):
        played = []
        for step in (1, 120, 40_000):
            hands = [[low, low + 4 * step, low + 2 * step], [low + step, low + 3 * step, low + 5 * step]]
            over, ending, loop = core(game)(hands)
            ranked = [[(card - low) // step for card in hand] for hand in over.hands]
            played.append((ranked, ending, loop, over.rounds, over.winner))
        assert played == [played[0]] * 3
        assert played[0][1] in (Ending.WIN, Ending.LOOP)


def test_many_cards_are_picked_up_high_first() -> None:
    # 13 wars on one table: more cards than are sorted one by one.
    hands = [[7] * 13 + [9], [7] * 13 + [8]]
    game, ending, _ = core("war.play_war")(hands, 0, "high-low", "lose", None, "war", None, 9)
    assert (ending, game.rounds, game.cards, game.wars, game.winner) == (Ending.WIN, 1, 28, 13, 0)
    assert game.hands == [[9, 8] + [7] * 26, []]
    assert game.picked == [26, 27, *range(26)]
