"""One game of each kind on both engines, and what `play` costs over the bare game."""

import statistics
from typing import Any

import pytest

import trickloop as tl
from timed import GAMES, bare, chance, engines, seconds, time_in_turn

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

# What `play` may take at most, as so many times the bare game with its setting up.
CEILINGS = {"camicia": 5, "war": 2, "combat": 2}


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
    time_in_turn(benchmark, kind, bare(kind, "core"), bare(kind, "reference"), FLOORS[kind])


@pytest.mark.skipif(len(engines()) < 2, reason="the core was not compiled")
@pytest.mark.parametrize("kind", CEILINGS)
def bench_overhead(benchmark: Any, kind: str) -> None:
    """Time `play` on tuples of integers and the bare games in turn, and tell what it adds to one game."""
    games = [(rules, tuple(map(tuple, hands))) for rules, hands in GAMES[kind]]
    core = bare(kind, "core")
    benchmark.group = "play - bare game"

    def play_all() -> int:
        return sum(tl.play(rules, *hands, engine="core").rounds for rules, hands in games)

    if benchmark.disabled:
        assert benchmark(play_all) == core()
        return
    play_all()
    times = [(seconds(play_all), seconds(core)) for _ in range(25)]
    ratio = statistics.median(whole / part for whole, part in times)
    added = statistics.median(whole - part for whole, part in times) / len(games) * 1e6
    benchmark.extra_info.update(ratio=round(ratio, 2), microseconds_added=round(added, 2))
    benchmark.pedantic(play_all, rounds=5)
    print(f"\n{kind}: play() takes {ratio:.2f} times as long as the bare game, {added:.1f} us more")
    assert ratio <= CEILINGS[kind]
