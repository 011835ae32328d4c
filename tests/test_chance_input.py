"""What is refused of chance, of undealt cards and of Endless War, with which words, and what is left as it was."""

import copy
import dataclasses
import pickle
import re
from typing import Any

import numpy as np
import pytest

from games import check_refused
from trickloop import Camicia, Combat, Ending, EndlessWar, Pack, RecursiveCombat, War, play, trace

BICYCLE = War.bicycle()
ENDLESS = EndlessWar(max_rounds=5)
RANDOM = {
    "random pickup": BICYCLE,
    "won pile": War.csc427(),
    "random tie": War(tie="random"),
    "endless": ENDLESS,
}
CERTAIN = {"War": War(), "Combat": Combat(), "RecursiveCombat": RecursiveCombat(), "Camicia": Camicia()}
KINDS = "expected rng to be an integer, SeedSequence, BitGenerator or Generator, got "


class TestRng:
    """What chance may be drawn from, and where."""

    @pytest.mark.parametrize("name", RANDOM)
    def test_chance_without_an_rng(self, engine: str, name: str) -> None:
        rules = RANDOM[name]
        chance = {
            "random pickup": "pickup='random'",
            "won pile": "refill='shuffle'",
            "random tie": "tie='random'",
            "endless": "the next deal of EndlessWar",
        }[name]
        for options in ({}, {"rng": None}):
            for call in (play, trace):
                with pytest.raises(ValueError, match=f"^expected an rng, as {chance} is left to chance, got None$"):
                    call(rules, "A 2", "K 3", engine=engine, **options)

    @pytest.mark.parametrize("name", CERTAIN)
    @pytest.mark.parametrize("rng", [0, 42, "42", False, np.random.SeedSequence(1), np.random.PCG64(1)])
    def test_an_rng_where_nothing_is_random(self, engine: str, name: str, rng: Any) -> None:
        text = f"expected no rng, as nothing is random in {name}, got {rng!r:.60}"
        check_refused(ValueError, text, engine, CERTAIN[name], "A 2", "K 3", rng=rng)

    @pytest.mark.parametrize("name", RANDOM)
    @pytest.mark.parametrize("rng", [-1, -(2**70), np.int8(-1), np.int64(-(2**40))])
    def test_a_negative_rng(self, engine: str, name: str, rng: Any) -> None:
        check_refused(
            ValueError, f"expected rng to be at least 0, got {int(rng)}", engine, RANDOM[name], "A", "K", rng=rng
        )

    @pytest.mark.parametrize("name", RANDOM)
    @pytest.mark.parametrize(
        "rng", [1.0, 1.5, "42", b"42", True, False, [1], (1, 2), {1}, np.array(3), np.array([3]), object, int]
    )
    def test_what_is_no_rng(self, engine: str, name: str, rng: Any) -> None:
        check_refused(TypeError, f"{KINDS}{rng!r:.60}", engine, RANDOM[name], "A 2", "K 3", rng=rng)

    @pytest.mark.parametrize(
        "rng", [np.bool_(True), np.float64(3), np.random.PCG64, np.random.RandomState(1), np.random]
    )
    def test_what_is_no_rng_though_numpy_has_it(self, engine: str, rng: Any) -> None:
        # How NumPy writes these down is not the same in all its versions.
        with pytest.raises(TypeError, match=f"^{KINDS}") as raised:
            play(BICYCLE, "A 2", "K 3", rng=rng, engine=engine)
        assert len(str(raised.value)) <= len(KINDS) + 60

    def test_the_hands_are_named_before_the_rng(self, engine: str) -> None:
        check_refused(ValueError, "expected 2 hands, got 1", engine, BICYCLE, "A", rng=-1)
        check_refused(ValueError, "hand 2, position 1: unknown card 'X'", engine, BICYCLE, "A", "X", rng=-1)


