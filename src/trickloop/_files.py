"""Write files so that nothing half-written is ever seen."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO


@contextmanager
def replaced(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a new file for text that takes the place of `path` when all is written, and is gone if that fails."""
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        # A pipe or a device cannot be replaced.
        with place.open("w", encoding="utf-8", newline="") as file:
            yield file
        return
    new = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        opened = new.open("x", encoding="utf-8", newline="")
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    try:
        with opened as file:
            yield file
        new.replace(place)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
