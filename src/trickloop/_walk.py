"""The walk that grows endless deals of Camicia from nothing: from loop to loop, towards all cards of a pack.

Loops of small packs are plentiful, and loops lie close to other loops. So every loop that is met is kept, in a pool for
the number cards and the court cards that it still misses; again and again one of the pools is picked, those that miss
least more often than others, and of it a loop that has been used least; a few hundred changes of its states are played;
and what loops is kept in turn.
"""

import heapq
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from trickloop import _engine
from trickloop._reference.walk import CHANGES, Found, Hands

if TYPE_CHECKING:
    from trickloop._reference.chance import Words

TRIES = 512
"""Changes of one step."""
LONGEST = 300
"""Tricks in one turn of a loop that is kept: there are families of loops of thousands, which lead to no others."""
POOL = 400
"""Loops a pool keeps: those that have been used least."""
A_COURT = 4
"""As many missing number cards as one missing court card stands for."""
NEXT = 0.72
"""How much less often each pool is picked than the one before it."""
PICKED = 16
"""Pools that are picked from."""
GAP = 6
"""As many cards between the hands, where they come closest, as one use more stands for."""
SPROUTS = 1 << 14
"""Small deals that are played at a time until one of them loops."""


class Kept(NamedTuple):
    """A loop in a pool; they are ordered by what is to be used first."""

    rank: float
    hash: int
    found: Found
    used: int


class Walk:
    """A walk in progress. All that is random in it is drawn from one key, so it is the same walk for ever."""

    def __init__(self, cards: Sequence[int], payments: Sequence[int], words: "Words", engine: str) -> None:
        self.counts = [list(cards).count(code) for code in range(len(payments))]
        self.payments = list(payments)
        self.words = words
        self.engine = engine
        self.pools: dict[tuple[int, int], list[Kept]] = {}
        self.known: set[int] = set()
        self.made = [0] * len(CHANGES)
        self.new = [0] * len(CHANGES)
        self.steps = 0

    def step(self) -> list[Found]:
        """Take one step, and return the loops of the whole pack that it met for the first time."""
        from trickloop._reference.chance import below

        self.steps += 1
        walk = _engine.load(self.engine).walk
        if not self.pools:
            return [found for found in self.sprout() if self.keep(found)]
        pool = self.pools[self.pick()]
        kept = heapq.heappop(pool)
        key = below(1 << 64, self.words)
        found, made = walk.explore(kept.found.hands, self.payments, self.room(kept.found.hands), LONGEST, TRIES, key)
        heapq.heappush(pool, self.ranked(kept.found, kept.used + 1))
        self.made = [count + more for count, more in zip(self.made, made, strict=True)]
        complete = []
        for one in found:
            if one.hash not in self.known:
                self.new[one.change] += 1
                if self.keep(one):
                    complete.append(one)
        return complete

    def keep(self, found: Found) -> bool:
        """Put a loop into its pool, if it is new; say whether it is new and of the whole pack."""
        if found.hash in self.known:
            return False
        self.known.add(found.hash)
        missing = self.missing(found.hands)
        pool = self.pools.setdefault(missing, [])
        heapq.heappush(pool, self.ranked(found, 0))
        if len(pool) > 2 * POOL:
            # What is forgotten may be found again.
            pool.sort()
            self.known -= {kept.hash for kept in pool[POOL:]} if any(missing) else set()
            del pool[POOL:]
        return not any(missing)

    def ranked(self, found: Found, used: int) -> Kept:
        """Say when a loop is to be used."""
        return Kept(used + found.gap / GAP, found.hash, found, used)

    def room(self, hands: Hands) -> list[int]:
        """Return how many more of each card there may be."""
        return [count - hands[0].count(code) - hands[1].count(code) for code, count in enumerate(self.counts)]

    def missing(self, hands: Hands) -> tuple[int, int]:
        """Return how many number cards and how many court cards are missing."""
        room = self.room(hands)
        return room[0], sum(room[1:])

    def pick(self) -> tuple[int, int]:
        """Pick a pool."""
        from trickloop._reference.chance import below

        order = sorted(self.pools, key=lambda missing: (missing[0] + A_COURT * missing[1], missing))[:PICKED]
        weights = [NEXT**place for place in range(len(order))]
        at = below(1 << 32, self.words) / (1 << 32) * sum(weights)
        for missing, weight in zip(order, weights, strict=True):
            if at < weight:
                return missing
            at -= weight
        return order[-1]

    def sprout(self) -> list[Found]:
        """Play small deals at random until some of them loop."""
        import numpy as np

        from trickloop._columns import ENDINGS, make_columns
        from trickloop._reference.chance import below
        from trickloop.outcome import Ending

        engine = _engine.load(self.engine)
        numbers = min(self.counts[0], 5 + below(5, self.words))
        courts = [code for code, count in enumerate(self.counts) if code for _ in range(count)]
        chosen = [courts.pop(below(len(courts), self.words)) for _ in range(min(len(courts), 3 + below(3, self.words)))]
        cards = [0] * numbers + chosen
        bits = np.random.PCG64(np.random.SeedSequence(below(1 << 64, self.words)))
        count = SPROUTS if self.engine == "core" else SPROUTS // 16
        rows = np.empty((count, len(cards)), np.int8)
        engine.deal.deal_rows(cards, bits, rows)
        columns = make_columns(count, 2)
        sizes = [len(cards) // 2, len(cards) - len(cards) // 2]
        if not sizes[0]:
            return []
        engine.batch.play_camicias(rows, sizes, self.payments, columns, bytearray(1))
        found = []
        for game in np.flatnonzero(columns.ending == ENDINGS.index(Ending.LOOP))[:POOL]:
            row = tuple(rows[game].tolist())
            if columns.loop_length[game] <= LONGEST:
                found.append(self.describe(row[: sizes[0]], row[sizes[0] :]))
        return found

    def describe(self, *hands: Sequence[int]) -> Found:
        """Name the loop that a game falls into."""
        from trickloop._reference.walk import turn

        engine = _engine.load(self.engine)
        end, _, _ = engine.camicia.play_camicia(hands, self.payments)
        game = engine.camicia.CamiciaGame(hands, self.payments)
        while game.rounds < end.rounds:
            game.play_round()
        held = [tuple(hand) for hand in game.hands]
        cycle, cards = turn((held[game.taker], held[1 - game.taker]), self.payments)
        hashes = [engine.walk.hash_state(state) for state in cycle]
        least = hashes.index(min(hashes))
        gap = min(abs(len(one) - len(other)) for one, other in cycle)
        return Found(cycle[least], hashes[least], len(cycle), cards, gap, 0)

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on, ready for JSON."""
        return {
            "words": self.words.state,
            "steps": self.steps,
            "made": self.made,
            "new": self.new,
            "pools": [[*missing, [[kept.used, *kept.found] for kept in pool]] for missing, pool in self.pools.items()],
            "known": sorted(self.known),
        }
