"""Tangents of what is handled in reverse mode only: integrals, roots, minima, solutions of equations, interpolators.

The derivative of such a call is had row by row: a reverse sweep for each number in its result gives what that number depends
on, and the product of this with the tangents is its tangent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows
from tangentish.tangents.not_known import note_unknown

NUMBERS = (float, np.floating)
Seed = Callable[[Shadows], Any]
"""Puts a cotangent of 1 on one number of a result: into the table, or, of a result that is one number, as its cotangent."""


def pushed(call: Call, ans: Any, record: Record) -> tuple[Any, Any]:
    """The result of a call and its tangent, given what the call recorded."""
    tangents = call.tangents
    if isinstance(record, Nothing):
        return ans, tangents.bind(ans, None)
    if record.carry(call.args, call.dots, call.keywords, call.keyword_dots, tangents):
        return ans, None
    if isinstance(ans, NUMBERS):
        return ans, tangents.bind(ans, row(call, record, lambda shadows: 1.0))
    if _is_array(ans):
        return ans, tangents.bind(ans, _array(call, record, ans, lambda shadows: shadows.of(ans)))
    items = list(_items(ans))
    if _is_whole(ans) or (items and all(_is_whole(value) for _, _, value in items)):
        return ans, tangents.bind(ans, None)
    found = False
    for owner, key, value in items:
        if key in record.without:
            note_unknown(f"`{key}` of what {_called(call)} gives has no derivative.\nPass stop_gradient(...) of it.")
            if isinstance(value, list):  # of arrays that may be the user's own
                value[:] = [np.copy(part) if isinstance(part, np.ndarray) else part for part in value]
            for part in value if isinstance(value, list) else value.values() if isinstance(value, dict) else [value]:
                if isinstance(part, np.ndarray):  # not known, and not to be taken for 0
                    tangents.bind(part, np.full(part.shape, np.nan))
            for name, part in value.items() if isinstance(value, dict) else ():
                if isinstance(part, NUMBERS):
                    tangents.hold(value, name, part, np.nan)
        elif isinstance(value, NUMBERS):
            found = True
            tangents.hold(owner, key, value, row(call, record, lambda shadows, owner=owner, key=key: _mark(shadows, owner, key)))
        elif _is_array(value):
            found = True
            tangents.bind(value, _array(call, record, value, lambda shadows: None, record.unknown(key)))
        elif isinstance(value, list):  # as of what happened, for each kind of event
            for part in value:
                if _is_array(part):
                    found = True
                    tangents.bind(part, _array(call, record, part, lambda shadows: None))
    if not found:
        raise UnsupportedError(f"{_called(call)} has a derivative in reverse mode only.\nUse grad or vjp.")
    return ans, None


def _called(call: Call) -> str:
    """What a message calls the function of a call."""
    return str(getattr(call.function, "__qualname__", type(call.function).__qualname__))


def _is_array(value: Any) -> bool:
    if isinstance(value, np.ndarray) and value.dtype.kind == "c":
        raise UnsupportedError("complex results of this function have a derivative in reverse mode only.\nUse grad or vjp.")
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"


def _is_whole(value: Any) -> bool:
    """Whether a value is an integer, a truth or an array of these, which have no tangent."""
    return isinstance(value, int | np.integer | np.bool_) or (isinstance(value, np.ndarray) and value.dtype.kind in "iub")


def _items(ans: Any) -> Iterator[tuple[Any, Any, Any]]:
    """What a result holds: the items of a tuple or a dict (as SciPy's results are), the entries of a sparse matrix.

    Those that find roots tell them a second time.
    """
    if isinstance(ans, list | tuple):
        yield from ((ans, key, value) for key, value in enumerate(ans))
        yield from ((told, "root", told["root"]) for told in ans if isinstance(told, dict) and "root" in told)
    elif isinstance(ans, dict):
        yield from ((ans, key, value) for key, value in ans.items())
    elif hasattr(ans, "data") and hasattr(ans, "nnz"):
        yield ans, "data", ans.data


def _mark(shadows: Shadows, owner: Any, key: Any) -> None:
    shadows.slots(owner)[key] = 1.0


def _array(call: Call, record: Record, value: Any, whole: Seed, unknown: Any = None) -> Any:
    """The tangent of an array that is the result, or in it; `nan` where it is not known."""
    tangent = np.zeros(value.shape, value.dtype)
    if unknown is not None:
        note_unknown(record.why_unknown)
    for place in np.ndindex(value.shape):
        if unknown is not None and unknown[place]:
            tangent[place] = np.nan
            continue

        def seed(shadows: Shadows, place: Any = place) -> Any:
            shadows.of(value)[place] = 1.0
            return whole(shadows)

        tangent[place] = row(call, record, seed)
    return tangent


def row(call: Call, record: Record, seed: Seed) -> float:
    """The tangent of one number of the result."""
    shadows = Shadows()
    parts = record.reverse(seed(shadows), shadows)
    total = _products(parts, (call.args, call.dots, call.keywords, call.keyword_dots), call, shadows)
    for owner in shadows.owners():  # what was said of an object is passed on by what made it
        made = call.tangents.slots(owner)
        if isinstance(made, dict) and "record" in made:
            total += _products(made["record"].reverse(None, shadows), made.get("given", ((), (), {}, {})), call, shadows)
    total += shadows.against(call.tangents)
    shadows.finish()
    return total


def _products(parts: Parts, given: Any, call: Call, shadows: Shadows) -> float:
    """The product of the cotangents of the arguments of a call with the tangents that they were given."""
    args, dots, keywords, keyword_dots = given
    total = 0.0
    for part, value, dot in zip(parts.values, args, dots, strict=False):
        total += _product(part, value, dot, call, shadows)
    for key, value in keywords.items():
        total += _product(parts.keywords.get(key), value, keyword_dots[key], call, shadows)
    return total


def _product(part: Any, value: Any, dot: Any, call: Call, shadows: Shadows) -> float:
    """The product of the cotangent of an argument with its tangent."""
    return 0.0 if part is None else _inner(part, value, call.tangents.whole(value, dot), shadows)


def _inner(bar: Any, value: Any, dot: Any, shadows: Shadows) -> float:
    """The same, given both; what is in the table is counted there."""
    if bar is None or dot is None:
        return 0.0
    if isinstance(bar, list | tuple) and isinstance(dot, list | tuple):
        return sum(_inner(*three, shadows) for three in zip(bar, value, dot, strict=True))
    if isinstance(bar, dict):
        return sum(_inner(one, value[key], dot[key], shadows) for key, one in bar.items())
    if isinstance(value, np.ndarray) and shadows.knows(value) and np.may_share_memory(bar, shadows.of(value)):
        return 0.0
    return float(np.sum(np.asarray(bar) * np.asarray(dot)))
