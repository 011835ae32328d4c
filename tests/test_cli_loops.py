"""``trickloop loop``, ``ancestors``, ``basin`` and ``survey``: what they print, JSON, and what they refuse."""

import json
import re
import shlex

import pytest

from command import CASELLA, run
from trickloop import Camicia
from trickloop.loops import basin, loop_of

MANN_WU = "K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--"


def told(*words):
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    (line,) = out.splitlines()
    return json.loads(line)


class TestLoop:
    def test_it_is_shown(self):
        code, out, err = run("loop", "camicia", *CASELLA)
        assert (code, err) == (0, "")
        assert "loop         84653209c437f810\n" in out
        assert "entered      after 4 tricks\n" in out
        assert "one turn     62 tricks, 440 cards\n" in out
        assert "hands        of 2 to 50 cards\n" in out
        assert "mirror       its mirror image is another loop, or none\n" in out

    def test_every_state(self):
        code, out, _ = run("loop", "combat", "43 19", "2 29 14", "--states")
        assert code == 0
        assert out.endswith("     5  14 43 19 / 29 2\n")
        data = told("loop", "camicia", *CASELLA, "--states")
        assert (data["id"], data["start"], data["length"], data["cards"]) == ("84653209c437f810", 4, 62, 440)
        assert len(data["states"]) == 62
        assert data["states"][0] == data["state"]
        assert data["state"]["leader"] == 2
        hands = ["".join(hand) for hand in data["state"]["hands"]]
        assert run("loop", "camicia", "--", *hands[::-1])[1].count("84653209c437f810") == 1

    def test_rules_are_given_as_elsewhere(self):
        data = told("loop", "war", "1 1 4 2", "3 4 3 2", "--face-down", "1")
        assert (data["rules"], data["start"], data["length"]) == ("War(face_down=1)", 1, 8)
        assert told("loop", "war", "1 3", "4 2", "--pickup=seat-order")["mirror"] is False


class TestAncestorsAndBasin:
    def test_ancestors(self):
        code, out, err = run("ancestors", "camicia", *MANN_WU)
        assert (code, err) == (0, "")
        assert "ancestors    607, which are all; the farthest 13 tricks before\n" in out
        assert "  9 tricks, 68 cards: --A-Q--J--J---Q--AJ-K---K- / -J-------Q------A--A--QKK- (mirror image)\n" in out
        assert "  and 16 more (--all shows them)\n" in out
        assert len(run("ancestors", "camicia", *MANN_WU, "--all")[1].splitlines()) == 6 + 26
        data = told("ancestors", "camicia", *MANN_WU, "--states")
        assert (data["count"], data["complete"], len(data["deals"]), len(data["states"])) == (607, True, 26, 607)

    def test_basin(self):
        code, out, err = run("basin", "camicia", *CASELLA, "--all")
        assert (code, err) == (0, "")
        assert "basin        2,670 states, which are all; the farthest 6 tricks before\n" in out
        assert "deals        18 fall into it, 12 into its mirror image\n" in out
        assert f": {' / '.join(CASELLA)}\n" in out
        data = told("basin", "camicia", *CASELLA)
        found = basin(loop_of(Camicia(), *CASELLA))
        assert (data["count"], data["complete"], data["longest"]) == (2670, True, 6)
        assert [(deal["rounds"], deal["cards"], deal["mirrored"]) for deal in data["deals"]] == [
            (deal.rounds, deal.cards, deal.mirrored) for deal in found.deals
        ]
        assert "states" not in data

    def test_states(self):
        assert "     1  2 1 / 3\n" not in run("ancestors", "combat", "3 1 2", "4", "--states")[1]
        data = told("basin", "combat", "43 19", "2 29 14", "--states")
        assert sorted(state["rounds"] for state in data["states"])[:6] == [0] * 6


class TestSurvey:
    def test_a_pack(self):
        code, out, err = run("survey", "war", "--pack", "2x1 2x2 2x3 2x4", "--face-down", "1", "--short", "first-out")
        assert (code, err) == (0, "")
        assert "17,640 states" in out
        assert "dealt 4 and 4: 1/36 = 2.777778% never end\n" in out
        data = told("survey", "war", "--pack", "2x1 2x2 2x3 2x4", "--face-down", "1", "--short", "first-out")
        assert (data["states"], data["never_end_of_equal_hands"], len(data["loops"])) == (17640, "1/36", 6)
        assert data["splits"][3]["wins"] == [1069, 1069]

    def test_distinct_ranks(self):
        code, out, err = run("survey", "war", "--distinct", "6")
        assert (code, err) == (0, "")
        assert out.splitlines()[-1] == "no loop for 2, 3, 4, 6 ranks"
        assert told("survey", "war", "--distinct", "5")["no_loop"] == [2, 3, 4]


class TestMistakes:
    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("loop", r"expected rules to be one of war, .*, got nothing"),
            ("loop tarot 2 3", r"expected rules to be one of war, .*, got 'tarot'"),
            ("loop war A", r"expected 2 hands, got 1"),
            ("loop war A K Q", r"expected 2 hands, got 3"),
            ("loop war A K", r"expected a game that never ends, got one in which player 1 wins after 1 round"),
            ("loop war A ?", r"hand 2, position 1: unknown card '\?'"),
            ("loop bicycle A K", r"expected rules without chance, got War with pickup='random'"),
            ("loop war A K --limit 5", r"expected an option that war has \(.*--states, --json\), got '--limit'"),
            ("ancestors recursive-combat 3 4", r"expected a game whose next round .*, got RecursiveCombat, which .*"),
            ("ancestors endless-war 3 4 --max-rounds 9", r"expected rules without chance, got EndlessWar with .*"),
            ("ancestors war 3 4 --players 3", r"expected a game for 2 players, got 3"),
            ("ancestors camicia J-- E", r"hand 2, position 1: unknown card 'E'"),
            ("basin camicia ---J -J- --limit x", r"expected an integer for --limit, got 'x'"),
            (
                "basin combat 43,19 2,29,14 --limit 3",
                r"expected at most limit=3 states, found \d+ and more to come: .*",
            ),
            ("survey war", r"expected a pack of at most limit=50000000 states, got \d+"),
            ("survey war --pack 3 --distinct 4", r"expected --pack or --distinct, got both"),
            ("survey camicia --distinct 4", r"expected --distinct with war or combat, got Camicia"),
            ("survey war --distinct many", r"expected an integer for --distinct, got 'many'"),
            ("survey war 3", r"expected an option that war has .*, got '3'"),
        ],
    )
    def test_they_are_told_in_one_line(self, words, message):
        code, out, err = run(*words.split())
        assert (code, out) == (2, "")
        assert re.fullmatch(rf"trickloop: error: {message}\n", err), err

    @pytest.mark.parametrize("command", ["loop", "ancestors", "basin", "survey"])
    def test_the_examples_run(self, command):
        code, out, _ = run(command, "--help")
        assert code == 0
        lines = re.findall(rf"^  trickloop ({command} .*)$", out, re.MULTILINE)
        assert lines
        assert max(map(len, out.splitlines())) <= 80
        for line in lines:
            # The packs of the survey are too many for the engine that is not compiled.
            words = shlex.split(line.replace("8- 2J 2Q 2K", "6- J Q K").replace(" 2x5", "").replace(" 8", " 5"))
            assert run(*words)[0] == 0
