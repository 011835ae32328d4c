"""War for any number of players. Seats are counted from 0 here, and cards keep the order of the ranks."""

from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.string cimport memcpy
from libc.string cimport memset

from trickloop._core.chance cimport below
from trickloop._core.chance cimport random_order
from trickloop._core.chance cimport shuffle
from trickloop._core.orbit cimport CAME_BACK
from trickloop._core.orbit cimport DRAW
from trickloop._core.orbit cimport MAX_SEATS
from trickloop._core.orbit cimport OVER
from trickloop._core.orbit cimport REACHED
from trickloop._core.orbit cimport RUNNING
from trickloop._core.orbit cimport WIN
from trickloop._core.orbit cimport Game
from trickloop._core.orbit cimport named
from trickloop._core.orbit cimport play_out
from trickloop._core.orbit cimport play_up_to
from trickloop._core.orbit cimport same_hashes
from trickloop._core.pickup cimport Laid
from trickloop._core.pickup cimport listed
from trickloop._core.pickup cimport order_by_seat
from trickloop._core.pickup cimport sort_cards
from trickloop._core.ring cimport card_t
from trickloop._core.ring cimport draw
from trickloop._core.ring cimport put_under
from trickloop._core.terms cimport ALL_DRAW
from trickloop._core.terms cimport AS_REVEALED
from trickloop._core.terms cimport FIRST_OUT
from trickloop._core.terms cimport HIGH_LOW
from trickloop._core.terms cimport LAST_CARD
from trickloop._core.terms cimport LONGEST
from trickloop._core.terms cimport LOSE
from trickloop._core.terms cimport LOSER_FIRST
from trickloop._core.terms cimport RANDOM
from trickloop._core.terms cimport SEAT_ORDER
from trickloop._core.terms cimport SHORTEN
from trickloop._core.terms cimport WINNER_FIRST

PICKUPS = {
    "winner-first": WINNER_FIRST,
    "loser-first": LOSER_FIRST,
    "seat-order": SEAT_ORDER,
    "as-revealed": AS_REVEALED,
    "high-low": HIGH_LOW,
    "random": RANDOM,
}
SHORTS = {
    "lose": LOSE,
    "first-out": FIRST_OUT,
    "last-card": LAST_CARD,
    "shorten": SHORTEN,
    "longest": LONGEST,
    "draw": ALL_DRAW,
}


cdef class WarGame(Game):
    """A game of War in progress; `key` is what chance is drawn from, ``None`` where there is none."""

    def __init__(self, hands, face_down, pickup, shortage, refill, tie, key):
        self.deal(hands)
        self.face_down = face_down
        self.pickup = PICKUPS[pickup]
        self.shortage = SHORTS[shortage]
        self.refill = refill is not None
        self.coin = tie == "random"
        self.make_table()
        self.start(0 if key is None else key)

    def __dealloc__(self):
        free(self.laid)
        free(self.order)
        free(self.lost)
        free(self.counts)
        free(self.won_cards)

    cdef int make_table(self) except -1:
        """Allocate the table."""
        self.laid = <Laid*>malloc((self.pack + 1) * sizeof(Laid))
        self.order = <int32_t*>malloc((self.pack + 1) * sizeof(int32_t))
        self.lost = <int32_t*>malloc((self.pack + 1) * sizeof(int32_t))
        self.counts = <int32_t*>malloc((self.codes + 1) * sizeof(int32_t))
        if self.laid is NULL or self.order is NULL or self.lost is NULL or self.counts is NULL:
            raise MemoryError
        if self.refill:
            self.won_cards = <int32_t*>malloc((self.seats * self.pack + 1) * sizeof(int32_t))
            if self.won_cards is NULL:
                raise MemoryError
        return 0

    @property
    def hands(self):
        """The cards of each seat: its hand, top first, and its won pile."""
        cdef int seat
        cdef Py_ssize_t place
        hands = Game.hands.__get__(self)
        for seat in range(self.seats):
            hands[seat] += [self.won_cards[seat * self.pack + place] for place in range(self.won_sizes[seat])]
        return hands

    cdef tuple named_hands(self, ranks):
        cdef int seat
        if self.refill:
            return Game.named_hands(self, ranks)
        return tuple([self.named_hand(seat, ranks) for seat in range(self.seats)])

    cdef tuple named_out_of_play(self, ranks):
        return named(self.out_of_play, ranks) if self.out else ()

    @property
    def shuffled(self):
        """The shuffles in the last round: how many cards lay on the table, whose cards, the former place of each."""
        cdef int i
        return [
            (self.shuffles[i].laid, self.shuffles[i].seat, random_order(self.shuffles[i].size, self.shuffles[i].words))
            for i in range(self.shuffle_count)
        ]

    @property
    def table(self):
        """The cards laid in the last round: who laid it, the card, face up or not."""
        return listed(self.laid, self.on_table)

    @property
    def picked(self):
        """The places on the table in the order they were picked up."""
        cdef Py_ssize_t place
        return [self.order[place] for place in range(self.on_table if self.took >= 0 else 0)]

    @property
    def taker(self):
        """The seat that won the last round, or ``None``."""
        return None if self.took < 0 else self.took

    @property
    def out_of_play(self):
        """The cards that left the game, in the order laid."""
        cdef Py_ssize_t place
        return [self.lost[place] for place in range(self.out)]

    cdef void start(self, uint64_t key) noexcept nogil:
        self.words = key
        self.rounds = 0
        self.cards = 0
        self.wars = 0
        self.over = RUNNING
        self.won = -1
        self.took = -1
        self.on_table = 0
        self.out = 0
        self.shuffle_count = 0
        memset(self.wins, 0, self.seats * sizeof(int64_t))
        memset(self.won_sizes, 0, sizeof(self.won_sizes))
        settle(self)

    cdef int64_t fought(self) noexcept nogil:
        return self.wars

    cdef int run(self, int64_t until, int64_t cards_until, Game kept) noexcept nogil:
        if self.width == 1:
            return play_on(self, <int8_t*>self.cells, until, cards_until, <WarGame>kept)
        if self.width == 2:
            return play_on(self, <int16_t*>self.cells, until, cards_until, <WarGame>kept)
        return play_on(self, <int32_t*>self.cells, until, cards_until, <WarGame>kept)

    cdef int assign(self, Game other) except -1:
        Game.assign(self, other)
        cdef WarGame twin = <WarGame>other
        if self.laid is NULL:
            self.make_table()
        self.face_down = twin.face_down
        self.pickup = twin.pickup
        self.shortage = twin.shortage
        self.wars = twin.wars
        self.out = twin.out
        memcpy(self.lost, twin.lost, twin.out * sizeof(int32_t))
        return 0


