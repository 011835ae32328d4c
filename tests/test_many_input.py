"""What `simulate` and `summarize` refuse, before anything is played."""

import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import trickloop as tl

DEALS = [[14, 9, 3, 4], [2, 2, 3, 3]]
WHERE = "deals, row {}, column {} (both counted from 0): expected "

WRONG = [
    ("War", {"games": 1}, TypeError, "expected the rules of a game, got 'War'"),
    (tl.War(), {}, ValueError, "expected deals or games, got neither"),
    (tl.War(), {"deals": DEALS, "games": 2}, ValueError, "expected deals or games, got both (games=2)"),
    (tl.War(), {"games": -1}, ValueError, "expected games from 0 to 9223372036854775807, got -1"),
    (tl.War(), {"games": 1.5}, ValueError, "expected a whole number for games, got 1.5"),
    (tl.War(), {"games": True}, TypeError, "expected an integer for games, got True"),
    (tl.War(), {"games": "9"}, TypeError, "expected an integer for games, got '9'"),
    (tl.War(), {"games": 1, "workers": 0}, ValueError, "expected workers to be at least 1, or -1 for all cores, got 0"),
    (
        tl.War(),
        {"games": 1, "workers": -2},
        ValueError,
        "expected workers to be at least 1, or -1 for all cores, got -2",
    ),
    (tl.War(), {"games": 1, "workers": 2.5}, TypeError, "expected an integer for workers, got 2.5"),
    (tl.War(), {"games": 1, "start": -1}, ValueError, "expected start from 0 to 9223372036854775807, got -1"),
    (tl.War(), {"games": 1, "rng": -1}, ValueError, "expected rng to be at least 0, got -1"),
    (tl.War(), {"games": 1, "rng": 1.5}, TypeError, "expected rng to be an integer, SeedSequence, .*, got 1.5"),
    (tl.War(), {"games": 1, "progress": 3}, TypeError, "expected progress to be True, False or a function .*, got 3"),
    (
        tl.War(),
        {"games": 1, "engine": "fast"},
        ValueError,
        "expected engine to be 'core', 'reference' or None, got 'fast'",
    ),
    (
        tl.War(),
        {"games": 1, "executor": 4},
        TypeError,
        "expected executor to be an executor of concurrent.futures, got 4",
    ),
    (tl.War(), {"games": 1, "executor": ThreadPoolExecutor}, TypeError, "expected executor to be an executor of .*"),
    (tl.War(), {"games": 1, "sizes": (26,)}, ValueError, "expected 2 sizes, got 1"),
    (tl.War(), {"games": 1, "sizes": (26, 27)}, ValueError, "expected sizes that add up to at most 52 cards, got 53"),
    (tl.War(), {"games": 1, "sizes": (-1, 27)}, ValueError, "expected sizes of at least 0, got -1"),
    (tl.War(), {"games": 1, "sizes": (1.0, 2)}, TypeError, "expected an integer for each of the sizes, got 1.0"),
    (tl.War(), {"games": 1, "sizes": "26"}, TypeError, "expected sizes as one number of cards a seat, got '26'"),
    (tl.War(), {"games": 1, "sizes": 26}, TypeError, "expected sizes as one number of cards a seat, got 26"),
    (tl.Camicia(), {"games": 1, "sizes": (26, 25)}, ValueError, "expected sizes that add up to 52 cards, got 51"),
    (
        tl.EndlessWar(max_rounds=5),
        {"games": 1, "sizes": (0, 5)},
        ValueError,
        "expected at least one card in each hand in EndlessWar, got sizes (0, 5)",
    ),
    (tl.Combat(tl.Pack("2J")), {"games": 1}, ValueError, "expected distinct cards in the pack of Combat, got 2 of J"),
    (
        tl.RecursiveCombat(tl.Pack([0, 3])),
        {"games": 1},
        ValueError,
        "expected values of at least 1 in the pack of RecursiveCombat, got 0",
    ),
]
WRONG_DEALS = [
    (tl.War(), [5, 6], {}, ValueError, "expected deals of shape (games, cards), got (2,)"),
    (tl.War(), [], {}, ValueError, "expected deals of shape (games, cards), got (0,)"),
    (tl.War(), np.zeros((2, 2, 2), int), {}, ValueError, "expected deals of shape (games, cards), got (2, 2, 2)"),
    (tl.War(), [[1, 2], [3]], {}, ValueError, "expected rows of as many cards each, got 2 in row 0 and 1 in row 1 .*"),
    (tl.War(), "A 9", {}, TypeError, "expected deals as an array of integers, got 'A 9'"),
    (tl.War(), [["A", "9"]], {}, TypeError, "expected deals as an array of integers, got <U1"),
    (tl.War(), [[1.0, 2.0]], {}, TypeError, "expected deals as an array of integers, got float64"),
    (tl.War(), [[True, False]], {}, TypeError, "expected deals as an array of integers, got bool"),
    (
        tl.War(),
        np.ma.masked_equal([[1, 2]], 2),
        {},
        TypeError,
        "expected deals as an array of integers, got a masked array",
    ),
    (tl.War(), [[10**30, None]], {}, TypeError, WHERE.format(0, 1) + "an integer, got None"),
    (tl.War(), [[3, 4], [10**30, True]], {}, TypeError, WHERE.format(1, 1) + "an integer, got True"),
    (tl.War(), [[3, 4], [5, -1]], {}, ValueError, WHERE.format(1, 1) + "a rank of at least 0, got -1"),
    (
        tl.War(),
        [[10**30, 4], [-(10**30), -1]],
        {},
        ValueError,
        WHERE.format(1, 0) + f"a rank of at least 0, got -1{'0' * 30}",
    ),
    (tl.War(), DEALS, {"sizes": (2, 3)}, ValueError, "expected sizes that add up to at most 4 cards, got 5"),
    (tl.War(), DEALS, {"start": 5}, ValueError, "expected no start with deals that are given, got 5"),
    (tl.War(), DEALS, {"rng": 5}, ValueError, "expected no rng, as nothing is random in War, got 5"),
    (tl.War.bicycle(), DEALS, {"rng": -5}, ValueError, "expected rng to be at least 0, got -5"),
    (tl.Camicia(), DEALS, {"sizes": (2, 1)}, ValueError, "expected sizes that add up to 4 cards, got 3"),
    (tl.Camicia(), [[0, 11], [15, 0]], {}, ValueError, WHERE.format(1, 0) + "'-', 2, .*, Q, K or A, got 15"),
    (tl.Camicia(), [[0, 11], [0, 70_000]], {}, ValueError, WHERE.format(1, 1) + "'-', 2, .*, Q, K or A, got 70000"),
    (tl.Camicia(), [[0, -1]], {}, ValueError, WHERE.format(0, 1) + "a rank of at least 0, got -1"),
    (
        tl.Combat(),
        [[1, 2, 3], [3, 5, 3]],
        {},
        ValueError,
        WHERE.format(1, 2) + "distinct cards in Combat, got 3 again, .* 0",
    ),
    (
        tl.RecursiveCombat(),
        [[1, 0]],
        {},
        ValueError,
        WHERE.format(0, 1) + "a value of at least 1 in RecursiveCombat, got 0",
    ),
    (
        tl.RecursiveCombat(),
        [[1, 2], [9, 9]],
        {},
        ValueError,
        WHERE.format(1, 1) + "distinct cards in RecursiveCombat, got 9 again, after column 0",
    ),
    (tl.EndlessWar(max_rounds=3), [[4]], {}, ValueError, "expected at least one card in each hand in EndlessWar, .*"),
]


