"""``trickloop rank``: the index of a deal."""

import json
from argparse import RawDescriptionHelpFormatter

from trickloop._cli_index import ABOUT, Place, add_place_arguments, order_of, read_place, write_index
from trickloop._cli_options import Parser, mark_hands, unmark
from trickloop._cli_play import LABEL, print_row
from trickloop.cards import DASH, NUMBER, read_hand
from trickloop.rules import Camicia

_EXAMPLES = """\
examples:
  trickloop rank camicia ---K---Q-KQAJ-----AAJ--J-- ----------Q----KQ-J-----KA
  trickloop rank --pack "14- 2J 2Q 2K" ------K-J- -J--K-Q-Q-
  trickloop rank --pack "14- 2J 2Q 2K" ------K-J--J--K-Q-Q- --order KQJ- --json
"""


def run(words: list[str]) -> int:
    """Print the index of the deal that the arguments give."""
    parser = Parser(
        prog="trickloop rank",
        usage="trickloop rank [RULES] HAND [HAND ...] [options]",
        description="Say which of all deals of its pack a deal is, counted from 0.\n\n" + ABOUT,
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("WORD", nargs="*", metavar="RULES HAND", help="the rules; the hands, or the deal in one piece")
    add_place_arguments(parser)
    args, unknown = parser.parse_known_intermixed_args(mark_hands(words))
    unmark(args)
    place, hands = read_place(args, unknown, args.WORD)
    if not hands:
        raise ValueError("expected a hand, got none")
    index = place.pack.rank(_cards(place, hands), place.order)
    if args.json:
        print(json.dumps(place.to_dict(index), ensure_ascii=False))
    else:
        print_row("pack", str(place.pack))
        print_row("order", " ".join(order_of(place.pack, place.order)))
        # On one line however long they are, to be copied.
        print(f"{'deals':<{LABEL}}{write_index(place.pack.deals)}")
        print(f"{'index':<{LABEL}}{write_index(index)}")
    return 0


def _cards(place: Place, hands: list[str]) -> list[int]:
    """Read a deal; in Camicia the number cards may be written as what they are."""
    numbers = {DASH}
    if isinstance(place.rules, Camicia):
        numbers |= {rank for rank, code in place.rules._codes.items() if code == 0 and rank not in place.pack}
    ranks = [rank for seat, hand in enumerate(hands, 1) for rank in read_hand(hand, seat).ranks]
    return [NUMBER if rank in numbers else rank for rank in ranks]
