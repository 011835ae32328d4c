"""Camicia played backwards: which states lead to a state.

A state is two hands as they are held, ``(lead, other, leader)``: the hand of the player to lead, the hand of the other
one, top first, and the seat of the first, 0 or 1. Cards are codes; ``payments[card]`` is what a card demands, 0 for a
number card. Who is to lead has won the last trick, so the pile lies at the end of his hand.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

Held: TypeAlias = tuple[bytes, bytes, int]


def check_states(states: Iterable[Held], payments: Sequence[int]) -> int:
    """Return how many cards the states have, and refuse those of different packs, unknown cards and other leaders."""
    sizes = set()
    for lead, other, leader in states:
        sizes.add(len(lead) + len(other))
        if max(lead + other, default=0) >= len(payments) or leader not in (0, 1):
            raise ValueError("expected cards that have a payment, and seat 0 or 1 to lead")
    if len(sizes) > 1:
        raise ValueError(f"expected states of as many cards each, got {sorted(sizes)}")
    return sizes.pop() if sizes else 0


def camicia_predecessors(state: Held, payments: Sequence[int]) -> list[tuple[Held, int]]:
    """Return every state, with cards in both hands, of which the next trick makes this one, and the cards it lays."""
    check_states([state], payments)
    return list(states_before(state, payments))


def states_before(state: Held, payments: Sequence[int]) -> Iterator[tuple[Held, int]]:
    """Yield what `camicia_predecessors` returns."""
    lead, other, leader = state
    for start, players in piles(lead, not other, payments):
        # Player 0 is the one who leads now.
        played: tuple[list[int], list[int]] = ([], [])
        for card, player in zip(lead[start:], players, strict=True):
            played[player].append(card)
        mine, theirs = bytes(played[0]) + lead[:start], bytes(played[1]) + other
        if theirs:
            yield (theirs, mine, 1 - leader) if players[0] else (mine, theirs, leader), len(players)


def piles(lead: bytes, broke: bool, payments: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield every end of a hand that can have been the pile of the trick it won: where it starts, and who played what.

    Player 0 is the winner. Where the other has no cards left, `broke`, he may have lost since he could not play.
    """
    size = len(lead)
    court = size - 1
    while court >= 0 and not payments[lead[court]]:
        court -= 1
    paid = size - 1 - court
    if broke:
        # Number cards alone: the winner played the last of them, before the one who had none.
        for count in range(1, paid + 1):
            yield size - count, [(count - 1 - place) % 2 for place in range(count)]
    if court < 0 or not (paid == payments[lead[court]] or (broke and paid < payments[lead[court]])):
        return
    player = 0
    players = [0] + [1] * paid
    while True:
        above = court - 1
        while above >= 0 and not payments[lead[above]]:
            above -= 1
        numbers = court - 1 - above
        # Laid in turn before the first court card of the pile, none of them or some.
        for count in range(numbers + 1):
            yield court - count, [(player + count - place) % 2 for place in range(count)] + players
        # Or paid for an earlier court card, by the one who then laid this one; not in full, as the trick went on.
        if above < 0 or numbers >= payments[lead[above]]:
            return
        players = [1 - player] + [player] * numbers + players
        court, player = above, 1 - player


def camicia_ancestors(
    states: Iterable[Held], payments: Sequence[int], limit: int
) -> tuple[list[Held], list[int], list[int]]:
    """Return states and all that lead to them, each once, and the tricks and the cards from each to one of them.

    They come in the order in which they are found, nearest first. Where there are more than `limit`, more than `limit`
    of them are returned, and not all.
    """
    found = dict.fromkeys(states)
    check_states(found, payments)
    order, depths, cards = list(found), [0] * len(found), [0] * len(found)
    for place, state in enumerate(order):
        if len(order) > limit:
            break
        for before, laid in states_before(state, payments):
            if before not in found:
                found[before] = None
                order.append(before)
                depths.append(depths[place] + 1)
                cards.append(cards[place] + laid)
    return order, depths, cards
