"""Run the command ``trickloop`` in a test: through `main`, or as a process."""

import json
import subprocess
from contextlib import AbstractContextManager, redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

import programs
from trickloop.cli import main

RULES = ("war", "endless-war", "combat", "recursive-combat", "camicia")
PRESETS = ("interview", "gameofwar", "csc427", "bicycle", "wikipedia", "winamax", "codegolf", "soldiers", "italian")
# Casella 2024, the first deal that never ends, and Nessler 2022, the longest finite game known.
CASELLA = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"
LONGEST = "---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---"


def run(*words: str) -> tuple[int, str, str]:
    """Run a command and return its exit code and what it wrote."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = main(words)
    return code, out.getvalue(), err.getvalue()


def play_json(*words: str) -> Any:
    """Play with --json and return the last line."""
    code, out, err = run("play", *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out.splitlines()[-1])


def process(*words: str, **options: Any) -> AbstractContextManager[subprocess.Popen[str]]:
    """Start ``python -m trickloop``."""
    return programs.process("-m", "trickloop", *words, **options)
