"""Say how far a long run is: with tqdm, or to a function of the caller."""

from collections.abc import Callable
from importlib import import_module
from time import monotonic
from typing import Any, TypeAlias

ProgressLike: TypeAlias = bool | Callable[[int, int], object]

SECONDS = 0.1
"""Between two reports."""


class Progress:
    """Reports at most every tenth of a second, and at the end; the games done are counted from 0."""

    def __init__(self, progress: Any, total: int, unit: str = " games") -> None:
        self._total = total
        self._next = 0.0
        self._bar: Any = None
        self._call: Callable[[int, int], object] | None = None
        if progress is True:
            self._bar = _tqdm()(total=total, unit=unit, unit_scale=True)
        elif callable(progress):
            self._call = progress
        elif progress is not False and progress is not None:
            raise TypeError(f"expected progress to be True, False or a function of two numbers, got {progress!r:.60}")

    def tell(self, done: int) -> None:
        """Report if it is time to."""
        if self._bar is None and self._call is None:
            return
        now = monotonic()
        if now >= self._next:
            self._next = now + SECONDS
            self._report(done)

    def finish(self) -> None:
        """Report that all games are done."""
        self._report(self._total)

    def close(self) -> None:
        """Leave the terminal as it is to be."""
        if self._bar is not None:
            self._bar.close()

    def _report(self, done: int) -> None:
        if self._bar is not None:
            self._bar.update(done - self._bar.n)
        elif self._call is not None:
            self._call(done, self._total)


def _tqdm() -> Any:
    try:
        return import_module("tqdm.auto").tqdm
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "tqdm":
            raise
        raise ImportError("progress=True needs tqdm: pip install 'trickloop[progress]'") from None
