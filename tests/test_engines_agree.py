"""Traces against the oracle, and one engine against the other: large games, traces, refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import trickloop as tl
from conftest import needs_core
from games import (
    agree_in_rounds,
    camicia_games,
    distinct_hands,
    examples,
    random_hands,
    war_hands,
    war_terms,
)
from trickloop import _engine


@examples(120)
@given(hands=war_hands(), terms=war_terms)
def test_trace_of_war(engine, hands, terms):
    rules = tl.War(players=len(hands), max_rounds=200, **terms)
    agree_in_rounds(list(tl.trace(rules, *hands, engine=engine)), oracle.war(hands, max_rounds=200, **terms))


@examples(80)
@given(hands=distinct_hands(st.integers(0, 14), low=1))
def test_trace_of_combat(engine, hands):
    agree_in_rounds(list(tl.trace(tl.Combat(), *hands, engine=engine)), oracle.combat(hands))
    rounds = list(tl.trace(tl.RecursiveCombat(), *hands, engine=engine))
    agree_in_rounds(rounds, oracle.recursive_combat(hands))


@examples(80)
@given(game=camicia_games())
def test_trace_of_camicia(engine, game):
    rules, hands, payments = game
    # No payments at all would read as no Camicia; a rank that is in no hand changes nothing.
    expected = oracle.camicia(hands, payments)
    agree_in_rounds(list(tl.trace(rules, *hands, engine=engine)), expected, payments or {-1})


LARGE_GAMES = [
    *((tl.RecursiveCombat(), random_hands(seed, range(1, 51))) for seed in range(9)),
    *((tl.RecursiveCombat(), random_hands(seed, range(1, 51), even=False)) for seed in range(2, 5)),
    *((tl.War.gameofwar(), random_hands(seed, tl.Pack.french())) for seed in range(2, 20)),
    *((tl.War(pickup="as-revealed", short="shorten"), random_hands(seed, tl.Pack.french())) for seed in range(10)),
    *((tl.War.gameofwar(5), random_hands(seed, tl.Pack.french(), 5)) for seed in range(10)),
    *((tl.War(), random_hands(seed, [*range(1, 53)])) for seed in range(10)),
    *((tl.War(max_rounds=500), random_hands(seed, [*range(9, 600, 2), 9, 9])) for seed in range(3)),
    *((tl.Camicia(), random_hands(seed, [0] * 36 + [11, 12, 13, 14] * 4)) for seed in range(40)),
    *((tl.Camicia.italian(), random_hands(seed, [0] * 28 + [11, 12, 13] * 4)) for seed in range(20)),
]


@needs_core
@pytest.mark.parametrize(("rules", "hands"), LARGE_GAMES)
def test_engines_agree_on_large_games(rules, hands):
    outcome = tl.play(rules, *hands, engine="core")
    assert outcome == tl.play(rules, *hands, engine="reference")
    rounds = list(tl.trace(rules, *hands, engine="core"))
    assert rounds == list(tl.trace(rules, *hands, engine="reference"))
    assert len(rounds) == outcome.rounds
    assert [round_.ending for round_ in rounds] == [None] * (len(rounds) - 1) + [outcome.ending]
    assert rounds[-1].sizes == tuple(map(len, outcome.hands))


@needs_core
def test_engines_agree_on_a_loop_of_a_hundred_thousand_rounds():
    hands = random_hands(1, tl.Pack.french())
    outcome = tl.play(tl.War.gameofwar(), *hands, engine="core")
    assert outcome.loop.length > 90_000
    assert outcome == tl.play(tl.War.gameofwar(), *hands, engine="reference")


@needs_core
@examples(100)
@given(hands=war_hands(), terms=war_terms)
def test_engines_trace_the_same_rounds(hands, terms):
    rules = tl.War(players=len(hands), max_rounds=300, **terms)
    assert list(tl.trace(rules, *hands, engine="core")) == list(tl.trace(rules, *hands, engine="reference"))


WRONG = [
    ("War", [[1], [1]], TypeError, "rules.*'War'"),
    (tl.War(), [[1]], ValueError, "expected 2 hands, got 1"),
    (tl.War(players=3), [[1], [2]], ValueError, "expected 3 hands, got 2"),
    (tl.War(), [[1], [2, -3]], ValueError, "hand 2, position 2.*-3"),
    (tl.War(), [[1.5], [2]], TypeError, "hand 1, position 1.*1.5"),
    (tl.War(), [[1], [True]], TypeError, "hand 2, position 1.*True"),
    (tl.War(), [[1], [None]], TypeError, "hand 2, position 1.*None"),
    (tl.War(), [7, [1]], TypeError, "hand 1.*7"),
    (tl.War(), [{1}, [1]], TypeError, "hand 1.*in order"),
    (tl.War(), ["A 2", "A ?"], ValueError, "hand 2, position 2.*'\\?'"),
    (tl.War(), ["A 2", "A -"], ValueError, "hand 2, position 2.*'-'"),
    (tl.War(), ["A", ""], ValueError, "hand 2"),
    (tl.Combat(), [[1, 2], [3, 1]], ValueError, "hand 2, position 2.*distinct"),
    (tl.RecursiveCombat(), [[1, 2, 2], [3]], ValueError, "hand 1, position 3.*distinct"),
    (tl.RecursiveCombat(), [[4], [3, 0]], ValueError, "hand 2, position 2.*at least 1.*0"),
    (tl.Camicia(), [[0, 11], [15]], ValueError, "hand 2, position 1.*15"),
    (tl.Camicia(), [[0, 1], [11]], ValueError, "hand 1, position 2.*1"),
    (tl.Camicia.italian(), ["-J", "--A"], ValueError, "hand 2, position 3.*'A'"),
]


@pytest.mark.parametrize("call", [tl.play, tl.trace])
@pytest.mark.parametrize(("rules", "hands", "error", "words"), WRONG)
def test_bad_input_is_refused(engine, call, rules, hands, error, words):
    with pytest.raises(error, match=words):
        call(rules, *hands, engine=engine)


@needs_core
@pytest.mark.parametrize(("rules", "hands", "error", "words"), WRONG)
def test_engines_refuse_bad_input_in_the_same_words(rules, hands, error, words):
    refusals = []
    for engine in _engine.NAMES:
        with pytest.raises(error, match=words) as refusal:
            tl.play(rules, *hands, engine=engine)
        refusals.append((type(refusal.value), str(refusal.value)))
    assert refusals[0] == refusals[1]
