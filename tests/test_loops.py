"""Loops: their names, mirror images and basins, against published lists (``P``) and independent programs (``C``)."""

import csv
import pickle
import re
from collections import Counter
from io import StringIO
from itertools import pairwise

import pytest

from games import random_hands
from trickloop import Camicia, Combat, EndlessWar, Pack, RecursiveCombat, War, play
from trickloop.loops import Ancestors, Cycle, State, ancestors, basin, loop_of, predecessors

CASELLA = "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"
MANN_WU = "K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--"
ANDERSON = "--A-Q--J--J---Q--AJ-K---K-", "-J-------Q------A--A--QKK-"
# In no list: found from the loops of the others by the exchange of two cards.
NINTH = "------------J--K-K--", "---Q-Q-JQ-KQ-K-J--J-"


def as_text(hands):
    return tuple("".join("-" if rank == 0 else "JQKA"[rank - 11] for rank in hand) for hand in hands)


@pytest.fixture
def records(cases):
    return list(csv.DictReader(StringIO(cases("camicia_records.csv"))))


def endless(records, cards):
    hands = [(row["player_1"], row["player_2"]) for row in records if row["status"] == "loop"]
    return [pair for pair in hands if len("".join(pair)) == cards]


class TestCasella:
    """P: Casella 2024, arXiv 2403.13855; the basin also C."""

    def test_the_loop(self):
        cycle = loop_of(Camicia(), *CASELLA)
        assert (cycle.length, cycle.cards, cycle.mirror) == (62, 440, False)
        # C: no state on it is 26/26; the larger hand has 30 to 50 cards.
        assert (cycle.smallest, cycle.largest) == (2, 50)
        assert min(max(state.sizes) for state in cycle.states) == 30

    def test_its_name_is_for_ever(self):
        assert loop_of(Camicia(), *CASELLA).id == "84653209c437f810"

    def test_its_basin(self, records):
        found = basin(loop_of(Camicia(), *CASELLA))
        assert len(found) == len(found.states) == len(set(found.states)) == 2670
        deals = [as_text(deal.hands) for deal in found.deals]
        assert len(deals) == len(set(deals)) == 30
        assert set(endless(records, 52)) == set(deals)

    def test_each_deal_comes_to_it_when_it_says(self):
        cycle = loop_of(Camicia(), *CASELLA)
        found = basin(cycle)
        for deal in found.deals:
            outcome = play(Camicia(), *deal.hands)
            assert outcome.loop.start == deal.rounds
            assert outcome.cards - outcome.loop.cards == deal.cards
            other = loop_of(Camicia(), *deal.hands)
            assert other.id == cycle.id
            assert (other == cycle) is not deal.mirrored
        assert Counter(deal.mirrored for deal in found.deals) == {False: 18, True: 12}
        assert [deal.rounds for deal in found.deals] == sorted((deal.rounds for deal in found.deals), reverse=True)

    def test_depths(self):
        found = basin(loop_of(Camicia(), *CASELLA))
        assert {state for state in found.states if found.depths[state] == 0} == set(found.cycle.states)
        assert {found.cards[state] for state in found.cycle.states} == {0}
        for state in found.states[::50]:
            loop = play(Camicia(), *state.deal).loop
            assert (loop.start, loop.length) == (found.depths[state], 62)
        assert found.longest == max(found.depths.values()) == 6


