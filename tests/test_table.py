"""Cards, decks, players and tables: how they look, compare, copy and refuse, and the samples of the original."""

from collections import Counter
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest

from tables import COPIES, refused
from trickloop import table
from trickloop._chance import key_of
from trickloop.table import Card, Deck, Player, WarGame


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
        assert eval(repr(result), vars(table)) == result
        with pytest.raises(FrozenInstanceError):
            result.war = True  # type: ignore[misc]

    def test_the_winner_is_the_very_player(self) -> None:
        game = WarGame(Deck(1, 4), 2, shuffle=False)
        assert game.play_round().winner is game.get_player(1) is game.players[0]
