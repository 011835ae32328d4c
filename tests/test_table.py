"""Cards, decks, players and tables: how they look, compare, copy and refuse, and the samples of the original."""

import copy
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import trickloop
from trickloop import War, table
from trickloop._chance import key_of
from trickloop.rules import PICKUPS
from trickloop.table import Card, Deck, EndlessWarGame, Player, RoundResult, WarGame

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


class TestCard:
    def test_value(self) -> None:
        card = Card(2, 13)
        assert (card.suit, card.rank, str(card)) == (2, 13, "2-13")
        assert card == Card(2, 13)
        assert len({card, Card(2, 13), Card(13, 2), Card(2, 12)}) == 3
        assert card != (2, 13)
        with pytest.raises(TypeError):
            card < Card(2, 14)  # type: ignore[operator]  # noqa: B015
        with pytest.raises(FrozenInstanceError):
            card.rank = 14  # type: ignore[misc]
        assert not hasattr(card, "__dict__")

    def test_repr_and_copies(self) -> None:
        card = Card(1, 1000)
        assert repr(card) == "Card(1, 1000)"
        assert [again(card) for again in COPIES] == [card] * 3

    def test_numpy_integers(self) -> None:
        card = Card(np.int8(2), np.uint64(13))  # type: ignore[arg-type]
        assert card == Card(2, 13)
        assert (type(card.suit), type(card.rank)) == (int, int)

    @pytest.mark.parametrize(
        ("suit", "rank", "kind", "text"),
        [
            (-1, 2, ValueError, "expected a suit of at least 0, got -1"),
            (1, -2, ValueError, "expected a rank of at least 0, got -2"),
            (1, 10**600, ValueError, "expected a rank of at most 600 digits, got more"),
            (-(10**700), 1, ValueError, "expected a suit of at most 600 digits, got more"),
            (True, 1, TypeError, "expected an integer for a suit, got True"),
            (1, False, TypeError, "expected an integer for a rank, got False"),
            (1, np.bool_(True), TypeError, f"expected an integer for a rank, got {np.bool_(True)!r}"),
            (1, 2.0, TypeError, "expected an integer for a rank, got 2.0"),
            (1, "A", TypeError, "expected an integer for a rank, got 'A'"),
            (None, 1, TypeError, "expected an integer for a suit, got None"),
            (1, np.array([1, 2]), TypeError, "expected an integer for a rank, got array([1, 2])"),
        ],
    )
    def test_what_is_no_card(self, suit: Any, rank: Any, kind: type[Exception], text: str) -> None:
        refused(kind, text, Card, suit, rank)


