"""What is refused, with which words, and what is taken; both engines say the same."""

import array
import copy
import dataclasses
import pickle
import re
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from trickloop import Camicia, Combat, Ending, Loop, Pack, RecursiveCombat, War, play, trace

GAMES = {"War": War(), "Combat": Combat(), "RecursiveCombat": RecursiveCombat(), "Camicia": Camicia()}
MILLION = 10**6


def check(kind: type[Exception], text: str, engine: str, rules: Any, *hands: Any, **options: Any) -> None:
    """Assert that `play` and `trace` raise exactly this, and `trace` at once, not with its first round."""
    for call in (play, trace):
        with pytest.raises(kind) as raised:
            call(rules, *hands, engine=engine, **options)
        assert type(raised.value) is kind
        assert str(raised.value) == text


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Any:
    """Run a test with every game."""
    return GAMES[request.param]


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
        check(ValueError, text, engine, rules, "K", hand)

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
        check(TypeError, text, engine, rules, "K", hand)

    def test_long_values_are_cut(self, engine: str, rules: Any) -> None:
        for hand in ["Z" * MILLION, ["Z" * MILLION], [[7] * MILLION], {*range(1000)}, b"A" * MILLION]:
            with pytest.raises((TypeError, ValueError)) as raised:
                play(rules, "K", hand, engine=engine)
            assert len(str(raised.value)) < 150

    def test_the_first_hand_is_named_first(self, engine: str, rules: Any) -> None:
        check(ValueError, "hand 1, position 1: unknown card 'X'", engine, rules, "X", "Y")

    @pytest.mark.parametrize("name", ["War", "Combat", "RecursiveCombat"])
    @pytest.mark.parametrize("hand", ["A -", "A-", ["A", "-"], ["A", "-", 3]])
    def test_a_dash_is_no_card_where_ranks_matter(self, engine: str, name: str, hand: Any) -> None:
        text = f"hand 1, position 2: expected a card with a rank in {name}, got '-'"
        check(ValueError, text, engine, GAMES[name], hand, "K")

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
        check(ValueError, text, engine, GAMES[name], *hands)

    def test_a_value_of_zero(self, engine: str) -> None:
        text = "hand 1, position 2: expected a value of at least 1 in RecursiveCombat, got 0"
        check(ValueError, text, engine, RecursiveCombat(), [1, 0], [3, 2])
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
        check(ValueError, f"hand 2, position 2: expected {text}", engine, rules, "2", hand)


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
        check(TypeError, text, engine, rules, hand, "K")

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
        check(ValueError, text, engine, rules, hand, "K")

    @pytest.mark.parametrize("item", [np.float64(9), np.float32(9), np.True_, np.datetime64("2020-01-01")])
    def test_numpy_scalars_that_are_no_cards(self, engine: str, rules: Any, item: Any) -> None:
        # NumPy 1 and 2 write their scalars in different ways.
        text = f"hand 2, position 2: expected a rank or the text of a card, got {type(item).__name__} {item!r}"
        check(TypeError, text, engine, rules, "K", [14, item])

    def test_the_same_list_for_both_hands(self, engine: str) -> None:
        hand = [5, 3]
        game = play(War(face_down=0), hand, hand, engine=engine)
        assert (game.ending, game.wars, sorted(game.out_of_play)) == (Ending.DRAW, 2, [3, 3, 5, 5])
        game = play(Camicia(), hand, hand, engine=engine)
        assert (game.ending, game.cards) == (Ending.WIN, 4)
        assert hand == [5, 3]
        text = "hand 2, position 1: expected distinct cards in Combat, got 5 again, after hand 1, position 1"
        check(ValueError, text, engine, Combat(), hand, hand)

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


