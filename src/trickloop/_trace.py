"""Play one game round by round, and write its cards as they were given."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from trickloop._prepare import Game, card_text
from trickloop.outcome import Ending, Lay, Round
from trickloop.rules import Camicia, EndlessWar, War


class Texts:
    """Where the cards lie, as they are written; the engines move only their ranks."""

    def __init__(self, game: Game) -> None:
        written = [hand.texts or [card_text(game.rules, rank) for rank in hand.ranks] for hand in game.hands]
        self.hands = [deque(texts) for texts in written[:-1]]
        self.deck = written[-1][::-1]
        self.discard: list[str] = []

    def lay(self, seat: int) -> str:
        """Lay the top card of a hand."""
        return self.hands[seat].popleft()

    def shuffle(self, seat: int, order: list[int]) -> None:
        """Shuffle what a seat has won, or the deck and the discard, as an engine did."""
        if seat >= 0:
            # Its hand is empty when a seat shuffles, so what it has is its won pile.
            won = list(self.hands[seat])
            self.hands[seat] = deque([won[place] for place in order])
            return
        cards = self.deck + self.discard[::-1]
        self.deck = [cards[place] for place in order]
        self.discard = []
        for _ in range(len(cards) // len(self.hands)):
            for hand in self.hands:
                hand.appendleft(self.deck.pop())


class Rounds(Iterator[Round]):
    """The rounds of a prepared game, each played when it is asked for; threads that share them get different ones."""

    def __init__(self, prepared: Game) -> None:
        from threading import RLock

        self._rounds = _rounds_of(prepared)
        # One that the same thread may take again, so that a signal handler that asks for a round is refused by the
        # generator and does not wait for itself.
        self._lock = RLock()

    def __next__(self) -> Round:
        with self._lock:
            return next(self._rounds)


def _rounds_of(prepared: Game) -> Iterator[Round]:
    rules = prepared.rules
    last, last_ending = _end(prepared)
    game = prepared.deal()
    texts = Texts(prepared)
    wars = 0
    while game.ending is None and game.rounds < last:
        game.play_round()
        lays = _lay(prepared, game, texts)
        if game.taker is not None:
            texts.hands[game.taker].extend([lays[place].text for place in game.picked])
        ending = game.ending
        if ending is None and game.rounds == last:
            ending = last_ending
        yield Round(
            number=game.rounds,
            lays=tuple(lays),
            winner=None if game.taker is None else game.taker + 1,
            taken=len(game.picked) if game.taker is not None else 0,
            wars=getattr(game, "wars", 0) - wars,
            sub_game=getattr(game, "sub_game", False),
            sizes=tuple(map(len, texts.hands)),
            hands=tuple(map(tuple, texts.hands)),
            ending=ending,
            pays=isinstance(rules, Camicia),
        )
        wars = getattr(game, "wars", 0)


def _end(prepared: Game) -> tuple[int, Ending]:
    """Say after how many rounds the game ends at the latest, and how it ends then."""
    if prepared.rules.is_random and isinstance(prepared.rules, (War, EndlessWar)):
        # Only the cap can end such a game before it is over.
        return prepared.rules.max_rounds, Ending.LIMIT
    end, ending, _ = prepared.play()
    return end.rounds, ending


def _lay(prepared: Game, game: Any, texts: Texts) -> list[Lay]:
    """Write down the cards of a round as they were laid, and shuffle where the engine did."""
    rules = prepared.rules
    payments = rules.payments if isinstance(rules, Camicia) else {}
    shuffles = deque(getattr(game, "shuffled", ()))
    lays: list[Lay] = []
    payer, due = None, 0
    for seat, card, face_up in game.table:
        while shuffles and shuffles[0][0] == len(lays):
            texts.shuffle(*shuffles.popleft()[1:])
        rank = card if prepared.ranks is None else prepared.ranks[card]
        if rank in payments:
            payer, due = 2 - seat, payments[rank]
        elif due:
            due -= 1
        lays.append(Lay(seat + 1, rank, texts.lay(seat), face_up, due, payer if due else None))
        if isinstance(rules, EndlessWar):
            texts.discard.append(lays[-1].text)
    for _, seat, order in shuffles:
        texts.shuffle(seat, order)
    return lays
