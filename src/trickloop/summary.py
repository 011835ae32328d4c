"""What many games came to, in memory that does not grow with them, to be added up, saved and read back."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from trickloop._columns import ENDINGS
from trickloop._distribution import Distribution, add, distribution
from trickloop._rules_text import rules_from_dict, rules_to_dict
from trickloop._tally import FINITE, EndlessDeal, LongGame, Tally, first_of
from trickloop.outcome import Ending, Loop
from trickloop.rules import Camicia, Rules, describe

_KIND, _VERSION = "trickloop summary", 1
_QUANTILES = 0.05, 0.25, 0.5, 0.75, 0.95

Ranges = tuple[tuple[int, int], ...]


class Summary:
    """What many games came to: exact counts, exact histograms, and the longest games.

    `summarize` and `sweep` make it, and `Outcomes.summary`. ``a + b`` is the summary of the games of both, the same in
    any order and grouping. Two are equal if all that they hold is.

    Examples
    --------
    >>> from trickloop import War, summarize
    >>> some = summarize(War(), 1000, rng=42)
    >>> some
    Summary(War(): 1000 games, mean 239.3 rounds, longest 1764)
    >>> some.winners
    {None: 0, 1: 481, 2: 519}
    >>> some.rounds.quantile([0.5, 0.9])
    [191, 470]
    >>> more = summarize(War(), 500, rng=42, start=1000)
    >>> (some + more) == summarize(War(), 1500, rng=42)
    True
    """

    rules: Rules
    sizes: tuple[int, ...]
    """How many cards each seat was dealt."""
    games: int
    winners: dict[int | None, int]
    """How many games each seat won, from 1; under ``None`` those that nobody won."""
    endings: dict[Ending, int]
    """How many games ended in each way."""
    wars: int
    """The wars of all games together."""
    longest_loop: int
    """The rounds in one turn of the longest loop that was met; 0 where there was none."""
    most: int
    """How many of the longest games are kept."""
    longest: tuple[LongGame, ...]
    """The longest games that ended in `WIN` or `DRAW`: most rounds first, then most cards, then the lowest index."""
    dealt: dict[int, Ranges]
    """Which games of which seed these are, from each first one up to the next that is none of them."""
    swept: Ranges
    """Which deals of the pack these are, by their indices in the same way; none where they were not swept."""
    most_endless: int
    """How many of the deals that never end are listed at most: 0 but in a sweep."""
    endless: tuple[EndlessDeal, ...]
    """The deals of a sweep that never end, lowest index first; there may be more of them, `loops` in all."""

    def __init__(
        self,
        rules: Rules,
        tally: Tally,
        dealt: Mapping[int, Iterable[tuple[int, int]]],
        swept: Iterable[tuple[int, int]] = (),
    ) -> None:
        parts = [{ending: each[ending].distribution() for ending in each} for each in (tally.rounds, tally.cards)]
        self._set(
            rules=rules,
            sizes=tally.sizes,
            winners=tally.winners,
            wars=tally.wars,
            rounds=parts[0],
            cards=parts[1],
            longest_loop=tally.longest_loop,
            most=tally.most,
            longest=tally.longest,
            dealt={entropy: _joined(ranges) for entropy, ranges in dealt.items()},
            swept=_joined(swept),
            most_endless=tally.most_endless,
            endless=tuple(tally.endless),
        )

    def _set(
        self,
        *,
        rules: Rules,
        sizes: tuple[int, ...],
        winners: Iterable[int],
        wars: Mapping[Ending, int],
        rounds: Mapping[Ending, Distribution],
        cards: Mapping[Ending, Distribution],
        longest_loop: int,
        most: int,
        longest: tuple[LongGame, ...],
        dealt: Mapping[int, Ranges],
        swept: Ranges,
        most_endless: int,
        endless: tuple[EndlessDeal, ...],
    ) -> None:
        none = distribution((), ())
        self._rounds = {ending: rounds.get(ending, none) for ending in ENDINGS}
        self._cards = {ending: cards.get(ending, none) for ending in ENDINGS}
        self._wars = {ending: wars.get(ending, 0) for ending in ENDINGS}
        self.rules = rules
        self.sizes = sizes
        self.endings = {ending: self._rounds[ending].games for ending in ENDINGS}
        self.games = sum(self.endings.values())
        self.winners = {seat or None: games for seat, games in enumerate(winners)}
        self.wars = self.wars_of()
        self.longest_loop = longest_loop
        self.most = most
        self.longest = longest
        self.dealt = {entropy: ranges for entropy, ranges in sorted(dealt.items()) if ranges}
        self.swept = swept
        self.most_endless = most_endless
        self.endless = endless

    @property
    def rounds(self) -> Distribution:
        """The rounds of the games that ended in `WIN` or `DRAW`; `rounds_of` has those of others."""
        return self.rounds_of(*FINITE)

    @property
    def tricks(self) -> Distribution:
        """The same as `rounds`, by its name in Camicia."""
        return self.rounds

    @property
    def cards(self) -> Distribution:
        """The cards laid in the games that ended in `WIN` or `DRAW`; `cards_of` has those of others."""
        return self.cards_of(*FINITE)

    @property
    def loops(self) -> int:
        """How many games never end; `endless` lists them, or some of them, where they were swept."""
        return self.endings[Ending.LOOP]

    def rounds_of(self, *endings: Ending) -> Distribution:
        """Return the rounds of the games that ended in one of these `endings`; of all games where none is named."""
        return add(*(self._rounds[ending] for ending in endings or ENDINGS))

    def cards_of(self, *endings: Ending) -> Distribution:
        """Return the cards laid in the games that ended in one of these `endings`; of all games where none is named."""
        return add(*(self._cards[ending] for ending in endings or ENDINGS))

    def wars_of(self, *endings: Ending) -> int:
        """Return the wars of the games that ended in one of these `endings`; of all games where none is named."""
        return sum(self._wars[ending] for ending in endings or ENDINGS)

    def __add__(self, other: "Summary") -> "Summary":
        if not isinstance(other, Summary):
            return NotImplemented
        if (self.rules, self.sizes) != (other.rules, other.sizes):
            raise ValueError(
                f"expected games of the same rules, got {_dealt_as(self)} and {_dealt_as(other)}"
                if self.rules == other.rules
                else f"expected games of the same rules, got {describe(self.rules)} and {describe(other.rules)}"
            )
        if (self.swept and other.games and not other.swept) or (other.swept and self.games and not self.swept):
            raise ValueError("expected games of the same kind, got deals of a sweep and others")
        dealt = dict(self.dealt)
        for entropy, ranges in other.dealt.items():
            dealt[entropy] = _joined([*dealt.get(entropy, ()), *ranges], entropy)
        most, most_endless = min(self.most, other.most), min(self.most_endless, other.most_endless)
        both = Summary.__new__(Summary)
        both._set(
            rules=self.rules,
            sizes=self.sizes,
            winners=[games + other.winners[seat] for seat, games in self.winners.items()],
            wars={ending: self._wars[ending] + other._wars[ending] for ending in ENDINGS},
            rounds={ending: self._rounds[ending] + other._rounds[ending] for ending in ENDINGS},
            cards={ending: self._cards[ending] + other._cards[ending] for ending in ENDINGS},
            longest_loop=max(self.longest_loop, other.longest_loop),
            most=most,
            longest=first_of(self.longest + other.longest, most),
            dealt=dealt,
            swept=_joined(self.swept + other.swept),
            most_endless=most_endless,
            endless=tuple(sorted(self.endless + other.endless, key=lambda deal: deal.index)[:most_endless]),
        )
        return both

    def __radd__(self, other: object) -> "Summary":
        # Where `sum` begins.
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Summary) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """Return all that it holds as plain lists, numbers and text, ready for JSON."""

        def histograms(parts: Mapping[Ending, Distribution]) -> dict[str, Any]:
            return {
                ending.value: {"values": part.values.tolist(), "counts": part.counts.tolist()}
                for ending, part in parts.items()
                if part.games
            }

        return {
            "kind": _KIND,
            "version": _VERSION,
            "rules": rules_to_dict(self.rules),
            "sizes": list(self.sizes),
            "games": self.games,
            "winners": list(self.winners.values()),
            "wars": {ending.value: wars for ending, wars in self._wars.items() if wars},
            "rounds": histograms(self._rounds),
            "cards": histograms(self._cards),
            "longest_loop": self.longest_loop,
            "most": self.most,
            "longest": [asdict(game) for game in self.longest],
            "dealt": [
                {"entropy": entropy, "ranges": [list(pair) for pair in ranges]}
                for entropy, ranges in self.dealt.items()
            ],
            "swept": [list(pair) for pair in self.swept],
            "most_endless": self.most_endless,
            "endless": [asdict(deal) for deal in self.endless],
        }

    def to_json(self) -> str:
        """Return all that it holds as JSON."""
        return json.dumps(self.to_dict())

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to the file `path` as JSON; one that is there already is replaced when all is written."""
        from trickloop._files import replaced

        with replaced(path) as file:
            file.write(self.to_json() + "\n")

    @classmethod
    def from_json(cls, text: str) -> "Summary":
        """Read the `text` that `to_json` wrote.

        Raises
        ------
        ValueError
            Where it is no summary.
        """
        try:
            data = json.loads(text)
            if (data["kind"], data["version"]) != (_KIND, _VERSION):
                raise ValueError(f"{data['kind']!r:.40}, version {data['version']!r:.40}")
            summary = cls.__new__(cls)
            summary._set(
                rules=rules_from_dict(data["rules"]),
                sizes=_all_whole(data["sizes"]),
                winners=_all_whole(data["winners"]),
                wars={Ending(name): _whole(wars) for name, wars in data["wars"].items()},
                rounds={Ending(name): _distribution(**part) for name, part in data["rounds"].items()},
                cards={Ending(name): _distribution(**part) for name, part in data["cards"].items()},
                longest_loop=_whole(data["longest_loop"]),
                most=_whole(data["most"]),
                longest=tuple(_long_game(game) for game in data["longest"]),
                dealt={_whole(part["entropy"]): _ranges(part["ranges"]) for part in data["dealt"]},
                swept=_ranges(data["swept"]),
                most_endless=_whole(data["most_endless"]),
                endless=tuple(_endless_deal(deal) for deal in data["endless"]),
            )
            counts = sum(summary.winners.values()), sum(part.games for part in summary._cards.values())
            seats = len(summary.sizes), len(summary.winners) - 1
            if counts != (summary.games, data["games"]) or seats != 2 * (summary.rules.players,):
                raise ValueError("its counts do not add up")
            if json.dumps(summary.to_dict(), sort_keys=True) != json.dumps(data, sort_keys=True):
                raise ValueError("it is not as it was written")
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError, RecursionError) as error:
            raise ValueError(f"expected a summary that trickloop wrote, got something else: {error!s:.80}") from error
        return summary

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Summary":
        """Read what `save` wrote to the file `path`; errors are those of `from_json`, and of reading."""
        return cls.from_json(Path(path).read_text(encoding="utf-8"))

    def __repr__(self) -> str:
        words = [f"{self.games} games"]
        unit = "tricks" if isinstance(self.rules, Camicia) else "rounds"
        rounds = self.rounds
        if rounds.games:
            words.append(f"mean {rounds.mean():.4g} {unit}, longest {rounds.max()}")
        if self.loops:
            listed = f", the first {len(self.endless)} listed" if 0 < len(self.endless) < self.loops else ""
            words.append(f"{self.loops} loops{listed}")
        return f"Summary({describe(self.rules)}: {', '.join(words)})"

    def _repr_html_(self) -> str:
        unit = "tricks" if isinstance(self.rules, Camicia) else "rounds"
        rows = [
            *(
                (f"player {seat} wins" if seat else "no winner", _share(n, self.games))
                for seat, n in self.winners.items()
            ),
            *((ending.value, _share(games, self.games)) for ending, games in self.endings.items()),
            *(
                (f"{name}, finite games", _in_words(part))
                for name, part in ((unit, self.rounds), ("cards", self.cards))
                if part.games
            ),
        ]
        body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
        title = f"{describe(self.rules)}: {self.games:,} games"
        return f"<table><caption>{escape(title)}</caption>{body}</table>"


