"""Playing backwards, against every state of small packs played forward, and one engine against the other."""

import random
from collections import defaultdict
from functools import cache
from itertools import permutations

import pytest

import oracle
from conftest import needs_core
from trickloop import Camicia, Combat, Pack, War, _engine, play
from trickloop.loops import LimitError, State, ancestors, basin, loop_of, predecessors
from trickloop.rules import PICKUPS, SHORTS

DETERMINISTIC = [pickup for pickup in PICKUPS if pickup != "random"]


@cache
def arrangements(cards):
    return sorted(set(permutations(cards)))


def all_states(cards, leaders=(1,)):
    """Yield every state of a pack: all arrangements, all splits, the empty hands too."""
    for order in arrangements(cards):
        for cut in range(len(order) + 1):
            for leader in leaders:
                yield State((order[:cut], order[cut:]), leader)


def next_war_state(state, terms):
    """Play one round by the oracle; ``None`` where the game is over or ends in it by a draw."""
    if not all(state.hands):
        return None
    played = oracle.war(state.hands, max_rounds=1, **terms)["log"]
    if played[0]["winner"] is None:
        return None
    return State(played[0]["hands"])


def next_camicia_state(state, payments):
    if not all(state.hands):
        return None
    trick = oracle.camicia(state.deal, payments)["log"][0]
    hands = trick["hands"] if state.leader == 1 else trick["hands"][::-1]
    leader = trick["winner"] if state.leader == 1 else 3 - trick["winner"]
    return State(hands, leader)


def true_predecessors(states, following):
    before = defaultdict(set)
    for state in states:
        before[following(state)].add(state)
    return before


def agree(rules, cards, following, leaders=(1,)):
    states = list(all_states(cards, leaders))
    before = true_predecessors(states, following)
    for state in states:
        found = predecessors(rules, state)
        assert len(found) == len(set(found))
        assert set(found) == before[state], state


class TestWar:
    @pytest.mark.parametrize("face_down", [0, 1, 2, 3])
    @pytest.mark.parametrize("short", SHORTS)
    @pytest.mark.parametrize("pickup", DETERMINISTIC)
    def test_all_states_of_small_packs(self, pickup, short, face_down):
        terms = {"pickup": pickup, "short": short, "face_down": face_down}
        for cards in ((1, 1, 2, 2), (1, 1, 1, 2, 2), (1, 1, 1, 1, 2)):
            agree(War(**terms), cards, lambda state: next_war_state(state, terms))

    @pytest.mark.parametrize("face_down", [0, 1, 2])
    @pytest.mark.parametrize("short", ["first-out", "last-card", "shorten"])
    @pytest.mark.parametrize("pickup", DETERMINISTIC)
    def test_wars_within_wars(self, pickup, short, face_down):
        # Ties of ties, and a player who is short in the second war of a round.
        terms = {"pickup": pickup, "short": short, "face_down": face_down}
        for cards in ((1, 1, 2, 2, 3), (1, 1, 1, 1, 1, 2), (1, 1, 1, 2, 2, 2)):
            agree(War(**terms), cards, lambda state: next_war_state(state, terms))

    @pytest.mark.parametrize(("pickup", "short"), [("as-revealed", "last-card"), ("high-low", "shorten")])
    def test_three_ranks_of_two_suits(self, pickup, short):
        terms = {"pickup": pickup, "short": short, "face_down": 1}
        agree(War(**terms), (1, 1, 2, 2, 3, 3), lambda state: next_war_state(state, terms))

    def test_distinct_cards(self):
        for pickup in DETERMINISTIC:
            terms = {"pickup": pickup}
            agree(War(pickup=pickup), (1, 2, 3, 4, 5), lambda state, terms=terms: next_war_state(state, terms))

    @pytest.mark.parametrize("pickup", DETERMINISTIC)
    @pytest.mark.parametrize("short", ["lose", "longest", "last-card"])
    def test_a_game_of_52_cards_is_found_again(self, pickup, short):
        rules = War(face_down=1, pickup=pickup, short=short)
        cards = list(Pack.french())
        random.Random(7).shuffle(cards)
        state = State((tuple(cards[:26]), tuple(cards[26:])))
        for _ in range(25):
            following = next_war_state(state, {"face_down": 1, "pickup": pickup, "short": short})
            assert state in predecessors(rules, following)
            state = following

    def test_ranks_of_any_size(self):
        assert predecessors(War(), ([10**30, 3], [7])) == [State(((10**30,), (3, 7)))]


class TestCombat:
    def test_all_states_of_small_packs(self):
        agree(Combat(), (3, 5, 7, 8, 20), lambda state: next_war_state(state, {"face_down": 0}))

    def test_the_only_predecessor(self):
        # The winner's card lies above the loser's at the bottom of his hand.
        assert predecessors(Combat(), ([2, 5, 9], [7])) == []
        assert predecessors(Combat(), ([2, 9, 5], [7])) == [State(((9, 2), (5, 7)))]


