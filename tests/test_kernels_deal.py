"""Deals of the core: the same words in the same order as in the reference, and no deal more likely than another."""

import ctypes

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import needs_core
from games import examples
from trickloop import Pack, _engine
from trickloop._reference.deal import draws, laying_order

pytestmark = needs_core

LAST = 2**64 - 1
CHUNK = 1 << 13
Next = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)


class Bits(ctypes.Structure):
    """What NumPy's capsules hold."""

    _fields_ = (("state", ctypes.c_void_p), *((name, ctypes.c_void_p) for name in ("word", "half", "double", "raw")))


class ChosenWords:
    """A bit generator whose words are given; after them it counts, so that none is asked for in vain."""

    def __init__(self, words):
        self.words = list(words)
        self.drawn = 0
        self.next = Next(lambda _state: self.random_raw())
        self.bits = Bits(raw=ctypes.cast(self.next, ctypes.c_void_p))
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        self.capsule = new(ctypes.addressof(self.bits), b"BitGenerator", None)

    def random_raw(self):
        self.drawn += 1
        if self.drawn <= len(self.words):
            return self.words[self.drawn - 1]
        return (self.drawn * 0x9E3779B97F4A7C15) & LAST


def deal(engine, cards, bits, games, dtype=np.int8):
    rows = np.full((games, len(cards)), -1, dtype)
    _engine.load(engine).deal.deal_rows(cards, bits, rows)
    return rows


PACKS = {
    "french": [*range(2, 15)] * 4,
    "camicia": [0] * 36 + [1, 2, 3, 4] * 4,
    "distinct": [*range(52)],
    "three": [1, 2, 3],
    "127": [*range(127)],
    "128": [*range(128)],
    "129": [place % 128 for place in range(129)],
    "200": [place % 100 for place in range(200)],
}


class TestTheSameDeals:
    @pytest.mark.parametrize("pack", PACKS)
    def test_many(self, pack):
        cards = PACKS[pack]
        rows, last = [], []
        for engine in _engine.NAMES:
            bits = np.random.PCG64(99)
            rows.append(deal(engine, cards, bits, 300))
            last.append(bits.random_raw())
        assert np.array_equal(*rows)
        assert last[0] == last[1]

    @pytest.mark.parametrize("pack", PACKS)
    def test_refused_words(self, pack):
        # Words are refused whose product has a low half below the remainder of 2**64; these are the words around it.
        cards = PACKS[pack]
        words = []
        for group in draws(laying_order(cards)):
            product = 1
            for bound in group:
                product *= bound
            refused = 2**64 % product
            odd, twos = product, 0
            while odd % 2 == 0:
                odd, twos = odd // 2, twos + 1
            # Multiples of the product modulo 2**64 are those of its power of two.
            step, words_of_odd = 1 << twos, 2**64 >> twos
            lows = [0, refused - step, refused, refused + step, product - step, product]
            words += [(low >> twos) * pow(odd, -1, words_of_odd) % words_of_odd for low in lows if low >= 0]
            words += [0, LAST]
        chosen = [ChosenWords(words * 3) for _ in range(2)]
        one, other = (deal(*each, 12) for each in zip(_engine.NAMES, [cards] * 2, chosen, strict=True))
        assert np.array_equal(one, other)
        assert chosen[0].drawn == chosen[1].drawn
        assert chosen[0].drawn > 12 * len(draws(laying_order(cards)))

    @examples(60)
    @given(
        cards=st.lists(st.integers(0, 9), max_size=40) | st.permutations(range(40)),
        words=st.lists(st.integers(0, LAST) | st.sampled_from([0, 1, 2, LAST, LAST - 1, 2**63, 2**32]), max_size=40),
    )
    def test_any_words(self, cards, words):
        chosen = [ChosenWords(words) for _ in range(2)]
        one, other = (deal(*each, 3) for each in zip(_engine.NAMES, [cards] * 2, chosen, strict=True))
        assert np.array_equal(one, other)
        assert chosen[0].drawn == chosen[1].drawn

    @pytest.mark.parametrize("games", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])
    def test_in_one_piece_or_in_several(self, games):
        cards = PACKS["camicia"]
        whole, parts = np.random.PCG64(5), np.random.PCG64(5)
        rows = deal("core", cards, whole, games, np.int16)
        pieces = [deal("core", cards, parts, count) for count in (games // 3, games - games // 3)]
        assert np.array_equal(rows, np.concatenate(pieces))
        assert whole.random_raw() == parts.random_raw()


# Chi square of so many degrees of freedom is above this once in 10,000, by Wilson and Hilferty, 1931.
def limit(freedom):
    return freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3


class TestAllDealsAreEquallyLikely:
    @pytest.mark.parametrize(
        "cards",
        [
            *([1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]),
            *([0, 0, 1, 1], [0, 0, 0, 1, 1, 2], [0, 0, 0, 0, 0, 1, 2, 3], [1, 1, 1, 2, 2, 2, 3, 3, 3]),
        ],
    )
    def test_every_deal_of_a_small_pack(self, cards):
        count = Pack(cards).deals
        rows = deal("core", cards, np.random.PCG64(len(cards)), 200 * count)
        codes = rows.astype(np.int64) @ (10 ** np.arange(len(cards)))
        found = np.unique(codes, return_counts=True)[1]
        assert len(found) == count
        assert ((found - 200) ** 2 / 200).sum() < limit(count - 1)

    @pytest.mark.parametrize("pack", ["french", "camicia", "distinct", "129"])
    def test_every_card_in_every_place(self, pack):
        cards = PACKS[pack]
        games, size = 30_000, len(cards)
        rows = deal("core", cards, np.random.PCG64(3), games)
        ranks, counts = np.unique(cards, return_counts=True)
        found = np.array([(rows == rank).sum(axis=0) for rank in ranks])
        expected = games * counts[:, None] / size
        # Rows and columns are fixed sums, of which the chi square of a random deal is size / (size - 1) times as large.
        square = ((found - expected) ** 2 / expected).sum() * (size - 1) / size
        assert square < limit((len(ranks) - 1) * (size - 1))

    def test_every_two_places(self):
        # Two cards that lie next to each other, and two that are far apart.
        games = 200_000
        rows = deal("core", PACKS["distinct"], np.random.PCG64(4), games).astype(np.int64)
        for first, second in ((0, 1), (0, 51), (25, 26), (50, 51)):
            found = np.bincount(rows[:, first] * 52 + rows[:, second], minlength=52 * 52)
            assert found.reshape(52, 52).diagonal().sum() == 0
            expected = games / (52 * 51)
            square = ((found - expected) ** 2 / expected).sum() - 52 * expected
            assert square < limit(52 * 51 - 1)