def _share(games: int, total: int) -> str:
    return f"{games:,} ({games / total:.2%})" if total else "0"


def _in_words(part: Distribution) -> str:
    quantiles = ", ".join(f"{value:,}" for value in part.quantile(_QUANTILES))
    return f"mean {part.mean():,.2f} ± {part.error():.2f}; 5, 25, 50, 75, 95 %: {quantiles}; at most {part.max():,}"


def _dealt_as(summary: Summary) -> str:
    return f"{describe(summary.rules)} with hands of {' and '.join(map(str, summary.sizes))}"


def _joined(ranges: Iterable[tuple[int, int]], entropy: int | None = None) -> Ranges:
    """Sort ranges and join those that touch.

    >>> _joined([(5, 9), (0, 3), (3, 4)])
    ((0, 4), (5, 9))
    """
    joined: list[tuple[int, int]] = []
    for start, stop in sorted(pair for pair in ranges if pair[0] < pair[1]):
        if joined and start < joined[-1][1]:
            which = f"deal {start}" if entropy is None else f"game {start} of entropy {entropy}"
            raise ValueError(f"expected different games, got {which} in both")
        if joined and start == joined[-1][1]:
            joined[-1] = joined[-1][0], stop
        else:
            joined.append((start, stop))
    return tuple(joined)