class TestDeck:
    def test_a_new_deck(self) -> None:
        # The original builds suit 1 rank 1, 2, …, then suit 2; the last card is the top.
        deck = Deck(2, 3)
        assert list(map(str, deck)) == ["2-3", "2-2", "2-1", "1-3", "1-2", "1-1"]
        assert (deck.num_suits, deck.num_ranks, deck.current_size, deck.initial_size) == (2, 3, 6, 6)
        assert list(map(str, reversed(deck))) == ["1-1", "1-2", "1-3", "2-1", "2-2", "2-3"]
        assert (deck[0], deck[-1], deck[np.int64(1)]) == (Card(2, 3), Card(1, 1), Card(2, 2))
        assert Card(1, 2) in deck
        assert Card(3, 1) not in deck
        with pytest.raises(IndexError):
            deck[6]
        assert len(Deck(0, 5)) == len(Deck(5, 0)) == 0

    def test_deal_and_add(self) -> None:
        deck = Deck(1, 3)
        assert deck.deal() == Card(1, 3)
        deck.add(Card(1, 1000))
        assert list(map(str, deck)) == ["1-1000", "1-2", "1-1"]
        deck.deal()
        deck.deal()
        assert (deck.current_size, deck.initial_size, len(deck)) == (1, 3, 1)
        deck.deal()
        refused(ValueError, "expected a card to deal, got an empty deck", deck.deal)
        assert deck == Deck(1, 3, cards=[])

    def test_repr_reads_back(self) -> None:
        deck = Deck(1, 3)
        assert repr(deck) == "Deck(1, 3)"
        deck.deal()
        assert repr(deck) == "Deck(1, 3, cards=[Card(1, 2), Card(1, 1)])"
        assert eval(repr(deck)) == deck
        assert eval(repr(deck)).initial_size == 3
        assert repr(Deck(1, 3, cards=[])) == "Deck(1, 3, cards=[])"

    def test_equality(self) -> None:
        assert Deck(2, 3) == Deck(2, 3)
        assert Deck(2, 3) != Deck(3, 2)
        assert Deck(2, 3) != Deck(3, 3, cards=Deck(2, 3))
        assert Deck(1, 3) != Deck(1, 3, cards=reversed(Deck(1, 3)))
        assert Deck(1, 3) != list(Deck(1, 3))
        with pytest.raises(TypeError):
            hash(Deck(1, 3))

    @pytest.mark.parametrize("again", COPIES)
    def test_copies_are_independent(self, again: Callable[[Any], Any]) -> None:
        deck = Deck(1, 3)
        twin = again(deck)
        assert twin == deck
        twin.deal()
        assert (len(deck), len(twin)) == (3, 2)

    def test_shuffle(self) -> None:
        deck, twin = Deck(4, 13), Deck(4, 13)
        deck.shuffle(42)
        twin.shuffle(np.random.SeedSequence(42))
        assert deck == twin != Deck(4, 13)
        assert Counter(deck) == Counter(Deck(4, 13))
        assert deck.initial_size == 52
        generator, same = np.random.default_rng(3), np.random.default_rng(3)
        for _ in range(2):
            deck.shuffle(generator)
            twin.shuffle(same)
            assert deck == twin

    def test_every_order_is_equally_likely(self) -> None:
        orders: Counter[tuple[Card, ...]] = Counter()
        for seed in range(6000):
            deck = Deck(1, 3)
            deck.shuffle(seed)
            orders[tuple(deck)] += 1
        # Each has 1000 on average, with a deviation of 29.
        assert len(orders) == 6
        assert all(abs(count - 1000) < 5 * 29 for count in orders.values())

    def test_fresh_chance(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(table.secrets, "randbits", lambda bits: key_of(42) if bits == 64 else None)
        deck, seeded = Deck(4, 13), Deck(4, 13)
        deck.shuffle()
        seeded.shuffle(42)
        assert deck == seeded
        assert WarGame(Deck(4, 13), 4) == WarGame(Deck(4, 13), 4, rng=42)

    @pytest.mark.parametrize(
        ("args", "kind", "text"),
        [
            ((-1, 2), ValueError, "expected num_suits from 0 to 2147483647, got -1"),
            ((4, -13), ValueError, "expected num_ranks from 0 to 2147483647, got -13"),
            ((2**31, 1), ValueError, "expected num_suits from 0 to 2147483647, got 2147483648"),
            ((4, 13.0), TypeError, "expected an integer for num_ranks, got 13.0"),
            ((True, 13), TypeError, "expected an integer for num_suits, got True"),
            ((4, "13"), TypeError, "expected an integer for num_ranks, got '13'"),
        ],
    )
    def test_bad_numbers(self, args: tuple[Any, Any], kind: type[Exception], text: str) -> None:
        refused(kind, text, Deck, *args)

    @pytest.mark.parametrize(
        ("cards", "text"),
        [
            (5, "expected cards in order, top first, got 5"),
            ({Card(1, 1)}, "expected cards in order, top first, got {Card(1, 1)}"),
            ({Card(1, 1): 2}, "expected cards in order, top first, got {Card(1, 1): 2}"),
            ([Card(1, 1), 7], "expected a Card, got 7"),
            ("AK", "expected a Card, got 'A'"),
        ],
    )
    def test_bad_cards(self, cards: Any, text: str) -> None:
        refused(TypeError, text, Deck, 4, 13, cards=cards)
        refused(TypeError, text, Player, "Ada", cards)

    def test_bad_input_changes_nothing(self) -> None:
        deck = Deck(1, 3)
        refused(TypeError, "expected a Card, got 14", deck.add, 14)
        refused(ValueError, "expected rng to be at least 0, got -1", deck.shuffle, -1)
        refused(
            TypeError,
            "expected rng to be an integer, SeedSequence, BitGenerator or Generator, got '7'",
            deck.shuffle,
            "7",
        )
        assert deck == Deck(1, 3)


class TestPlayer:
    def test_cards(self) -> None:
        # The examples of the original's README, where the top is written last.
        player = Player("Player 1", [Card(3, 3), Card(2, 2)])
        player.add_card(Card(1, 1))
        assert list(map(str, player)) == ["1-1", "3-3", "2-2"]
        player.award_card(Card(4, 4))
        assert list(map(str, player)) == ["1-1", "3-3", "2-2", "4-4"]
        assert (player.name, player.card_count, player.score, len(player)) == ("Player 1", 4, 4, 4)
        assert [player.reveal_card() for _ in range(4)] == [Card(1, 1), Card(3, 3), Card(2, 2), Card(4, 4)]
        assert (player.card_count, player.score) == (0, 0)
        refused(ValueError, "expected a card to reveal, got the empty stack of 'Player 1'", player.reveal_card)
        assert player == Player("Player 1")

    def test_a_player_without_cards_is_true(self) -> None:
        assert Player("Ada")

    def test_repr_equality_and_copies(self) -> None:
        player = Player("Ada", [Card(1, 1), Card(1, 2)])
        assert repr(player) == "Player('Ada', [Card(1, 1), Card(1, 2)])"
        assert eval(repr(player)) == player
        assert eval(repr(Player("Ada"))) == Player("Ada")
        assert player != Player("Bob", player)
        assert player != Player("Ada", reversed(player))
        assert (player[0], player[1], Card(1, 2) in player) == (Card(1, 1), Card(1, 2), True)
        with pytest.raises(TypeError):
            hash(player)
        for again in COPIES:
            twin = again(player)
            assert twin == player
            twin.reveal_card()
            assert player.card_count == 2

    def test_bad_input(self) -> None:
        player = Player("Ada", [Card(1, 1)])
        refused(TypeError, "expected a Card, got (1, 1)", player.add_card, (1, 1))
        refused(TypeError, "expected a Card, got None", player.award_card, None)
        refused(TypeError, "expected a name as text, got 1", Player, 1)
        assert player == Player("Ada", [Card(1, 1)])


class TestRoundResult:
    def test_value(self) -> None:
        result, same = (WarGame(Deck(1, 4), 2, shuffle=False).play_round() for _ in range(2))
        assert result == same
        assert hash(result) == hash(same)
        assert result.draws == ((Card(1, 2),), (Card(1, 1),))
        assert (result.war, result.winner.name, result.game_over) == (False, "Player 1", False)
        assert [again(result) for again in COPIES] == [result] * 3
        assert eval(repr(result)) == result
        with pytest.raises(FrozenInstanceError):
            result.war = True  # type: ignore[misc]

    def test_the_winner_is_the_very_player(self) -> None:
        game = WarGame(Deck(1, 4), 2, shuffle=False)
        assert game.play_round().winner is game.get_player(1) is game.players[0]


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
        refused(ValueError, "expected face_down from 0 to 2147483647, got -1", EndlessWarGame, deck, 2, face_down=-1)
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
        seeds = random.Random(0).sample(range(2**32), 5)
        games = {tuple(map(str, play_on(WarGame(Deck(4, 13), 2, rules=terms, rng=seed), 50))) for seed in seeds}
        again = {tuple(map(str, play_on(WarGame(Deck(4, 13), 2, rules=terms, rng=seed), 50))) for seed in seeds}
        assert games == again
        assert len(games) == 5
