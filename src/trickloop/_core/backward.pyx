"""Camicia played backwards: which states lead to a state.

A state is a row of bytes: the leader's hand from top to bottom, the other's, the size of the first, its seat, and zeros
up to a multiple of eight, so that rows are compared and hashed by words. Rows lie one after the other in the order in
which they are found; a table of hashes says which are there, and what it proposes is compared in full.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint8_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.stdlib cimport realloc
from libc.string cimport memcmp
from libc.string cimport memcpy
from libc.string cimport memset

from trickloop._reference.backward import check_states

__all__ = ["camicia_ancestors", "camicia_predecessors"]

cdef enum:
    NO_MEMORY = -1
    FIRST_ROWS = 64
    # States gone back from between two looks at the signals.
    STATES_A_CHUNK = 1 << 14


cdef class Walk:
    """States that were found, and room for more."""

    cdef int32_t* payments      # what each card demands, 0 for number cards
    cdef uint8_t* rows
    cdef int32_t* depths        # the tricks from each row to one that was given
    cdef int64_t* laid          # the cards of these tricks
    cdef uint64_t* hashes
    cdef int64_t* slots         # the number of a row plus 1; 0 is free
    cdef uint8_t* players       # who laid each card of a pile: 0 the winner
    cdef Py_ssize_t size        # cards of a state
    cdef Py_ssize_t stride      # bytes of a row
    cdef int64_t count
    cdef int64_t room
    cdef int64_t slot_count     # a power of two
    cdef bint once              # whether a row that is there is not put there again

    def __cinit__(self, Py_ssize_t size, payments, bint once):
        cdef Py_ssize_t card
        self.size = size
        self.stride = (size + 5 + 7) // 8 * 8
        self.once = once
        self.room = FIRST_ROWS
        self.slot_count = 4 * FIRST_ROWS
        self.payments = <int32_t*>malloc((len(payments) + 1) * sizeof(int32_t))
        self.rows = <uint8_t*>calloc(self.room, self.stride)
        self.depths = <int32_t*>malloc(self.room * sizeof(int32_t))
        self.laid = <int64_t*>malloc(self.room * sizeof(int64_t))
        self.hashes = <uint64_t*>malloc(self.room * sizeof(uint64_t))
        self.slots = <int64_t*>calloc(self.slot_count, sizeof(int64_t))
        self.players = <uint8_t*>malloc(size + 1)
        if (
            self.payments is NULL or self.rows is NULL or self.depths is NULL or self.laid is NULL
            or self.hashes is NULL or self.slots is NULL or self.players is NULL
        ):
            raise MemoryError
        for card in range(len(payments)):
            self.payments[card] = payments[card]

    def __dealloc__(self):
        free(self.payments)
        free(self.rows)
        free(self.depths)
        free(self.laid)
        free(self.hashes)
        free(self.slots)
        free(self.players)

    cdef int give(self, tuple state) except -1:
        """Put a state there as one that was given."""
        cdef bytes lead = state[0]
        cdef bytes other = state[1]
        cdef int leader = state[2]
        cdef uint8_t* row = self.rows + self.count * self.stride
        cdef const char* cards = lead
        memset(row, 0, self.stride)
        memcpy(row, cards, len(lead))
        cards = other
        memcpy(row + len(lead), cards, len(other))
        seal(self, row, <int32_t>len(lead), leader)
        self.depths[self.count] = 0
        self.laid[self.count] = 0
        if keep(self):
            raise MemoryError
        return 0

    cdef tuple held(self, int64_t index):
        cdef const char* row = <const char*>self.rows + index * self.stride
        cdef int32_t lead = lead_size(self, index)
        return (
            PyBytes_FromStringAndSize(row, lead),
            PyBytes_FromStringAndSize(row + lead, self.size - lead),
            <int>self.rows[index * self.stride + self.size + 4],
        )


cdef inline int32_t lead_size(Walk walk, int64_t index) noexcept nogil:
    """Return how many cards of a row are the leader's."""
    cdef int32_t size
    memcpy(&size, walk.rows + index * walk.stride + walk.size, 4)
    return size


