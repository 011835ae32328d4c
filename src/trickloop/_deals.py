"""Random deals: which game of which seed is which, and what chance each has of its own."""

import secrets
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from trickloop import _engine
from trickloop._chance import GameKey, Rng, brief, key_of
from trickloop._reference.deal import BLOCK
from trickloop.cards import Pack
from trickloop.rules import MAX_CARDS, read_integer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENTROPY_BITS = 128
MOST_GAMES = 2**63 - 1
MOST_ROWS, MOST_CELLS = 1 << 13, 1 << 20
"""Games that are dealt at once: so many that Python does not matter, so few that they stay in the cache."""


def deals(pack: Pack, games: int, rng: Rng = None, *, start: int = 0) -> "NDArray[np.signedinteger[Any]]":
    """Deal a pack at random, many times.

    Parameters
    ----------
    pack : Pack
        The cards.
    games : int
        How many deals.
    rng : int, SeedSequence, BitGenerator or Generator, optional
        The seed; fresh entropy of the operating system by default. The same integer gives the same deals for ever,
        whatever is installed, and so does the same `SeedSequence`; a generator is advanced.
    start : int, default 0
        Which game of the seed is the first, so that each can be dealt again alone.

    Returns
    -------
    ndarray of shape (games, cards)
        The ranks, as int8, or as the smallest of int16, int32 and int64 that holds them. Row 0 is game `start`. All
        different orders of the cards are equally likely. `simulate` with the same `rng` plays these deals.

    Raises
    ------
    TypeError, ValueError
        Where an argument is none of the above, or a rank does not fit 64 bits.

    Examples
    --------
    >>> deals(Pack("4- J Q"), 3, rng=7)
    array([[12,  0,  0,  0, 11,  0],
           [11,  0, 12,  0,  0,  0],
           [12,  0,  0, 11,  0,  0]], dtype=int8)
    >>> deals(Pack("4- J Q"), 1, rng=7, start=2)
    array([[12,  0,  0, 11,  0,  0]], dtype=int8)
    """
    import numpy as np

    if not isinstance(pack, Pack):
        raise TypeError(f"expected a Pack, got {pack!r:.60}")
    games, start = read_games("games", games), read_games("start", start)
    check_size(pack)
    highest = pack.counts[-1][0] if pack.counts else 0
    if highest >= 2**63:
        raise ValueError(f"expected ranks below 2**63 in an array, got {brief(highest)}")
    dtype = dtype_for(highest)
    # The engines deal cards of up to 32 bits, and by their order alone.
    cards = list(pack.cards) if highest < 2**31 else places_of(pack)
    rows = np.empty((games, pack.size), dtype_for(cards[-1] if cards else 0))
    deal_into(rows, cards, entropy_of(rng), start)
    return rows if highest < 2**31 else np.array([rank for rank, _ in pack.counts], dtype)[rows]


def places_of(pack: Pack) -> list[int]:
    """Return the cards of a pack, lowest first, each rank as its place among the ranks.

    >>> places_of(Pack("2x7 3A"))
    [0, 0, 1, 1, 1]
    """
    return [place for place, (_, count) in enumerate(pack.counts) for _ in range(count)]


def check_size(pack: Pack) -> None:
    """Refuse a pack of more cards than a game may have."""
    if pack.size > MAX_CARDS:
        raise ValueError(f"expected a pack of at most {MAX_CARDS} cards, got {brief(pack.size)}")


