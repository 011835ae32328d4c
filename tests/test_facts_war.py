"""What is known about single games of War: published (``P``), or computed by independent programs (``C``)."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from conftest import on_the_core
from deals import distinct_deals, halves
from trickloop import Ending, Loop, Pack, War, play
from war_table import LARGE, SMALL, WarRow


def check_every_deal(row: WarRow, engine: str) -> None:
    """Play every deal; count wins, draws and loops, the longest of each, and sum up the finite games."""
    rules = War(face_down=row.face_down, pickup=row.pickup, short=row.short)
    outcomes: Counter[object] = Counter()
    longest = loop = rounds = wars = 0
    for deal in distinct_deals(Pack.of(row.suits, row.ranks).cards):
        game = play(rules, *halves(deal), engine=engine)
        if game.loop is not None:
            outcomes["loop"] += 1
            loop = max(loop, game.loop.length)
            continue
        outcomes[game.winner] += 1
        longest = max(longest, game.rounds)
        rounds += game.rounds
        wars += game.wars
    ends = outcomes[1], outcomes[2], outcomes[None], outcomes["loop"]
    assert (ends, longest, loop, rounds, wars) == row[5:]


class TestEveryDealOfASmallPackOfWar:
    """All deals of ranks 1 to r in s suits, player 1 gets the first half (C)."""

    @pytest.mark.parametrize("row", SMALL)
    def test_small(self, engine: str, row: WarRow) -> None:
        check_every_deal(row, engine)

    @on_the_core
    @pytest.mark.parametrize("row", LARGE)
    def test_large(self, engine: str, row: WarRow) -> None:
        check_every_deal(row, engine)

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
