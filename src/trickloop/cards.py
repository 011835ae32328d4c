"""Ranks, the notation of hands, and packs.

A rank is an integer: 2 to 10, J = 11, Q = 12, K = 13, A = 14; any other integer from 0 on is a rank too. A hand
is given top first, as text or as a sequence:

- ``"A 9 10 3"`` and ``"A,9,T,3"``: one card a word; a word of digits is one rank, so ``"43 19"`` is two cards;
- ``"A9T3"`` and ``"--K-Q"``: a word that is not all digits is read card by card;
- ``"AS 9H"``, ``"HA"``, ``"A♠"``: with suits, which are kept for printing and ignored in play;
- ``["A", "10"]``, ``[14, 10]``, an integer array: one card an item.

``-`` is "some number card", legal only where number cards are all equal.
"""

import math
import operator
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, NamedTuple, TypeAlias

J, Q, K, A = 11, 12, 13, 14
NUMBER = 0
"""The rank under which every number card goes where number cards are all equal."""
DASH = -1
"""What ``-`` is read as, until the rules of a game say whether it is a card."""

HandLike: TypeAlias = str | Iterable[int | str]

_MAX_DIGITS = 600
MAX_RANK = 10**_MAX_DIGITS - 1
"""Higher ranks are errors, as Python does not write down integers of any length."""

_NAMES = {J: "J", Q: "Q", K: "K", A: "A"}
_RANKS = {"-": DASH, "T": 10, "10": 10, "J": J, "Q": Q, "K": K, "A": A} | {str(n): n for n in range(2, 10)}
_RANK = r"10|[2-9TJQKA-]"
_SUIT = "[SHDC\u2660\u2665\u2666\u2663\u2664\u2661\u2662\u2667]"
# ASCII, or else the sign of Kelvin would be a king and the long s a suit.
_RANK_FIRST = re.compile(f"({_RANK}){_SUIT}?", re.IGNORECASE | re.ASCII)
_SUIT_FIRST = re.compile(f"{_SUIT}({_RANK})", re.IGNORECASE | re.ASCII)
_LETTERS = {form: rank for name, rank in _RANKS.items() if len(name) == 1 for form in (name, name.lower())}
_WORD = re.compile(r"[^\s,]+")
_PACK_WORD = re.compile(r"(?:([0-9]{1,18})(?=[-TJQKA]|[x*])[x*]?)?(-|[TJQKA]|[0-9]{1,600})", re.IGNORECASE | re.ASCII)


class Hand(NamedTuple):
    """The cards of one hand as they were given, top first."""

    ranks: list[int]
    texts: list[str] | None
    """How each card was written; ``None`` where the hand was given as integers."""


_NONE = Hand([], None)


def rank_name(rank: int) -> str:
    """Name a rank as it is written: ``J`` for 11, ``10`` for 10.

    >>> [rank_name(rank) for rank in (2, 10, 11, 14, 43)]
    ['2', '10', 'J', 'A', '43']
    """
    return _NAMES.get(rank) or str(rank)


def read_hand(hand: HandLike, seat: int) -> Hand:
    """Read one hand in any notation; `seat` names it in errors.

    >>> read_hand("A 9 10 3", seat=1).ranks
    [14, 9, 10, 3]
    >>> read_hand("AS9HTD", seat=1)
    Hand(ranks=[14, 9, 10], texts=['AS', '9H', 'TD'])

    Raises
    ------
    TypeError
        Where the hand is not text or a sequence of cards, or a card is neither an integer nor text.
    ValueError
        Where a card is unknown or negative, or a text holds no card.
    """
    return _read_cards(hand, f"hand {seat}")


def read_rest(cards: HandLike) -> Hand:
    """Read the cards that were not dealt, which may be none."""
    return _NONE if isinstance(cards, tuple) and not cards else _read_cards(cards, "rest")


def _read_cards(hand: HandLike, where: str) -> Hand:
    if isinstance(hand, str):
        cards = list(_read_text(hand, where))
        if not cards:
            raise ValueError(f"{where}: expected cards, got {hand!r}")
        return Hand([rank for rank, _ in cards], [text for _, text in cards])
    # Most hands are lists and tuples, which need no look at what else they might be.
    items: list[Any] = list(hand) if type(hand) in (list, tuple) else _items(hand, where)
    # An exact type test, so that True is not taken for the rank 1.
    if set(map(type, items)) <= {int}:
        if items and (min(items) < 0 or max(items) > MAX_RANK):
            for position, rank in enumerate(items):
                _check_rank(rank, where, position)
        return Hand(items, None)
    cards = [_read_item(item, where, position) for position, item in enumerate(items)]
    return Hand([rank for rank, _ in cards], [text for _, text in cards])


