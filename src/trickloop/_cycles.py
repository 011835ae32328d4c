"""The loop of a game as a thing of its own: its states, its name, its mirror image."""

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING

from trickloop._play import play
from trickloop._states import Hands, Laid, State, check_rules, has_mirror, mirror_image, read_state, states_from
from trickloop.cards import HandLike
from trickloop.outcome import Ending
from trickloop.rules import MAX_CARDS, Camicia, Rules

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Cycle:
    """A loop: states of which each is the next round's outcome of the one before, the first again after the last.

    `loop_of` makes it. Two are equal if they have the same rules and the same states.

    Examples
    --------
    >>> cycle = loop_of(Camicia(), "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA")
    >>> cycle
    Cycle('84653209c437f810', 62 tricks, 440 cards, hands of 2 to 50)
    >>> cycle.states[0] == cycle.state
    True
    """

    rules: Rules
    state: State
    """The state that names it, see `id`, so that equal loops have the same one; where its mirror image is on the loop
    too, the one that is read as it stands: in Camicia that in which player 1 leads."""
    length: int = field(compare=False)
    """Rounds in one turn."""
    cards: int = field(compare=False)
    """Cards laid in one turn."""
    id: str = field(compare=False)
    """The name, 16 hexadecimal digits: the same for every deal that falls into the loop, and for its mirror image.

    It will not change, as it is defined so. Each state on the loop is written as two lists of ranks, top first, number
    cards as 0: in Camicia the hand of the leader and the other one; in other games the hands of players 1 and 2, and,
    where the rules treat both players alike, also those of players 2 and 1. Of all these pairs of lists the first in
    order is taken, lists compared rank by rank, a list before any that goes on where it ends. The name is the BLAKE2b
    hash, of 8 bytes, of its text: ranks in decimal with ``,`` between them, and ``/`` between the hands.
    """
    mirror: bool = field(compare=False)
    """Whether it is its own mirror image: with players swapped it has the same states."""
    smallest: int = field(compare=False)
    """The cards in the smallest hand that a player has on it."""
    largest: int = field(compare=False)
    """The cards in the largest hand."""

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All states, in the order in which they are played, from `state` on."""
        return tuple(laid.state for laid in islice(states_from(self.rules, self.state), self.length))

    def __repr__(self) -> str:
        unit = "tricks" if isinstance(self.rules, Camicia) else "rounds"
        size = f"hands of {self.smallest} to {self.largest}"
        return f"Cycle({self.id!r}, {self.length} {unit}, {self.cards} cards, {size})"


def loop_of(rules: Rules, *hands: "HandLike | State") -> Cycle:
    """Return the loop that a game falls into.

    Parameters
    ----------
    rules : War, Combat or Camicia
        Rules for two players without chance.
    *hands : two hands, or one State
        Where the game begins.

    Returns
    -------
    Cycle

    Raises
    ------
    TypeError
        Where the arguments are of no such kind.
    ValueError
        Where the game ends, or the rules or the hands are none for which a loop is defined.

    Examples
    --------
    >>> cycle = loop_of(Combat(), [43, 19], [2, 29, 14])
    >>> cycle.length, cycle.cards, cycle.mirror
    (6, 12, False)
    >>> loop_of(Combat(), [1, 2], [3])
    Traceback (most recent call last):
    ValueError: expected a game that never ends, got one in which player 2 wins after 2 rounds
    """
    check_rules(rules)
    state = read_state(rules, hands[0] if len(hands) == 1 and isinstance(hands[0], State) else hands)  # type: ignore[arg-type]
    outcome = play(rules, *state.deal)
    if outcome.loop is None:
        unit = ("trick" if isinstance(rules, Camicia) else "round") + "s" * (outcome.rounds != 1)
        winner = f"player {outcome.winner if state.leader == 1 else 3 - (outcome.winner or 0)} wins"
        how = {Ending.WIN: winner, Ending.LIMIT: "no state came back"}.get(outcome.ending, "nobody wins")
        raise ValueError(f"expected a game that never ends, got one in which {how} after {outcome.rounds} {unit}")
    start, length = outcome.loop.start, outcome.loop.length
    return _measured(rules, islice(states_from(rules, state), start, start + length), length, outcome.loop.cards)


def _measured(rules: Rules, turn: "Iterator[Laid]", length: int, cards: int) -> Cycle:
    """Name a loop; its states are looked at one by one, as there may be hundreds of thousands of them."""
    best: Hands | None = None
    found: dict[bool, State] = {}
    smallest, largest = MAX_CARDS, 0
    for state, _ in turn:
        smallest, largest = min(smallest, *state.sizes), max(largest, *state.sizes)
        for pair, is_swapped in _readings(rules, state):
            if best is None or pair < best:
                best, found = pair, {}
            if pair == best:
                found[is_swapped] = state
    assert best is not None
    text = "/".join(",".join(map(str, hand)) for hand in best)
    name = blake2b(text.encode(), digest_size=8).hexdigest()
    first = found[False] if False in found else found[True]
    return Cycle(rules, first, length, cards, name, len(found) == 2, smallest, largest)


def _readings(rules: Rules, state: State) -> tuple[tuple[Hands, bool], ...]:
    """Return a state as its loop is named by it, and its mirror image where that is another one."""
    if isinstance(rules, Camicia):
        return ((state.deal, state.leader == 2),)
    if has_mirror(rules):
        return (state.hands, False), (mirror_image(rules, state).hands, True)
    return ((state.hands, False),)
