"""Play one game: `play` to its end, `trace` round by round."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from trickloop import _engine
from trickloop.cards import DASH, NUMBER, Hand, HandLike, rank_name, read_hand
from trickloop.outcome import Ending, Lay, Outcome, Round
from trickloop.rules import MAX_CARDS, Camicia, Combat, RecursiveCombat, Rules, known_cards

_BYTE = 127
"""The highest rank that both engines play as it is; the core has one byte for a card."""


class _Game(NamedTuple):
    """A game that was checked and translated, ready for an engine."""

    play: Callable[[], Any]
    """Play it to its end: the engine's game, its ending and its loop."""
    deal: Callable[[], Any]
    """Set it up: the engine's game at its start."""
    ranks: Mapping[int, int] | None
    """The rank of each of the engine's cards, where they differ."""
    texts: list[list[str]]
    """How the cards of each hand are written; filled in for `trace` only."""


def play(rules: Rules, *hands: HandLike, rng: None = None, engine: str | None = None) -> Outcome:
    """Play one game to its end.

    Parameters
    ----------
    rules : War, Combat, RecursiveCombat or Camicia
        The game and its house rules.
    *hands : text or sequence of cards
        One hand a player, top first, in any notation of `trickloop.cards`. They are read, never changed.
    rng : None
        Nothing is random in these games.
    engine : {"core", "reference"}, optional
        Which engine plays; the one that `trickloop.ENGINE` names by default. The answer is the same.

    Returns
    -------
    Outcome

    Raises
    ------
    TypeError
        Where `rules` are not rules, a hand is no sequence of cards, or a card neither an integer nor text.
    ValueError
        Where the number of hands is wrong, or a card is not one that the rules know; the message names the hand,
        the position and the card.
    ImportError
        Where `engine` is not installed.

    Examples
    --------
    >>> play(War(), "A 9 3 4", "K 9 7 2").winner
    1
    >>> play(Camicia(), "---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA").loop
    Loop(start=4, length=62, cards=440)
    """
    game = _prepare(rules, hands, rng, engine, with_texts=False)
    end, ending, loop = game.play()
    return _outcome(end, ending, loop, game.ranks)


def trace(rules: Rules, *hands: HandLike, rng: None = None, engine: str | None = None) -> Iterator[Round]:
    """Play one game round by round.

    The arguments are those of `play` and are checked at once. The game is played to its end when the first round
    is asked for, so that the rounds stop where `play` stops; then each round is played as it is asked for.

    Returns
    -------
    iterator of Round
        As many as ``play(...).rounds``; the last one says how the game ended.

    Raises
    ------
    TypeError, ValueError, ImportError
        As `play` does.

    Examples
    --------
    >>> for round in trace(War(face_down=1), "7 3", "7 9 9"):
    ...     print(round)
    1) Player 1: 7 [3]   Player 2: 7 -- war -- player 2 takes 3 (0:5) -- win
    """
    return _rounds(rules, _prepare(rules, hands, rng, engine, with_texts=True))


def _prepare(rules: Rules, hands: Sequence[HandLike], rng: object, engine: str | None, *, with_texts: bool) -> _Game:
    if not isinstance(rules, Rules):
        raise TypeError(f"expected the rules of a game, got {rules!r}")
    if rng is not None:
        raise ValueError(f"expected no rng, as nothing is random in {type(rules).__name__}, got {rng!r}")
    runs = _engine.pick(engine)
    if len(hands) != rules.players:
        raise ValueError(f"expected {rules.players} hands, got {len(hands)}")
    read = [read_hand(hand, seat) for seat, hand in enumerate(hands, 1)]
    if sum(len(hand.ranks) for hand in read) > MAX_CARDS:
        raise ValueError(f"expected at most {MAX_CARDS} cards")
    ranks: Mapping[int, int] | None
    if isinstance(rules, Camicia):
        cards, ranks, payments = _courts(rules, read)
        play = partial(runs.camicia.play_camicia, cards, payments)
        deal = partial(runs.camicia.CamiciaGame, cards, payments)
    else:
        _refuse_number_cards(rules, read)
        if isinstance(rules, Combat):
            _refuse_equal_cards(rules, read)
        if isinstance(rules, RecursiveCombat):
            cards, ranks = _small_values(read)
            play = partial(runs.combat.play_recursive_combat, cards)
            deal = partial(runs.combat.RecursiveCombatGame, cards)
        else:
            cards, ranks = _dense(read)
            if isinstance(rules, Combat):
                play = partial(runs.combat.play_combat, cards)
                deal = partial(runs.combat.combat_game, cards)
            else:
                terms = rules.face_down, rules.pickup, rules.short
                play = partial(runs.war.play_war, cards, *terms, rules.max_rounds)
                deal = partial(runs.war.WarGame, cards, *terms)
    texts = [hand.texts or [card_text(rules, rank) for rank in hand.ranks] for hand in read] if with_texts else []
    return _Game(play, deal, ranks, texts)