cdef inline int play_on(
    WarGame game, card_t* cells, int64_t until, int64_t cards_until, WarGame kept
) noexcept nogil:
    """Play rounds and say why they stopped; the hashes are kept up where there is a state to compare with."""
    if game.over != RUNNING:
        return OVER
    while game.rounds < until and game.cards < cards_until:
        play_round(game, cells, game.keys is not NULL)
        if game.over != RUNNING:
            return OVER
        if kept is not None and same_hashes(game, kept) and game.is_same_state(kept):
            return CAME_BACK
    return REACHED


cdef inline Py_ssize_t size(WarGame game, int seat) noexcept nogil:
    """Return how many cards a seat has."""
    return game.hands_[seat].size + game.won_sizes[seat]


cdef inline void play_round(WarGame game, card_t* cells, bint hashed) noexcept nogil:
    """Turn the top cards, fight the wars they cause, and hand over the table."""
    cdef int[MAX_SEATS] level
    cdef int count = 0
    cdef int seat
    game.rounds += 1
    game.on_table = 0
    game.shuffle_count = 0
    game.took = -1
    for seat in range(game.seats):
        if size(game, seat):
            level[count] = seat
            count += 1
            lay(game, cells, seat, True, hashed)
    count = highest(game, level, count)
    while count > 1:
        game.wars += 1
        if game.coin:
            level[0] = level[below(count, &game.words)]
            break
        count = fight(game, cells, level, count, hashed)
        if game.over != RUNNING:
            lose_table(game)
            return
        count = highest(game, level, count)
    if count:
        take(game, cells, level[0], hashed)
    else:
        lose_table(game)
    settle(game)


cdef inline void lay(WarGame game, card_t* cells, int seat, bint face_up, bint hashed) noexcept nogil:
    """Lay a seat's top card on the table; a hand that is empty is filled from the won pile first."""
    cdef Laid* laid = &game.laid[game.on_table]
    cdef card_t card
    if game.refill and not game.hands_[seat].size:
        fill_hand(game, cells, seat)
    card = draw(cells + seat * game.capacity, &game.hands_[seat], game.capacity - 1, game.keys, hashed)
    laid.card = card
    laid.seat = seat
    laid.face_up = face_up
    game.on_table += 1
    game.cards += 1
    if face_up:
        game.last[seat] = card


cdef void fill_hand(WarGame game, card_t* cells, int seat) noexcept nogil:
    """Shuffle the won pile of a seat and make it its hand."""
    cdef Shuffle* shuffled = &game.shuffles[game.shuffle_count]
    cdef int32_t* won = game.won_cards + seat * game.pack
    cdef Py_ssize_t place
    shuffled.laid = game.on_table
    shuffled.seat = seat
    shuffled.size = game.won_sizes[seat]
    shuffled.words = game.words
    game.shuffle_count += 1
    shuffle(won, game.won_sizes[seat], &game.words)
    for place in range(game.won_sizes[seat]):
        put_under(
            cells + seat * game.capacity, &game.hands_[seat], game.capacity - 1, <card_t>won[place], game.keys, False
        )
    game.won_sizes[seat] = 0


