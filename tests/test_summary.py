"""`Summary`: exact counts and statistics, adding up, files, and the longest games."""

import json
import math
import statistics
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trickloop as tl
from conftest import has_core
from many import RULES, rules_of_many
from trickloop import _tally
from trickloop._distribution import Distribution, distribution

FINITE = tl.Ending.WIN, tl.Ending.DRAW
LOOPING = tl.War.gameofwar(pack=tl.Pack.of(2, 6))


def check(summary, outcomes):
    """Compare a summary with all that can be counted from the games one by one."""
    games = len(outcomes)
    assert summary.games == games
    assert summary.endings == {ending: outcomes.ending.tolist().count(ending) for ending in tl.Ending}
    winners = Counter(outcomes.winner.tolist())
    assert summary.winners == {seat or None: winners[seat] for seat in range(outcomes.rules.players + 1)}
    assert summary.wars == sum(outcomes.wars.tolist())
    assert summary.loops == summary.endings[tl.Ending.LOOP]
    assert summary.longest_loop == max([0, *outcomes.loop_length.tolist()])
    for endings in (FINITE, tuple(tl.Ending), (tl.Ending.LOOP,), (tl.Ending.LIMIT, tl.Ending.DRAW)):
        chosen = [place for place, ending in enumerate(outcomes.ending.tolist()) if ending in endings]
        for name, part in (("rounds", summary.rounds_of(*endings)), ("cards", summary.cards_of(*endings))):
            check_distribution(part, getattr(outcomes, name)[chosen].tolist())
    assert summary.rounds == summary.tricks == summary.rounds_of(*FINITE)
    assert summary.cards == summary.cards_of(*FINITE)
    assert summary.rounds_of().games == games
    is_finite = np.isin(outcomes.ending.tolist(), FINITE) if games else np.zeros(0, bool)
    order = sorted(
        (-int(outcomes.rounds[k]), -int(outcomes.cards[k]), int(outcomes.index[k])) for k in np.flatnonzero(is_finite)
    )
    longest = [(-game.rounds, -game.cards, game.index) for game in summary.longest]
    assert longest == order[: summary.most]


def check_distribution(part, numbers):
    assert dict(zip(part.values.tolist(), part.counts.tolist(), strict=True)) == Counter(numbers)
    assert part.values.tolist() == sorted(set(numbers))
    assert (part.games, part.total, part.squares) == (len(numbers), sum(numbers), sum(n * n for n in numbers))
    if not numbers:
        assert math.isnan(part.mean())
        assert math.isnan(part.error())
        with pytest.raises(ValueError, match="at least one game"):
            part.quantile(0.5)
        return
    assert part.mean() == float(statistics.mean(map(Fraction, numbers)))
    assert (part.min(), part.max()) == (min(numbers), max(numbers))
    for share in (0, 0.05, 0.25, 0.5, 0.9, 1):
        rank = max(1, math.ceil(Fraction(str(share)) * len(numbers)))
        assert part.quantile(share) == sorted(numbers)[rank - 1]
    for number in (0, min(numbers), max(numbers), max(numbers) + 1, statistics.mean(numbers)):
        assert part.survival(number) == sum(n >= number for n in numbers) / len(numbers)
    if len(numbers) > 1:
        assert part.variance() == pytest.approx(statistics.variance(numbers))
        assert part.std() == pytest.approx(statistics.stdev(numbers))
        assert part.error() == pytest.approx(statistics.stdev(numbers) / len(numbers) ** 0.5)


