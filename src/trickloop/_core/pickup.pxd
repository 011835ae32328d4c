"""The cards on the table, and the orders in which a winner picks them up."""

from libc.stdint cimport int32_t
from libc.string cimport memset

cdef enum:
    # Up to so many cards an insertion sort is quicker than counting all ranks.
    FEW = 24

ctypedef struct Laid:
    int32_t card
    int seat
    bint face_up

cdef inline list listed(const Laid* laid, Py_ssize_t size):
    """List the table: who laid a card, the card, face up or not."""
    cdef Py_ssize_t place
    return [(laid[place].seat, laid[place].card, bool(laid[place].face_up)) for place in range(size)]

cdef inline void order_by_seat(int32_t* order, const Laid* laid, Py_ssize_t size, int first, int seats) noexcept nogil:
    """Order the table by seats from the first on, each seat's cards in the order laid."""
    cdef int seat = first
    cdef Py_ssize_t place
    cdef Py_ssize_t count = 0
    while count < size:
        if seat >= seats:
            seat = 0
        for place in range(size):
            if laid[place].seat == seat:
                order[count] = place
                count += 1
        seat += 1

cdef inline void sort_cards(
    int32_t* order, const Laid* laid, Py_ssize_t size, int32_t* counts, Py_ssize_t codes
) noexcept nogil:
    """Order the table from high to low, equal cards in the order laid; `counts` has room for each card there is."""
    cdef Py_ssize_t place
    cdef Py_ssize_t slot
    cdef int32_t card
    cdef int32_t before
    cdef int32_t start = 0
    if size <= FEW:
        for place in range(size):
            card = laid[place].card
            slot = place
            while slot and laid[order[slot - 1]].card < card:
                order[slot] = order[slot - 1]
                slot -= 1
            order[slot] = place
        return
    memset(counts, 0, codes * sizeof(int32_t))
    for place in range(size):
        counts[laid[place].card] += 1
    for card in range(<int32_t>codes - 1, -1, -1):
        before = counts[card]
        counts[card] = start
        start += before
    for place in range(size):
        card = laid[place].card
        order[counts[card]] = place
        counts[card] += 1
