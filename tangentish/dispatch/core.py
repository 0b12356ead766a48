"""`primal`: the way into every call that is looked up when it happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tangentish.dispatch.arguments import from_end, from_start, shifted
from tangentish.dispatch.records import OfOwner, Record
from tangentish.errors import UnsupportedError

Step = Callable[[Any, Any, tuple[Any, ...], dict[str, Any]], tuple[Any, Record] | None]

STEPS: list[Step] = []
"""Tried in this order; the first that does not give None has made the call.

The package fills it: the steps call `primal` for what is inside a partial, a method or a class, so it cannot import them.
"""


def primal(function: Any, wrt: Any, /, *args: Any, **keywords: Any) -> tuple[Any, Record]:
    """Call a function and record what its reverse needs; `wrt` names the active arguments (`...`: all).

    An argument is named by its position, if negative from the end, or its keyword; "*" stands for what is not in the call:
    what the function holds, as a closure, a partial or a method does.
    """
    if wrt is ...:
        wrt = (*range(len(args)), *keywords, "*")
    elif from_end(wrt):
        wrt = from_start(wrt, len(args))
    for step in STEPS:
        done = step(function, wrt, args, keywords)
        if done is not None:
            return done
    raise no_rule(function)


def no_rule(function: Any) -> UnsupportedError:
    """The refusal of a function that nobody knows the derivative of."""
    module, name = (getattr(function, key, None) for key in ("__module__", "__name__"))
    name = getattr(function, "__qualname__", name) or repr(function)
    return UnsupportedError(
        f"no derivative rule for {f'{module}.{name}' if module else name}, which an active value meets.\n"
        "Register one (tangentish.rules), or pass stop_gradient(...) of its arguments.")


def primal_of_method(function: Any, owner: Any, wrt: Any, args: tuple[Any, ...],
                     keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`primal` of `function(owner, ...)`, for a caller who wrote `owner.function(...)`."""
    ans, record = primal(function, shifted(wrt), owner, *args, **keywords)
    return ans, OfOwner(record, owner)


EXTERNS: dict[str, Any] = {"primal": primal}
"""Names that generated code may use whatever the function is."""
