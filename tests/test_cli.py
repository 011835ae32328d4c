"""The command ``trickloop`` apart from ``play``, and as a process where pipes and signals matter."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from dataclasses import fields
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import trickloop as tl
from command import LONGEST, PRESETS, RULES, process, run
from trickloop import _cli_info, _cli_options, _engine
from trickloop.cli import COMMANDS, main

EXAMPLE = "Player 1:\n9\n2\n6\n3\n1\n\nPlayer 2:\n5\n8\n4\n7\n10\n"


class TestCombat:
    def test_both_answers(self, tmp_path: Path) -> None:
        path = tmp_path / "input.txt"
        path.write_text(EXAMPLE)
        assert run("combat", str(path)) == (0, "part 1: 306\npart 2: 291\n", "")
        code, out, _ = run("combat", "--json", str(path))
        assert (code, json.loads(out)) == (0, {"part1": 306, "part2": 291, "part1_loop": None})

    def test_part_1_may_be_endless(self, tmp_path: Path) -> None:
        path = tmp_path / "input.txt"
        path.write_text("Player 1:\n43\n19\n\nPlayer 2:\n2\n29\n14\n")
        assert run("combat", str(path)) == (
            0,
            "part 1: none, the game never ends: the decks of round 1 come back every 6 rounds\npart 2: 105\n",
            "",
        )
        _, out, _ = run("combat", str(path), "--json")
        assert json.loads(out) == {
            "part1": None,
            "part2": 105,
            "part1_loop": {"start": 0, "length": 6, "cards": 12},
        }

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(EXAMPLE.encode(encoding))))
        assert run("combat", "-") == (0, "part 1: 306\npart 2: 291\n", "")

    def test_what_cannot_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("bad.txt").write_bytes(b"Player 1:\n\xff9")
        Path("no.txt").write_text("Player 1:\n9\n\nPlayer 2:\nabc")
        error = "trickloop: error:"
        assert run("combat", "none.txt") == (2, "", f"{error} none.txt: No such file or directory\n")
        assert run("combat", "bad.txt") == (
            2,
            "",
            f"{error} bad.txt: expected text, got bytes that are none at offset 10\n",
        )
        assert run("combat", "no.txt") == (2, "", f"{error} line 5: expected a card, got 'abc'\n")
        code, out, err = run("combat", ".")
        assert (code, out, err.count("\n")) == (2, "", 1)
        monkeypatch.setattr(sys, "stdin", None)
        assert run("combat", "-") == (2, "", f"{error} standard input is closed\n")

    def test_a_file_is_required(self) -> None:
        assert run("combat") == (2, "", "trickloop: error: the following arguments are required: FILE\n")


class TestRules:
    def test_all_rules_and_options_are_listed(self) -> None:
        code, out, err = run("rules")
        assert (code, err) == (0, "")
        for name in RULES:
            assert f"\n{name}\n" in f"\n{out}"
        for name in PRESETS:
            assert re.search(rf"^  {name} +\S", out, re.MULTILINE)
        for game in (tl.War, tl.EndlessWar, tl.Combat, tl.RecursiveCombat, tl.Camicia):
            for field in fields(game):
                assert re.search(rf"^  {_cli_options.option_of(field)} +\S.*", out, re.MULTILINE)
        assert out.count("Source") == len(RULES) + len(PRESETS)
        assert max(map(len, out.splitlines())) <= 90
        assert "`" not in out

    def test_values_and_defaults(self) -> None:
        _, out, _ = run("rules")
        assert "\n  --players       How many sit at the table, 2 to 16 [2]\n" in out
        assert "\n  --short         lose, first-out, last-card, shorten, longest, draw [lose]\n" in out
        assert "[2 to A, 4 of each]" in out
        assert "[1 to 50, 1 of each]" in out
        assert "[J=1 Q=2 K=3 A=4]" in out
        assert "= war --face-down 3 --pickup seat-order --short draw\n" in out
        assert '= camicia --pack "28- 4J 4Q 4K" --payments "J=1 Q=2 K=3"\n' in out

    def test_only_what_can_be_played_is_offered(self) -> None:
        _, out, _ = run("rules")
        offered = " ".join(out.split()).partition("--pickup ")[2].partition(" [")[0].split(", ")
        assert offered[:2] == ["winner-first", "loser-first"]
        for pickup in offered:
            tl.War(pickup=pickup)

    def test_one_in_full(self) -> None:
        code, out, _ = run("rules", "War")
        assert code == 0
        assert out.startswith("War: the highest card takes the table, equal cards fight.\n\nAll players who ")
        assert "\nOptions\n-------\n--players: int, default 2\n    How many sit at the table" in out
        assert '    - "as-revealed": in the order laid\n' in out
        assert "\nPresets\n-------\ninterview " in out
        assert ">>>" not in out
        assert max(map(len, out.splitlines())) <= 90

    @pytest.mark.parametrize("name", [*RULES, *PRESETS])
    def test_each_has_its_source(self, name: str) -> None:
        code, out, err = run("rules", name)
        assert (code, err) == (0, "")
        assert "Source" in out

    def test_a_preset_in_full(self) -> None:
        _, out, _ = run("rules", "winamax")
        assert "In Python    War(face_down=3, pickup='seat-order', short='draw')\n" in out
        assert "In a shell   trickloop play war --face-down 3 --pickup seat-order --short draw\n" in out

    def test_unknown_rules(self) -> None:
        code, out, err = run("rules", "poker")
        assert (code, out) == (2, "")
        assert err.endswith(", italian, got 'poker'\n")


class TestInfo:
    KEYS = (
        *("trickloop", "engine", "chosen_by", "core", "compiler", "kernel"),
        *("python", "numpy", "platform", "cpu", "cpu_features", "cpus_usable"),
    )

    def test_text_and_json_say_the_same(self) -> None:
        code, out, err = run("info", "--json")
        facts = json.loads(out)
        assert (code, err) == (0, "")
        assert tuple(facts) == self.KEYS
        assert facts["engine"] == tl.ENGINE
        assert facts["python"].endswith(sys.version.split()[0])
        _, out, _ = run("info")
        assert [line[14:] for line in out.splitlines()] == list(facts.values())

    def test_the_core(self, engine: str) -> None:
        facts = json.loads(run("info", "--json")[1])
        if engine == "core":
            assert facts["core"] == "compiled"
            assert facts["compiler"] == getattr(_engine.load("core").orbit, "COMPILER", "unknown")
        assert facts["kernel"] == _engine.default.batch.KERNELS[-1]

    @pytest.mark.parametrize(
        ("core", "compiler"),
        [(SimpleNamespace(COMPILER="gcc 1.2"), "gcc 1.2"), (SimpleNamespace(), "unknown")],
    )
    def test_the_compiler_is_told_where_the_core_tells_it(
        self, monkeypatch: pytest.MonkeyPatch, core: object, compiler: str
    ) -> None:
        modules = {"trickloop._core.orbit": core, "trickloop._engine": _engine}
        monkeypatch.setattr(_cli_info, "import_module", modules.__getitem__)
        facts = json.loads(run("info", "--json")[1])
        assert (facts["core"], facts["compiler"]) == ("compiled", compiler)

    @pytest.mark.parametrize(
        ("error", "state"),
        [
            (ModuleNotFoundError("no", name="trickloop._core"), "not compiled"),
            (ModuleNotFoundError("no", name="trickloop._core.orbit"), "not compiled"),
            (ModuleNotFoundError("no libx", name="libx"), "broken: no libx"),
            (ImportError("undefined symbol"), "broken: undefined symbol"),
        ],
    )
    def test_no_core(self, monkeypatch: pytest.MonkeyPatch, error: Exception, state: str) -> None:
        def import_module(name: str) -> Any:
            if name == "trickloop._engine":
                return _engine
            raise error

        monkeypatch.setattr(_cli_info, "import_module", import_module)
        assert json.loads(run("info", "--json")[1])["core"] == state

    @pytest.mark.parametrize(
        ("text", "cpu", "features"),
        [
            (
                "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nflags\t: fpu avx2 sse4_2 avx bmi2 avx512f\n"
                "processor\t: 1\nmodel name\t: Some other\nflags\t\t: fpu\n",
                "Some CPU @ 2 GHz",
                "sse4_2 avx avx2 bmi2 avx512f",
            ),
            ("Model\t: Raspberry\nFeatures\t: fp asimd\n", "Raspberry", "asimd"),
            ("model name\t: Old\nflags\t: fpu mmx\n", "Old", "none of note"),
        ],
    )
    def test_the_cpu(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, cpu: str, features: str) -> None:
        path = tmp_path / "cpuinfo"
        path.write_text(text)
        monkeypatch.setattr(_cli_info, "_CPUINFO", path)
        facts = json.loads(run("info", "--json")[1])
        assert (facts["cpu"], facts["cpu_features"]) == (cpu, features)

    def test_a_system_that_does_not_tell(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(_cli_info, "_CPUINFO", tmp_path / "none")
        assert json.loads(run("info", "--json")[1])["cpu_features"] == "unknown"


class TestHelp:
    def test_it_fits_one_screen_and_has_examples(self) -> None:
        code, out, err = run("--help")
        assert (code, err) == (0, "")
        assert len(out.splitlines()) <= 36
        assert max(map(len, out.splitlines())) <= 80
        assert all(f"\n  {command}" in out for command in COMMANDS)
        assert "examples:\n  trickloop play war " in out
        assert run() == (0, out, "")

    @pytest.mark.parametrize("command", COMMANDS)
    def test_each_command_has_an_example(self, command: str) -> None:
        code, out, err = run(command, "-h")
        assert (code, err) == (0, "")
        assert f"usage: trickloop {command}" in out
        assert re.search(rf"^examples?:\n(  .*\n)*  (.*\| )?trickloop {command}", out, re.MULTILINE)
        assert max(map(len, out.splitlines())) <= 80

    @pytest.mark.parametrize("number", range(9))
    def test_the_examples_run(self, number: int) -> None:
        lines = re.findall(r"^  trickloop (play .*)$", run("play", "--help")[1], re.MULTILINE)
        examples = [shlex.split(line) for line in lines]
        code, _, err = run(*examples[number])
        assert (code, err, len(examples)) == (0, "", 9)

    def test_version(self) -> None:
        code, out, _ = run("--version")
        assert code == 0
        assert re.fullmatch(r"trickloop (\d+\.\d+\S*|\(not installed\))\n", out)

    @pytest.mark.parametrize("words", [["plya"], ["--nope"], ["info", "--nope"], ["rules", "war", "combat"]])
    def test_mistakes_are_told_in_one_line(self, words: list[str]) -> None:
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert re.fullmatch(r"trickloop: error: .+\n", err)

    def test_the_arguments_of_the_process(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "argv", ["trickloop", "play", "camicia", "-J", "--"])
        assert main() == 0


class TestProcess:
    def test_the_module_runs(self) -> None:
        with process("play", "camicia", "----J-", "J", "--json") as started:
            out, err = started.communicate(timeout=60)
        assert (started.returncode, err) == (0, "")
        assert json.loads(out)["outcome"]["cards"] == 16

    def test_given_hands_load_no_numpy(self) -> None:
        code = (
            "import sys; from trickloop.cli import main;"
            "main(['play', 'war', '2 3', '4 5', '--trace']); main(['info']); sys.exit('numpy' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("bogus", "TRICKLOOP_ENGINE must be 'auto', 'core' or 'reference', got 'bogus'"),
            ("reference", ""),
        ],
    )
    def test_the_engine_of_the_environment(self, name: str, message: str) -> None:
        env = {"TRICKLOOP_ENGINE": name}
        with process("play", "war", "2 3", "4 5", env=env) as started:
            out, err = started.communicate(timeout=60)
        with process("info", env=env) as asked:
            told, _ = asked.communicate(timeout=60)
        if message:
            assert (started.returncode, out, err) == (2, "", f"trickloop: error: {message}\n")
            assert asked.returncode == 2
            assert f"\nengine        none\nchosen by     {message}\n" in told
        else:
            assert (started.returncode, err) == (0, "")
            assert out.endswith("engine       played by the reference engine (as TRICKLOOP_ENGINE says)\n")
            assert "\nengine        reference\nchosen by     TRICKLOOP_ENGINE=reference\n" in told

    @pytest.mark.parametrize("unbuffered", ["", "1"])
    def test_a_reader_that_stops_reading(self, unbuffered: str) -> None:
        env = {"PYTHONUNBUFFERED": unbuffered}
        with process("play", "camicia", *LONGEST, "--trace", env=env) as started:
            assert started.stdout is not None
            assert started.stderr is not None
            assert started.stdout.readline() == "rules        Camicia()\n"
            started.stdout.close()
            assert started.stderr.read() == ""
            assert started.wait(60) == 141

    @pytest.mark.skipif(os.name == "nt", reason="a closed pipe is another error there")
    @pytest.mark.parametrize("unbuffered", ["", "1"])
    @pytest.mark.parametrize("words", [["play", "war", "2 3", "4 5"], ["rules"], ["info"], ["--help"]])
    def test_a_pipe_that_was_closed_before(self, words: list[str], unbuffered: str) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        with process(*words, stdout=writing, env={"PYTHONUNBUFFERED": unbuffered}) as started:
            os.close(writing)
            _, err = started.communicate(timeout=60)
        assert (started.returncode, err) == (141, "")

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
    @pytest.mark.parametrize("unbuffered", ["", "1"])
    def test_a_full_disk(self, unbuffered: str) -> None:
        with (
            open("/dev/full", "w") as full,
            process("rules", stdout=full, env={"PYTHONUNBUFFERED": unbuffered}) as started,
        ):
            _, err = started.communicate(timeout=60)
        assert (started.returncode, err) == (2, "trickloop: error: No space left on device\n")

    @pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
    def test_ctrl_c(self) -> None:
        with process("play", "camicia", *LONGEST, "--trace") as started:
            assert started.stdout is not None
            # More is left to write than a pipe holds, so the process waits until the signal comes.
            started.stdout.readline()
            started.send_signal(signal.SIGINT)
            assert started.wait(60) == 130
            assert started.stderr is not None
            assert started.stderr.read() == "trickloop: interrupted\n"

    def test_cards_that_the_terminal_cannot_write(self) -> None:
        with process("play", "war", "2♠", "A♥", env={"PYTHONIOENCODING": "ascii"}) as started:
            out, err = started.communicate(timeout=60)
        assert (started.returncode, err) == (0, "")
        assert "player 1     2?\n" in out
