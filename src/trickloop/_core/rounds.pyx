"""All states of a small pack, each with the one that follows it.

A state is an arrangement of the pack and a cut: the hand above the cut is player 1's, in Camicia the leader's.
Arrangements are numbered in the order of their cards, card by card, cuts from 1 on, and the states of one arrangement
follow each other. Arrangements are gone through in this order, and what follows is numbered by counting, a division a
card; there is no table of them.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint8_t
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.string cimport memcpy

from trickloop._core.order cimport advance
from trickloop._core.terms cimport ALL_DRAW
from trickloop._core.terms cimport AS_REVEALED
from trickloop._core.terms cimport FIRST_OUT
from trickloop._core.terms cimport LAST_CARD
from trickloop._core.terms cimport LONGEST
from trickloop._core.terms cimport LOSER_FIRST
from trickloop._core.terms cimport SEAT_ORDER
from trickloop._core.terms cimport SHORTEN

from trickloop._core.war import PICKUPS
from trickloop._core.war import SHORTS

__all__ = ["camicia_rounds", "war_rounds"]

cdef enum:
    FIRST_WINS = -1
    SECOND_WINS = -2
    DRAWN = -3
    MOST_STATES = 0x7FFFFFFF
    MOST_IN_PACK = 0x7FFF
    # States between two looks at the signals.
    STATES_A_CHUNK = 1 << 18


cdef class Orders:
    """An arrangement of a pack, and the round that is played from it."""

    cdef Py_ssize_t size
    cdef Py_ssize_t kinds
    cdef int64_t deals          # how many arrangements there are
    cdef uint8_t* order
    cdef uint8_t* next_order    # the hands after a round, one after the other
    cdef uint8_t* table
    cdef int64_t* counts        # cards of each kind in the pack
    cdef int64_t* left
    cdef int32_t* payments      # of Camicia
    cdef int64_t face_down      # of War
    cdef int pickup
    cdef int shortage

    def __cinit__(self, bytes pack, after, laid):
        cdef Py_ssize_t place
        self.size = len(pack)
        if not 2 <= self.size <= MOST_IN_PACK or len(after) > MOST_STATES:
            raise ValueError("expected a pack of 2 to 32767 cards, and fewer states than an int32 counts")
        self.kinds = max(pack) + 1
        self.order = <uint8_t*>malloc(self.size)
        self.next_order = <uint8_t*>malloc(self.size)
        self.table = <uint8_t*>malloc(self.size)
        self.counts = <int64_t*>malloc(self.kinds * sizeof(int64_t))
        self.left = <int64_t*>malloc(self.kinds * sizeof(int64_t))
        if (
            self.order is NULL or self.next_order is NULL or self.table is NULL or self.counts is NULL
            or self.left is NULL
        ):
            raise MemoryError
        for place in range(self.kinds):
            self.counts[place] = pack.count(place)
        for place in range(self.size):
            self.order[place] = pack[place]
        if list(pack) != sorted(pack) or len(after) != len(laid) or len(after) % (self.size - 1):
            raise ValueError("expected a pack in order, and arrays for all of its states")
        self.deals = len(after) // (self.size - 1)

    def __dealloc__(self):
        free(self.order)
        free(self.next_order)
        free(self.table)
        free(self.counts)
        free(self.left)
        free(self.payments)


cdef int64_t number_of(Orders orders) noexcept nogil:
    """Number the arrangement after a round."""
    cdef int64_t number = 0
    cdef int64_t orders_left = orders.deals
    cdef int64_t rest = orders.size
    cdef int64_t lower
    cdef Py_ssize_t place
    cdef Py_ssize_t kind
    cdef uint8_t card
    memcpy(orders.left, orders.counts, orders.kinds * sizeof(int64_t))
    for place in range(orders.size):
        card = orders.next_order[place]
        lower = 0
        for kind in range(card):
            lower += orders.left[kind]
        # Both divisions are exact: of the orders that are left, as many begin with a card as there are such cards.
        number += orders_left * lower // rest
        orders_left = orders_left * orders.left[card] // rest
        orders.left[card] -= 1
        rest -= 1
    return number


cdef void play_trick(Orders orders, Py_ssize_t cut, int32_t* after, int16_t* laid) noexcept nogil:
    """Play a trick of Camicia."""
    cdef const uint8_t* order = orders.order
    cdef Py_ssize_t[2] at
    cdef Py_ssize_t[2] ends
    cdef Py_ssize_t pile = 0
    cdef Py_ssize_t size
    cdef int player = 0
    cdef int winner
    cdef int32_t due = 0
    cdef uint8_t card
    at[0] = 0
    ends[0] = cut
    at[1] = cut
    ends[1] = orders.size
    while at[player] < ends[player]:
        card = order[at[player]]
        at[player] += 1
        orders.table[pile] = card
        pile += 1
        if orders.payments[card]:
            due = orders.payments[card]
            player = 1 - player
        elif due:
            due -= 1
            if not due:
                break
        else:
            player = 1 - player
    winner = 1 - player
    if at[player] == ends[player]:
        after[0] = SECOND_WINS if winner else FIRST_WINS
        laid[0] = <int16_t>pile
        return
    size = ends[winner] - at[winner]
    memcpy(orders.next_order, order + at[winner], size)
    memcpy(orders.next_order + size, orders.table, pile)
    memcpy(orders.next_order + size + pile, order + at[player], ends[player] - at[player])
    after[0] = <int32_t>(number_of(orders) * (orders.size - 1) + size + pile - 1)
    laid[0] = <int16_t>(-pile if winner else pile)


cdef void play_war(Orders orders, Py_ssize_t cut, int32_t* after, int16_t* laid) noexcept nogil:
    """Play a round of War between two."""
    cdef const uint8_t* left = orders.order
    cdef const uint8_t* right = orders.order + cut
    cdef int64_t have_left = cut - 1
    cdef int64_t have_right = orders.size - cut - 1
    cdef int64_t laid_left = 1
    cdef int64_t laid_right = 1
    cdef int64_t need
    cdef int64_t need_left
    cdef int64_t need_right
    cdef bint is_left
    cdef bint is_right
    cdef int winner
    cdef Py_ssize_t size
    while left[laid_left - 1] == right[laid_right - 1]:
        need = orders.face_down + 1
        if orders.shortage == SHORTEN:
            if 0 < have_left < need:
                need = have_left
            if 0 < have_right < need:
                need = have_right
        if orders.shortage == LAST_CARD or orders.shortage == SHORTEN:
            is_left = have_left > 0
            is_right = have_right > 0
        else:
            is_left = have_left >= need
            is_right = have_right >= need
        if orders.shortage == FIRST_OUT and not is_left and not is_right:
            is_left = have_left > have_right
            is_right = have_right > have_left
        need_left = min(have_left, need)
        need_right = min(have_right, need)
        if is_left and is_right:
            have_left -= need_left
            have_right -= need_right
            laid_left += need_left
            laid_right += need_right
            continue
        if orders.shortage == ALL_DRAW or (not is_left and not is_right and orders.shortage != LONGEST):
            # Nothing more is laid.
            after[0] = DRAWN
            laid[0] = <int16_t>(laid_left + laid_right)
            return
        # Who is short lays all he has; who is not lays nothing more, but with the others where all lay together.
        if not is_left or orders.shortage == LONGEST:
            laid_left += need_left
            have_left -= need_left
        if not is_right or orders.shortage == LONGEST:
            laid_right += need_right
            have_right -= need_right
        if not is_left and not is_right:
            after[0] = DRAWN
            laid[0] = <int16_t>(laid_left + laid_right)
            return
        winner = is_right
        break
    else:
        winner = left[laid_left - 1] < right[laid_right - 1]
    laid[0] = <int16_t>(laid_left + laid_right)
    if (have_left if winner else have_right) == 0:
        after[0] = SECOND_WINS if winner else FIRST_WINS
        return
    if winner:
        memcpy(orders.next_order, left + laid_left, have_left)
        memcpy(orders.next_order + have_left, right + laid_right, have_right)
        pick_up(orders, orders.next_order + have_left + have_right, cut, laid_left, laid_right, winner)
        size = have_left
    else:
        memcpy(orders.next_order, left + laid_left, have_left)
        pick_up(orders, orders.next_order + have_left, cut, laid_left, laid_right, winner)
        size = have_left + laid_left + laid_right
        memcpy(orders.next_order + size, right + laid_right, have_right)
    after[0] = <int32_t>(number_of(orders) * (orders.size - 1) + size - 1)


cdef void pick_up(
    Orders orders, uint8_t* under, Py_ssize_t cut, int64_t laid_left, int64_t laid_right, int winner
) noexcept nogil:
    """Put the table under the winner's hand."""
    cdef const uint8_t* left = orders.order
    cdef const uint8_t* right = orders.order + cut
    cdef bint is_left_first = winner == 0
    cdef int64_t place
    cdef int64_t count = 0
    cdef Py_ssize_t kind
    if orders.pickup == AS_REVEALED:
        for place in range(max(laid_left, laid_right)):
            if place < laid_left:
                under[count] = left[place]
                count += 1
            if place < laid_right:
                under[count] = right[place]
                count += 1
        return
    if orders.pickup > AS_REVEALED:
        for kind in range(orders.kinds - 1, -1, -1):
            for place in range(laid_left):
                if left[place] == kind:
                    under[count] = left[place]
                    count += 1
            for place in range(laid_right):
                if right[place] == kind:
                    under[count] = right[place]
                    count += 1
        return
    if orders.pickup == LOSER_FIRST:
        is_left_first = winner == 1
    elif orders.pickup == SEAT_ORDER:
        is_left_first = True
    if is_left_first:
        memcpy(under, left, laid_left)
        memcpy(under + laid_left, right, laid_right)
    else:
        memcpy(under, right, laid_right)
        memcpy(under + laid_right, left, laid_left)


