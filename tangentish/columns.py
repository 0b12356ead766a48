"""Tangents along all unit vectors of an argument at once, by the batched form of its tangent program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.derivative.forward import Forward
from tangentish.leaves import leaves

ENTRIES = 2**20
"""How large, in entries, a value with a row for each direction may be: more directions than that are taken in turns."""


def columns(program: Forward, args: tuple[Any, ...], place: int) -> tuple[Any, list[Any]] | None:
    """The result, and for each of its leaves an array of the tangents along the unit vectors of an argument, one after the other.

    None where there is no batched form, or where it fails: called for each direction, the program may do what is undefined for
    arrays, such as division of Python's numbers by zero.
    """
    x = args[place]
    if not isinstance(x, np.ndarray) or x.size < 2:
        return None
    dots = tuple([x if k == place else None for k in range(len(args))])
    parts: list[list[Any]] = []
    try:
        found = program.batched(args, dots)
        if found is None:
            return None
        batched, values = found
        rows = min(x.size, ENTRIES // batched.entries(values))
        if rows < 2:
            return None
        where = next(iter(batched.rows))
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            for units in unit_rows(x, rows):
                values[where] = units
                ans, ans_dot = batched.function(*values)
                rows_dot = [y_dot for _, y_dot in leaves(ans_dot)]
                shapes = [(len(units), *np.shape(y)) for _, y in leaves(ans)]
                if [np.shape(y_dot) for y_dot in rows_dot] != shapes:
                    return None
                parts.append(rows_dot)
    except Exception:  # whatever it is, the program itself raises it, or does not, direction by direction
        return None
    return ans, [one[0] if len(one) == 1 else np.concatenate(one) for one in zip(*parts, strict=True)]


def unit_rows(x: Any, count: int) -> Iterator[Any]:
    """The unit vectors of the shape of `x`, `count` at a time.

    >>> [len(rows) for rows in unit_rows(np.zeros((2, 3)), 4)]
    [4, 2]
    """
    for start in range(0, x.size, count):
        rows = np.zeros((min(count, x.size - start), x.size), x.dtype)
        rows[np.arange(len(rows)), np.arange(start, start + len(rows))] = 1
        yield rows.reshape(len(rows), *x.shape)
