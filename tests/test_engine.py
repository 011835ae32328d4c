"""Which engine runs, and that the two have the same functions."""

import inspect
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

import trickloop
from conftest import needs_core
from trickloop import _engine


def python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh interpreter that finds the same trickloop."""
    home = str(Path(trickloop.__file__).parents[1])
    return subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": home, "PATH": "", "SYSTEMROOT": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_import_loads_no_numpy() -> None:
    done = python("import sys; before = set(sys.modules); import trickloop; print(*set(sys.modules) - before)")
    loaded = set(done.stdout.split())
    assert {name for name in loaded if name.startswith("trickloop")} == {"trickloop"}
    assert not loaded & {"numpy", "typing", "dataclasses", "inspect", "re", "importlib.metadata"}


def test_playing_loads_no_numpy() -> None:
    done = python("import sys, trickloop as tl; tl.play(tl.War(), 'A', 'K'); print('numpy' in sys.modules)")
    assert (done.stdout, done.stderr) == ("False\n", "")


@pytest.mark.parametrize("first", ["trace", "play", "Pack", "ENGINE"])
def test_public_names_in_any_order(first: str) -> None:
    program = f"import trickloop as tl; tl.{first}; print(tl.play(tl.War(), 'A', 'K').winner, callable(tl.trace))"
    assert python(program).stdout == "1 True\n"


def test_public_names() -> None:
    assert set(trickloop.__all__) <= set(dir(trickloop))
    with pytest.raises(AttributeError, match="'trickloop' has no attribute 'Tarot'"):
        trickloop.Tarot  # noqa: B018


def test_reference_by_name() -> None:
    assert python("import trickloop; print(trickloop.ENGINE)", TRICKLOOP_ENGINE="reference").stdout == "reference\n"


@needs_core
def test_core_by_default_and_by_name() -> None:
    for environment in ({}, {"TRICKLOOP_ENGINE": "auto"}, {"TRICKLOOP_ENGINE": "core"}):
        assert python("import trickloop; print(trickloop.ENGINE)", **environment).stdout == "core\n"


def test_unknown_engine() -> None:
    done = python("import trickloop; trickloop.ENGINE", TRICKLOOP_ENGINE="fast")
    assert "TRICKLOOP_ENGINE must be 'auto', 'core' or 'reference', got 'fast'" in done.stderr
    assert done.returncode == 1


# A finder that stands for a core of which a module is missing or does not load.
HIDE = """
import sys
class Hide:
    def find_spec(self, name, path, target=None):
        if name in {names}:
            raise {error}
sys.meta_path.insert(0, Hide())
import trickloop
print(trickloop.ENGINE)
"""
ABSENT = "ModuleNotFoundError(f'No module named {name}', name=name)"


def test_absent_core_falls_back() -> None:
    names = [f"trickloop._core.{part}" for part in (*_engine.Engine._fields[1:], *_engine.LATER)]
    program = HIDE.format(names=names, error=ABSENT)
    assert python(program).stdout == "reference\n"
    done = python(program, TRICKLOOP_ENGINE="core")
    assert "the core engine is not installed: it was not compiled" in done.stderr


@needs_core
@pytest.mark.parametrize("error", [ABSENT, "ImportError('undefined symbol')", "ModuleNotFoundError(name='numpy')"])
@pytest.mark.parametrize("part", ["war", "camicia"])
def test_broken_core_is_an_error(part: str, error: str) -> None:
    done = python(HIDE.format(names=[f"trickloop._core.{part}"], error=error))
    assert done.returncode == 1
    assert done.stdout == ""
    assert "Error" in done.stderr


def test_engine_of_one_call() -> None:
    assert trickloop.play(trickloop.War(), "A", "K", engine="reference").winner == 1
    with pytest.raises(ValueError, match="expected engine to be 'core', 'reference' or None, got 'fast'"):
        trickloop.play(trickloop.War(), "A", "K", engine="fast")


def functions(module: Any) -> dict[str, inspect.Signature]:
    """List the public functions of a module with their signatures, in the order of the source."""
    named = {name: member for name, member in vars(module).items() if not name.startswith("_")}
    own = {n: m for n, m in named.items() if not inspect.isclass(m) and getattr(m, "__module__", 0) == module.__name__}
    bare = {}
    for name, member in own.items():
        signature = inspect.signature(member)
        names = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
        bare[name] = inspect.Signature(names)
    return bare


@needs_core
@pytest.mark.parametrize(
    "part", ["quick", "war", "endless", "combat", "camicia", "deal", "batch", "backward", "rounds", "graph"]
)
def test_twins_have_the_same_functions(part: str) -> None:
    core = functions(getattr(_engine.load("core"), part))
    reference = functions(getattr(_engine.load("reference"), part))
    common = {name: core[name] for name in core if name in reference}
    assert common == {name: reference[name] for name in reference if name in core}
    assert list(common) == [name for name in reference if name in core]
    assert {name for name in reference if name.startswith("play_")} <= set(common)
    # What the core has besides is there for packs of any size where small ones are played otherwise.
    assert set(core) - set(reference) <= {"play_camicia_on_rings"}


HANDS = [[3, 1], [2, 4]]
CHANCE = {"refill": "shuffle", "tie": "war", "key": 42}


@needs_core
@pytest.mark.parametrize(
    ("part", "name", "arguments"),
    [
        ("war", "WarGame", {"hands": HANDS, "face_down": 0, "pickup": "random", "shortage": "lose"} | CHANCE),
        ("endless", "EndlessWarGame", {"hands": HANDS, "rest": [5], "face_down": 0, "key": 42}),
        ("combat", "RecursiveCombatGame", {"hands": HANDS}),
        ("camicia", "CamiciaGame", {"hands": HANDS, "payments": [0, 1, 2, 3, 4]}),
    ],
)
def test_twins_have_the_same_classes(part: str, name: str, arguments: dict[str, Any]) -> None:
    twins = [getattr(getattr(_engine.load(engine), part), name) for engine in _engine.NAMES]
    # The signature of a compiled class cannot be asked for, so both are called by the names of the reference.
    assert list(inspect.signature(twins[1]).parameters) == list(arguments)
    games = [twin(**arguments) for twin in twins]
    names = ["rounds", "cards", "round_wins", "winner", "ending", "table", "picked", "taker"]
    while games[1].ending is None and games[1].rounds < 20:
        for game in games:
            game.play_round()
        assert [getattr(games[0], each) for each in names] == [getattr(games[1], each) for each in names]
        assert [list(hand) for hand in games[0].hands] == [list(hand) for hand in games[1].hands]


@needs_core
def test_the_core_is_compiled() -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert _engine.load("core").war.__file__.endswith((suffix, ".abi3.so", ".pyd"))
