"""Derivatives of derivatives: by the program of the inner one, where that is plain code, as of any other function.

Where it keeps a tape, the inner one may be had in forward mode, if it is with respect to one number: it is the tangent along 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tangentish import dispatch
from tangentish.derivative.arguments import check_value
from tangentish.derivative.programs import target_of

MOST_INNER = 64
"""For how many programs of the inner derivative those of the outer one are kept."""


class Inner(NamedTuple):
    """The program of an inner derivative: its function, the values of its parameters, and which argument each is, or None."""

    entry: Any
    values: list[Any]
    sources: list[Any]


def through(derivative: Any, args: tuple[Any, ...], keywords: dict[str, Any], apart: bool = True) -> tuple[Any, Inner] | None:
    """For a derivative of a derivative: that of the program of the inner one, and the call of that; None where there is none."""
    inner = derivative.primal
    if not isinstance(inner, type(derivative)) or derivative.has_aux or derivative.checkpoint is not None:
        return None
    if inner.plain_for(args, keywords, apart):
        made, values, sources, _ = inner.program_of(args, keywords, apart)
        called: Inner | None = Inner(made.entry, values, sources)
    else:
        called = None if keywords else slope(inner, args)
    if called is None:
        return None
    places = []
    for num in derivative.arguments.nums:
        place, name = derivative.arguments.place(num, args, keywords)
        if place not in called.sources:
            return None
        check_value(called.values[called.sources.index(place)], num, name)
        places.append(called.sources.index(place))
    kept = derivative.__dict__.setdefault("_inner", {})
    key = called.entry, tuple(places)
    if key not in kept:
        if len(kept) >= MOST_INNER:
            kept.clear()
        wanted = tuple(places) if isinstance(derivative.argnums, tuple) else places[0]
        kept[key] = derivative.of(called.entry, wanted)
    return kept[key], called


def slope(derivative: Any, args: tuple[Any, ...]) -> Inner | None:
    """A derivative with respect to one number as a tangent, if the program of that is plain code."""
    if isinstance(derivative.argnums, tuple) or derivative.form != "grad" or derivative.has_aux:
        return None
    inner = Inner(derivative.primal, list(args), list(range(len(args))))
    if isinstance(derivative.primal, type(derivative)):
        found = slope(derivative.primal, args)
        if found is None:
            return None
        inner = found
    place, _ = derivative.arguments.place(derivative.argnums, args, {})
    if place not in inner.sources or not isinstance(args[place], float | np.float64):
        return None
    return tangent_along_one(inner, inner.sources.index(place))


def tangent_along_one(inner: Inner, place: int) -> Inner | None:
    """The program of the tangent of a function along 1 in the argument at a place, if that is plain code."""
    function = target_of(inner.entry)
    if function is None:
        return None
    owner = (inner.entry.__self__,) if function is not inner.entry and hasattr(inner.entry, "__self__") else ()
    values, wanted, captured, places, _ = dispatch.active_places(
        function, (place + len(owner),), (*owner, *inner.values), {})
    made, _ = dispatch.made_for("slope", function, values, tuple(name for name in values if name in wanted),
                                tuple(name for name in captured if name in values))
    if any(key is not None for _, key in places) or not made.is_plain():
        return None
    given = dict(zip([name for name, _ in places[len(owner) :]], inner.sources, strict=True))
    return Inner(next(iter(made.functions.values())), [*values.values(), 1.0], [*map(given.get, values), None])
