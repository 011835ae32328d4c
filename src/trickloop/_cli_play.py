"""``trickloop play``: one game, told in a few lines, round by round, or as JSON."""

import json
import os
import secrets
import textwrap
from argparse import Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import chain
from typing import Any, NamedTuple

from trickloop import _engine
from trickloop._chance import key_of
from trickloop._cli_account import account
from trickloop._cli_index import check_order, order_of, read_index, write_cards, write_index
from trickloop._cli_options import Parser, add_rule_options, find_rules, mark_hands, read_count, read_rules, unmark
from trickloop._deals import deal_into, game_key, places_of, read_games
from trickloop._play import play, trace
from trickloop._reference.chance import Words, random_order
from trickloop._reference.deal import BLOCK
from trickloop._rows import sizes_of
from trickloop._tally import cut
from trickloop.cards import rank_name, read_hand
from trickloop.outcome import Ending, Outcome, Round
from trickloop.rules import MAX_CARDS, Camicia, Combat, EndlessWar, Rules, War, describe

WIDTH = 80
LABEL = 13
_SHOWN = 60
"""Hands of more cards are counted and not shown, unless they were dealt."""
SUITS = "CDHS"
OPTIONS = ("--seed", "--game", "--index", "--order", "--trace", "--json", "--engine")
"""Those that are not fields of the rules."""
SEED_BITS = 53
"""A fresh seed is short enough to be typed again, and every reader of JSON takes it as it is."""

_EXAMPLES = """\
examples:
  trickloop play war "A 9 3 4" "K 9 7 2" --trace
  trickloop play gameofwar --players 4 --seed 1 --trace
  trickloop play camicia --seed 42 --game 297
  trickloop play camicia --pack "14- 2J 2Q 2K" --index 246414
  trickloop play csc427 --seed 7 --trace
  trickloop play endless-war --max-rounds 1e6
  trickloop play camicia "J 2 3" "4 J 5" --trace
  trickloop play camicia ---K---Q-KQAJ-----AAJ--J-- ----------Q----KQ-J-----KA
  trickloop play camicia --pack "36- 4J 4Q 4K 4A" --payments "J=1 Q=2 K=3 A=4"
"""


class Table(NamedTuple):
    """A game that is set up."""

    rules: Rules
    hands: list[list[str]]
    """The cards as they are written."""
    rest: list[str]
    """The cards that were left over."""
    seed: int | None
    """The seed of the deal and of the chance in the game, or ``None`` where there is neither."""
    game: int
    """Which game of the seed it is."""
    is_fresh: bool
    """Whether the seed was drawn for this game."""
    is_dealt: bool
    """Whether the hands were dealt at random, and neither given nor those of an index."""
    deal_index: int | None = None
    order: str | None = None
    """Which deal of the pack it is, and in which order of the ranks."""

    @property
    def chance(self) -> dict[str, Any]:
        """What a game needs besides its hands: the rest, and the seed where something is left to chance."""
        rng: dict[str, Any] = {}
        if self.rules.is_random and self.seed is not None:
            rng["rng"] = game_key(self.seed, self.game) if self.is_dealt else self.seed
        return {"rest": self.rest, **rng} if self.rest else rng


def run(words: list[str]) -> int:
    """Play the game that the arguments ask for."""
    parser = _parser()
    args, unknown = parser.parse_known_intermixed_args(mark_hands(words))
    unmark(args)
    rules = read_rules(args, unknown, OPTIONS)
    engine = _engine.pick(args.engine)
    table = _set_up(rules, args)
    if args.json:
        _print_json(table, engine.name, args.trace)
    else:
        _print_text(table, engine.name, args)
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="trickloop play",
        usage="trickloop play RULES [HAND HAND ...] [options]",
        description="Play one game, with the hands given, top card first, or dealt at random.\n"
        "A hand may begin with '-'. 'trickloop rules' lists the rules and their options.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    games = "war, combat, recursive-combat, camicia, or a preset like winamax"
    parser.add_argument("RULES", nargs="?", help=games)
    parser.add_argument("HAND", nargs="*", help='"A 9 10 3", "A9T3", "AS 9H"; in Camicia also "--K-Q"')
    parser.add_argument("--seed", metavar="N", help="deal and play with this seed; the same seed is the same game")
    parser.add_argument("--game", metavar="K", help="game K of the seed, counted from 0, as in 'trickloop simulate'")
    parser.add_argument("--index", metavar="N", help="play deal N of the pack, counted from 0, as in 'trickloop rank'")
    parser.add_argument("--order", metavar="CARDS", help="the order of the ranks that --index counts in")
    parser.add_argument("--trace", action="store_true", help="show every round")
    parser.add_argument("--json", action="store_true", help="one JSON object; with --trace one a round first")
    parser.add_argument("--engine", choices=_engine.NAMES, help="which engine plays; the answer is the same")
    add_rule_options(parser)
    return parser


