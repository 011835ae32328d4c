"""The command ``trickloop bench``: what it measures, and that it says what it measured."""

import json
import os
import shlex
import signal
from typing import Any

import pytest

import trickloop as tl
from command import process, run
from conftest import needs_core
from trickloop import _engine
from trickloop._cli_bench import GAMES

QUICK = "--games", "1", "--seconds", "0.01"


def measure(*words: str) -> Any:
    code, out, err = run("bench", *words, "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    return json.loads(out)


@pytest.fixture(scope="module")
def measured() -> Any:
    return measure(*QUICK)


def test_a_row_for_each_game_and_for_each_kernel_of_camicia(measured: Any) -> None:
    kernels = list(_engine.default.batch.KERNELS)
    rows = [(row["words"], row["kernel"]) for row in measured["rows"]]
    assert rows[: len(kernels)] == [("camicia", kernel) for kernel in kernels]
    assert rows[len(kernels) :] == [(words, kernels[-1] if words == "italian" else None) for words in [*GAMES][1:]]
    assert measured["kernel"] == " ".join(kernels)
    assert (measured["engine"], measured["seed"]) == (tl.ENGINE, 1)
    info = json.loads(run("info", "--json")[1])
    assert {key: measured[key] for key in info if key != "kernel"} == {
        key: info[key] for key in info if key != "kernel"
    }


def test_the_games_are_those_of_the_words(measured: Any) -> None:
    for row in measured["rows"]:
        simulated = json.loads(run("simulate", *shlex.split(row["words"]), "--games", "1", "--json")[1])
        assert simulated["rules"] == row["rules"]
        summary = tl.summarize(GAMES[row["words"]], 1, rng=1)
        assert row["games"] == 1
        assert row["rounds"] == summary.rounds_of().total
        assert row["cards"] == summary.cards_of().total


def test_the_speeds_follow_from_the_seconds(measured: Any) -> None:
    for row in measured["rows"]:
        assert row["seconds"] > 0
        assert row["games_per_second"] == pytest.approx(row["games"] / row["seconds"])
        if row["words"] == "recursive-combat":
            assert row["ns_per_card"] is row["ns_per_round"] is None
        else:
            assert row["ns_per_card"] * row["cards"] == pytest.approx(1e9 * row["seconds"])
            assert row["ns_per_round"] * row["rounds"] == pytest.approx(1e9 * row["seconds"])


@needs_core
def test_the_reference_plays_the_first_of_the_games() -> None:
    for row in measure(*QUICK, "--engine", "core")["rows"]:
        reference = row["reference"]
        assert 1 <= reference["games"] <= row["games"]
        summary = tl.summarize(GAMES[row["words"]], reference["games"], rng=1)
        assert (reference["rounds"], reference["cards"]) == (summary.rounds_of().total, summary.cards_of().total)
        assert row["times_the_reference"] > 0
        if row["ns_per_card"]:
            ns = reference["seconds"] / reference["cards"] * 1e9
            assert row["times_the_reference"] == pytest.approx(ns / row["ns_per_card"])


def test_the_reference_alone() -> None:
    measured = measure(*QUICK, "--engine", "reference")
    assert (measured["engine"], measured["kernel"], measured["chosen_by"]) == (
        "reference",
        "none",
        "--engine reference",
    )
    assert [row["words"] for row in measured["rows"]] == [*GAMES]
    for row in measured["rows"]:
        assert row["reference"] is row["times_the_reference"] is None


def test_the_table_can_be_quoted() -> None:
    code, out, err = run("bench", *QUICK)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith(f"trickloop {run('--version')[1].split(maxsplit=1)[1].strip()}, the {tl.ENGINE} engine")
    assert lines[5].split() == ["rules", "kernel", "games/s", "ns/card", "ns/round", "x", "ref."]
    rows = lines[6:]
    assert len(rows) == len(GAMES) + len(_engine.default.batch.KERNELS) - 1
    assert max(map(len, lines[5:])) <= 80
    assert {len(line) for line in lines[5:]} == {len(rows[0])}
    assert [words for words in GAMES if not any(row.startswith(f"{words} ") for row in rows)] == []


def test_without_a_number_of_games_it_plays_as_many_as_there_is_time_for() -> None:
    rows = measure("--seconds", "0.2", "--engine", "reference")["rows"]
    games = {row["words"]: row["games"] for row in rows}
    assert games["italian"] > games["endless-war --max-rounds 10000"] >= 1


@needs_core
def test_kernels_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = _engine.load("core").batch
    chosen = []
    monkeypatch.setattr(batch, "choose_kernel", chosen.append)
    rows = measure(*QUICK, "--engine", "core", "--kernel", "scalar", "--kernel", "scalar")["rows"]
    assert [row["kernel"] for row in rows if row["kernel"]] == ["scalar", "scalar"]
    assert [row["words"] for row in rows if row["kernel"]] == ["camicia", "italian"]
    assert set(chosen[:-1]) == {"scalar"}
    # What plays after it plays as before.
    assert chosen[-1] == batch.KERNELS[-1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "expected --games to be at least 1, got 0"),
        (["--games", "-5"], "expected --games from 0 to 9223372036854775807, got -5"),
        (["--games", "1.5"], "expected an integer for --games, got '1.5'"),
        (["--seconds", "0"], "expected --seconds to be a number above 0, 1000000 at most, got '0'"),
        (["--seconds", "nan"], "expected --seconds to be a number above 0, 1000000 at most, got 'nan'"),
        (["--seconds", "1e7"], "expected --seconds to be a number above 0, 1000000 at most, got '1e7'"),
        (["--seconds", "soon"], "expected --seconds to be a number above 0, 1000000 at most, got 'soon'"),
        (["--kernel", "mmx"], "on this machine, got 'mmx'"),
        (["camicia"], "unrecognized arguments: camicia"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(words: list[str], message: str) -> None:
    code, out, err = run("bench", *words)
    assert (code, out) == (2, "")
    assert err.startswith("trickloop: error: ")
    assert err.endswith(f"{message}\n")


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("words", [[], ["--engine", "reference"]])
def test_ctrl_c(words: list[str]) -> None:
    with process("bench", "--seconds", "600", *words) as started:
        assert started.stdout is not None
        # The head of the table is shown before the first game.
        while not started.stdout.readline().startswith("rules"):
            pass
        started.send_signal(signal.SIGINT)
        assert started.wait(20) == 130
        assert started.stderr is not None
        assert started.stderr.read() == "trickloop: interrupted\n"
