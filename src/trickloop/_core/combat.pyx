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

from trickloop._core.war import WarGame

from trickloop.outcome import Ending
from trickloop.outcome import Loop

cdef enum:
    FIRST_LOG = 64
    # Rounds, copied cards and replayed rounds between two looks at the signals: about a tenth of a second.
    EFFORT = 1 << 22

# Odd, so that the hashes of two hands are joined without loss.
cdef uint64_t JOIN = 0xD1342543DE82EF95

# A game or sub-game. Its memory is kept for the next one that is as deep, and grows with the largest.
cdef struct Table:
    Hand[2] hands
    int32_t[2] drawn
    Py_ssize_t[2] dealt         # the sizes of the hands it began with
    int64_t rounds
    int32_t keeper              # the highest card of a sub-game, which the second seat cannot lose; 0 in the main game
    int winner                  # or -1
    int8_t* log                 # the winner of each round
    int64_t log_room
    Seen seen
    void* cards                 # five stretches of `capacity`: both hands, both hands played again, the deal
    Py_ssize_t room
    Py_ssize_t capacity


cdef class RecursiveCombatGame(Game):
    """A game of Recursive Combat in progress, with the sub-games within its round."""

    cdef Table* tables
    cdef int room               # tables there is room for
    cdef int depth              # the table that is played at; the main game's is 0
    cdef int64_t effort         # what may still be done before the next look at the signals
    cdef readonly int64_t loop_start    # rounds before the state that came back, or -1
    cdef readonly bint sub_game

    def __cinit__(self, hands):
        cdef int done
        self.deal(hands)
        if self.seats != 2 or 0 in hands[0] or 0 in hands[1]:
            raise ValueError("expected two hands of cards of at least 1")
        self.start_hashing()
        self.loop_start = -1
        if self.width == 1:
            done = open_main_game(self, <int8_t*>self.cells)
        elif self.width == 2:
            done = open_main_game(self, <int16_t*>self.cells)
        else:
            done = open_main_game(self, <int32_t*>self.cells)
        if done == NO_MEMORY:
            raise MemoryError

    def __dealloc__(self):
        cdef int depth
        for depth in range(self.room):
            free(self.tables[depth].log)
            free(self.tables[depth].seen.slots)
            free(self.tables[depth].cards)
        free(self.tables)

    @property
    def hands(self):
        """The cards of each hand, top first."""
        cdef const Table* table = &self.tables[0]
        cdef Py_ssize_t mask = table.capacity - 1
        cdef Py_ssize_t place
        cdef int seat
        return [
            [
                self.cell(table.cards, seat * table.capacity + ((table.hands[seat].head + place) & mask))
                for place in range(table.hands[seat].size)
            ]
            for seat in range(2)
        ]

    @property
    def table(self):
        """The cards drawn in the last round."""
        return [(seat, self.tables[0].drawn[seat], True) for seat in range(2)]

    @property
    def picked(self):
        """The places on the table in the order they were picked up."""
        return [self.taker, 1 - self.taker]

    @property
    def taker(self):
        """The seat that won the last round."""
        return self.tables[0].log[self.rounds - 1] if self.rounds else 0

    cdef int advance(self, int64_t until, int64_t cards_until, Game kept) except -1:
        cdef int stopped
        with nogil:
            if self.width == 1:
                stopped = play_on(self, <int8_t*>self.cells, until)
            elif self.width == 2:
                stopped = play_on(self, <int16_t*>self.cells, until)
            else:
                stopped = play_on(self, <int32_t*>self.cells, until)
        if stopped == NO_MEMORY:
            raise MemoryError
        return stopped


# In the functions below `kind` is only there for its type, that of a card; it points nowhere in particular.

cdef int play_on(RecursiveCombatGame game, card_t* kind, int64_t until) noexcept nogil:
    """Play rounds of the main game, and of the sub-games within them, and say why they stopped."""
    # One loop plays all games: the sub-games of a round are on the tables above it, the topmost is played.
    cdef Table* table
    cdef int winner
    game.effort = EFFORT
    while game.effort > 0:
        game.effort -= 1
        table = &game.tables[game.depth]
        if game.depth and table.winner >= 0:
            winner = table.winner
            game.depth -= 1
            table = &game.tables[game.depth]
        elif not game.depth and game.over != RUNNING:
            return OVER
        elif not game.depth and table.rounds >= until:
            return REACHED
        else:
            draw(game, table, kind)
            if not game.depth:
                game.sub_game = recurses(table)
            if recurses(table):
                if open_sub_game(game, kind) == NO_MEMORY:
                    return NO_MEMORY
                continue
            winner = higher(table)
        if take(game, table, kind, winner) == NO_MEMORY or settle(game, table, kind) == NO_MEMORY:
            return NO_MEMORY
    return REACHED


