"""Rows, keys and columns between pages that must not be touched, and Ctrl-C in the middle of a batch."""

import inspect
import sys

import pytest

from conftest import needs_core
from programs import interrupt, program

pytestmark = [
    needs_core,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pages are protected by Linux's mprotect"),
]

GUARDED = """
    import ctypes, mmap
    import numpy as np
    from trickloop import _engine
    from trickloop._columns import Columns
    core = _engine.load("core")
    libc = ctypes.CDLL(None, use_errno=True)
    PAGE = mmap.PAGESIZE
    rng = np.random.default_rng(1)

    def guarded(shape, dtype, at_end):
        '''An array that begins behind a page that must not be touched, or ends before one.'''
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        pages = -(-size // PAGE) + 2
        memory = mmap.mmap(-1, pages * PAGE)
        first = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        for page in (0, pages - 1):
            assert libc.mprotect(ctypes.c_void_p(first + page * PAGE), PAGE, mmap.PROT_READ & 0) == 0
        start = (pages - 1) * PAGE - size if at_end else PAGE
        return np.frombuffer(memory, dtype, int(np.prod(shape)), start).reshape(shape)

    def columns(games, seats, at_end):
        kinds = [np.int8] * 2 + [np.int64] * 7
        return Columns(*(
            guarded((games, seats) if name == "round_wins" else (games,), kind, at_end)
            for name, kind in zip(Columns._fields, kinds)
        ))

    def dealt(cards, games, at_end):
        rows = guarded((games, len(cards)), np.int8, at_end)
        core.deal.deal_rows(cards, np.random.PCG64(games), rows)
        return rows
"""
PLAYED = {
    "camicia": """
        for size in (2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 52, 62, 63, 64):
            cards = [0] * (size - size // 3) + [place % 4 + 1 for place in range(size // 3)]
            for games in (1, 2, 3, 24, 63, 64, 65, 70, 130):
                for at_end in (True, False):
                    rows = dealt(cards, games, at_end)
                    for kernel in core.batch.KERNELS:
                        core.batch.choose_kernel(kernel)
                        for first in (1, size // 2, size - 1):
                            into, sizes = columns(games, 2, at_end), [first, size - first]
                            core.batch.play_camicias(rows, sizes, [0, 1, 2, 3, 4], into, bytearray(1))
    """,
    "war": """
        for size in (2, 3, 16, 17, 52, 200, 255, 256):
            for seats in (2, 3, 16):
                for games in (1, 3):
                    for at_end in (True, False):
                        rows = dealt([place % 9 for place in range(size)], games, at_end)
                        keys = guarded((games,), np.uint64, at_end)
                        for pickup in ("winner-first", "as-revealed", "high-low", "random"):
                            into = columns(games, seats, at_end)
                            terms = [size // seats] * seats, 1, pickup, "longest", None, "war"
                            some = keys if pickup == "random" else None
                            core.batch.play_wars(rows, *terms, some, 1000, into, bytearray(1))
    """,
    "other games": """
        for size in (4, 5, 52):
            for at_end in (True, False):
                rows, keys = dealt([*range(1, size + 1)], 3, at_end), guarded((3,), np.uint64, at_end)
                sizes = [size // 2, size // 2]
                for name, terms in (
                    ("play_wars", (sizes, 1, "high-low", "lose", "shuffle", "war", keys, 300)),
                    ("play_endless_wars", (sizes, 1, keys, 100)),
                    ("play_combats", ([size // 2, size - size // 2],)),
                    ("play_recursive_combats", ([size // 2, size - size // 2],) if size < 10 else ([1, size - 1],)),
                ):
                    getattr(core.batch, name)(rows, *terms, columns(3, 2, at_end), bytearray(1))
    """,
}


@pytest.mark.parametrize("name", PLAYED)
def test_nothing_beside_the_arrays_is_touched(name: str) -> None:
    text = "\n".join(map(inspect.cleandoc, (GUARDED, PLAYED[name], "print('played')")))
    with program(text) as done:
        out, error = done.communicate(timeout=120)
    assert (out, error, done.returncode) == ("played\n", "", 0)


LONG = {
    # Each alone takes the rings some hundredths of a second, after the kernel has given it up.
    "loops that outgrow the buffers": (
        "tl.War(face_down=3, pickup='seat-order', max_rounds=10**9)",
        "A78Q93A7Q38T24T6T4J49823J5Q5J96K2Q62KAA7459KT675J38K",
    ),
    "endless games of Camicia": ("tl.Camicia()", "---K---Q-KQAJ-----AAJ--J------------Q----KQ-J-----KA"),
    "too many court cards": ("tl.Camicia()", "-J" * 32),
    "limits": ("tl.War(max_rounds=60)", "A2K3Q4J5" * 6),
    "wide cards": ("tl.War(pickup='seat-order', face_down=1)", "AKQJT98765432" * 4),
}
ADDED = {"wide cards": 1000}


@pytest.mark.parametrize(("name", "workers"), [*((name, 1) for name in LONG), (next(iter(LONG)), 2)])
def test_ctrl_c_where_quick_games_are_followed_by_slow_ones(name: str, workers: int) -> None:
    # Quick games first, so that the chunks are long when the slow ones begin.
    rules, cards = LONG[name]
    text = f"""
        import signal
        signal.signal(signal.SIGINT, signal.default_int_handler)
        import numpy as np
        import trickloop as tl
        row = np.array(["-__3456789TJQKA".index(card) if card != "2" else 2 for card in {cards!r}])
        quick = np.tile(np.where(np.arange(len(row)) < len(row) // 2, row.max(), row.min()), (20_000, 1))
        rows = np.concatenate([quick, np.tile(row, (30_000, 1))]) + {ADDED.get(name, 0)}
        rows = rows.astype(np.int16)
        tl.simulate({rules}, quick[:100], workers=2)
        print("playing", flush=True)
        while True:
            tl.simulate({rules}, rows, workers={workers})
    """
    assert interrupt(inspect.cleandoc(text), after=0.5) < 1
