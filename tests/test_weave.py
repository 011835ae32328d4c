"""Weaving: loops from nothing, all windings at once; on both engines, and with every cut of loops that are known."""

import random
from collections.abc import Sequence
from itertools import combinations, islice, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from camicia_states import a_state, codes
from conftest import has_core, needs_core
from trickloop import Camicia, _engine, records
from trickloop._reference.camicia import play_camicia
from trickloop._reference.walk import MOST_CARDS, Hands
from trickloop._reference.weave import MOST_FOUND, Plan
from trickloop.loops import loop_of

ENGINES = ["reference", *["core"] * has_core()]
DUE = (0, 1, 2, 3, 4)
WIDE = [
    (84, 546, Plan(True, ((0, 11), (0, 0)), ((0, 0, 0), (0, 1, 0)), 27, 6, 13, 256)),
    (36, 188, Plan(True, ((13, 1), (0, 0)), ((0, 1, 0), (1, 1, 0)), 30, 6, 37, 256)),
]
PACKS = [[7, 2], [5, 2, 2], [5, 2, 1, 1, 1], [6, 2, 2, 1], [7, 2, 0, 1, 1]]


def turn_of(hands: Hands, payments: Sequence[int]) -> tuple[list[tuple[int, int, int]], list[Hands], int]:
    """Play a loop by the rules as a child has them, from the leader's turn; return one turn of it.

    For each card who lays it, who wins its trick and what was due; the states, the leader's hand first; and after how
    many cards the state or its mirror image comes back.
    """
    held = [list(hand) for hand in hands]
    first = [list(hand) for hand in hands]
    laid: list[list[int]] = []
    states = []
    period = player = due = begins = 0
    while True:
        if begins == len(laid):
            if laid and [held[player], held[1 - player]] == first:
                period = period or len(laid)
                if player == 0:
                    return [(who, winner, owed) for who, winner, owed, _ in laid], states, period
            states.append((tuple(held[player]), tuple(held[1 - player])))
        card = held[player].pop(0)
        laid.append([player, -1, due, card])
        if payments[card]:
            due = payments[card]
            player = 1 - player
        elif due == 1:
            due, player = 0, 1 - player
            held[player] += [trick[3] for trick in laid[begins:]]
            for trick in laid[begins:]:
                trick[1] = player
            begins = len(laid)
        elif due:
            due -= 1
        else:
            player = 1 - player


def plan_of(hands: Hands, laid: Sequence[tuple[int, int, int]], period: int, cuts: Sequence[int]) -> Plan:
    """Say where the windings of a loop begin that is cut before these cards of it."""
    ends = [*cuts, cuts[0] + period]
    twice = [*laid, *laid]
    ahead = []
    for start, end in pairwise(ends):
        each = []
        for player in range(2):
            held = len(hands[player])
            held += sum((winner == player) - (who == player) for who, winner, _ in twice[:start])
            each.append(sum(who == player for who, _, _ in twice[start:end]) - held)
        ahead.append((each[0], each[1]))
    return Plan(period < len(laid), tuple(ahead), tuple(twice[cut] for cut in cuts), 24, MOST_CARDS)