def read_games(name: str, value: Any) -> int:
    """Return a number of games, which may be a float without a fraction, like 1e6.

    >>> read_games("games", 1e6)
    1000000
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, float):
        raise ValueError(f"expected a whole number for {name}, got {value!r}")
    count = read_integer(name, value)
    if not 0 <= count <= MOST_GAMES:
        raise ValueError(f"expected {name} from 0 to {MOST_GAMES}, got {brief(count)}")
    return count


def entropy_of(rng: Rng) -> int:
    """Take the entropy of many games, as one integer.

    An integer is its own entropy; a SeedSequence stays as it is; a generator is advanced by four words; `None` is
    fresh entropy.

    >>> entropy_of(42)
    42
    """
    import numpy as np

    if rng is None:
        return secrets.randbits(ENTROPY_BITS)
    if isinstance(rng, (int, np.integer)) and not isinstance(rng, bool):
        if rng < 0:
            raise ValueError(f"expected rng to be at least 0, got {brief(int(rng))}")
        return int(rng)
    if isinstance(rng, np.random.SeedSequence):
        return _entropy_of_sequence(rng)
    return key_of(rng) << 64 | key_of(rng)


def _entropy_of_sequence(seed: "np.random.SeedSequence") -> int:
    """Return the entropy a SeedSequence was made from, if that is all it was made from; else one from its state."""
    import numpy as np

    if isinstance(seed.entropy, (int, np.integer)) and not seed.spawn_key and seed.pool_size == 4:
        return int(seed.entropy)
    words = seed.generate_state(4, np.uint64).tolist()
    return sum(word << 64 * place for place, word in enumerate(words))


def bits_of(entropy: int, *spawn_key: int) -> "np.random.PCG64":
    """Make the bit generator of one block."""
    import numpy as np

    return np.random.PCG64(np.random.SeedSequence(entropy, spawn_key=spawn_key))


def keys_of(entropy: int, block: int, stop: int = BLOCK) -> "NDArray[np.uint64]":
    """Return the keys of the first games of a block."""
    return bits_of(entropy, block, 1).random_raw(stop)


def game_key(entropy: int, index: int) -> GameKey:
    """Return what chance in one game is drawn from."""
    block, place = divmod(index, BLOCK)
    return GameKey(int(keys_of(entropy, block, place + 1)[place]))


def rows_at_once(cards: int) -> int:
    """Return how many games of so many cards are dealt at once."""
    return max(1, min(MOST_ROWS, MOST_CELLS // max(1, cards)))


def dtype_for(highest: int) -> "np.dtype[np.signedinteger[Any]]":
    """Return the smallest type of signed integers that holds all from 0 to the highest.

    >>> dtype_for(127).name, dtype_for(128).name
    ('int8', 'int16')
    """
    import numpy as np

    return np.dtype(next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if highest <= np.iinfo(kind).max))


def skip(cards: Sequence[int], bits: "np.random.BitGenerator", games: int, engine: str | None = None) -> None:
    """Deal games and forget them."""
    import numpy as np

    step = rows_at_once(len(cards))
    buffer = np.empty((min(step, games), len(cards)), np.int32)
    for first in range(0, games, step):
        _engine.pick(engine).deal.deal_rows(cards, bits, buffer[: games - first])


def spans(start: int, stop: int) -> Iterator[tuple[int, int, int]]:
    """Cut a range of games where blocks end: the block, and the places in it.

    >>> list(spans(65_000, 70_000))
    [(0, 65000, 65536), (1, 0, 4464)]
    """
    while start < stop:
        block, place = divmod(start, BLOCK)
        end = min(BLOCK, place + stop - start)
        yield block, place, end
        start += end - place


def deal_into(rows: "NDArray[Any]", cards: Sequence[int], entropy: int, start: int) -> None:
    """Deal games from `start` on into the rows of an array; the cards are small integers."""
    row = 0
    for block, first, end in spans(start, start + len(rows)):
        bits = bits_of(entropy, block)
        skip(cards, bits, first)
        _engine.default.deal.deal_rows(cards, bits, rows[row : row + end - first])
        row += end - first


def deal_games(rows: "NDArray[Any]", cards: Sequence[int], entropy: int, index: "NDArray[np.int64]") -> None:
    """Deal the games of an index, in any order, into the rows of an array."""
    import numpy as np

    step = rows_at_once(len(cards))
    buffer = np.empty((step, len(cards)), rows.dtype)
    blocks = index // BLOCK
    for block in np.unique(blocks).tolist():
        wanted = np.flatnonzero(blocks == block)
        places = index[wanted] - block * BLOCK
        bits = bits_of(entropy, block)
        for first in range(0, int(places.max()) + 1, step):
            _engine.default.deal.deal_rows(cards, bits, buffer)
            here = (places >= first) & (places < first + step)
            rows[wanted[here]] = buffer[places[here] - first]
