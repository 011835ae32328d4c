"""War with every deal of a small pack, counted by two independent programs.

Ranks 1 to r in s suits, player 1 gets the first half.
"""

from typing import NamedTuple


class WarRow(NamedTuple):
    """What the deals of one pack come to."""

    ranks: int
    suits: int
    face_down: int
    pickup: str
    short: str
    outcomes: tuple[int, int, int, int]
    """Wins of player 1 and of player 2, draws, endless games."""
    longest: int
    """Rounds of the longest game with an end."""
    loop: int
    """Rounds of the longest loop."""
    rounds: int
    """Of all games with an end."""
    wars: int
    """Of all games with an end."""


SMALL = [
    WarRow(3, 2, 2, "winner-first", "lose", (30, 30, 30, 0), 6, 0, 288, 72),
    WarRow(3, 2, 2, "seat-order", "lose", (33, 21, 36, 0), 11, 0, 360, 78),
    WarRow(4, 2, 2, "winner-first", "lose", (1056, 1056, 408, 0), 13, 0, 12032, 2424),
    WarRow(4, 2, 2, "loser-first", "lose", (1036, 1036, 448, 0), 15, 0, 12272, 2496),
    WarRow(4, 2, 2, "seat-order", "lose", (784, 884, 100, 752), 14, 24, 6632, 1604),
    WarRow(4, 2, 0, "winner-first", "first-out", (1178, 1178, 164, 0), 21, 0, 18962, 4590),
    WarRow(4, 2, 1, "winner-first", "first-out", (1069, 1069, 312, 70), 13, 8, 13144, 2918),
    WarRow(4, 2, 0, "as-revealed", "first-out", (550, 527, 24, 1419), 14, 24, 5508, 1352),
    WarRow(4, 2, 1, "winner-first", "last-card", (1137, 1137, 176, 70), 14, 8, 13440, 3240),
    WarRow(4, 2, 3, "seat-order", "last-card", (523, 1004, 213, 780), 17, 24, 6606, 1787),
    WarRow(4, 2, 1, "winner-first", "draw", (513, 513, 1424, 70), 13, 8, 13144, 2918),
    WarRow(4, 2, 3, "winner-first", "shorten", (1023, 1023, 416, 58), 15, 8, 12996, 2966),
    WarRow(4, 2, 1, "seat-order", "shorten", (644, 943, 24, 909), 21, 24, 8206, 2230),
]
LARGE = [
    WarRow(5, 2, 2, "winner-first", "lose", (50520, 50520, 12360, 0), 45, 0, 870458, 119776),
    WarRow(5, 2, 2, "as-revealed", "lose", (54832, 53024, 5544, 0), 77, 0, 1543111, 143916),
    WarRow(5, 2, 0, "winner-first", "first-out", (50263, 50263, 960, 11914), 40, 116, 1073170, 181786),
    WarRow(3, 4, 2, "winner-first", "lose", (15069, 15069, 4512, 0), 29, 0, 174774, 62508),
    WarRow(3, 4, 2, "loser-first", "lose", (14490, 14490, 4662, 1008), 20, 2, 164592, 60306),
    WarRow(3, 4, 2, "seat-order", "lose", (15987, 13686, 3595, 1382), 38, 24, 201175, 62684),
    WarRow(4, 3, 2, "winner-first", "lose", (170129, 170129, 29342, 0), 45, 0, 2584482, 615626),
    WarRow(4, 3, 2, "loser-first", "lose", (165547, 165547, 30112, 8394), 38, 5, 2469926, 607178),
    WarRow(4, 3, 2, "as-revealed", "lose", (146724, 133573, 20750, 68553), 53, 60, 2319054, 514005),
    # Without a tie it does not matter how wars are fought.
    WarRow(8, 1, 0, "winner-first", "lose", (20160, 20160, 0, 0), 26, 0, 424464, 0),
    WarRow(8, 1, 2, "winner-first", "lose", (20160, 20160, 0, 0), 26, 0, 424464, 0),
    WarRow(8, 1, 3, "winner-first", "last-card", (20160, 20160, 0, 0), 26, 0, 424464, 0),
]
MILLIONS = [
    WarRow(6, 2, 1, "winner-first", "first-out", (3669120, 3669120, 143818, 2342), 68, 24, 97584138, 13116866),
    WarRow(10, 1, 2, "winner-first", "lose", (1616430, 1616430, 0, 395940), 49, 60, 46782220, 0),
    WarRow(10, 1, 0, "loser-first", "draw", (1652930, 1652930, 0, 322940), 101, 60, 59943960, 0),
]
