"""Sparse matrices made from others: converted, transposed, indexed.

What is recorded is where each entry of the data went.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import scipy.sparse as sparse

from tangentish import library
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.dispatch.scipy_sparse_places import MADE, NOWHERE, found_at, is_inside, places
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

Array = np.ndarray[Any, Any]


def fitting(values: Any, like: Any) -> Any:
    """Values as the cotangent of an array: the real parts for a real one."""
    return np.reshape(np.real(values) if like.dtype.kind == "f" else values, like.shape).astype(like.dtype)


class Sent(Record):
    """A matrix, or an array, whose entries are sums of entries of others: each went to `where`, times `factor`.

    With `scale`, the place of a number among the arguments, `slopes` are the derivatives of the data with respect to it.
    """

    def __init__(self, made: Any, sources: list[tuple[Any, Array, Any]], count: int, keywords: dict[str, Any],
                 scale: int | None = None, slopes: Any = None) -> None:
        self.made, self.count, self.keywords, self.scale, self.slopes = made, count, keywords, scale, slopes
        self.sources = [source for source in sources if isinstance(source[0], MADE)]

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        made = self.made
        if ans_bar is not None and sparse.issparse(made):
            raise UnsupportedError(f"a {type(made).__name__} is used as an array, and its class was not known when this program "
                                   "was made.\nCall a method of it, such as A.dot(x), or pass it as an argument to a function.")
        bar = shadows.held(made, "data", made.data, None) if sparse.issparse(made) else ans_bar
        values: list[Any] = [None] * self.count
        if bar is not None:
            bar = np.ravel(bar)
            for matrix, where, factor in self.sources:
                data = np.asarray(matrix.data)
                shadows.deposit(matrix, "data", data, fitting(np.where(where == NOWHERE, 0, bar[where]) * factor, data))
            if self.scale is not None:
                values[self.scale] = np.sum(bar * np.ravel(self.slopes))
        return Parts(values, dict.fromkeys(self.keywords))

    def carry(self, args: Any, dots: Any, keywords: Any, keyword_dots: Any, tangents: Any) -> bool:
        if not sparse.issparse(self.made):
            return False
        dot = np.zeros(self.made.data.size, self.made.data.dtype)
        for matrix, where, factor in self.sources:
            data = np.asarray(matrix.data)
            sent, kept = np.ravel(tangents.whole(data, tangents.held(matrix, "data", data))) * factor, where != NOWHERE
            np.add.at(dot, where[kept], sent[kept])
        if self.scale is not None:
            dot += np.ravel(self.slopes) * tangents.whole(args[self.scale], dots[self.scale])
        tangents.bind(self.made.data, dot.reshape(self.made.data.shape))
        return True


# other forms of one matrix


def converted(function: Any, turned: bool = False) -> Any:
    """The handler of `A.tocsr()`, `A.copy()`, and with `turned` of `A.transpose()`."""

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        made = function(*args, **keywords)
        if 0 not in wrt or not isinstance(args[0], MADE) or made is args[0]:
            return made, Nothing(len(args))
        return in_another_form(args[0], made, turned, len(args), keywords)

    return handler


def in_another_form(matrix: Any, made: Any, turned: bool, count: int, keywords: dict[str, Any]) -> tuple[Any, Record]:
    """What a matrix, or its transpose, was made into, with all of its entries."""
    if not isinstance(made, MADE):
        raise UnsupportedError(f"a sparse matrix of active values as a {type(made).__name__} has no derivative.\n"
                               "Keep it as csr, csc, coo or bsr.")
    if matrix.format == "dia" and made.format != "dia":  # which leaves out zeros
        rows, across = places(matrix)
        inside = is_inside(matrix)
        made = type(made)((np.ravel(matrix.data)[inside], (rows[inside], across[inside])), shape=made.shape)
    return made, Sent(made, [(matrix, where_in(made, matrix, turned), 1)], count, keywords)


def where_in(made: Any, matrix: Any, turned: bool = False) -> Array:
    """Where the entries of a matrix are in one that was made of it, or of its transpose."""
    inside, (rows, across) = is_inside(matrix), places(matrix)[:: -1 if turned else 1]
    where = np.full(matrix.data.size, NOWHERE)
    where[inside] = found_at(made, rows[inside], across[inside])
    if np.any(where[inside] == NOWHERE):
        raise UnsupportedError(f"entries of a {type(matrix).__name__} of active values were left out of a {type(made).__name__}, "
                               "and have no derivative there.\nMake it a csr_matrix first.")
    return where


def item(function: Any) -> Any:
    """The handler of `A[key]`."""

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        matrix, key = args
        ans = function(matrix, key)
        if 0 not in wrt or not isinstance(matrix, MADE):
            return ans, Nothing(len(args))
        marks = matrix.copy()
        marks.data = np.arange(1.0, matrix.data.size + 1)
        if not matrix.has_canonical_format or isinstance(ans, np.matrix):
            raise UnsupportedError("this item of a sparse matrix of active values has no derivative.\n"
                                   "Take it of a csr_matrix or csc_matrix without duplicates, or of A.toarray().")
        marks = function(marks, key)  # where each entry came from
        if sparse.issparse(ans):
            ans.data = np.array(ans.data)
            came = np.ravel(marks.data).astype(np.int64) - 1
            if ans.data.shape != marks.data.shape or type(ans) is not type(marks):
                raise UnsupportedError("this item of a sparse matrix of active values has no derivative.")
        else:
            came = np.ravel(marks).astype(np.int64) - 1
        if len(np.unique(came[came != NOWHERE])) < np.count_nonzero(came != NOWHERE):
            raise UnsupportedError("an item of a sparse matrix that has an entry several times has no derivative.")
        where = np.full(matrix.data.size, NOWHERE)
        where[came[came != NOWHERE]] = np.flatnonzero(came != NOWHERE)
        return ans, Sent(ans, [(matrix, where, 1)], len(args), keywords)

    return handler


def diagonal(function: Any) -> Any:
    """The handler of `A.diagonal(k)`."""

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        matrix, ans = args[0], function(*args, **keywords)
        if 0 not in wrt or not isinstance(matrix, MADE):
            return ans, Nothing(len(args))
        k = int(args[1] if len(args) > 1 else keywords.get("k", 0))
        rows, across = places(matrix)
        there = (across - rows == k) & is_inside(matrix)
        return ans, Sent(ans, [(matrix, np.where(there, np.minimum(rows, across), NOWHERE), 1)], len(args), keywords)

    return handler


def _class_in(form: str) -> Any:
    """Which class a matrix of some class has in another form; `turned` is that of its transpose."""

    def given(args: Any, keywords: Any) -> Any:
        kind, _, word = getattr(getattr(args[0], "type", None), "__name__", "").partition("_")
        if kind not in ("csr", "csc", "coo", "bsr", "dia"):
            return object
        other = {"copy": kind, "turned": {"csr": "csc", "csc": "csr"}.get(kind, kind)}.get(form, form)
        return getattr(sparse, f"{other}_{word}")

    return given


for _cls in MADE:
    for _name in ("tocsr", "tocsc", "tocoo", "todia", "tolil", "todok", "tobsr", "copy"):
        library.HANDLED[getattr(_cls, _name)] = converted(getattr(_cls, _name))
        library.GIVES[getattr(_cls, _name)] = _class_in(_name.removeprefix("to"))
    if _cls.diagonal is not sparse.dia_array.diagonal:  # which gives a view of its data, and is followed
        library.HANDLED[_cls.diagonal] = diagonal(_cls.diagonal)
    if hasattr(_cls, "__getitem__"):
        library.HANDLED[_cls.__getitem__] = item(_cls.__getitem__)
        library.GIVES[_cls.__getitem__] = lambda args, keywords: object
    for _name in ("transpose", "T"):
        _found = inspect.getattr_static(_cls, _name)
        _method = _found.fget if isinstance(_found, property) else _found
        library.HANDLED[_method] = converted(_method, turned=True)
        library.GIVES[_method] = _class_in("turned")
