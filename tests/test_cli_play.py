"""``trickloop play``: what it prints, hands that begin with a dash, random deals, options of the rules."""

import itertools
import json
import re
from dataclasses import fields

import pytest

import trickloop as tl
from command import CASELLA, LONGEST, PRESETS, RULES, play_json, run
from trickloop import _cli_options, _cli_play
from trickloop.rules import describe


class TestPlay:
    def test_a_game_in_a_few_lines(self, engine: str) -> None:
        code, out, err = run("play", "war", "A 9 3 4", "K 9 7 2", "--face-down", "1", "--engine", engine)
        played = "compiled core" if engine == "core" else "reference engine (as --engine says)"
        assert (code, err) == (0, "")
        assert out.splitlines() == [
            "rules        War(face_down=1)",
            "player 1     A 9 3 4",
            "player 2     K 9 7 2",
            "",
            "result       player 1 wins",
            "rounds       2 (player 1 won 2, player 2 won 0)",
            "cards        8 laid",
            "wars         1",
            f"engine       played by the {played}",
        ]

    def test_war_round_by_round(self) -> None:
        _, out, _ = run("play", "war", "A 9 3 4", "K 9 7 2", "--face-down=1", "--trace")
        assert out.splitlines()[3:7] == [
            "",
            "1) Player 1: A   Player 2: K -- player 1 takes 2 (5:3)",
            "2) Player 1: 9 [3] 4   Player 2: 9 [7] 2 -- war -- player 1 takes 6 (8:0) -- win",
            "",
        ]

    def test_camicia_card_by_card(self, engine: str) -> None:
        # The second example of the exercise's text.
        _, out, _ = run("play", "camicia", "J 2 3", "4 J 5", "--trace", "--engine", engine)
        assert out.splitlines()[4:17] == [
            "Round | Player 1 | Player 2 | Pile  | Penalty due",
            "    1 | J 2 3    | 4 J 5    | -     | -",
            "    1 | 2 3      | 4 J 5    | J     | Player 2: 1",
            "    1 | 2 3      | J 5      | J 4   | -",
            "    2 | 2 3 J 4  | J 5      | -     | -",
            "    2 | 3 J 4    | J 5      | 2     | -",
            "    2 | 3 J 4    | 5        | 2 J   | Player 1: 1",
            "    2 | J 4      | 5        | 2 J 3 | -",
            "    3 | J 4      | 5 2 J 3  | -     | -",
            "    3 | J 4      | 2 J 3    | 5     | -",
            "    3 | 4        | 2 J 3    | 5 J   | Player 2: 1",
            "    3 | 4        | J 3      | 5 J 2 | -",
            "    4 | 4 5 J 2  | J 3      | -     | -",
        ]
        assert "loop         entered after 1 trick; one turn is 2 tricks and 6 cards" in out

    def test_the_columns_of_a_long_game_are_straight(self) -> None:
        _, out, _ = run("play", "camicia", *LONGEST, "--trace")
        rows = [line for line in out.splitlines() if " | " in line]
        # A row before each of the 1164 tricks, one for each of the 8344 cards, the last state and the head.
        assert len(rows) == 1164 + 8344 + 2
        assert len({tuple(at for at, sign in enumerate(row) if sign == "|") for row in rows}) == 1

    def test_an_endless_game(self) -> None:
        _, out, _ = run("play", "camicia", *CASELLA)
        assert "result       nobody wins: the game never ends\n" in out
        assert "tricks       66 (player 1 won 31, player 2 won 35)\n" in out
        assert "cards        474 laid\n" in out
        assert "loop         entered after 4 tricks; one turn is 62 tricks and 440 cards\n" in out
        assert "wars" not in out

    def test_a_repetition_that_wins_and_its_score(self) -> None:
        _, out, _ = run("play", "recursive-combat", "43 19", "2 29 14")
        assert "result       player 1 wins, as round 6 brought back earlier hands\n" in out
        assert "score        105\n" in out

    def test_a_draw_and_the_limit(self) -> None:
        _, out, _ = run("play", "war", "5 2", "5 3")
        assert "result       nobody wins: the game is a draw\n" in out
        assert "rounds       1 (player 1 won 0, player 2 won 0, nobody 1)\n" in out
        assert "out of play  2 cards\n" in out
        _, out, _ = run("play", "war", "5 2", "4 3", "--max-rounds", "1")
        assert "result       nobody wins: undecided when the limit of 1 round was reached\n" in out

    def test_long_hands_that_were_given_are_counted(self) -> None:
        _, out, _ = run("play", "war", "2 " * 61, "3")
        assert "player 1     61 cards\n" in out
        assert "player 2     3\n" in out

    def test_json(self, engine: str) -> None:
        outcome = tl.play(tl.Camicia(), *CASELLA)
        assert play_json("camicia", *CASELLA, "--engine", engine) == {
            "rules": "Camicia()",
            "hands": [list(hand) for hand in CASELLA],
            "engine": engine,
            "outcome": outcome.to_dict(),
        }

    def test_json_of_every_round(self) -> None:
        _, out, _ = run("play", "--trace", "--json", "camicia", "J 2 3", "4 J 5")
        lines = [json.loads(line) for line in out.splitlines()]
        assert [line.get("number") for line in lines] == [1, 2, 3, None]
        assert [line["winner"] for line in lines[:3]] == [1, 2, 1]
        assert [line["ending"] for line in lines[:3]] == [None, None, "loop"]
        assert [lay["text"] for lay in lines[1]["lays"]] == ["2", "J", "3"]
        assert lines[2]["hands"] == [["4", "5", "J", "2"], ["J", "3"]]
        assert lines[3]["outcome"]["loop"] == {"start": 1, "length": 2, "cards": 6}

    def test_every_line_fits_80_columns(self) -> None:
        for name in (*RULES, *PRESETS):
            needed = ["--max-rounds", "1000"] if name == "endless-war" else []
            _, out, _ = run("play", name, "--seed", "5", *needed)
            assert max(map(len, out.splitlines())) <= 80


