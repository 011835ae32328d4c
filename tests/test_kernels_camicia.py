"""The kernels that play many games of Camicia, each against rings on which every card is played for itself."""

import csv
import io
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from conftest import has_core, needs_core
from deals import deal_at, distinct_deals
from games import examples
from kernels import UNTOUCHED, agree, batch, camicia, every_deal, on_rings, shuffled_rows, take, written
from trickloop import Loop, _engine

pytestmark = needs_core

KERNELS = _engine.load("core").batch.KERNELS if has_core() else ("scalar",)
FRENCH = [0] * 36 + [1, 2, 3, 4] * 4
ITALIAN = [0] * 28 + [1, 2, 3] * 4
PAYMENTS = [0, 1, 2, 3, 4]
A_CHUNK = 1 << 14
CODES = {card: code for code, card in enumerate("-JQKA")}
CASELLA = "---K---Q-KQAJ-----AAJ--J------------Q----KQ-J-----KA"
LONGEST = "---AJ--Q---------QAKQJJ-QK-----A----KJ-K--------A---"

PACKS = {
    "french": (FRENCH, PAYMENTS),
    "italian": (ITALIAN, PAYMENTS[:4]),
    "most cards": ([0] * 47 + [1, 2, 3, 4] * 4, PAYMENTS),
    "most cards and courts": ([0] * 32 + [1, 2, 3, 4] * 7 + [4, 4, 4], PAYMENTS),
    "a court more": ([0] * 31 + [1, 2, 3, 4] * 8, PAYMENTS),
    "one card less than most": ([0] * 31 + [1, 2, 3, 4] * 7 + [1, 1, 1], PAYMENTS),
    "31 aces": ([0] * 9 + [4] * 31, PAYMENTS),
    "courts alone": ([1, 2, 3, 4] * 7 + [1, 2, 3], PAYMENTS),
    "courts alone, one more": ([1, 2, 3, 4] * 8, PAYMENTS),
    "courts alone, all": ([1, 2, 3, 4] * 15 + [1, 2, 3], PAYMENTS),
    "jacks": ([0] * 20 + [1] * 20, [0, 1]),
    "fours": ([0] * 40 + [1] * 16, [0, 4]),
    "equal payments": ([0] * 30 + [1, 2, 3, 4, 5, 6] * 4, [0, 4, 2, 2, 1, 4, 3]),
    "falling payments": ([0] * 30 + [1, 2, 3, 4] * 4, [0, 4, 3, 2, 1]),
    "most kinds": ([0] * 33 + [*range(1, 16)] * 2, [0, 1, 2, 3, 4, 4, 3, 2, 1, 3, 1, 4, 2, 2, 4, 1]),
    "too many kinds": ([0] * 20 + [*range(1, 18)], [0, 1, 2, 3, 4, 4, 3, 2, 1, 3, 1, 4, 2, 2, 4, 1, 3, 2]),
    "a payment of 5": ([0] * 30 + [1, 2, 3, 4, 5] * 3, [0, 1, 2, 3, 4, 5]),
    "64 cards": ([0] * 48 + [1, 2, 3, 4] * 4, PAYMENTS),
    "a few courts": ([0] * 50 + [2, 4, 4], PAYMENTS),
    "one court": ([0] * 12 + [3], PAYMENTS),
    "one court of 63 cards": ([0] * 62 + [1], PAYMENTS),
    "one court of 64 cards": ([0] * 63 + [1], PAYMENTS),
    "one number card": ([0] + [1, 2] * 3, PAYMENTS),
    "number cards": ([0] * 21, PAYMENTS),
    "eight": ([0, 0, 0, 0, 0, 1, 2, 3], PAYMENTS),
    "nine": ([0, 0, 0, 0, 0, 0, 1, 2, 4], PAYMENTS),
}


def cards_of(text):
    return np.array([CODES[card] for card in text], np.int8)


@cache
def played_on_rings(pack, first, games=300):
    """Deal a pack so that seat 1 gets so many cards, and play the deals on rings."""
    cards, payments = PACKS[pack]
    rows = shuffled_rows(np.random.default_rng([first, *pack.encode()]), cards, games)
    return rows, on_rings(rows, [first, len(cards) - first], payments)


@cache
def many_french_games():
    rows = shuffled_rows(np.random.default_rng(7), FRENCH, 2 * A_CHUNK + 100)
    return rows, on_rings(rows, [26, 26], PAYMENTS)


@pytest.fixture(params=KERNELS)
def kernel(request):
    return request.param


