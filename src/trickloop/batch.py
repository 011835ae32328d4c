"""Play many games: `simulate` keeps each of them, `summarize` and `sweep` only what they come to together."""

from collections.abc import Iterable
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from trickloop import _engine
from trickloop._chance import Rng, brief
from trickloop._deals import entropy_of, read_games
from trickloop._indices import read_slice
from trickloop._plan import Plan, plan_random, plan_sweep
from trickloop._progress import ProgressLike
from trickloop._rows import read_deals, sizes_of, translate_rows
from trickloop._sinks import Counting, Recording
from trickloop._work import read_workers, run
from trickloop.outcomes import Outcomes
from trickloop.rules import Rules
from trickloop.summary import Summary

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def simulate(
    rules: Rules,
    deals: "ArrayLike | None" = None,
    *,
    sizes: Iterable[int] | None = None,
    games: int | None = None,
    rng: Rng = None,
    start: int = 0,
    workers: int = 1,
    executor: Executor | None = None,
    progress: ProgressLike = False,
    engine: str | None = None,
) -> Outcomes:
    """Play many games and keep what came of each.

    Parameters
    ----------
    rules : War, EndlessWar, Combat, RecursiveCombat or Camicia
        The game and its house rules.
    deals : array of integers of shape (games, cards), optional
        The games: a row is seat 1's hand, top first, then seat 2's, and so on, and last what is not dealt. They are
        copied. Without it, `games` games are dealt at random from ``rules.pack``.
    sizes : sequence of int, optional
        How many cards each seat gets. By default as many as the others: in War and Endless War what does not divide is
        not dealt; in the games for two seat 2 gets one card more.
    games : int, optional
        How many games to deal; a float without a fraction will do.
    rng : int, SeedSequence, BitGenerator or Generator, optional
        The seed of the deals, and of what is left to chance in each game; fresh entropy by default, which `Outcomes`
        names. Game `k` of a seed is the same game for ever, whatever else is played.
    start : int, default 0
        Which game of the seed is the first.
    workers : int, default 1
        How many threads play; -1: one on each core that this process may use. With an executor, how many workers it
        has, of which not more than twice as many tasks are kept in hand; 1 there is as many as it seems to have.
    executor : concurrent.futures.Executor, optional
        What plays instead of threads, in tasks of some tenths of a second.
    progress : bool or function, default False
        True: a bar of tqdm. A function is called with the number of games done and of all games, from the thread that
        called, some times a second and at the end.
    engine : {"core", "reference"}, optional
        Which engine plays; the one that `trickloop.ENGINE` names by default.

    Returns
    -------
    Outcomes
        The same for any `workers`, `executor` and `engine`.

    Raises
    ------
    TypeError
        Where an argument is none of the above.
    ValueError
        Where there are neither `deals` nor `games`, or both; where `games` is negative or has a fraction, `sizes` do
        not add up, or a card is not one that the rules know: the message names its row and column, counted from 0.
    RuntimeError
        Where the executor was shut down or lost a worker.
    ImportError
        Where `engine` is not installed, or tqdm is not.

    Examples
    --------
    >>> outcomes = simulate(Camicia(), games=1000, rng=42)
    >>> round(float(outcomes.tricks.mean()), 1)
    34.0
    >>> simulate(War(), [[14, 9, 3, 4, 13, 9, 7, 2], [2, 2, 3, 3, 4, 5, 6, 7]], sizes=(4, 4)).winner
    array([1, 2], dtype=int8)
    """
    name = _engine_of(rules, engine)
    count, first = read_workers(workers), read_games("start", start)
    if deals is None:
        if games is None:
            raise ValueError("expected deals or games, got neither")
        total = read_games("games", games)
        plan = plan_random(rules, sizes, 0, name)
        given, stop = None, first + total
        plan = plan._replace(entropy=entropy_of(rng))
    else:
        if games is not None:
            raise ValueError(f"expected deals or games, got both (games={games!r:.60})")
        if first:
            raise ValueError(f"expected no start with deals that are given, got {first}")
        if rng is not None and not rules.is_random:
            raise ValueError(f"expected no rng, as nothing is random in {type(rules).__name__}, got {brief(rng)}")
        rows = read_deals(deals)
        shares = sizes_of(rules, rows.shape[1], sizes)
        given, codes = translate_rows(rules, rows)
        given.flags.writeable = False
        stop = len(rows)
        plan = Plan(rules, shares, name, entropy_of(rng) if rules.is_random else None, rows=codes)
    recording = Recording(first, stop, rules.players)
    run(plan, recording, first, stop, workers=count, executor=executor, progress=progress)
    return Outcomes(rules, plan.sizes, plan.entropy, recording.finish(), range(first, stop), given, name)


