"""`Pack.rank` and `Pack.unrank`: the index of a deal among all orders of the cards, and back."""

import math
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals import deal_at, distinct_deals, halves
from games import examples
from trickloop import Camicia, Ending, Pack, play

COURTS = Pack("36- 4J 4Q 4K 4A")
HALF = Pack("14- 2J 2Q 2K")
# P: the endless deals of the half pack, by index in the order plain < J < Q < K.
ENDLESS = (
    246414, 477920, 670912, 917330, 1120477, 1199338, 1257979, 1397712,
    1613646, 1849144, 2568257, 2597170, 2779940, 3305725, 3330878, 3371832,
)  # fmt: skip


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    ranks = draw(st.sampled_from([range(5), range(1, 15), range(200), (0, 11, 12, 13, 14), (3, 127, 10**12, 10**599)]))
    return Pack(draw(st.dictionaries(st.sampled_from(ranks), st.integers(0, 12), max_size=20)))


@st.composite
def places(draw: st.DrawFn) -> tuple[Pack, list[int], int]:
    pack = draw(packs())
    order = draw(st.permutations([rank for rank, _ in pack.counts]))
    return pack, order, draw(st.integers(0, pack.deals - 1))


class TestLaws:
    @given(place=places())
    @examples(100)
    def test_unrank_is_undone_by_rank(self, place: tuple[Pack, list[int], int]) -> None:
        pack, order, index = place
        deal = pack.unrank(index, order)
        assert Pack(deal) == pack
        assert pack.rank(deal, order) == index

    @given(pack=packs(), seed=st.integers(0, 2**32))
    @examples(100)
    def test_rank_is_undone_by_unrank(self, pack: Pack, seed: int) -> None:
        deal = list(pack)
        random.Random(seed).shuffle(deal)
        index = pack.rank(deal)
        assert 0 <= index < pack.deals
        assert pack.unrank(index) == tuple(deal)

    @given(place=places())
    @examples(100)
    def test_the_next_index_is_the_next_deal(self, place: tuple[Pack, list[int], int]) -> None:
        pack, order, index = place
        after = {rank: number for number, rank in enumerate(order)}
        this, last = ([after[rank] for rank in pack.unrank(at, order)] for at in (index, pack.deals - 1))
        if index == pack.deals - 1:
            assert this == last == sorted(this, reverse=True)
            return
        # What is next in lexicographic order: the smallest change as far back as one can be made.
        pivot = max(at for at in range(len(this) - 1) if this[at] < this[at + 1])
        swap = max(at for at in range(len(this)) if this[at] > this[pivot])
        this[pivot], this[swap] = this[swap], this[pivot]
        this[pivot + 1 :] = this[:pivot:-1]
        assert [after[rank] for rank in pack.unrank(index + 1, order)] == this

    @given(place=places())
    @examples(100)
    def test_turning_the_order_round_turns_the_indices_round_for_turned_ranks(
        self, place: tuple[Pack, list[int], int]
    ) -> None:
        # A deal before another one in an order is after it in the opposite order.
        pack, order, index = place
        assert pack.rank(pack.unrank(index, order), order[::-1]) == pack.deals - 1 - index

    @pytest.mark.parametrize(
        "text", ["", "-", "5A", "2 3", "3- 2J", "2x1 2x2 2x3", "4- J Q K A", "3J 3Q 2K", "1 2 3 4 5 6", "6- J 2Q"]
    )
    def test_all_deals_of_small_packs_in_order(self, text: str) -> None:
        pack = Pack(text)
        deals = list(distinct_deals(pack))
        assert len(deals) == pack.deals
        assert [pack.unrank(index) for index in range(pack.deals)] == deals
        assert [pack.rank(deal) for deal in deals] == list(range(pack.deals))

    def test_all_deals_in_every_order_of_the_ranks(self) -> None:
        pack = Pack("2- J 2Q")
        for order in distinct_deals([0, 11, 12]):
            places = [[order.index(rank) for rank in pack.unrank(index, order)] for index in range(pack.deals)]
            assert all(one < other for one, other in pairwise(places))

    @pytest.mark.parametrize("pack", [COURTS, HALF, Pack.french(), Pack.of(3, 9)], ids=str)
    def test_both_ends(self, pack: Pack) -> None:
        assert pack.unrank(0) == pack.cards
        assert pack.unrank(pack.deals - 1) == pack.cards[::-1]
        assert (pack.rank(pack.cards), pack.rank(pack.cards[::-1])) == (0, pack.deals - 1)

    @given(index=st.integers(0, HALF.deals - 1))
    @examples(50)
    def test_another_program_says_the_same(self, index: int) -> None:
        assert HALF.unrank(index) == deal_at(index, HALF)

    def test_the_factorial_number_system(self) -> None:
        # Ranks that are all different: the digits of the index are the places among the cards that are left.
        pack = Pack.of(1, 52)
        digits = [7, 50, 0, 3, *range(47, -1, -1)]
        index = sum(digit * math.factorial(51 - place) for place, digit in enumerate(digits))
        left = list(range(1, 53))
        assert pack.unrank(index) == tuple(left.pop(digit) for digit in digits)


