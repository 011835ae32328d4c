"""Games with chance that are published, or were computed by independent programs: mean lengths and shares of wins.

The seeds are fixed, so each figure either always agrees or never does. Agreement is within three standard errors: that
of the sample, with that of the published figure where one is given.
"""

from statistics import fmean, stdev

import pytest

import trickloop as tl
from chance_games import evenly
from games import shuffled

FRENCH = list(tl.Pack.french())
GAMES = 10_000

pytestmark = pytest.mark.parametrize("engine", ["core"], indirect=True)


def outcomes(engine, rules, games, deal):
    """Play games of random deals to their ends; `deal` cuts a shuffled pack into the hands and the rest."""
    for seed in range(games):
        hands, rest = deal(shuffled(FRENCH, seed))
        outcome = tl.play(rules, *hands, rest=rest, rng=seed, engine=engine)
        assert outcome.ending in (tl.Ending.WIN, tl.Ending.DRAW)
        yield outcome


def check(sample, published, error=0.0):
    error = (stdev(sample) ** 2 / len(sample) + error**2) ** 0.5
    assert abs(fmean(sample) - published) < 3 * error


@pytest.mark.parametrize(
    ("rules", "rounds"),
    [
        pytest.param(tl.War.bicycle(), 440.8, id="random, first-out, 1 down"),
        pytest.param(tl.War.bicycle(face_down=2), 321.7, id="random, first-out, 2 down"),
        pytest.param(tl.War.bicycle(face_down=3), 235.4, id="random, first-out, 3 down"),
        pytest.param(tl.War.wikipedia(), 270.6, id="random, last-card, 3 down"),
        pytest.param(tl.War(refill="shuffle", short="first-out", face_down=3), 233.9, id="won pile, first-out, 3 down"),
        pytest.param(tl.War(refill="shuffle", short="first-out", face_down=2), 317.7, id="won pile, first-out, 2 down"),
    ],
)
def test_mean_lengths_of_two_players(engine, rules, rounds):
    games = outcomes(engine, rules, GAMES, lambda pack: evenly(pack, 2))
    check([game.rounds for game in games], rounds)


@pytest.mark.parametrize(("players", "rounds"), [(2, 442), (3, 436), (4, 455), (5, 412), (6, 379), (8, 368)])
def test_mean_lengths_of_many_players(engine, players, rounds):
    rules = tl.War.gameofwar(players, pickup="random")
    games = outcomes(engine, rules, GAMES, lambda pack: evenly(pack, players))
    check([game.rounds for game in games], rounds, error=3)


@pytest.mark.parametrize(("face_down", "share"), [(1, 0.8090), (2, 0.7165), (3, 0.6559)])
def test_one_player_holds_the_four_aces(engine, face_down, share):
    def deal(pack):
        return [[14] * 4, [card for card in pack if card != 14]], []

    games = outcomes(engine, tl.War.bicycle(face_down=face_down), GAMES, deal)
    check([game.winner == 1 for game in games], share)


def test_a_random_pickup_favours_no_seat(engine):
    games = outcomes(engine, tl.War.gameofwar(3, pickup="random"), GAMES, lambda pack: evenly(pack, 3))
    winners = [game.winner for game in games]
    for seat in (1, 2, 3):
        check([winner == seat for winner in winners], 1 / 3)
