"""Well-known exercises about these games, each with exactly the answer that its statement asks for."""

import re
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal

from trickloop._play import play, trace
from trickloop.cards import HandLike, read_hand
from trickloop.outcome import Ending
from trickloop.rules import MAX_ROUNDS, Camicia, Combat, RecursiveCombat, War

__all__ = [
    "beggar_uva162",
    "camicia",
    "crab_combat",
    "parse_crab_combat",
    "simulate_war",
    "soldiers",
    "winamax",
]

_HEADER = re.compile(r"player\s*(\w*)\s*(?::\s*(.*))?", re.IGNORECASE)
_INTEGER = re.compile(r"-?[0-9]{1,18}")
_SEPARATOR = re.compile(r"[\s,]+")
_UVA_CARD = re.compile(r"[SHDC](?:[A2-9TJQK]|10)", re.IGNORECASE)


def simulate_war(deck1: HandLike, deck2: HandLike, max_rounds: int = 1_000_000) -> tuple[Literal[1, 2, "draw"], int]:
    """Play War by the rules of the interview question.

    Parameters
    ----------
    deck1, deck2 : text or sequence of cards
        The decks, top first, ranks 2 to 14.
    max_rounds : int, default 1_000_000
        The cap on the number of rounds.

    Returns
    -------
    winner : 1, 2 or "draw"
        ``"draw"`` where a state repeats, the cap is reached, or neither player can go on.
    rounds : int
        Rounds played.

    Raises
    ------
    TypeError, ValueError
        As `trickloop.play` does.

    Notes
    -----
    Source: the interview question "Simulate a two-player card war game": in a war three cards each, the third
    compared; a player who cannot lay three loses; the winner's cards go under his deck before the other's.

    Examples
    --------
    >>> simulate_war([14, 3], [13, 2])
    (1, 2)
    >>> simulate_war([7], [7])
    ('draw', 1)
    """
    outcome = play(War.interview(max_rounds=max_rounds), deck1, deck2)
    if outcome.winner is None:
        return "draw", outcome.rounds
    return (1 if outcome.winner == 1 else 2), outcome.rounds


def parse_crab_combat(text: str) -> tuple[list[int], list[int]]:
    """Read the two decks of a puzzle input of Advent of Code 2020, day 22.

    Parameters
    ----------
    text : str
        ``Player 1:`` and ``Player 2:``, each before its cards, which are separated by line ends, spaces or
        commas; or no headers, and a blank line between the decks. Other blank lines, spaces around a line,
        any kind of line end and a byte order mark are passed over.

    Returns
    -------
    deck1, deck2 : list of int
        Top card first.

    Raises
    ------
    TypeError
        Where `text` is not text.
    ValueError
        Where there are not two decks of distinct cards of at least 1; the message says in which line.

    Notes
    -----
    Source: Advent of Code 2020, day 22, "Crab Combat".

    Examples
    --------
    >>> parse_crab_combat("Player 1:\\n43\\n19\\n\\nPlayer 2:\\n2\\n29\\n14\\n")
    ([43, 19], [2, 29, 14])
    >>> parse_crab_combat("43 19\\n\\n2 29 14")
    ([43, 19], [2, 29, 14])
    """
    if not isinstance(text, str):
        raise TypeError(f"expected the text of the puzzle input, got {type(text).__name__} {text!r:.60}")
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines()]
    with_headers = any(map(_HEADER.fullmatch, lines))
    decks: list[list[int]] = []
    seen: dict[int, int] = {}
    is_new = True
    for number, line in enumerate(lines, 1):
        header = _HEADER.fullmatch(line)
        if header:
            if len(decks) == 2 or header[1] != str(len(decks) + 1):
                raise ValueError(f"line {number}: expected {_expected_after(decks)}, got {line!r:.60}")
            _refuse_empty_deck(decks, number, line)
            decks.append([])
            line = header[2] or ""
        elif line and not with_headers and is_new:
            if len(decks) == 2:
                raise ValueError(f"line {number}: expected the end after two decks, got {line!r:.60}")
            decks.append([])
        elif line and not decks:
            raise ValueError(f"line {number}: expected 'Player 1:', got {line!r:.60}")
        is_new = not line
        for word in filter(None, _SEPARATOR.split(line)):
            card = _read_card(word, number)
            if card in seen:
                raise ValueError(f"line {number}: expected a new card, got {card}, as in line {seen[card]}")
            seen[card] = number
            decks[-1].append(card)
    if len(decks) < 2 or not decks[1]:
        expected = _expected_at_end(decks, with_headers)
        raise ValueError(f"line {len(lines) + 1}: expected {expected}, got the end")
    return decks[0], decks[1]


