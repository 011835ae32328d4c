"""Deals of a seed: the same for ever, each alone again, all equally likely, and streams that do not touch."""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trickloop as tl
from trickloop import _deals
from trickloop._deals import deal_games, entropy_of, game_key, keys_of
from trickloop._reference.deal import BLOCK

PACKS = tl.Pack("4- J Q"), tl.Pack.french(), tl.Pack.of(1, 50), tl.Pack(""), tl.Pack("J"), tl.Pack.of(1, 129)


class TestGolden:
    """A recorded seed and index replay for ever."""

    FRENCH = (
        "13 8 5 11 3 13 6 4 11 9 7 4 2 8 10 4 2 6 8 12 14 3 7 13 6 6 "
        "8 3 14 10 10 11 12 11 7 2 14 9 12 7 5 9 5 10 5 3 12 2 4 14 9 13"
    )
    CAMICIA = "--A-Q--K---KJ--KJ----Q-----Q-------J----A-A-AQ-JK---"

    def test_the_first_deals_of_seed_42(self) -> None:
        assert " ".join(map(str, tl.deals(tl.Pack.french(), 1, 42)[0].tolist())) == self.FRENCH
        names = {0: "-", 11: "J", 12: "Q", 13: "K", 14: "A"}
        assert "".join(names[rank] for rank in tl.deals(tl.Camicia().pack, 1, 42)[0].tolist()) == self.CAMICIA

    @pytest.mark.parametrize(
        ("seed", "game", "deal"),
        [
            (0, 0, "3 4 7 8 2 6 5 9 1"),
            (42, 65_535, "3 2 6 4 7 5 1 9 8"),
            (42, 65_536, "9 4 2 6 1 8 3 5 7"),
            (42, 10**12, "2 1 8 4 7 5 9 3 6"),
            (2**200, 3, "1 3 8 7 6 5 2 4 9"),
        ],
    )
    def test_deals_anywhere(self, seed: int, game: int, deal: str) -> None:
        assert " ".join(map(str, tl.deals(tl.Pack.of(1, 9), 1, seed, start=game)[0].tolist())) == deal

    @pytest.mark.parametrize(
        ("game", "key"), [(0, 13941336593269612031), (1, 6559950848197150794), (65_536, 8846032620229358200)]
    )
    def test_keys_of_games(self, game: int, key: int) -> None:
        assert game_key(42, game).key == key

    def test_the_words_are_those_of_the_bit_generator(self) -> None:
        bits = np.random.PCG64(np.random.SeedSequence(42, spawn_key=(3,)))
        rows = np.empty((1, 9), np.int8)
        _deals._engine.load("reference").deal.deal_rows(range(1, 10), bits, rows)
        assert tl.deals(tl.Pack.of(1, 9), 1, 42, start=3 * BLOCK).tolist() == rows.tolist()
        bits = np.random.PCG64(np.random.SeedSequence(42, spawn_key=(3, 1)))
        assert keys_of(42, 3, 5).tolist() == bits.random_raw(5).tolist()


class TestShape:
    @pytest.mark.parametrize(
        ("pack", "dtype"),
        [
            (tl.Pack.french(), np.int8),
            (tl.Pack([127, 3]), np.int8),
            (tl.Pack([128, 3]), np.int16),
            (tl.Pack([32_767, 3]), np.int16),
            (tl.Pack([32_768, 3]), np.int32),
            (tl.Pack([2**31 - 1, 3]), np.int32),
            (tl.Pack([2**31, 3]), np.int64),
            (tl.Pack([2**63 - 1, 3]), np.int64),
        ],
    )
    def test_the_smallest_type_that_holds_the_ranks(self, pack: tl.Pack, dtype: type) -> None:
        rows = tl.deals(pack, 3, 1)
        assert rows.dtype == dtype
        assert [sorted(row) for row in rows.tolist()] == [list(pack.cards)] * 3

    @pytest.mark.parametrize("pack", PACKS)
    @pytest.mark.parametrize("games", [0, 1, 7])
    def test_one_row_a_game(self, pack: tl.Pack, games: int) -> None:
        rows = tl.deals(pack, games, 5)
        assert rows.shape == (games, pack.size)
        assert [sorted(row) for row in rows.tolist()] == [list(pack.cards)] * games

    def test_games_may_be_written_as_a_float(self) -> None:
        assert len(tl.deals(tl.Pack.french(), 1e3)) == 1000