def _set_up(rules: Rules, args: Namespace) -> Table:
    hands = args.HAND
    # One word too many, and "--" among them: it was meant to end the options, as it does elsewhere.
    if len(hands) == rules.players + 1 and hands[0] == "--":
        hands = hands[1:]
    check_order(args)
    if hands and args.index is not None:
        raise ValueError("expected no --index with hands that are given")
    is_given = bool(hands) or args.index is not None
    given = "hands that are given" if hands else "--index"
    if is_given and args.seed is not None and not rules.is_random:
        raise ValueError(f"expected no --seed with {given}, as nothing is left to chance")
    is_fresh = args.seed is None
    seed = secrets.randbits(SEED_BITS) if is_fresh else read_count(args.seed, "--seed")
    if seed < 0:
        raise ValueError(f"expected --seed to be at least 0, got {seed}")
    if args.game is not None and (is_given or is_fresh):
        raise ValueError(f"expected no --game with {given}" if is_given else "expected --seed with --game")
    game = 0 if args.game is None else read_games("--game", read_count(args.game, "--game"))
    if hands:
        texts = [read_hand(hand, seat).texts or [] for seat, hand in enumerate(hands, 1)]
        return Table(rules, texts, [], seed if rules.is_random else None, 0, is_fresh, False)
    check_pack(rules)
    if args.index is not None:
        index = read_index(args.index, "--index")
        texts, left = _cut(rules, write_cards(rules, rules.pack.unrank(index, args.order)))
        return Table(rules, texts, left, seed if rules.is_random else None, 0, is_fresh, False, index, args.order)
    import numpy as np

    pack = rules.pack
    places = np.empty((1, pack.size), np.int32)
    deal_into(places, places_of(pack), seed, game)
    ranks = [pack.counts[place][0] for place in places[0].tolist()]
    cards = _with_suits(rules, ranks, seed, game) if _is_account(args) else write_cards(rules, ranks)
    texts, left = _cut(rules, cards)
    return Table(rules, texts, left, seed, game, is_fresh, True)


def _cut(rules: Rules, cards: list[str]) -> tuple[list[list[str]], list[str]]:
    hands, left = cut(tuple(cards), sizes_of(rules, len(cards), None))
    return [*map(list, hands)], list(left)


def check_pack(rules: Rules) -> None:
    """Refuse a pack that leaves somebody without a card."""
    if not rules.players <= rules.pack.size <= MAX_CARDS:
        raise ValueError(f"expected a pack of {rules.players} to {MAX_CARDS} cards, got {rules.pack.size}")


def _with_suits(rules: Rules, ranks: list[int], seed: int, game: int) -> list[str]:
    """Write cards with suits in random order, where there are enough of them; suits never matter."""
    if any(count > len(SUITS) for _, count in rules.pack.counts):
        return write_cards(rules, ranks)
    import numpy as np

    block, place = divmod(game, BLOCK)
    words = Words(key_of(np.random.SeedSequence(seed, spawn_key=(block, 2, place))))
    suits = {rank: [SUITS[place] for place in random_order(count, words)] for rank, count in rules.pack.counts}
    return [("T" if rank == 10 else rank_name(rank)) + suits[rank].pop() for rank in ranks]


def _is_account(args: Namespace) -> bool:
    return find_rules(args.RULES)[0] == "csc427"


def _print_text(table: Table, engine: str, args: Namespace) -> None:
    outcome = play(table.rules, *table.hands, **table.chance, engine=engine)
    for label, value in _before(table):
        print_row(label, value)
    print()
    if args.trace:
        rounds = trace(table.rules, *table.hands, **table.chance, engine=engine)
        lines: Iterable[object] = rounds
        if isinstance(table.rules, Camicia):
            lines = _table(table, engine, rounds)
        elif _is_account(args):
            lines = account(rounds)
        for line in lines:
            print(line)
        print()
    for label, value in _after(table.rules, outcome):
        print_row(label, value)
    print_row("engine", engine_text(engine, args.engine))


def print_row(label: str, value: str) -> None:
    first, margin = f"{label:<{LABEL}}", " " * LABEL
    print(textwrap.fill(value, WIDTH, initial_indent=first, subsequent_indent=margin, break_on_hyphens=False))


def _before(table: Table) -> Iterator[tuple[str, str]]:
    yield "rules", describe(table.rules)
    if table.seed is not None:
        again = "deals" if table.is_dealt else "plays"
        yield "seed", f"{table.seed}" + (f" (--seed {again} it again)" if table.is_fresh else "")
    if table.game:
        yield "game", f"{table.game:,} of this seed"
    if table.deal_index is not None:
        order = "" if table.order is None else f" in the order {table.order}"
        yield "index", f"{write_index(table.deal_index)} of {write_index(table.rules.pack.deals)} deals{order}"
    for seat, texts in enumerate(table.hands, 1):
        is_shown = table.is_dealt or table.deal_index is not None or len(texts) <= _SHOWN
        yield f"player {seat}", join_cards(table.rules, texts) if is_shown else count_of(len(texts), "card")
    if table.rest:
        yield "left over", join_cards(table.rules, table.rest)


