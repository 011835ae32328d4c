"""Endless War for any number of players. Seats are counted from 0 here, and cards keep the order of the ranks."""

from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.stdlib cimport realloc
from libc.string cimport memset

from trickloop._core.chance cimport random_order
from trickloop._core.chance cimport shuffle
from trickloop._core.orbit cimport MAX_SEATS
from trickloop._core.orbit cimport REACHED
from trickloop._core.orbit cimport Game
from trickloop._core.orbit cimport play_up_to
from trickloop._core.pickup cimport Laid
from trickloop._core.pickup cimport listed
from trickloop._core.ring cimport card_t
from trickloop._core.ring cimport draw
from trickloop._core.ring cimport put_on_top
from trickloop._core.seen cimport NO_MEMORY
from trickloop._core.war cimport Shuffle

cdef enum:
    FIRST_ROOM = 64


cdef class EndlessWarGame(Game):
    """A game of Endless War in progress; `key` is what chance is drawn from."""

    cdef int64_t face_down
    cdef readonly int64_t wars
    cdef uint64_t words
    cdef int32_t* deck              # the bottom first
    cdef Py_ssize_t deck_size
    cdef int32_t* discard           # in the order laid
    cdef Py_ssize_t discard_size
    cdef Laid* laid                 # a chain of wars may lay more cards than there are, as they are dealt again
    cdef Py_ssize_t on_table
    cdef Py_ssize_t table_room
    cdef Shuffle* shuffles
    cdef Py_ssize_t shuffle_count
    cdef Py_ssize_t shuffle_room
    cdef bint stuck                 # whether the war of this round can never be decided
    cdef int took                   # the seat that won the round, or -1
    cdef int32_t[MAX_SEATS] last    # the last face-up card of each seat

    def __init__(self, hands, rest, face_down, key):
        self.deal([*hands, rest])
        self.seats -= 1
        self.face_down = face_down
        self.deck = <int32_t*>malloc((self.pack + 1) * sizeof(int32_t))
        self.discard = <int32_t*>malloc((self.pack + 1) * sizeof(int32_t))
        if self.deck is NULL or self.discard is NULL:
            raise MemoryError
        self.start(key)

    def __dealloc__(self):
        free(self.deck)
        free(self.discard)
        free(self.laid)
        free(self.shuffles)

    @property
    def out_of_play(self):
        """The deck, top first, and the discard, in the order laid."""
        cdef Py_ssize_t place
        return [self.deck[place] for place in range(self.deck_size - 1, -1, -1)] + [
            self.discard[place] for place in range(self.discard_size)
        ]

    @property
    def table(self):
        """The cards laid in the last round: who laid it, the card, face up or not."""
        return listed(self.laid, self.on_table)

    @property
    def picked(self):
        """The places on the table in the order they were picked up: none, as nobody picks up anything."""
        return []

    @property
    def shuffled(self):
        """The shuffles in the last round: how many cards lay on the table, -1, the former place of each card."""
        cdef Py_ssize_t i
        return [
            (self.shuffles[i].laid, -1, random_order(self.shuffles[i].size, self.shuffles[i].words))
            for i in range(self.shuffle_count)
        ]

    @property
    def taker(self):
        """The seat that won the last round, or ``None``."""
        return None if self.took < 0 else self.took

    cdef void start(self, uint64_t key) noexcept nogil:
        cdef Py_ssize_t place
        self.words = key
        self.rounds = 0
        self.cards = 0
        self.wars = 0
        self.took = -1
        self.on_table = 0
        self.shuffle_count = 0
        self.discard_size = 0
        memset(self.wins, 0, self.seats * sizeof(int64_t))
        # The rest was dealt as one hand more, to be counted and to have the right width.
        self.deck_size = self.hands_[self.seats].size
        for place in range(self.deck_size):
            self.deck[self.deck_size - 1 - place] = self.card_at(self.seats, place)

    cdef int64_t fought(self) noexcept nogil:
        return self.wars

    cdef int run(self, int64_t until, int64_t cards_until, Game kept) noexcept nogil:
        if self.width == 1:
            return play_on(self, <int8_t*>self.cells, until, cards_until)
        if self.width == 2:
            return play_on(self, <int16_t*>self.cells, until, cards_until)
        return play_on(self, <int32_t*>self.cells, until, cards_until)


cdef int play_on(EndlessWarGame game, card_t* cells, int64_t until, int64_t cards_until) noexcept nogil:
    """Play rounds and say why they stopped."""
    while game.rounds < until and game.cards < cards_until:
        if play_round(game, cells) == NO_MEMORY:
            return NO_MEMORY
    return REACHED


