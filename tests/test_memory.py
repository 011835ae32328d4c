"""Memory that stays as it is: for any number of games one by one, of batches, and of errors.

With ``TRICKLOOP_MEMORY=1`` there are a million games, a thousand batches and a thousand errors of each kind.
"""

import inspect
import os
from pathlib import Path

import pytest

from conftest import needs_core
from programs import program

pytestmark = [
    needs_core,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc/self/status"),
]

IS_LONG = bool(os.environ.get("TRICKLOOP_MEMORY"))
MOST_KILOBYTES = 1500
"""What the allocators may hold more at the end than at the beginning."""
MOST_BLOCKS = 500
"""The same in blocks of Python's own allocator, of which each object is one at least."""

GAMES = {
    "camicia": "tl.play(tl.Camicia(), LEFT, RIGHT)",
    "camicia that loops": "tl.play(tl.Camicia(), *CASELLA)",
    "camicia on rings": "tl.play(tl.Camicia(payments={14: 5}), [2, 14, 3] * 20, [14, 2] * 20)",
    "war": "tl.play(tl.War(), [14, 9, 3, 4], [13, 9, 7, 2])",
    "war that loops": "tl.play(tl.War(pickup='seat-order', face_down=1), LEFT, RIGHT)",
    "war with chance": "tl.play(tl.War.csc427(max_rounds=50), LEFT, RIGHT, rng=5)",
    "endless war": "tl.play(tl.EndlessWar(max_rounds=20), LEFT, RIGHT, rng=5)",
    "combat": "tl.play(tl.Combat(), [43, 19], [2, 29, 14])",
    "recursive combat": "tl.play(tl.RecursiveCombat(), [9, 2, 6, 3, 1], [5, 8, 4, 7, 10])",
    "rounds left in the middle": "next(tl.trace(tl.Camicia(), LEFT, RIGHT))",
}
QUICK = ("camicia", "war")
BATCHES = {
    "camicia": "tl.simulate(tl.Camicia(), games=100, rng=1)",
    "war": "tl.simulate(tl.War.winamax(), games=20, rng=1)",
    "war with chance": "tl.simulate(tl.War.bicycle(max_rounds=50), games=20, rng=1)",
    "recursive combat": "tl.simulate(tl.RecursiveCombat(tl.Pack.of(1, 9)), games=20, rng=1)",
    "deals": "tl.simulate(tl.Camicia(), ROWS).summary()",
    "threads": "tl.summarize(tl.Camicia(), 200, rng=1, workers=2)",
    "sweep": "tl.sweep(tl.Camicia(tl.Pack('4- J Q')), endless=3)",
    "ancestors": "loops.ancestors(tl.Camicia(), ('---J-', 'Q---'))",
    "survey": "loops.survey(tl.Camicia(tl.Pack('4- 2J Q')))",
    "a saved summary": "tl.Summary.from_json(SAVED)",
}
ERRORS = {
    "a card": "tl.play(tl.War(), 'A X', 'K')",
    "a card among integers": "tl.play(tl.Camicia(), [2, 3, -1], [14])",
    "the hands": "tl.play(tl.War(), 'A')",
    "equal cards": "tl.play(tl.Combat(), [1, 2], [2])",
    "a card of many": "tl.simulate(tl.Camicia(), [[2, 14, 99]])",
    "the sizes": "tl.simulate(tl.War(), games=3, rng=1, sizes=[3])",
    "progress": "tl.simulate(tl.War(), games=300, rng=1, workers=2, progress=3)",
    "what tells of progress": "tl.summarize(tl.War(), 300, rng=1, progress=lambda done, games: 1 / 0)",
    "a loop that is none": "loops.loop_of(tl.Combat(), [1, 2], [3])",
    "too many ancestors": "loops.ancestors(tl.Camicia(), ('---J-', 'Q---'), limit=1)",
    "a summary": "tl.Summary.from_json(SAVED[:-9])",
    "rows of another size": "_engine.load('core').deal.deal_rows([1, 2, 3], BITS, ROWS)",
    "a loop to walk from": "_engine.load('core').walk.explore([[1], [0]], [0, 1], [9, 9], 99, 99, 1)",
}


def grown(call: str, times: int) -> tuple[int, int, int]:
    """Return how many kilobytes and blocks a process has more when it has done something many times.

    The third number is how often it failed to.
    """
    text = """
        import gc, sys
        import numpy as np
        import trickloop as tl
        from trickloop import _engine, loops
        LEFT, RIGHT = [2, 3, 14, 5, 11, 7] * 4, [13, 12, 3, 5, 8, 10] * 4
        CASELLA = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"
        ROWS = np.array([LEFT + RIGHT] * 50, np.int8)
        BITS = np.random.PCG64(1)
        SAVED = tl.summarize(tl.Camicia(), 50, rng=1).to_json()
        def do(times):
            failed = 0
            for _ in range(times):
                try:
                    CALL
                except Exception:
                    failed += 1
            return failed
        def now():
            gc.collect()
            with open("/proc/self/status") as status:
                kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
            return kilobytes, sys.getallocatedblocks()
        do(TIMES // 10 + 20)
        before = now()
        failed = do(TIMES)
        after = now()
        print(after[0] - before[0], after[1] - before[1], failed)
    """
    with program(inspect.cleandoc(text).replace("CALL", call).replace("TIMES", str(times))) as done:
        out, error = done.communicate(timeout=3000)
    assert error == ""
    kilobytes, blocks, failed = map(int, out.split())
    return kilobytes, blocks, failed


def stays(call: str, times: int, fails: bool = False) -> None:
    kilobytes, blocks, failed = grown(call, times)
    assert kilobytes < MOST_KILOBYTES
    assert blocks < MOST_BLOCKS
    assert failed == times * fails


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    stays(GAMES[name], 10**6 if IS_LONG and name in QUICK else 10**5 if IS_LONG else 2000)


@pytest.mark.parametrize("name", BATCHES)
def test_batches(name: str) -> None:
    stays(BATCHES[name], 1000 if IS_LONG else 60)


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name: str) -> None:
    stays(ERRORS[name], 1000, fails=True)


@pytest.mark.parametrize("call", ["LEFT.append(bytearray(1000))", "LEFT.append([])"])
def test_what_is_kept_is_seen(call: str) -> None:
    kilobytes, blocks, _ = grown(call, 2000)
    assert kilobytes > MOST_KILOBYTES or blocks > MOST_BLOCKS
