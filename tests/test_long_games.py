"""Long games: they can be stopped, take no more memory than their pack, nest deeply and play in several threads."""

import inspect
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import trickloop as tl
from conftest import on_the_core
from games import random_hands
from programs import interrupt, program


def nested(depth: int) -> tuple[list[int], list[int]]:
    """Deal Recursive Combat so that each round but the last opens a sub-game of the same kind, one card smaller.

    Player 1 holds depth, ..., 2, 1 and one card more; player 2 holds 2 * depth, ..., depth + 1 and then depth + 1
    cards that are higher than all others. The first cards are as high as can be to open a sub-game, and those of the
    sub-game are so again. Player 2 wins them all: he holds the highest card, so that none is cut short, and the rounds
    without a sub-game he wins with the higher card.
    """
    low = 3 * depth + 3
    return [*range(depth, 0, -1), low], [*range(2 * depth, depth, -1), *range(low + 1, low + depth + 2)]


class TestInterrupt:
    """Ctrl-C ends a game at once, wherever it is."""

    # 20,001 distinct cards come back after more rounds than the core plays in four minutes, if ever.
    WAR = """
        import random
        cards = random.Random(1).sample(range(20_001), 20_001)
        rules, hands = tl.War(max_rounds=10**12), (cards[:10_000], cards[10_000:])
    """
    # 16,384 packs of 52: with 64 packs a game has 80,000 to 220,000 tricks, with twice as many four times that.
    CAMICIA = """
        import random
        cards = ([0] * 36 + [11, 12, 13, 14] * 4) * 2**14
        random.Random(1).shuffle(cards)
        rules, hands = tl.Camicia(), (cards[::2], cards[1::2])
    """
    # 2**1000 rounds, and a thousand sub-games in each other before the first of them ends.
    RECURSIVE_COMBAT = """
        hands = {hands!r}
        rules = tl.RecursiveCombat()
    """

    @pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent a SIGINT on Windows")
    @pytest.mark.parametrize("game", ["WAR", "CAMICIA", "RECURSIVE_COMBAT"])
    def test_ctrl_c(self, engine: str, game: str) -> None:
        lines = [
            # A process that a shell started in the background ignores the signal, and so do its children.
            "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)",
            "import trickloop as tl",
            inspect.cleandoc(getattr(self, game)).format(hands=nested(1000)),
            "print('playing', flush=True)",
            f"tl.play(rules, *hands, engine={engine!r})",
        ]
        assert interrupt("\n".join(lines), after=1) < 1


class TestMemory:
    """A game takes memory for its pack and not for its rounds."""

    @staticmethod
    def check(engine: str, rules: str, hands: tuple[str, str], rounds: int) -> None:
        # The highest mark of this process alone: that of `getrusage` begins with that of the parent.
        text = f"""
            import trickloop as tl
            def peak():
                with open("/proc/self/status") as status:
                    return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
            tl.play(tl.War(), "A", "K", engine={engine!r})
            before = peak()
            print(tl.play({rules}, *{hands!r}, engine={engine!r}).rounds)
            print(peak() - before)
        """
        with program(inspect.cleandoc(text)) as done:
            out, error = done.communicate(timeout=120)
        assert error == ""
        played, kilobytes = map(int, out.split())
        assert played == rounds
        assert kilobytes < 20_000

    pytestmark = pytest.mark.skipif(
        not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc/self/status"
    )

    def test_a_loop_of_two_hundred_thousand_rounds(self, engine: str) -> None:
        hands = "KJ763K7T979Q62JK938AQ466QT", "24J23A395T854T8QK82J75AA45"
        self.check(engine, "tl.War(face_down=1, pickup='seat-order')", hands, 211_208)

    @on_the_core
    def test_a_loop_of_more_than_a_million_rounds(self, engine: str) -> None:
        rules = "tl.War(face_down=3, pickup='seat-order', max_rounds=10**9)"
        self.check(engine, rules, ("A78Q93A7Q38T24T6T4J49823J5", "Q5J96K2Q62KAA7459KT675J38K"), 1_153_316)

    @on_the_core
    def test_a_long_game_of_combat(self, engine: str) -> None:
        self.check(engine, "tl.Combat()", tuple(random_hands(2, range(1, 1002))), 16_118_610)