class TestCamicia:
    @pytest.mark.parametrize(
        ("pack", "payments"),
        [
            ((0, 0, 0, 0, 11), {11: 1}),
            ((0, 0, 0, 11, 11, 12), {11: 1, 12: 2}),
            ((0, 0, 0, 0, 11, 12), {11: 2, 12: 4}),
            ((0, 0, 0, 0, 0, 11, 13), {11: 1, 13: 3}),
            ((0, 0, 0, 0, 0, 0), {11: 1}),
            ((11, 11, 12, 12), {11: 1, 12: 1}),
            ((0, 0, 11, 12, 13, 14), {11: 1, 12: 2, 13: 3, 14: 4}),
        ],
    )
    def test_all_states_of_small_packs(self, pack, payments):
        rules = Camicia(pack=Pack(pack), payments=payments)
        agree(rules, pack, lambda state: next_camicia_state(state, payments), leaders=(1, 2))

    def test_a_hand_that_cannot_end_in_a_pile(self):
        assert predecessors(Camicia(), ("--K--", "J-")) == []
        assert predecessors(Camicia(), ("-----", "J-")) == []
        assert predecessors(Camicia(), ("--", "J-Q--")) == []

    def test_the_longest_known_game_is_found_again(self):
        # P: Nessler 2022, 1164 tricks.
        hands = "---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---"
        payments = dict(Camicia().payments)
        state = State(tuple(tuple(0 if card == "-" else 10 + " JQKA".index(card) for card in hand) for hand in hands))
        assert predecessors(Camicia(), state) == predecessors(Camicia(), hands) == []
        for _ in range(15):
            following = next_camicia_state(state, payments)
            assert state in predecessors(Camicia(), following)
            state = following


@needs_core
class TestEngines:
    def test_they_find_the_same_in_the_same_order(self):
        core, reference = (_engine.load(name).backward for name in ("core", "reference"))
        source = random.Random(5)
        for _ in range(3000):
            size = source.randint(1, 14)
            cards = bytes(source.choice((0, 0, 0, 1, 2, 3)) for _ in range(size))
            cut = source.randint(0, size)
            payments = [0, *source.choice(((1, 2, 3), (1, 1, 4), (2, 3, 9)))]
            state = cards[:cut], cards[cut:], source.randint(0, 1)
            for function, *more in ((("camicia_predecessors"),), ("camicia_ancestors", source.choice((0, 5, 80)))):
                argument = state if function == "camicia_predecessors" else [state, state]
                results = [getattr(twin, function)(argument, payments, *more) for twin in (core, reference)]
                assert results[0] == results[1]

    def test_they_refuse_the_same(self):
        for states, payments in (
            ([(b"\x00", b"\x02", 0)], [0, 1]),
            ([(b"\x00", b"\x01", 2)], [0, 1]),
            ([(b"\x00", b"\x01", 0), (b"\x00", b"", 0)], [0, 1]),
        ):
            refusals = []
            for name in _engine.NAMES:
                with pytest.raises(ValueError, match="expected") as refusal:
                    _engine.load(name).backward.camicia_ancestors(states, payments, 10)
                refusals.append(str(refusal.value))
            assert refusals[0] == refusals[1]

    def test_no_states(self):
        for name in _engine.NAMES:
            assert _engine.load(name).backward.camicia_ancestors([], [0, 1], 10) == ([], [], [])

    def test_many_states(self):
        # So many that room is made many times, and that signals are looked at.
        reference, core = (_engine.load(name).backward.camicia_ancestors for name in ("reference", "core"))
        state = b"\x00" * 20 + b"\x01\x00", b"\x00\x01\x00\x01" * 4, 0
        assert reference([state], [0, 1], 20000) == core([state], [0, 1], 20000)


class TestLimits:
    def test_ancestors(self):
        mann_wu = "K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--"
        assert len(ancestors(Camicia(), mann_wu, limit=607)) == 607
        with pytest.raises(LimitError, match=r"expected at most limit=606 states, found 607 and more to come") as error:
            ancestors(Camicia(), mann_wu, limit=606)
        assert (error.value.limit, error.value.found) == (606, 607)

    def test_basin(self):
        cycle = loop_of(Combat(), [43, 19], [2, 29, 14])
        size = len(basin(cycle))
        assert len(basin(cycle, limit=size)) == size
        with pytest.raises(LimitError):
            basin(cycle, limit=size - 1)
        with pytest.raises(LimitError):
            basin(cycle, limit=0)

    def test_predecessors_in_any_order(self):
        # A war between two hands of 20 cards whose 6 cards face down can have lain in many orders.
        rules = War(face_down=3, pickup="high-low")
        state = [30, 31, 14, 13, 12, 11, 9, 9, 9, 9, 5, 5], [*range(50, 60)]
        with pytest.raises(LimitError):
            predecessors(rules, state, limit=100)
        found = predecessors(rules, state, limit=10**6)
        assert len(found) > 100
        assert all(play(War(face_down=3, pickup="high-low", max_rounds=1), *one.hands).hands for one in found)