class TestMillionCards:
    """A hand that no small integer can count."""

    def test_war(self, engine: str) -> None:
        game = play(War(), [3] * MILLION, [2, 2, 2], engine=engine)
        assert (game.winner, game.rounds) == (1, 3)
        assert game.hands == ((3,) * (MILLION - 3) + (3, 2) * 3, ())

    def test_war_of_distinct_cards(self, engine: str) -> None:
        game = play(War(), [2, 3, 4], range(5, MILLION + 5), engine=engine)
        assert (game.winner, game.rounds) == (2, 3)
        assert game.hands == ((), (*range(8, MILLION + 5), 5, 2, 6, 3, 7, 4))

    def test_one_war_of_all_cards(self, engine: str) -> None:
        game = play(War(face_down=MILLION - 2), np.full(MILLION, 7), [7] * (MILLION - 1) + [8], engine=engine)
        assert (game.winner, game.rounds, game.wars, game.cards) == (2, 1, 1, 2 * MILLION)
        assert game.hands[1] == (7,) * (MILLION - 1) + (8,) + (7,) * MILLION

    def test_camicia(self, engine: str) -> None:
        game = play(Camicia(), np.zeros(MILLION, int), "A", engine=engine)
        # Player 2 holds the ace with four number cards under it: a trick takes as many cards from player 1 as lie
        # above the ace, and four, so that c cards become 2c - 1; in the last one player 1 runs out.
        tricks, held, cards = 1, 6, 6
        while MILLION + 1 - held >= held - 1:
            tricks, held, cards = tricks + 1, 2 * held - 1, cards + 2 * held - 5
        left = MILLION + 1 - held
        assert (game.winner, game.ending, game.loop) == (2, Ending.WIN, None)
        assert (game.tricks, game.cards) == (tricks + 1, cards + 2 * left + 1)
        assert game.round_wins == (0, game.tricks)
        assert len(game.hands[1]) == MILLION + 1
        assert game.hands[1].count(14) == 1

    def test_combat(self, engine: str) -> None:
        game = play(Combat(), range(4, MILLION + 4), [1, 2, 3], engine=engine)
        assert (game.winner, game.rounds) == (1, 3)
        assert game.hands == ((*range(7, MILLION + 4), 4, 1, 5, 2, 6, 3), ())

    def test_recursive_combat(self, engine: str) -> None:
        # Player 2 never has as many further cards as he drew, so the higher card wins every round.
        game = play(RecursiveCombat(), np.arange(10, MILLION + 10), [7, 8, 9], engine=engine)
        assert (game.winner, game.ending, game.rounds) == (1, Ending.WIN, 3)
        assert game.hands[0][-6:] == (10, 7, 11, 8, 12, 9)

    def test_a_bad_card_at_the_very_end(self, engine: str, rules: Any) -> None:
        hand = [*range(1, MILLION), -1]
        check(
            ValueError,
            f"hand 1, position {MILLION}: expected a rank of at least 0, got -1",
            engine,
            rules,
            hand,
            "K",
        )


class TestArguments:
    """What is wrong besides the cards."""

    @pytest.mark.parametrize("count", [0, 1, 3, 17])
    def test_number_of_hands(self, engine: str, rules: Any, count: int) -> None:
        check(ValueError, f"expected 2 hands, got {count}", engine, rules, *["K"] * count)

    def test_number_of_hands_of_more_players(self, engine: str) -> None:
        check(ValueError, "expected 3 hands, got 2", engine, War(players=3), "A", "K")
        check(ValueError, "expected 16 hands, got 17", engine, War(players=16), *["A"] * 17)
        assert play(War(players=16), *["K"] * 15, "A", engine=engine).winner == 16

    @pytest.mark.parametrize("rules", ["war", None, 2, [War()], {"players": 2}])
    def test_what_is_no_rules(self, engine: str, rules: Any) -> None:
        check(TypeError, f"expected the rules of a game, got {rules!r}", engine, rules, "A", "K")

    @pytest.mark.parametrize("rules", [War, Combat, RecursiveCombat, Camicia])
    def test_a_class_is_no_rules(self, engine: str, rules: Any) -> None:
        text = f"expected the rules of a game, got <class 'trickloop.rules.{rules.__name__}'>"
        check(TypeError, text, engine, rules, "A", "K")

    @pytest.mark.parametrize("rng", [0, 42, "42", False, np.random.SeedSequence(1)])
    def test_rng_where_nothing_is_random(self, engine: str, rules: Any, rng: Any) -> None:
        text = f"expected no rng, as nothing is random in {type(rules).__name__}, got {rng!r}"
        check(ValueError, text, engine, rules, "A", "K", rng=rng)

    @pytest.mark.parametrize("name", ["cython", "", "Core", "auto", 3, ["core"], True])
    def test_unknown_engine(self, rules: Any, name: Any) -> None:
        text = f"expected engine to be 'core', 'reference' or None, got {name!r}"
        check(ValueError, text, name, rules, "A", "K")

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