def summarize(
    rules: Rules,
    games: int,
    *,
    sizes: Iterable[int] | None = None,
    rng: Rng = None,
    start: int = 0,
    workers: int = 1,
    executor: Executor | None = None,
    progress: ProgressLike = False,
    longest: int = 10,
    engine: str | None = None,
) -> Summary:
    """Play any number of random games and keep what they come to together.

    The memory it takes does not grow with the games.

    Parameters
    ----------
    rules, sizes, rng, start, workers, executor, progress, engine
        As those of `simulate`.
    games : int
        How many games to deal; a float without a fraction will do.
    longest : int, default 10
        How many of the longest games to keep, with their deals.

    Returns
    -------
    Summary
        The same for any `workers`, `executor` and `engine`, and the same as ``simulate(...).summary()``.

    Raises
    ------
    TypeError, ValueError, RuntimeError, ImportError
        As `simulate` does.

    Examples
    --------
    >>> summarize(RecursiveCombat(Pack.of(1, 10)), 1000, rng=42).winners
    {None: 0, 1: 527, 2: 473}
    """
    name = _engine_of(rules, engine)
    count, first, total = read_workers(workers), read_games("start", start), read_games("games", games)
    most = read_games("longest", longest)
    plan = plan_random(rules, sizes, 0, name)
    plan = plan._replace(entropy=entropy_of(rng))
    assert plan.entropy is not None
    counting = Counting(plan, most)
    run(plan, counting, first, first + total, workers=count, executor=executor, progress=progress)
    return Summary(rules, counting.tally, {plan.entropy: [(first, first + total)]})


def sweep(
    rules: Rules,
    start: int = 0,
    stop: int | None = None,
    *,
    sizes: Iterable[int] | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: ProgressLike = False,
    longest: int = 10,
    endless: int = 10_000,
    engine: str | None = None,
) -> Summary:
    """Play every deal of a pack, or a slice of them, in the order of their indices.

    What is found is exact: counts of all deals and no samples. The deals are all different orders of the ranks in
    ``rules.pack``, ``pack.deals`` of them, dealt as everywhere: seat 1's hand is the first cards, top first, and so on,
    and in War what is not dealt is the last of them, so that a deal counts once for each order of the rest. In Camicia
    number cards are different where their ranks are: use ``-`` for all of them if that is not meant.

    Parameters
    ----------
    rules : War, Combat, RecursiveCombat or Camicia
        The game and its house rules, with nothing left to chance; ``rules.pack`` is what is dealt.
    start, stop : int, optional
        The slice: deals `start` to ``stop - 1``, counted as `Pack.rank` does, from the lowest rank up; all by default.
        The summaries of slices add up to that of the whole.
    sizes, workers, executor, progress, engine
        As those of `simulate`.
    longest : int, default 10
        How many of the longest games to keep, with their deals.
    endless : int, default 10_000
        How many of the deals that never end to list, those of the lowest indices; all are counted. The memory of a
        sweep grows with this list only, by up to a kilobyte for each deal of 52 cards.

    Returns
    -------
    Summary
        The same for any `workers`, `executor` and `engine`. Its `endless` lists deals that never end, and is cut short
        where ``len(summary.endless) < summary.loops``.

    Raises
    ------
    TypeError
        Where an argument is none of the above.
    ValueError
        Where an index is out of range, `start` is above `stop`, the rules leave something to chance, or the pack has
        no cards or more than 10,000.
    RuntimeError, ImportError
        As `simulate` does.

    Examples
    --------
    >>> rules = War(pack=Pack.of(2, 4), pickup="seat-order")
    >>> summary = sweep(rules)
    >>> summary.games, summary.winners, summary.loops, summary.longest_loop, summary.rounds.total
    (2520, {None: 852, 1: 784, 2: 884}, 752, 24, 6632)
    >>> summary.endless[0]
    EndlessDeal(index=11, loop=Loop(start=4, length=24, cards=48), hands=((1, 1, 2, 3), (3, 4, 4, 2)), rest=())
    >>> sweep(rules, 0, 100) + sweep(rules, 100) == summary
    True
    """
    name = _engine_of(rules, engine)
    plan = plan_sweep(rules, sizes, name)
    first, end = read_slice(rules.pack, start, stop)
    count, most, most_endless = read_workers(workers), read_games("longest", longest), read_games("endless", endless)
    counting = Counting(plan, most, most_endless)
    run(plan, counting, first, end, workers=count, executor=executor, progress=progress)
    return Summary(rules, counting.tally, {}, [(first, end)])


def _engine_of(rules: Rules, engine: str | None) -> str:
    if not isinstance(rules, Rules):
        raise TypeError(f"expected the rules of a game, got {rules!r}")
    return _engine.pick(engine).name
