"""``trickloop unrank``: the deal of an index."""

import json
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator
from typing import Any

from trickloop._cli_index import (
    ABOUT,
    Place,
    add_place_arguments,
    order_of,
    read_index,
    read_place,
    write_cards,
    write_deal,
    write_index,
)
from trickloop._cli_options import Parser, mark_hands, unmark
from trickloop._cli_play import LABEL, check_pack, join_cards, print_row
from trickloop._rows import sizes_of
from trickloop._tally import cut

_EXAMPLES = """\
examples:
  trickloop unrank camicia 0 --order AKQJ-
  trickloop unrank --pack "14- 2J 2Q 2K" 246414 477920
  trickloop unrank italian 90016849133615 --json
"""


def run(words: list[str]) -> int:
    """Print the deals whose indices the arguments give."""
    parser = Parser(
        prog="trickloop unrank",
        usage="trickloop unrank [RULES] INDEX [INDEX ...] [options]",
        description="Show the deals of a pack that have these indices, counted from 0.\n\n" + ABOUT,
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("WORD", nargs="*", metavar="RULES INDEX", help="the rules; which deals")
    add_place_arguments(parser)
    args, unknown = parser.parse_known_intermixed_args(mark_hands(words))
    unmark(args)
    place, texts = read_place(args, unknown, args.WORD)
    indices = [read_index(text, "INDEX") for text in texts]
    if not indices:
        raise ValueError("expected an index, got none")
    if place.rules is not None:
        check_pack(place.rules)
    # All of them before any is shown: where one is out of range, that is all there is to say.
    deals = [place.pack.unrank(index, place.order) for index in indices]
    if not args.json:
        print_row("pack", str(place.pack))
        print_row("order", " ".join(order_of(place.pack, place.order)))
    for index, deal in zip(indices, deals, strict=True):
        if args.json:
            print(json.dumps(place.to_dict(index) | _written(place, deal), ensure_ascii=False))
            continue
        print()
        # On one line however long they are, to be copied.
        for label, text in [("index", write_index(index)), *_rows(place, deal)]:
            print(f"{label:<{LABEL}}{text}")
    return 0


def _written(place: Place, deal: tuple[int, ...]) -> dict[str, Any]:
    if place.rules is None:
        return {"deal": write_cards(None, deal)}
    hands, rest = cut(deal, sizes_of(place.rules, len(deal), None))
    return {
        "hands": [write_cards(place.rules, hand) for hand in hands],
        "left_over": write_cards(place.rules, rest),
    }


def _rows(place: Place, deal: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    if place.rules is None:
        yield "deal", write_deal(place.pack, deal)
        return
    written = _written(place, deal)
    for seat, hand in enumerate(written["hands"], 1):
        yield f"player {seat}", join_cards(place.rules, hand)
    if written["left_over"]:
        yield "left over", join_cards(place.rules, written["left_over"])
