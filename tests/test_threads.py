"""Objects that several threads share: each thread gets what one alone would get."""

import inspect
import sys
from collections.abc import Callable, Iterator
from threading import Barrier, Lock, Thread
from typing import Any

import numpy as np
import pytest

import trickloop as tl
from conftest import needs_core
from games import GAMES, random_hands
from many import RULES
from programs import program
from trickloop import _rows, loops, puzzles, records, table

THREADS = 4
SEATS = {"War": tl.War(3, pickup="as-revealed"), **{name: GAMES[name] for name in ("Combat", "Camicia")}}


@pytest.fixture(autouse=True)
def _often() -> Iterator[None]:
    """Let the threads take turns as often as the interpreter can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(call: Callable[[int], Any], threads: int = THREADS) -> list[Any]:
    """Call a function with 0, 1, … in threads that begin together; return what they return, or raise what one did."""
    results: list[Any] = [None] * threads
    raised: list[BaseException] = []
    barrier = Barrier(threads)

    def work(number: int) -> None:
        barrier.wait(60)
        try:
            results[number] = call(number)
        except BaseException as error:
            raised.append(error)

    started = [Thread(target=work, args=(number,), daemon=True) for number in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join(120)
        assert not thread.is_alive()
    if raised:
        raise raised[0]
    return results


def hands_of(rules: Any, seed: int) -> list[list[int]]:
    """Deal a few cards; distinct ones for Combat."""
    cards = {"Combat": range(1, 21), "RecursiveCombat": range(1, 12)}.get(type(rules).__name__, rules.pack.cards)
    return random_hands(seed, list(cards), seats=rules.players)


class TestGames:
    @pytest.mark.parametrize("name", GAMES)
    def test_rules_that_nobody_has_played_by(self, engine: str, name: str) -> None:
        # What they know about themselves is worked out by whoever plays first.
        rules = type(GAMES[name])()
        games = [hands_of(rules, seed) for seed in range(20 if engine == "core" else 4)]
        expected = [tl.play(type(rules)(), *hands, engine=engine) for hands in games]
        for played in at_once(lambda _: [tl.play(rules, *hands, engine=engine) for hands in games]):
            assert played == expected

    def test_hands_that_are_lists(self, engine: str) -> None:
        left, right = hands_of(tl.Camicia(), 5)
        expected = tl.play(tl.Camicia(), left, right)
        results = at_once(lambda _: [tl.play(tl.Camicia(), left, right, engine=engine) for _ in range(20)])
        assert all(played == [expected] * 20 for played in results)

    def test_a_hand_that_another_thread_changes(self, engine: str) -> None:
        # It is read once, so that the game is one of the two; a card more or less on the way would be another game.
        hand, other = [14, 3, 9, 12] * 6, [13, 2, 9, 11] * 6
        legal = {tl.play(tl.War(), cards, other) for cards in ([*hand], [*hand, 5], hand[:-1])}
        done = False

        def call(number: int) -> set[Any]:
            nonlocal done
            if number:
                while not done:
                    # Too large for what was allocated, and back again: the list moves.
                    hand.append(5)
                    hand.pop()
                return set()
            try:
                return {tl.play(tl.War(), hand, other, engine=engine) for _ in range(300 if engine == "core" else 20)}
            finally:
                done = True

        found = at_once(call, 2)[0]
        assert found
        assert found <= legal

    def test_a_generator_gives_different_games(self) -> None:
        # As many words are drawn as by one thread; who gets which is open.
        rng = np.random.default_rng(8)
        keys = at_once(lambda _: [tl.play(tl.War.bicycle(), [9] * 9, [9] * 8 + [3], rng=rng).rounds for _ in range(9)])
        assert all(rounds > 0 for each in keys for rounds in each)
        again = np.random.default_rng(8)
        again.bit_generator.random_raw(2 * THREADS * 9)
        assert rng.bit_generator.state == again.bit_generator.state


class TestRounds:
    @pytest.mark.parametrize("name", SEATS)
    def test_each_round_goes_to_one_thread(self, engine: str, name: str) -> None:
        rules = SEATS[name]
        hands = hands_of(rules, 12)
        expected = list(tl.trace(rules, *hands, engine=engine))
        assert len(expected) > 8
        rounds = tl.trace(rules, *hands, engine=engine)
        taken = at_once(lambda _: list(rounds))
        for each in taken:
            assert [one.number for one in each] == sorted(one.number for one in each)
        assert sorted((one for each in taken for one in each), key=lambda one: one.number) == expected

    def test_a_round_within_a_round_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # As where a handler of a signal asks for one: the thread is not to wait for itself.
        from trickloop import _trace

        rounds = tl.trace(tl.War(), "A K", "Q J")
        monkeypatch.setattr(_trace, "_lay", lambda *_: next(rounds))
        with pytest.raises(ValueError, match="generator already executing"):
            next(rounds)


class TestCards:
    def test_a_pack(self) -> None:
        pack = tl.Pack("36- 4J 4Q 4K 4A")
        indices = [0, 1, 10**20, pack.deals - 1]
        for found in at_once(lambda _: [pack.rank(pack.unrank(index)) for index in indices]):
            assert found == indices
        assert set(at_once(lambda _: (pack.size, pack.deals, str(pack), hash(pack)))) == {
            (52, pack.deals, "36- 4J 4Q 4K 4A", hash(pack))
        }

    def test_records(self) -> None:
        records._load.cache_clear()
        found = at_once(lambda _: [(each.name, each.rounds) for each in records.RECORDS])
        assert len(found[0]) > 20
        assert found == [found[0]] * THREADS
        assert at_once(lambda _: records.get("zanotto-2017").deals) == [90] * THREADS

    def test_puzzles(self) -> None:
        # The examples of the day: 306 and 291.
        text = "Player 1:\n9\n2\n6\n3\n1\n\nPlayer 2:\n5\n8\n4\n7\n10\n"

        def scores(_: int) -> tuple[int, int]:
            hands = puzzles.parse_crab_combat(text)
            return tl.play(tl.Combat(), *hands).score, tl.play(tl.RecursiveCombat(), *hands).score

        assert at_once(scores) == [(306, 291)] * THREADS


class TestManyGames:
    @pytest.mark.parametrize("name", RULES)
    def test_batches_at_the_same_time(self, name: str) -> None:
        rules, games = RULES[name], 300
        expected = tl.simulate(rules, games=games, rng=3)
        for outcomes in at_once(lambda number: tl.simulate(rules, games=games, rng=3, workers=1 + number % 2)):
            assert outcomes == expected

    def test_columns_that_are_made_when_they_are_asked_for(self) -> None:
        def look(outcomes: Any) -> tuple[Any, ...]:
            some = outcomes[outcomes.rounds > 40]
            return (
                outcomes.ending.tolist(),
                outcomes.index.tolist(),
                outcomes.deals.tolist(),
                outcomes[7],
                [*outcomes[:3]],
                some.deals.tolist(),
                some.summary(),
                outcomes.summary(),
                outcomes.to_dict(),
                outcomes._repr_html_(),
            )

        expected = look(tl.simulate(tl.Camicia(), games=200, rng=4))
        shared = tl.simulate(tl.Camicia(), games=200, rng=4)
        assert at_once(lambda _: look(shared)) == [expected] * THREADS

    def test_summaries(self) -> None:
        parts = [tl.simulate(tl.Camicia(), games=500, rng=seed).summary() for seed in range(3)]

        def look(parts: list[Any]) -> tuple[Any, ...]:
            whole = sum(parts)
            values = [whole.rounds.mean(), whole.rounds.quantile([0.1, 0.5]), whole.cards.max(), parts[0].rounds.std()]
            return whole, str(values), whole.to_json(), tl.Summary.from_json(whole.to_json())

        expected = look([tl.Summary.from_json(part.to_json()) for part in parts])
        assert at_once(lambda _: look(parts)) == [expected] * THREADS

    def test_deals_that_another_thread_changes(self) -> None:
        # Cards beyond what was looked at would be read beyond the tables of an engine.
        rows = np.tile(np.arange(52, dtype=np.int64) % 13, (2000, 1))
        done = False

        def call(number: int) -> int:
            nonlocal done
            played = 0
            if number:
                while not done:
                    rows[:, 7:] = 10**9 - rows[:, 7:]
                return 0
            try:
                for _ in range(40):
                    try:
                        played += len(tl.simulate(tl.War(pickup="high-low", max_rounds=50), rows))
                    except ValueError as error:
                        assert str(error) == "expected deals that do not change while they are read"  # noqa: PT017
            finally:
                done = True
            return played

        assert at_once(call, 2)[0] % len(rows) == 0

    @pytest.mark.parametrize("card", [-1, 200])
    def test_deals_that_change_after_they_were_looked_at(self, monkeypatch: pytest.MonkeyPatch, card: int) -> None:
        rows = np.tile(np.arange(1, 11), (5, 1))
        kind = _rows.dtype_for

        def change(highest: int) -> Any:
            rows[3, 2] = card
            return kind(highest)

        monkeypatch.setattr(_rows, "dtype_for", change)
        with pytest.raises(ValueError, match="expected deals that do not change while they are read"):
            tl.simulate(tl.War(), rows)

    def test_deals_of_objects_stay_as_they_are(self) -> None:
        rows = np.array([[np.int8(3), np.int16(4)], [5, 6]], object)
        assert tl.simulate(tl.Combat(), rows).rounds.tolist() == [1, 1]
        assert [type(card) for card in rows[0]] == [np.int8, np.int16]


class TestLoops:
    def test_what_is_worked_out_of_a_loop(self) -> None:
        cycle = loops.loop_of(tl.Combat(), [43, 19], [2, 29, 14])
        found = loops.ancestors(tl.Camicia(), loops.State(([11, 0, 0], [0]), 1))

        def look(_: int) -> tuple[Any, ...]:
            return cycle.states, cycle.id, found.states, found.depths, found.cards, found.deals

        results = at_once(look)
        assert len(results[0][0]) == cycle.length == 6
        assert results == [look(0)] * THREADS


class TestTable:
    @pytest.mark.parametrize("kind", [table.WarGame, table.EndlessWarGame])
    def test_a_game_behind_a_lock(self, kind: Any) -> None:
        alone = kind(table.Deck(4, 13), 4, rng=1)
        expected = [alone.play_round().draws for _ in range(4 * 25)]
        shared, lock = kind(table.Deck(4, 13), 4, rng=1), Lock()
        results: list[Any] = []

        def play(_: int) -> None:
            for _ in range(25):
                with lock:
                    results.append(shared.play_round().draws)

        at_once(play)
        assert results == expected
        assert shared == alone

    def test_a_deck_without_a_lock_gives_each_card_once(self) -> None:
        deck = table.Deck(4, 250)

        def deal(_: int) -> list[table.Card]:
            dealt = []
            while deck.current_size > THREADS:
                dealt.append(deck.deal())
            return dealt

        dealt = [card for each in at_once(deal) for card in each]
        assert sorted([*dealt, *deck], key=str) == sorted(table.Deck(4, 250), key=str)


@needs_core
def test_public_names_that_are_first_used_by_several_threads() -> None:
    text = """
        import sys
        from threading import Barrier, Thread
        import trickloop as tl
        sys.setswitchinterval(1e-6)
        barrier, found = Barrier(8), []
        def work(number):
            barrier.wait()
            found.append([id(getattr(tl, name)) for name in sorted(tl.__all__, reverse=number % 2)][:: (-1) ** number])
            found.append(tl.simulate(tl.War(), games=100, rng=1).rounds.sum())
        threads = [Thread(target=work, args=(number,)) for number in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        print(len(found), len({str(each) for each in found}))
    """
    with program(inspect.cleandoc(text)) as done:
        out, error = done.communicate(timeout=120)
    assert (out, error) == ("16 2\n", "")
