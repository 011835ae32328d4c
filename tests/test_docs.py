"""Every example in the docstrings and in the README runs."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import trickloop
from trickloop.cli import main

README = Path(__file__).resolve().parents[1] / "README.md"
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(trickloop.__path__, "trickloop.")
    if "._core" not in name and not name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    names = {public: getattr(trickloop, public) for public in trickloop.__all__}
    failed, _ = doctest.testmod(module, extraglobs=names)
    assert failed == 0


@pytest.mark.parametrize("name", [name for name in trickloop.__all__ if name != "ENGINE"])
def test_public_names_have_an_example(name: str) -> None:
    public: Any = getattr(trickloop, name)
    assert ">>>" in public.__doc__ or name == "Ending"


def test_readme_examples() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_readme_commands(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```console\n(.*?)```", README.read_text(), re.DOTALL)
    shown = [part.split("\n", 1) for block in blocks for part in block.split("$ ")[1:]]
    assert shown
    for command, expected in shown:
        words = shlex.split(command)
        assert words[0] == "trickloop"
        assert main(words[1:]) == 0
        engine = re.compile("played by .*")
        assert engine.sub("", capsys.readouterr().out).split() == engine.sub("", expected).split()


def test_the_first_command_plays_the_longest_known_game(capsys: pytest.CaptureFixture[str]) -> None:
    command = next(line for line in README.read_text().splitlines() if "install" in line and "bin/trickloop" in line)
    words = shlex.split(command)
    assert main(words[words.index(".venv/bin/trickloop") + 1 :]) == 0
    assert "1,164" in capsys.readouterr().out
