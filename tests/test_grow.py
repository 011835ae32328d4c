"""Growing endless deals: what is found is true, the same for a seed, and goes on where it was left."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from command import CASELLA, process, run
from conftest import needs_core
from trickloop import Camicia, Ending, Pack, play
from trickloop._reference.walk import SOURCES
from trickloop.loops import Growth, basin, grow, loop_of
from trickloop.records import find

SMALL = Pack("6- 2J 2Q 2K 2A")
# A deal of it that never ends.
LOOPING = "QJ-AK-Q", "K---A-J"
CYCLE = loop_of(Camicia(), *CASELLA)
pytestmark = needs_core


# shared/facts.md has the numbers of endless deals from playing all deals of both packs.
@pytest.mark.parametrize(("pack", "steps", "deals"), [("6- 2J 2Q 2K 2A", 500, 1260), ("7- 2J 2Q 2K 2A", 1000, 6030)])
def test_all_endless_deals_of_a_small_pack_are_grown(pack: str, steps: int, deals: int) -> None:
    found = grow(Pack(pack), seed=1, steps=steps)
    assert sum(one.deals or 0 for one in found.classes) == deals


def test_what_is_grown_of_the_italian_pack_is_known() -> None:
    # All deals of it were played in 2026: 162 never end.
    endless = {record.hands for kind in ("loop", "endless") for record in find(Camicia.italian(), kind=kind)}
    assert len(endless) == 162
    found = grow(Camicia.italian(), seed=4, steps=4000)
    assert len(found.classes) > 10
    met = 0
    for one in found.classes:
        cycle = one.cycle(found.rules)
        assert (cycle.id, cycle.length, cycle.cards) == (one.id, one.length, one.cards)
        deals = basin(cycle).deals
        assert len(deals) == one.deals
        met += len(deals)
        for deal in deals:
            assert tuple("".join("-JQK"[rank and rank - 10] for rank in hand) for hand in deal.hands) in endless
        if one.deal is not None:
            assert play(found.rules, *one.deal, engine="reference").ending is Ending.LOOP
    assert met >= 36
    # No change of a loop leads to this one, so far as is known.
    assert (20, 156, 28, "woven") in {(one.length, one.cards, one.deals, one.change) for one in found.balanced}


def test_casellas_loop_leads_to_others_with_as_many_deals() -> None:
    found = grow(start=CYCLE, seed=1, steps=2500)
    assert {(one.length, one.deals) for one in found.balanced} >= {(62, 28)}
    assert CYCLE.id not in {one.id for one in found.classes}


def test_52_cards_from_nothing() -> None:
    found = grow(seed=7, loops=1, steps=4000)
    assert found.classes
    assert sum(hand.count("-") for hand in found.classes[0].hands) == 36
    assert loop_of(Camicia(), *found.classes[0].hands).id == found.classes[0].id


def test_both_engines_grow_the_same() -> None:
    assert grow(SMALL, seed=1, steps=18, engine="reference") == grow(SMALL, seed=1, steps=18, engine="core")


def test_the_same_for_a_seed_and_another_for_another() -> None:
    first, again, other = (grow(SMALL, seed=seed, steps=150) for seed in (5, 5, 6))
    assert first == again != other
    assert first.seed == 5
    assert list(first.tries) == list(first.loops) == list(SOURCES)
    assert first.steps == 150


def test_two_walks_in_processes_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Turns of a step or two: who comes to a loop in fewer steps is heard first, however busy the machine.
    monkeypatch.setattr("trickloop._grow.TURN", 0.001)
    found = [grow(SMALL, seed=3, steps=301, workers=2, file=tmp_path / str(number)) for number in range(2)]
    assert {one.id for one in found[0].classes} == {one.id for one in found[1].classes}
    assert {one.walk for one in found[0].classes} == {0, 1}
    told = json.loads((tmp_path / "0").read_text())["told"]
    assert [walk["steps"] for walk in told] == [150, 151]
    assert all(sum(walk["new"]) for walk in told)
    assert found[0].tries == found[1].tries
    assert found[0].steps == 301
    more = grow(SMALL, steps=10, workers=1, file=tmp_path / "0")
    assert more.steps == 311


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    whole = grow(SMALL, seed=9, steps=300, file=tmp_path / "whole")
    for steps in (1, 120, 0, 179):
        parts = grow(SMALL, seed=9, steps=steps, file=tmp_path / "parts")
    assert parts == whole == grow(SMALL, seed=9, steps=300)
    assert os.listdir(tmp_path) == ["parts", "whole"] or os.listdir(tmp_path) == ["whole", "parts"]
    files = [json.loads((tmp_path / name).read_text()) for name in ("parts", "whole")]
    assert files[0]["walks"] == files[1]["walks"]


def test_from_a_loop_it_goes_on_as_well(tmp_path: Path) -> None:
    for steps in (400, 300):
        parts = grow(start=CYCLE, seed=1, steps=steps, file=tmp_path / "parts")
    # The file knows where it started.
    assert grow(steps=50, file=tmp_path / "parts") == grow(start=CYCLE, seed=1, steps=750)
    assert parts.steps == 700


def test_ctrl_c_saves(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    found = grow(
        SMALL, seed=9, hours=0.05, file=tmp_path / "it", progress=lambda *_: signal.raise_signal(signal.SIGINT)
    )
    assert found.interrupted
    assert signal.getsignal(signal.SIGINT) == before
    steps = json.loads((tmp_path / "it").read_text())["walks"][0]["walk"]["steps"]
    assert found.steps == steps > 0
    assert grow(SMALL, steps=40, file=tmp_path / "it") == grow(SMALL, seed=9, steps=steps + 40)


@pytest.mark.skipif(os.name != "posix", reason="a Ctrl-C is sent otherwise elsewhere")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_of_the_command(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "it"
    with process(
        *("grow", "--pack", "6- 2J 2Q 2K 2A", "--hours", "1", "--workers", workers, "--file", str(file), "--json"),
        start_new_session=True,
    ) as started:
        time.sleep(3)
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=30)
    assert (started.returncode, err) == (130, "")
    told = json.loads(out)
    assert told["interrupted"]
    assert told["steps"] == sum(walk["walk"]["steps"] for walk in json.loads(file.read_text())["walks"]) > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pack": Pack("7- 2J 2Q 2K 2A")}, "expected pack '6- 2J 2Q 2K 2A' as in "),
        ({"pack": Camicia(pack=SMALL, payments={11: 4, 12: 3, 13: 2, 14: 1})}, "expected payments .* as in "),
        ({"seed": 2}, "expected seed 1 as in "),
        ({"start": loop_of(Camicia(pack=SMALL), *LOOPING)}, "expected start .* as in "),
    ],
)
def test_a_file_of_another_search_is_left_alone(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    file = tmp_path / "it"
    grow(SMALL, seed=1, steps=40, file=file)
    before = file.read_bytes()
    with pytest.raises(ValueError, match=message):
        grow(**{"pack": SMALL, "steps": 10, "file": file} | options)
    assert file.read_bytes() == before


def test_a_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "it"
    grow(SMALL, seed=1, steps=40, file=file)
    file.write_text(file.read_text().replace('"sprouts":true', '"sprouts":false'))
    with pytest.raises(ValueError, match="complete and as it was written"):
        grow(SMALL, steps=1, file=file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file of a search"),
        ("[]", "the file of a search"),
        ('{"format": "other"}', "the file of a search"),
        ("\udcff", "the file of a search"),
        ('{"format": "trickloop grow", "version": 99}', "of version 3, got version 99"),
        ('{"format": "trickloop grow", "version": 3}', "complete"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "it"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(ValueError, match=message):
        grow(SMALL, steps=1, file=file)
    assert file.read_text(encoding="utf-8", errors="surrogateescape") == text


@pytest.mark.parametrize(
    ("pack", "options", "error", "message"),
    [
        ("6- 2J", {}, TypeError, "expected a Pack or rules of Camicia, got '6- 2J'"),
        (Pack("62- 4J"), {}, ValueError, "at most 63 cards"),
        (Pack("10- 32J"), {}, ValueError, "31 of them court cards"),
        (Pack("10-"), {}, ValueError, "court cards among them"),
        (Camicia(payments={11: 5}), {}, ValueError, r"payments from 1 to 4, got \[5\]"),
        (Camicia(payments={11: 1, 12: 1}), {}, ValueError, r"different payments"),
        (SMALL, {"steps": -1}, ValueError, "steps to be at least 0"),
        (SMALL, {"steps": 1.5}, TypeError, "steps"),
        (SMALL, {"loops": -1}, ValueError, "loops to be at least 0"),
        (SMALL, {"hours": -1}, ValueError, "hours to be a number from 0 on"),
        (SMALL, {"hours": float("nan")}, ValueError, "hours to be a number from 0 on"),
        (SMALL, {"workers": 0}, ValueError, "workers"),
        (SMALL, {"seed": -1}, ValueError, "at least 0"),
        (SMALL, {"engine": "other"}, ValueError, "engine"),
        (SMALL, {"progress": 3, "steps": 1}, TypeError, "progress"),
        (SMALL, {"start": "J-"}, TypeError, "loops as loop_of returns them"),
        (SMALL, {"start": CYCLE}, ValueError, "expected a loop of cards of 6- 2J 2Q 2K 2A"),
        (Camicia.italian(), {"start": CYCLE}, ValueError, "expected a loop of Camicia"),
    ],
)
def test_bad_input(pack: Any, options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        grow(pack, **options)


def test_progress_is_told_by_the_first_limit() -> None:
    told: list[tuple[int, int]] = []
    grow(SMALL, seed=1, steps=60, hours=1, progress=lambda *done: told.append(done))
    assert told[-1] == (60, 60)


def test_nothing_is_asked_for() -> None:
    found = grow(SMALL, seed=1, steps=0)
    assert isinstance(found, Growth)
    assert (found.classes, found.steps) == ((), 0)
    assert grow(SMALL, seed=1, loops=0).steps == grow(SMALL, seed=1, hours=0).steps == 0


def test_the_command() -> None:
    code, out, err = run("grow", "--pack", str(SMALL), "--steps", "200", "--seed", "1", "--json")
    assert (code, err) == (0, "")
    found = grow(SMALL, seed=1, steps=200)
    assert json.loads(out) | {"seconds": 0} == json.loads(json.dumps(found.to_dict())) | {
        "seconds": 0,
        "classes": [one | {"seconds": pytest.approx(one["seconds"], abs=60)} for one in found.to_dict()["classes"]],
    }
    code, out, err = run("grow", "--pack", str(SMALL), "--steps", "200", "--seed", "1", "--all")
    assert (code, err) == (0, "")
    assert f"  player 1  {found.classes[0].deal[0]}\n" in out  # type: ignore[index]
    assert "balanced deals in" in out
    code, out, err = run("grow", "--steps", "2", "--seed", "1", "--start", *CASELLA)
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--minutes", "1", "--hours", "1"], "--hours or --minutes"),
        (["--minutes", "x"], "for --minutes, got 'x'"),
        (["--steps", "x"], "integer for --steps"),
        (["--pack", "x"], "x"),
        (["--start", "J", "-"], "never ends"),
    ],
)
def test_mistakes_in_the_command(words: list[str], message: str) -> None:
    code, out, err = run("grow", *words)
    assert (code, out) == (2, "")
    assert message in err
