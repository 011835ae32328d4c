from libc.stdint cimport int8_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint8_t

from trickloop._core.packed cimport trickloop_packed

cdef extern from "rows.h" nogil:
    ctypedef struct trickloop_rows:
        const int8_t* cards
        int64_t games
        int32_t size
        int32_t first
        int32_t second
        const uint8_t* firsts
        const uint8_t* seconds
        int8_t[16] payments

    void trickloop_read(const trickloop_rows* rows, int64_t game, trickloop_packed* deal)