class TestFortyCards:
    """P: the exhaustive search of the 40-card pack, 2026: 162 endless deals in 15 loops."""

    def test_the_loops_of_the_published_deals(self, records):
        rules = Camicia.italian()
        deals = [*endless(records, 40), NINTH]
        cycles = {loop_of(rules, *hands) for hands in deals}
        for cycle in list(cycles):
            mirrored = loop_of(rules, State(cycle.state.hands[::-1], 3 - cycle.state.leader))
            assert mirrored.id == cycle.id
            assert (mirrored == cycle) is cycle.mirror
            cycles.add(mirrored)
        assert len(cycles) == 15
        assert len({cycle.id for cycle in cycles}) == 9
        own = {cycle: [deal for deal in basin(cycle).deals if not deal.mirrored] for cycle in cycles}
        sizes = Counter((cycle.cards, cycle.length, len(own[cycle])) for cycle in cycles)
        assert {size: count for size, count in sizes.items() if size[1] != 33} == {
            (546, 84, 90): 1,
            (156, 20, 28): 1,
            (188, 36, 26): 1,
        }
        assert sorted((len(own[cycle]) for cycle in cycles if cycle.length == 33), reverse=True) == [2] * 6 + [1] * 6
        assert {cycle.cards for cycle in cycles if cycle.length == 33} == {232, 233}
        assert all(cycle.mirror is (cycle.length != 33) for cycle in cycles)
        every = [deal.hands for deals in own.values() for deal in deals]
        assert len(every) == len(set(every)) == 162
        assert {as_text(hands) for hands in every} >= set(deals)


def state_of(hands):
    return tuple(tuple(0 if card == "-" else 11 + "JQKA".index(card) for card in hand) for hand in hands)


class TestAncestors:
    def test_mann_and_wu_lead_back_to_anderson(self):
        # C: 607 ancestors, complete, 26 of them 26/26; P: the best, Anderson 2013, 1016 tricks and 7225 cards.
        found = ancestors(Camicia(), MANN_WU)
        assert (len(found), len(found.deals)) == (607, 26)
        best = found.deals[0]
        assert as_text(best.hands) == ANDERSON
        assert best.rounds + 1007 == play(Camicia(), *best.hands).tricks == 1016
        assert best.cards + 7157 == play(Camicia(), *best.hands).cards == 7225
        assert State(state_of(MANN_WU)) not in found.depths
        for state in found.states[::20]:
            outcome = play(Camicia(), *state.deal)
            assert outcome.tricks == 1007 + found.depths[state]
            assert outcome.cards == 7157 + found.cards[state]

    def test_no_other_record_deal_has_any(self, records):
        names = "Paulhus", "Kleber", "Collins", "Mann", "Nessler", "Anderson", "Rucklidge"
        known = [row for row in records if row["status"] == "finite" and row["name"].startswith(names)]
        assert len(known) >= 9
        counts = {row["name"]: len(ancestors(Camicia(), (row["player_1"], row["player_2"]))) for row in known}
        assert {name: count for name, count in counts.items() if count} == {"Mann & Wu 2007": 607}

    def test_on_a_loop_the_state_itself_is_left_out(self):
        cycle = loop_of(Camicia(), *CASELLA)
        found = ancestors(Camicia(), cycle.state)
        assert len(found) == len(basin(cycle)) - 1
        assert cycle.state not in found.depths
        assert found.longest > 62

    def test_none(self):
        found = ancestors(Camicia(), ("---", "-"))
        assert (len(found), found.deals, found.longest, found.states) == (0, (), 0, ())
        assert isinstance(found, Ancestors)
        assert repr(found) == "Ancestors(0 states, 0 balanced deals)"


