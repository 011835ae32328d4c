"""The notation of hands, and packs."""

import copy
import math
import pickle
from collections import Counter, deque
from itertools import pairwise, permutations

import pytest

from deals import distinct_deals
from trickloop import Camicia, Ending, Pack, War, play, trace
from trickloop.cards import DASH, Hand, rank_name, read_hand

RED_AND_BLACK = "♠♥♦♣"
WHITE = "♤♡♢♧"


class TestNotation:
    """What is read as which cards."""

    @pytest.mark.parametrize(
        "hand",
        [
            "A 9 10 3",
            "A,9,T,3",
            "A9T3",
            "A9103",
            "a9t3",
            "A, 9, 10, 3",
            "A\t9\n10  3 ",
            ",A,,9 ,10 3,",
            "14 9 10 3",
            "A9 T3",
            "AS 9H 10D 3C",
            "as 9h td 3c",
            "AS9H10D3C",
            "AS9HTD3C",
            "SA H9 D10 C3",
            "SAH9D10C3",
            "A♠ 9♥ T♦ 3♣",
            "♠A ♥9 ♦10 ♣3",
            "A♠9♥10♦3♣",
            "A♤ 9♡ 10♢ 3♧",
            "♤A♡9♢T♧3",
            "AS 9 HT 3♧",
            ["A", "9", "10", "3"],
            ["A", "9", "T", "3"],
            ["AS", "H9", "♦10", "3c"],
            ["A", 9, "10", 3],
            [" A ", "9,", "10", "3"],
            [14, 9, 10, 3],
            (14, 9, 10, 3),
            deque([14, 9, 10, 3]),
        ],
    )
    def test_one_hand_in_every_way(self, hand: object) -> None:
        assert read_hand(hand, seat=1).ranks == [14, 9, 10, 3]

    @pytest.mark.parametrize(
        ("hand", "ranks"),
        [
            # A word of digits is one rank, however long.
            ("43 19", [43, 19]),
            ("109", [109]),
            ("10 9", [10, 9]),
            ("1000", [1000]),
            ("1", [1]),
            ("0", [0]),
            ("007", [7]),
            ("23456789", [23456789]),
            ("23456789T", [2, 3, 4, 5, 6, 7, 8, 9, 10]),
            ("JQKA", [11, 12, 13, 14]),
            # S, H, D and C are suits, T is a ten in any place.
            ("ST TS", [10, 10]),
            ("2S3", [2, 3]),
            ("10H9", [10, 9]),
            ("--K-Q", [DASH, DASH, 13, DASH, 12]),
            ("- - K", [DASH, DASH, 13]),
            ("10-", [10, DASH]),
            ("-3", [DASH, 3]),
            (["43", 19, "7"], [43, 19, 7]),
            (["-", "K"], [DASH, 13]),
            ([], []),
            ((), []),
            (range(3), [0, 1, 2]),
            ([2**70], [2**70]),
        ],
    )
    def test_ranks(self, hand: object, ranks: list[int]) -> None:
        assert read_hand(hand, seat=1).ranks == ranks

    def test_every_rank_with_every_suit_on_either_side(self) -> None:
        for rank in range(2, 15):
            names = {rank_name(rank)} | ({"T"} if rank == 10 else set())
            for name in names:
                for suit in "SHDCshdc" + RED_AND_BLACK + WHITE:
                    assert read_hand(name + suit, seat=1).ranks == [rank]
                    assert read_hand(suit + name, seat=1).ranks == [rank]

    def test_names(self) -> None:
        names = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
        assert [rank_name(rank) for rank in range(2, 15)] == names
        assert [rank_name(rank) for rank in (0, 1, 15, 1000)] == ["0", "1", "15", "1000"]

    def test_cards_are_kept_as_they_were_written(self) -> None:
        assert read_hand("as 9h t 43", seat=1) == Hand([14, 9, 10, 43], ["AS", "9H", "T", "43"])
        assert read_hand(["A", 9], seat=1) == Hand([14, 9], ["A", "9"])
        assert read_hand([14, 9], seat=1) == Hand([14, 9], None)

    def test_suits_are_printed(self, engine: str) -> None:
        (first,) = trace(War(), "AS", "♦10", engine=engine)
        assert first.pile == ("AS", "♦10")
        assert first.hands == (("AS", "♦10"), ())
        assert str(first) == "1) Player 1: AS   Player 2: ♦10 -- player 1 takes 2 (2:0) -- win"

    def test_integers_are_printed_as_ranks(self, engine: str) -> None:
        (first,) = trace(War(), [14], [10], engine=engine)
        assert first.pile == ("A", "10")

    def test_the_order_of_ranks(self, engine: str) -> None:
        ladder = ["0", "1", *"23456789", "10", *"JQKA", "15", "127", "128", "1000", str(2**70)]
        for low, high in pairwise(ladder):
            assert play(War(), high, low, engine=engine).winner == 1, (low, high)
            assert play(War(), low, high, engine=engine).winner == 2, (low, high)

    def test_high_ranks_come_back_as_they_were(self, engine: str) -> None:
        game = play(War(), [1000, 5], [2**70, 14], engine=engine)
        assert (game.winner, game.hands) == (2, ((), (2**70, 1000, 14, 5)))

    def test_number_cards_are_all_one_card_in_camicia(self, engine: str) -> None:
        expected = play(Camicia(), "--A---", "-Q-K-J", engine=engine)
        assert expected.ending is Ending.WIN
        for hands in [
            ("2 3 A 4 5 6", "10 Q 9 K 8 J"),
            ("22A22T", "9Q9K9J"),
            ([0, 0, 14, 0, 0, 0], [0, 12, 0, 13, 0, 11]),
            (["-", 2, "A", "-", "10S", 7], "-Q7K-J"),
        ]:
            assert play(Camicia(), *hands, engine=engine) == expected
        assert set(expected.hands[expected.winner - 1]) == {0, 11, 12, 13, 14}