class TestNothingChanges:
    """What was given is as it was, whether the game is played or refused."""

    @pytest.mark.parametrize(
        ("rules", "hands", "rest"),
        [
            (BICYCLE, ("A",), ()),
            (BICYCLE, ("A", "X"), ()),
            (BICYCLE, ("A", "-"), ()),
            (BICYCLE, ("A", "K"), "X"),
            (BICYCLE, ("A", "K"), "-"),
            (ENDLESS, ("A", []), ()),
            (ENDLESS, ("A", "K"), "2 -"),
            (War(), ("A", "K"), ()),
            (Combat(), ("A", "A"), ()),
        ],
    )
    def test_a_refused_game_takes_nothing_from_a_generator(
        self, engine: str, rules: Any, hands: Any, rest: Any
    ) -> None:
        generator = np.random.default_rng(1)
        for call in (play, trace):
            with pytest.raises(ValueError, match=r"expected|unknown"):
                call(rules, *hands, rest=rest, rng=generator, engine=engine)
        assert generator.bit_generator.state == np.random.default_rng(1).bit_generator.state

    @pytest.mark.parametrize("name", RANDOM)
    @pytest.mark.parametrize("rng", [3, -3, None, "3"])
    def test_hands_and_rest(self, engine: str, name: str, rng: Any) -> None:
        hands, rest = [[14, 9, 9, 3], ["KS", "9H", "9D", "2C"]], np.array([7, 8])
        before = copy.deepcopy((hands, rest.tolist()))
        for call in (play, lambda *given, **options: list(trace(*given, **options))):
            if rng == 3:
                call(RANDOM[name], *hands, rest=rest, rng=rng, engine=engine)
            else:
                with pytest.raises((TypeError, ValueError)):
                    call(RANDOM[name], *hands, rest=rest, rng=rng, engine=engine)
        assert (hands, rest.tolist()) == before


class TestHands:
    """How many hands, and which of them may be empty."""

    @pytest.mark.parametrize(
        "kind", [lambda players: War.bicycle(players=players), lambda players: EndlessWar(players, max_rounds=2)]
    )
    @pytest.mark.parametrize(("players", "count"), [(2, 0), (2, 1), (2, 3), (3, 2), (16, 15), (16, 17)])
    def test_another_number_of_hands_than_players(self, engine: str, kind: Any, players: int, count: int) -> None:
        text = f"expected {players} hands, got {count}"
        check_refused(ValueError, text, engine, kind(players), *["A K"] * count, rng=1)

    @pytest.mark.parametrize("seat", [1, 2, 3])
    @pytest.mark.parametrize("rest", [(), "A K Q"])
    def test_an_empty_hand_in_endless_war(self, engine: str, seat: int, rest: Any) -> None:
        hands: list[Any] = [[14, 2], [13, 3], [12, 4]]
        hands[seat - 1] = []
        text = f"hand {seat}: expected at least one card in EndlessWar, got none"
        check_refused(ValueError, text, engine, EndlessWar(3, max_rounds=2), *hands, rest=rest, rng=1)

    def test_an_empty_hand_in_war(self, engine: str) -> None:
        outcome = play(BICYCLE, [], "A K", rest="2 3", rng=1, engine=engine)
        assert (outcome.winner, outcome.ending, outcome.rounds) == (2, Ending.WIN, 0)
        assert outcome.out_of_play == (2, 3)
        outcome = play(BICYCLE, [], [], rest="2 3", rng=1, engine=engine)
        assert (outcome.ending, outcome.out_of_play) == (Ending.DRAW, (2, 3))

    @pytest.mark.parametrize("rules", [BICYCLE, ENDLESS])
    def test_a_dash_is_no_card(self, engine: str, rules: Any) -> None:
        name = type(rules).__name__
        text = f"hand 2, position 2: expected a card with a rank in {name}, got '-'"
        check_refused(ValueError, text, engine, rules, "A K", "Q -", rng=1)


