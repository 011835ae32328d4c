"""``trickloop sweep``: every deal of a pack, or a slice of them, and the deals that never end."""

import json
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import monotonic, perf_counter
from typing import Any

from trickloop import _engine
from trickloop._cli_index import read_index, write_index
from trickloop._cli_options import Parser, add_rule_options, mark_hands, read_count, read_rules, unmark
from trickloop._cli_play import LABEL, check_pack, count_of, engine_text, join_cards, print_row, unit_of
from trickloop._cli_summary import (
    command,
    counts,
    ends,
    has_wars,
    lengths,
    long_game,
    longest_game,
    loops,
    numbers,
    of_which,
    speed,
    write_hand,
)
from trickloop._deals import read_games
from trickloop._indices import read_slice
from trickloop._tally import FINITE, EndlessDeal
from trickloop.batch import sweep
from trickloop.rules import describe
from trickloop.summary import Summary

OPTIONS = ("--start", "--stop", "--workers", "--longest", "--endless", "--progress", "--json", "--engine")
"""Those that are not fields of the rules."""
_SECONDS = 10
"""Between two lines that say how far it is."""
_PRINTED = 20

_EXAMPLES = """\
Deals are counted from 0, as 'trickloop rank' does: sorted by their first card,
then by the second, and so on, player 1's hand before player 2's, the lowest
rank first and '-' before all others. 'trickloop play' with the same rules and
--index N shows deal N. A pack has many deals: 'trickloop unrank RULES 0' says
how many. Millions are played in a second, so those of some 26 cards are within
reach.

examples:
  trickloop sweep camicia --pack "14- 2J 2Q 2K"
  trickloop sweep camicia --pack "18- 2J 2Q 2K 2A" --stop 1e8 --workers -1
  trickloop sweep codegolf --pack "2x1 2x2 2x3 2x4 2x5" --json
"""


def run(words: list[str]) -> int:
    """Play the deals that the arguments ask for."""
    parser = _parser()
    args, unknown = parser.parse_known_args(mark_hands(words))
    unmark(args)
    rules = read_rules(args, unknown, OPTIONS)
    engine = _engine.pick(args.engine)
    check_pack(rules)
    start = read_index(args.start, "--start")
    start, stop = read_slice(rules.pack, start, None if args.stop is None else read_index(args.stop, "--stop"))
    most = (10_000 if args.json else _PRINTED) if args.endless is None else read_count(args.endless, "--endless")
    show = sys.stderr is not None and sys.stderr.isatty() and find_spec("tqdm") is not None
    began = perf_counter()
    summary = sweep(
        rules,
        start,
        stop,
        workers=read_count(args.workers, "--workers"),
        progress=_lines() if args.progress else show,
        longest=read_games("--longest", read_count(args.longest, "--longest")),
        endless=read_games("--endless", most),
        engine=args.engine,
    )
    seconds = perf_counter() - began
    if args.json:
        print(json.dumps(_to_dict(summary, start, stop, engine.name, seconds), ensure_ascii=False))
        return 0
    for label, value in _rows(summary, start, seconds):
        print_row(label, value)
    # In one line, however long, to be copied.
    if summary.longest:
        print(f"{'again':<{LABEL}}{command(rules, f'--index {summary.longest[0].index}')}")
    for label, value in _endless_rows(summary):
        print(f"{label:<{LABEL}}{value}")
    print_row("engine", engine_text(engine.name, args.engine))
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="trickloop sweep",
        usage="trickloop sweep RULES [options]",
        description="Play every deal of a pack, or a slice of them, and say what they come to: exact\n"
        "counts, and the deals that never end. The rules must leave nothing to chance.\n"
        "'trickloop rules' lists the rules and their options.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("RULES", nargs="?", help="war, combat, recursive-combat, camicia, or a preset like codegolf")
    parser.add_argument("--start", metavar="N", default="0", help="the first deal to be played, 0 by default; also 1e6")
    parser.add_argument("--stop", metavar="N", help="the first deal not to be played; by default all are")
    parser.add_argument("--workers", metavar="N", default="1", help="threads that play; -1: one on each core")
    parser.add_argument("--longest", metavar="N", default="10", help="longest games to keep, 10 by default")
    parser.add_argument(
        "--endless",
        metavar="N",
        help=f"endless deals to list, {_PRINTED} by default, with --json 10000; all are counted",
    )
    parser.add_argument("--progress", action="store_true", help=f"say on stderr every {_SECONDS} s how far it is")
    parser.add_argument("--json", action="store_true", help="one JSON object; indices are text")
    parser.add_argument("--engine", choices=_engine.NAMES, help="which engine plays; the answer is the same")
    add_rule_options(parser)
    return parser


