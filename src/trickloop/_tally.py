"""Count games without keeping them: what a `Summary` is made of while the games are played."""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from trickloop._columns import ENDINGS, Columns
from trickloop._distribution import Distribution, add, distribution
from trickloop.outcome import Ending, Loop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

C = TypeVar("C")

FINITE = (Ending.WIN, Ending.DRAW)
"""The endings of the games that came to an end of their own."""
_FINITE_CODES = tuple(map(ENDINGS.index, FINITE))
_LOOP_CODE = ENDINGS.index(Ending.LOOP)
_DENSE = 1 << 15
"""Lower numbers are counted in an array with a place for each of them."""
_MANY = 1 << 16
"""So many higher numbers are collected before they are counted."""


@dataclass(frozen=True, slots=True)
class LongGame:
    """One of the longest games, with all that it takes to play it again.

    Examples
    --------
    >>> from trickloop import Camicia, play, summarize
    >>> longest = summarize(Camicia(), 1000, rng=42).longest[0]
    >>> longest.index, longest.rounds, longest.cards, longest.entropy
    (297, 160, 1128, 42)
    >>> play(Camicia(), *longest.hands).cards
    1128
    """

    rounds: int
    cards: int
    index: int
    """Which game of the seed it was, which row of the given deals, or which deal of the pack that was swept."""
    entropy: int | None
    """The seed; ``None`` where the deal was given or is one of a sweep."""
    hands: tuple[tuple[int, ...], ...]
    """One hand a seat, top first."""
    rest: tuple[int, ...]
    """The cards that were not dealt."""

    @property
    def _order(self) -> tuple[Any, ...]:
        """Longer games first, then the earlier ones; no two games of a summary are equal in this."""
        return (
            -self.rounds,
            -self.cards,
            self.index,
            -1 if self.entropy is None else self.entropy,
            self.hands,
            self.rest,
        )


@dataclass(frozen=True, slots=True)
class EndlessDeal:
    """A deal that never ends.

    Examples
    --------
    >>> from trickloop import Camicia, Pack, play, sweep
    >>> rules = Camicia(Pack("14- 2J 2Q 2K"))
    >>> deal = sweep(rules, 246_000, 247_000).endless[0]
    >>> deal.index, deal.loop
    (246414, Loop(start=1, length=10, cards=74))
    >>> play(rules, *deal.hands).loop == deal.loop
    True
    """

    index: int
    """Which deal of the pack it is: ``pack.unrank(index)`` is the hands and the rest."""
    loop: Loop
    hands: tuple[tuple[int, ...], ...]
    """One hand a seat, top first."""
    rest: tuple[int, ...]
    """The cards that were not dealt."""


def _index(deal: EndlessDeal) -> int:
    return deal.index


def first_of(games: "tuple[LongGame, ...] | list[LongGame]", most: int) -> tuple[LongGame, ...]:
    """Return the longest of some games."""
    return tuple(sorted(games, key=lambda game: game._order)[:most])


class Histogram:
    """Counts numbers as they come, in memory that grows with the different numbers only."""

    def __init__(self) -> None:
        import numpy as np

        self.low = np.zeros(0, np.int64)
        self.high = distribution((), ())
        self.waiting: list[NDArray[np.int64]] = []
        self.held = 0

    def count(self, values: "NDArray[np.int64]") -> None:
        """Count numbers from 0 on."""
        import numpy as np

        if len(values) and values.max() >= _DENSE:
            is_high = values >= _DENSE
            self.waiting.append(values[is_high])
            self.held += len(self.waiting[-1])
            values = values[~is_high]
            if self.held > _MANY:
                self._settle()
        counts = np.bincount(values)
        if len(counts) > len(self.low):
            counts[: len(self.low)] += self.low
            self.low = counts
        else:
            self.low[: len(counts)] += counts

    def _settle(self) -> None:
        import numpy as np

        new = [Distribution(*np.unique(values, return_counts=True)) for values in self.waiting]
        self.high = add(self.high, *new)
        self.waiting, self.held = [], 0

    def distribution(self) -> Distribution:
        """Return what was counted."""
        import numpy as np

        self._settle()
        return add(distribution(np.arange(len(self.low)), self.low), self.high)


