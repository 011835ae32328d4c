from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint64_t

from trickloop._core.orbit cimport MAX_SEATS
from trickloop._core.orbit cimport Game
from trickloop._core.pickup cimport Laid

# A shuffle in the middle of a round; a seat shuffles at most once in a round.
ctypedef struct Shuffle:
    Py_ssize_t laid             # how many cards lay on the table
    int seat
    Py_ssize_t size
    uint64_t words              # the state of the words before it

cdef class WarGame(Game):
    cdef int64_t face_down
    cdef int pickup
    cdef int shortage
    cdef bint refill
    cdef bint coin                  # whether a coin decides a tie
    cdef uint64_t words             # the state of the words that chance is drawn from
    cdef int32_t* won_cards         # the won piles, `pack` cards a seat
    cdef Py_ssize_t[MAX_SEATS] won_sizes
    cdef Shuffle[MAX_SEATS] shuffles
    cdef int shuffle_count
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
