"""The recorded games of *gameofwar*, sat through at the table card by card."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tables import all_cards
from trickloop.table import Card, Deck, EndlessWarGame, WarGame

Cases = Callable[[str], Any]


class TestRecordedGames:
    """The games of gameofwar.json, the original run with its shuffle switched off."""

    @staticmethod
    def games(cases: Cases, kind: str) -> list[dict[str, Any]]:
        return [game for game in cases("gameofwar.json")["games"] if game["cls"] == kind]

    @staticmethod
    def set_up(game: dict[str, Any]) -> tuple[list[Card], Deck]:
        """Return the recorded cards, the bottom first, and the same as a deck."""
        cards = [Card(*card) for card in game["deck"]]
        return cards, Deck(game["suits"], game["ranks"], cards=reversed(cards))

    @staticmethod
    def named(cards: list[Card], places: list[int | None]) -> list[Card]:
        # The original draws undefined where there is no card.
        return [cards[place] for place in places if place is not None]

    def agree_at_start(self, game: dict[str, Any], table: WarGame | EndlessWarGame, cards: list[Card]) -> None:
        assert list(map(list, table.players)) == [self.named(cards, hand) for hand in game["initial_hands"]]
        assert list(reversed(table.deck)) == self.named(cards, game["undealt"])

    def agree_in_round(self, recorded: dict[str, Any], table: WarGame | EndlessWarGame, cards: list[Card]) -> None:
        result = table.play_round()
        assert list(map(list, result.draws)) == [self.named(cards, draw) for draw in recorded["draws"]]
        assert result.war is recorded["war"]
        assert result.winner is (None if recorded["winner"] is None else table.players[recorded["winner"]])
        assert [player.card_count for player in table.players] == recorded["sizes"]
        assert result.game_over is table.game_over
        # The original does not see that a game is over where nobody has a card left.
        assert result.game_over is (recorded["over"] or (not any(recorded["sizes"])))

    def test_war(self, cases: Cases) -> None:
        games = self.games(cases, "WarGame")
        assert len(games) == 109
        kinds = Counter(self.play_war(game) for game in games)
        assert kinds == {"game_over": 58, "cycle": 36, "all_players_empty_never_over": 9, "game_over_null_winner": 6}

    def play_war(self, game: dict[str, Any]) -> str:
        cards, deck = self.set_up(game)
        table = WarGame(deck, game["players"], shuffle=False)
        final, wars, result = game["final"], 0, None
        self.agree_at_start(game, table, cards)
        cycle = None
        for number in range(1, final["rounds"] + 1):
            if number <= len(game["rounds"]):
                recorded = game["rounds"][number - 1]
                self.agree_in_round(recorded, table, cards)
                wars += recorded["war"]
            else:
                result = table.play_round()
                wars += result.war
            if number == 200 and "hands_after_200" in game:
                assert list(map(list, table.players)) == [self.named(cards, hand) for hand in game["hands_after_200"]]
            if number == final.get("cycle_start"):
                cycle = list(map(list, table.players))
        hands = list(map(list, table.players))
        assert hands == [self.named(cards, hand) for hand in final["hands"]]
        assert (wars, len(table.lost), table.rounds) == (final["wars"], final["lost_cards"], final["rounds"])
        assert list(reversed(table.deck)) == self.named(cards, game["undealt"])
        assert all_cards(table) == Counter(cards)
        if final["kind"] == "cycle":
            assert not table.game_over
            assert hands == (cycle or [self.named(cards, hand) for hand in game["initial_hands"]])
        else:
            assert table.game_over
            if result and final["kind"] == "game_over":
                assert result.winner is table.players[final["winner"]]
        return final["kind"]

    def test_endless_war(self, cases: Cases) -> None:
        games = self.games(cases, "EndlessWarGame")
        assert len(games) == 41
        for game in games:
            cards, deck = self.set_up(game)
            table = EndlessWarGame(deck, game["players"], shuffle=False)
            final = game["final"]
            self.agree_at_start(game, table, cards)
            for recorded in game["rounds"]:
                self.agree_in_round(recorded, table, cards)
                assert table.deck.current_size == recorded["deck"]
                assert table.discard_pile.current_size == recorded["discard"]
            wars = sum(recorded["war"] for recorded in game["rounds"])
            for number in range(len(game["rounds"]) + 1, final["rounds"] + 1):
                wars += table.play_round().war
                if number == 200:
                    hands = [self.named(cards, hand) for hand in game["hands_after_200"]]
                    assert list(map(list, table.players)) == hands
            assert list(map(list, table.players)) == [self.named(cards, hand) for hand in final["hands"]]
            assert list(reversed(table.deck)) == self.named(cards, final["deck"])
            assert list(reversed(table.discard_pile)) == self.named(cards, final["discard"])
            assert (table.rounds, wars) == (400, final["wars"])
