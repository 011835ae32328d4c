"""The kernel that plays many games of War, against the function that plays one on rings."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from conftest import needs_core
from deals import distinct_deals
from games import PICKUPS, SHORTS, cut, examples
from kernels import UNTOUCHED, agree, batch, one_by_one, shuffled_rows, take, war_by_war, wars, written
from trickloop import Ending, Loop, _engine
from trickloop._columns import ENDINGS
from war_table import LARGE, SMALL

pytestmark = needs_core

FRENCH = [*range(2, 15)] * 4
ANY_PICKUP = (*PICKUPS, "random")
RANKS = {
    "few": [1, 2],
    "three": [0, 1, 2],
    "some": [2, 3, 4, 5, 6, 7],
    "many": [*range(2, 15)],
    "high": [1, 64, 126, 127],
    "distinct": [*range(128)],
}


def keys_for(pickup, games, seed=5):
    if pickup != "random":
        return None
    keys = np.random.default_rng(seed).integers(0, 2**64, games, np.uint64)
    keys[:2] = 0, 2**64 - 1
    return keys


def pack_of(ranks, size):
    return (list(ranks) * size)[:size]


def some_cuts(rng, size, seats):
    """Cut a pack evenly, anywhere, with hands that are empty, and with a rest that is not dealt."""
    yield [size // seats] * seats
    places = np.sort(rng.integers(0, size + 1, seats - 1)).tolist()
    yield np.diff([0, *places, size]).tolist()
    yield [max(0, size // seats - seat % 3) for seat in range(seats)]
    yield [1] * (seats - 1) + [size - seats + 1]
    if seats > 2:
        yield [0, *[size // seats] * (seats - 2), 0]


class TestAnyRules:
    @pytest.mark.parametrize("short", SHORTS)
    @pytest.mark.parametrize("pickup", ANY_PICKUP)
    def test_every_seat_and_pack(self, pickup, short):
        rng = np.random.default_rng([*pickup.encode(), *short.encode()])
        for seats in (2, 2, 3, 4, 7, 16):
            for ranks in RANKS.values():
                size = int(rng.integers(seats, 41))
                face_down = int(rng.choice([0, 1, 2, 3, 5, 17, 10**9]))
                for sizes in some_cuts(rng, size, seats):
                    rows = shuffled_rows(rng, pack_of(ranks, size), 6)
                    terms = sizes, face_down, pickup, short, int(rng.choice([200, 3000])), keys_for(pickup, 6)
                    agree(wars(rows, *terms), war_by_war(rows, *terms), rows, terms)

    @pytest.mark.parametrize("short", SHORTS)
    @pytest.mark.parametrize("pickup", PICKUPS)
    def test_as_the_oracle_says(self, pickup, short):
        rng = np.random.default_rng([*short.encode(), *pickup.encode()])
        for seats, ranks, size in ((2, [1, 2], 8), (2, [1, 2, 3, 4], 16), (3, [1, 2, 3], 12), (5, [4, 5], 20)):
            face_down = int(rng.integers(0, 4))
            sizes = list(some_cuts(rng, size, seats))[int(rng.integers(2))]
            rows = shuffled_rows(rng, pack_of(ranks, size), 5)
            columns = wars(rows, sizes, face_down, pickup, short)
            for game, row in enumerate(rows.tolist()):
                hands = cut(row, *np.cumsum(sizes).tolist())[:-1]
                told = oracle.war(hands, face_down=face_down, pickup=pickup, short=short)
                loop = told["loop"] or Loop(-1, -1, -1)
                assert ENDINGS[columns.ending[game]] is told["ending"]
                assert columns.winner[game] == (told["winner"] or 0)
                assert [columns.rounds[game], columns.cards[game], columns.wars[game]] == [
                    told[name] for name in ("rounds", "cards", "wars")
                ]
                assert tuple(columns.round_wins[game].tolist()) == told["round_wins"]
                assert [columns.loop_start[game], columns.loop_length[game], columns.loop_cards[game]] == [
                    loop.start,
                    loop.length,
                    loop.cards,
                ]

    @examples(200)
    @given(
        cards=st.lists(st.integers(1, 3), max_size=30) | st.lists(st.integers(0, 127), max_size=60),
        seats=st.integers(2, 16),
        face_down=st.integers(0, 4),
        pickup=st.sampled_from(ANY_PICKUP),
        short=st.sampled_from(SHORTS),
        max_rounds=st.integers(0, 100) | st.sampled_from([1000, 10_000]),
        seed=st.integers(0, 2**32),
    )
    def test_anything(self, cards, seats, face_down, pickup, short, max_rounds, seed):
        rng = np.random.default_rng(seed)
        places = np.sort(rng.integers(0, len(cards) + 1, seats)).tolist()
        sizes = np.diff([0, *places]).tolist()
        rows = shuffled_rows(rng, cards, 8)
        terms = sizes, face_down, pickup, short, max_rounds, keys_for(pickup, 8, seed)
        agree(wars(rows, *terms), war_by_war(rows, *terms), rows, terms)

    @pytest.mark.parametrize("pickup", ANY_PICKUP)
    @pytest.mark.parametrize("face_down", [0, 1, 3])
    def test_whole_packs(self, pickup, face_down):
        rows = shuffled_rows(np.random.default_rng(face_down), FRENCH, 40)
        for seats in (2, 3, 5):
            terms = [52 // seats] * seats, face_down, pickup, "first-out", 9000, keys_for(pickup, 40)
            agree(wars(rows, *terms), war_by_war(rows, *terms), rows, terms)

    @pytest.mark.parametrize("pickup", ANY_PICKUP)
    @pytest.mark.parametrize("size", [127, 128, 200, 254, 255, 256, 257])
    def test_many_cards(self, pickup, size):
        rng = np.random.default_rng(size)
        for ranks, face_down, seats in (([1, 2], 0, 2), ([3], 7, 2), ([1, 2, 3], 20, 3), (range(100), 1, 16)):
            rows = shuffled_rows(rng, pack_of(ranks, size), 4)
            sizes = [size // seats] * (seats - 1) + [size - size // seats * (seats - 1)]
            for short in ("lose", "longest", "shorten"):
                terms = sizes, face_down, pickup, short, 2000, keys_for(pickup, 4)
                agree(wars(rows, *terms), war_by_war(rows, *terms), rows, terms)

    @pytest.mark.parametrize("pickup", ANY_PICKUP)
    def test_wars_of_many_cards(self, pickup):
        # Alike but for a few cards, so that ties follow upon ties, and hands of more than 16 cards are copied whole.
        rng = np.random.default_rng(8)
        rows = np.full((60, 250), 5, np.int8)
        for row in rows:
            row[rng.integers(0, 250, rng.integers(0, 6))] = rng.integers(3, 8)
        for sizes, face_down in (([125, 125], 0), ([125, 125], 6), ([200, 50], 14), ([80, 80, 80], 15), ([15] * 16, 1)):
            terms = sizes, face_down, pickup, "last-card", 500, keys_for(pickup, 60)
            agree(wars(rows, *terms), war_by_war(rows, *terms), rows, terms)

    def test_wider_rows(self):
        rows = shuffled_rows(np.random.default_rng(1), FRENCH, 20)
        expected = wars(rows, [26, 26], 2, "seat-order", "lose")
        for dtype in (np.int16, np.int32):
            agree(wars(rows.astype(dtype), [26, 26], 2, "seat-order", "lose"), expected, rows)
            high = rows.astype(dtype) + 300
            agree(wars(high, [26, 26], 2, "seat-order", "lose"), expected, rows)

    def test_keys_decide(self):
        rows = np.tile(shuffled_rows(np.random.default_rng(1), FRENCH, 1), (300, 1))
        keys = np.repeat(np.random.default_rng(2).integers(0, 2**64, 150, np.uint64), 2)
        columns = wars(rows, [26, 26], 1, "random", "lose", keys=keys)
        assert columns.rounds[::2].tolist() == columns.rounds[1::2].tolist()
        assert len(set(columns.rounds.tolist())) > 100

    @pytest.mark.parametrize("face_down", [254, 255, 256, 2**31 - 1])
    def test_wars_of_more_cards_than_there_are(self, face_down):
        rows = shuffled_rows(np.random.default_rng(1), [1, 2] * 60, 10)
        for short in SHORTS:
            terms = [60, 60], face_down, "winner-first", short
            agree(wars(rows, *terms), war_by_war(rows, *terms), rows, terms)


class TestLimits:
    """What is over at a round is over there, and what comes back at the limit is a loop."""

    BATCHES = (
        ([1, 2, 3, 4] * 2, [4, 4], 2, "seat-order", "lose"),
        ([1, 2, 3, 4, 5] * 2, [5, 5], 0, "winner-first", "first-out"),
        ([1, 2, 3] * 4, [4, 4, 4], 1, "as-revealed", "longest"),
        (FRENCH[:36], [18, 18], 1, "loser-first", "last-card"),
        (FRENCH[:30], [10, 9, 10], 1, "high-low", "shorten"),
        (FRENCH[:30], [15, 15], 1, "random", "first-out"),
    )

    @staticmethod
    @cache
    def games_of(number):
        cards, *terms = TestLimits.BATCHES[number]
        rows = shuffled_rows(np.random.default_rng(number), cards, 40)
        return rows, terms, keys_for(terms[2], 40)

    @staticmethod
    def limited(columns, expected, max_rounds):
        """Assert that only games which are not over by then are at their limit."""
        is_over = expected.rounds <= max_rounds
        assert (columns.ending[~is_over] == ENDINGS.index(Ending.LIMIT)).all()
        assert (columns.rounds[~is_over] == max_rounds).all()
        agree(take(columns, is_over), take(expected, is_over), columns.rounds[is_over][:, None])

    @pytest.mark.parametrize("number", range(len(BATCHES)))
    def test_every_limit(self, number):
        rows, terms, keys = self.games_of(number)
        expected = wars(rows, *terms, keys=keys)
        near = {rounds + step for rounds in expected.rounds.tolist() for step in (-1, 0, 1)}
        near |= {start + step for start in expected.loop_start.tolist() for step in (-1, 0, 1)}
        near |= {power + step for power in (64, 256, 512, 1024, 4096) for step in (-1, 0, 1, 2)}
        for max_rounds in sorted(near | {*range(9), 10**9, 2**31 - 1, 2**31, 2**32 + 1, 2**63 - 1}):
            if max_rounds >= 0:
                columns = wars(rows, *terms, max_rounds, keys)
                self.limited(columns, expected, max_rounds)
                if max_rounds < 5000:
                    agree(columns, war_by_war(rows, *terms, max_rounds, keys), rows, max_rounds)

    def test_a_long_loop(self):
        # Found by its first sample on the loop, which comes after the loop has begun.
        for row, sizes, face_down, pickup, start, length in LOOPS:
            if start + length < 10**5:
                for step in (-1, 0, 1, 15, 16, 17, length):
                    columns = wars(
                        np.array([row], np.int8), sizes, face_down, pickup, "lose", max(0, start + length + step)
                    )
                    assert columns.rounds[0] == start + length - (step < 0)
                    assert columns.ending[0] == ENDINGS.index(Ending.LIMIT if step < 0 else Ending.LOOP)


def deal(text):
    """Read two hands whose cards are single characters."""
    return ["0123456789TJQKA".index(card) for card in text.replace(" ", "")]


SPIVEY = [
    *(26, 46, 1, 7, 8, 27, 9, 28, 29, 47, 2, 10, 11, 30, 12, 31, 32, 48, 3, 13, 14, 33, 15, 34, 35, 49),
    *(16, 36, 17, 37, 38, 50, 4, 18, 19, 39, 20, 40, 41, 51, 5, 21, 22, 42, 23, 43, 44, 52, 6, 24, 25, 45),
]
# Row, sizes, face-down cards, pickup, and the rounds before the loop and of it: Spivey 2010, and small loops (C).
LOOPS = [
    ([53 - card for card in SPIVEY], [26, 26], 2, "winner-first", 0, 31_920),
    (SPIVEY, [26, 26], 2, "loser-first", 26, 1440),
    (SPIVEY, [26, 26], 2, "seat-order", 211, 52),
    ([1, 2, 2, 1], [2, 2], 2, "seat-order", 2, 2),
    ([2, 1, 1, 2], [2, 2], 2, "seat-order", 0, 2),
    ([1, 3, 4, 2], [2, 2], 2, "seat-order", 2, 4),
    ([1, 1, 4, 2, 3, 4, 3, 2], [4, 4], 1, "winner-first", 1, 8),
    ([1, 1, 2, 2, 5, 3, 3, 5, 4, 4], [5, 5], 0, "winner-first", 8, 116),
    ([1, 1, 1, 1, 2, 3, 2, 2, 3, 3, 3, 2], [6, 6], 0, "as-revealed", 6, 482),
    ([1, 2, 3, 4, 9, 5, 6, 10, 7, 8], [5, 5], 2, "winner-first", 35, 60),
    (deal("KJ763K7T979Q62JK938AQ466QT 24J23A395T854T8QK82J75AA45"), [26, 26], 1, "seat-order", 1904, 209_304),
    (deal("A78Q93A7Q38T24T6T4J49823J5 Q5J96K2Q62KAA7459KT675J38K"), [26, 26], 3, "seat-order", 1676, 1_151_640),
]


class TestLoops:
    @pytest.mark.parametrize("number", range(len(LOOPS)))
    def test_where_it_begins_and_how_long_it_is(self, number):
        row, sizes, face_down, pickup, start, length = LOOPS[number]
        games = 1 if length > 10**4 else 20
        rows = np.array([row] * games, np.int8)
        columns = wars(rows, sizes, face_down, pickup, "lose", 10**9)
        assert columns.loop_start.tolist() == [start] * games
        assert columns.loop_length.tolist() == [length] * games
        assert columns.rounds.tolist() == [start + length] * games
        agree(columns, war_by_war(rows, sizes, face_down, pickup, "lose", 10**9), rows)

    @pytest.mark.parametrize(("pickup", "longest"), [("seat-order", 1000), ("as-revealed", 10_000)])
    def test_loops_of_thousands_of_rounds(self, pickup, longest):
        rows = shuffled_rows(np.random.default_rng(4), FRENCH, 40)
        terms = [26, 26], 0, pickup, "lose", 150_000
        columns = wars(rows, *terms)
        assert (columns.ending == 1).sum() > 10
        assert columns.loop_length.max() > longest
        agree(columns, war_by_war(rows, *terms), rows)

    @pytest.mark.parametrize("seats", [3, 4, 6])
    def test_loops_of_several_seats(self, seats):
        rows = shuffled_rows(np.random.default_rng(seats), [1, 2, 3, 4, 5, 6] * 4, 300)
        terms = [24 // seats] * seats, 0, "as-revealed", "longest"
        columns = wars(rows, *terms)
        assert (columns.ending == 1).sum() > 10
        agree(columns, war_by_war(rows, *terms), rows)

    def test_a_game_is_not_taken_for_one_before_it(self):
        # There are 32,767 stamps that tell the samples of one game from those of another; then they begin anew. The
        # games between two that are alike are over before they have a sample, so that nothing else would hide the old.
        rows = np.tile(np.array([1] * 6 + [2] * 6, np.int8), (100_000, 1))
        alike = np.arange(0, 100_000, 32_767)
        rows[alike] = 1, 1, 1, 1, 2, 3, 2, 2, 3, 3, 3, 2
        columns = wars(rows, [6, 6], 0, "as-revealed", "lose")
        others = np.setdiff1d(np.arange(100_000), alike)
        assert set(columns.loop_start[alike].tolist()) == {6}
        assert set(columns.loop_length[alike].tolist()) == {482}
        assert set(columns.rounds[others].tolist()) == {6}
        assert set(columns.winner[others].tolist()) == {2}

    def test_the_same_again_and_again(self):
        rows = shuffled_rows(np.random.default_rng(3), FRENCH, 200)
        first = wars(rows, [26, 26], 1, "seat-order", "lose")
        for _ in range(3):
            agree(wars(rows, [26, 26], 1, "seat-order", "lose"), first, rows)
        agree(wars(rows[::-1].copy(), [26, 26], 1, "seat-order", "lose"), take(first, slice(None, None, -1)), rows)


class TestEveryDealOfASmallPack:
    """Ranks 1 to r in s suits, player 1 gets the first half (C)."""

    @pytest.mark.parametrize("row", [*SMALL, *(row for row in LARGE if (row.ranks, row.suits) in ((3, 4), (8, 1)))])
    def test_all_at_once(self, row):
        rows = np.array([*distinct_deals([*range(1, row.ranks + 1)] * row.suits)], np.int8)
        half = row.ranks * row.suits // 2
        columns = wars(rows, [half, half], row.face_down, row.pickup, row.short)
        finite = columns.ending != ENDINGS.index(Ending.LOOP)
        ends = (
            *((columns.winner == seat).sum() for seat in (1, 2)),
            (columns.ending == ENDINGS.index(Ending.DRAW)).sum(),
            (~finite).sum(),
        )
        assert (
            ends,
            columns.rounds[finite].max(),
            max(0, columns.loop_length.max()),
            columns.rounds[finite].sum(),
            columns.wars[finite].sum(),
        ) == row[5:]


class TestCombat:
    @pytest.mark.parametrize("size", [2, 3, 5, 8, 10, 11, 50, 127, 128])
    def test_rows(self, size):
        rows = shuffled_rows(np.random.default_rng(size), range(size), 60)
        play_combat = _engine.load("core").combat.play_combat
        for first in sorted({0, 1, size // 3, size // 2, size - 1, size}):
            sizes = [first, size - first]
            expected = one_by_one(rows, sizes, lambda _game, hands, _rest: play_combat(hands))
            agree(batch("play_combats", rows, sizes), expected, rows, sizes)

    def test_every_deal_of_eight_cards(self):
        rows = np.array([*distinct_deals(range(1, 9))], np.int8)
        columns = batch("play_combats", rows, [4, 4])
        assert np.bincount(columns.winner).tolist() == [0, 20160, 20160]
        assert (columns.rounds.sum(), columns.rounds.max(), columns.wars.max()) == (424_464, 26, 0)


def test_none_where_it_is_to_stop():
    rows = shuffled_rows(np.random.default_rng(1), FRENCH, 10)
    play_wars = _engine.load("core").batch.play_wars
    columns, played = written(
        10,
        2,
        lambda into: play_wars(rows, [26, 26], 1, "seat-order", "lose", None, "war", None, 10, into, bytearray([1])),
    )
    assert played == 0
    assert all((column == UNTOUCHED).all() for column in columns)
