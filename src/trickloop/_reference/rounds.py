"""All states of a small pack, each with the one that follows it.

A state is an arrangement of the pack and a cut: the hand above the cut is player 1's, in Camicia the leader's.
Arrangements are numbered in the order of their cards, card by card, cuts from 1 on, and the states of one arrangement
follow each other. Both hands have cards; what comes after a round that ends the game is `FIRST_WINS`, `SECOND_WINS` or
`DRAWN`.
"""

from collections.abc import Iterator, MutableSequence, Sequence

from trickloop._reference.camicia import CamiciaGame
from trickloop._reference.deal import advance
from trickloop._reference.war import WarGame
from trickloop.outcome import Ending

FIRST_WINS, SECOND_WINS, DRAWN = -1, -2, -3
"""Who wins: the player of the first hand, or that of the second."""


def camicia_rounds(
    pack: bytes, payments: Sequence[int], after: MutableSequence[int], laid: MutableSequence[int]
) -> None:
    """Play a trick from every state.

    Parameters
    ----------
    pack : bytes
        The cards, in order.
    payments : sequence of int
        What each card demands, 0 for a number card.
    after, laid : arrays of int32 and int16
        Written for each state: the state that follows, or how the game ends; and the cards of the trick, negative where
        the other player leads then.
    """
    places = {order: place for place, order in enumerate(arrangements(pack))}
    cuts = len(pack) - 1
    for order, place in places.items():
        for cut in range(1, len(pack)):
            game = CamiciaGame((order[:cut], order[cut:]), payments)
            game.play_round()
            state = place * cuts + cut - 1
            if game.ending is not None:
                after[state] = FIRST_WINS if game.winner == 0 else SECOND_WINS
                laid[state] = game.cards
                continue
            hands = bytes(game.hands[game.leader]), bytes(game.hands[1 - game.leader])
            after[state] = places[hands[0] + hands[1]] * cuts + len(hands[0]) - 1
            laid[state] = -game.cards if game.leader else game.cards


def war_rounds(
    pack: bytes,
    face_down: int,
    pickup: str,
    shortage: str,
    after: MutableSequence[int],
    laid: MutableSequence[int],
) -> None:
    """Play a round of War between two from every state; the arrays are those of `camicia_rounds`."""
    places = {order: place for place, order in enumerate(arrangements(pack))}
    cuts = len(pack) - 1
    for order, place in places.items():
        for cut in range(1, len(pack)):
            game = WarGame((order[:cut], order[cut:]), face_down, pickup, shortage, None, "war", None)
            game.play_round()
            state = place * cuts + cut - 1
            laid[state] = game.cards
            if game.ending is Ending.DRAW:
                after[state] = DRAWN
            elif game.ending is not None:
                after[state] = FIRST_WINS if game.winner == 0 else SECOND_WINS
            else:
                left, right = map(bytes, game.hands)
                after[state] = places[left + right] * cuts + len(left) - 1


def arrangements(pack: bytes) -> Iterator[bytes]:
    """Yield every arrangement of a pack whose cards are in order, from the first to the last."""
    order = bytearray(pack)
    yield bytes(order)
    while advance(order):
        yield bytes(order)
