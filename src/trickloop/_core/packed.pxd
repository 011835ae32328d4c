from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint64_t

cdef extern from "packed.h" nogil:
    enum:
        TRICKLOOP_MOST_CARDS
        TRICKLOOP_MOST_COURTS
        TRICKLOOP_MOST_PAYMENT

    ctypedef struct trickloop_hand:
        uint64_t courts
        uint64_t values
        int32_t size
        int32_t count

    ctypedef struct trickloop_packed:
        trickloop_hand lead
        trickloop_hand other
        int32_t leader
        int32_t over
        int64_t rounds
        int64_t cards
        int64_t[2] wins

    bint trickloop_same_state(const trickloop_packed* a, const trickloop_packed* b)
    bint trickloop_play_packed(trickloop_packed* game, int64_t until, const trickloop_packed* kept)