class TestHandsThatBeginWithADash:
    @pytest.mark.parametrize(
        "hands",
        [
            ("-", "--"),
            ("--", "-"),
            ("--", "--"),
            ("-J", "--A-Q"),
            ("--A-Q", "-J"),
            ("-H", "-H"),
            ("--jack", "-j"),
            ("-2-3J", "-5"),
            ("-- J", "- -"),
            ("------------KAQ----J------", "-JQQK---K----JK--QA-A-JA--"),
            CASELLA,
        ],
    )
    def test_they_are_hands(self, hands: tuple[str, str]) -> None:
        game = play_json("camicia", *hands)
        assert game["outcome"] == tl.play(tl.Camicia(), *hands).to_dict()
        assert "".join(game["hands"][0]) == hands[0].upper().replace(" ", "")

    @pytest.mark.parametrize("place", range(4))
    def test_an_option_is_one_anywhere(self, place: int) -> None:
        words = ["camicia", "--A-Q", "-J"]
        _, plain, _ = run("play", *words)
        code, out, err = run("play", *words[:place], "--trace", *words[place:])
        assert (code, err) == (0, "")
        assert "Round | " in out
        assert out.startswith(plain.partition("\n\n")[0])
        assert out.endswith(plain.partition("\n\n")[2])

    @pytest.mark.parametrize("places", [*itertools.combinations_with_replacement(range(4), 2)])
    def test_so_are_options_with_values(self, places: tuple[int, int]) -> None:
        words = ["camicia", "--A-Q", "-J"]
        expected = tl.play(tl.Camicia(payments={14: 2}), *words[1:]).to_dict()
        first, second = places
        options = ["--payments", "A=2"], ["--engine=reference"]
        game = play_json(*words[:first], *options[0], *words[first:second], *options[1], *words[second:])
        assert game["rules"] == "Camicia(payments={14: 2})"
        assert game["engine"] == "reference"
        assert game["outcome"] == expected

    def test_two_dashes_may_end_the_options(self) -> None:
        assert play_json("camicia", "--", "-J", "--Q")["hands"] == [["-", "J"], ["-", "-", "Q"]]
        assert play_json("camicia", "--", "--", "--")["hands"] == [["-", "-"], ["-", "-"]]

    def test_a_wrong_card_is_named(self) -> None:
        code, out, err = run("play", "camicia", "--X-Q", "-J")
        assert (code, out) == (2, "")
        assert err == "trickloop: error: hand 1, position 3: unknown card 'X-Q'\n"

    def test_the_value_of_an_option_may_begin_with_a_dash(self) -> None:
        assert play_json("camicia", "--pack", "- - J", "--seed", "1")["rules"] == "Camicia(pack=Pack('2- J'))"

    def test_no_option_can_be_read_as_a_hand(self) -> None:
        options = set(re.findall(r"--?[a-z][a-z-]*", run("play", "--help")[1]))
        assert {"-h", "--help", "--trace", "--json", "--seed", "--engine", "--face-down", "--pack"} <= options
        assert _cli_options.mark_hands(sorted(options)) == sorted(options)


