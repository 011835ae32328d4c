"""An exact histogram of whole numbers, and what follows from it."""

import operator
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import ceil, nan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Distribution:
    """How often each number came: an exact histogram, and exact integer moments from it.

    Examples
    --------
    >>> from trickloop import Combat, Pack, summarize
    >>> rounds = summarize(Combat(Pack.of(1, 4)), 1000, rng=42).rounds
    >>> rounds
    Distribution(games=1000, mean=3.412, min=2, max=6)
    >>> rounds.quantile([0.5, 0.9]), rounds.survival(4)
    ([4, 6], 0.524)
    """

    __slots__ = ("__dict__", "counts", "values")

    values: "NDArray[np.int64]"
    """The numbers that came, in order."""
    counts: "NDArray[np.int64]"
    """In how many games each of them came."""

    def __init__(self, values: "NDArray[np.int64]", counts: "NDArray[np.int64]") -> None:
        self.values = values
        self.counts = counts
        for array in (values, counts):
            array.flags.writeable = False

    @cached_property
    def games(self) -> int:
        """How many games there were."""
        return int(self.counts.sum())

    @cached_property
    def total(self) -> int:
        """The sum over all games, exact."""
        return sum(map(operator.mul, self.values.tolist(), self.counts.tolist()))

    @cached_property
    def squares(self) -> int:
        """The sum of the squares over all games, exact."""
        return sum(
            value * value * count for value, count in zip(self.values.tolist(), self.counts.tolist(), strict=True)
        )

    def min(self) -> int:
        """Return the least number; without games a ValueError."""
        return int(self.quantile(0))

    def max(self) -> int:
        """Return the greatest number; without games a ValueError."""
        return int(self.quantile(1))

    def mean(self) -> float:
        """Return the mean; without games nan."""
        return self.total / self.games if self.games else nan

    def variance(self) -> float:
        """Return the variance of a sample, divided by one less than there are games; nan for fewer than two."""
        games = self.games
        return (games * self.squares - self.total**2) / (games * (games - 1)) if games > 1 else nan

    def std(self) -> float:
        """Return the standard deviation of a sample."""
        return sqrt(self.variance())

    def error(self) -> float:
        """Return the standard error of the mean."""
        return sqrt(self.variance() / self.games) if self.games else nan

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return a confidence interval of the mean, as if it were normally distributed.

        >>> import numpy as np
        >>> low, high = Distribution(np.array([1, 3]), np.array([50, 50])).interval(0.99)
        >>> round(low, 3), round(high, 3)
        (1.741, 2.259)
        """
        if not 0 < level < 1:
            raise ValueError(f"expected a level between 0 and 1, got {level!r}")
        margin = NormalDist().inv_cdf((1 + level) / 2) * self.error()
        return self.mean() - margin, self.mean() + margin

    def quantile(self, share: Any) -> Any:
        """Return the least number that at least this share of the games does not pass, exactly.

        Parameters
        ----------
        share : float or sequence of float
            From 0 to 1: 0.5 is the median.

        Returns
        -------
        int, or list of int

        Raises
        ------
        ValueError
            Where there are no games, or a share is not from 0 to 1.
        """
        if isinstance(share, Iterable):
            return [self.quantile(each) for each in share]
        if not 0 <= share <= 1:
            raise ValueError(f"expected a share from 0 to 1, got {share!r}")
        if not self.games:
            raise ValueError("expected at least one game")
        # 0.07 is meant as it is written, and not as the binary fraction just above it.
        exact = share if isinstance(share, Fraction) else Fraction(repr(float(share)))
        place = int(self._running.searchsorted(max(1, ceil(exact * self.games))))
        return int(self.values[place])

    def survival(self, number: Any) -> Any:
        """Return the share of the games that came to at least this number.

        >>> import numpy as np
        >>> Distribution(np.array([1, 3]), np.array([25, 75])).survival([1, 2, 4])
        [1.0, 0.75, 0.0]
        """
        if isinstance(number, Iterable):
            return [self.survival(each) for each in number]
        below = int(self.values.searchsorted(number))
        before = int(self._running[below - 1]) if below else 0
        return (self.games - before) / self.games if self.games else nan

    @cached_property
    def _running(self) -> "NDArray[np.int64]":
        return self.counts.cumsum()

    def __add__(self, other: "Distribution") -> "Distribution":
        """Return the histogram of both."""
        return add(self, other) if isinstance(other, Distribution) else NotImplemented

    def __eq__(self, other: object) -> bool:
        import numpy as np

        if not isinstance(other, Distribution):
            return NotImplemented
        return np.array_equal(self.values, other.values) and np.array_equal(self.counts, other.counts)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if not self.games:
            return "Distribution(games=0)"
        return f"Distribution(games={self.games}, mean={self.mean():.7g}, min={self.min()}, max={self.max()})"


def distribution(values: Any, counts: Any) -> Distribution:
    """Make a histogram of numbers that may come several times and in any order; those with no games are left out."""
    import numpy as np

    values, counts = np.asarray(values, np.int64), np.asarray(counts, np.int64)
    order = np.argsort(values, kind="stable")
    values, counts = values[order], counts[order]
    firsts = np.flatnonzero(np.diff(values, prepend=values[:1] - 1))
    sums = np.add.reduceat(counts, firsts) if len(firsts) else counts
    return Distribution(values[firsts][sums > 0], sums[sums > 0])


def add(*parts: Distribution) -> Distribution:
    """Return the histogram of all games together."""
    import numpy as np

    return distribution(
        np.concatenate([np.empty(0, np.int64), *(part.values for part in parts)]),
        np.concatenate([np.empty(0, np.int64), *(part.counts for part in parts)]),
    )
