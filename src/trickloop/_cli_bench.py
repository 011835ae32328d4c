"""``trickloop bench``: how many games a second this machine plays, and how many times as fast as plain Python."""

import json
import math
import statistics
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from time import thread_time
from typing import Any

from trickloop import _engine
from trickloop._cli_info import engine_rows, machine_rows
from trickloop._cli_options import Parser, read_count, version
from trickloop._deals import deals, read_games
from trickloop.batch import simulate, summarize
from trickloop.rules import Camicia, Combat, EndlessWar, RecursiveCombat, Rules, War, describe

SEED = 1
"""The same games are played everywhere."""
RUNS = 3
"""So often each is played; the median counts."""
_SECONDS_BY_DEFAULT = "20"
_MOST_SECONDS = 1e6
_TICK = 1e-9
"""Some clocks stand still for longer than a few games take."""
_MOST_AGAIN = 1 << 14
"""Games that are played again on another engine for a ratio; they are kept in memory."""
_GROWTH = 4
"""A run of unknown length has at most so many times the games of the one before."""

GAMES: dict[str, Rules] = {
    "camicia": Camicia(),
    "italian": Camicia.italian(),
    "war": War(),
    "gameofwar": War.gameofwar(),
    "gameofwar --players 4 --pickup random": War.gameofwar(4, pickup="random"),
    "csc427": War.csc427(),
    "combat": Combat(),
    "recursive-combat": RecursiveCombat(),
    "endless-war --max-rounds 10000": EndlessWar(max_rounds=10_000),
}
"""What is played, by the words that play it with ``trickloop simulate``."""

_WIDTHS = 37, 6, 11, 8, 9, 8
_HEAD = "rules", "kernel", "games/s", "ns/card", "ns/round", "x ref."
_EXAMPLES = """\
A row says how many games one thread plays in a second of its CPU time, dealt,
played and counted, and how many times as fast as the reference engine that is,
which plays fewer of them. 'trickloop simulate' with the words of a row and
--seed 1 plays the same games.

examples:
  trickloop bench
  trickloop bench --seconds 60 --json
  trickloop bench --games 1e5 --kernel scalar --kernel avx2
"""


@dataclass(frozen=True)
class Run:
    """Games that were played, and what they took."""

    games: int
    seconds: float
    rounds: int
    cards: int

    @property
    def games_per_second(self) -> float:
        """How many games a second."""
        return self.games / self.seconds


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    words: str
    kernel: str | None
    """The kernel for Camicia; ``None`` where another game is played."""
    run: Run
    reference: Run | None
    """Games of the same seed on the reference engine; ``None`` where no other engine is compared with it."""
    ratio: float | None

    @property
    def ns_per_card(self) -> float | None:
        """Nanoseconds a card; ``None`` where cards of sub-games are not counted."""
        return None if _has_sub_games(GAMES[self.words]) else self.run.seconds / self.run.cards * 1e9

    @property
    def ns_per_round(self) -> float | None:
        """Nanoseconds a round; ``None`` where rounds of sub-games are not counted."""
        return None if _has_sub_games(GAMES[self.words]) else self.run.seconds / self.run.rounds * 1e9


def run(words: list[str]) -> int:
    """Measure all that is listed, one after the other."""
    parser = _parser()
    args = parser.parse_args(words)
    engine = _engine.pick(args.engine)
    seconds = _read_seconds(args.seconds)
    games = None if args.games is None else read_games("--games", read_count(args.games, "--games"))
    if games == 0:
        raise ValueError("expected --games to be at least 1, got 0")
    kernels = _read_kernels(args.kernel, engine)
    facts = {"trickloop": version(), **engine_rows(), **machine_rows(), "engine": engine.name}
    if args.engine is not None:
        facts["chosen_by"] = f"--engine {args.engine}"
    facts["kernel"] = " ".join(kernels)
    rows = measure_all(engine, kernels, games, seconds)
    if args.json:
        print(json.dumps({**facts, "seed": SEED, "runs": RUNS, "rows": [_to_dict(row) for row in rows]}))
        return 0
    for line in _header(facts):
        print(line)
    print(_line(_HEAD), flush=True)
    for row in rows:
        print(_line(_cells(row)), flush=True)
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="trickloop bench",
        description="Measure how fast this machine plays each kind of game.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", metavar="N", help="games of each run; as many as there is time for by default")
    parser.add_argument("--seconds", metavar="S", default=_SECONDS_BY_DEFAULT, help="how long in all, 20 by default")
    parser.add_argument("--kernel", metavar="NAME", action="append", help="a kernel for Camicia; all by default")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--engine", choices=_engine.NAMES, help="which engine is measured")
    return parser


def _read_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= _MOST_SECONDS:
        raise ValueError(f"expected --seconds to be a number above 0, {_MOST_SECONDS:.0f} at most, got {text!r:.60}")
    return seconds


def _read_kernels(names: Sequence[str] | None, engine: _engine.Engine) -> tuple[str, ...]:
    """Return the kernels that are asked for, each once, the best last."""
    known: tuple[str, ...] = engine.batch.KERNELS
    for name in names or ():
        if name not in known:
            raise ValueError(f"expected --kernel to be one of {', '.join(known)} on this machine, got {name!r:.60}")
    return tuple([name for name in known if names is None or name in names])


