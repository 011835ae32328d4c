"""What is known about single games: published (``P``), or computed by independent programs (``C``)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice, permutations

import pytest

from deals import deal_at, distinct_deals, splits
from trickloop import Camicia, Combat, Ending, Loop, Pack, RecursiveCombat, War, play, trace

# A table of several ten thousand games takes the reference minutes.
on_the_core = pytest.mark.parametrize("engine", ["core"], indirect=True)

CASELLA = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"
MANN_WU = "K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--"
ANDERSON = "--A-Q--J--J---Q--AJ-K---K-", "-J-------Q------A--A--QKK-"
LONGEST = "---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---"

DIGITS = str.maketrans("0123", "-JQK")
"""The 40-card lists write a card as the payment it demands."""


def halves(deal: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cut a deal in the middle; player 1 gets the smaller half of an odd number."""
    return deal[: len(deal) // 2], deal[len(deal) // 2 :]


def seats_after(rounds: int, hands: tuple[str, str], engine: str) -> tuple[tuple[str, ...], int | None]:
    """Return the hands of Camicia as text, and the leader, after that many tricks."""
    last = next(islice(trace(Camicia(), *hands, engine=engine), rounds - 1, None))
    return tuple("".join(hand) for hand in last.hands), last.winner


class TestCamicia:
    """Camicia with 52 cards."""

    @pytest.mark.parametrize(
        ("hands", "tricks", "cards"),
        [
            pytest.param(("------------KAQ----J------", "-JQQK---K----JK--QA-A-JA--"), 670, 4791, id="Paulhus 1999"),
            pytest.param(("---JQ---K-A----A-J-K---QK-", "-J-----------AJQA----K---Q"), 805, 5790, id="Kleber 1999"),
            pytest.param(("A-QK------Q----KA-----J---", "-JAK----A--Q----J---QJ--K-"), 960, 6913, id="Collins 2006"),
            pytest.param(MANN_WU, 1007, 7157, id="Mann, Wu 2007"),
            pytest.param(("----Q------A--K--A-A--QJK-", "-Q--J--J---QK---K----JA---"), 1015, 7207, id="Nessler 2012"),
            pytest.param(
                ("-J-------Q------A--A--QKK-", "-A-Q--J--J---Q--AJ-K---K--"),
                1016,
                7224,
                id="Nessler 2012, second",
            ),
            pytest.param(ANDERSON, 1016, 7225, id="Anderson 2013"),
            # Listed elsewhere with 7960 cards; every simulator says 7959.
            pytest.param(("-J------Q------AAA-----QQ-", "K----JA-----------KQ-K-JJK"), 1122, 7959, id="Rucklidge 2014"),
            pytest.param(("----K---A--Q-A--JJA------J", "-----KK---------A-JK-Q-Q-Q"), 1106, 7972, id="Nessler 2021"),
            pytest.param(LONGEST, 1164, 8344, id="Nessler 2022"),
        ],
    )
    def test_record_deals(self, engine: str, hands: tuple[str, str], tricks: int, cards: int) -> None:
        game = play(Camicia(), *hands, engine=engine)
        assert (game.tricks, game.cards, game.ending, game.loop) == (tricks, cards, Ending.WIN, None)
        assert Pack(game.hands[game.winner - 1]) == Camicia().pack

    @pytest.mark.parametrize(
        ("deal", "cards", "tricks"),
        [("AAAAKKKKQQQQJJJJ" + "-" * 36, 34, 8), ("-" * 36 + "JJJJQQQQKKKKAAAA", 45, 9)],
        ids=["index 0", "last"],
    )
    def test_first_and_last_deal(self, engine: str, deal: str, cards: int, tricks: int) -> None:
        # P, C: the order of the index is A < K < Q < J < plain.
        game = play(Camicia(), deal[:26], deal[26:], engine=engine)
        assert (game.cards, game.tricks, game.ending) == (cards, tricks, Ending.WIN)

    def test_casella(self, engine: str) -> None:
        # P: Casella 2024, arXiv 2403.13855, the first endless deal.
        game = play(Camicia(), *CASELLA, engine=engine)
        assert game.ending is Ending.LOOP
        assert game.winner is None
        assert game.loop == Loop(start=4, length=62, cards=440)
        assert (game.tricks, game.cards) == (66, 474)
        assert game.cards - game.loop.cards == 34

    def test_the_loop_of_casella_comes_back_to_where_it_began(self, engine: str) -> None:
        assert seats_after(66, CASELLA, engine) == seats_after(4, CASELLA, engine)

    def test_no_state_on_the_loop_of_casella_is_balanced(self, engine: str) -> None:
        # C: the larger hand has 30 to 50 cards.
        larger = [max(trick.sizes) for trick in trace(Camicia(), *CASELLA, engine=engine)][3:66]
        assert (min(larger), max(larger)) == (30, 50)

    def test_the_loop_of_casella_with_number_cards_told_apart(self, engine: str) -> None:
        # P: 33,000 cards, 75 times 440.
        names = iter([f"{rank}{suit}" for rank in range(2, 11) for suit in "SHDC"])
        hands = tuple(tuple(next(names) if card == "-" else card for card in hand) for hand in CASELLA)
        before = list(islice(trace(Camicia(), *hands, engine=engine), 4))[-1]
        # Who leads is player 1 of a game that begins here.
        start = before.hands if before.winner == 1 else before.hands[::-1]
        now, cards, turns = start, 0, 0
        while turns == 0 or now != start:
            turn = list(trace(Camicia(), *now, engine=engine))
            assert len(turn) == 62
            cards += sum(len(trick.lays) for trick in turn)
            now, turns = turn[-1].hands, turns + 1
        assert (turns, cards) == (75, 33_000)

    def test_anderson_plays_into_mann_and_wu(self, engine: str) -> None:
        # C: the longest deal among the 607 ancestors of Mann and Wu's is Anderson's; the seats are swapped.
        tricks = list(islice(trace(Camicia(), *ANDERSON, engine=engine), 1016 - 1007))
        assert sum(len(trick.lays) for trick in tricks) == 7225 - 7157
        assert seats_after(len(tricks), ANDERSON, engine) == (MANN_WU[::-1], 2)

    def test_the_leader_is_part_of_the_state(self, engine: str) -> None:
        # C: programs that leave the leader out call this one endless.
        game = play(Camicia(), "----J-", "J", engine=engine)
        assert (game.cards, game.tricks, game.ending) == (16, 4, Ending.WIN)


class TestItalianCamicia:
    """Camicia with 40 cards, where J, Q and K stand for payments of 1, 2 and 3."""

    def test_zanotto(self, engine: str) -> None:
        # P: Zanotto 2017.
        hands = "00302020303100000310", "00100200002000000010"
        game = play(Camicia.italian(), *(hand.translate(DIGITS) for hand in hands), engine=engine)
        assert game.ending is Ending.LOOP
        assert game.winner is None

    def test_the_longest_finite_game(self, engine: str) -> None:
        # P: N1k06 2026, who played all 193,584,473,082,000 deals.
        deal = "0130023302200030010000000010000000000021".translate(DIGITS)
        game = play(Camicia.italian(), deal[:20], deal[20:], engine=engine)
        assert (game.cards, game.tricks, game.ending) == (4663, 757, Ending.WIN)


def small_pack(plain: int, *courts: int) -> tuple[int, ...]:
    """Return the cards of a pack written as [plain, J, Q, K, A]."""
    return (0,) * plain + tuple(
        rank for rank, count in zip((11, 12, 13, 14), courts, strict=True) for _ in range(count)
    )


class TestEveryDealOfASmallPackOfCamicia:
    """All deals of small packs, written as [plain, J, Q, K, A] (C)."""

    @staticmethod
    def check(
        pack: tuple[int, ...],
        engine: str,
        expected: tuple[int, int, int, int],
        longest: tuple[int, int] | None,
    ) -> None:
        deals = loops = cards = tricks = 0
        most = (0, 0)
        rules = Camicia()
        for deal in distinct_deals(pack):
            game = play(rules, *halves(deal), engine=engine)
            deals += 1
            if game.loop is not None:
                loops += 1
                continue
            cards += game.cards
            tricks += game.tricks
            most = max(most, (game.cards, game.tricks))
        assert (deals, loops, cards, tricks) == expected
        assert longest in (None, most)

    def test_three_courts(self, engine: str) -> None:
        self.check(small_pack(7, 1, 1, 1, 0), engine, (720, 0, 9126, 1857), (42, 8))

    def test_one_court_of_each_and_five_plain(self, engine: str) -> None:
        self.check(small_pack(5, 1, 1, 1, 1), engine, (3024, 0, 27460, 5264), None)

    @on_the_core
    @pytest.mark.parametrize(
        ("plain", "deals", "cards", "tricks"),
        [
            (6, 5040, 54612, 10065),
            (7, 7920, 99146, 17828),
            (8, 11880, 174846, 30590),
            (9, 17160, 290735, 49672),
            (10, 24024, 475027, 78972),
            (11, 32760, 737894, 119614),
            (12, 43680, 1121954, 177249),
        ],
    )
    def test_one_court_of_each(self, engine: str, plain: int, deals: int, cards: int, tricks: int) -> None:
        self.check(small_pack(plain, 1, 1, 1, 1), engine, (deals, 0, cards, tricks), None)

    @on_the_core
    def test_two_courts_of_three_ranks(self, engine: str) -> None:
        self.check(small_pack(8, 2, 2, 2, 0), engine, (270270, 90, 5685037, 1041418), (172, 33))

    def test_the_endless_deals_of_twenty_cards(self, engine: str) -> None:
        # P, C: by lexicographic index, plain < J < Q < K.
        indices = (
            246414, 477920, 670912, 917330, 1120477, 1199338, 1257979, 1397712,
            1613646, 1849144, 2568257, 2597170, 2779940, 3305725, 3330878, 3371832,
        )  # fmt: skip
        pack = small_pack(14, 2, 2, 2, 0)
        for index in indices:
            assert play(Camicia(), *halves(deal_at(index, pack)), engine=engine).ending is Ending.LOOP, index
            # Their neighbours are not endless, as all sixteen are listed.
            for near in (index - 1, index + 1):
                assert play(Camicia(), *halves(deal_at(near, pack)), engine=engine).ending is Ending.WIN, near


def test_deal_at_counts_as_distinct_deals_does() -> None:
    for pack in [(1, 1, 2, 2, 3, 3), small_pack(4, 1, 1, 1, 0), (5,), ()]:
        deals = list(distinct_deals(pack))
        assert len(set(deals)) == len(deals) == Pack(pack).deals
        assert deals == sorted(set(permutations(pack)))
        assert [deal_at(index, pack) for index in range(len(deals))] == deals


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


class TestRecursiveCombat:
    """Recursive Combat."""

    @pytest.mark.parametrize(
        ("hands", "score"),
        [
            (("1 3 6", "2 4 5"), 84),
            (("1 2 3 4 5 6", "7"), 39),
            (("1 4", "2 3"), 29),
            (("1 2 4", "3 5"), 11),
            (("2 1 5", "4 3 8 6 7"), 167),
            # A string of digits as the key does not tell such hands apart.
            (("1 11 3 111", "31"), 395),
            (("1 2 3 4 6", "5"), 78),
            (("1 5", "2 3 4"), 19),
            (("1 2 3 5 6 4", "7"), 18),
            (("7 11 1 5 4", "2 6 3 8 9 10"), 73),
            (("1 2 4 6", "5 3 7"), 47),
            (("43 19", "2 29 14"), 105),
            (("9 2 6 3 1", "5 8 4 7 10"), 291),
        ],
    )
    def test_deals_that_catch_known_bugs(self, engine: str, hands: tuple[str, str], score: int) -> None:
        # C, and the last is the puzzle's own.
        assert play(RecursiveCombat(), *hands, engine=engine).score == score

    @pytest.mark.parametrize("hands", [("1 2 4 6", "5 3 7"), ("43 19", "2 29 14")])
    def test_player_1_wins_a_repetition(self, engine: str, hands: tuple[str, str]) -> None:
        game = play(RecursiveCombat(), *hands, engine=engine)
        assert (game.winner, game.ending) == (1, Ending.LOOP)
        assert all(game.hands)

    def test_combat(self, engine: str) -> None:
        # P: the puzzle's own.
        game = play(Combat(), "9 2 6 3 1", "5 8 4 7 10", engine=engine)
        assert (game.winner, game.score) == (2, 306)

    def test_combat_has_no_rule_for_a_repetition(self, engine: str) -> None:
        game = play(Combat(), "43 19", "2 29 14", engine=engine)
        assert (game.winner, game.ending, game.score) == (None, Ending.LOOP, None)
        assert game.loop.length == 6

    def test_the_winners_card_goes_first_even_if_it_is_the_lower_one(self, engine: str) -> None:
        # Player 2 holds the highest card of the sub-game 3 4 / 5 and so wins the round with 1 against 2.
        first = next(trace(RecursiveCombat(), "2 3 4", "1 5", engine=engine))
        assert (first.winner, first.sub_game) == (2, True)
        assert first.hands == (("3", "4"), ("5", "1", "2"))

    @staticmethod
    def repetitions(cards: Iterable[int], engine: str) -> tuple[int, int]:
        games = loops = 0
        rules = RecursiveCombat()
        for hands in splits(cards):
            games += 1
            loops += play(rules, *hands, engine=engine).ending is Ending.LOOP
        return loops, games

    @pytest.mark.parametrize(
        ("size", "loops", "deals"), [(2, 0, 2), (3, 0, 12), (4, 0, 72), (5, 86, 480), (6, 0, 3600)]
    )
    def test_main_games_that_repeat(self, engine: str, size: int, loops: int, deals: int) -> None:
        # C: over all splits, for 1 to n; it happens at n = 5, 7 and 9 and never at 2, 3, 4, 6, 8.
        assert self.repetitions(range(1, size + 1), engine) == (loops, deals)

    @on_the_core
    def test_main_games_of_seven_cards_that_repeat(self, engine: str) -> None:
        assert self.repetitions(range(1, 8), engine) == (9648, 30240)
