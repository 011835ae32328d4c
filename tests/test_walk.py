"""The walk from loop to loop: both engines meet the same loops by the same changes."""

from collections import Counter
from typing import Any

import pytest

from camicia_states import a_state, codes
from command import CASELLA
from conftest import has_core, needs_core
from trickloop import _engine
from trickloop._reference import walk as reference
from trickloop._reference.chance import Words
from trickloop._reference.walk import CHANGES, ONE, change_state, hash_state, turn

ENGINES = ["reference", *["core"] * has_core()]
PAYMENTS = [0, 1, 2, 3, 4]


CASELLA_STATE = a_state(codes(*CASELLA), PAYMENTS)
ITALIAN_STATE = a_state(
    [[int(card) for card in hand] for hand in ("00302020303100000310", "00100200002000000010")], [0, 1, 2, 3]
)


@needs_core
@pytest.mark.parametrize("key", range(6))
@pytest.mark.parametrize(
    ("state", "payments", "room"),
    [
        (CASELLA_STATE, PAYMENTS, [0, 0, 0, 0, 0]),
        (CASELLA_STATE, PAYMENTS, [2, 2, 2, 2, 2]),
        (ITALIAN_STATE, [0, 1, 2, 3], [3, 1, 0, 1]),
        (ITALIAN_STATE, [0, 1, 2, 3], [0, 0, 0, 0]),
    ],
)
def test_explore_is_the_same_on_both_engines(key: int, state: Any, payments: list[int], room: list[int]) -> None:
    found = [_engine.load(name).walk.explore(state, payments, room, 300, 700, key) for name in ENGINES]
    assert found[0] == found[1]
    # Where there is no room, half of the kinds cannot be made.
    assert sum(found[0][1]) > 150


@needs_core
def test_loops_far_from_all_cards_are_the_same_on_both_engines() -> None:
    state, room, met = ITALIAN_STATE, [9, 4, 4, 4], 0
    for key in range(12):
        found = [_engine.load(name).walk.explore(state, [0, 1, 2, 3], room, 90, 400, key) for name in ENGINES]
        assert found[0] == found[1]
        met += len(found[0][0])
        if found[0][0]:
            state = min(found[0][0], key=lambda one: (sum(map(len, one.hands)), one.hash)).hands
            room = [most - sum(hand.count(card) for hand in state) for card, most in enumerate([37, 8, 8, 8])]
    assert met > 9


def test_what_is_found_is_a_loop(engine: str) -> None:
    found, made = _engine.load(engine).walk.explore(ITALIAN_STATE, [0, 1, 2, 3], [2, 1, 1, 1], 300, 2000, 5)
    assert len(made) == len(CHANGES)
    assert found
    for one in found:
        cycle, cards = turn(one.hands, [0, 1, 2, 3])
        assert (len(cycle), cards) == (one.length, one.cards)
        assert one.hash == hash_state(one.hands) == min(map(hash_state, cycle))
        assert one.gap == min(abs(len(first) - len(second)) for first, second in cycle)
        assert made[one.change]


@pytest.mark.parametrize("engine", ENGINES)
def test_hash_tells_the_hands_apart(engine: str) -> None:
    hash_of = _engine.load(engine).walk.hash_state
    assert hash_of([[0, 1], [2]]) == reference.hash_state([[0, 1], [2]])
    assert len({hash_of(hands) for hands in ([[0, 1], [2]], [[0], [1, 2]], [[2], [0, 1]], [[0, 1, 2], []])}) == 4


def test_changes_stay_within_the_room() -> None:
    state = ((0, 1, 0, 0), (2, 0, 0))
    words = Words(3)
    kinds: Counter[int] = Counter()
    for _ in range(3000):
        kind, hands = change_state(state, [1, 0, 1], words)
        if hands is None:
            continue
        kinds[kind] += 1
        cards = Counter(card for hand in hands for card in hand)
        assert cards[0] <= 6
        assert cards[1] <= 1
        assert cards[2] <= 2
        assert hands[0]
        assert hands[1]
    # A run needs two number cards, which a first change has not.
    assert sorted(kinds) == [kind for kind in range(len(CHANGES)) if kind % len(ONE) != ONE.index("run")]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("hands", "payments", "room", "message"),
    [
        ([[0, 1], []], [0, 1], [0, 0], "two hands"),
        ([[0, 1], [2]], [0, 1], [0, 0], "a payment for each card"),
        ([[0, 1], [-1]], [0, 1], [0, 0], "a payment for each card"),
        ([[0], [1]], [0, 1], [0], "room for at most 5 kinds"),
        ([[0], [1]], [0, 1], [0, -1], "room for at most 5 kinds"),
        ([[0], [1]], [0, 1], [62, 0], "at most 63 cards"),
        ([[0], [1]], [0, 1], [0, 31], "at most 31 court cards"),
        ([[0], [1]], [0, 5], [0, 0], "different payments"),
        ([[0], [1]], [0, 1, 1], [0, 0, 0], "different payments"),
        ([[0], [1]], [0, 1], [0, 0], "a state on a loop"),
        # It falls into a loop and is on none.
        (codes(*CASELLA), PAYMENTS, [0, 0, 0, 0, 0], "a state on a loop"),
    ],
)
def test_bad_input(engine: str, hands: Any, payments: list[int], room: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _engine.load(engine).walk.explore(hands, payments, room, 300, 10, 1)
