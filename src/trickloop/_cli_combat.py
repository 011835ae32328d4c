"""``trickloop combat``: both answers of Advent of Code 2020, day 22."""

import json
import sys
from argparse import RawDescriptionHelpFormatter
from pathlib import Path

from trickloop._cli_options import Parser
from trickloop._play import play
from trickloop.outcome import Outcome
from trickloop.puzzles import parse_crab_combat
from trickloop.rules import Combat, RecursiveCombat

_EXAMPLES = """\
An endless game of part 1 is told as such; part 2 always has an answer. Both are
answers, so the exit code is 0.

examples:
  trickloop combat input.txt
  printf 'Player 1: 43 19\\nPlayer 2: 2 29 14\\n' | trickloop combat -
"""


def run(words: list[str]) -> int:
    """Answer both parts for the file that the arguments name."""
    parser = Parser(
        prog="trickloop combat",
        description="Answer Advent of Code 2020, day 22 (Crab Combat), from the puzzle's own file.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("FILE", help="the puzzle input; - is standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args(words)
    decks = parse_crab_combat(_read(args.FILE))
    first, second = play(Combat(), *decks), play(RecursiveCombat(), *decks)
    if args.json:
        answers = {"part1": first.score, "part2": second.score, "part1_loop": first.to_dict()["loop"]}
        print(json.dumps(answers))
    else:
        print(f"part 1: {_first_answer(first)}")
        print(f"part 2: {second.score}")
    return 0


def _first_answer(outcome: Outcome) -> str:
    if outcome.loop is None:
        return str(outcome.score)
    start, length = outcome.loop.start, outcome.loop.length
    return f"none, the game never ends: the decks of round {start + 1} come back every {length} rounds"


def _read(name: str) -> str:
    if name == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        data, name = sys.stdin.buffer.read(), "standard input"
    else:
        data = Path(name).read_bytes()
    # PowerShell writes UTF-16 with its mark where others write UTF-8.
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"{name}: expected text, got bytes that are none at offset {error.start}") from None
