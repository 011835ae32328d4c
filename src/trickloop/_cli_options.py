"""What the commands share: hands that begin with ``-``, and the fields of the rules as options."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from typing import Any, NoReturn

from trickloop.cards import Pack, rank_name, read_hand
from trickloop.rules import Camicia, Combat, EndlessWar, Pickup, RecursiveCombat, Refill, Rules, Short, Tie, War

GAMES: dict[str, type[Rules]] = {
    "war": War,
    "endless-war": EndlessWar,
    "combat": Combat,
    "recursive-combat": RecursiveCombat,
    "camicia": Camicia,
}
PRESETS: dict[str, Callable[..., Rules]] = {
    name.replace("_", "-"): getattr(game, name)
    for game in GAMES.values()
    for name, member in vars(game).items()
    if isinstance(member, classmethod)
}
"""The class methods of the rules."""

_MARK = "\0"
"""Stands before an argument that is no option; no argument of a process can hold it."""
_OPTION = re.compile(r"--?[a-z][a-z-]*(=.*)?", re.DOTALL)
_COUNT = re.compile(r"(\d+)(?:e(\d{1,2}))?", re.ASCII | re.IGNORECASE)


class Parser(ArgumentParser):
    """A parser whose errors are exceptions, and which knows options by their full names only."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def print_help(self, file: Any = None) -> None:
        """Print the help; what goes wrong in writing it is not passed over."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Raise the message as a `ValueError`."""
        raise ValueError(message.replace(_MARK, ""))


def version() -> str:
    """Return the version that is installed."""
    try:
        return installed_version("trickloop")
    except PackageNotFoundError:
        return "(not installed)"


def mark_hands(words: Iterable[str]) -> list[str]:
    """Mark the arguments that begin with ``-`` and are no options, so that argparse takes them as they come.

    >>> mark_hands(["-J-", "--", "--trace", "-h", "--X"])
    ['\\x00-J-', '\\x00--', '--trace', '-h', '\\x00--X']
    """
    return [_MARK + word if word.startswith("-") and not _is_option(word) else word for word in words]


def _is_option(word: str) -> bool:
    # "-h" would also be a number card of hearts, and "-j" a number card and a jack.
    return word == "-h" or (_OPTION.fullmatch(word) is not None and not _is_hand(word))


def _is_hand(word: str) -> bool:
    try:
        read_hand(word, seat=1)
    except ValueError:
        return False
    return True


def unmark(args: Namespace) -> None:
    """Take the marks off all values."""
    for name, value in vars(args).items():
        if isinstance(value, str):
            setattr(args, name, value.removeprefix(_MARK))
        elif isinstance(value, list):
            setattr(args, name, [word.removeprefix(_MARK) for word in value])


def read_count(text: str, option: str) -> int:
    """Read an integer, also in the form 1e6 or 1_000_000.

    >>> read_count("5e3", "--max-rounds")
    5000
    """
    match = _COUNT.fullmatch(text)
    try:
        return int(match[1]) * 10 ** int(match[2] or 0) if match else int(text)
    except ValueError:
        raise ValueError(f"expected an integer for {option}, got {text!r:.60}") from None


def _read_word(text: str, option: str) -> str:
    return text.casefold()


def _read_optional_word(text: str, option: str) -> str | None:
    word = text.casefold()
    return None if word == "none" else word


def _read_pack(text: str, option: str) -> Pack:
    return Pack(text)


def _read_payments(text: str, option: str) -> dict[int, int]:
    payments: dict[int, int] = {}
    for word in text.replace(",", " ").split():
        card, equals, count = word.partition("=")
        if not equals or not _is_hand(card):
            raise ValueError(f"expected a card and its payment like 'J=1' for {option}, got {word!r:.60}")
        rank = read_hand([card], seat=1).ranks[0]
        if rank in payments:
            raise ValueError(f"expected one payment for {rank_name(rank)} in {option}, got {word!r:.60} too")
        payments[rank] = read_count(count, option)
    return payments