cdef inline void seal(Walk walk, uint8_t* row, int32_t lead, int leader) noexcept nogil:
    """Write what stands behind the cards of a row; the zeros are there."""
    memcpy(row + walk.size, &lead, 4)
    row[walk.size + 4] = <uint8_t>leader


cdef inline uint64_t hash_of(const uint8_t* row, Py_ssize_t stride) noexcept nogil:
    cdef uint64_t hash = 0
    cdef uint64_t word
    cdef Py_ssize_t at
    for at in range(0, stride, 8):
        memcpy(&word, row + at, 8)
        hash = (hash ^ word) * <uint64_t>0x9E3779B97F4A7C15
        hash ^= hash >> 29
    return hash


cdef int keep(Walk walk) noexcept nogil:
    """Keep the row behind the last one, if it is new, and make room for the next."""
    cdef uint8_t* row = walk.rows + walk.count * walk.stride
    cdef uint64_t mask = walk.slot_count - 1
    cdef uint64_t hash
    cdef uint64_t slot
    cdef int64_t other
    if walk.once:
        hash = hash_of(row, walk.stride)
        slot = hash & mask
        while walk.slots[slot]:
            other = walk.slots[slot] - 1
            if walk.hashes[other] == hash and not memcmp(walk.rows + other * walk.stride, row, walk.stride):
                return 0
            slot = (slot + 1) & mask
        walk.hashes[walk.count] = hash
        walk.slots[slot] = walk.count + 1
    walk.count += 1
    if walk.count == walk.room:
        return enlarge(walk)
    return 0


cdef int enlarge(Walk walk) noexcept nogil:
    """Double the room."""
    cdef int64_t room = 2 * walk.room
    cdef int64_t count = 4 * room
    cdef int64_t index
    cdef uint64_t slot
    cdef void* more
    more = realloc(walk.rows, room * walk.stride)
    if more is NULL:
        return NO_MEMORY
    walk.rows = <uint8_t*>more
    more = realloc(walk.depths, room * sizeof(int32_t))
    if more is NULL:
        return NO_MEMORY
    walk.depths = <int32_t*>more
    more = realloc(walk.laid, room * sizeof(int64_t))
    if more is NULL:
        return NO_MEMORY
    walk.laid = <int64_t*>more
    more = realloc(walk.hashes, room * sizeof(uint64_t))
    if more is NULL:
        return NO_MEMORY
    walk.hashes = <uint64_t*>more
    walk.room = room
    if not walk.once:
        return 0
    more = calloc(count, sizeof(int64_t))
    if more is NULL:
        return NO_MEMORY
    free(walk.slots)
    walk.slots = <int64_t*>more
    walk.slot_count = count
    for index in range(walk.count):
        slot = walk.hashes[index] & <uint64_t>(count - 1)
        while walk.slots[slot]:
            slot = (slot + 1) & <uint64_t>(count - 1)
        walk.slots[slot] = index + 1
    return 0


cdef int put_back(Walk walk, int64_t index, Py_ssize_t start) noexcept nogil:
    """Put the cards of a pile back on the hands of those who laid them, where the other one has any then."""
    # The rows may move while a new one is kept, so nothing points into them for longer than this.
    cdef const uint8_t* row = walk.rows + index * walk.stride
    cdef uint8_t* before = walk.rows + walk.count * walk.stride
    cdef Py_ssize_t lead = lead_size(walk, index)
    cdef int leader = row[walk.size + 4]
    cdef int first = walk.players[start]
    cdef Py_ssize_t place
    cdef Py_ssize_t theirs = 0
    cdef Py_ssize_t second
    cdef Py_ssize_t[2] ends
    for place in range(start, lead):
        theirs += walk.players[place]
    if theirs + walk.size - lead == 0:
        return 0
    memset(before + walk.size, 0, walk.stride - walk.size)
    # Whoever laid the first card led, and comes first.
    ends[first] = 0
    second = theirs + walk.size - lead if first else lead - theirs
    ends[1 - first] = second
    for place in range(start, lead):
        before[ends[walk.players[place]]] = row[place]
        ends[walk.players[place]] += 1
    memcpy(before + ends[0], row, start)
    memcpy(before + ends[1], row + lead, walk.size - lead)
    seal(walk, before, <int32_t>second, 1 - leader if first else leader)
    walk.depths[walk.count] = walk.depths[index] + 1
    walk.laid[walk.count] = walk.laid[index] + lead - start
    return keep(walk)


