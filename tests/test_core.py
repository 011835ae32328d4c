"""What only the core has: its hashes, its words of bits, and the three widths of a card."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import oracle
import trickloop as tl
from conftest import needs_core
from deals import distinct_deals
from games import COURTS, agree, cut, random_hands, shuffled
from trickloop import _engine

pytestmark = needs_core

HASHED = 256
"""Rounds before War and Camicia on rings keep a state and begin to hash."""

SMALL_PACKS = (
    [0] * 4 + [11] * 2,
    [0] * 7 + [11] * 2,
    [0] * 10 + [11] * 2,
    [0] * 13 + [11] * 2,
    [0] * 9 + [11] * 3,
    [0] * 7 + [12] * 2,
    [0] * 10 + [11, 13],
    [0] * 13 + [11, 11, 13],
)
"""Packs of Camicia of which one deal in 7 to 22 never ends."""

Hands = Sequence[Sequence[int]]


@pytest.fixture
def core() -> _engine.Engine:
    """The modules of the core."""
    return _engine.load("core")


@pytest.fixture
def collide(core: _engine.Engine) -> Iterator[Callable[[bool], None]]:
    """Say whether all states get the same hash from now on; after the test they do not."""
    yield core.orbit.force_collisions
    core.orbit.force_collisions(False)


def told(end: Any) -> tuple[object, ...]:
    """Write down all that an engine tells of a game without chance, in a form that both engines share."""
    game, ending, loop = end
    hands = [list(hand) for hand in game.hands]
    out_of_play = list(getattr(game, "out_of_play", ()))
    counts = game.rounds, game.cards, getattr(game, "wars", 0), list(game.round_wins)
    return game.winner, ending, *counts, hands, out_of_play, loop


def courts(*hands: str) -> list[list[int]]:
    """Write down hands of Camicia as the engines play them: J, Q, K and A are 1 to 4."""
    return [["-JQKA".index(card) for card in hand] for hand in hands]


class TestCollisions:
    """Answers stay the same where every state has the same hash, so that each is compared in full."""

    @staticmethod
    def check(collide: Callable[[bool], None], rules: Any, hands: Hands) -> tl.Outcome:
        expected = tl.play(rules, *hands, engine="reference")
        assert tl.play(rules, *hands, engine="core") == expected
        collide(True)
        assert tl.play(rules, *hands, engine="core") == expected
        collide(False)
        return expected

    @pytest.mark.parametrize("players", range(2, 6))
    @pytest.mark.parametrize(
        ("face_down", "pickup", "short"),
        [
            (1, "seat-order", "longest"),
            (1, "seat-order", "shorten"),
            (3, "seat-order", "last-card"),
            (1, "as-revealed", "first-out"),
        ],
    )
    def test_war(self, collide: Callable[[bool], None], players: int, face_down: int, pickup: str, short: str) -> None:
        rules = tl.War(players, face_down, pickup, short, max_rounds=4000)
        long: Counter[tl.Ending] = Counter()
        for seed in range(12):
            outcome = self.check(collide, rules, random_hands(seed, tl.Pack.french(), players))
            long[outcome.ending] += outcome.rounds > HASHED
        assert long[tl.Ending.WIN]
        assert long[tl.Ending.LOOP] >= 4

    @pytest.mark.parametrize("pickup", ["winner-first", "loser-first", "high-low"])
    def test_war_without_loops(self, collide: Callable[[bool], None], pickup: str) -> None:
        rules = tl.War(face_down=0, pickup=pickup, short="first-out")
        long = [self.check(collide, rules, random_hands(seed, tl.Pack.french())).rounds for seed in range(20)]
        assert sum(rounds > HASHED for rounds in long) >= 8

    def test_war_on_distinct_cards(self, collide: Callable[[bool], None]) -> None:
        # Spivey 2010: the deal comes back after 31,920 rounds, most of them with hands of the sizes it began with.
        left = "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49"
        right = "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45"
        hands = [[53 - int(rank) for rank in hand.split()] for hand in (left, right)]
        assert self.check(collide, tl.War(), hands).loop == tl.Loop(0, 31_920, 63_840)
        assert self.check(collide, tl.War(max_rounds=20_000), hands).ending is tl.Ending.LIMIT

    def test_combat(self, collide: Callable[[bool], None]) -> None:
        loops = 0
        for seed in range(40):
            loops += self.check(collide, tl.Combat(), random_hands(seed, range(1, 32))).loop is not None
        assert loops >= 10

    @pytest.mark.parametrize(
        ("left", "right", "tricks"),
        [
            ("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---", 1164),
            ("----K---A--Q-A--JJA------J", "-----KK---------A-JK-Q-Q-Q", 1106),
            ("-J------Q------AAA-----QQ-", "K----JA-----------KQ-K-JJK", 1122),
            ("------------KAQ----J------", "-JQQK---K----JK--QA-A-JA--", 670),
            ("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA", 66),
            ("J--", "-J-", 3),
        ],
    )
    def test_camicia_on_rings(
        self, core: _engine.Engine, collide: Callable[[bool], None], left: str, right: str, tricks: int
    ) -> None:
        expected = told(_engine.load("reference").camicia.play_camicia(courts(left, right), [0, 1, 2, 3, 4]))
        assert expected[2] == tricks
        for on in (False, True):
            collide(on)
            assert told(core.camicia.play_camicia_on_rings(courts(left, right), [0, 1, 2, 3, 4])) == expected

    def test_camicia_loops_on_rings(self, core: _engine.Engine, collide: Callable[[bool], None]) -> None:
        collide(True)
        reference = _engine.load("reference").camicia.play_camicia
        loops = 0
        for pack, seed in product(SMALL_PACKS, range(60)):
            hands = random_hands(seed, [max(0, rank - 10) for rank in pack], even=seed % 2)
            expected = told(reference(hands, [0, 1, 2, 3, 4]))
            assert told(core.camicia.play_camicia_on_rings(hands, [0, 1, 2, 3, 4])) == expected
            loops += expected[-1] is not None
        assert loops >= 25

    def test_camicia_with_many_cards(self, collide: Callable[[bool], None]) -> None:
        pack = ([0] * 36 + [11, 12, 13, 14] * 4) * 8
        tricks = [self.check(collide, tl.Camicia(), random_hands(seed, pack)).tricks for seed in range(8)]
        assert sum(count > 2 * HASHED for count in tricks) >= 6

    # Those of the first forty deals that the reference plays in a fifth of a second, and the core with collisions too,
    # where it plays a sub-game again at each of its rounds.
    @pytest.mark.parametrize("seed", [0, 1, 3, 4, 5, 6, 11, 12, 16, 17, 20, 28, 34, 39])
    def test_recursive_combat(self, collide: Callable[[bool], None], seed: int) -> None:
        self.check(collide, tl.RecursiveCombat(), random_hands(seed, range(1, 51)))

    def test_recursive_combat_that_repeats(self, collide: Callable[[bool], None]) -> None:
        loops = 0
        for size, seed in product((5, 7, 9), range(60)):
            hands = random_hands(seed, range(1, size + 1), even=seed % 2)
            loops += self.check(collide, tl.RecursiveCombat(), hands).ending is tl.Ending.LOOP
        assert loops >= 40


class TestPlaceInTheBuffer:
    """A hand is the same wherever it lies in its buffer."""

    @pytest.mark.parametrize("pairs", [1, 2, 3, 5, 16, 33, 100])
    def test_two_rounds_move_each_hand_by_two_cells(self, pairs: int) -> None:
        # Player 1 wins 2 against 1 and player 2 the next round; both pick up player 1's card first. The buffers
        # have at least four cells, so that a hash over cells would need more turns to come round.
        game = tl.play(tl.War(pickup="seat-order"), [2, 1] * pairs, [1, 2] * pairs, engine="core")
        assert (game.ending, game.loop) == (tl.Ending.LOOP, tl.Loop(start=0, length=2, cards=4))

    @staticmethod
    def moves(rules: Any, hands: Hands, loop: tl.Loop) -> bool:
        """Say whether one turn of the loop leaves a hand at another place of its buffer."""
        capacity = 1 << (sum(map(len, hands)) - 1).bit_length()
        turn = list(tl.trace(rules, *hands, engine="reference"))[loop.start :]
        laid = Counter(lay.seat for round_ in turn for lay in round_.lays)
        return any(count % capacity for count in laid.values())

    @pytest.mark.parametrize("pickup", ["seat-order", "as-revealed", "winner-first"])
    @pytest.mark.parametrize("players", [2, 3])
    def test_war(self, pickup: str, players: int) -> None:
        rules = tl.War(players, 0, pickup, "longest")
        moved = 0
        for seed in range(100):
            hands = random_hands(seed, [2, 3, 4, 5, 6] * 2, players)
            expected = oracle.war(hands, face_down=0, pickup=pickup, short="longest")
            agree(tl.play(rules, *hands, engine="core"), expected)
            moved += expected["loop"] is not None and self.moves(rules, hands, expected["loop"])
        assert moved >= 3

    def test_combat(self) -> None:
        moved: Counter[str] = Counter()
        for size, seed in product((5, 7, 9, 10), range(60)):
            hands = random_hands(seed, range(1, size + 1), even=seed % 2)
            for rules, tell in (tl.Combat(), oracle.combat), (tl.RecursiveCombat(), oracle.recursive_combat):
                expected = tell(hands)
                agree(tl.play(rules, *hands, engine="core"), expected)
                if expected["loop"] is not None:
                    moved[type(rules).__name__] += self.moves(rules, hands, expected["loop"])
        assert min(moved["Combat"], moved["RecursiveCombat"]) >= 20

    def test_camicia_on_rings(self, core: _engine.Engine) -> None:
        moved = 0
        for pack, seed in product(SMALL_PACKS, range(100)):
            hands = random_hands(seed, pack, even=seed % 2)
            expected = oracle.camicia(hands, COURTS)
            codes = [[max(0, rank - 10) for rank in hand] for hand in hands]
            *_, loop = told(core.camicia.play_camicia_on_rings(codes, [0, 1, 2, 3, 4]))
            assert loop == expected["loop"]
            moved += loop is not None and self.moves(tl.Camicia(), hands, loop)
        assert moved >= 40


class TestWordsOfBits:
    """Small packs of Camicia are played on words of bits, and others on rings; the answers are the same."""

    @staticmethod
    def kind(end: Any) -> str:
        return type(end[0]).__name__

    @classmethod
    def check(cls, core: _engine.Engine, hands: Hands, payments: list[int]) -> tuple[object, ...]:
        words = core.camicia.play_camicia(hands, payments)
        assert cls.kind(words) == "PackedCamiciaGame"
        rings = core.camicia.play_camicia_on_rings(hands, payments)
        assert cls.kind(rings) == "CamiciaGame"
        assert told(words) == told(rings)
        return told(rings)

    @staticmethod
    def payments_of(chance: random.Random) -> list[int]:
        """Let one to four court cards demand 1 to 4 cards, in any order."""
        return [0, *chance.sample([1, 2, 3, 4], chance.randint(1, 4))]

    @pytest.mark.parametrize("size", range(2, 64))
    def test_random_deals(self, core: _engine.Engine, size: int) -> None:
        chance = random.Random(size)
        reference = _engine.load("reference").camicia.play_camicia
        for place in range(size + 1):
            payments = self.payments_of(chance)
            count = chance.randint(0, min(size, 31))
            cards = [chance.randint(1, len(payments) - 1) for _ in range(count)] + [0] * (size - count)
            chance.shuffle(cards)
            expected = self.check(core, cut(cards, place), payments)
            # The reference takes a hundred times as long, and is asked now and then.
            if place % 8 == 0:
                assert told(reference(cut(cards, place), payments)) == expected

    @pytest.mark.parametrize("pack", [(3, 1, 1, 1, 1), (5, 2, 1, 1, 0), (2, 0, 2, 0, 2)])
    def test_every_deal_and_split(self, core: _engine.Engine, pack: tuple[int, ...]) -> None:
        cards = [card for card, count in enumerate(pack) for _ in range(count)]
        for deal in distinct_deals(cards):
            for place in range(len(deal) + 1):
                self.check(core, cut(deal, place), [0, 1, 2, 3, 4])

    @pytest.mark.parametrize(("numbers", "deals"), [(6, 5040), (5, 3024)])
    def test_every_deal(self, core: _engine.Engine, numbers: int, deals: int) -> None:
        played = 0
        for deal in distinct_deals([0] * numbers + [1, 2, 3, 4]):
            self.check(core, cut(deal, len(deal) // 2), [0, 4, 3, 2, 1])
            played += 1
        assert played == deals

    def test_loops(self, core: _engine.Engine) -> None:
        loops = 0
        for pack, seed in product(SMALL_PACKS, range(200)):
            hands = random_hands(seed, [max(0, rank - 10) for rank in pack], even=seed % 2)
            *_, loop = self.check(core, hands, [0, 1, 2, 3, 4])
            loops += loop is not None
        assert loops >= 80
        *_, loop = self.check(core, courts("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"), [0, 1, 2, 3, 4])
        assert loop == tl.Loop(4, 62, 440)

    @pytest.mark.parametrize(
        ("numbers", "count", "payments", "kind"),
        [
            (32, 31, [0, 1, 2, 3, 4], "PackedCamiciaGame"),
            (32, 31, [0, 4, 2, 1, 3], "PackedCamiciaGame"),
            (63, 0, [0], "PackedCamiciaGame"),
            (62, 1, [0, 4], "PackedCamiciaGame"),
            (33, 31, [0, 1, 2, 3, 4], "CamiciaGame"),
            (64, 0, [0, 1, 2, 3, 4], "CamiciaGame"),
            (31, 32, [0, 1, 2, 3, 4], "CamiciaGame"),
            (0, 32, [0, 1, 2, 3, 4], "CamiciaGame"),
            (32, 32, [0, 1, 2, 3, 4], "CamiciaGame"),
            # A word has two bits for what a court card demands, and nothing else to tell it by.
            (20, 12, [0, 1, 2, 3, 5], "CamiciaGame"),
            (20, 12, [0, 1, 2, 3, 2], "CamiciaGame"),
        ],
    )
    def test_limits(self, core: _engine.Engine, numbers: int, count: int, payments: list[int], kind: str) -> None:
        size = numbers + count
        demands = dict(enumerate(payments[1:], 1))
        for place in range(size + 1):
            chance = random.Random(place)
            cards = [0] * numbers + [chance.choice([*demands]) for _ in range(count)]
            hands = cut(shuffled(cards, place), place)
            end = core.camicia.play_camicia(hands, payments)
            assert self.kind(end) == kind
            expected = oracle.camicia(hands, demands)
            names = "winner", "ending", "rounds", "cards", "wars", "round_wins", "hands", "out_of_play", "loop"
            winner, ending, rounds, laid, wars, wins, left, lost, loop = told(end)
            seat = None if winner is None else winner + 1
            given = seat, ending, rounds, laid, wars, tuple(wins), tuple(map(tuple, left)), tuple(lost), loop
            assert given == tuple(expected[name] for name in names)

    def test_what_a_user_plays_is_decided_by_the_same_limits(self) -> None:
        for numbers in (47, 48):
            hands = random_hands(1, [0] * numbers + [11, 12, 13, 14] * 4, even=False)
            agree(tl.play(tl.Camicia(), *hands, engine="core"), oracle.camicia(hands, COURTS))


class TestWidths:
    """A card takes one byte, two or four, by the highest card in the game; the outcome is the same."""

    TOPS = (126, 127, 128, 129, 32_766, 32_767, 32_768, 32_769, 70_000)
    """The highest card; the width changes from 127 to 128 and from 32,767 to 32,768."""

    @staticmethod
    def lifted(hands: Hands, by: int, above: int = 0) -> list[list[int]]:
        return [[card + by if card >= above else card for card in hand] for hand in hands]

    @classmethod
    def same(cls, low: Any, high: Any, by: int, above: int = 0) -> bool:
        """Say whether two ends differ in nothing but their cards, which are that much higher in the second."""
        *counts, hands, out_of_play, loop = told(low)
        hands, (out_of_play,) = cls.lifted(hands, by, above), cls.lifted([out_of_play], by, above)
        return (*counts, hands, out_of_play, loop) == told(high)

    @pytest.mark.parametrize("top", TOPS)
    @pytest.mark.parametrize("pickup", ["seat-order", "high-low", "as-revealed"])
    def test_war(self, core: _engine.Engine, pickup: str, top: int) -> None:
        endings: Counter[Any] = Counter()
        for seed in range(8):
            hands = random_hands(seed, tl.Pack.french())
            terms = 1, pickup, "longest", None, "war", None, 20_000
            low = core.war.play_war(hands, *terms)
            assert self.same(low, core.war.play_war(self.lifted(hands, top - 14), *terms), top - 14)
            endings[low[1]] += low[0].rounds > HASHED
        assert endings[tl.Ending.WIN] + endings[tl.Ending.LOOP] >= 2

    @pytest.mark.parametrize("top", TOPS)
    def test_combat(self, core: _engine.Engine, top: int) -> None:
        for seed in range(8):
            hands = random_hands(seed, range(1, 32))
            low = core.combat.play_combat(hands)
            assert self.same(low, core.combat.play_combat(self.lifted(hands, top - 31)), top - 31)

    @pytest.mark.parametrize("top", TOPS)
    def test_recursive_combat(self, core: _engine.Engine, top: int) -> None:
        # A value above the number of cards never opens a sub-game, so it may be any such value.
        loops = 0
        for size, seed in product((5, 7, 26), range(12)):
            cards = [*range(1, size - 1), 40, 41]
            hands = random_hands(seed, cards, even=seed % 2)
            low = core.combat.play_recursive_combat(hands)
            high = core.combat.play_recursive_combat(self.lifted(hands, top - 41, 40))
            assert self.same(low, high, top - 41, 40)
            loops += low[1] is tl.Ending.LOOP
        assert loops >= 2

    @pytest.mark.parametrize("top", TOPS)
    def test_camicia(self, core: _engine.Engine, top: int) -> None:
        deals = [
            courts("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---"),
            courts("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"),
            *(random_hands(seed, [0] * 36 + [1, 2, 3, 4] * 4) for seed in range(5)),
        ]
        by = top - 4
        payments = [0] * (by + 1) + [1, 2, 3, 4]
        for hands in deals:
            low = core.camicia.play_camicia_on_rings(hands, [0, 1, 2, 3, 4])
            assert self.same(low, core.camicia.play_camicia_on_rings(self.lifted(hands, by, 1), payments), by, 1)

    @pytest.mark.parametrize("ranks", [127, 128, 129, 32_767, 32_768, 32_769])
    def test_as_many_distinct_ranks(self, ranks: int) -> None:
        # What a user plays: ranks are replaced by their places in the order of those that are in the game.
        rules = tl.War(face_down=1, pickup="as-revealed", max_rounds=2 * HASHED)
        hands = random_hands(ranks, [*range(ranks), 0, 0, ranks - 1])
        outcome = tl.play(rules, *hands, engine="core")
        assert outcome == tl.play(rules, *hands, engine="reference")
        raised = tl.play(rules, *[[3 * card + 10**9 for card in hand] for hand in hands], engine="core")
        assert raised == replace(
            outcome,
            hands=tuple(tuple(3 * card + 10**9 for card in hand) for hand in outcome.hands),
            out_of_play=tuple(3 * card + 10**9 for card in outcome.out_of_play),
        )
