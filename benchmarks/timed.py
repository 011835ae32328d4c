"""The deals that are timed, the same in every run, and each as the engines take it."""

import random
from collections.abc import Callable
from typing import Any

import trickloop as tl
from trickloop import _engine
from trickloop._play import _prepare

LONGEST_KNOWN = ("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---")
"""The longest finite game of Camicia known: 1164 tricks, 8344 cards (Nessler 2022)."""


def shuffled(cards: list[int], seed: int) -> tuple[list[int], list[int]]:
    random.Random(seed).shuffle(cards)
    half = len(cards) // 2
    return cards[:half], cards[half:]


GAMES: dict[str, list[tuple[Any, tuple[Any, ...]]]] = {
    "war": [(tl.War(), shuffled(list(tl.Pack.french()), seed)) for seed in range(20)],
    "war-seat-order": [(tl.War.gameofwar(), shuffled(list(tl.Pack.french()), seed)) for seed in range(5)],
    "camicia": [(tl.Camicia(), shuffled(list(tl.Camicia().pack), seed)) for seed in range(100)],
    "camicia-longest": [(tl.Camicia(), LONGEST_KNOWN)],
    "combat": [(tl.Combat(), shuffled(list(range(1, 51)), seed)) for seed in range(5)],
    "recursive-combat": [(tl.RecursiveCombat(), shuffled(list(range(1, 51)), seed)) for seed in range(5)],
}


def bare(kind: str, engine: str) -> Callable[[], int]:
    """Return a call that plays all games of a kind on an engine, without what `play` does around it."""
    games = [_prepare(rules, hands, None, engine, with_texts=False) for rules, hands in GAMES[kind]]
    return lambda: sum(game.play()[0].rounds for game in games)


def engines() -> list[str]:
    return ["core", "reference"] if _engine.default.name == "core" else ["reference"]
