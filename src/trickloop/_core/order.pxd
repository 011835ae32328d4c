"""The orders of the cards of a pack, counted from the lowest."""

from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport uint8_t

ctypedef fused order_t:
    int8_t
    int16_t
    int32_t
    uint8_t

cdef inline bint advance(order_t* deal, Py_ssize_t size) noexcept nogil:
    """Put the cards in the next order; say whether there is one."""
    cdef Py_ssize_t place = size - 1
    cdef Py_ssize_t other = size - 1
    cdef order_t card
    while place > 0 and deal[place - 1] >= deal[place]:
        place -= 1
    if place < 1:
        return False
    while deal[other] <= deal[place - 1]:
        other -= 1
    card = deal[place - 1]
    deal[place - 1] = deal[other]
    deal[other] = card
    other = size - 1
    while place < other:
        card = deal[place]
        deal[place] = deal[other]
        deal[other] = card
        place += 1
        other -= 1
    return True
