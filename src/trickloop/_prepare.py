"""Check the rules, the hands and the chance of a game, and translate them for an engine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from trickloop import _engine
from trickloop._chance import Rng, brief, key_of
from trickloop.cards import DASH, NUMBER, Hand, HandLike, rank_name, read_hand, read_rest
from trickloop.outcome import Ending, Loop, Outcome
from trickloop.rules import (
    MAX_CARDS,
    BaseRules,
    Camicia,
    Combat,
    EndlessWar,
    RecursiveCombat,
    Rules,
    War,
    chance_in,
    known_cards,
)

Ranks = Mapping[int, int] | Sequence[int] | None

_BYTE = 127
"""The highest rank that both engines play as it is; the core has one byte for a card."""


class Game(NamedTuple):
    """A game that was checked and translated, ready for an engine."""

    rules: Rules
    engine: _engine.Engine
    hands: list[Hand]
    """The cards as they were given; the last are the undealt rest."""
    play: Callable[[], Any]
    """Play it to its end: the engine's game, its ending and its loop."""
    deal: Callable[[], Any]
    """Set it up: the engine's game at its start."""
    ranks: Ranks
    """The rank of each of the engine's cards, where they differ."""


def prepare(rules: Rules, hands: Sequence[HandLike], rest: HandLike, rng: Rng, engine: str | None) -> Game:
    """Check everything and say how an engine plays it.

    Raises
    ------
    TypeError, ValueError, ImportError
        As `trickloop.play` does.
    """
    if not isinstance(rules, BaseRules):
        raise TypeError(f"expected the rules of a game, got {rules!r}")
    runs = _engine.pick(engine)
    if len(hands) != rules.players:
        raise ValueError(f"expected {rules.players} hands, got {len(hands)}")
    _check_chance(rules, rng)
    read = [*(read_hand(hand, seat) for seat, hand in enumerate(hands, 1)), read_rest(rest)]
    if sum(len(hand.ranks) for hand in read) > MAX_CARDS:
        raise ValueError(f"expected at most {MAX_CARDS} cards")
    if read[-1].ranks and not isinstance(rules, (War, EndlessWar)):
        raise ValueError(f"expected no rest in {type(rules).__name__}, where all cards are dealt, got {rest!r:.60}")
    ranks: Ranks
    if isinstance(rules, Camicia):
        cards, ranks, payments = _courts(rules, read[:-1])
        play = partial(runs.camicia.play_camicia, cards, payments)
        deal = partial(runs.camicia.CamiciaGame, cards, payments)
        return Game(rules, runs, read, play, deal, ranks)
    _refuse_number_cards(rules, read)
    if isinstance(rules, Combat):
        _refuse_equal_cards(rules, read)
    if isinstance(rules, EndlessWar):
        _refuse_empty_hands(read)
    # Last of all, as it may advance a generator, which a game that is refused must not.
    key = key_of(rng) if rules.is_random else None
    if isinstance(rules, RecursiveCombat):
        cards, ranks = _small_values(read[:-1])
        play = partial(runs.combat.play_recursive_combat, cards)
        deal = partial(runs.combat.RecursiveCombatGame, cards)
    elif isinstance(rules, Combat):
        cards, ranks = _dense(read[:-1])
        play, deal = partial(runs.combat.play_combat, cards), partial(runs.combat.combat_game, cards)
    elif isinstance(rules, EndlessWar):
        (*cards, left), ranks = _dense(read)
        play = partial(runs.endless.play_endless_war, cards, left, rules.face_down, key, rules.max_rounds)
        deal = partial(runs.endless.EndlessWarGame, cards, left, rules.face_down, key)
    else:
        cards, ranks = _dense(read[:-1])
        terms = rules.face_down, rules.pickup, rules.short, rules.refill, rules.tie, key
        play = partial(runs.war.play_war, cards, *terms, rules.max_rounds)
        deal = partial(runs.war.WarGame, cards, *terms)
    return Game(rules, runs, read, play, deal, ranks)


def _check_chance(rules: Rules, rng: Rng) -> None:
    if rules.is_random and rng is None:
        raise ValueError(f"expected an rng, as {chance_in(rules)} is left to chance, got None")
    if rng is not None and not rules.is_random:
        raise ValueError(f"expected no rng, as nothing is random in {type(rules).__name__}, got {brief(rng)}")


