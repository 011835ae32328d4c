"""The deals that are timed, the same in every run, and each as the engines take it."""

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import trickloop as tl
from trickloop import _engine
from trickloop._prepare import prepare

LONGEST_KNOWN = ("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---")
"""The longest finite game of Camicia known: 1164 tricks, 8344 cards (Nessler 2022)."""


def shuffled(cards: list[int], seed: int, seats: int = 2) -> tuple[list[int], ...]:
    random.Random(seed).shuffle(cards)
    size = len(cards) // seats
    return tuple([cards[seat * size : (seat + 1) * size] for seat in range(seats)])


GAMES: dict[str, list[tuple[Any, tuple[Any, ...]]]] = {
    "war": [(tl.War(), shuffled(list(tl.Pack.french()), seed)) for seed in range(20)],
    "war-seat-order": [(tl.War.gameofwar(), shuffled(list(tl.Pack.french()), seed)) for seed in range(5)],
    "war-4-players": [
        (tl.War.gameofwar(4, pickup="random"), shuffled(list(tl.Pack.french()), seed, 4)) for seed in range(5)
    ],
    "war-won-piles": [(tl.War.csc427(), shuffled(list(tl.Pack.french()), seed)) for seed in range(10)],
    "endless-war": [(tl.EndlessWar(max_rounds=10_000), shuffled(list(tl.Pack.french()), 1))],
    "camicia": [(tl.Camicia(), shuffled(list(tl.Camicia().pack), seed)) for seed in range(100)],
    "camicia-longest": [(tl.Camicia(), LONGEST_KNOWN)],
    "combat": [(tl.Combat(), shuffled(list(range(1, 51)), seed)) for seed in range(5)],
    "recursive-combat": [(tl.RecursiveCombat(), shuffled(list(range(1, 51)), seed)) for seed in range(5)],
}


def bare(kind: str, engine: str) -> Callable[[], int]:
    """Return a call that plays all games of a kind on an engine, without what `play` does around it."""
    games = [prepare(rules, hands, (), chance(rules), engine) for rules, hands in GAMES[kind]]
    return lambda: sum(game.play()[0].rounds for game in games)


def chance(rules: Any) -> int | None:
    return 42 if rules.is_random else None


def engines() -> list[str]:
    return ["core", "reference"] if _engine.default.name == "core" else ["reference"]


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def time_in_turn(
    benchmark: Any, kind: str, core: Callable[[], int], reference: Callable[[], int], floor: float
) -> None:
    """Time the two engines in turn, so that a change of the machine's speed meets both, and demand the ratio."""
    benchmark.group = f"{kind}, reference / core"
    if benchmark.disabled:
        assert benchmark(core) == reference()
        return
    ratios = [seconds(reference) / seconds(core) for _ in range(5)]
    benchmark.extra_info["ratio"] = round(statistics.median(ratios), 1)
    benchmark.pedantic(core, rounds=5)
    print(f"\n{kind}: the core is {statistics.median(ratios):.0f} times as fast as the reference")
    assert statistics.median(ratios) >= floor
