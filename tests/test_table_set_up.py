"""Games at the table: how they are set up, copied and refused, and the samples of the original."""

import copy
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import trickloop
from tables import BICYCLE, COPIES, GAMES, hands, play_on, refused
from trickloop import War
from trickloop.rules import PICKUPS
from trickloop.table import Card, Deck, EndlessWarGame, WarGame


class TestTable:
    @pytest.mark.parametrize("kind", GAMES)
    def test_the_deal(self, kind: Any) -> None:
        # Ten cards for four: 1-10 to player 1, 1-9 to player 2, …; the card dealt last is the top.
        deck = Deck(1, 10)
        game = kind(deck, 4, shuffle=False)
        assert hands(game) == [["1-6", "1-10"], ["1-5", "1-9"], ["1-4", "1-8"], ["1-3", "1-7"]]
        assert game.deck == Deck(1, 10, cards=[Card(1, 2), Card(1, 1)])
        assert [player.name for player in game.players] == ["Player 1", "Player 2", "Player 3", "Player 4"]
        assert [game.get_player(number) for number in (1, 2, 3, np.int64(4))] == list(game.players)
        assert (game.rounds, game.game_over) == (0, False)
        assert deck == Deck(1, 10)

    def test_rules(self) -> None:
        assert WarGame(Deck(4, 13), 4).rules == War.gameofwar(4)
        assert WarGame(Deck(4, 13), 2, rules=BICYCLE).rules is BICYCLE
        assert EndlessWarGame(Deck(4, 13), 2).face_down == 0
        assert EndlessWarGame(Deck(4, 13), 2, face_down=3).face_down == 3
        assert EndlessWarGame(Deck(4, 13), 2).discard_pile == Deck(0, 0)

    @pytest.mark.parametrize("kind", GAMES)
    def test_repr(self, kind: Any) -> None:
        game = kind(Deck(1, 4), 2, shuffle=False)
        assert repr(game) == f"<{kind.__name__} with 2:2 cards after round 0>"
        game.play_round()
        assert repr(game).endswith(
            "with 3:1 cards after round 1>" if kind is WarGame else "with 1:1 cards after round 1>"
        )

    @pytest.mark.parametrize("kind", GAMES)
    def test_games_from_one_deck(self, kind: Any) -> None:
        deck = Deck(4, 13)
        one, other = kind(deck, 3, rng=1), kind(deck, 3, rng=2)
        assert deck == Deck(4, 13)
        alone = play_on(kind(deck, 3, rng=1), 30), play_on(kind(deck, 3, rng=2), 30)
        # In turns, from a deck that is used up meanwhile.
        while deck:
            deck.deal()
        in_turns = [(one.play_round(), other.play_round()) for _ in range(30)]
        assert [[result.draws for result in results] for results in alone] == [
            [pair[seat].draws for pair in in_turns] for seat in (0, 1)
        ]

    @pytest.mark.parametrize("kind", GAMES)
    def test_seeds(self, kind: Any) -> None:
        generators = np.random.default_rng(5), np.random.default_rng(5)
        first, again = (kind(Deck(4, 13), 4, rng=generator) for generator in generators)
        assert first == again
        assert play_on(first, 100) == play_on(again, 100)
        assert kind(Deck(4, 13), 4, rng=generators[0]) != kind(Deck(4, 13), 4, rng=5)
        assert kind(Deck(4, 13), 4, rng=generators[0]) != kind(Deck(4, 13), 4, rng=generators[0])
        assert hands(kind(Deck(4, 13), 4)) != hands(kind(Deck(4, 13), 4))

    @pytest.mark.parametrize("again", COPIES)
    @pytest.mark.parametrize(
        "game",
        [
            lambda: WarGame(Deck(4, 13), 2, rng=3),
            lambda: WarGame(Deck(4, 13), 2, rng=3, rules=War(pickup="random", tie="random")),
            lambda: WarGame(Deck(4, 13), 3, shuffle=False),
            lambda: EndlessWarGame(Deck(4, 13), 5, rng=3),
            lambda: EndlessWarGame(Deck(4, 13), 5, shuffle=False),
        ],
    )
    def test_copies_go_on_alike(self, game: Any, again: Callable[[Any], Any]) -> None:
        original = game()
        play_on(original, 20)
        twin = again(original)
        assert twin == original
        results = play_on(original, 50)
        assert results
        assert twin != original
        assert play_on(twin, 50) == results
        assert twin == original
        twin.get_player(1).add_card(Card(1, 1000))
        assert twin != original

    def test_a_deck_shuffled_before(self) -> None:
        deck = Deck(4, 13)
        deck.shuffle(3)
        assert WarGame(deck, 4, shuffle=False) == WarGame(Deck(4, 13), 4, rng=3)
        # Here more chance is to come, in one of them.
        one, other = EndlessWarGame(deck, 4, shuffle=False), EndlessWarGame(Deck(4, 13), 4, rng=3)
        assert hands(one) == hands(other)
        assert one != other

    def test_equality(self) -> None:
        assert WarGame(Deck(1, 4), 2, shuffle=False) != EndlessWarGame(Deck(1, 4), 2, shuffle=False)
        assert WarGame(Deck(1, 4), 2, shuffle=False) != WarGame(Deck(1, 4), 2, rules=War(), shuffle=False)
        # With the same cards, chance is still to come in one, and of another key in the other.
        games = [EndlessWarGame(Deck(2, 1), 2, rng=seed) for seed in range(20)]
        assert games[0] not in games[1:]
        with pytest.raises(TypeError):
            hash(games[0])

    @pytest.mark.parametrize("kind", GAMES)
    @pytest.mark.parametrize(
        ("args", "options", "error", "text"),
        [
            ((Deck(1, 3), 4), {}, ValueError, "expected at least one card for each of 4 players, got 3"),
            ((Deck(0, 0), 2), {}, ValueError, "expected at least one card for each of 2 players, got 0"),
            ((Deck(4, 13), 1), {}, ValueError, "expected num_players from 2 to 16, got 1"),
            ((Deck(4, 13), 17), {}, ValueError, "expected num_players from 2 to 16, got 17"),
            ((Deck(4, 13), 2.0), {}, TypeError, "expected an integer for num_players, got 2.0"),
            ((Deck(4, 13), True), {}, TypeError, "expected an integer for num_players, got True"),
            (([Card(1, 1), Card(1, 2)], 2), {}, TypeError, "expected a Deck, got [Card(1, 1), Card(1, 2)]"),
            ((52, 2), {}, TypeError, "expected a Deck, got 52"),
            ((Deck(4, 13), 2), {"rng": -1}, ValueError, "expected rng to be at least 0, got -1"),
            (
                (Deck(4, 13), 2),
                {"shuffle": False, "rng": 42},
                ValueError,
                "expected no rng, as nothing is shuffled, got 42",
            ),
        ],
    )
    def test_bad_games(self, kind: Any, args: Any, options: Any, error: type[Exception], text: str) -> None:
        before = copy.copy(args[0])
        refused(error, text, kind, *args, **options)
        assert args[0] == before

    @pytest.mark.parametrize(
        ("options", "error", "text"),
        [
            ({"rules": War(players=3)}, ValueError, "expected rules for 2 players, got rules for 3"),
            (
                {"rules": War.csc427()},
                ValueError,
                "expected rules with refill=None, as a player has one stack, got 'shuffle'",
            ),
            ({"rules": "war"}, TypeError, "expected the rules of War, got 'war'"),
            (
                {"rules": BICYCLE, "shuffle": False},
                ValueError,
                "expected rules without chance, as nothing is shuffled, "
                "got War(face_down=1, pickup='random', short='first-out')",
            ),
        ],
    )
    def test_bad_rules(self, options: Any, error: type[Exception], text: str) -> None:
        refused(error, text, WarGame, Deck(4, 13), 2, **options)
        generator, same = np.random.default_rng(1), np.random.default_rng(1)
        with pytest.raises(error):
            WarGame(Deck(4, 13), 2, **{"rng": generator, **options})
        assert generator.random() == same.random()

    def test_bad_face_down(self) -> None:
        deck = Deck(4, 13)
        refused(ValueError, "expected face_down from 0 to 1000, got -1", EndlessWarGame, deck, 2, face_down=-1)
        refused(TypeError, "expected an integer for face_down, got 1.5", EndlessWarGame, deck, 2, face_down=1.5)

    @pytest.mark.parametrize("kind", GAMES)
    def test_bad_players(self, kind: Any) -> None:
        game = kind(Deck(4, 13), 4)
        refused(ValueError, "expected a player from 1 to 4, got 0", game.get_player, 0)
        refused(ValueError, "expected a player from 1 to 4, got 5", game.get_player, 5)
        refused(ValueError, "expected a player from 1 to 4, got -1", game.get_player, -1)
        refused(TypeError, "expected an integer for a player, got True", game.get_player, True)
        refused(TypeError, "expected an integer for a player, got 'Player 1'", game.get_player, "Player 1")

    def test_a_round_after_the_end(self) -> None:
        game = WarGame(Deck(1, 2), 2, shuffle=False)
        assert game.play_round().game_over
        before = copy.copy(game)
        text = "expected a game that goes on, got <WarGame with 2:0 cards after round 1, over>"
        refused(ValueError, text, game.play_round)
        assert game == before


