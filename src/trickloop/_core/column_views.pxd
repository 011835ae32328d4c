from libc.stdint cimport int8_t
from libc.stdint cimport int64_t

from trickloop._core.columns cimport trickloop_columns


cdef inline int open_columns(trickloop_columns* into, columns) except -1:
    """Point at the columns, which have at least one entry, and which the caller keeps."""
    cdef int8_t[::1] small
    cdef int64_t[::1] column
    cdef int64_t[:, ::1] table
    small = columns.winner
    into.winner = &small[0]
    small = columns.ending
    into.ending = &small[0]
    column = columns.rounds
    into.rounds = &column[0]
    column = columns.cards
    into.cards = &column[0]
    column = columns.wars
    into.wars = &column[0]
    table = columns.round_wins
    into.wins = &table[0, 0]
    column = columns.loop_start
    into.loop_start = &column[0]
    column = columns.loop_length
    into.loop_length = &column[0]
    column = columns.loop_cards
    into.loop_cards = &column[0]
    return 0
