"""All states of a small pack, each with the one that follows it, and where each of them leads.

A state is an arrangement of the pack and a cut: the hand above the cut is player 1's, in Camicia the leader's.
Arrangements are numbered in the order of their cards, card by card, cuts from 1 on, and the states of one arrangement
follow each other. Both hands have cards; what comes after a round that ends the game is `FIRST_WINS`, `SECOND_WINS` or
`DRAWN`.
"""

from collections.abc import Iterator, MutableSequence, Sequence

from trickloop._reference.camicia import CamiciaGame
from trickloop._reference.war import WarGame
from trickloop.outcome import Ending

FIRST_WINS, SECOND_WINS, DRAWN = -1, -2, -3
"""Who wins: the player of the first hand, or that of the second."""
UNKNOWN, ON_THE_WAY = -4, -5
MOST_CARDS = 2**31 - 1


def camicia_rounds(
    pack: bytes, payments: Sequence[int], after: MutableSequence[int], laid: MutableSequence[int]
) -> None:
    """Play a trick from every state.

    Parameters
    ----------
    pack : bytes
        The cards, in order.
    payments : sequence of int
        What each card demands, 0 for a number card.
    after, laid : arrays of int32 and int16
        Written for each state: the state that follows, or how the game ends; and the cards of the trick, negative where
        the other player leads then.
    """
    places = {order: place for place, order in enumerate(arrangements(pack))}
    cuts = len(pack) - 1
    for order, place in places.items():
        for cut in range(1, len(pack)):
            game = CamiciaGame((order[:cut], order[cut:]), payments)
            game.play_round()
            state = place * cuts + cut - 1
            if game.ending is not None:
                after[state] = FIRST_WINS if game.winner == 0 else SECOND_WINS
                laid[state] = game.cards
                continue
            hands = bytes(game.hands[game.leader]), bytes(game.hands[1 - game.leader])
            after[state] = places[hands[0] + hands[1]] * cuts + len(hands[0]) - 1
            laid[state] = -game.cards if game.leader else game.cards


def war_rounds(
    pack: bytes,
    face_down: int,
    pickup: str,
    shortage: str,
    after: MutableSequence[int],
    laid: MutableSequence[int],
) -> None:
    """Play a round of War between two from every state; the arrays are those of `camicia_rounds`."""
    places = {order: place for place, order in enumerate(arrangements(pack))}
    cuts = len(pack) - 1
    for order, place in places.items():
        for cut in range(1, len(pack)):
            game = WarGame((order[:cut], order[cut:]), face_down, pickup, shortage, None, "war", None)
            game.play_round()
            state = place * cuts + cut - 1
            laid[state] = game.cards
            if game.ending is Ending.DRAW:
                after[state] = DRAWN
            elif game.ending is not None:
                after[state] = FIRST_WINS if game.winner == 0 else SECOND_WINS
            else:
                left, right = map(bytes, game.hands)
                after[state] = places[left + right] * cuts + len(left) - 1


def arrangements(pack: bytes) -> Iterator[bytes]:
    """Yield every arrangement of a pack whose cards are in order, from the first to the last."""
    order = bytearray(pack)
    while True:
        yield bytes(order)
        place = len(order) - 2
        while place >= 0 and order[place] >= order[place + 1]:
            place -= 1
        if place < 0:
            return
        higher = len(order) - 1
        while order[higher] <= order[place]:
            higher -= 1
        order[place], order[higher] = order[higher], order[place]
        order[place + 1 :] = order[:place:-1]


def follow(
    after: Sequence[int],
    laid: Sequence[int],
    end: MutableSequence[int],
    depth: MutableSequence[int],
    cards: MutableSequence[int],
) -> list[tuple[int, int, int, bool]]:
    """Find where every state leads, and how far that is.

    Parameters
    ----------
    after, laid : arrays of int32 and int16
        What `camicia_rounds` and `war_rounds` write.
    end, depth, cards : arrays of int32
        Written for each state: how the game ends, seen from the state's own first hand, or the number of the loop it
        falls into; the rounds, and the cards laid, until it is over or on the loop.

    Returns
    -------
    list of tuple
        For each loop a state on it, its states, its cards, and whether the players have changed places after them.

    Raises
    ------
    OverflowError
        Where more cards are laid than an int32 counts.
    """
    # What is read from a memoryview is an int, and not one of NumPy that overflows.
    after, laid, end, depth, cards = map(memoryview, (after, laid, end, depth, cards))  # type: ignore[arg-type, assignment]
    loops: list[tuple[int, int, int, bool]] = []
    for state in range(len(after)):
        end[state] = UNKNOWN
    for first in range(len(after)):
        if end[first] != UNKNOWN:
            continue
        state, steps = first, 0
        while state >= 0 and end[state] == UNKNOWN:
            end[state] = ON_THE_WAY
            depth[state] = steps
            steps += 1
            state = after[state]
        if state >= 0 and end[state] == ON_THE_WAY:
            steps = depth[state]
            loops.append(turn_of(state, after, laid, len(loops), end, depth, cards))
        walk_in(first, steps, state, after, laid, end, depth, cards)
    return loops


def turn_of(
    start: int,
    after: Sequence[int],
    laid: Sequence[int],
    number: int,
    end: MutableSequence[int],
    depth: MutableSequence[int],
    cards: MutableSequence[int],
) -> tuple[int, int, int, bool]:
    """Go round a loop once, and write its number on it."""
    state, length, total, is_turned = start, 0, 0, False
    while end[state] != number:
        end[state], depth[state], cards[state] = number, 0, 0
        length += 1
        total += abs(laid[state])
        is_turned ^= laid[state] < 0
        state = after[state]
    return start, length, total, is_turned


def walk_in(
    first: int,
    steps: int,
    goal: int,
    after: Sequence[int],
    laid: Sequence[int],
    end: MutableSequence[int],
    depth: MutableSequence[int],
    cards: MutableSequence[int],
) -> None:
    """Write what is known of a state, or of the end, on the states that lead to it."""
    ending, rounds, total = (goal, 0, 0) if goal < 0 else (end[goal], depth[goal], cards[goal])
    is_turned = False
    state = first
    for _ in range(steps):
        total += abs(laid[state])
        is_turned ^= laid[state] < 0
        state = after[state]
    if total > MOST_CARDS:
        raise OverflowError(f"expected games of at most {MOST_CARDS} cards")
    state = first
    for step in range(steps):
        is_won = ending in (FIRST_WINS, SECOND_WINS)
        end[state] = FIRST_WINS + SECOND_WINS - ending if is_won and is_turned else ending
        depth[state] = rounds + steps - step
        cards[state] = total
        total -= abs(laid[state])
        is_turned ^= laid[state] < 0
        state = after[state]
