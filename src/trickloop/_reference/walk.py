"""Look for loops of Camicia close to one that is known: change a card or two of its states, and play.

Cards are 0, a number card, and 1, 2, …, the court cards. A state is the leader's hand and the other's.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trickloop._reference.camicia import CamiciaGame, play_camicia
from trickloop._reference.chance import Words, below
from trickloop.outcome import Ending

Hands = tuple[tuple[int, ...], tuple[int, ...]]

CHANGES = ("insert", "insert block", "delete", "replace", "swap", "move", "promote", "insert court")
"""The kinds of change: one to three cards are put in; a court card between number cards is; a card is taken out; one is
taken out and another put in; two change their places; one is moved; a number card becomes a court card and another is
put in; a court card is put in and another card moved."""
_INSERT, _BLOCK, _DELETE, _REPLACE, _SWAP, _MOVE, _PROMOTE, _COURT = range(len(CHANGES))
_KEEPING = (_REPLACE, _SWAP, _MOVE)
"""Those that go when no card is left to be put in."""
MOST_INSERTED = 3
MOST_AROUND = 4
"""Number cards on either side of the court card of a block."""

_SEED, _FACTOR = 0x9AE16A3B2F90404F, 0x9E3779B97F4A7C15
_WORD = 2**64


class Found(NamedTuple):
    """A loop."""

    hands: Hands
    """Its state with the smallest hash."""
    hash: int
    """That hash: the name of the loop in a search, the same for its mirror image."""
    length: int
    """Tricks in one turn."""
    cards: int
    """Cards laid in one turn."""
    gap: int
    """By how many cards the two hands differ where they come closest."""
    change: int
    """What led to it: a place in `CHANGES`."""


def hash_state(hands: Sequence[Sequence[int]]) -> int:
    """Hash a state, the leader's hand first.

    >>> hash_state([[0, 1], [2]]) == hash_state([[0, 1, 2], []])
    False
    """
    value = _SEED
    for hand in hands:
        for card in (*hand, 255):
            value = (value ^ card) * _FACTOR % _WORD
            value ^= value >> 29
    return value


def turn(hands: Sequence[Sequence[int]], payments: Sequence[int]) -> tuple[list[Hands], int]:
    """Return the states of a loop, each with the leader's hand first, and the cards that one turn lays.

    `hands` is a state on it.
    """
    game = CamiciaGame(hands, payments)
    states: list[Hands] = []
    while True:
        first, second = (tuple(game.hands[seat]) for seat in (game.leader, 1 - game.leader))
        # The mirror image of the first state is half a turn, or none of it: the game goes on to the state itself.
        if states and game.leader == 0 and (first, second) == states[0]:
            return states, game.cards
        states.append((first, second))
        game.play_round()


def explore(
    hands: Sequence[Sequence[int]], payments: Sequence[int], room: Sequence[int], longest: int, tries: int, key: int
) -> tuple[list[Found], list[int]]:
    """Change states of a loop at random, and play what comes of it.

    Parameters
    ----------
    hands : two sequences of int
        A state on the loop, the leader's hand first.
    payments : sequence of int
        What each card demands.
    room : sequence of int
        How many more of each card there may be.
    longest : int
        Loops of more tricks are passed over.
    tries : int
        How many changes to make.
    key : int
        What chance is drawn from.

    Returns
    -------
    found : list of Found
        The loops that were met besides that one, each once and in the order they were.
    made : list of int
        How many changes of each kind were made.
    """
    words = Words(key)
    states, _ = turn(hands, payments)
    own = min(map(hash_state, states))
    found: dict[int, Found] = {}
    made = [0] * len(CHANGES)
    for _ in range(tries):
        state = states[below(len(states), words)]
        change, changed = change_state(state, room, words)
        if changed is None:
            continue
        made[change] += 1
        game, ending, loop = play_camicia(changed, payments)
        if ending is not Ending.LOOP or loop is None or loop.length > longest:
            continue
        first, second = (tuple(game.hands[seat]) for seat in (game.leader, 1 - game.leader))
        cycle, cards = turn((first, second), payments)
        least = min(cycle, key=hash_state)
        gap = min(abs(len(one) - len(other)) for one, other in cycle)
        if hash_state(least) != own:
            found.setdefault(hash_state(least), Found(least, hash_state(least), len(cycle), cards, gap, change))
    return list(found.values()), made


def change_state(state: Hands, room: Sequence[int], words: Iterator[int]) -> tuple[int, tuple[list[int], ...] | None]:
    """Make one change at random; return its kind and the new hands, or ``None`` where it cannot be made."""
    hands = (list(state[0]), list(state[1]))
    left = list(room)
    size = len(hands[0]) + len(hands[1])
    change = below(len(CHANGES), words) if sum(left) else _KEEPING[below(len(_KEEPING), words)]
    if change in (_BLOCK, _PROMOTE, _COURT) and not sum(left[1:]):
        return change, None
    if change == _INSERT:
        for _ in range(1 + below(MOST_INSERTED, words)):
            if sum(left):
                put(hands, below(size + 2, words), choose(left, 0, words))
                size += 1
    elif change == _BLOCK:
        slot = below(size + 2, words)
        # What is put in at one place lies above what was put in there before.
        fill(hands, slot, below(MOST_AROUND + 1, words), left)
        put(hands, slot, choose(left, 1, words))
        fill(hands, slot, below(MOST_AROUND + 1, words), left)
    elif change == _DELETE:
        take(hands, below(size, words))
    elif change == _REPLACE:
        left[take(hands, below(size, words))] += 1
        put(hands, below(size + 1, words), choose(left, 0, words))
    elif change == _SWAP:
        (one, i), (other, j) = find(hands, below(size, words)), find(hands, below(size, words))
        one[i], other[j] = other[j], one[i]
    elif change == _MOVE:
        put(hands, below(size + 1, words), take(hands, below(size, words)))
    elif change == _PROMOTE:
        hand, i = find(hands, below(size, words))
        if hand[i]:
            return change, None
        hand[i] = choose(left, 1, words)
        put(hands, below(size + 2, words), 0)
    else:
        put(hands, below(size + 2, words), choose(left, 1, words))
        put(hands, below(size + 2, words), take(hands, below(size + 1, words)))
    return change, hands if hands[0] and hands[1] else None


def choose(left: list[int], lowest: int, words: Iterator[int]) -> int:
    """Choose a card from `lowest` on, each of those that are left as likely as any other, and take it."""
    chosen = below(sum(left[lowest:]), words)
    card = lowest
    while chosen >= left[card]:
        chosen -= left[card]
        card += 1
    left[card] -= 1
    return card


def find(hands: Sequence[list[int]], place: int) -> tuple[list[int], int]:
    """Return the hand in which a card lies, counted through both, and its place there."""
    size = len(hands[0])
    return (hands[0], place) if place < size else (hands[1], place - size)


def take(hands: Sequence[list[int]], place: int) -> int:
    """Take a card out, and return it."""
    hand, i = find(hands, place)
    return hand.pop(i)


def put(hands: Sequence[list[int]], slot: int, card: int) -> None:
    """Put a card in: above one of the first hand, under it, above one of the second, or under that."""
    size = len(hands[0])
    if slot <= size:
        hands[0].insert(slot, card)
    else:
        hands[1].insert(slot - size - 1, card)


def fill(hands: Sequence[list[int]], slot: int, count: int, left: list[int]) -> None:
    """Put number cards in, as many as are left."""
    for _ in range(min(count, left[0])):
        put(hands, slot, 0)
        left[0] -= 1
