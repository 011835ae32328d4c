"""The command ``trickloop``: play a game, answer a puzzle, show the rules and the machine."""

import os
import sys
from argparse import SUPPRESS, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

from trickloop._cli_options import Parser, version

USAGE_ERROR = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
"""What a shell reports for a program that SIGPIPE or Ctrl-C ended."""

COMMANDS = {
    "play": ("RULES [HAND ...]", "play one game, with the hands given or dealt at random"),
    "simulate": ("RULES", "play many random games: who wins, how long they take"),
    "sweep": ("RULES", "play every deal of a small pack, list the endless"),
    "rank": ("[RULES] HAND ...", "the index of a deal among all deals of its pack"),
    "unrank": ("[RULES] INDEX", "the deal of an index"),
    "grow": ("", "grow endless deals of Camicia from nothing"),
    "records": ("[NAME]", "published records and loops, to be played again"),
    "loop": ("RULES HANDS", "the loop that a game falls into, and its name"),
    "ancestors": ("RULES HANDS", "all states from which a game comes to these hands"),
    "basin": ("RULES HANDS", "all states that fall into the loop of a game"),
    "survey": ("RULES", "every state of a small pack: all loops, exact shares"),
    "combat": ("FILE", "both answers of Advent of Code 2020, day 22"),
    "rules": ("[RULES]", "show the rules, their options and where they come from"),
    "bench": ("", "measure how fast this machine plays each kind of game"),
    "info": ("", "show the version, the engine and the machine"),
}
"""Each is a function ``run(arguments)`` in its module ``_cli_…``, imported when it is asked for."""

_EXAMPLES = """\
examples:
  trickloop play war "A 9 3 4" "K 9 7 2" --trace
  trickloop play camicia "---Q-KA-" "-J---K--"
  trickloop simulate war --games 1e6 --seed 42 --workers -1
  trickloop sweep camicia --pack "14- 2J 2Q 2K" --workers -1
  trickloop combat input.txt

trickloop COMMAND --help shows the options of a command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; those of the process by default.

    Returns
    -------
    int
        0: done; 2: a mistake in the arguments or in what they name, told in one line on stderr; 130:
        interrupted; 141: whoever read the output stopped reading.

    Examples
    --------
    >>> main(["play", "camicia", "----J-", "J", "--json"])  # doctest: +ELLIPSIS
    {"rules": "Camicia()", "hands": [["-", "-", "-", "-", "J", "-"], ["J"]], ...
    0
    """
    words = list(sys.argv[1:] if argv is None else argv)
    # A card that the terminal cannot write is no reason to stop.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        code = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return CLOSED_PIPE
    except KeyboardInterrupt:
        _drop_output()
        print("trickloop: interrupted", file=sys.stderr)
        return INTERRUPTED
    except (ValueError, TypeError, NotImplementedError, OSError, ImportError) as error:
        _flush_output()
        print(f"trickloop: error: {_one_line(error)}", file=sys.stderr)
        return USAGE_ERROR
    return code


def _run(words: list[str]) -> int:
    try:
        if words and words[0] in COMMANDS:
            command: int = import_module(f"trickloop._cli_{words[0]}").run(words[1:])
            return command
        parser = _parser()
        parser.parse_args(words)
        parser.print_help()
    except SystemExit as stop:
        # How argparse leaves after --help and --version.
        return int(stop.code or 0)
    return 0


def _parser() -> Parser:
    lines = [f"  {f'{name} {arguments}':<24}{what}" for name, (arguments, what) in COMMANDS.items()]
    parser = Parser(
        prog="trickloop",
        usage="trickloop COMMAND ...",
        description="Play the card games in which nobody decides anything: War, Combat, Camicia.\n\n"
        + "\n".join(["commands:", *lines]),
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"trickloop {version()}")
    parser.add_argument("COMMAND", nargs="?", choices=COMMANDS, help=SUPPRESS)
    return parser


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        where = "" if error.filename is None else f"{error.filename}: "
        return where + error.strerror
    return " ".join(str(error).split()) or type(error).__name__


def _flush_output() -> None:
    """Write what is still buffered, or throw it away where it cannot be written."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _drop_output()


def _drop_output() -> None:
    """Throw away what is still buffered, which the interpreter would try to write once more when it ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
