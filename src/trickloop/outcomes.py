"""What many games came to, one entry a game."""

import operator
from collections.abc import Iterator
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, cast, overload

from trickloop._columns import ENDINGS, Columns
from trickloop._deals import deal_games, deal_into, dtype_for, game_key, places_of
from trickloop._play import play
from trickloop._tally import Tally, cut
from trickloop.outcome import Outcome
from trickloop.rules import Rules, describe
from trickloop.summary import Summary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SHOWN = 5
"""Rows at either end of the table that a notebook shows."""


class Outcomes:
    """What many games came to, as columns: NumPy arrays that cannot be written to, with one entry a game.

    ``outcomes[7]`` is the whole `Outcome` of one game, which is played again; a slice, an array of numbers or an array
    of booleans is again `Outcomes`, a slice without copying. `len` is the number of games.

    Examples
    --------
    >>> from trickloop import Camicia, Ending, simulate
    >>> outcomes = simulate(Camicia(), games=1000, rng=42)
    >>> outcomes
    Outcomes(Camicia(): 1000 games, entropy 42)
    >>> int(outcomes.tricks.max()), int(outcomes.cards.sum())
    (160, 245605)
    >>> int((outcomes.winner == 1).sum()), int((outcomes.ending == Ending.LOOP).sum())
    (490, 0)
    >>> outcomes[297].cards, int(outcomes.cards[297])
    (1128, 1128)
    >>> len(outcomes[outcomes.cards > 1000])
    3
    """

    rules: Rules
    sizes: tuple[int, ...]
    """How many cards each seat was dealt."""
    entropy: int | None
    """The seed that these games are dealt from, or their chance; ``None`` where there is neither."""
    winner: "NDArray[np.int8]"
    """The seat that won, from 1; 0 where nobody did."""
    rounds: "NDArray[np.int64]"
    """Rounds played; where a state came back, those until it did."""
    cards: "NDArray[np.int64]"
    """Cards laid on the table over the whole game."""
    wars: "NDArray[np.int64]"
    """Ties of highest cards."""
    round_wins: "NDArray[np.int64]"
    """How many rounds each seat won: one row a game, one column a seat."""
    loop_start: "NDArray[np.int64]"
    """Rounds before the loop; -1 where there is none, as in the next two."""
    loop_length: "NDArray[np.int64]"
    """Rounds in one turn of the loop."""
    loop_cards: "NDArray[np.int64]"
    """Cards laid in one turn of the loop."""

    def __init__(
        self,
        rules: Rules,
        sizes: tuple[int, ...],
        entropy: int | None,
        columns: Columns,
        index: "range | NDArray[np.int64]",
        given: "NDArray[Any] | None",
        engine: str,
    ) -> None:
        for column in columns:
            column.flags.writeable = False
        self.rules = rules
        self.sizes = sizes
        self.entropy = entropy
        self.winner = columns.winner
        self._endings = columns.ending
        self.rounds = columns.rounds
        self.cards = columns.cards
        self.wars = columns.wars
        self.round_wins = columns.round_wins
        self.loop_start = columns.loop_start
        self.loop_length = columns.loop_length
        self.loop_cards = columns.loop_cards
        self._columns = columns
        self._index = index
        self._given = given
        self._engine = engine

    @property
    def tricks(self) -> "NDArray[np.int64]":
        """The same as `rounds`, by its name in Camicia."""
        return self.rounds

    @cached_property
    def ending(self) -> "NDArray[np.object_]":
        """How each game ended: an array of `Ending`, to be compared with ``==``, made when it is first asked for."""
        import numpy as np

        ending = np.array(ENDINGS, object)[self._endings]
        ending.flags.writeable = False
        return ending

    @property
    def start(self) -> int:
        """The number of the first game, among those of the seed or of the given deals."""
        return int(self._index[0]) if len(self._index) else 0

    @cached_property
    def index(self) -> "NDArray[np.int64]":
        """The number of each game, among those of the seed or of the given deals."""
        import numpy as np

        index = np.array(self._index, np.int64)
        index.flags.writeable = False
        return index

    @property
    def deals(self) -> "NDArray[np.signedinteger[Any]]":
        """The ranks that each game began with, as `trickloop.deals` returns them; dealt again when asked for."""
        import numpy as np

        if self._given is not None:
            return self._given
        assert self.entropy is not None
        cards = places_of(self.rules.pack)
        rows = np.empty((len(self), len(cards)), dtype_for(cards[-1] if cards else 0))
        if isinstance(self._index, range) and self._index.step == 1:
            deal_into(rows, cards, self.entropy, self._index.start)
        else:
            deal_games(rows, cards, self.entropy, self.index)
        ranks = [rank for rank, _ in self.rules.pack.counts]
        highest = ranks[-1] if ranks else 0
        rows = np.array(ranks, object if highest >= 2**63 else dtype_for(highest))[rows]
        rows.flags.writeable = False
        return rows

    def summary(self, longest: int = 10) -> Summary:
        """Return what the games came to together.

        Parameters
        ----------
        longest : int, default 10
            How many of the longest games to keep.
        """
        from trickloop._deals import read_games

        dealt = self.entropy if self._given is None else None
        tally = Tally(self.rules.players, self.sizes, dealt, read_games("longest", longest))
        in_order = isinstance(self._index, range) and self._index.step == 1
        tally.count(
            self._columns,
            self.start if in_order else self.index,
            lambda places: [tuple(row) for row in self[places].deals.tolist()],
        )
        if dealt is None:
            return Summary(self.rules, tally, {})
        if in_order:
            return Summary(self.rules, tally, {dealt: [(self.start, self.start + len(self))]})
        return Summary(self.rules, tally, {dealt: [(game, game + 1) for game in self.index.tolist()]})

    def to_dict(self) -> dict[str, Any]:
        """Return every column as plain lists, ready for JSON."""
        return {
            "rules": describe(self.rules),
            "sizes": list(self.sizes),
            "entropy": self.entropy,
            "index": self.index.tolist(),
            "winner": self.winner.tolist(),
            "ending": [ENDINGS[code].value for code in self._endings.tolist()],
            **{name: getattr(self, name).tolist() for name in Columns._fields[2:]},
        }

    def __len__(self) -> int:
        return len(self._endings)

    @overload
    def __getitem__(self, item: int) -> Outcome: ...
    @overload
    def __getitem__(self, item: "slice | NDArray[np.integer[Any]] | NDArray[np.bool_]") -> "Outcomes": ...
    def __getitem__(self, item: Any) -> "Outcome | Outcomes":
        import numpy as np

        if isinstance(item, slice):
            return self._some(item, self._index[item])
        if isinstance(item, (np.ndarray, list)):
            chosen = np.asarray(item, None if len(item) else np.intp)
            return self._some(chosen, self.index[chosen])
        place = operator.index(item)
        if not -len(self) <= place < len(self):
            raise IndexError(f"expected a game from 0 to {len(self) - 1}, got {place}")
        place %= len(self)
        return self._replayed(place, self[place : place + 1].deals[0].tolist())

    def __iter__(self) -> Iterator[Outcome]:
        for place, deal in enumerate(self.deals):
            yield self._replayed(place, deal.tolist())

    def _some(self, item: Any, index: Any) -> "Outcomes":
        columns = Columns._make(column[item] for column in self._columns)
        given = None if self._given is None else self._given[item]
        return Outcomes(self.rules, self.sizes, self.entropy, columns, index, given, self._engine)

    def _replayed(self, place: int, deal: list[int]) -> Outcome:
        hands, rest = cut(tuple(deal), self.sizes)
        key = game_key(cast(int, self.entropy), int(self._index[place])) if self.rules.is_random else None
        return play(self.rules, *hands, rest=rest, rng=cast(Any, key), engine=self._engine)

    def __eq__(self, other: object) -> bool:
        import numpy as np

        if not isinstance(other, Outcomes):
            return NotImplemented
        same = (self.rules, self.sizes, self.entropy) == (other.rules, other.sizes, other.entropy)
        same = same and np.array_equal(self.index, other.index) and self._same_given(other)
        return same and all(
            np.array_equal(getattr(self._columns, name), getattr(other._columns, name)) for name in Columns._fields
        )

    __hash__ = None  # type: ignore[assignment]

    def _same_given(self, other: "Outcomes") -> bool:
        import numpy as np

        if self._given is None or other._given is None:
            return self._given is other._given
        return np.array_equal(self._given, other._given)

    def __repr__(self) -> str:
        seed = "" if self.entropy is None else f", entropy {self.entropy}"
        return f"Outcomes({describe(self.rules)}: {len(self)} game{'' if len(self) == 1 else 's'}{seed})"

    def _repr_html_(self) -> str:
        names = ["winner", "ending", *Columns._fields[2:5], *Columns._fields[6:]]
        head = "".join(f"<th>{escape(name)}</th>" for name in ["game", *names])
        count = len(self)
        shown = [*range(count)] if count <= 2 * _SHOWN else [*range(_SHOWN), -1, *range(count - _SHOWN, count)]
        body = "".join(f"<tr>{self._html_cells(place)}</tr>" for place in shown)
        return f"<table><caption>{escape(repr(self))}</caption><tr>{head}</tr>{body}</table>"

    def _html_cells(self, place: int) -> str:
        if place < 0:
            return '<td colspan="9">…</td>'
        ending = ENDINGS[self._endings[place]].value
        numbers = [*(column[place] for column in self._columns[2:5]), *(column[place] for column in self._columns[6:])]
        cells = [self._index[place], self.winner[place] or "", ending, *numbers]
        return "".join(f"<td>{escape(str(cell))}</td>" for cell in cells)