def _lines() -> Callable[[int, int], None]:
    """Return what writes a line now and then."""
    began = last = monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = monotonic()
        if sys.stderr is not None and (done == total or now - last >= _SECONDS):
            last = now
            rate = speed(done, now - began)
            left = f", {(total - done) / rate:,.0f} s left" if 0 < done < total else ""
            share = done / total if total else 1
            text = f"{done:,} of {total:,} deals ({share:.1%}) in {now - began:,.0f} s, {rate:,.0f} deals/s{left}"
            print(f"trickloop: {text}", file=sys.stderr, flush=True)

    return tell


def _rows(summary: Summary, start: int, seconds: float) -> Iterator[tuple[str, str]]:
    deals = summary.games
    yield "rules", describe(summary.rules)
    of_all = write_index(summary.rules.pack.deals)
    which = (
        f"all {deals:,}" if write_index(deals) == of_all else f"{deals:,} of {of_all}, from {write_index(start)} on,"
    )
    yield "deals", f"{which} in {seconds:.2f} s, {speed(deals, seconds):,.0f} deals/s"
    yield from ends(summary)
    yield from lengths(summary, is_sample=False)
    if has_wars(summary.rules):
        yield "wars", f"{summary.wars_of(*FINITE):,} in all{of_which(summary)}"
    yield from loops(summary)
    yield from longest_game(summary, "deal")


def _endless_rows(summary: Summary) -> Iterator[tuple[str, str]]:
    """Show the deals that never end, one a line."""
    rules, unit = summary.rules, unit_of(summary.rules)
    for place, deal in enumerate(summary.endless):
        hands = " / ".join(join_cards(rules, write_hand(rules, hand)) for hand in (*deal.hands, deal.rest) if hand)
        loop = f"{count_of(deal.loop.length, unit)} after {deal.loop.start}"
        yield "" if place else "endless", f"{write_index(deal.index)}: {hands}, a loop of {loop}"
    if len(summary.endless) < summary.loops:
        yield "", f"and {summary.loops - len(summary.endless):,} more (--endless N lists N of them)"


def _to_dict(summary: Summary, start: int, stop: int, engine: str, seconds: float) -> dict[str, Any]:
    rules = summary.rules
    return {
        "rules": describe(rules),
        "pack": str(rules.pack),
        "deals": write_index(rules.pack.deals),
        "start": write_index(start),
        "stop": write_index(stop),
        "games": summary.games,
        **counts(summary),
        **{
            name: {key: number for key, number in numbers(part).items() if key != "error"} | {"total": part.total}
            for name, part in (("rounds", summary.rounds), ("cards", summary.cards))
        },
        "wars": {"total": summary.wars_of(*FINITE)},
        "loops": summary.loops,
        "longest_loop": summary.longest_loop,
        "longest": [
            {
                "index": write_index(game.index),
                **long_game(rules, game),
                "command": command(rules, f"--index {write_index(game.index)}"),
            }
            for game in summary.longest
        ],
        "endless": [_endless(summary, deal) for deal in summary.endless],
        "endless_not_listed": summary.loops - len(summary.endless),
        "engine": engine,
        "seconds": round(seconds, 6),
        "deals_per_second": round(speed(summary.games, seconds), 1),
    }


def _endless(summary: Summary, deal: EndlessDeal) -> dict[str, Any]:
    return {
        "index": write_index(deal.index),
        "hands": [write_hand(summary.rules, hand) for hand in deal.hands],
        "left_over": write_hand(summary.rules, deal.rest),
        "loop": {"start": deal.loop.start, "length": deal.loop.length, "cards": deal.loop.cards},
    }
