"""Deal a pack at random, from raw 64-bit words, so that a recorded seed deals the same games for ever.

Games come in blocks of 65,536. The deals of block b are drawn from the words of ``PCG64(SeedSequence(entropy,
spawn_key=(b,)))``, one after the other; game k of a seed is in block ``k // 65536``, so it is the same game whatever
else is played. What chance a game itself needs is a key of its own, word ``k % 65536`` of the same seed sequence with
``spawn_key=(b, 1)``. Only the raw output of the bit generator is used: NumPy promises that it stays as it is, and not
that the methods of its ``Generator`` do.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from typing import TYPE_CHECKING

from trickloop._reference.chance import WORDS

if TYPE_CHECKING:
    import numpy as np

BLOCK = 1 << 16
"""Games in a block."""
MOST_TOGETHER = 1 << 56
"""So many results one word may have; above that a word is refused too often."""


def raw_words(bits: "np.random.BitGenerator") -> Iterator[int]:
    """Draw the words of a bit generator, without end."""
    while True:
        yield int(bits.random_raw())


def laying_order(cards: Iterable[int]) -> list[int]:
    """Return the cards in the order in which they are given places: the rarest ranks first, then the lowest.

    >>> laying_order([0, 0, 0, 12, 12, 11])
    [11, 12, 12, 0, 0, 0]
    """
    counts = Counter(cards)
    return [card for count, card in sorted((count, card) for card, count in counts.items()) for _ in range(count)]


def draws(order: Sequence[int]) -> list[list[int]]:
    """Return the bounds of the integers that a deal needs, those together that are drawn with one word.

    Places are drawn for all cards but those of the last rank, which lie where there is room.

    >>> draws([11, 12, 12, 0, 0, 0])
    [[6, 5, 4]]
    """
    groups: list[list[int]] = []
    together = MOST_TOGETHER
    for bound in range(len(order), order.count(order[-1]) if order else 0, -1):
        together *= bound
        if together > MOST_TOGETHER:
            groups.append([])
            together = bound
        groups[-1].append(bound)
    return groups


def below_each(bounds: Sequence[int], words: Iterator[int]) -> list[int]:
    """Draw an integer below each of the bounds, all results equally likely, from one word if it is not refused.

    The word decides an integer below the product of the bounds by Lemire's method, as in `chance`; its digits, in the
    number system whose places have these bounds, are the results.

    Source: Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024.

    >>> below_each([6, 5, 4], iter([2**63 + 1]))
    [3, 0, 0]
    """
    product = 1
    for bound in bounds:
        product *= bound
    refused = WORDS % product
    high, low = divmod(next(words) * product, WORDS)
    while low < refused:
        high, low = divmod(next(words) * product, WORDS)
    digits = []
    for bound in reversed(bounds):
        high, digit = divmod(high, bound)
        digits.append(digit)
    return digits[::-1]


def deal_row(cards: Iterable[int], words: Iterator[int]) -> list[int]:
    """Return the cards in random order, all different orders equally likely.

    The places are shuffled, and not the cards: Fisher and Yates from the first place on, and as soon as only equal
    cards are left no more is drawn.

    >>> deal_row([0, 0, 0, 12, 12, 11], iter([2**63 + 1]))
    [0, 12, 12, 11, 0, 0]
    """
    order = laying_order(cards)
    places = list(range(len(order)))
    row = order[-1:] * len(order)
    laid = 0
    for bounds in draws(order):
        for digit in below_each(bounds, words):
            place = places[laid + digit]
            places[laid + digit] = places[laid]
            row[place] = order[laid]
            laid += 1
    return row


def deal_rows(cards: Sequence[int], bits: "np.random.BitGenerator", rows: "np.ndarray") -> None:
    """Deal one game after the other into the rows of an array of integers."""
    words = raw_words(bits)
    for row in rows:
        row[:] = deal_row(cards, words)


def follow_rows(first: Sequence[int], rows: "np.ndarray") -> int:
    """Put a deal and those that follow it in lexicographic order into rows; return how many there were.

    >>> import numpy
    >>> rows = numpy.empty((4, 3), numpy.int8)
    >>> follow_rows([0, 2, 1], rows), rows[:3].tolist()
    (4, [[0, 2, 1], [1, 0, 2], [1, 2, 0]])
    >>> follow_rows([2, 1, 0], rows)
    1
    """
    deal = list(first)
    for count, row in enumerate(rows, 1):
        row[:] = deal
        if not advance(deal):
            return count
    return len(rows)


def advance(deal: MutableSequence[int]) -> bool:
    """Put the cards in the next order, all different orders counted from the lowest; say whether there is one.

    >>> deal = [0, 2, 1]
    >>> advance(deal), deal
    (True, [1, 0, 2])
    >>> advance([2, 1, 0])
    False
    """
    # The longest end that descends is turned round, after the card before it has changed places with the next one.
    place = len(deal) - 1
    while place > 0 and deal[place - 1] >= deal[place]:
        place -= 1
    if place < 1:
        return False
    other = len(deal) - 1
    while deal[other] <= deal[place - 1]:
        other -= 1
    deal[place - 1], deal[other] = deal[other], deal[place - 1]
    deal[place:] = deal[: place - 1 : -1]
    return True