def measure_all(
    engine: _engine.Engine, kernels: Sequence[str], games: int | None = None, seconds: float = 20
) -> Iterator[Row]:
    """Measure each kind of game.

    Parameters
    ----------
    engine : Engine
        What is measured. Where it is not the reference, that is measured too.
    kernels : sequence of str
        Those that are measured with a pack of 52 cards; the other games are played with the last of them.
    games : int, optional
        How many games a run has; by default as many as there is time for. The reference plays fewer if need be.
    seconds : float, default 20
        How long it takes in all, about.

    Yields
    ------
    Row
        Each as soon as it is known.
    """
    is_compared = engine.name != "reference"
    share = seconds / (len(GAMES) + len(kernels) - 1 + is_compared * len(GAMES))
    best = engine.batch.KERNELS[-1]
    for name in {engine.name, "reference"}:
        # What is loaded with the first game is not to be measured.
        summarize(Combat(), 1, rng=SEED, engine=name)
    try:
        for words, rules in GAMES.items():
            reference = _as_many_as_fit(rules, "reference", share, games) if is_compared else None
            for kernel in kernels if words == "camicia" else kernels[-1:]:
                engine.batch.choose_kernel(kernel)
                played = _median_run(rules, engine.name, share, games)
                ratio = None if reference is None else _ratio(played, reference, rules, engine.name)
                yield Row(words, kernel if isinstance(rules, Camicia) else None, played, reference, ratio)
    finally:
        engine.batch.choose_kernel(best)


def _median_run(rules: Rules, engine: str, seconds: float, games: int | None) -> Run:
    """Play the same games some times, in about so many seconds in all, and return the run of median length."""
    if games is None:
        runs = [_as_many_as_fit(rules, engine, seconds / (RUNS + 1), None)]
    else:
        runs = [_play(rules, engine, games)]
    runs += [_play(rules, engine, runs[0].games) for _ in range(RUNS - 1)]
    return sorted(runs, key=lambda each: each.seconds)[RUNS // 2]


def _as_many_as_fit(rules: Rules, engine: str, seconds: float, most: int | None) -> Run:
    """Play more and more games until a run takes more than half of the time, and return that run."""
    games = 1
    while True:
        each = _play(rules, engine, games)
        if each.seconds > seconds / 2 or games == most:
            return each
        games = min(_GROWTH * games, math.ceil(games * seconds / each.seconds), most or _GROWTH * games)


def _play(rules: Rules, engine: str, games: int) -> Run:
    began = thread_time()
    summary = summarize(rules, games, rng=SEED, engine=engine)
    seconds = max(thread_time() - began, _TICK)
    return Run(games, seconds, summary.rounds_of().total, summary.cards_of().total)


def _ratio(played: Run, reference: Run, rules: Rules, engine: str) -> float:
    """Say how many times as long the reference takes for a card.

    Where cards say nothing of the time, the games that the reference played are played again, many times over.
    """
    if not _has_sub_games(rules):
        return reference.seconds / reference.cards / (played.seconds / played.cards)
    import numpy as np

    times = math.ceil(min(played.games, _MOST_AGAIN) / reference.games)
    rows = np.tile(deals(rules.pack, reference.games, rng=SEED), (times, 1))
    seconds = []
    for _ in range(RUNS):
        began = thread_time()
        simulate(rules, rows, engine=engine)
        seconds.append(max(thread_time() - began, _TICK))
    return reference.seconds * times / statistics.median(seconds)


def _has_sub_games(rules: Rules) -> bool:
    return isinstance(rules, RecursiveCombat)


def _header(facts: dict[str, str]) -> Iterator[str]:
    built = f", compiled by {facts['compiler']}" if facts["engine"] == "core" else ""
    yield f"trickloop {facts['trickloop']}, the {facts['engine']} engine{built}"
    yield f"{facts['python']}, NumPy {facts['numpy']}, {facts['platform']}"
    yield f"{facts['cpu']} ({facts['cpu_features']})"
    yield f"CPU time of one thread, games of seed {SEED} dealt, played and counted, median of {RUNS} runs"
    yield ""


def _line(cells: Sequence[str]) -> str:
    (words, words_width), (kernel, kernel_width), *numbers = zip(cells, _WIDTHS, strict=True)
    return f"{words:<{words_width}} {kernel:<{kernel_width}}" + "".join(f"{cell:>{width}}" for cell, width in numbers)


def _cells(row: Row) -> list[str]:
    speeds = row.run.games_per_second, row.ns_per_card, row.ns_per_round, row.ratio
    return [row.words, row.kernel or "-", *map(_number, speeds)]


def _number(value: float | None) -> str:
    """Write a number with three digits that count.

    >>> _number(1234567.8), _number(34.56), _number(2.0), _number(None)
    ('1,230,000', '34.6', '2.00', '-')
    """
    if value is None:
        return "-"
    digits = 2 - math.floor(math.log10(value))
    return f"{round(value, digits):,.{max(0, digits)}f}"


def _to_dict(row: Row) -> dict[str, Any]:
    return {
        "words": row.words,
        "rules": describe(GAMES[row.words]),
        "kernel": row.kernel,
        **asdict(row.run),
        "games_per_second": row.run.games_per_second,
        "ns_per_card": row.ns_per_card,
        "ns_per_round": row.ns_per_round,
        "reference": None if row.reference is None else asdict(row.reference),
        "times_the_reference": row.ratio,
    }
