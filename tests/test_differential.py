"""Every game on every engine against the naive oracle; large games on one engine against the other."""

import random
from collections import Counter
from dataclasses import fields
from itertools import permutations, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import oracle
import trickloop as tl
from trickloop import _engine

PICKUPS = "winner-first", "loser-first", "seat-order", "as-revealed", "high-low"
SHORTS = "lose", "first-out", "last-card", "shorten", "longest", "draw"
FIELDS = [field.name for field in fields(tl.Outcome)]
COURTS = {11: 1, 12: 2, 13: 3, 14: 4}
ITALIAN = {11: 1, 12: 2, 13: 3}
NAMES = {"-": 0, "J": 11, "Q": 12, "K": 13, "A": 14}

# More rounds than nearly all the games below last, and few enough that a loop of thousands costs little.
CAP = 1500


def examples(count):
    # The fixture is one name for all examples of a test: there is nothing in it to set up anew for each.
    return settings(max_examples=count, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def core():
    """Skip what compares the two engines where there is only one."""
    try:
        _engine.load("core")
    except _engine.Absent:
        pytest.skip("the core was not compiled")


def agree(outcome, expected):
    assert {name: getattr(outcome, name) for name in FIELDS} == {name: expected[name] for name in FIELDS}


def agree_in_rounds(rounds, expected, payments=()):
    """Compare a whole trace with the oracle's log; ranks in `payments` are the court cards of Camicia."""
    assert len(rounds) == expected["rounds"] == len(expected["log"])
    for number, (round_, told) in enumerate(zip(rounds, expected["log"], strict=True), 1):
        hands = tuple(tuple(rank_of(text, payments) for text in hand) for hand in round_.hands)
        assert (round_.number, round_.winner, round_.wars) == (number, told["winner"], told["wars"])
        assert [(lay.seat, lay.rank, lay.face_up, lay.due, lay.payer) for lay in round_.lays] == told["lays"]
        assert [rank_of(lay.text, payments) for lay in round_.lays] == [lay[1] for lay in told["lays"]]
        assert (round_.sub_game, hands, round_.sizes) == (
            told["sub_game"],
            told["hands"],
            (*map(len, hands),),
        )
        assert round_.ending is (expected["ending"] if number == len(rounds) else None)
    if rounds:
        assert told["hands"] == expected["hands"]


def rank_of(text, payments):
    rank = NAMES[text] if text in NAMES else int(text)
    return rank if rank in payments or not payments else 0


def cut(cards, *places):
    """Give seat 1 the cards before the first place, seat 2 those before the second, …"""
    return [cards[start:stop] for start, stop in zip((0, *places), (*places, len(cards)), strict=True)]


def shuffled(cards, seed):
    cards = list(cards)
    random.Random(seed).shuffle(cards)
    return cards


def random_hands(seed, cards, seats=2, even=True):
    cards = shuffled(cards, seed)
    if even:
        return cut(cards, *(len(cards) * seat // seats for seat in range(1, seats)))
    return cut(cards, *sorted(random.Random(seed).choices(range(len(cards) + 1), k=seats - 1)))


@st.composite
def splits(draw, cards, seats):
    if draw(st.booleans()):
        return cut(cards, *(len(cards) * seat // seats for seat in range(1, seats)))
    place = st.integers(0, len(cards))
    return cut(cards, *sorted(draw(st.lists(place, min_size=seats - 1, max_size=seats - 1))))


@st.composite
def war_hands(draw):
    """Hands of 2 to 16 seats; few ranks make many ties, high ones do not fit one byte or two."""
    ranks = draw(
        st.sampled_from(
            [
                *((1, 2), (1, 2, 3), (0, 1), range(1, 6), range(2, 15), range(200)),
                *((126, 127, 128, 255, 256), (5, 32_767, 32_768, 65_536, 10**12)),
            ]
        )
    )
    size = draw(st.sampled_from([4, 8, 12, 24, 60]))
    if draw(st.booleans()):
        cards = draw(st.lists(st.sampled_from(ranks), max_size=size))
    else:
        # Whole packs, as in a real game: each rank equally often.
        cards = shuffled((list(ranks) * size)[:size], draw(st.integers(0, 2**32)))
    return draw(splits(cards, draw(st.sampled_from([2, 2, 2, 3, 3, 4, 5, 9, 16]))))


war_terms = st.fixed_dictionaries(
    {"face_down": st.integers(0, 4), "pickup": st.sampled_from(PICKUPS), "short": st.sampled_from(SHORTS)}
)


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


def distinct_hands(sizes, low):
    """Two hands of distinct values: 1 to n, sparse small ones, or some that do not fit one byte or two."""

    @st.composite
    def hands(draw):
        size = draw(sizes)
        values = draw(
            st.one_of(
                st.permutations(range(1, size + 1)),
                st.lists(st.integers(low, 2 * size + low), unique=True, min_size=size, max_size=size),
                st.lists(st.integers(low, 40_000), unique=True, min_size=size, max_size=size),
                st.lists(
                    st.sampled_from([1, 2, 3, 4, 126, 127, 128, 129, 130, 255, 256, 32_767, 32_768]),
                    unique=True,
                ),
            )
        )
        return draw(splits(list(values), 2))

    return hands()


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


@st.composite
def camicia_games(draw):
    kind = draw(st.sampled_from(["default", "italian", "random"]))
    if kind == "random":
        ranks = st.one_of(st.integers(1, 20), st.sampled_from([127, 128, 300, 32_768]))
        payments = draw(st.dictionaries(ranks, st.integers(1, 6), max_size=6))
        rules = tl.Camicia(payments=payments)
    else:
        rules = tl.Camicia() if kind == "default" else tl.Camicia.italian()
        payments = COURTS if kind == "default" else ITALIAN
    courts = draw(st.integers(0, 8)) if payments else 0
    size = draw(st.integers(0, 40))
    # Every number card is the same card to the rules; a rank that demands payment is none.
    numbers = [rank for rank in (0, 2, 5, 10) if rank not in payments]
    cards = draw(st.lists(st.sampled_from(numbers), min_size=size, max_size=size))
    if payments:
        cards += draw(st.lists(st.sampled_from(sorted(payments)), min_size=courts, max_size=2 * courts + 1))
    hands = draw(splits(shuffled(cards, draw(st.integers(0, 2**32))), 2))
    return rules, hands, payments


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


def test_camicia_with_a_payment_beyond_any_hand(engine):
    payments = {11: 2**31 - 1, 12: 70_000, 13: 300, 14: 128}
    for seed in range(10):
        hands = random_hands(seed, [0] * 20 + [11, 12, 13, 14], even=False)
        agree(tl.play(tl.Camicia(payments=payments), *hands, engine=engine), oracle.camicia(hands, payments))


@examples(120)
@given(hands=war_hands(), terms=war_terms)
def test_trace_of_war(engine, hands, terms):
    rules = tl.War(players=len(hands), max_rounds=200, **terms)
    agree_in_rounds(list(tl.trace(rules, *hands, engine=engine)), oracle.war(hands, max_rounds=200, **terms))


@examples(80)
@given(hands=distinct_hands(st.integers(0, 14), low=1))
def test_trace_of_combat(engine, hands):
    agree_in_rounds(list(tl.trace(tl.Combat(), *hands, engine=engine)), oracle.combat(hands))
    rounds = list(tl.trace(tl.RecursiveCombat(), *hands, engine=engine))
    agree_in_rounds(rounds, oracle.recursive_combat(hands))


@examples(80)
@given(game=camicia_games())
def test_trace_of_camicia(engine, game):
    rules, hands, payments = game
    # No payments at all would read as no Camicia; a rank that is in no hand changes nothing.
    expected = oracle.camicia(hands, payments)
    agree_in_rounds(list(tl.trace(rules, *hands, engine=engine)), expected, payments or {-1})


LARGE_GAMES = [
    *((tl.RecursiveCombat(), random_hands(seed, range(1, 51))) for seed in range(9)),
    *((tl.RecursiveCombat(), random_hands(seed, range(1, 51), even=False)) for seed in range(2, 5)),
    *((tl.War.gameofwar(), random_hands(seed, tl.Pack.french())) for seed in range(2, 20)),
    *((tl.War(pickup="as-revealed", short="shorten"), random_hands(seed, tl.Pack.french())) for seed in range(10)),
    *((tl.War.gameofwar(5), random_hands(seed, tl.Pack.french(), 5)) for seed in range(10)),
    *((tl.War(), random_hands(seed, [*range(1, 53)])) for seed in range(10)),
    *((tl.War(max_rounds=500), random_hands(seed, [*range(9, 600, 2), 9, 9])) for seed in range(3)),
    *((tl.Camicia(), random_hands(seed, [0] * 36 + [11, 12, 13, 14] * 4)) for seed in range(40)),
    *((tl.Camicia.italian(), random_hands(seed, [0] * 28 + [11, 12, 13] * 4)) for seed in range(20)),
]


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("rules", "hands"), LARGE_GAMES)
def test_engines_agree_on_large_games(rules, hands):
    outcome = tl.play(rules, *hands, engine="core")
    assert outcome == tl.play(rules, *hands, engine="reference")
    rounds = list(tl.trace(rules, *hands, engine="core"))
    assert rounds == list(tl.trace(rules, *hands, engine="reference"))
    assert len(rounds) == outcome.rounds
    assert [round_.ending for round_ in rounds] == [None] * (len(rounds) - 1) + [outcome.ending]
    assert rounds[-1].sizes == tuple(map(len, outcome.hands))


@pytest.mark.usefixtures("core")
def test_engines_agree_on_a_loop_of_a_hundred_thousand_rounds():
    hands = random_hands(1, tl.Pack.french())
    outcome = tl.play(tl.War.gameofwar(), *hands, engine="core")
    assert outcome.loop.length > 90_000
    assert outcome == tl.play(tl.War.gameofwar(), *hands, engine="reference")


@pytest.mark.usefixtures("core")
@examples(100)
@given(hands=war_hands(), terms=war_terms)
def test_engines_trace_the_same_rounds(hands, terms):
    rules = tl.War(players=len(hands), max_rounds=300, **terms)
    assert list(tl.trace(rules, *hands, engine="core")) == list(tl.trace(rules, *hands, engine="reference"))


WRONG = [
    ("War", [[1], [1]], TypeError, "rules.*'War'"),
    (tl.War(), [[1]], ValueError, "expected 2 hands, got 1"),
    (tl.War(players=3), [[1], [2]], ValueError, "expected 3 hands, got 2"),
    (tl.War(), [[1], [2, -3]], ValueError, "hand 2, position 2.*-3"),
    (tl.War(), [[1.5], [2]], TypeError, "hand 1, position 1.*1.5"),
    (tl.War(), [[1], [True]], TypeError, "hand 2, position 1.*True"),
    (tl.War(), [[1], [None]], TypeError, "hand 2, position 1.*None"),
    (tl.War(), [7, [1]], TypeError, "hand 1.*7"),
    (tl.War(), [{1}, [1]], TypeError, "hand 1.*in order"),
    (tl.War(), ["A 2", "A ?"], ValueError, "hand 2, position 2.*'\\?'"),
    (tl.War(), ["A 2", "A -"], ValueError, "hand 2, position 2.*'-'"),
    (tl.War(), ["A", ""], ValueError, "hand 2"),
    (tl.Combat(), [[1, 2], [3, 1]], ValueError, "hand 2, position 2.*distinct"),
    (tl.RecursiveCombat(), [[1, 2, 2], [3]], ValueError, "hand 1, position 3.*distinct"),
    (tl.RecursiveCombat(), [[4], [3, 0]], ValueError, "hand 2, position 2.*at least 1.*0"),
    (tl.Camicia(), [[0, 11], [15]], ValueError, "hand 2, position 1.*15"),
    (tl.Camicia(), [[0, 1], [11]], ValueError, "hand 1, position 2.*1"),
    (tl.Camicia.italian(), ["-J", "--A"], ValueError, "hand 2, position 3.*'A'"),
]


@pytest.mark.parametrize("call", [tl.play, tl.trace])
@pytest.mark.parametrize(("rules", "hands", "error", "words"), WRONG)
def test_bad_input_is_refused(engine, call, rules, hands, error, words):
    with pytest.raises(error, match=words):
        call(rules, *hands, engine=engine)


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("rules", "hands", "error", "words"), WRONG)
def test_engines_refuse_bad_input_in_the_same_words(rules, hands, error, words):
    refusals = []
    for engine in _engine.NAMES:
        with pytest.raises(error, match=words) as refusal:
            tl.play(rules, *hands, engine=engine)
        refusals.append((type(refusal.value), str(refusal.value)))
    assert refusals[0] == refusals[1]