class TestSamples:
    """The samples in the README of the original, in Python."""

    def test_war(self) -> None:
        ended = 0
        for seed in range(30):
            deck = Deck(4, 13)
            deck.shuffle(seed)
            game = WarGame(deck, 4, shuffle=False)
            round_count = 0
            while True:
                outcome = game.play_round()
                round_count += 1
                if round_count > 1000 or outcome.game_over:
                    break
            assert game.rounds == round_count
            if outcome.game_over and outcome.winner:
                ended += 1
                (last,) = [player for player in game.players if player.card_count]
                assert outcome.winner is last
                assert outcome.winner.score == 52 - len(game.lost)
        # Of two-player deals four in five never end; of these some do, and some do not.
        assert 0 < ended < 30

    def test_endless_war(self) -> None:
        deck = Deck(4, 13)
        deck.shuffle(7)
        game = EndlessWarGame(deck, 2, rng=7)
        outcomes = [game.play_round() for _ in range(2000)]
        wins = Counter(outcome.winner.name for outcome in outcomes if outcome.winner)
        assert wins["Player 1"] + wins["Player 2"] == 2000
        # Two cards of 52 are of one rank with odds of 3 to 48, and neither seat is favoured: five deviations each.
        assert abs(sum(outcome.war for outcome in outcomes) - 2000 * 3 / 51) < 5 * 10.6
        assert abs(wins["Player 1"] - 1000) < 5 * 22.4


def test_the_table_loads_no_numpy() -> None:
    program = (
        "import sys; from trickloop.table import *; from trickloop.table import Deck, WarGame, EndlessWarGame; "
        "WarGame(Deck(4, 13), 2).play_round(); EndlessWarGame(Deck(4, 13), 2).play_round(); "
        "print('numpy' in sys.modules)"
    )
    source = str(Path(trickloop.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": source, "PATH": "", "SYSTEMROOT": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_chance_inside_the_rules_is_drawn_from_the_rng() -> None:
    rules = [War(pickup="random"), War(tie="random"), *(War(pickup=pickup, tie="random") for pickup in PICKUPS)]
    for terms in rules:
        seeds = random.Random(0).sample(range(2**31 - 1), 5)
        games = {tuple(map(str, play_on(WarGame(Deck(4, 13), 2, rules=terms, rng=seed), 50))) for seed in seeds}
        again = {tuple(map(str, play_on(WarGame(Deck(4, 13), 2, rules=terms, rng=seed), 50))) for seed in seeds}
        assert games == again
        assert len(games) == 5
