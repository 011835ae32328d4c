"""The walk that grows endless deals of Camicia from nothing: from loop to loop, towards all cards of a pack.

Loops of small packs are plentiful, and loops lie close to other loops. So every loop that is met is kept, and again and
again the most promising is taken, some hundred changes of its states are played, and what loops is kept in turn. On
the way there may be a few more cards of a kind than the pack has. The walk goes on in several bands at once, by how
near the hands come to balance.

Not every loop is reached so. Three of the Italian pack hold 144 of its 162 endless deals: for that of 36 tricks no
neighbour was met in 17 million games with up to eight changes each, half of them of states that fall into it; around
those of 20 and 84 tricks 1,540 and 180 loops were met, from one to the next, none of fewer than 40 and 36 cards. So
loops of the whole pack are woven too, see `trickloop._reference.weave`: that finds what comes back, or its mirror
image, after the cards went round about once, twice or three times. The 78 cards of half a turn of the first are two
windings of 40 but 2. What the 84 tricks of the third do repeats itself, mirrored, every 14 of them, which are 91 cards,
with other ranks where ranks make no difference; the 94 cards of half a turn of the second are as many with 14 more.

The wider a plan, the longer it takes: ten million cards are laid in a second of a core, one narrow plan takes 4,000 and
a wide one some hundred million. So a walk has done all narrow plans within a few minutes, and goes on with parts of the
wide ones, see `trickloop._weave_plans`. No state is met twice by that (483,188 of 483,243 after 60 cards of one plan
were different), so to keep those that were seen would save nothing.

Around Casella's loop of 52 cards and the three grown from it 148 million games of up to four changes that keep the pack
met no fifth one.
"""

import heapq
import math
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from trickloop import _engine
from trickloop._reference.walk import MOST_CARDS, MOST_COURTS, SOURCES, Found, Hands
from trickloop._weave_plans import NODES, NODES_OF_A_PART, Plans

if TYPE_CHECKING:
    from trickloop._reference.chance import Words

TRIES = 512
"""Games of one step: with 2048 no loop of 52 cards was found in the time in which 128 or 512 found some."""
LONGEST = 300
"""Tricks in one turn of a loop that is kept: there are families of loops of thousands, which lead to no others."""
SLACK = 2
"""Cards more of each kind than the pack has on the way. The first loop of 52 cards took 3.4 and 6.4 seconds of a core
with 2 more, 10 and 12 with 1, and with none none was found in 40 (seeds 1 and 2)."""
A_COURT = 4
"""As many missing number cards as one missing court card stands for."""
USE = 3
"""As many missing number cards as twice the steps from a loop stand for."""
BAND = 4
"""Loops are kept apart by the cards by which the hands differ where they come closest, so many to a band, and each band
has its turn, the nearest most often: what has all cards soonest differs by 26 and more, and no balanced deal falls into
it."""
FAMILY = 2.0
"""As many missing number cards as twice the known loops of the same cards, length and gap stand for. With it the
first loop of 52 cards took 1.0 and 1.4 seconds of a core instead of 3.4 and 6.4, and ten families were met for five."""
LEVEL = 2
"""Within a band loops are kept apart by what they miss, so many missing number cards to a level."""
NEXT = 60
"""Of 100 times how often the walk goes on to the next level. Where it always took the best, seed 3 had no loop of 52
cards in 50,000 steps, and has 877 so."""
KEPT = 300
"""Loops of a level that are kept to be changed."""
KNOWN = 300_000
"""Loops that are remembered; what is forgotten may be found again."""
SPROUTS = 1 << 11
"""Small deals that are played in a step."""
SPROUTED = 64
"""Loops until there are which it does so at every other step."""
AGAIN = 256
"""Steps between two in which more small deals are played."""
NODES_A_STEP = 1 << 15
"""Cards that are laid in weaving for each step, on average: about half of the time."""
EARLY = 1 << 14
"""Steps after which most of the time goes to weaving, where changes have led to a loop of the whole pack. By then they
have come to what they come to: with seed 1 and two walks to 18 balanced deals of the Italian pack in 26 seconds, and to
no more in 36 minutes. To the first loop of 52 cards they may take 1,400 steps or 50,000."""
LATER = 6
"""How many times as many cards are laid for each step from then on."""


