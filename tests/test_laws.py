"""Laws that hold whatever the cards are."""

import random
from collections import Counter, deque
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

import trickloop as tl
from games import examples

PICKUPS = "winner-first", "loser-first", "seat-order", "as-revealed", "high-low"
# Wherever a player's seat matters only by who comes after whom.
SYMMETRIC_PICKUPS = "winner-first", "loser-first", "high-low"
SHORTS = "lose", "first-out", "last-card", "shorten", "longest", "draw"
NAMES = {"-": 0, "J": 11, "Q": 12, "K": 13, "A": 14}
COURTS = (11, 12, 13, 14)
CAP = 400


def in_hands(cards, seats, draw):
    places = draw(st.lists(st.integers(0, len(cards)), min_size=seats - 1, max_size=seats - 1))
    places = [0, *sorted(places), len(cards)]
    return [list(cards[start:stop]) for start, stop in pairwise(places)]


@st.composite
def war_games(draw, pickups=PICKUPS, most_seats=5):
    seats = draw(st.integers(2, most_seats))
    rules = tl.War(
        players=seats,
        face_down=draw(st.integers(0, 3)),
        pickup=draw(st.sampled_from(pickups)),
        short=draw(st.sampled_from(SHORTS)),
        max_rounds=CAP,
    )
    ranks = draw(st.sampled_from([range(2, 4), range(2, 6), range(2, 15)]))
    return rules, in_hands(draw(st.lists(st.sampled_from(ranks), max_size=30)), seats, draw)


@st.composite
def distinct_games(draw, kinds=(tl.Combat, tl.RecursiveCombat)):
    cards = draw(st.permutations(range(1, 1 + draw(st.integers(0, 14)))))
    return draw(st.sampled_from(kinds))(), in_hands(cards, 2, draw)


@st.composite
def camicia_games(draw):
    numbers = draw(st.lists(st.sampled_from([0, 2, 10]), max_size=20))
    courts = draw(st.lists(st.sampled_from(COURTS), max_size=8))
    return tl.Camicia(), in_hands(draw(st.permutations(numbers + courts)), 2, draw)


games = st.one_of(war_games(), distinct_games(), camicia_games())


def known(rules, card):
    """Reduce a card, as a rank or as text, to what the rules see of it."""
    rank = card if isinstance(card, int) else NAMES[card] if card in NAMES else int(card)
    return 0 if isinstance(rules, tl.Camicia) and rank not in COURTS else rank


def multiset(rules, *hands):
    return Counter(known(rules, card) for hand in hands for card in hand)


def states_of(rules, hands, engine):
    """Play a game round by round and return each state, with the leader where there is one."""
    leads = isinstance(rules, tl.Camicia)
    states = [(tuple(tuple(known(rules, card) for card in hand) for hand in hands), 1 if leads else None)]
    for round_ in tl.trace(rules, *hands, engine=engine):
        after = tuple(tuple(known(rules, card) for card in hand) for hand in round_.hands)
        states.append((after, round_.winner if leads else None))
    return states


@examples(250)
@given(game=games)
def test_cards_are_conserved(engine, game):
    rules, hands = game
    deal = multiset(rules, *hands)
    outcome = tl.play(rules, *hands, engine=engine)
    assert multiset(rules, *outcome.hands, outcome.out_of_play) == deal
    lost = []
    for round_ in tl.trace(rules, *hands, engine=engine):
        if round_.winner is None:
            lost += round_.pile
        assert multiset(rules, *round_.hands, lost) == deal
    assert tuple(known(rules, card) for card in lost) == outcome.out_of_play


