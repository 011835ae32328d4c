"""The hashes of the states that one game has been in.

An open table of hashes with the game's stamp beside each: it is emptied by taking the next stamp, so a sub-game of a
few rounds does not pay for clearing what a long one left.
"""

from libc.stdint cimport int64_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free

cdef enum:
    NO_MEMORY = -1
    FIRST_SLOTS = 64

ctypedef struct Slot:
    uint64_t hash
    uint64_t stamp

ctypedef struct Seen:
    Slot* slots         # those with an older stamp are free
    int64_t count       # a power of two
    int64_t used
    uint64_t stamp

cdef inline int forget(Seen* seen) noexcept nogil:
    """Empty the table; it begins with all zeros, and is allocated by this."""
    if seen.slots is NULL:
        seen.slots = <Slot*>calloc(FIRST_SLOTS, sizeof(Slot))
        seen.count = FIRST_SLOTS
        if seen.slots is NULL:
            return NO_MEMORY
    seen.stamp += 1
    seen.used = 0
    return 0

cdef inline uint64_t spread(uint64_t hash) noexcept nogil:
    """Bring the high bits of a hash, which depend on all cards, down to where the slots are counted."""
    return (hash * <uint64_t>0x9E3779B97F4A7C15) >> 24

cdef inline int enlarge(Seen* seen) noexcept nogil:
    """Double the table."""
    cdef int64_t count = 2 * seen.count
    cdef Slot* slots = <Slot*>calloc(count, sizeof(Slot))
    cdef int64_t i
    cdef uint64_t slot
    if slots is NULL:
        return NO_MEMORY
    for i in range(seen.count):
        if seen.slots[i].stamp == seen.stamp:
            slot = spread(seen.slots[i].hash) & <uint64_t>(count - 1)
            while slots[slot].stamp:
                slot = (slot + 1) & <uint64_t>(count - 1)
            slots[slot] = seen.slots[i]
    free(seen.slots)
    seen.slots = slots
    seen.count = count
    return False

cdef inline int remember(Seen* seen, uint64_t hash) noexcept nogil:
    """Say whether a hash is in the table, and put it there if it is not."""
    cdef uint64_t mask = seen.count - 1
    cdef uint64_t slot = spread(hash) & mask
    while seen.slots[slot].stamp == seen.stamp:
        if seen.slots[slot].hash == hash:
            return True
        slot = (slot + 1) & mask
    seen.slots[slot].hash = hash
    seen.slots[slot].stamp = seen.stamp
    seen.used += 1
    if 2 * seen.used > seen.count:
        return enlarge(seen)
    return False
