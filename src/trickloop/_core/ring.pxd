"""A hand of cards on a fixed-size circular buffer, and the hash of what it holds from top to bottom.

The buffer has a power of two of cells that holds the whole pack, so an index is masked and never tested. A card is
the smallest of three integer types that holds them all; functions are compiled for each.

The hash of a hand of n cards is the sum of key(card i) * BASE^(n-1-i) modulo 2^64, card 0 the top. It depends on the
cards and their order alone, not on where in the buffer the hand lies, and a card drawn or put under costs one
multiplication. BASE is odd, so no power of it vanishes.
"""

from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport uint64_t

ctypedef fused card_t:
    int8_t
    int16_t
    int32_t

ctypedef struct Hand:
    Py_ssize_t head     # the cell of the top card
    Py_ssize_t size
    uint64_t hash       # kept up only by the hashed calls below

ctypedef struct Keys:
    const uint64_t* cards       # the key of each card
    const uint64_t* powers      # the powers of BASE, one more than the pack has cards

cdef enum:
    BASE_LOW = 0x4F1BBCDD
    BASE_HIGH = 0x2545F491

cdef inline uint64_t base() noexcept nogil:
    """Return the base of the hash."""
    return (<uint64_t>BASE_HIGH << 32) | BASE_LOW

cdef inline card_t draw(
    const card_t* cells, Hand* hand, Py_ssize_t mask, const Keys* keys, bint hashed
) noexcept nogil:
    """Take the top card of a hand that has one."""
    cdef card_t card = cells[hand.head]
    hand.head = (hand.head + 1) & mask
    hand.size -= 1
    if hashed:
        hand.hash -= keys.cards[card] * keys.powers[hand.size]
    return card

cdef inline void put_under(
    card_t* cells, Hand* hand, Py_ssize_t mask, card_t card, const Keys* keys, bint hashed
) noexcept nogil:
    """Put a card under a hand."""
    cells[(hand.head + hand.size) & mask] = card
    hand.size += 1
    if hashed:
        hand.hash = hand.hash * base() + keys.cards[card]

cdef inline void put_on_top(card_t* cells, Hand* hand, Py_ssize_t mask, card_t card) noexcept nogil:
    """Put a card on top of a hand that is not hashed."""
    hand.head = (hand.head - 1) & mask
    cells[hand.head] = card
    hand.size += 1

cdef inline bint same_cards(
    const card_t* cells, const Hand* hand, const card_t* other_cells, const Hand* other, Py_ssize_t mask
) noexcept nogil:
    """Compare two hands card by card."""
    cdef Py_ssize_t i
    if hand.size != other.size:
        return False
    for i in range(hand.size):
        if cells[(hand.head + i) & mask] != other_cells[(other.head + i) & mask]:
            return False
    return True