@examples(150)
@given(game=games)
def test_each_round_is_laid_from_the_tops_of_the_hands_and_picked_up_at_the_bottom(engine, game):
    rules, hands = game
    before = [[known(rules, card) for card in hand] for hand in hands]
    for round_ in tl.trace(rules, *hands, engine=engine):
        after = [[known(rules, card) for card in hand] for hand in round_.hands]
        for seat, (old, new) in enumerate(zip(before, after, strict=True), 1):
            laid = [lay.rank for lay in round_.lays if lay.seat == seat]
            kept = old[len(laid) :]
            assert old[: len(laid)] == laid
            assert new[: len(kept)] == kept
            taken = new[len(kept) :]
            assert multiset(rules, taken) == (multiset(rules, round_.pile) if seat == round_.winner else Counter())
        before = after


@examples(250)
@given(game=games)
def test_rounds_and_cards_add_up(engine, game):
    rules, hands = game
    outcome = tl.play(rules, *hands, engine=engine)
    rounds = list(tl.trace(rules, *hands, engine=engine))
    winners = Counter(round_.winner for round_ in rounds)
    assert outcome.round_wins == tuple(winners[seat] for seat in range(1, len(hands) + 1))
    assert sum(outcome.round_wins) + winners[None] == outcome.rounds == outcome.tricks == len(rounds)
    assert outcome.cards == sum(len(round_.lays) for round_ in rounds)
    assert outcome.wars == sum(round_.wars for round_ in rounds)
    assert [round_.number for round_ in rounds] == list(range(1, outcome.rounds + 1))
    if outcome.loop is not None:
        loop = outcome.loop
        assert loop.start + loop.length == outcome.rounds
        assert loop.cards == sum(len(round_.lays) for round_ in rounds[loop.start :])


@examples(250)
@given(game=games)
def test_the_ending_is_what_the_hands_say(engine, game):
    rules, hands = game
    outcome = tl.play(rules, *hands, engine=engine)
    alive = [seat for seat, hand in enumerate(outcome.hands, 1) if hand]
    if outcome.ending is tl.Ending.WIN:
        assert alive == [outcome.winner]
        assert outcome.score == sum(i * card for i, card in enumerate(outcome.hands[alive[0] - 1][::-1], 1))
    elif outcome.ending is tl.Ending.LOOP:
        assert outcome.winner == (1 if isinstance(rules, tl.RecursiveCombat) else None)
        assert len(alive) > 1
    else:
        assert (outcome.winner, outcome.score) == (None, None)
        assert outcome.ending is not tl.Ending.LIMIT or (outcome.rounds == rules.max_rounds and len(alive) > 1)
    assert (outcome.loop is not None) == (outcome.ending is tl.Ending.LOOP)


@examples(150)
@given(game=war_games(SYMMETRIC_PICKUPS), turn=st.integers(1, 4))
def test_moving_every_player_on_by_some_seats_moves_the_results_in_war(engine, game, turn):
    rules, hands = game
    outcome = tl.play(rules, *hands, engine=engine)
    turned = tl.play(rules, *rotated(hands, turn), engine=engine)
    same_but_for_seats(outcome, turned, turn)


@examples(80)
@given(game=distinct_games((tl.Combat,)))
def test_swapping_the_players_swaps_the_results_in_combat(engine, game):
    rules, (left, right) = game
    outcome = tl.play(rules, left, right, engine=engine)
    same_but_for_seats(outcome, tl.play(rules, right, left, engine=engine), 1)


def rotated(items, turn):
    items = deque(items)
    items.rotate(turn)
    return tuple(items)


def same_but_for_seats(outcome, turned, turn):
    seats = len(outcome.hands)
    winner = outcome.winner and (outcome.winner - 1 + turn) % seats + 1
    assert turned == replace(
        outcome,
        winner=winner,
        hands=rotated(outcome.hands, turn),
        round_wins=rotated(outcome.round_wins, turn),
        # The seats lay in another order.
        out_of_play=turned.out_of_play,
    )
    assert sorted(turned.out_of_play) == sorted(outcome.out_of_play)