class TestNesting:
    """Sub-games in sub-games need no stack of Python's or of the processor's."""

    def test_deeper_than_the_recursion_limit(self, engine: str) -> None:
        left, right = nested(16)
        text = f"""
            import sys, trickloop as tl
            rules = tl.RecursiveCombat()
            # Import all that is imported when it is first used, as that takes more frames than a game.
            tl.play(rules, [1], [2], engine={engine!r})
            # From here it takes eleven frames to read the hands.
            sys.setrecursionlimit(17)
            game = tl.play(rules, {left}, {right}, engine={engine!r})
            sys.setrecursionlimit(1000)
            print(game.winner, game.ending.name, game.rounds, *game.hands)
        """
        with program(inspect.cleandoc(text)) as done:
            out, error = done.communicate(timeout=60)
        assert error == ""
        taken = [card for pair in zip(right[:16], left[:16], strict=True) for card in pair]
        assert out == f"2 WIN 17 () {(*right[17:], *taken, right[16], left[16])}\n"

    @pytest.mark.parametrize("depth", range(1, 11))
    def test_player_2_wins_every_sub_game(self, engine: str, depth: int) -> None:
        rounds = list(tl.trace(tl.RecursiveCombat(), *nested(depth), engine=engine))
        assert [(round_.winner, round_.sub_game) for round_ in rounds] == [(2, True)] * depth + [(2, False)]

    @on_the_core
    def test_more_sub_games_than_are_played_between_two_looks_at_the_signals(self, engine: str) -> None:
        game = tl.play(tl.RecursiveCombat(), *nested(20), engine=engine)
        assert (game.winner, game.ending, game.rounds) == (2, tl.Ending.WIN, 21)


class TestThreads:
    """Games that are played at once do not disturb each other."""

    GAMES = (
        *((tl.War.gameofwar(), random_hands(seed, tl.Pack.french())) for seed in (11, 33)),
        *((tl.War.gameofwar(5), random_hands(seed, tl.Pack.french(), 5)) for seed in (0, 3)),
        (tl.Combat(), random_hands(0, range(1, 102))),
        *((tl.RecursiveCombat(), random_hands(seed, range(1, 51))) for seed in (0, 3, 39)),
        *((tl.Camicia(), random_hands(seed, [0] * 36 + [11, 12, 13, 14] * 4)) for seed in range(10)),
        *((tl.Camicia(), random_hands(seed, ([0] * 36 + [11, 12, 13, 14] * 4) * 4)) for seed in range(4)),
        # Of more than a thousand tricks each, so long that other threads take their turn meanwhile.
        (tl.Camicia(), ("---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---")),
        (tl.Camicia(), ("-J------Q------AAA-----QQ-", "K----JA-----------KQ-K-JJK")),
        (tl.Camicia(), ("----K---A--Q-A--JJA------J", "-----KK---------A-JK-Q-Q-Q")),
        (tl.Camicia(), ("K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--")),
    )

    def test_the_same_outcomes_in_threads(self, engine: str) -> None:
        def play(place: int) -> tl.Outcome:
            rules, hands = self.GAMES[place]
            return tl.play(rules, *hands, engine=engine)

        def others(thread: int) -> list[int]:
            # Each begins with another game, so that most of the time different games are played.
            order = [(place + thread * count // threads) % count for place in range(count)]
            start.wait()
            return [place for place in order * turns if play(place) != expected[place]]

        count, threads = len(self.GAMES), 4
        turns = 50 if engine == "core" else 1
        start = Barrier(threads)
        expected = [play(place) for place in range(count)]
        with ThreadPoolExecutor(threads) as pool:
            assert [*pool.map(others, range(threads))] == [[]] * threads

    def test_the_same_rounds_in_threads(self, engine: str) -> None:
        def trace(place: int) -> list[Any]:
            rules, hands = self.GAMES[place]
            return list(tl.trace(rules, *hands, engine=engine))

        places = [place for place, (rules, _) in enumerate(self.GAMES) if isinstance(rules, tl.Camicia)]
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(trace, places)) == [trace(place) for place in places]
