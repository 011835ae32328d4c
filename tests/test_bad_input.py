"""What is refused, with which words, and what is taken; both engines say the same."""

import array
import copy
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from games import GAMES, check_refused
from trickloop import Camicia, Combat, Ending, Pack, RecursiveCombat, War, play, trace

MILLION = 10**6


class TestCards:
    """Hands that are refused by every game."""

    @pytest.mark.parametrize(
        ("hand", "text"),
        [
            ("A Z", "hand 2, position 2: unknown card 'Z'"),
            ("A9T3X", "hand 2, position 5: unknown card 'X'"),
            ("A 9S KZ", "hand 2, position 4: unknown card 'Z'"),
            ("A1", "hand 2, position 2: unknown card '1'"),
            ("A;9", "hand 2, position 2: unknown card ';9'"),
            ("A S", "hand 2, position 2: unknown card 'S'"),
            ("A 1.5", "hand 2, position 2: unknown card '1.5'"),
            ("٣", "hand 2, position 1: unknown card '٣'"),
            ("", "hand 2: expected cards, got ''"),
            (" , ", "hand 2: expected cards, got ' , '"),
            (["A", "Z"], "hand 2, position 2: unknown card 'Z'"),
            (["A", "K Q"], "hand 2, position 2: expected one card, got 'K Q'"),
            (["A", "KQ"], "hand 2, position 2: expected one card, got 'KQ'"),
            (["A", ""], "hand 2, position 2: expected one card, got ''"),
            ([14, -3], "hand 2, position 2: expected a rank of at least 0, got -3"),
            ([14, -1], "hand 2, position 2: expected a rank of at least 0, got -1"),
            (["A", -1], "hand 2, position 2: expected a rank of at least 0, got -1"),
            (np.array([14, -3]), "hand 2, position 2: expected a rank of at least 0, got -3"),
            ([14, -(2**70)], f"hand 2, position 2: expected a rank of at least 0, got {-(2**70)}"),
        ],
    )
    def test_bad_cards(self, engine: str, rules: Any, hand: Any, text: str) -> None:
        check_refused(ValueError, text, engine, rules, "K", hand)

    @pytest.mark.parametrize(
        ("hand", "text"),
        [
            (None, "hand 2: expected text or a sequence of cards, got NoneType None"),
            (14, "hand 2: expected text or a sequence of cards, got int 14"),
            (1.5, "hand 2: expected text or a sequence of cards, got float 1.5"),
            (True, "hand 2: expected text or a sequence of cards, got bool True"),
            (b"AK", "hand 2: expected text or a sequence of cards, got bytes b'AK'"),
            (
                bytearray(b"AK"),
                "hand 2: expected text or a sequence of cards, got bytearray bytearray(b'AK')",
            ),
            ({14}, "hand 2: expected cards in order, got set {14}"),
            (frozenset({14}), "hand 2: expected cards in order, got frozenset frozenset({14})"),
            ({14: 1}, "hand 2: expected cards in order, got dict {14: 1}"),
            ({14: 1}.keys(), "hand 2: expected cards in order, got dict_keys dict_keys([14])"),
            ([14, None], "hand 2, position 2: expected a rank or the text of a card, got NoneType None"),
            ([14, 9.0], "hand 2, position 2: expected a rank or the text of a card, got float 9.0"),
            ([14, True], "hand 2, position 2: expected a rank or the text of a card, got bool True"),
            ([False], "hand 2, position 1: expected a rank or the text of a card, got bool False"),
            (["A", 9.0], "hand 2, position 2: expected a rank or the text of a card, got float 9.0"),
            ([14, [9]], "hand 2, position 2: expected a rank or the text of a card, got list [9]"),
            ([b"A"], "hand 2, position 1: expected a rank or the text of a card, got bytes b'A'"),
            ([1j], "hand 2, position 1: expected a rank or the text of a card, got complex 1j"),
            (
                [Pack],
                "hand 2, position 1: expected a rank or the text of a card, got type <class 'trickloop.cards.Pack'>",
            ),
        ],
    )
    def test_what_is_no_hand(self, engine: str, rules: Any, hand: Any, text: str) -> None:
        check_refused(TypeError, text, engine, rules, "K", hand)

    def test_long_values_are_cut(self, engine: str, rules: Any) -> None:
        for hand in ["Z" * MILLION, ["Z" * MILLION], [[7] * MILLION], {*range(1000)}, b"A" * MILLION]:
            with pytest.raises((TypeError, ValueError)) as raised:
                play(rules, "K", hand, engine=engine)
            assert len(str(raised.value)) < 150

    def test_the_first_hand_is_named_first(self, engine: str, rules: Any) -> None:
        check_refused(ValueError, "hand 1, position 1: unknown card 'X'", engine, rules, "X", "Y")

    @pytest.mark.parametrize("name", ["War", "Combat", "RecursiveCombat"])
    @pytest.mark.parametrize("hand", ["A -", "A-", ["A", "-"], ["A", "-", 3]])
    def test_a_dash_is_no_card_where_ranks_matter(self, engine: str, name: str, hand: Any) -> None:
        text = f"hand 1, position 2: expected a card with a rank in {name}, got '-'"
        check_refused(ValueError, text, engine, GAMES[name], hand, "K")

    @pytest.mark.parametrize("name", ["Combat", "RecursiveCombat"])
    @pytest.mark.parametrize(
        ("hands", "card", "again", "after"),
        [
            (([9, 5], [7, 5]), 5, (2, 2), (1, 2)),
            (([9, 3, 9], [7]), 9, (1, 3), (1, 1)),
            (("A K", "T 10"), 10, (2, 2), (2, 1)),
            (("AS", "AH"), 14, (2, 1), (1, 1)),
            (([1000, 2], [3, 1000]), 1000, (2, 2), (1, 1)),
        ],
    )
    def test_equal_cards(
        self, engine: str, name: str, hands: Any, card: int, again: tuple[int, int], after: tuple[int, int]
    ) -> None:
        text = (
            f"hand {again[0]}, position {again[1]}: expected distinct cards in {name}, "
            f"got {card} again, after hand {after[0]}, position {after[1]}"
        )
        check_refused(ValueError, text, engine, GAMES[name], *hands)

    def test_a_value_of_zero(self, engine: str) -> None:
        text = "hand 1, position 2: expected a value of at least 1 in RecursiveCombat, got 0"
        check_refused(ValueError, text, engine, RecursiveCombat(), [1, 0], [3, 2])
        assert play(Combat(), [1, 0], [3, 2], engine=engine).winner == 2

    @pytest.mark.parametrize(
        ("rules", "hand", "text"),
        [
            (Camicia(), "A 1", "'-', 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K or A, got '1'"),
            (Camicia(), [14, 1], "'-', 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K or A, got 1"),
            (
                Camicia(),
                [14, 2**70],
                f"'-', 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K or A, got {2**70}",
            ),
            (
                Camicia.italian(),
                "K AS",
                "'-', 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q or K, got 'AS'",
            ),
            (
                Camicia(payments={5: 1}, pack=Pack("2A 5")),
                "5 K",
                "'-', 2, 3, 4, 5, 6, 7, 8, 9, 10 or A, got 'K'",
            ),
            (
                Camicia(payments={}, pack=Pack("4-")),
                "5 K",
                "'-', 2, 3, 4, 5, 6, 7, 8, 9 or 10, got 'K'",
            ),
        ],
    )
    def test_unknown_cards_of_camicia(self, engine: str, rules: Camicia, hand: Any, text: str) -> None:
        check_refused(ValueError, f"hand 2, position 2: expected {text}", engine, rules, "2", hand)


