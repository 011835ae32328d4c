"""War and Combat for two played backwards: which states lead to a state.

Who won the last round has its table at the end of his hand. How many cards each player laid, and for most ways to pick
up the table also in which order, then follows from few numbers; each guess is played forward once, and kept where it
gives the state. So nothing wrong is returned; that nothing is missing is tested against all states of small packs.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise, zip_longest

from trickloop._reference.war import WarGame
from trickloop._states import Hands
from trickloop.rules import Combat, War

Stretches = Iterator[tuple[tuple[int, ...], tuple[int, ...]]]


def war_predecessors(rules: War | Combat, hands: Hands) -> Iterator[tuple[Hands, int]]:
    """Yield every state of the same cards that the next round turns into this one, and the cards it lays."""
    face_down, pickup, shortage = _terms(rules)
    for winner in (0, 1):
        held, other = hands[winner], hands[1 - winner]
        for mine, theirs in _counts(len(held), not other, face_down, shortage):
            laid = mine + theirs
            rest, table = held[: len(held) - laid], held[len(held) - laid :]
            for own, lost in _laid_by(table, mine, winner, pickup, face_down):
                before = (own + rest, lost + other) if winner == 0 else (lost + other, own + rest)
                if own[0] != lost[0]:
                    # No war, so that nothing need be played.
                    if own[0] > lost[0] and laid == 2:
                        yield before, laid
                    continue
                # Cards of one rank may make the same state of a wrong guess, too.
                counts = (mine, theirs) if winner == 0 else (theirs, mine)
                if _played_on(before, face_down, pickup, shortage) == (hands, counts):
                    yield before, laid


def war_ancestors(rules: War | Combat, states: Iterable[Hands], limit: int) -> tuple[list[Hands], list[int], list[int]]:
    """Return states and all that lead to them, each once, and the rounds and the cards from each to one of them.

    They come in the order in which they are found, nearest first. Where there are more than `limit`, more than `limit`
    of them are returned, and not all.
    """
    found = dict.fromkeys(states)
    order, depths, cards = list(found), [0] * len(found), [0] * len(found)
    for place, state in enumerate(order):
        for before, laid in war_predecessors(rules, state):
            if len(order) > limit:
                return order, depths, cards
            if before not in found:
                found[before] = None
                order.append(before)
                depths.append(depths[place] + 1)
                cards.append(cards[place] + laid)
    return order, depths, cards


def _terms(rules: War | Combat) -> tuple[int, str, str]:
    return (0, "winner-first", "lose") if isinstance(rules, Combat) else (rules.face_down, rules.pickup, rules.short)


def _played_on(
    hands: Hands, face_down: int, pickup: str, shortage: str
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]] | None:
    """Return the hands after one round and the cards each laid, or ``None`` where it ends in a draw."""
    game = WarGame(hands, face_down, pickup, shortage, None, "war", None)
    game.play_round()
    if game.taker is None:
        return None
    counts = tuple(sum(laid.seat == seat for laid in game.table) for seat in (0, 1))
    return tuple(map(tuple, game.active)), counts


def _counts(held: int, broke: bool, face_down: int, shortage: str) -> Iterator[tuple[int, int]]:
    """Yield how many cards the winner and the other can have laid.

    Where nobody was short, each laid one card and as many for each war. Who was short laid all he had; so the other has
    no cards left, or the winner none but the table.
    """
    for laid in range(1, held // 2 + 1, face_down + 1):
        yield laid, laid
    for laid in range(2, held + 1):
        if broke or (laid == held and shortage in ("last-card", "shorten")):
            for mine in range(1, laid):
                if mine != laid - mine or (mine - 1) % (face_down + 1):
                    yield mine, laid - mine


def _laid_by(table: tuple[int, ...], mine: int, winner: int, pickup: str, face_down: int) -> Stretches:
    """Yield what the winner and the other can have laid, each in the order laid, for the table to be picked up so."""
    theirs = len(table) - mine
    if pickup == "high-low":
        yield from _orders(table, mine, face_down)
    elif pickup == "as-revealed":
        # In turn, seat 1 first, as long as both lay.
        counts = (mine, theirs) if winner == 0 else (theirs, mine)
        turns = zip_longest(range(counts[0]), range(counts[1]))
        seats = [seat for pair in turns for seat in (0, 1) if pair[seat] is not None]
        stretches = [tuple(card for card, by in zip(table, seats, strict=True) if by == seat) for seat in (0, 1)]
        yield stretches[winner], stretches[1 - winner]
    elif pickup == "winner-first" or (pickup == "seat-order" and winner == 0):
        yield table[:mine], table[mine:]
    else:
        yield table[theirs:], table[:theirs]


def _orders(table: tuple[int, ...], mine: int, face_down: int) -> Stretches:
    """Yield every way to have laid a sorted table: its cards in any order, but with the ties that make wars."""
    if any(low > high for high, low in pairwise(table)):
        return
    theirs = len(table) - mine
    left = Counter(table)
    stretches: tuple[list[int], list[int]] = ([], [])
    # Who lays, and whether the card is compared with the other's and another war follows, so that it is equal to it.
    slots: list[tuple[int, bool]] = []
    for place in range(max(mine, theirs)):
        slots += [(0, False)] * (place < mine)
        is_tied = place < mine and place % (face_down + 1) == 0 and max(mine, theirs) > place + 1
        slots += [(1, is_tied)] * (place < theirs)

    def fill(slot: int) -> Stretches:
        if slot == len(slots):
            yield tuple(stretches[0]), tuple(stretches[1])
            return
        player, is_tied = slots[slot]
        for rank in (stretches[0][-1:]) if is_tied else list(left):
            if left[rank]:
                left[rank] -= 1
                stretches[player].append(rank)
                yield from fill(slot + 1)
                stretches[player].pop()
                left[rank] += 1

    yield from fill(0)
