"""Every state of small packs: against counts of independent programs (``C``), and one engine against the other."""

import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from conftest import needs_core
from trickloop import Camicia, Combat, EndlessWar, Pack, RecursiveCombat, War, _engine, play
from trickloop.loops import State, basin, loop_of, predecessors, survey, survey_distinct
from trickloop.rules import PICKUPS, SHORTS
from war_table import LARGE, SMALL

FAST = _engine.default.name == "core"
needs_speed = pytest.mark.skipif(not FAST, reason="a million states take the reference minutes")


class TestWar:
    """Every split of small packs, of which the equal one is that of the table."""

    @pytest.mark.parametrize("row", SMALL)
    def test_small_packs(self, row):
        check_war(row)

    @needs_speed
    @pytest.mark.parametrize("row", LARGE)
    def test_larger_packs(self, row):
        check_war(row)

    def test_every_split_of_a_pack_against_games_played_to_their_end(self):
        rules = War(face_down=1, pickup="seat-order", short="longest", pack=Pack("2x1 2x2 3"))
        found = survey(rules)
        games = [
            play(rules, order[: split.sizes[0]], order[split.sizes[0] :])
            for split in found.splits
            for order in sorted(set(product((1, 2, 3), repeat=5)))
            if sorted(order) == [1, 1, 2, 2, 3]
        ]
        assert len(games) == found.states == 30 * 4
        assert sum(split.wins[0] for split in found.splits) == sum(game.winner == 1 for game in games)
        assert sum(split.draws for split in found.splits) == sum(game.ending.name == "DRAW" for game in games)
        assert sum(split.endless for split in found.splits) == sum(game.loop is not None for game in games)
        assert sum(split.cards for split in found.splits) == sum(game.cards for game in games if not game.loop)
        assert found.equal is None

    def test_no_predecessor(self):
        rules = War(face_down=0, pickup="loser-first", short="last-card", pack=Pack("2x1 2x2 3"))
        states = [
            State((order[:cut], order[cut:]))
            for order in sorted(set(product((1, 2, 3), repeat=5)))
            if sorted(order) == [1, 1, 2, 2, 3]
            for cut in range(1, 5)
        ]
        assert survey(rules).without_predecessor == sum(not predecessors(rules, state) for state in states)


def check_war(row):
    pack = Pack.of(row.suits, row.ranks)
    found = survey(War(face_down=row.face_down, pickup=row.pickup, short=row.short, pack=pack))
    equal = found.equal
    assert (*equal.wins, equal.draws, equal.endless) == row.outcomes
    assert (equal.longest, equal.rounds) == (row.longest, row.rounds)
    # The loops of uneven hands may be longer.
    assert max((each.length for each in found.loops), default=0) >= row.loop
    assert bool(found.loops) or not row.outcomes[3]
    assert found.states == found.deals * (pack.size - 1) == sum(split.deals for split in found.splits)
    never = sum(split.endless for split in found.splits)
    assert never == sum(each.basin for each in found.loops)
    assert found.probability == Fraction(never, found.states)
    assert found.longest_start == max(split.longest_start for split in found.splits)


class TestDistinctRanks:
    def test_for_which_numbers_there_is_no_loop(self):
        # P: Spivey 2010: none for 2^k and 3·2^k.
        surveys = survey_distinct(War(), 8 if FAST else 6)
        none = [found.rules.pack.size for found in surveys if not found.loops]
        assert none == ([2, 3, 4, 6, 8] if FAST else [2, 3, 4, 6])
        combat = survey_distinct(Combat(), 6)
        assert [found.splits for found in combat] == [found.splits for found in surveys[:5]]
        assert [found.loops for found in combat] == [found.loops for found in surveys[:5]]

    @needs_speed
    def test_nine(self):
        (found,) = survey_distinct(War(), 9)[7:]
        assert found.states == 2903040
        assert found.equal is None
        assert found.loops

    def test_it_is_refused(self):
        with pytest.raises(ValueError, match=r"at most limit=50000000 states, got 5269017600"):
            survey_distinct(War(), 12)
        with pytest.raises(ValueError, match="got far more"):
            survey_distinct(War(), 10**9)
        with pytest.raises(ValueError, match="expected at least 2 ranks, got 1"):
            survey_distinct(War(), 1)
        with pytest.raises(ValueError, match="expected War or Combat, got Camicia"):
            survey_distinct(Camicia(), 5)


