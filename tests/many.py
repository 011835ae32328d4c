"""Rules of every kind to play many games of, and how what comes of them is compared with games played one by one."""

import numpy as np
from hypothesis import strategies as st

import trickloop as tl
from games import PICKUPS, SHORTS
from trickloop._columns import ENDINGS
from trickloop._deals import game_key

RULES = {
    "interview": tl.War(),
    "gameofwar": tl.War.gameofwar(max_rounds=3000),
    "seats": tl.War(players=5, face_down=1, pickup="as-revealed", short="shorten", max_rounds=2000),
    "bicycle": tl.War.bicycle(),
    "csc427": tl.War.csc427(),
    "coin": tl.War.csc427("random", players=3, max_rounds=500),
    "high ranks": tl.War(pack=tl.Pack.of(4, [5, 127, 128, 40_000, 2**40, 10**30])),
    "many ranks": tl.War(pack=tl.Pack.of(1, 140), max_rounds=300),
    "limit": tl.War(max_rounds=20),
    "endless": tl.EndlessWar(players=3, max_rounds=60),
    "endless, rest": tl.EndlessWar(players=5, face_down=2, max_rounds=40),
    "combat": tl.Combat(tl.Pack.of(1, 20)),
    "high combat": tl.Combat(tl.Pack([3, 200, 40, 1000, 10**20, 7, 8])),
    "recursive combat": tl.RecursiveCombat(tl.Pack.of(1, 11)),
    "high recursive combat": tl.RecursiveCombat(tl.Pack([1, 2, 3, 4, 5, 200, 11, 1000, 10**20])),
    "camicia": tl.Camicia(),
    "italian": tl.Camicia.italian(),
    # Number cards of several ranks, and court cards below them.
    "french camicia": tl.Camicia(tl.Pack.french(), {3: 2, 14: 4, 9: 1}),
    "big camicia": tl.Camicia(tl.Pack("60- 10J 5Q 2K")),
}


@st.composite
def rules_of_many(draw):
    """Rules with small packs, of every kind."""
    kind = draw(st.sampled_from(["war", "war", "war", "chance", "endless", "combat", "recursive", "camicia"]))
    if kind in ("combat", "recursive"):
        values = draw(
            st.lists(st.integers(1, 14) | st.sampled_from([1, 127, 128, 300, 2**40]), unique=True, max_size=11)
        )
        return (tl.Combat if kind == "combat" else tl.RecursiveCombat)(tl.Pack(values))
    if kind == "camicia":
        payments = draw(st.dictionaries(st.integers(2, 14), st.integers(1, 5), max_size=5))
        ranks = st.sampled_from([0, 0, 0, *range(2, 11), *payments])
        return tl.Camicia(tl.Pack(draw(st.lists(ranks, max_size=30))), payments)
    ranks = draw(st.sampled_from([(1, 2), (1, 2, 3), range(2, 9), (0, 1), (126, 127, 128), (5, 10**12), (7,)]))
    players = draw(st.sampled_from([2, 2, 3, 5]))
    pack = tl.Pack(draw(st.lists(st.sampled_from(ranks), min_size=players, max_size=24)))
    terms = {"players": players, "face_down": draw(st.integers(0, 3)), "max_rounds": 80, "pack": pack}
    if kind == "endless":
        return tl.EndlessWar(**terms)
    terms |= {"pickup": draw(st.sampled_from(PICKUPS)), "short": draw(st.sampled_from(SHORTS))}
    if kind == "chance":
        terms |= draw(st.sampled_from([{"pickup": "random"}, {"refill": "shuffle"}, {"tie": "random"}]))
    return tl.War(**terms)


def one_by_one(rules, rows, sizes, entropy=None, start=0, engine=None):
    """Play rows with `play`, each with its key."""
    outcomes = []
    for game, row in enumerate(np.asarray(rows, object).tolist(), start):
        hands, place = [], 0
        for size in sizes:
            hands.append(row[place : place + size])
            place += size
        key = game_key(entropy, game) if rules.is_random else None
        outcomes.append(tl.play(rules, *hands, rest=row[place:], rng=key, engine=engine))
    return outcomes


def agree_one_by_one(outcomes, played):
    """Assert that every column says what came of the games that were played one by one."""
    assert len(outcomes) == len(played)
    assert outcomes.winner.tolist() == [one.winner or 0 for one in played]
    assert outcomes.ending.tolist() == [one.ending for one in played]
    assert outcomes._columns.ending.tolist() == [ENDINGS.index(one.ending) for one in played]
    for name in ("rounds", "cards", "wars"):
        assert getattr(outcomes, name).tolist() == [getattr(one, name) for one in played], name
    assert outcomes.tricks.tolist() == outcomes.rounds.tolist()
    assert outcomes.round_wins.tolist() == [list(one.round_wins) for one in played]
    for name in ("start", "length", "cards"):
        expected = [-1 if one.loop is None else getattr(one.loop, name) for one in played]
        assert getattr(outcomes, f"loop_{name}").tolist() == expected, name
