"""Games played backwards: predecessors, ancestors, and the basin of a loop."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from trickloop import _engine
from trickloop._chance import brief
from trickloop._cycles import Cycle
from trickloop._states import Hands, State, halves, has_mirror, mirror_image, read_state
from trickloop._war_backward import war_ancestors, war_predecessors
from trickloop.cards import NUMBER, HandLike
from trickloop.rules import MAX_CARDS, Camicia, Combat, Rules, War, read_integer

LIMIT = 1_000_000
"""How many states are looked for where no limit is named."""
_MOST_KINDS = 256

Found: TypeAlias = tuple[Sequence[Any], Sequence[int], Sequence[int]]
"""What a walk finds: states as they are held there, and their rounds and cards."""


class LimitError(ValueError):
    """More states than were asked for, so that there is no whole answer.

    ``found`` is how many there were when the search was given up.

    Examples
    --------
    >>> from trickloop.loops import ancestors
    >>> ancestors(Camicia(), ("4 5 J 2", "J 3"), limit=3)
    Traceback (most recent call last):
        ...
    trickloop._backward.LimitError: expected at most limit=3 states, found 5 and more to come: no complete answer
    """

    def __init__(self, limit: int, found: int) -> None:
        super().__init__(f"expected at most limit={limit} states, found {found} and more to come: no complete answer")
        self.limit = limit
        self.found = found

    def __reduce__(self) -> tuple[type["LimitError"], tuple[int, int]]:
        return LimitError, (self.limit, self.found)


class Deal(NamedTuple):
    """A deal from which the game comes to a state or a loop.

    Examples
    --------
    >>> from trickloop.loops import basin, loop_of
    >>> deal = basin(loop_of(Camicia(), "J 2 3", "4 J 5")).deals[0]
    >>> deal.rounds, deal.cards
    (1, 2)
    """

    hands: Hands
    """The hands, player 1 to lead."""
    rounds: int
    """Rounds played until it does."""
    cards: int
    """Cards laid until then."""
    mirrored: bool
    """Whether it comes to the mirror image and not to the state or the loop itself."""


class Ancestors:
    """All states from which the game comes to a state, or into a loop: complete, each found once.

    `ancestors` and `basin` make it.

    Examples
    --------
    >>> from trickloop.loops import ancestors
    >>> found = ancestors(Camicia(), ("4 5 J 2", "J 3"))
    >>> len(found), found.longest
    (5, 2)
    """

    rules: Rules

    def __init__(self, rules: Rules, found: Sequence[Any], depths: Sequence[int], cards: Sequence[int]) -> None:
        self.rules = rules
        self._found = found
        self._depths = depths
        self._cards = cards

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[State]:
        return iter(self.states)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every state, the nearest first."""
        return tuple(map(_reader(self.rules), self._found))

    @cached_property
    def depths(self) -> dict[State, int]:
        """For every state how many rounds it comes before."""
        return dict(zip(self.states, self._depths, strict=True))

    @cached_property
    def cards(self) -> dict[State, int]:
        """For every state how many cards are laid between."""
        return dict(zip(self.states, self._cards, strict=True))

    @property
    def longest(self) -> int:
        """How many rounds the farthest state comes before."""
        return max(self._depths, default=0)

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """Every balanced deal with player 1 to lead, most rounds first: hands as large as they are dealt.

        Those that come to the mirror image are among them, where rules treat both players alike: in Camicia a state
        with player 2 to lead is such a deal with the players swapped. They are marked.
        """
        read = _reader(self.rules)
        found: dict[Hands, Deal] = {}
        sizes = halves(self.rules, read(self._found[0])) if self._found else None
        for held, rounds, cards in zip(self._found, self._depths, self._cards, strict=True):
            # Most states are not balanced, and are not looked at further.
            if sizes is None or len(held[0]) not in sizes:
                continue
            state = read(held)
            images = [(state, False)]
            if has_mirror(self.rules):
                images.append((mirror_image(self.rules, state), True))
            for image, mirrored in images:
                if image.leader == 1 and image.sizes == sizes and (not mirrored or image.hands not in found):
                    found[image.hands] = Deal(image.hands, rounds, cards, mirrored)
        return tuple(sorted(found.values(), key=lambda deal: (-deal.rounds, -deal.cards, deal.hands)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} states, {len(self.deals)} balanced deals)"


class Basin(Ancestors):
    """All states from which the game falls into a loop, those on the loop with depth 0: complete.

    Examples
    --------
    >>> from trickloop.loops import basin, loop_of
    >>> found = basin(loop_of(Camicia(), "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"))
    >>> len(found), len(found.deals), found.longest
    (2670, 30, 6)
    """

    cycle: Cycle

    def __init__(self, cycle: Cycle, found: Sequence[Any], depths: Sequence[int], cards: Sequence[int]) -> None:
        super().__init__(cycle.rules, found, depths, cards)
        self.cycle = cycle


