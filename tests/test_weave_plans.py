"""The plans by which a walk weaves: each is drawn once, and those that are the same lead to the same loops."""

import math
import random
from collections import Counter

import pytest

from conftest import needs_core
from test_weave import PACKS, turn_of
from trickloop import _engine, _walk
from trickloop._reference.chance import Words
from trickloop._reference.walk import SOURCES
from trickloop._reference.weave import MOST_FOUND, Plan, check
from trickloop._walk import LATER, NODES_A_STEP, Walk
from trickloop._weave_plans import NODES_OF_A_PART, PARTS, Plans, _step, beginning, kinds, same

DUE = (0, 1, 2, 3, 4)
SIZES = [2, 3, 8, 14, 40, 63]


def drawn(plans: Plans, key: int = 1) -> list[Plan]:
    words, found = Words(key), []
    while (plan := plans.draw(words)) is not None:
        found.append(plan)
    return found


@pytest.mark.parametrize("cards", [2, 4, 9])
def test_each_is_drawn_once(cards: int) -> None:
    plans = Plans(cards, 12345)
    found = drawn(plans)
    assert len(set(found)) == len(found)
    # Whatever is the same is there, and once.
    for kind in plans.kinds:
        for number in range(0, kind.size, 97):
            plan = kind.plan(number)
            assert plan is None or len(set(same(plan)) & set(found)) == 1
    assert len({frozenset(same(plan)) for plan in found}) == len(found)
    assert plans.draw(Words(1)) is None
    assert set(drawn(Plans(cards, 1 << 63), key=2)) == set(found)


def test_all_that_is_near_one_place_is_planned() -> None:
    """Narrow plans are all with up to four cards ahead or behind in one place, and one more or less elsewhere."""
    each = range(-5, 6)
    wanted = {
        ((a, b), (c, d))
        for a in each
        for b in each
        for c in each
        for d in each
        if any(
            abs(most) <= 4 and sorted(map(abs, rest)) in ([0, 0, 0], [0, 0, 1])
            for at, most in enumerate((a, b, c, d))
            for rest in [[(a, b, c, d)[other] for other in range(4) if other != at]]
        )
    }
    narrow = next(kind for kind in kinds(40) if len(kind.ahead[0]) == 2 and not kind.wide)
    # Five in one place are four and one more there.
    assert {ahead for ahead in narrow.ahead if all(abs(one) < 5 for both in ahead for one in both)} == wanted
    assert all(sum(abs(one) for both in ahead for one in both) <= 5 for ahead in narrow.ahead)
    planned = {narrow.plan(number) for number in range(narrow.size)} - {None}
    assert sum(len(set(same(plan))) for plan in planned if plan is not None) == narrow.size


def test_wide_plans() -> None:
    """All with 5 to 14 cards ahead, all or all but one in one place, in 256 parts, each with what is the same."""
    wide = kinds(40)[-1]
    plans = [plan for number in range(0, wide.size, PARTS) if (plan := wide.plan(number)) is not None]
    assert len(plans) == 640
    every = {other for plan in plans for other in same(plan)}
    assert len(every) == wide.size // PARTS
    assert {sum(map(sum, plan.ahead)) for plan in every} == set(range(5, 15))
    assert {max(max(both) for both in plan.ahead) - sum(map(sum, plan.ahead)) for plan in every} == {0, -1}
    for number in random.Random(1).sample(range(wide.size), 200):
        plan = wide.plan(number)
        first = wide.plan(number - number % PARTS)
        assert plan == (None if first is None else first._replace(part=number % PARTS))
    # The two that are known to lead to what no walk comes to.
    for ahead, starts in [(((0, 11), (0, 0)), ((0, 0, 0), (0, 1, 0))), (((13, 1), (0, 0)), ((0, 1, 0), (1, 1, 0)))]:
        assert any((plan.ahead, plan.starts) == (ahead, starts) for plan in every)


@pytest.mark.parametrize("cards", SIZES)
def test_what_is_planned_can_be_woven(cards: int) -> None:
    counts = [cards - 1, 1]
    plans = Plans(cards, 99)
    assert plans.kinds[-1].wide == (cards >= 12)
    words = Words(4)
    taken = 0
    while taken < 600 and (plan := plans.draw(words)) is not None:
        check(counts, DUE[:2], plan, 1 << 23)
        taken += 1
    assert taken == 600 or cards == 2


@pytest.mark.parametrize("walks", [1, 2, 3, 4, 8])
def test_walks_share_a_circle(walks: int) -> None:
    """Walks begin so far apart that what two, four or eight of them take first is all there is."""
    kind = kinds(40)[1]
    first = 987654321 << 34
    taken: Counter[int] = Counter()
    for walk in range(walks):
        begin = beginning(first, walk)
        taken.update(kind.number(begin, at) for at in range(kind.size // walks))
    apart = 0 if walks != 3 else kind.size // 6
    # Where they begin is rounded.
    assert len(taken) >= kind.size - walks - apart
    assert set(taken.values()) <= {1, 2}


@needs_core
@pytest.mark.parametrize("changed", [None, 0, 100])
def test_how_much_is_woven(changed: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_walk, "EARLY", 20)
    walk = Walk([0] * 28 + [1, 2, 3] * 4, DUE[:4], Words(1), "core", 1 << 40)
    # Of wide plans alone a step has more than enough.
    walk.plans.taken[:-1] = [kind.size for kind in walk.plans.kinds[:-1]]
    walk.changed = changed
    for _ in range(150):
        walk.step()
    late = 0 if changed is None else 150 - max(20, changed)
    due = NODES_A_STEP * (150 + (LATER - 1) * late)
    assert walk.changed == changed
    assert due <= walk.nodes < due + NODES_OF_A_PART


@needs_core
def test_nothing_is_woven_once_all_was() -> None:
    walk = Walk([0] * 28 + [1, 2, 3] * 4, DUE[:4], Words(1), "core", 5)
    walk.plans.taken = [kind.size for kind in walk.plans.kinds]
    for _ in range(5):
        walk.step()
    assert walk.nodes == walk.made[SOURCES.index("woven")] == 0
    assert sum(walk.made) > 0
    walk.plans.taken[0] -= 50
    for _ in range(60):
        walk.step()
    assert walk.nodes > 0
    assert 0 < walk.made[SOURCES.index("woven")] <= 50


@pytest.mark.parametrize("size", [1, 2, 3, 4, 10, 392, 61568, 655360])
def test_a_step_comes_to_all(size: int) -> None:
    assert math.gcd(_step(size), size) == 1
    assert size < 4 or 0.4 < _step(size) / size < 0.9


@needs_core
@pytest.mark.parametrize("counts", PACKS[1:])
def test_plans_that_are_the_same_weave_the_same(counts: list[int]) -> None:
    payments = DUE[: len(counts)]
    weave = _engine.load("core").weave.weave
    chance = random.Random(5)
    woven = 0
    for kind in kinds(sum(counts)):
        if kind.wide:
            continue
        for _ in range(60):
            plan = kind.plan(chance.randrange(kind.size))
            if plan is None:
                continue
            # All that fits: neither the width nor the share of court cards bounds it.
            plan = plan._replace(width=63, excess=63)
            sets = []
            for one in same(plan):
                found, nodes = weave(counts, payments, one, 1 << 19)
                if nodes > 1 << 19 or len(found) == MOST_FOUND:
                    break
                sets.append({min(turn_of(hands, payments)[1]) for hands in found})
            else:
                assert all(each == sets[0] for each in sets), plan
                woven += bool(sets[0])
    assert woven
