"""What becomes of the games that are played: all are kept, or only counted."""

from threading import Lock
from typing import TYPE_CHECKING, Any

from trickloop._columns import Columns, make_columns
from trickloop._plan import Chunk, Plan, Sink
from trickloop._tally import Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RARE = {"wars": 0, "loop_start": -1, "loop_length": -1, "loop_cards": -1}
"""Columns that few games need, and what stands in them for all others."""


_MAKING = Lock()
"""Held while a column is made, by whichever thread needs it first."""


class Store:
    """The columns of many games; those in which most games have the same are made when one has something else.

    Memory that is never written to costs nothing, and to get it is a tenth of the time of a million games of Camicia.
    """

    def __init__(self, games: int, seats: int) -> None:
        import numpy as np

        self.games = games
        self.usual: dict[str, NDArray[Any]] = {
            "winner": np.empty(games, np.int8),
            "ending": np.empty(games, np.int8),
            "rounds": np.empty(games, np.int64),
            "cards": np.empty(games, np.int64),
            "round_wins": np.empty((games, seats), np.int64),
        }
        self._rare: dict[str, NDArray[np.int64]] = {}

    def write(self, name: str, start: int, values: "NDArray[np.int64]") -> None:
        """Write into one of the columns that few games need, if these do."""
        import numpy as np

        usual = RARE[name]
        if (values == usual).all():
            return
        with _MAKING:
            if name not in self._rare:
                # Zeros, as nothing is written where they are; the others are counted from what is usual.
                self._rare[name] = np.zeros(self.games, np.int64)
        np.subtract(values, usual, out=self._rare[name][start : start + len(values)])

    def finish(self) -> Columns:
        """Return all columns, those that no game needed as one value."""
        import numpy as np

        rare: dict[str, Any] = {}
        for name, usual in RARE.items():
            column = self._rare.pop(name, None)
            if column is None:
                rare[name] = np.broadcast_to(np.int64(usual), self.games)
            else:
                rare[name] = column if usual == 0 else np.add(column, usual, out=column)
        return Columns(**self.usual, **rare)


class Recording(Sink):
    """Keeps every game."""

    most_a_task = 1 << 17

    def __init__(self, start: int, stop: int, seats: int, store: Store | None = None) -> None:
        self.start = start
        self.stop = stop
        self.seats = seats
        # Where another process plays, it makes it: nothing empty is sent there.
        self._store = store
        self._room: Columns | None = None

    @property
    def store(self) -> Store:
        """Where the games are kept."""
        if self._store is None:
            self._store = Store(self.stop - self.start, self.seats)
        return self._store

    def finish(self) -> Columns:
        """Return one entry for each of the games; nothing can be added after that."""
        return self.store.finish()

    def fork(self) -> "Recording":
        """Return another one for the same store: every thread writes to places of its own."""
        return Recording(self.start, self.stop, self.seats, self.store)

    def part(self, start: int, stop: int) -> "Recording":
        """Return one for some of the games."""
        return Recording(start, stop, self.seats)

    def merge(self, other: Sink) -> None:
        """Copy what another process wrote."""
        assert isinstance(other, Recording)
        if other.store is not self.store:
            start, stop = other.start - self.start, other.stop - self.start
            for name, column in self.store.usual.items():
                column[start:stop] = other.store.usual[name]
            columns = other.finish()
            for name in RARE:
                self.store.write(name, start, getattr(columns, name))

    def room(self, first: int, count: int) -> Columns:
        """Return columns for some games, those that few games need in memory that is used again."""
        if self._room is None or len(self._room.wars) < count:
            self._room = make_columns(count, 1)
        start = first - self.start
        usual = {name: column[start : start + count] for name, column in self.store.usual.items()}
        return self._room.part(0, count)._replace(**usual)

    def add(self, chunk: Chunk, columns: Columns) -> None:
        """Keep what is not in its place already."""
        for name in RARE:
            self.store.write(name, chunk.first - self.start, getattr(columns, name))

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_room": None}


class Counting(Sink):
    """Counts the games and forgets them."""

    def __init__(self, plan: Plan, most: int, most_endless: int = 0) -> None:
        self.plan = plan
        self.most = most
        self.most_endless = most_endless
        self.tally = Tally(plan.rules.players, plan.sizes, plan.entropy, most, most_endless)
        self._room: Columns | None = None

    def fork(self) -> "Counting":
        """Return another one, that counts from 0."""
        return Counting(self.plan, self.most, self.most_endless)

    def part(self, start: int, stop: int) -> "Counting":
        """Return another one, that counts from 0."""
        return self.fork()

    def merge(self, other: Sink) -> None:
        """Count what another one counted."""
        assert isinstance(other, Counting)
        self.tally.merge(other.tally)

    def room(self, first: int, count: int) -> Columns:
        """Return columns that are used again and again."""
        if self._room is None or len(self._room.ending) < count:
            self._room = make_columns(count, self.plan.rules.players)
        return self._room if len(self._room.ending) == count else self._room.part(0, count)

    def add(self, chunk: Chunk, columns: Columns) -> None:
        """Count the games of a chunk."""

        def deals_of(places: Any) -> list[tuple[int, ...]]:
            return [self.plan.ranks_of(chunk.dealt[place]) for place in places]

        self.tally.count(columns, chunk.first, deals_of)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_room": None}
