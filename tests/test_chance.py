"""Games with chance in them, on every engine against the naive oracle, to the end and round by round."""

from dataclasses import replace
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import trickloop as tl
from chance_games import PICKUPS, agree_in_rounds, endless_games, evenly, expected_of, suited, texts, war_games
from conftest import needs_core
from games import SHORTS, agree, examples, shuffled
from trickloop import _engine

FRENCH = list(tl.Pack.french())


def compare(rules, hands, rest, rng, engine):
    expected = expected_of(rules, hands, rest, rng)
    agree(tl.play(rules, *hands, rest=rest, rng=rng, engine=engine), expected)
    return expected


@examples(400)
@given(game=war_games())
def test_war(engine, game):
    compare(*game, engine)


@pytest.mark.parametrize(("pickup", "short"), [*product(PICKUPS, SHORTS)])
def test_war_in_every_combination_of_house_rules(engine, pickup, short):
    terms = {"pickup": pickup, "short": short, "max_rounds": 200}
    for face_down, refill, tie, seats in product(range(5), (None, "shuffle"), ("war", "random"), range(2, 6)):
        rules = tl.War(players=seats, face_down=face_down, refill=refill, tie=tie, **terms)
        if rules.is_random:
            # So few ranks that about half of the rounds are wars.
            hands, rest = evenly(shuffled([2, 3, 4] * 7, face_down + seats), seats)
            compare(rules, hands, rest, face_down, engine)


@pytest.mark.parametrize("seats", range(2, 17))
def test_war_with_many_players(engine, seats):
    for seed, (short, refill) in enumerate(product(SHORTS, (None, "shuffle"))):
        terms = {"face_down": seed % 4, "pickup": "random", "short": short, "refill": refill}
        hands, rest = evenly(shuffled([1, 2] * 2 * seats + [3], seed), seats)
        compare(tl.War(players=seats, max_rounds=100, **terms), hands, rest, seed, engine)


@examples(150)
@given(game=war_games(), data=st.data())
def test_war_near_the_limit(engine, game, data):
    rules, *dealt = game
    length = expected_of(rules, *dealt)["rounds"]
    near = sorted({0, 1, max(0, length - 1), length, length + 1, length // 2})
    compare(replace(rules, max_rounds=data.draw(st.sampled_from(near))), *dealt, engine)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "rules",
    [
        *(tl.War.bicycle(), tl.War.wikipedia(), tl.War.csc427(), tl.War.csc427(tie="random")),
        *(tl.War.gameofwar(players, pickup="random") for players in (2, 3, 4, 5, 8, 16)),
        tl.War(refill="shuffle", pickup="random", short="first-out", tie="random"),
    ],
)
def test_war_with_a_whole_pack(engine, rules, seed):
    hands, rest = evenly(shuffled(FRENCH, seed), rules.players)
    expected = compare(rules, hands, rest, seed, engine)
    assert expected["ending"] is not tl.Ending.LIMIT


def test_a_won_pile_is_shuffled_in_the_middle_of_a_war(engine):
    rules = tl.War(face_down=1, refill="shuffle")
    hands = [9, 5, 4], [2, 3, 4]
    for rng in range(20):
        # Two rounds won, then a war with the four won cards: seat 1 is not short, and seat 2 is.
        assert compare(rules, *[hands, [], rng], engine)["rounds"] == 3
    hands = [9, 5, 4], [2, 3, 4, 1, 1]
    rounds = [list(tl.trace(rules, *hands, rng=rng, engine=engine)) for rng in range(20)]
    thirds = {tuple(lay.rank for lay in game[2].lays) for game in rounds}
    assert {lays[:2] for lays in thirds} == {(4, 4)}
    assert {lays[2] for lays in thirds} == {9, 2, 5, 3}


@examples(300)
@given(game=endless_games())
def test_endless_war(engine, game):
    compare(*game, engine)


@pytest.mark.parametrize("seats", range(2, 17))
def test_endless_war_with_hardly_a_card_too_many(engine, seats):
    # There are redeals after every round, often of too few cards for all seats, and wars without a card to turn up.
    for extra, face_down, seed in product(range(6), range(4), range(3)):
        cards = shuffled(([1, 1, 2] * seats)[: seats + extra], seed)
        hands, rest = evenly(cards, seats)
        if seed == 1:
            hands[face_down % seats] += rest
            rest = []
        rules = tl.EndlessWar(players=seats, face_down=face_down, max_rounds=15)
        compare(rules, hands, rest, seed, engine)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 7, 16])
def test_endless_war_with_a_whole_pack(engine, players):
    for face_down in range(4):
        hands, rest = evenly(shuffled(FRENCH, players), players)
        rules = tl.EndlessWar(players=players, face_down=face_down, max_rounds=400)
        expected = compare(rules, hands, rest, players, engine)
        assert expected["wars"] > 0


