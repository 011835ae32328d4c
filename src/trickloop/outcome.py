"""What a game comes to: how it ended, what was counted, and each round as it was played."""

import enum
from dataclasses import dataclass
from typing import Any, NamedTuple


class Ending(enum.Enum):
    """How a game ended.

    Examples
    --------
    >>> Ending("loop") is Ending.LOOP
    True
    """

    WIN = "win"
    """One player has all the cards that are still in play."""
    LOOP = "loop"
    """A state came back, so the game would go on for ever."""
    LIMIT = "limit"
    """The cap on the number of rounds was reached."""
    DRAW = "draw"
    """Nobody can go on."""

    def __repr__(self) -> str:
        return f"Ending.{self.name}"


@dataclass(frozen=True, slots=True)
class Loop:
    """A state that came back.

    Examples
    --------
    >>> Loop(start=4, length=62, cards=440).length
    62
    """

    start: int
    """Rounds played before the loop is entered."""
    length: int
    """Rounds in one turn of the loop."""
    cards: int
    """Cards laid in one turn of the loop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One game, played to its end.

    Examples
    --------
    >>> from trickloop import RecursiveCombat, play
    >>> play(RecursiveCombat(), [9, 2, 6, 3, 1], [5, 8, 4, 7, 10]).score
    291
    """

    winner: int | None
    """The seat that won, from 1, or ``None``."""
    ending: Ending
    """How the game ended."""
    rounds: int
    """Rounds played; where a state came back, those until it did: ``loop.start + loop.length``."""
    cards: int
    """Cards laid on the table over the whole game, face-down ones too; sub-games lay none."""
    wars: int
    """Ties of highest cards: a double war is 2."""
    round_wins: tuple[int, ...]
    """How many rounds each seat won."""
    hands: tuple[tuple[int, ...], ...]
    """Each seat's ranks at the end, top first; in Camicia number cards are 0."""
    out_of_play: tuple[int, ...]
    """Ranks in nobody's hand at the end: lost in rounds without a winner, or left on the table by a draw."""
    loop: Loop | None
    """The loop the game fell into, or ``None``."""

    @property
    def tricks(self) -> int:
        """The same number as `rounds`, by its name in Camicia."""
        return self.rounds

    @property
    def score(self) -> int | None:
        """The winner's hand: its bottom card times 1, the next times 2, and so on up; ``None`` without a winner.

        The number cards of Camicia count nothing.
        """
        if self.winner is None:
            return None
        return sum(place * rank for place, rank in enumerate(reversed(self.hands[self.winner - 1]), 1))

    def to_dict(self) -> dict[str, Any]:
        """Return every field and `score` as plain lists, numbers and text, ready for JSON."""
        return {
            "winner": self.winner,
            "ending": self.ending.value,
            "rounds": self.rounds,
            "cards": self.cards,
            "wars": self.wars,
            "round_wins": list(self.round_wins),
            "hands": [list(hand) for hand in self.hands],
            "out_of_play": list(self.out_of_play),
            "loop": self.loop and {"start": self.loop.start, "length": self.loop.length, "cards": self.loop.cards},
            "score": self.score,
        }

    def __str__(self) -> str:
        if self.loop is not None:
            end = f"loop after {self.loop.start} rounds, {self.loop.length} rounds and {self.loop.cards} cards long"
        elif self.ending is Ending.LIMIT:
            end = "undecided at the limit"
        else:
            end = self.ending.value
        who = f"player {self.winner} wins" if self.winner else "no winner"
        return f"{who} ({end}): {self.rounds} rounds, {self.cards} cards, {self.wars} wars"


