"""`trickloop.records`: every record is replayed on both engines, and the loops are the loops they are said to be."""

import json
import shlex
from collections import Counter
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

import trickloop as tl
from command import CASELLA, LONGEST, run
from deals import halves
from trickloop import records
from trickloop.cards import DASH, read_hand
from trickloop.loops import basin, loop_of
from trickloop.records import KINDS, Record, find, get

RECORDS = records.RECORDS
LOOPS = [record for record in RECORDS if record.kind in ("loop", "endless")]
CAMICIA = sorted({record.rules for record in LOOPS if isinstance(record.rules, tl.Camicia)}, key=str)
Hands = tuple[tuple[int, ...], ...]
State = tuple[Hands, int]

caught_for_the_process = pytest.mark.thread_unsafe(reason="what a command writes is caught for all threads")


def cycle_of(record: Record) -> frozenset[State]:
    """Return the states of one turn of a loop of Camicia: the hands, and who leads."""
    assert record.loop is not None
    states = [(ranks_of(record.hands), 1)]
    rounds = tl.trace(record.rules, *record.hands)
    states += [(ranks_of(round_.hands), round_.winner) for round_ in rounds]
    cycle = states[record.loop.start :]
    assert cycle[0] == cycle[-1]
    assert len(set(cycle)) == record.loop.length
    return frozenset(cycle)


def ranks_of(hands: Any) -> Hands:
    return tuple(tuple(0 if rank == DASH else rank for rank in read_hand(hand, 1).ranks) for hand in hands)


def mirrored(cycle: frozenset[State]) -> frozenset[State]:
    return frozenset((hands[::-1], 3 - leader) for hands, leader in cycle)


class TestReplay:
    @pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
    def test_every_record(self, record: Record, engine: str) -> None:
        outcome = record.play(engine)
        for name in ("winner", "ending", "rounds", "tricks", "cards", "wars", "loop"):
            assert getattr(outcome, name) == getattr(record, name), name

    @caught_for_the_process
    def test_the_command_that_is_shown_plays_it(self) -> None:
        for record in RECORDS:
            shown = json.loads(run("records", record.name, "--json")[1])
            program, *words = shlex.split(shown["replay"])
            assert program == "trickloop"
            code, out, err = run(*words, "--json")
            assert (code, err) == (0, "")
            outcome = json.loads(out)["outcome"]
            counts = ("winner", "ending", "rounds", "cards", "wars", "loop")
            assert {name: outcome[name] for name in counts} == {name: shown[name] for name in counts}


