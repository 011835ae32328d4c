"""Tables of surveys, as plain text."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from trickloop._survey import Survey, lengths_of, title_of
from trickloop.rules import Camicia

_MOST_ROWS = 20
"""Kinds of loops that are shown."""


def table_of(found: Survey) -> Iterator[str]:
    """Yield the lines of a survey."""
    unit = "tricks" if isinstance(found.rules, Camicia) else "rounds"
    yield title_of(found)
    yield f"{found.states:,} states: {found.deals:,} arrangements, {len(found.splits)} cuts" + (
        ", either player to lead" if isinstance(found.rules, Camicia) else ""
    )
    yield f"{found.without_predecessor:,} states ({found.without_predecessor / found.states:.2%}) have no predecessor"
    yield f"the longest game that ends takes {found.longest:,} {unit}"
    if not found.loops:
        yield "no loops: every game ends"
    else:
        own = sum(loop.mirror for loop in found.loops)
        yield f"{len(found.loops):,} loops, {own:,} of them their own mirror image"
        yield f"{_share(found.probability)} of the deals of all splits never end"
        yield f"the longest start before a loop takes {found.longest_start:,} {unit}"
        yield ""
        rows = list(lengths_of(found.loops))
        yield from _columns((unit, "cards", "loops", "states that fall into them"), rows[:_MOST_ROWS])
        if len(rows) > _MOST_ROWS:
            yield f"and {len(rows) - _MOST_ROWS:,} more kinds"
    yield ""
    head = ("player 1", "player 2", "1 wins", "2 wins", "draws", "never end", "share", "longest", "mean")
    yield from _columns(
        head,
        [
            (
                *split.sizes,
                *split.wins,
                split.draws,
                split.endless,
                f"{float(split.probability):.4%}",
                split.longest,
                f"{split.rounds / max(1, split.deals - split.endless):.3f}",
            )
            for split in found.splits
        ],
    )
    if found.equal is not None:
        yield ""
        yield f"dealt {found.equal.sizes[0]} and {found.equal.sizes[1]}: {_share(found.equal.probability)} never end"


def table_of_distinct(surveys: Sequence[Survey]) -> Iterator[str]:
    """Yield the lines of a table of surveys of distinct ranks."""
    rows = []
    for found in surveys:
        equal = found.equal.probability if found.equal is not None else None
        lengths = sorted({loop.length for loop in found.loops})
        rows.append(
            (
                found.rules.pack.size,
                found.states,
                len(found.loops),
                _listed(lengths),
                f"{float(found.probability):.4%}",
                "-" if equal is None else f"{float(equal):.4%}",
                found.longest,
            )
        )
    yield from _columns(("ranks", "states", "loops", "of rounds", "never end", "dealt evenly", "longest"), rows)
    none = [str(found.rules.pack.size) for found in surveys if not found.loops]
    yield ""
    yield f"no loop for {', '.join(none)} ranks" if none else "a loop for every number of ranks"


def _listed(lengths: Sequence[int]) -> str:
    if len(lengths) > 4:
        return f"{lengths[0]} to {lengths[-1]}"
    return ", ".join(map(str, lengths)) or "-"


def _share(share: Fraction) -> str:
    return f"{share} = {float(share):.6%}"


def _columns(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    cells = [head, *([f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows)]
    widths = [max(len(line[place]) for line in cells) for place in range(len(head))]
    for line in cells:
        yield "  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))
