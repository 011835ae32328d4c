"""Games that others published: exercises and their samples, lists of records, recorded games of a library."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from trickloop import Camicia, Combat, Ending, Loop, RecursiveCombat, Round, War, play, trace

Cases = Callable[[str], Any]

ENDINGS = {"finished": Ending.WIN, "finite": Ending.WIN, "loop": Ending.LOOP}
SUITS = "♠♥♦♣♤♡♢♧"
RANKS = (*map(str, range(2, 11)), "J", "Q", "K", "A")


class TestExercism:
    """The canonical cases of the exercise *camicia*, camicia_exercism.json."""

    def test_every_case(self, engine: str, cases: Cases) -> None:
        published = cases("camicia_exercism.json")["cases"]
        assert len(published) == 28
        for case in published:
            game = play(Camicia(), case["input"]["playerA"], case["input"]["playerB"], engine=engine)
            expected = case["expected"]
            assert game.ending is ENDINGS[expected["status"]], case["description"]
            assert (game.cards, game.tricks) == (expected["cards"], expected["tricks"]), case["description"]

    def test_the_table_of_the_exercise(self, engine: str) -> None:
        # The first example of the exercise's text.
        (trick,) = trace(Camicia(), "2 A 7 8 Q 10", "3 4 5 6 K 9 J", engine=engine)
        assert trick.table() == [
            ("2 A 7 8 Q 10", "3 4 5 6 K 9 J", "-", "-"),
            ("A 7 8 Q 10", "3 4 5 6 K 9 J", "2", "-"),
            ("A 7 8 Q 10", "4 5 6 K 9 J", "2 3", "-"),
            ("7 8 Q 10", "4 5 6 K 9 J", "2 3 A", "Player 2: 4"),
            ("7 8 Q 10", "5 6 K 9 J", "2 3 A 4", "Player 2: 3"),
            ("7 8 Q 10", "6 K 9 J", "2 3 A 4 5", "Player 2: 2"),
            ("7 8 Q 10", "K 9 J", "2 3 A 4 5 6", "Player 2: 1"),
            ("7 8 Q 10", "9 J", "2 3 A 4 5 6 K", "Player 1: 3"),
            ("8 Q 10", "9 J", "2 3 A 4 5 6 K 7", "Player 1: 2"),
            ("Q 10", "9 J", "2 3 A 4 5 6 K 7 8", "Player 1: 1"),
            ("10", "9 J", "2 3 A 4 5 6 K 7 8 Q", "Player 2: 2"),
            ("10", "J", "2 3 A 4 5 6 K 7 8 Q 9", "Player 2: 1"),
            ("10", "-", "2 3 A 4 5 6 K 7 8 Q 9 J", "Player 1: 1"),
            ("-", "-", "2 3 A 4 5 6 K 7 8 Q 9 J 10", "-"),
        ]
        assert trick.hands == ((), ("2", "3", "A", "4", "5", "6", "K", "7", "8", "Q", "9", "J", "10"))

    def test_the_loop_of_the_exercise(self, engine: str) -> None:
        # The second example: the start of the fourth trick matches the start of the second.
        tricks = list(trace(Camicia(), "J 2 3", "4 J 5", engine=engine))
        assert [trick.hands for trick in tricks] == [
            (("2", "3", "J", "4"), ("J", "5")),
            (("J", "4"), ("5", "2", "J", "3")),
            (("4", "5", "J", "2"), ("J", "3")),
        ]
        game = play(Camicia(), "J 2 3", "4 J 5", engine=engine)
        assert (game.ending, game.cards, game.tricks) == (Ending.LOOP, 8, 3)
        assert (game.loop.start, game.loop.length) == (1, 2)


class TestRecords:
    """The deals of camicia_records.csv, their sources in its last column."""

    @staticmethod
    def rows(cases: Cases) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(cases("camicia_records.csv"))))

    @staticmethod
    def rules(row: dict[str, str]) -> Camicia:
        size = len(row["player_1"] + row["player_2"])
        return Camicia.italian() if size == 40 else Camicia()

    def test_tricks_and_cards(self, engine: str, cases: Cases) -> None:
        rows = self.rows(cases)
        assert len(rows) == 182
        for row in rows:
            game = play(self.rules(row), row["player_1"], row["player_2"], engine=engine)
            assert game.ending is ENDINGS[row["status"]], row["name"]
            assert (game.tricks, game.cards) == (int(row["tricks"]), int(row["cards"])), row["name"]

    def test_loops(self, engine: str, cases: Cases) -> None:
        told = 0
        for row in self.rows(cases):
            figures = re.search(r"period (\d+) tricks/(\d+) cards, transient (\d+) cards", row["source"])
            if figures is None:
                assert row["status"] == "finite", row["name"]
                continue
            told += 1
            length, cards, before = map(int, figures.groups())
            game = play(self.rules(row), row["player_1"], row["player_2"], engine=engine)
            assert game.loop == Loop(int(row["tricks"]) - length, length, cards), row["name"]
            assert game.cards == before + cards, row["name"]
        assert told == 132


class TestGameOfWar:
    """The recorded games of the JavaScript library *gameofwar*, gameofwar.json, class WarGame."""

    @staticmethod
    def games(cases: Cases) -> list[dict[str, Any]]:
        return [game for game in cases("gameofwar.json")["games"] if game["cls"] == "WarGame"]

    @staticmethod
    def texts(game: dict[str, Any], places: list[int | None]) -> tuple[str, ...]:
        """Write down cards of the recorded deck, each another text; its ranks start at 1, ours at 2."""
        deck = game["deck"]
        return tuple(RANKS[deck[place][1] - 1] + SUITS[deck[place][0] - 1] for place in places if place is not None)

    def hands(self, game: dict[str, Any]) -> list[tuple[str, ...]]:
        return [self.texts(game, hand) for hand in game["initial_hands"]]

    def rounds(self, game: dict[str, Any], engine: str) -> Iterator[Round]:
        """Play a recorded game; the original does not stop where ranks repeat, as it compares cards."""
        rules, hands = War.gameofwar(game["players"]), self.hands(game)
        ending: Ending | None = Ending.LOOP
        while ending is Ending.LOOP:
            for played in trace(rules, *hands, engine=engine):
                yield played
            hands, ending = list(played.hands), played.ending

    def test_rounds(self, engine: str, cases: Cases) -> None:
        games = self.games(cases)
        assert len(games) == 109
        assert {game["players"] for game in games} == {2, 3, 4, 5}
        for game in games:
            rounds = self.rounds(game, engine)
            for number, recorded in enumerate(game["rounds"], 1):
                ours = next(rounds)
                where = f"game {game['id']}, round {number}"
                drawn = [
                    tuple(lay.text for lay in ours.lays if lay.seat == seat) for seat in range(1, game["players"] + 1)
                ]
                assert drawn == [self.texts(game, draw) for draw in recorded["draws"]], where
                assert ours.winner == (None if recorded["winner"] is None else recorded["winner"] + 1), where
                assert ours.sizes == tuple(recorded["sizes"]), where
                assert bool(ours.wars) is recorded["war"], where
                # The original does not see that a game is over where nobody has a card left.
                assert (ours.ending is Ending.WIN) is recorded["over"], where

    def test_ends(self, engine: str, cases: Cases) -> None:
        kinds = set()
        for game in self.games(cases):
            final, where = game["final"], f"game {game['id']}"
            kinds.add(final["kind"])
            ours = play(War.gameofwar(game["players"]), *self.hands(game), engine=engine)
            if final["kind"] == "cycle":
                loop = final["rank_cycle"]
                assert ours.ending is Ending.LOOP, where
                assert (ours.loop.start, ours.loop.length) == (loop["start"], loop["period"]), where
                assert ours.rounds == loop["detected_at"], where
            elif final["kind"] == "all_players_empty_never_over":
                assert (ours.ending, ours.winner) == (Ending.DRAW, None), where
                assert ours.rounds == final["rounds"], where
            else:
                # With `game_over_null_winner` the last round has no winner and one seat is left with cards.
                (holder,) = [seat for seat, hand in enumerate(final["hands"], 1) if hand]
                assert (final["winner"] is None) is (final["kind"] == "game_over_null_winner"), where
                assert final["winner"] in (None, holder - 1), where
                assert (ours.ending, ours.winner) == (Ending.WIN, holder), where
                assert ours.rounds == final["rounds"], where
            assert len(ours.out_of_play) == final["lost_cards"], where
            rounds = list(islice(self.rounds(game, engine), final["rounds"]))
            assert sum(bool(played.wars) for played in rounds) == final["wars"], where
            assert rounds[-1].hands == tuple(self.texts(game, hand) for hand in final["hands"]), where
        assert kinds == {"game_over", "game_over_null_winner", "all_players_empty_never_over", "cycle"}


class TestKata:
    """The samples of kata_samples.json whose rules are ours."""

    @staticmethod
    def samples(cases: Cases, problem: str) -> list[dict[str, Any]]:
        (samples,) = [kata["samples"] for kata in cases("kata_samples.json") if problem in kata["problem"]]
        return samples

    def test_soldier_and_cards(self, engine: str, cases: Cases) -> None:
        for sample in self.samples(cases, "Codeforces 546C"):
            game = play(War.soldiers(), sample["p1"], sample["p2"], engine=engine)
            answer = "-1" if game.ending is Ending.LOOP else f"{game.rounds} {game.winner}"
            assert answer == sample["expected"]

    def test_beggar_my_neighbour(self, engine: str, cases: Cases) -> None:
        (sample,) = self.samples(cases, "UVA 162")
        deck = sample["deck_as_dealt"]
        # The first card goes to the player who begins; the card dealt last lies on top.
        hands = deck[-2::-2], deck[::-2]
        game = play(Camicia(), *hands, engine=engine)
        last = list(trace(Camicia(), *hands, engine=engine))[-1]
        # Asked for are the winner's cards without the pile; the dealer, our player 2, is called 1 there.
        assert f"{3 - game.winner} {last.sizes[game.winner - 1] - len(last.pile)}" == sample["expected"]

    def test_winamax_battle(self, engine: str, cases: Cases) -> None:
        for sample in self.samples(cases, "Winamax"):
            game = play(War.winamax(), sample["p1"], sample["p2"], engine=engine)
            answer = "PAT" if game.ending is Ending.DRAW else f"{game.winner} {game.rounds}"
            assert answer == sample["expected"]

    def test_winamax_battle_after_one_round(self, engine: str, cases: Cases) -> None:
        compared = 0
        for sample in self.samples(cases, "Winamax"):
            first = next(trace(War.winamax(), sample["p1"], sample["p2"], engine=engine))
            if "after_one_round" in sample:
                after = sample["after_one_round"]
                assert first.hands == (tuple(after["p1"]), tuple(after["p2"]))
                compared += 1
            if "after_one_round_ranks" in sample:
                after = sample["after_one_round_ranks"]
                ranks = tuple(tuple(RANKS.index(card[:-1]) + 2 for card in hand) for hand in first.hands)
                assert ranks == (tuple(after["p1"]), tuple(after["p2"]))
                compared += 1
        assert compared == 2

    def test_crab_combat(self, engine: str, cases: Cases) -> None:
        sample, _ = self.samples(cases, "AoC 2020 day 22")
        hands, expected = (sample["p1"], sample["p2"]), sample["expected"]
        game = play(Combat(), *hands, engine=engine)
        assert (game.winner, game.score, game.rounds) == (2, expected["combat"], expected["combat_rounds"])
        assert game.hands[1] == tuple(expected["combat_final_p2"])
        game = play(RecursiveCombat(), *hands, engine=engine)
        assert (game.winner, game.score) == (2, expected["recursive"])
        assert game.rounds == expected["recursive_rounds_game1"]
        assert game.hands[1] == tuple(expected["recursive_final_p2"])

    def test_crab_combat_that_repeats(self, engine: str, cases: Cases) -> None:
        _, sample = self.samples(cases, "AoC 2020 day 22")
        hands, expected = (sample["p1"], sample["p2"]), sample["expected"]
        game = play(RecursiveCombat(), *hands, engine=engine)
        assert (game.ending, game.winner) == (Ending.LOOP, expected["recursive_winner"])
        assert game.score == expected["recursive_score_of_p1_deck_at_repeat"]
        # It comes "before round 7".
        assert game.rounds == 6
        assert play(Combat(), *hands, engine=engine).ending is Ending.LOOP
