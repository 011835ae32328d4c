"""Camicia, alias Beggar-My-Neighbour. Seats are counted from 0 here, and number cards are all one card."""

from cpython.tuple cimport PyTuple_New
from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint8_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.string cimport memcpy
from libc.string cimport memset

from trickloop._core.orbit cimport CAME_BACK
from trickloop._core.orbit cimport DRAW
from trickloop._core.orbit cimport NO_LIMIT
from trickloop._core.orbit cimport OVER
from trickloop._core.orbit cimport REACHED
from trickloop._core.orbit cimport RUNNING
from trickloop._core.orbit cimport WIN
from trickloop._core.orbit cimport Game
from trickloop._core.orbit cimport play_out
from trickloop._core.orbit cimport put_name
from trickloop._core.orbit cimport same_hashes
from trickloop._core.packed cimport TRICKLOOP_MOST_CARDS
from trickloop._core.packed cimport TRICKLOOP_MOST_COURTS
from trickloop._core.packed cimport TRICKLOOP_MOST_PAYMENT
from trickloop._core.packed cimport trickloop_hand
from trickloop._core.packed cimport trickloop_packed
from trickloop._core.packed cimport trickloop_play_packed
from trickloop._core.packed cimport trickloop_same_state
from trickloop._core.ring cimport Hand
from trickloop._core.ring cimport Keys
from trickloop._core.ring cimport card_t
from trickloop._core.ring cimport draw
from trickloop._core.ring cimport put_under

cdef enum:
    # Tricks between two looks at the signals: about a tenth of a second.
    TRICKS_A_CHUNK = 1 << 21


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
        if self.seats != 2 or self.codes > len(payments):
            raise ValueError("expected two hands and a payment for each card")
        self.make_table(len(payments))
        for card in range(self.kinds):
            self.payments[card] = payments[card]
        self.start(0)

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

    cdef void start(self, uint64_t key) noexcept nogil:
        self.leader = 0
        self.rounds = 0
        self.cards = 0
        self.over = RUNNING
        self.won = -1
        memset(self.wins, 0, 2 * sizeof(int64_t))
        settle(self)

    cdef int run(self, int64_t until, int64_t cards_until, Game kept) noexcept nogil:
        if self.width == 1:
            return play_on(self, <int8_t*>self.cells, until, cards_until, <CamiciaGame>kept)
        if self.width == 2:
            return play_on(self, <int16_t*>self.cells, until, cards_until, <CamiciaGame>kept)
        return play_on(self, <int32_t*>self.cells, until, cards_until, <CamiciaGame>kept)

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


cdef inline void put_under_packed(trickloop_hand* hand, int card, const int* demands) noexcept nogil:
    """Put a card under a hand that has never been played from."""
    # Without a branch, as one on whether it is a court card would be missed at every other court card.
    cdef uint64_t court = card != 0
    hand.courts |= court << hand.size
    hand.values |= <uint64_t>(demands[card] - 1) << (2 * hand.count & 63)
    hand.count += court
    hand.size += 1


