"""Play many games, one row of cards each, and write down how each ended.

A row is the hand of seat 1, top first, then that of seat 2, and so on, as many cards each as `sizes` says; the rest is
not dealt. All functions return how many games they played: all of them, unless `stop` was set while they played.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint32_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free
from libc.stdlib cimport malloc

from trickloop._core.columns cimport open_columns
from trickloop._core.columns cimport trickloop_columns

from trickloop._columns import ENDINGS
from trickloop._core.camicia import play_camicia
from trickloop._core.combat import play_combat
from trickloop._core.combat import play_recursive_combat
from trickloop._core.endless import play_endless_war
from trickloop._core.war import PICKUPS
from trickloop._core.war import SHORTS
from trickloop._core.war import play_war


cdef extern from "packed.h" nogil:
    enum:
        TRICKLOOP_MOST_CARDS
        TRICKLOOP_MOST_PAYMENT


cdef extern from "lanes.h" nogil:
    enum:
        TRICKLOOP_SCALAR
        TRICKLOOP_AVX2
        TRICKLOOP_AVX512

    ctypedef struct trickloop_rows:
        const int8_t* cards
        int64_t games
        int32_t size
        int32_t first
        int8_t[16] payments

    int trickloop_best_kernel()
    int64_t trickloop_play_rows(
        int kernel, trickloop_rows* rows, const trickloop_columns* into, int64_t most, int64_t* left
    )


cdef extern from "hands.h" nogil:
    enum:
        HANDS_MOST_CARDS
        HANDS_MOST_SEATS
        HANDS_ROOM
        HANDS_SAMPLES
        HANDS_SLOTS

    ctypedef struct trickloop_seat:
        int32_t head

    ctypedef struct trickloop_counts:
        int32_t rounds

    ctypedef struct trickloop_war:
        int32_t seats
        int32_t face_down
        int32_t pickup
        int32_t shortage
        int8_t* cells[HANDS_MOST_SEATS]
        trickloop_seat* sample_hands
        trickloop_counts* samples
        uint32_t* slots

    ctypedef struct trickloop_deals:
        const int8_t* cards
        int64_t games
        int32_t size
        int32_t sizes[HANDS_MOST_SEATS]
        const uint64_t* keys

    int64_t trickloop_play_wars(
        trickloop_war* war,
        trickloop_war* again,
        const trickloop_deals* deals,
        int64_t max_rounds,
        int64_t most_rounds,
        const trickloop_columns* into,
        int64_t* left,
        int64_t* next_game,
    )

cdef enum:
    # Games between two looks at the signals and at `stop`: a few hundredths of a second.
    GAMES_A_CHUNK = 1 << 14
    ROUNDS_A_CHUNK = 1 << 24

cdef int64_t NO_LIMIT = 0x7FFFFFFFFFFFFFFF

KERNELS = ("scalar", "avx2", "avx512")[: trickloop_best_kernel() + 1]
"""The kernels for Camicia that this machine has, the best last."""
cdef int kernel = trickloop_best_kernel()


def choose_kernel(name):
    """Play Camicia by another kernel than the best from now on; for tests and measurements."""
    global kernel
    kernel = KERNELS.index(name)


def play_wars(rows, sizes, face_down, pickup, shortage, refill, tie, keys, max_rounds, into, stop):
    """Play games of War; `keys` has one key a game where something is left to chance."""
    def play(game, hands, _rest):
        key = None if keys is None else int(keys[game])
        return play_war(hands, face_down, pickup, shortage, refill, tie, key, max_rounds)

    if refill is None and tie == "war" and sum(sizes) <= HANDS_MOST_CARDS and rows.itemsize == 1 and rows.size:
        hands = Hands(len(sizes), face_down, pickup, shortage)
        return play_hands(hands, rows, sizes, keys, max_rounds, into, stop, play)
    return play_rows(rows, sizes, play, into, stop)


def play_endless_wars(rows, sizes, face_down, keys, max_rounds, into, stop):
    """Play games of Endless War."""
    def play(game, hands, rest):
        return play_endless_war(hands, rest, face_down, int(keys[game]), max_rounds)

    return play_rows(rows, sizes, play, into, stop)


def play_combats(rows, sizes, into, stop):
    """Play games of Combat."""
    def play(_game, hands, _rest):
        return play_combat(hands)

    if sum(sizes) <= HANDS_MOST_CARDS and rows.itemsize == 1 and rows.size:
        hands = Hands(2, 0, "winner-first", "lose")
        return play_hands(hands, rows, sizes, None, NO_LIMIT, into, stop, play)
    return play_rows(rows, sizes, play, into, stop)


def play_recursive_combats(rows, sizes, into, stop):
    """Play games of Recursive Combat."""
    return play_rows(rows, sizes, lambda _game, hands, _rest: play_recursive_combat(hands), into, stop)


def play_camicias(rows, sizes, payments, into, stop):
    """Play games of Camicia; ``payments[card]`` is what a card demands, 0 for a number card."""
    def play(_game, hands, _rest):
        return play_camicia(hands, payments)

    is_small = sum(sizes) <= TRICKLOOP_MOST_CARDS and rows.itemsize == 1 and len(payments) <= 16
    if is_small and min(sizes) > 0 and max(payments) <= TRICKLOOP_MOST_PAYMENT and rows.size:
        return play_lanes(rows, sizes, payments, into, stop, play)
    return play_rows(rows, sizes, play, into, stop)


cdef play_lanes(const int8_t[:, ::1] rows, sizes, payments, into, stop, play):
    """Play Camicia with the kernel for small packs, and what that leaves one by one."""
    cdef trickloop_rows deals
    cdef trickloop_columns columns
    cdef int64_t* left = <int64_t*>malloc(GAMES_A_CHUNK * sizeof(int64_t))
    cdef int64_t games = rows.shape[0]
    cdef int64_t start = 0
    cdef int64_t count
    cdef int64_t i
    # Some thirty times as long as the mean game: with 52 cards one in 10^15 passes it.
    cdef int64_t most = 20 * sum(sizes)
    if left is NULL:
        raise MemoryError
    try:
        for i in range(16):
            deals.payments[i] = payments[i] if i < len(payments) else 0
        deals.size = rows.shape[1]
        deals.first = sizes[0]
        while start < games and not stop[0]:
            deals.games = min(games - start, GAMES_A_CHUNK)
            deals.cards = &rows[start, 0]
            open_columns(&columns, into.part(start, start + deals.games))
            with nogil:
                count = trickloop_play_rows(kernel, &deals, &columns, most, left)
            for i in range(count):
                play_row(rows, sizes, start + left[i], play, into)
            start += deals.games
            PyErr_CheckSignals()
    finally:
        free(left)
    return start


cdef class Hands:
    """The buffers of a War: of a game, and of the same game played again."""

    cdef trickloop_war wars[2]

    def __cinit__(self, seats, face_down, pickup, shortage):
        cdef trickloop_war* war
        cdef int seat
        cdef int i
        for i in range(2):
            war = &self.wars[i]
            war.seats = seats
            # No war has more cards than there are, so a higher number is the same rule.
            war.face_down = min(face_down, HANDS_MOST_CARDS)
            war.pickup = PICKUPS[pickup]
            war.shortage = SHORTS[shortage]
            for seat in range(war.seats):
                war.cells[seat] = <int8_t*>malloc(HANDS_ROOM)
                if war.cells[seat] is NULL:
                    raise MemoryError
        war = &self.wars[0]
        war.sample_hands = <trickloop_seat*>malloc(HANDS_SAMPLES * seats * sizeof(trickloop_seat))
        war.samples = <trickloop_counts*>malloc(HANDS_SAMPLES * sizeof(trickloop_counts))
        war.slots = <uint32_t*>calloc(HANDS_SLOTS, sizeof(uint32_t))
        if war.sample_hands is NULL or war.samples is NULL or war.slots is NULL:
            raise MemoryError

    def __dealloc__(self):
        cdef int seat
        cdef int i
        for i in range(2):
            for seat in range(HANDS_MOST_SEATS):
                free(self.wars[i].cells[seat])
            free(self.wars[i].sample_hands)
            free(self.wars[i].samples)
            free(self.wars[i].slots)


cdef play_hands(Hands hands, const int8_t[:, ::1] rows, sizes, keys, int64_t max_rounds, into, stop, play):
    """Play War with the kernel for hands that are never shuffled, and what that leaves one by one."""
    cdef trickloop_columns columns
    cdef trickloop_deals deals
    cdef const uint64_t[::1] words
    cdef int64_t games = rows.shape[0]
    cdef int64_t* left = <int64_t*>malloc(games * sizeof(int64_t))
    cdef int64_t done = 0
    cdef int64_t count
    cdef int64_t i
    if left is NULL:
        raise MemoryError
    try:
        open_columns(&columns, into)
        deals.cards = &rows[0, 0]
        deals.games = games
        deals.size = <int32_t>rows.shape[1]
        for i in range(len(sizes)):
            deals.sizes[i] = sizes[i]
        deals.keys = NULL
        if keys is not None:
            words = keys
            deals.keys = &words[0]
        while done < games and not stop[0]:
            with nogil:
                count = trickloop_play_wars(
                    &hands.wars[0], &hands.wars[1], &deals, max_rounds, ROUNDS_A_CHUNK, &columns, left, &done
                )
            for i in range(count):
                play_row(rows, sizes, left[i], play, into)
            PyErr_CheckSignals()
    finally:
        free(left)
    return done


def play_rows(rows, sizes, play, into, stop):
    """Cut each row into hands, play the game and write it down."""
    for game in range(len(rows)):
        if stop[0]:
            return game
        play_row(rows, sizes, game, play, into)
    return len(rows)


cdef play_row(rows, sizes, game, play, into):
    """Play the game of one row and write it down."""
    cards = list(rows[game])
    hands = []
    for size in sizes:
        hands.append(cards[:size])
        cards = cards[size:]
    write(into, game, *play(game, hands, cards))


def write(into, game, played, ending, loop):
    """Write down one game."""
    into.winner[game] = 0 if played.winner is None else played.winner + 1
    into.ending[game] = ENDINGS.index(ending)
    into.rounds[game] = played.rounds
    into.cards[game] = played.cards
    into.wars[game] = getattr(played, "wars", 0)
    into.round_wins[game] = played.round_wins
    into.loop_start[game] = -1 if loop is None else loop.start
    into.loop_length[game] = -1 if loop is None else loop.length
    into.loop_cards[game] = -1 if loop is None else loop.cards
