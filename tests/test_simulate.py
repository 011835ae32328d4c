"""Many games: each as `play` plays it, on both engines, dealt or given."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import trickloop as tl
from conftest import needs_core, on_the_core
from games import camicia_games, distinct_hands, examples, war_hands, war_terms
from many import RULES, agree_one_by_one, one_by_one, rules_of_many
from trickloop._reference.deal import BLOCK


def sizes_by_default(rules, cards):
    if isinstance(rules, (tl.War, tl.EndlessWar)):
        return [cards // rules.players] * rules.players
    return [cards // 2, cards - cards // 2]


class TestDealt:
    @pytest.mark.parametrize("name", RULES)
    def test_every_game_is_that_of_play(self, name, engine):
        rules, games = RULES[name], 40 if engine == "core" else 6
        outcomes = tl.simulate(rules, games=games, rng=2**70, engine=engine)
        sizes = sizes_by_default(rules, rules.pack.size)
        assert outcomes.sizes == tuple(sizes)
        agree_one_by_one(outcomes, one_by_one(rules, outcomes.deals, sizes, 2**70, engine=engine))
        assert [sorted(row) for row in outcomes.deals.tolist()] == [list(rules.pack.cards)] * games
        assert (outcomes.entropy, outcomes.start, len(outcomes)) == (2**70, 0, games)

    @needs_core
    @pytest.mark.parametrize("name", RULES)
    def test_engines_agree(self, name):
        core, reference = (tl.simulate(RULES[name], games=15, rng=5, engine=each) for each in ("core", "reference"))
        assert core == reference

    @needs_core
    @examples(120)
    @given(rules=rules_of_many(), seed=st.integers(0, 2**70), games=st.integers(0, 8))
    def test_engines_agree_on_anything(self, rules, seed, games):
        core, reference = (tl.simulate(rules, games=games, rng=seed, engine=each) for each in ("core", "reference"))
        assert core == reference
        sizes = sizes_by_default(rules, rules.pack.size)
        agree_one_by_one(core, one_by_one(rules, core.deals, sizes, seed, engine="reference"))

    def test_deals_are_those_of_the_seed(self):
        outcomes = tl.simulate(tl.Camicia(), games=30, rng=3)
        assert outcomes.deals.tolist() == tl.deals(tl.Camicia().pack, 30, 3).tolist()
        assert outcomes.deals.dtype == np.int8

    @on_the_core
    def test_a_later_start(self, engine):
        rules = tl.War.bicycle(pack=tl.Pack.of(2, 6))
        whole = tl.simulate(rules, games=30, rng=8, start=BLOCK - 20)
        assert whole.start == BLOCK - 20
        assert whole[15:] == tl.simulate(rules, games=15, rng=8, start=BLOCK - 5)
        assert whole[22] == tl.simulate(rules, games=1, rng=8, start=BLOCK + 2)[0]

    def test_sizes(self, engine):
        rules = tl.War.bicycle()
        outcomes = tl.simulate(rules, games=5, rng=1, sizes=(4, 30), engine=engine)
        agree_one_by_one(outcomes, one_by_one(rules, outcomes.deals, (4, 30), 1, engine=engine))
        outcomes = tl.simulate(tl.Camicia(), games=5, rng=1, sizes=np.array([52, 0]), engine=engine)
        assert outcomes.winner.tolist() == [1] * 5
        assert outcomes.tricks.tolist() == [0] * 5

    def test_fresh_entropy_is_told(self):
        first, second = (tl.simulate(tl.Camicia(), games=20) for _ in range(2))
        assert first.entropy != second.entropy
        assert first == tl.simulate(tl.Camicia(), games=20, rng=first.entropy)

    @pytest.mark.parametrize("name", ["interview", "endless", "combat", "recursive combat", "camicia"])
    def test_no_games(self, name):
        outcomes = tl.simulate(RULES[name], games=0, rng=1)
        assert (len(outcomes), outcomes.deals.shape) == (0, (0, RULES[name].pack.size))
        assert outcomes.round_wins.shape == (0, RULES[name].players)
        assert outcomes.summary().games == 0

    def test_packs_of_few_cards(self, engine):
        for rules in (tl.War(pack=tl.Pack("")), tl.War(pack=tl.Pack("J")), tl.War(pack=tl.Pack("3J"))):
            outcomes = tl.simulate(rules, games=3, rng=1, engine=engine)
            assert outcomes.ending.tolist() == [tl.Ending.DRAW] * 3
        outcomes = tl.simulate(tl.Combat(tl.Pack("7")), games=2, rng=1, engine=engine)
        assert (outcomes.winner.tolist(), outcomes.rounds.tolist()) == ([2, 2], [0, 0])


GIVEN = [[14, 9, 3, 4, 13, 9, 7, 2], [2, 2, 3, 3, 4, 5, 6, 7], [5, 5, 5, 5, 5, 5, 5, 5]]


class TestGiven:
    @examples(60)
    @given(rows=st.integers(1, 4), hands=war_hands(), terms=war_terms, data=st.data())
    def test_war(self, engine, rows, hands, terms, data):
        cards = [card for hand in hands for card in hand]
        rest = data.draw(st.lists(st.sampled_from(cards or [3]), max_size=3))
        deals = [data.draw(st.permutations(cards + rest)) for _ in range(rows)]
        if not deals[0]:
            deals = np.empty((rows, 0), int)
        sizes = [len(hand) for hand in hands]
        rules = tl.War(players=len(hands), max_rounds=60, **terms)
        outcomes = tl.simulate(rules, deals, sizes=sizes, engine=engine)
        agree_one_by_one(outcomes, one_by_one(rules, deals, sizes, engine=engine))
        assert np.array_equal(outcomes.deals, np.array(deals))
        assert outcomes.entropy is None

    @examples(60)
    @given(hands=distinct_hands(st.integers(0, 11), low=1), rows=st.integers(1, 4), data=st.data())
    def test_combat(self, engine, hands, rows, data):
        cards = [*hands[0], *hands[1]]
        deals = [data.draw(st.permutations(cards)) for _ in range(rows)] if cards else np.empty((rows, 0), int)
        sizes = [len(hand) for hand in hands]
        for rules in (tl.Combat(), tl.RecursiveCombat()):
            outcomes = tl.simulate(rules, deals, sizes=sizes, engine=engine)
            agree_one_by_one(outcomes, one_by_one(rules, deals, sizes, engine=engine))

    @examples(60)
    @given(game=camicia_games(), rows=st.integers(1, 4), data=st.data())
    def test_camicia(self, engine, game, rows, data):
        rules, hands, _ = game
        cards = [*hands[0], *hands[1]]
        deals = [data.draw(st.permutations(cards)) for _ in range(rows)] if cards else np.empty((rows, 0), int)
        sizes = [len(hand) for hand in hands]
        outcomes = tl.simulate(rules, deals, sizes=sizes, engine=engine)
        agree_one_by_one(outcomes, one_by_one(rules, deals, sizes, engine=engine))

    def test_chance(self, engine):
        rules = tl.EndlessWar(players=3, max_rounds=30)
        deals = tl.deals(rules.pack, 6, 4)
        outcomes = tl.simulate(rules, deals, sizes=(5, 9, 2), rng=77, engine=engine)
        agree_one_by_one(outcomes, one_by_one(rules, deals, (5, 9, 2), 77, engine=engine))
        assert outcomes.entropy == 77
        assert [outcomes[k].rounds for k in range(6)] == outcomes.rounds.tolist()
        # Without a seed the chance is fresh, and told.
        fresh = tl.simulate(rules, deals, engine=engine)
        assert fresh == tl.simulate(rules, deals, rng=fresh.entropy, engine=engine)

    @pytest.mark.parametrize(
        "deals",
        [
            GIVEN,
            tuple(map(tuple, GIVEN)),
            [np.array(row, np.int16) for row in GIVEN],
            *(np.array(GIVEN, kind) for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u2", object)),
            np.array(GIVEN, order="F"),
            np.repeat(np.repeat(np.array(GIVEN, "u1"), 2, axis=0), 3, axis=1)[::2, ::3],
            np.array(GIVEN)[::-1, ::-1][::-1, ::-1],
        ],
    )
    def test_any_array_of_integers(self, deals, engine):
        outcomes = tl.simulate(tl.War(), deals, engine=engine)
        agree_one_by_one(outcomes, one_by_one(tl.War(), GIVEN, (4, 4)))
        assert outcomes.deals.tolist() == GIVEN
        assert outcomes.deals.dtype == np.int8

    def test_the_array_may_be_read_only_and_stays_as_it_is(self, engine):
        deals = np.array(GIVEN, np.int8)
        deals.flags.writeable = False
        assert tl.simulate(tl.War(), deals, engine=engine).winner.tolist() == [1, 2, 0]
        deals = np.array(GIVEN, np.int8)
        outcomes = tl.simulate(tl.War(), deals, engine=engine)
        deals[:] = 0
        assert outcomes.deals.tolist() == GIVEN
        with pytest.raises(ValueError, match="read-only"):
            outcomes.deals[0, 0] = 3

    def test_the_rest_of_an_odd_row(self, engine):
        outcomes = tl.simulate(tl.War(players=3), [[4, 3, 2, 9]], engine=engine)
        assert outcomes[0].out_of_play == (9,)
        assert outcomes.sizes == (1, 1, 1)
        assert tl.simulate(tl.Camicia(), [[11, 0, 0]], engine=engine).sizes == (1, 2)

    def test_ranks_of_any_size(self, engine):
        high = 10**30
        deals = [[high, 3, 2**63, 5], [5, high, 3, 2**63]]
        outcomes = tl.simulate(tl.War(), deals, engine=engine)
        agree_one_by_one(outcomes, one_by_one(tl.War(), deals, (2, 2)))
        assert outcomes.deals.tolist() == deals
        assert outcomes[0] == tl.play(tl.War(), deals[0][:2], deals[0][2:])
        deals = np.array([[2**64 - 1, 3, 2**63, 5]], np.uint64)
        assert tl.simulate(tl.War(), deals, engine=engine).deals.tolist() == deals.tolist()

    def test_no_rows(self, engine):
        outcomes = tl.simulate(tl.Camicia(), np.empty((0, 52), int), engine=engine)
        assert (len(outcomes), outcomes.sizes) == (0, (26, 26))
        outcomes = tl.simulate(tl.War(), np.empty((3, 0), int), engine=engine)
        assert outcomes.ending.tolist() == [tl.Ending.DRAW] * 3

    @on_the_core
    def test_more_rows_than_a_block(self, engine):
        rules = tl.War.bicycle(pack=tl.Pack.of(2, 2))
        deals = tl.deals(rules.pack, BLOCK + 50, 3)
        outcomes = tl.simulate(rules, deals, rng=5)
        assert outcomes.rounds.tolist() == tl.simulate(rules, games=BLOCK, rng=5).rounds.tolist()[:0] + (
            tl.simulate(rules, deals, rng=5, workers=3).rounds.tolist()
        )
        agree_one_by_one(outcomes[-50:], one_by_one(rules, deals[-50:], (2, 2), 5, start=BLOCK))