class Lay(NamedTuple):
    """One card laid on the table."""

    seat: int
    """Who laid it, from 1."""
    rank: int
    """Its rank; in Camicia number cards are 0."""
    text: str
    """The card as it was given, with its suit if it had one."""
    face_up: bool
    """Whether it is compared."""
    due: int
    """Cards still to be paid after it, in Camicia; 0 otherwise."""
    payer: int | None
    """Who has to pay them, or ``None``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round as it was played: a comparison with its wars, or a trick of Camicia.

    ``print(round)`` is one line; `table` shows Camicia card by card.

    Examples
    --------
    >>> from trickloop import Camicia, trace
    >>> print(next(trace(Camicia(), "J 2 3", "4 J 5")))
    1) player 1 leads: J 4 -- player 1 takes 2 (4:2)
    """

    number: int
    """Which round of the game, from 1."""
    lays: tuple[Lay, ...]
    """The cards laid, in order."""
    winner: int | None
    """The seat that won the round, or ``None``."""
    taken: int
    """Cards it took from the table: all of them, but none in Endless War."""
    wars: int
    """Ties in this round."""
    sub_game: bool
    """Whether a sub-game decided the round, in Recursive Combat."""
    sizes: tuple[int, ...]
    """Cards in each hand after the round."""
    hands: tuple[tuple[str, ...], ...]
    """Each hand after the round, top first, the cards as they were given."""
    ending: Ending | None
    """How the game ended, in its last round; ``None`` in all others."""
    pays: bool
    """Whether cards are laid in turn and demand payment, as in Camicia."""

    @property
    def pile(self) -> tuple[str, ...]:
        """All cards on the table in the order laid, as they were given."""
        return tuple(lay.text for lay in self.lays)

    def table(self) -> list[tuple[str, str, str, str]]:
        """Show a trick card by card, as the exercise *Camicia* does.

        Returns
        -------
        list of tuple
            One row before the first card and one after every card: player 1's hand, player 2's hand, the pile,
            and what is due, each as text; ``-`` where there is nothing.
        """
        rests = [list(hand) for hand in self._hands_after_laying()]
        tops: list[list[str]] = [[lay.text for lay in self.lays if lay.seat == seat] for seat in (1, 2)]
        laid = [0, 0]

        def row(count: int) -> tuple[str, str, str, str]:
            hands = [" ".join(tops[i][laid[i] :] + rests[i]) or "-" for i in (0, 1)]
            last = self.lays[count - 1] if count else None
            due = f"Player {last.payer}: {last.due}" if last and last.due else "-"
            return hands[0], hands[1], " ".join(self.pile[:count]) or "-", due

        rows = [row(0)]
        for count, lay in enumerate(self.lays, 1):
            laid[lay.seat - 1] += 1
            rows.append(row(count))
        return rows

    def _hands_after_laying(self) -> tuple[tuple[str, ...], ...]:
        """Return the hands between the last card and the pickup."""
        if self.winner is None:
            return self.hands
        return tuple(
            hand[: len(hand) - self.taken] if seat == self.winner else hand for seat, hand in enumerate(self.hands, 1)
        )

    def __str__(self) -> str:
        words = [f"{self.number})"]
        if self.pays:
            words.append(f"player {self.lays[0].seat} leads:" if self.lays else "nothing laid:")
            words += self.pile
        else:
            seats = dict.fromkeys(lay.seat for lay in self.lays)
            words.append("   ".join(f"Player {seat}: {self._laid_by(seat)}" for seat in seats))
        if self.wars:
            words.append("-- war" if self.wars == 1 else f"-- {self.wars} wars")
        if self.sub_game:
            words.append("-- sub-game")
        if self.winner is None:
            words.append("-- nobody wins")
        else:
            words.append(
                f"-- player {self.winner} takes {self.taken}" if self.taken else f"-- player {self.winner} wins"
            )
        words.append(f"({':'.join(map(str, self.sizes))})")
        if self.ending is not None:
            words.append(f"-- {self.ending.value}")
        return " ".join(words)

    def _laid_by(self, seat: int) -> str:
        return " ".join(lay.text if lay.face_up else f"[{lay.text}]" for lay in self.lays if lay.seat == seat)
