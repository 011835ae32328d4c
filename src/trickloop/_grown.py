"""What a search for endless deals finds: loops of the whole pack, each proved, and how they were come by."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from trickloop._backward import LimitError, basin
from trickloop._cycles import Cycle, loop_of
from trickloop._play import play
from trickloop.cards import NUMBER, rank_name
from trickloop.outcome import Ending
from trickloop.rules import Camicia, describe

LIMIT = 200_000
"""States of a basin that are looked for."""
BARREN = 200
"""Loops of the same tricks, cards and gap that are proved where none of them has a balanced deal; more are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown:
    """A loop of the whole pack that was found; its mirror image is not another one.

    Examples
    --------
    >>> from trickloop.loops import grow
    >>> one = grow(Pack("6- 2J 2Q 2K 2A"), seed=1, steps=100).balanced[0]
    >>> one.cycle(Camicia(pack=Pack("6- 2J 2Q 2K 2A"))).id == one.id
    True
    """

    id: str
    """Its canonical name, see `Cycle.id`."""
    hands: tuple[str, str]
    """A state on it as a deal, the leader's hand first."""
    length: int
    """Tricks in one turn."""
    cards: int
    """Cards laid in one turn."""
    gap: int
    """By how many cards the hands differ at the start of the trick where they come closest."""
    states: int | None
    """States that fall into it, itself among them; ``None`` where there are more than are looked for."""
    deals: int | None
    """Balanced deals that fall into it or into its mirror image; ``None`` where its basin was not searched."""
    deal: tuple[str, str] | None
    """The one of these that takes longest."""
    change: str
    """The change of another loop that led to it, or ``dealt``, or ``woven``: see `grow`."""
    walk: int = 0
    """The walk that found it."""
    step: int
    """The step of the walk."""
    seconds: float = field(default=0, compare=False)
    """Seconds of the search until then, all workers together."""

    def cycle(self, rules: Camicia) -> Cycle:
        """Return the loop; `rules` are those of the search."""
        return loop_of(rules, *self.hands)

    def to_dict(self) -> dict[str, Any]:
        """Return every field as plain lists, numbers and text, ready for JSON."""
        return asdict(self) | {"hands": list(self.hands), "deal": self.deal and list(self.deal)}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Grown":
        """Read the `values` that `to_dict` wrote."""
        return cls(**values | {"hands": tuple(values["hands"]), "deal": values["deal"] and tuple(values["deal"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """What `grow` found. Sampled: there may be any number of other loops.

    Examples
    --------
    >>> from trickloop.loops import grow
    >>> found = grow(Pack("6- 2J 2Q 2K 2A"), seed=1, steps=100)
    >>> found.steps, len(found.classes) >= len(found.balanced) > 0
    (100, True)
    """

    rules: Camicia
    """What was searched: the pack and the payments."""
    seed: int
    """What it all was drawn from."""
    classes: tuple[Grown, ...]
    """The loops of the whole pack, in the order in which they were found: each played on the reference engine."""
    others: int
    """Loops of the whole pack that were met besides and not looked at, as 200 of the same tricks, cards and gap had
    no balanced deal."""
    steps: int
    """Steps of all walks."""
    tries: dict[str, int]
    """What was tried: games, by the change that they began with and how many more changes were made, or ``dealt``;
    and plans of weaving, as ``woven``."""
    loops: dict[str, int]
    """Loops met for the first time by each of these; those that were woven have all cards, the others any."""
    seconds: float = field(compare=False)
    """How long it took."""
    interrupted: bool = field(default=False, compare=False)
    """Whether Ctrl-C ended it."""

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return sum(self.tries.values()) - self.tries["woven"]

    @property
    def balanced(self) -> tuple[Grown, ...]:
        """Those classes into which balanced deals fall, most deals first."""
        return tuple(sorted((one for one in self.classes if one.deals), key=lambda one: (-(one.deals or 0), one.id)))

    def __repr__(self) -> str:
        deals = sum(one.deals or 0 for one in self.balanced)
        return (
            f"Growth({len(self.classes)} loops of {self.rules.pack}, {len(self.balanced)} with {deals} balanced deals; "
            f"{self.games:,} games in {self.seconds:.1f} s)"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain lists, numbers and text, ready for JSON."""
        return {
            "rules": describe(self.rules),
            "seed": self.seed,
            "classes": [one.to_dict() for one in self.classes],
            "others": self.others,
            "steps": self.steps,
            "tries": self.tries,
            "loops": self.loops,
            "seconds": self.seconds,
            "interrupted": self.interrupted,
        }


class Judge:
    """Proves loops and looks for their balanced deals, as long as their family has not shown itself barren."""

    def __init__(self, rules: Camicia) -> None:
        self.rules = rules
        self.barren: Counter[tuple[int, int, int]] = Counter()
        self.fertile: set[tuple[int, int, int]] = set()
        self.others = 0
        self._ranks = (NUMBER, *rules.payments)

    def judge(self, hands: Sequence[Sequence[int]], gap: int, change: str, step: int) -> Grown | None:
        """Return the loop on which these hands are a state, in codes, or ``None`` where it is not looked at.

        Raises
        ------
        RuntimeError
            Where the engines do not agree that it is a loop.
        """
        ranks = [[self._ranks[code] for code in hand] for hand in hands]
        cycle = loop_of(self.rules, *ranks)
        family = cycle.length, cycle.cards, gap
        if family not in self.fertile and self.barren[family] >= BARREN:
            self.others += 1
            return None
        outcome = play(self.rules, *ranks, engine="reference")
        if outcome.ending is not Ending.LOOP or outcome.loop is None:
            raise RuntimeError(f"the reference engine finds no loop from {ranks}")
        if (outcome.loop.length, outcome.loop.cards) != (cycle.length, cycle.cards):
            raise RuntimeError(f"the engines find different loops from {ranks}")
        try:
            found = basin(cycle, limit=LIMIT)
        except LimitError:
            states = deals = deal = None
        else:
            states, deals = len(found), len(found.deals)
            deal = self.write(found.deals[0].hands) if found.deals else None
        if deals == 0:
            self.barren[family] += 1
        else:
            self.fertile.add(family)
        return Grown(
            id=cycle.id, hands=self.write(ranks), length=cycle.length, cards=cycle.cards, gap=gap, states=states,
            deals=deals, deal=deal, change=change, step=step,
        )  # fmt: skip

    def write(self, hands: Sequence[Sequence[int]]) -> tuple[str, str]:
        """Write two hands so that they can be read again."""
        texts = [["-" if rank == NUMBER else rank_name(rank) for rank in hand] for hand in hands]
        # A word of digits is one rank: "--K-Q" can be read again, "--3-2" cannot.
        between = " " if any(text.isdecimal() for hand in texts for text in hand) else ""
        first, second = (between.join(hand) for hand in texts)
        return first, second

    def state(self) -> dict[str, Any]:
        """Return what is known of the families, ready for JSON."""
        return {
            "barren": [[*family, count] for family, count in self.barren.items()],
            "fertile": sorted(self.fertile),
            "others": self.others,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on where `state` was taken."""
        self.barren = Counter({(length, cards, gap): count for length, cards, gap, count in state["barren"]})
        self.fertile = {(length, cards, gap) for length, cards, gap in state["fertile"]}
        self.others = state["others"]
