"""``trickloop ancestors``: all states from which a game comes to some hands."""

import json

from trickloop._backward import ancestors
from trickloop._cli_backward import found_to_dict, print_found, print_hands, read_arguments
from trickloop._cli_play import count_of, print_row, unit_of
from trickloop._states import read_state
from trickloop.rules import describe

_EXAMPLES = """\
They are all there are, or the command fails: where there are more than --limit
nothing is shown.

example:
  trickloop ancestors italian ----J--Q-- --K-K-Q-J-
"""


def run(words: list[str]) -> int:
    """Show the ancestors of the hands that the arguments name."""
    description = "Play backwards: find all states from which a game comes to these hands."
    args = read_arguments("ancestors", description, _EXAMPLES, words, walks=True)
    rules = args.rules
    state = read_state(rules, args.HAND)
    found = ancestors(rules, state, limit=args.limit)
    if args.json:
        told = {
            "rules": describe(rules),
            **found_to_dict(found, args),
        }
        print(json.dumps(told))
        return 0
    print_hands(rules, state.hands)
    print()
    print_row(
        "ancestors", f"{len(found):,}, which are all; the farthest {count_of(found.longest, unit_of(rules))} before"
    )
    print_row("deals", f"{len(found.deals):,} of them are dealt so, up to the mirror image")
    print_found(found, args)
    return 0
