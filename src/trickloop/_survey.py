"""Every state of a small pack: what comes after it, how the game ends, and all loops there are."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from trickloop import _engine
from trickloop._backward import payments_of, read_limit
from trickloop._reference.rounds import DRAWN, FIRST_WINS, SECOND_WINS
from trickloop._rows import sizes_of
from trickloop._states import Hands, State, check_rules, has_mirror
from trickloop.cards import NUMBER, Pack
from trickloop.rules import Camicia, Combat, Rules, War, describe, read_integer

if TYPE_CHECKING:
    from numpy.typing import NDArray

STATES = 50_000_000
"""How many states are surveyed where no limit is named; each takes some 20 bytes."""
_MOST_CARDS = 32_767


@dataclass(frozen=True, kw_only=True)
class Split:
    """All deals of a pack that give each player so many cards; player 1 leads.

    Examples
    --------
    >>> split = survey(Combat(pack=Pack.of(1, 6))).splits[2]
    >>> split.sizes, split.deals, split.wins, split.longest
    ((3, 3), 720, (360, 360), 15)
    """

    sizes: tuple[int, int]
    """The cards of player 1 and of player 2."""
    deals: int
    """How many there are: arrangements of the pack, in Camicia with all number cards equal."""
    wins: tuple[int, int]
    """Those that player 1 wins, and player 2."""
    draws: int
    """Those that nobody wins, though they end."""
    endless: int
    """Those that never end."""
    longest: int
    """The rounds of the longest game that ends."""
    rounds: int
    """The rounds of all games that end, together."""
    cards: int
    """The cards laid in them, together."""
    longest_start: int
    """The most rounds before a loop; 0 where there is none."""

    @property
    def probability(self) -> Fraction:
        """The exact probability that a game never ends."""
        return Fraction(self.endless, self.deals)


@dataclass(frozen=True)
class FoundLoop:
    """A loop of the pack.

    Examples
    --------
    >>> [(loop.length, loop.basin) for loop in survey(Camicia(pack=Pack("4- 2J"))).loops]
    [(2, 6)]
    """

    length: int
    """Rounds in one turn."""
    cards: int
    """Cards laid in one turn."""
    basin: int
    """States from which the game falls into it, those on it among them."""
    mirror: bool
    """Whether it is its own mirror image; where it is not, that is another loop, and the rules may have none."""
    state: State
    """A state on it."""


@dataclass(frozen=True, kw_only=True)
class Survey:
    """The whole functional graph of a pack: all states in which both players have cards, over every split.

    Everything is counted exhaustively, each state played one round forward. `survey` makes it; ``print(survey)`` shows
    tables.

    Examples
    --------
    >>> found = survey(War(face_down=1, short="first-out", pack=Pack.of(2, 4)))
    >>> found.equal.wins, found.equal.draws, found.equal.endless, found.equal.longest
    ((1069, 1069), 312, 70, 13)
    >>> found.states, len(found.loops), found.equal.probability
    (17640, 6, Fraction(1, 36))
    """

    rules: Rules
    """What was surveyed, with its pack."""
    deals: int
    """Arrangements of the pack; in Camicia number cards are all equal."""
    states: int
    """Arrangements times cuts, and in Camicia times two for the leader."""
    without_predecessor: int
    """States that no round leads to."""
    loops: tuple[FoundLoop, ...]
    """All of them, the longest first, then that with most cards."""
    splits: tuple[Split, ...]
    """What comes of the deals, for each number of cards of player 1 from 1 on."""
    equal_sizes: tuple[int, int] | None = field(repr=False)
    """The hands of a deal; ``None`` where not all cards are dealt."""

    @property
    def equal(self) -> Split | None:
        """The split into the hands that are dealt, equal or as nearly so as can be; ``None`` where a card is left."""
        return next((split for split in self.splits if split.sizes == self.equal_sizes), None)

    @property
    def probability(self) -> Fraction:
        """The exact probability that a game never ends, over every split, each as likely as any other."""
        return Fraction(sum(split.endless for split in self.splits), sum(split.deals for split in self.splits))

    @property
    def longest_start(self) -> int:
        """The longest transient: the most rounds before a loop, over every split; 0 where there is no loop."""
        return max(split.longest_start for split in self.splits)

    @property
    def longest(self) -> int:
        """The rounds of the longest game that ends, over every split."""
        return max(split.longest for split in self.splits)

    def __str__(self) -> str:
        from trickloop._survey_text import table_of

        return "\n".join(table_of(self))


def survey(rules: Rules, *, limit: int = STATES) -> Survey:
    """Look at every state of the pack of some rules.

    Parameters
    ----------
    rules : War, Combat or Camicia
        Rules for two players without chance; their `pack` is what is surveyed.
    limit : int
        How many states there may be; each takes some 20 bytes of memory, and on the core a tenth of a microsecond.

    Returns
    -------
    Survey

    Raises
    ------
    TypeError, ValueError
        Where the rules are none of these, or the pack has more states; the message says how many.

    Examples
    --------
    >>> [(loop.length, loop.cards) for loop in survey(Camicia(pack=Pack("8- 2J"))).loops]
    [(8, 42)]
    >>> survey(Camicia())
    Traceback (most recent call last):
    ValueError: expected a pack of at most limit=50000000 states, got 33330240879230790495000
    """
    import numpy as np

    check_rules(rules)
    limit = read_limit(limit)
    engine = _engine.default
    ranks, counts = _kinds(rules)
    size = sum(counts)
    if not 2 <= size <= _MOST_CARDS:
        raise ValueError(f"expected a pack of 2 to {_MOST_CARDS} cards, got {size}")
    deals = factorial(size) // prod(map(factorial, counts))
    states = deals * (size - 1)
    if states > limit:
        raise ValueError(f"expected a pack of at most limit={limit} states, got {states}")
    pack = bytes(kind for kind, count in enumerate(counts) for _ in range(count))
    after, end, depth, cards = (np.empty(states, np.int32) for _ in range(4))
    laid = np.empty(states, np.int16)
    if isinstance(rules, Camicia):
        engine.rounds.camicia_rounds(pack, payments_of(rules), after, laid)
    elif isinstance(rules, War):
        engine.rounds.war_rounds(pack, rules.face_down, rules.pickup, rules.short, after, laid)
    else:
        engine.rounds.war_rounds(pack, 0, "winner-first", "lose", after, laid)
    is_reached = np.zeros(states, bool)
    is_reached[after[after >= 0]] = True
    found = engine.graph.follow(after, laid, end, depth, cards)
    first, second = sizes_of(rules, size, None)
    seats = 2 if isinstance(rules, Camicia) else 1
    return Survey(
        rules=rules,
        deals=deals,
        states=seats * states,
        without_predecessor=seats * (states - int(np.count_nonzero(is_reached))),
        loops=_loops(rules, _Places(ranks, counts), found, end),
        splits=tuple(_split(size, cut, end, depth, cards) for cut in range(1, size)),
        equal_sizes=(first, second) if first + second == size else None,
    )


def survey_distinct(rules: War | Combat, most: int, *, limit: int = STATES) -> list[Survey]:
    """Survey the packs of 2, 3, … distinct ranks, up to `most` of them.

    Which of them have no loop at all is counted; that 2^k and 3·2^k ranks have none for ``pickup="winner-first"`` is
    proved by Spivey, 2010.

    Parameters
    ----------
    rules : War or Combat
        Their `pack` is replaced.
    most : int
        Ranks of the last pack.
    limit : int
        How many states the last pack may have.

    Raises
    ------
    TypeError, ValueError
        As `survey` does, before anything is surveyed.

    Examples
    --------
    >>> [len(found.loops) for found in survey_distinct(War(), 6)]
    [0, 0, 0, 4, 0]
    """
    check_rules(rules)
    if isinstance(rules, Camicia):
        raise ValueError("expected War or Combat, got Camicia, whose packs have number cards")
    most = read_integer("most", most)
    if most < 2:
        raise ValueError(f"expected at least 2 ranks, got {most}")
    states = factorial(min(most, 1000)) * (most - 1)
    if states > read_limit(limit):
        raise ValueError(f"expected a pack of at most limit={limit} states, got {states if most < 100 else 'far more'}")
    return [survey(replace(rules, pack=Pack.of(1, ranks)), limit=limit) for ranks in range(2, most + 1)]


def _kinds(rules: Rules) -> tuple[tuple[int, ...], list[int]]:
    """Return the ranks that the kinds of cards stand for, and how many cards of each kind there are."""
    if isinstance(rules, Camicia):
        kinds = Counter[int]()
        for rank, count in rules.pack.counts:
            kinds[rules._codes[rank]] += count
        return (NUMBER, *rules.payments), [kinds[kind] for kind in range(len(rules.payments) + 1)]
    for rank, count in rules.pack.counts:
        if isinstance(rules, Combat) and count > 1:
            raise ValueError(f"expected distinct cards in the pack of Combat, got {count} of {rank}")
    return tuple(rank for rank, _ in rules.pack.counts), [count for _, count in rules.pack.counts]


class _Places:
    """The numbers of the states."""

    def __init__(self, ranks: Sequence[int], counts: Sequence[int]) -> None:
        self.ranks = ranks
        self.counts = counts
        self.size = sum(counts)

    def state_at(self, number: int) -> tuple[list[int], int]:
        """Return an arrangement and where it is cut."""
        place, cut = divmod(number, self.size - 1)
        left = list(self.counts)
        orders = factorial(self.size) // prod(map(factorial, left))
        order: list[int] = []
        for rest in range(self.size, 0, -1):
            kind = 0
            while place >= (here := orders * left[kind] // rest):
                place -= here
                kind += 1
            order.append(kind)
            left[kind] -= 1
            orders = here
        return order, cut + 1

    def number_of(self, order: Sequence[int], cut: int) -> int:
        """Return the number of an arrangement that is cut."""
        left = list(self.counts)
        orders = factorial(self.size) // prod(map(factorial, left))
        place = 0
        for rest, kind in zip(range(self.size, 0, -1), order, strict=True):
            place += orders * sum(left[:kind]) // rest
            orders = orders * left[kind] // rest
            left[kind] -= 1
        return place * (self.size - 1) + cut - 1

    def hands(self, order: Sequence[int], cut: int) -> Hands:
        """Write the kinds as ranks."""
        cards = tuple(self.ranks[kind] for kind in order)
        return cards[:cut], cards[cut:]


def _loops(
    rules: Rules, places: _Places, found: Sequence[tuple[int, int, int, bool]], end: "NDArray[Any]"
) -> tuple[FoundLoop, ...]:
    import numpy as np

    basins = np.bincount(end[end >= 0], minlength=len(found)).tolist() if found else []
    loops: list[FoundLoop] = []
    for number, (start, length, cards, is_turned) in enumerate(found):
        order, cut = places.state_at(start)
        one = FoundLoop(length, cards, basins[number], False, State(places.hands(order, cut)))
        if not isinstance(rules, Camicia):
            image = places.number_of(order[cut:] + order[:cut], len(order) - cut)
            loops.append(replace(one, mirror=has_mirror(rules) and int(end[image]) == number))
        elif is_turned:
            # After one turn the players have changed places: it takes another, and both are one loop.
            loops.append(FoundLoop(2 * length, 2 * cards, 2 * one.basin, True, one.state))
        else:
            left, right = one.state.hands
            loops += [one, replace(one, state=State((right, left), 2))]
    return tuple(sorted(loops, key=lambda loop: (-loop.length, -loop.cards, -loop.basin, loop.state)))


def _split(size: int, cut: int, end: "NDArray[Any]", depth: "NDArray[Any]", cards: "NDArray[Any]") -> Split:
    import numpy as np

    ends, depths = end[cut - 1 :: size - 1], depth[cut - 1 :: size - 1]
    is_endless = ends >= 0
    finite = depths[~is_endless]
    starts = depths[is_endless]
    return Split(
        sizes=(cut, size - cut),
        deals=len(ends),
        wins=(int(np.count_nonzero(ends == FIRST_WINS)), int(np.count_nonzero(ends == SECOND_WINS))),
        draws=int(np.count_nonzero(ends == DRAWN)),
        endless=len(starts),
        longest=int(finite.max(initial=0)),
        rounds=int(finite.sum(dtype=np.int64)),
        cards=int(cards[cut - 1 :: size - 1][~is_endless].sum(dtype=np.int64)),
        longest_start=int(starts.max(initial=0)),
    )


def lengths_of(loops: Sequence[FoundLoop]) -> Iterator[tuple[int, int, int, int]]:
    """Yield each length and number of cards with how many loops have them and the states that fall into these."""
    groups: dict[tuple[int, int], list[int]] = {}
    for loop in loops:
        groups.setdefault((loop.length, loop.cards), []).append(loop.basin)
    for (length, cards), basins in groups.items():
        yield length, cards, len(basins), sum(basins)


def title_of(found: Survey) -> str:
    """Name the rules with their pack, which is always said."""
    text = describe(found.rules)
    return text if "pack=" in text else f"{text[:-1]}{'' if text.endswith('()') else ', '}pack={found.rules.pack!r})"
