"""``trickloop play`` where something is left to chance, and the account of CSC 427."""

import re

import pytest

import trickloop as tl
from command import play_json, run
from trickloop._deals import game_key


class TestChance:
    @pytest.mark.parametrize("name", ["csc427", "bicycle", "wikipedia"])
    def test_a_seed_is_the_whole_game(self, name: str) -> None:
        games = [play_json(name, "--seed", str(seed), "--engine", "reference") for seed in (3, 3, 4)]
        assert games[0] == games[1]
        assert games[0] != games[2]
        rules = getattr(tl.War, name)()
        outcome = tl.play(rules, *games[0]["hands"], rest=games[0]["left_over"], rng=game_key(3, 0))
        assert outcome.to_dict() == games[0]["outcome"] == tl.simulate(rules, games=1, rng=3)[0].to_dict()

    def test_a_seed_for_hands_that_are_given(self) -> None:
        hands = "9 9 2 3 4", "9 7 2 5 6"
        game = play_json("bicycle", *hands, "--seed", "11")
        assert game["outcome"] == tl.play(tl.War.bicycle(), *hands, rng=11).to_dict()
        assert game["seed"] == 11

    def test_a_fresh_seed_plays_the_game_again(self) -> None:
        game = play_json("csc427", "--tie", "random")
        assert play_json("csc427", "--tie", "random", "--seed", str(game["seed"])) == game

    def test_the_rest_is_out_of_play(self) -> None:
        game = play_json("gameofwar", "--players", "3", "--seed", "1")
        assert len(game["left_over"]) == 1
        assert len(game["outcome"]["out_of_play"]) == 1

    def test_an_odd_pack_of_camicia_is_dealt_whole(self) -> None:
        game = play_json("camicia", "--pack", "6- J Q K", "--seed", "1")
        assert [len(hand) for hand in game["hands"]] == [4, 5]
        assert game["left_over"] == []

    def test_endless_war_needs_a_limit(self) -> None:
        code, out, err = run("play", "endless-war")
        assert (code, out, err) == (2, "", "trickloop: error: expected --max-rounds, which endless-war needs\n")
        assert play_json("endless-war", "--max-rounds", "1e4", "--seed", "1")["outcome"]["rounds"] == 10_000


class TestAccountOfCsc427:
    """The manner of the exercise; the battle of 3) is the one in its statement."""

    def test_a_battle_step_by_step(self) -> None:
        _, out, _ = run("play", "csc427", "4C 2D JC 9H QH 5D", "TH AH JS 3D AD 3H", "--seed", "1", "--trace")
        assert out.splitlines()[5:11] == [
            "1) Player 1: 4C   Player 2: TH   Player 2 wins.",
            "2) Player 1: 2D   Player 2: AH   Player 2 wins.",
            "3) Player 1: JC   Player 2: JS   Tie -- a battle ensues...",
            "     Player 1: 9H   Player 2: 3D   I",
            "     Player 1: QH   Player 2: AD   DECLARE",
            "     Player 1: 5D   Player 2: 3H   WAR -- Player 1 wins.",
        ]

    def test_a_coin(self) -> None:
        _, out, _ = run("play", "csc427", "--tie", "random", "JC", "JS", "--seed", "1", "--trace")
        assert "1) Player 1: JC   Player 2: JS   Tie -- Player " in out

    def test_a_player_who_cannot_finish_forfeits(self) -> None:
        _, out, _ = run("play", "csc427", "JC 9H QH 5D", "JS 3D", "--seed", "1", "--trace")
        assert "\n     Player 2: 3D\n     Player 2 cannot finish the battle. Player 1 wins.\n" in out
        assert "\nPlayer 2 is out of cards.\nPlayer 1 wins!\n" in out

    def test_nobody_can_finish(self) -> None:
        _, out, _ = run("play", "csc427", "JC 2H", "JS 3D", "--seed", "1", "--trace")
        assert "1) Player 1: JC   Player 2: JS   Tie -- Nobody wins.\nThe game is a draw.\n" in out

    def test_a_double_battle(self) -> None:
        _, out, _ = run("play", "csc427", "JC 2H 3H 4H 5H 6H 8H", "JS 2D 3D 4D 5D 6D 7D", "--seed", "1", "--trace")
        lines = [line.strip() for line in out.splitlines() if "Player 1:" in line]
        assert [line.partition("D   ")[2] for line in lines[1:]] == [
            "I",
            "DECLARE",
            "WAR -- tie again",
            "I",
            "DECLARE",
            "WAR -- Player 1 wins.",
        ]

    def test_a_whole_game(self) -> None:
        _, out, _ = run("play", "csc427", "--seed", "7", "--trace")
        cards = re.findall(r"Player [12]: ([2-9TJQKA][CDHS])", out)
        assert len(set(cards)) == 52
        # A card of each suit comes first of its rank for some rank.
        assert {card[1] for card in {card[0]: card for card in reversed(cards)}.values()} == set("CDHS")
        assert re.search(r"\nPlayer ([12]) is out of cards\.\nPlayer (?!\1)[12] wins!\n", out)
