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
    GAMES,
    Parser,
    add_rule_options,
    mark_hands,
    read_count,
    read_rules,
    unmark,
    write_options,
)
from trickloop._cli_play import LABEL, SEED_BITS, check_pack, count_of, engine_text, join_cards, print_row
from trickloop._columns import ENDINGS
from trickloop._deals import read_games
from trickloop._distribution import Distribution
from trickloop._files import replaced
from trickloop._prepare import card_text
from trickloop._progress import Progress
from trickloop._tally import LongGame
from trickloop.batch import simulate, summarize
from trickloop.outcomes import Outcomes
from trickloop.rules import Camicia, EndlessWar, Rules, War, describe
from trickloop.summary import Summary

OPTIONS = ("--games", "--seed", "--workers", "--json", "--csv", "--engine")
"""Those that are not fields of the rules."""
_GAMES_BY_DEFAULT = "10_000"
_AT_ONCE = 1 << 20
"""Games that are kept until they are written to a file."""
_QUANTILES = 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99

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
        print(f"{'again':<{LABEL}}{_command(rules, summary.longest[0])}")
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
    unit = "trick" if isinstance(rules, Camicia) else "round"
    yield "rules", describe(rules)
    yield "seed", f"{seed}" + (" (--seed plays them again)" if args.seed is None else "")
    yield "games", f"{games:,} in {seconds:.2f} s, {_speed(games, seconds):,.0f} games/s"
    winners = [(f"player {seat}" if seat else "nobody", wins) for seat, wins in summary.winners.items()]
    yield "winners", _shares([*winners[1:], *(winners[:1] if winners[0][1] else [])], games)
    yield "endings", _shares([(ending.value, count) for ending, count in summary.endings.items() if count], games)
    for name, part in ((f"{unit}s", summary.rounds), ("cards", summary.cards)):
        if part.games:
            yield name, f"mean {part.mean():,.3f} ± {part.error():.3f}{_of_which(summary)}"
            quantiles = zip(_QUANTILES, part.quantile(_QUANTILES), strict=True)
            yield "", ", ".join(f"{share:.0%}: {value:,}" for share, value in quantiles) + f", most: {part.max():,}"
    if isinstance(rules, (War, EndlessWar)) and games:
        yield "wars", f"{summary.wars / games:,.3f} a game"
    if summary.loops:
        yield "loops", f"{summary.loops:,}; the longest has {count_of(summary.longest_loop, unit)}"
    if summary.longest:
        longest = summary.longest[0]
        yield (
            "longest",
            f"game {longest.index}: {count_of(longest.rounds, unit)}, {count_of(longest.cards, 'card')} laid",
        )
        for seat, hand in enumerate(longest.hands, 1):
            yield f"player {seat}", join_cards(rules, [card_text(rules, rank) for rank in hand])


def _shares(counts: list[tuple[str, int]], games: int) -> str:
    return ", ".join(f"{name} {count:,} ({count / games:.2%})" for name, count in counts) if games else "none"


def _of_which(summary: Summary) -> str:
    finite = summary.rounds.games
    return "" if finite == summary.games else f" (of the {count_of(finite, 'game')} with an end)"


def _speed(games: int, seconds: float) -> float:
    return games / max(seconds, 1e-9)


def _command(rules: Rules, game: LongGame) -> str:
    """Return the command that plays a game again."""
    name = next(name for name, kind in GAMES.items() if kind is type(rules))
    return " ".join(
        filter(None, ["trickloop play", name, write_options(rules), f"--seed {game.entropy} --game {game.index}"])
    )


def _to_dict(summary: Summary, seed: int, engine: str, seconds: float) -> dict[str, Any]:
    return {
        "rules": describe(summary.rules),
        "seed": seed,
        "games": summary.games,
        "winners": {str(seat or "nobody"): count for seat, count in summary.winners.items()},
        "endings": {ending.value: count for ending, count in summary.endings.items()},
        "rounds": _numbers(summary.rounds),
        "cards": _numbers(summary.cards),
        "wars": summary.wars,
        "loops": summary.loops,
        "longest_loop": summary.longest_loop,
        "longest": [
            {
                "game": game.index,
                "rounds": game.rounds,
                "cards": game.cards,
                "hands": [[card_text(summary.rules, rank) for rank in hand] for hand in game.hands],
                "left_over": [card_text(summary.rules, rank) for rank in game.rest],
                "command": _command(summary.rules, game),
            }
            for game in summary.longest
        ],
        "engine": engine,
        "seconds": round(seconds, 6),
        "games_per_second": round(_speed(summary.games, seconds), 1),
    }


def _numbers(part: Distribution) -> dict[str, Any]:
    """Say in JSON what there is to say of the games with an end; null where there are too few."""
    if not part.games:
        return {"games": 0, "mean": None, "error": None, "std": None, "min": None, "max": None, "quantiles": {}}
    spread = {"error": part.error(), "std": part.std()} if part.games > 1 else {"error": None, "std": None}
    return {
        "games": part.games,
        "mean": part.mean(),
        **spread,
        "min": part.min(),
        "max": part.max(),
        "quantiles": dict(zip(map(str, _QUANTILES), part.quantile(_QUANTILES), strict=True)),
    }
