"""Weave loops of Camicia from nothing: all windings of a loop are laid at once, side by side.

As in the reference, in the same order, so that the same loops are found after as many nodes. What a winding collects
for a player is an array of cells; places count from the cut, and there are some before it. Where the reference notes
how to take a card back, here the winding is kept as it was.
"""

from libc.stdint cimport int8_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdlib cimport abs
from libc.string cimport memset

from trickloop._reference.weave import Plan
from trickloop._reference.weave import check

__all__ = ["Plan", "weave"]

cdef enum:
    MOST_WINDINGS = 3
    MOST_AHEAD = 8
    MOST_KINDS = 5
    MOST_FOUND = 16
    MOST_LAID = 80          # 63 cards, and twice MOST_AHEAD, are 79
    BEFORE = 16             # places before the cut
    CELLS = 112             # and those after it: MOST_LAID and MOST_AHEAD
    TURNS = 3
    UNKNOWN = -1

cdef enum Cost:
    TRICK = 2
    CARD = 4
    BOTH = 8

ctypedef struct Laid:
    int8_t card
    int8_t player
    int8_t winner
    int8_t begins

ctypedef struct Winding:
    int32_t player
    int32_t winner
    int32_t due
    int32_t under_way
    int32_t laid
    int32_t[2] reads
    int32_t[2] writes
    int32_t[MOST_KINDS] counts

ctypedef struct Weaver:
    int32_t size
    int32_t kinds
    int32_t cards
    int32_t width
    int32_t mirrored
    int32_t found
    int64_t nodes
    int64_t limit
    int32_t[MOST_KINDS] counts
    int32_t[MOST_KINDS] payments
    int32_t[MOST_WINDINGS] targets
    int32_t[MOST_WINDINGS][2] ahead
    Winding[MOST_WINDINGS] starts
    Winding[MOST_WINDINGS] windings
    int8_t[MOST_WINDINGS][2][CELLS] cells
    Laid[MOST_WINDINGS][MOST_LAID] laid
    int32_t[MOST_FOUND][2] sizes
    int8_t[MOST_FOUND][2][CELLS] hands


def weave(counts, payments, plan, width, limit):
    """Find the loops of a pack that a plan leads to."""
    cdef Weaver weaver
    cdef int32_t winding
    cdef int32_t player
    cdef int32_t i
    check(counts, payments, plan, width, limit)
    memset(&weaver, 0, sizeof(Weaver))
    memset(weaver.cells, UNKNOWN, sizeof(weaver.cells))
    weaver.size = len(plan.ahead)
    weaver.kinds = len(counts)
    weaver.cards = sum(counts)
    weaver.width = width
    weaver.limit = limit
    weaver.mirrored = plan.mirrored
    for i in range(weaver.kinds):
        weaver.counts[i] = counts[i]
        weaver.payments[i] = payments[i]
    for winding in range(weaver.size):
        player, weaver.starts[winding].winner, weaver.starts[winding].due = plan.starts[winding]
        weaver.starts[winding].player = player
        weaver.starts[winding].under_way = 1
        for player in range(2):
            weaver.ahead[winding][player] = plan.ahead[winding][player]
        weaver.targets[winding] = weaver.cards + weaver.ahead[winding][0] + weaver.ahead[winding][1]
    for winding in range(weaver.size):
        for player in range(2):
            weaver.starts[winding].reads[player] = weaver.ahead[before(&weaver, winding)][
                name(&weaver, winding, player)
            ]
        weaver.windings[winding] = weaver.starts[winding]
    with nogil:
        go_on(&weaver)
    found = [
        tuple([tuple([weaver.hands[i][player][place] for place in range(weaver.sizes[i][player])])
               for player in range(2)])
        for i in range(weaver.found)
    ]
    return found, weaver.nodes


cdef inline int32_t before(const Weaver* weaver, int32_t winding) noexcept nogil:
    """Return the winding whose cards this one lays."""
    return winding - 1 if winding else weaver.size - 1


cdef inline int32_t name(const Weaver* weaver, int32_t winding, int32_t player) noexcept nogil:
    """Say who the player of a winding was in the one before."""
    return player ^ weaver.mirrored if winding == 0 else player


