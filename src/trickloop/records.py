"""Published records and loops, and some that were grown, as data: the longest games known, and deals without end.

Every record is replayed by a test on both engines. `RECORDS` is all of them, in the order of their rules and then of
their history; `find` picks some, `get` one by its name.

>>> get("nessler-2022").tricks
1164
>>> [record.name for record in find(Camicia(), kind="loop")][:2]
['casella-2024', 'casella-01']

Of the 162 endless deals of the Italian pack, which are all there are, half were read from the list that was published;
the others were found backwards from the loops, which leads to exactly as many. Their `source` says which is which.

The loops of 52 cards whose names begin with ``grown`` are in no publication: `trickloop.loops.grow` found them, and
`trickloop.loops.basin` their deals.
"""

import json
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, reduce
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from trickloop import rules as _rules
from trickloop._play import play
from trickloop.cards import Pack
from trickloop.outcome import Ending, Loop, Outcome
from trickloop.rules import BaseRules, Rules, describe

__all__ = [
    "KINDS",
    "RECORDS",
    "Record",
    "find",
    "get",
]

if TYPE_CHECKING:
    RECORDS: tuple["Record", ...]

KINDS = {
    "longest": "the longest finite game that was known of its pack when it was found",
    "long": "another long finite game",
    "loop": "a deal that never ends, one for each loop listed here",
    "endless": "another deal that falls into one of these loops",
    "example": "a game whose result was published to check programs",
}
"""What a record is a record of."""

_FILES = ("records_published.json", "records_grown.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game that somebody found worth keeping.

    Examples
    --------
    >>> record = get("casella-2024")
    >>> record.loop
    Loop(start=4, length=62, cards=440)
    >>> record.play().loop == record.loop
    True
    """

    name: str
    """What it is called here; no other record has this name."""
    kind: str
    """One of `KINDS`."""
    rules: Rules
    """The rules, with the pack that the hands are a deal of."""
    hands: tuple[str, ...]
    """Each seat's hand, top first."""
    winner: int | None = None
    """The seat that wins, from 1, or ``None``."""
    ending: Ending = Ending.LOOP
    """How the game ends."""
    rounds: int
    """Rounds, or tricks, as an `Outcome` counts them."""
    cards: int
    """Cards laid, as an `Outcome` counts them."""
    wars: int = 0
    """Ties of highest cards."""
    loop: Loop | None = None
    """The loop, where there is one."""
    deals: int | None = None
    """Of a loop: how many deals of the pack in equal hands fall into it, or ``None`` where they were not counted."""
    mirror: str | None = None
    """Of a loop: the record of its mirror image, players swapped, which may be itself; ``None`` if none is known."""
    who: str | None = None
    """Who found it."""
    when: str | None = None
    """The year or the day it was found or published."""
    source: str
    """Where it was published, or how it was found."""
    id: str | None = None
    """Of a loop that was grown: its canonical name, see `trickloop.loops.Cycle`, the same for its mirror image."""
    note: str | None = None
    """What else is to be known, as where a published count differs."""

    @property
    def tricks(self) -> int:
        """The same number as `rounds`, by its name in Camicia."""
        return self.rounds

    def play(self, engine: str | None = None) -> Outcome:
        """Play it: `trickloop.play` with its rules and hands, on that `engine`."""
        return play(self.rules, *self.hands, engine=engine)

    def to_dict(self) -> dict[str, Any]:
        """Return every field as plain lists, numbers and text, ready for JSON."""
        values = {name: getattr(self, name) for name in self.__slots__}
        loop = self.loop and {"start": self.loop.start, "length": self.loop.length, "cards": self.loop.cards}
        changed = {"rules": describe(self.rules), "hands": list(self.hands), "ending": self.ending.value, "loop": loop}
        return values | changed


def find(rules: Rules | type[Rules] | None = None, *, kind: str | None = None) -> tuple[Record, ...]:
    """Return the records of some rules, of a kind, or both.

    Parameters
    ----------
    rules : rules or class of rules, optional
        Rules are these very rules; a class is any rules of the game.
    kind : str, optional
        One of `KINDS`.

    Raises
    ------
    TypeError, ValueError
        Where there is no such kind, or `rules` are none.

    Examples
    --------
    >>> [record.rounds for record in find(Camicia.italian(), kind="longest")]
    [757]
    >>> [(record.name, record.loop.length) for record in find(Combat, kind="loop")]
    [('spivey-2010', 31920), ('combat-10-loop-60', 60), ('crab-combat-endless', 6)]
    """
    if not (
        rules is None or isinstance(rules, BaseRules) or (isinstance(rules, type) and issubclass(rules, BaseRules))
    ):
        raise TypeError(f"expected the rules of a game or their class, got {rules!r:.60}")
    if kind not in (None, *KINDS):
        raise ValueError(f"expected kind to be one of {', '.join(KINDS)}, got {kind!r:.60}")
    return tuple(
        record
        for record in _load()
        if rules in (None, record.rules, type(record.rules)) and kind in (None, record.kind)
    )


def get(name: str) -> Record:
    """Return the record of a name.

    Parameters
    ----------
    name : str
        Its `Record.name`, in full.

    Raises
    ------
    TypeError, ValueError
        Where no record is called so; the message names some that are called like it.

    Examples
    --------
    >>> get("zanotto-2017").deals
    90
    """
    if not isinstance(name, str):
        raise TypeError(f"expected the name of a record, got {name!r:.60}")
    named = {record.name: record for record in _load()}
    if name.casefold() in named:
        return named[name.casefold()]
    like = get_close_matches(name[:60].casefold(), named, n=3) or list(named)[:3]
    raise ValueError(f"expected the name of a record like {' or '.join(map(repr, like))}, got {name!r:.60}")


@cache
def _load() -> tuple[Record, ...]:
    records = [
        _record({name: value for name, value in (group | game).items() if name != "games"})
        for file in _FILES
        for group in json.loads(files("trickloop").joinpath(file).read_text(encoding="utf-8"))
        for game in group["games"]
    ]
    # Those of the same rules together, whatever file they are in.
    order: dict[Rules, int] = {}
    for record in records:
        order.setdefault(record.rules, len(order))
    return tuple(sorted(records, key=lambda record: order[record.rules]))


def _record(values: dict[str, Any]) -> Record:
    """Make a record of its fields as they stand in the files."""
    options = {name: Pack(value) if name == "pack" else value for name, value in values.pop("options", {}).items()}
    make: Any = reduce(getattr, values["rules"].split("."), _rules)
    values |= {"rules": make(**options), "hands": tuple(values["hands"])}
    if "ending" in values:
        values["ending"] = Ending(values["ending"])
    if "loop" in values:
        values["loop"] = Loop(*values["loop"])
    return Record(**values)


def __getattr__(name: str) -> object:
    """Read the files when `RECORDS` is first used."""
    if name == "RECORDS":
        return _load()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
