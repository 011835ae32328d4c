"""Hands of a million cards, which no small integer can count."""

from typing import Any

import numpy as np

from games import check_refused
from trickloop import Camicia, Combat, Ending, RecursiveCombat, War, play

MILLION = 10**6


class TestMillionCards:
    """A hand that no small integer can count."""

    def test_war(self, engine: str) -> None:
        game = play(War(), [3] * MILLION, [2, 2, 2], engine=engine)
        assert (game.winner, game.rounds) == (1, 3)
        assert game.hands == ((3,) * (MILLION - 3) + (3, 2) * 3, ())

    def test_war_of_distinct_cards(self, engine: str) -> None:
        game = play(War(), [2, 3, 4], range(5, MILLION + 5), engine=engine)
        assert (game.winner, game.rounds) == (2, 3)
        assert game.hands == ((), (*range(8, MILLION + 5), 5, 2, 6, 3, 7, 4))

    def test_one_war_of_all_cards(self, engine: str) -> None:
        game = play(War(face_down=MILLION - 2), np.full(MILLION, 7), [7] * (MILLION - 1) + [8], engine=engine)
        assert (game.winner, game.rounds, game.wars, game.cards) == (2, 1, 1, 2 * MILLION)
        assert game.hands[1] == (7,) * (MILLION - 1) + (8,) + (7,) * MILLION

    def test_camicia(self, engine: str) -> None:
        game = play(Camicia(), np.zeros(MILLION, int), "A", engine=engine)
        # Player 2 holds the ace with four number cards under it: a trick takes as many cards from player 1 as lie
        # above the ace, and four, so that c cards become 2c - 1; in the last one player 1 runs out.
        tricks, held, cards = 1, 6, 6
        while MILLION + 1 - held >= held - 1:
            tricks, held, cards = tricks + 1, 2 * held - 1, cards + 2 * held - 5
        left = MILLION + 1 - held
        assert (game.winner, game.ending, game.loop) == (2, Ending.WIN, None)
        assert (game.tricks, game.cards) == (tricks + 1, cards + 2 * left + 1)
        assert game.round_wins == (0, game.tricks)
        assert len(game.hands[1]) == MILLION + 1
        assert game.hands[1].count(14) == 1

    def test_combat(self, engine: str) -> None:
        game = play(Combat(), range(4, MILLION + 4), [1, 2, 3], engine=engine)
        assert (game.winner, game.rounds) == (1, 3)
        assert game.hands == ((*range(7, MILLION + 4), 4, 1, 5, 2, 6, 3), ())

    def test_recursive_combat(self, engine: str) -> None:
        # Player 2 never has as many further cards as he drew, so the higher card wins every round.
        game = play(RecursiveCombat(), np.arange(10, MILLION + 10), [7, 8, 9], engine=engine)
        assert (game.winner, game.ending, game.rounds) == (1, Ending.WIN, 3)
        assert game.hands[0][-6:] == (10, 7, 11, 8, 12, 9)

    def test_a_bad_card_at_the_very_end(self, engine: str, rules: Any) -> None:
        hand = [*range(1, MILLION), -1]
        check_refused(
            ValueError,
            f"hand 1, position {MILLION}: expected a rank of at least 0, got -1",
            engine,
            rules,
            hand,
            "K",
        )
