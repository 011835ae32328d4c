"""The same games whoever plays them, in any order; progress; and an end to it at any time."""

import inspect
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import current_thread, main_thread
from typing import Any, ClassVar

import pytest

import trickloop as tl
from conftest import has_core
from many import RULES
from programs import interrupt
from trickloop import _plan, _progress, _work
from trickloop._reference.deal import BLOCK

ENGINE = "core" if has_core() else "reference"
# So few games where the reference plays that two threads still share them.
GAMES = 3000 if has_core() else 150
# Seconds that the interpreter may take to end, where others use the machine too.
ENDING = 0.5
SMALL = tl.War(pack=tl.Pack.of(2, 4))


class Shuffled(Executor):
    """Plays its tasks in random order, as late as it can."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.sizes: list[int] = []

    def submit(self, task: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:  # type: ignore[override]
        future: Future[Any] = Late(self)
        self.waiting.append((future, task, args))
        self.sizes.append(args[3] - args[2])
        if len(self.waiting) >= 2:
            self.play_one()
        return future

    def play_one(self) -> None:
        future, task, args = self.waiting.pop(self.random.randrange(len(self.waiting)))
        future.set_result(task(*args))


class Late(Future):  # type: ignore[type-arg]
    def __init__(self, executor: Shuffled) -> None:
        super().__init__()
        self.executor = executor


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2) as processes:
        yield processes


def drain(monkeypatch: pytest.MonkeyPatch, executor: Shuffled) -> None:
    """Let the executor play when it is waited for."""

    def wait(pending: Any, **options: Any) -> Any:
        if executor.waiting:
            executor.play_one()
        return real(pending, **options)

    real = _work.wait
    monkeypatch.setattr(_work, "wait", wait)


@pytest.mark.parametrize("name", ["interview", "csc427", "endless", "recursive combat", "french camicia"])
class TestTheSame:
    def test_threads(self, name: str) -> None:
        rules = RULES[name]
        games = GAMES // 10
        one = tl.simulate(rules, games=games, rng=4)
        for workers in (2, 3, -1, 1000):
            assert tl.simulate(rules, games=games, rng=4, workers=workers) == one
            assert tl.summarize(rules, games, rng=4, workers=workers) == one.summary()

    def test_processes(self, name: str, pool: ProcessPoolExecutor) -> None:
        rules = RULES[name]
        games = GAMES // 10
        one = tl.simulate(rules, games=games, rng=4)
        assert tl.simulate(rules, games=games, rng=4, executor=pool) == one
        assert tl.summarize(rules, games, rng=4, executor=pool, workers=3) == one.summary()

    def test_given_games(self, name: str, pool: ProcessPoolExecutor) -> None:
        rules = RULES[name]
        deals = tl.deals(rules.pack, GAMES // 10, 3)
        rng = 5 if rules.is_random else None
        one = tl.simulate(rules, deals, rng=rng)
        assert tl.simulate(rules, deals, rng=rng, workers=2) == one
        assert tl.simulate(rules, deals, rng=rng, executor=pool) == one

    @pytest.mark.parametrize("seed", range(3))
    def test_tasks_in_any_order(self, name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        rules = RULES[name]
        games = GAMES // 10
        one = tl.simulate(rules, games=games, rng=4, start=BLOCK - games // 2 if has_core() else 0)
        executor = Shuffled(seed)
        drain(monkeypatch, executor)
        # So small that there are many of them, of several sizes.
        monkeypatch.setattr(_work, "FIRST_TASK", 7)
        monkeypatch.setattr(_work, "FEWEST", 5)
        assert tl.simulate(rules, games=games, rng=4, start=one.start, executor=executor, workers=4) == one
        assert len(executor.sizes) >= 3
        assert tl.summarize(rules, games, rng=4, start=one.start, executor=executor, workers=4) == one.summary()


@pytest.mark.skipif(not has_core(), reason="several blocks of games take the reference minutes")
class TestBlocks:
    def test_several_blocks_in_threads_and_processes(self, pool: ProcessPoolExecutor) -> None:
        games = 2 * BLOCK + 5000
        one = tl.simulate(SMALL, games=games, rng=6, start=BLOCK - 3000)
        assert tl.simulate(SMALL, games=games, rng=6, start=BLOCK - 3000, workers=3) == one
        assert tl.simulate(SMALL, games=games, rng=6, start=BLOCK - 3000, executor=pool) == one
        summary = one.summary()
        for options in ({}, {"workers": 2}, {"executor": pool}):
            assert tl.summarize(SMALL, games, rng=6, start=BLOCK - 3000, **options) == summary
        with ThreadPoolExecutor(2) as threads:
            assert tl.summarize(SMALL, games, rng=6, start=BLOCK - 3000, executor=threads) == summary


class TestTasks:
    def test_a_task_ends_where_a_block_does(self) -> None:
        ends = [
            _work._end_of_task(start, 10 * BLOCK, size) for start, size in ((0, 100), (BLOCK - 10, 100), (5, BLOCK))
        ]
        assert ends == [100, BLOCK, BLOCK]
        assert _work._end_of_task(BLOCK // 2, 10 * BLOCK, 3 * BLOCK) == 3 * BLOCK
        assert _work._end_of_task(7, 9, 100) == 9

    def test_not_more_than_two_tasks_a_worker_are_handed_out(self) -> None:
        class Counted(ThreadPoolExecutor):
            most = 0

            def submit(self, *args: Any, **options: Any) -> Future[Any]:
                self.most = max(self.most, self._work_queue.qsize())
                return super().submit(*args, **options)

        with Counted(1) as executor:
            tl.summarize(SMALL, 20_000 if has_core() else 2000, rng=1, executor=executor, workers=2)
        assert executor.most <= 4

    def test_usable_cores(self) -> None:
        assert 1 <= _work.usable_cores() <= (os.cpu_count() or 1)
        assert _work.read_workers(-1) == _work.usable_cores()

    def test_a_pool_that_starts_from_nothing(self) -> None:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
            assert tl.simulate(SMALL, games=200, rng=1, executor=executor) == tl.simulate(SMALL, games=200, rng=1)


class TestExecutorsThatFail:
    def test_one_that_was_shut_down(self) -> None:
        executor = ThreadPoolExecutor(1)
        executor.shutdown()
        message = r"^the executor was shut down after 0 of 9 games; nothing is returned$"
        with pytest.raises(RuntimeError, match=message) as raised:
            tl.simulate(SMALL, games=9, executor=executor)
        assert isinstance(raised.value.__cause__, RuntimeError)

    def test_one_that_loses_a_worker(self) -> None:
        with ProcessPoolExecutor(1) as executor:
            executor.submit(os._exit, 1)
            with pytest.raises(RuntimeError, match=r"^the executor lost a worker after \d+ of 999 games") as raised:
                tl.summarize(SMALL, 999, executor=executor)
        assert isinstance(raised.value.__cause__, BrokenProcessPool)

    def test_one_that_cancels_its_tasks(self) -> None:
        class Cancelling(ThreadPoolExecutor):
            def submit(self, *args: Any, **options: Any) -> Future[Any]:
                future: Future[Any] = Future()
                future.cancel()
                future.set_running_or_notify_cancel()
                return future

        with pytest.raises(RuntimeError, match=r"^the executor cancelled a task after 0 of 9 games"):
            tl.simulate(SMALL, games=9, executor=Cancelling(1))

    @pytest.mark.parametrize("options", [{}, {"workers": 2}, {"executor": None}])
    def test_what_goes_wrong_in_a_game_is_told(self, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        class BrokenError(Exception):
            pass

        def fail(plan: Any) -> Any:
            raise BrokenError("of the test")

        monkeypatch.setattr("trickloop._plan.player_of", fail)
        with ThreadPoolExecutor(1) as executor, pytest.raises(BrokenError, match="of the test"):
            tl.simulate(SMALL, games=500, **{name: executor if name == "executor" else 2 for name in options})


class TestProgress:
    @pytest.mark.parametrize("mode", ["alone", "threads", "executor"])
    def test_a_function_is_told(self, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_progress, "SECONDS", 0)
        monkeypatch.setattr(_plan, "TELL", 0)
        told: list[tuple[int, int]] = []

        def tell(done: int, total: int) -> None:
            assert current_thread() is main_thread()
            told.append((done, total))

        with ThreadPoolExecutor(2) as executor:
            options = {"alone": {}, "threads": {"workers": 2}, "executor": {"executor": executor}}[mode]
            outcomes = tl.simulate(SMALL, games=1000, rng=1, progress=tell, **options)
        assert outcomes == tl.simulate(SMALL, games=1000, rng=1)
        assert {total for _, total in told} == {1000}
        assert [done for done, _ in told] == sorted(done for done, _ in told)
        assert told[-1] == (1000, 1000)
        assert len(told) > 2

    def test_not_too_often(self) -> None:
        told: list[int] = []
        began = time.monotonic()
        tl.summarize(SMALL, 20_000 if has_core() else 1000, rng=1, progress=lambda done, _: told.append(done))
        assert len(told) <= (time.monotonic() - began) / 0.1 + 2

    def test_no_games(self) -> None:
        told: list[tuple[int, int]] = []
        tl.summarize(SMALL, 0, rng=1, progress=lambda *numbers: told.append(numbers))
        assert told == [(0, 0)]

    @pytest.mark.parametrize("options", [{}, {"workers": 2}])
    def test_what_it_raises_ends_the_run(self, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_plan, "TELL", 0)

        def refuse(done: int, total: int) -> None:
            raise LookupError("enough")

        with pytest.raises(LookupError, match="enough"):
            tl.summarize(SMALL, 1000, rng=1, progress=refuse, **options)

    def test_a_bar(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shown: list[Any] = []

        class Bar:
            n = 0

            def __init__(self, **options: Any) -> None:
                shown.append(options)

            def update(self, games: int) -> None:
                self.n += games

            def close(self) -> None:
                shown.append(self.n)

        monkeypatch.setattr(_progress, "_tqdm", lambda: Bar)
        tl.simulate(SMALL, games=500, rng=1, progress=True)
        assert shown == [{"total": 500, "unit": " games", "unit_scale": True}, 500]

    def test_the_bar_of_tqdm(self, capsys: pytest.CaptureFixture[str]) -> None:
        pytest.importorskip("tqdm", reason="tqdm is an extra")
        tl.simulate(SMALL, games=500, rng=1, progress=True)
        assert "500/500" in capsys.readouterr().err

    def test_the_extra_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "tqdm", None)
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
        with pytest.raises(ImportError, match=r"^progress=True needs tqdm: pip install 'trickloop\[progress\]'$"):
            tl.simulate(SMALL, games=5, rng=1, progress=True)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent a SIGINT on Windows")
class TestInterrupt:
    """Ctrl-C ends it within half a second, wherever it is; the interpreter's own end is timed as well."""

    RULES: ClassVar = {
        "many short games": "tl.War(pack=tl.Pack.of(2, 4))",
        "games of many rounds": "tl.War(face_down=1, pickup='seat-order')",
        "camicia": "tl.Camicia()",
        "recursive combat": "tl.RecursiveCombat()",
        "chance": "tl.War.csc427()",
    }
    CALLS: ClassVar = {
        "simulate": "tl.simulate(rules, games=3 * 10**7, rng=1)",
        "summarize": "tl.summarize(rules, 10**12, rng=1)",
        "threads": "tl.summarize(rules, 10**12, rng=1, workers=2)",
        "simulate in threads": "tl.simulate(rules, games=3 * 10**7, rng=1, workers=2)",
        "given games": "tl.simulate(rules, tl.deals(rules.pack, 200), rng=rng, workers=2), again()",
    }

    @pytest.mark.parametrize("call", CALLS)
    @pytest.mark.parametrize("name", RULES)
    def test_ctrl_c(self, name: str, call: str) -> None:
        text = f"""
            import signal
            signal.signal(signal.SIGINT, signal.default_int_handler)
            import trickloop as tl
            rules = {self.RULES[name]}
            rng = 1 if rules.is_random else None
            def again():
                while True:
                    tl.simulate(rules, tl.deals(rules.pack, 200), rng=rng, workers=2)
            # NumPy passes over a signal that comes while it is imported.
            tl.simulate(tl.War(), games=4, rng=1, workers=2)
            print("playing", flush=True)
            {self.CALLS[call]}
        """
        self.check(text)

    def test_processes_of_a_pool_that_is_waited_for(self) -> None:
        text = """
            import signal
            signal.signal(signal.SIGINT, signal.default_int_handler)
            import trickloop as tl
            from concurrent.futures import ProcessPoolExecutor
            with ProcessPoolExecutor(2) as pool:
                tl.summarize(tl.War(), 100, rng=1, executor=pool)
                print("playing", flush=True)
                tl.summarize(tl.War(), 10**12, rng=1, executor=pool)
        """
        # The tasks that are being played are waited for, as for any others.
        self.check(text, 4 * _work.TASK)

    def test_processes(self) -> None:
        text = """
            import os, signal, sys, time
            signal.signal(signal.SIGINT, signal.default_int_handler)
            import trickloop as tl
            from concurrent.futures import ProcessPoolExecutor
            pool = ProcessPoolExecutor(2)
            tl.summarize(tl.Camicia(), 100, rng=1, executor=pool)
            print("playing", flush=True)
            try:
                tl.summarize(tl.Camicia(), 10**12, rng=1, executor=pool)
            except KeyboardInterrupt:
                for process in pool._processes.values():
                    process.kill()
                # Without waiting for the pool: who is killed may hold one of its locks.
                print("KeyboardInterrupt", file=sys.stderr, flush=True)
                os._exit(130)
        """
        self.check(text)

    @staticmethod
    def check(text: str, more: float = 0) -> None:
        assert interrupt(inspect.cleandoc(text), after=0.7) < 0.5 + ENDING + more
