"""``trickloop rank``, ``trickloop unrank`` and ``trickloop play --index``."""

import json
import re
import shlex
from typing import Any

import pytest

import trickloop as tl
from command import CASELLA, PRESETS, RULES, play_json, run

HALF = "--pack", "14- 2J 2Q 2K"
FIRST = "------K-J-", "-J--K-Q-Q-"
OPTIONS = {"endless-war": ("--max-rounds", "5"), "bicycle": ("--seed", "3"), "wikipedia": ("--seed", "3")}


def lines_of(*words: str) -> list[str]:
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    return out.splitlines()


def json_of(*words: str) -> Any:
    return json.loads(lines_of(*words, "--json")[-1])


def error_of(*words: str) -> str:
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err.removeprefix("trickloop: error: ").rstrip("\n")


class TestRank:
    def test_a_pack_of_its_own(self) -> None:
        assert lines_of("rank", *HALF, *FIRST) == [
            "pack         14- 2J 2Q 2K",
            "order        - J Q K",
            "deals        3488400",
            "index        246414",
        ]

    def test_the_deal_in_one_piece_or_in_many(self) -> None:
        expected = lines_of("rank", *HALF, *FIRST)
        deal = "".join(FIRST)
        assert lines_of("rank", *HALF, deal) == lines_of("rank", deal, *HALF) == expected
        assert lines_of("rank", *HALF, "--", *deal[2:]) == expected
        assert lines_of("rank", *HALF, "--order", "-JQK", deal) == lines_of("rank", "camicia", *HALF, deal) == expected

    def test_json_keeps_all_digits_as_text(self) -> None:
        written = json_of("rank", "camicia", *CASELLA, "--order", "AKQJ-")
        index = tl.Camicia().pack.rank("".join(CASELLA), "AKQJ-")
        assert written == {
            "rules": "Camicia()",
            "pack": "36- 4J 4Q 4K 4A",
            "order": ["A", "K", "Q", "J", "-"],
            "deals": "653534134886878245000",
            "index": str(index),
        }
        assert json_of("rank", *HALF, *FIRST)["rules"] is None

    def test_number_cards_may_be_written_as_what_they_are(self) -> None:
        number_cards = " ".join(f"{rank}{suit}" for rank in range(2, 11) for suit in "SHDC")
        assert json_of("rank", "camicia", "AAAAKKKKQQQQJJJJ", number_cards, "--order", "AKQJ-")["index"] == "0"
        assert "too many of 2" in error_of("rank", *HALF, "2", *FIRST)
        # In the Italian game aces are no number cards.
        assert "1 too many of A, 1 too few of '-'" in error_of("rank", "italian", "A" + "-" * 27, "JJJJQQQQKKKK")

    def test_war(self) -> None:
        deal = "".join(f"{rank} " * 4 for rank in range(14, 1, -1))
        assert json_of("rank", "war", deal)["index"] == str(tl.Pack.french().deals - 1)
        assert json_of("rank", "war", "2 1", "--pack", "1 2")["index"] == "1"

    @pytest.mark.parametrize(
        ("words", "error"),
        [
            ((), "expected rules to be one of war, "),
            (("--J",), "expected rules to be one of war, "),
            (("camicia",), "expected a hand, got none"),
            (HALF, "expected a hand, got none"),
            ((*HALF, "--X"), "hand 1, position 3: unknown card 'X'"),
            (
                (*HALF, FIRST[0], FIRST[0]),
                "deal: expected the cards '14- 2J 2Q 2K', got 2 too many of '-', 2 too few of Q",
            ),
            ((*HALF, *FIRST, "--order", "KQJ"), "order: expected each of '-', J, Q, K once, got K, Q, J"),
            ((*HALF, *FIRST, "--players", "3"), "expected rules to be one of war, "),
            ((*HALF, *FIRST, "--seed", "3"), "expected rules to be one of war, "),
            (
                ("camicia", *FIRST, "--players", "3"),
                "expected an option that camicia has (--pack, --payments, --order",
            ),
            (("--pack", "14x", *FIRST), "pack: expected a count and a card like '4J' or '4x9', got '14x'"),
            (("--pack", "90000-", *FIRST), "expected a pack of at most 10000 cards, got 90000"),
        ],
    )
    def test_mistakes(self, words: tuple[str, ...], error: str) -> None:
        assert error_of("rank", *words).startswith(error)


