"""Weave loops of Camicia from nothing: all windings of a loop are laid at once, side by side.

As in the reference, in the same order, so that the same loops are found after as many nodes. What a winding collects
for a player is an array of cells; places count from the cut, and there are some before it. How many number cards and
court cards a winding has laid is kept, where the reference counts them.
"""

from libc.stdint cimport int8_t
from libc.stdint cimport int16_t
from libc.stdint cimport int32_t
from libc.stdint cimport int64_t
from libc.stdlib cimport abs
from libc.string cimport memset

from trickloop._reference.weave import Plan
from trickloop._reference.weave import check

__all__ = ["Plan", "weave"]

cdef enum:
    MOST_WINDINGS = 3
    MOST_AHEAD = 20
    MOST_KINDS = 5
    MOST_FOUND = 16
    MOST_CARDS = 63
    MOST_LAID = 104         # 63 cards, and twice MOST_AHEAD, are 103
    MOST_GROUPS = 312       # a card that is laid may begin one
    MOST_CHANGED = 2304     # six for each of them, and three for each of the places where windings meet
    MOST_WAYS = 6
    BEFORE = 20             # places before the cut
    CELLS = 148             # and those after it: MOST_LAID and MOST_AHEAD
    SETS = 32
    FIRST = 20
    TURNS = 3
    NUMBER = 1
    UNKNOWN = -1

cdef enum Way:
    ENDS
    GOES_ON
    COURT

cdef enum Cost:
    WAY = 1
    OPEN = 2
    BEGIN = 4

ctypedef int16_t* Cells
ctypedef int8_t* Place

ctypedef struct Laid:
    int16_t group
    int8_t player
    int8_t winner
    int8_t begins

ctypedef struct Next:
    int8_t winner
    int8_t way

ctypedef struct Changed:
    int16_t* where
    int16_t value

ctypedef struct Winding:
    int16_t court
    int8_t player
    int8_t winner
    int8_t due
    int8_t under_way
    int8_t paid
    int8_t laid
    int8_t courts
    int8_t[2] reads
    int8_t[2] writes

ctypedef struct Weaver:
    int32_t size
    int32_t kinds
    int32_t cards
    int32_t courts
    int32_t width
    int32_t excess
    int32_t mirrored
    int32_t any
    int32_t found
    int32_t groups
    int32_t changes
    int64_t part
    int64_t parts
    int64_t ways_to_begin
    int64_t nodes
    int64_t limit
    int32_t[MOST_KINDS] counts
    int32_t[SETS] held                      # cards of each set that there are
    int16_t[MOST_KINDS + 1] demand
    int16_t[MOST_KINDS + 1] demand_more
    int32_t[MOST_WINDINGS] goals
    int32_t[MOST_WINDINGS][2] ahead
    int32_t[MOST_WINDINGS] behind           # places before the cut
    Winding[MOST_WINDINGS] starts
    Winding[MOST_WINDINGS] windings
    int16_t[MOST_WINDINGS][2][CELLS] cells
    Cells[MOST_WINDINGS][2] sources         # what the players of a winding lay, from the cut on
    Place[MOST_WINDINGS][2] collected       # how far that has been collected
    Place[MOST_WINDINGS][2] taken           # and how far has been laid what they collect
    Laid[MOST_WINDINGS][MOST_LAID] laid
    int16_t[MOST_WINDINGS][MOST_LAID] court_groups  # of the court cards among them
    int16_t[MOST_GROUPS] parents
    int16_t[MOST_GROUPS] may
    Changed[MOST_CHANGED] changed
    int32_t[MOST_FOUND][2] sizes
    int8_t[MOST_FOUND][MOST_CARDS] hands


