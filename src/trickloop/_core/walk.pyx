"""Look for loops of Camicia close to one that is known: change a card or two of its states, and play.

Cards are 0, a number card, and 1, 2, …, the court cards. A state is the leader's hand and the other's. All changes of a
call are made before the first game is played, so that the games go through the lanes; what these do not see the end of
is what may be a loop.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint8_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.string cimport memcpy
from libc.string cimport memmove

from trickloop._core.batch cimport play_lane_rows
from trickloop._core.chance cimport below
from trickloop._core.columns cimport trickloop_columns
from trickloop._core.packed cimport trickloop_hand
from trickloop._core.packed cimport trickloop_packed
from trickloop._core.packed cimport trickloop_play_packed
from trickloop._core.packed cimport trickloop_same_state
from trickloop._core.rows cimport trickloop_read
from trickloop._core.rows cimport trickloop_rows

from trickloop._reference.walk import CHANGES
from trickloop._reference.walk import Found
from trickloop._reference.walk import check

__all__ = ["CHANGES", "Found", "explore", "hash_state"]

cdef enum Change:
    INSERT
    COURT
    RUN
    DELETE
    SWAP
    MOVE
    TURN
    ONE

cdef enum:
    MOST_CHANGES = 4
    KINDS = 28              # ONE * MOST_CHANGES

cdef enum:
    CELLS = 64              # of a row, and room for the cards of one hand
    CODES = 5               # number cards, and those that demand 1 to 4
    MOST_IN_RUN = 4
    # Of the games that end, one in 30,000 takes longer; a loop takes the lanes for as long.
    PLAINLY = 300
    TRICKS_A_CHUNK = 1 << 21

cdef uint64_t SEED = 0x9AE16A3B2F90404F
cdef uint64_t FACTOR = 0x9E3779B97F4A7C15

ctypedef struct State:
    int32_t[2] sizes
    int8_t[2][CELLS] cards


cdef class Room:
    """The memory of a call: the rows that are played, and where the kernel writes what nobody reads."""

    cdef int8_t* rows
    cdef uint8_t* sizes
    cdef uint8_t* changes
    cdef int64_t* left
    cdef int8_t* small
    cdef int64_t* large
    cdef State* states

    def __cinit__(self, Py_ssize_t tries):
        self.rows = <int8_t*>calloc(tries + 1, CELLS)
        self.sizes = <uint8_t*>malloc(2 * tries + 1)
        self.changes = <uint8_t*>malloc(tries + 1)
        self.left = <int64_t*>malloc((tries + 1) * sizeof(int64_t))
        self.small = <int8_t*>malloc(2 * tries + 1)
        self.large = <int64_t*>malloc((8 * tries + 1) * sizeof(int64_t))
        if not (self.rows and self.sizes and self.changes and self.left and self.small and self.large):
            raise MemoryError

    def __dealloc__(self):
        free(self.rows)
        free(self.sizes)
        free(self.changes)
        free(self.left)
        free(self.small)
        free(self.large)
        free(self.states)


def hash_state(hands):
    """Hash a state, the leader's hand first."""
    cdef uint64_t value = SEED
    cdef uint8_t card
    for hand in hands:
        for card in (*hand, 255):
            value = (value ^ card) * FACTOR
            value ^= value >> 29
    return value