def join_cards(rules: Rules, texts: list[str]) -> str:
    # In Camicia as the records are written, "--K-Q", where that can be read again.
    is_dense = isinstance(rules, Camicia) and all(len(text) == 1 and not text.isdecimal() for text in texts)
    return ("" if is_dense else " ").join(texts)


def unit_of(rules: Rules) -> str:
    """Name a round as the game does."""
    return "trick" if isinstance(rules, Camicia) else "round"


def count_of(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _after(rules: Rules, outcome: Outcome) -> Iterator[tuple[str, str]]:
    unit = unit_of(rules)
    yield "result", _result(outcome, unit)
    wins = [f"player {seat} won {count:,}" for seat, count in enumerate(outcome.round_wins, 1)]
    if sum(outcome.round_wins) < outcome.rounds:
        wins.append(f"nobody {outcome.rounds - sum(outcome.round_wins):,}")
    yield f"{unit}s", f"{outcome.rounds:,} ({', '.join(wins)})"
    yield "cards", f"{outcome.cards:,} laid"
    if isinstance(rules, (War, EndlessWar)):
        yield "wars", f"{outcome.wars:,}"
    if outcome.out_of_play:
        yield "out of play", count_of(len(outcome.out_of_play), "card")
    if outcome.loop is not None:
        start, length = count_of(outcome.loop.start, unit), count_of(outcome.loop.length, unit)
        yield "loop", f"entered after {start}; one turn is {length} and {count_of(outcome.loop.cards, 'card')}"
    if outcome.score is not None and isinstance(rules, Combat):
        yield "score", str(outcome.score)


def _result(outcome: Outcome, unit: str) -> str:
    if outcome.ending is Ending.WIN:
        return f"player {outcome.winner} wins"
    if outcome.ending is Ending.LOOP:
        if outcome.winner:
            return f"player {outcome.winner} wins, as {unit} {outcome.rounds:,} brought back earlier hands"
        return "nobody wins: the game never ends"
    if outcome.ending is Ending.LIMIT:
        return f"nobody wins: undecided when the limit of {count_of(outcome.rounds, unit)} was reached"
    return "nobody wins: the game is a draw"


def engine_text(engine: str, wish: str | None) -> str:
    if engine == "core":
        return "played by the compiled core"
    return f"played by the reference engine ({'as --engine says' if wish else why_reference()})"


def why_reference() -> str:
    """Say why the reference engine plays where no option asks for it."""
    is_named = os.environ.get("TRICKLOOP_ENGINE") == "reference"
    return "as TRICKLOOP_ENGINE says" if is_named else "the core was not compiled"


def _table(table: Table, engine: str, rounds: Iterable[Round]) -> Iterator[str]:
    """Show the tricks of Camicia card by card, each line as soon as its card is played."""
    head = ("Player 1", "Player 2", "Pile", "Penalty due")
    # A game that is played twice needs no memory for its lines, and the columns are as narrow as they can be.
    tricks = trace(table.rules, *table.hands, engine=engine)
    shown = chain([(*table.hands, ())], ((*trick.hands, trick.pile) for trick in tricks))
    widths = [len(title) for title in head[:3]]
    for cells in shown:
        widths = [max(width, len(" ".join(cell))) for width, cell in zip(widths, cells, strict=True)]

    def line(number: object, cells: Sequence[str]) -> str:
        columns = [f"{cell:<{width}}" for cell, width in zip(cells, [*widths, 0], strict=True)]
        return " | ".join([f"{number:>5}", *columns]).rstrip()

    yield line("Round", head)
    hands = tuple(map(tuple, table.hands))
    number = 0
    for trick in rounds:
        for row in trick.table():
            yield line(trick.number, row)
        hands, number = trick.hands, trick.number
    yield line(number + 1, [*(" ".join(hand) or "-" for hand in hands), "-", "-"])


def _print_json(table: Table, engine: str, with_rounds: bool) -> None:
    outcome = play(table.rules, *table.hands, **table.chance, engine=engine)
    if with_rounds:
        for each in trace(table.rules, *table.hands, **table.chance, engine=engine):
            print(json.dumps(_round_to_dict(each), ensure_ascii=False))
    game: dict[str, Any] = {"rules": describe(table.rules), "hands": table.hands}
    if table.seed is not None:
        game |= {"seed": table.seed}
    if table.deal_index is not None:
        game |= {"index": write_index(table.deal_index), "order": order_of(table.rules.pack, table.order)}
    if table.is_dealt or table.deal_index is not None:
        game |= {"left_over": table.rest}
    if table.game:
        game |= {"game": table.game}
    print(json.dumps(game | {"engine": engine, "outcome": outcome.to_dict()}, ensure_ascii=False))


def _round_to_dict(each: Round) -> dict[str, Any]:
    values = {field.name: getattr(each, field.name) for field in fields(each)}
    return values | {
        "lays": [lay._asdict() for lay in each.lays],
        "ending": each.ending and each.ending.value,
    }
