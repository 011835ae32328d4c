"""Games to play in tests: strategies and random hands, and how their outcomes are compared with what is expected."""

import random
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import trickloop as tl
from trickloop import _engine

GAMES = {"War": tl.War(), "Combat": tl.Combat(), "RecursiveCombat": tl.RecursiveCombat(), "Camicia": tl.Camicia()}
PICKUPS = "winner-first", "loser-first", "seat-order", "as-revealed", "high-low"
SHORTS = "lose", "first-out", "last-card", "shorten", "longest", "draw"
FIELDS = [field.name for field in fields(tl.Outcome)]
COURTS = {11: 1, 12: 2, 13: 3, 14: 4}
ITALIAN = {11: 1, 12: 2, 13: 3}
NAMES = {"-": 0, "J": 11, "Q": 12, "K": 13, "A": 14}


def examples(count):
    # Where nothing was compiled the reference is what is tested with all of them elsewhere, and takes minutes.
    count = count if _engine.default.name == "core" else count // 4
    # The fixture is one name for all examples of a test: there is nothing in it to set up anew for each.
    checks = [*settings.default.suppress_health_check, HealthCheck.function_scoped_fixture]
    return settings(max_examples=count, suppress_health_check=checks)


def check_refused(kind: type[Exception], text: str, engine: str, rules: Any, *hands: Any, **options: Any) -> None:
    """Assert that `play` and `trace` raise exactly this, and `trace` at once, not with its first round."""
    for call in (tl.play, tl.trace):
        with pytest.raises(kind) as raised:
            call(rules, *hands, engine=engine, **options)
        assert type(raised.value) is kind
        assert str(raised.value) == text


def agree(outcome, expected):
    assert {name: getattr(outcome, name) for name in FIELDS} == {name: expected[name] for name in FIELDS}


def agree_in_rounds(rounds, expected, payments=()):
    """Compare a whole trace with the oracle's log; ranks in `payments` are the court cards of Camicia."""
    assert len(rounds) == expected["rounds"] == len(expected["log"])
    for number, (round_, told) in enumerate(zip(rounds, expected["log"], strict=True), 1):
        hands = tuple(tuple(rank_of(text, payments) for text in hand) for hand in round_.hands)
        assert (round_.number, round_.winner, round_.wars) == (number, told["winner"], told["wars"])
        assert [(lay.seat, lay.rank, lay.face_up, lay.due, lay.payer) for lay in round_.lays] == told["lays"]
        assert [rank_of(lay.text, payments) for lay in round_.lays] == [lay[1] for lay in told["lays"]]
        assert (round_.sub_game, hands, round_.sizes) == (
            told["sub_game"],
            told["hands"],
            (*map(len, hands),),
        )
        assert round_.ending is (expected["ending"] if number == len(rounds) else None)
    if rounds:
        assert told["hands"] == expected["hands"]


def rank_of(text, payments):
    rank = NAMES[text] if text in NAMES else int(text)
    return rank if rank in payments or not payments else 0


def cut(cards, *places):
    """Give seat 1 the cards before the first place, seat 2 those before the second, …"""
    return [cards[start:stop] for start, stop in zip((0, *places), (*places, len(cards)), strict=True)]


def shuffled(cards, seed):
    cards = list(cards)
    random.Random(seed).shuffle(cards)
    return cards


def random_hands(seed, cards, seats=2, even=True):
    cards = shuffled(cards, seed)
    if even:
        return cut(cards, *(len(cards) * seat // seats for seat in range(1, seats)))
    return cut(cards, *sorted(random.Random(seed).choices(range(len(cards) + 1), k=seats - 1)))


@st.composite
def splits(draw, cards, seats):
    if draw(st.booleans()):
        return cut(cards, *(len(cards) * seat // seats for seat in range(1, seats)))
    place = st.integers(0, len(cards))
    return cut(cards, *sorted(draw(st.lists(place, min_size=seats - 1, max_size=seats - 1))))


@st.composite
def war_hands(draw):
    """Hands of 2 to 16 seats; few ranks make many ties, high ones do not fit one byte or two."""
    ranks = draw(
        st.sampled_from(
            [
                *((1, 2), (1, 2, 3), (0, 1), range(1, 6), range(2, 15), range(200)),
                *((126, 127, 128, 255, 256), (5, 32_767, 32_768, 65_536, 10**12)),
            ]
        )
    )
    size = draw(st.sampled_from([4, 8, 12, 24, 60]))
    if draw(st.booleans()):
        cards = draw(st.lists(st.sampled_from(ranks), max_size=size))
    else:
        # Whole packs, as in a real game: each rank equally often.
        cards = shuffled((list(ranks) * size)[:size], draw(st.integers(0, 2**32)))
    return draw(splits(cards, draw(st.sampled_from([2, 2, 2, 3, 3, 4, 5, 9, 16]))))


war_terms = st.fixed_dictionaries(
    {"face_down": st.integers(0, 4), "pickup": st.sampled_from(PICKUPS), "short": st.sampled_from(SHORTS)}
)


def distinct_hands(sizes, low):
    """Two hands of distinct values: 1 to n, sparse small ones, or some that do not fit one byte or two."""

    @st.composite
    def hands(draw):
        size = draw(sizes)
        values = draw(
            st.one_of(
                st.permutations(range(1, size + 1)),
                st.lists(st.integers(low, 2 * size + low), unique=True, min_size=size, max_size=size),
                st.lists(st.integers(low, 40_000), unique=True, min_size=size, max_size=size),
                st.lists(
                    st.sampled_from([1, 2, 3, 4, 126, 127, 128, 129, 130, 255, 256, 32_767, 32_768]),
                    unique=True,
                ),
            )
        )
        return draw(splits(list(values), 2))

    return hands()


@st.composite
def camicia_games(draw):
    kind = draw(st.sampled_from(["default", "italian", "random"]))
    if kind == "random":
        ranks = st.one_of(st.integers(1, 20), st.sampled_from([127, 128, 300, 32_768]))
        payments = draw(st.dictionaries(ranks, st.integers(1, 6), max_size=6))
        rules = tl.Camicia(payments=payments)
    else:
        rules = tl.Camicia() if kind == "default" else tl.Camicia.italian()
        payments = COURTS if kind == "default" else ITALIAN
    courts = draw(st.integers(0, 8)) if payments else 0
    size = draw(st.integers(0, 40))
    # Every number card is the same card to the rules; a rank that demands payment is none.
    numbers = [rank for rank in (0, 2, 5, 10) if rank not in payments]
    cards = draw(st.lists(st.sampled_from(numbers), min_size=size, max_size=size))
    if payments:
        cards += draw(st.lists(st.sampled_from(sorted(payments)), min_size=courts, max_size=2 * courts + 1))
    hands = draw(splits(shuffled(cards, draw(st.integers(0, 2**32))), 2))
    return rules, hands, payments