class TestRandomDeals:
    @pytest.mark.parametrize("pack", PACKS)
    def test_every_split(self, pack, kernel):
        cards, payments = PACKS[pack]
        size = len(cards)
        for first in sorted({0, 1, 2, 3, 7, size // 2, size - 8, size - 2, size - 1, size} & set(range(size + 1))):
            rows, expected = played_on_rings(pack, first)
            agree(camicia(kernel, rows, [first, size - first], payments), expected, rows, f"{first} cards:")

    @examples(150)
    @given(
        cards=st.lists(st.sampled_from([0, 0, 0, 0, 1, 2, 3, 4]), min_size=2, max_size=63)
        | st.lists(st.integers(0, 4), min_size=2, max_size=63),
        payments=st.permutations([1, 2, 3, 4]) | st.lists(st.integers(1, 4), min_size=4, max_size=4),
        first=st.floats(0, 1),
        seed=st.integers(0, 2**32),
    )
    def test_any_pack(self, cards, payments, first, seed):
        rows = shuffled_rows(np.random.default_rng(seed), cards, 70)
        sizes = [round(first * len(cards)), len(cards) - round(first * len(cards))]
        expected = on_rings(rows, sizes, [0, *payments])
        for kernel in KERNELS:
            agree(camicia(kernel, rows, sizes, [0, *payments]), expected, rows, kernel)

    def test_courts_in_some_rows_and_not_in_others(self, kernel):
        # From 20 to 42 court cards of 63, so that some rows are for the kernel and others are not.
        rng = np.random.default_rng(3)
        rows = (rng.random((1500, 63)) < rng.uniform(0.4, 0.6, (1500, 1))) * rng.integers(1, 5, (1500, 63))
        rows = rows.astype(np.int8)
        assert set((rows > 0).sum(axis=1).tolist()) >= {30, 31, 32, 33}
        agree(camicia(kernel, rows, [31, 32], PAYMENTS), on_rings(rows, [31, 32], PAYMENTS), rows)

    @pytest.mark.parametrize(("size", "kinds"), [(2, 5), (3, 5), (4, 5), (5, 5), (6, 3), (8, 2)])
    def test_every_deal_of_a_few_cards(self, size, kinds, kernel):
        rows = np.array([*product(range(kinds), repeat=size)], np.int8)
        payments = [0, 1, 2, 3, 4] if kinds != 3 else [0, 2, 1]
        for first in range(1, size):
            expected = on_rings(rows, [first, size - first], payments)
            agree(camicia(kernel, rows, [first, size - first], payments), expected, rows, f"{first} cards:")

    def test_as_the_oracle_says(self, kernel):
        for pack in ("french", "eight", "nine", "most cards and courts"):
            cards, payments = PACKS[pack]
            rows = shuffled_rows(np.random.default_rng(11), cards, 80)
            columns = camicia(kernel, rows, [len(cards) // 2, len(cards) - len(cards) // 2], payments)
            for game, row in enumerate(rows.tolist()):
                hands = [row[: len(cards) // 2], row[len(cards) // 2 :]]
                told = oracle.camicia(hands, {code: payments[code] for code in range(1, len(payments))})
                assert columns.winner[game] == (told["winner"] or 0)
                assert (columns.rounds[game], columns.cards[game]) == (told["rounds"], told["cards"])
                assert tuple(columns.round_wins[game].tolist()) == told["round_wins"]
                loop = told["loop"] or Loop(-1, -1, -1)
                assert columns.loop_start[game] == loop.start
                assert (columns.loop_length[game], columns.loop_cards[game]) == (loop.length, loop.cards)

    @pytest.mark.parametrize("size", [40, 63, 64, 65, 100, 200])
    def test_cards_that_are_not_dealt(self, size, kernel):
        rows = shuffled_rows(np.random.default_rng(size), [place % 7 % 5 for place in range(size)], 100)
        for sizes in ([1, 1], [2, 9], [20, 19], [30, 10], [31, 32]):
            if sum(sizes) <= size:
                agree(camicia(kernel, rows, sizes, PAYMENTS), on_rings(rows, sizes, PAYMENTS), rows, sizes)

    def test_wider_rows(self, kernel):
        rows, expected = played_on_rings("french", 26)
        for dtype in (np.int16, np.int32):
            agree(camicia(kernel, rows.astype(dtype), [26, 26], PAYMENTS), expected, rows)


class TestNumberOfGames:
    @pytest.mark.parametrize(
        "games",
        [
            *(0, 1, 2, 3, 4, 5, 8, 12, 24, 25, 62, 63, 64, 65, 66, 75, 76, 77, 87, 88, 89, 96, 97, 127, 128, 1000),
            *(
                A_CHUNK - 1,
                A_CHUNK,
                A_CHUNK + 1,
                A_CHUNK + 63,
                A_CHUNK + 64,
                A_CHUNK + 65,
                2 * A_CHUNK,
                2 * A_CHUNK + 1,
            ),
        ],
    )
    def test_the_first_games(self, games, kernel):
        rows, expected = many_french_games()
        agree(camicia(kernel, rows[:games], [26, 26], PAYMENTS), take(expected, slice(games)), rows)

    def test_a_few_from_anywhere(self, kernel):
        rows, expected = many_french_games()
        for start in range(0, 300, 7):
            some = slice(start, start + 64 + start % 13)
            agree(camicia(kernel, rows[some], [26, 26], PAYMENTS), take(expected, some), rows[some])

    def test_none_where_it_is_to_stop(self, kernel):
        module = _engine.load("core").batch
        rows, _ = many_french_games()
        module.choose_kernel(kernel)
        columns, played = written(
            100, 2, lambda into: module.play_camicias(rows[:100], [26, 26], PAYMENTS, into, bytearray([1]))
        )
        module.choose_kernel(KERNELS[-1])
        assert played == 0
        assert all((column == UNTOUCHED).all() for column in columns)

    def test_kernels_have_names(self):
        choose = _engine.load("core").batch.choose_kernel
        assert ("scalar", "avx2", "avx512")[: len(KERNELS)] == KERNELS
        for wrong in ("AVX2", "", None, 1):
            with pytest.raises(ValueError, match="not in tuple"):
                choose(wrong)


class TestLongGames:
    """Games that the kernels leave to something else, among games that they play."""

    UNUSUAL = (CASELLA, LONGEST, "-J------Q------AAA-----QQ-K----JA-----------KQ-K-JJK")

    @pytest.mark.parametrize("unusual", UNUSUAL)
    def test_in_every_place(self, unusual, kernel):
        rows, expected = played_on_rings("french", 26)
        alone = on_rings(cards_of(unusual)[None], [26, 26], PAYMENTS)
        for games, place in [*((77, place) for place in range(77)), *((200, place) for place in range(0, 200, 9))]:
            changed = rows[:games].copy()
            changed[place] = cards_of(unusual)
            columns = camicia(kernel, changed, [26, 26], PAYMENTS)
            agree(take(columns, slice(place, place + 1)), alone, changed[place][None], f"place {place}:")
            others = np.arange(games) != place
            agree(take(columns, others), take(expected, np.flatnonzero(others)), changed[others], f"beside {place}:")

    @pytest.mark.parametrize("games", [64, 65, 100, 500])
    def test_one_after_the_other(self, games, kernel):
        rows = np.array([cards_of(self.UNUSUAL[game % 3]) for game in range(games)])
        agree(camicia(kernel, rows, [26, 26], PAYMENTS), on_rings(rows, [26, 26], PAYMENTS), rows)
        rows[::2] = many_french_games()[0][: len(rows[::2])]
        agree(camicia(kernel, rows, [26, 26], PAYMENTS), on_rings(rows, [26, 26], PAYMENTS), rows)

    def test_what_is_known_of_them(self, kernel):
        columns = camicia(kernel, np.array([*map(cards_of, self.UNUSUAL * 25)]), [26, 26], PAYMENTS)
        assert columns.rounds.tolist() == [66, 1164, 1122] * 25
        assert columns.cards.tolist() == [474, 8344, 7959] * 25
        assert columns.ending.tolist() == [1, 0, 0] * 25
        assert columns.winner[::3].tolist() == [0] * 25
        assert columns.loop_start.tolist() == [4, -1, -1] * 25
        assert columns.loop_length.tolist() == [62, -1, -1] * 25
        assert columns.loop_cards.tolist() == [440, -1, -1] * 25

    def test_records(self, kernel, cases):
        records = list(csv.DictReader(io.StringIO(cases("camicia_records.csv"))))
        for size in (40, 52):
            of_size = [row for row in records if len(row["player_1"] + row["player_2"]) == size]
            assert len(of_size) > 50 or size == 52
            rows = np.array([cards_of(row["player_1"] + row["player_2"]) for row in of_size])
            for again in (1, 4):
                columns = camicia(kernel, np.tile(rows, (again, 1)), [size // 2] * 2, PAYMENTS)
                assert columns.rounds.tolist() == [int(row["tricks"]) for row in of_size] * again
                assert columns.cards.tolist() == [int(row["cards"]) for row in of_size] * again
                assert columns.ending.tolist() == [int(row["status"] == "loop") for row in of_size] * again


class TestEveryDealOfASmallPack:
    """All deals of small packs, the smaller half for seat 1: endless ones, and the sums of cards and of tricks (C)."""

    @pytest.mark.parametrize(
        ("pack", "endless", "cards", "tricks"),
        [
            ((7, 1, 1, 1, 0), 0, 9126, 1857),
            ((8, 2, 2, 2, 0), 90, 5685037, 1041418),
            ((9, 2, 2, 2, 0), 0, 10997291, 2004602),
            ((10, 2, 2, 2, 0), 13, 20601111, 3727720),
            ((12, 1, 1, 1, 1), 0, 1121954, 177249),
            ((14, 2, 2, 2, 0), 16, 166621612, 28606181),
            ((4, 2, 2, 2, 2), 0, 15458277, 2208231),
            ((6, 2, 2, 2, 2), 1260, 120285252, 17500701),
        ],
    )
    def test_all(self, pack, endless, cards, tricks, kernel):
        cut = sum(pack) // 2
        found = np.zeros(3, np.int64)
        for rows in every_deal([code for code, count in enumerate(pack) for _ in range(count)]):
            columns = camicia(kernel, rows, [cut, sum(pack) - cut], PAYMENTS)
            finite = columns.ending == 0
            assert (finite | (columns.ending == 1)).all()
            assert (columns.round_wins.sum(axis=1) == columns.rounds).all()
            found += [(~finite).sum(), columns.cards[finite].sum(), columns.rounds[finite].sum()]
        assert found.tolist() == [endless, cards, tricks]

    def test_the_endless_deals_of_fourteen_cards(self, kernel):
        # Fourteen ways to place the court cards; 90 of their 2520 orders are endless in each, which makes all 1260 (C).
        ways = (
            "CCC-CCC--C-C--", "CCC-C-C-CC---C", "CC-CC-CC---C-C", "CC-C--CCC--CC-", "CC--C--CCC-CC-",
            "C-CCCC--C--C-C", "C-CC-C-CCC--C-", "C-C-CCC-C-C--C", "C-C--C-C-CCCC-", "C---C-CC-CC-CC",
            "-CCC-CCCC--C--", "-CCC--CC-CC-C-", "-CC--CCCC-C--C", "--CCCC-C--C-CC",
        )  # fmt: skip
        courts = np.array([*distinct_deals([1, 2, 3, 4] * 2)], np.int8)
        for way in ways:
            rows = np.zeros((len(courts), len(way)), np.int8)
            rows[:, [place for place, card in enumerate(way) if card == "C"]] = courts
            columns = camicia(kernel, rows, [7, 7], PAYMENTS)
            assert np.bincount(columns.ending).tolist() == [2430, 90]
            agree(columns, on_rings(rows, [7, 7], PAYMENTS), rows)

    def test_the_endless_deals_of_twenty_cards(self, kernel):
        # P, C: by lexicographic index; their neighbours are not endless, as all sixteen are listed.
        indices = (
            246414, 477920, 670912, 917330, 1120477, 1199338, 1257979, 1397712,
            1613646, 1849144, 2568257, 2597170, 2779940, 3305725, 3330878, 3371832,
        )  # fmt: skip
        pack = (0,) * 14 + (1, 1, 2, 2, 3, 3)
        rows = np.array([deal_at(index + step, pack) for index in indices for step in (-2, -1, 0, 1, 2)], np.int8)
        columns = camicia(kernel, rows, [10, 10], PAYMENTS)
        assert columns.ending.tolist() == [0, 0, 1, 0, 0] * 16
        agree(columns, on_rings(rows, [10, 10], PAYMENTS), rows)


class TestEnginesAgree:
    """Both engines, with the very functions that `simulate` calls."""

    @pytest.mark.parametrize(("pack", "first"), [(pack, first) for pack in PACKS for first in (0, 1, 5)])
    def test_rows(self, pack, first):
        cards, payments = PACKS[pack]
        rows = shuffled_rows(np.random.default_rng(9), cards, 64)
        terms = rows, [first, len(cards) - first], payments
        agree(batch("play_camicias", *terms), batch("play_camicias", *terms, engine="reference"), rows)
