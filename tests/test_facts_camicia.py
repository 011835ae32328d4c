"""What is known about single games of Camicia: published (``P``), or computed by independent programs (``C``)."""

from itertools import islice, permutations

import pytest

from conftest import on_the_core
from deals import deal_at, distinct_deals, halves
from trickloop import Camicia, Ending, Loop, Pack, play, trace

CASELLA = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"
MANN_WU = "K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--"
ANDERSON = "--A-Q--J--J---Q--AJ-K---K-", "-J-------Q------A--A--QKK-"
LONGEST = "---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---"

DIGITS = str.maketrans("0123", "-JQK")
"""The 40-card lists write a card as the payment it demands."""


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
