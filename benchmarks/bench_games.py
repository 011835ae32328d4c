"""One game of each kind on both engines, and what `play` costs over the bare game."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

import trickloop as tl
from timed import GAMES, bare, chance, engines

# What the core has to reach over the reference on the same games in the same process.
FLOORS = {
    "war": 50,
    "war-seat-order": 50,
    "war-4-players": 50,
    "war-won-piles": 50,
    "endless-war": 50,
    "camicia": 50,
    "camicia-longest": 50,
    "combat": 50,
    "recursive-combat": 500,
}


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("kind", GAMES)
def bench_games(benchmark: Any, kind: str, engine: str) -> None:
    benchmark.group = kind
    assert benchmark(bare(kind, engine)) > 0


@pytest.mark.parametrize("kind", GAMES)
def bench_play(benchmark: Any, kind: str) -> None:
    benchmark.group = f"{kind}, with play()"
    games = [(rules, tuple(map(tuple, hands)), chance(rules)) for rules, hands in GAMES[kind]]
    assert benchmark(lambda: sum(tl.play(rules, *hands, rng=rng).rounds for rules, hands, rng in games)) > 0


@pytest.mark.skipif(len(engines()) < 2, reason="the core was not compiled")
@pytest.mark.parametrize("kind", GAMES)
def bench_ratio(benchmark: Any, kind: str) -> None:
    """Time the two engines in turn, so that a change of the machine's speed meets both."""
    core, reference = bare(kind, "core"), bare(kind, "reference")
    benchmark.group = f"{kind}, reference / core"
    if benchmark.disabled:
        assert benchmark(core) == reference()
        return
    ratios = [seconds(reference) / seconds(core) for _ in range(5)]
    benchmark.extra_info["ratio"] = round(statistics.median(ratios), 1)
    benchmark.pedantic(core, rounds=5)
    print(f"\n{kind}: the core is {statistics.median(ratios):.0f} times as fast as the reference")
    assert statistics.median(ratios) >= FLOORS[kind]


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