class TestCounts:
    @pytest.mark.parametrize("name", RULES)
    def test_every_number_is_that_of_the_games(self, name, engine):
        outcomes = tl.simulate(RULES[name], games=30, rng=3, start=5, engine=engine)
        check(outcomes.summary(), outcomes)
        summary = tl.summarize(RULES[name], 30, rng=3, start=5, engine=engine)
        assert summary == outcomes.summary()
        assert summary.dealt == {3: ((5, 35),)}
        deals = outcomes.deals.tolist()
        for game in summary.longest:
            assert [card for hand in game.hands for card in hand] + list(game.rest) == deals[game.index - 5]
            assert tuple(map(len, game.hands)) == outcomes.sizes
            assert game.entropy == 3

    @settings(max_examples=60 if has_core() else 15)
    @given(rules=rules_of_many(), games=st.integers(0, 30), seed=st.integers(0, 99), longest=st.integers(0, 5))
    def test_anything(self, rules, games, seed, longest):
        outcomes = tl.simulate(rules, games=games, rng=seed)
        summary = outcomes.summary(longest)
        check(summary, outcomes)
        assert summary == tl.summarize(rules, games, rng=seed, longest=longest)
        assert summary == tl.Summary.from_json(summary.to_json())

    def test_chosen_and_given_games(self):
        outcomes = tl.simulate(LOOPING, games=300, rng=8)
        loops = outcomes[outcomes.ending == tl.Ending.LOOP]
        check(loops.summary(), loops)
        assert loops.summary().longest == ()
        odd = outcomes[1::2].summary()
        check(odd, outcomes[1::2])
        assert odd + outcomes[::2].summary() == outcomes.summary()
        given = tl.simulate(LOOPING, outcomes.deals)
        check(given.summary(), given)
        assert given.summary().dealt == {}
        assert given.summary().longest[0].entropy is None
        assert given.summary().longest[0].hands == outcomes.summary().longest[0].hands

    def test_sizes(self):
        summary = tl.summarize(tl.War(), 20, rng=1, sizes=(3, 40))
        assert summary.sizes == (3, 40)
        assert (len(summary.longest[0].hands[1]), len(summary.longest[0].rest)) == (40, 9)

    def test_numbers_above_those_counted_in_an_array(self, monkeypatch):
        outcomes = tl.simulate(LOOPING, games=400, rng=8)
        monkeypatch.setattr(_tally, "_DENSE", 6)
        monkeypatch.setattr(_tally, "_MANY", 9)
        check(outcomes.summary(), outcomes)
        for workers in (1, 3):
            assert tl.summarize(LOOPING, 400, rng=8, workers=workers) == outcomes.summary()


class TestSums:
    @settings(max_examples=40 if has_core() else 6)
    @given(
        cuts=st.lists(st.integers(0, 120), min_size=1, max_size=5),
        order=st.randoms(use_true_random=False),
        longest=st.lists(st.integers(0, 6), min_size=6, max_size=6),
    )
    def test_pieces_in_any_order_and_grouping_add_up_to_the_whole(self, cuts, order, longest):
        edges = [0, *sorted(cuts), 120]
        pieces = [
            tl.summarize(LOOPING, stop - start, rng=5, start=start, longest=most)
            for start, stop, most in zip(edges, edges[1:], longest, strict=False)
        ]
        whole = tl.summarize(LOOPING, 120, rng=5, longest=min(longest[: len(pieces)]))
        order.shuffle(pieces)
        while len(pieces) > 1:
            place = order.randrange(len(pieces) - 1)
            pieces[place : place + 2] = [pieces[place] + pieces[place + 1]]
        assert pieces[0] == whole

    def test_games_of_several_seeds(self):
        parts = [tl.summarize(LOOPING, 50, rng=seed) for seed in (4, 2, 3)]
        both = sum(parts)
        assert both == parts[2] + (parts[0] + parts[1])
        assert both.dealt == {2: ((0, 50),), 3: ((0, 50),), 4: ((0, 50),)}
        assert both.games == 150

    def test_nothing_changes_what_is_added(self):
        one, other = (tl.summarize(LOOPING, 50, rng=seed) for seed in (1, 2))
        before = one.to_json(), other.to_json()
        assert (one + other).games == 100
        assert (one.to_json(), other.to_json()) == before
        none = tl.summarize(LOOPING, 0, rng=1)
        assert one + none == none + one == one

    @pytest.mark.parametrize("start", [0, 49, 30])
    def test_the_same_games_twice_are_refused(self, start):
        one = tl.summarize(LOOPING, 50, rng=1)
        message = rf"^expected different games, got game {start} of entropy 1 in both$"
        with pytest.raises(ValueError, match=message):
            one + tl.summarize(LOOPING, 50, rng=1, start=start)
        with pytest.raises(ValueError, match="expected different games"):
            one + tl.summarize(LOOPING, 50, rng=2) + one

    def test_other_rules_are_refused(self):
        with pytest.raises(ValueError, match=r"^expected games of the same rules, got War\(\) and Camicia\(\)$"):
            tl.summarize(tl.War(), 5, rng=1) + tl.summarize(tl.Camicia(), 5, rng=2)
        message = r"got War\(\) with hands of 26 and 26 and War\(\) with hands of 20 and 20$"
        with pytest.raises(ValueError, match=message):
            tl.summarize(tl.War(), 5, rng=1) + tl.summarize(tl.War(), 5, rng=2, sizes=(20, 20))
        with pytest.raises(TypeError):
            tl.summarize(tl.War(), 5, rng=1) + 3


