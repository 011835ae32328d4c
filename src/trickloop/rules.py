"""The rules of the games, as frozen dataclasses: every house rule is a field, every known rule set a preset."""

import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from trickloop.cards import DASH, NUMBER, A, J, K, Pack, Q, is_bool, rank_name

R = TypeVar("R")

Pickup: TypeAlias = Literal["winner-first", "loser-first", "seat-order", "as-revealed", "high-low", "random"]
Short: TypeAlias = Literal["lose", "first-out", "last-card", "shorten", "longest", "draw"]
Refill: TypeAlias = Literal[None, "shuffle"]
Tie: TypeAlias = Literal["war", "random"]

PICKUPS: tuple[Pickup, ...] = get_args(Pickup)
SHORTS: tuple[Short, ...] = get_args(Short)
REFILLS: tuple[Refill, ...] = get_args(Refill)
TIES: tuple[Tie, ...] = get_args(Tie)
MAX_PLAYERS = 16
MAX_ROUNDS = 2**63 - 1
MAX_CARDS = 2**31 - 1
MAX_DEALT_AGAIN = 1000
"""Face-down cards a war of Endless War may have; no hand bounds them."""

_FRENCH = Pack.french()
_FIFTY = Pack.of(1, 50)
_COURTS = Pack("36- 4J 4Q 4K 4A")