class TestWhatIsThere:
    def test_all_published_deals(self, cases: Any) -> None:
        import csv

        there = {record.hands: record for record in RECORDS}
        for row in csv.DictReader(cases("camicia_records.csv").splitlines()):
            record = there[row["player_1"], row["player_2"]]
            assert (record.tricks, record.cards) == (int(row["tricks"]), int(row["cards"]))
            assert (record.loop is not None) == (row["status"] == "loop")

    def test_the_history_of_52_cards(self) -> None:
        # P: each longer than the one before, as it is listed by cards.
        history = find(tl.Camicia(), kind="longest")
        assert [record.cards for record in history] == [4791, 5790, 6913, 7157, 7207, 7224, 7225, 7959, 7972, 8344]
        assert history[-1].hands == LONGEST
        assert get("casella-2024").hands == CASELLA

    def test_the_endless_deals_of_forty_cards(self) -> None:
        # P: 162 deals in 15 loops, which are 9 where a loop and its mirror image are one.
        loops = find(tl.Camicia.italian(), kind="loop")
        endless = find(tl.Camicia.italian(), kind="endless")
        assert len(loops) + len(endless) == 162
        assert sorted(record.deals for record in loops) == [1] * 6 + [2] * 6 + [26, 28, 90]
        sizes = Counter((record.loop.cards, record.loop.length) for record in loops)
        assert sizes.keys() == {(546, 84), (156, 20), (188, 36), (232, 33), (233, 33)}
        assert len({frozenset((record.name, record.mirror)) for record in loops}) == 9
        assert {record.deals for record in loops if record.mirror == record.name} == {26, 28, 90}

    def test_the_endless_deals_of_twenty_cards(self) -> None:
        rules = tl.Camicia(pack=tl.Pack("14- 2J 2Q 2K"))
        found = [rules.pack.rank("".join(record.hands)) for record in find(rules)]
        assert len(found) == 16
        assert found == sorted(found)
        assert (found[0], found[-1]) == (246414, 3371832)

    def test_names_that_are_indices(self) -> None:
        for record in RECORDS:
            words = record.name.split("-")
            if words[0] in ("italian", "half"):
                assert record.rules.pack.rank("".join(record.hands)) == int(words[-1])

    @pytest.mark.parametrize("rules", CAMICIA, ids=lambda rules: str(rules.pack))
    def test_the_loops_are_as_many_as_they_are_said_to_be(self, rules: tl.Camicia) -> None:
        cycles = {record: cycle_of(record) for record in LOOPS if record.rules == rules and record.id is None}
        deals = Counter(cycles.values())
        loops = {record: cycle for record, cycle in cycles.items() if record.kind == "loop"}
        assert len(set(loops.values())) == len(loops)
        assert set(loops.values()) == set(cycles.values())
        for record, cycle in loops.items():
            assert record.deals == deals[cycle]
            assert cycles[get(record.mirror)] == mirrored(cycle)

    def test_the_loops_that_were_grown_have_as_many_deals_as_is_said(self) -> None:
        grown = [record for record in LOOPS if record.id is not None]
        assert len(grown) > 1
        for record in grown:
            cycle = loop_of(record.rules, *record.hands)
            assert cycle.id == record.id
            deals = basin(cycle).deals
            assert record.deals == sum(not deal.mirrored for deal in deals)
            assert [deal.rounds for deal in deals if ranks_of(record.hands) == deal.hands] == [record.loop.start]
            if record.mirror is not None:
                assert mirrored(cycle_of(record)) == cycle_of(get(record.mirror))
        # A loop and its mirror image are listed next to each other, and not a third time.
        assert max(Counter(record.id for record in grown).values()) <= 2
        assert loop_of(tl.Camicia(), *CASELLA).id not in {record.id for record in grown}

    def test_every_record_is_a_deal_of_its_pack_in_equal_hands(self) -> None:
        for record in RECORDS:
            hands = ranks_of(record.hands)
            index = record.rules.pack.rank(hands[0] + hands[1])
            assert halves(record.rules.pack.unrank(index)) == hands

    def test_a_loop_has_what_belongs_to_it(self) -> None:
        for record in RECORDS:
            assert record.kind in KINDS
            assert record.name == record.name.casefold()
            assert record.source
            assert (record.kind in ("loop", "endless")) == (record.loop is not None and record.winner is None)
            assert record.kind == "loop" or (record.deals, record.mirror) == (None, None)
            if record.loop is not None:
                assert record.rounds == record.loop.start + record.loop.length
        assert len({record.name for record in RECORDS}) == len(RECORDS)
        assert {type(record.rules) for record in RECORDS} == {tl.War, tl.Combat, tl.RecursiveCombat, tl.Camicia}


