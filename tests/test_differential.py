"""Every game on every engine against the naive oracle."""

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import trickloop as tl
from games import (
    COURTS,
    NAMES,
    PICKUPS,
    SHORTS,
    agree,
    agree_in_rounds,
    camicia_games,
    cut,
    distinct_hands,
    examples,
    random_hands,
    war_hands,
    war_terms,
)

# More rounds than nearly all the games below last, and few enough that a loop of thousands costs little.
CAP = 1500


def test_the_oracle_counts_as_published_programs_do():
    # Every deal of eight cards, two each of four ranks: wins of player 1, of player 2, draws, infinite.
    def counts(**terms):
        games = [oracle.war(cut(deal, 4), **terms) for deal in set(permutations([1, 1, 2, 2, 3, 3, 4, 4]))]
        tally = Counter(game["winner"] or game["ending"] for game in games)
        finite = [game for game in games if game["loop"] is None]
        sums = sum(game["rounds"] for game in finite), sum(game["wars"] for game in finite)
        return [tally[key] for key in (1, 2, tl.Ending.DRAW, tl.Ending.LOOP)], *sums

    assert counts(face_down=2, pickup="seat-order", short="lose") == ([784, 884, 100, 752], 6632, 1604)
    assert counts(face_down=3, pickup="seat-order", short="last-card") == ([523, 1004, 213, 780], 6606, 1787)
    assert counts(face_down=1, pickup="seat-order", short="shorten") == ([644, 943, 24, 909], 8206, 2230)


@examples(350)
@given(hands=war_hands(), terms=war_terms)
def test_war(engine, hands, terms):
    rules = tl.War(players=len(hands), max_rounds=CAP, **terms)
    agree(tl.play(rules, *hands, engine=engine), oracle.war(hands, max_rounds=CAP, **terms))


@pytest.mark.parametrize(("pickup", "short"), [*product(PICKUPS, SHORTS)])
def test_war_in_every_combination_of_house_rules(engine, pickup, short):
    for face_down, seats, even in product(range(5), range(2, 6), (True, False)):
        for seed in range(3):
            hands = random_hands(seed, [*range(2, 5 + seed)] * 4, seats, even)
            terms = {"face_down": face_down, "pickup": pickup, "short": short}
            rules = tl.War(players=seats, **terms)
            agree(tl.play(rules, *hands, engine=engine), oracle.war(hands, **terms))


