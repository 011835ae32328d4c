"""Endless War for any number of players. Seats are counted from 0 here, and cards are ranks."""

from collections import deque
from collections.abc import Iterator, Sequence

from trickloop._reference.chance import Words, random_order
from trickloop._reference.orbit import play_up_to
from trickloop._reference.war import Laid, Shuffled
from trickloop.outcome import Ending, Loop


class EndlessWarGame:
    """A game of Endless War in progress; `key` is what chance is drawn from."""

    def __init__(self, hands: Sequence[Sequence[int]], rest: Sequence[int], face_down: int, key: int) -> None:
        self.hands = [deque(hand) for hand in hands]
        self.deck = list(reversed(rest))
        self.discard: list[int] = []
        self.face_down = face_down
        self.words: Iterator[int] = Words(key)
        self.rounds = 0
        self.cards = 0
        self.wars = 0
        self.round_wins = [0] * len(hands)
        self.table: list[Laid] = []
        self.shuffled: list[Shuffled] = []
        self.stuck = False
        self.taker: int | None = None
        self.winner: int | None = None
        self.ending: Ending | None = None

    @property
    def picked(self) -> list[int]:
        """The places on the table in the order they were picked up: none, as nobody picks up anything."""
        return []

    @property
    def out_of_play(self) -> list[int]:
        """The deck, top first, and the discard, in the order laid."""
        return [*reversed(self.deck), *self.discard]

    def play_round(self) -> None:
        """Turn the top cards and fight the wars they cause; all cards go to the discard as they are laid."""
        self.rounds += 1
        self.table = []
        self.shuffled = []
        self.stuck = False
        level = self.highest(self.step(list(range(len(self.hands))), face_up=True))
        while len(level) > 1:
            self.wars += 1
            for _ in range(self.face_down):
                if not self.stuck:
                    self.step(level, face_up=False)
            level = [] if self.stuck else self.highest(self.step(level, face_up=True))
        self.taker = level[0] if level else None
        if level:
            self.round_wins[level[0]] += 1

    def step(self, level: list[int], face_up: bool) -> list[int]:
        """Lay one card of each of the seats that has one, and return these seats."""
        able = [seat for seat in level if self.hands[seat]]
        for seat in able:
            card = self.hands[seat].popleft()
            self.table.append(Laid(seat, card, face_up))
            self.discard.append(card)
        self.cards += len(able)
        if not all(self.hands):
            equal = self.redeal()
            # All play on with what they are dealt until the first of them, who had nothing left, is out again. So
            # where all are at war and are dealt equal cards, this goes on for ever, and nobody wins the round.
            self.stuck = equal and len(able) == len(self.hands)
        return able

    def highest(self, level: list[int]) -> list[int]:
        """Return those of the seats whose last card is the highest."""
        last = {laid.seat: laid.card for laid in self.table}
        best = max((last[seat] for seat in level), default=0)
        return [seat for seat in level if last[seat] == best]

    def redeal(self) -> bool:
        """Put the discard on the deck, its top first, shuffle, and deal evenly on top of the hands.

        Return whether all these cards are of one rank.
        """
        self.deck += reversed(self.discard)
        self.discard = []
        order = random_order(len(self.deck), self.words)
        self.shuffled.append(Shuffled(len(self.table), -1, order))
        self.deck = [self.deck[place] for place in order]
        equal = len(set(self.deck)) == 1
        for _ in range(len(self.deck) // len(self.hands)):
            for hand in self.hands:
                hand.appendleft(self.deck.pop())
        return equal


def play_endless_war(
    hands: Sequence[Sequence[int]], rest: Sequence[int], face_down: int, key: int, max_rounds: int
) -> tuple[EndlessWarGame, Ending, Loop | None]:
    """Play a game of Endless War for `max_rounds`."""
    return play_up_to(EndlessWarGame(hands, rest, face_down, key), max_rounds)
