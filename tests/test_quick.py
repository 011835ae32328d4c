"""Hands of small integers are played on a shorter way; nothing tells it from the longer one but the time it takes."""

import copy
import dataclasses
import enum
import pickle
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import trickloop as tl
from conftest import needs_core
from games import (
    COURTS,
    FIELDS,
    camicia_games,
    cut,
    distinct_hands,
    examples,
    random_hands,
    splits,
    war_hands,
    war_terms,
)
from trickloop import _engine, _play
from trickloop._prepare import outcome_of, prepare


class Rank(int):
    """An integer of another type."""


class Court(enum.IntEnum):
    """Court cards as a user may name them."""

    JACK = 11
    QUEEN = 12


class Cards(list[Any]):
    """A list of another type."""


class Fixed(tuple[Any, ...]):
    """A tuple of another type."""

    __slots__ = ()


class Shouted(tl.War):
    """Rules that a user has made his own."""

    @property
    def is_random(self) -> bool:
        raise ArithmeticError("asked")


RULES = [
    tl.War(max_rounds=300),
    tl.War.gameofwar(3, max_rounds=300),
    tl.War.winamax(max_rounds=0),
    tl.Combat(),
    tl.RecursiveCombat(),
    tl.Camicia(),
    tl.Camicia.italian(),
    tl.Camicia(payments={5: 3, 127: 1, 128: 2}),
]

# What may lie in a hand, right or wrong, most of it where one way ends and the other begins.
small = st.integers(0, 15)
odd = st.sampled_from(
    [
        *(0, 1, 2, 126, 127, 128, 129, 254, 255, 256, 2**31, 2**63, 2**64, 10**599, 10**601),
        *(-1, -2, -128, -(2**63), -(10**601)),
        *(True, False, 9.0, float("nan"), None, "9", "A", "-", "AS", "X", b"9", [9]),
        *(Rank(9), Rank(-1), Court.JACK, np.int8(9), np.uint64(12), np.int64(-3), np.float64(9), np.True_),
    ]
)
plain = st.lists(small, max_size=12)
mixed = st.one_of(plain, st.lists(st.one_of(small, small, small, odd), max_size=6))
kinds = st.sampled_from([list, tuple, list, tuple, Cards, Fixed, deque, iter, np.array, set, dict.fromkeys, str, repr])


@st.composite
def any_hands(draw):
    """Draw two or three hands as functions that make them, since an iterator is used up by the first to read it."""
    hands = []
    for _ in range(draw(st.sampled_from([2, 2, 2, 2, 3, 1]))):
        kind, cards = draw(kinds), draw(plain if draw(st.booleans()) else mixed)
        if kind in (set, dict.fromkeys, np.array):
            cards = [card for card in cards if type(card) is int and abs(card) < 2**63]
        hands.append((kind, cards))
    return hands


def slowly(rules: Any, *hands: Any, engine: str) -> tl.Outcome:
    game = prepare(rules, hands, (), None, engine)
    return outcome_of(game, *game.play())


def told(play: Any, rules: Any, hands: Any, engine: str) -> Any:
    """Play and tell the outcome with the type of each part of it, or what was raised."""
    try:
        outcome = play(rules, *hands, engine=engine)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
    return outcome, typed(dataclasses.astuple(outcome))


def typed(value: Any) -> Any:
    return tuple(map(typed, value)) if type(value) is tuple else (type(value), value)


@examples(1500)
@given(rules=st.sampled_from(RULES), hands=any_hands())
def test_any_hands(engine: str, rules: Any, hands: Any) -> None:
    quick, slow = (told(play, rules, [kind(cards) for kind, cards in hands], engine) for play in (tl.play, slowly))
    assert quick == slow


@examples(150)
@given(hands=war_hands(), terms=war_terms, kind=st.sampled_from([list, tuple]), limit=st.sampled_from([0, 1, 5, 300]))
def test_war(engine: str, hands: Any, terms: Any, kind: Any, limit: int) -> None:
    rules, hands = tl.War(players=len(hands), max_rounds=limit, **terms), list(map(kind, hands))
    assert told(tl.play, rules, hands, engine) == told(slowly, rules, hands, engine)


