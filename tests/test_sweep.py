"""`sweep`: every deal of a pack once, in the order of the indices, whatever is cut, and by whomever it is played."""

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trickloop as tl
from conftest import has_core, on_the_core
from games import PICKUPS, SHORTS
from trickloop import _engine

SEATS = tl.War(pack=tl.Pack.of(2, 4), pickup="seat-order")
RULES = {
    "war": SEATS,
    "three players": tl.War(players=3, face_down=1, pack=tl.Pack("1 1 2 2 3 4 4")),
    "limit": tl.War(max_rounds=3, pack=tl.Pack.of(2, 3)),
    "high ranks": tl.War(pack=tl.Pack([5, 5, 127, 128, 10**30, 10**30])),
    "combat": tl.Combat(tl.Pack([3, 200, 40, 1000, 10**20, 7])),
    "recursive combat": tl.RecursiveCombat(tl.Pack.of(1, 6)),
    "high recursive combat": tl.RecursiveCombat(tl.Pack([1, 2, 3, 5, 200, 10**20])),
    "camicia": tl.Camicia(tl.Pack("5- 2J Q K")),
    # Number cards of several ranks, and court cards below them.
    "courts below": tl.Camicia(tl.Pack("2 2 3 3 J 4 A"), {3: 2, 14: 4, 11: 1}),
    "big": tl.Camicia(tl.Pack("68- J")),
}


def all_deals(pack: tl.Pack) -> np.ndarray:
    """Return all deals, one a row, each from its index."""
    return np.array([pack.unrank(index) for index in range(pack.deals)], object)