class TestUnrank:
    def test_hands_for_rules(self) -> None:
        assert lines_of("unrank", "camicia", "0", "--order", "AKQJ-") == [
            "pack         36- 4J 4Q 4K 4A",
            "order        A K Q J -",
            "",
            "index        0",
            "player 1     AAAAKKKKQQQQJJJJ----------",
            "player 2     --------------------------",
        ]

    def test_several_deals_of_a_pack(self) -> None:
        assert lines_of("unrank", *HALF, "246414", "477920")[2:] == [
            *("", "index        246414", "deal         ------K-J--J--K-Q-Q-"),
            *("", "index        477920", "deal         ----J--Q----K-K-Q-J-"),
        ]
        written = [json.loads(line) for line in lines_of("unrank", *HALF, "246414", "477920", "--json")]
        assert ["".join(each["deal"]) for each in written] == ["".join(FIRST), "----J--Q----K-K-Q-J-"]

    def test_what_is_left_over(self) -> None:
        written = json_of("unrank", "war", "--players", "3", "0")
        assert list(map(len, written["hands"])) == [17, 17, 17]
        assert written["left_over"] == ["A"]
        assert lines_of("unrank", "war", "--players", "3", "0")[-1] == "left over    A"

    def test_counts_in_short(self) -> None:
        assert json_of("unrank", "camicia", "1e6")["index"] == "1000000"
        assert json_of("unrank", "camicia", "1_000_000")["index"] == "1000000"

    def test_indices_of_thousands_of_digits(self) -> None:
        pack = "--pack", " ".join(map(str, range(1, 1800)))
        index = "1" * 5001
        written = json_of("unrank", *pack, index)
        assert written["index"] == index
        assert json_of("rank", *pack, " ".join(written["deal"]))["index"] == index
        assert f"index        {index}" in lines_of("rank", *pack, " ".join(written["deal"]))

    @pytest.mark.parametrize(
        ("words", "error"),
        [
            ((), "expected rules to be one of war, "),
            (("camicia",), "expected an index, got none"),
            ((*HALF, "3488400"), "expected an index from 0 to 3488399, got 3488400"),
            ((*HALF, "-1"), "expected an index from 0 to 3488399, got -1"),
            ((*HALF, "0", "x"), "expected an integer for INDEX, got 'x'"),
            ((*HALF, "0", "3488400"), "expected an index from 0 to 3488399, got 3488400"),
            ((*HALF, "9" * 5000), "expected an index from 0 to 3488399, got an integer of 16,610 bits"),
            ((*HALF, "\N{ARABIC-INDIC DIGIT ONE}"), None),
            (("combat", "--pack", "1", "0"), "expected a pack of 2 to "),
        ],
    )
    def test_mistakes(self, words: tuple[str, ...], error: str | None) -> None:
        if error is None:
            assert json_of("unrank", *words)["index"] == "1"
        else:
            assert error_of("unrank", *words).startswith(error)


