"""Play one game: `play` to its end, `trace` round by round."""

from collections.abc import Iterator

from trickloop._chance import Rng
from trickloop._prepare import outcome_of, prepare
from trickloop._quick import play_quickly
from trickloop._trace import rounds_of
from trickloop.cards import HandLike
from trickloop.outcome import Outcome, Round
from trickloop.rules import Rules

_NO_REST: tuple[int, ...] = ()


def play(
    rules: Rules, *hands: HandLike, rest: HandLike = _NO_REST, rng: Rng = None, engine: str | None = None
) -> Outcome:
    """Play one game to its end.

    Parameters
    ----------
    rules : War, EndlessWar, Combat, RecursiveCombat or Camicia
        The game and its house rules.
    *hands : text or sequence of cards
        One hand a player, top first, in any notation of `trickloop.cards`. They are read, never changed.
    rest : text or sequence of cards, optional
        Cards that were not dealt, in War and Endless War.
    rng : int, SeedSequence, BitGenerator or Generator, optional
        What chance is drawn from, where the rules leave something to it; an error elsewhere. One key of 64 bits is
        taken from it, which is the whole game: the same integer or SeedSequence gives the same game for ever.
    engine : {"core", "reference"}, optional
        Which engine plays; the one that `trickloop.ENGINE` names by default. The answer is the same.

    Returns
    -------
    Outcome

    Raises
    ------
    TypeError
        Where `rules` are not rules, a hand is no sequence of cards, or a card neither an integer nor text.
    ValueError
        Where the number of hands is wrong, or a card is not one that the rules know; the message names the hand,
        the position and the card. Where an rng is missing, or nothing is random.
    ImportError
        Where `engine` is not installed.

    Examples
    --------
    >>> play(War(), "A 9 3 4", "K 9 7 2").winner
    1
    >>> play(Camicia(), "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA").loop
    Loop(start=4, length=62, cards=440)
    """
    if rest is _NO_REST and rng is None:
        outcome = play_quickly(rules, hands, engine)
        if outcome is not None:
            return outcome
    game = prepare(rules, hands, rest, rng, engine)
    return outcome_of(game, *game.play())


def trace(
    rules: Rules, *hands: HandLike, rest: HandLike = (), rng: Rng = None, engine: str | None = None
) -> Iterator[Round]:
    """Play one game round by round.

    A game without chance is played to its end when the first round is asked for, so that the rounds stop where `play`
    stops; then each round is played as it is asked for.

    Parameters
    ----------
    rules, *hands, rest, rng, engine
        Those of `play`, checked at once.

    Returns
    -------
    iterator of Round
        As many as ``play(...).rounds``; the last one says how the game ended.

    Raises
    ------
    TypeError, ValueError, ImportError
        As `play` does.

    Examples
    --------
    >>> for round in trace(War(face_down=1), "7 3", "7 9 9"):
    ...     print(round)
    1) Player 1: 7 [3]   Player 2: 7 -- war -- player 2 takes 3 (0:5) -- win
    """
    return rounds_of(prepare(rules, hands, rest, rng, engine))
