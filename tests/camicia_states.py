"""States of Camicia in codes, as the walk and the weaving have them: the leader's hand first."""

from collections.abc import Sequence

from trickloop._reference.camicia import CamiciaGame, play_camicia
from trickloop._reference.walk import Hands


def codes(*hands: str) -> list[list[int]]:
    return [["-JQKA".index(card) for card in hand] for hand in hands]


def a_state(hands: Sequence[Sequence[int]], payments: Sequence[int]) -> Hands | None:
    """Return the state of a loop at which the game comes back first; ``None`` if the game ends."""
    end, _, loop = play_camicia(hands, payments)
    if loop is None:
        return None
    game = CamiciaGame(hands, payments)
    while game.rounds < end.rounds:
        game.play_round()
    held = [tuple(hand) for hand in game.hands]
    return held[game.taker], held[1 - game.taker]
