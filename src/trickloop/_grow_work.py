"""The walks of a search, each in this process or in one of its own, told what to do by JSON lines.

Processes are started as commands, not forked or spawned, so that a script which calls `grow` needs no guard. Their
standard input is their life: when the search is gone, so are they.
"""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import trickloop
from trickloop._grown import Judge
from trickloop._reference.chance import Words
from trickloop._reference.walk import SOURCES
from trickloop._walk import Walk
from trickloop.cards import Pack
from trickloop.rules import Camicia

_PROGRAM = "from trickloop._grow_work import main; main()"


class Walker:
    """One walk, which judges what it finds."""

    def __init__(self, order: dict[str, Any]) -> None:
        rules = Camicia(pack=Pack(order["pack"]), payments={int(rank): due for rank, due in order["payments"].items()})
        codes = rules._codes
        cards = [codes[rank] for rank in rules.pack.cards]
        payments = [0, *rules.payments.values()]
        self.walk = Walk(cards, payments, Words(order["key"]), order["engine"], order["begin"])
        self.judge = Judge(rules)
        if order["state"] is not None:
            self.walk.restore(order["state"]["walk"])
            self.judge.restore(order["state"]["judge"])
        elif order["start"]:
            self.walk.sprouts = False
            self.walk.keep_all([self.walk.describe(hands, SOURCES[0]) for hands in order["start"]], counted=False)

    def advance(self, steps: int | None, seconds: float) -> dict[str, Any]:
        """Take steps for a while, as many at most; return what was found, and how many were taken."""
        taken, found, until = 0, [], monotonic() + seconds
        while taken != steps and monotonic() < until:
            for one in self.walk.step():
                grown = self.judge.judge(one.hands, one.gap, SOURCES[one.change], self.walk.steps)
                if grown is not None:
                    found.append(grown.to_dict())
            taken += 1
        return {
            "taken": taken,
            "steps": self.walk.steps,
            "found": found,
            "made": self.walk.made,
            "new": self.walk.new,
            "others": self.judge.others,
        }

    def state(self) -> dict[str, Any]:
        """Return all that is needed to go on, ready for JSON."""
        return {"walk": self.walk.state(), "judge": self.judge.state()}

    def answer(self, steps: int | None, seconds: float | None) -> dict[str, Any]:
        """Advance, or where no seconds are given return the state."""
        return self.state() if seconds is None else self.advance(steps, seconds)


class Here:
    """A walk in this process, asked as one in a process of its own is."""

    def __init__(self, order: dict[str, Any]) -> None:
        self._walker = Walker(order)
        self._asked: tuple[int | None, float | None] = 0, 0

    def ask(self, steps: int | None, seconds: float | None) -> None:
        """Take a question of `Walker.answer`."""
        self._asked = steps, seconds

    def answer(self) -> dict[str, Any]:
        """Answer it."""
        return self._walker.answer(*self._asked)

    def close(self) -> None:
        """Do nothing."""


class There:
    """A walk in a process of its own."""

    def __init__(self, order: dict[str, Any]) -> None:
        source = str(Path(trickloop.__file__).parents[1])
        paths = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": paths, "TRICKLOOP_ENGINE": order["engine"]},
            # In a group of its own, as a Ctrl-C goes to all of a group: the search alone decides what becomes of its
            # walks. To ignore the signal would not do, as it may come while the process still imports.
            process_group=0 if os.name == "posix" else None,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._send(order)

    def ask(self, steps: int | None, seconds: float | None) -> None:
        """Ask a question of `Walker.answer`; the process sets to work."""
        self._send([steps, seconds])

    def answer(self) -> dict[str, Any]:
        """Wait for the answer."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            raise RuntimeError("a process of the search was lost")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _send(self, message: Any) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise RuntimeError("a process of the search was lost") from None


def main() -> None:
    """Walk as the lines of the standard input say."""
    walker = Walker(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        print(json.dumps(walker.answer(*json.loads(line))), flush=True)
