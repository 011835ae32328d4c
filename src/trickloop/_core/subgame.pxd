"""The sub-games of Recursive Combat, of which only the winner is asked for.

A hand lies in one piece in a buffer longer than the pack, and moves back to the front when it comes near the end. So
it is copied and compared as a whole, and a round has no index to mask and no branch but the one on a sub-game: both
cards are written under both hands, and only the winner's hand grows by them.

With n cards in a sub-game, three things end it before its last round:

1. The first seat wins where it holds the highest card; the reference says why.

2. A state that comes back goes on coming back, so it need not be noticed at once. When the next state is looked at
   depends on the one looked at now and on nothing else: so the states looked at follow one from the other, and they
   too come back. Brent's one kept state finds that, by comparing all cards, without hashes and without a history.

3. Count the cards of a hand from the bottom, and call the first, third, fifth *lost*, the second, fourth, sixth *won*.
   A round puts its two cards under a hand, the winning one above the other: so a card stays what it is until it is
   played, and then is called what it did. Let n be odd. Of the hands one has an odd number of cards and a lost one
   on top, the other an even number and a won one on top: in each round a won card meets a lost one.

   Let the first seat hold a won card c that is higher than all lost cards of both hands, and at least n - 2. In a
   round that a sub-game decides, both players have as many cards left as the card drawn says, at least 1, of n - 2
   left in all: so no card above n - 3 is ever in such a round. Hence c wins whenever it is played, as it meets a lost
   card. And c stays higher than all lost cards. For the loser of a round is the lower card, which is at most the lost
   card that was in it; or a sub-game decided, and both cards are at most n - 3. So the first seat keeps c for ever
   and never runs out of cards. It wins, by all cards or by a repetition.

   If there is no such card, then not before the highest lost card has been played: whatever is higher was won, and
   wins on. That is when to look again.

A random 25 + 25 deal has 106,600 rounds, those of its sub-games included, after 1 and 2; after 3 it has 10,400, and
would have 7 % fewer if each state were looked at and compared with all before.
"""

from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint32_t
from libc.stdlib cimport free
from libc.stdlib cimport malloc
from libc.stdlib cimport realloc
from libc.string cimport memcmp
from libc.string cimport memcpy
from libc.string cimport memmove
from libc.string cimport memset

from trickloop._core.ring cimport card_t
from trickloop._core.seen cimport NO_MEMORY

cdef enum:
    UNDECIDED = -2      # beside the seats, 0 and 1, and NO_MEMORY
    # Cells of a hand's buffer: so many for each card of the pack, and at least.
    CELLS_A_CARD = 4
    LEAST_CELLS = 256
    # Cards are copied in blocks of a fixed size, a few too many: gcc makes a `rep movs` of a `memcpy` of so few cards,
    # which takes a fifth of the time.
    BLOCK = 32
    # The number of the look at which the first state is kept; few sub-games last so long.
    FIRST_KEPT = 8

# Its memory is kept for the next sub-game that is as deep, and grows with the largest.
ctypedef struct SubGame:
    void* cells             # the buffers of both hands; the state kept, one hand behind the other; a block to spare
    Py_ssize_t room         # bytes there
    Py_ssize_t[2] start     # the cells where the buffers begin
    Py_ssize_t[2] head      # the cell of the top card; the card drawn lies before it until the round is decided
    Py_ssize_t[2] tail      # the cell behind the bottom card
    Py_ssize_t pack         # cards
    int32_t keeper          # the highest card, which the second seat never loses
    Py_ssize_t due          # rounds before the next look at the state
    Py_ssize_t kept         # the first hand's size in the state kept, or -1
    int64_t looks
    int64_t next_kept       # the number of the look at which a state is kept again

ctypedef struct SubGames:
    SubGame* games          # those in progress, each but the first within a round of the one before
    int room
    int depth               # how many are in progress
    int winner              # the seat that won a sub-game as it was opened, or UNDECIDED

cdef inline void free_sub_games(SubGames* games) noexcept nogil:
    """Give all memory back."""
    cdef int i
    for i in range(games.room):
        free(games.games[i].cells)
    free(games.games)