class TestAlone:
    """Game k is the same game however it is dealt."""

    @settings(max_examples=25)
    @given(st.sampled_from(PACKS), st.integers(0, 200), st.integers(0, 2**70))
    def test_any_game_of_a_block(self, pack: tl.Pack, game: int, seed: int) -> None:
        assert tl.deals(pack, 1, seed, start=game).tolist() == tl.deals(pack, game + 1, seed)[game:].tolist()

    def test_over_the_end_of_a_block(self) -> None:
        pack = tl.Pack("3- J Q")
        rows = tl.deals(pack, 20, 9, start=BLOCK - 10)
        assert rows[:10].tolist() == tl.deals(pack, 10, 9, start=BLOCK - 10).tolist()
        assert rows[10:].tolist() == tl.deals(pack, 10, 9, start=BLOCK).tolist()

    def test_games_here_and_there(self) -> None:
        pack = tl.Pack.of(1, 7)
        index = np.array([5, BLOCK + 2, 0, 5, 300, BLOCK + 1])
        rows = np.empty((6, 7), np.int8)
        deal_games(rows, pack.cards, 11, index)
        assert rows.tolist() == [tl.deals(pack, 1, 11, start=game)[0].tolist() for game in index.tolist()]


class TestRng:
    def test_an_integer_is_its_own_entropy(self) -> None:
        assert [entropy_of(seed) for seed in (0, 42, 2**200, np.int64(7), np.uint8(3))] == [0, 42, 2**200, 7, 3]
        assert entropy_of(np.random.SeedSequence(42)) == 42

    @pytest.mark.parametrize(
        "seed",
        [
            np.random.SeedSequence(42, spawn_key=(1,)),
            np.random.SeedSequence([4, 2]),
            np.random.SeedSequence(42, pool_size=8),
        ],
    )
    def test_other_seed_sequences(self, seed: np.random.SeedSequence) -> None:
        words = seed.generate_state(4, np.uint64).tolist()
        assert entropy_of(seed) == sum(word << 64 * place for place, word in enumerate(words))
        assert entropy_of(seed) == entropy_of(seed)

    @pytest.mark.parametrize("bits", [np.random.PCG64, np.random.MT19937, np.random.Philox, np.random.SFC64])
    def test_a_generator_is_advanced(self, bits: type[np.random.BitGenerator]) -> None:
        generator, bare = np.random.Generator(bits(3)), bits(3)
        first, second = entropy_of(generator), entropy_of(generator)
        assert first != second
        assert first >> 64
        assert first < 2**128
        assert [entropy_of(bare), entropy_of(bare)] == [first, second]

    def test_none_is_fresh(self) -> None:
        assert entropy_of(None) != entropy_of(None)

    def test_a_spawned_sequence_is_another(self) -> None:
        seed = np.random.SeedSequence(1)
        assert len({entropy_of(each) for each in (seed, *seed.spawn(3))}) == 4