class TestAllDeals:
    @pytest.mark.parametrize("name", RULES)
    def test_it_is_what_simulate_makes_of_each_deal_from_its_index(self, name: str, engine: str) -> None:
        rules = RULES[name]
        outcomes = tl.simulate(rules, all_deals(rules.pack), engine=engine)
        expected = outcomes.summary(longest=30)
        summary = tl.sweep(rules, longest=30, engine=engine)
        assert summary.games == rules.pack.deals == len(outcomes)
        assert (summary.winners, summary.endings, summary.wars) == (expected.winners, expected.endings, expected.wars)
        assert summary.longest == expected.longest
        for endings in [(), *((ending,) for ending in tl.Ending)]:
            assert summary.rounds_of(*endings) == expected.rounds_of(*endings)
            assert summary.cards_of(*endings) == expected.cards_of(*endings)
            chosen = np.isin(outcomes.ending.tolist(), endings or tuple(tl.Ending))
            assert summary.wars_of(*endings) == expected.wars_of(*endings) == outcomes.wars[chosen].sum()
        loops = [game for game in range(len(outcomes)) if outcomes.ending[game] == tl.Ending.LOOP]
        assert [deal.index for deal in summary.endless] == loops
        assert summary.loops == len(loops)
        for deal in summary.endless[:: max(1, len(loops) // 20)]:
            assert sum(deal.hands, ()) + deal.rest == rules.pack.unrank(deal.index)
            assert tl.play(rules, *deal.hands, rest=deal.rest, engine=engine).loop == deal.loop
        assert (summary.swept, summary.dealt) == (((0, rules.pack.deals),), {})
        assert tl.Summary.from_json(summary.to_json()) == summary

    @on_the_core
    def test_a_pack_of_many_blocks(self, engine: str) -> None:
        rules = tl.War(face_down=0, short="first-out", pack=tl.Pack.of(2, 5))
        rows = np.array([rules.pack.cards] * rules.pack.deals, np.int8)
        made = _engine.load("core").deal.follow_rows(rules.pack.cards, rows)
        assert made == len(rows) == 113_400
        outcomes = tl.simulate(rules, rows)
        summary = tl.sweep(rules, longest=100, endless=20_000)
        assert summary.longest == outcomes.summary(longest=100).longest
        assert [deal.index for deal in summary.endless] == np.flatnonzero(outcomes.ending == tl.Ending.LOOP).tolist()
        assert len({deal.index // 65_536 for deal in summary.endless}) == 2
        for deal in summary.endless[::1000]:
            assert sum(deal.hands, ()) == rules.pack.unrank(deal.index)

    def test_sizes(self, engine: str) -> None:
        pack = tl.Pack("4- 2J Q")
        rules = tl.Camicia(pack)
        for sizes in [(1, 6), (0, 7), (5, 2)]:
            summary = tl.sweep(rules, sizes=sizes, engine=engine)
            assert summary.sizes == sizes
            expected = tl.simulate(rules, all_deals(pack), sizes=sizes, engine=engine).summary()
            assert (summary.rounds, summary.winners) == (expected.rounds, expected.winners)

    def test_number_cards_of_several_ranks_are_several_deals(self) -> None:
        equal = tl.sweep(tl.Camicia(tl.Pack("4- J Q")))
        ranks = tl.sweep(tl.Camicia(tl.Pack("2 3 4 5 J Q")))
        assert (equal.games, ranks.games) == (30, 720)
        assert ranks.cards.total == 24 * equal.cards.total

    def test_one_deal(self, engine: str) -> None:
        summary = tl.sweep(tl.War(pack=tl.Pack("7 7")), engine=engine)
        assert (summary.games, summary.endings[tl.Ending.DRAW]) == (1, 1)

    @settings(max_examples=40 if has_core() else 10)
    @given(data=st.data())
    def test_anything(self, data: st.DataObject) -> None:
        cards = data.draw(st.lists(st.sampled_from([2, 3, 4, 140, 2**40]), min_size=2, max_size=6))
        terms = {name: data.draw(st.sampled_from(values)) for name, values in (("pickup", PICKUPS), ("short", SHORTS))}
        terms = {"players": data.draw(st.integers(2, 3)), "face_down": data.draw(st.integers(0, 2)), **terms}
        rules = tl.War(pack=tl.Pack(cards), max_rounds=200, **terms)
        deals = rules.pack.deals
        edges = [0, *sorted(data.draw(st.lists(st.integers(0, deals), max_size=4))), deals]
        longest, endless = data.draw(st.integers(0, 5)), data.draw(st.integers(0, 5))
        whole = tl.sweep(rules, longest=longest, endless=endless)
        parts = [tl.sweep(rules, start, stop, longest=longest, endless=endless) for start, stop in pairwise(edges)]
        assert sum(data.draw(st.permutations(parts))) == whole
        assert tl.sweep(rules, longest=longest, endless=endless, engine="reference") == whole


class TestSlices:
    """The same games, however they are cut and whoever plays them."""

    RULES = tl.Camicia(tl.Pack("8- 2J 2Q 2K"))

    @on_the_core
    def test_they_add_up_wherever_they_are_cut(self, engine: str) -> None:
        whole = tl.sweep(self.RULES)
        assert (whole.games, whole.loops) == (270_270, 90)
        for edges in ([0, 65_536, 131_072], [0, 1, 65_535, 65_537, 200_001], [0, 12_163, 12_164, 270_269], [0, 0]):
            parts = [tl.sweep(self.RULES, start, stop) for start, stop in pairwise([*edges, 270_270])]
            assert sum(reversed(parts)) == whole
            assert [part.games for part in parts] == [stop - start for start, stop in pairwise([*edges, 270_270])]

    @pytest.mark.thread_unsafe(reason="processes are forked, which other threads do not outlive")
    @on_the_core
    def test_workers_and_executors(self, engine: str) -> None:
        whole = tl.sweep(self.RULES, endless=20)
        assert len(whole.endless) == 20
        for workers in (2, 5, -1):
            assert tl.sweep(self.RULES, endless=20, workers=workers) == whole
        for pool in (ThreadPoolExecutor(3), ProcessPoolExecutor(2)):
            with pool:
                assert tl.sweep(self.RULES, endless=20, executor=pool) == whole

    def test_workers_on_few_deals(self, engine: str) -> None:
        whole = tl.sweep(SEATS, 100, 700, engine=engine)
        assert tl.sweep(SEATS, 100, 700, workers=3, engine=engine) == whole
        assert [deal.index for deal in whole.endless] == sorted(deal.index for deal in whole.endless)
        assert whole.endless[0].index >= 100

    def test_progress(self) -> None:
        told: list[tuple[int, int]] = []
        tl.sweep(SEATS, 20, 500, progress=lambda done, total: told.append((done, total)))
        assert told[-1] == (480, 480)

    def test_indices_of_more_than_64_bits(self, engine: str) -> None:
        rules = tl.Camicia()
        deals = rules.pack.deals
        start = 10**20 - 20
        summary = tl.sweep(rules, start, start + 40, longest=40, workers=2, engine=engine)
        assert sorted(game.index for game in summary.longest) == list(range(start, start + 40))
        for game in summary.longest[:5]:
            assert sum(game.hands, ()) == rules.pack.unrank(game.index)
            assert tl.play(rules, *game.hands, engine=engine).cards == game.cards
        last = tl.sweep(rules, deals - 1, longest=1, engine=engine)
        assert (last.games, last.longest[0].index, last.swept) == (1, deals - 1, ((deals - 1, deals),))
        assert tl.Summary.from_json(last.to_json()) == last
        # Casella's deal, and the one before it.
        casella = rules.pack.rank("---K---Q-KQAJ-----AAJ--J--" + "----------Q----KQ-J-----KA")
        found = tl.sweep(rules, casella - 1, casella + 1, engine=engine)
        assert [(deal.index, deal.loop) for deal in found.endless] == [(casella, tl.Loop(4, 62, 440))]

    def test_no_deal(self, engine: str) -> None:
        none = tl.sweep(SEATS, 7, 7, engine=engine)
        assert (none.games, none.swept, none.endless) == (0, (), ())
        some = tl.sweep(SEATS, 0, 50, engine=engine)
        assert none + some == some + none == some

    def test_the_same_deals_twice_are_refused(self) -> None:
        some = tl.sweep(SEATS, 100, 200)
        for start, stop, first in [(150, 160, 150), (0, 101, 100), (199, 300, 199), (0, 2520, 100)]:
            with pytest.raises(ValueError, match=rf"^expected different games, got deal {first} in both$"):
                some + tl.sweep(SEATS, start, stop)

    def test_nothing_else_is_added(self) -> None:
        some = tl.sweep(SEATS, 100, 200)
        random = tl.summarize(SEATS, 5, rng=1)
        for one, other in [(some, random), (random, some)]:
            with pytest.raises(ValueError, match=r"^expected games of the same kind, got deals of a sweep and others$"):
                one + other
        with pytest.raises(ValueError, match=r"^expected games of the same rules"):
            some + tl.sweep(SEATS, 300, 400, sizes=(3, 5))


class TestEndless:
    """The list of the deals that never end."""

    def test_it_is_cut_and_says_so(self, engine: str) -> None:
        whole = tl.sweep(SEATS, engine=engine)
        edges = list(pairwise([0, 60, 61, 1400, 2520]))
        assert len(whole.endless) == whole.loops == 752
        assert repr(whole).endswith(", 752 loops)")
        for most in (0, 1, 100, 752):
            some = sum(tl.sweep(SEATS, *edge, endless=most) for edge in edges)
            assert some == tl.sweep(SEATS, endless=most)
            assert some.endless == whole.endless[:most]
            assert (some.loops, some.most_endless) == (752, most)
            assert (f"752 loops, the first {most} listed" in repr(some)) == (0 < most < 752)
            assert tl.Summary.from_json(some.to_json()) == some

    def test_the_shorter_list_counts(self) -> None:
        both = tl.sweep(SEATS, 0, 1000, endless=3) + tl.sweep(SEATS, 1000, endless=200)
        assert both.endless == tl.sweep(SEATS, endless=3).endless
        assert both.most_endless == 3

    def test_other_files_are_refused(self) -> None:
        data = tl.sweep(SEATS, 0, 100).to_dict()
        for change in [{"swept": None}, {"endless": [{}]}, {"endless": None}, {"wars": 3}, {"wars": {"nothing": 3}}]:
            with pytest.raises(ValueError, match=r"^expected a summary that trickloop wrote"):
                tl.Summary.from_json(json.dumps(data | change))


class TestBadInput:
    @pytest.mark.parametrize(
        ("start", "stop", "message"),
        [
            (-1, None, "expected start from 0 to 2520, got -1"),
            (2521, None, "expected start from 0 to 2520, got 2521"),
            (0, 2521, "expected stop from 0 to 2520, got 2521"),
            (0, -1, "expected stop from 0 to 2520, got -1"),
            (10**4000, None, "expected start from 0 to 2520, got an integer of 13,288 bits"),
            (7, 6, "expected start to be at most stop, got start 7 and stop 6"),
        ],
    )
    def test_indices_out_of_range(self, start: int, stop: int | None, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}$"):
            tl.sweep(SEATS, start, stop)

    @pytest.mark.parametrize("index", [1.0, 0.5, "3", None, True, float("nan")])
    def test_what_is_no_index(self, index: object) -> None:
        with pytest.raises(TypeError, match=r"^expected an integer for start, got "):
            tl.sweep(SEATS, index)
        if index is not None:
            with pytest.raises(TypeError, match=r"^expected an integer for stop, got "):
                tl.sweep(SEATS, 0, index)

    @pytest.mark.parametrize(
        ("rules", "message"),
        [
            (tl.War.bicycle(), "expected rules without chance, as a deal is played once, got pickup='random'"),
            (tl.War.csc427("random"), "expected rules without chance, .* got refill='shuffle' and tie='random'"),
            (tl.EndlessWar(max_rounds=5), "expected rules without chance, .* got the next deal of EndlessWar"),
            (tl.War(pack=tl.Pack("")), r"expected a pack with cards, got Pack\(''\)"),
            (tl.War(pack=tl.Pack("200000x2")), "expected a pack of at most 10000 cards, got 200000"),
            (tl.Combat(tl.Pack("2x2 3")), "expected distinct cards in the pack of Combat, got 2 of 2"),
            (
                tl.RecursiveCombat(tl.Pack([0, 1])),
                "expected values of at least 1 in the pack of RecursiveCombat, got 0",
            ),
        ],
    )
    def test_rules(self, rules: tl.War, message: str) -> None:
        with pytest.raises(ValueError, match=f"^{message}$"):
            tl.sweep(rules)

    @pytest.mark.parametrize(
        ("options", "error", "message"),
        [
            ({"sizes": (3, 6)}, ValueError, "expected sizes that add up to at most 8"),
            ({"workers": 0}, ValueError, "expected workers to be at least 1"),
            ({"workers": 1.5}, TypeError, "expected an integer for workers"),
            ({"executor": 3}, TypeError, "expected executor to be an executor"),
            ({"progress": 3}, TypeError, "expected progress to be True, False or a function"),
            ({"longest": -1}, ValueError, "expected longest from 0"),
            ({"endless": -1}, ValueError, "expected endless from 0"),
            ({"endless": "all"}, TypeError, "expected an integer for endless"),
            ({"engine": "fast"}, ValueError, "expected engine to be 'core', 'reference' or None"),
        ],
    )
    def test_options(self, options: dict[str, object], error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            tl.sweep(SEATS, **options)

    def test_what_are_no_rules(self) -> None:
        with pytest.raises(TypeError, match="expected the rules of a game, got 'war'"):
            tl.sweep("war")
