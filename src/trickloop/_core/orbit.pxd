from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdint cimport uint64_t

from trickloop._core.ring cimport Hand
from trickloop._core.ring cimport Keys
from trickloop._core.ring cimport card_t

cdef enum:
    RUNNING = 0
    WIN = 1
    DRAW = 2
    LOOP = 3

cdef enum:
    MAX_SEATS = 17      # 16 players, and the undealt rest, which is dealt as a hand

cdef enum:
    REACHED = 0
    OVER = 1
    CAME_BACK = 2

cdef class HashKeys:
    cdef Keys keys

cdef class Game:
    cdef int seats
    cdef int width              # bytes a card
    cdef Py_ssize_t pack        # cards in the game
    cdef Py_ssize_t capacity    # cells of one hand's buffer
    cdef Py_ssize_t codes       # the highest card, plus 1
    cdef Hand* hands_
    cdef void* cells            # the buffers, one after the other
    cdef int64_t* wins
    cdef HashKeys hash_keys
    cdef Keys* keys
    cdef readonly int64_t rounds
    cdef readonly int64_t cards
    cdef int over
    cdef int won                # the seat that won, or -1

    cdef int deal(self, hands) except -1
    cdef int make_room(self, int seats, Py_ssize_t pack, Py_ssize_t codes) except -1
    cdef int32_t card_at(self, int seat, Py_ssize_t place) noexcept nogil
    cdef int32_t cell(self, const void* cells, Py_ssize_t i) noexcept nogil
    cdef void hold(self, int seat, int32_t card) noexcept nogil
    cdef int start_hashing(self) except -1
    cdef void hash_hands(self) noexcept nogil
    cdef tuple named_hands(self, ranks)
    cdef tuple named_hand(self, int seat, ranks)
    cdef tuple named_out_of_play(self, ranks)

    cdef void start(self, uint64_t key) noexcept nogil
    cdef int64_t fought(self) noexcept nogil
    cdef int64_t looped(self) noexcept nogil
    cdef int run(self, int64_t until, int64_t cards_until, Game kept) noexcept nogil
    cdef int advance(self, int64_t until, int64_t cards_until, Game kept) except -1
    cdef bint is_same_state(self, Game other) noexcept nogil
    cdef Game make_copy(self)
    cdef int assign(self, Game other) except -1

cdef int64_t NO_LIMIT

cdef tuple named(cards, ranks)
cdef tuple play_out(Game game, tuple deal, int64_t max_rounds)
cdef tuple play_up_to(Game game, int64_t max_rounds)

cdef inline int put_name(tuple hand, Py_ssize_t place, tuple ranks, int32_t card) except -1:
    """Put a card into a tuple that is being made, by its rank; ``None`` says that cards are ranks."""
    if ranks is not None and card >= len(ranks):
        raise IndexError("expected a rank for each card")
    rank = card if ranks is None else ranks[card]
    Py_INCREF(rank)
    PyTuple_SET_ITEM(hand, place, rank)
    return 0

cdef inline bint same_hashes(Game game, Game kept) noexcept nogil:
    """Say whether the hands of two games may be the same; the sizes tell most apart."""
    cdef int seat
    for seat in range(game.seats):
        if game.hands_[seat].size != kept.hands_[seat].size or game.hands_[seat].hash != kept.hands_[seat].hash:
            return False
    return True

cdef inline void deal_again(Game game, const card_t* row, int hands, const int32_t* sizes) noexcept nogil:
    """Deal another row of the same number of cards, of which none is higher than before, to a game without hashes."""
    cdef int seat
    cdef Py_ssize_t place
    for seat in range(hands):
        game.hands_[seat].head = 0
        game.hands_[seat].size = 0
        for place in range(sizes[seat]):
            game.hold(seat, row[place])
        row += sizes[seat]
