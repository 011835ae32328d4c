"""Camicia, alias Beggar-My-Neighbour. Seats are counted from 0 here, and number cards are all one card."""

from collections import deque
from collections.abc import Sequence
from typing import Self

from trickloop._reference.orbit import NO_LIMIT, play_out
from trickloop._reference.war import Laid
from trickloop.outcome import Ending, Loop


class CamiciaGame:
    """A game of Camicia in progress; ``payments[card]`` is what a card demands, 0 for a number card."""

    def __init__(self, hands: Sequence[Sequence[int]], payments: Sequence[int]) -> None:
        self.hands = [deque(hand) for hand in hands]
        self.payments = payments
        self.leader = 0
        self.rounds = 0
        self.cards = 0
        self.round_wins = [0, 0]
        self.pile: list[int] = []
        self.players: list[int] = []
        self.winner: int | None = None
        self.ending: Ending | None = None
        self.settle()

    @property
    def table(self) -> list[Laid]:
        """The pile of the last trick, and who laid what."""
        return [Laid(player, card, True) for player, card in zip(self.players, self.pile, strict=True)]

    @property
    def picked(self) -> list[int]:
        """The places in the pile in the order they were picked up."""
        return list(range(len(self.pile)))

    @property
    def taker(self) -> int:
        """The seat that won the last trick."""
        return self.leader

    def play_round(self) -> None:
        """Play one trick: until the pile is collected."""
        self.rounds += 1
        self.pile = []
        self.players = []
        player = self.leader
        due = 0
        while self.hands[player]:
            card = self.hands[player].popleft()
            self.pile.append(card)
            self.players.append(player)
            self.cards += 1
            if self.payments[card]:
                due = self.payments[card]
                player = 1 - player
            elif due:
                due -= 1
                if not due:
                    break
            else:
                player = 1 - player
        # Whether he paid in full or could not play, the one to play has lost the trick.
        self.take(1 - player)
        self.settle()

    def take(self, seat: int) -> None:
        """Put the pile under the hand of the seat that won the trick; he leads."""
        self.hands[seat].extend(self.pile)
        self.round_wins[seat] += 1
        self.leader = seat

    def settle(self) -> None:
        """End the game where at most one seat has cards."""
        holders = [seat for seat in (0, 1) if self.hands[seat]]
        if len(holders) == 1:
            self.ending, self.winner = Ending.WIN, holders[0]
        elif not holders:
            self.ending = Ending.DRAW

    def same_state(self, other: Self) -> bool:
        """Say whether both hands are the same, from top to bottom, and the same seat leads."""
        return self.leader == other.leader and self.hands == other.hands

    def copy(self) -> Self:
        """Return the game as it stands."""
        twin = type(self)(self.hands, self.payments)
        twin.leader = self.leader
        twin.rounds, twin.cards = self.rounds, self.cards
        twin.round_wins = self.round_wins.copy()
        return twin


def play_camicia(hands: Sequence[Sequence[int]], payments: Sequence[int]) -> tuple[CamiciaGame, Ending, Loop | None]:
    """Play a game of Camicia to its end."""
    return play_out(lambda: CamiciaGame(hands, payments), NO_LIMIT)
