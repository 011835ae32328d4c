"""Weave loops of Camicia from nothing: all windings of a loop are laid at once, side by side.

A loop lays far more cards than there are, so the cards go round several times. Cut it into windings, as many as the
cards go round; what the players collect in one winding is what they lay in the next, and what they collect in the last
they lay in the first, the two having changed places where the loop is its own mirror image. No card needs to be known
for that: where a card is laid it becomes one of the pack, and the place under the winner's hand to which it goes is one
that the next winding has already laid, and then the two must agree, or one that it will lay, and then it is known.

If all windings go on together, little is open at any time: the cards by which the laying of one winding is ahead of
the collecting of the one before, or behind. So few orders of cards are met that all of them can be tried, where the
deals of the pack are far too many; and no change of another loop is needed to come to one.

Cards are 0, a number card, and 1, 2, …, the court cards.
"""

from collections.abc import Sequence
from typing import NamedTuple

from trickloop._reference.walk import MOST_CARDS, MOST_KINDS, Hands

MOST_WINDINGS = 3
MOST_AHEAD = 8
"""Cards that a winding begins ahead of the one before, or behind."""
MOST_FOUND = 16
"""Loops of one call."""
MOST_NODES = 1 << 24

_TURNS = 3
"""Turns of the loop, or halves of one, in which both hands are laid that there are at their beginning."""
_TRICK, _CARD, _BOTH = 2, 4, 8
"""What it costs to go on where there is a choice, in cards that are open: who wins a trick, which card, or both."""


class Plan(NamedTuple):
    """Where the windings begin."""

    mirrored: bool
    """Whether the last winding ends in the mirror image of where the first one begins."""
    ahead: tuple[tuple[int, int], ...]
    """For each winding and player: by how many cards the next winding begins ahead of where this one collects."""
    starts: tuple[tuple[int, int, int], ...]
    """For each winding: who lays first, who wins the trick that is under way, and the cards that are demanded."""


class _Undo(NamedTuple):
    """What was so before a card was laid, and the places that became known by it."""

    winding: int
    player: int
    winner: int
    due: int
    under_way: bool
    known: list[tuple[dict[int, int], int]]


class _Winding:
    """One winding: the trick under way, how far each player has laid and collected, and what was laid."""

    def __init__(self, player: int, winner: int, due: int, cards: int, reads: list[int], kinds: int) -> None:
        self.player, self.winner, self.due = player, winner, due
        self.cards = cards
        self.under_way = True
        self.laid: list[tuple[int, int, int, bool]] = []  # card, player, winner, whether a trick begins
        self.counts = [0] * kinds
        self.reads = reads
        self.writes = [0, 0]


