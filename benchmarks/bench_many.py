"""Many games on the core, as ratios to the plain program of ``baseline.c`` on the same deals.

Ours deals its games in the time that is measured, the baseline is given them. Both are timed in turn, in CPU seconds of
this thread, so that neither a change of the machine's speed nor other programs on it matter much.
"""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import numpy as np
import pytest

import baseline
import trickloop as tl
from timed import engines
from trickloop import _engine
from trickloop._columns import Columns, make_columns
from trickloop._deals import bits_of, deal_into, keys_of, rows_at_once, spans
from trickloop._plan import plan_random, player_of
from trickloop._reference.deal import BLOCK
from trickloop._tally import Tally
from trickloop._work import usable_cores

SEED = 1
TIMES = 5
FEW = 500
"""Games where nothing is timed."""

pytestmark = pytest.mark.skipif(len(engines()) < 2, reason="the core was not compiled")
KERNELS = _engine.load("core").batch.KERNELS if len(engines()) > 1 else ()

# What has to be reached at least: so many times the baseline.
CAMICIA_FLOORS = {"scalar": 2, "avx2": 4.5, "avx512": 4.5}
WAR_FLOOR = 2
# So many times the ring with Brent's search, a game at a time.
SEAT_ORDER_FLOOR = 1.5
# On a core where the baseline plays `baseline.RATE` games of Camicia a second.
FOUR_PLAYERS_FLOOR = 100_000
RECURSIVE_CEILING = 1.0
THREADS_FLOOR = 1.9
# A machine that does not give two threads of the baseline so much more than one tells nothing about ours.
QUIET = 1.95
# What is not the kernel, as a part of the whole.
REST_CEILING = 1 / 3


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Return the seconds that the parts of many games of Camicia have taken, by their names."""
    seconds: dict[str, float] = defaultdict(float)

    def watch(owner: Any, function: str, part: str) -> None:
        plain = getattr(owner, function)

        def timed(*arguments: Any) -> Any:
            began = time.thread_time()
            try:
                return plain(*arguments)
            finally:
                seconds[part] += time.thread_time() - began

        monkeypatch.setattr(owner, function, timed)

    engine = _engine.load("core")
    watch(engine.batch, "play_camicias", "kernel")
    watch(engine.deal, "deal_rows", "dealing")
    watch(Tally, "count", "counting")
    return seconds


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    batch = _engine.load("core").batch
    batch.choose_kernel(request.param)
    yield request.param
    batch.choose_kernel(KERNELS[-1])


def bench_camicia(benchmark: Any, kernel: str) -> None:
    benchmark.group = "many games of Camicia, baseline / core"
    ratio = against_baseline(benchmark, tl.Camicia(), baseline.camicia, 300_000)
    assert benchmark.disabled or ratio >= CAMICIA_FLOORS[kernel]


def bench_war(benchmark: Any) -> None:
    benchmark.group = "many games of War, baseline / core"
    ratio = against_baseline(benchmark, tl.War(), baseline.war, 100_000)
    assert benchmark.disabled or ratio >= WAR_FLOOR


def bench_war_seat_order(benchmark: Any) -> None:
    """Time games most of which loop against the ring with Brent's search, which plays one at a time."""
    benchmark.group = "many games of War, seat order, ring with Brent / core"
    rules = tl.War.gameofwar()
    games = FEW // 10 if benchmark.disabled else 500
    hands = [[row[:26], row[26:]] for row in deal(rules, games).tolist()]
    terms = rules.face_down, rules.pickup, rules.short, rules.refill, rules.tie, None, rules.max_rounds
    play_war = _engine.load("core").war.play_war

    def one_by_one() -> list[Any]:
        return [play_war(each, *terms) for each in hands]

    ours = play_many(rules, games)
    expected = [(game.rounds, game.cards, loop and loop.length) for game, _, loop in one_by_one()]
    columns = ours()
    lengths = [length if length > 0 else None for length in columns.loop_length.tolist()]
    assert list(zip(columns.rounds.tolist(), columns.cards.tolist(), lengths, strict=True)) == expected
    ratio = median_ratio(benchmark, one_by_one, ours, games)
    assert benchmark.disabled or ratio >= SEAT_ORDER_FLOOR


