"""What chance is drawn from: anything that NumPy calls a random number generator, as one key of 64 bits a game."""

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Rng: TypeAlias = "int | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None"

_WORD = 2**64


class GameKey(NamedTuple):
    """A key that is known already: that of one game of many."""

    key: int


def key_of(rng: "Rng | GameKey") -> int:
    """Take the key of a game.

    An integer or a SeedSequence gives its first state word and stays as it is; a generator is advanced by two words.

    Raises
    ------
    TypeError
        Where `rng` is none of these.
    ValueError
        Where it is a negative integer.

    Examples
    --------
    >>> key_of(42)
    11465652750463011511
    """
    import numpy as np

    if isinstance(rng, GameKey):
        return rng.key
    if isinstance(rng, (int, np.integer)) and not isinstance(rng, bool):
        if rng < 0:
            raise ValueError(f"expected rng to be at least 0, got {brief(int(rng))}")
        rng = np.random.SeedSequence(int(rng))
    if isinstance(rng, np.random.SeedSequence):
        return int(rng.generate_state(1, np.uint64)[0])
    if isinstance(rng, np.random.Generator):
        rng = rng.bit_generator
    if isinstance(rng, np.random.BitGenerator):
        # Some generators have words of 32 bits.
        return (int(rng.random_raw()) << 32 ^ int(rng.random_raw())) % _WORD
    raise TypeError(f"expected rng to be an integer, SeedSequence, BitGenerator or Generator, got {brief(rng)}")


def brief(value: object) -> str:
    """Write down a value for a message, shortened; Python does not write integers of any length.

    >>> brief(-(10**5000)), brief(2.5)
    ('a long integer', '2.5')
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return "a long integer"
    return f"{value!r:.60}"