class BaseRules:
    """What the rules of all games have in common."""

    @cached_property
    def _quick(self) -> tuple[str, tuple[Any, ...]] | None:
        """What plays hands of small integers by these rules, if anything does; see `trickloop._quick`."""
        from trickloop._quick import terms_of

        return terms_of(self)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is worked out of the fields, so that rules that were played by are pickled as others are."""
        return {name: value for name, value in vars(self).items() if name not in ("_quick", "_codes")}


@dataclass(frozen=True)
class War(BaseRules):
    """War: the highest card takes the table, equal cards fight.

    All players who have cards turn their top card; the highest takes everything on the table. Where several are
    highest, there is a war among those players: each lays `face_down` cards and then one face up, which is
    compared; equal again, war again. A round counts from the moment its first cards are turned. Won cards go
    under the hand. The last player with cards wins; if nobody has any, it is a draw.

    Parameters
    ----------
    players : int, default 2
        How many sit at the table, 2 to 16.
    face_down : int, default 2
        Cards each player at war lays face down before the one that is compared; cards of a war are laid in
        turn, the first card of each player at war, then the second of each.
    pickup : str, default "winner-first"
        How the winner puts the table under his hand, the first card to be played first.

        - ``"winner-first"``: his own cards in the order laid, then the others' in seat order after him
        - ``"loser-first"``: the others' in seat order after him, then his own
        - ``"seat-order"``: seat 1's cards, then seat 2's, and so on, whoever won
        - ``"as-revealed"``: in the order laid
        - ``"high-low"``: sorted, the highest first
        - ``"random"``: shuffled; needs an `rng`
    short : str, default "lose"
        What becomes of a player who cannot lay all the cards of a war.

        - ``"lose"``: he lays what he has and is out of the war; all short: a draw at once
        - ``"first-out"``: the same, but if all are short, the one with most cards left wins; equally many: a draw
        - ``"last-card"``: his last card is his face-up card; with none left he is out; all have none: a draw
        - ``"shorten"``: all lay only as many as the poorest who has any; with none left he is out
        - ``"longest"``: he lays what he has and, without a card to turn up, drops out; nobody can turn one up:
          nobody wins the round and its cards leave the game
        - ``"draw"``: one short player makes the whole game a draw at once

        Where one player at war is left, he takes the table without laying more. "At once": nothing more is laid.
    refill : None or "shuffle", default None
        ``"shuffle"``: won cards go to a won pile, which is shuffled and becomes the hand when a card is to be laid and
        the hand is empty, in the middle of a war too; needs an `rng`. A player is short where both have too few.
    tie : str, default "war"
        ``"random"``: a fair coin among the players with the highest card takes the table; needs an `rng`.
    max_rounds : int, default 1_000_000
        The game stops with ``Ending.LIMIT`` after so many rounds, looked at after the repetition of a state. With 52
        cards there are games that go on for longer and repeat all the same.
    pack : Pack, default Pack.french()
        The cards a random game is dealt from; hands that are given may hold any ranks.

    Raises
    ------
    TypeError, ValueError
        Where a field is not one of the values above; the message lists those that are.

    Notes
    -----
    Source of the defaults: the interview question "Simulate a two-player card war game".

    Examples
    --------
    >>> War(face_down=1, pickup="seat-order").short
    'lose'
    """

    players: int = 2
    face_down: int = 2
    pickup: Pickup = "winner-first"
    short: Short = "lose"
    refill: Refill = None
    tie: Tie = "war"
    max_rounds: int = 1_000_000
    pack: Pack = _FRENCH

    def __post_init__(self) -> None:
        _check_integer(self, "players", 2, MAX_PLAYERS)
        _check_integer(self, "face_down", 0, MAX_CARDS)
        _check_integer(self, "max_rounds", 0, MAX_ROUNDS)
        _check_choice(self, "pickup", PICKUPS)
        _check_choice(self, "short", SHORTS)
        _check_choice(self, "refill", REFILLS)
        _check_choice(self, "tie", TIES)
        _check_pack(self)

    @property
    def is_random(self) -> bool:
        """Whether something in the game itself is left to chance, so that it needs an `rng`."""
        return self.pickup == "random" or self.refill == "shuffle" or self.tie == "random"

    @classmethod
    def interview(cls, **changes: Any) -> "War":
        """Three cards each in a war, the third compared; a player who is short loses.

        Source: the interview question "Simulate a two-player card war game". `changes` are other fields.
        """
        return _preset(cls, changes)

    @classmethod
    def gameofwar(cls, players: int = 2, **changes: Any) -> "War":
        """One card face down, all cards picked up in seat order, the longest draw decides who is short.

        Source: the JavaScript library *gameofwar* by tsears. Four deals in five never end. `players` sit at the table;
        `changes` are other fields.
        """
        return _preset(cls, changes, players=players, face_down=1, pickup="seat-order", short="longest")

    @classmethod
    def csc427(cls, tie: Tie = "war", **changes: Any) -> "War":
        """Three cards each in a battle; won cards lie apart and are shuffled in; who cannot go on loses.

        Source: CSC 427, Data Structures and Algorithm Analysis, Fall 2004, homework 2. With ``tie="random"`` it is
        the simplified version of the exercise. `changes` are other fields.
        """
        return _preset(cls, changes, refill="shuffle", tie=tie)

    @classmethod
    def bicycle(cls, **changes: Any) -> "War":
        """One card face down, the table picked up in any order, who runs out first in a war loses.

        Source: the rules of War by Bicycle, the makers of playing cards. `changes` are other fields.
        """
        return _preset(cls, changes, face_down=1, pickup="random", short="first-out")

    @classmethod
    def wikipedia(cls, **changes: Any) -> "War":
        """Three cards face down, the table picked up in any order, a short player's last card is compared.

        Source: Wikipedia, "War (card game)". `changes` are other fields.
        """
        return _preset(cls, changes, face_down=3, pickup="random", short="last-card")

    @classmethod
    def winamax(cls, **changes: Any) -> "War":
        """Three cards face down, player 1's cards picked up first, a short player makes it a draw.

        Source: CodinGame, "Winamax Battle", where that draw is called PAT. `changes` are other fields.
        """
        return _preset(cls, changes, face_down=3, pickup="seat-order", short="draw")

    @classmethod
    def codegolf(cls, **changes: Any) -> "War":
        """One card face down, the loser's cards picked up first, who runs out first in a war loses.

        Source: Code Golf Stack Exchange, question 82340. `changes` are other fields.
        """
        return _preset(cls, changes, face_down=1, pickup="loser-first", short="first-out")

    @classmethod
    def soldiers(cls, **changes: Any) -> "War":
        """Distinct cards, so no wars; the loser's card is picked up first.

        Source: Codeforces 546C, "Soldier and Cards". `changes` are other fields.
        """
        return _preset(cls, changes, pickup="loser-first")


@dataclass(frozen=True)
class EndlessWar(BaseRules):
    """Endless War: won cards go to nobody but to a discard, which is dealt again when a player runs out.

    All players turn a card; those with the highest fight on, each laying `face_down` cards and then one face up. After
    each card that they lay side by side, the cards go to the discard, and if any player has none left, the discard
    joins the undealt rest, is shuffled and dealt round, evenly, on top of the hands; what does not divide stays
    undealt. The last player with the highest card wins the round, and nothing else. The game never ends by itself. A
    player at war without a card to turn up drops out of the war, as there may be too few cards to deal. Nobody wins a
    round that can never be decided, as all are at war and the cards to be dealt are all of one rank.

    Parameters
    ----------
    players : int, default 2
        How many sit at the table, 2 to 16.
    face_down : int, default 0
        Cards each player at war lays face down before the one that is compared, at most 1000: all of them are laid,
        however few there are, as they are dealt again and again.
    max_rounds : int
        How many rounds to play; it has no default.
    pack : Pack, default Pack.french()
        The cards a random game is dealt from; hands that are given may hold any ranks.

    Raises
    ------
    TypeError, ValueError
        Where a field is out of range, or `max_rounds` is missing.

    Notes
    -----
    Source: the JavaScript library *gameofwar* by tsears, class EndlessWarGame.

    Examples
    --------
    >>> EndlessWar(max_rounds=1000)
    EndlessWar(players=2, face_down=0, max_rounds=1000, pack=Pack('4x2 4x3 4x4 4x5 4x6 4x7 4x8 4x9 4x10 4J 4Q 4K 4A'))
    """

    players: int = 2
    face_down: int = 0
    max_rounds: int = field(kw_only=True)
    pack: Pack = _FRENCH

    def __post_init__(self) -> None:
        _check_integer(self, "players", 2, MAX_PLAYERS)
        _check_integer(self, "face_down", 0, MAX_DEALT_AGAIN)
        _check_integer(self, "max_rounds", 0, MAX_ROUNDS)
        _check_pack(self)

    @property
    def is_random(self) -> bool:
        """Whether something in the game itself is left to chance: always."""
        return True


class _ForTwo(BaseRules):
    """What the games for two players without chance have in common."""

    @property
    def players(self) -> int:
        """How many sit at the table: 2."""
        return 2

    @property
    def is_random(self) -> bool:
        """Whether something in the game itself is left to chance: nothing is."""
        return False


@dataclass(frozen=True)
class Combat(_ForTwo):
    """Combat: War on distinct cards, the winner's card picked up first.

    The higher of the two top cards wins both, which go under the winner's hand, his own first. The puzzle has no
    rule for a state that comes back; such a game ends in ``Ending.LOOP`` without a winner.

    Parameters
    ----------
    pack : Pack, default Pack.of(1, 50)
        The cards a random game is dealt from; hands that are given may hold any distinct ranks.

    Notes
    -----
    Source: Advent of Code 2020, day 22, "Crab Combat", part 1.

    Examples
    --------
    >>> Combat().pack.size
    50
    """

    pack: Pack = _FIFTY

    def __post_init__(self) -> None:
        _check_pack(self)


@dataclass(frozen=True)
class RecursiveCombat(Combat):
    """Recursive Combat: a round may be decided by a game on copies of the next cards.

    Before each round, if this game or sub-game has already had exactly these two hands, player 1 wins it.
    Otherwise both draw; if both hold at least as many further cards as the value they drew, a sub-game on copies
    of that many next cards decides the round, else the higher card does. The winner of the round puts his own
    card under his hand first, even if it is the lower one.

    Parameters
    ----------
    pack : Pack, default Pack.of(1, 50)
        The cards a random game is dealt from; hands that are given may hold any distinct ranks from 1 on.

    Notes
    -----
    Source: Advent of Code 2020, day 22, "Crab Combat", part 2. A main game that repeats is reported as
    ``Ending.LOOP`` with winner 1 and the hands as they stood at the repetition.

    Examples
    --------
    >>> RecursiveCombat() == Combat()
    False
    """


class _Payments(Mapping[int, int]):
    """A mapping that can be hashed, for a field of a frozen dataclass."""

    __slots__ = ("_pairs",)

    def __init__(self, pairs: Mapping[int, int]) -> None:
        self._pairs = dict(sorted(pairs.items()))

    def __getitem__(self, rank: int) -> int:
        return self._pairs[rank]

    def __iter__(self) -> Iterator[int]:
        return iter(self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def __hash__(self) -> int:
        return hash(tuple(self._pairs.items()))

    def __reduce__(self) -> tuple[type["_Payments"], tuple[dict[int, int]]]:
        return _Payments, (self._pairs,)

    def __repr__(self) -> str:
        return repr(self._pairs)


@dataclass(frozen=True)
class Camicia(_ForTwo):
    """Camicia, alias Beggar-My-Neighbour: court cards demand payment, a payment made in full gives the pile.

    Player 1 leads. Players lay their top cards in turn; number cards pass the turn. A court card demands its
    payment from the other player, card by card; a court card among the payment ends it and demands its own. A
    payment made in full gives the pile to the player of the last court card, under his hand in the order played,
    and he leads. A player who must play and cannot has lost: the other takes the pile, which counts as a trick.
    After a trick an empty hand ends the game. A state is both hands, number cards all equal, and the leader.

    Parameters
    ----------
    pack : Pack, default Pack("36- 4J 4Q 4K 4A")
        The cards a random game is dealt from.
    payments : mapping of int to int, default {11: 1, 12: 2, 13: 3, 14: 4}
        How many cards each court card demands. Ranks without a payment that are 2 to 10, ``-``, or in the pack
        are number cards; any other rank in a hand is an error.

    Raises
    ------
    TypeError, ValueError
        Where a payment is not an integer of at least 1, or ``-`` is given one.

    Notes
    -----
    Source: "Camicia", the exercise of Exercism; the game of Paulhus, *Beggar My Neighbour*, 1999.

    Examples
    --------
    >>> Camicia().payments[14]
    4
    >>> Camicia.italian().pack
    Pack('28- 4J 4Q 4K')
    """

    pack: Pack = _COURTS
    payments: Mapping[int, int] = _Payments({J: 1, Q: 2, K: 3, A: 4})

    def __post_init__(self) -> None:
        _check_pack(self)
        if not isinstance(self.payments, Mapping):
            raise TypeError(f"Camicia: expected payments as a mapping of rank to cards, got {self.payments!r}")
        payments = {}
        for rank, payment in self.payments.items():
            rank, payment = read_integer("a rank in payments", rank), read_integer(f"payments[{rank!r}]", payment)
            if rank <= NUMBER:
                raise ValueError(f"Camicia: expected a rank of at least 1 in payments, got {rank}")
            if not 1 <= payment <= MAX_CARDS:
                raise ValueError(f"Camicia: expected payments[{rank}] from 1 to {MAX_CARDS}, got {payment}")
            payments[rank] = payment
        object.__setattr__(self, "payments", _Payments(payments))

    @cached_property
    def _codes(self) -> Mapping[int, int]:
        """What the engines play for each card that may lie in a hand: 0 for number cards, 1, 2, … for courts."""
        numbers = {NUMBER, DASH, *range(2, 11), *dict(self.pack.counts)}
        return dict.fromkeys(numbers, 0) | {rank: code for code, rank in enumerate(self.payments, 1)}

    @classmethod
    def italian(cls, **changes: Any) -> "Camicia":
        """The Italian game of 40 cards, 28 of them number cards, with payments of 1, 2 and 3 by J, Q and K.

        Source: Camicia as it is played in Italy, where ace, two and three demand 1, 2 and 3 cards. `changes` are
        other fields.
        """
        return _preset(cls, changes, pack=Pack("28- 4J 4Q 4K"), payments={J: 1, Q: 2, K: 3})


Rules: TypeAlias = War | EndlessWar | Combat | RecursiveCombat | Camicia


def _preset(cls: type[R], changes: Mapping[str, Any], **values: Any) -> R:
    return cls(**{**values, **changes})


def read_integer(name: str, value: object) -> int:
    """Return the integer that a value is, and refuse all others, bools among them.

    >>> read_integer("players", True)
    Traceback (most recent call last):
    TypeError: expected an integer for players, got True
    """
    if is_bool(value):
        raise TypeError(f"expected an integer for {name}, got {value!r:.60}")
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"expected an integer for {name}, got {value!r:.60}") from None


def _check_integer(rules: Rules, name: str, low: int, high: int) -> None:
    kind = type(rules).__name__
    value = read_integer(f"{kind}({name}=…)", getattr(rules, name))
    if not low <= value <= high:
        raise ValueError(f"{kind}: expected {name} from {low} to {high}, got {value}")
    object.__setattr__(rules, name, value)


def _check_choice(rules: Rules, name: str, choices: tuple[str | None, ...]) -> None:
    value = getattr(rules, name)
    if not isinstance(value, (str, type(None))) or value not in choices:
        legal = ", ".join(map(repr, choices))
        raise ValueError(f"{type(rules).__name__}: expected {name} to be one of {legal}, got {value!r}")


def _check_pack(rules: Rules) -> None:
    if not isinstance(rules.pack, Pack):
        raise TypeError(f"{type(rules).__name__}: expected pack to be a Pack, got {rules.pack!r}")


def describe(rules: Rules) -> str:
    """Write down the rules as the call that makes them, without the fields that have their defaults.

    >>> describe(War.gameofwar())
    "War(face_down=1, pickup='seat-order', short='longest')"
    """
    changed = [f for f in fields(rules) if getattr(rules, f.name) != f.default]
    return f"{type(rules).__name__}({', '.join(f'{f.name}={getattr(rules, f.name)!r}' for f in changed)})"


def known_cards(rules: Camicia) -> str:
    """Name the cards that may lie in a hand, for messages.

    >>> known_cards(Camicia.italian())
    "'-', 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q or K"
    """
    *others, last = [rank_name(rank) for rank in sorted(rules._codes) if rank > NUMBER]
    return ", ".join(["'-'", *others]) + f" or {last}"


def chance_in(rules: Rules) -> str:
    """Name what is left to chance in a game, for messages.

    >>> chance_in(War.bicycle())
    "pickup='random'"
    """
    if isinstance(rules, EndlessWar):
        return "the next deal of EndlessWar"
    chances = {"pickup": "random", "refill": "shuffle", "tie": "random"}
    return " and ".join(f"{name}={value!r}" for name, value in chances.items() if getattr(rules, name, None) == value)
