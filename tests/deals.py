"""Every deal of a small pack, for the tests that play them all, and one deal by its number."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator


def distinct_deals(cards: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield every different order of the cards once, in lexicographic order."""
    deal = sorted(cards)
    while True:
        yield tuple(deal)
        pivot = len(deal) - 2
        while pivot >= 0 and deal[pivot] >= deal[pivot + 1]:
            pivot -= 1
        if pivot < 0:
            return
        swap = len(deal) - 1
        while deal[swap] <= deal[pivot]:
            swap -= 1
        deal[pivot], deal[swap] = deal[swap], deal[pivot]
        deal[pivot + 1 :] = reversed(deal[pivot + 1 :])


def deal_at(index: int, cards: Iterable[int]) -> tuple[int, ...]:
    """Return the deal of that number, from 0, in the order of `distinct_deals`."""
    left = Counter(cards)
    deal = []
    while left:
        for card in sorted(left):
            rest = left - Counter([card])
            count = math.factorial(rest.total()) // math.prod(map(math.factorial, rest.values()))
            if index < count:
                break
            index -= count
        deal.append(card)
        left = rest
    return tuple(deal)


def splits(cards: Iterable[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every order of the cards with every cut into two hands that are not empty."""
    for deal in distinct_deals(cards):
        for cut in range(1, len(deal)):
            yield deal[:cut], deal[cut:]


def halves(deal: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cut a deal in the middle; player 1 gets the smaller half of an odd number."""
    return deal[: len(deal) // 2], deal[len(deal) // 2 :]
