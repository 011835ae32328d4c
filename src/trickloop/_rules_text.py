"""Rules as plain data, for files that are read again."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from trickloop.cards import Pack
from trickloop.rules import Camicia, Combat, EndlessWar, RecursiveCombat, Rules, War

_GAMES: dict[str, type[Rules]] = {game.__name__: game for game in (War, EndlessWar, Combat, RecursiveCombat, Camicia)}


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    """Write rules as plain data: the name of the game, and every field.

    >>> rules_to_dict(Combat(Pack("2 3 A")))
    {'game': 'Combat', 'pack': '2 3 A'}
    """
    data: dict[str, Any] = {"game": type(rules).__name__}
    for field in fields(rules):
        value = getattr(rules, field.name)
        if isinstance(value, Pack):
            value = str(value)
        elif isinstance(value, Mapping):
            value = {str(rank): payment for rank, payment in value.items()}
        data[field.name] = value
    return data


def rules_from_dict(data: Mapping[str, Any]) -> Rules:
    """Read rules that `rules_to_dict` wrote.

    >>> rules_from_dict(rules_to_dict(Camicia.italian())) == Camicia.italian()
    True

    Raises
    ------
    KeyError, TypeError, ValueError
        Where they are no rules.
    """
    values = dict(data)
    game = _GAMES[values.pop("game")]
    if "pack" in values:
        values["pack"] = Pack(values["pack"])
    if "payments" in values:
        values["payments"] = {int(rank): payment for rank, payment in values["payments"].items()}
    return game(**values)
