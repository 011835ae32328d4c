"""Where every state of a small pack leads; the states and what follows them are those of `rounds`."""

from collections.abc import MutableSequence, Sequence

from trickloop._reference.rounds import FIRST_WINS, SECOND_WINS

UNKNOWN, ON_THE_WAY = -4, -5
MOST_CARDS = 2**31 - 1


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
