"""Play any deterministic game to its end, and find the first state that comes back."""

from cpython.bytes cimport PyBytes_AS_STRING
from cpython.exc cimport PyErr_CheckSignals
from cpython.pyport cimport PY_SSIZE_T_MAX
from cpython.tuple cimport PyTuple_New
from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint8_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.string cimport memcpy

from trickloop._core.chance cimport next_word
from trickloop._core.ring cimport Hand
from trickloop._core.ring cimport base
from trickloop._core.seen cimport NO_MEMORY

from trickloop.outcome import Ending
from trickloop.outcome import Loop

cdef extern from *:
    """
    #if defined(__clang__)
    #define TRICKLOOP_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
    #define TRICKLOOP_COMPILER "gcc " __VERSION__
    #elif defined(_MSC_VER)
    #define TRICKLOOP_STRING_(x) #x
    #define TRICKLOOP_STRING(x) TRICKLOOP_STRING_(x)
    #define TRICKLOOP_COMPILER "msvc " TRICKLOOP_STRING(_MSC_VER)
    #else
    #define TRICKLOOP_COMPILER "unknown"
    #endif
    """
    const char* TRICKLOOP_COMPILER

COMPILER = TRICKLOOP_COMPILER.decode()

cdef enum:
    # Cards moved between two looks at the signals: about a tenth of a second.
    CARDS_A_CHUNK = 1 << 23
    # The first state that is kept. Most games end before it and pay for no hash; the answer is the same.
    FIRST_KEPT = 256

cdef int64_t NO_LIMIT = 0x7FFFFFFFFFFFFFFF
cdef tuple ENDINGS = (None, Ending.WIN, Ending.DRAW, Ending.LOOP)
cdef bint colliding = False


def force_collisions(bint on):
    """Give all states of the games that are set up from now on the same hash, or stop doing so; for tests."""
    global colliding
    colliding = on


cdef class HashKeys:
    """The hash keys of the cards and the powers of the base, for one game and its copies."""

    def __cinit__(self, Py_ssize_t codes, Py_ssize_t pack):
        cdef uint64_t* table = <uint64_t*>malloc((codes + pack + 1) * sizeof(uint64_t))
        cdef uint64_t words = 0
        cdef uint64_t power = 1
        cdef Py_ssize_t i
        self.keys.cards = table
        if table is NULL:
            raise MemoryError
        for i in range(codes):
            table[i] = 0 if colliding else next_word(&words)
        for i in range(pack + 1):
            table[codes + i] = power
            power *= base()
        self.keys.powers = table + codes

    def __dealloc__(self):
        free(<void*>self.keys.cards)


