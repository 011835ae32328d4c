"""Play many games, one row of cards each, and write down how each ended.

A row is the hand of seat 1, top first, then that of seat 2, and so on, as many cards each as `sizes` says; the rest is
not dealt. All functions return how many games they played: all of them, unless `stop` was set while they played.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint32_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc
from libc.stdlib cimport free
from libc.stdlib cimport malloc

from trickloop._core.column_views cimport open_columns
from trickloop._core.columns cimport trickloop_columns
from trickloop._core.orbit cimport MAX_SEATS
from trickloop._core.orbit cimport REACHED
from trickloop._core.orbit cimport RUNNING
from trickloop._core.orbit cimport Game
from trickloop._core.orbit cimport deal_again
from trickloop._core.packed cimport TRICKLOOP_MOST_CARDS
from trickloop._core.packed cimport TRICKLOOP_MOST_PAYMENT
from trickloop._core.ring cimport card_t
from trickloop._core.rows cimport trickloop_rows
from trickloop._core.seen cimport NO_MEMORY

from trickloop._core.camicia import CamiciaGame
from trickloop._core.camicia import play_camicia
from trickloop._core.combat import RecursiveCombatGame
from trickloop._core.combat import combat_game
from trickloop._core.combat import play_combat
from trickloop._core.combat import play_recursive_combat
from trickloop._core.endless import EndlessWarGame
from trickloop._core.war import PICKUPS
from trickloop._core.war import SHORTS
from trickloop._core.war import WarGame
from trickloop._core.war import play_war
from trickloop._reference.batch import write


cdef extern from "lanes.h" nogil:
    int trickloop_best_kernel()
    int64_t trickloop_play_rows(
        int kernel, trickloop_rows* rows, const trickloop_columns* into, int64_t most, int64_t* left
    )

cdef extern from "hands_games.h" nogil:
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
        int64_t most_cards,
        const trickloop_columns* into,
        int64_t* left,
        int64_t* next_game,
    )

cdef enum:
    # Games between two looks at the signals and at `stop`: a few hundredths of a second.
    GAMES_A_CHUNK = 1 << 14
    CARDS_A_CHUNK = 1 << 23
    # Rounds for each card in which no repetition is looked for: 30 times the mean game of Camicia, which one random
    # deal of 52 cards in 10^15 passes. What goes on for longer is played once more, with all that looking for it takes.
    PLAINLY = 20

# The places in `Ending` of a game at its limit, WIN, DRAW and LOOP.
cdef int8_t[4] CODES = [2, 0, 3, 1]

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

    def deal(hands, _rest):
        return WarGame(hands, face_down, pickup, shortage, refill, tie, None if keys is None else 0)

    bound = max_rounds if keys is not None else min(max_rounds, PLAINLY * sum(sizes))
    return play_in_place(deal, rows, sizes, keys, bound, into, stop, play)


def play_endless_wars(rows, sizes, face_down, keys, max_rounds, into, stop):
    """Play games of Endless War."""
    def deal(hands, rest):
        return EndlessWarGame(hands, rest, face_down, 0)

    return play_in_place(deal, rows, [*sizes, rows.shape[1] - sum(sizes)], keys, max_rounds, into, stop, None)


def play_combats(rows, sizes, into, stop):
    """Play games of Combat."""
    def play(_game, hands, _rest):
        return play_combat(hands)

    if sum(sizes) <= HANDS_MOST_CARDS and rows.itemsize == 1 and rows.size:
        hands = Hands(2, 0, "winner-first", "lose")
        return play_hands(hands, rows, sizes, None, NO_LIMIT, into, stop, play)
    return play_in_place(
        lambda hands, _rest: combat_game(hands), rows, sizes, None, PLAINLY * sum(sizes), into, stop, play
    )


def play_recursive_combats(rows, sizes, into, stop):
    """Play games of Recursive Combat."""
    def play(_game, hands, _rest):
        return play_recursive_combat(hands)

    return play_in_place(
        lambda hands, _rest: RecursiveCombatGame(hands), rows, sizes, None, NO_LIMIT, into, stop, play
    )


def play_camicias(rows, sizes, payments, into, stop):
    """Play games of Camicia; ``payments[card]`` is what a card demands, 0 for a number card."""
    def play(_game, hands, _rest):
        return play_camicia(hands, payments)

    is_small = sum(sizes) <= TRICKLOOP_MOST_CARDS and rows.itemsize == 1 and len(payments) <= 16
    if is_small and min(sizes) > 0 and max(payments) <= TRICKLOOP_MOST_PAYMENT and rows.size:
        return play_lanes(rows, sizes, payments, into, stop, play)
    return play_in_place(
        lambda hands, _rest: CamiciaGame(hands, payments), rows, sizes, None, PLAINLY * sum(sizes), into, stop, play
    )


cdef int64_t play_lane_rows(
    trickloop_rows* rows, const trickloop_columns* into, int64_t most, int64_t* left
) noexcept nogil:
    """Play rows of small packs with the kernel that was chosen; the one place that the lanes are compiled into."""
    return trickloop_play_rows(kernel, rows, into, most, left)


cdef play_lanes(const int8_t[:, ::1] rows, sizes, payments, into, stop, play):
    """Play Camicia with the kernel for small packs, and what that leaves one by one."""
    cdef trickloop_rows deals
    cdef trickloop_columns columns
    cdef int64_t* left = <int64_t*>malloc(GAMES_A_CHUNK * sizeof(int64_t))
    cdef int64_t games = rows.shape[0]
    cdef int64_t start = 0
    cdef int64_t count
    cdef int64_t i
    cdef int64_t most = PLAINLY * sum(sizes)
    if left is NULL:
        raise MemoryError
    try:
        for i in range(16):
            deals.payments[i] = payments[i] if i < len(payments) else 0
        deals.size = rows.shape[1]
        deals.first = sizes[0]
        deals.second = sizes[1]
        deals.firsts = deals.seconds = NULL
        while start < games and not stop[0]:
            deals.games = min(games - start, GAMES_A_CHUNK)
            deals.cards = &rows[start, 0]
            open_columns(&columns, into.part(start, start + deals.games))
            with nogil:
                count = play_lane_rows(&deals, &columns, most, left)
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
                    &hands.wars[0], &hands.wars[1], &deals, max_rounds, CARDS_A_CHUNK, &columns, left, &done
                )
            for i in range(count):
                play_row(rows, sizes, left[i], play, into)
            PyErr_CheckSignals()
    finally:
        free(left)
    return done


cdef play_in_place(deal, rows, sizes, keys, int64_t bound, into, stop, play):
    """Play the rows one after the other in the memory of one game, which `deal` makes.

    What is not over after `bound` rounds is at its limit where there is chance in it, and else left to `play`.
    """
    cdef Game game
    if not rows.size:
        return play_rows(rows, sizes, play, into, stop) if len(rows) and play else 0
    # How many cards there are and how high they get decides the memory of a game.
    highest = int(rows.max())
    hands = [[highest] * size for size in sizes]
    seats = into.round_wins.shape[1]
    game = deal(hands[:seats], [card for rest in hands[seats:] for card in rest])
    if rows.itemsize == 1:
        return play_again[int8_t](game, rows, sizes, keys, bound, into, stop, play)
    if rows.itemsize == 2:
        return play_again[int16_t](game, rows, sizes, keys, bound, into, stop, play)
    return play_again[int32_t](game, rows, sizes, keys, bound, into, stop, play)


cdef play_again(Game game, const card_t[:, ::1] rows, sizes, keys, int64_t bound, into, stop, play):
    """Play each row, and stop for the signals."""
    cdef trickloop_columns columns
    cdef const uint64_t[::1] words
    cdef uint64_t key = 0
    cdef bint has_keys = keys is not None
    cdef bint is_dealt = False
    cdef int64_t games = rows.shape[0]
    cdef int64_t done = 0
    cdef int64_t left
    cdef int64_t before
    cdef int stopped = REACHED
    cdef int hands = len(sizes)
    cdef int32_t shares[MAX_SEATS]
    cdef int i
    for i in range(hands):
        shares[i] = sizes[i]
    open_columns(&columns, into)
    if has_keys:
        words = keys
    while done < games and not stop[0]:
        left = CARDS_A_CHUNK
        with nogil:
            while done < games and left > 0:
                if not is_dealt:
                    deal_again(game, &rows[done, 0], hands, shares)
                    if has_keys:
                        key = words[done]
                    game.start(key)
                    is_dealt = True
                before = game.cards
                stopped = game.run(bound, game.cards + left, None)
                left -= game.cards - before + 1
                if stopped == NO_MEMORY:
                    break
                if game.over == RUNNING and game.rounds < bound:
                    continue
                if game.over == RUNNING and not has_keys:
                    break
                write_game(game, &columns, done)
                done += 1
                is_dealt = False
        if stopped == NO_MEMORY:
            raise MemoryError
        if is_dealt and game.rounds >= bound:
            play_row(rows, sizes, done, play, into)
            done += 1
            is_dealt = False
        PyErr_CheckSignals()
    return done


cdef inline void write_game(Game game, const trickloop_columns* into, int64_t place) noexcept nogil:
    """Write down a game."""
    cdef int seat
    cdef int64_t start = game.looped()
    into.winner[place] = <int8_t>(game.won + 1)
    into.ending[place] = CODES[game.over]
    into.rounds[place] = game.rounds
    into.cards[place] = game.cards
    into.wars[place] = game.fought()
    for seat in range(game.seats):
        into.wins[place * game.seats + seat] = game.wins[seat]
    into.loop_start[place] = start
    # Where a game looks for it itself, two cards are laid a round.
    into.loop_length[place] = -1 if start < 0 else game.rounds - start
    into.loop_cards[place] = -1 if start < 0 else 2 * (game.rounds - start)


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
