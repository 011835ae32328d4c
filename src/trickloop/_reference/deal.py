"""Deal a pack at random, from raw 64-bit words, so that a recorded seed deals the same cards for ever."""

from collections.abc import Iterator, Sequence

from trickloop._reference.chance import shuffle


def raw_words(seed: int, block: int = 0) -> Iterator[int]:
    """Draw the words of one block of a seed, without end; a single deal takes the first words of block 0.

    Only the raw output of the bit generator is used: NumPy promises that it stays as it is, and not that the
    methods of its ``Generator`` do.

    >>> words = raw_words(42)
    >>> next(words), next(words)
    (16910944855483863638, 16804737912411866312)
    """
    from numpy.random import PCG64, SeedSequence

    bits = PCG64(SeedSequence(seed, spawn_key=(block,)))
    while True:
        yield int(bits.random_raw())


def deal(cards: Sequence[int], seats: int, words: Iterator[int]) -> tuple[list[list[int]], list[int]]:
    """Shuffle a copy of the cards and deal it in equal hands, one after the other, top first.

    Returns
    -------
    hands : list of list of int
        One hand a seat: the first cards to seat 1, the next to seat 2, and so on.
    rest : list of int
        The cards that do not divide.

    Examples
    --------
    >>> deal(range(1, 8), 2, raw_words(42))
    ([[4, 1, 3], [2, 5, 6]], [7])
    """
    order = list(cards)
    shuffle(order, words)
    size = len(order) // seats
    return [order[seat * size : (seat + 1) * size] for seat in range(seats)], order[seats * size :]