def _expected_after(decks: list[list[int]]) -> str:
    return ("'Player 1:'", "'Player 2:'", "cards or the end")[len(decks)]


def _refuse_empty_deck(decks: list[list[int]], number: int, line: str) -> None:
    if decks and not decks[-1]:
        raise ValueError(f"line {number}: expected a card of player {len(decks)}, got {line!r:.60}")


def _expected_at_end(decks: list[list[int]], with_headers: bool) -> str:
    if not decks:
        return "'Player 1:' and a deck"
    if not decks[-1]:
        return f"a card of player {len(decks)}"
    return "'Player 2:' and a deck" if with_headers else "a blank line and the deck of player 2"


def _read_card(word: str, number: int) -> int:
    if not _INTEGER.fullmatch(word):
        raise ValueError(f"line {number}: expected a card, got {word!r:.60}")
    card = int(word)
    if card < 1:
        raise ValueError(f"line {number}: expected a card of at least 1, got {card}")
    return card


def crab_combat(text: str) -> tuple[int, int]:
    """Answer both parts of Advent of Code 2020, day 22.

    Parameters
    ----------
    text : str
        The puzzle input, as `parse_crab_combat` reads it.

    Returns
    -------
    part1, part2 : int
        The winner's score in Combat and in Recursive Combat.

    Raises
    ------
    ValueError
        Where the input cannot be read, or the game of part 1 never ends; the message then holds the score of
        part 2, which always ends.

    Notes
    -----
    Source: Advent of Code 2020, day 22, "Crab Combat".

    Examples
    --------
    >>> crab_combat("Player 1:\\n9\\n2\\n6\\n3\\n1\\n\\nPlayer 2:\\n5\\n8\\n4\\n7\\n10\\n")
    (306, 291)
    """
    decks = parse_crab_combat(text)
    first, second = play(Combat(), *decks), play(RecursiveCombat(), *decks)
    if first.loop is not None:
        raise ValueError(
            f"part 1 never ends: the decks of round {first.loop.start + 1} come back every "
            f"{first.loop.length} rounds; part 2 scores {second.score}"
        )
    # With two decks of distinct cards somebody wins, unless the decks come back.
    assert first.score is not None
    assert second.score is not None
    return first.score, second.score


def camicia(player_a: HandLike, player_b: HandLike) -> dict[str, str | int]:
    """Answer the exercise *Camicia* of Exercism.

    Parameters
    ----------
    player_a, player_b : text or sequence of cards
        The decks, top first; player A begins.

    Returns
    -------
    dict
        ``"status"``, ``"finished"`` or ``"loop"``; ``"cards"``, how many were played; ``"tricks"``, how often
        the pile was collected. Where it is a loop, both are counted up to the state that came back.

    Raises
    ------
    TypeError, ValueError
        As `trickloop.play` does.

    Notes
    -----
    Source: Exercism, "Camicia".

    Examples
    --------
    >>> camicia(["J", "2", "3"], ["4", "J", "5"])
    {'status': 'loop', 'cards': 8, 'tricks': 3}
    """
    outcome = play(Camicia(), player_a, player_b)
    status = "loop" if outcome.ending is Ending.LOOP else "finished"
    return {"status": status, "cards": outcome.cards, "tricks": outcome.tricks}