class TestPlay:
    def test_an_endless_deal(self) -> None:
        assert lines_of("play", "camicia", *HALF, "--index", "246414")[:7] == [
            "rules        Camicia(pack=Pack('14- 2J 2Q 2K'))",
            "index        246414 of 3488400 deals",
            "player 1     ------K-J-",
            "player 2     -J--K-Q-Q-",
            "",
            "result       nobody wins: the game never ends",
            "tricks       11 (player 1 won 5, player 2 won 6)",
        ]

    def test_the_first_and_the_last_deal(self) -> None:
        # P: 34 cards and 8 tricks, 45 cards and 9 tricks.
        for index, cards, tricks in [("0", 34, 8), ("653534134886878244999", 45, 9)]:
            game = play_json("camicia", "--index", index, "--order", "AKQJ-")
            assert (game["index"], game["order"], game["left_over"]) == (index, ["A", "K", "Q", "J", "-"], [])
            assert (game["outcome"]["cards"], game["outcome"]["rounds"]) == (cards, tricks)
        assert "index        0 of 653534134886878245000 deals in the order AKQJ-" in lines_of(
            "play", "camicia", "--index", "0", "--order", "AKQJ-"
        )

    @pytest.mark.parametrize("name", [*RULES, *PRESETS])
    def test_all_rules(self, name: str) -> None:
        words = name, *OPTIONS.get(name, ())
        game = play_json(*words, "--index", "123456789")
        unranked = json_of("unrank", name, *OPTIONS.get(name, ())[: 2 * (name == "endless-war")], "123456789")
        assert {key: game[key] for key in ("hands", "left_over", "index", "order", "rules")} == {
            key: unranked[key] for key in ("hands", "left_over", "index", "order", "rules")
        }
        hands = [" ".join(hand) for hand in game["hands"]]
        if name == "csc427":
            words = name, "--seed", str(game["seed"])
        assert play_json(*words, *hands)["outcome"]["cards"] == game["outcome"]["cards"]
        assert ("seed" in game) is (name in ("endless-war", "csc427", "bicycle", "wikipedia"))

    def test_chance_in_the_game_has_a_seed(self) -> None:
        game = play_json("bicycle", "--index", "5", "--players", "3")
        again = play_json("bicycle", "--index", "5", "--players", "3", "--seed", str(game["seed"]))
        assert again == game
        assert game["left_over"] == ["A"]
        assert "left over    A" in lines_of("play", "bicycle", "--index", "5", "--players", "3")

    def test_round_by_round(self) -> None:
        words = "play", "camicia", *HALF, "--trace"
        assert lines_of(*words, "--index", "246414")[5:-1] == lines_of(*words, *FIRST)[4:-1]
        assert lines_of("play", "csc427", "--index", "1", "--seed", "2", "--trace")

    @pytest.mark.parametrize(
        ("words", "error"),
        [
            ((*FIRST, "--index", "1"), "expected no --index with hands that are given"),
            ((*FIRST, "--order", "-JQK"), "expected --index with --order"),
            (("--order", "-JQK"), "expected --index with --order"),
            (("--index", "1", "--seed", "2"), "expected no --seed with --index, as nothing is left to chance"),
            (("--index", "1", "--game", "2"), "expected no --game with --index"),
            (("--index", "3488400"), "expected an index from 0 to 3488399, got 3488400"),
            (("--index", "-3"), "expected an index from 0 to 3488399, got -3"),
            (("--index", "J"), "expected an integer for --index, got 'J'"),
            (("--index", "1", "--order", "JJ"), "order: expected each of '-', J, Q, K once, got J, J"),
        ],
    )
    def test_mistakes(self, words: tuple[str, ...], error: str) -> None:
        assert error_of("play", "camicia", *HALF, *words) == error

    def test_packs_that_nobody_can_play(self) -> None:
        assert error_of("play", "war", "--pack", "2", "--index", "0").startswith("expected a pack of 2 to ")
        assert error_of("play", "war", "--pack", "99999x2", "--index", "0").startswith(
            "expected a pack of at most 10000 "
        )


@pytest.mark.parametrize("command", ["rank", "unrank"])
def test_the_examples_in_the_help_run(command: str) -> None:
    examples = re.findall(rf"^  trickloop ({command} .*)$", run(command, "--help")[1], re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        assert lines_of(*shlex.split(example))
