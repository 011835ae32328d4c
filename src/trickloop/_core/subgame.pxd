"""The sub-games of Recursive Combat, of which only the winner is asked for.

A hand lies in one piece in a buffer longer than the pack, and moves back to the front when it comes to the end. So
it is copied and compared as a whole, and a round has no index to mask and no branch but the one on a sub-game: both
cards are written under both hands, and only the winner's hand grows by them.

Three things end a sub-game before its last round. With n cards in it:

1. The first seat wins where it holds the highest card; the reference says why.
2. A state that comes back goes on coming back, so it need not be noticed at once. Each look at a state says after how
   many rounds the next one is due, by that state alone. Hence the states looked at follow one from the other, and come
   back too; Brent's one kept state finds that without hashes and without a history. Most sub-games that repeat are
   known by 3 before, and the looks are late by less than a hundredth of all rounds.
3. Count the cards of a hand from the bottom: call the first, third, … *lost* and the second, fourth, … *won*. Rounds
   put two cards under a hand, the winner above the loser: so a card stays what it is until it is played, and then
   becomes what it did. Where n is odd, one hand has an even number of cards and a won one on top, the other an odd
   number and a lost one on top: in each round a won card meets a lost one.

   Let n be odd, and let the first seat hold a won card c that is higher than all lost cards of both hands and at least
   n - 2. A card of at least n - 2 is never in a round decided by a sub-game, since at most n - 3 cards are left in a
   hand whose player drew it while the other player drew one and has as many cards left as its value, 1 or more. So c
   meets a lost card, which is lower, and wins. The card that is newly lost is lower than c as before: it is the lower
   of the two and so not higher than the lost one of the round; or the round was decided by a sub-game, and both are at
   most n - 3. Thus the first seat never loses c nor runs out of cards. It wins, by a repetition if not by all cards.

   For lack of such a card the highest lost one must be played first: the cards above it are won ones, and do not
   change hands before they meet it. So the next look is due when that card has been played.

Of random 25 + 25 deals, 3 leaves 7,900 of 78,500 rounds.
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
    # Cells of a hand's buffer, for so many cards and at least; a hand moves to the front all 2 * pack cells or more.
    CELLS_A_CARD = 5
    LEAST_CELLS = 256

# Its memory is kept for the next sub-game that is as deep, and grows with the largest.
ctypedef struct SubGame:
    void* cells             # the buffers of both hands, and the state kept: first the one hand, then the other
    Py_ssize_t room         # bytes there
    Py_ssize_t[2] start     # the cells where the buffers begin
    Py_ssize_t[2] head      # the cell of the top card; the card drawn lies before it until the round is decided
    Py_ssize_t[2] tail      # the cell behind the bottom card
    Py_ssize_t pack         # cards
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
    cdef Py_ssize_t room = (2 * cells + pack) * <Py_ssize_t>sizeof(card_t)
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
    game.next_kept = 1
    games.depth += 1
    return game

cdef inline int settle_deal(SubGame* game, card_t* kind) noexcept nogil:
    """Return the first seat if it wins a sub-game as it was dealt, or UNDECIDED."""
    cdef const card_t* cells = <card_t*>game.cells
    cdef Py_ssize_t place
    cdef int32_t highest = 0
    cdef int32_t other = 0
    for place in range(game.head[0], game.tail[0]):
        other = max(other, <int32_t>cells[place])
    for place in range(game.head[1], game.tail[1]):
        highest = max(highest, <int32_t>cells[place])
    if other > highest:
        return 0
    if game.pack & 1:
        return look(game, kind)
    # From here on the looks are at the second seat's highest card on top, which it cannot lose: it is played once in
    # each turn of what comes back, and so the states looked at come back after one turn.
    place = game.head[1]
    while cells[place] != highest:
        place += 1
    game.due = place - game.head[1]
    return UNDECIDED if game.due else look(game, kind)

cdef inline int look(SubGame* game, card_t* kind) noexcept nogil:
    """Return the seat that wins a sub-game, or UNDECIDED and when to look again."""
    cdef Py_ssize_t first = game.tail[0] - game.head[0]
    cdef Py_ssize_t second = game.tail[1] - game.head[1]
    if not first or not second:
        return not first
    if came_back(game, kind, first, second):
        return 0
    game.due = second
    if game.pack & 1 and first_seat_is_safe(game, kind):
        return 0
    make_way(game, kind, 0)
    make_way(game, kind, 1)
    return UNDECIDED

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
            memcpy(inner.cells, cells + game.head[0], first * sizeof(card_t))
            memcpy(<card_t*>inner.cells + inner.start[1], cells + game.head[1], second * sizeof(card_t))
            effort[0] -= first + second
            games.winner = settle_deal(inner, kind)
    return UNDECIDED
