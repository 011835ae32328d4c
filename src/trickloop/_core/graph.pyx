"""Where every state of a small pack leads; the states and what follows them are those of `rounds`.

A path is walked twice, to its end and again, instead of being kept: the second time it is known what to write.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdlib cimport abs

__all__ = ["follow"]

cdef enum:
    FIRST_WINS = -1
    SECOND_WINS = -2
    DRAWN = -3
    UNKNOWN = -4
    ON_THE_WAY = -5
    MOST_CARDS = 0x7FFFFFFF
    # States between two looks at the signals.
    STATES_A_CHUNK = 1 << 18


cdef struct Turn:
    int64_t start       # a state on the loop
    int64_t length      # 0 where no loop was found
    int64_t cards
    bint is_turned


cdef void go_round(
    int64_t start, const int32_t* after, const int16_t* laid, int32_t number,
    int32_t* end, int32_t* depth, int32_t* cards, Turn* turn,
) noexcept nogil:
    """Go round a loop once, and write its number on it."""
    cdef int64_t state = start
    turn.start = start
    turn.cards = 0
    turn.is_turned = False
    while end[state] != number:
        end[state] = number
        depth[state] = 0
        cards[state] = 0
        turn.length += 1
        turn.cards += abs(laid[state])
        turn.is_turned ^= laid[state] < 0
        state = after[state]


cdef int walk_in(
    int64_t first, int64_t steps, int64_t goal, const int32_t* after, const int16_t* laid,
    int32_t* end, int32_t* depth, int32_t* cards,
) noexcept nogil:
    """Write what is known of a state, or of the end, on the states that lead to it; say whether it is too much."""
    cdef int32_t ending = <int32_t>goal if goal < 0 else end[goal]
    cdef int64_t rounds = 0 if goal < 0 else depth[goal]
    cdef int64_t total = 0 if goal < 0 else cards[goal]
    cdef bint is_won = ending == FIRST_WINS or ending == SECOND_WINS
    cdef bint is_turned = False
    cdef int64_t state = first
    cdef int64_t step
    cdef int64_t _step
    for _step in range(steps):
        total += abs(laid[state])
        is_turned ^= laid[state] < 0
        state = after[state]
    if total > MOST_CARDS:
        return 1
    state = first
    for step in range(steps):
        end[state] = FIRST_WINS + SECOND_WINS - ending if is_won and is_turned else ending
        depth[state] = <int32_t>(rounds + steps - step)
        cards[state] = <int32_t>total
        total -= abs(laid[state])
        is_turned ^= laid[state] < 0
        state = after[state]
    return 0


cdef int walk(
    int64_t first, const int32_t* after, const int16_t* laid, int32_t number,
    int32_t* end, int32_t* depth, int32_t* cards, Turn* turn,
) noexcept nogil:
    """Find where a state leads; a loop that is met for the first time gets the number."""
    cdef int64_t state = first
    cdef int64_t steps = 0
    while state >= 0 and end[state] == UNKNOWN:
        end[state] = ON_THE_WAY
        depth[state] = <int32_t>steps
        steps += 1
        state = after[state]
    if state >= 0 and end[state] == ON_THE_WAY:
        steps = depth[state]
        go_round(state, after, laid, number, end, depth, cards, turn)
    return walk_in(first, steps, state, after, laid, end, depth, cards)


def follow(
    const int32_t[::1] after, const int16_t[::1] laid, int32_t[::1] end, int32_t[::1] depth, int32_t[::1] cards
):
    """Find where every state leads, and how far that is."""
    cdef int64_t states = len(after)
    cdef int64_t state
    cdef int64_t until
    cdef int32_t number = 0
    cdef int failed = 0
    cdef Turn turn
    if not (states == len(laid) == len(end) == len(depth) == len(cards)):
        raise ValueError("expected arrays for all states of the pack")
    for state in range(states):
        if not DRAWN <= after[state] < states:
            raise ValueError("expected states that follow, or how the game ends")
        end[state] = UNKNOWN
    loops = []
    state = 0
    while state < states:
        until = min(states, state + STATES_A_CHUNK)
        turn.length = 0
        with nogil:
            while state < until and not turn.length and not failed:
                if end[state] == UNKNOWN:
                    failed = walk(state, &after[0], &laid[0], number, &end[0], &depth[0], &cards[0], &turn)
                state += 1
        if failed:
            raise OverflowError(f"expected games of at most {MOST_CARDS} cards")
        if turn.length:
            loops.append((turn.start, turn.length, turn.cards, bool(turn.is_turned)))
            number += 1
        PyErr_CheckSignals()
    return loops