def explore(hands, payments, room, longest, tries, key):
    """Change states of a loop at random, and play what comes of it."""
    cdef trickloop_packed game
    cdef trickloop_rows rows
    cdef trickloop_columns unread
    cdef int32_t[CODES] free_cards
    cdef State state
    cdef State changed
    cdef Room memory
    cdef uint64_t words = key
    cdef int64_t most = tries
    cdef int64_t games = 0
    cdef int64_t count
    cdef int64_t states
    cdef int64_t i
    cdef int64_t length
    cdef int64_t most_tricks = longest
    cdef int8_t[CODES] codes
    cdef int change
    check(hands, payments, room)
    unpack_codes(payments, codes)
    for i in range(CODES):
        free_cards[i] = room[i] if i < len(room) else 0
    rows.size = CELLS
    for i in range(16):
        rows.payments[i] = payments[i] if i < len(payments) else 0
    memory = Room(most)
    rows.cards = memory.rows
    rows.firsts = memory.sizes
    rows.seconds = memory.sizes + most
    for i in range(2):
        state.sizes[i] = len(hands[i])
        for place, card in enumerate(hands[i]):
            state.cards[i][<Py_ssize_t>place] = card
    store(&state, memory.rows, memory.sizes, memory.sizes + most, 0)
    rows.games = 1
    trickloop_read(&rows, 0, &game)
    states = turn(&game, &memory.states, codes)

    # A state names its loop, and most of what loops comes back to a loop that is known.
    seen = {hash_of(&memory.states[i]) for i in range(states)}
    made = [0] * KINDS
    with nogil:
        for _ in range(most):
            changed = memory.states[below(states, &words)]
            change = change_state(&changed, free_cards, &words)
            if change < 0:
                continue
            memory.changes[games] = change
            store(&changed, memory.rows, memory.sizes, memory.sizes + most, games)
            games += 1
    for i in range(games):
        made[memory.changes[i]] += 1
    if not games:
        return [], made
    rows.games = games
    unread.winner = memory.small
    unread.ending = memory.small + most
    unread.rounds = memory.large
    unread.cards = unread.rounds + most
    unread.wars = unread.cards + most
    unread.loop_start = unread.wars + most
    unread.loop_length = unread.loop_start + most
    unread.loop_cards = unread.loop_length + most
    unread.wins = unread.loop_cards + most
    with nogil:
        count = play_lane_rows(&rows, &unread, PLAINLY, memory.left)
    # The lanes leave games in the order in which they give them up.
    found = []
    for i in sorted([memory.left[i] for i in range(count)]):
        trickloop_read(&rows, i, &game)
        length = comes_back(&game)
        if not 0 < length <= most_tricks:
            continue
        unpack(&game.lead, codes, &state, 0)
        unpack(&game.other, codes, &state, 1)
        if hash_of(&state) not in seen:
            found.append(describe(&game, length, codes, memory.changes[i], seen))
    return found, made


cdef int64_t comes_back(trickloop_packed* game) except -1:
    """Play until a state comes back, which the game is left at; return the length of the loop, or 0 if it is over."""
    cdef trickloop_packed kept = game[0]
    cdef int64_t until = 1
    cdef bint back = False
    while not game.over and not back:
        kept = game[0]
        until *= 2
        while not game.over and not back and game.rounds < until:
            with nogil:
                back = trickloop_play_packed(game, min(until, game.rounds + TRICKS_A_CHUNK), &kept)
            PyErr_CheckSignals()
    return game.rounds - kept.rounds if back else 0


cdef int64_t turn(const trickloop_packed* first, State** states, const int8_t* codes) except -1:
    """List the states of a loop, each with the leader's hand first, from one on it; return how many they are."""
    cdef trickloop_packed game = first[0]
    cdef int64_t length = comes_back(&game)
    cdef int64_t count
    game = first[0]
    if length:
        states[0] = <State*>calloc(length, sizeof(State))
        if states[0] is NULL:
            raise MemoryError
        for count in range(length):
            unpack(&game.lead, codes, &states[0][count], 0)
            unpack(&game.other, codes, &states[0][count], 1)
            trickloop_play_packed(&game, game.rounds + 1, NULL)
    if not length or not trickloop_same_state(&game, first):
        raise ValueError("expected a state on a loop")
    return length


cdef describe(const trickloop_packed* first, int64_t length, const int8_t* codes, int change, seen):
    """Name the loop of a state on it, and note all its states."""
    cdef State state
    cdef State least
    cdef trickloop_packed game = first[0]
    cdef int64_t i
    cdef int32_t gap = CELLS
    cdef uint64_t smallest = 0
    cdef uint64_t value
    for i in range(length):
        unpack(&game.lead, codes, &state, 0)
        unpack(&game.other, codes, &state, 1)
        value = hash_of(&state)
        seen.add(value)
        if i == 0 or value < smallest:
            smallest = value
            least = state
        gap = min(gap, abs(state.sizes[0] - state.sizes[1]))
        trickloop_play_packed(&game, game.rounds + 1, NULL)
    hands = tuple([tuple([least.cards[seat][i] for i in range(least.sizes[seat])]) for seat in range(2)])
    return Found(hands, smallest, length, game.cards - first.cards, gap, change)


cdef void unpack_codes(payments, int8_t* codes):
    """Find the card that demands 1, 2, …"""
    for card, payment in enumerate(payments):
        if payment:
            codes[<Py_ssize_t>payment - 1] = card


cdef void unpack(const trickloop_hand* hand, const int8_t* codes, State* state, int seat) noexcept nogil:
    """Write the cards of a hand, one by one."""
    cdef uint64_t values = hand.values
    cdef int32_t i
    state.sizes[seat] = hand.size
    for i in range(hand.size):
        state.cards[seat][i] = 0
        if hand.courts >> i & 1:
            state.cards[seat][i] = codes[values & 3]
            values >>= 2


