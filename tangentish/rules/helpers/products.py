"""Transposes of the products, for operands of any number of axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers.basic import sum_to_shape, swap


def _check_arrays(*values: Any) -> None:
    """Refuse an object of a class that says what `@` means; where its class is known in time, that is followed."""
    for value in values:
        if hasattr(type(value), "__matmul__") and not isinstance(value, np.ndarray | np.generic):
            raise UnsupportedError(f"a {type(value).__name__} met the operator @, and its class was not known when this program "
                                   "was made.\nCall the method of the class by its name, or pass the object as an argument.")


def _check_shape(shape: Any) -> None:
    if shape == ():  # no array, then, as `@` of a number is an error
        raise UnsupportedError("an object met the operator @, and its class was not known when this program was made.\n"
                               "Call the method of the class by its name, or pass the object as an argument.")


def unmatmul_left(ans_bar: Any, b: Any, shape: Any) -> Any:
    """The cotangent of `a`, of this shape, for `a @ b`."""
    if not isinstance(b, np.ndarray) and hasattr(b, "nnz"):
        return (b @ ans_bar.T).T  # `b` is a sparse matrix of SciPy, constant
    _check_arrays(b)
    _check_shape(shape)
    if np.ndim(b) == 1:
        bar = np.expand_dims(ans_bar, -1) * b  # an outer product, or a multiple of b
    elif len(shape) == 1:
        bar = np.sum(b * np.expand_dims(ans_bar, -2), axis=-1)
    else:
        bar = np.matmul(ans_bar, swap(b))
    return sum_to_shape(bar, shape)


def unmatmul_right(ans_bar: Any, a: Any, shape: Any) -> Any:
    """The cotangent of `b`, of this shape, for `a @ b`."""
    if not isinstance(a, np.ndarray) and hasattr(a, "nnz"):  # a sparse matrix of SciPy, constant
        return a.T @ ans_bar
    _check_arrays(a)
    _check_shape(shape)
    if np.ndim(a) == 1:
        if len(shape) == 1:
            return ans_bar * np.asarray(a)
        return sum_to_shape(np.expand_dims(a, -1) * np.expand_dims(ans_bar, -2), shape)
    if len(shape) == 1:
        return np.tensordot(ans_bar, a, np.ndim(ans_bar))
    return sum_to_shape(np.matmul(swap(a), ans_bar), shape)


def undot_left(ans_bar: Any, b: Any, shape: Any) -> Any:
    """The cotangent of `a`, of this shape, for `np.dot(a, b)`."""
    if not shape or np.ndim(b) == 0:
        return np.sum(ans_bar * b) if not shape else ans_bar * b
    if np.ndim(b) < 3:
        return np.dot(ans_bar, np.transpose(b)) if np.ndim(b) == 2 else np.multiply.outer(np.asarray(ans_bar), b)
    return untensordot_left(ans_bar, b, shape, (-1, np.ndim(b) - 2))


def undot_right(ans_bar: Any, a: Any, shape: Any) -> Any:
    """The cotangent of `b`, of this shape, for `np.dot(a, b)`."""
    if not shape or np.ndim(a) == 0:
        return np.sum(ans_bar * a) if not shape else ans_bar * a
    if np.ndim(a) < 3 and len(shape) < 3:
        return np.dot(np.transpose(a), ans_bar) if np.ndim(a) == 2 else np.multiply.outer(a, np.asarray(ans_bar))
    return untensordot_right(ans_bar, a, shape, (-1, max(len(shape) - 2, 0)))


def uninner_left(ans_bar: Any, b: Any, shape: Any) -> Any:
    """The cotangent of `a`, of this shape, for `np.inner(a, b)`."""
    if not shape or np.ndim(b) == 0:
        return undot_left(ans_bar, b, shape)
    return untensordot_left(ans_bar, b, shape, (-1, -1))


def uninner_right(ans_bar: Any, a: Any, shape: Any) -> Any:
    """The cotangent of `b`, of this shape, for `np.inner(a, b)`."""
    if not shape or np.ndim(a) == 0:
        return undot_right(ans_bar, a, shape)
    return untensordot_right(ans_bar, a, shape, (-1, -1))


def _contracted(axes: Any, a_ndim: int, b_ndim: int) -> tuple[list[int], list[int]]:
    if isinstance(axes, (int, np.integer)):
        return list(range(a_ndim - int(axes), a_ndim)), list(range(int(axes)))
    left, right = ([axis] if isinstance(axis, (int, np.integer)) else list(axis) for axis in axes)
    return [int(k) % a_ndim for k in left], [int(k) % b_ndim for k in right]


def untensordot_left(ans_bar: Any, b: Any, shape: Any, axes: Any = 2) -> Any:
    """The cotangent of `a`, of this shape, for `np.tensordot(a, b, axes)`."""
    left, right = _contracted(axes, len(shape), np.ndim(b))
    free = [k for k in range(np.ndim(b)) if k not in right]
    bar = np.tensordot(ans_bar, b, (list(range(len(shape) - len(left), np.ndim(ans_bar))), free))
    # the axes of `bar`: those of `a` that are not contracted, then the others in the order of `right`
    order = [k for k in range(len(shape)) if k not in left] + [left[right.index(k)] for k in sorted(right)]
    return np.transpose(bar, np.argsort(order).tolist())


def untensordot_right(ans_bar: Any, a: Any, shape: Any, axes: Any = 2) -> Any:
    """The cotangent of `b`, of this shape, for `np.tensordot(a, b, axes)`."""
    left, right = _contracted(axes, np.ndim(a), len(shape))
    free = [k for k in range(np.ndim(a)) if k not in left]
    bar = np.tensordot(a, ans_bar, (free, list(range(len(free)))))
    order = [right[left.index(k)] for k in sorted(left)] + [k for k in range(len(shape)) if k not in right]
    return np.transpose(bar, np.argsort(order).tolist())


def _kron_split(ans_bar: Any, left: Any, right: Any) -> tuple[Any, int]:
    ndim = max(len(left), len(right))
    left, right = (1,) * (ndim - len(left)) + tuple(left), (1,) * (ndim - len(right)) + tuple(right)
    return np.reshape(ans_bar, [n for pair in zip(left, right, strict=True) for n in pair]), ndim


def unkron_left(ans_bar: Any, b: Any, shape: Any) -> Any:
    """The cotangent of `a`, of this shape, for `np.kron(a, b)`."""
    bar, ndim = _kron_split(ans_bar, shape, np.shape(b))
    b = np.reshape(b, [n for size in (1,) * (ndim - np.ndim(b)) + np.shape(b) for n in (1, size)])
    return np.reshape(np.sum(bar * b, axis=tuple(range(1, 2 * ndim, 2))), shape)


def unkron_right(ans_bar: Any, a: Any, shape: Any) -> Any:
    """The cotangent of `b`, of this shape, for `np.kron(a, b)`."""
    bar, ndim = _kron_split(ans_bar, np.shape(a), shape)
    a = np.reshape(a, [n for size in (1,) * (ndim - np.ndim(a)) + np.shape(a) for n in (size, 1)])
    return np.reshape(np.sum(bar * a, axis=tuple(range(0, 2 * ndim, 2))), shape)


def _in_space(x: Any, axis: int) -> Any:
    """Vectors, on the last axis, with a third component 0 if they have two."""
    x = np.moveaxis(np.asarray(x), axis, -1)
    return x if x.shape[-1] == 3 else np.concatenate([x, np.zeros_like(x[..., :1])], axis=-1)


def uncross_left(ans_bar: Any, a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1,
                 axis: int | None = None) -> Any:
    """The cotangent of `a` for `np.cross(a, b)`, of vectors with 2 or 3 components."""
    if axis is not None:
        axisa = axisb = axisc = axis
    moved = np.moveaxis(a, axisa, -1)
    if np.shape(a)[axisa] == np.shape(b)[axisb] == 2:  # the result is the third component
        bar = np.expand_dims(ans_bar, -1) * np.asarray([0.0, 0.0, 1.0], np.result_type(ans_bar))
    else:
        bar = np.moveaxis(ans_bar, axisc, -1)
    bar = np.cross(_in_space(b, axisb), bar)[..., : np.shape(moved)[-1]]
    return np.moveaxis(sum_to_shape(bar, np.shape(moved)), -1, axisa)


def uncross_right(ans_bar: Any, a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1,
                  axis: int | None = None) -> Any:
    """The cotangent of `b` for `np.cross(a, b)`, of vectors with 2 or 3 components."""
    return -uncross_left(ans_bar, b, a, axisb, axisa, axisc, axis)