def bench_war_four_players(benchmark: Any) -> None:
    benchmark.group = "many games of War, 4 players, random pickup, scaled"
    games = FEW if benchmark.disabled else 16_384
    seconds = scaled_seconds(benchmark, tl.War.gameofwar(4, pickup="random"), games)
    benchmark.extra_info["games_per_second"] = round(games / seconds)
    print(f"\n{games / seconds:,.0f} games/s where the baseline plays {baseline.RATE:,} games of Camicia")
    assert benchmark.disabled or games / seconds >= FOUR_PLAYERS_FLOOR


def bench_recursive_combat(benchmark: Any) -> None:
    benchmark.group = "300 games of Recursive Combat, scaled"
    games = 3 if benchmark.disabled else 300
    milliseconds = scaled_seconds(benchmark, tl.RecursiveCombat(), games) / games * 1e3
    benchmark.extra_info["milliseconds"] = round(milliseconds, 3)
    print(f"\n{milliseconds:.3f} ms a deal where the baseline plays {baseline.RATE:,} games of Camicia a second")
    assert benchmark.disabled or milliseconds <= RECURSIVE_CEILING


@pytest.mark.skipif(usable_cores() < 2, reason="needs two cores")
@pytest.mark.parametrize("rules", [tl.Camicia(), tl.War()], ids=["camicia", "war"])
def bench_two_threads(benchmark: Any, rules: tl.Camicia | tl.War) -> None:
    """Time two threads against one by the clock on the wall, where the machine lets two threads run."""
    benchmark.group = "two threads / one thread"
    games = FEW if benchmark.disabled else 2_000_000
    rows = deal(tl.Camicia(), FEW if benchmark.disabled else 200_000)

    def summarize(workers: int) -> tl.Summary:
        return tl.summarize(rules, games, rng=SEED, workers=workers, engine="core")

    def capacity() -> float:
        return 2 * wall(lambda: baseline.camicia(rows)) / wall(lambda: twice(lambda: baseline.camicia(rows)))

    assert summarize(1) == summarize(2)
    if benchmark.disabled:
        assert benchmark(summarize, 2).games == games
        return
    pairs = [(capacity(), wall(lambda: summarize(1)) / wall(lambda: summarize(2))) for _ in range(TIMES)]
    benchmark.pedantic(summarize, (2,), rounds=1)
    room, ratio = (statistics.median(column) for column in zip(*pairs, strict=True))
    benchmark.extra_info.update(ratio=round(ratio, 2), of=round(room, 2))
    print(f"\ntwo threads are {ratio:.2f} times as fast as one; those of the baseline {room:.2f} times")
    if room < QUIET:
        pytest.skip(f"the machine is not quiet: two threads of the baseline are {room:.2f} times as fast as one")
    assert ratio >= THREADS_FLOOR


def bench_whole(benchmark: Any, spent: dict[str, float]) -> None:
    """Tell what `simulate` and `summarize` do besides playing.

    The kernel of `simulate` writes to memory that is new; what that takes is what the same games take it longer there.
    """
    benchmark.group = "what is not the kernel"
    games = FEW if benchmark.disabled else 1_000_000

    def measure(play: Callable[..., Any]) -> dict[str, float]:
        spent.clear()
        whole = cpu(lambda: play(tl.Camicia(), games=games, rng=SEED, engine="core"))
        return {**spent, "Python": whole - sum(spent.values())}

    measure(tl.simulate)
    times: dict[str, list[dict[str, float]]] = {"simulate": [], "summarize": []}
    for _ in range(1 if benchmark.disabled else TIMES):
        counted, kept = measure(tl.summarize), measure(tl.simulate)
        kept["new memory"] = kept["kernel"] - counted["kernel"]
        kept["kernel"] = counted["kernel"]
        times["summarize"].append(counted)
        times["simulate"].append(kept)
    benchmark.pedantic(tl.simulate, (tl.Camicia(),), {"games": games, "rng": SEED, "engine": "core"}, rounds=1)
    for name, runs in times.items():
        seconds = {part: statistics.median(run[part] for run in runs) for part in runs[0]}
        whole = sum(seconds.values())
        benchmark.extra_info[name] = {part: round(each / whole, 3) for part, each in seconds.items()}
        print(
            f"\n{name}: {games / whole:,.0f} games/s", *(f"{part} {each / whole:.1%}" for part, each in seconds.items())
        )
        assert benchmark.disabled or 1 - seconds["kernel"] / whole < REST_CEILING


