"""``trickloop simulate``: many random games, what they come to, and each of them as CSV."""

import csv
import json
import secrets
import sys
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from trickloop import _engine
from trickloop._cli_options import (
    Parser,
    add_rule_options,
    mark_hands,
    read_count,
    read_rules,
    unmark,
)
from trickloop._cli_play import LABEL, SEED_BITS, check_pack, engine_text, print_row
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
    speed,
)
from trickloop._columns import ENDINGS
from trickloop._deals import read_games
from trickloop._files import replaced
from trickloop._progress import Progress
from trickloop._tally import LongGame
from trickloop.batch import simulate, summarize
from trickloop.outcomes import Outcomes
from trickloop.rules import Rules, describe
from trickloop.summary import Summary

OPTIONS = ("--games", "--seed", "--workers", "--json", "--csv", "--engine")
"""Those that are not fields of the rules."""
_GAMES_BY_DEFAULT = "10_000"
_AT_ONCE = 1 << 20
"""Games that are kept until they are written to a file."""

_EXAMPLES = """\
Game K of a seed is the same game whatever else is played: 'trickloop play' with
the same rules and --seed and --game K shows it.

examples:
  trickloop simulate camicia --games 1e5 --seed 42
  trickloop simulate war --games 1e6 --seed 42 --workers -1
  trickloop simulate gameofwar --players 4 --pickup random --json
  trickloop simulate combat --games 1000 --csv combat.csv
"""


def run(words: list[str]) -> int:
    """Play the games that the arguments ask for."""
    parser = _parser()
    args, unknown = parser.parse_known_args(mark_hands(words))
    unmark(args)
    rules = read_rules(args, unknown, OPTIONS)
    engine = _engine.pick(args.engine)
    games = read_games("--games", read_count(args.games, "--games"))
    seed = secrets.randbits(SEED_BITS) if args.seed is None else read_count(args.seed, "--seed")
    if seed < 0:
        raise ValueError(f"expected --seed to be at least 0, got {seed}")
    check_pack(rules)
    options = {"rng": seed, "workers": read_count(args.workers, "--workers"), "engine": args.engine}
    began = perf_counter()
    show = sys.stderr is not None and sys.stderr.isatty() and find_spec("tqdm") is not None
    if args.csv is None:
        summary = summarize(rules, games, progress=show, **options)
    else:
        summary = _write_csv(args.csv, rules, games, show, options)
    seconds = perf_counter() - began
    if args.json:
        print(json.dumps(_to_dict(summary, seed, engine.name, seconds), ensure_ascii=False))
        return 0
    for label, value in _rows(summary, seed, args, seconds):
        print_row(label, value)
    if summary.longest:
        # In one line, however long, to be copied.
        print(f"{'again':<{LABEL}}{_again(rules, summary.longest[0])}")
    print_row("engine", engine_text(engine.name, args.engine))
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="trickloop simulate",
        usage="trickloop simulate RULES [options]",
        description="Play many games dealt at random and say what they come to.\n"
        "'trickloop rules' lists the rules and their options.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("RULES", nargs="?", help="war, combat, recursive-combat, camicia, or a preset like winamax")
    parser.add_argument("--games", metavar="N", default=_GAMES_BY_DEFAULT, help="how many, 10000 by default; also 1e6")
    parser.add_argument("--seed", metavar="N", help="deal and play with this seed; the same seed is the same games")
    parser.add_argument("--workers", metavar="N", default="1", help="threads that play; -1: one on each core")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--csv", metavar="FILE", help="write one line a game to this file")
    parser.add_argument("--engine", choices=_engine.NAMES, help="which engine plays; the answer is the same")
    add_rule_options(parser)
    return parser


def _write_csv(path: str, rules: Rules, games: int, show: bool, options: dict[str, Any]) -> Summary:
    progress = Progress(show, games)
    try:
        with replaced(path) as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(_csv_names(rules))
            summary = summarize(rules, 0, **options)
            for start in range(0, games, _AT_ONCE):
                count = min(_AT_ONCE, games - start)

                def tell(done: int, _total: int, start: int = start) -> None:
                    progress.tell(start + done)

                part = simulate(rules, games=count, start=start, progress=tell, **options)
                writer.writerows(_csv_rows(part))
                summary += part.summary()
        progress.finish()
    finally:
        progress.close()
    return summary


def _csv_names(rules: Rules) -> list[str]:
    wins = [f"round_wins_{seat}" for seat in range(1, rules.players + 1)]
    return ["game", "winner", "ending", "rounds", "cards", "wars", *wins, "loop_start", "loop_length", "loop_cards"]


def _csv_rows(part: Outcomes) -> Iterator[tuple[Any, ...]]:
    """Yield a row a game; where there is no winner or no loop the cells are empty."""
    names = [ending.value for ending in ENDINGS]
    loops = [["" if cell < 0 else cell for cell in each.tolist()] for each in part._columns[6:]]
    return zip(
        part.index.tolist(),
        [winner or "" for winner in part.winner.tolist()],
        [names[code] for code in part._columns.ending.tolist()],
        part.rounds.tolist(),
        part.cards.tolist(),
        part.wars.tolist(),
        *part.round_wins.T.tolist(),
        *loops,
        strict=True,
    )


def _rows(summary: Summary, seed: int, args: Namespace, seconds: float) -> Iterator[tuple[str, str]]:
    rules, games = summary.rules, summary.games
    yield "rules", describe(rules)
    yield "seed", f"{seed}" + (" (--seed plays them again)" if args.seed is None else "")
    yield "games", f"{games:,} in {seconds:.2f} s, {speed(games, seconds):,.0f} games/s"
    yield from ends(summary)
    yield from lengths(summary, is_sample=True)
    if has_wars(rules) and games:
        yield "wars", f"{summary.wars / games:,.3f} a game"
    yield from loops(summary)
    yield from longest_game(summary, "game")


def _again(rules: Rules, game: LongGame) -> str:
    return command(rules, f"--seed {game.entropy} --game {game.index}")


def _to_dict(summary: Summary, seed: int, engine: str, seconds: float) -> dict[str, Any]:
    return {
        "rules": describe(summary.rules),
        "seed": seed,
        "games": summary.games,
        **counts(summary),
        "rounds": numbers(summary.rounds),
        "cards": numbers(summary.cards),
        "wars": summary.wars,
        "loops": summary.loops,
        "longest_loop": summary.longest_loop,
        "longest": [
            {
                "game": game.index,
                **long_game(summary.rules, game),
                "command": _again(summary.rules, game),
            }
            for game in summary.longest
        ],
        "engine": engine,
        "seconds": round(seconds, 6),
        "games_per_second": round(speed(summary.games, seconds), 1),
    }
