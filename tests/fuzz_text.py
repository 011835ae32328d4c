"""Mangled texts: notations, puzzle files and JSON, of which nothing is to come but a value or an error of ours.

``python tests/fuzz_text.py --seconds 600`` looks for a text that does something else, and prints it. Where atheris is
installed it steers by the lines that a text reaches; elsewhere hypothesis makes up the texts. ``--plain`` is without
atheris in any case. It is no test of the suite: what it found has tests of its own.
"""

import argparse
import gc
import json
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType

import trickloop as tl
from trickloop import puzzles, records
from trickloop._grow import _load, _text
from trickloop.cards import read_hand

MOST_SECONDS = 5.0
"""A text of so few characters is read, and its game played, in some thousandths of a second."""
MOST_KILOBYTES = 1 << 20
LONGEST = 4000
FEW = 60
"""Characters of a deal whose game is played: a game of Recursive Combat takes longer with every card."""

SUMMARIES = [
    tl.summarize(tl.War(max_rounds=50), 20, rng=1).to_json(),
    tl.sweep(tl.Camicia(tl.Pack("2- J Q")), endless=3).to_json(),
    tl.simulate(tl.EndlessWar(3, max_rounds=9), games=3, rng=5).summary(2).to_json(),
]
SAMPLES = {
    "notation": ["A 9 10 3", "AS 9H HA A\u2660", "--K-Q", "36- 4J 4Q 4K 4A", "4x9 2*10", "43 19", "A,9,T,3"],
    "puzzles": ["Player 1:\n9\n2\n\nPlayer 2:\n5\n8\n", "\ufeff43 19\r\n\r\n2 29 14", "H2 D4 S3 SJ", "3 1\n2 4"],
    "summary": SUMMARIES,
    "search": [_text({"format": "trickloop grow", "version": 1, "check": "0", "seed": 1})],
}
OWN = re.compile(r"expected|unknown card|part [12] never ends")
"""What is in every message of ours: mostly what was expected."""


def refused(call: Callable[[], object]) -> bool:
    """Say whether a call raises an error of ours; any other error goes through."""
    try:
        call()
    except (ValueError, TypeError) as error:
        if type(error) not in (ValueError, TypeError) or not OWN.search(str(error)):
            raise AssertionError(f"an error that is not ours: {error!r}") from error
        return True
    return False


def check_notation(text: str) -> None:
    """Read a text as a hand, as a pack and as the name of a record; what was read is written and read again."""
    if not refused(lambda: tl.Pack(text)):
        pack = tl.Pack(text)
        assert tl.Pack(str(pack)) == pack
        if pack.size <= 1000:
            assert pack.unrank(pack.rank(pack.cards)) == pack.cards
            assert pack.rank(pack.unrank(pack.deals - 1)) == pack.deals - 1
    if not refused(lambda: read_hand(text, 1)):
        hand = read_hand(text, 1)
        assert hand.texts is not None
        assert read_hand(" ".join(hand.texts), 1) == hand
        left, right = text[: len(text) // 2], text[len(text) // 2 :]
        for rules in (tl.War(max_rounds=200), tl.War.csc427(max_rounds=200), tl.Camicia(), tl.Combat()):
            rng = 1 if rules.is_random else None
            refused(lambda rules=rules, rng=rng: tl.play(rules, left, right, rng=rng))
        if len(text) < FEW:
            refused(lambda: tl.play(tl.RecursiveCombat(), left, right))
    refused(lambda: records.get(text))


def check_puzzles(text: str) -> None:
    """Read a text as the input of every puzzle."""
    if not refused(lambda: puzzles.parse_crab_combat(text)):
        decks = puzzles.parse_crab_combat(text)
        assert puzzles.parse_crab_combat("\n\n".join(" ".join(map(str, deck)) for deck in decks)) == decks
        if len(text) < FEW:
            refused(lambda: puzzles.crab_combat(text))
    refused(lambda: puzzles.beggar_uva162(text))
    left, _, right = text.partition("\n")
    for puzzle in (puzzles.camicia, puzzles.winamax, puzzles.soldiers):
        refused(lambda puzzle=puzzle: puzzle(left, right))
    refused(lambda: puzzles.simulate_war(left, right, 200))


def check_summary(text: str) -> None:
    """Read a text as a saved summary; what was read is written as it was, and can be looked at and added up."""
    if refused(lambda: tl.Summary.from_json(text)):
        return
    summary = tl.Summary.from_json(text)
    assert json.loads(summary.to_json()) == json.loads(text)
    assert repr(summary).startswith("Summary(")
    assert summary._repr_html_().startswith("<table>")
    refused(lambda: summary + summary)
    refused(lambda: summary.rounds.quantile([0, 0.5, 1]))
    assert summary.rounds_of().games == summary.games == sum(summary.winners.values())


def check_search(text: str) -> None:
    """Read a text as the file of a search."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", errors="surrogatepass", newline="") as file:
        file.write(text)
        file.flush()
        refused(lambda: _load(file.name))


CHECKS = {"notation": check_notation, "puzzles": check_puzzles, "summary": check_summary, "search": check_search}


def check(name: str, text: str) -> None:
    """Check a text, and how long that took and how much memory."""
    began, before = time.perf_counter(), peak()
    try:
        CHECKS[name](text)
    except BaseException:
        print(f"found by {name}: {text!r}", file=sys.stderr)
        raise
    took, more = time.perf_counter() - began, peak() - before
    assert took < MOST_SECONDS, f"{took:.1f} s for {name} of {text!r}"
    assert more < MOST_KILOBYTES, f"{more} KB for {name} of {text!r}"


def peak() -> int:
    """Return the most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def change(rng: random.Random, text: str, pool: str) -> str:
    """Change a text at some places: characters, numbers, and what stands between two places."""
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 1, 1, 3, 20)))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + rng.choice(pool) + text[end:]
        elif kind == 1:
            text = text[:at] + text[end:]
        elif kind == 2:
            text = text[:at] + text[at:end] * rng.choice((2, 3, 50)) + text[end:]
        elif kind == 3 and (found := [*re.finditer(r"-?\d+", text)]):
            one = rng.choice(found)
            text = text[: one.start()] + rng.choice(NUMBERS) + text[one.end() :]
        else:
            other = rng.choice([sample for samples in SAMPLES.values() for sample in samples])
            start = rng.randrange(len(other))
            text = text[:at] + other[start : start + rng.choice((1, 5, 40))] + text[at:]
    return text[:LONGEST]


