"""Recursive Combat in the core: its sub-games end early, and many deals are played in the memory of one game."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import oracle
import trickloop as tl
from conftest import needs_core
from deals import splits
from games import cut, random_hands
from trickloop import _engine
from trickloop._columns import ENDINGS, Columns, make_columns
from trickloop._reference.batch import write

pytestmark = needs_core

Hands = Sequence[Sequence[int]]
LOOP = ENDINGS.index(tl.Ending.LOOP)


@pytest.fixture(scope="module")
def core() -> Any:
    """The core's module."""
    return _engine.load("core").combat


def winner_of_first_round(core: Any, sizes: tuple[int, int], hands: Hands) -> int:
    """Let a first round open a sub-game on these hands, and return the seat, from 1, that wins it."""
    game = core.RecursiveCombatGame([[size, *hand] for size, hand in zip(sizes, hands, strict=True)])
    game.play_round()
    assert game.sub_game
    return game.taker + 1


def check_together(deals: Sequence[Hands], alone: Any) -> Counter[tl.Ending]:
    """Play deals in the memory of one game, and each by itself in `alone`; return how they ended."""
    by_sizes: defaultdict[tuple[int, ...], list[Hands]] = defaultdict(list)
    for hands in deals:
        by_sizes[tuple(map(len, hands))].append(hands)
    endings: Counter[tl.Ending] = Counter()
    for sizes, group in by_sizes.items():
        rows = np.array([[*first, *second] for first, second in group])
        rows = rows.astype(np.min_scalar_type(-rows.max(initial=0) - 1))
        columns = play_together(rows, sizes)
        expected = make_columns(len(group), 2)
        for place, hands in enumerate(group):
            write(expected, place, *alone.play_recursive_combat(hands))
        for column, other in zip(columns, expected, strict=True):
            np.testing.assert_array_equal(column, other)
        endings.update(ENDINGS[code] for code in columns.ending)
    return endings


def play_together(rows: Any, sizes: tuple[int, ...]) -> Columns:
    columns = make_columns(len(rows), 2)
    assert _engine.load("core").batch.play_recursive_combats(rows, sizes, columns, bytearray(1)) == len(rows)
    return columns


class TestSubGames:
    """A sub-game that ends before its last round has the winner that its last round would give it."""

    @pytest.mark.parametrize(
        ("sizes", "cards"),
        [
            ((1, 2), [3, 4, 5]),
            ((2, 1), [3, 4, 5]),
            ((2, 3), [1, 4, 5, 6, 7]),
            ((3, 2), [1, 4, 5, 6, 7]),
            ((1, 4), [2, 3, 5, 6, 7]),
            ((4, 1), [2, 3, 5, 6, 7]),
            ((2, 4), [1, 3, 5, 6, 7, 8]),
            ((3, 4), [1, 2, 5, 6, 7, 8, 9]),
            ((4, 3), [1, 2, 5, 6, 7, 8, 9]),
            ((5, 2), [1, 3, 4, 6, 7, 8, 9]),
        ],
    )
    def test_every_deal(self, core: Any, sizes: tuple[int, int], cards: list[int]) -> None:
        for deal in permutations(cards):
            hands = cut(deal, sizes[0])
            assert winner_of_first_round(core, sizes, hands) == oracle.recursive_combat(hands)["winner"]

    @pytest.mark.parametrize("above", [2, 3, 4, 12])
    def test_random_deals(self, core: Any, above: int) -> None:
        # The fewer values are left out, the more sub-games are within these, and the nearer the highest is to the
        # number of cards, where the core's argument for an early end is at its limit.
        chance = random.Random(above)
        wins: Counter[tuple[int, int, bool]] = Counter()
        for _ in range(1500):
            sizes = tuple(chance.sample(range(1, 11), 2))
            count = sum(sizes)
            cards = chance.sample([card for card in range(1, count + above + 1) if card not in sizes], count)
            hands = cut(cards, sizes[0])
            winner = winner_of_first_round(core, sizes, hands)
            assert winner == oracle.recursive_combat(hands)["winner"]
            wins[count % 2, winner, max(hands[0]) > max(hands[1])] += 1
        # Without the highest card the first seat wins by repetitions, mostly where the number of cards is odd.
        assert wins[1, 1, False] >= 100
        assert wins[0, 1, False] >= 1
        assert min(wins[0, 2, False], wins[1, 2, False]) >= 100
        assert not wins[0, 2, True] + wins[1, 2, True]

    @pytest.mark.parametrize(
        ("sizes", "cards"),
        [
            ((7, 14), "2 3 13 5 18 16 1 15 23 11 22 19 8 17 10 4 12 20 9 6 21"),
            ((6, 19), "4 15 27 8 21 3 12 9 18 24 5 23 26 13 11 25 10 7 17 2 1 28 29 22 16"),
            ((3, 14), "17 15 1 20 12 19 5 10 8 21 2 9 4 13 6 11 7"),
            ((3, 14), "6 15 2 16 10 19 12 1 18 11 7 13 9 4 8 17 5"),
        ],
    )
    def test_deals_that_seem_to_repeat(self, core: Any, sizes: tuple[int, int], cards: str) -> None:
        # In the first two, some sub-game would be the first seat's by a card that is too low to be safe. In all, one
        # hand comes back in some sub-game while the other is not what it was.
        hands = cut([int(card) for card in cards.split()], sizes[0])
        assert winner_of_first_round(core, sizes, hands) == oracle.recursive_combat(hands)["winner"] == 2

    @pytest.mark.parametrize(
        ("sizes", "usual"), [((58, 61), 1), ((66, 67), 1), ((64, 66), 2), ((9, 130), 2), ((130, 9), 1)]
    )
    def test_many_cards(self, core: Any, sizes: tuple[int, int], usual: int) -> None:
        # A dozen values are low enough to open sub-games within, some on more than 32 cards; the highest may be any,
        # of each width.
        count = sum(sizes)
        reference = _engine.load("reference").combat
        cards = [
            *[card for card in range(1, 11) if card not in sizes][:8],
            33,
            34,
            40,
            45,
            *range(2 * count, 3 * count - 12),
        ]
        *others, _ = cards
        wins: Counter[int] = Counter()
        for seed in range(3):
            first, second = cut(random.Random(seed).sample(others, count - 1), sizes[0])
            winner = reference.sub_game_winner([first, [*second, max(cards)]]) + 1
            for highest in (max(cards), 1000, 40_000):
                assert winner_of_first_round(core, sizes, [first, [*second, highest]]) == winner
            wins[winner] += 1
        assert wins[usual] >= 2


