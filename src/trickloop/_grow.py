"""Grow endless deals from nothing: the search around the walks, its file, and when it ends."""

import json
import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from trickloop import _engine
from trickloop._chance import brief
from trickloop._cycles import Cycle
from trickloop._files import replaced
from trickloop._grow_work import Here, There
from trickloop._grown import Grown, Growth
from trickloop._progress import Progress, ProgressLike
from trickloop._reference.walk import MOST_CARDS, MOST_COURTS, MOST_KINDS, SOURCES
from trickloop._weave_plans import beginning
from trickloop._work import read_workers
from trickloop.cards import Pack
from trickloop.rules import Camicia, describe, read_integer

if TYPE_CHECKING:
    from trickloop._chance import Rng

StrPath: TypeAlias = str | os.PathLike[str]

FORMAT, VERSION = "trickloop grow", 3
"""What a file begins with. The version is that of the walk: another one would go on differently."""
TURN = 0.25
"""Seconds that a walk goes on before it reports: so long does Ctrl-C wait at most."""
SAVED = 60.0
"""Seconds between two savings."""
FEWEST = 4
"""Cards of the smallest pack."""


def grow(
    pack: Pack | Camicia | None = None,
    *,
    start: Cycle | Sequence[Cycle] | None = None,
    seed: "Rng" = None,
    hours: float | None = None,
    steps: int | None = None,
    loops: int | None = None,
    workers: int = 1,
    file: StrPath | None = None,
    progress: ProgressLike = False,
    engine: str | None = None,
) -> Growth:
    """Grow deals of Camicia that never end, from nothing or from a loop that is known.

    A walk goes from loop to loop by changes of a few cards until it has all cards of the pack, and on. Where it starts
    from nothing, its first loops are those of small deals at random, and half of the time, later most of it, it
    weaves: it looks for loops of the whole pack that come back, or their mirror image, after the cards went round
    once, twice or three times, by laying all the windings at once. Each plan to do so is tried once, with its parts
    176,000 for packs of 30 cards and more, and several walks share them. Each loop of the whole pack is played on the
    reference engine, named by its `Cycle.id`, and its basin is searched for balanced deals before it is reported. What
    is found is proved; that nothing was found proves nothing.

    Parameters
    ----------
    pack : Pack or Camicia, optional
        What to grow deals of: 52 cards by default; rules where the payments are others. At most 63 cards, 31 of
        them court cards, with different payments of 1 to 4.
    start : Cycle or sequence of Cycle, optional
        Loops to start from, of cards with the same payments.
    seed : int, SeedSequence, BitGenerator or Generator, optional
        What all is drawn from; fresh entropy by default. Walk k draws from child k of its SeedSequence.
    hours : float, optional
        How long to search.
    steps : int, optional
        How many steps to take, all walks together, each of 512 games and of about 32,768 cards laid in weaving, six
        times as many in a walk of 16,384 steps and more that was led to loops of the whole pack. With a seed and
        `steps`, and without `hours` and `loops`, the same loops are found every time.
    loops : int, optional
        How many loops of the whole pack are enough; a walk reports those it meets together together.
    workers : int
        Walks that go on at once, each in a process of its own if there are several; -1 for one on each core.
    file : path, optional
        Where the search is kept: it is saved each minute and at the end, and goes on from there if the file exists,
        with `steps` more steps or until `hours` more are over.
    progress : bool or function
        Show it with tqdm, or call a function of the steps, seconds or loops that are done and that were asked for.
    engine : {"core", "reference"}, optional
        What plays the games.

    Returns
    -------
    Growth
        Also if it is interrupted by Ctrl-C: with what was found by then, all of it saved, and `interrupted` set.

    Raises
    ------
    TypeError, ValueError
        For what cannot be searched, and for a file that is of another search or version, which is left as it is.
    RuntimeError
        Where the engines do not agree, or a process was lost.

    Examples
    --------
    >>> found = grow(Pack("6- 2J 2Q 2K 2A"), seed=1, steps=500)
    >>> sum(one.deals for one in found.balanced)  # all there are
    1260
    >>> found.classes[0].cycle(found.rules).id == found.classes[0].id
    True
    """
    rules = _read_rules(pack)
    limits = [_read_limit("steps", steps), _read_limit("loops", loops)]
    if hours is not None and not (isinstance(hours, (int, float)) and not isinstance(hours, bool) and hours >= 0):
        raise ValueError(f"expected hours to be a number from 0 on, got {hours!r:.60}")
    search = _Search(rules, _read_start(rules, start), seed, read_workers(workers), file, _engine.pick(engine).name)
    return search.run(limits[0], None if hours is None else hours * 3600, limits[1], progress)