cdef uint64_t hash_of(const State* state) noexcept nogil:
    """Hash a state, as `hash_state` does."""
    cdef uint64_t value = SEED
    cdef int32_t i
    cdef int seat
    for seat in range(2):
        for i in range(state.sizes[seat] + 1):
            value = (value ^ <uint8_t>(255 if i == state.sizes[seat] else state.cards[seat][i])) * FACTOR
            value ^= value >> 29
    return value


cdef void store(const State* state, int8_t* rows, uint8_t* firsts, uint8_t* seconds, int64_t row) noexcept nogil:
    """Write a state as a row."""
    cdef int8_t* cells = rows + row * CELLS
    memcpy(cells, state.cards[0], state.sizes[0])
    memcpy(cells + state.sizes[0], state.cards[1], state.sizes[1])
    firsts[row] = state.sizes[0]
    seconds[row] = state.sizes[1]


cdef int change_state(State* state, const int32_t* room, uint64_t* words) noexcept nogil:
    """Make some changes at random; return their kind, or -1 where one cannot be made."""
    cdef int32_t[CODES] left
    cdef int first = -1
    cdef int times = 1
    cdef int change
    cdef int turn
    memcpy(left, room, sizeof(left))
    while times < MOST_CHANGES and below(2, words):
        times += 1
    for turn in range(times):
        change = change_once(state, left, words)
        if change < 0:
            return -1
        if not turn:
            first = change
    return first + ONE * (times - 1) if state.sizes[0] and state.sizes[1] else -1


cdef int change_once(State* state, int32_t* left, uint64_t* words) noexcept nogil:
    """Make one change; return its kind, or -1 where it cannot be made."""
    cdef int32_t size = state.sizes[0] + state.sizes[1]
    cdef int change = below(ONE, words)
    cdef int32_t slot
    cdef int32_t count
    cdef int lowest
    cdef int8_t* one
    cdef int8_t* other
    cdef int8_t card
    if not size:
        return -1
    if change == INSERT:
        if not left[0]:
            return -1
        left[0] -= 1
        put(state, below(size + 2, words), 0)
    elif change == COURT:
        if not count_left(left, 1):
            return -1
        slot = below(size + 2, words)
        put(state, slot, choose(left, 1, words))
    elif change == RUN:
        if left[0] < 2:
            return -1
        slot = below(size + 2, words)
        count = min(2 + <int32_t>below(MOST_IN_RUN - 1, words), left[0])
        left[0] -= count
        for _ in range(count):
            put(state, slot, 0)
    elif change == DELETE:
        left[take(state, below(size, words))] += 1
    elif change == SWAP:
        one = find(state, below(size, words))
        other = find(state, below(size, words))
        card = one[0]
        one[0] = other[0]
        other[0] = card
    elif change == MOVE:
        slot = below(size + 1, words)
        put(state, slot, take(state, below(size, words)))
    else:
        one = find(state, below(size, words))
        lowest = 0 if one[0] else 1
        if not count_left(left, lowest):
            return -1
        left[one[0]] += 1
        one[0] = choose(left, lowest, words)
    return change


cdef inline int32_t count_left(const int32_t* left, int lowest) noexcept nogil:
    """Count the cards from `lowest` on that are left."""
    cdef int32_t count = 0
    cdef int card
    for card in range(lowest, CODES):
        count += left[card]
    return count


cdef inline int8_t choose(int32_t* left, int lowest, uint64_t* words) noexcept nogil:
    """Choose a card from `lowest` on, each of those that are left as likely as any other, and take it."""
    cdef int32_t chosen = below(count_left(left, lowest), words)
    cdef int8_t card = lowest
    while chosen >= left[card]:
        chosen -= left[card]
        card += 1
    left[card] -= 1
    return card


cdef inline int8_t* find(State* state, int32_t place) noexcept nogil:
    """Return where a card lies, counted through both hands."""
    cdef int seat = place >= state.sizes[0]
    return &state.cards[seat][place - seat * state.sizes[0]]


cdef inline int8_t take(State* state, int32_t place) noexcept nogil:
    """Take a card out, and return it."""
    cdef int seat = place >= state.sizes[0]
    cdef int8_t card
    place -= seat * state.sizes[0]
    card = state.cards[seat][place]
    state.sizes[seat] -= 1
    memmove(&state.cards[seat][place], &state.cards[seat][place] + 1, state.sizes[seat] - place)
    return card


cdef inline void put(State* state, int32_t slot, int8_t card) noexcept nogil:
    """Put a card in: above one of the first hand, under it, above one of the second, or under that."""
    cdef int seat = slot > state.sizes[0]
    slot -= seat * (state.sizes[0] + 1)
    memmove(&state.cards[seat][slot] + 1, &state.cards[seat][slot], state.sizes[seat] - slot)
    state.cards[seat][slot] = card
    state.sizes[seat] += 1