@examples(150)
@given(hands=war_hands(), terms=war_terms, data=st.data())
def test_war_near_the_limit(engine, hands, terms, data):
    length = oracle.war(hands, max_rounds=CAP, **terms)["rounds"]
    near = [0, 1, max(0, length - 1), length, length + 1, length // 2]
    max_rounds = data.draw(st.sampled_from(sorted(set(near))))
    rules = tl.War(players=len(hands), max_rounds=max_rounds, **terms)
    agree(tl.play(rules, *hands, engine=engine), oracle.war(hands, max_rounds=max_rounds, **terms))


@pytest.mark.parametrize("seats", range(2, 17))
def test_war_with_many_players(engine, seats):
    for seed, (pickup, short) in enumerate(product(PICKUPS, SHORTS)):
        # So few ranks that most rounds are wars, often of more than two seats, and short ones soon.
        hands = random_hands(seed, [1, 2] * 2 * seats, seats, even=seed % 2)
        terms = {"face_down": seed % 4, "pickup": pickup, "short": short, "max_rounds": 60}
        agree(tl.play(tl.War(players=seats, **terms), *hands, engine=engine), oracle.war(hands, **terms))


@pytest.mark.parametrize(
    ("left", "right", "terms", "start", "length"),
    [
        ([1, 2], [2, 1], {"pickup": "seat-order"}, 2, 2),
        ([2, 1], [1, 2], {"pickup": "seat-order"}, 0, 2),
        ([1, 3], [4, 2], {"pickup": "seat-order"}, 2, 4),
        ([1, 1, 4, 2], [3, 4, 3, 2], {"face_down": 1}, 1, 8),
        ([1, 1, 2, 2, 5], [3, 3, 5, 4, 4], {"face_down": 0}, 8, 116),
        ([1, 1, 1, 1, 2, 3], [2, 2, 3, 3, 3, 2], {"face_down": 0, "pickup": "as-revealed"}, 6, 482),
        ([1, 2, 3, 4, 9], [5, 6, 10, 7, 8], {}, 35, 60),
    ],
)
def test_war_loops(engine, left, right, terms, start, length):
    expected = oracle.war([left, right], **terms)
    assert (expected["loop"].start, expected["loop"].length) == (start, length)
    agree(tl.play(tl.War(**terms), left, right, engine=engine), expected)


@pytest.mark.parametrize("seed", [11, 33, 85, 106, 125, 152])
def test_war_loops_of_thousands_of_rounds(engine, seed):
    hands = random_hands(seed, tl.Pack.french())
    expected = oracle.war(hands, face_down=1, pickup="seat-order", short="longest")
    assert expected["loop"].length > 2000
    agree(tl.play(tl.War.gameofwar(), *hands, engine=engine), expected)


@pytest.mark.parametrize(("ranks", "rounds"), [(127, 2000), (128, 2000), (129, 2000), (300, 700), (40_000, 40)])
def test_war_with_more_distinct_ranks_than_fit_one_byte_or_two(engine, ranks, rounds):
    for seed, seats in enumerate((2, 2, 3)):
        cards = [*range(5, 5 + 3 * ranks, 3), 5, 5, 5]
        hands = random_hands(seed, cards, seats, even=seed != 1)
        terms = {"face_down": 1, "pickup": PICKUPS[seed], "max_rounds": rounds}
        agree(tl.play(tl.War(players=seats, **terms), *hands, engine=engine), oracle.war(hands, **terms))


@examples(200)
@given(hands=distinct_hands(st.integers(0, 20), low=0))
def test_combat(engine, hands):
    agree(tl.play(tl.Combat(), *hands, engine=engine), oracle.combat(hands))


@pytest.mark.parametrize(("size", "seed"), [*product((10, 14, 52, 127, 128, 129, 200), range(3)), (300, 0)])
def test_combat_with_many_cards(engine, size, seed):
    hands = random_hands(seed, range(1, size + 1), even=seed != 2)
    agree(tl.play(tl.Combat(), *hands, engine=engine), oracle.combat(hands))


def test_combat_with_more_cards_than_fit_two_bytes(engine):
    # The first hand wins every round with one of its own cards.
    high, low = range(40_000, 20_000, -1), range(1, 20_001)
    outcome = tl.play(tl.Combat(), high, low, engine=engine)
    assert (outcome.ending, outcome.winner, outcome.rounds) == (tl.Ending.WIN, 1, 20_000)
    assert outcome.hands == (tuple(card for pair in zip(high, low, strict=True) for card in pair), ())


@examples(350)
@given(hands=distinct_hands(st.integers(0, 16), low=1))
def test_recursive_combat(engine, hands):
    agree(tl.play(tl.RecursiveCombat(), *hands, engine=engine), oracle.recursive_combat(hands))


@pytest.mark.parametrize("size", [3, 5, 6])
def test_recursive_combat_on_every_deal(engine, size):
    for deal, place in product(permutations(range(1, size + 1)), range(size // 2 + 1)):
        hands = cut(deal, place)
        agree(tl.play(tl.RecursiveCombat(), *hands, engine=engine), oracle.recursive_combat(hands))


@pytest.mark.parametrize(
    "text",
    [
        *("1 3 6/2 4 5", "1 2 3 4 5 6/7", "2 1 5/4 3 8 6 7", "1 11 3 111/31", "7 11 1 5 4/2 6 3 8 9 10"),
        *("1 2 4 6/5 3 7", "43 19/2 29 14", "9 2 6 3 1/5 8 4 7 10", "1 2 3 5 6 4/7", "1 5/2 3 4"),
    ],
)
def test_recursive_combat_where_known_programs_fail(engine, text):
    hands = [[int(card) for card in hand.split()] for hand in text.split("/")]
    expected = oracle.recursive_combat(hands)
    agree(tl.play(tl.RecursiveCombat(), *hands, engine=engine), expected)
    agree_in_rounds(list(tl.trace(tl.RecursiveCombat(), *hands, engine=engine)), expected)


@pytest.mark.parametrize(("size", "seed"), [*product((20, 24, 28, 32), range(6))])
def test_recursive_combat_with_many_cards(engine, size, seed):
    hands = random_hands(seed, range(1, size + 1), even=seed < 4)
    agree(tl.play(tl.RecursiveCombat(), *hands, engine=engine), oracle.recursive_combat(hands))


@pytest.mark.parametrize("seed", range(3))
def test_recursive_combat_with_more_cards_than_fit_one_byte(engine, seed):
    # Twenty values are low enough to open a sub-game; with many more the oracle would not come to an end.
    hands = random_hands(seed, [*range(1, 21), *range(1000, 1120)], even=seed != 2)
    agree(tl.play(tl.RecursiveCombat(), *hands, engine=engine), oracle.recursive_combat(hands))


@examples(300)
@given(game=camicia_games())
def test_camicia(engine, game):
    rules, hands, payments = game
    agree(tl.play(rules, *hands, engine=engine), oracle.camicia(hands, payments))


@pytest.mark.parametrize(("numbers", "seed"), [*product((5, 8, 10, 14), range(25))])
def test_camicia_with_small_packs(engine, numbers, seed):
    hands = random_hands(seed, [0] * numbers + [11, 11, 12, 12, 13, 13])
    agree(tl.play(tl.Camicia(), *hands, engine=engine), oracle.camicia(hands, COURTS))


@pytest.mark.parametrize(
    ("left", "right", "start", "length"),
    [
        ("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA", 4, 62),
        ("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---", None, 1164),
        ("----J-", "J", None, 4),
    ],
)
def test_camicia_with_published_deals(engine, left, right, start, length):
    hands = [[NAMES[card] for card in hand] for hand in (left, right)]
    expected = oracle.camicia(hands, COURTS)
    if start is None:
        assert (expected["loop"], expected["rounds"]) == (None, length)
    else:
        assert (expected["loop"].start, expected["loop"].length) == (start, length)
    agree(tl.play(tl.Camicia(), left, right, engine=engine), expected)
    agree_in_rounds(list(tl.trace(tl.Camicia(), left, right, engine=engine)), expected, COURTS)


@pytest.mark.parametrize("courts", [127, 128, 200])
def test_camicia_with_more_court_cards_than_fit_one_byte(engine, courts):
    payments = {rank: 1 + rank % 4 for rank in range(20, 20 + courts)}
    hands = random_hands(courts, [*payments, *[0] * 3 * courts])
    agree(tl.play(tl.Camicia(payments=payments), *hands, engine=engine), oracle.camicia(hands, payments))


@pytest.mark.parametrize("seed", range(4))
def test_large_games(engine, seed):
    # 361 cards a hand are what a field of 19 by 19 deals; 500 of War have every rank often enough for long wars.
    hands = random_hands(seed, [*[0] * 602, *[11, 12, 13, 14] * 30])
    assert list(map(len, hands)) == [361, 361]
    agree(tl.play(tl.Camicia(), *hands, engine=engine), oracle.camicia(hands, COURTS))
    hands = random_hands(seed, [*range(2, 15)] * 38 + [2, 3, 4, 5, 6, 7])
    assert sum(map(len, hands)) == 500
    terms = {"face_down": seed, "pickup": ["winner-first", "high-low"][seed % 2], "short": "last-card"}
    rules = tl.War(**terms, max_rounds=3000)
    agree(tl.play(rules, *hands, engine=engine), oracle.war(hands, **terms, max_rounds=3000))


def test_camicia_with_a_payment_beyond_any_hand(engine):
    payments = {11: 2**31 - 1, 12: 70_000, 13: 300, 14: 128}
    for seed in range(10):
        hands = random_hands(seed, [0] * 20 + [11, 12, 13, 14], even=False)
        agree(tl.play(tl.Camicia(payments=payments), *hands, engine=engine), oracle.camicia(hands, payments))
