"""Small functions that rules, and so generated code, may call.  What is not plain NumPy in a derivative is here.

Results may be read-only views (`unreduce`), so they are not to be written into.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.own_arrays import check_no_say


def quotient(x: Any, y: Any) -> Any:
    """`x / y` without warnings, and 0 where `x` is 0: an infinite slope counts for nothing if nothing flows."""
    with np.errstate(all="ignore"):
        ratio = np.divide(x, y)
        if ratio.dtype.kind in "fc" and np.isfinite(np.sum(ratio)):
            return ratio  # no entry is infinite
    return np.where(np.equal(x, 0), np.zeros((), ratio.dtype), ratio)[()]


def product(x: Any, y: Any) -> Any:
    """`x * y` without warnings, and 0 where `x` is 0, even if `y` is infinite there."""
    with np.errstate(all="ignore"):
        result = np.multiply(x, y)
        if result.dtype.kind in "fc" and np.isfinite(np.sum(result)):
            return result  # no entry is infinite
    return np.where(np.equal(x, 0), np.zeros((), result.dtype), result)[()]


def number_product(x: Any, y: Any) -> Any:
    """`x * y`, which is 0 for a number `x` that is 0, even if `y` is infinite; of arrays nothing is asked.

    >>> number_product(0.0, np.inf), number_product(2.0, 3.0)
    (0.0, 6.0)
    """
    return x if isinstance(x, float | complex | np.number) and not x else x * y


def scaled(x: Any, y: Any) -> Any:
    """`product(x, y)`, quickly where `y` is a finite number.

    >>> scaled(np.array([0.0, 2.0]), np.inf), scaled(np.array([0.0, 2.0]), 3.0)
    (array([ 0., inf]), array([0., 6.]))
    """
    return y * x if isinstance(y, float) and math.isfinite(y) else product(x, y)


def product_of_any(x: Any, y: Any) -> Any:
    """`x * y` without warnings, and 0 where either is 0, even if the other is nan there."""
    with np.errstate(all="ignore"):
        result = np.multiply(x, y)
    return np.where(np.equal(x, 0) | np.equal(y, 0), np.zeros((), result.dtype), result)[()]


def vanishing(transpose: Callable[..., Any], ans_bar: Any, *operands: Any) -> Any:
    """What a linear function gives for a cotangent, of which an infinite entry counts for nothing where it meets zeros only.

    >>> vanishing(np.dot, np.array([np.inf, 1.0]), np.array([[0.0, 2.0], [3.0, 4.0]]))
    array([ 3., inf])
    >>> vanishing(np.dot, np.array([np.inf, -np.inf]), np.array([[0.0, 2.0], [0.0, 2.0]]))
    array([ 0., nan])
    """
    with np.errstate(all="ignore"):
        result = transpose(ans_bar, *operands)
        infinite = np.isinf(ans_bar)
        if np.isfinite(np.sum(result)) or not np.any(infinite):
            return result
        signs = np.where(infinite, np.sign(ans_bar), 0.0)
        near, far = transpose(np.where(infinite, 0.0, ans_bar), *operands), transpose(signs, *operands)
        weights = np.reshape(1.0 + np.modf(np.arange(np.size(signs)) * _GOLDEN)[0], np.shape(signs))
        met = transpose(signs * weights, *operands)  # not zero either where one infinity takes another away
        return np.where(np.equal(met, 0.0), near, np.multiply(far, np.inf))[()]


_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
"""Of which no small multiples are nearly the same."""


def sum_to_shape(x: Any, shape: tuple[int, ...]) -> Any:
    """The transpose of broadcasting to `x.shape` from `shape`: sum over the axes that were repeated."""
    if np.shape(x) == tuple(shape):
        return x
    x = np.sum(x, axis=tuple(range(np.ndim(x) - len(shape))))
    stretched = tuple(k for k, size in enumerate(shape) if size == 1 and np.shape(x)[k] != 1)
    return np.sum(x, axis=stretched, keepdims=True) if stretched else x


def unreduce(x: Any, shape: tuple[int, ...], axis: Any = None, keepdims: bool = False) -> Any:
    """The transpose of a sum over `axis`: `x` repeated to `shape`, as a read-only view."""
    if axis is not None and not keepdims:
        x = np.expand_dims(x, axis_tuple(axis, len(shape)))
    return np.broadcast_to(x, shape)


def axis_tuple(axis: Any, ndim: int) -> tuple[int, ...]:
    """The axes that `axis` (None, an int or a tuple) stands for, none of them negative."""
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(int(k) % max(ndim, 1) for k in axes) if ndim else ()


def as_axes(axis: Any) -> Any:
    """Axes as `np.sum` takes them: those of a list, which `np.median` and `np.average` take too, as a tuple."""
    return tuple(axis) if isinstance(axis, list) else axis


def as_operand(x: Any) -> Any:
    """What an operator takes for what a function of NumPy took: arrays for lists, and numbers that may be divided by zero."""
    return np.asarray(x) if isinstance(x, (list, tuple)) else np.float64(x) if type(x) is float else x


def shapes(x: Any) -> Any:
    """The shape of an array or number; for a list or tuple, the list of the shapes of its items."""
    return [shapes(item) for item in x] if isinstance(x, (list, tuple)) else np.shape(x)


def reduced_size(shape: tuple[int, ...], axis: Any = None) -> int:
    """How many entries of an array of this shape go into one entry of its sum over `axis`."""
    return math.prod(shape[k] for k in axis_tuple(axis, len(shape)))


def reduced_count(shape: tuple[int, ...], axis: Any, where: Any) -> Any:
    """How many entries that `where` selects go into each entry of a sum over `axis`, which is kept with length 1."""
    if where is True:
        return reduced_size(shape, axis)
    return np.sum(np.broadcast_to(where, shape), axis=axis, keepdims=True)


def keep_axis(x: Any, shape: tuple[int, ...], axis: Any = None, keepdims: bool = False) -> Any:
    """`x`, the result of a reduction over `axis` of an array of this shape, with the reduced axes of length 1."""
    if keepdims:
        return x
    axes = axis_tuple(axis, len(shape))
    return np.reshape(x, tuple(1 if k in axes else size for k, size in enumerate(shape)))


def dense(bars: Any, ans: Any) -> list[Any]:
    """The cotangents `bars` of the several results `ans`, with zeros where there is None."""
    return [np.zeros_like(one)[()] if bar is None else bar for bar, one in zip(bars, ans, strict=True)]


def inexact(*values: Any) -> Any:
    """The dtype of arithmetic on these values, a floating or a complex one."""
    dtype = np.result_type(*(np.asarray(value) if isinstance(value, (list, tuple, range)) else value for value in values))
    return dtype if dtype.kind in "fc" else np.dtype(float)


def dtype_of_tangent(ans: Any, x: Any = None) -> Any:
    """The dtype for the tangent of a result; raises where that is an array of objects or texts: numbers in it are not followed.

    An array `x` of texts that it was made of has none, nor have texts and whole numbers in an array of objects.
    """
    kind = getattr(ans, "dtype", np.dtype(float)).kind
    if kind in "US" and isinstance(x, np.ndarray) and x.dtype.kind in "US":
        return np.dtype(float)
    dtype = inexact(ans)
    if kind == "O" and all(isinstance(item, int | str | bytes | None) for item in ans.flat):
        return np.dtype(float)
    if kind == "O":
        raise objects_refused()
    if kind in "US":
        raise texts_refused()
    return dtype


def texts_refused() -> UnsupportedError:
    """The error for active values in an array of texts."""
    return UnsupportedError("derivatives do not flow through arrays of texts.\nKeep numbers and texts apart.")


def objects_refused() -> UnsupportedError:
    """The error for active values in an array of objects."""
    return UnsupportedError("derivatives do not flow through arrays of objects.\nUse an array of floats, or a list.")


def fields_refused() -> UnsupportedError:
    """The error for active values in an array that has fields with names."""
    return UnsupportedError("structured arrays of active values are not followed.\nUse an array, or a dict of arrays.")


def has_numbers(tangent: Any) -> bool:
    """Whether there are numbers other than zero in the tangent of an array of objects, itself or beside arrays.

    >>> has_numbers(0.0), has_numbers(np.ones(2)), has_numbers(np.array([np.ones(2), 0.0], object))
    (False, True, False)
    """
    if isinstance(tangent, np.ndarray) and tangent.dtype.kind == "O":
        return any(isinstance(item, float | complex) and item != 0.0 for item in tangent.flat)
    return isinstance(tangent, float | complex | np.ndarray) and bool(np.any(tangent))


def swap(x: Any) -> Any:
    """The transpose of each matrix of `x`, `np.swapaxes(x, -1, -2)`."""
    return np.swapaxes(x, -1, -2)


def positions(shape: Any, start: int = 0) -> Any:
    """An array of this shape that numbers its entries, in C order."""
    return np.reshape(np.arange(start, start + math.prod(shape)), shape)


def scatter_into(x: Any, shape: Any, where: Any) -> Any:
    """Zeros of this shape, with each entry of `x` added at the number (see `positions`) that `where` has there.

    The transpose of a function that only picks entries; numbers that are out of range are left out.
    """
    size = math.prod(shape)
    where = np.broadcast_to(where, np.shape(x))
    result = np.zeros(size, np.result_type(x))
    inside = (where >= 0) & (where < size)
    np.add.at(result, where[inside], np.asarray(x)[inside])
    return np.reshape(result, shape)


def gather(x: Any, where: Any) -> Any:
    """The transpose of `scatter`: the entries of `x` of the numbers `where`, and 0 where there is none."""
    where = np.asarray(where)
    inside = (where >= 0) & (where < np.size(x))
    return np.where(inside, np.ravel(x)[np.where(inside, where, 0)], 0) if np.size(x) else np.zeros(where.shape)


def no_matrix(x: Any) -> None:
    """Refuse an `np.matrix`: operators, indices and reductions mean something else there."""
    if isinstance(x, np.matrix):
        raise UnsupportedError("np.matrix, whose `*` is a product of matrices, is not followed.\nUse arrays, np.block and `@`.")


def shaped_like(tangent: Any, x: Any) -> Any:
    """A tangent in the shape and the kind of dtype of `x`; None, and what an integer has, is zero.

    >>> shaped_like(2.0, np.zeros(3))
    array([2., 2., 2.])
    """
    if type(x) is type(tangent) and (type(x) is float or (
            type(x) is np.ndarray and x.shape == tangent.shape and x.dtype is tangent.dtype and x.dtype.kind in "fc")):
        return tangent
    check_no_say(tangent)
    if isinstance(x, np.ndarray):
        if x.__class__ is not np.ndarray:
            no_matrix(x)
        if x.dtype.kind not in "fc" or tangent is None:
            if x.dtype.kind == "O" and tangent is not None and has_numbers(tangent):
                raise objects_refused()
            return np.zeros(x.shape, x.dtype if x.dtype.kind in "fc" else float)
        if x.dtype.kind == "f" and np.iscomplexobj(tangent):
            tangent = np.real(tangent)
        if isinstance(tangent, np.ndarray) and tangent.shape == x.shape and tangent.dtype == x.dtype:
            return tangent
        return np.array(np.broadcast_to(tangent, x.shape), x.dtype)
    if not isinstance(x, float | complex | np.inexact):
        return 0.0
    if tangent is None:
        return type(x)(0)
    number = tangent[()] if isinstance(tangent, np.ndarray) else tangent
    if isinstance(number, complex | np.complexfloating) and not isinstance(x, complex | np.complexfloating):
        number = number.real
    return type(x)(number) if isinstance(x, np.inexact) and type(number) is not type(x) else number
