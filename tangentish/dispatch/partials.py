"""`functools.partial`: made, and called."""

from __future__ import annotations

import functools
from typing import Any

from tangentish.dispatch.arguments import carries
from tangentish.dispatch.core import primal
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.shadows import Shadows


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """A partial; with "*" in `wrt`, what it holds is active."""
    if not isinstance(function, functools.partial):
        return None
    given = len(function.args)
    inner = [k + given if isinstance(k, int) else k for k in wrt]
    if "*" in wrt:
        inner += [*range(given), *function.keywords]
    ans, record = primal(function.func, tuple(inner), *function.args, *args, **{**function.keywords, **keywords})
    return ans, _Called(record, function, set(keywords))


class _Called(Record):
    """A call of a partial: what it holds gets its part in the slots of the partial, but for the keywords given anew."""

    def __init__(self, inner: Record, function: functools.partial[Any], given: set[str]) -> None:
        self.inner, self.function, self.given = inner, function, given

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        given = len(self.function.args)
        for place in range(given):
            shadows.deposit(self.function.args, place, self.function.args[place], parts[place])
        for key, value in self.function.keywords.items():
            if key in self.given:
                continue
            shadows.deposit(self.function.keywords, key, value, parts[key])
        return Parts(parts.values[given:], parts.keywords)


def constructed(cls: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`functools.partial(f, ...)`, of active values or not: what the class is called with decides, so it is not for others."""
    if cls is not functools.partial:
        return None
    made = functools.partial(*args, **keywords)
    if not carries(args, keywords, wrt):
        return made, Nothing(len(args))
    return made, _Made(made, args[0], set(keywords))


class _Made(Record):
    """A partial: what it holds came from its arguments, or from the partial it was made from."""

    def __init__(self, made: functools.partial[Any], function: Any, own: set[str]) -> None:
        self.made, self.function, self.own = made, function, own

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        made, inner = self.made, self.function if isinstance(self.function, functools.partial) else None
        if made.func is inner:  # Python does not take a partial apart that has attributes: this one holds it
            inner = None
        inherited = len(inner.args) if inner is not None else 0
        parts = [shadows.held(made.args, place, value, None) for place, value in enumerate(made.args)]
        for place in range(inherited):
            assert inner is not None
            shadows.deposit(inner.args, place, inner.args[place], parts[place])
        keywords = {key: shadows.held(made.keywords, key, value, None) for key, value in made.keywords.items()}
        for key in set(keywords) - self.own:
            assert inner is not None
            shadows.deposit(inner.keywords, key, inner.keywords[key], keywords[key])
        return Parts([None, *parts[inherited:]], {key: keywords[key] for key in self.own})