class TestRandomDeals:
    def test_seed_42_never_changes(self) -> None:
        code, out, _ = run("play", "war", "--seed", "42")
        assert code == 0
        assert out.splitlines()[:4] == [
            "rules        War()",
            "seed         42",
            "player 1     K 8 5 J 3 K 6 4 J 9 7 4 2 8 10 4 2 6 8 Q A 3 7 K 6 6",
            "player 2     8 3 A 10 10 J Q J 7 2 A 9 Q 7 5 9 5 10 5 3 Q 2 4 A 9 K",
        ]

    def test_hands_are_the_first_deal_of_the_seed(self) -> None:
        game = play_json("combat", "--seed", "7")
        deal = tl.deals(tl.Combat().pack, 1, 7)[0]
        hands = deal[:25], deal[25:]
        assert game["hands"] == [list(map(str, hand)) for hand in hands]
        assert game["outcome"] == tl.play(tl.Combat(), *hands).to_dict()
        assert (game["seed"], game["left_over"]) == (7, [])

    @pytest.mark.parametrize(
        ("words", "rules"),
        [
            (["war"], tl.War()),
            (["gameofwar", "--players", "5"], tl.War.gameofwar(5)),
            (["bicycle"], tl.War.bicycle()),
            (["csc427", "--tie", "random"], tl.War.csc427("random")),
            (["endless-war", "--max-rounds", "50", "--players", "3"], tl.EndlessWar(players=3, max_rounds=50)),
            (["recursive-combat", "--pack", "1 2 3 4 5 6 7 8 9"], tl.RecursiveCombat(tl.Pack.of(1, 9))),
            (["camicia", "--pack", "4x3 4x4 2J 2K A"], tl.Camicia(tl.Pack("4x3 4x4 2J 2K A"))),
        ],
    )
    def test_they_are_the_games_of_simulate(self, words: list[str], rules: tl.War, engine: str) -> None:
        outcomes = tl.simulate(rules, games=3, rng=2**70, engine=engine)
        for game, outcome in enumerate(outcomes):
            told = play_json(*words, "--seed", str(2**70), "--game", str(game), "--engine", engine)
            assert told["outcome"] == outcome.to_dict()
            assert told.get("game", 0) == game
        assert play_json(*words, "--seed", str(2**70), "--engine", engine)["outcome"] == outcomes[0].to_dict()

    def test_a_game_far_away(self) -> None:
        game = play_json("combat", "--seed", "7", "--game", "983040003")
        deal = tl.deals(tl.Combat().pack, 1, 7, start=983_040_003)[0].tolist()
        assert [*game["hands"][0], *game["hands"][1]] == list(map(str, deal))
        assert (
            "game         983,040,003 of this seed\n" in run("play", "combat", "--seed", "7", "--game", "983040003")[1]
        )

    def test_what_does_not_divide_is_left_over(self) -> None:
        game = play_json("gameofwar", "--players", "5", "--seed", "1")
        assert [len(hand) for hand in game["hands"]] == [10] * 5
        assert len(game["left_over"]) == 2
        _, out, _ = run("play", "gameofwar", "--players", "5", "--seed", "1")
        assert f"left over    {' '.join(game['left_over'])}\n" in out

    @pytest.mark.parametrize("name", ["war", "camicia"])
    def test_a_fresh_seed_is_told_and_deals_the_game_again(self, name: str) -> None:
        _, first, _ = run("play", name)
        seed = re.search(r"^seed +(\d+) \(--seed deals it again\)$", first, re.MULTILINE)
        assert seed is not None
        _, second, _ = run("play", name, "--seed", seed[1])
        assert second == first.replace(" (--seed deals it again)", "")
        _, third, _ = run("play", name)
        assert third != first

    def test_camicia_is_written_as_it_can_be_read(self) -> None:
        _, out, _ = run("play", "italian", "--seed", "3")
        hands = re.findall(r"^player \d +(\S+)$", out, re.MULTILINE)
        assert hands == ["K------K--K-Q----J--", "-JJQ--JQ--Q------K--"]
        assert play_json("italian", *hands)["outcome"] == play_json("italian", "--seed", "3")["outcome"]

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--seed", "-3"], "expected --seed to be at least 0, got -3"),
            (["--seed", "x"], "expected an integer for --seed, got 'x'"),
            (["--seed", "3", "4", "5"], "expected no --seed with hands that are given, as nothing is left to chance"),
            (["--seed", "3", "--game", "-1"], "expected --game from 0 to 9223372036854775807, got -1"),
            (["--seed", "3", "--game", "x"], "expected an integer for --game, got 'x'"),
            (["--game", "3"], "expected --seed with --game"),
            (["--game", "3", "4", "5"], "expected no --game with hands that are given"),
            (["--pack", "J"], "expected a pack of 2 to 2147483647 cards, got 1"),
            (["--pack", ""], "expected a pack of 2 to 2147483647 cards, got 0"),
            (["--pack", "99999999999J"], "expected a pack of 2 to 2147483647 cards, got 99999999999"),
        ],
    )
    def test_what_cannot_be_dealt(self, words: list[str], message: str) -> None:
        assert run("play", "war", *words) == (2, "", f"trickloop: error: {message}\n")


