"""Games with chance in them to play in tests, the draws of their keys, and how they are compared with the oracle."""

import numpy as np
from hypothesis import strategies as st

import oracle_chance
import trickloop as tl
from games import SHORTS, cut, shuffled
from trickloop._chance import key_of
from trickloop._reference.chance import Words, below

PICKUPS = "winner-first", "loser-first", "seat-order", "as-revealed", "high-low", "random"
HOUSE_RULES = "face_down", "pickup", "short", "refill", "tie"
NAMES = {11: "J", 12: "Q", 13: "K", 14: "A"}


class Card(int):
    """A rank that remembers how it was written, so that the oracle tells equal cards apart and the rules do not."""

    def __new__(cls, rank, text):
        card = super().__new__(cls, rank)
        card.text = text
        return card


class Key(np.random.BitGenerator):
    """A bit generator from which the first game takes the given key."""

    def __init__(self, key):
        super().__init__(0)
        self.words = [0, key]

    def random_raw(self):
        return self.words.pop(0)


def draws(rng):
    """Return the function that draws for the oracle what an engine draws from an integer or a SeedSequence."""
    words = Words(key_of(rng))
    return lambda bound: below(bound, words)


def expected_of(rules, hands, rest, rng):
    """Play a game on the oracle."""
    if isinstance(rules, tl.EndlessWar):
        game, terms = oracle_chance.endless_war, {"face_down": rules.face_down}
    else:
        game, terms = oracle_chance.war, {name: getattr(rules, name) for name in HOUSE_RULES}
    return game(hands, rest=rest, max_rounds=rules.max_rounds, draw=draws(rng), **terms)


def agree_in_rounds(rounds, expected):
    """Compare a whole trace with the oracle's log, each card as it was written."""
    assert len(rounds) == expected["rounds"] == len(expected["log"])
    for number, (round_, told) in enumerate(zip(rounds, expected["log"], strict=True), 1):
        assert (round_.number, round_.winner, round_.wars) == (number, told["winner"], told["wars"])
        assert [(lay.seat, lay.rank, lay.face_up) for lay in round_.lays] == told["lays"]
        assert round_.pile == tuple(card_text(card) for _, card, _ in told["lays"])
        assert round_.hands == tuple(tuple(map(card_text, hand)) for hand in told["hands"])
        assert round_.sizes == tuple(map(len, told["hands"]))
        assert {(lay.due, lay.payer) for lay in round_.lays} == {(0, None)}
        assert (round_.sub_game, round_.pays) == (False, False)
        assert round_.ending is (expected["ending"] if number == len(rounds) else None)


def card_text(card):
    return card.text if isinstance(card, Card) else NAMES.get(card) or str(card)


def suited(ranks):
    """Write each rank with suits, so that no two of up to four equal cards are written alike."""
    seen = {}
    cards = []
    for rank in ranks:
        seen[rank] = seen.get(rank, -1) + 1
        cards.append(Card(rank, (NAMES.get(rank) or str(rank)) + "SHDC"[seen[rank]]))
    return cards


def texts(cards):
    return [card.text for card in cards]


def evenly(cards, seats):
    """Cut equal hands and the rest that does not divide."""
    size = len(cards) // seats
    *hands, rest = cut(cards, *(size * seat for seat in range(1, seats + 1)))
    return hands, rest


seeds = st.one_of(st.integers(0, 2**20), st.integers(0, 2**200))
player_counts = st.one_of(st.integers(2, 4), st.integers(2, 16))


@st.composite
def dealt(draw, seats, at_least=0):
    """Hands and a rest; few ranks make many ties, high ones and many do not fit one byte."""
    ranks = draw(
        st.sampled_from(
            [
                *((1,), (1, 2), (1, 2), (1, 2, 3), (0, 1), range(1, 6), range(2, 15), range(2, 15)),
                *((126, 127, 128, 255, 256), (5, 32_767, 32_768, 10**12), range(200)),
            ]
        )
    )
    size = draw(st.sampled_from([52, 30, 24, 2 * seats + 1, 3 * seats + 2, 200 if len(ranks) == 200 else 12, seats]))
    cards = shuffled((list(ranks) * size)[:size], draw(st.integers(0, 2**32)))
    if draw(st.integers(0, 2)):
        hands, rest = evenly(cards, seats)
    else:
        places = st.lists(st.integers(0, size), min_size=seats, max_size=seats)
        *hands, rest = cut(cards, *sorted(draw(places)))
    for hand in hands:
        hand += [ranks[0]] * (at_least - len(hand))
    return hands, rest if draw(st.integers(0, 3)) else []


@st.composite
def war_games(draw, max_rounds=300):
    seats = draw(player_counts)
    terms = {
        "face_down": draw(st.integers(0, 4)),
        "pickup": draw(st.sampled_from([*PICKUPS, "random", "random", "random"])),
        "short": draw(st.sampled_from(SHORTS)),
        "refill": draw(st.sampled_from([None, "shuffle"])),
        "tie": draw(st.sampled_from(["war", "war", "random"])),
    }
    rules = tl.War(players=seats, max_rounds=max_rounds, **terms)
    if not rules.is_random:
        rules = tl.War(players=seats, max_rounds=max_rounds, **terms | {"pickup": "random"})
    return rules, *draw(dealt(seats)), draw(seeds)


@st.composite
def endless_games(draw):
    seats = draw(player_counts)
    face_down, max_rounds = draw(st.integers(0, 4)), draw(st.sampled_from([60, 60, 20, 7, 2, 1, 0]))
    rules = tl.EndlessWar(players=seats, face_down=face_down, max_rounds=max_rounds)
    return rules, *draw(dealt(seats, at_least=1)), draw(seeds)
