"""The account of a game as the course exercise CSC 427 prints it, battles step by step."""

from collections.abc import Iterable, Iterator, Sequence

from trickloop.outcome import Ending, Lay, Round

_STEPS = ("I", "DECLARE", "WAR")
_MARGIN = " " * 5


def account(rounds: Iterable[Round]) -> Iterator[str]:
    """Tell a game of War, one line a round and one a step of a battle.

    >>> from trickloop import War, trace
    >>> print(*account(trace(War.csc427(), "JC 9H QH 5D", "JS 3D AD 3H", rng=1)), sep="\\n")
    1) Player 1: JC   Player 2: JS   Tie -- a battle ensues...
         Player 1: 9H   Player 2: 3D   I
         Player 1: QH   Player 2: AD   DECLARE
         Player 1: 5D   Player 2: 3H   WAR -- Player 1 wins.
    Player 2 is out of cards.
    Player 1 wins!
    """
    last = None
    for last in rounds:
        yield from _round(last)
    if last is None or last.ending is Ending.LIMIT:
        return
    out = [seat for seat, size in enumerate(last.sizes, 1) if not size]
    yield from (f"Player {seat} is out of cards." for seat in out)
    if last.ending is Ending.WIN:
        yield f"Player {next(seat for seat, size in enumerate(last.sizes, 1) if size)} wins!"
    else:
        yield "The game is a draw."


def _round(each: Round) -> Iterator[str]:
    steps = list(_steps(each.lays))
    verdict = f"Player {each.winner} wins." if each.winner else "Nobody wins."
    first = f"{each.number}) {_cards(steps[0])}"
    if not each.wars:
        yield f"{first}   {verdict}"
        return
    if each.wars == 1 and len(steps) == 1:
        # A coin decided, or nobody could lay a card more.
        yield f"{first}   Tie -- {verdict}"
        return
    yield f"{first}   Tie -- a battle ensues..."
    place = 0
    for number, step in enumerate(steps[1:], 1):
        is_compared = any(lay.face_up for lay in step)
        words = [_STEPS[min(place, 2)]] if len(step) > 1 else []
        if is_compared:
            words.append("-- tie again" if number < len(steps) - 1 else f"-- {verdict}")
        place = 0 if is_compared else place + 1
        yield f"{_MARGIN}{_cards(step)}   {' '.join(words)}".rstrip()
    if not any(lay.face_up for lay in steps[-1]):
        short = " and ".join(f"player {lay.seat}" for lay in steps[-1])
        yield f"{_MARGIN}{short.capitalize()} cannot finish the battle. {verdict}"


def _cards(step: Sequence[Lay]) -> str:
    return "   ".join(f"Player {lay.seat}: {lay.text}" for lay in step)


def _steps(lays: Iterable[Lay]) -> Iterator[list[Lay]]:
    """Group the cards that were laid side by side: a seat that lays again begins a new step."""
    step: list[Lay] = []
    for lay in lays:
        if any(lay.seat == other.seat for other in step):
            yield step
            step = []
        step.append(lay)
    yield step