def weave(counts, payments, plan, limit):
    """Find the loops of a pack that a plan leads to."""
    cdef Weaver weaver
    cdef int32_t winding
    cdef int32_t player
    cdef int32_t due
    cdef int32_t i
    check(counts, payments, plan, limit)
    memset(&weaver, 0, sizeof(Weaver))
    memset(weaver.cells, UNKNOWN, sizeof(weaver.cells))
    weaver.size = len(plan.ahead)
    weaver.kinds = len(counts)
    weaver.cards = sum(counts)
    weaver.courts = sum(counts[1:])
    weaver.any = (1 << weaver.kinds) - 1
    weaver.width = plan.width
    weaver.excess = plan.excess
    weaver.part = plan.part
    weaver.parts = plan.parts
    weaver.limit = limit
    weaver.mirrored = plan.mirrored
    for i in range(weaver.kinds):
        weaver.counts[i] = counts[i]
        for due in range(MOST_KINDS if i else 0):
            weaver.demand[due] |= (payments[i] == due) << i
            weaver.demand_more[due] |= (payments[i] > due) << i
    for i in range(SETS):
        weaver.held[i] = sum([count for card, count in enumerate(counts) if i >> card & 1])
    for winding in range(weaver.size):
        player, weaver.starts[winding].winner, weaver.starts[winding].due = plan.starts[winding]
        weaver.starts[winding].player = player
        weaver.starts[winding].under_way = 1
        weaver.starts[winding].court = UNKNOWN
        for player in range(2):
            weaver.ahead[winding][player] = plan.ahead[winding][player]
            weaver.behind[winding] += max(0, -weaver.ahead[winding][player])
        weaver.goals[winding] = weaver.cards + weaver.ahead[winding][0] + weaver.ahead[winding][1]
    for winding in range(weaver.size):
        for player in range(2):
            weaver.starts[winding].reads[player] = weaver.ahead[before(&weaver, winding)][
                name(&weaver, winding, player)
            ]
            weaver.sources[winding][player] = &weaver.cells[before(&weaver, winding)][
                name(&weaver, winding, player)
            ][BEFORE]
            weaver.collected[winding][player] = &weaver.windings[before(&weaver, winding)].writes[
                name(&weaver, winding, player)
            ]
            weaver.taken[before(&weaver, winding)][name(&weaver, winding, player)] = &weaver.windings[winding].reads[
                player
            ]
        weaver.windings[winding] = weaver.starts[winding]
    with nogil:
        go_on(&weaver)
    found = [
        (tuple([weaver.hands[i][place] for place in range(weaver.sizes[i][0])]),
         tuple([weaver.hands[i][weaver.sizes[i][0] + place] for place in range(weaver.sizes[i][1])]))
        for i in range(weaver.found)
    ]
    return found, weaver.nodes


cdef inline int32_t before(const Weaver* weaver, int32_t winding) noexcept nogil:
    """Return the winding whose cards this one lays."""
    return winding - 1 if winding else weaver.size - 1


cdef inline int32_t next_of(const Weaver* weaver, int32_t winding) noexcept nogil:
    """Return the winding that lays this one's cards."""
    return winding + 1 if winding + 1 < weaver.size else 0


cdef inline int32_t name(const Weaver* weaver, int32_t winding, int32_t player) noexcept nogil:
    """Say who the player of a winding was in the one before."""
    return player ^ weaver.mirrored if winding == 0 else player


cdef inline int16_t* source(Weaver* weaver, int32_t winding) noexcept nogil:
    """Return where the next card of a winding was collected."""
    cdef const Winding* one = &weaver.windings[winding]
    return weaver.sources[winding][one.player] + one.reads[one.player]


cdef inline int16_t* target(Weaver* weaver, int32_t winding, int32_t winner) noexcept nogil:
    """Return where the next card of a winding is collected."""
    return &weaver.cells[winding][winner][BEFORE + weaver.windings[winding].writes[winner]]


cdef inline int32_t gap(const Weaver* weaver, int32_t winding, int32_t player) noexcept nogil:
    """Say by how many cards the next winding is ahead of what a player has collected."""
    return weaver.taken[winding][player][0] - weaver.windings[winding].writes[player]


cdef inline int16_t root(const Weaver* weaver, int16_t group) noexcept nogil:
    while weaver.parents[group] != group:
        group = weaver.parents[group]
    return group


cdef inline int16_t may_be(const Weaver* weaver, int16_t group) noexcept nogil:
    """Return the set of cards that a place may hold."""
    return weaver.any if group == UNKNOWN else weaver.may[root(weaver, group)]


cdef inline void change(Weaver* weaver, int16_t* where, int16_t value) noexcept nogil:
    """Change something so that it can be taken back."""
    if where[0] != value:
        weaver.changed[weaver.changes].where = where
        weaver.changed[weaver.changes].value = where[0]
        weaver.changes += 1
        where[0] = value


cdef inline void take_back(Weaver* weaver, int32_t mark) noexcept nogil:
    """Take back all changes but so many."""
    while weaver.changes > mark:
        weaver.changes -= 1
        weaver.changed[weaver.changes].where[0] = weaver.changed[weaver.changes].value


