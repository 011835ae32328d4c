"""Chance: 64-bit words, unbiased integers from them, and shuffles.

A game with chance in it takes one key of 64 bits; all that is random in the game is drawn from the words of that key,
in the order in which the rules ask for it, so a key is a game, for ever.
"""

from collections.abc import Iterator, MutableSequence

WORDS = 2**64
"""How many different words there are."""


class Words(Iterator[int]):
    """The words of a key, without end: SplitMix64 of Steele, Lea and Flood, 2014.

    >>> words = Words(0)
    >>> hex(next(words)), hex(next(words))
    ('0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4')
    """

    def __init__(self, key: int) -> None:
        self.state = key

    def __next__(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORDS
        word = (self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9 % WORDS
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORDS
        return word ^ (word >> 31)


def below(bound: int, words: Iterator[int]) -> int:
    """Draw an integer from 0 to ``bound - 1``, each equally likely; `bound` is from 1 to 2**64.

    Lemire, "Fast random integer generation in an interval", 2019: the high word of ``word * bound``. As many
    words lead to one result as to another once those are refused whose low word is below ``2**64 % bound``.

    >>> below(6, iter([2**63, 2**64 - 1]))
    5
    """
    high, low = divmod(next(words) * bound, WORDS)
    # The remainder is below the bound, so most draws need no division to see that they stand.
    if low < bound:
        refused = WORDS % bound
        while low < refused:
            high, low = divmod(next(words) * bound, WORDS)
    return high


def shuffle(cards: MutableSequence[int], words: Iterator[int]) -> None:
    """Put the cards in random order: Fisher and Yates, from the last place down."""
    for place in range(len(cards) - 1, 0, -1):
        other = below(place + 1, words)
        cards[place], cards[other] = cards[other], cards[place]


def random_order(size: int, words: Iterator[int]) -> list[int]:
    """Draw one of the orders of the places from 0 to ``size - 1``."""
    order = list(range(size))
    shuffle(order, words)
    return order