class TestFind:
    def test_all(self) -> None:
        assert find() == records.RECORDS
        assert records.RECORDS is records.RECORDS

    def test_by_rules_or_by_game(self) -> None:
        assert {record.rules for record in find(tl.Camicia())} == {tl.Camicia()}
        assert {type(record.rules) for record in find(tl.Camicia)} == {tl.Camicia}
        assert {type(record.rules) for record in find(tl.Combat)} == {tl.Combat}
        assert sum(len(find(game)) for game in (tl.War, tl.Combat, tl.RecursiveCombat, tl.Camicia)) == len(RECORDS)
        assert find(tl.EndlessWar) == find(tl.War.winamax()) == ()

    def test_by_kind(self) -> None:
        assert sum(len(find(kind=kind)) for kind in KINDS) == len(RECORDS)
        assert {record.kind for record in find(tl.War, kind="loop")} == {"loop"}

    def test_by_name(self) -> None:
        assert get("Nessler-2022") is get("nessler-2022")
        with pytest.raises(
            ValueError, match=r"^expected the name of a record like 'nessler-2022' or .*, got 'nessler'$"
        ):
            get("nessler")
        with pytest.raises(ValueError, match=r"^expected the name of a record like 'paulhus-1999' or .*, got ''$"):
            get("")
        with pytest.raises(TypeError, match=r"^expected the name of a record, got 7$"):
            get(7)  # type: ignore[arg-type]

    @pytest.mark.parametrize("rules", ["camicia", int, 5, tl.Pack])
    def test_no_rules(self, rules: Any) -> None:
        with pytest.raises(TypeError, match=r"^expected the rules of a game or their class, got "):
            find(rules)

    @pytest.mark.parametrize("kind", ["short", "", 3, ["loop"]])
    def test_no_kind(self, kind: Any) -> None:
        with pytest.raises(
            ValueError, match=r"^expected kind to be one of longest, long, loop, endless, example, got "
        ):
            find(kind=kind)

    def test_a_record_is_not_changed(self) -> None:
        with pytest.raises(FrozenInstanceError):
            get("nessler-2022").cards = 9000  # type: ignore[misc]

    def test_no_other_name(self) -> None:
        with pytest.raises(AttributeError, match=r"^module 'trickloop.records' has no attribute 'RECORD'$"):
            records.RECORD  # noqa: B018

    def test_to_dict_has_every_field_and_goes_into_json(self) -> None:
        for record in RECORDS:
            written = record.to_dict()
            assert written.keys() == {field.name for field in fields(Record)}
            assert json.loads(json.dumps(written)) == written


@caught_for_the_process
class TestCommand:
    def test_the_list(self) -> None:
        code, out, err = run("records", "--rules", "italian", "--kind", "longest")
        assert (code, err) == (0, "")
        assert out.splitlines() == [
            "Camicia(pack=Pack('28- 4J 4Q 4K'), payments={11: 1, 12: 2, 13: 3})",
            "  italian-106954227391669  longest    757   4663                N1k06 2026",
        ]
        first = run("records", "--kind", "loop", "--rules", "camicia")[1].splitlines()[1]
        assert " ".join(first.split()) == "casella-2024 loop 66 474 loop 4+62 Casella and others 2024"
        assert run("records")[1].count("\n  ") == len(RECORDS)
        assert run("records", "--rules", "winamax") == (0, "", "")

    def test_one(self) -> None:
        code, out, err = run("records", "casella-2024")
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines[:3] == [
            "name         casella-2024",
            "kind         loop: a deal that never ends, one for each loop listed here",
            "rules        Camicia()",
        ]
        for line in (
            "loop         entered after 4 tricks; one turn is 62 tricks and 440 cards",
            "deals        18 deals of the pack in equal hands fall into this loop",
            "mirror       casella-01",
            "found        by Casella and others 2024",
            "source       arXiv:2403.13855",
        ):
            assert line in lines
        assert lines[-1] == f"trickloop play camicia {' '.join(CASELLA)}"

    def test_every_record_can_be_shown(self) -> None:
        for record in RECORDS:
            code, out, err = run("records", record.name)
            assert (code, err) == (0, "")
            assert f"{record.cards:,} laid" in out
            assert "None" not in out

    def test_json(self) -> None:
        lines = run("records", "--json", "--kind", "loop")[1].splitlines()
        assert [json.loads(line)["name"] for line in lines] == [record.name for record in find(kind="loop")]

    @pytest.mark.parametrize(
        ("words", "error"),
        [
            (("poker",), "expected the name of a record like "),
            (("--kind", "x"), "expected kind to be one of longest, "),
            (("--rules", "poker"), "expected rules to be one of war, "),
            (("casella-2024", "--kind", "loop"), "expected no --kind and no --rules with the name of a record"),
        ],
    )
    def test_mistakes(self, words: tuple[str, ...], error: str) -> None:
        code, out, err = run("records", *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"trickloop: error: {error}")