_READERS: dict[Any, tuple[str, Callable[[str, str], Any]]] = {
    int: ("N", read_count),
    Pickup: ("WORD", _read_word),
    Short: ("WORD", _read_word),
    Tie: ("WORD", _read_word),
    Refill: ("WORD", _read_optional_word),
    Pack: ("PACK", _read_pack),
    Mapping[int, int]: ("PAYMENTS", _read_payments),
}
"""For each type of a field, how its values are called in help and how they are read."""


def option_of(field: Field[Any]) -> str:
    """Name the option for a field of the rules."""
    return f"--{field.name.replace('_', '-')}"


def add_rule_options(parser: Parser) -> None:
    """Add one option for every field that some rules have."""
    group = parser.add_argument_group("house rules ('trickloop rules' shows their values)")
    owners: dict[str, list[str]] = {}
    options: dict[str, Field[Any]] = {}
    for name, game in GAMES.items():
        for field in fields(game):
            owners.setdefault(field.name, []).append(name)
            options.setdefault(field.name, field)
    for field in options.values():
        games = "all" if len(owners[field.name]) == len(GAMES) else ", ".join(owners[field.name])
        group.add_argument(option_of(field), metavar=_READERS[field.type][0], help=f"of {games}")


def find_rules(name: str | None) -> tuple[str, Callable[..., Rules]]:
    """Return the name of rules as it is written here, and what makes them.

    Raises
    ------
    ValueError
        Where there are no such rules.
    """
    key = (name or "").casefold().replace("_", "-")
    make = GAMES.get(key) or PRESETS.get(key)
    if make is None:
        got = "nothing" if name is None else f"{name!r:.60}"
        raise ValueError(f"expected rules to be one of {', '.join((*GAMES, *PRESETS))}, got {got}")
    return key, make


def read_rules(args: Namespace, unknown: Sequence[str] = (), others: Sequence[str] = ()) -> Rules:
    """Make the rules that ``args.RULES`` names with the options that were given.

    Parameters
    ----------
    args : Namespace
        ``RULES``, and a text or ``None`` for each field of any rules.
    unknown : sequence of str
        Arguments that are no option of the command.
    others : sequence of str
        Options of the command that are not fields, to be named with the fields in an error.

    Raises
    ------
    TypeError, ValueError
        Where there are no such rules, they have no such option, or they refuse its value.
    """
    name, make = find_rules(args.RULES)
    if unknown:
        raise _no_such_option(name, make, others, unknown[0].partition("=")[0])
    own = {field.name: field for field in fields(_game_of(make))}
    changes = {}
    for option, text in vars(args).items():
        if text is not None and option in _ALL_FIELDS:
            if option not in own:
                raise _no_such_option(name, make, others, f"--{option.replace('_', '-')}")
            changes[option] = _READERS[own[option].type][1](text, option_of(own[option]))
    missing = [option_of(field) for name, field in own.items() if field.default is MISSING and name not in changes]
    if missing:
        raise ValueError(f"expected {missing[0]}, which {name} needs")
    return make(**changes)


def _no_such_option(name: str, make: Callable[..., Rules], others: Iterable[str], option: str) -> ValueError:
    own = ", ".join(map(option_of, fields(_game_of(make))))
    rest = "".join(f", {other}" for other in others)
    return ValueError(f"expected an option that {name} has ({own}{rest}), got {option!r:.60}")


def _game_of(make: Callable[..., Rules]) -> type[Rules]:
    return make if isinstance(make, type) else make.__self__  # type: ignore[attr-defined]


_ALL_FIELDS = frozenset(field.name for game in GAMES.values() for field in fields(game))


def write_value(value: object) -> str:
    """Write the value of a field as its option takes it.

    >>> write_value(Camicia().payments), write_value(Pack("2J 36-")), write_value(None)
    ('J=1 Q=2 K=3 A=4', '36- 2J', 'none')
    """
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return " ".join(f"{rank_name(rank)}={count}" for rank, count in value.items())
    return str(value)


def write_options(rules: Rules) -> str:
    """Write the options that make these rules from those without any.

    >>> write_options(War.winamax())
    '--face-down 3 --pickup seat-order --short draw'
    """
    words = []
    for field in fields(rules):
        value = getattr(rules, field.name)
        if value != field.default:
            text = write_value(value)
            words.append(f'{option_of(field)} "{text}"' if " " in text else f"{option_of(field)} {text}")
    return " ".join(words)
