"""Play, measure and search the card games in which nobody decides anything.

>>> import trickloop as tl
>>> tl.play(tl.RecursiveCombat(), [9, 2, 6, 3, 1], [5, 8, 4, 7, 10]).score
291
"""

# As type checkers read it; the module typing would be most of the time that importing this takes.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from trickloop._deals import deals
    from trickloop._play import play, trace
    from trickloop.batch import simulate, summarize, sweep
    from trickloop.cards import Pack
    from trickloop.outcome import Ending, Loop, Outcome, Round
    from trickloop.outcomes import Outcomes
    from trickloop.rules import Camicia, Combat, EndlessWar, RecursiveCombat, War
    from trickloop.summary import Summary

    ENGINE: str
    """The engine that plays: ``"core"`` or ``"reference"``."""
    __version__: str

__all__ = [
    "Camicia",
    "Combat",
    "ENGINE",
    "Ending",
    "EndlessWar",
    "Loop",
    "Outcome",
    "Outcomes",
    "Pack",
    "RecursiveCombat",
    "Round",
    "Summary",
    "War",
    "deals",
    "play",
    "simulate",
    "summarize",
    "sweep",
    "trace",
]

_HOMES = {
    "cards": ("Pack",),
    "outcome": ("Ending", "Loop", "Outcome", "Round"),
    "outcomes": ("Outcomes",),
    "summary": ("Summary",),
    "batch": ("simulate", "summarize", "sweep"),
    "_deals": ("deals",),
    "_play": ("play", "trace"),
    "rules": ("Camicia", "Combat", "EndlessWar", "RecursiveCombat", "War"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"trickloop.{home}"), name)
            break
    else:
        if name == "ENGINE":
            value = import_module("trickloop._engine").default.name
        elif name == "__version__":
            value = import_module("importlib.metadata").version("trickloop")
        else:
            raise AttributeError(f"module 'trickloop' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
