"""Play hands of small integers in one call: read them, play, and name what came out.

Whatever is unusual about the hands is left to the slower way, which knows all notations and what to say of an error.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.long cimport PyLong_CheckExact
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.sequence cimport PySequence_Fast_GET_SIZE
from cpython.sequence cimport PySequence_Fast_ITEMS
from cpython.tuple cimport PyTuple_New
from cpython.tuple cimport PyTuple_SET_ITEM
from libc.stdint cimport uint8_t
from libc.stdint cimport uint64_t
from libc.string cimport memset

from trickloop._core.orbit cimport Game

from trickloop._core import camicia
from trickloop._core import combat
from trickloop._core import war
from trickloop.outcome import Outcome

cdef extern from "Python.h":
    # What `object.__new__` and `object.__setattr__` do. Filling in a frozen dataclass by its own constructor takes
    # 4 us, as long as six games of Camicia.
    object PyType_GenericAlloc(type kind, Py_ssize_t items)
    int PyObject_GenericSetAttr(object value, object name, object member) except -1

cdef enum:
    NO_CARD = 255               # in a table of codes, for a rank that is no card
    # Longer hands are left to those who count the cards of a game.
    LONGEST = 1 << 16


cpdef tuple codes_of(tuple hands, Py_ssize_t seats, bytes codes, bint distinct):
    """Translate hands for an engine, or return ``None`` where anything about them is unusual.

    ``codes[rank]`` is what stands for a rank, or 255; where the cards are `distinct`, none may lie there twice.
    """
    cdef uint64_t[4] seen
    cdef Py_ssize_t seat
    if len(hands) != seats:
        return None
    memset(seen, 0, sizeof(seen))
    cdef tuple cards = PyTuple_New(seats)
    for seat in range(seats):
        hand = hands[seat]
        if type(hand) is not tuple and type(hand) is not list:
            return None
        # A list may be changed by another thread, where there is no lock of the interpreter to keep that one waiting.
        with cython.critical_section(hand):
            read = codes_of_one(hand, codes, seen if distinct else NULL)
        if read is None:
            return None
        Py_INCREF(read)
        PyTuple_SET_ITEM(cards, seat, read)
    return cards


cdef bytes codes_of_one(object hand, bytes codes, uint64_t* seen):
    """Translate a list or a tuple; `seen` has a bit for each card, or is NULL."""
    cdef Py_ssize_t size = PySequence_Fast_GET_SIZE(hand)
    cdef PyObject** items = PySequence_Fast_ITEMS(hand)
    cdef const uint8_t* table = <const uint8_t*>PyBytes_AS_STRING(codes)
    cdef Py_ssize_t ranks = len(codes)
    cdef int overflow = 0
    cdef Py_ssize_t place
    cdef long rank
    cdef uint8_t card
    if size > LONGEST:
        return None
    cdef bytes read = PyBytes_FromStringAndSize(NULL, size)
    cdef uint8_t* cards = <uint8_t*>PyBytes_AS_STRING(read)
    for place in range(size):
        # An exact type test, so that True is not taken for the rank 1. Nothing here runs code of others, which might
        # change the list.
        if not PyLong_CheckExact(<object>items[place]):
            return None
        rank = PyLong_AsLongAndOverflow(<object>items[place], &overflow)
        if overflow or rank < 0 or rank >= ranks:
            return None
        card = table[rank]
        if card == NO_CARD:
            return None
        if seen is not NULL:
            if seen[card >> 6] >> (card & 63) & 1:
                return None
            seen[card >> 6] |= <uint64_t>1 << (card & 63)
        cards[place] = card
    return read


cpdef object outcome_of(Game game, object ending, object loop, object ranks, tuple undealt):
    """Name what came out of a game, in ranks and in seats from 1.

    ``ranks[card]`` is the rank of a card, or `ranks` is ``None`` where the cards are ranks.
    """
    if game is None:
        raise TypeError("expected a game, got None")
    outcome = PyType_GenericAlloc(Outcome, 0)
    PyObject_GenericSetAttr(outcome, "winner", None if game.won < 0 else game.won + 1)
    PyObject_GenericSetAttr(outcome, "ending", ending)
    PyObject_GenericSetAttr(outcome, "rounds", game.rounds)
    PyObject_GenericSetAttr(outcome, "cards", game.cards)
    PyObject_GenericSetAttr(outcome, "wars", getattr(game, "wars", 0))
    PyObject_GenericSetAttr(outcome, "round_wins", tuple(game.round_wins))
    PyObject_GenericSetAttr(outcome, "hands", game.named_hands(ranks))
    PyObject_GenericSetAttr(outcome, "out_of_play", undealt + game.named_out_of_play(ranks))
    PyObject_GenericSetAttr(outcome, "loop", loop)
    return outcome


def play_camicia(hands, codes, payments, ranks):
    """Play a game of Camicia to its end, or return ``None`` where anything about its hands is unusual."""
    cards = codes_of(hands, 2, codes, False)
    if cards is None:
        return None
    game, ending, loop = camicia.play_camicia(cards, payments)
    return outcome_of(game, ending, loop, ranks, ())


def play_combat(hands, codes):
    """Play a game of Combat to its end, or return ``None`` where anything about its hands is unusual."""
    cards = codes_of(hands, 2, codes, True)
    if cards is None:
        return None
    game, ending, loop = combat.play_combat(cards)
    return outcome_of(game, ending, loop, None, ())


def play_war(hands, codes, seats, terms):
    """Play a game of War to its end, or return ``None`` where anything about its hands is unusual."""
    cards = codes_of(hands, seats, codes, False)
    if cards is None:
        return None
    game, ending, loop = war.play_war(cards, *terms)
    return outcome_of(game, ending, loop, None, ())
