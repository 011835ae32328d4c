"""The two searches of `trickloop.loops.grow`, changes of a loop and weaving, on both engines."""

from collections.abc import Callable
from typing import Any

import pytest

from timed import engines, time_in_turn
from trickloop import _engine
from trickloop._reference.weave import Plan

# The loop of 20 tricks of the Italian pack, which this plan leads to.
STATE = tuple(tuple(map(int, hand)) for hand in ("000002020210000000003010", "0301002030300010"))
COUNTS, PAYMENTS = [28, 4, 4, 4], [0, 1, 2, 3]
PLAN = Plan(True, ((0, 0), (-3, 1)), ((0, 1, 0), (0, 1, 0)), 10, 4)
TRIES = 500
# What the core has to reach over the reference on the same search in the same process.
FLOORS = {"change": 50, "weave": 200}


def search(kind: str, engine: str) -> Callable[[], int]:
    """Return a call that searches, and returns how many games were played or cards laid."""
    parts = _engine.load(engine)
    if kind == "weave":
        return lambda: int(parts.weave.weave(COUNTS, PAYMENTS, PLAN, 1 << 16)[1])
    return lambda: sum(parts.walk.explore(STATE, PAYMENTS, [2, 2, 2, 2], 300, TRIES, 1)[1])


@pytest.mark.parametrize("engine", engines())
@pytest.mark.parametrize("kind", FLOORS)
def bench_grow(benchmark: Any, kind: str, engine: str) -> None:
    benchmark.group = kind
    assert benchmark(search(kind, engine)) > 0


@pytest.mark.skipif(len(engines()) < 2, reason="the core was not compiled")
@pytest.mark.parametrize("kind", FLOORS)
def bench_grow_ratio(benchmark: Any, kind: str) -> None:
    time_in_turn(benchmark, kind, search(kind, "core"), search(kind, "reference"), FLOORS[kind])
