"""Recursive Combat. Seats are counted from 0 here, and a card is its value; plain Combat is a game of War."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint64_t
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.stdlib cimport realloc
from libc.string cimport memcpy
from libc.string cimport memset

from trickloop._core.orbit cimport DRAW
from trickloop._core.orbit cimport LOOP
from trickloop._core.orbit cimport NO_LIMIT
from trickloop._core.orbit cimport OVER
from trickloop._core.orbit cimport REACHED
from trickloop._core.orbit cimport RUNNING
from trickloop._core.orbit cimport WIN
from trickloop._core.orbit cimport Game
from trickloop._core.orbit cimport play_out
from trickloop._core.ring cimport Hand
from trickloop._core.ring cimport card_t
from trickloop._core.ring cimport draw as draw_card
from trickloop._core.ring cimport put_under
from trickloop._core.ring cimport same_cards
from trickloop._core.seen cimport NO_MEMORY
from trickloop._core.seen cimport Seen
from trickloop._core.seen cimport forget
from trickloop._core.seen cimport remember
from trickloop._core.subgame cimport UNDECIDED
from trickloop._core.subgame cimport SubGame
from trickloop._core.subgame cimport SubGames
from trickloop._core.subgame cimport free_sub_games
from trickloop._core.subgame cimport next_sub_game
from trickloop._core.subgame cimport play_sub_games
from trickloop._core.subgame cimport settle_deal

from trickloop._core.war import WarGame

from trickloop.outcome import Ending
from trickloop.outcome import Loop

cdef enum:
    FIRST_LOG = 64
    # Rounds, copied cards and replayed rounds between two looks at the signals: some hundredths of a second.
    EFFORT = 1 << 22

# Odd, so that the hashes of two hands are joined without loss.
cdef uint64_t JOIN = 0xD1342543DE82EF95


cdef class RecursiveCombatGame(Game):
    """A game of Recursive Combat in progress, with the sub-games within its round."""

    cdef SubGames sub_games     # none of them in progress between rounds
    cdef int64_t effort         # what may still be done before the next look at the signals
    cdef int32_t[2] drawn
    cdef Py_ssize_t[2] dealt    # the sizes of the hands it began with
    cdef void* spare            # three stretches of `capacity`: both hands played again, the deal
    cdef int8_t* log            # the winner of each round
    cdef int64_t log_room
    cdef Seen seen
    cdef readonly int64_t loop_start    # rounds before the state that came back, or -1
    cdef readonly bint sub_game
    cdef bint failed            # whether there was no memory to begin with

    def __cinit__(self, hands):
        self.deal(hands)
        if self.seats != 2 or 0 in hands[0] or 0 in hands[1]:
            raise ValueError("expected two hands of cards of at least 1")
        self.start_hashing()
        self.spare = malloc(3 * self.capacity * self.width)
        self.log = <int8_t*>malloc(FIRST_LOG)
        self.log_room = FIRST_LOG
        if self.spare is NULL or self.log is NULL:
            raise MemoryError
        self.start(0)
        if self.failed:
            raise MemoryError

    def __dealloc__(self):
        free_sub_games(&self.sub_games)
        free(self.spare)
        free(self.log)
        free(self.seen.slots)

    @property
    def table(self):
        """The cards drawn in the last round."""
        return [(seat, self.drawn[seat], True) for seat in range(2)]

    @property
    def picked(self):
        """The places on the table in the order they were picked up."""
        return [self.taker, 1 - self.taker]

    @property
    def taker(self):
        """The seat that won the last round."""
        return self.log[self.rounds - 1] if self.rounds else 0

    cdef void start(self, uint64_t key) noexcept nogil:
        cdef int opened
        memset(self.wins, 0, 2 * sizeof(int64_t))
        self.drawn[0] = self.drawn[1] = 0
        self.rounds = 0
        self.cards = 0
        self.sub_games.depth = 0
        self.sub_game = False
        self.hash_hands()
        if self.width == 1:
            opened = open_game(self, <int8_t*>self.cells)
        elif self.width == 2:
            opened = open_game(self, <int16_t*>self.cells)
        else:
            opened = open_game(self, <int32_t*>self.cells)
        self.failed = opened == NO_MEMORY

    cdef int64_t looped(self) noexcept nogil:
        return self.loop_start

    cdef int run(self, int64_t until, int64_t cards_until, Game kept) noexcept nogil:
        if self.failed:
            return NO_MEMORY
        if self.width == 1:
            return play_on(self, <int8_t*>self.cells, until)
        if self.width == 2:
            return play_on(self, <int16_t*>self.cells, until)
        return play_on(self, <int32_t*>self.cells, until)


# In the functions below `kind` is only there for its type, that of a card; it points nowhere in particular.

cdef int open_game(RecursiveCombatGame game, card_t* kind) noexcept nogil:
    """Note the deal for when the game has to be played again, and look whether it is over already."""
    cdef Py_ssize_t capacity = game.capacity
    cdef const card_t* cells = <card_t*>game.cells
    cdef card_t* deal = <card_t*>game.spare + 2 * capacity
    cdef int seat
    for seat in range(2):
        game.dealt[seat] = game.hands_[seat].size
        memcpy(deal, cells + seat * capacity, game.dealt[seat] * sizeof(card_t))
        deal += game.dealt[0]
    game.loop_start = -1
    game.won = -1
    game.over = RUNNING
    if forget(&game.seen) == NO_MEMORY:
        return NO_MEMORY
    return settle(game, kind)


cdef int play_on(RecursiveCombatGame game, card_t* kind, int64_t until) noexcept nogil:
    """Play rounds, and the sub-games within them, and say why they stopped."""
    cdef int winner
    game.effort = EFFORT
    while game.effort > 0:
        if game.sub_games.depth:
            winner = play_sub_games(&game.sub_games, kind, &game.effort)
            if winner == NO_MEMORY:
                return NO_MEMORY
            if winner == UNDECIDED:
                continue
        elif game.over != RUNNING:
            return OVER
        elif game.rounds >= until:
            return REACHED
        else:
            game.effort -= 1
            draw(game, kind)
            game.sub_game = recurses(game)
            if game.sub_game:
                if open_sub_game(game, kind) == NO_MEMORY:
                    return NO_MEMORY
                continue
            winner = higher(game)
        if take(game, kind, winner) == NO_MEMORY or settle(game, kind) == NO_MEMORY:
            return NO_MEMORY
    return REACHED


cdef inline void draw(RecursiveCombatGame game, card_t* kind) noexcept nogil:
    """Draw both top cards."""
    cdef const card_t* cells = <card_t*>game.cells
    cdef int seat
    for seat in range(2):
        game.drawn[seat] = draw_card(
            cells + seat * game.capacity, &game.hands_[seat], game.capacity - 1, game.keys, True
        )


cdef inline bint recurses(RecursiveCombatGame game) noexcept nogil:
    """Say whether both hands hold enough further cards for a sub-game."""
    return game.hands_[0].size >= game.drawn[0] and game.hands_[1].size >= game.drawn[1]


cdef inline int higher(RecursiveCombatGame game) noexcept nogil:
    """Return the seat that drew the higher card."""
    return game.drawn[0] < game.drawn[1]


cdef inline int take(RecursiveCombatGame game, card_t* kind, int seat) noexcept nogil:
    """Put both cards under the hand of the seat that won the round, his own first, and write the winner down."""
    cdef card_t* cells = <card_t*>game.cells + seat * game.capacity
    cdef Py_ssize_t mask = game.capacity - 1
    if game.rounds == game.log_room and lengthen_log(game) == NO_MEMORY:
        return NO_MEMORY
    put_under(cells, &game.hands_[seat], mask, <card_t>game.drawn[seat], game.keys, True)
    put_under(cells, &game.hands_[seat], mask, <card_t>game.drawn[1 - seat], game.keys, True)
    game.log[game.rounds] = seat
    game.rounds += 1
    game.cards += 2
    game.wins[seat] += 1
    return 0


cdef int lengthen_log(RecursiveCombatGame game) noexcept nogil:
    """Make room for the winners of more rounds."""
    cdef int8_t* log = <int8_t*>realloc(game.log, 2 * game.log_room)
    if log is NULL:
        return NO_MEMORY
    game.log = log
    game.log_room *= 2
    return 0


cdef inline int settle(RecursiveCombatGame game, card_t* kind) noexcept nogil:
    """End the game where a hand is empty or both hands have been the same before."""
    cdef bint first = game.hands_[0].size > 0
    cdef bint second = game.hands_[1].size > 0
    cdef int seen
    if not first or not second:
        game.over = WIN if first or second else DRAW
        game.won = 0 if first else 1 if second else -1
        return 0
    seen = remember(&game.seen, game.hands_[0].hash * JOIN + game.hands_[1].hash)
    if seen == NO_MEMORY:
        return NO_MEMORY
    if seen:
        game.loop_start = first_seen(game, kind)
        if game.loop_start >= 0:
            game.over = LOOP
            game.won = 0
    return 0


cdef int64_t first_seen(RecursiveCombatGame game, card_t* kind) noexcept nogil:
    """Return after how many rounds the game was in the state it is in now, or -1 if it never was.

    The game is played again from its deal by the winners written down, and every state is compared card by card.
    That happens once in a game that repeats, and otherwise only where two hashes collide; it takes a byte a round
    instead of a copy of all cards.
    """
    cdef Py_ssize_t capacity = game.capacity
    cdef Py_ssize_t mask = capacity - 1
    cdef const card_t* now = <card_t*>game.cells
    cdef card_t* again = <card_t*>game.spare
    cdef const card_t* deal = again + 2 * capacity
    cdef Hand[2] hands
    cdef card_t[2] drawn
    cdef int64_t round
    cdef int seat
    game.effort -= game.rounds + game.pack
    for seat in range(2):
        hands[seat].head = 0
        hands[seat].size = game.dealt[seat]
        memcpy(again + seat * capacity, deal, game.dealt[seat] * sizeof(card_t))
        deal += game.dealt[0]
    for round in range(game.rounds):
        if same_cards(again, &hands[0], now, &game.hands_[0], mask) and same_cards(
            again + capacity, &hands[1], now + capacity, &game.hands_[1], mask
        ):
            return round
        for seat in range(2):
            drawn[seat] = draw_card(again + seat * capacity, &hands[seat], mask, game.keys, False)
        seat = game.log[round]
        put_under(again + seat * capacity, &hands[seat], mask, drawn[seat], game.keys, False)
        put_under(again + seat * capacity, &hands[seat], mask, drawn[1 - seat], game.keys, False)
    return -1


cdef int open_sub_game(RecursiveCombatGame game, card_t* kind) noexcept nogil:
    """Set up a sub-game on copies of the next cards."""
    cdef SubGame* sub_game = next_sub_game(&game.sub_games, kind, game.drawn[0], game.drawn[1])
    cdef const card_t* cells
    cdef card_t* copies
    cdef Py_ssize_t place
    cdef int seat
    if sub_game is NULL:
        return NO_MEMORY
    for seat in range(2):
        cells = <card_t*>game.cells + seat * game.capacity
        copies = <card_t*>sub_game.cells + sub_game.start[seat]
        for place in range(game.drawn[seat]):
            copies[place] = cells[(game.hands_[seat].head + place) & (game.capacity - 1)]
    game.effort -= game.drawn[0] + game.drawn[1]
    game.sub_games.winner = settle_deal(sub_game, kind)
    return 0


def combat_game(hands):
    """Set up a game of Combat: War on distinct cards, so that no war comes."""
    return WarGame(hands, 0, "winner-first", "lose", None, "war", None)


def play_combat(hands):
    """Play a game of Combat to its end."""
    return play_out(combat_game(hands), (combat_game, hands), NO_LIMIT)


def play_recursive_combat(hands):
    """Play a game of Recursive Combat to its end."""
    cdef RecursiveCombatGame game = RecursiveCombatGame(hands)
    while game.over == RUNNING:
        game.advance(NO_LIMIT, NO_LIMIT, None)
        PyErr_CheckSignals()
    if game.over != LOOP:
        return game, game.ending, None
    cdef int64_t length = game.rounds - game.loop_start
    return game, Ending.LOOP, Loop(game.loop_start, length, 2 * length)
