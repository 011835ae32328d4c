"""War for any number of players. Seats are counted from 0 here, and cards are ranks."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

from trickloop._reference.chance import Words, below, random_order
from trickloop._reference.orbit import play_out, play_up_to
from trickloop.outcome import Ending, Loop


class Laid(NamedTuple):
    """A card on the table."""

    seat: int
    card: int
    face_up: bool


class Shuffled(NamedTuple):
    """A shuffle in the middle of a round."""

    laid: int
    """How many cards lay on the table."""
    seat: int
    """Whose cards they were, or -1 for those that are nobody's."""
    order: list[int]
    """The former place of each card."""


class WarGame:
    """A game of War in progress; `key` is what chance is drawn from, ``None`` where there is none."""

    def __init__(
        self,
        hands: Sequence[Sequence[int]],
        face_down: int,
        pickup: str,
        shortage: str,
        refill: str | None,
        tie: str,
        key: int | None,
    ) -> None:
        self.active = [deque(hand) for hand in hands]
        self.won: list[list[int]] = [[] for _ in hands]
        self.face_down = face_down
        self.pickup = pickup
        self.shortage = shortage
        self.refill = refill
        self.tie = tie
        self.words: Iterator[int] = Words(key or 0)
        self.rounds = 0
        self.cards = 0
        self.wars = 0
        self.round_wins = [0] * len(hands)
        self.out_of_play: list[int] = []
        self.table: list[Laid] = []
        self.picked: list[int] = []
        self.shuffled: list[Shuffled] = []
        self.taker: int | None = None
        self.winner: int | None = None
        self.ending: Ending | None = None
        self.settle()

    @property
    def hands(self) -> list[list[int]]:
        """The cards of each seat: its hand, top first, and its won pile."""
        return [[*hand, *won] for hand, won in zip(self.active, self.won, strict=True)]

    def size(self, seat: int) -> int:
        """Return how many cards a seat has."""
        return len(self.active[seat]) + len(self.won[seat])

    def play_round(self) -> None:
        """Turn the top cards, fight the wars they cause, and hand over the table."""
        self.rounds += 1
        self.table = []
        self.picked = []
        self.shuffled = []
        self.taker = None
        level = [seat for seat in range(len(self.active)) if self.size(seat)]
        for seat in level:
            self.lay(seat, face_up=True)
        level = self.highest(level)
        while len(level) > 1:
            self.wars += 1
            if self.tie == "random":
                level = [level[below(len(level), self.words)]]
                break
            level = self.highest(self.fight(level))
            if self.ending is not None:
                self.lose_table()
                return
        if level:
            self.take(level[0])
        else:
            self.lose_table()
        self.settle()

    def lay(self, seat: int, face_up: bool) -> None:
        """Lay a seat's top card on the table; a hand that is empty is filled from the won pile first."""
        if not self.active[seat]:
            self.fill_hand(seat)
        self.table.append(Laid(seat, self.active[seat].popleft(), face_up))
        self.cards += 1

    def fill_hand(self, seat: int) -> None:
        """Shuffle the won pile of a seat and make it its hand."""
        order = random_order(len(self.won[seat]), self.words)
        self.shuffled.append(Shuffled(len(self.table), seat, order))
        self.active[seat].extend(self.won[seat][place] for place in order)
        self.won[seat] = []

    def highest(self, level: list[int]) -> list[int]:
        """Return those of the seats whose last card is the highest; one seat alone need not have laid any."""
        if len(level) < 2:
            return level
        last = {laid.seat: laid.card for laid in self.table}
        best = max(last[seat] for seat in level)
        return [seat for seat in level if last[seat] == best]

    def fight(self, level: list[int]) -> list[int]:
        """Lay the cards of a war and return the seats whose last cards are to be compared.

        The game is over, and nothing is laid, where `shortage` makes it a draw.
        """
        left = {seat: self.size(seat) for seat in level}
        need = self.face_down + 1
        if self.shortage == "shorten":
            need = min([need, *(count for count in left.values() if count > 0)])

        if self.shortage in ("last-card", "shorten"):
            able = [seat for seat in level if left[seat] > 0]
        else:
            able = [seat for seat in level if left[seat] >= need]
        if self.shortage == "first-out" and not able:
            most = max(left.values())
            able = [seat for seat in level if left[seat] == most]
            if len(able) > 1:
                able = []
        if (not able and self.shortage != "longest") or (self.shortage == "draw" and len(able) < len(level)):
            self.ending = Ending.DRAW
            return []

        # Who cannot compare a card lays all he has; who is alone lays nothing, except where all lay together.
        quota = {seat: min(left[seat], need) for seat in level}
        if len(able) == 1 and self.shortage != "longest":
            quota[able[0]] = 0
        for nth in range(1, max(quota.values()) + 1):
            for seat in level:
                if nth <= quota[seat]:
                    self.lay(seat, face_up=nth == quota[seat] and seat in able)
        return able

    def take(self, seat: int) -> None:
        """Put the table under the hand of the seat that won the round."""
        seats = len(self.active)
        after = [(seat + step) % seats for step in range(seats)]
        places = range(len(self.table))
        if self.pickup == "winner-first":
            self.picked = sorted(places, key=lambda place: after.index(self.table[place].seat))
        elif self.pickup == "loser-first":
            self.picked = sorted(places, key=lambda place: (after[1:] + after[:1]).index(self.table[place].seat))
        elif self.pickup == "seat-order":
            self.picked = sorted(places, key=lambda place: self.table[place].seat)
        elif self.pickup == "high-low":
            self.picked = sorted(places, key=lambda place: -self.table[place].card)
        elif self.pickup == "random":
            self.picked = random_order(len(self.table), self.words)
        else:
            self.picked = list(places)
        pile = self.won if self.refill else self.active
        pile[seat].extend(self.table[place].card for place in self.picked)
        self.round_wins[seat] += 1
        self.taker = seat

    def lose_table(self) -> None:
        """Take the table out of the game."""
        self.out_of_play += [laid.card for laid in self.table]

    def settle(self) -> None:
        """End the game where at most one seat has cards."""
        holders = [seat for seat in range(len(self.active)) if self.size(seat)]
        if len(holders) == 1:
            self.ending, self.winner = Ending.WIN, holders[0]
        elif not holders:
            self.ending = Ending.DRAW

    def same_state(self, other: Self) -> bool:
        """Say whether all hands are the same, from top to bottom, where nothing is left to chance."""
        return self.active == other.active

    def copy(self) -> Self:
        """Return the game as it stands, where nothing is left to chance."""
        twin = type(self)(self.active, self.face_down, self.pickup, self.shortage, self.refill, self.tie, None)
        twin.rounds, twin.cards, twin.wars = self.rounds, self.cards, self.wars
        twin.round_wins = self.round_wins.copy()
        twin.out_of_play = self.out_of_play.copy()
        return twin


def play_war(
    hands: Sequence[Sequence[int]],
    face_down: int,
    pickup: str,
    shortage: str,
    refill: str | None,
    tie: str,
    key: int | None,
    max_rounds: int,
) -> tuple[WarGame, Ending, Loop | None]:
    """Play a game of War to its end."""

    def deal() -> WarGame:
        return WarGame(hands, face_down, pickup, shortage, refill, tie, key)

    return play_out(deal, max_rounds) if key is None else play_up_to(deal(), max_rounds)
