"""What many games are: how they are dealt, in which codes, and what plays them."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from trickloop import _engine
from trickloop._columns import Columns
from trickloop._deals import MOST_GAMES, bits_of, check_size, dtype_for, keys_of, places_of, rows_at_once, skip
from trickloop._indices import check_indexable
from trickloop._reference.deal import BLOCK
from trickloop._rows import _BYTE, sizes_of
from trickloop.cards import Pack, rank_name
from trickloop.rules import Camicia, Combat, EndlessWar, RecursiveCombat, Rules, War, chance_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST = 64
"""Games of the first chunk."""
TELL = 0.02
"""Seconds between two tellings how far it is: each wakes another thread."""
SHORT, LONG = 0.01, 0.05
"""Seconds: chunks that take less are doubled, those that take more are halved."""


class Plan(NamedTuple):
    """All that is needed to play games: of a seed, given rows, or in order; it can be sent to another process."""

    rules: Rules
    sizes: tuple[int, ...]
    engine: str
    entropy: int | None
    """What deals and chance are drawn from; `None` where there is neither: without rows too, deals come in order."""
    cards: tuple[int, ...] = ()
    """What is dealt, in codes that keep the order of the ranks."""
    ranks: tuple[int, ...] | None = ()
    """The rank of each of these codes; `None` where they are ranks."""
    courts: "NDArray[Any] | None" = None
    """What is played for each of these codes, where it is another one."""
    rows: "NDArray[Any] | None" = None
    """Given games, as they are played; `None` where they are dealt."""
    first: int = 0
    """The number of the first of the given games."""

    def part(self, start: int, stop: int) -> "Plan":
        """Return the plan for some of the games."""
        if self.rows is None:
            return self
        return self._replace(rows=self.rows[start - self.first : stop - self.first], first=start)

    def ranks_of(self, codes: "NDArray[Any]") -> tuple[int, ...]:
        """Return the ranks of a game that was dealt."""
        ranks = self.ranks
        return tuple(codes.tolist()) if ranks is None else tuple([ranks[code] for code in codes.tolist()])

    @property
    def cards_a_game(self) -> int:
        """How many cards a row has."""
        return len(self.cards) if self.rows is None else self.rows.shape[1]


def plan_random(rules: Rules, sizes: Any, entropy: int, engine: str) -> Plan:
    """Plan games that are dealt at random from the pack of the rules.

    Raises
    ------
    TypeError, ValueError
        Where the sizes are wrong, or the pack is none for these rules.
    """
    import numpy as np

    pack = rules.pack
    check_size(pack)
    shares = sizes_of(rules, pack.size, sizes)
    if isinstance(rules, Combat):
        _check_values(rules)
    ranks = tuple([rank for rank, _ in pack.counts])
    fits = not ranks or ranks[-1] <= _BYTE
    plan = Plan(rules, shares, engine, entropy)
    if isinstance(rules, Camicia):
        played = [rules._codes[rank] for rank in ranks]
        codes = np.array(played, dtype_for(max(played, default=0)))
        if all(low < high for low, high in pairwise(played)):
            cards = tuple([code for code, (_, count) in zip(played, pack.counts, strict=True) for _ in range(count)])
            names = dict(zip(played, ranks, strict=True))
            named = tuple([names.get(code, 0) for code in range(max(played, default=0) + 1)])
            return plan._replace(cards=cards, ranks=named)
        return plan._replace(cards=tuple(places_of(pack)), ranks=ranks, courts=codes)
    if fits:
        return plan._replace(cards=pack.cards, ranks=None)
    if isinstance(rules, RecursiveCombat):
        size = pack.size
        low = sum(rank <= size for rank in ranks)
        values = (*ranks[:low], *range(size + 1, 2 * size + 1 - low))
        names = dict(zip(values, ranks, strict=True))
        return plan._replace(cards=values, ranks=tuple([names.get(value, 0) for value in range(values[-1] + 1)]))
    return plan._replace(cards=tuple(places_of(pack)), ranks=ranks)


def plan_sweep(rules: Rules, sizes: Any, engine: str) -> Plan:
    """Plan the deals of the pack of the rules, in the order of their indices: the codes have the order of the ranks.

    Raises
    ------
    TypeError, ValueError
        Where the sizes are wrong, there is chance in the rules, or the pack is none for them or for indices.
    """
    if rules.is_random:
        raise ValueError(f"expected rules without chance, as a deal is played once, got {chance_in(rules)}")
    if not rules.pack.size:
        raise ValueError(f"expected a pack with cards, got {rules.pack!r}")
    check_indexable(rules.pack)
    return plan_random(rules, sizes, 0, engine)._replace(entropy=None)


def _check_values(rules: Combat) -> None:
    name = type(rules).__name__
    for rank, count in rules.pack.counts:
        if rank < 1 and isinstance(rules, RecursiveCombat):
            raise ValueError(f"expected values of at least 1 in the pack of {name}, got {rank}")
        if count > 1:
            raise ValueError(f"expected distinct cards in the pack of {name}, got {count} of {rank_name(rank)}")


def player_of(plan: Plan) -> Callable[["NDArray[Any]", "NDArray[np.uint64] | None", Columns, bytearray], int]:
    """Return the function that plays rows of cards with their keys into columns."""
    batch = _engine.load(plan.engine).batch
    rules, sizes = plan.rules, list(plan.sizes)

    def play(rows: Any, keys: Any, into: Columns, stop: bytearray) -> int:
        if isinstance(rules, War):
            terms = rules.face_down, rules.pickup, rules.short, rules.refill, rules.tie
            played: int = batch.play_wars(rows, sizes, *terms, keys, rules.max_rounds, into, stop)
        elif isinstance(rules, EndlessWar):
            played = batch.play_endless_wars(rows, sizes, rules.face_down, keys, rules.max_rounds, into, stop)
        elif isinstance(rules, RecursiveCombat):
            played = batch.play_recursive_combats(rows, sizes, into, stop)
        elif isinstance(rules, Combat):
            played = batch.play_combats(rows, sizes, into, stop)
        else:
            played = batch.play_camicias(rows, sizes, payments, into, stop)
        return played

    payments = [0, *rules.payments.values()] if isinstance(rules, Camicia) else []
    return play


class Chunk(NamedTuple):
    """Games to be played one after the other."""

    first: int
    """The number of the first."""
    dealt: "NDArray[Any]"
    """As they were dealt."""
    rows: "NDArray[Any]"
    """As they are played."""
    keys: "NDArray[np.uint64] | None"


class Block:
    """Games of one block, handed out in chunks, to any number of threads."""

    def __init__(self, plan: Plan, block: int, start: int, stop: int) -> None:
        self.plan = plan
        self.block = block
        self.place = start
        self.stop = stop
        self._lock = Lock()
        self._bits: Any = None
        self._keys: Any = None
        self._following: Sequence[int] = ()

    @property
    def left(self) -> int:
        """How many games are still to be handed out."""
        return self.stop - self.place

    def take(self, count: int, buffer: "NDArray[Any]") -> Chunk:
        """Deal the next games into the buffer; there may be none left."""
        plan = self.plan
        with self._lock:
            if self._bits is None:
                self._open()
            place, end = self.place, min(self.stop, self.place + count)
            self.place = end
            if plan.rows is None:
                dealt = buffer[: end - place]
                if plan.entropy is None:
                    self._follow(buffer, end - place)
                else:
                    _engine.load(plan.engine).deal.deal_rows(plan.cards, self._bits, dealt)
        first = self.block * BLOCK + place
        if plan.rows is not None:
            dealt = plan.rows[first - plan.first : first - plan.first + end - place]
        keys = None if self._keys is None else self._keys[place:end]
        return Chunk(first, dealt, dealt if plan.courts is None else plan.courts[dealt], keys)

    def _follow(self, buffer: "NDArray[Any]", count: int) -> None:
        """Make the next deals in their order, and one more, where the next chunk begins."""
        rows = buffer[: count + 1 if count and self.left else count]
        made = _engine.load(self.plan.engine).deal.follow_rows(self._following, rows)
        assert made == len(rows)
        if made:
            self._following = rows[-1].tolist()

    def _open(self) -> None:
        plan = self.plan
        self._bits = ()
        if plan.rules.is_random:
            assert plan.entropy is not None
            self._keys = keys_of(plan.entropy, self.block, self.stop)
        if plan.rows is None and plan.entropy is None:
            self._following = Pack(plan.cards).unrank(self.block * BLOCK + self.place)
        elif plan.rows is None:
            assert plan.entropy is not None
            self._bits = bits_of(plan.entropy, self.block)
            skip(plan.cards, self._bits, self.place, plan.engine)


class Blocks:
    """The games of a run, block by block; threads that find no new block help with those that are open."""

    def __init__(self, plan: Plan, start: int, stop: int) -> None:
        self.plan = plan
        self._next = start
        self._stop = stop
        self._open: list[Block] = []
        self._lock = Lock()

    def take(self) -> Block | None:
        """Return a block with games left, or `None` where there is none."""
        with self._lock:
            self._open = [block for block in self._open if block.left]
            if self._next < self._stop:
                block, place = divmod(self._next, BLOCK)
                end = min(BLOCK, place + self._stop - self._next)
                self._open.append(Block(self.plan, block, place, end))
                self._next += end - place
                return self._open[-1]
            return max(self._open, key=lambda block: block.left, default=None)


class Sink:
    """What becomes of the games that are played; it can be sent to another process and back."""

    most_a_task = MOST_GAMES
    """Games of one task; fewer where all that is found out of each is sent back."""

    def fork(self) -> "Sink":
        """Return what another thread puts its games into."""
        raise NotImplementedError

    def part(self, start: int, stop: int) -> "Sink":
        """Return what another process puts these games into."""
        raise NotImplementedError

    def merge(self, other: "Sink") -> None:
        """Take in what another thread or process put together."""
        raise NotImplementedError

    def room(self, first: int, count: int) -> Columns:
        """Return columns for the games from `first` on."""
        raise NotImplementedError

    def add(self, chunk: Chunk, columns: Columns) -> None:
        """Take note of games that were played."""
        raise NotImplementedError


def play_blocks(blocks: Blocks, sink: Sink, stop: bytearray, count: int, tell: Callable[[int], None]) -> None:
    """Play until no games are left or `stop` is set; `tell` is told how many games were played, again and again.

    The first chunk has `count` games. The size of the chunks decides nothing but the time.
    """
    import numpy as np

    plan = blocks.plan
    play = player_of(plan)
    most = rows_at_once(plan.cards_a_game)
    highest = plan.cards[-1] if plan.cards else 0
    # One row more than are played at once, for `Block._follow`.
    buffer = np.empty((most + 1, len(plan.cards)), dtype_for(highest))
    count = min(count, most)
    block = blocks.take()
    told, untold = perf_counter(), 0
    while block is not None and not stop[0]:
        began = perf_counter()
        chunk = block.take(count, buffer)
        games = len(chunk.rows)
        if games:
            into = sink.room(chunk.first, games)
            if play(chunk.rows, chunk.keys, into, stop) < games:
                return
            sink.add(chunk, into)
        now = perf_counter()
        took, untold = now - began, untold + games
        if now - told >= TELL:
            tell(untold)
            told, untold = now, 0
        if took < SHORT:
            count = min(2 * count, most)
        elif took > LONG:
            count = max(1, count // 2)
        if not block.left:
            block = blocks.take()