cdef inline int highest(WarGame game, int* level, int count) noexcept nogil:
    """Keep those of the seats whose last card is the highest; one seat alone need not have laid any."""
    cdef int32_t best
    cdef int kept = 0
    cdef int i
    if count < 2:
        return count
    best = game.last[level[0]]
    for i in range(1, count):
        best = max(best, game.last[level[i]])
    for i in range(count):
        if game.last[level[i]] == best:
            level[kept] = level[i]
            kept += 1
    return kept


cdef int fight(WarGame game, card_t* cells, int* level, int count, bint hashed) noexcept nogil:
    """Lay the cards of a war and keep the seats whose last cards are to be compared.

    The game is over, and nothing is laid, where `shortage` makes it a draw.
    """
    cdef Py_ssize_t[MAX_SEATS] left
    cdef Py_ssize_t[MAX_SEATS] quota
    cdef bint[MAX_SEATS] able
    cdef int fit = 0
    cdef Py_ssize_t need = min(game.face_down, <int64_t>game.pack) + 1      # no war has more cards than there are
    cdef Py_ssize_t most = 0
    cdef Py_ssize_t nth
    cdef int i
    for i in range(count):
        left[i] = size(game, level[i])
        if game.shortage == SHORTEN and left[i]:
            need = min(need, left[i])

    for i in range(count):
        able[i] = left[i] > 0 if game.shortage == LAST_CARD or game.shortage == SHORTEN else left[i] >= need
        fit += able[i]
    if game.shortage == FIRST_OUT and not fit:
        for i in range(count):
            most = max(most, left[i])
        for i in range(count):
            able[i] = left[i] == most
            fit += able[i]
        if fit > 1:
            fit = 0
    if (not fit and game.shortage != LONGEST) or (game.shortage == ALL_DRAW and fit < count):
        game.over = DRAW
        return 0

    # Who cannot compare a card lays all he has; who is alone lays nothing, except where all lay together.
    most = 0
    for i in range(count):
        quota[i] = 0 if able[i] and fit == 1 and game.shortage != LONGEST else min(left[i], need)
        most = max(most, quota[i])
    for nth in range(1, most + 1):
        for i in range(count):
            if nth <= quota[i]:
                lay(game, cells, level[i], nth == quota[i] and able[i], hashed)
    fit = 0
    for i in range(count):
        if able[i]:
            level[fit] = level[i]
            fit += 1
    return fit


cdef inline void take(WarGame game, card_t* cells, int seat, bint hashed) noexcept nogil:
    """Put the table under the hand of the seat that won the round."""
    cdef int first = seat
    cdef card_t card
    cdef Py_ssize_t place
    if game.pickup == AS_REVEALED:
        for place in range(game.on_table):
            game.order[place] = place
    elif game.pickup == HIGH_LOW:
        sort_cards(game.order, game.laid, game.on_table, game.counts, game.codes)
    elif game.pickup == RANDOM:
        for place in range(game.on_table):
            game.order[place] = place
        shuffle(game.order, game.on_table, &game.words)
    else:
        if game.pickup == LOSER_FIRST:
            first = seat + 1
        elif game.pickup == SEAT_ORDER:
            first = 0
        order_by_seat(game.order, game.laid, game.on_table, first, game.seats)
    for place in range(game.on_table):
        card = game.laid[game.order[place]].card
        if game.refill:
            game.won_cards[seat * game.pack + game.won_sizes[seat]] = card
            game.won_sizes[seat] += 1
        else:
            put_under(cells + seat * game.capacity, &game.hands_[seat], game.capacity - 1, card, game.keys, hashed)
    game.wins[seat] += 1
    game.took = seat


cdef inline void lose_table(WarGame game) noexcept nogil:
    """Take the table out of the game."""
    cdef Py_ssize_t place
    for place in range(game.on_table):
        game.lost[game.out] = game.laid[place].card
        game.out += 1


cdef inline void settle(WarGame game) noexcept nogil:
    """End the game where at most one seat has cards."""
    cdef int holders = 0
    cdef int holder = -1
    cdef int seat
    for seat in range(game.seats):
        if size(game, seat):
            holders += 1
            holder = seat
    if holders < 2:
        game.over = WIN if holders else DRAW
        game.won = holder


def play_war(hands, face_down, pickup, shortage, refill, tie, key, max_rounds):
    """Play a game of War to its end."""
    cdef WarGame game = WarGame(hands, face_down, pickup, shortage, refill, tie, key)
    if key is not None:
        return play_up_to(game, max_rounds)
    return play_out(game, (WarGame, hands, face_down, pickup, shortage, refill, tie, key), max_rounds)