@examples(150)
@given(hands=distinct_hands(st.integers(0, 14), 0))
def test_combat(engine: str, hands: Any) -> None:
    assert told(tl.play, tl.Combat(), hands, engine) == told(slowly, tl.Combat(), hands, engine)


@examples(150)
@given(game=camicia_games())
def test_camicia(engine: str, game: Any) -> None:
    rules, hands, _ = game
    assert told(tl.play, rules, hands, engine) == told(slowly, rules, hands, engine)


@needs_core
@examples(300)
@given(
    hands=st.one_of(
        splits(range(2, 40), 2),
        any_hands().map(lambda hands: [kind(cards) for kind, cards in hands if kind is not iter]),
    ),
    seats=st.integers(1, 3),
    codes=st.sampled_from([bytes(range(128)), b"", bytes([0, 255, 1, 2, 3]), b"\xff" * 256, bytes(range(256))]),
    distinct=st.booleans(),
)
def test_engines_read_the_same(hands: Any, seats: int, codes: bytes, distinct: bool) -> None:
    core, reference = (
        _engine.load(name).quick.codes_of(tuple(hands), seats, codes, distinct) for name in _engine.NAMES
    )
    assert core == reference


@needs_core
def test_ranks_that_do_not_go_with_the_game() -> None:
    quick = _engine.load("core").quick
    with pytest.raises(IndexError, match="expected a rank for each card"):
        quick.play_camicia(([1], [1]), bytes([0, 1]), [0, 1], (0,))
    with pytest.raises(TypeError, match="expected a game, got None"):
        quick.outcome_of(None, tl.Ending.WIN, None, None, ())