cdef inline SubGame* next_sub_game(
    SubGames* games, card_t* kind, Py_ssize_t first, Py_ssize_t second
) noexcept nogil:
    """Make room for one more sub-game with so many cards in each hand, for its cards to be copied in.

    Returns NULL where there is no memory.
    """
    cdef Py_ssize_t pack = first + second
    cdef Py_ssize_t cells = max(LEAST_CELLS, CELLS_A_CARD * pack)
    cdef Py_ssize_t room = (2 * cells + pack + BLOCK) * <Py_ssize_t>sizeof(card_t)
    cdef SubGame* game
    cdef int i
    if games.depth == games.room:
        i = max(8, 2 * games.room)
        game = <SubGame*>realloc(games.games, i * sizeof(SubGame))
        if game is NULL:
            return NULL
        memset(game + games.room, 0, (i - games.room) * sizeof(SubGame))
        games.games = game
        games.room = i
    game = &games.games[games.depth]
    if game.room < room:
        free(game.cells)
        game.room = 0
        game.cells = malloc(room)
        if game.cells is NULL:
            return NULL
        game.room = room
    game.pack = pack
    game.start[0] = game.head[0] = 0
    game.start[1] = game.head[1] = cells
    game.tail[0] = first
    game.tail[1] = cells + second
    game.kept = -1
    game.looks = 0
    game.next_kept = FIRST_KEPT
    games.depth += 1
    return game

cdef inline void copy_cards(card_t* copies, const card_t* cells, Py_ssize_t count) noexcept nogil:
    """Copy cards to the front of a buffer, and some of what lies behind them."""
    cdef Py_ssize_t place = 0
    while place < count:
        memcpy(copies + place, cells + place, BLOCK * sizeof(card_t))
        place += BLOCK

cdef inline int settle_deal(SubGame* game, card_t* kind) noexcept nogil:
    """Return the first seat if it wins a sub-game as it was dealt, or UNDECIDED and when to look at the state."""
    cdef const card_t* cells = <card_t*>game.cells
    cdef Py_ssize_t place
    cdef int32_t other = 0
    game.keeper = 0
    for place in range(game.tail[0]):
        other = max(other, <int32_t>cells[place])
    for place in range(game.head[1], game.tail[1]):
        game.keeper = max(game.keeper, <int32_t>cells[place])
    if other > game.keeper:
        return 0
    # At first the won cards are no higher than the lost ones; and where 3 is of no use, most sub-games end before the
    # hands have to be moved. To look at the deal, or at each turn, costs 3 % more.
    game.due = game.pack // 8 + 1 if game.pack & 1 else (game.start[1] - game.pack) // 2 - 1
    return UNDECIDED

cdef inline int look(SubGame* game, card_t* kind) noexcept nogil:
    """Return the seat that wins a sub-game, or UNDECIDED and when to look again."""
    cdef Py_ssize_t first = game.tail[0] - game.head[0]
    cdef Py_ssize_t second = game.tail[1] - game.head[1]
    if not first or not second:
        return not first
    if game.pack & 1:
        if first_seat_is_safe(game, kind) or came_back(game, kind, first, second):
            return 0
    else:
        # Each turn of what comes back plays the highest card once, so all turns are looked at in the same states.
        game.due = rounds_to_keeper(game, kind)
        if not game.due:
            game.due = second
            if came_back(game, kind, first, second):
                return 0
    make_way(game, kind, 0)
    make_way(game, kind, 1)
    return UNDECIDED

cdef inline Py_ssize_t rounds_to_keeper(const SubGame* game, card_t* kind) noexcept nogil:
    """Return how many cards lie on the highest one."""
    cdef const card_t* cells = <card_t*>game.cells
    cdef Py_ssize_t place
    for place in range(game.head[1], game.tail[1]):
        if cells[place] == game.keeper:
            return place - game.head[1]
    return 0

cdef inline bint came_back(SubGame* game, card_t* kind, Py_ssize_t first, Py_ssize_t second) noexcept nogil:
    """Compare the state with the one kept, and keep it instead if it is the turn of this look."""
    cdef const card_t* cells = <card_t*>game.cells
    cdef card_t* kept = <card_t*>game.cells + 2 * game.start[1]
    if (
        game.kept == first
        and not memcmp(cells + game.head[0], kept, first * sizeof(card_t))
        and not memcmp(cells + game.head[1], kept + first, second * sizeof(card_t))
    ):
        return True
    game.looks += 1
    if game.looks == game.next_kept:
        memcpy(kept, cells + game.head[0], first * sizeof(card_t))
        memcpy(kept + first, cells + game.head[1], second * sizeof(card_t))
        game.kept = first
        game.next_kept *= 2
    return False