NUMBERS = ["0", "-1", "1", "2", "17", "127", "128", "1e3", "1.5", "null", "true", '"1"', "[]", "{}", "NaN", "-Infinity"]
NUMBERS += [str(2**bits) for bits in (15, 16, 31, 32, 63, 64, 70)] + ["9" * 601, "9" * 4301]
POOL = "0123456789AKQJTxX*- ,\t\n\r\x00\x1c\x85\u2028\ufeff\u2660\u212a\u017f\u0661\ud800\U0001f0a1[]{}:\"'\\.eE+"


def fuzz_with_hypothesis(seconds: float) -> int:
    """Check texts that hypothesis makes up, and samples that are changed at random."""
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis import strategies as st

    end, count = time.monotonic() + seconds, 0
    texts = st.text(st.sampled_from(POOL) | st.characters(), max_size=200)

    @settings(
        max_examples=200,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.sampled_from([*CHECKS]), texts, st.randoms(use_true_random=False))
    def one(name: str, text: str, rng: random.Random) -> None:
        nonlocal count
        count += 2
        check(name, text)
        check(name, change(rng, rng.choice(SAMPLES[name]), POOL))

    turn = 0
    while time.monotonic() < end:
        seed(turn)(one)()
        turn += 1
    return count


def fuzz_with_atheris(seconds: float) -> None:
    """Check texts that atheris makes of the samples, steered by the lines that they reach; it ends the process."""
    import atheris

    folder = Path(tempfile.mkdtemp())
    for number, name in enumerate(CHECKS):
        for place, sample in enumerate(SAMPLES[name]):
            (folder / f"{name}-{place}").write_bytes(bytes([number]) + sample.encode(errors="surrogatepass"))
    # Ours alone: to see the lines of all that is loaded takes minutes to begin with.
    for one_of_ours in gc.get_objects():
        if isinstance(one_of_ours, FunctionType) and str(one_of_ours.__module__).startswith("trickloop"):
            atheris.instrument_func(one_of_ours)

    def one(data: bytes) -> None:
        names = [*CHECKS]
        if data:
            check(names[data[0] % len(names)], data[1:].decode("utf-8", "surrogateescape"))

    words = [sys.argv[0], f"-max_total_time={seconds:.0f}", f"-max_len={LONGEST}", "-timeout=60", str(folder)]
    atheris.Setup(words, one)
    atheris.Fuzz()


def main() -> None:
    """Fuzz for some time."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--plain", action="store_true", help="do without atheris")
    options = parser.parse_args()
    if options.plain or find_spec("atheris") is None:
        count = fuzz_with_hypothesis(options.seconds)
        print(f"{count} texts and no finding")
    else:
        fuzz_with_atheris(options.seconds)


if __name__ == "__main__":
    main()