class TestOptionsOfTheRules:
    def test_every_field_is_an_option(self) -> None:
        options = {
            "--players": "3",
            "--face-down": "1",
            "--pickup": "seat-order",
            "--short": "last-card",
            "--refill": "none",
            "--tie": "war",
            "--max-rounds": "5e3",
            "--pack": "13J",
        }
        rules = tl.War(
            players=3,
            face_down=1,
            pickup="seat-order",
            short="last-card",
            max_rounds=5000,
            pack=tl.Pack("13J"),
        )
        assert {f"--{field.name.replace('_', '-')}" for field in fields(tl.War)} == set(options)
        assert play_json("war", *itertools.chain(*options.items()))["rules"] == describe(rules)

    def test_payments(self) -> None:
        game = play_json("camicia", "--payments", "K=1, 9=3", "--pack", "5x9 5K 3-")
        assert game["rules"] == describe(tl.Camicia(payments={13: 1, 9: 3}, pack=tl.Pack("5x9 5K 3-")))

    @pytest.mark.parametrize("name", [*PRESETS, *map(str.upper, PRESETS)])
    def test_a_preset_is_its_class_method(self, name: str) -> None:
        game = tl.Camicia if name.lower() == "italian" else tl.War
        expected = getattr(game, name.lower())()
        assert play_json(name, "J 2 3", "4 Q 5")["rules"] == describe(expected)

    def test_a_preset_with_an_option_changed(self) -> None:
        game = play_json("winamax", "--face-down", "1", "7 3", "7 9 9")
        assert game["rules"] == "War(face_down=1, pickup='seat-order', short='draw')"
        assert play_json("gameofwar", "--players", "3", "2", "3", "4")["outcome"]["winner"] == 3

    @pytest.mark.parametrize("name", ["War", "RECURSIVE-COMBAT", "recursive_combat", "Camicia", "combat"])
    def test_names_in_any_case(self, name: str) -> None:
        assert play_json(name, "2", "3")["outcome"]["winner"] == 2

    @pytest.mark.parametrize("name", [*RULES, *PRESETS])
    def test_what_is_written_as_options_is_read_again(self, name: str) -> None:
        needed = {"max_rounds": 1000} if name == "endless-war" else {}
        rules = _cli_options.find_rules(name)[1](**needed)
        parser = _cli_options.Parser()
        _cli_options.add_rule_options(parser)
        for field in fields(rules):
            value = getattr(rules, field.name)
            words = [f"--{option.replace('_', '-')}={needed[option]}" for option in needed if option != field.name]
            words.append(f"{_cli_options.option_of(field)}={_cli_options.write_value(value)}")
            args = parser.parse_args(words)
            args.RULES = next(each for each in RULES if _cli_options.GAMES[each] is type(rules))
            assert getattr(_cli_options.read_rules(args), field.name) == value

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("warr 2 3", r"expected rules to be one of war, endless-war, combat, .*, italian, got 'warr'"),
            ("", r"expected rules to be one of war, .*, got nothing"),
            ("combat --face-down 1 2 3", r"expected an option that combat has \(--pack, .*'--face-down'"),
            ("italian --players 2 2 3", r"expected an option that italian has \(--pack, --payments, .*"),
            ("war --jokers=2 2 3", r"expected an option that war has \(--players, .*, --seed, .*'--jokers'"),
            ("war --trase 2 3", r"expected an option that war has \(.*--trace.*\), got '--trase'"),
            ("war --face 1 2 3", r"expected an option that war has \(.*\), got '--face'"),
            ("war --face-down x 2 3", r"expected an integer for --face-down, got 'x'"),
            ("war --face-down 1e999 2 3", r"expected an integer for --face-down, got '1e999'"),
            ("war --face-down -1 2 3", r"War: expected face_down from 0 to \d+, got -1"),
            ("war --face-down", r"argument --face-down: expected one argument"),
            ("war --pickup first 2 3", r"War: expected pickup to be one of 'winner-first', .*, got 'first'"),
            ("war --pack 4y 2 3", r"pack: expected a count and a card like '4J' or '4x9', got '4y'"),
            ("camicia --payments J 2 3", r"expected a card and its payment like 'J=1' for .*, got 'J'"),
            ("camicia --payments J=x 2 3", r"expected an integer for --payments, got 'x'"),
            ("camicia --payments J=0 2 3", r"Camicia: expected payments\[11\] from 1 to \d+, got 0"),
            ("camicia --payments J=1,J=2 2 3", r"expected one payment for J in --payments, got 'J=2' too"),
            ("war --engine fast 2 3", r"argument --engine: invalid choice: .*"),
            ("war 2", r"expected 2 hands, got 1"),
            ("war 2 3 4", r"expected 2 hands, got 3"),
            ("war 2 -", r"hand 2, position 1: expected a card with a rank in War, got '-'"),
            ("combat 3 3", r"hand 2, position 1: expected distinct cards in Combat, .*"),
        ],
    )
    def test_mistakes_are_told_in_one_line(self, words: str, message: str) -> None:
        code, out, err = run("play", *words.split())
        assert (code, out) == (2, "")
        assert re.fullmatch(rf"trickloop: error: {message}\n", err), err

    def test_what_is_not_played_yet(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*game: object, **options: object) -> None:
            raise NotImplementedError("not played yet")

        monkeypatch.setattr(_cli_play, "play", refuse)
        assert run("play", "war", "2", "3") == (2, "", "trickloop: error: not played yet\n")