def against_baseline(benchmark: Any, rules: Any, plain: Callable[[Any], Any], games: int) -> float:
    """Return how many times as fast as the baseline games are played that both play alike."""
    games = FEW if benchmark.disabled else games
    rows = deal(rules, games)
    ours = play_many(rules, games)
    rounds, cards = plain(rows)
    columns = ours()
    assert np.array_equal(columns.rounds, rounds)
    assert columns.cards.sum() == cards
    return median_ratio(benchmark, lambda: plain(rows), ours, games)


def median_ratio(benchmark: Any, theirs: Callable[[], Any], ours: Callable[[], Any], games: int) -> float:
    if benchmark.disabled:
        benchmark(ours)
        return 0
    times = [(cpu(theirs), cpu(ours)) for _ in range(TIMES)]
    benchmark.pedantic(ours, rounds=1)
    ratio = statistics.median(plain / own for plain, own in times)
    rates = [games / statistics.median(column) for column in zip(*times, strict=True)]
    benchmark.extra_info.update(ratio=round(ratio, 2), games_per_second=round(rates[1]))
    print(f"\n{rates[1]:,.0f} games/s, {ratio:.2f} times the {rates[0]:,.0f} games/s of the other")
    return ratio


def scaled_seconds(benchmark: Any, rules: Any, games: int) -> float:
    """Return what games take on a core where the baseline plays as many games of Camicia as figures are scaled to."""
    rows = deal(tl.Camicia(), FEW if benchmark.disabled else 100_000)
    ours = play_many(rules, games)
    assert ours().rounds.min() > 0
    if benchmark.disabled:
        return benchmark(cpu, ours)
    times = [cpu(ours) * len(rows) / cpu(lambda: baseline.camicia(rows)) / baseline.RATE for _ in range(TIMES)]
    benchmark.pedantic(ours, rounds=1)
    return statistics.median(times)


def deal(rules: Any, games: int) -> Any:
    """Deal the games of the seed, in the codes that engines play."""
    plan = plan_random(rules, None, SEED, "core")
    rows = np.empty((games, plan.cards_a_game), np.int8)
    deal_into(rows, plan.cards, SEED, 0)
    return rows


def play_many(rules: Any, games: int) -> Callable[[], Columns]:
    """Return what deals and plays the same games, as many at once as `simulate` does."""
    plan = plan_random(rules, None, SEED, "core")
    play, deal_rows = player_of(plan), _engine.load("core").deal.deal_rows
    step = rows_at_once(plan.cards_a_game)
    buffer = np.empty((step, plan.cards_a_game), np.int8)
    columns = make_columns(games, rules.players)

    def play_all() -> Columns:
        for block, _, stop in spans(0, games):
            bits = bits_of(SEED, block)
            keys = keys_of(SEED, block, stop) if rules.is_random else None
            for start in range(0, stop, step):
                end = min(start + step, stop)
                rows = buffer[: end - start]
                deal_rows(plan.cards, bits, rows)
                into = columns.part(block * BLOCK + start, block * BLOCK + end)
                play(rows, None if keys is None else keys[start:end], into, bytearray(1))
        return columns

    return play_all


def twice(call: Callable[[], object]) -> None:
    """Call it in two threads at once."""
    threads = [Thread(target=call) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def cpu(call: Callable[[], object]) -> float:
    began = time.thread_time()
    call()
    return time.thread_time() - began


def wall(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
