"""What ``play``, ``rank`` and ``unrank`` share: indices of any length, the pack they count in, and its order."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import fields
from decimal import Decimal
from typing import Any, NamedTuple

from trickloop._cli_options import GAMES, Parser, add_rule_options, find_rules, read_count, read_rules
from trickloop._indices import ordered
from trickloop._prepare import card_text
from trickloop.cards import NUMBER, Pack, rank_name
from trickloop.rules import Rules, describe

OPTIONS = ("--order", "--json")
"""Those that are not fields of the rules."""
ABOUT = """\
RULES name the pack, as in 'trickloop play'; --pack names another one, with or
without RULES. Deals are sorted by their first card, then by the second, and so
on, player 1's hand before player 2's: the lowest rank first and '-' before all
others, or in the order that --order gives.
"""


class Place(NamedTuple):
    """What an index counts in."""

    rules: Rules | None
    pack: Pack
    order: str | None

    def to_dict(self, index: int) -> dict[str, Any]:
        """Write it with an index; numbers are text, as not every reader of JSON takes integers of any length."""
        return {
            "rules": self.rules and describe(self.rules),
            "pack": str(self.pack),
            "order": order_of(self.pack, self.order),
            "deals": write_index(self.pack.deals),
            "index": write_index(index),
        }


def add_place_arguments(parser: Parser) -> None:
    """Add the options of a command about indices."""
    parser.add_argument("--order", metavar="CARDS", help="every rank of the pack, the first first, like AKQJ-")
    parser.add_argument("--json", action="store_true", help="one JSON object a line; indices are text")
    add_rule_options(parser)


def read_place(args: Namespace, unknown: Sequence[str], words: list[str]) -> tuple[Place, list[str]]:
    """Return what the arguments say an index counts in, and those of the words that do not say it.

    Raises
    ------
    TypeError, ValueError
        Where they do not name a pack, or an option is not one of the rules.
    """
    house_rules = {field.name for game in GAMES.values() for field in fields(game)} - {"pack"}
    is_pack_alone = args.pack is not None and not unknown and all(getattr(args, name) is None for name in house_rules)
    if is_pack_alone and not (words and _is_rules(words[0])):
        return Place(None, Pack(args.pack), args.order), words
    args.RULES = words[0] if words else None
    rules = read_rules(args, unknown, OPTIONS)
    return Place(rules, rules.pack, args.order), words[1:]


def _is_rules(word: str) -> bool:
    try:
        find_rules(word)
    except ValueError:
        return False
    return True


def check_order(args: Namespace) -> None:
    """Refuse an order where nothing is counted."""
    if args.order is not None and args.index is None:
        raise ValueError("expected --index with --order")


def read_index(text: str, option: str) -> int:
    """Read an index of any length.

    >>> read_index("9" * 5000, "INDEX") == 10**5000 - 1
    True
    """
    # Python reads decimal digits of any number only by way of this type.
    return int(Decimal(text)) if text.isdecimal() and text.isascii() else read_count(text, option)


def write_index(index: int) -> str:
    """Write an index of any length.

    >>> write_index(10**5000 - 1) == "9" * 5000
    True
    """
    return format(Decimal(index), "f")


def order_of(pack: Pack, order: str | None) -> list[str]:
    """Write the ranks of a pack in their order.

    >>> order_of(Pack("J 3- Q"), "QJ-")
    ['Q', 'J', '-']
    """
    return write_cards(None, ordered(pack, order)[0])


def write_cards(rules: Rules | None, cards: Sequence[int]) -> list[str]:
    """Write cards as the rules do; without rules, rank 0 is ``-`` as in a pack."""
    if rules is None:
        return ["-" if rank == NUMBER else rank_name(rank) for rank in cards]
    return [card_text(rules, rank) for rank in cards]


def write_deal(pack: Pack, deal: Sequence[int]) -> str:
    """Write a deal of a pack without rules, as records are written where that can be read again.

    >>> write_deal(Pack("2- J"), [0, 11, 0]), write_deal(Pack("2x2 10"), [2, 10, 2])
    ('-J-', '2 10 2')
    """
    texts = write_cards(None, deal)
    is_dense = NUMBER in pack and all(len(text) == 1 and not text.isdecimal() for text in texts)
    return ("" if is_dense else " ").join(texts)