class TestWhichWay:
    """What is played on the shorter way, so that the tests above say something about it."""

    HANDS = [5, 3], [4, 9]

    @pytest.fixture
    def ways(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
        """List the hands of the games that were played on the longer way."""
        longer: list[Any] = []
        monkeypatch.setattr(_play, "prepare", lambda *given: longer.append(given) or prepare(*given))
        return longer

    @pytest.mark.parametrize("rules", [tl.War(), tl.War.gameofwar(), tl.Combat(), tl.Camicia(), tl.Camicia.italian()])
    def test_the_shorter(self, engine: str, ways: list[Any], rules: Any) -> None:
        one, two = self.HANDS
        for hands in (one, two), (tuple(one), two), (tuple(one), tuple(two)), ([], one), ((), ()):
            tl.play(rules, *hands, engine=engine)
        tl.play(tl.War(max_rounds=0), [0, 127], [126] * 1000, engine=engine)
        tl.play(tl.War(players=16), *[[9]] * 15, (), engine=engine)
        assert ways == []

    @pytest.mark.parametrize(
        "hand",
        [
            *("5 3", ["5", "3"], [5, "3"], [5, 128], [Rank(5), 3], [5, Court.JACK], Cards([5, 3]), Fixed([5, 3])),
            *(deque([5, 3]), np.array([5, 3]), [np.int64(5), 3], range(2, 4)),
        ],
    )
    def test_the_longer(self, engine: str, ways: list[Any], hand: Any) -> None:
        for hands in (hand, [4, 9]), ([4, 9], hand):
            tl.play(tl.War(), *hands, engine=engine)
        assert len(ways) == 2

    def test_the_longer_where_there_is_more_than_hands(self, engine: str, ways: list[Any]) -> None:
        tl.play(tl.War(), *self.HANDS, rest=[7], engine=engine)
        tl.play(tl.War.bicycle(), *self.HANDS, rng=1, engine=engine)
        tl.play(tl.EndlessWar(max_rounds=3), *self.HANDS, rng=1, engine=engine)
        tl.play(tl.RecursiveCombat(), *self.HANDS, engine=engine)
        assert len(ways) == 4

    def test_long_hands(self, engine: str, ways: list[Any]) -> None:
        for size in 2**16, 2**16 + 1:
            assert tl.play(tl.War(), [7] * size, (), engine=engine).hands == ((7,) * size, ())
        assert len(ways) == 1

    def test_rules_of_a_subclass(self, engine: str, ways: list[Any]) -> None:
        with pytest.raises(ArithmeticError, match="asked"):
            tl.play(Shouted(), *self.HANDS, engine=engine)
        assert len(ways) == 1


def test_an_iterator_behind_a_list_is_read_once(engine: str) -> None:
    cards = iter([13, 8])
    assert tl.play(tl.War(), [14, 9], cards, engine=engine).winner == 1
    assert list(cards) == []


def test_a_refused_hand_behind_a_list_leaves_the_iterator(engine: str) -> None:
    cards = iter([13, 8])
    with pytest.raises(ValueError, match="hand 1, position 2: expected a rank of at least 0, got -1"):
        tl.play(tl.War(), [14, -1], cards, engine=engine)
    assert list(cards) == [13, 8]


@pytest.mark.parametrize("rules", RULES)
def test_rules_that_were_played_by_are_as_before(engine: str, rules: Any) -> None:
    fresh = copy.deepcopy(rules)
    before = pickle.dumps(fresh), repr(fresh), hash(fresh)
    hands = random_hands(1, range(2, 11), rules.players)
    first = tl.play(fresh, *hands, engine=engine)
    assert (pickle.dumps(fresh), repr(fresh), hash(fresh)) == before
    for twin in pickle.loads(pickle.dumps(fresh)), copy.copy(fresh), dataclasses.replace(fresh):
        assert twin == fresh == rules
        assert tl.play(twin, *hands, engine=engine) == first


class TestOutcome:
    """An outcome is the same dataclass, whoever filled it in."""

    GAMES = (
        (tl.War(), cut([9, 3, 14, 7, 8, 14], 3)),
        (tl.War.gameofwar(3), random_hands(2, [2, 3, 4, 5] * 3, 3)),
        (tl.Combat(), random_hands(4, range(1, 8))),
        (tl.Camicia(), random_hands(3, [0] * 10 + list(COURTS))),
    )

    @pytest.fixture(params=GAMES)
    def outcome(self, request: pytest.FixtureRequest, engine: str) -> tl.Outcome:
        rules, hands = request.param
        return tl.play(rules, *hands, engine=engine)

    @pytest.fixture
    def made(self, outcome: tl.Outcome) -> tl.Outcome:
        """Make the same outcome by its constructor."""
        return tl.Outcome(**{name: getattr(outcome, name) for name in FIELDS})

    def test_it_is_one_and_the_same(self, outcome: tl.Outcome, made: tl.Outcome) -> None:
        assert type(outcome) is tl.Outcome
        assert outcome == made
        assert (hash(outcome), repr(outcome), str(outcome)) == (hash(made), repr(made), str(made))
        assert dataclasses.asdict(outcome) == dataclasses.asdict(made)
        assert (outcome.to_dict(), outcome.score) == (made.to_dict(), made.score)
        assert len({outcome, made}) == 1

    @pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
    def test_pickles(self, outcome: tl.Outcome, made: tl.Outcome, protocol: int) -> None:
        try:
            expected = pickle.loads(pickle.dumps(made, protocol))
        except TypeError:
            with pytest.raises(TypeError):
                pickle.dumps(outcome, protocol)
            return
        assert pickle.loads(pickle.dumps(outcome, protocol)) == expected == outcome

    def test_copies(self, outcome: tl.Outcome) -> None:
        assert copy.copy(outcome) == copy.deepcopy(outcome) == dataclasses.replace(outcome) == outcome
        assert dataclasses.replace(outcome, rounds=-1).rounds == -1

    @pytest.mark.parametrize("name", FIELDS)
    def test_it_is_frozen(self, outcome: tl.Outcome, name: str) -> None:
        before = dataclasses.astuple(outcome)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(outcome, name, None)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(outcome, name)
        assert dataclasses.astuple(outcome) == before
