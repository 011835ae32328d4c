"""Both engines for every test that asks for `engine`, all games for `rules`, and the folder of published cases."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from trickloop import _engine

# A shell that runs the tests in the background has them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Some processors are emulated: how long an example takes says nothing.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# What a support module asserts is to be explained as well as what a test does.
pytest.register_assert_rewrite("games", "chance_games", "kernels", "programs", "tables")

from games import GAMES  # noqa: E402

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"

NOT_IN_THREADS = {
    "test_cli": "what a command writes is caught where the whole process writes",
    "test_docs": "doctest catches what the whole process writes",
    "test_grow": "a search is interrupted by a signal to the process",
    "test_kernels": "a kernel is chosen for the whole process",
    "test_many_memory": "memory is measured, of one process at a time",
    "test_memory": "memory is measured, of one process at a time",
    "test_threads": "it starts threads itself, and has the interpreter change between them",
    "test_workers": "threads are counted, and signals come to one of them",
}
"""Files of tests that are not to be run in several threads at once, and why."""


def pytest_configure(config: pytest.Config) -> None:
    # That of pytest-run-parallel, which need not be installed.
    config.addinivalue_line("markers", "thread_unsafe(reason): not to be run in several threads at once")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for start, reason in NOT_IN_THREADS.items():
            if item.path.name.startswith(start):
                item.add_marker(pytest.mark.thread_unsafe(reason=reason))


def has_core() -> bool:
    try:
        _engine.load("core")
    except _engine.CoreAbsentError:
        return False
    return True


needs_core = pytest.mark.skipif(not has_core(), reason="the core was not compiled")
# Several ten thousand games take the reference minutes.
on_the_core = pytest.mark.parametrize("engine", ["core"], indirect=True)


@pytest.fixture(params=["core", "reference"])
def engine(request: pytest.FixtureRequest) -> str:
    """Run a test once on each engine that is installed."""
    if request.param == "core" and not has_core():
        pytest.skip("the core was not compiled")
    return request.param


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Any:
    """Run a test with every game."""
    return GAMES[request.param]


@pytest.fixture(scope="session")
def cases() -> "Any":
    """Return a function that opens a file of published cases, which lie beside the checkout and not in it."""

    def load(name: str) -> Any:
        path = CASES / name
        if not path.exists():
            pytest.skip(f"no published cases at {path}")
        return json.loads(path.read_text()) if path.suffix == ".json" else path.read_text()

    return load
