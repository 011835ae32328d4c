"""Games round by round: the tables and the lines that are printed, and what is played when."""

from collections.abc import Sequence
from typing import Any

import pytest

import trickloop as tl
from trickloop import _engine

# The two worked examples of the exercise "Camicia", whose players are called A and B.
ENDS = """
| 1 | 2 A 7 8 Q 10 | 3 4 5 6 K 9 J | - | |
| 1 | A 7 8 Q 10 | 3 4 5 6 K 9 J | 2 | - |
| 1 | A 7 8 Q 10 | 4 5 6 K 9 J | 2 3 | - |
| 1 | 7 8 Q 10 | 4 5 6 K 9 J | 2 3 A | Player B: 4 |
| 1 | 7 8 Q 10 | 5 6 K 9 J | 2 3 A 4 | Player B: 3 |
| 1 | 7 8 Q 10 | 6 K 9 J | 2 3 A 4 5 | Player B: 2 |
| 1 | 7 8 Q 10 | K 9 J | 2 3 A 4 5 6 | Player B: 1 |
| 1 | 7 8 Q 10 | 9 J | 2 3 A 4 5 6 K | Player A: 3 |
| 1 | 8 Q 10 | 9 J | 2 3 A 4 5 6 K 7 | Player A: 2 |
| 1 | Q 10 | 9 J | 2 3 A 4 5 6 K 7 8 | Player A: 1 |
| 1 | 10 | 9 J | 2 3 A 4 5 6 K 7 8 Q | Player B: 2 |
| 1 | 10 | J | 2 3 A 4 5 6 K 7 8 Q 9 | Player B: 1 |
| 1 | 10 | - | 2 3 A 4 5 6 K 7 8 Q 9 J | Player A: 1 |
| 1 | - | - | 2 3 A 4 5 6 K 7 8 Q 9 J 10 | - |
| 2 | - | 2 3 A 4 5 6 K 7 8 Q 9 J 10 | - | - |
"""
LOOPS = """
| 1 | J 2 3 | 4 J 5 | - | - |
| 1 | 2 3 | 4 J 5 | J | Player B: 1 |
| 1 | 2 3 | J 5 | J 4 | - |
| 2 | 2 3 J 4 | J 5 | - | - |
| 2 | 3 J 4 | J 5 | 2 | - |
| 2 | 3 J 4 | 5 | 2 J | Player A: 1 |
| 2 | J 4 | 5 | 2 J 3 | - |
| 3 | J 4 | 5 2 J 3 | - | - |
| 3 | J 4 | 2 J 3 | 5 | - |
| 3 | 4 | 2 J 3 | 5 J | Player B: 1 |
| 3 | 4 | J 3 | 5 J 2 | - |
| 4 | 4 5 J 2 | J 3 | - | - |
"""


class TestTable:
    """Tricks of Camicia card by card."""

    @pytest.mark.parametrize(
        ("published", "ending"), [(ENDS, tl.Ending.WIN), (LOOPS, tl.Ending.LOOP)], ids=["ends", "loops"]
    )
    def test_the_examples_of_the_exercise(self, engine: str, published: str, ending: tl.Ending) -> None:
        # In one of them what is due before the first card is left blank.
        text = published.replace("| - | |", "| - | - |").replace("Player A", "Player 1").replace("Player B", "Player 2")
        rows = [tuple(row.strip("| ").split(" | ")) for row in text.strip().splitlines()]
        _, left, right, *_ = rows[0]
        tricks = list(tl.trace(tl.Camicia(), left, right, engine=engine))
        assert [trick.ending for trick in tricks] == [None] * (len(tricks) - 1) + [ending]
        ours = [(str(trick.number), *row) for trick in tricks for row in trick.table()]
        # The last row is the start of a trick that is not played.
        hands = [" ".join(hand) or "-" for hand in tricks[-1].hands]
        assert [*ours, (str(len(tricks) + 1), *hands, "-", "-")] == rows

    def test_cards_as_they_were_given(self, engine: str) -> None:
        (trick,) = tl.trace(tl.Camicia(), "4C TH", "QS 2D 3C", engine=engine)
        assert trick.table() == [
            ("4C TH", "QS 2D 3C", "-", "-"),
            ("TH", "QS 2D 3C", "4C", "-"),
            ("TH", "2D 3C", "4C QS", "Player 1: 2"),
            # One card more is due, and there is none.
            ("-", "2D 3C", "4C QS TH", "Player 1: 1"),
        ]


