"""Derivatives along all unit vectors of an argument, or of a result, at once: by the batched forms of generated programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tangentish.analysis.kinds import kinds_of
from tangentish.batched import Batched, batched, parameters_of
from tangentish.derivative import Derivative
from tangentish.derivative.forward import Forward
from tangentish.derivative.pullback import copied_arguments
from tangentish.derivative.repeated import Repeated
from tangentish.leaves import leaves
from tangentish.runtime import shares_memory

ENTRIES = 2**18
"""How large, in entries, a value with a row for each direction may be: more directions than that are taken in turns."""

MOST_SHAPES = 512


def columns(program: Forward, args: tuple[Any, ...], place: int, runs: Repeated | None = None) -> tuple[Any, list[Any]] | None:
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
        return undisturbed(lambda: _filled(*found, x, runs or Repeated(program.primal, args)))
    except Exception:  # whatever it is, the program itself raises it, or does not, direction by direction
        return None


def _filled(batched: Batched, values: list[Any], x: Any, runs: Repeated) -> tuple[Any, list[Any]] | None:
    """The result and the arrays of its derivatives, filled from several directions at a time."""
    count = min(x.size, ENTRIES // batched.entries(values))
    if count < 2:
        return None
    ans: Any = None
    filled: list[Any] = []
    if count < x.size:
        runs.several()
    for start, units in zip(range(0, x.size, count), unit_rows(x, count), strict=True):
        for place in batched.rows:
            values[place] = units
        runs.begins()
        ans, ans_dot = batched.function(*values)
        runs.check(ans)
        ys, rows = ([leaf for _, leaf in leaves(one)] for one in (ans, ans_dot))
        if [np.shape(y_dot) for y_dot in rows] != [(len(units), *np.shape(y)) for y in ys]:
            return None
        if not filled:
            filled = [np.empty((*np.shape(y), x.size), y_dot.dtype) for y, y_dot in zip(ys, rows, strict=True)]
        for whole, y_dot in zip(filled, rows, strict=True):
            whole[..., start : start + len(units)] = np.moveaxis(y_dot, 0, -1)
    return ans, filled


class Rows:
    """The derivatives of all entries of the result of `primal` at once, by the program of its gradient."""

    def __init__(self, primal: Callable[..., Any]) -> None:
        self.primal = primal
        self.source = ""  # of the program last used
        self._gradients: dict[tuple[int, ...], Derivative] = {}
        self._looped: set[Any] = set()  # shapes of arguments for which there is no batched form

    def __call__(self, args: tuple[Any, ...], places: list[int], runs: Repeated | None = None) -> tuple[Any, list[Any]] | None:
        """The result, an array, and for each of some arguments an array of its derivatives, those of one entry at `[k]`.

        None where there is no batched form, or where it fails.
        """
        key = *places, *((arg.shape, arg.dtype) if isinstance(arg, np.ndarray) else type(arg) for arg in args)
        if key in self._looped or shares_memory({"": args}) or not all(isinstance(args[place], np.ndarray) for place in places):
            return None
        runs = runs or Repeated(self.primal, args)
        if runs.lost or runs.takes_items:  # one run is recorded then, and others are compared with it
            return None
        try:
            runs.begins()
            ans = self.primal(*copied_arguments(args, {})[0])
            found = self._batched(args, tuple(places), ans)
            if found is None:
                self._note(key)
                return None
            return undisturbed(lambda: self._filled(*found, np.array(ans), [np.shape(args[place]) for place in places], runs))
        except Exception:  # whatever it is, the program itself raises it, or does not, entry by entry
            self._note(key)
            return None

    def _note(self, key: Any) -> None:
        """The shapes are not tried again."""
        if len(self._looped) >= MOST_SHAPES:
            self._looped.clear()
        self._looped.add(key)

    def _batched(self, args: tuple[Any, ...], places: tuple[int, ...], ans: Any) -> tuple[Batched, list[Any]] | None:
        if not isinstance(ans, np.ndarray) or ans.size < 2 or ans.dtype.kind != "f":
            return None
        gradient = self._gradients.setdefault(places, Derivative(self.primal, places, "grad", False))
        made, values, *_ = gradient.program_of(args, {})
        params = parameters_of(made)
        kinds = tuple(kinds_of(dict(zip(params, [*values, ans], strict=True))).values())
        found = batched(made, kinds, frozenset([len(values)]))
        return None if found is None else (found, values)

    def _filled(self, batched: Batched, values: list[Any], ans: Any, shapes: list[tuple[int, ...]],
                runs: Repeated) -> tuple[Any, list[Any]] | None:
        count = min(ans.size, ENTRIES // batched.entries([*values, ans]))
        if count < 2:
            return None
        dtype = np.float32 if ans.dtype == np.float32 else np.float64
        filled = [np.empty((ans.size, *shape), dtype) for shape in shapes]
        seed = next(iter(batched.function.__kwdefaults__))
        for start, units in zip(range(0, ans.size, count), unit_rows(ans, count), strict=True):
            runs.begins()
            bars = batched.function(*values, **{seed: units})
            if [np.shape(bar) for bar in bars] != [(len(units), *shape) for shape in shapes]:
                return None
            for whole, bar in zip(filled, bars, strict=True):
                whole[start : start + len(units)] = bar
        self.source = batched.text
        return ans, filled


def undisturbed(run: Callable[[], Any]) -> Any:
    """The result of a call, or None if it divides by zero, overflows, or makes a nan; no warning is given."""
    met: list[str] = []
    with np.errstate(divide="call", over="call", invalid="call", call=lambda kind, _: met.append(kind)):
        found = run()
    return None if met else found


def unit_rows(x: Any, count: int) -> Iterator[Any]:
    """The unit vectors of the shape of `x`, `count` at a time.

    >>> [len(rows) for rows in unit_rows(np.zeros((2, 3)), 4)]
    [4, 2]
    """
    for start in range(0, x.size, count):
        rows = np.zeros((min(count, x.size - start), x.size), x.dtype)
        rows[np.arange(len(rows)), np.arange(start, start + len(rows))] = 1
        yield rows.reshape(len(rows), *x.shape)