class TestFiles:
    @pytest.mark.parametrize("name", RULES)
    def test_they_are_read_back_equal(self, name, tmp_path):
        summary = tl.summarize(RULES[name], 12, rng=2**130 + 1)
        assert tl.Summary.from_json(summary.to_json()) == summary
        summary.save(tmp_path / "a.json")
        again = tl.Summary.load(tmp_path / "a.json")
        assert again == summary
        assert again + tl.summarize(RULES[name], 5, rng=1) == tl.summarize(RULES[name], 5, rng=1) + summary
        assert [path.name for path in tmp_path.iterdir()] == ["a.json"]

    def test_what_is_there_is_replaced_when_all_is_written(self, tmp_path, monkeypatch):
        path = tmp_path / "a.json"
        tl.summarize(tl.War(), 3, rng=1).save(path)
        before = path.read_text()
        monkeypatch.setattr(tl.Summary, "to_json", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            tl.summarize(tl.War(), 3, rng=2).save(path)
        assert path.read_text() == before
        assert list(tmp_path.iterdir()) == [path]

    @pytest.mark.parametrize(
        "change",
        [
            {"kind": "something"},
            {"version": 2},
            {"rules": {"game": "Poker"}},
            {"rules": {"game": "War", "players": 1}},
            {"games": 6},
            {"winners": [1, 2]},
            {"winners": None},
            {"rounds": {"win": {"values": [3]}}},
            {"rounds": {"nothing": {"values": [3], "counts": [5]}}},
            {"rounds": {"win": {"values": [3, 4, 5], "counts": [3, 2]}}},
            {"cards": {"win": {"values": [3], "counts": [3, 2]}}},
            {"longest": [{}]},
            {"sizes": [[26], 26]},
            {"sizes": [26, 13, 13]},
            {"sizes": ["26", "26"]},
            {"most": "10"},
            {"most": 10.0},
            {"longest_loop": None},
            {"longest_loop": -1},
            {"most_endless": True},
            {"swept": [["a", "b"]]},
            {"swept": [[3, 2]]},
            {"dealt": [{"entropy": "1", "ranges": [[0, 5]]}]},
            {"wars": {"win": 1.5}},
            {"more": 1},
        ],
    )
    def test_other_files_are_refused(self, change):
        data = tl.summarize(tl.War(), 5, rng=1).to_dict() | change
        with pytest.raises(ValueError, match=r"^expected a summary that trickloop wrote, got something else: "):
            tl.Summary.from_json(json.dumps(data))

    @pytest.mark.parametrize("number", [1.5, -1, "3", True, None, [3]])
    @pytest.mark.parametrize("name", ["rounds", "index", "hands", "values", "counts", "loop"])
    def test_no_number_is_taken_for_another(self, name, number):
        data = json.loads(tl.sweep(tl.Camicia(tl.Pack("4- 2J Q")), endless=1).to_json())
        if name == "hands":
            data["longest"][0]["hands"][0][0] = number
        elif name == "loop":
            data["endless"] = [
                {"index": 0, "loop": {"start": 1, "length": number, "cards": 3}, "hands": [], "rest": []}
            ]
        elif name in ("values", "counts"):
            data["cards"]["win"][name][0] = number
        else:
            data["longest"][0][name] = number
        with pytest.raises(ValueError, match=r"^expected a summary that trickloop wrote, got something else: "):
            tl.Summary.from_json(json.dumps(data))

    @pytest.mark.parametrize(
        "text",
        ["", "[]", "3", "{}", "null", "not json", '{"kind": "trickloop summary"}', "[" * 100_000, '{"a":' * 100_000],
        ids=lambda text: text[:20],
    )
    def test_texts_that_are_none(self, text):
        with pytest.raises(ValueError, match=r"^expected a summary that trickloop wrote"):
            tl.Summary.from_json(text)

    def test_a_file_that_is_not_there(self, tmp_path):
        with pytest.raises(FileNotFoundError):
            tl.Summary.load(tmp_path / "no.json")


class TestDistribution:
    @given(st.lists(st.integers(0, 50) | st.integers(0, 2**62)))
    def test_any_numbers(self, numbers):
        check_distribution(distribution(numbers, [1] * len(numbers)), numbers)

    def test_an_interval(self):
        part = distribution([1, 3], [50, 50])
        low, high = part.interval()
        assert (low + high) / 2 == part.mean() == 2
        assert (high - low) / 2 == pytest.approx(1.959964 * part.error())
        for level in (0, 1, 2, -1):
            with pytest.raises(ValueError, match="expected a level between 0 and 1"):
                part.interval(level)

    def test_shares_are_read_as_they_are_written(self):
        # 0.07 * 100 is a little more than 7 in binary fractions.
        part = distribution(range(1, 101), [1] * 100)
        assert [part.quantile(share / 100) for share in range(1, 101)] == list(range(1, 101))
        assert part.quantile(Fraction(1, 3)) == 34
        for share in (-0.1, 1.1, float("nan")):
            with pytest.raises(ValueError, match="expected a share from 0 to 1"):
                part.quantile(share)

    def test_sums_of_any_size(self):
        part = distribution([2**62, 3], [2**61, 1])
        assert part.total == 2**123 + 3
        assert part.squares == 2**185 + 9

    def test_it_cannot_be_written_to(self):
        part = tl.summarize(tl.War(), 5, rng=1).rounds
        with pytest.raises(ValueError, match="read-only"):
            part.values[0] = 1
        assert part != 3
        assert isinstance(part + part, Distribution)


class TestShown:
    def test_one_line(self):
        assert repr(tl.summarize(tl.Camicia(), 100, rng=42)).startswith("Summary(Camicia(): 100 games, mean ")
        assert repr(tl.summarize(tl.War(), 0, rng=42)) == "Summary(War(): 0 games)"
        text = repr(tl.summarize(tl.War.gameofwar(pack=tl.Pack("2J 2Q")), 100, rng=1))
        assert "\n" not in text
        assert text.endswith(" loops)")

    def test_a_small_table(self):
        html = tl.summarize(LOOPING, 100, rng=42)._repr_html_()
        assert html.startswith("<table><caption>War(face_down=1")
        assert "100 games</caption>" in html
        assert "<tr><th>player 1 wins</th><td>" in html
        assert "<th>rounds, finite games</th>" in html
        assert "%" not in tl.summarize(LOOPING, 0, rng=42)._repr_html_()