class TestLines:
    """One line a round."""

    @staticmethod
    def lines(engine: str, rules: Any, *hands: Sequence[Any]) -> list[str]:
        return [str(round_) for round_ in tl.trace(rules, *hands, engine=engine)]

    def test_a_war(self, engine: str) -> None:
        assert self.lines(engine, tl.War(face_down=1), "7 3 9 2", "7 4 5 8") == [
            "1) Player 1: 7 [3] 9   Player 2: 7 [4] 5 -- war -- player 1 takes 6 (7:1)",
            "2) Player 1: 2   Player 2: 8 -- player 2 takes 2 (6:2)",
            "3) Player 1: 7   Player 2: 8 -- player 2 takes 2 (5:3)",
            "4) Player 1: 3   Player 2: 2 -- player 1 takes 2 (6:2)",
            "5) Player 1: 9   Player 2: 8 -- player 1 takes 2 (7:1)",
            # Player 2 has no card for the war.
            "6) Player 1: 7   Player 2: 7 -- war -- player 1 takes 2 (8:0) -- win",
        ]

    def test_a_double_war(self, engine: str) -> None:
        assert self.lines(engine, tl.War(face_down=0), "5 6 A", "5 6 K") == [
            "1) Player 1: 5 6 A   Player 2: 5 6 K -- 2 wars -- player 1 takes 6 (6:0) -- win"
        ]
        first, *_ = self.lines(engine, tl.War(face_down=1), "7 3 9 2 A 6", "7 4 9 3 K 8")
        assert first == "1) Player 1: 7 [3] 9 [2] A   Player 2: 7 [4] 9 [3] K -- 2 wars -- player 1 takes 10 (11:1)"

    def test_a_player_who_is_short(self, engine: str) -> None:
        assert self.lines(engine, tl.War(face_down=1), "7 3", "7 9 9") == [
            "1) Player 1: 7 [3]   Player 2: 7 -- war -- player 2 takes 3 (0:5) -- win"
        ]
        assert self.lines(engine, tl.War(face_down=3, short="last-card"), "7 3", "7 9 4 2 5 6") == [
            "1) Player 1: 7 3   Player 2: 7 [9] [4] [2] 5 -- war -- player 2 takes 7 (0:8) -- win"
        ]

    def test_a_round_nobody_wins(self, engine: str) -> None:
        # Players 1 and 2 have no card to turn up; the other two go on without the four on the table.
        rules = tl.War(4, 1, short="longest")
        assert self.lines(engine, rules, "5 9", "5 9", "4 8 7", "6") == [
            "1) Player 1: 5   Player 2: 5   Player 3: 4   Player 4: 6 -- player 4 takes 4 (1:1:2:4)",
            "2) Player 1: 9   Player 2: 9   Player 3: 8   Player 4: 6 -- war -- nobody wins (0:0:1:3)",
            "3) Player 3: 7   Player 4: 5 -- player 3 takes 2 (0:0:2:2)",
            "4) Player 3: 7   Player 4: 5 -- player 3 takes 2 (0:0:3:1)",
            "5) Player 3: 5   Player 4: 4 -- player 3 takes 2 (0:0:4:0) -- win",
        ]

    def test_a_round_nobody_wins_and_nobody_is_left(self, engine: str) -> None:
        assert self.lines(engine, tl.War(face_down=1, short="longest"), "5 2", "5 3") == [
            "1) Player 1: 5 [2]   Player 2: 5 [3] -- war -- nobody wins (0:0) -- draw"
        ]

    def test_a_draw(self, engine: str) -> None:
        assert self.lines(engine, tl.War(), "7", "7") == [
            "1) Player 1: 7   Player 2: 7 -- war -- nobody wins (0:0) -- draw"
        ]
        # Nothing more is laid where both are short.
        assert self.lines(engine, tl.War(face_down=1), "A 2", "A 3") == [
            "1) Player 1: A   Player 2: A -- war -- nobody wins (1:1) -- draw"
        ]

    def test_a_limit(self, engine: str) -> None:
        assert self.lines(engine, tl.War(max_rounds=2), "A 2 3", "4 K 5") == [
            "1) Player 1: A   Player 2: 4 -- player 1 takes 2 (4:2)",
            "2) Player 1: 2   Player 2: K -- player 2 takes 2 (3:3) -- limit",
        ]

    def test_a_loop(self, engine: str) -> None:
        assert self.lines(engine, tl.War(pickup="seat-order"), "2 1", "1 2") == [
            "1) Player 1: 2   Player 2: 1 -- player 1 takes 2 (3:1)",
            "2) Player 1: 1   Player 2: 2 -- player 2 takes 2 (2:2) -- loop",
        ]

    def test_no_rounds(self, engine: str) -> None:
        for rules in (tl.War(), tl.Combat(), tl.RecursiveCombat(), tl.Camicia()):
            for hands in ([], [5]), ([5], []), ([], []):
                assert self.lines(engine, rules, *hands) == []
        assert self.lines(engine, tl.War(max_rounds=0), "A", "K") == []

    def test_combat(self, engine: str) -> None:
        # The example of the puzzle, whose text has these rounds.
        lines = self.lines(engine, tl.Combat(), "9 2 6 3 1", "5 8 4 7 10")
        assert len(lines) == 29
        assert lines[:5] == [
            "1) Player 1: 9   Player 2: 5 -- player 1 takes 2 (6:4)",
            "2) Player 1: 2   Player 2: 8 -- player 2 takes 2 (5:5)",
            "3) Player 1: 6   Player 2: 4 -- player 1 takes 2 (6:4)",
            "4) Player 1: 3   Player 2: 7 -- player 2 takes 2 (5:5)",
            "5) Player 1: 1   Player 2: 10 -- player 2 takes 2 (4:6)",
        ]
        assert lines[-1] == "29) Player 1: 1   Player 2: 7 -- player 2 takes 2 (0:10) -- win"

    def test_recursive_combat(self, engine: str) -> None:
        # The same example: rounds 9, 13 and 15 are decided by sub-games.
        lines = self.lines(engine, tl.RecursiveCombat(), "9 2 6 3 1", "5 8 4 7 10")
        assert [line.partition(")")[0] for line in lines if "sub-game" in line] == ["9", "13", "15"]
        assert lines[7:] == [
            "8) Player 1: 6   Player 2: 7 -- player 2 takes 2 (5:5)",
            "9) Player 1: 4   Player 2: 3 -- sub-game -- player 2 takes 2 (4:6)",
            "10) Player 1: 9   Player 2: 10 -- player 2 takes 2 (3:7)",
            "11) Player 1: 8   Player 2: 1 -- player 1 takes 2 (4:6)",
            "12) Player 1: 5   Player 2: 7 -- player 2 takes 2 (3:7)",
            "13) Player 1: 2   Player 2: 6 -- sub-game -- player 2 takes 2 (2:8)",
            "14) Player 1: 8   Player 2: 3 -- player 1 takes 2 (3:7)",
            "15) Player 1: 1   Player 2: 4 -- sub-game -- player 2 takes 2 (2:8)",
            "16) Player 1: 8   Player 2: 10 -- player 2 takes 2 (1:9)",
            "17) Player 1: 3   Player 2: 9 -- player 2 takes 2 (0:10) -- win",
        ]

    def test_camicia(self, engine: str) -> None:
        assert self.lines(engine, tl.Camicia(), "J 2 3", "4 J 5") == [
            "1) player 1 leads: J 4 -- player 1 takes 2 (4:2)",
            "2) player 1 leads: 2 J 3 -- player 2 takes 3 (2:4)",
            "3) player 2 leads: 5 J 2 -- player 1 takes 3 (4:2) -- loop",
        ]

    def test_suits_are_kept(self, engine: str) -> None:
        rounds = list(tl.trace(tl.War(), "AS 9H", "KD 9C", engine=engine))
        assert [str(round_) for round_ in rounds] == [
            "1) Player 1: AS   Player 2: KD -- player 1 takes 2 (3:1)",
            "2) Player 1: 9H   Player 2: 9C -- war -- nobody wins (2:0) -- draw",
        ]
        assert [round_.hands for round_ in rounds] == [(("9H", "AS", "KD"), ("9C",)), (("AS", "KD"), ())]
        assert self.lines(engine, tl.War(face_down=1), "AS 9♥ 2D", "AD C9 3S") == [
            "1) Player 1: AS [9♥] 2D   Player 2: AD [C9] 3S -- war -- player 2 takes 6 (0:6) -- win"
        ]
        assert self.lines(engine, tl.Camicia(), "4C TH", "QS 2D 3C") == [
            "1) player 1 leads: 4C QS TH -- player 2 takes 3 (0:5) -- win"
        ]

    def test_ranks_are_written_as_the_game_does(self, engine: str) -> None:
        assert self.lines(engine, tl.War(), [14, 1000], [11, 2]) == [
            "1) Player 1: A   Player 2: J -- player 1 takes 2 (3:1)",
            "2) Player 1: 1000   Player 2: 2 -- player 1 takes 2 (4:0) -- win",
        ]
        assert self.lines(engine, tl.Combat(), [14], [11]) == [
            "1) Player 1: 14   Player 2: 11 -- player 1 takes 2 (2:0) -- win"
        ]
        assert self.lines(engine, tl.Camicia(), [11], [0, 5]) == [
            "1) player 1 leads: J - -- player 1 takes 2 (2:1)",
            "2) player 1 leads: J 5 -- player 1 takes 2 (3:0) -- win",
        ]