cdef inline void draw(RecursiveCombatGame game, Table* table, card_t* kind) noexcept nogil:
    """Draw both top cards."""
    cdef card_t* cells = <card_t*>table.cards
    table.rounds += 1
    table.drawn[0] = draw_card(cells, &table.hands[0], table.capacity - 1, game.keys, True)
    table.drawn[1] = draw_card(cells + table.capacity, &table.hands[1], table.capacity - 1, game.keys, True)


cdef inline bint recurses(const Table* table) noexcept nogil:
    """Say whether both hands hold enough further cards for a sub-game."""
    return table.hands[0].size >= table.drawn[0] and table.hands[1].size >= table.drawn[1]


cdef inline int higher(const Table* table) noexcept nogil:
    """Return the seat that drew the higher card."""
    return table.drawn[0] < table.drawn[1]


cdef inline int take(RecursiveCombatGame game, Table* table, card_t* kind, int seat) noexcept nogil:
    """Put both cards under the hand of the seat that won the round, his own first, and write the winner down."""
    cdef card_t* cells = <card_t*>table.cards + seat * table.capacity
    cdef Py_ssize_t mask = table.capacity - 1
    put_under(cells, &table.hands[seat], mask, <card_t>table.drawn[seat], game.keys, True)
    put_under(cells, &table.hands[seat], mask, <card_t>table.drawn[1 - seat], game.keys, True)
    if table.rounds > table.log_room and lengthen_log(table) == NO_MEMORY:
        return NO_MEMORY
    table.log[table.rounds - 1] = seat
    return 0


cdef inline int settle(RecursiveCombatGame game, Table* table, card_t* kind) noexcept nogil:
    """End the game where a hand is empty or both hands have been the same before.

    In a sub-game that was opened the second seat holds the highest card, and by the argument of the reference never
    loses it. What repeats goes on repeating and plays that card once in each turn, and only the winner is asked for:
    so it is enough to look where that card is on top, which takes a third off the time of a random game.
    """
    cdef int seen
    cdef int64_t first
    cdef int over = RUNNING
    if not table.hands[0].size or not table.hands[1].size:
        over = WIN if table.hands[0].size or table.hands[1].size else DRAW
        table.winner = 0 if table.hands[0].size else 1 if table.hands[1].size else -1
    elif not table.keeper or (<card_t*>table.cards)[table.capacity + table.hands[1].head] == table.keeper:
        seen = remember(&table.seen, table.hands[0].hash * JOIN + table.hands[1].hash)
        if seen == NO_MEMORY:
            return NO_MEMORY
        if seen:
            first = first_seen(game, table, kind)
            if first >= 0:
                over = LOOP
                table.winner = 0
                if not game.depth:
                    game.loop_start = first
    if not game.depth:
        game.over = over
        game.won = table.winner
        game.rounds = table.rounds
        game.cards = 2 * table.rounds
        if table.rounds:
            game.wins[table.log[table.rounds - 1]] += 1
    return 0


cdef int open_sub_game(RecursiveCombatGame game, card_t* kind) noexcept nogil:
    """Set up a sub-game; it has its winner already where the first seat holds the highest card.

    The reference says why that seat cannot lose it.
    """
    cdef Table* table
    cdef Table* outer
    cdef const card_t* cells
    cdef Py_ssize_t place
    cdef int32_t[2] highest
    cdef int32_t card
    cdef int seat
    game.depth += 1
    table = table_at(game, game.depth)
    if table is NULL:
        return NO_MEMORY
    outer = &game.tables[game.depth - 1]
    if set_table(game, table, kind, outer.drawn[0], outer.drawn[1]) == NO_MEMORY:
        return NO_MEMORY
    game.effort -= outer.drawn[0] + outer.drawn[1]
    for seat in range(2):
        cells = <card_t*>outer.cards + seat * outer.capacity
        highest[seat] = 0
        for place in range(outer.drawn[seat]):
            card = cells[(outer.hands[seat].head + place) & (outer.capacity - 1)]
            highest[seat] = max(highest[seat], card)
            deal_card(game, table, kind, seat, card)
    if highest[0] > highest[1]:
        table.winner = 0
        return 0
    table.keeper = highest[1]
    return settle(game, table, kind)


