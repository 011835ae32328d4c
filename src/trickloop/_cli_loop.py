"""``trickloop loop``: the loop that a game falls into."""

import json

from trickloop._cli_backward import hand_of, print_hands, read_arguments, state_text, state_to_dict
from trickloop._cli_play import count_of, print_row, unit_of
from trickloop._cycles import loop_of
from trickloop._play import play
from trickloop._states import read_state
from trickloop.rules import describe

_EXAMPLES = """\
The name of a loop is the same for every deal that falls into it, and for its
mirror image, in which the players have changed places.

example:
  trickloop loop camicia ---K---Q-KQAJ-----AAJ--J-- ----------Q----KQ-J-----KA
"""


def run(words: list[str]) -> int:
    """Show the loop of the game that the arguments name."""
    args = read_arguments("loop", "Show the loop that a game falls into.", _EXAMPLES, words, walks=False)
    rules = args.rules
    hands = read_state(rules, args.HAND).hands
    cycle = loop_of(rules, *hands)
    loop = play(rules, *hands).loop
    assert loop is not None
    if args.json:
        told = {
            "rules": describe(rules),
            "id": cycle.id,
            "start": loop.start,
            "length": cycle.length,
            "cards": cycle.cards,
            "mirror": cycle.mirror,
            "smallest_hand": cycle.smallest,
            "largest_hand": cycle.largest,
            "state": state_to_dict(rules, cycle.state),
        }
        if args.states:
            told["states"] = [state_to_dict(rules, state) for state in cycle.states]
        print(json.dumps(told))
        return 0
    unit = unit_of(rules)
    print_hands(rules, hands)
    print()
    print_row("loop", cycle.id)
    print_row("entered", f"after {count_of(loop.start, unit)}")
    print_row("one turn", f"{count_of(cycle.length, unit)}, {count_of(cycle.cards, 'card')}")
    print_row("hands", f"of {cycle.smallest} to {cycle.largest} cards")
    print_row("mirror", "it is its own mirror image" if cycle.mirror else "its mirror image is another loop, or none")
    print_row("a state", f"player {cycle.state.leader} leads" if unit == "trick" else "that names it")
    for seat, hand in enumerate(cycle.state.hands, 1):
        print_row(f"  player {seat}", hand_of(rules, hand))
    if args.states:
        print()
        for number, state in enumerate(cycle.states):
            print(f"{number:>6}  {state_text(rules, state)}")
    return 0