cdef inline bint first_seat_is_safe(SubGame* game, card_t* kind) noexcept nogil:
    """Say whether the first seat holds a card as described under 3, or when that may be so next."""
    cdef const card_t* cells = <card_t*>game.cells
    cdef Py_ssize_t place
    cdef int seat
    cdef int32_t won = 0
    # A card and its place in the hand in one number, so that the highest card is found without a branch.
    cdef int64_t lost = 0
    cdef int64_t card
    for place in range(game.tail[0] - 2, game.head[0] - 1, -2):
        won = max(won, <int32_t>cells[place])
    for seat in range(2):
        for place in range(game.tail[seat] - 1, game.head[seat] - 1, -2):
            card = (<int64_t>cells[place] << 32) | (place - game.head[seat])
            lost = max(lost, card)
    game.due = <Py_ssize_t><uint32_t>lost + 1
    return won > lost >> 32 and won >= game.pack - 2

cdef inline void make_way(SubGame* game, card_t* kind, int seat) noexcept nogil:
    """Move a hand to the front of its buffer if the rounds before the next look could lead it beyond the end."""
    cdef card_t* cells = <card_t*>game.cells + game.start[seat]
    cdef Py_ssize_t size = game.tail[seat] - game.head[seat]
    cdef Py_ssize_t end = game.start[1]
    # No look is put off by more rounds than there are cards; the last two cells are for a loser's cards.
    if game.tail[seat] - game.start[seat] + 2 * game.due + 2 > end:
        memmove(cells, <card_t*>game.cells + game.head[seat], size * sizeof(card_t))
        game.head[seat] = game.start[seat]
        game.tail[seat] = game.start[seat] + size

cdef inline bint play_rounds(SubGame* game, card_t* kind, int64_t* effort) noexcept nogil:
    """Play rounds until it is time to look at the state, or a round opens a sub-game, of which it tells."""
    cdef card_t* cells = <card_t*>game.cells
    cdef const card_t* top = cells + game.head[0]
    cdef const card_t* other_top = cells + game.head[1]
    cdef card_t* end = cells + game.tail[0]
    cdef card_t* other_end = cells + game.tail[1]
    cdef Py_ssize_t due = game.due
    cdef card_t card
    cdef card_t other
    cdef Py_ssize_t second_wins
    cdef bint opens = False
    while due and top != end and other_top != other_end:
        card = top[0]
        other = other_top[0]
        top += 1
        other_top += 1
        due -= 1
        opens = (card <= end - top) & (other <= other_end - other_top)
        if opens:
            break
        end[0] = card
        end[1] = other
        other_end[0] = other
        other_end[1] = card
        second_wins = card < other
        end += 2 - 2 * second_wins
        other_end += 2 * second_wins
    effort[0] -= game.due - due + 1
    game.due = due if opens or (top != end and other_top != other_end) else 0
    game.head[0] = top - cells
    game.head[1] = other_top - cells
    game.tail[0] = end - cells
    game.tail[1] = other_end - cells
    return opens

cdef inline void take_round(SubGame* game, card_t* kind, int seat) noexcept nogil:
    """Put the cards of a round that a sub-game decided under the hand of the seat that won it."""
    cdef card_t* cells = <card_t*>game.cells
    cells[game.tail[seat]] = cells[game.head[seat] - 1]
    cells[game.tail[seat] + 1] = cells[game.head[1 - seat] - 1]
    game.tail[seat] += 2

cdef inline int play_sub_games(SubGames* games, card_t* kind, int64_t* effort) noexcept nogil:
    """Play the sub-games in progress; return the seat that wins the first of them, UNDECIDED or NO_MEMORY.

    It is UNDECIDED where the effort is used up, and is to be called again.
    """
    cdef SubGame* game
    cdef SubGame* inner
    cdef const card_t* cells
    cdef Py_ssize_t first
    cdef Py_ssize_t second
    while effort[0] > 0:
        game = &games.games[games.depth - 1]
        if games.winner == UNDECIDED and not game.due:
            games.winner = look(game, kind)
        if games.winner >= 0:
            games.depth -= 1
            if not games.depth:
                return games.winner
            take_round(&games.games[games.depth - 1], kind, games.winner)
            games.winner = UNDECIDED
        elif play_rounds(game, kind, effort):
            cells = <card_t*>game.cells
            first = cells[game.head[0] - 1]
            second = cells[game.head[1] - 1]
            inner = next_sub_game(games, kind, first, second)
            if inner is NULL:
                return NO_MEMORY
            # The games may have moved.
            game = inner - 1
            copy_cards(<card_t*>inner.cells, cells + game.head[0], first)
            copy_cards(<card_t*>inner.cells + inner.start[1], cells + game.head[1], second)
            effort[0] -= first + second
            games.winner = settle_deal(inner, kind)
    return UNDECIDED
