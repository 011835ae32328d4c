"""What is known about single games of War: published (``P``), or computed by independent programs (``C``)."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from conftest import on_the_core
from deals import distinct_deals, halves
from trickloop import Ending, Loop, Pack, War, play


def war_row(pack: Pack, rules: War, engine: str) -> tuple[int, ...]:
    """Play every deal; count wins, draws and loops, the longest of each, and sum up the finite games."""
    outcomes: Counter[object] = Counter()
    longest = loop = rounds = wars = 0
    for deal in distinct_deals(pack.cards):
        game = play(rules, *halves(deal), engine=engine)
        if game.loop is not None:
            outcomes["loop"] += 1
            loop = max(loop, game.loop.length)
            continue
        outcomes[game.winner] += 1
        longest = max(longest, game.rounds)
        rounds += game.rounds
        wars += game.wars
    return outcomes[1], outcomes[2], outcomes[None], outcomes["loop"], longest, loop, rounds, wars


class TestEveryDealOfASmallPackOfWar:
    """All deals of ranks 1 to r in s suits, player 1 gets the first half (C).

    Expected are the wins of player 1 and of player 2, draws, endless games, the longest finite game, the
    longest loop, and the sums of rounds and of wars of the finite games.
    """

    @pytest.mark.parametrize(
        ("ranks", "suits", "face_down", "pickup", "short", "expected"),
        [
            (3, 2, 2, "winner-first", "lose", (30, 30, 30, 0, 6, 0, 288, 72)),
            (3, 2, 2, "seat-order", "lose", (33, 21, 36, 0, 11, 0, 360, 78)),
            (4, 2, 2, "winner-first", "lose", (1056, 1056, 408, 0, 13, 0, 12032, 2424)),
            (4, 2, 2, "loser-first", "lose", (1036, 1036, 448, 0, 15, 0, 12272, 2496)),
            (4, 2, 2, "seat-order", "lose", (784, 884, 100, 752, 14, 24, 6632, 1604)),
            (4, 2, 0, "winner-first", "first-out", (1178, 1178, 164, 0, 21, 0, 18962, 4590)),
            (4, 2, 1, "winner-first", "first-out", (1069, 1069, 312, 70, 13, 8, 13144, 2918)),
            (4, 2, 0, "as-revealed", "first-out", (550, 527, 24, 1419, 14, 24, 5508, 1352)),
            (4, 2, 1, "winner-first", "last-card", (1137, 1137, 176, 70, 14, 8, 13440, 3240)),
            (4, 2, 3, "seat-order", "last-card", (523, 1004, 213, 780, 17, 24, 6606, 1787)),
            (4, 2, 1, "winner-first", "draw", (513, 513, 1424, 70, 13, 8, 13144, 2918)),
            (4, 2, 3, "winner-first", "shorten", (1023, 1023, 416, 58, 15, 8, 12996, 2966)),
            (4, 2, 1, "seat-order", "shorten", (644, 943, 24, 909, 21, 24, 8206, 2230)),
        ],
    )
    def test_small(
        self,
        engine: str,
        ranks: int,
        suits: int,
        face_down: int,
        pickup: str,
        short: str,
        expected: tuple[int, ...],
    ) -> None:
        rules = War(face_down=face_down, pickup=pickup, short=short)
        assert war_row(Pack.of(suits, ranks), rules, engine) == expected

    @on_the_core
    @pytest.mark.parametrize(
        ("ranks", "suits", "face_down", "pickup", "short", "expected"),
        [
            (5, 2, 2, "winner-first", "lose", (50520, 50520, 12360, 0, 45, 0, 870458, 119776)),
            (5, 2, 2, "as-revealed", "lose", (54832, 53024, 5544, 0, 77, 0, 1543111, 143916)),
            (5, 2, 0, "winner-first", "first-out", (50263, 50263, 960, 11914, 40, 116, 1073170, 181786)),
            (3, 4, 2, "winner-first", "lose", (15069, 15069, 4512, 0, 29, 0, 174774, 62508)),
            (3, 4, 2, "loser-first", "lose", (14490, 14490, 4662, 1008, 20, 2, 164592, 60306)),
            (3, 4, 2, "seat-order", "lose", (15987, 13686, 3595, 1382, 38, 24, 201175, 62684)),
            (4, 3, 2, "winner-first", "lose", (170129, 170129, 29342, 0, 45, 0, 2584482, 615626)),
            (4, 3, 2, "loser-first", "lose", (165547, 165547, 30112, 8394, 38, 5, 2469926, 607178)),
            (4, 3, 2, "as-revealed", "lose", (146724, 133573, 20750, 68553, 53, 60, 2319054, 514005)),
            # Without a tie it does not matter how wars are fought.
            (8, 1, 0, "winner-first", "lose", (20160, 20160, 0, 0, 26, 0, 424464, 0)),
            (8, 1, 3, "winner-first", "last-card", (20160, 20160, 0, 0, 26, 0, 424464, 0)),
        ],
    )
    def test_large(
        self,
        engine: str,
        ranks: int,
        suits: int,
        face_down: int,
        pickup: str,
        short: str,
        expected: tuple[int, ...],
    ) -> None:
        rules = War(face_down=face_down, pickup=pickup, short=short)
        assert war_row(Pack.of(suits, ranks), rules, engine) == expected

    @pytest.mark.parametrize("ranks", [2, 4, 6])
    def test_no_loop_for_some_numbers_of_distinct_ranks(self, engine: str, ranks: int) -> None:
        # P: Spivey 2010, winner-first, where the number is 2^k or 3*2^k; 8 is in the table above.
        rules = War()
        for deal in permutations(range(1, ranks + 1)):
            assert play(rules, *halves(deal), engine=engine).ending is Ending.WIN, deal


class TestWar:
    """Single games of War."""

    SPIVEY = (
        "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49",
        "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45",
    )

    def spivey(self, *, reverse: bool) -> list[list[int]]:
        """Return the deal; in the paper 1 is the highest rank, hence the reversal."""
        return [[53 - int(rank) if reverse else int(rank) for rank in hand.split()] for hand in self.SPIVEY]

    def test_spivey(self, engine: str) -> None:
        # P: Spivey 2010.
        game = play(War(), *self.spivey(reverse=True), engine=engine)
        assert game.ending is Ending.LOOP
        assert game.loop == Loop(start=0, length=31920, cards=2 * 31920)
        assert game.rounds == 31920

    def test_spivey_is_a_loop_at_its_last_round_and_not_before(self, engine: str) -> None:
        hands = self.spivey(reverse=True)
        before = play(War(max_rounds=31919), *hands, engine=engine)
        assert (before.ending, before.rounds, before.loop) == (Ending.LIMIT, 31919, None)
        assert play(War(max_rounds=31920), *hands, engine=engine).loop == Loop(0, 31920, 63840)

    def test_spivey_not_reversed(self, engine: str) -> None:
        # C.
        hands = self.spivey(reverse=False)
        game = play(War(), *hands, engine=engine)
        assert (game.winner, game.ending, game.rounds) == (2, Ending.WIN, 276)
        assert play(War(pickup="loser-first"), *hands, engine=engine).loop == Loop(26, 1440, 2880)
        assert play(War(pickup="seat-order"), *hands, engine=engine).loop == Loop(211, 52, 104)

    @pytest.mark.parametrize(
        ("hands", "rules", "start", "length"),
        [
            (("1 2", "2 1"), War(pickup="seat-order"), 2, 2),
            (("2 1", "1 2"), War(pickup="seat-order"), 0, 2),
            (("1 3", "4 2"), War(pickup="seat-order"), 2, 4),
            (("1 1 4 2", "3 4 3 2"), War(face_down=1), 1, 8),
            (("1 1 2 2 5", "3 3 5 4 4"), War(face_down=0), 8, 116),
            (("1 1 1 1 2 3", "2 2 3 3 3 2"), War(face_down=0, pickup="as-revealed"), 6, 482),
            (("1 2 3 4 9", "5 6 10 7 8"), War(), 35, 60),
        ],
    )
    def test_small_loops(self, engine: str, hands: tuple[str, str], rules: War, start: int, length: int) -> None:
        # C.
        game = play(rules, *hands, engine=engine)
        assert game.ending is Ending.LOOP
        assert game.winner is None
        assert (game.loop.start, game.loop.length, game.rounds) == (start, length, start + length)

    @pytest.mark.parametrize(
        ("hands", "winner", "rounds", "wars"),
        [
            ("D58B35926B92C7C4C7E8D3DAA2 8E47C38A2DEA43467EB9566B95", 2, 160, 13),
            ("5744B95ECDC6D325B28A782A72 68394D9DA96EBBA8533EE7C6C4", 1, 330, 13),
            ("EEDDCCBBAA8877665544332299 EEDDCCBBAA9988776655443322", 2, 20, 5),
            ("EEDDCCBBAA9988776655443322 DDCCBBAA9988776655443E3E22", 1, 24, 3),
        ],
    )
    def test_code_golf(self, engine: str, hands: str, winner: int, rounds: int, wars: int) -> None:
        # P, C: Code Golf Stack Exchange 82340; a card is a hexadecimal digit, and E is the ace.
        ranks = [[int(card, 16) for card in hand] for hand in hands.split()]
        game = play(War.codegolf(), *ranks, engine=engine)
        assert (game.winner, game.ending, game.rounds, game.wars) == (winner, Ending.WIN, rounds, wars)


class TestTrapsOfWar:
    """Games that other programs get wrong."""

    @pytest.mark.parametrize("card", ["7", "A"])
    @pytest.mark.parametrize("short", ["lose", "first-out", "last-card", "shorten", "longest", "draw"])
    def test_equal_last_cards_are_a_draw(self, engine: str, card: str, short: str) -> None:
        # Programs that look at player 1 first give it to player 2.
        game = play(War(short=short), card, card, engine=engine)
        assert (game.winner, game.ending, game.rounds, game.wars) == (None, Ending.DRAW, 1, 1)
        assert game.hands == ((), ())
        assert len(game.out_of_play) == 2

    def test_the_player_who_runs_out_in_a_war_loses(self, engine: str) -> None:
        game = play(War(face_down=1), "7 3", "7 9 9", engine=engine)
        assert (game.winner, game.ending, game.rounds) == (2, Ending.WIN, 1)
        assert sorted(game.hands[1]) == [3, 7, 7, 9, 9]

    def test_both_run_out_in_a_war(self, engine: str) -> None:
        game = play(War(face_down=3), "5 2", "5 3", engine=engine)
        assert (game.winner, game.ending, game.rounds) == (None, Ending.DRAW, 1)
        assert sorted([*game.hands[0], *game.hands[1], *game.out_of_play]) == [2, 3, 5, 5]

    def test_a_war_fought_with_the_last_cards_counts(self, engine: str) -> None:
        game = play(War(face_down=0), "4 4", "4 5", engine=engine)
        assert (game.winner, game.ending, game.rounds, game.wars) == (2, Ending.WIN, 1, 1)
        assert sorted(game.hands[1]) == [4, 4, 4, 5]

    def test_suits_never_matter(self, engine: str) -> None:
        plain = "A 9 4 4 K 10 2", "K 9 7 2 10 10 3"
        expected = play(War(face_down=1), *plain, engine=engine)
        assert expected.wars
        for suits in permutations("SHDC"):
            hands = [
                [card + suits[place % 4] for place, card in enumerate(hand.split(), seat)]
                for seat, hand in enumerate(plain)
            ]
            assert play(War(face_down=1), *hands, engine=engine) == expected

    @pytest.mark.parametrize("ten", ["10", "T", "t", "10H", "TS", "H10", "ST", "10♦"])
    @pytest.mark.parametrize("nine", ["9", "9C", "C9"])
    def test_the_ten_is_above_the_nine(self, engine: str, ten: str, nine: str) -> None:
        assert play(War(), ten, nine, engine=engine).winner == 1
        assert play(War(), nine, ten, engine=engine).winner == 2

    def test_hands_can_be_played_again(self, engine: str) -> None:
        # A deck shared between two games, a caller's list that is emptied.
        hands = [14, 9, 3, 4], [13, 9, 7, 2]
        first = play(War(), *hands, engine=engine)
        assert hands == ([14, 9, 3, 4], [13, 9, 7, 2])
        assert play(War(), *hands, engine=engine) == first

    def test_a_long_loop_is_found_past_any_window(self, engine: str) -> None:
        # C: seat-order, 1 down; the longest loop of a published sample has this length.
        hands = "KJ763K7T979Q62JK938AQ466QT", "24J23A395T854T8QK82J75AA45"
        game = play(War(face_down=1, pickup="seat-order"), *hands, engine=engine)
        assert game.ending is Ending.LOOP
        assert (game.loop.start, game.loop.length, game.rounds) == (1904, 209304, 211208)

    @on_the_core
    def test_longer_loops_show_that_no_cap_proves_anything(self, engine: str) -> None:
        # C: seat-order, 3 down.
        rules = War(face_down=3, pickup="seat-order")
        game = play(rules, "59T8Q7J674838A7TK2923T56A2", "K9QQJ48AJ554Q633AK7T6JK942", engine=engine)
        assert (game.loop.start, game.loop.length) == (1028, 476280)
        hands = "A78Q93A7Q38T24T6T4J49823J5", "Q5J96K2Q62KAA7459KT675J38K"
        assert play(rules, *hands, engine=engine).ending is Ending.LIMIT
        game = play(replace(rules, max_rounds=10_000_000), *hands, engine=engine)
        assert (game.loop.start, game.loop.length) == (1676, 1151640)

    def test_a_long_finite_game_is_no_loop(self, engine: str) -> None:
        # C: as-revealed, 1 down.
        hands = "K5A9793QK6Q9AK82J5J43449J2", "T6847T727J385AT836QTAQ265K"
        game = play(War(face_down=1, pickup="as-revealed"), *hands, engine=engine)
        assert (game.winner, game.ending, game.rounds) == (2, Ending.WIN, 16401)
