"""Derivatives that are called by what is differentiated."""

from __future__ import annotations

import types
from typing import Any

from tangentish.analysis.code.inert import is_engine
from tangentish.dispatch.core import primal
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows


def refused(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Generated code that calls the engine itself is not followed."""
    if is_engine(function):
        raise UnsupportedError(
            "the derivative of this derivative is not supported: it calls functions that are looked up when it runs, or keeps "
            "adjoints in a table.\nWrite the function without calls, views, lists and objects that carry active values.")


FOLLOWED: dict[str, Any] = {}
"""How a derivative is called whose program is not plain code; the package that knows of derivatives fills it."""


OPERATORS: set[Any] = set()
"""What makes a derivative of a function: `grad` and its kin, which look at nothing that the function holds."""


def made(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A derivative is made: what its function holds is active where it is called."""
    if not isinstance(function, types.FunctionType | type) or function not in OPERATORS:
        return None
    return function(*args, **keywords), Nothing(len(args))


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A derivative: through the program that it would run, if that is plain code."""
    adapted = getattr(type(function), "as_python", None)  # objects may have other attributes made up
    if adapted is None or isinstance(function, type):
        return None
    if not FOLLOWED["plain"](function, wrt, args, keywords):
        return FOLLOWED["recorded"](function, wrt, args, keywords)
    entry, values, places = adapted(function, args, keywords)
    ans, record = primal(entry, tuple(k for k, place in enumerate(places) if place in wrt), *values)
    return ans, _Placed(record, places, len(args))


class _Placed(Record):
    """A call whose arguments were put in the order of the parameters; `places` says where each came from."""

    def __init__(self, inner: Record, places: list[Any], count: int) -> None:
        self.inner, self.places, self.count = inner, places, count

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        found = {place: parts[k] for k, place in enumerate(self.places)}
        return Parts([found.get(k) for k in range(self.count)], {k: v for k, v in found.items() if isinstance(k, str)})
