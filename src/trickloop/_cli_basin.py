"""``trickloop basin``: all states that fall into the loop of a game."""

import json
from collections import Counter

from trickloop._backward import basin
from trickloop._cli_backward import found_to_dict, print_found, print_hands, read_arguments
from trickloop._cli_play import count_of, print_row, unit_of
from trickloop._cycles import loop_of
from trickloop._states import read_state
from trickloop.rules import describe

_EXAMPLES = """\
They are all there are, or the command fails: where there are more than --limit
nothing is shown.

example:
  trickloop basin camicia ---K---Q-KQAJ-----AAJ--J-- ----------Q----KQ-J-----KA
"""


def run(words: list[str]) -> int:
    """Show the basin of the loop of the game that the arguments name."""
    description = "Play backwards: find all states that fall into the loop of a game."
    args = read_arguments("basin", description, _EXAMPLES, words, walks=True)
    rules = args.rules
    state = read_state(rules, args.HAND)
    cycle = loop_of(rules, state)
    found = basin(cycle, limit=args.limit)
    if args.json:
        told = {
            "rules": describe(rules),
            "id": cycle.id,
            "length": cycle.length,
            "cards": cycle.cards,
            "mirror": cycle.mirror,
            **found_to_dict(found, args),
        }
        print(json.dumps(told))
        return 0
    unit = unit_of(rules)
    print_hands(rules, state.hands)
    print()
    print_row("loop", f"{cycle.id}: {count_of(cycle.length, unit)}, {count_of(cycle.cards, 'card')}")
    print_row("basin", f"{len(found):,} states, which are all; the farthest {count_of(found.longest, unit)} before")
    depths = sorted(Counter(found.depths.values()).items())
    print_row(
        "", ", ".join(f"{count:,} at {depth}" for depth, count in depths[:20]) + ("" if depths[20:] == [] else ", …")
    )
    own = sum(not deal.mirrored for deal in found.deals)
    mirrored = len(found.deals) - own
    print_row("deals", f"{own:,} fall into it" + (f", {mirrored:,} into its mirror image" if mirrored else ""))
    print_found(found, args)
    return 0
