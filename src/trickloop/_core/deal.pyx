"""Deal a pack at random, as the reference does, from the words of a bit generator of NumPy."""

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.string cimport memcpy

from trickloop._core.chance cimport trickloop_high_word
from trickloop._core.order cimport advance
from trickloop._core.ring cimport card_t

from trickloop._reference.deal import BLOCK
from trickloop._reference.deal import draws
from trickloop._reference.deal import laying_order

__all__ = ["BLOCK", "deal_rows", "follow_rows"]

ctypedef fused place_t:
    int8_t
    int32_t

cdef extern from *:
    """
    /* What the capsule of a bit generator holds, by the documentation of NumPy's C interface for random numbers. */
    typedef struct {
        void *state;
        uint64_t (*next_uint64)(void *state);
        uint32_t (*next_uint32)(void *state);
        double (*next_double)(void *state);
        uint64_t (*next_raw)(void *state);
    } trickloop_bits;
    """
    ctypedef struct trickloop_bits:
        void* state
        uint64_t (*next_raw)(void* state) noexcept nogil

cdef enum:
    # Games dealt between two looks at the signals.
    ROWS_A_CHUNK = 1 << 13

# What one word decides: the product of the bounds, how many there are, and which words are refused.
ctypedef struct Draw:
    uint64_t together
    uint64_t refused
    Py_ssize_t count


cdef class Plan:
    """The draws of a deal of one pack, and the room for its places."""

    cdef Py_ssize_t size
    cdef Py_ssize_t laid        # cards that are given places; the others are equal
    cdef Py_ssize_t draws
    cdef Draw* draw
    cdef int32_t* order         # the cards in the order in which they are given places
    cdef void* places           # the places in their order, twice: as they are and as they are shuffled
    cdef bint small             # whether a place fits a byte

    def __cinit__(self, cards):
        cdef Py_ssize_t i
        cdef uint64_t bound
        order = laying_order(cards)
        groups = draws(order)
        self.size = len(order)
        self.draws = len(groups)
        self.small = self.size <= 128
        self.draw = <Draw*>malloc((self.draws + 1) * sizeof(Draw))
        self.order = <int32_t*>malloc((self.size + 1) * sizeof(int32_t))
        self.places = malloc((2 * self.size + 1) * sizeof(int32_t))
        if self.draw is NULL or self.order is NULL or self.places is NULL:
            raise MemoryError
        for i in range(self.size):
            self.order[i] = order[i]
            if self.small:
                (<int8_t*>self.places)[i] = <int8_t>i
            else:
                (<int32_t*>self.places)[i] = <int32_t>i
        for i in range(self.draws):
            self.draw[i].together = 1
            self.draw[i].count = len(groups[i])
            for bound in groups[i]:
                self.draw[i].together *= bound
            self.draw[i].refused = (0 - self.draw[i].together) % self.draw[i].together
            self.laid += self.draw[i].count

    def __dealloc__(self):
        free(self.draw)
        free(self.order)
        free(self.places)


def deal_rows(cards, bits, rows):
    """Deal one game after the other into the rows of an array of integers."""
    cdef Plan plan = Plan(cards)
    cdef trickloop_bits* words = <trickloop_bits*>PyCapsule_GetPointer(bits.capsule, "BitGenerator")
    if rows.ndim != 2 or rows.shape[1] != plan.size:
        raise ValueError(f"expected rows of {plan.size} cards, got an array of shape {rows.shape}")
    if rows.itemsize == 1:
        fill[int8_t](plan, words, rows)
    elif rows.itemsize == 2:
        fill[int16_t](plan, words, rows)
    else:
        fill[int32_t](plan, words, rows)


cdef int fill(Plan plan, trickloop_bits* words, card_t[:, ::1] rows) except -1:
    """Deal the rows in chunks, so that Ctrl-C is heard between them."""
    cdef Py_ssize_t games = rows.shape[0]
    cdef Py_ssize_t start = 0
    cdef Py_ssize_t stop
    cdef Py_ssize_t row
    cdef card_t* first
    if not games or not plan.size:
        return 0
    first = &rows[0, 0]
    while start < games:
        stop = min(games, start + ROWS_A_CHUNK)
        with nogil:
            for row in range(start, stop):
                if plan.small:
                    deal_row(plan, <int8_t*>plan.places, words, first + row * plan.size)
                else:
                    deal_row(plan, <int32_t*>plan.places, words, first + row * plan.size)
        start = stop
        PyErr_CheckSignals()
    return 0


cdef inline void deal_row(Plan plan, place_t* as_they_are, trickloop_bits* words, card_t* row) noexcept nogil:
    """Lay the cards on places that are drawn one after the other, and equal cards on all that are left."""
    cdef place_t* places = as_they_are + plan.size
    cdef Py_ssize_t size = plan.size
    cdef const int32_t* order = plan.order
    cdef card_t filler = <card_t>order[size - 1]
    cdef const Draw* draw = plan.draw
    cdef const Draw* last = draw + plan.draws
    cdef Py_ssize_t laid = 0
    cdef Py_ssize_t end
    cdef uint64_t word
    cdef uint64_t low
    cdef place_t place
    cdef Py_ssize_t other
    memcpy(places, as_they_are, size * sizeof(place_t))
    for end in range(size):
        row[end] = filler
    while draw != last:
        word = words.next_raw(words.state)
        low = word * draw.together
        if low < draw.together:
            while low < draw.refused:
                word = words.next_raw(words.state)
                low = word * draw.together
        end = laid + draw.count
        # The high word of word * bound is the first digit; its low word holds the digits that follow.
        while laid < end:
            other = laid + <Py_ssize_t>trickloop_high_word(word, size - laid)
            word *= <uint64_t>(size - laid)
            place = places[other]
            places[other] = places[laid]
            row[place] = <card_t>order[laid]
            laid += 1
        draw += 1


def follow_rows(first, rows):
    """Put a deal and those that follow it in lexicographic order into rows; return how many there were."""
    if rows.ndim != 2 or rows.shape[1] != len(first):
        raise ValueError(f"expected rows of {len(first)} cards, got an array of shape {rows.shape}")
    if not rows.size:
        return min(len(rows), 1)
    rows[0] = first
    if rows.itemsize == 1:
        return follow[int8_t](rows)
    if rows.itemsize == 2:
        return follow[int16_t](rows)
    return follow[int32_t](rows)


cdef Py_ssize_t follow(card_t[:, ::1] rows) except -1:
    """Make each row from the one before it."""
    cdef Py_ssize_t games = rows.shape[0]
    cdef Py_ssize_t size = rows.shape[1]
    cdef Py_ssize_t game = 1
    cdef card_t* row = &rows[0, 0]
    cdef card_t* deal = <card_t*>malloc(size * sizeof(card_t))
    if deal is NULL:
        raise MemoryError
    with nogil:
        memcpy(deal, row, size * sizeof(card_t))
        while game < games and advance(deal, size):
            row += size
            memcpy(row, deal, size * sizeof(card_t))
            game += 1
    free(deal)
    return game
