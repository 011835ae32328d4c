"""`Outcomes`: columns, slices, one game played again, and how it shows itself."""

import json
import pickle
import re

import numpy as np
import pytest

import trickloop as tl
from many import RULES, agree_one_by_one
from trickloop._reference.deal import BLOCK

RULE = tl.War.bicycle(pack=tl.Pack.of(2, 8))


@pytest.fixture(scope="module")
def outcomes() -> tl.Outcomes:
    return tl.simulate(RULE, games=60, rng=42, start=100)


class TestColumns:
    def test_types_and_shapes(self, outcomes):
        assert outcomes.winner.dtype == np.int8
        assert outcomes.ending.dtype == object
        for name in ("rounds", "tricks", "cards", "wars", "loop_start", "loop_length", "loop_cards", "index"):
            assert getattr(outcomes, name).dtype == np.int64
            assert getattr(outcomes, name).shape == (60,)
        assert outcomes.round_wins.shape == (60, 2)
        assert outcomes.index.tolist() == list(range(100, 160))
        assert outcomes.rules == RULE
        assert outcomes.sizes == (8, 8)

    def test_they_cannot_be_written_to(self, outcomes):
        for name in ("winner", "ending", "rounds", "cards", "wars", "round_wins", "loop_start", "index", "deals"):
            for part in (outcomes, outcomes[3:9]):
                with pytest.raises(ValueError, match="read-only"):
                    getattr(part, name)[0] = 0

    def test_endings_are_compared(self):
        outcomes = tl.simulate(tl.War.gameofwar(pack=tl.Pack.of(2, 6)), games=200, rng=1)
        is_loop = outcomes.ending == tl.Ending.LOOP
        assert is_loop.dtype == bool
        assert is_loop.any()
        assert (is_loop == (outcomes.loop_length >= 0)).all()
        assert (outcomes.winner[is_loop] == 0).all()
        assert (outcomes.rounds == outcomes.loop_start + outcomes.loop_length)[is_loop].all()


class TestParts:
    @pytest.mark.parametrize(
        "part",
        [
            slice(None),
            slice(10, 20),
            slice(-5, None),
            slice(None, None, 7),
            slice(None, None, -1),
            slice(50, 5, -3),
            slice(5, 5),
        ],
    )
    def test_slices_are_views(self, outcomes, part):
        some = outcomes[part]
        assert some.rounds.tolist() == outcomes.rounds[part].tolist()
        assert some.rounds.base is not None
        assert len(some) == len(outcomes.rounds[part])
        assert some.index.tolist() == outcomes.index[part].tolist()
        assert some.deals.tolist() == outcomes.deals[part].tolist()
        assert list(some) == [outcomes[place] for place in range(60)[part]]
        assert some.start == (some.index[0] if len(some) else 0)

    @pytest.mark.parametrize("chosen", [[3, 3, -1, 0], [], [True, False] * 30])
    def test_chosen_games(self, outcomes, chosen):
        some = outcomes[np.array(chosen, bool if True in chosen[:1] else int)]
        expected = outcomes.index[chosen] if chosen else []
        assert some.index.tolist() == list(expected)
        assert some.deals.tolist() == [outcomes.deals[game - 100].tolist() for game in expected]
        assert [one.rounds for one in some] == some.rounds.tolist()
        assert outcomes[chosen].index.tolist() == list(expected)

    def test_parts_of_parts(self, outcomes):
        part = outcomes[10:50][::3][2:6]
        assert part.index.tolist() == [116, 119, 122, 125]
        assert part[1] == outcomes[part.index[1] - 100]

    def test_two_are_equal_or_not(self, outcomes):
        assert outcomes == tl.simulate(RULE, games=60, rng=42, start=100)
        assert outcomes[:5] == tl.simulate(RULE, games=5, rng=42, start=100)
        for other in (outcomes[:59], outcomes[::-1], tl.simulate(RULE, games=60, rng=43, start=100), 3):
            assert outcomes != other
        given = tl.simulate(tl.War(), [[3, 2], [2, 3]])
        assert given != tl.simulate(tl.War(), [[4, 2], [2, 4]])
        assert given == tl.simulate(tl.War(), [[3, 2], [2, 3]])

    def test_two_blocks(self):
        outcomes = tl.simulate(tl.Combat(tl.Pack.of(1, 4)), games=20, rng=1, start=BLOCK - 10)
        assert outcomes[::3].deals.tolist() == outcomes.deals[::3].tolist()
        assert outcomes[12].rounds == outcomes.rounds[12]

    def test_pickled(self, outcomes):
        assert pickle.loads(pickle.dumps(outcomes)) == outcomes


class TestOneGame:
    @pytest.mark.parametrize("name", RULES)
    def test_it_is_played_again(self, name, engine):
        outcomes = tl.simulate(RULES[name], games=4, rng=9, start=7, engine=engine)
        agree_one_by_one(outcomes, [outcomes[place] for place in range(4)])
        agree_one_by_one(outcomes, list(outcomes))
        assert outcomes[-1] == outcomes[np.int64(3)] == list(outcomes)[3]
        size = RULES[name].pack.size
        assert {sum(map(len, one.hands)) + len(one.out_of_play) for one in outcomes} == {size}

    @pytest.mark.parametrize(
        ("place", "kind"), [(60, IndexError), (-61, IndexError), (1.5, TypeError), ("a", TypeError)]
    )
    def test_there_is_no_such_game(self, outcomes, place, kind):
        with pytest.raises(kind):
            outcomes[place]

    def test_given_games(self):
        deals = [[14, 9, 3, 4], [2, 2, 3, 3]]
        outcomes = tl.simulate(tl.War(), deals)
        assert [*outcomes] == [tl.play(tl.War(), row[:2], row[2:]) for row in deals]
        assert outcomes[::-1].deals.tolist() == deals[::-1]


class TestShown:
    def test_one_line(self, outcomes):
        assert repr(outcomes) == (
            "Outcomes(War(face_down=1, pickup='random', short='first-out', "
            "pack=Pack('2x1 2x2 2x3 2x4 2x5 2x6 2x7 2x8')): 60 games, entropy 42)"
        )
        assert repr(tl.simulate(tl.War(), [[3, 2]])) == "Outcomes(War(): 1 game)"

    def test_a_small_table(self, outcomes):
        html = outcomes._repr_html_()
        assert html.startswith("<table>")
        assert html.count("<tr>") == 1 + 5 + 1 + 5
        rows = [re.findall(r"<td>(.*?)</td>", row) for row in html.split("<tr>")[2:7]]
        assert [row[0] for row in rows] == ["100", "101", "102", "103", "104"]
        assert [row[3] for row in rows] == list(map(str, outcomes.rounds[:5].tolist()))
        assert outcomes[:0]._repr_html_().count("<tr>") == 1
        assert "pickup=&#x27;random&#x27;" in html

    def test_a_dict_for_json(self, outcomes):
        data = json.loads(json.dumps(outcomes[:3].to_dict()))
        assert data["entropy"] == 42
        assert data["index"] == [100, 101, 102]
        assert data["ending"] == [one.ending.value for one in outcomes[:3]]
        for name in ("winner", "rounds", "cards", "wars", "round_wins", "loop_start", "loop_length", "loop_cards"):
            assert data[name] == getattr(outcomes, name)[:3].tolist()
