"""``trickloop records``: the records and loops that come with the package."""

import json
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from itertools import groupby

from trickloop._cli_options import GAMES, PRESETS, Parser, find_rules, write_options
from trickloop._cli_play import count_of, print_row, unit_of
from trickloop.records import KINDS, Record, find, get
from trickloop.rules import Rules, describe

_EXAMPLES = """\
examples:
  trickloop records --rules camicia --kind longest
  trickloop records --kind loop --json
  trickloop records casella-2024
"""


def run(words: list[str]) -> int:
    """List the records that the arguments ask for, or show one."""
    parser = Parser(
        prog="trickloop records",
        usage="trickloop records [NAME] [options]",
        description="List published records and loops, or show one and how to play it again.\n\nkinds:\n"
        + "\n".join(f"  {kind:<9}{what}" for kind, what in KINDS.items()),
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("NAME", nargs="?", help="a record, as the list calls it")
    parser.add_argument("--kind", metavar="KIND", help="only records of this kind")
    parser.add_argument("--rules", metavar="RULES", help="only records of this game or preset")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    args = parser.parse_args(words)
    if args.NAME is not None and (args.kind is not None or args.rules is not None):
        raise ValueError("expected no --kind and no --rules with the name of a record")
    found = find(_read_rules(args.rules), kind=args.kind) if args.NAME is None else (get(args.NAME),)
    if args.json:
        for record in found:
            print(json.dumps(record.to_dict() | {"replay": replay(record)}, ensure_ascii=False))
    elif args.NAME is not None:
        _show(found[0])
    else:
        _list(found)
    return 0


def _read_rules(name: str | None) -> Rules | type[Rules] | None:
    if name is None:
        return None
    make = find_rules(name)[1]
    return make if isinstance(make, type) else make()


def replay(record: Record) -> str:
    """Write the command that plays a record again."""
    makers: list[tuple[str, Callable[..., Rules]]] = [*PRESETS.items(), *GAMES.items()]
    options = write_options(record.rules)
    name = next(name for name, make in makers if make is type(record.rules))
    for preset, make in PRESETS.items():
        if make() == record.rules:
            name, options = preset, ""
    return " ".join(filter(None, [f"trickloop play {name}", *map(_quoted, record.hands), options]))


def _quoted(hand: str) -> str:
    return f'"{hand}"' if " " in hand else hand


def _list(found: tuple[Record, ...]) -> None:
    width = max([len(record.name) for record in found], default=0)
    for number, (rules, records) in enumerate(groupby(found, key=lambda record: describe(record.rules))):
        if number:
            print()
        print(rules)
        for record in records:
            who = " ".join(filter(None, [record.who, record.when]))
            loop = "" if record.loop is None else f"loop {record.loop.start}+{record.loop.length}"
            counts = f"{record.rounds:>6} {record.cards:>6}"
            print(f"  {record.name:<{width}}  {record.kind:<7} {counts}  {loop:<13} {who}".rstrip())


def _show(record: Record) -> None:
    for label, value in _rows(record):
        print_row(label, value)
    print(f"\n{replay(record)}")


def _rows(record: Record) -> Iterator[tuple[str, str]]:
    unit = unit_of(record.rules)
    yield "name", record.name
    yield "kind", f"{record.kind}: {KINDS[record.kind]}"
    yield "rules", describe(record.rules)
    for seat, hand in enumerate(record.hands, 1):
        yield f"player {seat}", hand
    yield "result", "the game never ends" if record.winner is None else f"player {record.winner} wins"
    yield f"{unit}s", f"{record.rounds:,}"
    yield "cards", f"{record.cards:,} laid"
    if record.wars:
        yield "wars", f"{record.wars:,}"
    if record.loop is not None:
        start, length = count_of(record.loop.start, unit), count_of(record.loop.length, unit)
        yield "loop", f"entered after {start}; one turn is {length} and {count_of(record.loop.cards, 'card')}"
    if record.id is not None:
        yield "id", record.id
    if record.deals is not None:
        yield "deals", f"{count_of(record.deals, 'deal')} of the pack in equal hands fall into this loop"
    if record.mirror is not None:
        yield "mirror", "its own mirror image" if record.mirror == record.name else record.mirror
    if record.who is not None:
        yield "found", " ".join(filter(None, ["by", record.who, record.when]))
    yield "source", record.source
    if record.note is not None:
        yield "note", record.note