class TestCamicia:
    """C: deals, endless ones, sums of cards and tricks over the games that end; the most tricks of one."""

    @pytest.mark.parametrize(
        ("pack", "deals", "endless", "cards", "tricks", "longest"),
        [
            ("7- J Q K", 720, 0, 9126, 1857, 9),
            pytest.param("8- 2J 2Q 2K", 270270, 90, 5685037, 1041418, 33, marks=needs_speed),
            pytest.param("9- 2J 2Q 2K", 450450, 0, 10997291, 2004602, 29, marks=needs_speed),
            pytest.param("7- J Q K A", 7920, 0, 99146, 17828, None, marks=needs_speed),
            pytest.param("10- J Q K A", 24024, 0, 475027, 78972, None, marks=needs_speed),
        ],
    )
    def test_small_packs(self, pack, deals, endless, cards, tricks, longest):
        found = survey(Camicia(pack=Pack(pack)))
        equal = found.equal
        assert (found.deals, equal.endless, equal.cards, equal.rounds) == (deals, endless, cards, tricks)
        assert longest in (None, equal.longest)
        assert found.states == 2 * deals * (found.rules.pack.size - 1)
        # Each split is counted with player 1 to lead, and each basin with either.
        never = sum(split.endless for split in found.splits)
        assert 2 * never == sum(each.basin for each in found.loops)

    @needs_speed
    def test_the_loops_are_those_that_games_fall_into(self):
        rules = Camicia(pack=Pack("8- 2J 2Q 2K"))
        found = survey(rules)
        cycles = set()
        for loop in found.loops:
            cycle = loop_of(rules, loop.state)
            cycles.add(cycle)
            assert (cycle.length, cycle.cards, cycle.mirror) == (loop.length, loop.cards, loop.mirror)
            assert len(basin(cycle)) == loop.basin
            assert basin(cycle).longest <= found.longest_start
        assert len(cycles) == len(found.loops)
        own = [deal for cycle in cycles for deal in basin(cycle).deals if not deal.mirrored]
        assert len(own) == len({deal.hands for deal in own}) == found.equal.endless == 90

    def test_no_predecessor(self):
        rules = Camicia(pack=Pack("4- J Q"))
        states = [
            State((order[:cut], order[cut:]), leader)
            for order in sorted(set(product((0, 11, 12), repeat=6)))
            if sorted(order) == [0, 0, 0, 0, 11, 12]
            for cut in range(1, 6)
            for leader in (1, 2)
        ]
        assert survey(rules).without_predecessor == sum(not predecessors(rules, state) for state in states)

    def test_number_cards_are_one_card(self):
        assert survey(Camicia(pack=Pack("4- J Q"))).splits == survey(Camicia(pack=Pack("2 3 4 5 J Q"))).splits


def graph_of(engine, function, pack, *terms):
    twin = _engine.load(engine)
    states = len(set(orders(pack))) * (len(pack) - 1)
    arrays = [np.zeros(states, kind) for kind in (np.int32, np.int16, np.int32, np.int32, np.int32)]
    getattr(twin.rounds, function)(bytes(pack), *terms, *arrays[:2])
    loops = twin.graph.follow(*arrays)
    return [array.tolist() for array in arrays], loops


def orders(pack):
    return _engine.load("reference").rounds.arrangements(bytes(pack))


