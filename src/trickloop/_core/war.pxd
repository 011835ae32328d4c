from libc.stdint cimport int32_t
from libc.stdint cimport int64_t

from trickloop._core.orbit cimport Game

cdef enum:
    MAX_SEATS = 16

cdef struct Laid:
    int32_t card
    int seat
    bint face_up

cdef class WarGame(Game):
    cdef int64_t face_down
    cdef int pickup
    cdef int shortage
    cdef readonly int64_t wars
    cdef Laid* laid
    cdef int32_t* order             # the places on the table in the order they are picked up
    cdef int32_t* lost              # the cards that left the game
    cdef int32_t* counts            # of each card on the table, where they are sorted
    cdef Py_ssize_t on_table
    cdef Py_ssize_t out
    cdef int took                   # the seat that won the round, or -1
    cdef int32_t[MAX_SEATS] last    # the last face-up card of each seat

    cdef int make_table(self) except -1