class Tally:
    """Counts games by winner and by ending, and keeps the longest of them."""

    def __init__(
        self, seats: int, sizes: tuple[int, ...], entropy: int | None, most: int, most_endless: int = 0
    ) -> None:
        self.sizes = sizes
        self.entropy = entropy
        self.most = most
        self.most_endless = most_endless
        self.winners = [0] * (seats + 1)
        self.wars: Counter[Ending] = Counter()
        self.longest_loop = 0
        self.rounds: defaultdict[Ending, Histogram] = defaultdict(Histogram)
        self.cards: defaultdict[Ending, Histogram] = defaultdict(Histogram)
        self.longest: tuple[LongGame, ...] = ()
        self.endless: list[EndlessDeal] = []

    def count(
        self,
        columns: Columns,
        index: "NDArray[np.int64] | int",
        deals_of: Callable[["NDArray[np.intp]"], list[tuple[int, ...]]],
    ) -> None:
        """Count games.

        Parameters
        ----------
        columns : Columns
            What came of them.
        index : int or ndarray
            The number of the first, or of each.
        deals_of : function
            Returns the ranks of the games at some places.
        """
        import numpy as np

        # Six times as fast for two seats as to count all in one go, which copies them to larger integers.
        for seat in range(len(self.winners)):
            self.winners[seat] += int(np.count_nonzero(columns.winner == seat))
        for code, ending in enumerate(ENDINGS):
            chosen: Any = columns.ending == code
            games = int(np.count_nonzero(chosen))
            if games:
                chosen = slice(None) if games == len(chosen) else chosen
                self.wars[ending] += int(columns.wars[chosen].sum())
                self.rounds[ending].count(columns.rounds[chosen])
                self.cards[ending].count(columns.cards[chosen])
                if ending is Ending.LOOP:
                    self.longest_loop = max(self.longest_loop, int(columns.loop_length.max()))
                    if self.most_endless:
                        self._keep_endless(columns, index, deals_of)
        if self.most:
            self._keep_longest(columns, index, deals_of)

    def _keep_longest(self, columns: Columns, index: Any, deals_of: Any) -> None:
        import numpy as np

        last = self.longest[-1] if len(self.longest) == self.most else None
        places = np.flatnonzero(columns.rounds >= (0 if last is None else last.rounds))
        if not len(places):
            return
        places = places[np.isin(columns.ending[places], _FINITE_CODES)]
        if len(places) > self.most:
            rounds = columns.rounds[places]
            places = places[rounds >= np.partition(rounds, -self.most)[-self.most]]
        if not len(places):
            return
        # The index of a deal may be too long for an array, so what is sorted is counted from the first.
        first = 0 if isinstance(index, np.ndarray) else index
        numbers = index[places] if isinstance(index, np.ndarray) else places
        order = np.lexsort((numbers, -columns.cards[places], -columns.rounds[places]))[: self.most]
        places, numbers = places[order], numbers[order]
        if last is not None:
            worse = [
                (last.rounds, last.cards, -last.index) >= (rounds, cards, -(first + number))
                for rounds, cards, number in zip(
                    columns.rounds[places].tolist(), columns.cards[places].tolist(), numbers.tolist(), strict=True
                )
            ]
            places, numbers = places[~np.array(worse)], numbers[~np.array(worse)]
        new = [
            LongGame(rounds, cards, first + number, self.entropy, *cut(deal, self.sizes))
            for rounds, cards, number, deal in zip(
                columns.rounds[places].tolist(),
                columns.cards[places].tolist(),
                numbers.tolist(),
                deals_of(places),
                strict=True,
            )
        ]
        self.longest = first_of([*self.longest, *new], self.most)

    def _keep_endless(self, columns: Columns, first: Any, deals_of: Any) -> None:
        import numpy as np

        places = np.flatnonzero(columns.ending == _LOOP_CODE)
        if len(self.endless) == self.most_endless:
            # Deals after the last that is kept are of no use.
            before = max(0, min(self.endless[-1].index - first, len(columns.ending)))
            places = places[: int(places.searchsorted(before))]
        places = places[: self.most_endless]
        if not len(places):
            return
        loops = zip(*(column[places].tolist() for column in columns[6:]), strict=True)
        self._add_endless(
            [
                EndlessDeal(first + place, Loop(*loop), *cut(deal, self.sizes))
                for place, loop, deal in zip(places.tolist(), loops, deals_of(places), strict=True)
            ]
        )

    def _add_endless(self, more: list[EndlessDeal]) -> None:
        """Keep the first of these and of those that are kept already; both are in the order of their indices."""
        place = bisect(self.endless, more[0].index, key=_index) if more else 0
        self.endless[place:] = sorted([*self.endless[place:], *more], key=_index)
        del self.endless[self.most_endless :]

    def merge(self, other: "Tally") -> None:
        """Count what another tally counted."""
        self.winners = [own + more for own, more in zip(self.winners, other.winners, strict=True)]
        self.wars += other.wars
        self.longest_loop = max(self.longest_loop, other.longest_loop)
        self.longest = first_of([*self.longest, *other.longest], self.most)
        self._add_endless(other.endless)
        for own, more in ((self.rounds, other.rounds), (self.cards, other.cards)):
            for ending, histogram in more.items():
                merge(own[ending], histogram)


def merge(own: Histogram, more: Histogram) -> None:
    """Count in one histogram what another has counted."""
    low, other = (own.low, more.low) if len(own.low) >= len(more.low) else (more.low, own.low)
    low[: len(other)] += other
    own.low = low
    more._settle()
    own.high = add(own.high, more.high)


def cut(deal: tuple[C, ...], sizes: tuple[int, ...]) -> tuple[tuple[tuple[C, ...], ...], tuple[C, ...]]:
    """Cut a deal into the hands and the rest.

    >>> cut((1, 2, 3, 4, 5), (2, 2))
    (((1, 2), (3, 4)), (5,))
    """
    hands = []
    place = 0
    for size in sizes:
        hands.append(deal[place : place + size])
        place += size
    return tuple(hands), deal[place:]
