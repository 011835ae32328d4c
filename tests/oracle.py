"""A third telling of every game: plain lists, every state kept, no cleverness; slow, and obvious on purpose.

It shares no code with the engines. Each function returns a dict with every field of `Outcome`, and under
``"log"`` what `trace` should tell of each round.
"""

from trickloop import Ending, Loop


def war(hands, *, face_down=2, pickup="winner-first", short="lose", max_rounds=1_000_000):
    def play_round(hands, leader):
        table, wars = [], 0
        counts = {seat: 1 for seat, hand in enumerate(hands) if hand}
        fighting = list(counts)
        while True:
            tops = _lay(hands, table, counts, fighting)
            if len(fighting) > 1:
                fighting = [seat for seat in fighting if tops[seat] == max(tops.values())]
            if not fighting:
                return _told(table, None, wars=wars)
            if len(fighting) == 1:
                hands[fighting[0]] += _picked_up(table, fighting[0], len(hands), pickup)
                return _told(table, fighting[0], wars=wars)
            wars += 1
            left = {seat: len(hands[seat]) for seat in fighting}
            counts, fighting = _war_cards(left, face_down + 1, short)
            if counts is None:
                return _told(table, None, wars=wars, drawn=True)

    return _play(hands, play_round, max_rounds=max_rounds)


def combat(hands):
    def play_round(hands, leader):
        table = [_card(seat, hand.pop(0)) for seat, hand in enumerate(hands)]
        winner = 0 if table[0][1] > table[1][1] else 1
        hands[winner] += _picked_up(table, winner, 2, "winner-first")
        return _told(table, winner)

    return _play(hands, play_round)


def recursive_combat(hands):
    def play_round(hands, leader):
        table = [_card(seat, hand.pop(0)) for seat, hand in enumerate(hands)]
        values = table[0][1], table[1][1]
        sub_game = len(hands[0]) >= values[0] and len(hands[1]) >= values[1]
        if sub_game:
            winner = recursive_combat([hands[0][: values[0]], hands[1][: values[1]]])["winner"] - 1
        else:
            winner = 0 if values[0] > values[1] else 1
        hands[winner] += _picked_up(table, winner, 2, "winner-first")
        return _told(table, winner, sub_game=sub_game)

    return _play(hands, play_round, loop_winner=1)


def camicia(hands, payments):
    def play_round(hands, leader):
        table, seat, due = [], leader, 0
        while hands[seat]:
            card = hands[seat].pop(0)
            paying = due > 0
            due = payments.get(card, max(0, due - 1))
            turns = card in payments or not paying
            payer = (1 - seat if turns else seat) + 1 if due else None
            table.append((seat + 1, card, True, due, payer))
            if paying and due == 0:
                break
            if turns:
                seat = 1 - seat
        # Whoever is to lay the next card, or laid the last of a payment, does not take the pile.
        winner = 1 - seat
        hands[winner] += [lay[1] for lay in table]
        return _told(table, winner)

    hands = [[card if card in payments else 0 for card in hand] for hand in hands]
    return _play(hands, play_round, leads=True)


def _play(hands, play_round, *, max_rounds=None, loop_winner=None, leads=False):
    """Play rounds until the game ends; `play_round` changes the hands and tells what happened."""
    hands = [list(hand) for hand in hands]
    leader, drawn = 0, False
    seen, log, lost = {}, [], []
    winner = loop = None
    while True:
        state = tuple(map(tuple, hands)), leader if leads else None
        alive = [seat for seat, hand in enumerate(hands, 1) if hand]
        if drawn or not alive:
            ending = Ending.DRAW
        elif len(alive) == 1:
            ending, winner = Ending.WIN, alive[0]
        elif state in seen:
            start = seen[state]
            ending, winner = Ending.LOOP, loop_winner
            loop = Loop(start, len(log) - start, sum(len(round_["lays"]) for round_ in log[start:]))
        elif len(log) == max_rounds:
            ending = Ending.LIMIT
        else:
            seen[state] = len(log)
            told, taker, drawn = play_round(hands, leader)
            if taker is None:
                lost += [lay[1] for lay in told["lays"]]
            else:
                leader = taker
            log.append(told | {"hands": tuple(map(tuple, hands))})
            continue
        break
    return {
        "winner": winner,
        "ending": ending,
        "rounds": len(log),
        "cards": sum(len(round_["lays"]) for round_ in log),
        "wars": sum(round_["wars"] for round_ in log),
        "round_wins": tuple(sum(round_["winner"] == seat for round_ in log) for seat in range(1, len(hands) + 1)),
        "hands": tuple(map(tuple, hands)),
        "out_of_play": tuple(lost),
        "loop": loop,
        "log": log,
    }


def _told(table, taker, *, wars=0, sub_game=False, drawn=False):
    """Return what `trace` tells of a round, who took the table, and whether the game ends in a draw here."""
    winner = None if taker is None else taker + 1
    return {"lays": table, "winner": winner, "wars": wars, "sub_game": sub_game}, taker, drawn


def _card(seat, rank, face_up=True):
    """Write a card on the table with the fields of `Lay` but its text; nobody pays outside Camicia."""
    return seat + 1, rank, face_up, 0, None


def _lay(hands, table, counts, fighting):
    """Lay the first card of each seat, then the second of each, …; return the last of each that fights on."""
    tops = {}
    for turn in range(max(counts.values())):
        for seat in sorted(counts):
            if turn < counts[seat]:
                last = seat in fighting and turn == counts[seat] - 1
                table.append(_card(seat, hands[seat].pop(0), last))
                if last:
                    tops[seat] = table[-1][1]
    return tops


def _war_cards(left, need, short):
    """Say how many cards each tied seat lays and who stays in the war; ``None`` where the game is drawn."""
    counts = {seat: min(need, have) for seat, have in left.items()}
    stay = [seat for seat in left if left[seat] >= need]
    if short == "draw" and len(stay) < len(left):
        return None, None
    if short == "first-out" and not stay:
        stay = [seat for seat in left if left[seat] == max(left.values())]
        if len(stay) > 1:
            return None, None
    if short in ("last-card", "shorten"):
        stay = [seat for seat in left if left[seat] > 0]
    if short == "shorten" and stay:
        counts = {seat: min(counts[other] for other in stay) if seat in stay else 0 for seat in left}
    if not stay and short != "longest":
        return None, None
    if len(stay) == 1 and short != "longest":
        counts[stay[0]] = 0
    return counts, stay


def _picked_up(table, winner, players, pickup):
    def laid_by(seats):
        return [lay[1] for seat in seats for lay in table if lay[0] == seat + 1]

    others = [(winner + step) % players for step in range(1, players)]
    if pickup == "winner-first":
        return laid_by([winner, *others])
    if pickup == "loser-first":
        return laid_by([*others, winner])
    if pickup == "seat-order":
        return laid_by(range(players))
    cards = [lay[1] for lay in table]
    return cards if pickup == "as-revealed" else sorted(cards, reverse=True)