cdef bint go_on(Weaver* weaver) noexcept nogil:
    """Lay all there is to lay in every way, and take it back; return whether the search goes on."""
    cdef Next[2][MOST_WAYS] ways
    cdef int32_t kept = 0           # which of the two holds the ways of the best winding
    cdef int32_t best = -1
    cdef int32_t count = 0
    cdef int32_t least = 0
    cdef int32_t key
    cdef int32_t found
    cdef int32_t winding
    cdef int32_t laid = 0
    cdef int32_t i
    cdef const Winding* one
    weaver.nodes += weaver.nodes <= weaver.limit
    if weaver.nodes > weaver.limit or weaver.found == MOST_FOUND:
        return False
    for winding in range(weaver.size):
        laid += weaver.windings[winding].laid
    if laid == FIRST:
        weaver.ways_to_begin += 1
        if weaver.ways_to_begin % weaver.parts != weaver.part:
            return True
    for winding in range(weaver.size):
        one = &weaver.windings[winding]
        if one.laid < weaver.goals[winding]:
            found = find_ways(weaver, winding, ways[1 - kept])
            if not found:
                return True
            key = BEGIN * (not one.under_way) + OPEN * opened(weaver, winding) + WAY * found
            key = ((found > 1) * 64 + key) * (2 * MOST_LAID) + one.laid
            if best < 0 or key < least:
                least = key
                best = winding
                count = found
                kept = 1 - kept
    if best < 0:
        close(weaver)
        return True
    if count > 1 and open_cards(weaver) > weaver.width:
        return True
    for i in range(count):
        if not lay(weaver, best, ways[kept][i].winner, ways[kept][i].way):
            return False
    return True


cdef inline int32_t open_cards(const Weaver* weaver) noexcept nogil:
    cdef int32_t winding
    cdef int32_t total = 0
    for winding in range(weaver.size):
        total += abs(gap(weaver, winding, 0)) + abs(gap(weaver, winding, 1))
    return total


cdef inline int32_t opened(const Weaver* weaver, int32_t winding) noexcept nogil:
    """Say how many more cards are open after the next one of a winding, at least."""
    cdef const Winding* one = &weaver.windings[winding]
    cdef int32_t more = 1 if one.reads[one.player] >= weaver.collected[winding][one.player][0] else -1
    if one.under_way:
        return more + (-1 if gap(weaver, winding, one.winner) > 0 else 1)
    return more + (-1 if gap(weaver, winding, 0) > 0 or gap(weaver, winding, 1) > 0 else 1)


cdef int32_t find_ways(Weaver* weaver, int32_t winding, Next* ways) noexcept nogil:
    """Find who may win the next card of a winding, and what it may be; return how many ways there are."""
    cdef const Winding* one = &weaver.windings[winding]
    cdef int16_t read = may_be(weaver, source(weaver, winding)[0])
    cdef int16_t may
    cdef bint ends
    cdef bint goes_on
    cdef int32_t found = 0
    cdef int32_t winner
    if one.court == UNKNOWN:
        ends = one.due == 1
        goes_on = not ends
    else:
        may = may_be(weaver, one.court)
        ends = may & weaver.demand[one.paid + 1]
        goes_on = may & weaver.demand_more[one.paid + 1]
    for winner in range(one.winner if one.under_way else 0, one.winner + 1 if one.under_way else 2):
        may = read & may_be(weaver, target(weaver, winding, winner)[0])
        if may & NUMBER and ends and winner != one.player:
            ways[found].winner = winner
            ways[found].way = ENDS
            found += 1
        if may & NUMBER and goes_on:
            ways[found].winner = winner
            ways[found].way = GOES_ON
            found += 1
        if may & ~NUMBER:
            ways[found].winner = winner
            ways[found].way = COURT
            found += 1
    return found


cdef bint lay(Weaver* weaver, int32_t winding, int32_t winner, int32_t way) noexcept nogil:
    """Lay a card, go on, and take it back; return whether the search goes on."""
    cdef Winding kept = weaver.windings[winding]
    cdef int32_t mark = weaver.changes
    cdef int32_t groups = weaver.groups
    cdef bint going = True
    if put(weaver, winding, winner, way):
        going = go_on(weaver)
    take_back(weaver, mark)
    weaver.windings[winding] = kept
    weaver.groups = groups
    return going


