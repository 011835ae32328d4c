"""Both engines for every test that asks for `engine`, and the folder of published cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from trickloop import _engine

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"


def has_core() -> bool:
    try:
        _engine.load("core")
    except _engine.CoreAbsentError:
        return False
    return True


@pytest.fixture(params=["core", "reference"])
def engine(request: pytest.FixtureRequest) -> str:
    """Run a test once on each engine that is installed."""
    if request.param == "core" and not has_core():
        pytest.skip("the core was not compiled")
    return request.param


@pytest.fixture(scope="session")
def cases() -> "Any":
    """Return a function that opens a file of published cases, which lie beside the checkout and not in it."""

    def load(name: str) -> Any:
        path = CASES / name
        if not path.exists():
            pytest.skip(f"no published cases at {path}")
        return json.loads(path.read_text()) if path.suffix == ".json" else path.read_text()

    return load
