"""Programs that are run in an interpreter of their own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import trickloop as tl


@contextmanager
def process(*arguments: str, env: dict[str, str] | None = None, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a fresh interpreter that finds the same trickloop, and see to its end."""
    source = str(Path(tl.__file__).parents[1])
    path = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(
        [sys.executable, *arguments],
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options},
        env={**os.environ, "PYTHONPATH": path, **(env or {})},
    ) as started:
        try:
            yield started
        finally:
            started.kill()


def program(text: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start a program."""
    return process("-c", text)


def interrupt(text: str, after: float) -> float:
    """Send Ctrl-C to a program so many seconds after it said that it plays; return how long it took to end by it.

    Where more programs run than there are cores, it had a part of that time alone, and that part is what is returned.
    """
    with program(text) as playing:
        assert playing.stdout.readline() == "playing\n"
        time.sleep(after)
        assert playing.poll() is None, playing.stderr.read()
        sent = time.monotonic()
        playing.send_signal(signal.SIGINT)
        error = playing.communicate(timeout=30)[1]
        took = time.monotonic() - sent
    assert error.splitlines()[-1] == "KeyboardInterrupt"
    running = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0
    return took / max(1, running / (os.cpu_count() or 1))