class TestChance:
    """With chi square as far above its mean as once in some ten thousand seeds; these seeds are fixed."""

    @pytest.mark.parametrize("cards", ["J Q", "J Q K", "2- J Q", "2- 2J", "3- J Q", "J Q K A 2", "4- 2J 2Q"])
    def test_every_deal_is_equally_likely(self, cards: str) -> None:
        pack = tl.Pack(cards)
        rows = tl.deals(pack, 100 * pack.deals, 2024)
        codes = (rows.astype(np.int64) * 20 ** np.arange(pack.size)).sum(axis=1)
        counts = np.unique(codes, return_counts=True)[1]
        assert len(counts) == pack.deals
        assert abs(spread(counts)) < 4

    def test_every_card_is_as_often_in_every_place(self) -> None:
        rows = tl.deals(tl.Pack.of(1, 52), 20_000, 7)
        for place in range(52):
            assert abs(spread(np.bincount(rows[:, place], minlength=53)[1:])) < 4.5

    def test_what_follows_what(self) -> None:
        rows = tl.deals(tl.Pack.of(1, 13), 20_000, 8)
        for place in range(12):
            pairs = np.bincount(rows[:, place].astype(int) * 14 + rows[:, place + 1], minlength=196)
            assert abs(spread(pairs[pairs > 0])) < 4
            assert (pairs > 0).sum() == 13 * 12

    @pytest.mark.parametrize("shift", [1, 2, 1000])
    def test_neighbouring_blocks_and_games_are_independent(self, shift: int) -> None:
        pack = tl.Pack.of(1, 4)
        own = deal_numbers(tl.deals(pack, 20_000, 5))
        for other in (
            tl.deals(pack, 20_000, 5, start=shift * BLOCK),
            tl.deals(pack, 20_000, 5, start=shift),
            tl.deals(pack, 20_000, 5 + shift),
        ):
            table = np.bincount(24 * own + deal_numbers(other), minlength=576)
            assert abs(spread(table)) < 4

    def test_keys_do_not_repeat(self) -> None:
        keys = np.concatenate([keys_of(3, block) for block in range(3)])
        assert len(np.unique(keys)) == 3 * BLOCK


def deal_numbers(rows: np.ndarray) -> np.ndarray:
    """Number the deals of four distinct cards from 0 to 23."""
    codes = (rows.astype(np.int64) * 5 ** np.arange(4)).sum(axis=1)
    return np.unique(codes, return_inverse=True)[1]


def spread(counts: np.ndarray) -> float:
    """Return by how many standard deviations chi-square is above its mean, results being equally likely."""
    mean = counts.mean()
    degrees = len(counts) - 1
    return float((((counts - mean) ** 2 / mean).sum() - degrees) / (2 * degrees) ** 0.5)


class TestBadInput:
    @pytest.mark.parametrize(
        ("arguments", "kind", "message"),
        [
            (("36- 4J", 1), TypeError, "expected a Pack, got '36- 4J'"),
            ((tl.Pack("J"), -1), ValueError, "expected games from 0 to 9223372036854775807, got -1"),
            ((tl.Pack("J"), 1.5), ValueError, "expected a whole number for games, got 1.5"),
            ((tl.Pack("J"), float("nan")), ValueError, "expected a whole number for games, got nan"),
            ((tl.Pack("J"), float("inf")), ValueError, "expected a whole number for games, got inf"),
            ((tl.Pack("J"), "7"), TypeError, "expected an integer for games, got '7'"),
            ((tl.Pack("J"), True), TypeError, "expected an integer for games, got True"),
            (
                (tl.Pack("J"), 2**63),
                ValueError,
                "expected games from 0 to 9223372036854775807, got 9223372036854775808",
            ),
            ((tl.Pack("J"), 1, -1), ValueError, "expected rng to be at least 0, got -1"),
            ((tl.Pack("J"), 1, "x"), TypeError, "expected rng to be .*, got 'x'"),
            ((tl.Pack("J"), 1, True), TypeError, "expected rng to be .*, got True"),
            ((tl.Pack([2**63]), 1), ValueError, r"expected ranks below 2\*\*63 in an array, got 9223372036854775808"),
            ((tl.Pack({3: 2**31}), 1), ValueError, "expected a pack of at most 2147483647 cards, got 2147483648"),
        ],
    )
    def test_it_is_refused(self, arguments: tuple, kind: type[Exception], message: str) -> None:
        with pytest.raises(kind, match=f"^{message}$"):
            tl.deals(*arguments)

    def test_a_negative_start(self) -> None:
        with pytest.raises(ValueError, match="expected start from 0 to"):
            tl.deals(tl.Pack("J"), 1, start=-1)


def test_importing_it_loads_no_numpy() -> None:
    code = "import sys, trickloop as tl; tl.deals, tl.simulate; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_counter_of_ranks_is_that_of_the_pack() -> None:
    rows = tl.deals(tl.Pack.french(), 500, 3)
    assert Counter(rows.ravel().tolist()) == dict.fromkeys(range(2, 15), 2000)
