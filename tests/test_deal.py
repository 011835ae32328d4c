"""Random deals: unbiased, and the same for a seed for ever."""

import subprocess
import sys
from collections import Counter
from itertools import pairwise, product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import needs_core
from trickloop import Pack, _engine
from trickloop._reference import chance
from trickloop._reference import deal as reference
from trickloop._reference.chance import below, shuffle
from trickloop._reference.deal import below_each, deal_row, draws, laying_order, raw_words

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
        words = raw_words(np.random.PCG64(2020))
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


class TestBelowEach:
    """Several integers from one word."""

    @pytest.mark.parametrize("bounds", [[2], [3], [4, 3], [5, 4, 3], [7, 6], [2, 3, 5, 7], [16, 16], [255], [1, 1]])
    def test_every_result_has_as_many_words_as_any_other(
        self, bounds: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # With words of eight bits all of them can be tried.
        monkeypatch.setattr(reference, "WORDS", 256)
        drawn: Counter[tuple[int, ...]] = Counter()
        refused = 0
        for word in range(256):
            words = iter([word, 255])
            result = tuple(below_each(bounds, words))
            if list(words) == [255]:
                drawn[result] += 1
            else:
                refused += 1
        assert drawn == dict.fromkeys(product(*map(range, bounds)), 256 // prod(bounds))
        assert refused == 256 % prod(bounds)

    @given(st.lists(st.integers(1, 128), min_size=1, max_size=7), st.lists(st.integers(0, LAST), min_size=1))
    def test_each_is_below_its_bound(self, bounds: list[int], words: list[int]) -> None:
        drawn = below_each(bounds, iter([*words, LAST]))
        assert all(0 <= digit < bound for digit, bound in zip(drawn, bounds, strict=True))

    @pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 9, 52, 128, 129, 1000])
    def test_every_card_but_one_is_drawn_once_and_no_word_is_asked_too_much(self, size: int) -> None:
        groups = draws(list(range(size)))
        assert [bound for group in groups for bound in group] == list(range(size, 1, -1))
        assert all(prod(group) <= reference.MOST_TOGETHER for group in groups)
        # None could have taken one more.
        assert all(prod(group) * following[0] > reference.MOST_TOGETHER for group, following in pairwise(groups))


class TestDealRow:
    def test_the_rarest_are_laid_first_and_the_commonest_where_there_is_room(self) -> None:
        assert laying_order([0, 0, 0, 12, 12, 11]) == [11, 12, 12, 0, 0, 0]
        assert laying_order([5, 4, 5, 4]) == [4, 4, 5, 5]
        assert draws([4, 4, 5, 5]) == [[4, 3]]
        assert draws([7, 7, 7]) == draws([]) == []

    @pytest.mark.parametrize(
        ("cards", "limit"),
        # Chi square, with one degree of freedom less than orders, is above the limit once in 10,000.
        [
            ((1, 2), 15.2),
            ((1, 2, 3), 25.8),
            ((1, 2, 3, 4), 57.4),
            ((1, 2, 3, 4, 5), 185.2),
            ((0, 0, 1, 1), 25.8),
            ((0, 0, 0, 1, 1, 2), 108.4),
        ],
    )
    def test_all_orders_are_equally_likely(self, cards: tuple[int, ...], limit: float) -> None:
        words = raw_words(np.random.PCG64(2021))
        orders = Pack(cards).deals
        expected = 400
        drawn = Counter(tuple(deal_row(cards, words)) for _ in range(orders * expected))
        assert len(drawn) == orders
        assert sum((count - expected) ** 2 / expected for count in drawn.values()) < limit

    @given(st.lists(st.integers(0, 14), max_size=60), st.integers(0, 2**64))
    def test_cards_are_conserved(self, cards: list[int], seed: int) -> None:
        before = list(cards)
        assert sorted(deal_row(cards, raw_words(np.random.PCG64(seed)))) == sorted(cards)
        assert cards == before


@needs_core
@settings(max_examples=150)
@given(data=st.data(), seed=st.integers(0, 2**64))
def test_both_engines_deal_the_same(data: st.DataObject, seed: int) -> None:
    size = data.draw(st.sampled_from([0, 1, 2, 5, 40, 52, 60, 127, 128, 129, 200, 300]))
    ranks = data.draw(st.sampled_from([1, 2, 5, 13, 120, 32_000, 2**31 - 1]))
    cards = data.draw(st.lists(st.integers(0, ranks), min_size=size, max_size=size))
    kinds = [kind for kind in (np.int8, np.int16, np.int32) if ranks <= np.iinfo(kind).max]
    dtype = data.draw(st.sampled_from(kinds))
    games = data.draw(st.integers(0, 4))
    rows = []
    for name in _engine.NAMES:
        bits = np.random.PCG64(seed)
        rows.append(np.full((games, size), -1, dtype))
        _engine.load(name).deal.deal_rows(cards, bits, rows[-1])
        # The same words were drawn, so that the next deal is the same as well.
        rows[-1] = [rows[-1].tolist(), bits.random_raw(2).tolist()]
    assert rows[0] == rows[1]


def test_numpy_is_imported_for_a_deal_only() -> None:
    code = "import sys, trickloop._reference.deal as deals; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