class TestPack:
    """A multiset of ranks."""

    @pytest.mark.parametrize(
        ("cards", "counts"),
        [
            ("36- 4J 4Q 4K 4A", {0: 36, 11: 4, 12: 4, 13: 4, 14: 4}),
            ("36-,4J,4q,4K,4a", {0: 36, 11: 4, 12: 4, 13: 4, 14: 4}),
            ("4x9", {9: 4}),
            ("4*9 4X10 4T", {9: 4, 10: 8}),
            ("4xJ", {11: 4}),
            ("2x2 3", {2: 2, 3: 1}),
            ("9 9", {9: 2}),
            ("- - J", {0: 2, 11: 1}),
            # A word without a count is one card.
            ("4 J", {4: 1, 11: 1}),
            ("14", {14: 1}),
            ("1000x1000", {1000: 1000}),
            ("0J 2Q", {12: 2}),
            ("", {}),
            ({2: 2, 3: 1}, {2: 2, 3: 1}),
            ({"A": 4, "-": 36, "10": 1}, {0: 36, 10: 1, 14: 4}),
            ({3: 0, 2: 1}, {2: 1}),
            ({0: 1, "-": 1}, {0: 2}),
            (Counter([5, 5, 6]), {5: 2, 6: 1}),
            ([2, 3, 2], {2: 2, 3: 1}),
            (["A", "-", 14], {0: 1, 14: 2}),
            ((), {}),
            (range(1, 4), {1: 1, 2: 1, 3: 1}),
            pytest.param(
                iter([7, 7]), {7: 2}, marks=pytest.mark.thread_unsafe(reason="an iterator can be read only once")
            ),
        ],
    )
    def test_what_is_read(self, cards: object, counts: dict[int, int]) -> None:
        pack = Pack(cards)
        assert pack.counts == tuple(sorted(counts.items()))
        assert pack.size == len(pack) == sum(counts.values())
        assert pack.cards == tuple(pack) == tuple(sorted(Counter(counts).elements()))
        assert pack == Pack(counts)

    def test_a_pack_can_be_made_of_a_pack(self) -> None:
        assert Pack(Pack("3- 2J")) == Pack("3- 2J")

    def test_french(self) -> None:
        pack = Pack.french()
        assert pack.size == 52
        assert pack.counts == tuple((rank, 4) for rank in range(2, 15))

    def test_italian(self) -> None:
        pack = Pack.italian()
        assert pack.size == 40
        assert pack.counts == tuple((rank, 4) for rank in (2, 3, 4, 5, 6, 7, 11, 12, 13, 14))

    @pytest.mark.parametrize(
        ("suits", "ranks", "text"),
        [
            (2, 3, "2x1 2x2 2x3"),
            (1, "2 3 A", "2 3 A"),
            (3, ["J", 9], "3x9 3J"),
            (4, range(2, 15), str(Pack.french())),
            (2, "3 3", "4x3"),
            (0, 5, ""),
            (5, 0, ""),
        ],
    )
    def test_of(self, suits: int, ranks: object, text: str) -> None:
        assert Pack.of(suits, ranks) == Pack(text)

    @pytest.mark.parametrize("cards", ["", "5", "4J", "2x2 3", "3- 2J 1Q", "2x1 2x2 2x3", "1 2 3 4 5 6", "4- 2x1 3"])
    def test_deals_by_counting(self, cards: str) -> None:
        pack = Pack(cards)
        assert pack.deals == len(set(permutations(pack.cards))) == len(list(distinct_deals(pack.cards)))

    @pytest.mark.parametrize(
        ("pack", "deals"),
        [
            # Published for Camicia: 52 cards; 40 cards; the two-suit half pack of Paulhus 1999.
            (Pack("36- 4J 4Q 4K 4A"), 653_534_134_886_878_245_000),
            (Pack("28- 4J 4Q 4K"), 193_584_473_082_000),
            (Pack("18- 2J 2Q 2K 2A"), 3_936_933_000),
            (Pack("14- 2J 2Q 2K"), 3_488_400),
            (Pack.of(2, 6), 7_484_400),
            (Pack.of(1, 50), math.factorial(50)),
            (Pack.french(), math.factorial(52) // 24**13),
        ],
    )
    def test_deals(self, pack: Pack, deals: int) -> None:
        assert pack.deals == deals
        assert type(pack.deals) is int

    @pytest.mark.parametrize(
        ("pack", "text"),
        [
            (Pack("4A 36- 4K 4Q 4J"), "Pack('36- 4J 4Q 4K 4A')"),
            (Pack({43: 2, 10: 1, 1: 3, 11: 1, 0: 1}), "Pack('- 3x1 10 J 2x43')"),
            (Pack(""), "Pack('')"),
        ],
    )
    def test_repr_reads_back(self, pack: Pack, text: str) -> None:
        assert repr(pack) == text
        assert eval(text) == pack
        assert Pack(str(pack)) == pack

    def test_equality_and_hash(self) -> None:
        same = [Pack("2x2 3"), Pack("3 2 2"), Pack({3: 1, 2: 2}), Pack([2, 3, 2])]
        assert len(set(same)) == 1
        assert len({hash(pack) for pack in same}) == 1
        assert all(pack == other for pack in same for other in same)
        for other in ["2x2 3", ((2, 2), (3, 1)), {2: 2, 3: 1}, Pack("2x2 2x3"), Pack("2x3 2"), None]:
            assert same[0] != other

    def test_contains(self) -> None:
        pack = Pack("36- 4J")
        assert [rank in pack for rank in (0, 11, 2, "J", None)] == [True, True, False, False, False]

    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_pickle(self, protocol: int) -> None:
        for pack in [Pack("36- 4J 4Q 4K 4A"), Pack(""), Pack({2**70: 3})]:
            twin = pickle.loads(pickle.dumps(pack, protocol))
            assert (twin, hash(twin), repr(twin)) == (pack, hash(pack), repr(pack))

    def test_copy(self) -> None:
        pack = Pack("36- 4J 4Q 4K 4A")
        assert copy.copy(pack) == copy.deepcopy(pack) == pack
        assert copy.deepcopy([pack, pack]) == [pack, pack]

    @pytest.mark.parametrize("name", ["counts", "size", "cards", "colour"])
    def test_a_pack_is_not_changed(self, name: str) -> None:
        pack = Pack("2x2 3")
        with pytest.raises(AttributeError, match=f"^a pack is not changed: {name}$"):
            setattr(pack, name, ())
        assert pack == Pack("2x2 3")

    def test_what_it_was_made_of_may_change(self) -> None:
        counts, cards = {2: 2}, [2, 2]
        packs = Pack(counts), Pack(cards)
        counts[2] = 3
        cards.append(2)
        assert packs == (Pack("2x2"), Pack("2x2"))

    @pytest.mark.parametrize("word", ["4J4Q", "x9", "4x", "3x-1", "-4J", "J4", "4JJ", "4.5J", "1Z", "JS"])
    def test_unknown_words(self, word: str) -> None:
        with pytest.raises(ValueError, match=r"^pack: expected a count and a card like '4J' or '4x9', got ") as error:
            Pack(f"2Q {word}")
        assert str(error.value).endswith(f"got {word!r}")

    @pytest.mark.parametrize(
        ("count", "error", "text"),
        [
            (-1, ValueError, "pack: expected at least 0 cards of rank 14, got -1"),
            (True, TypeError, "pack: expected an integer for the number of cards of rank 14, got True"),
            (2.0, TypeError, "pack: expected an integer for the number of cards of rank 14, got 2.0"),
            ("2", TypeError, "pack: expected an integer for the number of cards of rank 14, got '2'"),
            (None, TypeError, "pack: expected an integer for the number of cards of rank 14, got None"),
        ],
    )
    def test_bad_counts(self, count: object, error: type[Exception], text: str) -> None:
        with pytest.raises(error) as raised:
            Pack({14: count})
        assert str(raised.value) == text

    @pytest.mark.parametrize(
        ("cards", "error", "got"),
        [
            (5, TypeError, "got int 5"),
            (None, TypeError, "got NoneType None"),
            (b"4J", TypeError, "got bytes b'4J'"),
            ({1, 2}, TypeError, "got set {1, 2}"),
            ([2.5], TypeError, "got float 2.5"),
            ([-1], ValueError, "got -1"),
            ({-1: 2}, ValueError, "got -1"),
            ({2.5: 2}, TypeError, "got float 2.5"),
            (["Z"], ValueError, "unknown card 'Z'"),
        ],
    )
    def test_bad_cards(self, cards: object, error: type[Exception], got: str) -> None:
        with pytest.raises(error) as raised:
            Pack(cards)
        assert str(raised.value).endswith(got)

    def test_a_negative_number_of_suits(self) -> None:
        with pytest.raises(ValueError, match=r"^pack: expected at least 0 suits, got -1$"):
            Pack.of(-1, 3)
