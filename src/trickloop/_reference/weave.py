"""Weave loops of Camicia from nothing: all windings of a loop are laid at once, side by side.

A loop lays far more cards than there are, so the cards go round several times. Cut it into windings, as many as the
cards go round; what the players collect in one winding is what they lay in the next, and what they collect in the last
they lay in the first, the two having changed places where the loop is its own mirror image. No card needs to be known
for that: where a card is laid it becomes one of the pack, and the place under the winner's hand to which it goes is one
that the next winding has laid already, and then the two must be the same, or one that it will lay: then it is known.

If all windings go on together, little is open at any time: the cards by which the laying of one winding is ahead of
the collecting of the one before, or behind. So few orders of cards are met that all of them can be tried, where the
deals of the pack are far too many; and no change of another loop is needed to come to one.

Of a card that is laid only that is chosen which shows: whether it is a number card or a court card. What a court card
demands is known when its trick ends, and more than that where it does not; where it is answered at once it may be any.
Places that must hold the same card are a group, and a group may be all that none of its places rules out. So one order
of number cards and court cards stands for all the ranks that do the same, which are dealt out at the end.

Cards are 0, a number card, and 1, 2, …, the court cards.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from trickloop._reference.walk import MOST_CARDS, MOST_KINDS, Hands

MOST_WINDINGS = 3
MOST_AHEAD = 20
"""Cards that a winding begins ahead of the one before, or behind."""
MOST_FOUND = 16
"""Loops of one call."""
MOST_NODES = 1 << 24
MOST_PARTS = 1 << 16
FIRST = 20
"""Cards after which a plan falls into parts: a wide plan has some 300 to 5,000 ways to come to so many. That takes
10,000 to 100,000 nodes, which each part takes again; with 24 cards it was a third of all nodes."""

_TURNS = 3
"""Turns of the loop, or halves of one, in which both hands are laid that there are at their beginning."""
_NUMBER = 1
"""The set of cards that are number cards; bit 1 and those above it are the court cards."""
_ENDS, _GOES_ON, _COURT = range(3)
"""What may be laid: a number card that ends the trick, one that does not, or a court card."""
_BEGIN, _OPEN, _WAY = 4, 2, 1
"""What it costs to go on where there is a choice: to begin a trick, each card that is open then, and each way. Plans
that lead to the loops of 84 and 36 tricks of the Italian pack take some 290 and 130 million nodes so; with the open
cards first 680 and 510 million, and 210 and 1,060 where a trick is begun only if none is under way elsewhere."""


class Plan(NamedTuple):
    """Where the windings begin, and how much is tried."""

    mirrored: bool
    """Whether the last winding ends in the mirror image of where the first one begins."""
    ahead: tuple[tuple[int, int], ...]
    """For each winding and player: by how many cards the next winding begins ahead of where this one collects."""
    starts: tuple[tuple[int, int, int], ...]
    """For each winding: who lays first, who wins the trick that is under way, and the cards that are demanded."""
    width: int
    """How many cards may be open at most where there is something to choose."""
    excess: int
    """How many court cards may be laid before their share of the cards has been, in all windings together."""
    part: int = 0
    """Which part of the plan is tried: every so manieth way to lay the first cards."""
    parts: int = 1


class _Winding(NamedTuple):
    """One winding: the trick under way, and how far each player has laid and collected."""

    player: int
    winner: int
    due: int
    """Cards that are demanded where the court card was laid before the winding began."""
    reads: tuple[int, int]
    writes: tuple[int, int] = (0, 0)
    under_way: bool = True
    court: int | None = None
    """The group of the last court card of the trick."""
    paid: int = 0
    """Number cards laid since."""
    laid: int = 0
    courts: int = 0


class _Weaver:
    def __init__(self, counts: Sequence[int], payments: Sequence[int], plan: Plan, limit: int) -> None:
        self.counts, self.plan, self.limit = list(counts), plan, limit
        self.cards = sum(counts)
        self.any = (1 << len(counts)) - 1
        # Which cards demand so many, and which demand more.
        courts = list(enumerate(payments))[1:]
        self.demand = [sum(1 << card for card, demand in courts if demand == due) for due in range(MOST_KINDS)]
        self.demand_more = [sum(1 << card for card, demand in courts if demand > due) for due in range(MOST_KINDS)]
        self.nodes = self.ways_to_begin = 0
        self.found: list[Hands] = []
        size = len(plan.ahead)
        # What each winding collects for each player, by place: the group of it, or nothing where it is not known.
        self.cells: list[tuple[dict[int, int | None], ...]] = [({}, {}) for _ in range(size)]
        # For each group the one that it is part of, or itself, and the set of cards that it may be.
        self.parents: list[int] = []
        self.may: list[int] = []
        # The cards that were laid: their group, player and winner, and whether a trick begins.
        self.laid: list[list[tuple[int, int, int, bool]]] = [[] for _ in range(size)]
        self.goals = [self.cards + sum(both) for both in plan.ahead]
        self.windings = [
            _Winding(*plan.starts[winding], self.orient(winding, plan.ahead[winding - 1])) for winding in range(size)
        ]
        # What was so before a card was laid, to take it back.
        self.trail: list[tuple[Any, Any, Any]] = []

    def name(self, winding: int, player: int) -> int:
        """Say who the player of a winding was in the one before."""
        return player ^ (winding == 0 and self.plan.mirrored)

    def orient(self, winding: int, both: tuple[int, int]) -> tuple[int, int]:
        """Return what the players of the winding before have, in the order of this one's."""
        return both[self.name(winding, 0)], both[self.name(winding, 1)]

    def after(self, winding: int) -> int:
        return (winding + 1) % len(self.windings)

    def gap(self, winding: int, player: int) -> int:
        """Say by how many cards the next winding is ahead of what a player has collected."""
        after = self.after(winding)
        return self.windings[after].reads[self.name(after, player)] - self.windings[winding].writes[player]

    def source(self, winding: int) -> tuple[dict[int, int | None], int]:
        """Return what the next card of a winding was collected in, and its place there."""
        one = self.windings[winding]
        return self.cells[winding - 1][self.name(winding, one.player)], one.reads[one.player]

    def target(self, winding: int, winner: int) -> tuple[dict[int, int | None], int]:
        """Return what the next card of a winding is collected in, and its place there."""
        return self.cells[winding][winner], self.windings[winding].writes[winner]

    def root(self, group: int) -> int:
        while self.parents[group] != group:
            group = self.parents[group]
        return group

    def may_be(self, group: int | None) -> int:
        """Return the set of cards that a place may hold."""
        return self.any if group is None else self.may[self.root(group)]

    def set(self, where: Any, key: Any, value: Any) -> None:
        """Change something so that it can be taken back."""
        self.trail.append((where, key, where.get(key) if isinstance(where, dict) else where[key]))
        where[key] = value

    def take_back(self, mark: int) -> None:
        """Take back all changes but so many."""
        while len(self.trail) > mark:
            where, key, value = self.trail.pop()
            where[key] = value

    def go_on(self) -> bool:
        """Lay all there is to lay in every way, and take it back; return whether the search goes on."""
        self.nodes += self.nodes <= self.limit
        if self.nodes > self.limit or len(self.found) == MOST_FOUND:
            return False
        if sum(one.laid for one in self.windings) == FIRST:
            self.ways_to_begin += 1
            if self.ways_to_begin % self.plan.parts != self.plan.part:
                return True
        best: tuple[tuple[bool, int, int], int, list[tuple[int, int]]] | None = None
        for winding, one in enumerate(self.windings):
            if one.laid < self.goals[winding]:
                ways = self.ways(winding)
                if not ways:
                    return True
                cost = _BEGIN * (not one.under_way) + _OPEN * self.opened(winding) + _WAY * len(ways)
                key = len(ways) > 1, cost, one.laid
                if best is None or key < best[0]:
                    best = key, winding, ways
        if best is None:
            self.close()
            return True
        _, winding, ways = best
        if len(ways) > 1 and self.open_cards() > self.plan.width:
            return True
        for winner, way in ways:  # noqa: SIM110 - with all() the search would be one call deeper for each card
            if not self.lay(winding, winner, way):
                return False
        return True

    def open_cards(self) -> int:
        return sum(abs(self.gap(winding, player)) for winding in range(len(self.windings)) for player in range(2))

    def opened(self, winding: int) -> int:
        """Say how many more cards are open after the next one of a winding, at least."""
        one = self.windings[winding]
        before = (winding - 1) % len(self.windings)
        more = 1 if self.gap(before, self.name(winding, one.player)) >= 0 else -1
        winners = [one.winner] if one.under_way else [0, 1]
        return more + min(-1 if self.gap(winding, winner) > 0 else 1 for winner in winners)

    def ways(self, winding: int) -> list[tuple[int, int]]:
        """Return who may win the next card of a winding, and what it may be."""
        one = self.windings[winding]
        cells, place = self.source(winding)
        read = self.may_be(cells.get(place))
        if one.court is None:
            ends, goes_on = one.due == 1, one.due != 1
        else:
            may = self.may_be(one.court)
            ends, goes_on = bool(may & self.demand[one.paid + 1]), bool(may & self.demand_more[one.paid + 1])
        ways = []
        for winner in [one.winner] if one.under_way else [0, 1]:
            cells, place = self.target(winding, winner)
            may = read & self.may_be(cells.get(place))
            if may & _NUMBER and ends and winner != one.player:
                ways.append((winner, _ENDS))
            if may & _NUMBER and goes_on:
                ways.append((winner, _GOES_ON))
            if may & ~_NUMBER:
                ways.append((winner, _COURT))
        return ways

    def lay(self, winding: int, winner: int, way: int) -> bool:
        """Lay a card, go on, and take it back; return whether the search goes on."""
        mark, groups = len(self.trail), len(self.parents)
        going = self.go_on() if self.put(winding, winner, way) else True
        self.take_back(mark)
        del self.laid[winding][self.windings[winding].laid :], self.parents[groups:], self.may[groups:]
        return going

    def put(self, winding: int, winner: int, way: int) -> bool:
        """Lay a card, and return whether it can be."""
        one = self.windings[winding]
        if way == _COURT:
            laid = 1 + sum(other.laid for other in self.windings)
            courts = 1 + sum(other.courts for other in self.windings)
            if courts * self.cards > sum(self.counts[1:]) * laid + self.plan.excess * self.cards:
                return False
        source, target = self.source(winding), self.target(winding, winner)
        group = source[0].get(source[1])
        if group is None:
            group = target[0].get(target[1])
        if group is None:
            group = len(self.parents)
            self.parents.append(group)
            self.may.append(self.any)
        if source[0].get(source[1]) is None:
            self.set(*source, group)
        other = target[0].get(target[1])
        if other is None:
            self.set(*target, group)
            other = group
        kind = ~_NUMBER if way == _COURT else _NUMBER
        if not (self.unite(group, other) and self.narrow(group, kind)):
            return False
        group = self.root(group)
        self.laid[winding].append((group, one.player, winner, not one.under_way))
        after = one._replace(
            winner=winner,
            reads=(one.reads[0] + (one.player == 0), one.reads[1] + (one.player == 1)),
            writes=(one.writes[0] + (winner == 0), one.writes[1] + (winner == 1)),
            under_way=way != _ENDS,
            laid=one.laid + 1,
            courts=one.courts + (way == _COURT),
        )
        sets = [kind]
        if way == _COURT:
            after = after._replace(player=1 - one.player, due=0, court=group, paid=0)
            sets.append(self.may[group])
        elif way == _ENDS:
            after = after._replace(player=1 - one.player, due=0, court=None, paid=0)
        elif one.court is not None:
            after = after._replace(paid=one.paid + 1)
        else:
            after = after._replace(player=one.player if one.due else 1 - one.player, due=max(0, one.due - 1))
        if one.court is not None and way != _COURT:
            demand = self.demand if way == _ENDS else self.demand_more
            before = self.may_be(one.court)
            if not self.narrow(one.court, demand[one.paid + 1]):
                return False
            if self.may_be(one.court) != before:
                sets.append(self.may_be(one.court))
        self.set(self.windings, winding, after)
        # That a set of one rank is full is seen where a card has become one of it.
        return self.fits(winding, kind) and all(
            self.fits(other, rank) for rank in sets[1:] if rank.bit_count() == 1 for other in range(len(self.windings))
        )

    def unite(self, group: int, other: int) -> bool:
        """Make two groups one; return whether there is a card that both may be."""
        group, other = self.root(group), self.root(other)
        if group != other:
            may = self.may[group] & self.may[other]
            self.set(self.parents, other, group)
            self.set(self.may, group, may)
        return self.may[group] > 0

    def narrow(self, group: int, may: int) -> bool:
        """Rule out all cards but these; return whether there is one left."""
        group = self.root(group)
        self.set(self.may, group, self.may[group] & may)
        return self.may[group] > 0

    def fits(self, winding: int, cards: int) -> bool:
        """Say whether a winding has not laid more cards of a set than there are."""
        most = sum(count for card, count in enumerate(self.counts) if cards >> card & 1)
        most -= sum(not self.may_be(group) & ~cards for group, *_ in self.laid[winding])
        for cells, ahead in zip(self.cells[winding], self.plan.ahead[winding], strict=True):
            most += sum(self.may_be(cells.get(place)) & cards > 0 for place in range(ahead))
            most -= sum(not self.may_be(cells.get(place)) & ~cards for place in range(ahead, 0))
        return most >= 0

    def close(self) -> None:
        """Note the loop, if each winding ends as the next one begins."""
        mark = len(self.trail)
        if all(self.meets(winding) for winding in range(len(self.windings))):
            self.note()
        self.take_back(mark)

    def meets(self, winding: int) -> bool:
        """Say whether a winding ends as the next one begins."""
        one = self.windings[winding]
        after = self.after(winding)
        player, winner, due = self.plan.starts[after]
        swapped = self.name(after, 0)
        if one.player != player ^ swapped or (one.under_way and one.winner != winner ^ swapped):
            return False
        if one.court is None:
            if one.due != due:
                return False
        elif due == 0 or one.paid + due >= MOST_KINDS or not self.narrow(one.court, self.demand[one.paid + due]):
            return False
        for seat in range(2):
            ahead = self.plan.ahead[after][seat ^ swapped]
            if self.gap(winding, seat) != ahead:
                return False
            cells, others = self.cells[winding][seat], self.cells[after][seat ^ swapped]
            for place in (*range(ahead), *range(ahead, 0)):
                # Not known is what neither was laid nor collected, where a winding is shorter than that.
                group, other = cells.get(one.writes[seat] + place), others.get(place)
                if group is not None and other is not None and not self.unite(group, other):
                    return False
        return True

    def note(self) -> None:
        """Note the hands where the first trick begins, the leader's first, with all ranks that there may be."""
        order = []
        swapped = False
        for _ in range(_TURNS):
            for winding, laid in enumerate(self.laid):
                between = not self.windings[winding - 1].under_way
                order += [
                    (self.root(group), player ^ swapped, winner ^ swapped, begins or (at == 0 and between))
                    for at, (group, player, winner, begins) in enumerate(laid)
                ]
            swapped ^= self.plan.mirrored
        first = next((at for at, (*_, begins) in enumerate(order) if begins), None)
        if first is None:
            return
        leader = order[first][1]
        groups: list[int] = []
        sizes = []
        for player in (leader, 1 - leader):
            size = sum(other == player for _, other, *_ in self.laid[0]) - self.plan.ahead[0][player]
            size += sum((winner == player) - (other == player) for _, other, winner, _ in order[:first])
            held = [group for group, other, *_ in order[first:] if other == player]
            if not 0 < size <= len(held):
                return
            groups += held[:size]
            sizes.append(size)
        # A player may have laid cards that he had not yet collected.
        if len(groups) == self.cards:
            # Where least may be first, so that what cannot be is seen at once.
            places = sorted(range(self.cards), key=lambda place: self.may[groups[place]].bit_count())
            cards = [0] * self.cards
            for _ in self.deal_out(places, groups, cards, list(self.counts)):
                self.found.append((tuple(cards[: sizes[0]]), tuple(cards[sizes[0] :])))
                if len(self.found) == MOST_FOUND:
                    break

    def deal_out(
        self, places: Sequence[int], groups: Sequence[int], cards: list[int], left: list[int], at: int = 0
    ) -> Iterator[None]:
        """Give each place a card that its group may be, in every way."""
        if at == len(places):
            yield
            return
        for card in range(len(left)):
            if self.may[groups[places[at]]] >> card & 1 and left[card] and self.nodes <= self.limit:
                self.nodes += 1
                cards[places[at]] = card
                left[card] -= 1
                yield from self.deal_out(places, groups, cards, left, at + 1)
                left[card] += 1


