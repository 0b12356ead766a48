"""The blocks of a Jacobian, one for each leaf of the result and of the argument: columns forwards, rows in reverse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.api import pulled_back
from tangentish.columns import Rows, columns
from tangentish.derivative.forward import Forward
from tangentish.derivative.pullback import copied_arguments
from tangentish.derivative.repeated import Repeated
from tangentish.errors import DerivativeTypeError
from tangentish.leaves import leaves, rebuilt, unit_tangents
from tangentish.runtime.runs import run_begins

Blocks = dict[Any, dict[Any, Any]]


def forward_blocks(program: Forward, args: tuple[Any, ...], places: list[int]) -> tuple[Any, list[Any]]:
    """The value, and for each argument the Jacobian: one tangent program for all columns, of several at once where it can be."""
    value, results = None, []
    runs = Repeated(program.primal, args)
    if len(places) > 1:
        runs.several()
    for place in places:
        x = args[place]
        found = columns(program, args, place, runs)
        if found is None:
            value, blocks = looped_columns(program, args, place, runs)
        else:
            value, filled = found
            blocks = {out: {(): whole.reshape(*np.shape(y), *np.shape(x))}
                      for (out, y), whole in zip(leaves(value), filled, strict=True)}
        results.append(rebuilt(value, {out: rebuilt(x, row) for out, row in blocks.items()}))
    return value, results


def looped_columns(program: Forward, args: tuple[Any, ...], place: int,
                   runs: Repeated | None = None) -> tuple[Any, Blocks]:
    """The value and the blocks for an argument, column by column: the tangent program called for each entry."""
    x = args[place]
    blocks: Blocks = {}
    ans: Any = None
    runs = runs or Repeated(program.primal, args)
    runs.several()
    for path, index, unit in unit_tangents(x):
        tangents: list[Any] = [None] * len(args)
        tangents[place] = unit
        runs.begins()
        run_begins()
        ans, ans_dot = program(args, tuple(tangents))
        runs.check(ans)
        shape = np.shape(dict(leaves(x))[path])
        tangent_of = dict(leaves(ans_dot))
        for out, y in leaves(ans):
            y_dot = tangent_of.get(out, 0.0)  # what is no number has none
            row = blocks.setdefault(out, {})
            if path not in row:
                row[path] = np.zeros(np.shape(y) + shape, np.asarray(y_dot).dtype)
            row[path][(..., *index)] = y_dot
    if ans is None:  # nothing to differentiate with respect to
        runs.begins()
        ans = program.primal(*copied_arguments(args, {})[0])
        for out, y in leaves(ans):
            blocks[out] = {path: np.zeros(np.shape(y) + np.shape(leaf)) for path, leaf in leaves(x)}
    return ans, blocks


def reverse_blocks(rows: Rows, args: tuple[Any, ...], places: list[int], checkpoint: int | None = None) -> tuple[Any, list[Any]]:
    """The value, and for each argument the Jacobian: several rows at once where it can be."""
    runs = Repeated(rows.primal, args)
    runs.several()
    found = rows(args, places, runs) if checkpoint is None else None
    if found is None:
        return looped_rows(rows.primal, args, places, runs, checkpoint)
    value, filled = found
    return value, [whole.reshape(*np.shape(value), *whole.shape[1:]) for whole in filled]


def looped_rows(fun: Callable[..., Any], args: tuple[Any, ...], places: list[int], runs: Repeated | None = None,
                checkpoint: int | None = None) -> tuple[Any, list[Any]]:
    """The value, and for each argument the Jacobian, row by row: one pullback called for each entry of the result."""
    ans, pullback = pulled_back(fun, args, tuple(places), checkpoint=checkpoint, runs=runs)
    if runs is not None:
        runs.check(ans)
    found: list[Blocks] = [{} for _ in places]
    for out, y in leaves(ans):
        if np.iscomplexobj(y):
            raise DerivativeTypeError("the result is complex; use mode='fwd', whose columns are complex tangents")
        for k, place in enumerate(places):
            dtype = np.float32 if np.asarray(y).dtype == np.float32 else np.float64
            found[k][out] = {path: np.zeros(np.shape(y) + np.shape(leaf), dtype) for path, leaf in leaves(args[place])}
    for out, index, unit in unit_tangents(ans, zeros=True):
        bars = pullback(unit)
        for k, place in enumerate(places):
            for path, bar in leaves(bars[place]):
                found[k][out][path][index] = bar
    return ans, [rebuilt(ans, {out: rebuilt(args[place], row) for out, row in found[k].items()})
                 for k, place in enumerate(places)]