cdef bint put(Weaver* weaver, int32_t winding, int32_t winner, int32_t way) noexcept nogil:
    """Lay a card, and return whether it can be."""
    cdef Winding* one = &weaver.windings[winding]
    cdef Laid* laid = &weaver.laid[winding][one.laid]
    cdef int16_t* taken = source(weaver, winding)
    cdef int16_t* given = target(weaver, winding, winner)
    cdef int16_t group = taken[0]
    cdef int16_t other
    cdef int16_t kind = weaver.any & ~NUMBER if way == COURT else NUMBER
    cdef int16_t rank = 0           # that a card has become of
    cdef int32_t all_laid = 1
    cdef int32_t all_courts = 1
    cdef int16_t earlier
    cdef int32_t i
    if way == COURT:
        for i in range(weaver.size):
            all_laid += weaver.windings[i].laid
            all_courts += weaver.windings[i].courts
        if all_courts * weaver.cards > weaver.courts * all_laid + weaver.excess * weaver.cards:
            return False
    if group == UNKNOWN:
        group = given[0]
    if group == UNKNOWN:
        group = weaver.groups
        weaver.parents[group] = group
        weaver.may[group] = weaver.any
        weaver.groups += 1
    if taken[0] == UNKNOWN:
        change(weaver, taken, group)
    # The two may be one cell, where a winding lays what it collects itself.
    if given[0] == UNKNOWN:
        change(weaver, given, group)
    if not (unite(weaver, group, given[0]) and narrow(weaver, group, kind)):
        return False
    group = root(weaver, group)
    laid.group = group
    laid.player = one.player
    laid.winner = winner
    laid.begins = not one.under_way
    one.winner = winner
    one.laid += 1
    one.reads[one.player] += 1
    one.writes[winner] += 1
    one.under_way = way != ENDS
    if way == COURT:
        weaver.court_groups[winding][one.courts] = group
        one.courts += 1
        one.player ^= 1
        one.due = 0
        one.court = group
        one.paid = 0
        rank = weaver.may[group]
    else:
        if one.court != UNKNOWN:
            earlier = may_be(weaver, one.court)
            other = weaver.demand[one.paid + 1] if way == ENDS else weaver.demand_more[one.paid + 1]
            if not narrow(weaver, one.court, other):
                return False
            other = may_be(weaver, one.court)
            if other != earlier:
                rank = other
        if way == ENDS:
            one.player ^= 1
            one.due = 0
            one.court = UNKNOWN
            one.paid = 0
        elif one.court != UNKNOWN:
            one.paid += 1
        elif one.due:
            one.due -= 1
        else:
            one.player ^= 1
    if not fits(weaver, winding, kind, one.courts if way == COURT else one.laid - one.courts):
        return False
    if rank and not rank & (rank - 1):
        for i in range(weaver.size):
            if not fits(weaver, i, rank, courts_of(weaver, i, rank)):
                return False
    return True


cdef inline bint unite(Weaver* weaver, int16_t group, int16_t other) noexcept nogil:
    """Make two groups one; return whether there is a card that both may be."""
    group = root(weaver, group)
    other = root(weaver, other)
    if group > other:
        # The older of two stays the root: the way to it is shorter so.
        group, other = other, group
    if group != other:
        change(weaver, &weaver.parents[other], group)
        change(weaver, &weaver.may[group], weaver.may[group] & weaver.may[other])
    return weaver.may[group] != 0


cdef inline bint narrow(Weaver* weaver, int16_t group, int16_t may) noexcept nogil:
    """Rule out all cards but these; return whether there is one left."""
    group = root(weaver, group)
    change(weaver, &weaver.may[group], weaver.may[group] & may)
    return weaver.may[group] != 0


cdef inline int32_t courts_of(const Weaver* weaver, int32_t winding, int16_t rank) noexcept nogil:
    """Say how many court cards of a rank a winding has laid."""
    cdef int32_t total = 0
    cdef int32_t at
    for at in range(weaver.windings[winding].courts):
        total += may_be(weaver, weaver.court_groups[winding][at]) == rank
    return total


cdef bint fits(const Weaver* weaver, int32_t winding, int16_t cards, int32_t laid) noexcept nogil:
    """Say whether a winding, which has laid so many, has not laid more cards of a set than there are."""
    cdef int32_t most = weaver.held[cards] - laid
    cdef int32_t player
    cdef int32_t place
    cdef const int16_t* cells
    if most >= weaver.behind[winding]:
        return True
    for player in range(2):
        cells = &weaver.cells[winding][player][BEFORE]
        for place in range(weaver.ahead[winding][player]):
            most += (may_be(weaver, cells[place]) & cards) != 0
        for place in range(weaver.ahead[winding][player], 0):
            most -= not may_be(weaver, cells[place]) & ~cards
    return most >= 0


cdef void close(Weaver* weaver) noexcept nogil:
    """Note the loop, if each winding ends as the next one begins."""
    cdef int32_t mark = weaver.changes
    cdef int32_t winding
    for winding in range(weaver.size):
        if not meets(weaver, winding):
            break
    else:
        note(weaver)
    take_back(weaver, mark)