@examples(120)
@given(game=st.one_of(war_games(), camicia_games()), data=st.data())
def test_suits_are_kept_and_change_nothing(engine, game, data):
    rules, hands = game
    ranks = {rank: name for name, rank in NAMES.items()} | {rank: str(rank) for rank in range(2, 10)} | {10: "T"}
    size = sum(map(len, hands))
    suits = data.draw(st.lists(st.sampled_from("SHDC♠♥♦♣"), min_size=size, max_size=size))
    given_suits = iter(suits)
    suited = [[ranks[card] + (next(given_suits) if card else "") for card in hand] for hand in hands]
    assert tl.play(rules, *suited, engine=engine) == tl.play(rules, *hands, engine=engine)
    dealt = Counter(text for hand in suited for text in hand)
    plain = list(tl.trace(rules, *hands, engine=engine))
    for round_, without in zip(tl.trace(rules, *suited, engine=engine), plain, strict=True):
        assert [lay._replace(text="") for lay in round_.lays] == [lay._replace(text="") for lay in without.lays]
        if round_.winner is not None:
            assert not Counter(text for hand in round_.hands for text in hand) - dealt
            assert round_.sizes == without.sizes


@examples(120)
@given(
    game=st.one_of(war_games(), distinct_games((tl.Combat,))),
    steps=st.lists(st.integers(1, 5000), min_size=15, max_size=15),
)
def test_only_the_order_of_the_ranks_matters(engine, game, steps):
    rules, hands = game
    higher = [sum(steps[:rank]) for rank in range(16)]
    outcome = tl.play(rules, *hands, engine=engine)
    raised = tl.play(rules, *[[higher[card] for card in hand] for hand in hands], engine=engine)
    assert raised == replace(
        outcome,
        hands=tuple(tuple(higher[card] for card in hand) for hand in outcome.hands),
        out_of_play=tuple(higher[card] for card in outcome.out_of_play),
    )


@examples(80)
@given(game=camicia_games())
def test_number_cards_are_all_equal_in_camicia(engine, game):
    rules, hands = game
    alike = [[card if card in COURTS else "-" for card in hand] for hand in hands]
    assert tl.play(rules, *alike, engine=engine) == tl.play(rules, *hands, engine=engine)


@examples(80)
@given(game=camicia_games())
def test_only_what_it_demands_tells_a_court_card(engine, game):
    rules, hands = game
    other = tl.Camicia(payments={20: 1, 3: 2, 300: 3, 1: 4})
    names = {11: 20, 12: 3, 13: 300, 14: 1}
    outcome = tl.play(rules, *hands, engine=engine)
    renamed = tl.play(other, *[[names.get(card, 0) for card in hand] for hand in hands], engine=engine)
    assert renamed == replace(
        outcome, hands=tuple(tuple(names.get(card, 0) for card in hand) for hand in outcome.hands)
    )


@examples(150)
@given(game=war_games(), more=st.integers(0, 3), data=st.data())
def test_a_limit_only_stops_the_game(engine, game, more, data):
    rules, hands = game
    outcome = tl.play(rules, *hands, engine=engine)
    if outcome.ending is not tl.Ending.LIMIT:
        assert tl.play(replace(rules, max_rounds=outcome.rounds + more), *hands, engine=engine) == outcome
    if outcome.rounds:
        limit = data.draw(st.integers(0, outcome.rounds - 1))
        stopped = tl.play(replace(rules, max_rounds=limit), *hands, engine=engine)
        assert (stopped.ending, stopped.rounds, stopped.winner) == (tl.Ending.LIMIT, limit, None)
        assert stopped.hands == states_of(rules, hands, engine)[limit][0]


