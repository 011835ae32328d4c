"""``trickloop survey``: every state of a small pack."""

import json
from argparse import RawDescriptionHelpFormatter
from typing import Any

from trickloop._cli_backward import state_to_dict
from trickloop._cli_options import Parser, add_rule_options, mark_hands, read_count, read_rules, unmark
from trickloop._survey import STATES, Survey, survey, survey_distinct, title_of
from trickloop._survey_text import table_of, table_of_distinct
from trickloop.rules import Combat, War, describe

OPTIONS = ("--distinct", "--limit", "--json")
_EXAMPLES = """\
examples:
  trickloop survey camicia --pack "8- 2J 2Q 2K"
  trickloop survey codegolf --pack "2x2 2x3 2x4 2x5"
  trickloop survey war --distinct 8
"""


def run(words: list[str]) -> int:
    """Survey the pack that the arguments name."""
    parser = Parser(
        prog="trickloop survey",
        usage="trickloop survey RULES [options]",
        description="Play one round from every state of a small pack, over every split of its\n"
        "hands, and say which loops there are and how many deals never end: exactly.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("RULES", nargs="?", help="war, combat, camicia, or a preset like winamax")
    parser.add_argument("--distinct", metavar="N", help="of war and combat: the packs of 2, 3, ... N distinct ranks")
    parser.add_argument("--limit", metavar="N", default=str(STATES), help="how many states there may be, 50000000")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_rule_options(parser)
    args, unknown = parser.parse_known_args(mark_hands(words))
    unmark(args)
    rules = read_rules(args, unknown, OPTIONS)
    limit = read_count(args.limit, "--limit")
    if args.distinct is None:
        found = survey(rules, limit=limit)
        for line in [json.dumps(_to_dict(found))] if args.json else table_of(found):
            print(line)
        return 0
    if args.pack is not None:
        raise ValueError("expected --pack or --distinct, got both")
    if not isinstance(rules, (War, Combat)):
        raise ValueError(f"expected --distinct with war or combat, got {type(rules).__name__}")
    surveys = survey_distinct(rules, read_count(args.distinct, "--distinct"), limit=limit)
    if args.json:
        none = [found.rules.pack.size for found in surveys if not found.loops]
        print(json.dumps({"rules": describe(rules), "no_loop": none, "packs": list(map(_to_dict, surveys))}))
        return 0
    print(f"{describe(rules)}, distinct ranks")
    for line in table_of_distinct(surveys):
        print(line)
    return 0


def _to_dict(found: Survey) -> dict[str, Any]:
    return {
        "rules": title_of(found),
        "deals": found.deals,
        "states": found.states,
        "without_predecessor": found.without_predecessor,
        "longest": found.longest,
        "longest_start": found.longest_start,
        "never_end": str(found.probability),
        "never_end_of_equal_hands": None if found.equal is None else str(found.equal.probability),
        "loops": [
            {
                "length": loop.length,
                "cards": loop.cards,
                "basin": loop.basin,
                "mirror": loop.mirror,
                "state": state_to_dict(found.rules, loop.state),
            }
            for loop in found.loops
        ],
        "splits": [
            {
                "sizes": list(split.sizes),
                "deals": split.deals,
                "wins": list(split.wins),
                "draws": split.draws,
                "endless": split.endless,
                "longest": split.longest,
                "rounds": split.rounds,
                "cards": split.cards,
                "longest_start": split.longest_start,
            }
            for split in found.splits
        ],
    }