cdef inline int play_round(EndlessWarGame game, card_t* cells) noexcept nogil:
    """Turn the top cards and fight the wars they cause; all cards go to the discard as they are laid."""
    cdef int[MAX_SEATS] level
    cdef int[MAX_SEATS] able
    cdef int count = game.seats
    cdef int64_t _nth
    cdef int seat
    game.rounds += 1
    game.on_table = 0
    game.shuffle_count = 0
    game.stuck = False
    for seat in range(count):
        level[seat] = seat
    count = step(game, cells, level, count, True, level)
    if count == NO_MEMORY:
        return NO_MEMORY
    count = highest(game, level, count)
    while count > 1:
        game.wars += 1
        for _nth in range(game.face_down):
            if not game.stuck and step(game, cells, level, count, False, able) == NO_MEMORY:
                return NO_MEMORY
        if game.stuck:
            count = 0
            break
        count = step(game, cells, level, count, True, level)
        if count == NO_MEMORY:
            return NO_MEMORY
        count = highest(game, level, count)
    game.took = level[0] if count else -1
    if count:
        game.wins[level[0]] += 1
    return 0


cdef inline int step(
    EndlessWarGame game, card_t* cells, const int* level, int count, bint face_up, int* able
) noexcept nogil:
    """Lay one card of each of the seats that has one, put these seats in `able` and count them."""
    cdef int fit = 0
    cdef int seat
    cdef int i
    cdef bint out = False
    cdef Laid* laid
    if make_room(game) == NO_MEMORY:
        return NO_MEMORY
    for i in range(count):
        seat = level[i]
        if game.hands_[seat].size:
            laid = &game.laid[game.on_table]
            laid.card = draw(cells + seat * game.capacity, &game.hands_[seat], game.capacity - 1, game.keys, False)
            laid.seat = seat
            laid.face_up = face_up
            game.last[seat] = laid.card
            game.discard[game.discard_size] = laid.card
            game.discard_size += 1
            game.on_table += 1
            able[fit] = seat
            fit += 1
    game.cards += fit
    for seat in range(game.seats):
        out |= not game.hands_[seat].size
    if out:
        # The reference says why equal cards for all can never decide a war.
        game.stuck = redeal(game, cells) and fit == game.seats
    return fit


cdef inline int highest(EndlessWarGame game, int* level, int count) noexcept nogil:
    """Keep those of the seats whose last card is the highest."""
    cdef int32_t best = -1
    cdef int kept = 0
    cdef int i
    for i in range(count):
        best = max(best, game.last[level[i]])
    for i in range(count):
        if game.last[level[i]] == best:
            level[kept] = level[i]
            kept += 1
    return kept


cdef bint redeal(EndlessWarGame game, card_t* cells) noexcept nogil:
    """Put the discard on the deck, its top first, shuffle, and deal evenly on top of the hands.

    Return whether all these cards are of one rank.
    """
    cdef bint equal = True
    cdef Py_ssize_t place
    cdef Shuffle* shuffled = &game.shuffles[game.shuffle_count]
    cdef Py_ssize_t _nth
    cdef int seat
    while game.discard_size:
        game.discard_size -= 1
        game.deck[game.deck_size] = game.discard[game.discard_size]
        game.deck_size += 1
    shuffled.laid = game.on_table
    shuffled.size = game.deck_size
    shuffled.words = game.words
    game.shuffle_count += 1
    shuffle(game.deck, game.deck_size, &game.words)
    for place in range(1, game.deck_size):
        equal &= game.deck[place] == game.deck[0]
    for _nth in range(game.deck_size // game.seats):
        for seat in range(game.seats):
            game.deck_size -= 1
            put_on_top(
                cells + seat * game.capacity, &game.hands_[seat], game.capacity - 1, <card_t>game.deck[game.deck_size]
            )
    return equal


cdef inline int make_room(EndlessWarGame game) noexcept nogil:
    """Make room for the cards and the shuffle of one more step."""
    cdef void* room
    if game.on_table + game.seats > game.table_room:
        room = realloc(game.laid, (2 * game.table_room + FIRST_ROOM) * sizeof(Laid))
        if room is NULL:
            return NO_MEMORY
        game.laid = <Laid*>room
        game.table_room = 2 * game.table_room + FIRST_ROOM
    if game.shuffle_count == game.shuffle_room:
        room = realloc(game.shuffles, (2 * game.shuffle_room + FIRST_ROOM) * sizeof(Shuffle))
        if room is NULL:
            return NO_MEMORY
        game.shuffles = <Shuffle*>room
        game.shuffle_room = 2 * game.shuffle_room + FIRST_ROOM
    return 0


def play_endless_war(hands, rest, face_down, key, max_rounds):
    """Play a game of Endless War for `max_rounds`."""
    return play_up_to(EndlessWarGame(hands, rest, face_down, key), max_rounds)