@pytest.mark.parametrize(
    ("hands", "rest", "face_down", "wars", "cards"),
    [
        # The redeal after the first cards can deal nothing but fives, as often as they tie.
        ([[5], [5]], [], 0, 1, 2),
        ([[5], [5, 9]], [5, 5, 5], 0, 1, 2),
        ([[5, 6, 5], [5, 6, 5]], [], 0, None, None),
        # The second of two face-down cards empties the hands, and the card to turn up is a five for both.
        ([[5, 5, 5], [5, 5, 5]], [], 2, 1, 6),
        ([[5] * 3] * 3, [5], 1, 2, 9),
        # One of the three seats is not at war, so cards leak to it until nobody at war has one to turn up.
        ([[5], [5], [4, 4, 4]], [], 0, None, None),
    ],
)
def test_wars_that_nobody_can_win(engine, hands, rest, face_down, wars, cards):
    rules = tl.EndlessWar(players=len(hands), face_down=face_down, max_rounds=1)
    for rng in range(5):
        expected = compare(rules, hands, rest, rng, engine)
        if wars is not None:
            assert expected["round_wins"] == (0,) * len(hands)
            assert (expected["wars"], expected["cards"]) == (wars, cards)
        compare(replace(rules, max_rounds=9), hands, rest, rng, engine)


@examples(120)
@given(game=st.one_of(war_games(max_rounds=100), endless_games()))
def test_traces(engine, game):
    rules, hands, rest, rng = game
    rounds = list(tl.trace(rules, *hands, rest=rest, rng=rng, engine=engine))
    agree_in_rounds(rounds, expected_of(*game))
    assert len(rounds) == tl.play(rules, *hands, rest=rest, rng=rng, engine=engine).rounds


SUITED = [
    *(tl.War.bicycle(), tl.War.wikipedia(), tl.War.csc427(), tl.War.csc427(tie="random")),
    *(tl.War.gameofwar(players, pickup="random") for players in (2, 3, 6)),
    *(tl.War(players=3, refill="shuffle", pickup=pickup, short="longest") for pickup in PICKUPS),
    *(tl.EndlessWar(players=players, face_down=players % 3, max_rounds=150) for players in (2, 3, 4, 16)),
]


@pytest.mark.parametrize("rules", SUITED)
def test_suits_are_kept_through_shuffles_and_redeals(engine, rules):
    cards = suited(shuffled(FRENCH, 8))
    hands, rest = evenly(cards, rules.players)
    written = [" ".join(texts(hand)) for hand in hands]
    rounds = list(tl.trace(rules, *written, rest=texts(rest), rng=9, engine=engine))
    agree_in_rounds(rounds, expected_of(rules, hands, rest, 9))
    lost = list(texts(rest))
    for round_ in rounds:
        in_hands = [text for hand in round_.hands for text in hand]
        assert len(set(in_hands)) == len(in_hands)
        if isinstance(rules, tl.War):
            lost += round_.pile if round_.winner is None else ()
            assert sorted(in_hands + lost) == sorted(texts(cards))


@pytest.mark.parametrize("rules", SUITED)
def test_cards_are_conserved_in_every_round(engine, rules):
    hands, rest = evenly(shuffled(FRENCH, 3), rules.players)
    rounds = tl.trace(rules, *hands, rest=rest, rng=5, engine=engine)
    for round_ in islice(rounds, 60):
        # The same key plays the same rounds up to any limit.
        so_far = tl.play(replace(rules, max_rounds=round_.number), *hands, rest=rest, rng=5, engine=engine)
        assert [*map(len, so_far.hands)] == [*round_.sizes]
        assert sorted([*so_far.out_of_play, *(card for hand in so_far.hands for card in hand)]) == FRENCH
        assert so_far.rounds == round_.number


@needs_core
@examples(100)
@given(game=st.one_of(war_games(), endless_games()))
def test_engines_play_and_trace_the_same(game):
    rules, hands, rest, rng = game
    outcomes = [tl.play(rules, *hands, rest=rest, rng=rng, engine=engine) for engine in _engine.NAMES]
    assert outcomes[0] == outcomes[1]
    traces = [list(tl.trace(rules, *hands, rest=rest, rng=rng, engine=engine)) for engine in _engine.NAMES]
    assert traces[0] == traces[1]
    assert len(traces[0]) == outcomes[0].rounds


def test_a_trace_is_played_no_further_than_asked(engine):
    rules = tl.EndlessWar(max_rounds=2**63 - 1)
    hands, _ = evenly(shuffled(FRENCH, 1), 2)
    game = tl.trace(rules, *hands, rng=1, engine=engine)
    other = tl.trace(rules, *hands, rng=2, engine=engine)
    interleaved = [(next(game), next(other)) for _ in range(80)]
    for rng, rounds in enumerate(zip(*interleaved, strict=True), 1):
        assert list(rounds) == list(islice(tl.trace(rules, *hands, rng=rng, engine=engine), 80))


@pytest.mark.parametrize("seats", range(3, 17))
def test_loops_of_many_players_without_chance(engine, seats):
    loops = 0
    for seed in range(16):
        hands, rest = evenly(shuffled(range(1, 3 * seats + 1), seed) if seed % 2 else shuffled(FRENCH, seed), seats)
        terms = {"face_down": 1, "pickup": ["seat-order", "as-revealed"][seed % 4 // 2], "short": "longest"}
        hands = [hand[:4] for hand in hands]
        expected = oracle.war(hands, max_rounds=2000, **terms)
        expected["out_of_play"] = (*rest, *expected["out_of_play"])
        rules = tl.War(players=seats, max_rounds=2000, **terms)
        agree(tl.play(rules, *hands, rest=rest, engine=engine), expected)
        loops += expected["loop"] is not None
    assert loops > 1