cdef class PackedCamiciaGame(Game):
    """The same for small packs, on words of bits instead of buffers; `fits` says whether it can be played so."""

    cdef trickloop_packed state
    cdef int[TRICKLOOP_MOST_PAYMENT] courts     # the card that demands 1, 2, ...

    cdef bint fits              # whether it is small enough, and each court card known by what it demands

    def __init__(self, hands, payments):
        cdef trickloop_hand* hand
        cdef int kinds
        cdef uint8_t byte
        cdef int[TRICKLOOP_MOST_PAYMENT + 1] demands
        cdef int taken = 0
        cdef int card
        cdef int seat
        if len(hands[0]) + len(hands[1]) > TRICKLOOP_MOST_CARDS or len(payments) > TRICKLOOP_MOST_PAYMENT + 1:
            return
        kinds = len(payments)
        demands[0] = 1
        for card in range(1, kinds):
            demands[card] = payments[card]
            if demands[card] > TRICKLOOP_MOST_PAYMENT or taken >> demands[card] & 1:
                return
            taken |= 1 << demands[card]
            self.courts[demands[card] - 1] = card
        for seat in range(2):
            hand = &self.state.other if seat else &self.state.lead
            if type(hands[seat]) is bytes:
                for byte in <bytes>hands[seat]:
                    if byte >= kinds:
                        raise ValueError("expected a payment for each card")
                    put_under_packed(hand, byte, demands)
                continue
            for card in hands[seat]:
                if not 0 <= card < kinds:
                    raise ValueError("expected a payment for each card")
                put_under_packed(hand, card, demands)
        self.fits = self.state.lead.count + self.state.other.count <= TRICKLOOP_MOST_COURTS
        self.settle()

    cdef int settle(self) except -1:
        """Write down what others ask a game for."""
        cdef bint leads = self.state.lead.size > 0
        cdef bint follows = self.state.other.size > 0
        self.state.over = not (leads and follows)
        self.rounds = self.state.rounds
        self.cards = self.state.cards
        self.over = RUNNING if not self.state.over else WIN if leads or follows else DRAW
        self.won = -1 if self.over != WIN else self.state.leader if leads else 1 - self.state.leader
        return 0

    @property
    def hands(self):
        """The cards of each hand, top first."""
        both = [self.cards_of(self.state.lead), self.cards_of(self.state.other)]
        return both[::-1] if self.state.leader else both

    @property
    def round_wins(self):
        """How many tricks each seat won."""
        return [self.state.wins[0], self.state.wins[1]]

    cdef list cards_of(self, trickloop_hand hand):
        cards = []
        cdef int place
        for place in range(hand.size):
            if hand.courts >> place & 1:
                cards.append(self.courts[hand.values & 3])
                hand.values >>= 2
            else:
                cards.append(0)
        return cards

    cdef tuple named_hands(self, ranks):
        lead = self.named_cards(self.state.lead, ranks)
        other = self.named_cards(self.state.other, ranks)
        return (other, lead) if self.state.leader else (lead, other)

    cdef tuple named_cards(self, trickloop_hand hand, ranks):
        # Without a branch, as where the hands are put together.
        cdef int place
        cdef int card
        cdef int court
        cdef tuple named = PyTuple_New(hand.size)
        for place in range(hand.size):
            court = hand.courts >> place & 1
            card = court * self.courts[hand.values & 3]
            hand.values >>= 2 * court
            put_name(named, place, ranks, card)
        return named

    cdef tuple named_out_of_play(self, ranks):
        return ()

    cdef int advance(self, int64_t until, int64_t cards_until, Game kept) except -1:
        cdef bint back
        cdef const trickloop_packed* other = NULL if kept is None else &(<PackedCamiciaGame>kept).state
        with nogil:
            back = trickloop_play_packed(&self.state, min(until, self.rounds + TRICKS_A_CHUNK), other)
        self.settle()
        return CAME_BACK if back else OVER if self.over else REACHED

    cdef bint is_same_state(self, Game other) noexcept nogil:
        return trickloop_same_state(&self.state, &(<PackedCamiciaGame>other).state)

    cdef int start_hashing(self) except -1:
        """Do nothing: states of a few words are compared in full."""
        return 0

    cdef int assign(self, Game other) except -1:
        cdef PackedCamiciaGame twin = <PackedCamiciaGame>other
        self.state = twin.state
        self.courts = twin.courts
        self.settle()
        return 0


def play_camicia(hands, payments):
    """Play a game of Camicia to its end."""
    cdef PackedCamiciaGame game = PackedCamiciaGame(hands, payments)
    if game.fits:
        return play_out(game, (PackedCamiciaGame, hands, payments), NO_LIMIT)
    return play_camicia_on_rings(hands, payments)


def play_camicia_on_rings(hands, payments):
    """Play a game of Camicia of any size to its end."""
    return play_out(CamiciaGame(hands, payments), (CamiciaGame, hands, payments), NO_LIMIT)
