"""What ``import trickloop`` adds to a bare interpreter, each in a fresh process."""

import subprocess
import sys
from typing import Any

import pytest


@pytest.mark.parametrize("program", ["pass", "import trickloop", "import trickloop; trickloop.ENGINE", "import numpy"])
def bench_import(benchmark: Any, program: str) -> None:
    benchmark.group = "import"
    benchmark.pedantic(subprocess.run, ([sys.executable, "-c", program],), {"check": True}, rounds=10, warmup_rounds=1)