class TestLaziness:
    """What is done at the call, and what as rounds are asked for."""

    @pytest.mark.parametrize(
        ("rules", "hands", "kind", "text"),
        [
            (tl.War(), ("A", "Z"), ValueError, "hand 2, position 1: unknown card 'Z'"),
            (tl.War(3), ("A", "K"), ValueError, "expected 3 hands, got 2"),
            (tl.Combat(), ("5", "5"), ValueError, "hand 2, position 1: expected distinct cards"),
            (tl.RecursiveCombat(), ([0], [1]), ValueError, "hand 1, position 1: expected a value of at least 1"),
            (tl.Camicia.italian(), ("A", "K"), ValueError, "hand 1, position 1: expected '-'"),
            (tl.War(), ("A", None), TypeError, "hand 2: expected text or a sequence of cards"),
            ("war", ("A", "K"), TypeError, "expected the rules of a game"),
        ],
    )
    def test_arguments_are_checked_at_the_call(
        self, engine: str, rules: Any, hands: Any, kind: type[Exception], text: str
    ) -> None:
        with pytest.raises(kind, match=f"^{text}"):
            tl.trace(rules, *hands, engine=engine)

    def test_an_unknown_engine_is_refused_at_the_call(self) -> None:
        with pytest.raises(ValueError, match=r"^expected engine to be 'core', 'reference' or None, got 'fast'$"):
            tl.trace(tl.War(), "A", "K", engine="fast")

    def test_nothing_is_played_at_the_call(self, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
        war = _engine.load(engine).war
        play, played = war.play_war, []
        monkeypatch.setattr(war, "play_war", lambda *terms: played.append(terms) or play(*terms))
        rounds = tl.trace(tl.War(), "A 2", "K 3", engine=engine)
        assert len(played) == 0
        # Where the rounds stop is known when the game has been played to its end.
        assert next(rounds).ending is None
        assert len(played) == 1

    def test_rounds_are_played_as_they_are_asked_for(self, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
        made = []

        def make(**fields: Any) -> tl.Round:
            made.append(tl.Round(**fields))
            return made[-1]

        monkeypatch.setattr("trickloop._trace.Round", make)
        # A loop of 1,904 and 209,304 rounds on the core; the reference plays its end, too, and gets a shorter one.
        hands = ("KJ763K7T979Q62JK938AQ466QT", "24J23A395T854T8QK82J75AA45") if engine == "core" else ("1 2", "2 1")
        rounds = tl.trace(tl.War(face_down=1, pickup="seat-order"), *hands, engine=engine)
        assert made == []
        for number in (1, 2, 3):
            assert next(rounds).number == number
            assert len(made) == number

    def test_each_call_is_a_game_of_its_own(self, engine: str) -> None:
        hands = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"
        alone = list(tl.trace(tl.Camicia(), *hands, engine=engine))
        pairs = zip(
            tl.trace(tl.Camicia(), *hands, engine=engine),
            tl.trace(tl.Camicia(), *hands, engine=engine),
            strict=True,
        )
        assert [*pairs] == [(trick, trick) for trick in alone]
