from libc.stdint cimport int8_t
from libc.stdint cimport int64_t

cdef extern from "columns.h":
    ctypedef struct trickloop_columns:
        int8_t* winner
        int8_t* ending
        int64_t* rounds
        int64_t* cards
        int64_t* wars
        int64_t* wins
        int64_t* loop_start
        int64_t* loop_length
        int64_t* loop_cards