def _refuse_number_cards(rules: Rules, hands: list[Hand]) -> None:
    for seat, hand in enumerate(hands, 1):
        if hand.texts is not None and DASH in hand.ranks:
            position = hand.ranks.index(DASH) + 1
            raise ValueError(
                f"hand {seat}, position {position}: expected a card with a rank in {type(rules).__name__}, got '-'"
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


def _dense(hands: list[Hand]) -> tuple[list[list[int]], Mapping[int, int] | None]:
    """Replace ranks that do not fit a byte by their places in the order of the ranks."""
    cards = [hand.ranks for hand in hands]
    if max(map(max, filter(None, cards)), default=0) <= _BYTE:
        return cards, None
    ranks = dict(enumerate(sorted(set(chain(*cards)))))
    return _translate(cards, ranks), ranks


def _small_values(hands: list[Hand]) -> tuple[list[list[int]], Mapping[int, int] | None]:
    """Replace values so high that they can open no sub-game by the lowest such values, in their order."""
    cards = [hand.ranks for hand in hands]
    if max(map(max, filter(None, cards)), default=0) <= _BYTE:
        return cards, None
    values = sorted(chain(*cards))
    size = len(values)
    low = sum(value <= size for value in values)
    ranks = {place - low + size + 1 if place >= low else value: value for place, value in enumerate(values)}
    return _translate(cards, ranks), ranks


def _translate(cards: list[list[int]], ranks: Mapping[int, int]) -> list[list[int]]:
    codes = {rank: code for code, rank in ranks.items()}
    return [[codes[rank] for rank in hand] for hand in cards]


def _courts(rules: Camicia, hands: list[Hand]) -> tuple[list[list[int]], Mapping[int, int], list[int]]:
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
    return cards, dict(enumerate((NUMBER, *rules.payments))), [0, *rules.payments.values()]


def card_text(rules: Rules, rank: int) -> str:
    """Write a card that was given as an integer: in Combat the number itself, in Camicia 0 as ``-``."""
    if isinstance(rules, Combat):
        return str(rank)
    return "-" if rank == NUMBER and isinstance(rules, Camicia) else rank_name(rank)


def _outcome(game: Any, ending: Ending, loop: Any, ranks: Mapping[int, int] | None) -> Outcome:
    def named(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(cards) if ranks is None else tuple([ranks[card] for card in cards])

    return Outcome(
        winner=None if game.winner is None else game.winner + 1,
        ending=ending,
        rounds=game.rounds,
        cards=game.cards,
        wars=getattr(game, "wars", 0),
        round_wins=tuple(game.round_wins),
        hands=tuple([named(hand) for hand in game.hands]),
        out_of_play=named(getattr(game, "out_of_play", ())),
        loop=loop,
    )


def _rounds(rules: Rules, prepared: _Game) -> Iterator[Round]:
    end, ending, _ = prepared.play()
    game = prepared.deal()
    payments = rules.payments if isinstance(rules, Camicia) else {}
    hands = [deque(hand) for hand in prepared.texts]
    wars = 0
    for number in range(1, end.rounds + 1):
        game.play_round()
        lays: list[Lay] = []
        payer, due = None, 0
        for seat, card, face_up in game.table:
            rank = card if prepared.ranks is None else prepared.ranks[card]
            if rank in payments:
                payer, due = 2 - seat, payments[rank]
            elif due:
                due -= 1
            lays.append(Lay(seat + 1, rank, hands[seat].popleft(), face_up, due, payer if due else None))
        if game.taker is not None:
            hands[game.taker].extend([lays[place].text for place in game.picked])
        yield Round(
            number=number,
            lays=tuple(lays),
            winner=None if game.taker is None else game.taker + 1,
            wars=getattr(game, "wars", 0) - wars,
            sub_game=getattr(game, "sub_game", False),
            sizes=tuple(map(len, hands)),
            hands=tuple(map(tuple, hands)),
            ending=ending if number == end.rounds else None,
            pays=isinstance(rules, Camicia),
        )
        wars = getattr(game, "wars", 0)
