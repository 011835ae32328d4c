"""What an engine writes down of many games: one entry a game in each column."""

from typing import TYPE_CHECKING, NamedTuple

from trickloop.outcome import Ending

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENDINGS = tuple(Ending)
"""The endings in the order of their codes."""


class Columns(NamedTuple):
    """One entry a game; `wars` and the three of the loop are 0 and -1 where there is no war and no loop."""

    winner: "NDArray[np.int8]"
    """The seat that won, from 1, or 0."""
    ending: "NDArray[np.int8]"
    """The place of the ending in `ENDINGS`."""
    rounds: "NDArray[np.int64]"
    cards: "NDArray[np.int64]"
    wars: "NDArray[np.int64]"
    round_wins: "NDArray[np.int64]"
    """One row a game, one column a seat."""
    loop_start: "NDArray[np.int64]"
    loop_length: "NDArray[np.int64]"
    loop_cards: "NDArray[np.int64]"

    def part(self, start: int, stop: int) -> "Columns":
        """Return the entries of some of the games, not copied."""
        return Columns._make(column[start:stop] for column in self)


def make_columns(games: int, seats: int) -> Columns:
    """Make columns for so many games; what is in them is undefined until the games are played."""
    import numpy as np

    def column() -> "NDArray[np.int64]":
        return np.empty(games, np.int64)

    return Columns(
        np.empty(games, np.int8),
        np.empty(games, np.int8),
        column(),
        column(),
        column(),
        np.empty((games, seats), np.int64),
        column(),
        column(),
        column(),
    )
