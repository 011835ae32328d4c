"""The exercises of `trickloop.puzzles`, with the samples of their statements and of their solvers."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickloop import Loop, RecursiveCombat, War, play, puzzles
from trickloop.puzzles import (
    beggar_uva162,
    camicia,
    crab_combat,
    parse_crab_combat,
    simulate_war,
    soldiers,
    winamax,
)

Cases = Callable[[str], Any]

EXAMPLE = "Player 1:\n9\n2\n6\n3\n1\n\nPlayer 2:\n5\n8\n4\n7\n10\n"
DECKS = [9, 2, 6, 3, 1], [5, 8, 4, 7, 10]


def kata(cases: Cases, problem: str) -> list[dict[str, Any]]:
    """Return the samples of the one exercise whose title holds `problem`."""
    (found,) = [each for each in cases("kata_samples.json") if problem in each["problem"]]
    return found["samples"]


class TestSimulateWar:
    """The interview question "Simulate a two-player card war game"."""

    @pytest.mark.parametrize(
        ("deck1", "deck2", "expected"),
        [
            ([14, 3], [13, 2], (1, 2)),
            ([13, 2], [14, 3], (2, 2)),
            # The third additional card is compared: 10 beats 9.
            ([5, 2, 3, 10], [5, 4, 4, 9], (1, 1)),
            # Player 1 cannot provide three cards, player 2 can.
            ([5, 14, 14], [5, 2, 2, 2], (2, 1)),
            ([7], [7], ("draw", 1)),
            ([], [2], (2, 0)),
            ([2], [], (1, 0)),
            ([], [], ("draw", 0)),
        ],
    )
    def test_by_hand(self, deck1: list[int], deck2: list[int], expected: tuple[object, int]) -> None:
        assert simulate_war(deck1, deck2) == expected

    def test_every_deal_of_three_ranks_in_two_suits(self) -> None:
        # Counted by two programs that agree: 30 games each, 30 draws, 288 rounds.
        deals = set(permutations([2, 2, 3, 3, 4, 4]))
        results = [simulate_war(deal[:3], deal[3:]) for deal in deals]
        assert Counter(winner for winner, _ in results) == {1: 30, 2: 30, "draw": 30}
        assert sum(rounds for _, rounds in results) == 288

    def test_a_state_that_comes_back_is_a_draw(self) -> None:
        assert simulate_war([2, 3, 4, 5, 10], [6, 7, 11, 8, 9]) == ("draw", 35 + 60)

    def test_the_cap_is_a_draw(self) -> None:
        assert simulate_war([14, 3], [13, 2], max_rounds=1) == ("draw", 1)
        assert simulate_war([14, 3], [13, 2], max_rounds=2) == (1, 2)

    def test_the_decks_stay_as_they_are(self) -> None:
        deck1, deck2 = [14, 3], [13, 2]
        simulate_war(deck1, deck2)
        assert (deck1, deck2) == ([14, 3], [13, 2])


class TestParseCrabCombat:
    @pytest.mark.parametrize(
        "text",
        [
            EXAMPLE,
            EXAMPLE.rstrip("\n"),
            EXAMPLE.replace("\n", "\r\n"),
            EXAMPLE.replace("\n", "\r"),
            EXAMPLE.replace("\n", "\n\n"),
            EXAMPLE.replace("\n\n", "\n"),
            f"\n\n{EXAMPLE}\n \n\t\n",
            "\ufeff" + EXAMPLE,
            "".join(f"  {line} \t\n" for line in EXAMPLE.splitlines()),
            EXAMPLE.lower(),
            EXAMPLE.replace(":", ""),
            EXAMPLE.replace(":", " :"),
            "Player 1: 9, 2, 6, 3, 1\nPlayer 2: 5, 8, 4, 7, 10\n",
            "Player 1: 9 2 6 3 1\nPlayer 2: 5 8 4 7 10",
            "Player 1:\n9,2,6,3,1,\n\nPlayer 2:\n5,8,4,7,10,\n",
            "Player 1:9 2\n6 3 1\n\nPlayer 2:5\n8 4\n7 10",
            "9\n2\n6\n3\n1\n\n5\n8\n4\n7\n10\n",
            "\n9, 2, 6, 3, 1\n\n\n5 8 4 7 10\n\n",
        ],
    )
    def test_what_people_feed_it(self, text: str) -> None:
        assert parse_crab_combat(text) == DECKS

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (EXAMPLE.replace("5", "abc"), "line 9: expected a card, got 'abc'"),
            ("Player 1:\n9\n1.5\n\nPlayer 2:\n5", "line 3: expected a card, got '1.5'"),
            ("Player 1:\n9\n0\n\nPlayer 2:\n5", "line 3: expected a card of at least 1, got 0"),
            ("Player 1:\n9\n-3\n\nPlayer 2:\n5", "line 3: expected a card of at least 1, got -3"),
            ("Player 1:\n9\n\nPlayer 2:\n5\n9", "line 6: expected a new card, got 9, as in line 2"),
            ("Player 1: 9, 9\nPlayer 2: 5", "line 1: expected a new card, got 9, as in line 1"),
            ("Player 2:\n9\n\nPlayer 1:\n5", "line 1: expected 'Player 1:', got 'Player 2:'"),
            ("Player 1:\n9\n\nPlayer 1:\n5", "line 4: expected 'Player 2:', got 'Player 1:'"),
            ("Player 1:\n9\n\nPlayer 3:\n5", "line 4: expected 'Player 2:', got 'Player 3:'"),
            ("Player A:\n9\n\nPlayer B:\n5", "line 1: expected 'Player 1:', got 'Player A:'"),
            (EXAMPLE + "\nPlayer 3:\n11\n", "line 15: expected cards or the end, got 'Player 3:'"),
            ("9\n\nPlayer 2:\n5", "line 1: expected 'Player 1:', got '9'"),
            (",\r\n\r3", "line 3: expected a card of player 1, got '3'"),
            ("1\n\n,", "line 4: expected a card of player 2, got the end"),
            ("Player 1:\n\nPlayer 2:\n5", "line 3: expected a card of player 1, got 'Player 2:'"),
            ("Player 1:\n9\n\nPlayer 2:\n", "line 5: expected a card of player 2, got the end"),
            ("Player 1:\n9\n", "line 3: expected 'Player 2:' and a deck, got the end"),
            ("Player 1:", "line 2: expected a card of player 1, got the end"),
            ("9\n2\n6", "line 4: expected a blank line and the deck of player 2, got the end"),
            ("9\n\n2\n\n6", "line 5: expected the end after two decks, got '6'"),
            ("", "line 1: expected 'Player 1:' and a deck, got the end"),
            (" \n\n", "line 3: expected 'Player 1:' and a deck, got the end"),
            ("Player 1: " + "9" * 5000, "line 1: expected a card, got '99999"),
        ],
    )
    def test_what_is_wrong_and_where(self, text: str, message: str) -> None:
        with pytest.raises(ValueError, match=r"^line \d+: expected ") as error:
            parse_crab_combat(text)
        assert str(error.value).startswith(message)
        assert len(str(error.value)) < 120

    @pytest.mark.parametrize("text", [None, EXAMPLE.encode(), DECKS])
    def test_only_text_is_text(self, text: object) -> None:
        with pytest.raises(TypeError, match=r"^expected the text of the puzzle input, got "):
            parse_crab_combat(text)  # type: ignore[arg-type]

    @given(st.lists(st.integers(1, 10**12), min_size=2, unique=True), st.data(), st.booleans())
    def test_what_is_written_is_read(self, cards: list[int], data: st.DataObject, with_headers: bool) -> None:
        cut = data.draw(st.integers(1, len(cards) - 1))
        separator = data.draw(st.sampled_from(["\n", " ", ",", ", ", "\r\n"]))
        decks = [separator.join(map(str, deck)) for deck in (cards[:cut], cards[cut:])]
        if with_headers:
            decks = [f"Player {number}:\n{deck}" for number, deck in enumerate(decks, 1)]
        assert parse_crab_combat("\n\n".join(decks)) == (cards[:cut], cards[cut:])


class TestCrabCombat:
    """Advent of Code 2020, day 22."""

    def test_the_example_of_the_puzzle(self) -> None:
        assert crab_combat(EXAMPLE) == (306, 291)

    def test_part_1_of_an_endless_deal_is_said_to_be_so(self) -> None:
        # The puzzle's example of a repetition, in the text of part 2; Combat turns in 6 rounds for ever.
        with pytest.raises(
            ValueError,
            match=r"^part 1 never ends: the decks of round 1 come back every 6 rounds; part 2 scores 105$",
        ):
            crab_combat("Player 1:\n43\n19\n\nPlayer 2:\n2\n29\n14\n")

    @pytest.mark.parametrize(
        ("decks", "score"),
        # Deals that caught bugs of other programs.
        [
            ("1 3 6 / 2 4 5", 84),
            ("1 2 3 4 5 6 / 7", 39),
            ("1 4 / 2 3", 29),
            ("1 2 4 / 3 5", 11),
            ("2 1 5 / 4 3 8 6 7", 167),
            ("1 11 3 111 / 31", 395),
            ("1 2 3 4 6 / 5", 78),
            ("1 5 / 2 3 4", 19),
            ("1 2 3 5 6 4 / 7", 18),
            ("7 11 1 5 4 / 2 6 3 8 9 10", 73),
            ("1 2 4 6 / 5 3 7", 47),
        ],
    )
    def test_part_2_of_tricky_deals(self, decks: str, score: int) -> None:
        text = decks.replace(" / ", "\n\n")
        assert play(RecursiveCombat(), *parse_crab_combat(text)).score == score
        try:
            answer = crab_combat(text)[1]
        except ValueError as error:
            answer = int(str(error).rpartition("part 2 scores ")[2])
        assert answer == score


class TestCamicia:
    """Exercism, "Camicia"."""

    def test_the_examples_of_the_text(self) -> None:
        finished = camicia(["2", "A", "7", "8", "Q", "10"], ["3", "4", "5", "6", "K", "9", "J"])
        assert finished == {"status": "finished", "cards": 13, "tricks": 1}
        endless = camicia(["J", "2", "3"], ["4", "J", "5"])
        assert endless == {"status": "loop", "cards": 8, "tricks": 3}

    def test_every_canonical_case(self, cases: Cases) -> None:
        published = cases("camicia_exercism.json")["cases"]
        assert len(published) == 28
        for case in published:
            answer = camicia(case["input"]["playerA"], case["input"]["playerB"])
            assert answer == case["expected"], case["description"]


class TestWinamax:
    """CodinGame, "Winamax Battle"; the samples are from public solutions and their tests."""

    @pytest.mark.parametrize(
        ("p1", "p2", "expected"),
        [
            ("AD KC QC", "KH QS JC", "1 3"),
            ("8C KD AH QH 2S", "8D 2D 3H 4D 3S", "2 1"),
            ("10D 9S 8D KH 7D 5H 6S", "10H 7H 5C QC 2C 4H 6D", "PAT"),
            ("9S 8D KH 7D 5H 9S", "7H 5C QC 2C 4H 8D", "1 6"),
        ],
    )
    def test_samples(self, p1: str, p2: str, expected: str) -> None:
        assert winamax(p1.split(), p2.split()) == expected

    def test_the_published_samples(self, cases: Cases) -> None:
        samples = kata(cases, "Winamax")
        assert len(samples) == 4
        for sample in samples:
            assert winamax(sample["p1"], sample["p2"]) == sample["expected"]

    def test_an_endless_game_has_no_answer(self) -> None:
        # 1 2 / 2 1 with seat 1's cards picked up first: a loop of 2 rounds after 2.
        assert play(War.winamax(), [1, 2], [2, 1]).loop == Loop(start=2, length=2, cards=4)
        with pytest.raises(ValueError, match=r"with an end, got one that repeats in round 4$"):
            winamax([1, 2], [2, 1])


class TestSoldiers:
    """Codeforces 546C, "Soldier and Cards"."""

    def test_samples(self) -> None:
        assert soldiers([1, 3], [4, 2]) == "6 2"
        assert soldiers([2], [1, 3]) == "-1"

    def test_the_longest_game_of_ten_cards(self) -> None:
        # Every deal of ten cards in hands of 1 to 9 was played, and none takes more fights.
        assert soldiers([9], [3, 8, 5, 6, 4, 10, 1, 7, 2]) == "105 2"

    @pytest.mark.parametrize(("p1", "p2"), [([1, 3], [3, 2]), ("3 A", "A 2"), ([5, 5], [4])])
    def test_cards_are_distinct(self, p1: object, p2: object) -> None:
        with pytest.raises(ValueError, match=r"^card \d: expected a new card, got \d+, as card \d$"):
            soldiers(p1, p2)  # type: ignore[arg-type]


class TestBeggar:
    """UVa 162, "Beggar My Neighbour"."""

    SAMPLE = """
        HA H3 H4 CA SK S5 C5 S6 C4 D5 H7 HJ HQ
        D4 D7 SJ DT H6 S9 CT HK C8 C9 D6 CJ C6
        S8 D8 C2 S2 S3 C7 H5 DJ S4 DQ DK D9 D3
        H9 DA SA CK CQ C3 HT SQ H8 S7 ST H2 D2
    """
    PACK = tuple(suit + rank for suit in "SHDC" for rank in "A23456789TJQK")

    def test_the_sample(self) -> None:
        assert beggar_uva162(self.SAMPLE) == "1 44"
        assert beggar_uva162(self.SAMPLE.split()) == "1 44"
        assert beggar_uva162(self.SAMPLE.lower().replace("t", "10")) == "1 44"

    def test_the_published_sample(self, cases: Cases) -> None:
        (sample,) = kata(cases, "UVA 162")
        assert beggar_uva162(sample["deck_as_dealt"]) == sample["expected"]

    @pytest.mark.parametrize(
        ("deck", "expected"),
        [
            # The non-dealer plays S3 and H2, the dealer D4 and then the jack, for which she has no card.
            ("H2 SJ S3 D4", "1  0"),
            # S3, the jack, H2 in payment; then the dealer leads D4, and she has no card.
            ("H2 D4 S3 SJ", "1  3"),
            # The non-dealer plays, the dealer covers, and she cannot go on.
            ("H2 D4", "1  0"),
            # The non-dealer's jack is paid; she leads it again.
            ("HJ D4", "2  1"),
        ],
    )
    def test_by_hand(self, deck: str, expected: str) -> None:
        assert beggar_uva162(deck) == expected

    def test_a_program_that_follows_the_statement_agrees(self) -> None:
        shuffler = random.Random(162)
        last = Counter()
        for _ in range(300):
            deck = shuffler.sample(self.PACK, 52)
            answer = beggar_uva162(deck)
            assert answer == self.play_with_stacks(deck)
            last[answer[1:]] += 1
        # Both ends occur: all but one card in hand, and a pile on the table.
        assert last[" 51"] > 10
        assert last.total() - last[" 51"] > 10

    @staticmethod
    def play_with_stacks(deck: list[str]) -> str:
        demands = {"J": 1, "Q": 2, "K": 3, "A": 4}
        stacks = {2: deck[0::2], 1: deck[1::2]}
        heap: list[str] = []
        turn, due = 2, 0
        while stacks[turn]:
            card = stacks[turn].pop()
            heap.append(card)
            if card[1] in demands:
                turn, due = 3 - turn, demands[card[1]]
            elif due > 1:
                due -= 1
            elif due == 1:
                turn, due = 3 - turn, 0
                stacks[turn] = heap[::-1] + stacks[turn]
                heap = []
            else:
                turn = 3 - turn
        return f"{3 - turn}{len(stacks[3 - turn]):3d}"

    @pytest.mark.parametrize(
        ("deck", "message"),
        [
            ("", "expected an even number of cards, got 0"),
            ("HA H2 H3", "expected an even number of cards, got 3"),
            ("HA AH", "card 2: expected a suit and a rank like 'HA', got 'AH'"),
            ("HA 7", "card 2: expected a suit and a rank like 'HA', got '7'"),
            ("HA HA", "card 2: expected a new card, got HA, as card 1"),
            (["HT", "h10"], "card 2: expected a new card, got HT, as card 1"),
            ([14, 13], "card 1: expected a suit and a rank like 'HA', got 14"),
            (SAMPLE + SAMPLE, "card 53: expected a new card, got HA, as card 1"),
        ],
    )
    def test_what_is_no_deck(self, deck: Any, message: str) -> None:
        with pytest.raises(ValueError, match="expected ") as error:
            beggar_uva162(deck)
        assert str(error.value) == message

    def test_an_endless_game_has_no_answer(self) -> None:
        # Casella's deal, with cards that are all different; the hand of the non-dealer is dealt first.
        hands = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"
        cards = {
            kind: iter([suit + rank for suit in "SHDC" for rank in ("23456789T" if kind == "-" else kind)])
            for kind in "-JQKA"
        }
        left, right = ([next(cards[kind]) for kind in hand] for hand in hands)
        deck = [card for pair in zip(reversed(left), reversed(right), strict=True) for card in pair]
        with pytest.raises(ValueError, match=r"with an end, got one that repeats in trick 66$"):
            beggar_uva162(deck)


def test_every_public_function_names_its_source() -> None:
    public = [getattr(puzzles, name) for name in dir(puzzles) if not name.startswith("_")]
    functions = [each for each in public if getattr(each, "__module__", "") == "trickloop.puzzles"]
    assert len(functions) == 7
    for function in functions:
        assert "Source: " in function.__doc__
        assert ">>> " in function.__doc__
