"""Compile ``baseline.c`` with the compiler of this machine, and play rows of cards with it."""

import ctypes
import os
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

MOST_ROUNDS = 10**6
RATE = 500_000
"""Games of Camicia a second that the baseline plays on the core that figures are scaled to."""


@cache
def library() -> ctypes.CDLL:
    """Compile the plain program, once; skip where there is no compiler."""
    named = shlex.split(os.environ.get("CC", ""))
    compiler = named or [name for name in ("cc", "gcc", "clang") if shutil.which(name)][:1]
    if not compiler:
        pytest.skip("no C compiler: neither $CC nor cc, gcc or clang")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "baseline.so")
        source = Path(__file__).with_name("baseline.c")
        subprocess.run([*compiler, "-O3", "-shared", "-fPIC", "-o", path, source], check=True)
        loaded = ctypes.CDLL(str(path))
    number, count, cells = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p
    loaded.baseline_camicia.argtypes = cells, count, number, number, count, cells
    loaded.baseline_war.argtypes = cells, count, number, number, number, count, cells
    for function in (loaded.baseline_camicia, loaded.baseline_war):
        function.restype = count
    return loaded


def camicia(rows: Any) -> tuple[Any, int]:
    """Return the tricks of each game, and the cards of all; a card is what it demands."""
    rounds = np.empty(len(rows), np.int64)
    half = rows.shape[1] // 2
    play = library().baseline_camicia
    cards = play(rows.ctypes.data, len(rows), half, half, MOST_ROUNDS, rounds.ctypes.data)
    return rounds, cards


def war(rows: Any) -> tuple[Any, int]:
    """Return the rounds of each game by the interview rules, and the cards of all."""
    rounds = np.empty(len(rows), np.int64)
    half = rows.shape[1] // 2
    play = library().baseline_war
    cards = play(rows.ctypes.data, len(rows), half, half, 2, MOST_ROUNDS, rounds.ctypes.data)
    return rounds, cards
