"""Tangents along all unit vectors of an argument at once, by the batched form of its tangent program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tangentish.batched import Batched
from tangentish.derivative.forward import Forward
from tangentish.leaves import leaves

ENTRIES = 2**18
"""How large, in entries, a value with a row for each direction may be: more directions than that are taken in turns."""


def columns(program: Forward, args: tuple[Any, ...], place: int) -> tuple[Any, list[Any]] | None:
    """The result, and for each of its leaves its derivatives by the entries of an argument, those by one entry at `[..., k]`.

    None where there is no batched form, or where it fails: called for each direction, the program may do what is undefined for
    arrays, such as division of Python's numbers by zero.
    """
    x = args[place]
    if not isinstance(x, np.ndarray) or x.size < 2:
        return None
    try:
        found = program.batched(args, tuple([x if k == place else None for k in range(len(args))]))
        if found is None:
            return None
        with np.errstate(divide="raise", over="raise", invalid="raise"):
            return _filled(*found, x)
    except Exception:  # whatever it is, the program itself raises it, or does not, direction by direction
        return None


def _filled(batched: Batched, values: list[Any], x: Any) -> tuple[Any, list[Any]] | None:
    """The result and the arrays of its derivatives, filled from several directions at a time."""
    count = min(x.size, ENTRIES // batched.entries(values))
    if count < 2:
        return None
    ans: Any = None
    filled: list[Any] = []
    for start, units in zip(range(0, x.size, count), unit_rows(x, count), strict=True):
        for place in batched.rows:
            values[place] = units
        ans, ans_dot = batched.function(*values)
        ys, rows = ([leaf for _, leaf in leaves(one)] for one in (ans, ans_dot))
        if [np.shape(y_dot) for y_dot in rows] != [(len(units), *np.shape(y)) for y in ys]:
            return None
        if not filled:
            filled = [np.empty((*np.shape(y), x.size), y_dot.dtype) for y, y_dot in zip(ys, rows, strict=True)]
        for whole, y_dot in zip(filled, rows, strict=True):
            whole[..., start : start + len(units)] = np.moveaxis(y_dot, 0, -1)
    return ans, filled


def unit_rows(x: Any, count: int) -> Iterator[Any]:
    """The unit vectors of the shape of `x`, `count` at a time.

    >>> [len(rows) for rows in unit_rows(np.zeros((2, 3)), 4)]
    [4, 2]
    """
    for start in range(0, x.size, count):
        rows = np.zeros((min(count, x.size - start), x.size), x.dtype)
        rows[np.arange(len(rows)), np.arange(start, start + len(rows))] = 1
        yield rows.reshape(len(rows), *x.shape)
