from libc.stdint cimport int64_t

from trickloop._core.columns cimport trickloop_columns
from trickloop._core.rows cimport trickloop_rows

cdef int64_t play_lane_rows(
    trickloop_rows* rows, const trickloop_columns* into, int64_t most, int64_t* left
) noexcept nogil
