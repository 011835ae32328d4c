"""Chance: 64-bit words, unbiased integers from them, and shuffles; the state of the words is one integer."""

from libc.stdint cimport int32_t
from libc.stdint cimport uint64_t

cdef extern from "chance.h" nogil:
    uint64_t trickloop_high_word(uint64_t a, uint64_t b)
    uint64_t next_word "trickloop_next_word"(uint64_t* words)
    uint64_t below "trickloop_below"(uint64_t bound, uint64_t* words)

cdef inline void shuffle(int32_t* cards, Py_ssize_t size, uint64_t* words) noexcept nogil:
    """Put the cards in random order: Fisher and Yates, from the last place down."""
    cdef Py_ssize_t place
    cdef Py_ssize_t other
    cdef int32_t card
    for place in range(size - 1, 0, -1):
        other = below(place + 1, words)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card

cdef inline list random_order(Py_ssize_t size, uint64_t words):
    """Return the order in which a shuffle at this state of the words puts the places from 0 to size - 1."""
    cdef list order = list(range(size))
    cdef Py_ssize_t place
    cdef Py_ssize_t other
    for place in range(size - 1, 0, -1):
        other = below(place + 1, &words)
        order[place], order[other] = order[other], order[place]
    return order
