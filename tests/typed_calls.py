"""Calls that a type checker must accept with just these types, and calls that it must refuse.

mypy reads this file and nothing runs it. Under ``--strict`` an ignored error that does not occur is an error itself, so
each line below with ``type: ignore`` is a test that its call is refused, for that reason.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import trickloop as tl
from trickloop import loops, puzzles, records
from trickloop.table import Card, Deck, RoundResult, WarGame


def accepted(rows: NDArray[np.int8]) -> None:
    rules = tl.War(2, face_down=1, pickup="winner-first", short="lose")
    outcome = tl.play(rules, "A 9 3 4", [13, "9", 7, 2])
    assert_type(outcome, tl.Outcome)
    assert_type(outcome.winner, int | None)
    assert_type(outcome.ending, tl.Ending)
    assert_type(outcome.loop, tl.Loop | None)
    assert_type(outcome.hands, tuple[tuple[int, ...], ...])
    assert_type(tl.play(tl.War(pickup="random"), rows[0], rows[1], rng=7, engine="core"), tl.Outcome)
    assert_type(tl.trace(tl.Camicia(), "--Q", "K--"), Iterator[tl.Round])
    outcomes = tl.simulate(tl.Camicia.italian(), games=10, rng=np.random.default_rng(1), workers=-1)
    assert_type(outcomes, tl.Outcomes)
    assert_type(outcomes.tricks, NDArray[np.int64])
    assert_type(outcomes[3], tl.Outcome)
    assert_type(outcomes[2:5], tl.Outcomes)
    assert_type(outcomes.summary() + tl.summarize(tl.Combat(), 10, executor=ThreadPoolExecutor()), tl.Summary)
    assert_type(tl.sweep(tl.Camicia(pack=tl.Pack("6- 2J")), 0, 10, progress=print).loops, int)
    assert_type(tl.Pack.french().unrank(10**30), tuple[int, ...])
    cycle = loops.loop_of(tl.Camicia(), "--J", "-Q-")
    assert_type(cycle, loops.Cycle)
    assert_type(loops.basin(cycle, limit=100).deals, tuple[loops.Deal, ...])
    assert_type(records.find(tl.Camicia, kind="endless"), tuple[records.Record, ...])
    assert_type(puzzles.camicia(["J"], ["2"])["status"], str | int)
    game = WarGame(Deck(4, 13), 4, rng=1)
    assert_type(game.play_round(), RoundResult)


def refused(rows: NDArray[Any]) -> None:
    tl.War(players="2")  # type: ignore[arg-type]
    tl.War(pickup="winners-first")  # type: ignore[arg-type]
    tl.War(short="dies")  # type: ignore[arg-type]
    tl.War(face_up=1)  # type: ignore[call-arg]
    tl.War().face_down = 2  # type: ignore[misc]
    tl.Camicia("52")  # type: ignore[arg-type]
    tl.Pack(52)  # type: ignore[arg-type]
    tl.Pack.french().rank(5)  # type: ignore[arg-type]
    tl.play("war", "A", "K")  # type: ignore[arg-type]
    tl.play(tl.War, "A", "K")  # type: ignore[arg-type]
    tl.play(tl.War(), 14, 13)  # type: ignore[arg-type]
    tl.play(tl.War(), [14.0], [13])  # type: ignore[list-item]
    tl.play(tl.War(), "A", "K", engine=1)  # type: ignore[arg-type]
    tl.play(tl.War(), "A", "K", seed=1)  # type: ignore[call-arg]
    tl.play(tl.War(), "A", "K", rng="7")  # type: ignore[arg-type]
    tl.play(tl.War(), "A", "K").rounds = 3  # type: ignore[misc]
    _ = tl.play(tl.War(), "A", "K").winners  # type: ignore[attr-defined]
    tl.trace(tl.War(), 1)  # type: ignore[arg-type]
    tl.simulate(tl.War(), games="1e6")  # type: ignore[arg-type]
    tl.simulate(tl.War(), rows, 5)  # type: ignore[call-arg, arg-type]
    tl.simulate(tl.War(), rows)["winner"]  # type: ignore[call-overload]
    tl.summarize(tl.War(), 10, workers=None)  # type: ignore[arg-type]
    tl.summarize(tl.War(), 10) + 1  # type: ignore[operator]
    tl.summarize(tl.War(), 10, progress="yes")  # type: ignore[arg-type]
    tl.sweep(tl.Pack.french())  # type: ignore[arg-type]
    tl.sweep(tl.Camicia(), "0")  # type: ignore[arg-type]
    tl.deals(tl.Camicia(), 10)  # type: ignore[arg-type]
    loops.basin(tl.Camicia())  # type: ignore[arg-type]
    loops.grow(start="Casella")  # type: ignore[arg-type]
    records.get(1164)  # type: ignore[arg-type]
    puzzles.camicia("J23", 5)  # type: ignore[arg-type]
    Deck(4, 13).add(14)  # type: ignore[arg-type]
    Card("hearts", 14)  # type: ignore[arg-type]
    WarGame(4)  # type: ignore[call-arg, arg-type]