cdef inline int8_t* source(Weaver* weaver, int32_t winding) noexcept nogil:
    """Return where the next card of a winding was collected."""
    cdef Winding* one = &weaver.windings[winding]
    return &weaver.cells[before(weaver, winding)][name(weaver, winding, one.player)][BEFORE + one.reads[one.player]]


cdef inline int8_t* target(Weaver* weaver, int32_t winding) noexcept nogil:
    """Return where the next card of a winding is collected."""
    cdef Winding* one = &weaver.windings[winding]
    return &weaver.cells[winding][one.winner][BEFORE + one.writes[one.winner]]


cdef inline int32_t gap(const Weaver* weaver, int32_t winding, int32_t player) noexcept nogil:
    """Say by how many cards the next winding is ahead of what a player has collected."""
    cdef int32_t after = winding + 1 if winding + 1 < weaver.size else 0
    return weaver.windings[after].reads[name(weaver, after, player)] - weaver.windings[winding].writes[player]


cdef bint go_on(Weaver* weaver) noexcept nogil:
    """Lay all there is to lay in every way, and take it back; return whether the search goes on."""
    cdef int32_t winding
    cdef bint pending = False
    cdef int8_t card
    weaver.nodes += 1
    if weaver.nodes > weaver.limit or weaver.found == MOST_FOUND:
        return False
    for winding in range(weaver.size):
        if weaver.windings[winding].laid == weaver.targets[winding]:
            continue
        pending = True
        if weaver.windings[winding].under_way:
            card = source(weaver, winding)[0]
            if card == UNKNOWN:
                card = target(weaver, winding)[0]
            if card != UNKNOWN:
                return lay(weaver, winding, card)
    if pending:
        return choose(weaver)
    close(weaver)
    return True


cdef int32_t cost(Weaver* weaver, int32_t winding) noexcept nogil:
    """Say what there is to choose in a winding, and how many more cards are open afterwards."""
    cdef const Winding* one = &weaver.windings[winding]
    cdef int32_t more = 1 if gap(weaver, before(weaver, winding), name(weaver, winding, one.player)) >= 0 else -1
    if one.under_way:
        return more + (-1 if gap(weaver, winding, one.winner) > 0 else 1) + CARD
    more += -1 if gap(weaver, winding, 0) > 0 or gap(weaver, winding, 1) > 0 else 1
    return more + (BOTH if source(weaver, winding)[0] == UNKNOWN else TRICK)


cdef bint choose(Weaver* weaver) noexcept nogil:
    """Go on with each card that there may be, for either winner where a trick begins."""
    cdef int32_t best = 0
    cdef int32_t least = 1 << 30
    cdef int32_t value
    cdef int32_t open_cards = 0
    cdef int32_t winding
    cdef int32_t winner
    cdef int32_t first
    cdef int32_t last
    cdef Winding* one
    cdef int8_t known
    cdef int8_t card
    for winding in range(weaver.size):
        open_cards += abs(gap(weaver, winding, 0)) + abs(gap(weaver, winding, 1))
    if open_cards > weaver.width:
        return True
    for winding in range(weaver.size):
        if weaver.windings[winding].laid < weaver.targets[winding]:
            value = cost(weaver, winding) * (2 * MOST_LAID) + weaver.windings[winding].laid
            if value < least:
                best = winding
                least = value
    one = &weaver.windings[best]
    known = source(weaver, best)[0]
    first = one.winner if one.under_way else 0
    last = one.winner if one.under_way else 1
    for winner in range(first, last + 1):
        for card in range(weaver.kinds):
            if known != UNKNOWN and card != known:
                continue
            one.winner = winner
            if not lay(weaver, best, card):
                return False
    return True


cdef bint lay(Weaver* weaver, int32_t winding, int8_t card) noexcept nogil:
    """Lay a card, go on, and take it back; return whether the search goes on."""
    cdef Winding* one = &weaver.windings[winding]
    cdef Winding kept = one[0]
    cdef Laid* laid = &weaver.laid[winding][one.laid]
    cdef int8_t* taken = source(weaver, winding)
    cdef int8_t* given = target(weaver, winding)
    cdef int8_t taken_before = taken[0]
    cdef int8_t given_before
    cdef bint going = True
    taken[0] = card
    # The two may be one cell, where a winding lays what it collects itself.
    given_before = given[0]
    if given_before == UNKNOWN:
        given[0] = card
    laid.card = card
    laid.player = one.player
    laid.winner = one.winner
    laid.begins = not one.under_way
    one.laid += 1
    one.counts[card] += 1
    one.reads[one.player] += 1
    one.writes[one.winner] += 1
    one.under_way = card > 0 or one.due != 1
    if card or one.due < 2:
        one.player ^= 1
    if card:
        one.due = weaver.payments[card]
    elif one.due:
        one.due -= 1
    if given[0] == card and (one.under_way or one.player == one.winner) and fits(weaver, winding, card):
        going = go_on(weaver)
    one[0] = kept
    given[0] = given_before
    taken[0] = taken_before
    return going


