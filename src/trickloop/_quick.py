"""Play hands of small integers without what `prepare` does for all other input."""

from typing import Any

from trickloop import _engine
from trickloop.cards import NUMBER
from trickloop.outcome import Outcome
from trickloop.rules import BaseRules, Camicia, Combat, War

_RANKS = bytes(range(128))
"""The ranks that both engines play as they are, each its own code; the core has one byte for a card."""
_NO_CARDS = b"\xff" * 128


def play_quickly(rules: object, hands: tuple[object, ...], engine: str | None) -> Outcome | None:
    """Play a game without chance and without a rest.

    Returns
    -------
    Outcome or None
        ``None`` where anything is unusual, good or bad: then `prepare` is to look at it.
    """
    # The first hand tells most games that are not played so before what is known of the rules is worked out for them.
    if not isinstance(rules, BaseRules) or not hands or type(hands[0]) not in (list, tuple) or rules._quick is None:
        return None
    name, terms = rules._quick
    outcome: Outcome | None = getattr(_engine.pick(engine).quick, name)(hands, *terms)
    return outcome


def terms_of(rules: BaseRules) -> tuple[str, tuple[Any, ...]] | None:
    """Name the function that plays by some rules and what it is called with besides the hands, if there is one."""
    # Exact types, as nobody knows what a subclass changes.
    if type(rules) is Camicia:
        codes = bytearray(_NO_CARDS)
        for rank, code in rules._codes.items():
            if 0 <= rank < len(codes):
                codes[rank] = code
        return "play_camicia", (bytes(codes), [0, *rules.payments.values()], (NUMBER, *rules.payments))
    if type(rules) is Combat:
        return "play_combat", (_RANKS,)
    if type(rules) is War and not rules.is_random:
        terms = rules.face_down, rules.pickup, rules.short, rules.refill, rules.tie, None, rules.max_rounds
        return "play_war", (_RANKS, rules.players, terms)
    return None