def pattern(message: str) -> str:
    return "^" + re.escape(message).replace(r"\.\*", ".*") + "$"


@pytest.mark.parametrize(("rules", "options", "kind", "message"), WRONG)
def test_simulate_refuses(rules, options, kind, message, engine):
    with pytest.raises(kind, match=pattern(message)) as raised:
        tl.simulate(rules, **{"engine": engine, **options})
    assert type(raised.value) is kind


@pytest.mark.parametrize(
    ("rules", "options", "kind", "message"), [case for case in WRONG if "games" in case[1] and "deals" not in case[1]]
)
def test_summarize_refuses_the_same(rules, options, kind, message):
    with pytest.raises(kind, match=pattern(message)):
        tl.summarize(rules, **options)


@pytest.mark.parametrize("longest", [-1, 1.5, "3", None])
def test_a_wrong_number_of_longest_games(longest):
    with pytest.raises((TypeError, ValueError), match=r"for longest|longest from 0"):
        tl.summarize(tl.War(), 1, longest=longest)


@pytest.mark.parametrize(("rules", "deals", "options", "kind", "message"), WRONG_DEALS)
def test_wrong_deals_are_refused(rules, deals, options, kind, message, engine):
    with pytest.raises(kind, match=pattern(message)) as raised:
        tl.simulate(rules, deals, engine=engine, **options)
    assert type(raised.value) is kind


def test_a_bad_card_far_down_is_named():
    deals = np.full((30_000, 52), 3, np.uint8)
    deals[20_001, 51] = 200
    with pytest.raises(ValueError, match=r"row 20001, column 51 .*, got 200"):
        tl.simulate(tl.Camicia(), deals)
    deals = np.tile(np.arange(52), (30_000, 1))
    deals[20_001, 51] = 7
    with pytest.raises(ValueError, match=r"row 20001, column 51 .* got 7 again, after column 7"):
        tl.simulate(tl.Combat(), deals)


def test_a_generator_is_not_advanced_where_something_is_refused():
    generator, other = np.random.default_rng(3), np.random.default_rng(3)
    for options in ({"games": -1}, {"games": 1, "sizes": (1,)}, {"games": 1, "workers": 0}, {"deals": [[1, -1]]}):
        with pytest.raises(ValueError, match="expected"):
            tl.simulate(tl.War.bicycle(), rng=generator, **options)
    assert generator.random() == other.random()
