"""The plans by which a walk weaves loops of the whole pack: each once, of all sorts from the beginning.

A loop that is cut into windings can be cut at the next of them as well, and who is called the first player makes no
difference. Plans that are one but for that come to the same loops, so one of them is enough.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from trickloop._reference.weave import Plan

if TYPE_CHECKING:
    from trickloop._reference.chance import Words

WINDINGS = (1, 2, 2, 2, 2, 2, 2, 3)
"""How many windings a narrow plan has, each of these as likely as long as such plans are left; a wide one has two. The
known loops of the Italian pack that are their own mirror image go round 1.95, 2.275 and 2.35 times in half a turn, or
what looks like one."""
AHEAD = 4
"""Cards that the windings of a narrow plan are ahead, or behind, where they are most: one link of two windings and one
player has nearly all of it. Of plans that spread them, and begin windings within tricks, one came to the loop of 20
tricks of the Italian pack after 48 million nodes and more; so after six million, in less than a second of a core."""
WIDTH = 10
"""Cards that are open at most in a narrow plan where something is chosen: with 8 the loop of 20 tricks takes 7.6
million nodes, with 12 22 million."""
EXCESS = 4
"""How many court cards a narrow plan may lay before their share. Of 200 narrow cuts of the loop of 20 tricks 75 are
within 4, 138 within 5, but take twice the nodes."""
NODES = 1 << 16
"""Cards that are laid at most by a narrow plan; one in fifty is cut short."""
WIDE = 64
"""One plan in so many is wide, as long as narrow ones are left: four fifths of the nodes."""
WIDEST = 14
"""Cards that the windings of a wide plan are ahead, all together, all or all but one of them one link's and one
player's. The loop of 84 tricks of the Italian pack needs 11, that of 36 tricks 14: two of these 640 plans come to each,
in one part of 256. All take some 190 thousand million nodes, those of 52 cards several times as many."""
WIDER = 16
"""By how much the width of a wide plan is more than the cards that it is ahead: 27 and 30 are the least for the two."""
EXCESS_WIDE = 6
"""As EXCESS. Without a bound most of the time goes to beginnings that have nearly all court cards. The two plans
that fit the loop of 84 tricks are within 5, two of four that fit that of 36 within 6, the others within 7."""
PARTS = 256
"""Parts of a wide plan, each tried for itself: all take from ten seconds to a minute of a core."""
NODES_OF_A_PART = 1 << 23
"""Cards that are laid at most by a part of a wide plan."""

_GOLDEN = 6180339887498949
"""Of 10 ** 16: steps of so much of a circle come evenly to all of it."""

Pairs: TypeAlias = tuple[tuple[int, int], ...]


class Kind(NamedTuple):
    """Plans that differ in where their windings begin, by number."""

    weight: int
    """How often such a plan is tried."""
    ahead: list[Pairs]
    mirrored: tuple[bool, ...]
    wide: bool

    @property
    def size(self) -> int:
        """How many there are, with those that are the same as others."""
        return len(self.ahead) * len(self.mirrored) * (1 << 2 * len(self.ahead[0])) * (PARTS if self.wide else 1)

    def number(self, begin: int, taken: int) -> int:
        """Return the number of the plan so many places of the circle after one, given of 2 ** 64."""
        return ((begin * self.size >> 64) + taken) * _step(self.size) % self.size

    def plan(self, number: int) -> Plan | None:
        """Return a plan, or nothing where it is the same as another one."""
        number, part = divmod(number, PARTS if self.wide else 1)
        number, mirror = divmod(number, len(self.mirrored))
        number, which = divmod(number, len(self.ahead))
        ahead = self.ahead[which]
        starts = []
        for _ in ahead:
            number, start = divmod(number, 4)
            starts.append((start & 1, start >> 1, 0))
        plan = Plan(
            self.mirrored[mirror],
            ahead,
            tuple(starts),
            WIDER + sum(map(sum, ahead)) if self.wide else WIDTH,
            EXCESS_WIDE if self.wide else EXCESS,
            part,
            PARTS if self.wide else 1,
        )
        return plan if plan == min(same(plan)) else None


def kinds(cards: int) -> list[Kind]:
    """Return the kinds of plans for a pack of so many cards."""
    near, far = min(AHEAD, cards - 2), min(WIDEST, cards // 2 - 1)
    found = []
    for size in sorted(set(WINDINGS)):
        most, more = _one_place(size, range(-near, near + 1)), _one_place(size, (0, -1, 1))
        ahead = list(dict.fromkeys(_sum(*both) for both in product(most, more)))
        found.append(Kind((WIDE - 1) * WINDINGS.count(size), ahead, (False, True), wide=False))
    ahead = [_sum(*both) for both in product(_one_place(2, range(near, far)), _one_place(2, [1]))]
    if ahead:
        found.append(Kind(len(WINDINGS), ahead, (True,), wide=True))
    return found


def beginning(first: int, walk: int) -> int:
    """Return where in the circle a walk begins if the first one does so there, of 2 ** 64.

    Walks begin halves, quarters, eighths, … of it apart, so that two, four or eight that go on together have done all
    when they meet, however many there were before.
    """
    return (first + int(f"{walk:064b}"[::-1], 2)) % (1 << 64)


def same(plan: Plan) -> Iterator[Plan]:
    """Return a plan and all that are the same, but for where the loop is cut first and who is the first player."""
    for _ in plan.ahead:
        yield plan
        yield _swapped(plan)
        first = _swapped(plan) if plan.mirrored else plan
        plan = plan._replace(
            ahead=(*plan.ahead[1:], first.ahead[0]),
            starts=(*plan.starts[1:], first.starts[0]),
        )


def _swapped(plan: Plan) -> Plan:
    return plan._replace(
        ahead=tuple((second, first) for first, second in plan.ahead),
        starts=tuple((1 - player, 1 - winner, due) for player, winner, due in plan.starts),
    )


def _one_place(size: int, cards: Sequence[int]) -> Iterator[Pairs]:
    """Return the ways to be so many cards ahead at one link of so many windings and for one player."""
    for count in cards:
        for at in range(2 * size):
            yield tuple((count * (at == 2 * one), count * (at == 2 * one + 1)) for one in range(size))


def _sum(first: Pairs, second: Pairs) -> Pairs:
    return tuple((a + c, b + d) for (a, b), (c, d) in zip(first, second, strict=True))


class Plans:
    """The plans of a walk, each once."""

    def __init__(self, cards: int, begin: int) -> None:
        self.kinds = kinds(cards)
        self.begin = begin
        """Where in the circle of each kind, of 2 ** 64."""
        self.taken = [0] * len(self.kinds)

    def draw(self, words: "Words") -> Plan | None:
        """Return the next plan, of a kind that is drawn, or nothing when all were tried."""
        from trickloop._reference.chance import below

        while left := [which for which, kind in enumerate(self.kinds) if self.taken[which] < kind.size]:
            drawn = below(sum(self.kinds[which].weight for which in left), words)
            while drawn >= self.kinds[left[0]].weight:
                drawn -= self.kinds[left.pop(0)].weight
            at = left[0]
            kind = self.kinds[at]
            while self.taken[at] < kind.size:
                plan = kind.plan(kind.number(self.begin, self.taken[at]))
                self.taken[at] += 1
                if plan is not None:
                    return plan
        return None


def _step(size: int) -> int:
    """Return a number that has no divisor in common with so many places, about the golden section of them."""
    step = size * _GOLDEN // 10**16
    while math.gcd(step, size) > 1:
        step += 1
    return step