class TestPublishedIndices:
    def test_the_ends_of_the_52_cards(self) -> None:
        # P, C: in the order A < K < Q < J < plain.
        for text, index, cards, tricks in [
            ("AAAAKKKKQQQQJJJJ" + "-" * 36, 0, 34, 8),
            ("-" * 36 + "JJJJQQQQKKKKAAAA", 653534134886878244999, 45, 9),
        ]:
            assert COURTS.rank(text, order="A K Q J -") == index
            outcome = play(Camicia(), *halves(COURTS.unrank(index, "AKQJ-")))
            assert (outcome.cards, outcome.tricks) == (cards, tricks)

    def test_the_endless_deals_of_twenty_cards(self, engine: str) -> None:
        # P, C; their neighbours are finite, as all sixteen are listed.
        for index in ENDLESS:
            for near in (-1, 0, 1):
                ending = play(Camicia(), *halves(HALF.unrank(index + near)), engine=engine).ending
                assert ending is (Ending.WIN if near else Ending.LOOP)

    def test_indices_of_another_project(self, cases: Any) -> None:
        # Those of N1k06 and others count in the order plain < 1 < 2 < 3; here these are J, Q and K.
        lines = [line.split(",") for line in cases("camicia_records.csv").splitlines() if " rank " in line]
        assert len(lines) > 100
        for name, left, right, *_ in lines:
            pack = Camicia.italian().pack if name.startswith("Italian-40") else HALF
            index = int(name.split()[-1])
            assert pack.rank(left + right, order="-JQK") == index
            assert pack.unrank(index) == pack.unrank(index, order="-JQK")


class TestNotation:
    def test_every_notation_is_one_deal(self) -> None:
        pack = Pack("2- J 10 A")
        deal = (0, 14, 10, 0, 11)
        for form in (
            "-AT-J",
            "- A 10 - J",
            "-,a,t,-,j",
            "- AS TH - JD",
            ["-", "A", "10", "-", 11],
            list(deal),
            np.array(deal),
        ):
            assert pack.rank(form) == pack.rank(deal)

    def test_every_notation_of_an_order(self) -> None:
        for order in (
            "AKQJ-",
            "A K Q J -",
            ["A", "K", 12, "J", "-"],
            (14, 13, 12, 11, 0),
            np.array([14, 13, 12, 11, 0]),
        ):
            assert COURTS.unrank(1, order) == COURTS.unrank(1, "A,K,Q,J,-")

    def test_the_result_is_a_tuple_of_integers(self) -> None:
        deal = Pack("- 10 A").unrank(np.int64(5))
        assert deal == (14, 10, 0)
        assert {type(rank) for rank in deal} == {int}

    def test_what_is_given_is_not_changed(self) -> None:
        deal, order = [11, 0, 12], [12, 11, 0]
        Pack("- J Q").rank(deal, order)
        assert (deal, order) == ([11, 0, 12], [12, 11, 0])


LARGE = [Pack.of(1, 500), Pack.of(4, 125), Pack.of(20, 25), Pack("250- 250J"), Pack("500x3")]