class TestManyDeals:
    """Deals that are played one after the other in the same memory do not disturb each other."""

    def test_every_deal_of_five_cards(self, core: Any) -> None:
        deals = list(splits(range(1, 6)))
        endings = check_together(deals, _engine.load("reference").combat)
        assert endings == {tl.Ending.WIN: 394, tl.Ending.LOOP: 86}

    def test_small_deals_of_all_sizes(self, core: Any) -> None:
        chance = random.Random(1)
        deals = []
        for _ in range(1200):
            size = chance.randint(0, 14)
            cards = chance.sample(range(1, size + chance.choice([1, 2, 4, 20])), size)
            deals += [cut(cards, place) for place in range(size + 1)]
        endings = check_together(deals, _engine.load("reference").combat)
        assert min(endings[tl.Ending.WIN], endings[tl.Ending.LOOP], endings[tl.Ending.DRAW]) >= 50

    @pytest.mark.parametrize("top", [127, 128, 32_767, 32_768, 70_000])
    def test_large_deals(self, core: Any, top: int) -> None:
        # By the core alone, which the other tests compare with the reference.
        deals = [
            random_hands(seed, [*range(1, size), top], even=seed % 3) for size in (50, 49, 51, 30) for seed in range(9)
        ]
        check_together(deals, core)

    def test_collisions(self, core: Any) -> None:
        force = _engine.load("core").orbit.force_collisions
        deals = [random_hands(seed, range(1, size + 1), even=seed % 2) for size in (5, 7, 9, 20) for seed in range(40)]
        force(True)
        try:
            endings = check_together(deals, _engine.load("reference").combat)
        finally:
            force(False)
        assert endings[tl.Ending.LOOP] >= 20


class TestCounts:
    """How many main games repeat themselves, over all deals and splits; independent programs counted as many."""

    @pytest.mark.parametrize(
        ("size", "loops", "deals"), [(7, 9648, 30_240), (8, 0, 282_240), (9, 1_164_394, 2_903_040)]
    )
    def test_main_games_that_repeat(self, size: int, loops: int, deals: int) -> None:
        rows = np.array(list(permutations(range(1, size + 1))), np.int8)
        assert len(rows) * (size - 1) == deals
        found = 0
        for place in range(1, size):
            found += np.count_nonzero(play_together(rows, (place, size - place)).ending == LOOP)
        assert found == loops