class _Weaver:
    def __init__(self, counts: Sequence[int], payments: Sequence[int], plan: Plan, width: int, limit: int) -> None:
        self.counts, self.payments, self.plan = list(counts), list(payments), plan
        self.width, self.limit = width, limit
        self.nodes = 0
        self.found: list[Hands] = []
        size = len(plan.ahead)
        # What each winding collects for each player, by place; what is not known is not there.
        self.cells: list[tuple[dict[int, int], dict[int, int]]] = [({}, {}) for _ in range(size)]
        self.windings = [
            _Winding(
                *plan.starts[winding],
                sum(counts) + sum(plan.ahead[winding]),
                [plan.ahead[winding - 1][self.name(winding, player)] for player in range(2)],
                len(counts),
            )
            for winding in range(size)
        ]

    def name(self, winding: int, player: int) -> int:
        """Say who the player of a winding was in the one before."""
        return player ^ (winding == 0 and self.plan.mirrored)

    def source(self, winding: int) -> tuple[dict[int, int], int]:
        """Return what the next card of a winding was collected in, and its place there."""
        one = self.windings[winding]
        return self.cells[winding - 1][self.name(winding, one.player)], one.reads[one.player]

    def target(self, winding: int) -> tuple[dict[int, int], int]:
        """Return what the next card of a winding is collected in, and its place there."""
        one = self.windings[winding]
        return self.cells[winding][one.winner], one.writes[one.winner]

    def gap(self, winding: int, player: int) -> int:
        """Say by how many cards the next winding is ahead of what a player has collected."""
        after = (winding + 1) % len(self.windings)
        return self.windings[after].reads[self.name(after, player)] - self.windings[winding].writes[player]

    def go_on(self) -> bool:
        """Lay all there is to lay in every way, and take it back; return whether the search goes on."""
        certain: list[_Undo] = []
        going = True
        while True:
            self.nodes += 1
            if self.nodes > self.limit or len(self.found) == MOST_FOUND:
                going = False
                break
            pending = [winding for winding, one in enumerate(self.windings) if len(one.laid) < one.cards]
            if not pending:
                self.close()
                break
            next_card = self.certain(pending)
            if next_card is None:
                going = self.choose(pending)
                break
            undo = self.lay(*next_card)
            if undo is None:
                break
            certain.append(undo)
        for undo in reversed(certain):
            self.take_back(undo)
        return going

    def certain(self, pending: Sequence[int]) -> tuple[int, int] | None:
        """Return a winding that can go on in one way only, and the card that it lays."""
        for winding in pending:
            if self.windings[winding].under_way:
                for cells, place in (self.source(winding), self.target(winding)):
                    if place in cells:
                        return winding, cells[place]
        return None

    def choose(self, pending: Sequence[int]) -> bool:
        """Go on with each card that there may be, for either winner where a trick begins."""
        windings = range(len(self.windings))
        if sum(abs(self.gap(winding, player)) for winding in windings for player in range(2)) > self.width:
            return True
        winding = min(pending, key=lambda winding: (self.cost(winding), len(self.windings[winding].laid)))
        one = self.windings[winding]
        cells, place = self.source(winding)
        for winner in [one.winner] if one.under_way else [0, 1]:
            for card in [cells[place]] if place in cells else range(len(self.counts)):
                one.winner = winner
                undo = self.lay(winding, card)
                if undo is not None:
                    going = self.go_on()
                    self.take_back(undo)
                    if not going:
                        return False
        return True

    def cost(self, winding: int) -> int:
        """Say what there is to choose in a winding, and how many more cards are open afterwards."""
        one = self.windings[winding]
        before = (winding - 1) % len(self.windings)
        more = 1 if self.gap(before, self.name(winding, one.player)) >= 0 else -1
        if one.under_way:
            return more + (-1 if self.gap(winding, one.winner) > 0 else 1) + _CARD
        cells, place = self.source(winding)
        least = min(-1 if self.gap(winding, winner) > 0 else 1 for winner in range(2))
        return more + least + (_TRICK if place in cells else _BOTH)

    def lay(self, winding: int, card: int) -> "_Undo | None":
        """Lay a card; return how to take it back, or ``None``, and all as it was, where it cannot be."""
        one = self.windings[winding]
        known = []
        for cells, place in (self.source(winding), self.target(winding)):
            if place not in cells:
                cells[place] = card
                known.append((cells, place))
        undo = _Undo(winding, one.player, one.winner, one.due, one.under_way, known)
        cells, place = self.target(winding)
        one.laid.append((card, one.player, one.winner, not one.under_way))
        one.counts[card] += 1
        one.reads[one.player] += 1
        one.writes[one.winner] += 1
        one.under_way = card > 0 or one.due != 1
        if card or one.due < 2:
            one.player ^= 1
        one.due = self.payments[card] or max(0, one.due - 1)
        if cells[place] == card and self.fits(winding, card) and (one.under_way or one.player == one.winner):
            return undo
        self.take_back(undo)
        return None

    def take_back(self, undo: "_Undo") -> None:
        """Take back the card that was laid last."""
        one = self.windings[undo.winding]
        _, one.player, one.winner, one.due, one.under_way, _ = undo
        card, *_ = one.laid.pop()
        one.counts[card] -= 1
        one.reads[one.player] -= 1
        one.writes[one.winner] -= 1
        for cells, place in undo.known:
            del cells[place]

    def fits(self, winding: int, card: int) -> bool:
        """Say whether a winding has not laid more cards of a kind than there are."""
        most = self.counts[card]
        for cells, ahead in zip(self.cells[winding], self.plan.ahead[winding], strict=True):
            most += sum(cells.get(place, card) == card for place in range(ahead))
            most -= sum(cells.get(place) == card for place in range(ahead, 0))
        return self.windings[winding].counts[card] <= most

    def close(self) -> None:
        """Note the loop, if each winding ends as the next one begins."""
        for winding, one in enumerate(self.windings):
            after = (winding + 1) % len(self.windings)
            swapped = self.name(after, 0)
            player, winner, due = self.plan.starts[after]
            if one.player != player ^ swapped or one.due != due or (one.under_way and one.winner != winner ^ swapped):
                return
            for seat in range(2):
                ahead = self.plan.ahead[after][seat ^ swapped]
                if self.gap(winding, seat) != ahead:
                    return
                cells, others = self.cells[winding][seat], self.cells[after][seat ^ swapped]
                for place in (*range(ahead), *range(ahead, 0)):
                    # Not known is what neither was laid nor collected, where a winding is shorter than that.
                    card = cells.get(one.writes[seat] + place)
                    if card is not None and card != others.get(place, card):
                        return
        hands = self.hands()
        if hands is not None:
            self.found.append(hands)

    def hands(self) -> Hands | None:
        """Return the hands where the first trick begins, the leader's first."""
        order = []
        swapped = False
        for _ in range(_TURNS):
            for winding, one in enumerate(self.windings):
                between = not self.windings[winding - 1].under_way
                order += [
                    (card, player ^ swapped, winner ^ swapped, begins or (at == 0 and between))
                    for at, (card, player, winner, begins) in enumerate(one.laid)
                ]
            swapped ^= self.plan.mirrored
        first = next((at for at, (*_, begins) in enumerate(order) if begins), None)
        if first is None:
            return None
        hands = []
        for player, ahead in enumerate(self.plan.ahead[0]):
            size = sum(other == player for _, other, *_ in self.windings[0].laid) - ahead
            size += sum((winner == player) - (other == player) for _, other, winner, _ in order[:first])
            cards = [card for card, other, *_ in order[first:] if other == player]
            if not 0 < size <= len(cards):
                return None
            hands.append(tuple(cards[:size]))
        leader = order[first][1]
        both = hands[leader], hands[1 - leader]
        # A player may have laid cards that he had not yet collected.
        kinds = [both[0].count(card) + both[1].count(card) for card in range(len(self.counts))]
        return both if kinds == self.counts else None


def weave(
    counts: Sequence[int], payments: Sequence[int], plan: Plan, width: int, limit: int
) -> tuple[list[Hands], int]:
    """Find the loops of a pack that a plan leads to.

    Parameters
    ----------
    counts : sequence of int
        How many there are of each card.
    payments : sequence of int
        What each card demands.
    plan : Plan
        Where the windings begin.
    width : int
        How many cards may be open at most where there is something to choose.
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
    check(counts, payments, plan, width, limit)
    weaver = _Weaver(counts, payments, plan, width, limit)
    weaver.go_on()
    return weaver.found, weaver.nodes


def check(counts: Sequence[int], payments: Sequence[int], plan: Plan, width: int, limit: int) -> None:
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
    if not 0 <= width <= MOST_CARDS or not 0 <= limit <= MOST_NODES:
        raise ValueError("expected a width and a limit from 0 on")
