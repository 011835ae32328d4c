"""Play many games, one row of cards each, and write down how each ended.

A row is the hand of seat 1, top first, then that of seat 2, and so on, as many cards each as `sizes` says; the rest is
not dealt. All functions return how many games they played: all of them, unless `stop` was set while they played.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from trickloop._columns import ENDINGS, Columns
from trickloop._reference.camicia import play_camicia
from trickloop._reference.combat import play_combat, play_recursive_combat
from trickloop._reference.endless import play_endless_war
from trickloop._reference.war import play_war

if TYPE_CHECKING:
    import numpy as np

KERNELS = ("none",)
"""The kernels for Camicia that this machine has, the best last; here there is but one way to play."""


def choose_kernel(name: str) -> None:
    """Play Camicia by another kernel than the best from now on; for tests and measurements."""
    KERNELS.index(name)


def play_wars(
    rows: "np.ndarray",
    sizes: Sequence[int],
    face_down: int,
    pickup: str,
    shortage: str,
    refill: str | None,
    tie: str,
    keys: "np.ndarray | None",
    max_rounds: int,
    into: Columns,
    stop: bytearray,
) -> int:
    """Play games of War; `keys` has one key a game where something is left to chance."""

    def play(game: int, hands: list[list[int]], _rest: list[int]) -> Any:
        key = None if keys is None else int(keys[game])
        return play_war(hands, face_down, pickup, shortage, refill, tie, key, max_rounds)

    return play_rows(rows, sizes, play, into, stop)


def play_endless_wars(
    rows: "np.ndarray",
    sizes: Sequence[int],
    face_down: int,
    keys: "np.ndarray",
    max_rounds: int,
    into: Columns,
    stop: bytearray,
) -> int:
    """Play games of Endless War."""

    def play(game: int, hands: list[list[int]], rest: list[int]) -> Any:
        return play_endless_war(hands, rest, face_down, int(keys[game]), max_rounds)

    return play_rows(rows, sizes, play, into, stop)


def play_combats(rows: "np.ndarray", sizes: Sequence[int], into: Columns, stop: bytearray) -> int:
    """Play games of Combat."""
    return play_rows(rows, sizes, lambda _game, hands, _rest: play_combat(hands), into, stop)


def play_recursive_combats(rows: "np.ndarray", sizes: Sequence[int], into: Columns, stop: bytearray) -> int:
    """Play games of Recursive Combat."""
    return play_rows(rows, sizes, lambda _game, hands, _rest: play_recursive_combat(hands), into, stop)


def play_camicias(
    rows: "np.ndarray", sizes: Sequence[int], payments: Sequence[int], into: Columns, stop: bytearray
) -> int:
    """Play games of Camicia; ``payments[card]`` is what a card demands, 0 for a number card."""
    return play_rows(rows, sizes, lambda _game, hands, _rest: play_camicia(hands, payments), into, stop)


def play_rows(
    rows: "np.ndarray",
    sizes: Sequence[int],
    play: Callable[[int, list[list[int]], list[int]], Any],
    into: Columns,
    stop: bytearray,
) -> int:
    """Cut each row into hands, play the game and write it down."""
    for game, row in enumerate(rows):
        if stop[0]:
            return game
        cards = row.tolist()
        hands = []
        for size in sizes:
            hands.append(cards[:size])
            cards = cards[size:]
        write(into, game, *play(game, hands, cards))
    return len(rows)


def write(into: Columns, game: int, played: Any, ending: Any, loop: Any) -> None:
    """Write down one game."""
    into.winner[game] = 0 if played.winner is None else played.winner + 1
    into.ending[game] = ENDINGS.index(ending)
    into.rounds[game] = played.rounds
    into.cards[game] = played.cards
    into.wars[game] = getattr(played, "wars", 0)
    into.round_wins[game] = played.round_wins
    into.loop_start[game] = -1 if loop is None else loop.start
    into.loop_length[game] = -1 if loop is None else loop.length
    into.loop_cards[game] = -1 if loop is None else loop.cards