class TestRest:
    """The cards that were not dealt."""

    @pytest.mark.parametrize("name", ["Camicia", "Combat", "RecursiveCombat"])
    @pytest.mark.parametrize("rest", ["A", [14], ("A", "K"), np.array([5])])
    def test_a_rest_where_all_cards_are_dealt(self, engine: str, name: str, rest: Any) -> None:
        for call in (play, trace):
            with pytest.raises(ValueError, match=f"^expected no rest in {name}\\b"):
                call(CERTAIN[name], "2 3", "4 5", rest=rest, engine=engine)

    @pytest.mark.parametrize("name", CERTAIN)
    @pytest.mark.parametrize("rest", [(), [], np.array([], dtype=int)])
    def test_no_rest_is_a_rest(self, engine: str, name: str, rest: Any) -> None:
        assert play(CERTAIN[name], "2 3", "4 5", rest=rest, engine=engine).out_of_play == ()

    @pytest.mark.parametrize("rules", [War(), BICYCLE, ENDLESS])
    @pytest.mark.parametrize(
        ("rest", "kind", "text"),
        [
            ("-", ValueError, "rest, position 1: expected a card with a rank in {name}, got '-'"),
            (["A", "-"], ValueError, "rest, position 2: expected a card with a rank in {name}, got '-'"),
            ("A Z", ValueError, "rest, position 2: unknown card 'Z'"),
            ("", ValueError, "rest: expected cards, got ''"),
            ([3, -1], ValueError, "rest, position 2: expected a rank of at least 0, got -1"),
            (["A K"], ValueError, "rest, position 1: expected one card, got 'A K'"),
            (np.array([[1]]), ValueError, "rest: expected an array of one dimension, got shape (1, 1)"),
            (None, TypeError, "rest: expected text or a sequence of cards, got NoneType None"),
            (5, TypeError, "rest: expected text or a sequence of cards, got int 5"),
            (b"A", TypeError, "rest: expected text or a sequence of cards, got bytes b'A'"),
            ({3}, TypeError, "rest: expected cards in order, got set {{3}}"),
            ([1.5], TypeError, "rest, position 1: expected a rank or the text of a card, got float 1.5"),
            ([9, True], TypeError, "rest, position 2: expected a rank or the text of a card, got bool True"),
        ],
    )
    def test_a_bad_rest(self, engine: str, rules: Any, rest: Any, kind: Any, text: str) -> None:
        options = {"rng": 1} if rules.is_random else {}
        check_refused(kind, text.format(name=type(rules).__name__), engine, rules, "2 3", "4 5", rest=rest, **options)

    def test_every_notation(self, engine: str) -> None:
        hands, written = ([2, 14], [3, 13]), ["A 10 2 1000", ["AS", "10", 2, "1000"], [14, 10, 2, 1000]]
        for rules in (War(), BICYCLE, ENDLESS):
            rng = 1 if rules.is_random else None
            outcomes = [play(rules, *hands, rest=rest, rng=rng, engine=engine) for rest in written]
            outcomes.append(play(rules, *hands, rest=iter(written[2]), rng=rng, engine=engine))
            assert outcomes[0] == outcomes[1] == outcomes[2] == outcomes[3]
            if rules is not ENDLESS:
                assert outcomes[0].out_of_play == (14, 10, 2, 1000)


