"""Every deal of small packs: counts of independent programs that agree with each other, and published indices."""

import pytest

import trickloop as tl
from conftest import on_the_core
from war_table import LARGE as LARGE_WARS
from war_table import MILLIONS, WarRow
from war_table import SMALL as SMALL_WARS

FINITE = tl.Ending.WIN, tl.Ending.DRAW

# Number cards, J, Q, K, A; deals, endless ones, and of those with an end the sums of cards and of tricks, and the cards
# and tricks of the game with most cards, where they are known.
SMALL = [
    ((7, 1, 1, 1, 0), 720, 0, 9126, 1857, 42, 8),
    ((5, 1, 1, 1, 1), 3024, 0, 27460, 5264, None, None),
]
LARGE = [
    ((8, 2, 2, 2, 0), 270270, 90, 5685037, 1041418, 172, 33),
    ((9, 2, 2, 2, 0), 450450, 0, 10997291, 2004602, 169, 29),
    ((10, 2, 2, 2, 0), 720720, 13, 20601111, 3727720, 302, 52),
    ((12, 2, 2, 2, 0), 1670760, 15, 62733849, 11101800, 362, 60),
    ((13, 2, 2, 2, 0), 2441880, 28, 103410399, 18041701, 392, None),
    ((14, 2, 2, 2, 0), 3488400, 16, 166621612, 28606181, 517, 83),
    ((15, 2, 2, 2, 0), 4883760, 0, 261740373, 44175431, None, None),
    ((16, 2, 2, 2, 0), 6715170, 0, 398803947, 66102490, 582, 92),
    ((4, 2, 2, 2, 2), 1247400, 0, 15458277, 2208231, None, None),
    ((6, 2, 2, 2, 2), 7567560, 1260, 120285252, 17500701, None, None),
    ((7, 2, 2, 2, 2), 16216200, 6030, 290556189, 42647162, None, None),
    ((6, 1, 1, 1, 1), 5040, 0, 54612, 10065, None, None),
    ((7, 1, 1, 1, 1), 7920, 0, 99146, 17828, None, None),
    ((8, 1, 1, 1, 1), 11880, 0, 174846, 30590, None, None),
    ((9, 1, 1, 1, 1), 17160, 0, 290735, 49672, None, None),
    ((10, 1, 1, 1, 1), 24024, 0, 475027, 78972, None, None),
    ((11, 1, 1, 1, 1), 32760, 0, 737894, 119614, None, None),
    ((12, 1, 1, 1, 1), 43680, 0, 1121954, 177249, None, None),
]


def pack_of(counts: tuple[int, ...]) -> tl.Pack:
    return tl.Pack(dict(zip((0, 11, 12, 13, 14), counts, strict=True)))


def check_camicia(row: tuple[object, ...], engine: str) -> None:
    counts, deals, loops, cards, tricks, most_cards, its_tricks = row
    summary = tl.sweep(tl.Camicia(pack_of(counts)), longest=500, engine=engine)
    assert (summary.games, summary.rules.pack.deals, summary.loops) == (deals, deals, loops)
    assert (summary.cards.total, summary.tricks.total) == (cards, tricks)
    assert len(summary.endless) == loops
    if most_cards is not None:
        assert summary.cards.max() == most_cards
    if its_tricks is not None:
        assert its_tricks in [game.rounds for game in summary.longest if game.cards == most_cards]


class TestCamicia:
    @pytest.mark.parametrize("row", SMALL)
    def test_few_deals(self, row: tuple[object, ...], engine: str) -> None:
        check_camicia(row, engine)

    @on_the_core
    @pytest.mark.parametrize("row", LARGE, ids=lambda row: "-".join(map(str, row[0])))
    def test_many_deals(self, row: tuple[object, ...], engine: str) -> None:
        check_camicia(row, engine)

    @on_the_core
    def test_the_endless_deals_by_their_published_indices(self, engine: str) -> None:
        summary = tl.sweep(tl.Camicia(tl.Pack("14- 2J 2Q 2K")), workers=2)
        assert [deal.index for deal in summary.endless] == [
            *(246414, 477920, 670912, 917330, 1120477, 1199338, 1257979, 1397712, 1613646, 1849144),
            *(2568257, 2597170, 2779940, 3305725, 3330878, 3371832),
        ]

    def test_the_first_of_them_on_a_slice(self, engine: str) -> None:
        summary = tl.sweep(tl.Camicia(tl.Pack("14- 2J 2Q 2K")), 246_300, 246_500, engine=engine)
        assert [deal.index for deal in summary.endless] == [246414]

    @on_the_core
    def test_a_slice_of_the_half_pack(self, engine: str) -> None:
        # Paulhus 1999: none of its 3,936,933,000 deals is endless.
        rules = tl.Camicia(tl.Pack("18- 2J 2Q 2K 2A"))
        assert rules.pack.deals == 3_936_933_000
        assert tl.sweep(rules, 1_999_900_000, 2_000_900_000).loops == 0


def check_war(row: WarRow, engine: str) -> None:
    rules = tl.War(2, row.face_down, row.pickup, row.short, pack=tl.Pack.of(row.suits, row.ranks))
    summary = tl.sweep(rules, engine=engine)
    winners = summary.winners[1], summary.winners[2], summary.endings[tl.Ending.DRAW], summary.loops
    assert (winners, summary.endings[tl.Ending.LIMIT]) == (row.outcomes, 0)
    assert (summary.rounds.max(), summary.longest_loop) == (row.longest, row.loop)
    assert (summary.rounds.total, summary.wars_of(*FINITE)) == (row.rounds, row.wars)
    assert len(summary.endless) == min(10_000, summary.loops)


class TestWar:
    @pytest.mark.parametrize("row", SMALL_WARS)
    def test_few_deals(self, row: WarRow, engine: str) -> None:
        check_war(row, engine)

    @on_the_core
    @pytest.mark.parametrize("row", [*LARGE_WARS, *MILLIONS])
    def test_many_deals(self, row: WarRow, engine: str) -> None:
        check_war(row, engine)


@on_the_core
def test_combat_is_war_without_ties(engine: str) -> None:
    summary = tl.sweep(tl.Combat(tl.Pack.of(1, 10)), workers=2)
    assert (summary.winners[1], summary.winners[2], summary.loops) == (1616430, 1616430, 395940)


@on_the_core
def test_repetitions_of_recursive_combat(engine: str) -> None:
    # 86 of 480 deals of five cards over all splits, 9,648 of 30,240 of seven; none of four or six.
    for cards, expected in [(4, 0), (5, 86), (6, 0), (7, 9648)]:
        rules = tl.RecursiveCombat(tl.Pack.of(1, cards))
        splits = [tl.sweep(rules, sizes=(size, cards - size)) for size in range(1, cards)]
        assert sum(split.loops for split in splits) == expected
        assert all(split.winners[1] >= split.loops for split in splits)
