"""Check arrays of deals and translate them for an engine: one row a game, seat 1's hand first."""

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from trickloop._chance import brief
from trickloop._deals import dtype_for, rows_at_once
from trickloop.cards import is_bool
from trickloop.rules import (
    MAX_CARDS,
    Camicia,
    Combat,
    EndlessWar,
    RecursiveCombat,
    Rules,
    War,
    known_cards,
    read_integer,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BYTE = 127
"""The highest rank that both engines play as it is; the core has one byte for a card."""
_TABLE = 1 << 16
"""Ranks below this are translated by a table."""


def sizes_of(rules: Rules, cards: int, sizes: Any) -> tuple[int, ...]:
    """Return how many of the cards each seat gets: those that are asked for, or equal hands.

    In War and Endless War what does not divide is not dealt; in the games for two seat 2 gets one card more.

    >>> sizes_of(War(players=3), 52, None), sizes_of(Camicia(), 41, None)
    ((17, 17, 17), (20, 21))

    Raises
    ------
    TypeError, ValueError
        Where `sizes` are not one for each seat, or more cards, or not all that are to be dealt.
    """
    shares_rest = isinstance(rules, (War, EndlessWar))
    if sizes is None:
        equal = (cards // rules.players,) * rules.players
        read = equal if shares_rest else (cards // 2, cards - cards // 2)
    else:
        if isinstance(sizes, (str, bytes)) or not hasattr(sizes, "__iter__"):
            raise TypeError(f"expected sizes as one number of cards a seat, got {sizes!r:.60}")
        read = tuple(read_integer("each of the sizes", size) for size in sizes)
        if len(read) != rules.players:
            raise ValueError(f"expected {rules.players} sizes, got {len(read)}")
        if min(read) < 0:
            raise ValueError(f"expected sizes of at least 0, got {brief(min(read))}")
        if sum(read) > cards or (sum(read) < cards and not shares_rest):
            at_most = "at most " if shares_rest else ""
            raise ValueError(f"expected sizes that add up to {at_most}{cards} cards, got {brief(sum(read))}")
    if isinstance(rules, EndlessWar) and not all(read):
        raise ValueError(f"expected at least one card in each hand in EndlessWar, got sizes {read}")
    return read


def read_deals(deals: Any) -> "NDArray[Any]":
    """Return deals as an array of integers with two dimensions, which may be the one that was given.

    Raises
    ------
    TypeError
        Where they are not integers.
    ValueError
        Where they are not rows of as many cards each.
    """
    import numpy as np

    if isinstance(deals, (str, bytes)):
        raise TypeError(f"expected deals as an array of integers, got {deals!r:.60}")
    if np.ma.isMaskedArray(deals):
        raise TypeError("expected deals as an array of integers, got a masked array")
    if isinstance(deals, (list, tuple)):
        _refuse_unequal_rows(deals)
    rows = np.asarray(deals)
    if rows.ndim != 2:
        raise ValueError(f"expected deals of shape (games, cards), got {rows.shape}")
    if rows.shape[1] > MAX_CARDS:
        raise ValueError(f"expected at most {MAX_CARDS} cards, got {rows.shape[1]}")
    if rows.dtype == object:
        # The array is the caller's.
        rows = rows.copy()
        for row, cards in enumerate(rows):
            for column, card in enumerate(cards):
                if is_bool(card) or not hasattr(card, "__index__"):
                    raise TypeError(f"{_place(row, column)}: expected an integer, got {card!r:.60}")
                rows[row, column] = operator.index(card)
    elif rows.dtype.kind not in "iu" and rows.size:
        raise TypeError(f"expected deals as an array of integers, got {rows.dtype}")
    return rows


def _refuse_unequal_rows(rows: Sequence[Any]) -> None:
    lengths = [len(row) if hasattr(row, "__len__") else None for row in rows]
    for place, length in enumerate(lengths):
        if length != lengths[0]:
            raise ValueError(
                f"expected rows of as many cards each, got {lengths[0]} in row 0 and {length} in row {place} "
                "(counted from 0)"
            )


def _place(row: int, column: int) -> str:
    return f"deals, row {row}, column {column} (both counted from 0)"


def _refuse(rows: "NDArray[Any]", bad: "NDArray[np.bool_]", first: int, expected: str) -> NoReturn:
    """Name the first card that is bad; `first` is the row where these rows begin."""
    row, column = divmod(int(bad.argmax()), bad.shape[1])
    raise ValueError(f"{_place(first + row, column)}: expected {expected}, got {brief(int(rows[row, column]))}")


def translate_rows(rules: Rules, rows: "NDArray[Any]") -> "tuple[NDArray[Any], NDArray[Any]]":
    """Check ranks by the rules; return a copy of them in the smallest type, and what an engine plays for them.

    Raises
    ------
    ValueError
        Where a card is not one that the rules know; the message names its row and its column.
    """
    import numpy as np

    step = rows_at_once(rows.shape[1])
    lowest = 1 if isinstance(rules, RecursiveCombat) else 0
    if rows.size and rows.min() < lowest:
        what = "a value of at least 1 in RecursiveCombat" if lowest else "a rank of at least 0"
        for first in range(0, len(rows), step):
            part = rows[first : first + step]
            if (bad := part < lowest).any():
                _refuse(part, bad, first, what)
    highest = int(rows.max()) if rows.size else 0
    if isinstance(rules, Camicia):
        translate, most = _court_table(rules), len(rules.payments)
    elif highest <= _BYTE:
        translate, most = None, _BYTE
    elif isinstance(rules, RecursiveCombat):
        translate, most = _small_values, 2 * rows.shape[1]
    else:
        translate, most = _dense, rows.shape[1]
    codes = np.empty(rows.shape, dtype_for(most))
    for first in range(0, len(rows), step):
        part = rows[first : first + step]
        if isinstance(rules, Combat):
            _refuse_equal_cards(rules, part, first)
        if translate is None:
            codes[first : first + step] = part
        else:
            codes[first : first + step] = translate(part, first)
    if codes.size and (codes.min() < lowest or codes.max() > most) and not isinstance(rules, Camicia):
        # What an engine plays is not to depend on what another thread writes into the array meanwhile.
        raise ValueError("expected deals that do not change while they are read")
    if translate is None:
        return codes, codes
    return rows.astype(object if highest >= 2**63 else dtype_for(highest), order="C"), codes


def _refuse_equal_cards(rules: Combat, rows: "NDArray[Any]", first: int) -> None:
    import numpy as np

    order = np.argsort(rows, axis=1, kind="stable")
    ranks = np.take_along_axis(rows, order, axis=1)
    again = ranks[:, 1:] == ranks[:, :-1]
    if not again.any():
        return
    row = int(again.any(axis=1).argmax())
    before, column = order[row, :-1][again[row]], order[row, 1:][again[row]]
    place = int(column.argmin())
    raise ValueError(
        f"{_place(first + row, int(column[place]))}: expected distinct cards in {type(rules).__name__}, "
        f"got {brief(int(rows[row, column[place]]))} again, after column {before[place]}"
    )


def _dense(rows: "NDArray[Any]", _first: int) -> "NDArray[Any]":
    """Replace each rank by its place in the order of the ranks of its row."""
    import numpy as np

    order = np.argsort(rows, axis=1, kind="stable")
    ranks = np.take_along_axis(rows, order, axis=1)
    places = np.zeros(rows.shape, np.int64)
    np.cumsum(ranks[:, 1:] != ranks[:, :-1], axis=1, out=places[:, 1:])
    codes = np.empty_like(places)
    np.put_along_axis(codes, order, places, axis=1)
    return codes


def _small_values(rows: "NDArray[Any]", _first: int) -> "NDArray[Any]":
    """Replace values so high that they can open no sub-game by the lowest such values, in their order."""
    import numpy as np

    size = rows.shape[1]
    is_high = rows > size
    low = size - is_high.sum(axis=1, keepdims=True)
    return np.where(is_high, _dense(rows, 0) - low + size + 1, rows).astype(np.int64)


def _court_table(rules: Camicia) -> Any:
    """Return what replaces number cards by 0 and court cards by 1, 2, …"""
    import numpy as np

    codes = {rank: code for rank, code in rules._codes.items() if rank >= 0}
    table = np.full(_TABLE, -1, dtype_for(len(rules.payments)))
    for rank, code in codes.items():
        if rank < _TABLE:
            table[rank] = code

    def translate(rows: "NDArray[Any]", first: int) -> "NDArray[Any]":
        if rows.size and rows.max() >= _TABLE:
            found = np.array([[codes.get(card, -1) for card in row] for row in rows.tolist()], table.dtype)
        else:
            found = table[rows.astype(np.intp)]
        if (bad := found < 0).any():
            _refuse(rows, bad, first, known_cards(rules))
        return found

    return translate
