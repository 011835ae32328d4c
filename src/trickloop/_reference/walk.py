"""Look for loops of Camicia close to one that is known: change a card or two of its states, and play.

Cards are 0, a number card, and 1, 2, …, the court cards. A state is the leader's hand and the other's.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trickloop._reference.camicia import CamiciaGame, play_camicia
from trickloop._reference.chance import Words, below
from trickloop.outcome import Ending

Hands = tuple[tuple[int, ...], tuple[int, ...]]

ONE = ("insert", "court", "run", "delete", "swap", "move", "turn")
"""Kinds of one change: a number card is put in; a court card is; two to four number cards are, at one place; a card is
taken out; two change their places; one is moved; a card becomes one of another kind.

Each is as likely as any other, though games that begin with taking a card out meet a new loop 6 to 30 times as often as
those that begin with a court card put in: with the kinds that meet most three times as likely as that and as runs, one
of the seeds 1 to 6 had a loop of 52 cards within 9000 steps, with it twice as likely as any other two, and so four."""
_INSERT, _COURT, _RUN, _DELETE, _SWAP, _MOVE, _TURN = range(len(ONE))
MOST_CHANGES = 4
"""Changes of one try: each more is half as likely. Where there was one only, the walk stood before it had all cards:
what a second change mends is most of what loops near the end. Of games with one more change a third as many meet a new
loop as of those with one change, and so on with each more."""
CHANGES = tuple(f"{name} {more}".strip() for more in ("", "+1", "+2", "+3") for name in ONE)
"""Kinds of a try: its first change, and how many more were made."""
SOURCES = (*CHANGES, "dealt", "woven")
"""Where a loop comes from: a change of another one, a small deal at random, or one that was woven."""
MOST_IN_RUN = 4
MOST_CARDS, MOST_COURTS, MOST_KINDS = 63, 31, 5
"""What fits the words of bits in which the core plays: number cards and payments of 1 to 4."""

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
    """What led to it: a place in `SOURCES`."""


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
        How many games to change and play.
    key : int
        What chance is drawn from.

    Returns
    -------
    found : list of Found
        The loops that were met besides that one, each once and in the order they were.
    made : list of int
        How many tries of each kind were played.

    Raises
    ------
    ValueError
        Where it is no state on a loop, or the cards are none that the core plays.
    """
    check(hands, payments, room)
    words = Words(key)
    _, ending, loop = play_camicia(hands, payments)
    if ending is not Ending.LOOP or loop is None or loop.start:
        raise ValueError("expected a state on a loop")
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


def check(hands: Sequence[Sequence[int]], payments: Sequence[int], room: Sequence[int]) -> None:
    """Refuse what the core does not play.

    Raises
    ------
    ValueError
        Where there are too many cards or kinds, equal payments, or a hand without cards.
    """
    cards = [card for hand in hands for card in hand]
    if not hands[0] or not hands[1]:
        raise ValueError("expected two hands with cards")
    if len(payments) > MOST_KINDS or len(room) != len(payments) or min(room) < 0:
        raise ValueError(f"expected room for at most {MOST_KINDS} kinds of cards")
    if len(cards) + sum(room) > MOST_CARDS:
        raise ValueError(f"expected at most {MOST_CARDS} cards")
    if min(cards) < 0 or max(cards) >= len(payments):
        raise ValueError("expected a payment for each card")
    if payments[0] or len(set(payments)) < len(payments) or not 0 <= min(payments) <= max(payments) < MOST_KINDS:
        raise ValueError(f"expected different payments of 1 to {MOST_KINDS - 1}")
    if len(cards) - cards.count(0) + sum(room[1:]) > MOST_COURTS:
        raise ValueError(f"expected at most {MOST_COURTS} court cards")


def change_state(state: Hands, room: Sequence[int], words: Iterator[int]) -> tuple[int, tuple[list[int], ...] | None]:
    """Make some changes at random; return their kind and the new hands, or ``None`` where one cannot be made."""
    hands = (list(state[0]), list(state[1]))
    left = list(room)
    times = 1
    while times < MOST_CHANGES and below(2, words):
        times += 1
    first = -1
    for turn in range(times):
        change = change_once(hands, left, words)
        if change is None:
            return -1, None
        if not turn:
            first = change
    return first + len(ONE) * (times - 1), hands if hands[0] and hands[1] else None


def change_once(hands: tuple[list[int], list[int]], left: list[int], words: Iterator[int]) -> int | None:
    """Make one change; return its kind, or ``None`` where it cannot be made."""
    size = len(hands[0]) + len(hands[1])
    change = below(len(ONE), words)
    if not size:
        return None
    if change == _INSERT:
        if not left[0]:
            return None
        left[0] -= 1
        put(hands, below(size + 2, words), 0)
    elif change == _COURT:
        if not sum(left[1:]):
            return None
        slot = below(size + 2, words)
        put(hands, slot, choose(left, 1, words))
    elif change == _RUN:
        if left[0] < 2:
            return None
        slot = below(size + 2, words)
        for _ in range(min(2 + below(MOST_IN_RUN - 1, words), left[0])):
            put(hands, slot, 0)
            left[0] -= 1
    elif change == _DELETE:
        left[take(hands, below(size, words))] += 1
    elif change == _SWAP:
        one, i = find(hands, below(size, words))
        other, j = find(hands, below(size, words))
        one[i], other[j] = other[j], one[i]
    elif change == _MOVE:
        slot = below(size + 1, words)
        put(hands, slot, take(hands, below(size, words)))
    else:
        hand, i = find(hands, below(size, words))
        lowest = 0 if hand[i] else 1
        if not sum(left[lowest:]):
            return None
        left[hand[i]] += 1
        hand[i] = choose(left, lowest, words)
    return change


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
