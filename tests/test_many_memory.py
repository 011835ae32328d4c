"""Memory: flat for any number of games in `summarize` and `sweep`, and as large as its columns in `simulate`."""

import inspect
from itertools import pairwise
from pathlib import Path

import pytest

import trickloop as tl
from conftest import needs_core
from programs import program

pytestmark = [
    needs_core,
    pytest.mark.skipif(
        not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc/self/status"
    ),
]


def peaks(*calls: str) -> list[int]:
    """Return by how many kilobytes each call raised the peak of memory of one process."""
    text = """
        import trickloop as tl
        def peak():
            with open("/proc/self/status") as status:
                return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
        marks = [peak()]
        for call in CALLS:
            eval(call)
            marks.append(peak())
        print(*marks)
    """
    with program(inspect.cleandoc(text).replace("CALLS", repr(calls))) as done:
        out, error = done.communicate(timeout=120)
    assert error == ""
    marks = list(map(int, out.split()))
    assert marks[-1] < 200_000
    return [after - before for before, after in pairwise(marks)]


@pytest.mark.parametrize(
    ("rules", "games"),
    [("tl.Camicia()", 100_000), ("tl.War()", 30_000), ("tl.War.gameofwar(max_rounds=3000)", 3000)],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_summaries_take_no_more_for_more_games(rules: str, games: int, workers: int) -> None:
    call = f"tl.summarize({rules}, {{}}, rng=1, workers={workers})"
    assert peaks(call.format(games), call.format(10 * games))[1] < 8000


@pytest.mark.parametrize("workers", [1, 2])
def test_sweeps_take_no_more_for_more_deals(workers: int) -> None:
    # Two deals in three are endless; what came of all of them would be 7 MB.
    rules = "tl.War(2, 0, 'as-revealed', pack=tl.Pack.of(2, 5))"
    call = f"tl.sweep({rules}, 0, {{}}, endless=500, workers={workers})"
    assert peaks(call.format(11_000), call.format(110_000))[1] < 5000


def test_columns_take_what_they_hold() -> None:
    # Eight columns of 8 bytes and two of 1.
    first, more = peaks("tl.simulate(tl.Camicia(), games=1000)", "tl.simulate(tl.Camicia(), games=200_000)")
    assert first < 60_000
    assert more < 200 * 66 + 5000


def test_a_summary_of_many_games_is_a_small_file() -> None:
    assert len(tl.summarize(tl.Camicia(), 200_000, rng=1).to_json()) < 100_000
