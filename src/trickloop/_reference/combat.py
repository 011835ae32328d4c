"""Recursive Combat. Seats are counted from 0 here, and a card is its value; plain Combat is a game of War."""

from collections import deque
from collections.abc import Sequence
from itertools import islice

from trickloop._reference.orbit import NO_LIMIT, play_out
from trickloop._reference.war import Laid, WarGame
from trickloop.outcome import Ending, Loop


class RecursiveCombatGame:
    """A game or sub-game of Recursive Combat in progress."""

    def __init__(self, hands: Sequence[Sequence[int]]) -> None:
        self.hands = [deque(hand) for hand in hands]
        self.rounds = 0
        self.round_wins = [0, 0]
        self.drawn = [0, 0]
        self.sub_game = False
        self.taker = 0
        self.winner: int | None = None
        self.ending: Ending | None = None
        self.loop_start = -1
        self.seen: dict[tuple[tuple[int, ...], ...], int] = {}
        self.settle()

    @property
    def cards(self) -> int:
        """Cards laid in this game; its sub-games lay none."""
        return 2 * self.rounds

    @property
    def table(self) -> list[Laid]:
        """The cards drawn in the last round."""
        return [Laid(seat, card, True) for seat, card in enumerate(self.drawn)]

    @property
    def picked(self) -> list[int]:
        """The places on the table in the order they were picked up."""
        return [self.taker, 1 - self.taker]

    def play_round(self) -> None:
        """Draw, decide the round, by a sub-game if need be, and hand over both cards."""
        self.draw()
        self.sub_game = self.recurses()
        self.take(sub_game_winner(self.copies()) if self.sub_game else self.higher())
        self.settle()

    def draw(self) -> None:
        """Draw both top cards."""
        self.rounds += 1
        self.drawn = [hand.popleft() for hand in self.hands]

    def recurses(self) -> bool:
        """Say whether both hands hold enough further cards for a sub-game."""
        return all(len(hand) >= card for hand, card in zip(self.hands, self.drawn, strict=True))

    def copies(self) -> list[list[int]]:
        """Copy the next cards of both hands, as many as the value drawn."""
        return [list(islice(hand, card)) for hand, card in zip(self.hands, self.drawn, strict=True)]

    def higher(self) -> int:
        """Return the seat that drew the higher card."""
        return 0 if self.drawn[0] > self.drawn[1] else 1

    def take(self, seat: int) -> None:
        """Put both cards under the hand of the seat that won the round, his own first."""
        self.hands[seat].extend((self.drawn[seat], self.drawn[1 - seat]))
        self.round_wins[seat] += 1
        self.taker = seat

    def settle(self) -> None:
        """End the game where a hand is empty or both hands have been the same before."""
        holders = [seat for seat in (0, 1) if self.hands[seat]]
        if len(holders) < 2:
            self.ending = Ending.WIN if holders else Ending.DRAW
            self.winner = holders[0] if holders else None
            return
        state = tuple(map(tuple, self.hands))
        if state in self.seen:
            self.ending, self.winner, self.loop_start = Ending.LOOP, 0, self.seen[state]
        self.seen[state] = self.rounds


def sub_game_winner(hands: Sequence[Sequence[int]]) -> int:
    """Play a sub-game, and those within it, and return the seat that wins it."""
    # The stack is ours, since a game of n cards can nest n / 2 games.
    games = [open_sub_game(hands)]
    while True:
        game = games[-1]
        winner = game.winner
        if winner is not None:
            games.pop()
            if not games:
                return winner
            game = games[-1]
        else:
            game.draw()
            if game.recurses():
                games.append(open_sub_game(game.copies()))
                continue
            winner = game.higher()
        game.take(winner)
        game.settle()


def open_sub_game(hands: Sequence[Sequence[int]]) -> RecursiveCombatGame:
    """Set up a sub-game; it has its winner already where the first seat holds the highest card.

    That card is worth at least n, the number of cards, as the values are distinct and start at 1. So the round in
    which it is drawn, with n - 2 cards left, is never decided by a sub-game, and the first seat cannot lose it.
    The game ends with all cards in that seat's hand or with a repetition, and is won by it either way.
    """
    game = RecursiveCombatGame(hands)
    if max(hands[0]) > max(hands[1]):
        game.winner = 0
    return game


def combat_game(hands: Sequence[Sequence[int]]) -> WarGame:
    """Set up a game of Combat: War on distinct cards, so that no war comes."""
    return WarGame(hands, 0, "winner-first", "lose", None, "war", None)


def play_combat(hands: Sequence[Sequence[int]]) -> tuple[WarGame, Ending, Loop | None]:
    """Play a game of Combat to its end."""
    return play_out(lambda: combat_game(hands), NO_LIMIT)


def play_recursive_combat(hands: Sequence[Sequence[int]]) -> tuple[RecursiveCombatGame, Ending, Loop | None]:
    """Play a game of Recursive Combat to its end."""
    game = RecursiveCombatGame(hands)
    while game.ending is None:
        game.play_round()
    if game.ending is not Ending.LOOP:
        return game, game.ending, None
    length = game.rounds - game.loop_start
    return game, Ending.LOOP, Loop(game.loop_start, length, 2 * length)
