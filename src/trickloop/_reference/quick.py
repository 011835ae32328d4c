"""Play hands of small integers in one call: read them, play, and name what came out.

Whatever is unusual about the hands is left to the slower way, which knows all notations and what to say of an error.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from trickloop._reference import camicia, combat, war
from trickloop.outcome import Ending, Loop, Outcome

NO_CARD = 255
"""In a table of codes, for a rank that is no card."""
LONGEST = 2**16
"""Longer hands are left to those who count the cards of a game."""

Ranks = Mapping[int, int] | Sequence[int] | None


def codes_of(hands: tuple[Any, ...], seats: int, codes: bytes, distinct: bool) -> tuple[bytes, ...] | None:
    """Translate hands for an engine, or return ``None`` where anything about them is unusual.

    ``codes[rank]`` is what stands for a rank, or 255; where the cards are `distinct`, none may lie there twice.
    """
    if len(hands) != seats:
        return None
    cards = []
    for hand in hands:
        if type(hand) not in (tuple, list) or len(hand) > LONGEST:
            return None
        # An exact type test, so that True is not taken for the rank 1.
        if not all(type(rank) is int and 0 <= rank < len(codes) and codes[rank] != NO_CARD for rank in hand):
            return None
        cards.append(bytes([codes[rank] for rank in hand]))
    if distinct and any(count > 1 for count in Counter(b"".join(cards)).values()):
        return None
    return tuple(cards)


def outcome_of(game: Any, ending: Ending, loop: Loop | None, ranks: Ranks, undealt: tuple[int, ...]) -> Outcome:
    """Name what came out of a game, in ranks and in seats from 1.

    ``ranks[card]`` is the rank of a card, or `ranks` is ``None`` where the cards are ranks.
    """

    def named(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(cards) if ranks is None else tuple([ranks[card] for card in cards])

    return Outcome(
        winner=None if game.winner is None else game.winner + 1,
        ending=ending,
        rounds=game.rounds,
        cards=game.cards,
        wars=getattr(game, "wars", 0),
        round_wins=tuple(game.round_wins),
        hands=tuple([named(hand) for hand in game.hands]),
        out_of_play=undealt + named(getattr(game, "out_of_play", ())),
        loop=loop,
    )


def play_camicia(hands: tuple[Any, ...], codes: bytes, payments: Sequence[int], ranks: Sequence[int]) -> Outcome | None:
    """Play a game of Camicia to its end, or return ``None`` where anything about its hands is unusual."""
    cards = codes_of(hands, 2, codes, False)
    return None if cards is None else outcome_of(*camicia.play_camicia(cards, payments), ranks, ())


def play_combat(hands: tuple[Any, ...], codes: bytes) -> Outcome | None:
    """Play a game of Combat to its end, or return ``None`` where anything about its hands is unusual."""
    cards = codes_of(hands, 2, codes, True)
    return None if cards is None else outcome_of(*combat.play_combat(cards), None, ())


def play_war(hands: tuple[Any, ...], codes: bytes, seats: int, terms: tuple[Any, ...]) -> Outcome | None:
    """Play a game of War to its end, or return ``None`` where anything about its hands is unusual."""
    cards = codes_of(hands, seats, codes, False)
    return None if cards is None else outcome_of(*war.play_war(cards, *terms), None, ())
