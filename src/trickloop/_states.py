"""States of the games without chance, for two players: how they are written, checked and played on from."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trickloop._prepare import prepare
from trickloop._rows import sizes_of
from trickloop.cards import NUMBER, HandLike
from trickloop.outcome import Ending
from trickloop.rules import BaseRules, Camicia, RecursiveCombat, Rules, War, chance_in

Hands = tuple[tuple[int, ...], tuple[int, ...]]

_MIRRORED_PICKUPS = ("winner-first", "loser-first", "high-low")
"""Those that treat both players alike."""


class State(NamedTuple):
    """A state at the start of a round: both hands from top to bottom, and who leads.

    ``play(rules, *state.deal)`` plays on from it.

    Examples
    --------
    >>> state = State(((0, 11), (12, 0, 0)), leader=2)
    >>> state.deal
    ((12, 0, 0), (0, 11))
    """

    hands: Hands
    """The ranks of each hand, top first; in Camicia number cards are 0."""
    leader: int = 1
    """The seat that leads, in Camicia; 1 elsewhere."""

    @property
    def deal(self) -> Hands:
        """The hands with that of the leader first: the same state as a deal, as player 1 leads a deal."""
        return self.hands if self.leader == 1 else (self.hands[1], self.hands[0])

    @property
    def sizes(self) -> tuple[int, int]:
        """How many cards each player holds."""
        return len(self.hands[0]), len(self.hands[1])


class Laid(NamedTuple):
    """A state and the cards that the round before it laid."""

    state: State
    cards: int


def check_rules(rules: Rules) -> None:
    """Refuse games whose states are not two hands, or of which chance makes more than one game.

    Raises
    ------
    TypeError
        Where `rules` are not rules.
    ValueError
        For more than two players, rules with chance, Endless War and Recursive Combat.
    """
    if not isinstance(rules, BaseRules):
        raise TypeError(f"expected the rules of a game, got {rules!r:.60}")
    if rules.is_random:
        raise ValueError(f"expected rules without chance, got {type(rules).__name__} with {chance_in(rules)}")
    if isinstance(rules, RecursiveCombat):
        raise ValueError("expected a game whose next round its hands decide, got RecursiveCombat, which looks back")
    if rules.players != 2:
        raise ValueError(f"expected a game for 2 players, got {rules.players}")


def has_mirror(rules: Rules) -> bool:
    """Say whether the game with players swapped is the same game.

    >>> [has_mirror(rules) for rules in (Camicia(), Combat(), War(), War(pickup="seat-order"))]
    [True, True, True, False]
    """
    return not isinstance(rules, War) or rules.pickup in _MIRRORED_PICKUPS


def mirror_image(rules: Rules, state: State) -> State:
    """Swap the players, and with them the leader where there is one."""
    return State((state.hands[1], state.hands[0]), 3 - state.leader if isinstance(rules, Camicia) else 1)


def read_state(rules: Rules, state: State | Sequence[HandLike]) -> State:
    """Return a state of a game, given as one or as two hands with player 1 to lead.

    Raises
    ------
    TypeError, ValueError
        As `play` does for the hands; where there are no cards, or the leader is none.
    """
    check_rules(rules)
    leader = 1
    hands: Sequence[HandLike]
    if isinstance(state, State):
        hands, leader = state
        if leader not in ((1, 2) if isinstance(rules, Camicia) else (1,)):
            legal = "1 or 2" if isinstance(rules, Camicia) else f"1 in {type(rules).__name__}"
            raise ValueError(f"expected leader to be {legal}, got {leader!r:.60}")
    elif isinstance(state, (list, tuple)):
        hands = state
    else:
        raise TypeError(f"expected a State or two hands, got {state!r:.60}")
    read = [hand.ranks for hand in prepare(rules, hands, (), None, None).hands[:2]]
    if isinstance(rules, Camicia):
        codes = rules._codes
        read = [[rank if codes[rank] else NUMBER for rank in hand] for hand in read]
    if not read[0] and not read[1]:
        raise ValueError("expected at least one card, got two empty hands")
    return State((tuple(read[0]), tuple(read[1])), leader)


def states_from(rules: Rules, state: State) -> Iterator[Laid]:
    """Yield a state and all that come after it, each with the cards laid before it, up to the end of the game.

    A round that ends in a draw leaves no state, as its cards stay on the table.
    """
    yield Laid(state, 0)
    prepared = prepare(rules, state.deal, (), None, None)
    game, ranks = prepared.deal(), prepared.ranks
    ending: Ending | None = game.ending
    first, is_camicia = state.leader, isinstance(rules, Camicia)
    while ending is None:
        laid = game.cards
        game.play_round()
        ending = game.ending
        if ending is Ending.DRAW:
            return
        left, right = (tuple(hand if ranks is None else [ranks[code] for code in hand]) for hand in game.hands)
        if first == 2:
            left, right = right, left
        leader = (game.taker if first == 1 else 1 - game.taker) + 1 if is_camicia else 1
        yield Laid(State((left, right), leader), game.cards - laid)


def halves(rules: Rules, state: State) -> tuple[int, int] | None:
    """Return how many of the cards of a state each player is dealt, or ``None`` where not all of them are dealt."""
    cards = sum(state.sizes)
    first, second = sizes_of(rules, cards, None)
    return (first, second) if first + second == cards else None
