"""Programs that are run in an interpreter of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import trickloop as tl


@contextmanager
def program(text: str) -> Iterator[subprocess.Popen[str]]:
    """Start a program in a fresh interpreter that finds the same trickloop, and see to its end."""
    source = str(Path(tl.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))}
    with subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    ) as started:
        try:
            yield started
        finally:
            started.kill()