@needs_core
class TestEngines:
    @pytest.mark.parametrize("short", SHORTS)
    @pytest.mark.parametrize("pickup", [pickup for pickup in PICKUPS if pickup != "random"])
    def test_war(self, pickup, short):
        for face_down, pack in product((0, 1, 2), ((0, 0, 1, 1, 2), (0, 0, 0, 1, 1, 1))):
            results = [graph_of(name, "war_rounds", pack, face_down, pickup, short) for name in _engine.NAMES]
            assert results[0] == results[1]

    @pytest.mark.parametrize("payments", [[0, 1, 2, 3], [0, 2, 2, 1], [0, 9, 1, 4]])
    def test_camicia(self, payments):
        for pack in ((0, 0, 0, 0, 1, 2), (0, 0, 0, 0, 1, 2, 3), (0, 1), (0, 0, 0), (1, 2, 3), (0, 0, 0, 1, 1, 1, 1)):
            results = [graph_of(name, "camicia_rounds", pack, payments) for name in _engine.NAMES]
            assert results[0] == results[1]

    def test_arrays_that_do_not_fit_are_refused(self):
        rounds, graph = _engine.load("core").rounds, _engine.load("core").graph
        after, laid = np.zeros(10, np.int32), np.zeros(10, np.int16)
        for pack, columns in ((b"\1\0\0", (after, laid)), (b"\0\1\2", (after, laid)), (b"\0", (after, laid))):
            with pytest.raises(ValueError, match="expected"):
                rounds.war_rounds(pack, 0, "winner-first", "lose", *columns)
        with pytest.raises(ValueError, match="expected a payment for each card"):
            rounds.camicia_rounds(b"\0\1\2", [0, 1], np.zeros(12, np.int32), np.zeros(12, np.int16))
        with pytest.raises(ValueError, match="expected states that follow"):
            graph.follow(np.full(3, 3, np.int32), *(np.zeros(3, kind) for kind in (np.int16, *[np.int32] * 3)))
        with pytest.raises(ValueError, match="expected arrays for all states"):
            graph.follow(np.zeros(3, np.int32), *(np.zeros(2, kind) for kind in (np.int16, *[np.int32] * 3)))

    def test_more_cards_than_are_counted(self):
        # A path so long as no game is, of rounds with as many cards as fit.
        states = 70_000
        for name in _engine.NAMES:
            after = np.arange(-1, states - 1, dtype=np.int32)
            # As the states are gone through from the first, each is one round from what is known.
            columns = [np.zeros(states, np.int32) for _ in range(3)]
            with pytest.raises(OverflowError, match="at most 2147483647 cards"):
                _engine.load(name).graph.follow(after, np.full(states, 32767, np.int16), *columns)


class TestBadInput:
    @pytest.mark.parametrize(
        ("call", "error", "words"),
        [
            (lambda: survey(War()), ValueError, "expected a pack of at most limit=50000000 states, got 4693236353743"),
            (lambda: survey(Camicia()), ValueError, "got 33330240879230790495000"),
            (lambda: survey(War(pack=Pack.of(2, 4)), limit=17639), ValueError, "at most limit=17639 states, got 17640"),
            (lambda: survey(War(pack=Pack("2"))), ValueError, "expected a pack of 2 to 32767 cards, got 1"),
            (
                lambda: survey(Camicia(pack=Pack("40000-"))),
                ValueError,
                "expected a pack of 2 to 32767 cards, got 40000",
            ),
            (lambda: survey(Combat(pack=Pack("2x2 3"))), ValueError, "expected distinct cards in the pack of Combat"),
            (lambda: survey(War.bicycle()), ValueError, "expected rules without chance"),
            (lambda: survey(EndlessWar(max_rounds=3)), ValueError, "expected rules without chance"),
            (lambda: survey(RecursiveCombat(pack=Pack.of(1, 3))), ValueError, "got RecursiveCombat, which looks back"),
            (lambda: survey(War(players=3)), ValueError, "expected a game for 2 players, got 3"),
            (lambda: survey("War"), TypeError, "expected the rules of a game, got 'War'"),
            (lambda: survey(War(), limit="many"), TypeError, "expected an integer for limit, got 'many'"),
        ],
    )
    def test_it_is_refused(self, call, error, words):
        with pytest.raises(error, match=re.escape(words)):
            call()

    def test_one_kind_of_card(self):
        found = survey(War(pack=Pack("6x2")))
        assert (found.deals, found.states, found.equal.draws, found.loops) == (1, 5, 1, ())
        assert survey(Camicia(pack=Pack("300-"))).loops == ()

    def test_tables(self):
        text = str(survey(War(face_down=1, short="first-out", pack=Pack.of(2, 4))))
        assert "17,640 states: 2,520 arrangements, 7 cuts" in text
        assert "6 loops, 6 of them their own mirror image" in text
        assert re.search(r"4 +4 +1,069 +1,069 +312 +70 +2.7778% +13 +5.365", text)
        assert "dealt 4 and 4: 1/36 = 2.777778% never end" in text
