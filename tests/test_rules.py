"""Rules as values: the fields that are refused, and with which words."""

import copy
import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest

from trickloop import Camicia, Combat, Loop, Pack, RecursiveCombat, War, play

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
        assert War(**{name: value}).is_random
        assert not any(rules.is_random for rules in (War(), Combat(), RecursiveCombat(), Camicia()))

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
