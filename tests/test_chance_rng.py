"""What chance is drawn from: keys, unbiased integers, shuffles, and that a key is a game."""

import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import trickloop as tl
from chance_games import Key, evenly
from conftest import needs_core
from games import examples, shuffled
from trickloop._chance import key_of
from trickloop._reference import chance

FRENCH = list(tl.Pack.french())
HANDS, _ = evenly(shuffled(FRENCH, 12), 2)
GAMES = tl.War.bicycle(), tl.War.csc427(), tl.EndlessWar(max_rounds=100)
BIT_GENERATORS = np.random.PCG64, np.random.PCG64DXSM, np.random.MT19937, np.random.Philox, np.random.SFC64
WORDS = 2**64
GAMMA = 0x9E3779B97F4A7C15


@pytest.fixture(params=GAMES, ids=["random pickup", "won pile", "endless"])
def plays(request, engine):
    """Return a function that plays one fixed deal with what chance is drawn from."""
    return lambda rng: tl.play(request.param, *HANDS, rng=rng, engine=engine)


@pytest.mark.thread_unsafe(reason="a generator gives each key once")
@pytest.mark.parametrize(
    ("rng", "key"),
    [
        (0, 15793235383387715774),
        (42, 11465652750463011511),
        (2**64, 8649202198168436674),
        (2**200, 4735023924948923013),
        (np.random.SeedSequence(42, spawn_key=(3,)), 3747978530954135749),
        (np.random.SeedSequence([1, 2, 3]), 12997252459554536576),
        (np.random.PCG64(7), 1462129702266628757),
        (np.random.PCG64DXSM(7), 8401459324520451949),
        (np.random.MT19937(7), 5650322649934653474),
        (np.random.Philox(7), 3013641610753706693),
        (np.random.SFC64(7), 7784404752591862459),
        (np.random.default_rng(7), 1462129702266628757),
    ],
)
def test_keys_for_ever(rng, key):
    assert key_of(rng) == key


def test_an_integer_is_the_same_game_each_time(plays):
    first = plays(5)
    assert first == plays(5)
    assert first != plays(6)
    for same in (np.int64(5), np.uint8(5), np.random.SeedSequence(5)):
        assert plays(same) == first


def test_a_seed_sequence_is_not_used_up(plays):
    seed = np.random.SeedSequence(2**100, spawn_key=(1, 2))
    first = plays(seed)
    assert plays(seed) == plays(pickle.loads(pickle.dumps(seed))) == first
    assert seed.n_children_spawned == 0
    assert first != plays(np.random.SeedSequence(2**100, spawn_key=(1, 3)))
    assert first != plays(seed.spawn(1)[0])
    assert plays(seed) == first


@pytest.mark.parametrize("bits", BIT_GENERATORS)
def test_a_generator_is_advanced_by_two_words_a_game(plays, bits):
    generator, bare, skipped = np.random.Generator(bits(3)), bits(3), bits(3)
    first, second = plays(generator), plays(generator)
    assert first != second
    assert (plays(bare), plays(bare)) == (first, second)
    skipped.random_raw(4)
    assert plays(generator) == plays(bare) == plays(skipped)
    assert bare.random_raw() == skipped.random_raw() == generator.bit_generator.random_raw()


def test_a_pickled_generator_goes_on_where_it_was(plays):
    generator = np.random.default_rng(8)
    plays(generator)
    copy = pickle.loads(pickle.dumps(generator))
    assert plays(generator) == plays(copy)


def test_keys_have_all_their_bits():
    keys = [key_of(rng) for bits in BIT_GENERATORS for rng in [bits(1)] for _ in range(200)]
    keys += map(key_of, range(200))
    assert len(set(keys)) == len(keys)
    ones = np.array([[key >> place & 1 for place in range(64)] for key in keys]).mean(axis=0)
    # Five standard errors of a fair coin thrown as often.
    assert abs(ones - 0.5).max() < 2.5 / len(keys) ** 0.5


def test_a_trace_takes_its_key_when_it_is_asked_for(engine):
    rules = tl.EndlessWar(max_rounds=20)
    generator, again = np.random.default_rng(4), np.random.default_rng(4)
    lazy = tl.trace(rules, *HANDS, rng=generator, engine=engine)
    tl.play(rules, *HANDS, rng=generator, engine=engine)
    assert list(lazy) == list(tl.trace(rules, *HANDS, rng=again, engine=engine))


@needs_core
def test_engines_play_the_same_game_of_every_kind_of_rng():
    makers = [lambda seed: seed, np.random.SeedSequence, np.random.default_rng, *BIT_GENERATORS]
    for seed, make in enumerate(makers):
        for rules in GAMES:
            core, reference = (
                tl.play(rules, *HANDS, rng=make(seed), engine=engine) for engine in ("core", "reference")
            )
            assert core == reference


def test_threads_do_not_share_chance(engine):
    games = [(rules, rng) for rng in range(8) for rules in GAMES]

    def play(game):
        rules, rng = game
        outcome = tl.play(rules, *HANDS, rng=rng, engine=engine)
        return outcome, list(tl.trace(rules, *HANDS, rng=rng, engine=engine))[-1].sizes

    expected = [*map(play, games)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, games * 3)) == expected * 3


def test_the_words_of_a_key():
    # Published with SplitMix64: the first words of 1234567.
    words = chance.Words(1234567)
    assert [next(words) for _ in range(5)] == [
        *(6457827717110365317, 3203168211198807973, 9817491932198370423),
        *(4593380528125082431, 16408922859458223821),
    ]