class TestLoopOf:
    LOOPS = (
        # Small loops, C; start and length.
        (War(pickup="seat-order"), "1 2", "2 1", 2, 2),
        (War(pickup="seat-order"), "1 3", "4 2", 2, 4),
        (War(face_down=1), "1 1 4 2", "3 4 3 2", 1, 8),
        (War(face_down=0), "1 1 2 2 5", "3 3 5 4 4", 8, 116),
        (War(face_down=0, pickup="as-revealed"), "1 1 1 1 2 3", "2 2 3 3 3 2", 6, 482),
        (War(), "1 2 3 4 9", "5 6 10 7 8", 35, 60),
        (Combat(), "43 19", "2 29 14", 0, 6),
        (Combat(), "1 2 3 4 9", "5 6 10 7 8", 35, 60),
    )

    @pytest.mark.parametrize(("rules", "left", "right", "start", "length"), LOOPS)
    def test_small_loops(self, rules, left, right, start, length):
        cycle = loop_of(rules, left, right)
        assert cycle.length == length == len(cycle.states) == len(set(cycle.states))
        assert cycle.cards == play(rules, left, right).loop.cards
        assert cycle.states[0] == cycle.state
        for before, after in pairwise([*cycle.states, cycle.state]):
            assert before in predecessors(rules, after)
        sizes = [size for state in cycle.states for size in state.sizes]
        assert (cycle.smallest, cycle.largest) == (min(sizes), max(sizes))
        for state in cycle.states[:: max(1, length // 7)]:
            assert loop_of(rules, *state.hands) == loop_of(rules, state) == cycle
        if length > 200:
            # Some ten thousand states lead to it.
            return
        found = ancestors(rules, cycle.state)
        first = State(tuple(tuple(map(int, hand.split())) for hand in (left, right)))
        assert first in found.depths or first == cycle.state

    @pytest.mark.parametrize("pickup", ["winner-first", "loser-first", "high-low"])
    def test_mirror_images_have_one_name(self, pickup):
        rules = War(pickup=pickup, face_down=1)
        seen = Counter()
        for seed in range(300):
            hands = random_hands(seed, [1, 1, 2, 2, 3, 3, 4, 4])
            if play(rules, *hands).loop:
                cycle, mirrored = loop_of(rules, *hands), loop_of(rules, *hands[::-1])
                assert cycle.id == mirrored.id
                is_same = {State(state.hands[::-1]) for state in cycle.states} == set(cycle.states)
                assert cycle.mirror is mirrored.mirror is is_same is (cycle == mirrored)
                seen[cycle.mirror] += 1
        assert seen or pickup != "winner-first"

    def test_where_seats_differ_there_is_no_mirror_image(self):
        rules = War(pickup="seat-order")
        cycles = [loop_of(rules, *hands) for hands in (("1 3", "4 2"), ("4 2", "1 3")) if play(rules, *hands).loop]
        assert not any(cycle.mirror for cycle in cycles)
        assert all(not deal.mirrored for cycle in cycles for deal in basin(cycle).deals)

    def test_spivey(self):
        # P: Spivey 2010, 52 distinct ranks, reversed: a loop of 31,920 from the start.
        left = "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49"
        right = "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45"
        left, right = ([53 - int(card) for card in hand.split()] for hand in (left, right))
        cycle = loop_of(War(), left, right)
        assert (cycle.length, cycle.cards) == (31920, 63840)
        # Without ties War is Combat.
        assert loop_of(Combat(), left, right).id == cycle.id

    def test_ranks_above_a_byte(self):
        assert loop_of(Combat(), [1043, 1019], [1002, 1029, 1014]).states[0].hands[0][0] > 1000

    def test_the_other_player_leads(self):
        state = State(state_of(CASELLA), 2)
        # Seat 2 leads with the second hand of Casella: another game, up to the mirror image.
        with pytest.raises(ValueError, match=r"got one in which player [12] wins after \d+ tricks"):
            loop_of(Camicia(), state)
        mirrored = State(state_of(CASELLA)[::-1], 2)
        assert loop_of(Camicia(), mirrored).id == loop_of(Camicia(), *CASELLA).id
        assert loop_of(Camicia(), mirrored) != loop_of(Camicia(), *CASELLA)

    def test_number_cards_are_one_card(self):
        numbers = [hand.replace("-", "5") for hand in CASELLA]
        assert loop_of(Camicia(), *numbers) == loop_of(Camicia(), *CASELLA)

    def test_values(self):
        cycle = loop_of(Combat(), [43, 19], [2, 29, 14])
        assert pickle.loads(pickle.dumps(cycle)) == cycle
        assert hash(cycle) == hash(loop_of(Combat(), *cycle.states[3].hands))
        assert repr(cycle) == f"Cycle('{cycle.id}', 6 rounds, 12 cards, hands of 2 to 3)"
        assert isinstance(cycle, Cycle)
        with pytest.raises(AttributeError):
            cycle.length = 5


class TestBadInput:
    @pytest.mark.parametrize(
        ("call", "error", "words"),
        [
            (lambda: loop_of("War", "A", "K"), TypeError, "expected the rules of a game, got 'War'"),
            (
                lambda: loop_of(War.bicycle(), "A", "K"),
                ValueError,
                "expected rules without chance, got War with pickup=",
            ),
            (lambda: loop_of(War.csc427(), "A", "K"), ValueError, "without chance, got War with refill='shuffle'"),
            (lambda: loop_of(War(tie="random"), "A", "K"), ValueError, "without chance, got War with tie='random'"),
            (lambda: loop_of(EndlessWar(max_rounds=5), "A", "K"), ValueError, "without chance, got EndlessWar"),
            (lambda: loop_of(RecursiveCombat(), "A", "K"), ValueError, "got RecursiveCombat, which looks back"),
            (lambda: loop_of(War(players=3), "A", "K", "Q"), ValueError, "expected a game for 2 players, got 3"),
            (lambda: loop_of(War(), "A", "K", "Q"), ValueError, "expected 2 hands, got 3"),
            (lambda: loop_of(War(), "A"), ValueError, "expected 2 hands, got 1"),
            (lambda: loop_of(War(), "A ?", "K"), ValueError, "hand 1, position 2: unknown card"),
            (lambda: loop_of(War(), "A", "K"), ValueError, "got one in which player 1 wins after 1 round"),
            (lambda: loop_of(War(), "A", "A"), ValueError, "got one in which nobody wins after 1 round"),
            (
                lambda: loop_of(War(max_rounds=5), "1 2 3 4 9", "5 6 10 7 8"),
                ValueError,
                "got one in which no state came back after 5 rounds",
            ),
            (lambda: predecessors(Camicia(), ("J-", "--E")), ValueError, "hand 2, position 3: unknown card 'E'"),
            (lambda: predecessors(Camicia.italian(), ("J-", "--A")), ValueError, "hand 2, position 3: expected '-'"),
            (lambda: predecessors(War(), ("J-", "2")), ValueError, "hand 1, position 2: expected a card with a rank"),
            (lambda: predecessors(Combat(), ("J", "J")), ValueError, "expected distinct cards in Combat"),
            (lambda: predecessors(War(), ([], [])), ValueError, "expected at least one card, got two empty hands"),
            (lambda: predecessors(War(), State(((5,), (6,)), 2)), ValueError, "expected leader to be 1 in War, got 2"),
            (
                lambda: predecessors(Camicia(), State(((0,), (11,)), 3)),
                ValueError,
                "expected leader to be 1 or 2, got 3",
            ),
            (lambda: predecessors(War(), "A K"), TypeError, "expected a State or two hands, got 'A K'"),
            (lambda: predecessors(War(), 5), TypeError, "expected a State or two hands, got 5"),
            (lambda: predecessors(War(), ("A",)), ValueError, "expected 2 hands, got 1"),
            (lambda: predecessors(War(), ("A", "K"), limit=-1), ValueError, "expected limit from 0 to"),
            (lambda: ancestors(War(), ("A", "K"), limit=2.5), TypeError, "expected an integer for limit"),
            (lambda: ancestors(War.bicycle(), ("A", "K")), ValueError, "expected rules without chance"),
            (lambda: basin("A"), TypeError, "expected a Cycle, got 'A'"),
            (lambda: basin(loop_of(Camicia(), *CASELLA), limit=2669), ValueError, "found 2670 and more to come"),
            (
                lambda: ancestors(Camicia(payments=dict.fromkeys(range(11, 280), 1)), ("J-", "-")),
                ValueError,
                "expected fewer than 256 court cards, got 269",
            ),
        ],
    )
    def test_it_is_refused(self, call, error, words):
        with pytest.raises(error, match=re.escape(words)):
            call()

    def test_a_hand_without_cards_is_a_game_that_is_over(self):
        assert ancestors(War(), ([2, 1], [])).states == (State(((2,), (1,))),)
        assert set(predecessors(Camicia(), ("-J--", []))) <= set(ancestors(Camicia(), ("-J--", [])).states)
        assert Pack("4J").size == 4