cdef bint fits(const Weaver* weaver, int32_t winding, int8_t card) noexcept nogil:
    """Say whether a winding has not laid more cards of a kind than there are."""
    cdef int32_t most = weaver.counts[card] - weaver.windings[winding].counts[card]
    cdef int32_t player
    cdef int32_t place
    cdef const int8_t* cells
    for player in range(2):
        cells = &weaver.cells[winding][player][BEFORE]
        for place in range(weaver.ahead[winding][player]):
            most += cells[place] == card or cells[place] == UNKNOWN
        for place in range(weaver.ahead[winding][player], 0):
            most -= cells[place] == card
    return most >= 0


cdef void close(Weaver* weaver) noexcept nogil:
    """Note the loop, if each winding ends as the next one begins."""
    cdef int32_t winding
    cdef int32_t after
    cdef int32_t swapped
    cdef int32_t seat
    cdef int32_t ahead
    cdef int32_t place
    cdef const Winding* one
    cdef const int8_t* cells
    cdef const int8_t* others
    for winding in range(weaver.size):
        one = &weaver.windings[winding]
        after = winding + 1 if winding + 1 < weaver.size else 0
        swapped = name(weaver, after, 0)
        if one.player != weaver.starts[after].player ^ swapped or one.due != weaver.starts[after].due:
            return
        if one.under_way and one.winner != weaver.starts[after].winner ^ swapped:
            return
        for seat in range(2):
            ahead = weaver.ahead[after][seat ^ swapped]
            if gap(weaver, winding, seat) != ahead:
                return
            cells = &weaver.cells[winding][seat][BEFORE + one.writes[seat]]
            others = &weaver.cells[after][seat ^ swapped][BEFORE]
            for place in range(min(ahead, 0), max(ahead, 0)):
                # Not known is what neither was laid nor collected, where a winding is shorter than that.
                if cells[place] != others[place] and cells[place] != UNKNOWN and others[place] != UNKNOWN:
                    return
    note(weaver)


cdef void note(Weaver* weaver) noexcept nogil:
    """Note the hands where the first trick begins, the leader's first."""
    cdef const Laid* laid
    cdef int32_t[MOST_KINDS] kinds
    cdef int32_t[2] sizes
    cdef int32_t[2] held
    cdef int32_t leader = -1
    cdef int32_t swapped = 0
    cdef int32_t at
    cdef int32_t winding
    cdef int32_t player
    for player in range(2):
        sizes[player] = -weaver.ahead[0][player]
        held[player] = 0
    for at in range(weaver.targets[0]):
        sizes[weaver.laid[0][at].player] += 1
    memset(kinds, 0, sizeof(kinds))
    for _ in range(TURNS):
        for winding in range(weaver.size):
            for at in range(weaver.targets[winding]):
                laid = &weaver.laid[winding][at]
                player = laid.player ^ swapped
                if leader < 0 and (
                    laid.begins or (at == 0 and not weaver.windings[before(weaver, winding)].under_way)
                ):
                    # They are as many as the pack together.
                    if sizes[0] <= 0 or sizes[1] <= 0:
                        return
                    leader = player
                if leader < 0:
                    sizes[player] -= 1
                    sizes[laid.winner ^ swapped] += 1
                elif held[player] < sizes[player]:
                    weaver.hands[weaver.found][player ^ leader][held[player]] = laid.card
                    held[player] += 1
                    kinds[laid.card] += 1
        swapped ^= weaver.mirrored
    if leader < 0:
        return
    for player in range(2):
        if held[player] < sizes[player]:
            return
        weaver.sizes[weaver.found][player ^ leader] = sizes[player]
    # A player may have laid cards that he had not yet collected.
    for at in range(weaver.kinds):
        if kinds[at] != weaver.counts[at]:
            return
    weaver.found += 1