def predecessors(rules: Rules, state: State | Sequence[HandLike], *, limit: int = LIMIT) -> list[State]:
    """Return every state that the next round turns into this one.

    Exact: each is such a state (War, Combat: played forward; Camicia: proved, by the rules read from the end of the
    pile) and there is no other (Camicia: proved; War, Combat: proved where nobody is short of cards, and compared with
    all states of all small packs). Only states of the same cards are looked for; in a game for two no round that takes
    cards out of the game leaves a state.

    Parameters
    ----------
    rules : War, Combat or Camicia
        Rules for two players without chance.
    state : State, or two hands
        Hands alone have player 1 to lead. A game that is over, one hand empty, has predecessors too.
    limit : int
        How many there may be; only in War with ``pickup="high-low"`` are there more than some hundred.

    Raises
    ------
    TypeError, ValueError
        Where the arguments are of no such kind, and `LimitError`, a ValueError, where there are more.

    Examples
    --------
    >>> predecessors(Combat(), ([2, 9, 5], [7]))
    [State(hands=((9, 2), (5, 7)), leader=1)]
    >>> predecessors(Camicia(), ("----", "J"))
    []
    """
    limit = read_limit(limit)
    state = read_state(rules, state)
    if isinstance(rules, Camicia):
        backward = _engine.default.backward
        before = backward.camicia_predecessors(_to_held(rules, state), payments_of(rules))
    else:
        assert isinstance(rules, (War, Combat))
        before = list(islice(war_predecessors(rules, state.hands), limit + 1))
    if len(before) > limit:
        raise LimitError(limit, len(before))
    read = _reader(rules)
    return [read(held) for held, _ in before]


def ancestors(rules: Rules, state: State | Sequence[HandLike], *, limit: int = LIMIT) -> Ancestors:
    """Return all states from which the game comes to this one, the state itself left out.

    Parameters
    ----------
    rules : War, Combat or Camicia
        Rules for two players without chance.
    state : State, or two hands
        Hands alone have player 1 to lead.
    limit : int
        How many there may be.

    Returns
    -------
    Ancestors
        Complete, as `predecessors` is.

    Raises
    ------
    TypeError, ValueError
        Where the arguments are of no such kind, and `LimitError`, a ValueError, where there are more.

    Examples
    --------
    >>> found = ancestors(Camicia(), ("K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--"))
    >>> len(found), len(found.deals), found.deals[0].rounds, found.deals[0].cards
    (607, 26, 9, 68)
    """
    limit = read_limit(limit)
    state = read_state(rules, state)
    found = _walk(rules, [state], limit + 1)
    if len(found[0]) > limit + 1:
        raise LimitError(limit, len(found[0]) - 1)
    return Ancestors(rules, *(column[1:] for column in found))


def basin(cycle: Cycle, *, limit: int = LIMIT) -> Basin:
    """Return all states from which the game falls into a loop, those on the loop among them.

    Parameters
    ----------
    cycle : Cycle
        What `loop_of` returns.
    limit : int
        How many there may be.

    Returns
    -------
    Basin
        Complete, as `predecessors` is.

    Raises
    ------
    TypeError, ValueError
        Where the arguments are of no such kind, and `LimitError`, a ValueError, where there are more.

    Examples
    --------
    >>> from trickloop.loops import basin, loop_of
    >>> basin(loop_of(Combat(), [43, 19], [2, 29, 14]))
    Basin(20 states, 14 balanced deals)
    """
    if not isinstance(cycle, Cycle):
        raise TypeError(f"expected a Cycle, got {cycle!r:.60}")
    limit = read_limit(limit)
    found = _walk(cycle.rules, cycle.states, limit)
    if len(found[0]) > limit:
        raise LimitError(limit, len(found[0]))
    return Basin(cycle, *found)


def _walk(rules: Rules, states: Sequence[State], limit: int) -> Found:
    found: Found
    if isinstance(rules, Camicia):
        held = [_to_held(rules, state) for state in states]
        found = _engine.default.backward.camicia_ancestors(held, payments_of(rules), limit)
        return found
    assert isinstance(rules, (War, Combat))
    return war_ancestors(rules, [state.hands for state in states], limit)


def read_limit(limit: object) -> int:
    read = read_integer("limit", limit)
    if not 0 <= read <= MAX_CARDS:
        raise ValueError(f"expected limit from 0 to {MAX_CARDS}, got {brief(read)}")
    return read


def payments_of(rules: Camicia) -> list[int]:
    if len(rules.payments) >= _MOST_KINDS:
        raise ValueError(f"expected fewer than {_MOST_KINDS} court cards, got {len(rules.payments)}")
    return [0, *rules.payments.values()]


def _to_held(rules: Camicia, state: State) -> Any:
    codes = rules._codes
    lead, other = (bytes(codes[rank] for rank in hand) for hand in state.deal)
    return lead, other, state.leader - 1


def _reader(rules: Rules) -> Callable[[Any], State]:
    """Return what makes a state of what a walk finds."""
    if not isinstance(rules, Camicia):
        return State
    ranks = (NUMBER, *rules.payments)

    def read(held: tuple[bytes, bytes, int]) -> State:
        lead, other = (tuple(ranks[code] for code in hand) for hand in held[:2])
        return State((other, lead), 2) if held[2] else State((lead, other), 1)

    return read
