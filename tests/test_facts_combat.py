"""What is known about single games of Combat: published (``P``), or computed by independent programs (``C``)."""

from collections.abc import Iterable

import pytest

from conftest import on_the_core
from deals import splits
from trickloop import Combat, Ending, RecursiveCombat, play, trace


class TestRecursiveCombat:
    """Recursive Combat."""

    @pytest.mark.parametrize(
        ("hands", "score"),
        [
            (("1 3 6", "2 4 5"), 84),
            (("1 2 3 4 5 6", "7"), 39),
            (("1 4", "2 3"), 29),
            (("1 2 4", "3 5"), 11),
            (("2 1 5", "4 3 8 6 7"), 167),
            # A string of digits as the key does not tell such hands apart.
            (("1 11 3 111", "31"), 395),
            (("1 2 3 4 6", "5"), 78),
            (("1 5", "2 3 4"), 19),
            (("1 2 3 5 6 4", "7"), 18),
            (("7 11 1 5 4", "2 6 3 8 9 10"), 73),
            (("1 2 4 6", "5 3 7"), 47),
            (("43 19", "2 29 14"), 105),
            (("9 2 6 3 1", "5 8 4 7 10"), 291),
        ],
    )
    def test_deals_that_catch_known_bugs(self, engine: str, hands: tuple[str, str], score: int) -> None:
        # C, and the last is the puzzle's own.
        assert play(RecursiveCombat(), *hands, engine=engine).score == score

    @pytest.mark.parametrize("hands", [("1 2 4 6", "5 3 7"), ("43 19", "2 29 14")])
    def test_player_1_wins_a_repetition(self, engine: str, hands: tuple[str, str]) -> None:
        game = play(RecursiveCombat(), *hands, engine=engine)
        assert (game.winner, game.ending) == (1, Ending.LOOP)
        assert all(game.hands)

    def test_combat(self, engine: str) -> None:
        # P: the puzzle's own.
        game = play(Combat(), "9 2 6 3 1", "5 8 4 7 10", engine=engine)
        assert (game.winner, game.score) == (2, 306)

    def test_combat_has_no_rule_for_a_repetition(self, engine: str) -> None:
        game = play(Combat(), "43 19", "2 29 14", engine=engine)
        assert (game.winner, game.ending, game.score) == (None, Ending.LOOP, None)
        assert game.loop.length == 6

    def test_the_winners_card_goes_first_even_if_it_is_the_lower_one(self, engine: str) -> None:
        # Player 2 holds the highest card of the sub-game 3 4 / 5 and so wins the round with 1 against 2.
        first = next(trace(RecursiveCombat(), "2 3 4", "1 5", engine=engine))
        assert (first.winner, first.sub_game) == (2, True)
        assert first.hands == (("3", "4"), ("5", "1", "2"))

    @staticmethod
    def repetitions(cards: Iterable[int], engine: str) -> tuple[int, int]:
        games = loops = 0
        rules = RecursiveCombat()
        for hands in splits(cards):
            games += 1
            loops += play(rules, *hands, engine=engine).ending is Ending.LOOP
        return loops, games

    @pytest.mark.parametrize(
        ("size", "loops", "deals"), [(2, 0, 2), (3, 0, 12), (4, 0, 72), (5, 86, 480), (6, 0, 3600)]
    )
    def test_main_games_that_repeat(self, engine: str, size: int, loops: int, deals: int) -> None:
        # C: over all splits, for 1 to n; it happens at n = 5, 7 and 9 and never at 2, 3, 4, 6, 8.
        assert self.repetitions(range(1, size + 1), engine) == (loops, deals)

    @on_the_core
    def test_main_games_of_seven_cards_that_repeat(self, engine: str) -> None:
        assert self.repetitions(range(1, 8), engine) == (9648, 30240)