def test_below_gives_each_result_to_as_many_words(monkeypatch):
    # With words of 8 bits every word can be tried: what is over and cannot be shared out evenly is refused.
    monkeypatch.setattr(chance, "WORDS", 256)
    for bound in range(1, 257):
        results = Counter()
        for word in range(256):
            # A refused word is followed by one that is never refused.
            stands = iter([word, 255])
            result = chance.below(bound, stands)
            if next(stands, None) is not None:
                results[result] += 1
        assert results == dict.fromkeys(range(bound), 256 // bound)


def low_word(low, bound):
    """Return the word whose product with an odd bound has this low word."""
    return low * pow(bound, -1, WORDS) % WORDS


@given(bound=st.integers(1, 2**32).map(lambda bound: bound | 1), data=st.data())
def test_below_refuses_exactly_the_words_over(bound, data):
    refused = WORDS % bound
    low = data.draw(st.sampled_from([0, refused - 1, refused, refused + 1, bound - 1, bound, WORDS - 1]))
    word, after = low_word(low % WORDS, bound), data.draw(st.integers(2**63, 2**63 + 2**30))
    expected = (word if low % WORDS >= refused else after) * bound >> 64
    words = iter([word, after, WORDS - 1])
    assert chance.below(bound, words) == expected
    assert next(words) == (after if low % WORDS >= refused else WORDS - 1)


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 7, 10, 52, 1000, 2**32 - 1, 2**32, 2**63 + 1, 3 * 2**62])
def test_below_is_even(bound):
    words = chance.Words(bound)
    draws = [chance.below(bound, words) for _ in range(20_000)]
    assert min(draws) >= 0
    assert max(draws) < bound
    # By size and, where there are more results than classes, by remainder: a word kept that should have been refused
    # makes one remainder of 3 * 2**62 twice as likely as the others.
    assert chi_square(Counter(draw * 50 // bound for draw in draws), range_sizes(bound, 50)) < 5
    assert chi_square(Counter(draw % 3 for draw in draws), [(bound - rest + 2) // 3 for rest in range(3)]) < 5


def range_sizes(bound, classes):
    """Return how many results below the bound fall in each class by size."""
    edges = [-(-place * bound // classes) for place in range(classes + 1)]
    return [stop - start for start, stop in pairwise(edges)]


def chi_square(counts, sizes):
    """Return by how many standard deviations chi-square is above its mean, results being equally likely."""
    games, total = sum(counts.values()), sum(sizes)
    expected = {place: games * size / total for place, size in enumerate(sizes) if size}
    assert set(counts) <= set(expected)
    degrees = len(expected) - 1
    if not degrees:
        return 0.0
    value = sum((counts[place] - mean) ** 2 / mean for place, mean in expected.items())
    return (value - degrees) / (2 * degrees) ** 0.5


def key_of_first_word(word):
    """Return the key whose first word is the given one: SplitMix64 run backwards."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, WORDS) % WORDS
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, WORDS) % WORDS
    word ^= word >> 30 ^ word >> 60
    return (word - GAMMA) % WORDS


@examples(200)
@given(seats=st.sampled_from([3, 5, 7, 9, 11, 13, 15]), data=st.data())
def test_both_engines_refuse_the_words_over(engine, seats, data):
    # One tie of all seats, and the table is the whole game: the winner tells what was drawn. By chance an engine
    # meets such a word once in 10**18 draws.
    refused = WORDS % seats
    low = data.draw(st.sampled_from([0, refused - 1, refused, refused + 1, seats - 1, seats]))
    key = key_of_first_word(low_word(low, seats))
    words = chance.Words(key)
    first, second = next(words), next(words)
    assert first * seats % WORDS == low
    rules = tl.War(players=seats, tie="random")
    outcome = tl.play(rules, *[[9]] * seats, rng=Key(key), engine=engine)
    assert outcome.winner - 1 == (first if low >= refused else second) * seats >> 64


@needs_core
def test_engines_agree_on_a_shuffle_of_many_cards():
    rules = tl.EndlessWar(max_rounds=2)
    rest = np.random.default_rng(1).integers(2, 15, 100_000)
    core, reference = (tl.play(rules, [2], [3], rest=rest, rng=3, engine=engine) for engine in ("core", "reference"))
    assert core.round_wins[1] >= 1
    assert Counter(core.hands[0] + core.hands[1] + core.out_of_play) == Counter([2, 3, *rest.tolist()])
    assert core == reference


@pytest.mark.parametrize("engine", ["core"], indirect=True)
def test_every_order_is_equally_likely(engine):
    # The redeal of four cards, dealt out two and two, and a random pickup of four.
    redeals, pickups, coins = Counter(), Counter(), Counter()
    orders = {order: place for place, order in enumerate(permutations((1, 2, 3, 4)))}
    endless, war = tl.EndlessWar(max_rounds=1), tl.War(players=4, pickup="random", max_rounds=1)
    for rng in range(12_000):
        left, right = tl.play(endless, [1], [2], rest=[3, 4], rng=rng, engine=engine).hands
        redeals[orders[left + right]] += 1
        won = tl.play(war, [1], [2], [3], [4], rng=rng, engine=engine).hands[3]
        pickups[orders[won]] += 1
        coins[tl.play(tl.War(players=3, tie="random"), *[[5]] * 3, rng=rng, engine=engine).winner - 1] += 1
    assert abs(chi_square(redeals, [1] * 24)) < 4
    assert abs(chi_square(pickups, [1] * 24)) < 4
    assert chi_square(coins, [1] * 3) < 4
