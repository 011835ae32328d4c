"""What ``simulate`` and ``sweep`` share: a summary in a few lines, and as JSON."""

from collections.abc import Iterator
from typing import Any

from trickloop._cli_options import GAMES, write_options
from trickloop._cli_play import count_of, join_cards, unit_of
from trickloop._distribution import Distribution
from trickloop._prepare import card_text
from trickloop._tally import LongGame
from trickloop.rules import EndlessWar, Rules, War
from trickloop.summary import Summary

QUANTILES = 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99


def ends(summary: Summary) -> Iterator[tuple[str, str]]:
    """Say who won, and how games ended."""
    winners = [(f"player {seat}" if seat else "nobody", wins) for seat, wins in summary.winners.items()]
    yield "winners", _shares([*winners[1:], *(winners[:1] if winners[0][1] else [])], summary.games)
    endings = [(ending.value, count) for ending, count in summary.endings.items() if count]
    yield "endings", _shares(endings, summary.games)


def _shares(counts: list[tuple[str, int]], games: int) -> str:
    return ", ".join(f"{name} {count:,} ({count / games:.2%})" for name, count in counts) if games else "none"


def of_which(summary: Summary) -> str:
    """Say of how many games something is told, where it is not all of them."""
    finite = summary.rounds.games
    return "" if finite == summary.games else f" (of the {count_of(finite, 'game')} with an end)"


def lengths(summary: Summary, is_sample: bool) -> Iterator[tuple[str, str]]:
    """Say how long the games with an end took: with the error of a mean, or with the exact sum."""
    for name, part in ((f"{unit_of(summary.rules)}s", summary.rounds), ("cards", summary.cards)):
        if part.games:
            rest = f" ± {part.error():.3f}" if is_sample else f", {part.total:,} in all"
            yield name, f"mean {part.mean():,.3f}{rest}{of_which(summary)}"
            quantiles = zip(QUANTILES, part.quantile(QUANTILES), strict=True)
            yield "", ", ".join(f"{share:.0%}: {value:,}" for share, value in quantiles) + f", most: {part.max():,}"


def has_wars(rules: Rules) -> bool:
    """Return whether there are wars in the game."""
    return isinstance(rules, (War, EndlessWar))


def loops(summary: Summary) -> Iterator[tuple[str, str]]:
    """Say how many games never end."""
    if summary.loops:
        longest = count_of(summary.longest_loop, unit_of(summary.rules))
        yield "loops", f"{summary.loops:,}; the longest has {longest}"


def longest_game(summary: Summary, which: str) -> Iterator[tuple[str, str]]:
    """Show the longest of the games with an end."""
    rules = summary.rules
    if summary.longest:
        game = summary.longest[0]
        lasted = f"{count_of(game.rounds, unit_of(rules))}, {count_of(game.cards, 'card')} laid"
        yield "longest", f"{which} {game.index}: {lasted}"
        for seat, hand in enumerate(game.hands, 1):
            yield f"player {seat}", join_cards(rules, write_hand(rules, hand))


def write_hand(rules: Rules, hand: tuple[int, ...]) -> list[str]:
    """Write the cards of a hand."""
    return [card_text(rules, rank) for rank in hand]


def command(rules: Rules, which: str) -> str:
    """Return the command that plays a game again."""
    name = next(name for name, kind in GAMES.items() if kind is type(rules))
    return " ".join(filter(None, ["trickloop play", name, write_options(rules), which]))


def counts(summary: Summary) -> dict[str, Any]:
    """Write down in JSON who won, and how games ended."""
    return {
        "winners": {str(seat or "nobody"): count for seat, count in summary.winners.items()},
        "endings": {ending.value: count for ending, count in summary.endings.items()},
    }


def long_game(rules: Rules, game: LongGame) -> dict[str, Any]:
    """Write down a long game in JSON."""
    return {
        "rounds": game.rounds,
        "cards": game.cards,
        "hands": [write_hand(rules, hand) for hand in game.hands],
        "left_over": write_hand(rules, game.rest),
    }


def numbers(part: Distribution) -> dict[str, Any]:
    """Say in JSON what there is to say of the games with an end; null where there are too few."""
    if not part.games:
        return {"games": 0, "mean": None, "error": None, "std": None, "min": None, "max": None, "quantiles": {}}
    spread = {"error": part.error(), "std": part.std()} if part.games > 1 else {"error": None, "std": None}
    return {
        "games": part.games,
        "mean": part.mean(),
        **spread,
        "min": part.min(),
        "max": part.max(),
        "quantiles": dict(zip(map(str, QUANTILES), part.quantile(QUANTILES), strict=True)),
    }


def speed(games: int, seconds: float) -> float:
    """Return games a second."""
    return games / max(seconds, 1e-9)