class TestLargePacks:
    @pytest.mark.parametrize("pack", LARGE, ids=["500 ranks", "125 ranks", "25 ranks", "2 ranks", "1 rank"])
    def test_500_cards(self, pack: Pack) -> None:
        for index in {0, pack.deals - 1, pack.deals // 3, 2 * pack.deals // 7}:
            deal = pack.unrank(index)
            assert Pack(deal) == pack
            assert pack.rank(deal) == index

    def test_packs_of_any_size_are_refused_and_not_tried(self) -> None:
        for pack in (Pack("10001-"), Pack({3: 10**30})):
            for call in (lambda pack=pack: pack.unrank(0), lambda pack=pack: pack.rank([3])):
                with pytest.raises(ValueError, match=rf"^expected a pack of at most 10000 cards, got {pack.size}$"):
                    call()


class TestBadInput:
    @pytest.mark.parametrize(
        ("deal", "text"),
        [
            ("-" * 37 + "JJJJQQQQKKKKAAA", "1 too many of '-', 1 too few of A"),
            ("-" * 36 + "JJJJQQQQKKKKAAA", "1 too few of A"),
            ("-" * 36 + "JJJJQQQQKKKKAAAA7", "1 too many of 7"),
            ("2 " * 52, "52 too many of 2, 36 too few of '-', 4 too few of J, 4 too few of Q, 4 too few of K, …"),
            ([], "36 too few of '-', 4 too few of J, 4 too few of Q, 4 too few of K, …"),
        ],
    )
    def test_a_deal_that_is_not_of_the_pack(self, deal: Any, text: str) -> None:
        with pytest.raises(ValueError) as raised:  # noqa: PT011
            COURTS.rank(deal)
        assert str(raised.value) == f"deal: expected the cards '36- 4J 4Q 4K 4A', got {text}"

    @pytest.mark.parametrize(
        ("deal", "kind", "text"),
        [
            ("", ValueError, "deal: expected cards, got ''"),
            ("--X", ValueError, "deal, position 3: unknown card 'X'"),
            ([0, -1], ValueError, "deal, position 2: expected a rank of at least 0, got -1"),
            ([0, 1.0], TypeError, "deal, position 2: expected a rank or the text of a card, got float 1.0"),
            (7, TypeError, "deal: expected text or a sequence of cards, got int 7"),
            ({0, 11}, TypeError, "deal: expected cards in order, got set {0, 11}"),
        ],
    )
    def test_a_deal_that_is_none(self, deal: Any, kind: type[Exception], text: str) -> None:
        with pytest.raises(kind) as raised:
            HALF.rank(deal)
        assert str(raised.value) == text

    @pytest.mark.parametrize(
        ("index", "got"),
        [
            (3488400, "3488400"),
            (-1, "-1"),
            (10**4000, "an integer of 13,288 bits"),
            (-(10**4000), "a negative integer of 13,288 bits"),
        ],
    )
    def test_an_index_out_of_range(self, index: int, got: str) -> None:
        with pytest.raises(ValueError) as raised:  # noqa: PT011
            HALF.unrank(index)
        assert str(raised.value) == f"expected an index from 0 to 3488399, got {got}"

    def test_a_range_too_long_to_be_written(self) -> None:
        with pytest.raises(ValueError, match=r"^expected an index from 0 to an integer of \d\d,\d{3} bits, got -1$"):
            Pack.of(1, 3000).unrank(-1)

    @pytest.mark.parametrize("index", [True, 1.0, "1", None])
    def test_an_index_that_is_no_integer(self, index: Any) -> None:
        with pytest.raises(TypeError, match=r"^expected an integer for the index of a deal, got "):
            HALF.unrank(index)

    @pytest.mark.parametrize(
        ("order", "got"),
        [
            ("-JQ", "'-', J, Q"),
            ("-JQKA", "'-', J, Q, K, A"),
            ("-JQKK", "'-', J, Q, K, K"),
            ("2 3 4 5", "2, 3, 4, 5"),
            ([], "none"),
            ("2 " * 30, ", ".join("2" * 20) + ", …"),
        ],
    )
    def test_an_order_that_is_none(self, order: Any, got: str) -> None:
        for call in (lambda: HALF.unrank(0, order), lambda: HALF.rank(HALF.cards, order)):
            with pytest.raises(ValueError) as raised:  # noqa: PT011
                call()
            assert str(raised.value) == f"order: expected each of '-', J, Q, K once, got {got}"

    @pytest.mark.parametrize(
        ("order", "kind", "text"),
        [
            ("", ValueError, "order: expected cards, got ''"),
            (5, TypeError, "order: expected text or a sequence of cards, got int 5"),
            ("A<K<Q<J<-", ValueError, "order, position 2: unknown card '<K<Q<J<-'"),
        ],
    )
    def test_an_order_that_cannot_be_read(self, order: Any, kind: type[Exception], text: str) -> None:
        with pytest.raises(kind) as raised:
            HALF.unrank(0, order)
        assert str(raised.value) == text

    def test_the_empty_pack_has_one_deal(self) -> None:
        pack = Pack("")
        assert (pack.deals, pack.unrank(0), pack.rank([])) == (1, (), 0)
        with pytest.raises(ValueError, match=r"^expected an index from 0 to 0, got 1$"):
            pack.unrank(1)
