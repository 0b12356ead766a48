"""Calls of the functions that users give to `custom_vjp` and `custom_jvp`: what they must not do is noticed or made harmless."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tangentish.analysis.writes.rule_effects import written_places
from tangentish.class_attributes import has_dict
from tangentish.custom import Arguments, Custom
from tangentish.custom.checks import apart
from tangentish.dispatch.arguments import floats
from tangentish.dispatch.functions import holds_active, may_carry
from tangentish.errors import UnsupportedError
from tangentish.leaves import leaves
from tangentish.rules.helpers.checks import described
from tangentish.runtime import copied

Rule = Callable[..., Any]


def active_places(custom: Custom, given: Arguments, wrt: Any, keywords: dict[str, Any]) -> list[int]:
    """The arguments, by their places among all, that carry a derivative; refused where a custom function takes none."""
    active = [k for k, (value, place) in enumerate(zip(given.values, given.places, strict=True))
              if place is not None and place in wrt and may_carry(value)]
    for k in active:
        if k in custom.nondiff:
            raise UnsupportedError(f"`{given.labels[k]}` of the {custom.operator} function `{custom.__name__}` is named by "
                                   "nondiff_argnums, and an active value is passed.\nPass stop_gradient(...) of it.")
    for key, value in given.named.items():
        if key in wrt and floats(value):
            raise UnsupportedError(f"`{key}` of the {custom.operator} function `{custom.__name__}` can only be passed by "
                                   "keyword, and such arguments have no derivative there.\nMake it a positional argument.")
    return active


def refuse_held(custom: Custom, wrt: Any) -> None:
    """Refuse a custom function that was defined in what is differentiated, and uses active variables of that."""
    if "*" not in wrt:
        return
    for function in custom.functions():
        code = getattr(function, "__code__", None)
        if code is not None and code.co_filename.startswith("<tangentish") and holds_active(function):
            raise UnsupportedError(f"`{function.__name__}` uses variables of the function around it, and belongs to the "
                                   f"{custom.operator} function `{custom.__name__}`, through which no derivative flows to them.\n"
                                   "Make them arguments, or define it outside of what is differentiated.")


def refuse_captured(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Refuse functions that use active variables of the function around them: no cotangent could reach these."""
    given = [*(args[k] for k in wrt if isinstance(k, int)), *(keywords[k] for k in wrt if k in keywords)]
    found = next((one for one in given if callable(one) and may_carry(one)), None)
    if found is not None:
        raise UnsupportedError(f"`{getattr(found, '__name__', found)}` uses active variables of the function around it, and is "
                               f"given to `{getattr(function, '__name__', function)}`, through which no derivative flows to "
                               "them.\nMake them arguments of the function.")


@contextlib.contextmanager
def unwritten(rule: Rule, custom: Custom, values: tuple[Any, ...]) -> Iterator[None]:
    """While a rule is called with arguments of a custom function: raises UnsupportedError if it wrote into them."""
    places = written_places(rule, len(values))
    before = [copied(values[k]) for k in places]
    yield
    if any(not _same(values[k], old) for k, old in zip(places, before, strict=True)):
        raise UnsupportedError(f"{described(rule).removeprefix('the rule ')} wrote into an argument of the {custom.operator} "
                               f"function `{custom.__name__}`, which its derivative says nothing of.\n"
                               "Let it return a new array.")


def called_with_copies(rule: Rule, values: tuple[Any, ...]) -> Any:
    """Call a rule with what belongs to the sweep; what it may write into is copied."""
    places = written_places(rule, len(values))
    return rule(*(copied(value) if k in places else value for k, value in enumerate(values)))


def separate(ans: Any, custom: Custom, values: tuple[Any, ...]) -> Any:
    """A result that shares no memory with the arguments."""
    ans = apart(ans, values)
    if has_dict(ans) and any(ans is value for value in values):
        raise UnsupportedError(f"the {custom.operator} function `{custom.__name__}` returned an object that is its argument.\n"
                               "Let it return an array, or a tuple of arrays.")
    return ans


def _same(left: Any, right: Any) -> bool:
    """Whether what may have been written into is as it was, as far as it was copied."""
    one, other = leaves(left), leaves(right)
    return len(one) == len(other) and all(
        p == q and (np.array_equal(a, b, equal_nan=a.dtype.kind in "fc") if isinstance(a, np.ndarray) else a is b or a == b)
        for (p, a), (q, b) in zip(one, other, strict=True))


__all__ = ["active_places", "called_with_copies", "refuse_captured", "separate", "unwritten",
           "written_places"]