class TestHands:
    """Every kind of sequence is a hand."""

    CARDS = (14, 9, 10, 3)
    OTHER = (13, 9, 7, 2)

    @pytest.fixture
    def expected(self, engine: str) -> Any:
        outcome = play(War(face_down=1), self.CARDS, self.OTHER, engine=engine)
        assert (outcome.winner, outcome.ending, outcome.rounds) == (1, Ending.WIN, 2)
        return outcome

    def agrees(self, engine: str, hand: Any, expected: Any) -> bool:
        return play(War(face_down=1), hand, self.OTHER, engine=engine) == expected

    def test_kinds_of_sequences(self, engine: str, expected: Any) -> None:
        cards = self.CARDS
        for hand in [
            list(cards),
            cards,
            deque(cards),
            iter(cards),
            (card for card in cards),
            map(int, cards),
            dict(enumerate(cards)).values(),
            "A 9 10 3",
            ["A", "9", "10", "3"],
            (card for card in ["A", 9, "T", 3]),
            array.array("b", cards),
            array.array("Q", cards),
            memoryview(array.array("i", cards)),
            [np.int8(card) for card in cards],
            [np.uint64(card) for card in cards],
            [14, np.int64(9), "10", np.str_("3")],
        ]:
            assert self.agrees(engine, hand, expected), type(hand)

    @pytest.mark.parametrize("dtype", "bhilqBHILQ")
    @pytest.mark.parametrize("order", ["<", ">"])
    def test_arrays_of_every_integer_dtype(self, engine: str, expected: Any, dtype: str, order: str) -> None:
        kind = np.dtype(dtype).newbyteorder(order)
        assert self.agrees(engine, np.array(self.CARDS, kind), expected)

    def test_arrays_that_lie_otherwise(self, engine: str, expected: Any) -> None:
        table = np.array([self.CARDS, self.OTHER])
        fixed = np.array(self.CARDS)
        fixed.flags.writeable = False
        for hand in [
            table[0],
            np.array(table.T, order="C").T[0],
            np.repeat(self.CARDS, 2)[::2],
            np.array(self.CARDS[::-1])[::-1],
            fixed,
            np.array(self.CARDS, object),
            np.array(["A", "9", "10", "3"]),
            np.ma.array(self.CARDS),
        ]:
            assert self.agrees(engine, hand, expected)

    def test_a_big_endian_rank_is_not_read_backwards(self, engine: str) -> None:
        hand = np.array([258, 5], ">i2")
        assert play(War(), hand, [257, 4], engine=engine).hands == ((258, 257, 5, 4), ())

    def test_the_highest_ranks_of_arrays(self, engine: str) -> None:
        high = np.array([2**64 - 1], np.uint64)
        assert play(War(), high, np.array([2**63 - 1], np.int64), engine=engine).hands[0] == (
            2**64 - 1,
            2**63 - 1,
        )

    @pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.bool_, np.complex128])
    def test_arrays_of_no_integers(self, engine: str, rules: Any, dtype: Any) -> None:
        hand = np.array([1, 0], dtype)
        item = hand.tolist()[0]
        text = f"hand 1, position 1: expected a rank or the text of a card, got {type(item).__name__} {item!r}"
        check_refused(TypeError, text, engine, rules, hand, "K")

    @pytest.mark.parametrize(
        ("hand", "shape"),
        [
            (np.array(14), "()"),
            (np.array([[14, 9]]), "(1, 2)"),
            (np.zeros((0, 3), int), "(0, 3)"),
            (np.zeros((1, 1, 1), int), "(1, 1, 1)"),
        ],
    )
    def test_arrays_of_other_dimensions(self, engine: str, rules: Any, hand: Any, shape: str) -> None:
        text = f"hand 1: expected an array of one dimension, got shape {shape}"
        check_refused(ValueError, text, engine, rules, hand, "K")

    @pytest.mark.parametrize("item", [np.float64(9), np.float32(9), np.True_, np.datetime64("2020-01-01")])
    def test_numpy_scalars_that_are_no_cards(self, engine: str, rules: Any, item: Any) -> None:
        # NumPy 1 and 2 write their scalars in different ways.
        text = f"hand 2, position 2: expected a rank or the text of a card, got {type(item).__name__} {item!r}"
        check_refused(TypeError, text, engine, rules, "K", [14, item])

    def test_the_same_list_for_both_hands(self, engine: str) -> None:
        hand = [5, 3]
        game = play(War(face_down=0), hand, hand, engine=engine)
        assert (game.ending, game.wars, sorted(game.out_of_play)) == (Ending.DRAW, 2, [3, 3, 5, 5])
        game = play(Camicia(), hand, hand, engine=engine)
        assert (game.ending, game.cards) == (Ending.WIN, 4)
        assert hand == [5, 3]
        text = "hand 2, position 1: expected distinct cards in Combat, got 5 again, after hand 1, position 1"
        check_refused(ValueError, text, engine, Combat(), hand, hand)

    def test_hands_are_never_changed(self, engine: str, rules: Any) -> None:
        ones: list[Any] = [
            [9, 2, 6, 3],
            deque([9, 2, 6, 3]),
            ["9", "2", "6", "3"],
            np.array([9, 2, 6, 3]),
            array.array("i", [9, 2, 6, 3]),
        ]
        for one in ones:
            other = [5, 8, 4, 7, 10]
            before = copy.deepcopy(one)
            play(rules, one, other, engine=engine)
            list(trace(rules, one, other, engine=engine))
            with pytest.raises(ValueError, match="unknown card 'X'"):
                play(rules, one, "X", engine=engine)
            assert list(one) == list(before)
            assert type(one) is type(before)
            assert other == [5, 8, 4, 7, 10]

    def test_hands_may_change_while_a_game_is_traced(self, engine: str) -> None:
        hands = [[9, 2, 6, 3, 1], [5, 8, 4, 7, 10]]
        expected = [played.hands for played in trace(Combat(), *hands, engine=engine)]
        rounds = trace(Combat(), *hands, engine=engine)
        seen = []
        for played in rounds:
            seen.append(played.hands)
            hands[0].clear()
            hands[1].append(99)
        assert seen == expected

    def test_an_iterator_is_used_up_and_no_more(self, engine: str) -> None:
        cards = iter([14, 9])
        assert play(War(), cards, [13, 8], engine=engine).winner == 1
        assert play(War(), cards, [13, 8], engine=engine).winner == 2

    def test_an_error_in_an_iterator_comes_through(self, engine: str, rules: Any) -> None:
        def broken() -> Iterator[int]:
            yield 9
            raise KeyError("lost card")

        with pytest.raises(KeyError, match="lost card"):
            play(rules, "K", broken(), engine=engine)

    @pytest.mark.parametrize(
        ("hands", "winner", "ending"),
        [(([], []), None, Ending.DRAW), (([], [7]), 2, Ending.WIN), (([7], ()), 1, Ending.WIN)],
    )
    def test_empty_hands(self, engine: str, rules: Any, hands: Any, winner: int | None, ending: Ending) -> None:
        game = play(rules, *hands, engine=engine)
        assert (game.winner, game.ending, game.rounds, game.cards, game.loop) == (winner, ending, 0, 0, None)
        assert list(trace(rules, *hands, engine=engine)) == []


