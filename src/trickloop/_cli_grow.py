"""``trickloop grow``: search for deals of Camicia that never end."""

import json
import secrets
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from importlib.util import find_spec

from trickloop._cli_options import Parser, find_rules, mark_hands, read_count, unmark
from trickloop._cli_play import SEED_BITS, count_of, print_row
from trickloop._cycles import loop_of
from trickloop._grow import grow
from trickloop._grown import Grown, Growth
from trickloop._reference.walk import CHANGES
from trickloop.cards import Pack
from trickloop.rules import Camicia, describe

INTERRUPTED = 130
_MINUTES = 1.0
"""How long it goes on by default."""
SHOWN = 12

_EXAMPLES = """\
What is found is proved: each loop of the whole pack is played on both engines,
and its basin is searched for balanced deals. To find nothing proves nothing.
With --file the search goes on where it was left; Ctrl-C saves it.

examples:
  trickloop grow --pack italian --seed 4 --minutes 1
  trickloop grow --hours 8 --workers -1 --file endless.json
  trickloop grow --minutes 1 \\
    --start ---K---Q-KQAJ-----AAJ--J-- ----------Q----KQ-J-----KA
"""


def run(words: list[str]) -> int:
    """Search as the arguments say, and show what was found."""
    args = _read(words)
    show = sys.stderr is not None and sys.stderr.isatty() and find_spec("tqdm") is not None
    rules = _read_pack(args.pack)
    seed = args.seed and read_count(args.seed, "--seed")
    # A file has its own seed.
    if seed is None and args.file is None:
        seed = secrets.randbits(SEED_BITS)
    limits = {name: getattr(args, name) and read_count(getattr(args, name), f"--{name}") for name in ("steps", "loops")}
    found = grow(
        rules,
        start=loop_of(rules, *args.start) if args.start else None,
        seed=seed,
        hours=_read_hours(args, limits),
        workers=read_count(args.workers, "--workers"),
        file=args.file,
        progress=show,
        engine=args.engine,
        **limits,
    )
    if args.json:
        print(json.dumps(found.to_dict(), ensure_ascii=False))
    else:
        _show(found, every=args.all)
    return INTERRUPTED if found.interrupted else 0


def _read(words: list[str]) -> Namespace:
    parser = Parser(
        prog="trickloop grow",
        usage="trickloop grow [options] [--start HAND HAND]",
        description="Grow deals of Camicia that never end, from nothing or from a loop.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--pack", metavar="PACK", help="'36- 4J 4Q 4K 4A' (the default), or italian")
    parser.add_argument("--start", metavar="HAND", nargs=2, help="a game that falls into the loop to start from")
    parser.add_argument("--seed", metavar="N", help="what it is drawn from; random by default, and shown")
    parser.add_argument("--minutes", metavar="X", help="how long; 1 by default where no other limit is given")
    parser.add_argument("--hours", metavar="X", help="how long")
    parser.add_argument("--steps", metavar="N", help="how many steps of 512 games")
    parser.add_argument("--loops", metavar="N", help="how many loops of the whole pack are enough")
    parser.add_argument("--workers", metavar="N", default="1", help="walks at once; -1: one on each core")
    parser.add_argument("--file", metavar="FILE", help="where the search is kept, and goes on from")
    parser.add_argument("--all", action="store_true", help=f"show all loops, not only {SHOWN}")
    parser.add_argument("--json", action="store_true", help="one JSON object with everything")
    parser.add_argument("--engine", metavar="ENGINE", help="core or reference")
    args = parser.parse_args(mark_hands(words))
    unmark(args)
    return args


def _read_pack(text: str | None) -> Camicia:
    if text is None:
        return Camicia()
    if text.casefold() in ("camicia", "italian"):
        rules = find_rules(text)[1]()
        assert isinstance(rules, Camicia)
        return rules
    return Camicia(pack=Pack(text))


def _read_hours(args: Namespace, limits: dict[str, int | None]) -> float | None:
    if args.hours is not None and args.minutes is not None:
        raise ValueError("expected --hours or --minutes, got both")
    for text, option, in_hour in ((args.hours, "--hours", 1), (args.minutes, "--minutes", 60)):
        if text is not None:
            try:
                value = float(text)
            except ValueError:
                value = -1.0
            if not 0 <= value < float("inf"):
                raise ValueError(f"expected a number from 0 on for {option}, got {text!r:.60}")
            return value / in_hour
    return None if any(limit is not None for limit in limits.values()) else _MINUTES / 60


def _show(found: Growth, *, every: bool) -> None:
    for label, value in _rows(found):
        print_row(label, value)
    shown = sorted(found.classes, key=lambda one: -(one.deals or 0))
    for one in shown if every else shown[:SHOWN]:
        print(f"\n{_told(one)}")
        for seat, hand in enumerate(one.deal or one.hands, 1):
            print(f"  player {seat}  {hand}")
    if len(shown) > SHOWN and not every:
        print(f"\nand {len(shown) - SHOWN:,} more (--all shows them)")


def _told(one: Grown) -> str:
    if one.deals is None:
        deals = "basin too large to be searched"
    else:
        deals = count_of(one.deals, "balanced deal") if one.deals else "no balanced deal"
    how = f"by {one.change!r}" if one.change in CHANGES else one.change
    return f"{one.id}  {count_of(one.length, 'trick')}, {count_of(one.cards, 'card')}; {deals}; {how}"


def _rows(found: Growth) -> Iterator[tuple[str, str]]:
    loops = sum(found.loops.values())
    yield "rules", describe(found.rules)
    yield "seed", str(found.seed)
    yield "games", f"{found.games:,} in {count_of(found.steps, 'step')} and {found.seconds:.1f} s"
    yield "loops", f"{loops:,} of any cards, {len(found.classes) + found.others:,} of the whole pack"
    deals = sum(one.deals or 0 for one in found.balanced)
    yield "endless", f"{count_of(deals, 'balanced deal')} in {count_of(len(found.balanced), 'loop')}"
    if found.others:
        yield "passed", f"{count_of(found.others, 'loop')} of kinds of which 200 had no balanced deal"
    best = sorted(found.loops, key=lambda name: -found.loops[name])[:5]
    for number, name in enumerate(best if loops else []):
        rate = found.loops[name] / max(found.tries[name], 1) * 1e6
        tries = "plans" if name == "woven" else "games"
        yield (
            "" if number else "sources",
            f"{name}: {count_of(found.loops[name], 'loop')}, {rate:,.0f} a million {tries}",
        )