cdef class Game:
    """A game in progress: its hands, its counts, and what `play_out` asks of it."""

    def __dealloc__(self):
        free(self.hands_)
        free(self.cells)
        free(self.wins)

    cdef int deal(self, hands) except -1:
        """Put the cards of each hand in its buffer."""
        cdef Py_ssize_t pack = 0
        cdef int32_t highest = 0
        cdef int32_t card
        cdef uint8_t byte
        cdef int seat
        # The wrapper has checked all this in the words of the game; here it keeps memory safe.
        if len(hands) > MAX_SEATS:
            raise ValueError(f"expected at most {MAX_SEATS} hands, got {len(hands)}")
        for hand in hands:
            pack += len(hand)
            if type(hand) is bytes:
                for byte in <bytes>hand:
                    highest = max(highest, byte)
                continue
            for card in hand:
                highest = max(highest, card)
                if card < 0:
                    raise ValueError(f"expected cards of at least 0, got {card}")
        self.make_room(len(hands), pack, <Py_ssize_t>highest + 1)
        for seat, hand in enumerate(hands):
            if type(hand) is bytes and self.width == 1 and len(hand) <= self.capacity:
                memcpy(<int8_t*>self.cells + seat * self.capacity, PyBytes_AS_STRING(hand), len(hand))
                self.hands_[seat].size = len(hand)
                continue
            for card in hand:
                self.hold(seat, card)
        return 0

    cdef int make_room(self, int seats, Py_ssize_t pack, Py_ssize_t codes) except -1:
        """Allocate the buffers; a game without cards has one cell a hand."""
        # A card takes fewer bytes than this; where a size has 32 bits, it would not count those of more cards.
        if max(pack, codes) > PY_SSIZE_T_MAX // 256:
            raise MemoryError
        self.seats = seats
        self.pack = pack
        self.codes = codes
        self.width = 1 if codes <= 1 << 7 else 2 if codes <= 1 << 15 else 4
        self.capacity = 1
        while self.capacity < pack:
            self.capacity *= 2
        self.won = -1
        self.hands_ = <Hand*>calloc(seats, sizeof(Hand))
        self.cells = malloc(seats * self.capacity * self.width)
        self.wins = <int64_t*>calloc(seats, sizeof(int64_t))
        if self.hands_ is NULL or self.cells is NULL or self.wins is NULL:
            raise MemoryError
        return 0

    cdef int32_t card_at(self, int seat, Py_ssize_t place) noexcept nogil:
        """Look at a card of a hand, place 0 the top."""
        return self.cell(self.cells, seat * self.capacity + ((self.hands_[seat].head + place) & (self.capacity - 1)))

    cdef int32_t cell(self, const void* cells, Py_ssize_t i) noexcept nogil:
        """Read a card of this game's width."""
        if self.width == 1:
            return (<const int8_t*>cells)[i]
        if self.width == 2:
            return (<const int16_t*>cells)[i]
        return (<const int32_t*>cells)[i]

    cdef void hold(self, int seat, int32_t card) noexcept nogil:
        """Put a card under a hand that has never been played from, if there is room."""
        cdef Py_ssize_t cell = seat * self.capacity + self.hands_[seat].size
        if self.hands_[seat].size == self.capacity:
            return
        if self.width == 1:
            (<int8_t*>self.cells)[cell] = card
        elif self.width == 2:
            (<int16_t*>self.cells)[cell] = card
        else:
            (<int32_t*>self.cells)[cell] = card
        self.hands_[seat].size += 1

    cdef int start_hashing(self) except -1:
        """Make the hash keys, which copies share, and hash the hands as they are."""
        self.hash_keys = HashKeys(self.codes, self.pack)
        self.keys = &self.hash_keys.keys
        self.hash_hands()
        return 0

    cdef void hash_hands(self) noexcept nogil:
        """Hash the hands as they are."""
        cdef int seat
        cdef Py_ssize_t place
        cdef uint64_t hash
        for seat in range(self.seats):
            hash = 0
            for place in range(self.hands_[seat].size):
                hash = hash * base() + self.keys.cards[self.card_at(seat, place)]
            self.hands_[seat].hash = hash

    cdef tuple named_hands(self, ranks):
        """Write down the hands, each from its top, in ranks; ``None`` says that the cards are ranks."""
        return tuple([named(hand, ranks) for hand in self.hands])

    cdef tuple named_hand(self, int seat, ranks):
        """Write down a hand that lies in its buffer in ranks."""
        cdef Py_ssize_t place
        cdef tuple hand = PyTuple_New(self.hands_[seat].size)
        for place in range(self.hands_[seat].size):
            put_name(hand, place, ranks, self.card_at(seat, place))
        return hand

    cdef tuple named_out_of_play(self, ranks):
        """Write down the cards that left the game in ranks."""
        return named(getattr(self, "out_of_play", ()), ranks)

    @property
    def winner(self):
        """The seat that won, or ``None``."""
        return None if self.won < 0 else self.won

    @property
    def ending(self):
        """How the game ended, or ``None``."""
        return ENDINGS[self.over]

    @property
    def hands(self):
        """The cards of each hand, top first."""
        cdef int seat
        cdef Py_ssize_t place
        return [
            [self.card_at(seat, place) for place in range(self.hands_[seat].size)] for seat in range(self.seats)
        ]

    @property
    def round_wins(self):
        """How many rounds each seat won."""
        cdef int seat
        return [self.wins[seat] for seat in range(self.seats)]

    def play_round(self):
        """Play one round."""
        cdef int64_t until = self.rounds + 1
        while self.over == RUNNING and self.rounds < until:
            self.advance(until, self.cards + CARDS_A_CHUNK, None)
            PyErr_CheckSignals()

    cdef void start(self, uint64_t key) noexcept nogil:
        """Begin the game with the cards that were dealt; `key` is what chance is drawn from."""

    cdef int64_t fought(self) noexcept nogil:
        """Return how many wars there were."""
        return 0

    cdef int64_t looped(self) noexcept nogil:
        """Return the rounds before the loop, where the rules look for it, or -1."""
        return -1

    cdef int run(self, int64_t until, int64_t cards_until, Game kept) noexcept nogil:
        """Play on and say why it stopped.

        It stops when the game is OVER, when its state CAME_BACK to that of `kept`, if one is given, when it has REACHED
        `until` rounds or `cards_until` cards, or where there is NO_MEMORY. Long games may stop earlier, to be called
        again.
        """
        return OVER

    cdef int advance(self, int64_t until, int64_t cards_until, Game kept) except -1:
        """Run without the lock of the interpreter."""
        cdef int stopped
        with nogil:
            stopped = self.run(until, cards_until, kept)
        if stopped == NO_MEMORY:
            raise MemoryError
        return stopped

    cdef bint is_same_state(self, Game other) noexcept nogil:
        """Compare all hands, card by card."""
        cdef int seat
        cdef Py_ssize_t place
        for seat in range(self.seats):
            if self.hands_[seat].size != other.hands_[seat].size:
                return False
        for seat in range(self.seats):
            for place in range(self.hands_[seat].size):
                if self.card_at(seat, place) != other.card_at(seat, place):
                    return False
        return True

    cdef Game make_copy(self):
        """Return the game as it stands."""
        cdef Game twin = type(self).__new__(type(self))
        twin.assign(self)
        return twin

    cdef int assign(self, Game other) except -1:
        """Take over the state and the counts of another game of the same deal."""
        if self.cells is NULL:
            self.make_room(other.seats, other.pack, other.codes)
        memcpy(self.hands_, other.hands_, other.seats * sizeof(Hand))
        memcpy(self.cells, other.cells, other.seats * other.capacity * other.width)
        memcpy(self.wins, other.wins, other.seats * sizeof(int64_t))
        self.hash_keys = other.hash_keys
        self.keys = other.keys
        self.rounds = other.rounds
        self.cards = other.cards
        self.over = other.over
        self.won = other.won
        return 0