cdef int play_all(Orders orders, int32_t[::1] after, int16_t[::1] laid) except -1:
    """Play a round from every state."""
    cdef int64_t deal = 0
    cdef int64_t state = 0
    cdef int64_t until
    cdef Py_ssize_t cut
    cdef bint goes_on = True
    while deal < orders.deals:
        until = min(orders.deals, deal + STATES_A_CHUNK // orders.size + 1)
        with nogil:
            while deal < until and goes_on:
                for cut in range(1, orders.size):
                    if orders.payments is not NULL:
                        play_trick(orders, cut, &after[state], &laid[state])
                    else:
                        play_war(orders, cut, &after[state], &laid[state])
                    state += 1
                deal += 1
                goes_on = advance(orders.order, orders.size)
        PyErr_CheckSignals()
        if goes_on == (deal == orders.deals):
            raise ValueError("expected arrays for all states of the pack")
    return 0


def camicia_rounds(bytes pack, payments, int32_t[::1] after, int16_t[::1] laid):
    """Play a trick from every state."""
    cdef Orders orders = Orders(pack, after, laid)
    cdef Py_ssize_t kind
    if orders.kinds > len(payments):
        raise ValueError("expected a payment for each card")
    orders.payments = <int32_t*>malloc(len(payments) * sizeof(int32_t))
    if orders.payments is NULL:
        raise MemoryError
    for kind in range(len(payments)):
        orders.payments[kind] = payments[kind]
    play_all(orders, after, laid)


def war_rounds(bytes pack, face_down, pickup, shortage, int32_t[::1] after, int16_t[::1] laid):
    """Play a round of War between two from every state; the arrays are those of `camicia_rounds`."""
    cdef Orders orders = Orders(pack, after, laid)
    orders.face_down = face_down
    orders.pickup = PICKUPS[pickup]
    orders.shortage = SHORTS[shortage]
    play_all(orders, after, laid)