class TestRules:
    """The fields of Endless War, and those of War that chance came with."""

    def test_endless_war_needs_an_end(self) -> None:
        for given in ((), (3,), (3, 1), (2, 0, 100)):
            with pytest.raises(TypeError, match="max_rounds"):
                EndlessWar(*given)

    @pytest.mark.parametrize(
        ("fields", "kind", "text"),
        [
            ({"players": 1}, ValueError, "EndlessWar: expected players from 2 to 16, got 1"),
            ({"players": 17}, ValueError, "EndlessWar: expected players from 2 to 16, got 17"),
            ({"players": 2.0}, TypeError, "expected an integer for EndlessWar(players=…), got 2.0"),
            ({"face_down": -1}, ValueError, "EndlessWar: expected face_down from 0 to 1000, got -1"),
            ({"face_down": "1"}, TypeError, "expected an integer for EndlessWar(face_down=…), got '1'"),
            ({"max_rounds": -1}, ValueError, f"EndlessWar: expected max_rounds from 0 to {2**63 - 1}, got -1"),
            ({"max_rounds": 2**63}, ValueError, f"EndlessWar: expected max_rounds from 0 to {2**63 - 1}, got {2**63}"),
            ({"max_rounds": None}, TypeError, "expected an integer for EndlessWar(max_rounds=…), got None"),
            ({"max_rounds": 1e6}, TypeError, "expected an integer for EndlessWar(max_rounds=…), got 1000000.0"),
            ({"max_rounds": True}, TypeError, "expected an integer for EndlessWar(max_rounds=…), got True"),
            ({"pack": "52"}, TypeError, "EndlessWar: expected pack to be a Pack, got '52'"),
        ],
    )
    def test_endless_war_refuses(self, fields: Any, kind: Any, text: str) -> None:
        with pytest.raises(kind, match=f"^{re.escape(text)}$"):
            EndlessWar(**{"max_rounds": 3, **fields})
        with pytest.raises(kind, match=f"^{re.escape(text)}$"):
            dataclasses.replace(ENDLESS, **fields)

    @pytest.mark.parametrize("name", ["pickup", "short", "refill", "tie", "rng"])
    def test_endless_war_has_no_such_field(self, name: str) -> None:
        with pytest.raises(TypeError, match=name):
            EndlessWar(max_rounds=3, **{name: "random"})

    @pytest.mark.parametrize(
        ("fields", "text"),
        [
            ({"players": 1}, "War: expected players from 2 to 16, got 1"),
            ({"players": 17}, "War: expected players from 2 to 16, got 17"),
            ({"face_down": -1}, f"War: expected face_down from 0 to {2**31 - 1}, got -1"),
            ({"refill": "shuffled"}, "War: expected refill to be one of None, 'shuffle', got 'shuffled'"),
            ({"refill": True}, "War: expected refill to be one of None, 'shuffle', got True"),
            ({"tie": "coin"}, "War: expected tie to be one of 'war', 'random', got 'coin'"),
            ({"tie": None}, "War: expected tie to be one of 'war', 'random', got None"),
        ],
    )
    def test_war_refuses(self, fields: Any, text: str) -> None:
        with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
            War(**fields)

    def test_endless_war_is_a_value(self) -> None:
        rules = EndlessWar(players=3, face_down=1, max_rounds=9, pack=Pack.italian())
        same = EndlessWar(3, 1, Pack.italian(), max_rounds=9)
        assert rules == same
        assert hash(rules) == hash(same)
        assert len({rules, same, ENDLESS}) == 2
        assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules
        assert eval(repr(rules), {"EndlessWar": EndlessWar, "Pack": Pack}) == rules
        assert dataclasses.replace(rules, players=2).players == 2
        assert dataclasses.replace(rules, max_rounds=np.int64(7)) == EndlessWar(3, 1, Pack.italian(), max_rounds=7)
        assert rules != War(players=3, face_down=1, max_rounds=9, pack=Pack.italian())
        for name in ("players", "face_down", "max_rounds", "pack"):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(rules, name, 2)
        assert rules == same

    def test_what_is_left_to_chance(self) -> None:
        assert [rules.is_random for rules in RANDOM.values()] == [True] * 4
        assert [rules.is_random for rules in CERTAIN.values()] == [False] * 4

    def test_the_caps_count_from_nothing(self, engine: str) -> None:
        outcome = play(EndlessWar(max_rounds=0), "A", "K", rest="2 3", rng=1, engine=engine)
        assert (outcome.ending, outcome.rounds, outcome.cards) == (Ending.LIMIT, 0, 0)
        assert (outcome.hands, outcome.out_of_play) == (((14,), (13,)), (2, 3))
        assert list(trace(EndlessWar(max_rounds=0), "A", "K", rng=1, engine=engine)) == []
        outcome = play(War.bicycle(max_rounds=0), "A", "K", rest="2 3", rng=1, engine=engine)
        assert (outcome.ending, outcome.rounds, outcome.out_of_play) == (Ending.LIMIT, 0, (2, 3))