cdef int open_main_game(RecursiveCombatGame game, card_t* cells) noexcept nogil:
    """Set up the main game from the cards dealt."""
    cdef Table* table = table_at(game, 0)
    cdef Py_ssize_t place
    cdef int seat
    if table is NULL or set_table(game, table, cells, game.hands_[0].size, game.hands_[1].size) == NO_MEMORY:
        return NO_MEMORY
    for seat in range(2):
        for place in range(game.hands_[seat].size):
            deal_card(game, table, cells, seat, game.card_at(seat, place))
    return settle(game, table, cells)


cdef inline void deal_card(
    RecursiveCombatGame game, Table* table, card_t* kind, int seat, int32_t card
) noexcept nogil:
    """Put a card under a hand that is being dealt, and note it for when the game has to be played again."""
    cdef card_t* cards = <card_t*>table.cards
    cards[4 * table.capacity + (table.dealt[0] if seat else 0) + table.hands[seat].size] = card
    put_under(cards + seat * table.capacity, &table.hands[seat], table.capacity - 1, <card_t>card, game.keys, True)


cdef Table* table_at(RecursiveCombatGame game, int depth) noexcept nogil:
    """Return the table of that depth, making room for it; NULL where there is no memory."""
    cdef Table* tables
    cdef int room
    if depth >= game.room:
        room = max(8, 2 * game.room)
        tables = <Table*>realloc(game.tables, room * sizeof(Table))
        if tables is NULL:
            return NULL
        memset(tables + game.room, 0, (room - game.room) * sizeof(Table))
        game.tables = tables
        game.room = room
    return &game.tables[depth]


cdef int set_table(
    RecursiveCombatGame game, Table* table, card_t* kind, Py_ssize_t first, Py_ssize_t second
) noexcept nogil:
    """Make a table ready for a new game of so many cards."""
    table.capacity = 1
    while table.capacity < first + second:
        table.capacity *= 2
    if table.room < table.capacity:
        free(table.cards)
        table.cards = malloc(5 * table.capacity * sizeof(card_t))
        table.room = table.capacity if table.cards is not NULL else 0
    if table.log is NULL:
        table.log = <int8_t*>malloc(FIRST_LOG)
        table.log_room = FIRST_LOG
    if table.cards is NULL or table.log is NULL or forget(&table.seen) == NO_MEMORY:
        return NO_MEMORY
    memset(table.hands, 0, 2 * sizeof(Hand))
    table.dealt[0] = first
    table.dealt[1] = second
    table.rounds = 0
    table.keeper = 0
    table.winner = -1
    return 0


cdef int lengthen_log(Table* table) noexcept nogil:
    """Make room for the winners of more rounds."""
    cdef int8_t* log = <int8_t*>realloc(table.log, 2 * table.log_room)
    if log is NULL:
        return NO_MEMORY
    table.log = log
    table.log_room *= 2
    return 0


cdef int64_t first_seen(RecursiveCombatGame game, Table* table, card_t* kind) noexcept nogil:
    """Return after how many rounds the game was in the state it is in now, or -1 if it never was.

    The game is played again from its deal by the winners written down, and every state is compared card by card.
    That happens once in a game that repeats, and otherwise only where two hashes collide; it takes a byte a round
    instead of a copy of all cards.
    """
    cdef Py_ssize_t capacity = table.capacity
    cdef Py_ssize_t mask = capacity - 1
    cdef card_t* now = <card_t*>table.cards
    cdef card_t* again = now + 2 * capacity
    cdef const card_t* dealt = now + 4 * capacity
    cdef Hand[2] hands
    cdef card_t[2] drawn
    cdef int64_t round
    cdef Py_ssize_t place
    cdef int seat
    game.effort -= table.rounds + table.dealt[0] + table.dealt[1]
    for seat in range(2):
        hands[seat].head = 0
        hands[seat].size = 0
        for place in range(table.dealt[seat]):
            put_under(again + seat * capacity, &hands[seat], mask, dealt[place], game.keys, False)
        dealt += table.dealt[0]
    for round in range(table.rounds):
        if same_cards(again, &hands[0], now, &table.hands[0], mask) and same_cards(
            again + capacity, &hands[1], now + capacity, &table.hands[1], mask
        ):
            return round
        for seat in range(2):
            drawn[seat] = draw_card(again + seat * capacity, &hands[seat], mask, game.keys, False)
        seat = table.log[round]
        put_under(again + seat * capacity, &hands[seat], mask, drawn[seat], game.keys, False)
        put_under(again + seat * capacity, &hands[seat], mask, drawn[1 - seat], game.keys, False)
    return -1


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
