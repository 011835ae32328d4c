"""Each public name says what it takes, what it refuses, and shows it in an example (which `test_docs` runs)."""

import ast
import inspect
import re
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

import trickloop
from trickloop import loops, puzzles, records, table

MODULES: tuple[ModuleType, ...] = (trickloop, loops, puzzles, records, table)


def public() -> Iterator[tuple[str, Any]]:
    """List what users are to call: names of modules, and the methods of their classes."""
    for module in MODULES:
        for name in module.__all__:
            found = getattr(module, name)
            if callable(found):
                yield f"{module.__name__}.{name}", found


def methods() -> Iterator[tuple[str, FunctionType]]:
    for path, found in public():
        if inspect.isclass(found):
            for name, member in vars(found).items():
                function = getattr(member, "fget", None) or getattr(member, "__func__", member)
                if not name.startswith("_") and isinstance(function, FunctionType):
                    yield f"{path}.{name}", function


RETURNED = (
    trickloop.Ending,
    trickloop.Outcomes,
    trickloop.Summary,
    loops.Ancestors,
    loops.Basin,
    loops.LimitError,
)
PUBLIC, METHODS = dict(public()), dict(methods())


def text_of(found: Any) -> str:
    """Return a docstring, with those of the fields of a class, which lie under them in the source."""
    text = inspect.getdoc(found) or ""
    if inspect.isclass(found):
        body = ast.parse(inspect.getsource(found)).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, after in zip(body.body, body.body[1:], strict=False):
            name = getattr(field, "target", None) or getattr(field, "targets", [None])[0]
            if isinstance(name, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                text += f"\n{name.id}: {after.value.value}"
    return text


def parameters_of(found: Any) -> list[str]:
    names = inspect.signature(found).parameters
    return [name for name in names if name not in ("self", "cls") and not name.startswith("_")]


def sections(text: str) -> list[str]:
    return re.findall(r"^(\w+)\n-{3,}$", text, re.MULTILINE)


@pytest.mark.parametrize("path", PUBLIC | METHODS)
def test_first_line(path: str) -> None:
    first = (inspect.getdoc((PUBLIC | METHODS)[path]) or "").split("\n\n")[0]
    assert first.endswith((".", ":")), first


unsafe_to_inspect = pytest.mark.thread_unsafe(reason="inspect parses signatures, whose depth CPython 3.11 miscounts")


@unsafe_to_inspect
@pytest.mark.parametrize("path", PUBLIC)
def test_parameters(path: str) -> None:
    found = PUBLIC[path]
    if isinstance(found, FunctionType):
        assert sections(text_of(found))[:1] == ["Parameters"]
    assert missing(found) == []


@unsafe_to_inspect
@pytest.mark.parametrize("path", METHODS)
def test_parameters_of_methods(path: str) -> None:
    assert missing(METHODS[path]) == []


def missing(found: Any) -> list[str]:
    """List the parameters that are not spoken of."""
    text = text_of(found)
    # Users get these and do not make them.
    names = [] if found in RETURNED else parameters_of(found)
    return [name for name in names if not re.search(rf"\b{name}\b", text)]


@pytest.mark.parametrize("path", [path for path in PUBLIC if isinstance(PUBLIC[path], FunctionType)])
def test_errors(path: str) -> None:
    assert "Raises" in sections(text_of(PUBLIC[path]))


@pytest.mark.parametrize("path", PUBLIC)
def test_example(path: str) -> None:
    assert ">>>" in (inspect.getdoc(PUBLIC[path]) or "")
