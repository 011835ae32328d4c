"""Camicia, alias Beggar-My-Neighbour. Seats are counted from 0 here, and number cards are all one card."""

from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.string cimport memcpy

from trickloop._core.orbit cimport CAME_BACK
from trickloop._core.orbit cimport DRAW
from trickloop._core.orbit cimport NO_LIMIT
from trickloop._core.orbit cimport OVER
from trickloop._core.orbit cimport REACHED
from trickloop._core.orbit cimport RUNNING
from trickloop._core.orbit cimport WIN
from trickloop._core.orbit cimport Game
from trickloop._core.orbit cimport play_out
from trickloop._core.orbit cimport same_hashes
from trickloop._core.ring cimport Hand
from trickloop._core.ring cimport Keys
from trickloop._core.ring cimport card_t
from trickloop._core.ring cimport draw
from trickloop._core.ring cimport put_under


cdef class CamiciaGame(Game):
    """A game of Camicia in progress; ``payments[card]`` is what a card demands, 0 for a number card."""

    cdef int32_t* payments
    cdef Py_ssize_t kinds       # entries in payments
    cdef void* pile             # as wide as the hands' cards
    cdef Py_ssize_t laid
    cdef int leader
    cdef int led                # the leader of the last trick

    def __init__(self, hands, payments):
        cdef Py_ssize_t card
        self.deal(hands)
        self.make_table(len(payments))
        for card in range(self.kinds):
            self.payments[card] = payments[card]
        settle(self)

    def __dealloc__(self):
        free(self.payments)
        free(self.pile)

    cdef int make_table(self, Py_ssize_t kinds) except -1:
        """Allocate the payments and the pile."""
        self.kinds = kinds
        self.payments = <int32_t*>malloc(kinds * sizeof(int32_t))
        self.pile = malloc(self.capacity * self.width)
        if self.payments is NULL or self.pile is NULL:
            raise MemoryError
        return 0

    @property
    def table(self):
        """The pile of the last trick, and who laid what."""
        # Who laid a card follows from the pile, so that playing need not write it down.
        cdef Py_ssize_t place
        cdef int32_t card
        cdef int player = self.led
        cdef int32_t due = 0
        laid = []
        for place in range(self.laid):
            card = self.cell(self.pile, place)
            laid.append((player, card, True))
            if self.payments[card]:
                due = self.payments[card]
                player = 1 - player
            elif due:
                due -= 1
            else:
                player = 1 - player
        return laid

    @property
    def picked(self):
        """The places in the pile in the order they were picked up."""
        return list(range(self.laid))

    @property
    def taker(self):
        """The seat that won the last trick."""
        return self.leader

    cdef int advance(self, int64_t until, int64_t cards_until, Game kept) except -1:
        cdef int stopped
        with nogil:
            if self.width == 1:
                stopped = play_on(self, <int8_t*>self.cells, until, cards_until, <CamiciaGame>kept)
            elif self.width == 2:
                stopped = play_on(self, <int16_t*>self.cells, until, cards_until, <CamiciaGame>kept)
            else:
                stopped = play_on(self, <int32_t*>self.cells, until, cards_until, <CamiciaGame>kept)
        return stopped

    cdef bint is_same_state(self, Game other) noexcept nogil:
        """Compare both hands, card by card, and who leads."""
        return self.leader == (<CamiciaGame>other).leader and Game.is_same_state(self, other)

    cdef int assign(self, Game other) except -1:
        Game.assign(self, other)
        cdef CamiciaGame twin = <CamiciaGame>other
        if self.payments is NULL:
            self.make_table(twin.kinds)
            memcpy(self.payments, twin.payments, twin.kinds * sizeof(int32_t))
        self.leader = twin.leader
        return 0


cdef inline int play_on(
    CamiciaGame game, card_t* cells, int64_t until, int64_t cards_until, CamiciaGame kept
) noexcept nogil:
    """Play tricks and say why they stopped; the hashes are kept up where there is a state to compare with."""
    if game.over != RUNNING:
        return OVER
    while game.rounds < until and game.cards < cards_until:
        play_round(game, cells, game.keys is not NULL)
        if game.over != RUNNING:
            return OVER
        if kept is not None and game.leader == kept.leader and same_hashes(game, kept) and game.is_same_state(kept):
            return CAME_BACK
    return REACHED


cdef inline void play_round(CamiciaGame game, card_t* cells, bint hashed) noexcept nogil:
    """Play one trick: until the pile is collected."""
    # The reference asks at every card whether a payment is due. Here the open phase and the payments are loops of
    # their own, on copies of what they change: a store of a card might, to the compiler, change anything else.
    cdef Hand[2] hands
    cdef card_t* pile = <card_t*>game.pile
    cdef const int32_t* payments = game.payments
    cdef const Keys* keys = game.keys
    cdef Py_ssize_t capacity = game.capacity
    cdef Py_ssize_t laid = 0
    cdef int player = game.leader
    cdef int32_t payment = 0
    cdef int32_t due = 0
    cdef card_t card
    hands[0] = game.hands_[0]
    hands[1] = game.hands_[1]
    while hands[player].size:
        card = draw(cells + player * capacity, &hands[player], capacity - 1, keys, hashed)
        pile[laid] = card
        laid += 1
        player = 1 - player
        due = payments[card]
        while due:
            if not hands[player].size:
                break
            card = draw(cells + player * capacity, &hands[player], capacity - 1, keys, hashed)
            pile[laid] = card
            laid += 1
            payment = payments[card]
            if payment:
                player = 1 - player
                due = payment
            else:
                due -= 1
                if not due:
                    break
        else:
            continue
        break
    game.rounds += 1
    game.cards += laid
    game.laid = laid
    game.led = game.leader
    # Whether he paid in full or could not play, the one to play has lost the trick.
    player = 1 - player
    take(cells + player * capacity, &hands[player], capacity - 1, pile, laid, keys, hashed)
    game.hands_[0] = hands[0]
    game.hands_[1] = hands[1]
    game.wins[player] += 1
    game.leader = player
    settle(game)


cdef inline void take(
    card_t* cells, Hand* hand, Py_ssize_t mask, const card_t* pile, Py_ssize_t laid, const Keys* keys, bint hashed
) noexcept nogil:
    """Put the pile under the hand of the seat that won the trick."""
    cdef Py_ssize_t place
    for place in range(laid):
        put_under(cells, hand, mask, pile[place], keys, hashed)


cdef inline void settle(CamiciaGame game) noexcept nogil:
    """End the game where at most one seat has cards."""
    if not game.hands_[0].size or not game.hands_[1].size:
        game.over = WIN if game.pack else DRAW
        game.won = 0 if game.hands_[0].size else 1 if game.pack else -1


def play_camicia(hands, payments):
    """Play a game of Camicia to its end."""
    return play_out(lambda: CamiciaGame(hands, payments), NO_LIMIT)
