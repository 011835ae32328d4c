"""The index of a deal among all orders of its pack's cards, and the deal of an index."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from trickloop.cards import HandLike, Pack, pack_ranks, rank_name
from trickloop.rules import read_integer

MOST_CARDS = 10_000
"""So many take some seconds where all are different, and the time goes with the square."""
_SHOWN_DIGITS = 50
_SHOWN_BITS = 500
_SHOWN_RANKS = 4


def rank_deal(pack: Pack, deal: HandLike, order: HandLike | None) -> int:
    """Return the index of a deal, as `Pack.rank` does."""
    ranks, counts = ordered(pack, order)
    check_indexable(pack)
    cards = pack_ranks(deal, "deal")
    _check_cards(pack, cards)
    places = {rank: place for place, rank in enumerate(ranks)}
    index, arrangements = 0, pack.deals
    # Of all orders of n cards, the share that begins with a given rank is the share of that rank among the cards; so
    # both divisions are exact.
    for left, place in zip(range(len(cards), 0, -1), map(places.__getitem__, cards), strict=True):
        index += arrangements * sum(counts[:place]) // left
        arrangements = arrangements * counts[place] // left
        counts[place] -= 1
    return index


def unrank_deal(pack: Pack, index: Any, order: HandLike | None) -> tuple[int, ...]:
    """Return the deal of an index, as `Pack.unrank` does."""
    ranks, counts = ordered(pack, order)
    check_indexable(pack)
    index, arrangements = read_integer("the index of a deal", index), pack.deals
    if not 0 <= index < arrangements:
        raise ValueError(f"expected an index from 0 to {_shown(arrangements - 1)}, got {_shown(index)}")
    deal = []
    for left in range(pack.size, 0, -1):
        # The card that stands at this place when all that are left lie in order.
        card = index * left // arrangements
        place = next(place for place, stop in enumerate(accumulate(counts)) if card < stop)
        index -= arrangements * sum(counts[:place]) // left
        arrangements = arrangements * counts[place] // left
        counts[place] -= 1
        deal.append(ranks[place])
    return tuple(deal)


def read_slice(pack: Pack, start: Any, stop: Any) -> tuple[int, int]:
    """Return the indices that a slice begins with and ends before; no `stop` is after the last one.

    >>> read_slice(Pack("3- J K"), 5, None)
    (5, 20)

    Raises
    ------
    TypeError, ValueError
        Where they are not integers, or out of range, or the first is after the last.
    """
    check_indexable(pack)
    deals = pack.deals
    first, end = read_integer("start", start), deals if stop is None else read_integer("stop", stop)
    for name, index in (("start", first), ("stop", end)):
        if not 0 <= index <= deals:
            raise ValueError(f"expected {name} from 0 to {_shown(deals)}, got {_shown(index)}")
    if first > end:
        raise ValueError(f"expected start to be at most stop, got start {_shown(first)} and stop {_shown(end)}")
    return first, end


def ordered(pack: Pack, order: HandLike | None) -> tuple[list[int], list[int]]:
    """Return the ranks of a pack in the order that is asked for, and how many cards each has.

    >>> ordered(Pack("2- J 3Q"), "Q J -")
    ([12, 11, 0], [3, 1, 2])

    Raises
    ------
    TypeError, ValueError
        Where `order` does not name each rank of the pack once.
    """
    counts = dict(pack.counts)
    ranks = list(counts) if order is None else pack_ranks(order, "order")
    if order is not None and Counter(ranks) != Counter(counts.keys()):
        raise ValueError(f"order: expected each of {_names(counts)} once, got {_names(ranks)}")
    return ranks, [counts[rank] for rank in ranks]


def check_indexable(pack: Pack) -> None:
    """Refuse a pack whose indices are too long to be worked with."""
    if pack.size > MOST_CARDS:
        raise ValueError(f"expected a pack of at most {MOST_CARDS} cards, got {_shown(pack.size)}")


def _check_cards(pack: Pack, cards: Sequence[int]) -> None:
    wanted, got = Counter(dict(pack.counts)), Counter(cards)
    if got == wanted:
        return
    many = [f"{count} too many of {_name(rank)}" for rank, count in sorted((got - wanted).items())]
    few = [f"{count} too few of {_name(rank)}" for rank, count in sorted((wanted - got).items())]
    faults = ", ".join(_listed(texts) for texts in (many, few) if texts)
    raise ValueError(f"deal: expected the cards {str(pack)!r:.60}, got {faults}")


def _names(ranks: Iterable[int]) -> str:
    return _listed([_name(rank) for rank in ranks], most=20) or "none"


def _listed(texts: list[str], most: int = _SHOWN_RANKS) -> str:
    return ", ".join([*texts[:most], *(["…"] if len(texts) > most else [])])


def _name(rank: int) -> str:
    return "'-'" if rank == 0 else rank_name(rank)[:_SHOWN_DIGITS]


def _shown(number: int) -> str:
    """Write an integer in full, or where it is too long for a message, how many bits it has."""
    if number.bit_length() > _SHOWN_BITS:
        return f"{'a negative' if number < 0 else 'an'} integer of {number.bit_length():,} bits"
    return str(number)
