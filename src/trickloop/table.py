"""War and Endless War step by step, with cards, a deck and players that can be looked at and changed in between.

The names are those of the JavaScript library *gameofwar* by tsears. Iteration, indices and repr go from the top down.
"""

import copy
import secrets
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import repeat
from typing import Self

from trickloop._chance import Rng, key_of
from trickloop._reference import endless, war
from trickloop._reference.chance import Words, random_order
from trickloop.cards import MAX_RANK
from trickloop.outcome import Ending
from trickloop.rules import MAX_CARDS, MAX_DEALT_AGAIN, MAX_PLAYERS, War, describe, read_integer

__all__ = ["Card", "Deck", "EndlessWarGame", "Player", "RoundResult", "WarGame"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a suit and a rank, integers from 0 on; play compares the rank alone, which may be any.

    >>> card = Card(2, 13)
    >>> card.suit, card.rank, str(card)
    (2, 13, '2-13')
    """

    suit: int
    rank: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "suit", _integer("a suit", self.suit))
        object.__setattr__(self, "rank", _integer("a rank", self.rank))

    def __str__(self) -> str:
        return f"{self.suit}-{self.rank}"

    def __repr__(self) -> str:
        return f"Card({self.suit}, {self.rank})"


class _ByValue:
    """What changes in play: equal to what has the same contents, and copied with all of them."""

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(self) is type(other) else NotImplemented

    def __copy__(self) -> Self:
        return copy.deepcopy(self)


class _Stack(_ByValue):
    """Cards on each other, from the top down."""

    def __init__(self, cards: Iterable[Card]) -> None:
        if isinstance(cards, (Set, Mapping)) or not isinstance(cards, Iterable):
            raise TypeError(f"expected cards in order, top first, got {cards!r:.60}")
        self._cards = deque(map(_card, cards))

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __getitem__(self, place: int) -> Card:
        return self._cards[place]


class Deck(_Stack):
    """A deck of `num_suits` suits and `num_ranks` ranks: suit 1 rank 1, suit 1 rank 2, …; the last card is the top.

    `cards`, top first, are what it holds instead.

    >>> deck = Deck(2, 3)
    >>> [str(card) for card in deck]
    ['2-3', '2-2', '2-1', '1-3', '1-2', '1-1']
    >>> deck.deal(), deck.deal(), deck.current_size, deck.initial_size
    (Card(2, 3), Card(2, 2), 4, 6)
    """

    def __init__(self, num_suits: int, num_ranks: int, *, cards: Iterable[Card] | None = None) -> None:
        self.num_suits = _integer("num_suits", num_suits, 0, MAX_CARDS)
        self.num_ranks = _integer("num_ranks", num_ranks, 0, MAX_CARDS)
        every = (Card(suit, rank) for suit in range(num_suits, 0, -1) for rank in range(num_ranks, 0, -1))
        super().__init__(every if cards is None else cards)

    @property
    def current_size(self) -> int:
        """How many cards are on the deck now."""
        return len(self)

    @property
    def initial_size(self) -> int:
        """How many cards a new deck of these suits and ranks has."""
        return self.num_suits * self.num_ranks

    def deal(self) -> Card:
        """Remove the top card and return it; an empty deck is a ValueError."""
        if not self._cards:
            raise ValueError("expected a card to deal, got an empty deck")
        return self._cards.popleft()

    def add(self, card: Card) -> None:
        """Put a card on top."""
        self._cards.appendleft(_card(card))

    def shuffle(self, rng: Rng = None) -> None:
        """Put the cards that are on the deck now in random order; `rng` is that of `trickloop.play`, or fresh."""
        self._lay(random_order(len(self), _words(rng)))

    def _lay(self, order: Sequence[int]) -> None:
        """Lay the cards anew, each from its former place; here, as in the engine, places count from the bottom."""
        former = list(reversed(self._cards))
        self._cards = deque([former[place] for place in reversed(order)])

    def __repr__(self) -> str:
        others = "" if self == Deck(self.num_suits, self.num_ranks) else f", cards={list(self._cards)!r}"
        return f"{type(self).__name__}({self.num_suits}, {self.num_ranks}{others})"


class Player(_Stack):
    """A player: a name, and a stack of cards, top first.

    >>> player = Player("Ada", [Card(3, 3), Card(2, 2)])
    >>> player.add_card(Card(1, 1))
    >>> player.award_card(Card(4, 4))
    >>> player
    Player('Ada', [Card(1, 1), Card(3, 3), Card(2, 2), Card(4, 4)])
    >>> player.reveal_card(), player.card_count
    (Card(1, 1), 3)
    """

    def __init__(self, name: str, cards: Iterable[Card] = ()) -> None:
        if not isinstance(name, str):
            raise TypeError(f"expected a name as text, got {name!r:.60}")
        self.name = name
        super().__init__(cards)

    @property
    def card_count(self) -> int:
        """How many cards the player has."""
        return len(self)

    score = card_count

    def add_card(self, card: Card) -> None:
        """Put a card on top, to be played next."""
        self._cards.appendleft(_card(card))

    def award_card(self, card: Card) -> None:
        """Put a card at the bottom, to be played last."""
        self._cards.append(_card(card))

    def reveal_card(self) -> Card:
        """Remove the top card and return it; an empty stack is a ValueError."""
        if not self._cards:
            raise ValueError(f"expected a card to reveal, got the empty stack of {self.name!r:.60}")
        return self._cards.popleft()

    def __bool__(self) -> bool:
        # `if result.winner` asks who won, also when he has lost all his cards since.
        return True

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {list(self._cards)!r})"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What happened in one round.

    >>> WarGame(Deck(1, 2), 2, shuffle=False).play_round().draws
    ((Card(1, 2),), (Card(1, 1),))
    """

    draws: tuple[tuple[Card, ...], ...]
    """The cards each player laid, in the order drawn; none where a player had no card."""
    war: bool
    """Whether there was a war."""
    winner: Player | None = field(hash=False)
    """Who won it, the very object, which goes on changing; ``None`` where nobody did, even if one has cards left."""
    game_over: bool
    """Whether the game was over after the round."""


class _Table(_ByValue):
    """What both games share: players who were dealt a copy of a deck."""

    game_over = False

    def __init__(self, deck: Deck, num_players: int, shuffle: bool, rng: Rng) -> None:
        if not isinstance(deck, Deck):
            raise TypeError(f"expected a Deck, got {deck!r:.60}")
        if len(deck) < num_players:
            raise ValueError(f"expected at least one card for each of {num_players} players, got {len(deck)}")
        if not shuffle and rng is not None:
            raise ValueError(f"expected no rng, as nothing is shuffled, got {rng!r:.60}")
        self.deck = Deck(deck.num_suits, deck.num_ranks, cards=deck)
        self.players = tuple([Player(f"Player {number}") for number in range(1, num_players + 1)])
        self.rounds = 0
        words = _words(rng) if shuffle else None
        if words:
            self.deck._lay(random_order(len(deck), words))
        self._chance = words and words.state
        self._deal()

    def get_player(self, number: int) -> Player:
        """Return a player; the first is number 1."""
        return self.players[_integer("a player", number, 1, len(self.players)) - 1]

    def _deal(self) -> None:
        for _ in range(len(self.deck) // len(self.players)):
            for player in self.players:
                player.add_card(self.deck.deal())

    def _hands(self) -> list[list[int]]:
        return [[card.rank for card in player] for player in self.players]

    def _play(self, game: war.WarGame | endless.EndlessWarGame) -> None:
        """Play one round on the engine, and take over how far it has drawn from chance."""
        words = Words(self._chance or 0)
        # Of the highest word `below(n)` makes n - 1, so that a shuffle leaves every card where it is.
        game.words = repeat(2**64 - 1) if self._chance is None else words
        game.play_round()
        self._chance = None if self._chance is None else words.state
        self.rounds += 1

    def _result(self, game: war.WarGame | endless.EndlessWarGame, laid: Sequence[Card]) -> RoundResult:
        draws: list[list[Card]] = [[] for _ in self.players]
        for (seat, _, _), card in zip(game.table, laid, strict=True):
            draws[seat].append(card)
        winner = None if game.taker is None else self.players[game.taker]
        return RoundResult(tuple(map(tuple, draws)), game.wars > 0, winner, self.game_over)

    def __repr__(self) -> str:
        sizes = ":".join(str(len(player)) for player in self.players)
        over = ", over" if self.game_over else ""
        return f"<{type(self).__name__} with {sizes} cards after round {self.rounds}{over}>"


class WarGame(_Table):
    """A game of War, played one round at a time.

    A copy of the deck is shuffled and dealt card by card, player 1 first, each card on top of the player's stack; what
    does not divide stays in `deck`. Cards of a round without a winner go to `lost`. The `players` may be given cards
    and lose them between rounds. Most games go on for ever, so look at `rounds`. Copies and pickles go on as the game.

    Parameters
    ----------
    deck : Deck
        The cards; it is not changed.
    num_players : int
        How many play, 2 to 16, each with a card at least.
    rules : War, default War.gameofwar(num_players)
        The house rules, for as many players and without `refill`; `pack` and `max_rounds` play no part.
    shuffle : bool, default True
        ``False`` deals the deck as it is; then the rules must leave nothing to chance.
    rng : int, SeedSequence, BitGenerator or Generator, optional
        What all chance is drawn from, the shuffle first, as in `trickloop.play`; by default the system's entropy.

    Examples
    --------
    >>> game = WarGame(Deck(4, 13), 4, rng=42)
    >>> game.get_player(1).add_card(Card(1, 1000))
    >>> game.play_round().winner.name
    'Player 1'
    >>> game
    <WarGame with 17:12:12:12 cards after round 1>
    """

    def __init__(
        self, deck: Deck, num_players: int, *, rules: War | None = None, shuffle: bool = True, rng: Rng = None
    ) -> None:
        num_players = _integer("num_players", num_players, 2, MAX_PLAYERS)
        self.rules = War.gameofwar(num_players) if rules is None else rules
        if not isinstance(self.rules, War):
            raise TypeError(f"expected the rules of War, got {rules!r:.60}")
        if self.rules.players != num_players:
            raise ValueError(f"expected rules for {num_players} players, got rules for {self.rules.players}")
        if self.rules.refill is not None:
            raise ValueError(f"expected rules with refill=None, as a player has one stack, got {self.rules.refill!r}")
        if self.rules.is_random and not shuffle:
            raise ValueError(f"expected rules without chance, as nothing is shuffled, got {describe(self.rules)}")
        super().__init__(deck, num_players, shuffle, rng)
        self.lost: list[Card] = []
        self._drawn = False
        if not self.rules.is_random:
            self._chance = None

    @property
    def game_over(self) -> bool:  # type: ignore[override]
        """Whether at most one player has cards, or a war ended the game in a draw."""
        return self._drawn or sum(len(player) > 0 for player in self.players) < 2

    def play_round(self) -> RoundResult:
        """Play one round with all the wars it causes; a ValueError where the game is over."""
        if self.game_over:
            raise ValueError(f"expected a game that goes on, got {self!r}")
        rules = self.rules
        game = war.WarGame(self._hands(), rules.face_down, rules.pickup, rules.short, rules.refill, rules.tie, None)
        self._play(game)
        laid = [self.players[seat].reveal_card() for seat, _, _ in game.table]
        if game.taker is None:
            self.lost += laid
        else:
            for place in game.picked:
                self.players[game.taker].award_card(laid[place])
        self._drawn = game.ending is Ending.DRAW
        return self._result(game, laid)


class EndlessWarGame(_Table):
    """A game of Endless War for `num_players`, played one round at a time; it is never over.

    Dealt as in `WarGame`; `rng` as there. Cards go to `discard_pile` as they are laid; in a war each player lays
    `face_down` cards before the one that is compared. Whenever a player is out of cards, in a war too, the pile
    goes on `deck`, its top first, and the deck is shuffled, unless ``shuffle=False``, and dealt again. So a card
    may be drawn twice in a round. Nobody wins a round that can never be decided: where all are at war and only
    cards of one rank are dealt again, or where, unshuffled, all cards lie once more as they did earlier in the same
    war.

    >>> game = EndlessWarGame(Deck(1, 4), 2, shuffle=False)
    >>> game.play_round().winner
    Player('Player 1', [Card(1, 4)])
    >>> game.discard_pile
    Deck(0, 0, cards=[Card(1, 1), Card(1, 2)])
    """

    def __init__(
        self, deck: Deck, num_players: int, *, face_down: int = 0, shuffle: bool = True, rng: Rng = None
    ) -> None:
        self.face_down = _integer("face_down", face_down, 0, MAX_DEALT_AGAIN)
        super().__init__(deck, _integer("num_players", num_players, 2, MAX_PLAYERS), shuffle, rng)
        self.discard_pile = Deck(0, 0)

    def play_round(self) -> RoundResult:
        """Play one round with all the wars it causes."""
        kind = _Unshuffled if self._chance is None else endless.EndlessWarGame
        game = kind(self._hands(), [card.rank for card in self.deck], self.face_down, 0)
        game.discard = [card.rank for card in reversed(self.discard_pile)]
        self._play(game)
        laid: list[Card] = []
        for shuffled in (*game.shuffled, None):
            for seat, _, _ in game.table[len(laid) : shuffled and shuffled.laid]:
                laid.append(self.players[seat].reveal_card())
                self.discard_pile.add(laid[-1])
            if shuffled:
                while self.discard_pile:
                    self.deck.add(self.discard_pile.deal())
                self.deck._lay(shuffled.order)
                self._deal()
        return self._result(game, laid)


class _Unshuffled(endless.EndlessWarGame):
    """One round where nothing is shuffled: a war whose cards come back to where they lay goes on for ever."""

    def __init__(self, hands: Sequence[Sequence[int]], rest: Sequence[int], face_down: int, key: int) -> None:
        super().__init__(hands, rest, face_down, key)
        self.seen: set[tuple[tuple[int, ...], ...]] = set()

    def highest(self, level: list[int]) -> list[int]:
        """Return those of the seats whose last card is the highest, or none in a war that has come back."""
        level = super().highest(level)
        state = tuple(level), *map(tuple, self.hands), tuple(self.deck), tuple(self.discard)
        new = state not in self.seen
        self.seen.add(state)
        return level if new else []


def _integer(name: str, value: object, low: int = 0, high: int = MAX_RANK) -> int:
    number = read_integer(name, value)
    if abs(number) > MAX_RANK:
        raise ValueError(f"expected {name} of at most {len(str(MAX_RANK))} digits, got more")
    if not low <= number <= high:
        legal = f"of at least {low}" if high == MAX_RANK else f"from {low} to {high}"
        raise ValueError(f"expected {name} {legal}, got {number}")
    return number


def _card(card: object) -> Card:
    if not isinstance(card, Card):
        raise TypeError(f"expected a Card, got {card!r:.60}")
    return card


def _words(rng: Rng) -> Words:
    return Words(secrets.randbits(64) if rng is None else key_of(rng))
