"""Which engine plays: the compiled core, or the reference in plain Python. Decided once, at import.

``TRICKLOOP_ENGINE`` is ``auto`` (the default: the core where it was compiled), ``core`` or ``reference``.
"""

import os
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

NAMES = ("core", "reference")
_PACKAGES = {"core": "trickloop._core", "reference": "trickloop._reference"}


LATER = ("deal", "batch", "backward", "rounds", "graph", "walk", "weave")
"""What no single game needs: imported when it is first asked for."""


class Engine(NamedTuple):
    """The modules of one engine, those of `LATER` among them; those of the other have the same functions."""

    name: str
    orbit: ModuleType
    quick: ModuleType
    war: ModuleType
    endless: ModuleType
    combat: ModuleType
    camicia: ModuleType

    def __getattr__(self, part: str) -> ModuleType:
        if part in LATER:
            return import_module(f"{_PACKAGES[self.name]}.{part}")
        raise AttributeError(f"the {self.name} engine has no {part!r}")


class CoreAbsentError(ImportError):
    """The core was not compiled."""


@cache
def load(name: str) -> Engine:
    """Import an engine by its name.

    Raises
    ------
    ImportError
        Where the core was not compiled, or is there but broken.
    """
    package = _PACKAGES[name]
    modules = {}
    for part in Engine._fields[1:]:
        try:
            modules[part] = import_module(f"{package}.{part}")
        except ModuleNotFoundError as error:
            # Absent is a core of which there is nothing; a part that is missing from it is a broken one.
            if error.name == f"{package}.{part}" and not modules:
                raise CoreAbsentError(f"the {name} engine is not installed: it was not compiled") from None
            raise
    return Engine(name, **modules)


def _choose(wish: str) -> Engine:
    if wish in NAMES:
        return load(wish)
    if wish != "auto":
        raise ImportError(f"TRICKLOOP_ENGINE must be 'auto', 'core' or 'reference', got {wish!r}")
    try:
        return load("core")
    except CoreAbsentError:
        return load("reference")


default = _choose(os.environ.get("TRICKLOOP_ENGINE", "auto"))


def pick(name: str | None) -> Engine:
    """Return the engine of that name, or the one chosen at import.

    Raises
    ------
    ValueError
        Where no engine has that name.
    """
    if name is None:
        return default
    if name not in NAMES:
        raise ValueError(f"expected engine to be 'core', 'reference' or None, got {name!r}")
    return load(name)