class _Search:
    """A search in progress: its walks, and what they found."""

    def __init__(
        self, rules: Camicia, start: list[Any], seed: Any, workers: int, file: StrPath | None, engine: str
    ) -> None:
        import numpy as np

        from trickloop._deals import entropy_of

        self.rules, self.file, self.workers = rules, file, workers
        saved = None if file is None else _load(file)
        if saved is not None:
            _check_same(saved, rules, start, seed, file)
        self.head: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "pack": str(rules.pack),
            "payments": {str(rank): due for rank, due in rules.payments.items()},
            "start": start,
            "seed": entropy_of(seed) if saved is None else saved["seed"],
        }
        self.seconds: float = 0 if saved is None else saved["seconds"]
        found = [] if saved is None else [Grown.from_dict(one) for one in saved["found"]]
        self.found = {one.id: one for one in found}
        self.states: list[Any] = [] if saved is None else saved["walks"]
        self.told: list[dict[str, Any]] = [] if saved is None else saved["told"]
        root = np.random.SeedSequence(self.head["seed"])
        children = root.spawn(max(workers, len(self.states)))
        first = int(root.generate_state(1, np.uint64)[0])
        self.orders = [
            self.head
            | {
                "key": int(child.generate_state(1, np.uint64)[0]),
                "begin": beginning(first, walk),
                "engine": engine,
                "state": self.states[walk] if walk < len(self.states) else None,
            }
            for walk, child in enumerate(children[:workers])
        ]
        nothing = {"steps": 0, "made": [0] * len(SOURCES), "new": [0] * len(SOURCES), "others": 0}
        self.told += [nothing] * (workers - len(self.told))
        self.states += [None] * (workers - len(self.states))

    def run(self, steps: int | None, seconds: float | None, loops: int | None, progress: Any) -> Growth:
        """Search until one of the limits is reached."""
        shown = _Shown(progress, steps, seconds, loops)
        before, taken, began = self.seconds, 0, monotonic()
        saved = 0.0
        left = [None if steps is None else (steps + walk) // self.workers for walk in range(self.workers)]
        with shown, _interrupts() as interrupts, _walks(self.orders) as walks:
            while not interrupts and any(each != 0 for each in left) and (loops is None or len(self.found) < loops):
                passed = monotonic() - began
                if seconds is not None and passed >= seconds:
                    break
                turn = TURN if seconds is None else min(TURN, seconds - passed)
                for walk, told in enumerate(_ask(walks, left, turn)):
                    taken += told["taken"]
                    left[walk] = None if steps is None else (left[walk] or 0) - told["taken"]
                    self.hear(walk, told)
                passed = monotonic() - began
                self.seconds = before + passed
                shown.tell(taken, passed, len(self.found))
                if passed - saved >= SAVED:
                    self.save(walks)
                    saved = passed
            self.save(walks)
            if not interrupts:
                shown.finish()
            return self.growth(bool(interrupts))

    def hear(self, walk: int, told: dict[str, Any]) -> None:
        """Take in what a walk found; what another one found before is not new."""
        self.told[walk] = {name: told[name] for name in ("steps", "made", "new", "others")}
        for values in told["found"]:
            one = Grown.from_dict(values | {"walk": walk, "seconds": round(self.seconds, 2)})
            self.found.setdefault(one.id, one)

    def save(self, walks: Sequence[Here | There]) -> None:
        """Write the file, if there is to be one."""
        if self.file is None:
            return
        self.states[: self.workers] = _ask(walks, [None] * self.workers, None)
        found = [one.to_dict() for one in self.found.values()]
        everything = self.head | {"seconds": self.seconds, "found": found, "told": self.told, "walks": self.states}
        with replaced(self.file) as file:
            file.write(_text(everything | {"check": _check_of(everything)}) + "\n")

    def growth(self, interrupted: bool) -> Growth:
        """Say what was found."""
        return Growth(
            rules=self.rules,
            seed=self.head["seed"],
            classes=tuple(self.found.values()),
            others=sum(told["others"] for told in self.told),
            steps=sum(told["steps"] for told in self.told),
            tries=self.total("made"),
            loops=self.total("new"),
            seconds=self.seconds,
            interrupted=interrupted,
        )

    def total(self, name: str) -> dict[str, int]:
        """Add up a count of all walks, by what a loop comes from."""
        counts = zip(*(told[name] for told in self.told), strict=True)
        return dict(zip(SOURCES, map(sum, counts), strict=True))


class _Shown:
    """How far it is, told by the first limit there is."""

    def __init__(self, progress: Any, steps: int | None, seconds: float | None, loops: int | None) -> None:
        limits = [steps, None if seconds is None else round(seconds), loops]
        self._which = next((which for which, limit in enumerate(limits) if limit is not None), 0)
        unit = (" steps", " s", " loops")[self._which]
        self._limit = limits[self._which] or 0
        self._progress = Progress(progress, self._limit, unit)

    def tell(self, *done: float) -> None:
        self._progress.tell(int(done[self._which]) if not self._limit else min(int(done[self._which]), self._limit))

    def finish(self) -> None:
        if self._limit:
            self._progress.finish()

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        self._progress.close()


def _ask(walks: Sequence[Here | There], steps: Sequence[int | None], seconds: float | None) -> list[dict[str, Any]]:
    """Ask all walks, and then wait for them."""
    for walk, each in zip(walks, steps, strict=True):
        walk.ask(each, seconds)
    return [walk.answer() for walk in walks]


@contextmanager
def _walks(orders: Sequence[dict[str, Any]]) -> Iterator[list[Here | There]]:
    walks: list[Here | There] = []
    try:
        for order in orders:
            # One by one, so that those that were started are ended where the next one is not.
            walks += [Here(order) if len(orders) == 1 else There(order)]
        yield walks
    finally:
        for walk in walks:
            walk.close()


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Collect Ctrl-C instead of raising it, so that no step is torn; the second one is raised."""
    caught: list[int] = []

    def catch(signum: int, frame: Any) -> None:
        if caught:
            raise KeyboardInterrupt
        caught.append(signum)

    # Whoever has a handler of his own keeps it, and only the main thread may have one.
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield caught
        return
    signal.signal(signal.SIGINT, catch)
    try:
        yield caught
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _read_rules(pack: Any) -> Camicia:
    rules = Camicia() if pack is None else Camicia(pack=pack) if isinstance(pack, Pack) else pack
    if not isinstance(rules, Camicia):
        raise TypeError(f"expected a Pack or rules of Camicia, got {brief(pack)}")
    due = sorted(rules.payments.values())
    if not due or len(set(due)) < len(due) or due[-1] >= MOST_KINDS:
        raise ValueError(f"expected different payments from 1 to {MOST_KINDS - 1}, got {due!r:.60}")
    counts = dict(rules.pack.counts)
    courts = sum(counts.get(rank, 0) for rank in rules.payments)
    if rules.pack.size > MOST_CARDS or courts > MOST_COURTS:
        raise ValueError(
            f"expected a pack of at most {MOST_CARDS} cards, {MOST_COURTS} of them court cards, got {rules.pack}"
        )
    if rules.pack.size < FEWEST or courts < 1:
        raise ValueError(f"expected a pack of at least {FEWEST} cards, court cards among them, got {rules.pack}")
    return rules


def _read_limit(name: str, limit: Any) -> int | None:
    if limit is None:
        return None
    read = read_integer(name, limit)
    if read < 0:
        raise ValueError(f"expected {name} to be at least 0, got {brief(read)}")
    return read


def _read_start(rules: Camicia, start: Any) -> list[list[list[int]]]:
    """Write each loop as two hands in codes, the leader's first."""
    cycles = [] if start is None else [start] if isinstance(start, Cycle) else list(start)
    codes, hands = rules._codes, []
    for cycle in cycles:
        if not isinstance(cycle, Cycle):
            raise TypeError(f"expected start to be loops as loop_of returns them, got {brief(cycle)}")
        if not isinstance(cycle.rules, Camicia) or cycle.rules.payments != rules.payments:
            raise ValueError(f"expected a loop of {describe(rules)}, got one of {describe(cycle.rules)}")
        hands.append([[codes[rank] for rank in hand] for hand in cycle.state.deal])
        counts = Counter(code for hand in hands[-1] for code in hand)
        most = Counter(codes[rank] for rank in rules.pack.cards)
        if any(count > most[code] for code, count in counts.items()):
            raise ValueError(f"expected a loop of cards of {rules.pack}, got one with other cards: {cycle!r}")
    return hands


def _load(file: StrPath) -> dict[str, Any] | None:
    """Read the file of a search, if it exists."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        text = ""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError):
        saved = None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise ValueError(f"expected {os.fspath(file)!r} to be the file of a search that grow began")
    if saved.get("version") != VERSION:
        raise ValueError(
            f"expected {os.fspath(file)!r} to be of version {VERSION}, got version {brief(saved.get('version'))}"
        )
    check = saved.pop("check", None)
    if check != _check_of(saved):
        raise ValueError(f"expected {os.fspath(file)!r} to be complete and as it was written")
    return saved


def _text(everything: dict[str, Any]) -> str:
    return json.dumps(everything, separators=(",", ":"))


def _check_of(everything: dict[str, Any]) -> str:
    """Sum up a search, so that a file that was changed is not gone on with."""
    return blake2b(_text(everything).encode(), digest_size=16).hexdigest()


def _check_same(saved: dict[str, Any], rules: Camicia, start: list[Any], seed: Any, file: Any) -> None:
    """Refuse to go on with another search than that of the file."""
    from trickloop._deals import entropy_of

    wanted = {
        "pack": str(rules.pack),
        "payments": {str(rank): due for rank, due in rules.payments.items()},
        # What is not said is as the file has it.
        "start": start or saved["start"],
        "seed": saved["seed"] if seed is None else entropy_of(seed),
    }
    for name, value in wanted.items():
        if saved[name] != value:
            raise ValueError(f"expected {name} {brief(saved[name])} as in {os.fspath(file)!r}, got {brief(value)}")