class Kept(NamedTuple):
    """A loop that is kept; they are ordered by what is to be changed first."""

    rank: float
    hash: int
    found: Found
    used: int
    family: float
    """What its family, as it was then, adds to the rank."""


class Walk:
    """A walk in progress. All that is random in it is drawn from one key, so it is the same walk for ever."""

    def __init__(self, cards: Sequence[int], payments: Sequence[int], words: "Words", engine: str, begin: int) -> None:
        self.counts = [list(cards).count(code) for code in range(len(payments))]
        self.payments = list(payments)
        self.words = words
        self.engine = engine
        self.slack = SLACK
        while self.slack and not self._fits():
            self.slack -= 1
        self.bands: dict[tuple[int, int], list[Kept]] = {}
        self.known: dict[int, None] = {}
        self.families: dict[tuple[int, ...], int] = {}
        self.made = [0] * len(SOURCES)
        self.new = [0] * len(SOURCES)
        self.plans = Plans(len(cards), begin)
        self.nodes = 0
        self.steps = 0
        self.changed: int | None = None
        """The first step at which a change led to a loop of the whole pack."""
        self.sprouts = True

    def _fits(self) -> bool:
        kinds = len(self.counts)
        return (
            sum(self.counts) + self.slack * kinds <= MOST_CARDS
            and sum(self.counts[1:]) + self.slack * (kinds - 1) <= MOST_COURTS
        )

    def step(self) -> list[Found]:
        """Take one step, and return the loops of the whole pack that it met for the first time."""
        self.steps += 1
        more = 0 if self.changed is None else max(0, self.steps - max(EARLY, self.changed))
        due = NODES_A_STEP * (self.steps + (LATER - 1) * more)
        woven = self.keep_all(self.weave()) if self.sprouts and self.nodes < due else []
        changed = self.change()
        if changed and self.changed is None:
            self.changed = self.steps
        return woven + changed

    def change(self) -> list[Found]:
        """Change a loop that is kept, or now and then play small deals, and keep what loops."""
        from trickloop._reference.chance import below

        often = 2 if len(self.known) < SPROUTED else AGAIN
        if not self.bands or (self.sprouts and self.steps % often == 0):
            return self.keep_all(self.sprout())
        kept = self.bands[self.pick()]
        first = kept[0]
        key = below(1 << 64, self.words)
        walk = _engine.load(self.engine).walk
        found, made = walk.explore(first.found.hands, self.payments, self.room(first.found.hands), LONGEST, TRIES, key)
        heapq.heapreplace(kept, self.ranked(first.found, first.used + 1, first.family))
        for kind, count in enumerate(made):
            self.made[kind] += count
        return self.keep_all(found)

    def keep_all(self, found: Iterable[Found], *, counted: bool = True) -> list[Found]:
        """Keep the loops that are new, and return those of them that are of the whole pack."""
        complete = []
        for one in found:
            if one.hash in self.known:
                continue
            self.known[one.hash] = None
            if counted:
                self.new[one.change] += 1
            missing = self.missing(one.hands)
            family = (*missing, one.length, one.gap)
            self.families[family] = count = self.families.get(family, 0) + 1
            kept = self.bands.setdefault((one.gap // BAND, (missing[0] + A_COURT * missing[1]) // LEVEL), [])
            heapq.heappush(kept, self.ranked(one, 0, FAMILY * math.log2(count)))
            if len(kept) > 2 * KEPT:
                kept.sort()
                del kept[KEPT:]
            if not any(missing):
                complete.append(one)
        if len(self.known) > 2 * KNOWN:
            self.known = dict.fromkeys(islice(self.known, len(self.known) - KNOWN, None))
        return complete

    def pick(self) -> tuple[int, int]:
        """Pick a band, near ones more often, and a level of it, those that miss least more often."""
        from trickloop._reference.chance import below

        bands = sorted({band for band, _ in self.bands})
        band = bands[min(below(len(bands), self.words), below(len(bands), self.words))]
        levels = sorted(level for other, level in self.bands if other == band)
        at = 0
        while at + 1 < len(levels) and below(100, self.words) < NEXT:
            at += 1
        return band, levels[at]

    def ranked(self, found: Found, used: int, family: float) -> Kept:
        """Say when a loop is to be changed."""
        numbers, courts = self.missing(found.hands)
        rank = numbers + A_COURT * courts + USE * math.log2(1 + used) + family
        return Kept(rank, found.hash, found, used, family)

    def room(self, hands: Hands) -> list[int]:
        """Return how many more of each card there may be."""
        # A walk that starts from a loop of more cards than that must still be able to lose them.
        return [
            max(0, count + self.slack - hands[0].count(code) - hands[1].count(code))
            for code, count in enumerate(self.counts)
        ]

    def missing(self, hands: Hands) -> tuple[int, int]:
        """Return how many number cards and how many court cards are missing, or too many."""
        numbers, *courts = (
            abs(count - hands[0].count(code) - hands[1].count(code)) for code, count in enumerate(self.counts)
        )
        return numbers, sum(courts)

    def sprout(self) -> list[Found]:
        """Play small deals at random, and return the loops that some of them fall into."""
        import numpy as np

        from trickloop._columns import ENDINGS, make_columns
        from trickloop._reference.chance import below
        from trickloop.outcome import Ending

        engine = _engine.load(self.engine)
        # Of 10,000 games with 4 to 11 number cards and 2 to 5 court cards 3 to 300 loop, with more courts fewer.
        numbers = min(self.counts[0] + self.slack, 4 + below(8, self.words))
        courts = [code for code, count in enumerate(self.counts) if code for _ in range(count + self.slack)]
        chosen = [courts.pop(below(len(courts), self.words)) for _ in range(min(len(courts), 2 + below(4, self.words)))]
        cards = [0] * numbers + chosen
        bits = np.random.PCG64(np.random.SeedSequence(below(1 << 64, self.words)))
        rows = np.empty((SPROUTS, len(cards)), np.int8)
        engine.deal.deal_rows(cards, bits, rows)
        columns = make_columns(len(rows), 2)
        sizes = [len(cards) // 2, len(cards) - len(cards) // 2]
        engine.batch.play_camicias(rows, sizes, self.payments, columns, bytearray(1))
        self.made[SOURCES.index("dealt")] += len(rows)
        found = []
        for game in np.flatnonzero(columns.ending == ENDINGS.index(Ending.LOOP)):
            row = tuple(rows[game].tolist())
            if columns.loop_length[game] <= LONGEST:
                found.append(self.describe((row[: sizes[0]], row[sizes[0] :]), "dealt"))
        return found

    def weave(self) -> list[Found]:
        """Weave by the next plan, if one is left, and return the loops that come of it."""
        from trickloop.outcome import Ending

        plan = self.plans.draw(self.words)
        if plan is None:
            return []
        engine = _engine.load(self.engine)
        limit = NODES if plan.parts == 1 else NODES_OF_A_PART
        woven, nodes = engine.weave.weave(self.counts, self.payments, plan, limit)
        self.nodes += nodes
        self.made[SOURCES.index("woven")] += 1
        found = []
        for hands in woven:
            _, ending, loop = engine.camicia.play_camicia(hands, self.payments)
            if ending is Ending.LOOP and loop is not None and loop.length <= LONGEST:
                found.append(self.describe(hands, "woven"))
        return found

    def describe(self, hands: Sequence[Sequence[int]], source: str) -> Found:
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
        return Found(cycle[least], hashes[least], len(cycle), cards, gap, SOURCES.index(source))

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on, ready for JSON."""
        return {
            "words": self.words.state,
            "steps": self.steps,
            "changed": self.changed,
            "nodes": self.nodes,
            "plans": self.plans.taken,
            "sprouts": self.sprouts,
            "made": self.made,
            "new": self.new,
            "bands": [
                [*band, [[one.used, one.family, *one.found] for one in kept]] for band, kept in self.bands.items()
            ],
            "families": [[*family, count] for family, count in self.families.items()],
            "known": list(self.known),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on where `state` was taken."""
        self.words.state = state["words"]
        self.steps, self.nodes, self.sprouts = state["steps"], state["nodes"], state["sprouts"]
        self.changed = state["changed"]
        self.plans.taken = list(state["plans"])
        self.made, self.new = list(state["made"]), list(state["new"])
        self.families = {tuple(family): count for *family, count in state["families"]}
        self.known = dict.fromkeys(state["known"])
        self.bands = {
            (band, level): [
                self.ranked(Found((tuple(first), tuple(second)), *rest), used, family)
                for used, family, (first, second), *rest in kept
            ]
            for band, level, kept in state["bands"]
        }
