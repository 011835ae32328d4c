"""Random deals: unbiased, and the same for a seed for ever."""

import subprocess
import sys
from collections import Counter
from itertools import islice
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickloop._reference import chance
from trickloop._reference.chance import below, shuffle
from trickloop._reference.deal import deal, raw_words

LAST = 2**64 - 1


class TestBelow:
    @pytest.mark.parametrize("bound", range(1, 17))
    def test_every_result_has_as_many_words_as_any_other(self, bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
        # With words of four bits all of them can be tried.
        monkeypatch.setattr(chance, "WORDS", 16)
        drawn = Counter()
        refused = 0
        for word in range(16):
            words = iter([word, 15])
            result = below(bound, words)
            if list(words) == [15]:
                drawn[result] += 1
            else:
                refused += 1
        assert drawn == dict.fromkeys(range(bound), 16 // bound)
        assert refused == 16 % bound

    @pytest.mark.parametrize(
        ("bound", "words", "result"),
        [
            (1, [7], 0),
            (2**64, [12345], 12345),
            (2, [2**63 - 1], 0),
            (2, [2**63], 1),
            (6, [LAST], 5),
            (6, [1], 0),
            # 2**64 is 4 modulo 6. The first two words leave 0 and 2, which is less, and are refused.
            (6, [2**63, (2**63 + 1) // 3, LAST], 5),
            # 2**64 is 1 modulo 3. This word leaves 1, which is just enough; the word 0 leaves 0.
            (3, [0xAAAA_AAAA_AAAA_AAAB], 2),
            (3, [0, 0, 0xAAAA_AAAA_AAAA_AAAB], 2),
        ],
    )
    def test_chosen_words(self, bound: int, words: list[int], result: int) -> None:
        left = iter(words)
        assert below(bound, left) == result
        assert list(left) == []

    @given(st.integers(1, 2**64), st.lists(st.integers(0, LAST), min_size=1))
    def test_it_is_below_the_bound(self, bound: int, words: list[int]) -> None:
        assert 0 <= below(bound, iter([*words, LAST])) < bound


class TestShuffle:
    def test_by_hand(self) -> None:
        # The word 1 draws place 0 every time: 1 2 3 4, then 4 2 3 1, then 3 2 4 1, then 2 3 4 1.
        cards = [1, 2, 3, 4]
        shuffle(cards, iter([1, 1, 1]))
        assert cards == [2, 3, 4, 1]

    def test_the_highest_words_leave_the_cards_alone(self) -> None:
        cards = list(range(52))
        shuffle(cards, iter([LAST] * 51))
        assert cards == list(range(52))

    @pytest.mark.parametrize("size", [0, 1])
    def test_no_word_is_drawn_where_there_is_nothing_to_shuffle(self, size: int) -> None:
        cards = [5] * size
        shuffle(cards, iter([]))
        assert cards == [5] * size

    @pytest.mark.parametrize(
        ("cards", "limit"),
        # Chi square, with one degree of freedom less than orders, is above the limit once in 10,000.
        [
            ((1, 2), 15.2),
            ((1, 2, 3), 25.8),
            ((1, 2, 3, 4), 57.4),
            ((1, 2, 3, 4, 5), 185.2),
            ((0, 0, 1, 1), 25.8),
        ],
    )
    def test_all_orders_are_equally_likely(self, cards: tuple[int, ...], limit: float) -> None:
        words = raw_words(2020)
        orders = factorial(len(cards))
        for count in Counter(cards).values():
            orders //= factorial(count)
        expected = 400
        drawn: Counter[tuple[int, ...]] = Counter()
        for _ in range(orders * expected):
            order = list(cards)
            shuffle(order, words)
            drawn[tuple(order)] += 1
        assert len(drawn) == orders
        assert sum((count - expected) ** 2 / expected for count in drawn.values()) < limit


class TestDeal:
    GOLDEN = (
        "35 32 10 4 12 50 40 31 19 21 14 38 26 39 22 34 18 20 11 27 28 49 23 37 30 3 "
        "48 1 29 41 13 5 42 25 0 44 2 17 36 9 7 24 16 6 33 51 8 45 15 43 46 47"
    )

    def test_seed_42_never_changes(self) -> None:
        (left, right), rest = deal(range(52), 2, raw_words(42))
        assert " ".join(map(str, left + right)) == self.GOLDEN
        assert rest == []

    def test_the_words_are_those_of_the_bit_generator(self) -> None:
        bits = np.random.PCG64(np.random.SeedSequence(42, spawn_key=(3,)))
        assert list(islice(raw_words(42, 3), 5)) == bits.random_raw(5).tolist()

    def test_the_first_words_of_seed_42_never_change(self) -> None:
        assert list(islice(raw_words(42), 2)) == [16910944855483863638, 16804737912411866312]

    def test_seeds_and_blocks_differ(self) -> None:
        first = {next(raw_words(seed, block)) for seed in (0, 1, 2**200) for block in (0, 1)}
        assert len(first) == 6

    def test_two_streams_of_one_seed_do_not_touch_each_other(self) -> None:
        first, second = raw_words(7), raw_words(7)
        assert [next(first) for _ in range(3)] == [next(second) for _ in range(3)]

    def test_hands_are_equal_and_the_rest_is_left_over(self) -> None:
        hands, rest = deal([1, 2, 3, 4, 5, 6, 7, 8], 3, iter([LAST] * 7))
        assert hands == [[1, 2], [3, 4], [5, 6]]
        assert rest == [7, 8]

    def test_the_cards_given_stay_as_they_are(self) -> None:
        cards = list(range(10))
        deal(cards, 2, raw_words(1))
        assert cards == list(range(10))

    @given(st.lists(st.integers(0, 14), max_size=60), st.integers(1, 16), st.integers(0, 2**64))
    def test_cards_are_conserved(self, cards: list[int], seats: int, seed: int) -> None:
        hands, rest = deal(cards, seats, raw_words(seed))
        assert {len(hand) for hand in hands} == {len(cards) // seats}
        assert len(rest) == len(cards) % seats
        assert sorted(sum(hands, rest)) == sorted(cards)


def test_numpy_is_imported_for_a_deal_only() -> None:
    code = (
        "import sys, trickloop._reference.deal as deals; assert 'numpy' not in sys.modules;"
        "next(deals.raw_words(1)); assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
