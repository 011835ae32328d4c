"""What the tests of the table share."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from trickloop import War
from trickloop.table import Card, EndlessWarGame, RoundResult, WarGame

COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
GAMES = [WarGame, EndlessWarGame]
BICYCLE = War.bicycle()


def refused(kind: type[Exception], text: str, call: Callable[..., Any], *args: Any, **options: Any) -> None:
    """Assert that a call raises exactly this."""
    with pytest.raises(kind) as raised:
        call(*args, **options)
    assert type(raised.value) is kind
    assert str(raised.value) == text


def hands(game: WarGame | EndlessWarGame) -> list[list[str]]:
    return [list(map(str, player)) for player in game.players]


def play_on(game: WarGame | EndlessWarGame, most: int) -> list[RoundResult]:
    results = []
    while not game.game_over and len(results) < most:
        results.append(game.play_round())
    return results


def all_cards(game: WarGame | EndlessWarGame) -> Counter[Card]:
    apart = game.lost if isinstance(game, WarGame) else game.discard_pile
    return Counter([*game.deck, *apart, *(card for player in game.players for card in player)])
