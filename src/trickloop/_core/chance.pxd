"""Chance: 64-bit words, unbiased integers from them, and shuffles; the state of the words is one integer."""

from libc.stdint cimport int32_t
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__)
    #include <intrin.h>
    #define trickloop_high_word __umulh
    #elif defined(__SIZEOF_INT128__)
    static inline uint64_t trickloop_high_word(uint64_t a, uint64_t b)
    {
        __extension__ typedef unsigned __int128 wide;
        return (uint64_t)((wide)a * b >> 64);
    }
    #else
    static uint64_t trickloop_high_word(uint64_t a, uint64_t b)
    {
        uint64_t low = (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
        uint64_t left = (a >> 32) * (b & 0xFFFFFFFFu) + (low >> 32);
        uint64_t right = (a & 0xFFFFFFFFu) * (b >> 32) + (left & 0xFFFFFFFFu);
        return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
    }
    #endif
    """
    uint64_t trickloop_high_word(uint64_t a, uint64_t b) nogil

cdef inline uint64_t next_word(uint64_t* words) noexcept nogil:
    """Draw the next word: SplitMix64 of Steele, Lea and Flood, 2014."""
    cdef uint64_t word
    words[0] += <uint64_t>0x9E3779B97F4A7C15
    word = (words[0] ^ (words[0] >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    word = (word ^ (word >> 27)) * <uint64_t>0x94D049BB133111EB
    return word ^ (word >> 31)

cdef inline uint64_t below(uint64_t bound, uint64_t* words) noexcept nogil:
    """Draw an integer from 0 to bound - 1, each equally likely, by the method of the reference."""
    cdef uint64_t word = next_word(words)
    cdef uint64_t refused
    if word * bound < bound:
        refused = (0 - bound) % bound
        while word * bound < refused:
            word = next_word(words)
    return trickloop_high_word(word, bound)

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
