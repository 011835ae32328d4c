"""Play many games: in this thread, in several, or on an executor, with the same result."""

import os
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, perf_counter
from typing import Any

from trickloop._plan import FEWEST, Blocks, Plan, Sink, play_blocks
from trickloop._progress import Progress
from trickloop._reference.deal import BLOCK
from trickloop.rules import read_integer

LONGEST_WAIT = 0.25
"""Seconds that are waited for threads that were told to stop; one in the middle of a game may take longer."""
TASK = 0.2
"""Seconds that a task of an executor is to take."""
MOST_THREADS = 64
FIRST_TASK = 1 << 6
"""Games of the first tasks."""


def read_workers(workers: Any) -> int:
    """Return how many threads are asked for.

    Raises
    ------
    TypeError, ValueError
        Where it is no integer from 1 on, or -1, which stands for all cores that this process may use.
    """
    count = read_integer("workers", workers)
    if count == -1:
        return usable_cores()
    if count < 1:
        raise ValueError(f"expected workers to be at least 1, or -1 for all cores, got {count}")
    return count


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "process_cpu_count"):
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(
    plan: Plan, sink: Sink, start: int, stop: int, *, workers: int, executor: Executor | None, progress: Any
) -> None:
    """Play the games and put what comes of them into the sink.

    Raises
    ------
    RuntimeError
        Where the executor was shut down or lost a worker.
    TypeError
        Where `executor` or `progress` is none.
    """
    if executor is not None and (isinstance(executor, type) or not callable(getattr(executor, "submit", None))):
        raise TypeError(f"expected executor to be an executor of concurrent.futures, got {executor!r:.60}")
    told = Progress(progress, stop - start)
    try:
        if executor is not None:
            on_executor(plan, sink, start, stop, workers, executor, told)
        elif min(workers, stop - start) > 1:
            # More threads than cores finish no sooner, and a system has only so many.
            most = max(MOST_THREADS, usable_cores())
            in_threads(plan, sink, start, stop, min(workers, stop - start, most), told)
        else:
            in_this_thread(plan, sink, start, stop, told)
        told.finish()
    finally:
        told.close()


def in_this_thread(plan: Plan, sink: Sink, start: int, stop: int, progress: Progress) -> None:
    """Play without another thread; Ctrl-C is heard by what plays."""
    done = 0

    def tell(games: int) -> None:
        nonlocal done
        done += games
        progress.tell(done)

    play_blocks(Blocks(plan, start, stop), sink, bytearray(1), FEWEST, tell)


def in_threads(plan: Plan, sink: Sink, start: int, stop: int, workers: int, progress: Progress) -> None:
    """Play in threads of our own, while this one waits for Ctrl-C and reports."""
    halt = bytearray(1)
    events: SimpleQueue[int | BaseException | None] = SimpleQueue()
    blocks = Blocks(plan, start, stop)
    sinks = [sink.fork() for _ in range(workers)]
    first = max(1, min(FEWEST, (stop - start) // (4 * workers)))

    def work(own: Sink) -> None:
        try:
            play_blocks(blocks, own, halt, first, events.put)
        except BaseException as error:
            events.put(error)
        else:
            events.put(None)

    # Daemons, as a game of the reference cannot be stopped, and the interpreter is not to wait for its end.
    threads = [Thread(target=work, args=(own,), daemon=True) for own in sinks]
    try:
        for thread in threads:
            thread.start()
        done, running = 0, workers
        while running:
            try:
                # Not without end: on Windows a wait is not ended by Ctrl-C.
                event = events.get(timeout=0.1)
            except Empty:
                continue
            if isinstance(event, BaseException):
                raise event
            if event is None:
                running -= 1
            else:
                done += event
                progress.tell(done)
    finally:
        halt[0] = 1
        end = monotonic() + LONGEST_WAIT
        for thread in threads:
            if thread.is_alive():
                thread.join(max(0, end - monotonic()))
    for own in sinks:
        sink.merge(own)


def on_executor(
    plan: Plan, sink: Sink, start: int, stop: int, workers: int, executor: Executor, progress: Progress
) -> None:
    """Hand out tasks of some tenths of a second, never more than two a worker at a time."""
    if workers == 1:
        workers = getattr(executor, "_max_workers", None) or usable_cores()
    # In threads the tasks see this very object; in other processes a copy of it, which stays 0.
    halt = bytearray(1)
    pending: dict[Future[tuple[float, Sink]], tuple[int, int]] = {}
    done, following, size = 0, start, FIRST_TASK
    try:
        while following < stop or pending:
            while following < stop and len(pending) < 2 * workers:
                end = _end_of_task(following, stop, min(size, (stop - following) // workers))
                own = sink.part(following, end)
                future = executor.submit(play_task, plan.part(following, end), own, following, end, halt)
                pending[future] = following, end
                following = end
            for future in wait(pending, timeout=0.1, return_when=FIRST_COMPLETED).done:
                first, end = pending.pop(future)
                seconds, own = future.result()
                sink.merge(own)
                done += end - first
                size = max(1, min(sink.most_a_task, int((end - first) * TASK / seconds), 8 * (end - first)))
            progress.tell(done)
    except (RuntimeError, CancelledError) as error:
        what = _what_happened(error)
        if what is None:
            raise
        raise RuntimeError(f"{what} after {done} of {stop - start} games; nothing is returned") from error
    finally:
        halt[0] = 1
        for future in pending:
            future.cancel()


def play_task(plan: Plan, sink: Sink, start: int, stop: int, halt: bytearray) -> tuple[float, Sink]:
    """Play some games in a task of an executor; return how many seconds it took, and the sink."""
    began = perf_counter()
    play_blocks(Blocks(plan, start, stop), sink, halt, FEWEST, lambda _games: None)
    return max(perf_counter() - began, 1e-6), sink


def _end_of_task(start: int, stop: int, size: int) -> int:
    """Return where a task ends: where a block does, if it passes one, so that no block is dealt in vain."""
    end = min(stop, start + max(size, 1))
    return max(end // BLOCK * BLOCK, min(end, (start // BLOCK + 1) * BLOCK))


def _what_happened(error: BaseException) -> str | None:
    if isinstance(error, BrokenExecutor):
        return "the executor lost a worker"
    if isinstance(error, CancelledError):
        return "the executor cancelled a task"
    if "schedule new futures" in str(error):
        return "the executor was shut down"
    return None
