"""Games with chance that were played once and confirmed by the oracle: a recorded key replays them for ever."""

import pytest

import trickloop as tl
from chance_games import evenly, expected_of
from games import agree

RANKS = "0123456789TJQKA"
PACK = "4238Q2494KT6J3A928AA2Q36T7A578JJ37QK5TK79Q5T6856JK49"

# The rules, the integer that chance is drawn from, what came out, the hands at the end, and the cards in none.
GOLDEN = [
    (
        tl.War.csc427(),
        1,
        (1, tl.Ending.WIN, 198, 470, 13, (105, 93)),
        ("27868KTA3AQ6A4K5T59742J4J6Q3T85362K9Q293K4T5AQJ977J8", ""),
        "",
    ),
    (
        tl.War.csc427(tie="random"),
        2,
        (1, tl.Ending.WIN, 690, 1380, 50, (358, 332)),
        ("53JJK32TK4K7556Q67T8K793Q7AT93J684A69884A4J5AQT292Q2", ""),
        "",
    ),
    (
        tl.War.bicycle(),
        3,
        (1, tl.Ending.WIN, 404, 908, 25, (218, 186)),
        ("97Q6253T4Q394JJ72K862KAT38A556Q7KT53JTA49884J2Q9K6A7", ""),
        "",
    ),
    (
        tl.War.wikipedia(),
        2**100,
        (2, tl.Ending.WIN, 456, 1080, 21, (225, 231)),
        ("", "9J5Q6K5T5Q62KA7JKA3746769TTJ34A82QA9328J94KQ237854T8"),
        "",
    ),
    (
        tl.War.gameofwar(4, pickup="random"),
        5,
        (3, tl.Ending.WIN, 687, 1589, 44, (0, 338, 344, 5)),
        ("", "", "J3J47JJ5T2QAKAATQ4682828K98T39769KKT3495653Q2Q6745A7", ""),
        "",
    ),
    (
        tl.War.gameofwar(5, pickup="random"),
        6,
        (2, tl.Ending.WIN, 117, 355, 12, (0, 60, 15, 1, 41)),
        ("", "5Q6K2J5JK6788T8Q3AKT97855733TKAQ63269AJTJ942AQ7244", "", "", ""),
        "49",
    ),
    (
        tl.War(players=3, pickup="random", refill="shuffle", tie="random"),
        7,
        (1, tl.Ending.WIN, 484, 1117, 35, (232, 208, 44)),
        ("AJ667A395Q35644KAQQK289224359T3KAJ8J8428K77TQJ5T67T", "", ""),
        "9",
    ),
    (
        tl.War(players=7, face_down=1, pickup="seat-order", short="first-out", refill="shuffle"),
        8,
        (3, tl.Ending.WIN, 103, 293, 8, (0, 4, 55, 0, 0, 42, 2)),
        ("", "", "4349T538A98KA75TT62782J796Q5J63KJ38AJA7QT52K4Q2Q6", "", "", "", ""),
        "K49",
    ),
    (
        tl.War.wikipedia(max_rounds=100),
        9,
        (None, tl.Ending.LIMIT, 100, 272, 9, (43, 57)),
        ("6TA83QK4", "J97Q8236K294954A9K72J8T3ATQA5362J787TQ56J45K"),
        "",
    ),
    (
        tl.EndlessWar(max_rounds=1000),
        10,
        (None, tl.Ending.LIMIT, 1000, 2144, 72, (477, 523)),
        ("68Q6JQA7KA325983K577", "6TKJ2TJ8746KT5A235Q9"),
        "9TJ4A442839Q",
    ),
    (
        tl.EndlessWar(players=3, face_down=1, max_rounds=1000),
        11,
        (None, tl.Ending.LIMIT, 1000, 3465, 117, (331, 335, 334)),
        ("Q38AT5A5K4J99T53", "T", "JQ4JK27Q63K4TJ886K674A9A27657Q2892"),
        "3",
    ),
    (
        tl.EndlessWar(players=4, max_rounds=1000),
        12,
        (None, tl.Ending.LIMIT, 1000, 4256, 126, (260, 233, 253, 254)),
        ("A9", "T8J7JKK36A86Q2T5T7", "7J4QJAQ85924296755Q3T", "34932A8KK46"),
        "",
    ),
]


def ranks(text):
    return [RANKS.index(card) for card in text]


@pytest.mark.parametrize(("rules", "rng", "figures", "hands", "out_of_play"), GOLDEN)
def test_golden_games(engine, rules, rng, figures, hands, out_of_play):
    dealt, rest = evenly(ranks(PACK), rules.players)
    outcome = tl.play(rules, *dealt, rest=rest, rng=rng, engine=engine)
    names = "winner", "ending", "rounds", "cards", "wars", "round_wins"
    assert tuple(getattr(outcome, name) for name in names) == figures
    assert outcome.hands == tuple(tuple(ranks(hand)) for hand in hands)
    assert outcome.out_of_play == tuple(ranks(out_of_play))
    assert outcome.loop is None
    agree(outcome, expected_of(rules, dealt, rest, rng))


def test_a_golden_trace(engine):
    rules = tl.EndlessWar(players=3, max_rounds=8)
    rounds = list(tl.trace(rules, "AS 5S", "AH 4H", "2S 3S", rest="8C", rng=1, engine=engine))
    assert [(" ".join(round_.pile), round_.winner, round_.sizes) for round_ in rounds] == [
        ("AS AH 2S 5S 4H", 1, (2, 2, 3)),
        ("AH AS 8C 4H 2S", 1, (1, 1, 3)),
        ("8C 4H AS", 3, (1, 1, 3)),
        ("AS 4H 2S", 1, (1, 1, 3)),
        ("4H AS 8C", 2, (1, 1, 3)),
        ("8C 2S 4H", 1, (1, 1, 3)),
        ("AH 2S AS AH AS 4H AH", 3, (1, 3, 3)),
        ("2S 4H AH", 3, (1, 3, 3)),
    ]
    assert rounds[-1].hands == (("AH",), ("4H", "AS", "8C"), ("2S", "5S", "3S"))
