"""A third telling of the games with chance in them: plain lists, no cleverness; slow, and obvious on purpose.

It shares no code with the engines. Chance is ``draw(n)``, an integer from 0 to ``n - 1``, asked for in the order that
the rules lay down. Each function returns a dict with every field of `Outcome`, and under ``"log"`` what `trace`
should tell of each round.
"""

from trickloop import Ending


def war(hands, *, rest=(), face_down, pickup, short, refill, tie, max_rounds, draw):
    hands = [list(hand) for hand in hands]
    piles = [[] for _ in hands]
    seats = range(len(hands))

    def left():
        return [len(hands[seat]) + len(piles[seat]) for seat in seats]

    def lay(table, seat, face_up):
        if not hands[seat]:
            hands[seat], piles[seat] = shuffled(piles[seat], draw), []
        table.append((seat + 1, hands[seat].pop(0), face_up))

    def play_round():
        table, wars = [], 0
        for seat in seats:
            if left()[seat]:
                lay(table, seat, True)
        highest = _highest(table)
        while len(highest) > 1:
            wars += 1
            if tie == "random":
                highest = [highest[draw(len(highest))]]
                break
            laid, turned = _laid_in_war({seat: left()[seat] for seat in highest}, face_down, short)
            if laid is None:
                return table, None, wars, True
            already = len(table)
            for turn in range(face_down + 1):
                for seat in highest:
                    if turn < laid[seat]:
                        lay(table, seat, seat in turned and turn == laid[seat] - 1)
            highest = turned if len(turned) == 1 else _highest(table[already:])
        for seat in highest:
            (piles if refill else hands)[seat].extend(_picked_up(table, seat, len(hands), pickup, draw))
        return table, highest[0] if highest else None, wars, False

    def told():
        return tuple((*hand, *pile) for hand, pile in zip(hands, piles, strict=True))

    log, lost, drawn, winner = [], list(rest), False, None
    while True:
        alive = [seat for seat in seats if left()[seat]]
        if drawn or not alive:
            ending = Ending.DRAW
        elif len(alive) == 1:
            ending, winner = Ending.WIN, alive[0] + 1
        elif len(log) == max_rounds:
            ending = Ending.LIMIT
        else:
            table, taker, wars, drawn = play_round()
            if taker is None:
                lost += [rank for _, rank, _ in table]
            log.append(_round(table, taker, wars, told()))
            continue
        return _outcome(winner, ending, log, told(), lost)


def endless_war(hands, *, rest=(), face_down, max_rounds, draw):
    hands = [list(hand) for hand in hands]
    # The last card of the list is the top of the deck, the other way round from a hand.
    deck, discard = list(rest)[::-1], []
    seats = range(len(hands))

    def step(table, fighting, face_up):
        """Lay a card of each seat that has one; say what was laid, and whether the war would now go on for ever."""
        nonlocal deck, discard
        laid = [(seat + 1, hands[seat].pop(0), face_up) for seat in fighting if hands[seat]]
        table += laid
        discard += [rank for _, rank, _ in laid]
        if all(hands):
            return laid, False
        deck, discard = shuffled(deck + discard[::-1], draw), []
        endless = len(laid) == len(hands) and len(set(deck)) == 1
        for _ in range(len(deck) // len(hands)):
            for seat in seats:
                hands[seat].insert(0, deck.pop())
        return laid, endless

    def play_round():
        table, wars = [], 0
        laid, endless = step(table, seats, True)
        highest = _highest(laid)
        while len(highest) > 1:
            wars += 1
            for face_up in [False] * face_down + [True]:
                if endless:
                    return table, None, wars
                laid, endless = step(table, highest, face_up)
            highest = _highest(laid)
        return table, highest[0] if highest else None, wars

    log = []
    while len(log) < max_rounds:
        log.append(_round(*play_round(), tuple(map(tuple, hands))))
    return _outcome(None, Ending.LIMIT, log, tuple(map(tuple, hands)), deck[::-1] + discard)


def shuffled(cards, draw):
    """Return the cards in random order: Fisher and Yates, from the last place down."""
    cards = list(cards)
    for place in range(len(cards) - 1, 0, -1):
        other = draw(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def _highest(laid):
    """Return the seats that hold the highest of the cards that are face up, none where there is none."""
    up = [(seat - 1, rank) for seat, rank, face_up in laid if face_up]
    return [seat for seat, rank in up if rank == max(rank for _, rank in up)]


def _laid_in_war(left, face_down, short):
    """Say how many cards each tied seat lays and whose last one is compared; ``None`` where the game is drawn."""
    need = face_down + 1
    laid = {seat: min(need, cards) for seat, cards in left.items()}
    able = [seat for seat in left if left[seat] >= need]
    some = [seat for seat in left if left[seat] >= 1]
    most = [seat for seat in left if left[seat] == max(left.values())]
    if short == "longest":
        return laid, able
    if short == "lose":
        turned = able
    elif short == "draw":
        turned = able if len(able) == len(left) else []
    elif short == "first-out":
        turned = able or (most if len(most) == 1 else [])
    elif short == "last-card":
        turned = some
    elif short == "shorten":
        turned = some
        laid = {seat: min([need, *(left[other] for other in some)]) if seat in some else 0 for seat in left}
    if not turned:
        return None, None
    if len(turned) == 1:
        laid[turned[0]] = 0
    return laid, turned


def _picked_up(table, winner, players, pickup, draw):
    cards = [rank for _, rank, _ in table]
    own = [rank for seat, rank, _ in table if seat == winner + 1]
    others = [rank for step in range(1, players) for seat, rank, _ in table if seat == (winner + step) % players + 1]
    return {
        "winner-first": lambda: own + others,
        "loser-first": lambda: others + own,
        "seat-order": lambda: [rank for _, rank, _ in sorted(table, key=lambda lay: lay[0])],
        "as-revealed": lambda: cards,
        "high-low": lambda: sorted(cards, reverse=True),
        "random": lambda: shuffled(cards, draw),
    }[pickup]()


def _round(table, taker, wars, hands):
    return {"lays": table, "winner": None if taker is None else taker + 1, "wars": wars, "hands": hands}


def _outcome(winner, ending, log, hands, out_of_play):
    return {
        "winner": winner,
        "ending": ending,
        "rounds": len(log),
        "cards": sum(len(round_["lays"]) for round_ in log),
        "wars": sum(round_["wars"] for round_ in log),
        "round_wins": tuple(sum(round_["winner"] == seat for round_ in log) for seat in range(1, len(hands) + 1)),
        "hands": hands,
        "out_of_play": tuple(out_of_play),
        "loop": None,
        "log": log,
    }
