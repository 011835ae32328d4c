"""Play any deterministic game to its end, and find the first state that comes back.

The state that comes back is looked for in games without chance; others are played up to their limit.
"""

from collections.abc import Callable
from typing import Protocol, Self, TypeVar

from trickloop.outcome import Ending, Loop


class Playable(Protocol):
    """A game in progress; its `ending` is ``None`` while it goes on."""

    rounds: int
    cards: int
    ending: Ending | None

    def play_round(self) -> None:
        """Play one round."""


class Game(Playable, Protocol):
    """A game in progress in which nothing is left to chance."""

    def same_state(self, other: Self) -> bool:
        """Say whether the two games, of one deal, will go on alike."""

    def copy(self) -> Self:
        """Return the game as it stands."""


G = TypeVar("G", bound=Game)
P = TypeVar("P", bound=Playable)

NO_LIMIT = 2**63 - 1


def play_out(deal: Callable[[], G], max_rounds: int) -> tuple[G, Ending, Loop | None]:
    """Play a game from its deal until it ends, repeats itself or reaches `max_rounds`.

    Returns
    -------
    game
        The game as it stood then.
    ending : Ending
    loop : Loop or None
    """
    # Brent: one state is kept and compared with all that follow, and replaced at each power of two. Once it is
    # on the loop and kept for a whole turn, it comes back; so a repetition within the first `max_rounds` rounds
    # shows at the latest `max_rounds` after the first state that was kept at or past that limit.
    game = deal()
    kept = game.copy()
    next_kept = 1
    at_limit = None
    while game.ending is None:
        if game.rounds == max_rounds:
            at_limit = game.copy()
        if game.rounds == next_kept:
            kept = game.copy()
            next_kept *= 2
        if kept.rounds >= max_rounds and game.rounds - kept.rounds >= max_rounds:
            break
        game.play_round()
        if game.ending is None and game.same_state(kept):
            first, loop = first_repetition(deal, game.rounds - kept.rounds)
            if first.rounds <= max_rounds:
                return first, Ending.LOOP, loop
            break
    if at_limit is not None:
        return at_limit, Ending.LIMIT, None
    assert game.ending is not None
    return game, game.ending, None


def first_repetition(deal: Callable[[], G], length: int) -> tuple[G, Loop]:
    """Play a game with a loop of `length` rounds up to the first state that it has been in before."""
    behind, ahead = deal(), deal()
    for _ in range(length):
        ahead.play_round()
    while not ahead.same_state(behind):
        behind.play_round()
        ahead.play_round()
    return ahead, Loop(behind.rounds, length, ahead.cards - behind.cards)


def play_up_to(game: P, max_rounds: int) -> tuple[P, Ending, Loop | None]:
    """Play a game with chance in it, where a state that comes back proves nothing, for at most `max_rounds`."""
    while game.ending is None and game.rounds < max_rounds:
        game.play_round()
    return game, game.ending or Ending.LIMIT, None
