"""The headers of the core: C11 and nothing else, and the same games by whatever a compiler has."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HEADERS = Path(__file__).parents[1] / "src" / "trickloop" / "_core"
GAMES = Path(__file__).with_name("play_rows.c")
STRICT = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror"]
PORTABLE = "-DTRICKLOOP_PORTABLE"

named = shlex.split(os.environ.get("CC", ""))[:1]
COMPILERS = [name for name in dict.fromkeys([*named, "gcc", "clang"]) if shutil.which(name)]

pytestmark = [
    pytest.mark.skipif(not HEADERS.is_dir(), reason="the headers are not installed"),
    pytest.mark.skipif(not COMPILERS, reason="no C compiler: neither gcc nor clang"),
    pytest.mark.skipif(sys.platform == "win32", reason="which headers and libraries these find there is not known"),
]


def compiled(compiler: str, *words: str | Path) -> None:
    done = subprocess.run([compiler, *STRICT, f"-I{HEADERS}", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("options", [[], [PORTABLE]], ids=["as it is", "portable"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_each_header_stands_alone(compiler: str, options: list[str], tmp_path: Path) -> None:
    # The lanes are included once for each instruction set, by a header that defines what they need.
    names = sorted({path.name for path in HEADERS.glob("*.h")} - {"lanes_of.h"})
    assert len(names) > 8
    for name in names:
        source = tmp_path / f"{name}.c"
        source.write_text(f'#include "{name}"\n')
        compiled(compiler, "-fsyntax-only", "-Wno-unused-function", *options, source)


def test_the_same_games_without_extensions(tmp_path: Path) -> None:
    told = set()
    for compiler in COMPILERS:
        for options in ([], [PORTABLE]):
            program = tmp_path / f"{compiler}{len(options)}"
            compiled(compiler, "-O1", *options, GAMES, "-o", program)
            told.add(subprocess.run([program], capture_output=True, text=True, check=True).stdout)
    assert len(told) == 1
    assert len(told.pop().splitlines()) == 111