PICKUPS = "'winner-first', 'loser-first', 'seat-order', 'as-revealed', 'high-low', 'random'"
SHORTS = "'lose', 'first-out', 'last-card', 'shorten', 'longest', 'draw'"


class TestRules:
    """Fields that are refused, and rules as values."""

    @pytest.mark.parametrize(
        ("fields", "text"),
        [
            ({"pickup": "winner"}, f"War: expected pickup to be one of {PICKUPS}, got 'winner'"),
            ({"pickup": None}, f"War: expected pickup to be one of {PICKUPS}, got None"),
            ({"pickup": "Winner-First"}, f"War: expected pickup to be one of {PICKUPS}, got 'Winner-First'"),
            ({"pickup": ["seat-order"]}, f"War: expected pickup to be one of {PICKUPS}, got ['seat-order']"),
            ({"short": "loses"}, f"War: expected short to be one of {SHORTS}, got 'loses'"),
            ({"short": 0}, f"War: expected short to be one of {SHORTS}, got 0"),
            ({"refill": "won"}, "War: expected refill to be one of None, 'shuffle', got 'won'"),
            ({"refill": False}, "War: expected refill to be one of None, 'shuffle', got False"),
            ({"tie": "coin"}, "War: expected tie to be one of 'war', 'random', got 'coin'"),
            ({"tie": None}, "War: expected tie to be one of 'war', 'random', got None"),
            ({"players": 1}, "War: expected players from 2 to 16, got 1"),
            ({"players": 17}, "War: expected players from 2 to 16, got 17"),
            ({"players": -2}, "War: expected players from 2 to 16, got -2"),
            ({"face_down": -1}, "War: expected face_down from 0 to 2147483647, got -1"),
            ({"face_down": 2**31}, "War: expected face_down from 0 to 2147483647, got 2147483648"),
            ({"max_rounds": -1}, "War: expected max_rounds from 0 to 9223372036854775807, got -1"),
            (
                {"max_rounds": 2**63},
                "War: expected max_rounds from 0 to 9223372036854775807, got 9223372036854775808",
            ),
        ],
    )
    def test_values_of_war(self, fields: dict[str, Any], text: str) -> None:
        for make in (War, War.interview, War.gameofwar, War.winamax, War.codegolf, War.soldiers):
            with pytest.raises(ValueError, match=r"^War: ") as raised:
                make(**fields)
            assert str(raised.value) == text
        with pytest.raises(ValueError, match=r"^War: ") as raised:
            dataclasses.replace(War(), **fields)
        assert str(raised.value) == text

    @pytest.mark.parametrize("name", ["players", "face_down", "max_rounds"])
    @pytest.mark.parametrize("value", [None, 2.0, "2", True, [2], 1e6])
    def test_types_of_war(self, name: str, value: Any) -> None:
        with pytest.raises(TypeError) as raised:
            War(**{name: value})
        assert str(raised.value) == f"expected an integer for War({name}=…), got {value!r}"

    @pytest.mark.parametrize("kind", [War, Combat, RecursiveCombat, Camicia])
    @pytest.mark.parametrize("pack", ["52", None, 52, [1, 2], Pack])
    def test_what_is_no_pack(self, kind: Any, pack: Any) -> None:
        with pytest.raises(TypeError) as raised:
            kind(pack=pack)
        assert str(raised.value) == f"{kind.__name__}: expected pack to be a Pack, got {pack!r}"

    def test_numpy_integers_are_integers(self) -> None:
        rules = War(np.int8(3), np.uint16(1), max_rounds=np.int64(9))
        assert rules == War(3, 1, max_rounds=9)
        assert {type(rules.players), type(rules.face_down), type(rules.max_rounds)} == {int}
        payments = Camicia(payments={np.int8(11): np.int64(2)}).payments
        assert {type(number) for pair in payments.items() for number in pair} == {int}

    @pytest.mark.parametrize(
        ("payments", "kind", "text"),
        [
            ([11], TypeError, "Camicia: expected payments as a mapping of rank to cards, got [11]"),
            (None, TypeError, "Camicia: expected payments as a mapping of rank to cards, got None"),
            ({11: 0}, ValueError, "Camicia: expected payments[11] from 1 to 2147483647, got 0"),
            ({11: -1}, ValueError, "Camicia: expected payments[11] from 1 to 2147483647, got -1"),
            ({11: 2**31}, ValueError, "Camicia: expected payments[11] from 1 to 2147483647, got 2147483648"),
            ({12: 1, 11: 1.0}, TypeError, "expected an integer for payments[11], got 1.0"),
            ({11: True}, TypeError, "expected an integer for payments[11], got True"),
            ({11: "1"}, TypeError, "expected an integer for payments[11], got '1'"),
            ({11: None}, TypeError, "expected an integer for payments[11], got None"),
            ({"J": 1}, TypeError, "expected an integer for a rank in payments, got 'J'"),
            ({11.0: 1}, TypeError, "expected an integer for a rank in payments, got 11.0"),
            ({True: 1}, TypeError, "expected an integer for a rank in payments, got True"),
            ({0: 1}, ValueError, "Camicia: expected a rank of at least 1 in payments, got 0"),
            ({-1: 1}, ValueError, "Camicia: expected a rank of at least 1 in payments, got -1"),
        ],
    )
    def test_bad_payments(self, payments: Any, kind: type[Exception], text: str) -> None:
        for make in (Camicia, Camicia.italian):
            with pytest.raises(kind) as raised:
                make(payments=payments)
            assert type(raised.value) is kind
            assert str(raised.value) == text

    def test_payments_are_copied_and_not_changed(self) -> None:
        payments = {14: 1, 11: 2}
        rules = Camicia(payments=payments)
        payments[12] = 3
        assert dict(rules.payments) == {11: 2, 14: 1}
        with pytest.raises(TypeError):
            rules.payments[12] = 3  # type: ignore[index]

    def test_payments_count(self, engine: str) -> None:
        # J, 2 is a trick, then 2, 2, J is one, as player 2 has no card left to pay with.
        game = play(Camicia(), "J 2", "2 2", engine=engine)
        assert (game.winner, game.tricks, game.cards, game.round_wins) == (1, 2, 5, (2, 0))
        # He cannot pay three cards in the first place.
        game = play(Camicia(payments={11: 3}), "J 2", "2 2", engine=engine)
        assert (game.winner, game.tricks, game.cards, game.round_wins) == (1, 1, 3, (1, 0))

    def test_a_payment_as_high_as_can_be(self, engine: str) -> None:
        game = play(Camicia(payments={11: 2**31 - 1}), "J 2", "2 2 2", engine=engine)
        assert (game.winner, game.tricks, game.cards) == (1, 1, 4)

    @pytest.mark.parametrize(("name", "value"), [("pickup", "random"), ("refill", "shuffle"), ("tie", "random")])
    def test_chance_inside_a_game(self, name: str, value: str) -> None:
        with pytest.raises(NotImplementedError) as raised:
            War(**{name: value})
        assert str(raised.value) == f"War({name}={value!r}): chance inside a game is not played yet"

    @pytest.mark.parametrize("kind", [War, Combat, RecursiveCombat, Camicia])
    def test_unknown_fields(self, kind: Any) -> None:
        with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
            kind(colour="red")

    VALUES = (
        War(),
        War(players=3),
        War.gameofwar(),
        War.gameofwar(5),
        War.winamax(),
        War.codegolf(),
        War.soldiers(),
        War(max_rounds=5),
        War(pack=Pack("4A")),
        Combat(),
        Combat(pack=Pack("1 2")),
        RecursiveCombat(),
        RecursiveCombat(pack=Pack("1 2")),
        Camicia(),
        Camicia.italian(),
        Camicia(payments={14: 9}),
        Camicia(payments={}),
    )

    @pytest.mark.parametrize("place", range(len(VALUES)))
    def test_rules_are_values(self, place: int) -> None:
        rules = self.VALUES[place]
        twins = [
            copy.copy(rules),
            copy.deepcopy(rules),
            dataclasses.replace(rules),
            type(rules)(**{field.name: getattr(rules, field.name) for field in dataclasses.fields(rules)}),
            *(pickle.loads(pickle.dumps(rules, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
        ]
        for twin in twins:
            assert twin == rules
            assert hash(twin) == hash(rules)
            assert repr(twin) == repr(rules)
            assert type(twin) is type(rules)
        assert [other == rules for other in self.VALUES] == [other == place for other in range(len(self.VALUES))]
        assert len({*self.VALUES, *twins}) == len(self.VALUES)

    def test_rules_read_back(self) -> None:
        names = {"Pack": Pack, **{kind.__name__: kind for kind in (War, Combat, RecursiveCombat, Camicia)}}
        for rules in self.VALUES:
            assert eval(repr(rules), names) == rules

    def test_pickled_rules_play_the_same(self, engine: str) -> None:
        hands = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"
        for rules in (pickle.loads(pickle.dumps(Camicia())), copy.deepcopy(Camicia())):
            assert play(rules, *hands, engine=engine).loop == Loop(4, 62, 440)

    @pytest.mark.parametrize("name", ["players", "pack", "colour"])
    def test_rules_are_frozen(self, rules: Any, name: str) -> None:
        before = repr(rules)
        with pytest.raises(AttributeError):
            setattr(rules, name, 3)
        with pytest.raises(AttributeError):
            delattr(rules, name)
        assert repr(rules) == before

    def test_the_order_of_payments_does_not_matter(self) -> None:
        one, other = Camicia(payments={11: 1, 14: 2}), Camicia(payments={14: 2, 11: 1})
        assert one == other
        assert hash(one) == hash(other)

    def test_replace(self) -> None:
        rules = dataclasses.replace(War.gameofwar(), face_down=3)
        assert rules == War(face_down=3, pickup="seat-order", short="longest")
        italian = dataclasses.replace(Camicia.italian(), payments={14: 1})
        assert italian == Camicia(pack=Pack("28- 4J 4Q 4K"), payments={14: 1})
        assert dataclasses.replace(Combat(), pack=Pack("1 2")).pack == Pack("1 2")

    def test_outcomes_are_values(self, engine: str) -> None:
        outcome = play(War.gameofwar(), "1 2", "2 1", engine=engine)
        assert outcome.loop is not None
        for twin in (pickle.loads(pickle.dumps(outcome)), copy.deepcopy(outcome)):
            assert twin == outcome
            assert hash(twin) == hash(outcome)
        with pytest.raises(AttributeError):
            outcome.winner = 1


def test_text_is_quoted_in_the_message(engine: str) -> None:
    with pytest.raises(ValueError, match=re.escape(r"unknown card '\x00'")):
        play(War(), "A \x00", "K", engine=engine)
