"""``trickloop rules``: what can be played, by which rules, and who says so."""

import inspect
import re
import textwrap
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from typing import Any

from trickloop._cli_options import (
    GAMES,
    PRESETS,
    Parser,
    find_rules,
    option_of,
    write_options,
    write_value,
)
from trickloop.cards import Pack, rank_name
from trickloop.rules import PICKUPS, REFILLS, SHORTS, TIES, Rules, describe

WIDTH = 88
_CHOICES = {"pickup": PICKUPS, "short": SHORTS, "refill": REFILLS, "tie": TIES}
_HEADING = re.compile(r"^(\w+) : ", re.MULTILINE)
_PARAMETER = re.compile(r"^(\w+) : .*\n((?:(?: .*)?\n)*)", re.MULTILINE)
_SECTION = re.compile(r"\n\n(?=\w+\n-+\n)")
_LINE = re.compile(r"^( *)(- )?(.*)$")
_MARKUP = re.compile(r"``?([^`]*)``?|\*(?=\w)([^*]*)\*")

_NOTATION = """\
Hands are read top card first: "A 9 10 3", "A,9,T,3", "A9T3", "AS 9H"; a word of digits is
one rank, so "43 19" is two cards. In Camicia "-" is some number card: "--K-Q".
Packs: the count before the card, "36- 4J"; between a count and a number an x, "4x9"."""

_EXAMPLES = """\
examples:
  trickloop rules
  trickloop rules war
  trickloop rules winamax
"""


def run(words: list[str]) -> int:
    """Show all rules, or those that the arguments name."""
    parser = Parser(
        prog="trickloop rules",
        description="Show all rules with their options, or one in full.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("RULES", nargs="?", help="the rules to show in full")
    args = parser.parse_args(words)
    for line in _overview() if args.RULES is None else _in_full(args.RULES):
        print(line)
    return 0


def _overview() -> Iterator[str]:
    for name, game in GAMES.items():
        doc = _doc(game)
        yield name
        yield from _wrap(_summary(doc), 2)
        yield from _wrap(_source(doc), 2)
        for field in fields(game):
            value = "needed" if field.default is MISSING else _shown(field.default)
            yield from _wrap(f"{_legal(field, doc)} [{value}]", 18, f"  {option_of(field)}")
        for preset, make in _presets_of(game).items():
            text = f"{_summary(_doc(make))} {_source(_doc(make))}"
            yield from _wrap(text, 18, f"  {preset}")
            yield from _wrap(f"= {name} {write_options(make())}".rstrip(), 18)
        yield ""
    yield _NOTATION


def _in_full(name: str) -> Iterator[str]:
    name, make = find_rules(name)
    doc = _doc(make)
    if name in PRESETS:
        rules = make()
        game = next(key for key, kind in GAMES.items() if kind is type(rules))
        yield f"{name}: {doc}"
        yield ""
        yield f"In Python    {describe(rules)}"
        yield f"In a shell   trickloop play {game} {write_options(rules)}".rstrip()
        yield ""
        yield f"'trickloop rules {game}' says what each option means."
        return
    yield from _with_options(doc)
    presets = _presets_of(GAMES[name])
    if presets:
        yield "Presets"
        yield "-------"
        for preset, of_preset in presets.items():
            yield from _wrap(f"{_summary(_doc(of_preset))} {_source(_doc(of_preset))}", 16, preset)


def _presets_of(game: type[Rules]) -> dict[str, Callable[..., Rules]]:
    return {name: make for name, make in PRESETS.items() if type(make()) is game}


def _doc(make: Callable[..., Rules]) -> str:
    return _MARKUP.sub(r"\1\2", inspect.getdoc(make) or "")


def _with_options(doc: str) -> Iterator[str]:
    """Show a docstring in a shell: parameters are options, and what only Python shows is left out."""
    for part in _SECTION.split(doc):
        title = part.partition("\n")[0]
        if title in ("Raises", "Examples"):
            continue
        if title == "Parameters":
            part = _HEADING.sub(lambda heading: f"--{heading[1].replace('_', '-')}: ", part)
            part = part.replace("Parameters\n----------", "Options\n-------", 1)
        yield from _rewrap(part)


def _rewrap(text: str) -> Iterator[str]:
    """Wrap what is one paragraph or one item of a list; what follows with the same indent belongs to it."""
    label = ""
    words: list[str] = []
    for line in [*text.splitlines(), ""]:
        indent, dash, rest = _LINE.findall(line)[0]
        starts = not rest or dash or len(indent) != len(label) or "--" in (rest[:2], "".join(words)[:2])
        if words and starts:
            yield from _wrap(" ".join(words), len(label), label)
            words = []
        if not rest:
            yield ""
        elif not words:
            label = indent + dash
        words += rest.split()


def _summary(doc: str) -> str:
    return " ".join(doc.partition("\n\n")[0].split())


def _source(doc: str) -> str:
    """Return the paragraph that names the source."""
    found = (part for part in doc.split("\n\n") if "Source" in part)
    return " ".join(next(found, "").rpartition("---\n")[2].split())


def _shown(value: object) -> str:
    """Write a value as its option takes it, but a long pack in words."""
    if isinstance(value, Pack) and len(str(value)) > 40:
        (low, count), (high, _) = value.counts[0], value.counts[-1]
        if value == Pack.of(count, range(low, high + 1)):
            return f"{rank_name(low)} to {rank_name(high)}, {count} of each"
    return write_value(value)


def _legal(field: Field[Any], doc: str) -> str:
    """Say what a field may be: its choices, or what the docstring says in its first sentence."""
    if field.name in _CHOICES:
        return ", ".join(map(write_value, _CHOICES[field.name]))
    texts = {name: " ".join(text.split()) for name, text in _PARAMETER.findall(doc)}
    return re.split(r"[.;:] |\.$", texts.get(field.name, ""))[0]


def _wrap(text: str, margin: int, label: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=f"{label:<{margin}}",
        subsequent_indent=" " * margin,
        break_on_hyphens=False,
        break_long_words=False,
    )