class TestArguments:
    """What is wrong besides the cards."""

    @pytest.mark.parametrize("count", [0, 1, 3, 17])
    def test_number_of_hands(self, engine: str, rules: Any, count: int) -> None:
        check_refused(ValueError, f"expected 2 hands, got {count}", engine, rules, *["K"] * count)

    def test_number_of_hands_of_more_players(self, engine: str) -> None:
        check_refused(ValueError, "expected 3 hands, got 2", engine, War(players=3), "A", "K")
        check_refused(ValueError, "expected 16 hands, got 17", engine, War(players=16), *["A"] * 17)
        assert play(War(players=16), *["K"] * 15, "A", engine=engine).winner == 16

    @pytest.mark.parametrize("rules", ["war", None, 2, [War()], {"players": 2}])
    def test_what_is_no_rules(self, engine: str, rules: Any) -> None:
        check_refused(TypeError, f"expected the rules of a game, got {rules!r}", engine, rules, "A", "K")

    @pytest.mark.parametrize("rules", [War, Combat, RecursiveCombat, Camicia])
    def test_a_class_is_no_rules(self, engine: str, rules: Any) -> None:
        text = f"expected the rules of a game, got <class 'trickloop.rules.{rules.__name__}'>"
        check_refused(TypeError, text, engine, rules, "A", "K")

    @pytest.mark.parametrize("rng", [0, 42, "42", False, np.random.SeedSequence(1)])
    def test_rng_where_nothing_is_random(self, engine: str, rules: Any, rng: Any) -> None:
        text = f"expected no rng, as nothing is random in {type(rules).__name__}, got {rng!r}"
        check_refused(ValueError, text, engine, rules, "A", "K", rng=rng)

    @pytest.mark.parametrize("name", ["cython", "", "Core", "auto", 3, ["core"], True])
    def test_unknown_engine(self, rules: Any, name: Any) -> None:
        text = f"expected engine to be 'core', 'reference' or None, got {name!r}"
        check_refused(ValueError, text, name, rules, "A", "K")

    def test_no_hand_is_read_before_the_rest_is_right(self, engine: str) -> None:
        cards = iter([14, 9])
        for rules, hands, options in [
            ("war", (cards, "K"), {}),
            (War(), (cards,), {}),
            (War(), (cards, "K"), {"rng": 1}),
        ]:
            with pytest.raises((TypeError, ValueError), match=r"^expected"):
                play(rules, *hands, engine=engine, **options)
        assert list(cards) == [14, 9]


def test_text_is_quoted_in_the_message(engine: str) -> None:
    with pytest.raises(ValueError, match=re.escape(r"unknown card '\x00'")):
        play(War(), "A \x00", "K", engine=engine)