cdef int go_back(Walk walk, int64_t index) noexcept nogil:
    """Find every state of which the next trick makes a state."""
    cdef Py_ssize_t lead = lead_size(walk, index)
    cdef bint broke = lead == walk.size
    cdef int player = 0
    cdef Py_ssize_t court = lead - 1
    cdef Py_ssize_t above
    cdef Py_ssize_t paid
    cdef Py_ssize_t count
    cdef Py_ssize_t place
    cdef int32_t demanded
    while court >= 0 and not payment(walk, index, court):
        court -= 1
    paid = lead - 1 - court
    if broke:
        # Number cards alone: the winner played the last of them, before the one who had none.
        for count in range(1, paid + 1):
            for place in range(count):
                walk.players[lead - count + place] = <uint8_t>((count - 1 - place) & 1)
            if put_back(walk, index, lead - count):
                return NO_MEMORY
    if court < 0:
        return 0
    demanded = payment(walk, index, court)
    if not (paid == demanded or (broke and paid < demanded)):
        return 0
    memset(walk.players + court, 1, lead - court)
    walk.players[court] = 0
    while True:
        above = court - 1
        while above >= 0 and not payment(walk, index, above):
            above -= 1
        # Laid in turn before the first court card of the pile, none of them or some.
        for place in range(court, above, -1):
            walk.players[place] = <uint8_t>((player + court - place) & 1)
            if put_back(walk, index, place):
                return NO_MEMORY
        # Or paid for an earlier court card, by the one who then laid this one; not in full, as the trick went on.
        if above < 0 or court - 1 - above >= payment(walk, index, above):
            return 0
        for place in range(above + 1, court):
            walk.players[place] = <uint8_t>player
        player = 1 - player
        walk.players[above] = <uint8_t>player
        court = above


cdef inline int32_t payment(Walk walk, int64_t index, Py_ssize_t place) noexcept nogil:
    return walk.payments[walk.rows[index * walk.stride + place]]


def camicia_predecessors(state, payments):
    """Return every state, with cards in both hands, of which the next trick makes this one, and the cards it lays."""
    cdef Walk walk = Walk(check_states([state], payments), payments, False)
    cdef int64_t index
    walk.give(state)
    if go_back(walk, 0):
        raise MemoryError
    return [(walk.held(index), walk.laid[index]) for index in range(1, walk.count)]


def camicia_ancestors(states, payments, limit):
    """Return states and all that lead to them, each once, and the tricks and the cards from each to one of them.

    They come in the order in which they are found, nearest first. Where there are more than `limit`, more than `limit`
    of them are returned, and not all.
    """
    states = list(states)
    cdef Walk walk = Walk(check_states(states, payments), payments, True)
    cdef int64_t most = limit
    cdef int64_t index = 0
    cdef int64_t until
    cdef int failed = 0
    for state in states:
        walk.give(state)
    while index < walk.count <= most:
        until = index + STATES_A_CHUNK
        with nogil:
            while not failed and index < until and index < walk.count <= most:
                failed = go_back(walk, index)
                index += 1
        if failed:
            raise MemoryError
        PyErr_CheckSignals()
    return (
        [walk.held(index) for index in range(walk.count)],
        [walk.depths[index] for index in range(walk.count)],
        [walk.laid[index] for index in range(walk.count)],
    )