def _items(hand: Any, where: str) -> list[Any]:
    if isinstance(hand, (bytes, bytearray)) or not isinstance(hand, Iterable):
        raise TypeError(f"{where}: expected text or a sequence of cards, got {type(hand).__name__} {hand!r:.60}")
    if isinstance(hand, (Set, Mapping)):
        raise TypeError(f"{where}: expected cards in order, got {type(hand).__name__} {hand!r:.60}")
    shape = getattr(hand, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        raise ValueError(f"{where}: expected an array of one dimension, got shape {shape}")
    if hasattr(hand, "dtype") and hasattr(hand, "tolist"):
        return list(hand.tolist())
    return list(hand)


def _read_item(item: Any, where: str, position: int) -> tuple[int, str]:
    if isinstance(item, str):
        cards = list(_read_text(item, where, position))
        if len(cards) != 1:
            raise ValueError(f"{where}, position {position + 1}: expected one card, got {item!r:.60}")
        return cards[0]
    if isinstance(item, float) or is_bool(item):
        raise _no_card(where, position, item)
    try:
        rank = operator.index(item)
    except TypeError:
        raise _no_card(where, position, item) from None
    _check_rank(rank, where, position)
    return rank, rank_name(rank)


def _read_text(text: str, where: str, position: int = 0) -> Iterator[tuple[int, str]]:
    for word in _WORD.findall(text):
        if word in _LETTERS:
            yield _LETTERS[word], word.upper()
            position += 1
            continue
        if word.isdecimal() and word.isascii():
            if len(word) > _MAX_DIGITS:
                raise _too_high(where, position)
            yield int(word), word
            position += 1
            continue
        if len(word) > 2 and _LETTERS.keys() >= set(word):
            # No suits and no 10: such words are read several times as fast without a pattern.
            yield from zip(map(_LETTERS.__getitem__, word), word.upper(), strict=True)
            position += len(word)
            continue
        pattern = _SUIT_FIRST if _SUIT_FIRST.match(word) else _RANK_FIRST
        at = 0
        while at < len(word):
            match = pattern.match(word, at)
            if match is None:
                raise ValueError(f"{where}, position {position + 1}: unknown card {word[at:]!r:.60}")
            yield _RANKS[match[1].upper()], match[0].upper()
            at = match.end()
            position += 1


def _check_rank(rank: int, where: str, position: int) -> None:
    if rank > MAX_RANK:
        raise _too_high(where, position)
    if rank < 0:
        got = str(rank) if rank >= -MAX_RANK else "a number far below it"
        raise ValueError(f"{where}, position {position + 1}: expected a rank of at least 0, got {got}")


def _too_high(where: str, position: int) -> ValueError:
    return ValueError(f"{where}, position {position + 1}: expected a rank of at most {_MAX_DIGITS} digits, got more")


def _no_card(where: str, position: int, item: object) -> TypeError:
    return TypeError(
        f"{where}, position {position + 1}: expected a rank or the text of a card, "
        f"got {type(item).__name__} {item!r:.60}"
    )


class Pack:
    """A multiset of ranks: all cards of a game, before they are dealt.

    Parameters
    ----------
    cards : str, mapping or iterable
        As text, one word a rank, the count before the card: ``"36- 4J 4Q 4K 4A"``; a count and a number are
        joined by ``x``: ``"4x9"``; a word without a count is one card. As a mapping, ``{rank: count}``. Otherwise
        the cards themselves, in any order.

    Raises
    ------
    TypeError, ValueError
        Where a word, a rank or a count cannot be read.

    Examples
    --------
    >>> Pack("36- 4J 4Q 4K 4A").size
    52
    >>> Pack("14- 2J 2Q 2K").deals
    3488400
    >>> Pack([2, 2, 3]) == Pack({2: 2, 3: 1}) == Pack("2x2 3")
    True
    """

    __slots__ = ("counts",)

    counts: tuple[tuple[int, int], ...]
    """Each rank with the number of its cards, lowest rank first; ``-`` is rank 0."""

    def __init__(self, cards: str | Mapping[int, int] | HandLike) -> None:
        counter: Counter[int] = Counter()
        if isinstance(cards, str):
            for word in _WORD.findall(cards):
                match = _PACK_WORD.fullmatch(word)
                if match is None:
                    raise ValueError(f"pack: expected a count and a card like '4J' or '4x9', got {word!r:.60}")
                count, card = match.groups()
                counter.update(dict.fromkeys(pack_ranks(card), int(count or 1)))
        elif isinstance(cards, Mapping):
            for rank, count in cards.items():
                counter.update(dict.fromkeys(pack_ranks([rank]), _count(f"cards of rank {rank!r:.60}", count)))
        else:
            counter.update(pack_ranks(cards))
        object.__setattr__(self, "counts", tuple(sorted((r, n) for r, n in counter.items() if n)))

    @classmethod
    def french(cls) -> "Pack":
        """Make the pack of 52: four each of 2 to 10, J, Q, K and A."""
        return cls.of(4, range(2, 15))

    @classmethod
    def italian(cls) -> "Pack":
        """Make the pack of 40: four each of 2 to 7, J, Q, K and A."""
        return cls.of(4, [*range(2, 8), J, Q, K, A])

    @classmethod
    def of(cls, suits: int, ranks: "int | HandLike") -> "Pack":
        """Make a pack with one card of every rank in every suit.

        Parameters
        ----------
        suits : int
            How many cards of each rank.
        ranks : int or hand
            The ranks; an integer `n` stands for 1 to `n`.

        Raises
        ------
        ValueError
            Where `suits` or `ranks` is negative.

        Examples
        --------
        >>> Pack.of(2, 3).cards
        (1, 1, 2, 2, 3, 3)
        >>> Pack.of(1, "2 3 A")
        Pack('2 3 A')
        """
        every = pack_ranks(ranks if isinstance(ranks, Iterable) else range(1, _count("ranks", ranks) + 1))
        times = _count("suits", suits)
        return cls({rank: times * count for rank, count in Counter(every).items()})

    @property
    def size(self) -> int:
        """How many cards the pack holds."""
        return sum(count for _, count in self.counts)

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, lowest rank first."""
        return tuple(rank for rank, count in self.counts for _ in range(count))

    @property
    def deals(self) -> int:
        """How many different orders the cards can be in: the exact number, of any size.

        >>> Pack("36- 4J 4Q 4K 4A").deals
        653534134886878245000
        """
        return math.factorial(self.size) // math.prod(math.factorial(count) for _, count in self.counts)

    def rank(self, deal: HandLike, order: HandLike | None = None) -> int:
        """Return the index of a deal: its place, from 0, among all different orders of the cards.

        Parameters
        ----------
        deal : text or sequence of cards
            All cards of the pack, hand after hand, in any notation of this module.
        order : text or sequence of cards, optional
            Every rank of the pack once: which of two different cards comes first where deals are sorted by their
            first card, then by their second, and so on. Lowest rank first by default, ``-`` before all others.

        Raises
        ------
        TypeError, ValueError
            Where `deal` is not of the pack, or `order` none of its ranks; or the pack has more than 10,000 cards.

        Examples
        --------
        >>> Pack("14- 2J 2Q 2K").rank("------K-J-" "-J--K-Q-Q-")
        246414
        >>> Pack("36- 4J 4Q 4K 4A").rank("AAAAKKKKQQQQJJJJ" + 36 * "-", order="A K Q J -")
        0
        """
        from trickloop._indices import rank_deal

        return rank_deal(self, deal, order)

    def unrank(self, index: int, order: HandLike | None = None) -> tuple[int, ...]:
        """Return the deal of an index: the inverse of `rank`.

        Parameters
        ----------
        index : int
            From 0 to ``deals - 1``.
        order : text or sequence of cards, optional
            As in `rank`.

        Returns
        -------
        tuple of int
            The ranks, ``-`` as 0.

        Raises
        ------
        TypeError, ValueError
            Where `index` is out of range or no integer, or `order` is none of the pack's ranks; or the pack has more
            than 10,000 cards.

        Examples
        --------
        >>> Pack("3- J K").unrank(7)
        (0, 11, 0, 13, 0)
        >>> Pack("3- J K").unrank(7, order="K J -")
        (11, 0, 0, 0, 13)
        """
        from trickloop._indices import unrank_deal

        return unrank_deal(self, index, order)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[int]:
        return iter(self.cards)

    def __contains__(self, rank: object) -> bool:
        return any(rank == other for other, _ in self.counts)

    def __eq__(self, other: object) -> bool:
        return self.counts == other.counts if isinstance(other, Pack) else NotImplemented

    def __hash__(self) -> int:
        return hash((Pack, self.counts))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a pack is not changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a pack is not changed: {name}")

    def __reduce__(self) -> tuple[type["Pack"], tuple[dict[int, int]]]:
        return Pack, (dict(self.counts),)

    def __str__(self) -> str:
        return " ".join(_pack_word(rank, count) for rank, count in self.counts)

    def __repr__(self) -> str:
        return f"Pack({str(self)!r})"


def pack_ranks(cards: HandLike, where: str = "pack") -> list[int]:
    """Read cards of a pack, in which ``-`` is a rank of its own; `where` names them in errors.

    >>> pack_ranks("--J")
    [0, 0, 11]
    """
    return [NUMBER if rank == DASH else rank for rank in _read_cards(cards, where).ranks]


def is_bool(value: object) -> bool:
    """Say whether it is a bool, or one of NumPy, whose older versions take theirs for integers."""
    return type(value).__name__ in ("bool", "bool_")


def _count(what: str, value: Any) -> int:
    if is_bool(value) or not hasattr(value, "__index__"):
        raise TypeError(f"pack: expected an integer for the number of {what}, got {value!r:.60}")
    count = operator.index(value)
    if count < 0:
        raise ValueError(f"pack: expected at least 0 {what}, got {count}")
    return count


def _pack_word(rank: int, count: int) -> str:
    name = "-" if rank == NUMBER else rank_name(rank)
    times = "" if count == 1 else f"{count}x" if name.isdecimal() else str(count)
    return times + name
