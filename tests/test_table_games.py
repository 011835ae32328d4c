"""The step-by-step games against the recorded games of *gameofwar*, both engines, a naive oracle, and laws."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from deals import distinct_deals
from tables import all_cards
from trickloop import Ending, EndlessWar, Round, War, play, trace
from trickloop._chance import key_of
from trickloop._reference.chance import Words, shuffle
from trickloop.cards import rank_name
from trickloop.rules import PICKUPS, SHORTS
from trickloop.table import Card, Deck, EndlessWarGame, Player, RoundResult, WarGame

Cases = Callable[[str], Any]

SUITS = "♠♥♦♣♤♡♢♧"


class KeySequence(np.random.SeedSequence):
    """Exactly the given key of a game."""

    def __init__(self, key: int) -> None:
        super().__init__(0)
        self.key = key

    def generate_state(self, n_words: int, dtype: Any = np.uint64) -> np.ndarray:
        return np.array([self.key] * n_words, dtype)


def pack(ranks: list[int]) -> Deck:
    """Stack cards of these ranks, the top first, no two of them alike."""
    copies: Counter[int] = Counter()
    cards = []
    for rank in ranks:
        cards.append(Card(copies[rank], rank))
        copies[rank] += 1
    return Deck(0, 0, cards=cards)


def random_pack(seed: int, low: int = 2, high: int = 14) -> Deck:
    """Stack a random number of cards; few ranks, so that there are many wars."""
    chance = random.Random(seed)
    ranks = range(low, chance.randint(low + 1, high) + 1)
    cards = [rank for rank in ranks for _ in range(chance.randint(2, 8))]
    chance.shuffle(cards)
    return pack(cards + [low] * max(0, 10 - len(cards)))


def text(card: Card) -> str:
    """Write a card so that `trace` tells cards of one rank apart."""
    return rank_name(card.rank) + SUITS[card.suit]


def texts(cards: Any) -> tuple[str, ...]:
    return tuple(map(text, cards))


def agree(result: RoundResult, players: tuple[Player, ...], told: Round) -> None:
    """Compare a round with what `trace` tells of it."""
    drawn = [tuple(lay.text for lay in told.lays if lay.seat == seat) for seat in range(1, len(players) + 1)]
    assert list(map(texts, result.draws)) == drawn
    assert result.war is bool(told.wars)
    assert result.winner is (None if told.winner is None else players[told.winner - 1])
    assert tuple(map(texts, players)) == told.hands


class TestEngines:
    """The objects and `trace` play the same game, on both engines."""

    @pytest.mark.parametrize(("pickup", "short"), [*product(PICKUPS, SHORTS)])
    def test_war(self, engine: str, pickup: str, short: str) -> None:
        for seats, face_down in ((2, 0), (2, 1), (2, 3), (3, 1), (4, 2), (5, 0)):
            seed = 100 * seats + face_down
            rules = War(players=seats, face_down=face_down, pickup=pickup, short=short, max_rounds=60)
            self.compare_war(random_pack(seed), rules, seed, engine)

    @pytest.mark.parametrize("seats", range(2, 17))
    def test_a_coin_among_the_tied(self, engine: str, seats: int) -> None:
        for pickup in PICKUPS:
            rules = War(players=seats, pickup=pickup, tie="random", max_rounds=60)
            self.compare_war(pack(([2, 3, 4, 5, 6] * 8)[: 2 * seats + 1]), rules, seats, engine)

    def compare_war(self, deck: Deck, rules: War, seed: int, engine: str) -> None:
        words = Words(key_of(seed))
        hands, rest = self.dealt(deck, rules.players, words)
        game = WarGame(deck, rules.players, rules=rules, rng=seed)
        assert (list(map(texts, game.players)), texts(game.deck)) == (hands, rest)
        rng = KeySequence(words.state) if rules.is_random else None
        ending = None
        for told in trace(rules, *hands, rng=rng, engine=engine):
            before = all_cards(game)
            result = game.play_round()
            agree(result, game.players, told)
            assert all_cards(game) == before == Counter(deck)
            ending = told.ending
            assert result.game_over is game.game_over is (ending in (Ending.WIN, Ending.DRAW))
        assert ending is not None
        assert sorted(card.rank for card in game.lost) == sorted(
            play(rules, *hands, rng=rng, engine=engine).out_of_play
        )

    @pytest.mark.parametrize("seats", [2, 3, 4, 7])
    @pytest.mark.parametrize("face_down", [0, 1, 2])
    def test_endless_war(self, engine: str, seats: int, face_down: int) -> None:
        for seed in range(3):
            deck = random_pack(1000 * seats + 100 * face_down + seed)
            words = Words(key_of(seed))
            hands, rest = self.dealt(deck, seats, words)
            game = EndlessWarGame(deck, seats, face_down=face_down, rng=seed)
            assert (list(map(texts, game.players)), texts(game.deck)) == (hands, rest)
            rules, rng = EndlessWar(seats, face_down, max_rounds=150), KeySequence(words.state)
            for told in trace(rules, *hands, rest=rest, rng=rng, engine=engine):
                result = game.play_round()
                agree(result, game.players, told)
                assert result.game_over is game.game_over is False
                assert all_cards(game) == Counter(deck)
            assert game.rounds == 150
            apart = [card.rank for card in (*game.deck, *reversed(game.discard_pile))]
            assert tuple(apart) == play(rules, *hands, rest=rest, rng=rng, engine=engine).out_of_play

    @staticmethod
    def dealt(deck: Deck, seats: int, words: Words) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
        """Shuffle and deal as the docstring of `WarGame` says."""
        cards = list(reversed(deck))
        order = list(range(len(cards)))
        shuffle(order, words)
        left = [cards[place] for place in order]
        hands: list[list[Card]] = [[] for _ in range(seats)]
        for number in range(len(cards) // seats * seats):
            hands[number % seats].insert(0, left.pop())
        return list(map(texts, hands)), texts(reversed(left))

    def test_cards_changed_between_rounds(self, engine: str) -> None:
        for seed in range(60):
            chance = random.Random(seed)
            seats = chance.randint(2, 4)
            rules = War(seats, chance.randint(0, 3), PICKUPS[seed % 5], chance.choice(SHORTS), max_rounds=1)
            game = WarGame(random_pack(seed), seats, rules=rules, rng=seed)
            for _ in range(20):
                giver = chance.choice(game.players)
                if giver.card_count:
                    taker = chance.choice(game.players)
                    chance.choice([taker.add_card, taker.award_card])(giver.reveal_card())
                if game.game_over:
                    break
                told = next(trace(rules, *(texts(player) or [] for player in game.players), engine=engine))
                agree(game.play_round(), game.players, told)


def naive_endless_round(game: EndlessWarGame, steps: int) -> tuple[list[list[Card]], Player | None]:
    """Play a round without shuffling on plain lists; nobody wins a war of more than so many steps."""
    hands, deck, discard = list(map(list, game.players)), list(game.deck), list(game.discard_pile)
    draws: list[list[Card]] = [[] for _ in hands]

    def step(level: list[int]) -> list[int]:
        able = [seat for seat in level if hands[seat]]
        for seat in able:
            card = hands[seat].pop(0)
            draws[seat].append(card)
            discard.insert(0, card)
        if not all(hands):
            for card in discard:
                deck.insert(0, card)
            discard.clear()
            for _ in range(len(deck) // len(hands)):
                for hand in hands:
                    hand.insert(0, deck.pop(0))
        return able

    level = list(range(len(hands)))
    for number in range(steps):
        if number:
            for _ in range(game.face_down):
                step(level)
        able = step(level)
        best = max((draws[seat][-1].rank for seat in able), default=0)
        level = [seat for seat in able if draws[seat][-1].rank == best]
        if len(level) < 2:
            return draws, game.players[level[0]] if level else None
    return draws, None


class TestUndecidedWars:
    """Wars of Endless War that go on for ever where nothing is shuffled."""

    def test_by_hand(self) -> None:
        # Both lay 2, then 1, get 1 2 back, lay 1, then 2, get 2 1 back, and lay 2 as at first.
        deck = Deck(2, 2, cards=[Card(1, 1), Card(2, 1), Card(1, 2), Card(2, 2)])
        game = EndlessWarGame(deck, 2, shuffle=False)
        result = game.play_round()
        assert [[card.rank for card in draw] for draw in result.draws] == [[2, 1, 1, 2, 2]] * 2
        assert {card.suit for card in result.draws[0]} == {1}
        assert (result.winner, result.war, result.game_over, game.rounds) == (None, True, False, 1)
        assert list(map(list, game.players)) == [[Card(1, 1)], [Card(2, 1)]]
        assert list(game.discard_pile) == [Card(2, 2), Card(1, 2)]

    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("face_down", [0, 1, 2])
    def test_cards_of_one_rank(self, seats: int, face_down: int) -> None:
        for size in range(seats, 14):
            for shuffle_it in (True, False):
                game = EndlessWarGame(pack([3] * size), seats, face_down=face_down, shuffle=shuffle_it)
                for _ in range(5):
                    result = game.play_round()
                    assert (result.war, result.winner) == (True, None)
                    assert all_cards(game) == Counter(pack([3] * size))

    @pytest.mark.parametrize(
        ("ranks", "seats"),
        [([1, 1, 2, 2, 3], 2), ([1, 1, 2, 2, 2, 2], 2), ([1, 1, 1, 2, 2, 2, 3], 3), ([1, 1, 1, 1, 2, 2, 2, 2], 4)],
    )
    def test_every_deal_of_a_small_pack(self, ranks: list[int], seats: int) -> None:
        undecided = 0
        for deal, face_down in product(distinct_deals(ranks), (0, 1, 2)):
            game = EndlessWarGame(pack(list(deal)), seats, face_down=face_down, shuffle=False)
            for _ in range(4):
                undecided += self.agree_with_naive(game)
        assert undecided

    def test_uneven_stacks(self) -> None:
        undecided = 0
        for seed in range(400):
            chance = random.Random(seed)
            game = EndlessWarGame(pack([1, 1, 2, 2]), 2, face_down=chance.randint(0, 3), shuffle=False)
            for pile in (*game.players, game.deck, game.discard_pile):
                for _ in range(chance.randint(0, 3)):
                    card = Card(chance.randint(10, 10**6), chance.randint(1, 2))
                    pile.add_card(card) if isinstance(pile, Player) else pile.add(card)
            undecided += self.agree_with_naive(game)
        assert undecided

    @staticmethod
    def agree_with_naive(game: EndlessWarGame) -> bool:
        draws, winner = naive_endless_round(game, steps=200)
        result = game.play_round()
        assert result.winner is winner
        if winner or max(map(len, draws)) < 200:
            assert list(map(list, result.draws)) == draws
            return False
        # Both tell the beginning of the same war.
        for ours, theirs in zip(result.draws, draws, strict=True):
            assert list(ours) == theirs[: len(ours)]
        return True


class TestLaws:
    """What holds in every game."""

    def test_the_nuke_wins(self) -> None:
        for seed, kind in product(range(20), (WarGame, EndlessWarGame)):
            game = kind(Deck(4, 13), 4, rng=seed)
            player = game.get_player(seed % 4 + 1)
            nuke = Card(1, 1000)
            player.add_card(nuke)
            result = game.play_round()
            assert result.winner is player
            assert result.war is False
            assert [len(draw) for draw in result.draws] == [1, 1, 1, 1]
            assert result.draws[seed % 4] == (nuke,)
            assert nuke in (player if kind is WarGame else game.discard_pile)

    def test_the_bigger_nuke_wins(self) -> None:
        game = WarGame(Deck(4, 13), 2, rng=1)
        for number, rank in ((1, 1000), (2, 10**100)):
            game.get_player(number).add_card(Card(1, rank))
        assert game.play_round().winner is game.get_player(2)

    def test_swapping_seats_swaps_winners(self) -> None:
        rules = War(pickup="winner-first")
        for seed in range(30):
            cards = list(random_pack(seed))
            swapped = [cards[place ^ 1] for place in range(len(cards) // 2 * 2)]
            game = WarGame(Deck(0, 0, cards=cards[: len(swapped)]), 2, rules=rules, shuffle=False)
            other = WarGame(Deck(0, 0, cards=swapped), 2, rules=rules, shuffle=False)
            while not game.game_over and game.rounds < 100:
                ours, theirs = game.play_round(), other.play_round()
                assert ours.draws == theirs.draws[::-1]
                assert list(map(list, game.players)) == list(map(list, reversed(other.players)))
            assert game.rounds
            assert game.game_over is other.game_over

    def test_a_draw_at_once(self) -> None:
        # Two equal cards, and nobody can fight: by `short="lose"` the game is a draw, with a card left each.
        deck = Deck(2, 2, cards=[Card(1, 1), Card(2, 1), Card(1, 2), Card(2, 2)])
        game = WarGame(deck, 2, rules=War(face_down=2), shuffle=False)
        result = game.play_round()
        assert result == RoundResult(((Card(1, 2),), (Card(2, 2),)), war=True, winner=None, game_over=True)
        assert (game.lost, [*map(list, game.players)]) == ([Card(1, 2), Card(2, 2)], [[Card(1, 1)], [Card(2, 1)]])
        game.get_player(1).add_card(Card(1, 5))
        assert game.game_over

    def test_a_round_that_nobody_wins(self) -> None:
        # Players 1 and 3 are at war without cards; player 2 keeps his own and is left alone.
        deck = Deck(0, 0, cards=[Card(1, 9), Card(2, 8), Card(3, 9)])
        game = WarGame(deck, 3, shuffle=False)
        game.get_player(2).award_card(Card(2, 7))
        result = game.play_round()
        assert result.draws == ((Card(1, 9),), (Card(2, 8),), (Card(3, 9),))
        assert (result.war, result.winner, result.game_over) == (True, None, True)
        assert game.lost == [Card(1, 9), Card(2, 8), Card(3, 9)]
        assert list(game.get_player(2)) == [Card(2, 7)]

    def test_a_seat_without_cards_draws_none(self) -> None:
        deck = Deck(0, 0, cards=[Card(1, 3), Card(2, 8), Card(3, 9)])
        game = WarGame(deck, 3, shuffle=False)
        game.get_player(1).reveal_card()
        result = game.play_round()
        assert result.draws == ((), (Card(2, 8),), (Card(3, 9),))
        assert result.winner is game.get_player(3)
        assert list(game.get_player(3)) == [Card(2, 8), Card(3, 9)]

    def test_players_can_come_back(self) -> None:
        game = WarGame(Deck(1, 2), 2, shuffle=False)
        assert game.play_round().game_over
        game.get_player(2).add_card(Card(1, 50))
        assert not game.game_over
        assert game.play_round().winner is game.get_player(2)

    def test_endless_war_with_nothing_on_the_table(self) -> None:
        game = EndlessWarGame(Deck(1, 2), 2, shuffle=False)
        for player in game.players:
            player.reveal_card()
        assert game.play_round() == RoundResult(((), ()), war=False, winner=None, game_over=False)
