"""Published and independently computed figures of random games, each within three standard errors, with fixed seeds."""

import numpy as np
import pytest

import trickloop as tl
from conftest import needs_core

pytestmark = [needs_core, pytest.mark.filterwarnings("error")]


def near(measured, error, expected, own_error=0.0):
    return abs(measured - expected) < 3 * (error**2 + own_error**2) ** 0.5


def share_is(games, total, expected):
    return near(games / total, (expected * (1 - expected) / total) ** 0.5, expected)


class TestCamicia:
    """Means over 10**7 and 4 * 10**6 games, computed by two independent programs."""

    def test_52_cards(self):
        summary = tl.summarize(tl.Camicia(), 100_000, rng=2)
        assert near(summary.cards.mean(), summary.cards.error(), 254.594, 0.065)
        assert near(summary.tricks.mean(), summary.tricks.error(), 35.235, 0.009)
        assert summary.cards.std() == pytest.approx(205.81, rel=0.02)
        assert summary.tricks.std() == pytest.approx(28.79, rel=0.02)
        assert summary.endings[tl.Ending.WIN] == 100_000
        for cards, share in ((200, 0.4821), (400, 0.1824), (600, 0.06876), (800, 0.02596), (1000, 0.009772)):
            assert share_is(summary.cards.survival(cards) * 100_000, 100_000, share)

    def test_40_cards(self):
        summary = tl.summarize(tl.Camicia.italian(), 60_000, rng=3)
        assert near(summary.cards.mean(), summary.cards.error(), 190.658, 0.078)
        assert near(summary.tricks.mean(), summary.tricks.error(), 30.594, 0.013)


class TestWar:
    @pytest.mark.parametrize(
        ("pickup", "means"),
        [("winner-first", [333.7, 289.0, 237.2, 177.6]), ("loser-first", [349.6, 294.4, 233.7, 179.7])],
    )
    def test_rounds_where_no_game_is_endless(self, pickup, means):
        for face_down, mean in enumerate(means):
            rules = tl.War(face_down=face_down, pickup=pickup, short="first-out")
            summary = tl.summarize(rules, 5000, rng=1)
            assert summary.loops == 0
            assert near(summary.rounds.mean(), summary.rounds.error(), mean, 0.3)

    @pytest.mark.parametrize(
        ("pickup", "face_down", "share"),
        [
            ("seat-order", 1, 0.824),
            ("seat-order", 2, 0.276),
            ("seat-order", 3, 0.363),
            ("as-revealed", 1, 0.421),
            ("as-revealed", 2, 0.272),
            ("as-revealed", 3, 0.111),
        ],
    )
    def test_endless_games(self, pickup, face_down, share):
        rules = tl.War(face_down=face_down, pickup=pickup, short="first-out")
        summary = tl.summarize(rules, 1500, rng=1)
        assert share_is(summary.loops, 1500, share)

    def test_seat_order_is_unfair(self):
        summary = tl.summarize(tl.War(face_down=2, pickup="seat-order", short="first-out"), 3000, rng=5)
        assert share_is(summary.winners[1], 3000, 0.421)
        assert share_is(summary.winners[2], 3000, 0.303)

    @pytest.mark.parametrize(
        ("rules", "mean"),
        [
            (tl.War.bicycle(), 440.8),
            (tl.War.bicycle(face_down=2), 321.7),
            (tl.War.bicycle(face_down=3), 235.4),
            (tl.War.wikipedia(), 270.6),
            (tl.War(face_down=3, short="first-out", refill="shuffle"), 233.9),
            (tl.War(face_down=2, short="first-out", refill="shuffle"), 317.7),
        ],
    )
    def test_rounds_with_chance(self, rules, mean):
        summary = tl.summarize(rules, 2500, rng=2)
        assert summary.loops == 0
        assert near(summary.rounds.mean(), summary.rounds.error(), mean, 0.5)

    @pytest.mark.parametrize(("players", "mean"), [(2, 442), (3, 436), (4, 455), (5, 412), (6, 379), (8, 368)])
    def test_more_players(self, players, mean):
        summary = tl.summarize(tl.War.gameofwar(players, pickup="random"), 1500, rng=1)
        assert near(summary.rounds.mean(), summary.rounds.error(), mean, 3)

    @pytest.mark.parametrize(("face_down", "share"), [(1, 0.8090), (2, 0.7165), (3, 0.6559)])
    def test_the_four_aces_against_the_rest(self, face_down, share):
        rest = tl.deals(tl.Pack.of(4, range(2, 14)), 2500, 4)
        deals = np.hstack([np.full((2500, 4), 14), rest])
        rules = tl.War.bicycle(face_down=face_down)
        outcomes = tl.simulate(rules, deals, sizes=(4, 48), rng=6)
        assert share_is(int((outcomes.winner == 1).sum()), 2500, share)


class TestCombat:
    def test_every_deal_of_a_small_pack_as_often_as_it_should(self):
        # 1616430 wins of either player and 395940 endless games among 3628800 deals of ten distinct cards.
        summary = tl.summarize(tl.Combat(tl.Pack.of(1, 10)), 40_000, rng=2)
        assert share_is(summary.loops, 40_000, 395_940 / 3_628_800)
        assert share_is(summary.winners[1], 40_000, 1_616_430 / 3_628_800)
        assert summary.rounds.max() <= 49
        assert summary.longest_loop == 60

    def test_repetitions_of_recursive_combat(self):
        # 1,164,394 of the 2,903,040 deals of nine cards over all splits; 86 of 480 of five.
        cuts = [(size, 5 - size) for size in range(1, 5)]
        loops = [tl.summarize(tl.RecursiveCombat(tl.Pack.of(1, 5)), 4000, rng=1, sizes=sizes).loops for sizes in cuts]
        assert share_is(sum(loops), 16_000, 86 / 480)
