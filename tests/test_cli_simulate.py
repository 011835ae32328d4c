"""``trickloop simulate``: what it prints, JSON, CSV, and what it refuses."""

import csv
import json
import os
import re
import shlex
import signal
import time
from pathlib import Path

import pytest

import trickloop as tl
from command import PRESETS, RULES, process, run
from trickloop import _cli_simulate
from trickloop.cli import main


def simulate_json(*words: str) -> dict:
    code, out, err = run("simulate", *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


class TestPrinted:
    def test_what_many_games_come_to(self, engine: str) -> None:
        code, out, err = run("simulate", "camicia", "--games", "200", "--seed", "42", "--engine", engine)
        summary = tl.summarize(tl.Camicia(), 200, rng=42)
        longest = summary.longest[0]
        lines = out.splitlines()
        assert (code, err) == (0, "")
        assert lines[:2] == ["rules        Camicia()", "seed         42"]
        assert re.fullmatch(r"games        200 in \d+\.\d\d s, [\d,]+ games/s", lines[2])
        share = summary.winners[1] / 200
        assert lines[3].startswith(f"winners      player 1 {summary.winners[1]} ({share:.2%}), player 2 ")
        assert "endings      win 200 (100.00%)\n" in out
        assert f"tricks       mean {summary.tricks.mean():.3f} ± {summary.tricks.error():.3f}\n" in out
        assert f"50%: {summary.tricks.quantile(0.5)}, " in out
        assert f"longest      game {longest.index}: {longest.rounds} tricks, {longest.cards:,} cards laid\n" in out
        again = next(line for line in lines if line.startswith("again "))
        assert again == f"again        trickloop play camicia --seed 42 --game {longest.index}"
        assert lines[-1].startswith("engine       played by the ")
        assert max(len(line) for line in lines) <= 80

    @pytest.mark.parametrize("name", [*RULES, *PRESETS])
    def test_the_longest_game_is_played_again(self, name: str) -> None:
        needed = ["--max-rounds", "1000"] if name == "endless-war" else []
        pack = ["--pack", "1 2 3 4 5 6 7 8 9"] if "combat" in name else []
        game = simulate_json(name, "--games", "15", "--seed", "3", *needed, *pack)
        _, out, _ = run("simulate", name, "--games", "15", "--seed", "3", *needed, *pack)
        if not game["longest"]:
            assert "again" not in out
            return
        command = shlex.split(game["longest"][0]["command"])
        assert f"again        {game['longest'][0]['command']}\n" in out
        code, told, _ = run(*command[1:], "--json")
        assert code == 0
        outcome = json.loads(told)
        assert outcome["outcome"]["rounds"] == game["longest"][0]["rounds"]
        assert outcome["hands"] == game["longest"][0]["hands"] or name == "csc427"

    def test_loops_and_games_without_an_end(self) -> None:
        _, out, _ = run("simulate", "gameofwar", "--pack", "2x1 2x2 2x3 2x4 2x5 2x6", "--games", "300", "--seed", "1")
        assert re.search(r"loops        \d+; the longest has \d+ rounds\n", out)
        assert re.search(r"mean .* \(of the \d+ games with an end\)\n", out)
        assert re.search(r"nobody \d+ \(\d+\.\d\d%\)", out)
        _, out, _ = run("simulate", "endless-war", "--max-rounds", "9", "--games", "5", "--seed", "1")
        assert "endings      limit 5 (100.00%)\n" in out
        assert "mean" not in out

    def test_a_fresh_seed_is_told(self) -> None:
        _, out, _ = run("simulate", "war", "--games", "5")
        seed = re.search(r"^seed +(\d+) \(--seed plays them again\)$", out, re.MULTILINE)
        assert seed is not None
        _, again, _ = run("simulate", "war", "--games", "5", "--seed", seed[1])
        assert again.partition("winners")[2] == out.partition("winners")[2]

    def test_no_games(self) -> None:
        code, out, _ = run("simulate", "war", "--games", "0", "--seed", "1")
        assert code == 0
        assert "winners      none\n" in out
        assert simulate_json("war", "--games", "0")["rounds"]["mean"] is None

    def test_workers_change_nothing(self) -> None:
        alone, together = (simulate_json("bicycle", "--games", "100", "--seed", "1", "--workers", n) for n in "13")
        for each in (alone, together):
            del each["seconds"], each["games_per_second"]
        assert alone == together


class TestJson:
    def test_it_says_what_the_summary_says(self) -> None:
        summary = tl.summarize(tl.War(), 150, rng=8)
        data = simulate_json("war", "--games", "150", "--seed", "8", "--workers", "-1")
        assert data["rules"] == "War()"
        assert (data["seed"], data["games"], data["wars"]) == (8, 150, summary.wars)
        assert data["winners"] == {"nobody": summary.winners[None], "1": summary.winners[1], "2": summary.winners[2]}
        assert data["endings"] == {ending.value: games for ending, games in summary.endings.items()}
        for name, part in (("rounds", summary.rounds), ("cards", summary.cards)):
            assert data[name]["mean"] == part.mean()
            assert data[name]["error"] == part.error()
            assert data[name]["quantiles"]["0.5"] == part.quantile(0.5)
            assert (data[name]["min"], data[name]["max"]) == (part.min(), part.max())
        assert [game["game"] for game in data["longest"]] == [game.index for game in summary.longest]
        assert simulate_json("war", "--games", "1", "--seed", "8")["rounds"]["error"] is None


class TestCsv:
    @pytest.mark.parametrize("name", ["gameofwar", "csc427", "camicia"])
    def test_one_line_a_game(self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        # So few at once that they come in several parts.
        monkeypatch.setattr(_cli_simulate, "_AT_ONCE", 7)
        path = tmp_path / "games.csv"
        words = ["simulate", name, "--games", "24", "--seed", "5"]
        if name == "gameofwar":
            words += ["--players", "3", "--pack", "2x1 2x2 2x3 2x4 2x5 2x6"]
        code, out, err = run(*words, "--csv", str(path))
        assert (code, err) == (0, "")
        assert out.partition("winners")[2] == run(*words)[1].partition("winners")[2]
        rules = {
            "gameofwar": tl.War.gameofwar(3, pack=tl.Pack.of(2, 6)),
            "csc427": tl.War.csc427(),
            "camicia": tl.Camicia(),
        }
        outcomes = tl.simulate(rules[name], games=24, rng=5)
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert [row["game"] for row in rows] == list(map(str, range(24)))
        assert [int(row["winner"] or 0) for row in rows] == outcomes.winner.tolist()
        assert [tl.Ending(row["ending"]) for row in rows] == outcomes.ending.tolist()
        for column in ("rounds", "cards", "wars"):
            assert [int(row[column]) for row in rows] == getattr(outcomes, column).tolist()
        for seat in range(rules[name].players):
            assert [int(row[f"round_wins_{seat + 1}"]) for row in rows] == outcomes.round_wins[:, seat].tolist()
        for column in ("loop_start", "loop_length", "loop_cards"):
            assert [int(row[column] or -1) for row in rows] == getattr(outcomes, column).tolist()
        assert os.listdir(tmp_path) == ["games.csv"]

    def test_nothing_is_written_where_something_goes_wrong(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "games.csv"
        path.write_text("before")
        monkeypatch.setattr(_cli_simulate, "_AT_ONCE", 5)
        real, calls = tl.simulate, []

        def fail(*args: object, **options: object) -> object:
            calls.append(args)
            if len(calls) == 3:
                raise RuntimeError("of the test")
            return real(*args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(_cli_simulate, "simulate", fail)
        with pytest.raises(RuntimeError, match="of the test"):
            main(["simulate", "war", "--games", "20", "--csv", str(path)])
        assert path.read_text() == "before"
        assert os.listdir(tmp_path) == ["games.csv"]

    @pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
    def test_ctrl_c_leaves_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "games.csv"
        with process("simulate", "war", "--games", "1e9", "--csv", str(path), "--workers", "2") as started:
            until = time.monotonic() + 30
            while not os.listdir(tmp_path) and time.monotonic() < until:
                time.sleep(0.02)
            time.sleep(0.3)
            started.send_signal(signal.SIGINT)
            _, err = started.communicate(timeout=30)
        assert (started.returncode, err) == (130, "trickloop: interrupted\n")
        assert os.listdir(tmp_path) == []

    @pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there is no device to write to")
    def test_a_device_is_not_replaced(self) -> None:
        assert run("simulate", "war", "--games", "5", "--csv", "/dev/null")[0] == 0
        assert not Path("/dev/null").is_file()

    def test_a_link_stays_one(self, tmp_path: Path) -> None:
        (tmp_path / "real.csv").write_text("before")
        (tmp_path / "link.csv").symlink_to("real.csv")
        assert run("simulate", "war", "--games", "5", "--csv", str(tmp_path / "link.csv"))[0] == 0
        assert (tmp_path / "link.csv").is_symlink()
        assert (tmp_path / "real.csv").read_text().startswith("game,winner,")


class TestMistakes:
    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("warr", r"expected rules to be one of war, .*, got 'warr'"),
            ("", r"expected rules to be one of war, .*, got nothing"),
            ("war --games -5", r"expected --games from 0 to \d+, got -5"),
            ("war --games 1.5", r"expected an integer for --games, got '1.5'"),
            ("war --games many", r"expected an integer for --games, got 'many'"),
            ("war --games 1e99", r"expected --games from 0 to \d+, got a long integer"),
            ("war --seed -1", r"expected --seed to be at least 0, got -1"),
            ("war --workers 0", r"expected workers to be at least 1, or -1 for all cores, got 0"),
            ("war --workers two", r"expected an integer for --workers, got 'two'"),
            ("war --csv /nowhere/at/all.csv", r"/nowhere/at/all.csv: No such file or directory"),
            ("war --csv /", r"/: Is a directory"),
            ("war --engine fast", r"argument --engine: invalid choice: .*"),
            ("war --pack J", r"expected a pack of 2 to \d+ cards, got 1"),
            ("combat --pack 2J", r"expected distinct cards in the pack of Combat, got 2 of J"),
            ("endless-war", r"expected --max-rounds, which endless-war needs"),
            ("war --hands 3", r"expected an option that war has \(.*--csv, --engine\), got '--hands'"),
            ("war 2 3", r"expected an option that war has .*, got '2'"),
        ],
    )
    def test_they_are_told_in_one_line(self, words: str, message: str) -> None:
        code, out, err = run("simulate", *words.split())
        assert (code, out) == (2, "")
        assert re.fullmatch(rf"trickloop: error: {message}\n", err), err

    def test_the_examples_run(self) -> None:
        lines = re.findall(r"^  trickloop (simulate .*)$", run("simulate", "--help")[1], re.MULTILINE)
        assert len(lines) == 4
        for line in lines:
            words = shlex.split(line.replace("1e6", "20").replace("1e5", "20").replace("--csv combat.csv", ""))
            words = words if "--games" in words else [*words, "--games", "20"]
            assert run(*words)[0] == 0
