"""What ``trickloop loop``, ``ancestors`` and ``basin`` share: two hands are read, and states are written."""

from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from trickloop._backward import LIMIT, Ancestors, Deal
from trickloop._cli_options import Parser, add_rule_options, mark_hands, read_count, read_rules, unmark
from trickloop._cli_play import join_cards, print_row, unit_of
from trickloop._prepare import card_text
from trickloop._states import State
from trickloop.rules import Camicia, Rules, describe

SHOWN = 10
"""Deals that are shown where not all are asked for."""


def read_arguments(name: str, description: str, examples: str, words: list[str], *, walks: bool) -> Namespace:
    """Read the arguments of a command that is given two hands; those of the rules are made one under ``rules``."""
    parser = Parser(
        prog=f"trickloop {name}",
        usage=f"trickloop {name} RULES HAND HAND [options]",
        description=description,
        epilog=examples,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("RULES", nargs="?", help="war, combat, camicia, or a preset like winamax")
    parser.add_argument("HAND", nargs="*", help='"A 9 10 3", "A9T3"; in Camicia also "--K-Q"; player 1 leads')
    options = ["--states", "--json"]
    parser.add_argument("--states", action="store_true", help="show every state")
    if walks:
        options += ["--limit", "--all"]
        parser.add_argument(
            "--limit", metavar="N", default=str(LIMIT), help="how many states there may be; 1000000 by default"
        )
        parser.add_argument("--all", action="store_true", help=f"show all balanced deals, not only {SHOWN}")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_rule_options(parser)
    args, unknown = parser.parse_known_intermixed_args(mark_hands(words))
    unmark(args)
    args.rules = read_rules(args, unknown, options)
    # One word too many, and "--" among them: it was meant to end the options, as it does elsewhere.
    if len(args.HAND) == 3 and args.HAND[0] == "--":
        args.HAND = args.HAND[1:]
    if len(args.HAND) != 2:
        raise ValueError(f"expected 2 hands, got {len(args.HAND)}")
    if walks:
        args.limit = read_count(args.limit, "--limit")
    return args


def cards_of(rules: Rules, hand: Iterable[int]) -> list[str]:
    """Write each card of a hand."""
    return [card_text(rules, rank) for rank in hand]


def hand_of(rules: Rules, hand: Iterable[int]) -> str:
    """Write a hand so that it can be read again; one without cards in words."""
    return join_cards(rules, cards_of(rules, hand)) or "(no cards)"


def state_text(rules: Rules, state: State) -> str:
    """Write a state in one line.

    >>> state_text(Camicia(), State(((0, 11), (12,)), 2)), state_text(War(), State(((10, 11), (2,))))
    ('-J / Q, player 2 leads', '10 J / 2')
    """
    hands = " / ".join(hand_of(rules, hand) for hand in state.hands)
    return hands + (f", player {state.leader} leads" if isinstance(rules, Camicia) else "")


def state_to_dict(rules: Rules, state: State) -> dict[str, Any]:
    """Write a state for JSON."""
    return {"hands": [cards_of(rules, hand) for hand in state.hands], "leader": state.leader}


def deal_to_dict(rules: Rules, deal: Deal) -> dict[str, Any]:
    """Write a deal for JSON."""
    return {
        "hands": [cards_of(rules, hand) for hand in deal.hands],
        "rounds": deal.rounds,
        "cards": deal.cards,
        "mirrored": deal.mirrored,
    }


def found_to_dict(found: Ancestors, args: Namespace) -> dict[str, Any]:
    """Write what was found backwards for JSON, with every state where they are asked for."""
    rules = args.rules
    told = {
        "count": len(found),
        "complete": True,
        "longest": found.longest,
        "deals": [deal_to_dict(rules, deal) for deal in found.deals],
    }
    if args.states:
        told["states"] = [
            state_to_dict(rules, each) | {"rounds": found.depths[each], "cards": found.cards[each]}
            for each in found.states
        ]
    return told


def print_found(found: Ancestors, args: Namespace) -> None:
    """Print the deals that were found backwards, and every state where they are asked for."""
    for line in deal_lines(args.rules, found.deals, args.all):
        print(f"  {line}")
    if args.states:
        print()
        for each in found.states:
            print(f"{found.depths[each]:>6}  {state_text(args.rules, each)}")


def print_hands(rules: Rules, hands: Sequence[Iterable[int]]) -> None:
    """Print the rules and the hands that were given."""
    print_row("rules", describe(rules))
    for seat, hand in enumerate(hands, 1):
        print_row(f"player {seat}", hand_of(rules, hand))


def deal_lines(rules: Rules, deals: Sequence[Deal], every: bool) -> Iterator[str]:
    """Yield a line for each deal, or for the first of them, most rounds first."""
    shown = deals if every else deals[:SHOWN]
    lengths = [
        max(len(str(value)) for value in column) for column in zip(*((d.rounds, d.cards) for d in shown), strict=True)
    ]
    for deal in shown:
        hands = " / ".join(hand_of(rules, hand) for hand in deal.hands)
        counts = f"{deal.rounds:>{lengths[0]}} {unit_of(rules)}s, {deal.cards:>{lengths[1]}} cards"
        yield f"{counts}: {hands}" + (" (mirror image)" if deal.mirrored else "")
    if len(shown) < len(deals):
        yield f"and {len(deals) - len(shown):,} more (--all shows them)"
