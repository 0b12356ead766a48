"""Sparse matrices scaled and added up, and made of their diagonals."""

from __future__ import annotations

import inspect
import operator
from typing import Any

import numpy as np
import scipy.sparse as sparse

from tangentish import library
from tangentish.dispatch.arguments import floats
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.dispatch.scipy_sparse_forms import Sent, in_another_form, where_in
from tangentish.dispatch.scipy_sparse_places import MADE, check_means_the_same, is_inside, places
from tangentish.shadows import Shadows

ARITHMETIC = (operator.neg, operator.add, operator.sub, operator.iadd, operator.isub, operator.mul, operator.truediv)


def arithmetic(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`-A`, `A + B`, `A - B`, `c * A`, `A * c` and `A / c`, and `+=` and `-=`, which make new matrices."""
    if function not in ARITHMETIC:
        return None
    function = {operator.iadd: operator.add, operator.isub: operator.sub}.get(function, function)
    if not any(isinstance(arg, MADE) for arg in args) or not all(
            sparse.issparse(arg) or (np.ndim(arg) == 0 and not isinstance(arg, str)) for arg in args) or not any(
            place in wrt and floats(arg) for place, arg in enumerate(args)):
        return None
    check_means_the_same(*args)
    first = args[0]
    if function is operator.neg:
        made = -first
        return made, Sent(made, [(first, np.arange(made.data.size), -1)], 1, keywords)
    if function in (operator.add, operator.sub) and all(isinstance(arg, MADE) for arg in args):
        return _sum(function, args, keywords)
    if function not in (operator.mul, operator.truediv) or sum(map(sparse.issparse, args)) != 1:
        return None
    scale = 0 if sparse.issparse(args[1]) else 1
    matrix, number = args[1 - scale], args[scale]
    if not isinstance(matrix, MADE) or (function is operator.truediv and scale == 0):
        return None
    made = function(*args)
    made.data = np.array(made.data)
    if made.data.shape != matrix.data.shape:
        return None
    divided = function is operator.truediv
    slopes = -made.data / number if divided else np.asarray(matrix.data)
    factor = 1 / number if divided else number
    record = Sent(made, [(matrix, np.arange(made.data.size), factor)], 2, keywords, scale if scale in wrt else None, slopes)
    return made, record


def _sum(function: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """The sum or the difference of two matrices; zeros are kept, since they may have a derivative."""
    made = function(*args)
    kind, signs = type(made), (1, 1 if function is operator.add else -1)
    if kind not in MADE:
        return None
    if made.format == "dia":
        made.data = np.array(made.data)
        return made, Sent(made, [(arg, where_in(made, arg), sign) for sign, arg in zip(signs, args, strict=True)], 2, keywords)
    rows, across = (np.concatenate(found) for found in zip(*(
        [part[is_inside(arg)] for part in places(arg)] for arg in args), strict=True))
    data = np.concatenate([sign * np.ravel(arg.data)[is_inside(arg)] for sign, arg in zip(signs, args, strict=True)])
    made = kind((data, (rows, across)), shape=args[0].shape)
    made.sum_duplicates()
    return made, Sent(made, [(arg, where_in(made, arg), sign) for sign, arg in zip(signs, args, strict=True)], 2, keywords)


# diagonals


class _OfDiagonals(Record):
    """A matrix of diagonals."""

    def __init__(self, made: Any, given: dict[str, Any], count: int, keywords: dict[str, Any]) -> None:
        self.made, self.diagonals, self.count, self.keywords = made, given["diagonals"], count, keywords
        self.alone = np.ndim(given.get("offsets", 0)) == 0 and np.ndim(self.diagonals[0]) == 0  # not in a list

    def cut(self, values: Any) -> list[Any]:
        """The part of each diagonal of what has the shape of the data."""
        rows, columns = self.made.shape
        starts = [max(0, int(k)) for k in self.made.offsets]
        sizes = [min(rows + min(int(k), 0), columns - max(int(k), 0)) for k in self.made.offsets]
        return [row[start : start + size] for row, start, size in zip(values, starts, sizes, strict=True)]

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        bar = shadows.held(self.made, "data", self.made.data, None)
        part: Any = None
        if bar is not None:
            given = self.diagonals
            single = self.alone
            bars = [_summed(cut, diagonal) for cut, diagonal in zip(self.cut(bar), [given] if single else given, strict=True)]
            part = bars[0] if single else bars
            part = np.array(part) if isinstance(given, np.ndarray) else tuple(part) if isinstance(given, tuple) else part
            if single and not isinstance(given, np.ndarray):
                part = list(part)
        parts = Parts([part, *[None] * (self.count - 1)][: self.count], dict.fromkeys(self.keywords))
        if self.count == 0:
            parts.keywords["diagonals"] = part
        return parts


def _summed(bar: Any, diagonal: Any) -> Any:
    """The cotangent of a diagonal; of a number, or an array of one, that stands for all of it, their sum."""
    if np.ndim(diagonal) == 0:
        return np.sum(bar)
    return np.sum(bar, keepdims=True) if len(diagonal) == 1 != len(bar) else np.array(bar)


class _InOrder(Record):
    """Two steps of one call."""

    def __init__(self, first: Record, second: Record) -> None:
        self.first, self.second = first, second

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        self.second.reverse(ans_bar, shadows)
        return self.first.reverse(None, shadows)


def of_diagonals(function: Any) -> Any:
    """The handler of `scipy.sparse.diags` and `diags_array`."""

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        given = inspect.signature(function).bind(*args, **keywords).arguments
        rest = {key: value for key, value in given.items() if key not in ("diagonals", "format")}
        made = function(given["diagonals"], **rest)
        form = given.get("format") or "dia"
        if not {0, "diagonals"} & {*wrt} or made.data.dtype.kind not in "fc":
            return function(*args, **keywords), Nothing(len(args))
        made.data = np.array(made.data)
        record: Record = _OfDiagonals(made, given, len(args), keywords)
        if form != "dia":
            made, second = in_another_form(made, made.asformat(form), False, 1, {})
            record = _InOrder(record, second)
        return made, record

    return handler


def _class_made(word: str, most: int) -> Any:
    """Which class a matrix is of that is made in a `format`, if that is not the next argument after `most` others."""

    def given(args: Any, keywords: Any) -> Any:
        form = getattr(keywords["format"], "value", "unknown") if "format" in keywords else "dia"
        return object if len(args) > most else getattr(sparse, f"{form or 'dia'}_{word}", object)

    return given


for _function in (sparse.diags, sparse.diags_array):
    library.HANDLED[_function] = of_diagonals(_function)
for _function, _most in ((sparse.diags, 3), (sparse.diags_array, 1), (sparse.eye, 3), (sparse.identity, 1), (sparse.eye_array, 2)):
    library.GIVES[_function] = _class_made("array" if _function.__name__.endswith("array") else "matrix", _most)
library.OPERATOR_HANDLERS.insert(0, arithmetic)