def _refuse_empty_hands(hands: list[Hand]) -> None:
    for seat, hand in enumerate(hands[:-1], 1):
        if not hand.ranks:
            raise ValueError(f"hand {seat}: expected at least one card in EndlessWar, got none")


def _refuse_number_cards(rules: Rules, hands: list[Hand]) -> None:
    for seat, hand in enumerate(hands, 1):
        if hand.texts is not None and DASH in hand.ranks:
            where = "rest" if seat > rules.players else f"hand {seat}"
            position = hand.ranks.index(DASH) + 1
            raise ValueError(
                f"{where}, position {position}: expected a card with a rank in {type(rules).__name__}, got '-'"
            )


def _refuse_equal_cards(rules: Combat, hands: list[Hand]) -> None:
    places: dict[int, tuple[int, int]] = {}
    low = 1 if isinstance(rules, RecursiveCombat) else 0
    for seat, hand in enumerate(hands, 1):
        for position, rank in enumerate(hand.ranks, 1):
            if rank < low:
                raise ValueError(
                    f"hand {seat}, position {position}: expected a value of at least 1 in RecursiveCombat, got {rank}"
                )
            if rank in places:
                raise ValueError(
                    f"hand {seat}, position {position}: expected distinct cards in {type(rules).__name__}, "
                    f"got {rank} again, after hand {places[rank][0]}, position {places[rank][1]}"
                )
            places[rank] = seat, position


def _dense(hands: list[Hand]) -> tuple[list[list[int]], tuple[int, ...] | None]:
    """Replace ranks that do not fit a byte by their places in the order of the ranks."""
    cards = [hand.ranks for hand in hands]
    if _fit_a_byte(cards):
        return cards, None
    ranks = tuple(sorted(set(chain(*cards))))
    return _translate(cards, enumerate(ranks)), ranks


def _small_values(hands: list[Hand]) -> tuple[list[list[int]], Mapping[int, int] | None]:
    """Replace values so high that they can open no sub-game by the lowest such values, in their order."""
    cards = [hand.ranks for hand in hands]
    if _fit_a_byte(cards):
        return cards, None
    values = sorted(chain(*cards))
    size = len(values)
    low = sum(value <= size for value in values)
    ranks = {place - low + size + 1 if place >= low else value: value for place, value in enumerate(values)}
    return _translate(cards, ranks.items()), ranks


def _fit_a_byte(cards: list[list[int]]) -> bool:
    return max(map(max, filter(None, cards)), default=0) <= _BYTE


def _translate(cards: list[list[int]], ranks: Iterable[tuple[int, int]]) -> list[list[int]]:
    codes = {rank: code for code, rank in ranks}
    return [[codes[rank] for rank in hand] for hand in cards]


def _courts(rules: Camicia, hands: list[Hand]) -> tuple[list[list[int]], tuple[int, ...], list[int]]:
    """Replace number cards by 0 and court cards by 1, 2, …, and list what each of these demands."""
    codes = rules._codes
    cards = []
    for seat, hand in enumerate(hands, 1):
        try:
            cards.append([codes[rank] for rank in hand.ranks])
        except KeyError as error:
            position = hand.ranks.index(error.args[0])
            card = hand.texts[position] if hand.texts else hand.ranks[position]
            raise ValueError(
                f"hand {seat}, position {position + 1}: expected {known_cards(rules)}, got {card!r}"
            ) from None
    return cards, (NUMBER, *rules.payments), [0, *rules.payments.values()]


def card_text(rules: Rules, rank: int) -> str:
    """Write a card that was given as an integer: in Combat the number itself, in Camicia 0 as ``-``."""
    if isinstance(rules, Combat):
        return str(rank)
    return "-" if rank == NUMBER and isinstance(rules, Camicia) else rank_name(rank)


def outcome_of(prepared: Game, game: Any, ending: Ending, loop: Loop | None) -> Outcome:
    """Name what came out of a game, in ranks and in seats from 1."""
    undealt = tuple(prepared.hands[-1].ranks) if isinstance(prepared.rules, War) else ()
    outcome: Outcome = prepared.engine.quick.outcome_of(game, ending, loop, prepared.ranks, undealt)
    return outcome
