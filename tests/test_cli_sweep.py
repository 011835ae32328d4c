"""``trickloop sweep``: what it prints, JSON, and what it refuses."""

import json
import re
import shlex
import sys
from typing import Any

import pytest

import trickloop as tl
from command import play_json, run
from conftest import on_the_core
from trickloop.cli import main

HALF = "camicia", "--pack", "14- 2J 2Q 2K"
SEATS = "war", "--pack", "2x1 2x2 2x3 2x4", "--pickup", "seat-order"


def lines_of(*words: str) -> list[str]:
    code, out, err = run("sweep", *words)
    assert (code, err) == (0, "")
    return out.splitlines()


def json_of(*words: str) -> Any:
    return json.loads(lines_of(*words, "--json")[-1])


def error_of(*words: str) -> str:
    code, out, err = run("sweep", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err.removeprefix("trickloop: error: ").rstrip("\n")


class TestPrinted:
    def test_all_deals(self, engine: str) -> None:
        lines = lines_of(*SEATS, "--endless", "2", "--engine", engine)
        assert lines[0] == "rules        War(pickup='seat-order', pack=Pack('2x1 2x2 2x3 2x4'))"
        assert re.fullmatch(r"deals        all 2,520 in \d+\.\d\d s, [\d,]+ deals/s", lines[1])
        assert lines[2:6] == [
            "winners      player 1 784 (31.11%), player 2 884 (35.08%), nobody 852 (33.81%)",
            "endings      win 1,668 (66.19%), loop 752 (29.84%), draw 100 (3.97%)",
            "rounds       mean 3.751, 6,632 in all (of the 1,768 games with an end)",
            "             1%: 1, 5%: 1, 25%: 2, 50%: 3, 75%: 5, 95%: 8, 99%: 11, most: 14",
        ]
        assert lines[8:17] == [
            "wars         1,604 in all (of the 1,768 games with an end)",
            "loops        752; the longest has 24 rounds",
            "longest      deal 658: 14 rounds, 30 cards laid",
            "player 1     2 1 1 4",
            "player 2     4 3 2 3",
            'again        trickloop play war --pickup seat-order --pack "2x1 2x2 2x3 2x4" --index 658',
            "endless      11: 1 1 2 3 / 3 4 4 2, a loop of 24 rounds after 4",
            "             15: 1 1 2 3 / 4 3 4 2, a loop of 24 rounds after 4",
            "             and 750 more (--endless N lists N of them)",
        ]
        assert lines[17].startswith("engine       played by the ")

    def test_the_longest_is_played_again(self, capsys: pytest.CaptureFixture[str]) -> None:
        again = next(line for line in lines_of(*SEATS) if line.startswith("again "))
        assert main(shlex.split(again)[2:]) == 0
        assert "14 (player 1 won" in capsys.readouterr().out

    def test_a_slice(self, engine: str) -> None:
        lines = lines_of(*HALF, "--start", "246_400", "--stop", "246500", "--workers", "2", "--engine", engine)
        assert lines[1].startswith("deals        100 of 3488400, from 246400 on, in ")
        assert "endless      246414: ------K-J- / -J--K-Q-Q-, a loop of 10 tricks after 1" in lines
        assert not any("wars" in line or "more" in line for line in lines)

    def test_no_loops_and_no_deals(self) -> None:
        assert not any("endless" in line for line in lines_of("combat", "--pack", "1 2 3 4"))
        lines = lines_of("combat", "--pack", "1 2 3 4", "--start", "24")
        assert lines[1].startswith("deals        0 of 24, from 24 on, in ")
        assert lines[2:4] == ["winners      none", "endings      none"]

    def test_progress(self) -> None:
        code, _, err = run("sweep", *SEATS, "--progress")
        assert code == 0
        # A slow machine says more before.
        assert re.fullmatch(
            r"trickloop: 2,520 of 2,520 deals \(100\.0%\) in \d+ s, [\d,]+ deals/s", err.splitlines()[-1]
        )

    def test_progress_where_there_is_no_stderr(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stderr", None)
        assert main(["sweep", *SEATS, "--progress", "--json"]) == 0

    @on_the_core
    def test_the_examples_of_the_help(self, engine: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            raise SystemExit(main(["sweep", "--help"]))
        text = capsys.readouterr().out
        assert max(map(len, text.splitlines())) <= 80
        examples = [line.strip() for line in text.splitlines() if line.startswith("  trickloop ")]
        assert len(examples) == 3
        for example in examples:
            assert main(shlex.split(example.replace("1e8", "1e5"))[1:]) == 0


class TestJson:
    def test_numbers_of_deals_are_text(self, engine: str) -> None:
        written = json_of(*HALF, "--start", "246_400", "--stop", "246500", "--longest", "2", "--engine", engine)
        summary = tl.sweep(tl.Camicia(tl.Pack("14- 2J 2Q 2K")), 246_400, 246_500, longest=2)
        assert (written["deals"], written["start"], written["stop"]) == ("3488400", "246400", "246500")
        assert (written["games"], written["loops"], written["longest_loop"]) == (100, 1, 10)
        assert written["winners"] == {"nobody": 1, "1": summary.winners[1], "2": summary.winners[2]}
        assert written["cards"]["total"] == summary.cards.total
        assert written["rounds"]["max"] == summary.rounds.max()
        assert [game["index"] for game in written["longest"]] == [str(game.index) for game in summary.longest]
        assert written["endless"] == [
            {
                "index": "246414",
                "hands": [list("------K-J-"), list("-J--K-Q-Q-")],
                "left_over": [],
                "loop": {"start": 1, "length": 10, "cards": 74},
            }
        ]
        assert (written["endless_not_listed"], written["engine"]) == (0, engine)

    def test_what_is_not_listed_is_counted(self) -> None:
        written = json_of(*SEATS, "--endless", "2", "--longest", "0")
        assert (len(written["endless"]), written["endless_not_listed"], written["loops"]) == (2, 750, 752)
        assert written["longest"] == []
        assert written["wars"] == {"total": 1604}
        assert len(json_of(*SEATS)["endless"]) == 752

    def test_indices_of_any_length(self) -> None:
        written = json_of("camicia", "--start", "100000000000000000000", "--stop", "100000000000000000003")
        assert (written["games"], written["deals"]) == (3, "653534134886878245000")
        indices = sorted(game["index"] for game in written["longest"])
        assert indices == [f"10000000000000000000{last}" for last in range(3)]
        again = shlex.split(written["longest"][0]["command"])
        assert again[:2] == ["trickloop", "play"]
        assert play_json(*again[2:])["outcome"]["cards"] == written["longest"][0]["cards"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ((), "expected rules to be one of war, "),
        (("bicycle",), "expected rules without chance, as a deal is played once, got pickup='random'"),
        (("endless-war", "--max-rounds", "3"), "expected rules without chance, "),
        (("camicia", "--pack", "J"), "expected a pack of 2 to "),
        ((*HALF, "--start", "-1"), "expected start from 0 to 3488400, got -1"),
        ((*HALF, "--stop", "4e6"), "expected stop from 0 to 3488400, got 4000000"),
        ((*HALF, "--start", "7", "--stop", "6"), "expected start to be at most stop, got start 7 and stop 6"),
        ((*HALF, "--start", "1.5"), "expected an integer for --start, got '1.5'"),
        ((*HALF, "--stop", "x"), "expected an integer for --stop, got 'x'"),
        ((*HALF, "--endless", "-1"), "expected --endless from 0 to "),
        ((*HALF, "--longest", "-1"), "expected --longest from 0 to "),
        ((*HALF, "--workers", "0"), "expected workers to be at least 1"),
        ((*HALF, "--players", "3"), "expected an option that camicia has (--pack, --payments, --start, --stop"),
        ((*HALF, "--seed", "3"), "expected an option that camicia has "),
    ],
)
def test_mistakes(words: tuple[str, ...], error: str) -> None:
    assert error_of(*words).startswith(error)