cdef bint meets(Weaver* weaver, int32_t winding) noexcept nogil:
    """Say whether a winding ends as the next one begins."""
    cdef const Winding* one = &weaver.windings[winding]
    cdef int32_t after = next_of(weaver, winding)
    cdef int32_t swapped = name(weaver, after, 0)
    cdef const Winding* start = &weaver.starts[after]
    cdef int32_t seat
    cdef int32_t ahead
    cdef int32_t place
    cdef const int16_t* cells
    cdef const int16_t* others
    if one.player != start.player ^ swapped or (one.under_way and one.winner != start.winner ^ swapped):
        return False
    if one.court == UNKNOWN:
        if one.due != start.due:
            return False
    elif start.due == 0 or one.paid + start.due >= MOST_KINDS:
        return False
    elif not narrow(weaver, one.court, weaver.demand[one.paid + start.due]):
        return False
    for seat in range(2):
        ahead = weaver.ahead[after][seat ^ swapped]
        if gap(weaver, winding, seat) != ahead:
            return False
        cells = &weaver.cells[winding][seat][BEFORE + one.writes[seat]]
        others = &weaver.cells[after][seat ^ swapped][BEFORE]
        for place in range(min(ahead, 0), max(ahead, 0)):
            # Not known is what neither was laid nor collected, where a winding is shorter than that.
            if cells[place] != UNKNOWN and others[place] != UNKNOWN and not unite(weaver, cells[place], others[place]):
                return False
    return True


cdef void note(Weaver* weaver) noexcept nogil:
    """Note the hands where the first trick begins, the leader's first, with all ranks that there may be."""
    cdef const Laid* laid
    cdef int16_t[2][MOST_CARDS] groups
    cdef int16_t[MOST_CARDS] sets
    cdef int16_t[MOST_CARDS] places
    cdef int8_t[MOST_CARDS] cards
    cdef int32_t[MOST_KINDS] left
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
    for at in range(weaver.goals[0]):
        sizes[weaver.laid[0][at].player] += 1
    for _ in range(TURNS):
        for winding in range(weaver.size):
            for at in range(weaver.goals[winding]):
                laid = &weaver.laid[winding][at]
                player = laid.player ^ swapped
                if leader < 0 and (
                    laid.begins or (at == 0 and not weaver.windings[before(weaver, winding)].under_way)
                ):
                    # A player may have laid cards that he had not yet collected.
                    if sizes[0] <= 0 or sizes[1] <= 0 or sizes[0] + sizes[1] != weaver.cards:
                        return
                    leader = player
                if leader < 0:
                    sizes[player] -= 1
                    sizes[laid.winner ^ swapped] += 1
                elif held[player] < sizes[player]:
                    groups[player][held[player]] = laid.group
                    held[player] += 1
        swapped ^= weaver.mirrored
    if leader < 0 or held[0] < sizes[0] or held[1] < sizes[1]:
        return
    for at in range(weaver.cards):
        player = leader if at < sizes[leader] else 1 - leader
        sets[at] = may_be(weaver, groups[player][at if at < sizes[leader] else at - sizes[leader]])
    # Where least may be first, so that what cannot be is seen at once.
    held[0] = 0
    for player in range(1, MOST_KINDS + 1):
        for at in range(weaver.cards):
            if cards_in(sets[at]) == player:
                places[held[0]] = at
                held[0] += 1
    for at in range(weaver.kinds):
        left[at] = weaver.counts[at]
    player = sizes[leader]
    deal_out(weaver, places, sets, cards, left, player, 0)


cdef inline int32_t cards_in(int16_t cards) noexcept nogil:
    """Return how many cards a set has."""
    cdef int32_t total = 0
    while cards:
        cards &= cards - 1
        total += 1
    return total


cdef void deal_out(
    Weaver* weaver, const int16_t* places, const int16_t* sets, int8_t* cards, int32_t* left, int32_t size, int32_t at
) noexcept nogil:
    """Give each place a card that its group may be, in every way, and note the hands, the first of that size."""
    cdef int8_t card
    cdef int32_t place
    if at == weaver.cards:
        for place in range(weaver.cards):
            weaver.hands[weaver.found][place] = cards[place]
        weaver.sizes[weaver.found][0] = size
        weaver.sizes[weaver.found][1] = weaver.cards - size
        weaver.found += 1
        return
    for card in range(weaver.kinds):
        if sets[places[at]] >> card & 1 and left[card] and weaver.nodes <= weaver.limit:
            weaver.nodes += 1
            cards[places[at]] = card
            left[card] -= 1
            deal_out(weaver, places, sets, cards, left, size, at + 1)
            left[card] += 1
            if weaver.found == MOST_FOUND:
                return