def looping_games():
    """Small games, about a third of which loop."""
    for seed in range(60):
        cards = random.Random(seed).sample([2, 3, 4, 5] * 3, 12)
        for pickup in PICKUPS:
            yield tl.War(face_down=seed % 3, pickup=pickup), [cards[:6], cards[6:]]
        yield tl.War.gameofwar(3), [cards[:4], cards[4:8], cards[8:]]
    for seed in range(60):
        cards = random.Random(seed).sample(range(1, 11), 10)
        yield tl.Combat(), [cards[:5], cards[5:]]
        yield tl.RecursiveCombat(), [cards[:3], cards[3:7]]
    # The first six endless deals of 14 number cards and two each of J, Q and K, by their published index.
    for index in (246_414, 477_920, 670_912, 917_330, 1_120_477, 1_199_338):
        deal = unranked(index, {0: 14, 11: 2, 12: 2, 13: 2})
        yield tl.Camicia(), [deal[:10], deal[10:]]
    yield tl.Camicia(), ["---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA"]


def unranked(index, counts):
    """Return the arrangement of a multiset that has this place in lexicographic order."""
    if not any(counts.values()):
        return []
    for rank in sorted(counts):
        if counts[rank]:
            rest = counts | {rank: counts[rank] - 1}
            ways = arrangements(tuple(rest.values()))
            if index < ways:
                return [rank, *unranked(index, rest)]
            index -= ways
    raise ValueError("expected an index below the number of arrangements")


def arrangements(counts):
    ways, size = 1, 0
    for count in counts:
        for chosen in range(1, count + 1):
            size += 1
            ways = ways * size // chosen
    return ways


def test_a_loop_replays_to_itself(engine):
    replayed = Counter()
    for rules, hands in looping_games():
        outcome = tl.play(rules, *hands, engine=engine)
        if outcome.loop is None:
            continue
        replayed[type(rules).__name__] += 1
        again = list(outcome.hands)
        if isinstance(rules, tl.Camicia):
            # Player 1 leads a new game, so where player 2 led the state its mirror image is played.
            *_, last = tl.trace(rules, *hands, engine=engine)
            again = again if last.winner == 1 else again[::-1]
        loop = tl.play(rules, *again, engine=engine).loop
        assert loop == replace(outcome.loop, start=0)
    assert min(replayed[name] for name in ("War", "Combat", "RecursiveCombat", "Camicia")) >= 5


def test_a_loop_is_the_first_state_that_comes_back(engine):
    for rules, hands in looping_games():
        outcome = tl.play(rules, *hands, engine=engine)
        if isinstance(hands[0], str):
            hands = [[NAMES[card] for card in hand] for hand in hands]
        *before, last = states_of(rules, hands, engine)
        assert len(before) == outcome.rounds
        assert len(set(before)) == len(before)
        if outcome.loop is None:
            assert last not in before
        else:
            assert before.index(last) == outcome.loop.start


@examples(60)
@given(game=games)
def test_hands_are_only_read(engine, game):
    rules, hands = game
    kept = [list(hand) for hand in hands]
    first = tl.play(rules, *hands, engine=engine)
    assert len(list(tl.trace(rules, *hands, engine=engine))) == first.rounds
    assert hands == kept
    assert tl.play(rules, *map(tuple, hands), engine=engine) == first


@examples(60)
@given(game=st.one_of(war_games(most_seats=2), camicia_games()))
def test_one_list_may_be_dealt_to_both_players(engine, game):
    rules, (hand, _) = game
    kept = list(hand)
    shared = tl.play(rules, hand, hand, engine=engine)
    assert hand == kept
    assert shared == tl.play(rules, list(hand), list(hand), engine=engine)
    assert sum(map(len, shared.hands)) + len(shared.out_of_play) == 2 * len(hand)


def test_a_traced_game_is_not_changed_by_what_the_caller_does_meanwhile(engine):
    left, right = [9, 2, 6, 3, 1], [5, 8, 4, 7, 10]
    rounds = tl.trace(tl.Combat(), left, right, engine=engine)
    other = tl.trace(tl.Combat(), left, right, engine=engine)
    first = next(rounds)
    left.clear()
    right.reverse()
    assert [first, *rounds] == list(other)
    assert first.sizes == (6, 4)
