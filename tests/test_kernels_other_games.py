"""The games without a kernel of their own: played one after the other in the memory of one game, on both engines."""

import numpy as np
import pytest

from conftest import needs_core
from games import PICKUPS, SHORTS
from kernels import UNTOUCHED, agree, batch, shuffled_rows, war_by_war, wars, written
from trickloop import _engine

pytestmark = needs_core

WIDTHS = [(np.int8, 2), (np.int8, 115), (np.int16, 0), (np.int16, 130), (np.int32, 0), (np.int32, 40_000)]
"""How wide a row is, and what is added to ranks below 13, so that rows may be wider than their cards."""


def keys_for(games):
    keys = np.random.default_rng(games).integers(0, 2**64, games, np.uint64)
    keys[:2] = 0, 2**64 - 1
    return keys


def both(name, rows, sizes, *terms, **options):
    agree(
        batch(name, rows, sizes, *terms, **options),
        batch(name, rows, sizes, *terms, engine="reference", **options),
        rows,
        (name, sizes, *terms[:6]),
    )


class TestWar:
    @pytest.mark.parametrize("short", SHORTS)
    @pytest.mark.parametrize(
        ("refill", "tie", "pickup"),
        [(None, "random", "seat-order"), ("shuffle", "war", "high-low"), ("shuffle", "random", "random")],
    )
    def test_chance(self, refill, tie, pickup, short):
        rng = np.random.default_rng(4)
        for seats, size, face_down in ((2, 20, 1), (3, 24, 0), (5, 23, 2), (16, 40, 1)):
            for dtype, add in WIDTHS:
                rows = shuffled_rows(rng, [rank % 5 + add for rank in range(size)], 3, dtype)
                for sizes in ([size // seats] * seats, [0, size - seats, *[1] * (seats - 2)]):
                    for max_rounds in (0, 1, 120):
                        terms = face_down, pickup, short, refill, tie, keys_for(3), max_rounds
                        both("play_wars", rows, sizes, *terms)

    @pytest.mark.parametrize("pickup", PICKUPS)
    def test_wide_cards(self, pickup):
        rng = np.random.default_rng(5)
        for dtype, add in WIDTHS[2:]:
            for seats, size in ((2, 10), (3, 15), (16, 33)):
                rows = shuffled_rows(rng, [rank % 6 + add for rank in range(size)], 8, dtype)
                sizes = [size // seats] * seats
                # Below and above 20 rounds a card, after which a repetition is looked for.
                for max_rounds in (0, 5, 20 * sum(sizes) - 1, 20 * sum(sizes), 20 * sum(sizes) + 1, 2000):
                    both("play_wars", rows, sizes, 0, pickup, "first-out", None, "war", None, max_rounds)

    @pytest.mark.parametrize(("size", "dtype"), [(256, np.int8), (400, np.int8), (300, np.int16)])
    def test_many_cards(self, size, dtype):
        rng = np.random.default_rng(size)
        rows = shuffled_rows(rng, [rank % 30 for rank in range(size)], 4, dtype)
        for pickup in PICKUPS:
            terms = [size // 3] * 3, 1, pickup, "lose", 20_000
            both("play_wars", rows, *terms[:4], None, "war", None, 300)
            agree(wars(rows, *terms), war_by_war(rows, *terms), rows)

    def test_a_key_is_for_one_game_alone(self):
        rows = np.tile(shuffled_rows(np.random.default_rng(1), [1, 2, 3, 4] * 6, 1), (40, 1))
        keys = np.repeat(keys_for(20), 2)
        for refill, tie in (("shuffle", "war"), (None, "random")):
            terms = [12, 12], 1, "winner-first", "lose", refill, tie
            columns = batch("play_wars", rows, *terms, keys, 3000)
            assert columns.rounds[::2].tolist() == columns.rounds[1::2].tolist()
            assert len(set(columns.rounds.tolist())) > 5
            back = batch("play_wars", rows, *terms, keys[::-1].copy(), 3000)
            assert back.rounds.tolist() == columns.rounds.tolist()[::-1]


class TestEndlessWar:
    @pytest.mark.parametrize(("dtype", "add"), WIDTHS)
    def test_rows(self, dtype, add):
        rng = np.random.default_rng(6)
        for seats, size, face_down in ((2, 20, 0), (3, 22, 1), (5, 23, 2), (16, 40, 0), (2, 2, 0)):
            rows = shuffled_rows(rng, [rank % 6 + add for rank in range(size)], 4, dtype)
            for sizes in ([size // seats] * seats, [1] * seats, [max(1, size - seats + 1 - 3), *[1] * (seats - 1)]):
                for max_rounds in (0, 1, 60):
                    both("play_endless_wars", rows, sizes, face_down, keys_for(4), max_rounds)

    def test_the_memory_of_shuffles_is_used_again(self):
        # A rule with many shuffles a round, played after games with few of them and before.
        rows = np.array([[5] * 24, [*range(24)], [5] * 23 + [4], [*range(23, -1, -1)]] * 2, np.int8)
        both("play_endless_wars", rows, [12, 12], 500, keys_for(8), 4)
        both("play_endless_wars", rows, [6, 6], 3, keys_for(8), 40)


class TestCombat:
    @pytest.mark.parametrize(("dtype", "add"), [(np.int8, 1), (np.int16, 120), (np.int16, 1), (np.int32, 40_000)])
    def test_rows(self, dtype, add):
        rng = np.random.default_rng(7)
        for size in (1, 2, 9, 10, 20):
            rows = shuffled_rows(rng, range(add, add + size), 30, dtype)
            for first in sorted({0, 1, size // 2, size}):
                both("play_combats", rows, [first, size - first])
                if add == 1 and size < 20:
                    both("play_recursive_combats", rows, [first, size - first])

    def test_more_cards_than_a_byte_holds(self):
        rows = shuffled_rows(np.random.default_rng(8), range(260), 5, np.int16)
        for first in (0, 1, 100, 130, 260):
            both("play_combats", rows, [first, 260 - first])

    def test_loops_beyond_those_that_are_over_soon(self):
        rows = shuffled_rows(np.random.default_rng(9), range(300, 310), 400, np.int16)
        columns = batch("play_combats", rows, [5, 5])
        assert (columns.ending == 1).sum() > 20
        agree(columns, batch("play_combats", (rows - 300).astype(np.int8), [5, 5]), rows)


class TestCamicia:
    @pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32])
    def test_what_is_not_for_the_kernels(self, dtype):
        rng = np.random.default_rng(10)
        payments = [0, *[place % 6 + 1 for place in range(200)]] if dtype != np.int8 else [0, 1, 2, 3, 5, 9]
        for cards in ([0] * 50 + [1, 2, 3, 4, 5] * 3, [0] * 90 + [1, 2, 3, 4] * 8, [0] * 5 + [5, 1, 1]):
            rows = shuffled_rows(rng, cards, 20, dtype)
            if len(payments) > 100:
                rows[rows == 4] = 199
            for first in (0, 1, len(cards) // 2, len(cards)):
                both("play_camicias", rows, [first, len(cards) - first], payments)


@pytest.mark.parametrize(
    ("name", "terms"),
    [
        ("play_wars", (1, "seat-order", "lose", "shuffle", "war", keys_for(9), 50)),
        ("play_wars", (1, "seat-order", "lose", None, "war", None, 50)),
        ("play_endless_wars", (1, keys_for(9), 50)),
        ("play_combats", ()),
        ("play_recursive_combats", ()),
        ("play_camicias", ([0, 1, 2, 3, 4, 5, *[1] * 20],)),
    ],
)
@pytest.mark.parametrize("engine", _engine.NAMES)
def test_none_where_it_is_to_stop(name, terms, engine):
    rows = shuffled_rows(np.random.default_rng(1), range(1, 21), 9, np.int16)
    play = getattr(_engine.load(engine).batch, name)
    columns, played = written(9, 2, lambda into: play(rows, [10, 10], *terms, into, bytearray([1])))
    assert played == 0
    assert all((column == UNTOUCHED).all() for column in columns)
    columns, played = written(0, 2, lambda into: play(rows[:0], [10, 10], *terms, into, bytearray(1)))
    assert played == 0
