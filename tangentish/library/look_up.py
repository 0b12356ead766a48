"""What stands for a function, or is called for it."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from tangentish.library.containers import keep_extra_fields
from tangentish.library.draws import draws_of
from tangentish.library.python_statistics import STATISTICS
from tangentish.library.tables import REPLACED
from tangentish.rules.registry import look_up, lookup

HANDLED: dict[Any, Callable[..., Any]] = {}
"""Functions whose derivative is a layer's above: of functions of functions, say. `dispatch` has what is called for them."""


FORWARD: dict[Any, Callable[..., Any]] = {}
"""What is called in forward mode for functions in `HANDLED`; without it there is reverse mode only."""

GIVES: dict[Any, Callable[[Any, Any], Any]] = {}
"""What class the results of some functions of libraries are of, by the kinds of the arguments; `object` for one not known."""

GIVEN_BY_NAME = frozenset(("tocsr", "tocsc", "tocoo"))
"""Methods that give objects of such classes, whatever they are methods of."""

OPERATOR_HANDLERS: list[Callable[..., Any]] = []
"""Handlers of operators between objects of classes of libraries; each gives None for what is not its own."""


def class_given(function: Any, args: Any, keywords: Any) -> Any:
    """The class of what a function in `GIVES` gives; None for another function."""
    if not (getattr(function, "__module__", None) or "").startswith("scipy."):
        return None
    handled(function)  # loads what there is for its library
    found = look_up(GIVES, function)
    return None if found is None else found(args, keywords)


def handled(function: Any) -> Any:
    """What a layer above has for a function of SciPy (loaded when one of them is met), or one of ours; None if nothing."""
    module = getattr(function, "__module__", None) or ""
    if module == "tangentish.implicit":
        return HANDLED.get(function)
    if not module.startswith("scipy."):
        return None
    found = look_up(HANDLED, function)
    if found is None:
        lookup(function)
        found = look_up(HANDLED, function)
    return found


def replacement(function: Any) -> Callable[..., Any] | None:
    """What stands for a function in plain Python, unless a user registered a rule for it.

    That of SciPy's functions is loaded when one of them is met.
    """
    rule = lookup(function)
    if rule is not None and rule.user:
        return None
    found = look_up(REPLACED, function)
    module = (getattr(function, "__module__", None) or "") if found is None else ""
    if module.startswith("scipy."):
        lookup(function)
        found = look_up(REPLACED, function)
    elif module.startswith("namedtuple_") and getattr(function, "__name__", "") == "__init__":
        found = keep_extra_fields
    elif module == "statistics":
        found = STATISTICS.get(getattr(function, "__qualname__", ""))  # a method may be called like one
    elif module == "random" or module.startswith("numpy.random"):
        found = None if isinstance(function, types.MethodType) else draws_of(function, module)
    return found