cdef tuple named(cards, ranks):
    """Write down cards in ranks; ``None`` says that they are the ranks."""
    return tuple(cards) if ranks is None else tuple([ranks[card] for card in cards])


cdef tuple play_out(Game game, tuple deal, int64_t max_rounds):
    """Play a game until it ends, repeats itself or reaches `max_rounds`; `deal` is what deals it once more.

    `deal` is what is to be called and its arguments: a closure takes longer to make than some games to play.

    Returns the game as it stood then, its `Ending`, and its `Loop` or ``None``.
    """
    # Brent, as in the reference; the rounds are played in stretches, up to the next one at which there is
    # something to do, and a stretch is cut short for the signals.
    cdef Game kept = None
    cdef Game at_limit = None
    cdef int64_t next_kept = FIRST_KEPT
    cdef int64_t until
    cdef int stopped
    while game.over == RUNNING:
        if game.rounds == max_rounds and at_limit is None:
            at_limit = game.make_copy()
        if game.rounds == next_kept:
            if kept is None:
                game.start_hashing()
                kept = game.make_copy()
            kept.assign(game)
            next_kept *= 2
        until = next_kept
        if game.rounds < max_rounds:
            until = min(until, max_rounds)
        if kept is not None and kept.rounds >= max_rounds:
            until = min(until, kept.rounds + max_rounds)
            if game.rounds >= until:
                break
        stopped = game.advance(until, game.cards + CARDS_A_CHUNK, kept)
        PyErr_CheckSignals()
        if stopped == CAME_BACK:
            first, loop = first_repetition(deal, game.rounds - kept.rounds)
            if first.rounds <= max_rounds:
                return first, Ending.LOOP, loop
            break
    if at_limit is not None:
        return at_limit, Ending.LIMIT, None
    return game, game.ending, None


cdef tuple first_repetition(tuple deal, int64_t length):
    """Play a game with a loop of `length` rounds up to the first state that it has been in before."""
    call, *terms = deal
    cdef Game behind = call(*terms)
    cdef Game ahead = call(*terms)
    while ahead.rounds < length:
        ahead.advance(length, ahead.cards + CARDS_A_CHUNK, None)
        PyErr_CheckSignals()
    while not ahead.is_same_state(behind):
        behind.advance(behind.rounds + 1, NO_LIMIT, None)
        ahead.advance(ahead.rounds + 1, NO_LIMIT, None)
        if behind.rounds & 0xFFFF == 0:
            PyErr_CheckSignals()
    return ahead, Loop(behind.rounds, length, ahead.cards - behind.cards)


cdef tuple play_up_to(Game game, int64_t max_rounds):
    """Play a game with chance in it, where a state that comes back proves nothing, for at most `max_rounds`."""
    while game.over == RUNNING and game.rounds < max_rounds:
        game.advance(max_rounds, game.cards + CARDS_A_CHUNK, None)
        PyErr_CheckSignals()
    return game, game.ending or Ending.LIMIT, None