def winamax(p1: HandLike, p2: HandLike) -> str:
    """Answer the puzzle "Winamax Battle" of CodinGame.

    Parameters
    ----------
    p1, p2 : text or sequence of cards
        The decks, top first.

    Returns
    -------
    str
        The winner and the number of rounds, ``"1 3"``, or ``"PAT"`` where a player runs out of cards in a
        war.

    Raises
    ------
    TypeError
        As `trickloop.play` does.
    ValueError
        As `trickloop.play` does, and where the game never ends, for which the puzzle has no answer.

    Notes
    -----
    Source: CodinGame, "Winamax Battle": three cards face down in a war, player 1's cards picked up first.

    Examples
    --------
    >>> winamax(["AD", "KC", "QC"], ["KH", "QS", "JC"])
    '1 3'
    """
    outcome = play(War.winamax(max_rounds=MAX_ROUNDS), p1, p2)
    if outcome.ending is Ending.LOOP:
        raise ValueError(f"expected a game with an end, got one that repeats in round {outcome.rounds}")
    return "PAT" if outcome.winner is None else f"{outcome.winner} {outcome.rounds}"


def soldiers(p1: HandLike, p2: HandLike) -> str:
    """Answer Codeforces 546C, "Soldier and Cards".

    Parameters
    ----------
    p1, p2 : text or sequence of cards
        The stacks, top first; all cards are distinct.

    Returns
    -------
    str
        The number of fights and the winner, ``"6 2"``, or ``"-1"`` where the game never ends.

    Raises
    ------
    TypeError
        As `trickloop.play` does.
    ValueError
        As `trickloop.play` does, and where a card is there twice.

    Notes
    -----
    Source: Codeforces, problem 546C: the winner puts the other's card under his stack, then his own.

    Examples
    --------
    >>> soldiers([1, 3], [4, 2])
    '6 2'
    >>> soldiers([2], [1, 3])
    '-1'
    """
    cards = [rank for seat, hand in enumerate((p1, p2), 1) for rank in read_hand(hand, seat).ranks]
    _refuse_repeats(cards)
    outcome = play(War.soldiers(max_rounds=MAX_ROUNDS), p1, p2)
    return "-1" if outcome.winner is None else f"{outcome.rounds} {outcome.winner}"


def beggar_uva162(deck: str | Iterable[str]) -> str:
    """Answer UVa 162, "Beggar My Neighbour".

    Parameters
    ----------
    deck : text or sequence of text
        The cards in the order dealt, each with its suit first, ``"HA"``. They go to the non-dealer and the
        dealer in turn, each on top of the one before; the non-dealer plays first. The problem deals 52.

    Returns
    -------
    str
        The winner, 1 for the dealer and 2 for the non-dealer, and the number of cards in the winner's hand,
        those on the table not counted, in a field of width 3.

    Raises
    ------
    ValueError
        Where the deck is not an even number of distinct cards, or the game never ends, for which the problem
        has no answer.

    Notes
    -----
    Source: UVa Online Judge, problem 162. Play goes on until a player has to play and cannot. So a player who
    was paid the other's last card still leads the next trick, and has all cards but that one in hand.

    Examples
    --------
    >>> beggar_uva162("H2 D4 S3 SJ")
    '1  3'
    """
    cards = _SEPARATOR.sub(" ", deck).split() if isinstance(deck, str) else list(deck)
    for position, card in enumerate(cards, 1):
        if not isinstance(card, str) or not _UVA_CARD.fullmatch(card):
            raise ValueError(f"card {position}: expected a suit and a rank like 'HA', got {card!r:.60}")
    _refuse_repeats([card.upper().replace("10", "T") for card in cards])
    if len(cards) % 2 or not cards:
        raise ValueError(f"expected an even number of cards, got {len(cards)}")
    last = deque(trace(Camicia(), cards[-2::-2], cards[::-2]), maxlen=1)[0]
    if last.ending is Ending.LOOP or last.winner is None:
        raise ValueError(f"expected a game with an end, got one that repeats in trick {last.number}")
    paid_in_full = not last.lays[-1].due and any(lay.due for lay in last.lays)
    on_table = 1 if paid_in_full else len(last.lays)
    return f"{3 - last.winner}{last.sizes[last.winner - 1] - on_table:3d}"


def _refuse_repeats(cards: Sequence[int | str]) -> None:
    places: dict[int | str, int] = {}
    for position, card in enumerate(cards, 1):
        if card in places:
            raise ValueError(f"card {position}: expected a new card, got {card}, as card {places[card]}")
        places[card] = position