def _whole(number: Any) -> int:
    """Return a number of a file, which is to be an integer of at least 0."""
    if type(number) is not int or number < 0:
        raise ValueError(f"{number!r:.40}")
    return number


def _all_whole(numbers: Any) -> tuple[int, ...]:
    return tuple(map(_whole, numbers))


def _distribution(values: Any, counts: Any) -> Distribution:
    if len(values) != len(counts):
        raise ValueError(f"{len(values)} numbers with {len(counts)} counts")
    return distribution(_all_whole(values), _all_whole(counts))


def _ranges(pairs: Any) -> Ranges:
    return _joined((_whole(start), _whole(stop)) for start, stop in pairs)


def _long_game(data: Mapping[str, Any]) -> LongGame:
    rounds, cards, index = _all_whole((data["rounds"], data["cards"], data["index"]))
    entropy = None if data["entropy"] is None else _whole(data["entropy"])
    hands = tuple(map(_all_whole, data["hands"]))
    return LongGame(rounds, cards, index, entropy, hands, _all_whole(data["rest"]))


def _endless_deal(data: Mapping[str, Any]) -> EndlessDeal:
    hands = tuple(map(_all_whole, data["hands"]))
    loop = Loop(**{name: _whole(number) for name, number in data["loop"].items()})
    return EndlessDeal(_whole(data["index"]), loop, hands, _all_whole(data["rest"]))