def loops_of(counts: Sequence[int], payments: Sequence[int], games: int) -> list[Hands]:
    """Return a state on each loop that random deals of a small pack fall into."""
    chance = random.Random(1)
    cards = [card for card, count in enumerate(counts) for _ in range(count)]
    found: dict[Hands, Hands] = {}
    for _ in range(games):
        chance.shuffle(cards)
        state = a_state([cards[: len(cards) // 2], cards[len(cards) // 2 :]], payments)
        if state is not None:
            found.setdefault(min(turn_of(state, payments)[1]), state)
    return list(found.values())


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "width", "ahead"),
    [("half-pack-246414", 12, ((-3, 0), (0, 0))), ("italian-7940399193600", 8, ((-2, 0), (0, 0)))],
)
def test_loops_that_are_known(name: str, width: int, ahead: tuple[tuple[int, int], ...], engine: str) -> None:
    payments = DUE[:4]
    hands = a_state(codes(*records.get(name).hands), payments)
    assert hands is not None
    counts = [(*hands[0], *hands[1]).count(card) for card in range(4)]
    laid, states, period = turn_of(hands, payments)
    assert len(laid) == 2 * period
    cuts = [
        (one, other)
        for one in range(period)
        for other in range(one + 1, one + period)
        if plan_of(hands, laid, period, (one, other)).ahead == ahead
    ]
    assert cuts
    for cut in cuts:
        plan = plan_of(hands, laid, period, cut)._replace(width=width, excess=4)
        found, nodes = _engine.load(engine).weave.weave(counts, payments, plan, 1 << 17)
        assert nodes <= 1 << 17
        assert set(found) & set(states)


@needs_core
@pytest.mark.parametrize("counts", PACKS)
def test_every_cut_of_loops_of_small_packs(counts: list[int]) -> None:
    """A plan leads to all that it fits: each loop is among what is woven by the plan that any cut of it makes."""
    payments = DUE[: len(counts)]
    weave = _engine.load("core").weave.weave
    checked = [0, 0, 0]
    for hands in loops_of(counts, payments, 3000):
        laid, states, period = turn_of(hands, payments)
        for windings in range(1, 4):
            cuts = [
                (at, *more) for at in range(period) for more in combinations(range(at + 1, at + period), windings - 1)
            ]
            random.Random(1).shuffle(cuts)
            plans = (plan_of(hands, laid, period, cut) for cut in cuts[:4000])
            near = (plan for plan in plans if sum(abs(one) for both in plan.ahead for one in both) <= 9)
            for plan in islice(near, 40):
                found, nodes = weave(counts, payments, plan, 1 << 20)
                # With so few cards so much is open that there may be more loops than are noted.
                if nodes <= 1 << 20 and len(found) < MOST_FOUND:
                    assert set(found) & set(states), (hands, plan)
                    checked[windings - 1] += 1
    assert sum(checked) > 20


@pytest.mark.parametrize("engine", ENGINES)
def test_parts_are_the_whole(engine: str) -> None:
    payments = DUE[:4]
    hands = a_state(codes(*records.get("italian-7940399193600").hands), payments)
    assert hands is not None
    laid, states, period = turn_of(hands, payments)
    plan = plan_of(hands, laid, period, (0, 39))._replace(width=8, excess=4)
    weave = _engine.load(engine).weave.weave
    whole, nodes = weave([28, 4, 4, 4], payments, plan, 1 << 17)
    each = [weave([28, 4, 4, 4], payments, plan._replace(part=part, parts=5), 1 << 17) for part in range(5)]
    assert sorted(hands for found, _ in each for hands in found) == sorted(whole)
    assert set(whole) & set(states)
    assert all(some < nodes for _, some in each)
    assert sum(some for _, some in each) > nodes


@needs_core
@pytest.mark.parametrize(("length", "cards", "plan"), WIDE)
def test_loops_that_no_walk_comes_to(length: int, cards: int, plan: Plan) -> None:
    """Parts of wide plans, as the walk draws them, lead to the two loops with most of the endless Italian deals."""
    found, nodes = _engine.load("core").weave.weave([28, 4, 4, 4], DUE[:4], plan, 1 << 23)
    assert nodes <= 1 << 23
    cycles = [loop_of(Camicia.italian(), *("".join("-JQK"[card] for card in hand) for hand in one)) for one in found]
    assert (length, cards) in {(cycle.length, cycle.cards) for cycle in cycles}
    assert {cycle.id for cycle in cycles} & {
        loop_of(record.rules, *record.hands).id for record in records.find(Camicia.italian(), kind="loop")
    }


@st.composite
def orders(draw: st.DrawFn) -> tuple[list[int], list[int], Plan, int]:
    kinds = draw(st.integers(1, 5))
    payments = [0, *draw(st.permutations([1, 2, 3, 4]))[: kinds - 1]]
    counts = [draw(st.integers(0, 30)), *(draw(st.integers(0, 6)) for _ in range(kinds - 1))]
    assume(0 < sum(counts) <= 54)
    each = st.integers(-3, 3)
    starts = st.tuples(st.integers(0, 1), st.integers(0, 1), st.sampled_from(payments))
    size = draw(st.integers(1, 3))
    ahead = tuple(draw(st.lists(st.tuples(each, each), min_size=size, max_size=size)))
    assume(all(sum(counts) + sum(both) > 0 for both in ahead))
    parts = draw(st.sampled_from([1, 1, 3]))
    plan = Plan(
        draw(st.booleans()),
        ahead,
        tuple(draw(st.lists(starts, min_size=size, max_size=size))),
        draw(st.integers(0, 20)),
        draw(st.integers(0, 6)),
        draw(st.integers(0, parts - 1)),
        parts,
    )
    return counts, payments, plan, draw(st.sampled_from([0, 1, 50, 3000]))


@needs_core
@settings(max_examples=300)
@given(orders())
def test_both_engines_weave_the_same(order: tuple[list[int], list[int], Plan, int]) -> None:
    core, reference = (_engine.load(name).weave.weave(*order) for name in ("core", "reference"))
    assert core == reference
    assert core[1] <= order[-1] + 1


@needs_core
def test_what_is_woven_of_small_packs() -> None:
    """After the cards that were planned all is laid and won as before, or as in the mirror image.

    The ranks may be others then, where they make no difference: they come back later.
    """
    chance = random.Random(2)
    weave = _engine.load("core").weave.weave
    found = longer = 0
    for _ in range(8000):
        counts = chance.choice(PACKS)
        payments = DUE[: len(counts)]
        ahead = tuple((chance.randint(-2, 2), chance.randint(-2, 2)) for _ in range(chance.randint(1, 2)))
        starts = tuple((chance.randint(0, 1), chance.randint(0, 1), chance.choice(payments)) for _ in ahead)
        mirrored = chance.random() < 0.5
        planned = sum(sum(both) + sum(counts) for both in ahead)
        for hands in weave(counts, payments, Plan(mirrored, ahead, starts, 14, 5), 20_000)[0]:
            assert [(*hands[0], *hands[1]).count(card) for card in range(len(counts))] == counts
            found += 1
            assert play_camicia(hands, payments)[2] is not None
            laid, states, period = turn_of(hands, payments)
            assert hands in states
            longer += planned % period > 0
            for at, (player, winner, _) in enumerate(laid):
                assert laid[(at + planned) % len(laid)][:2] == (player ^ mirrored, winner ^ mirrored)
    assert found > 50
    assert longer


PLAN = Plan(True, ((0, 0),), ((0, 1, 0),), 8, 3)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("order", "message"),
    [
        (([4, 1], [0], PLAN, 100), "kinds of cards"),
        (([4] * 6, [0, 1, 2, 3, 4, 5], PLAN, 100), "at most 5 kinds"),
        (([], [], PLAN, 100), "kinds of cards"),
        (([64, 0], [0, 1], PLAN, 100), "1 to 63 cards"),
        (([5, -1], [0, 1], PLAN, 100), "1 to 63 cards"),
        (([0, 0], [0, 1], PLAN, 100), "1 to 63 cards"),
        (([4, 1], [1, 2], PLAN, 100), "payments of 1 to 4"),
        (([4, 1], [0, 5], PLAN, 100), "payments of 1 to 4"),
        (([4, 1], [0, 1], PLAN._replace(ahead=(), starts=()), 100), "1 to 3 windings"),
        (([4, 1], [0, 1], PLAN._replace(ahead=((0, 0),) * 4, starts=((0, 1, 0),) * 4), 100), "1 to 3 windings"),
        (([4, 1], [0, 1], PLAN._replace(starts=((0, 1, 0),) * 2), 100), "1 to 3 windings"),
        (([4, 1], [0, 1], PLAN._replace(ahead=((21, 0),)), 100), "at most 20 ahead"),
        (([4, 1], [0, 1], PLAN._replace(ahead=((-5, 0),)), 100), "ahead or behind"),
        (([4, 1], [0, 1], PLAN._replace(starts=((2, 1, 0),)), 100), "a player"),
        (([4, 1], [0, 1], PLAN._replace(starts=((0, 1, 2),)), 100), "a payment"),
        (([4, 1], [0, 1], PLAN._replace(width=64), 100), "a width"),
        (([4, 1], [0, 1], PLAN._replace(excess=-1), 100), "an excess"),
        (([4, 1], [0, 1], PLAN, 1 << 25), "a limit"),
        (([4, 1], [0, 1], PLAN._replace(part=1), 100), "a part of"),
        (([4, 1], [0, 1], PLAN._replace(part=-1), 100), "a part of"),
        (([4, 1], [0, 1], PLAN._replace(parts=0), 100), "a part of"),
        (([4, 1], [0, 1], PLAN._replace(parts=1 << 17), 100), "a part of"),
    ],
)
def test_what_is_not_woven(order: tuple[list[int], list[int], Plan, int], message: str, engine: str) -> None:
    with pytest.raises(ValueError, match=message):
        _engine.load(engine).weave.weave(*order)