def weave(counts: Sequence[int], payments: Sequence[int], plan: Plan, limit: int) -> tuple[list[Hands], int]:
    """Find the loops of a pack that a plan leads to.

    Parameters
    ----------
    counts : sequence of int
        How many there are of each card.
    payments : sequence of int
        What each card demands.
    plan : Plan
        Where the windings begin, and how much is tried.
    limit : int
        How often to lay a card at most.

    Returns
    -------
    found : list of two hands
        A state on each loop, the leader's hand first; the first 16. What they loop for is to be seen by playing them.
    nodes : int
        How often a card was laid, and one more; more than the limit where not everything was tried.

    Raises
    ------
    ValueError
        Where there are too many cards or windings, or the plan is none.
    """
    check(counts, payments, plan, limit)
    weaver = _Weaver(counts, payments, plan, limit)
    weaver.go_on()
    return weaver.found, weaver.nodes


def check(counts: Sequence[int], payments: Sequence[int], plan: Plan, limit: int) -> None:
    """Refuse what the core does not weave.

    Raises
    ------
    ValueError
        Where there are too many cards, kinds or windings, or the plan is none.
    """
    if not 1 <= len(counts) == len(payments) <= MOST_KINDS:
        raise ValueError(f"expected at most {MOST_KINDS} kinds of cards, each with a payment")
    if min(counts) < 0 or not 1 <= sum(counts) <= MOST_CARDS:
        raise ValueError(f"expected 1 to {MOST_CARDS} cards")
    if payments[0] or any(not 1 <= payment < MOST_KINDS for payment in payments[1:]):
        raise ValueError(f"expected payments of 1 to {MOST_KINDS - 1}")
    if not 1 <= len(plan.ahead) == len(plan.starts) <= MOST_WINDINGS:
        raise ValueError(f"expected a plan of 1 to {MOST_WINDINGS} windings")
    for ahead in plan.ahead:
        if (
            len(ahead) != 2
            or any(not -MOST_AHEAD <= one <= MOST_AHEAD for one in ahead)
            or sum(counts) + sum(ahead) < 1
        ):
            raise ValueError(f"expected windings of some cards, at most {MOST_AHEAD} ahead or behind")
    for player, winner, due in plan.starts:
        if player not in (0, 1) or winner not in (0, 1) or due not in payments:
            raise ValueError("expected a player, a winner and a payment for each winding")
    if not (0 <= plan.width <= MOST_CARDS and 0 <= plan.excess <= MOST_CARDS and 0 <= limit <= MOST_NODES):
        raise ValueError("expected a width, an excess and a limit from 0 on")
    if not 0 <= plan.part < plan.parts <= MOST_PARTS:
        raise ValueError(f"expected a part of 1 to {MOST_PARTS}")
