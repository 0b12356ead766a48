"""Transposes of the products, for operands of any number of axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import sum_to_shape, swap


def unmatmul_left(ans_bar: Any, b: Any, shape: Any) -> Any:
    """The cotangent of `a`, of this shape, for `a @ b`."""
    if np.ndim(b) == 1:
        bar = np.expand_dims(ans_bar, -1) * b  # an outer product, or a multiple of b
    elif len(shape) == 1:
        bar = np.sum(b * np.expand_dims(ans_bar, -2), axis=-1)
    else:
        bar = np.matmul(ans_bar, swap(b))
    return sum_to_shape(bar, shape)


def unmatmul_right(ans_bar: Any, a: Any, shape: Any) -> Any:
    """The cotangent of `b`, of this shape, for `a @ b`."""
    if np.ndim(a) == 1:
        if len(shape) == 1:
            return ans_bar * a
        return sum_to_shape(np.expand_dims(a, -1) * np.expand_dims(ans_bar, -2), shape)
    if len(shape) == 1:
        return np.tensordot(ans_bar, a, np.ndim(ans_bar))
    return sum_to_shape(np.matmul(swap(a), ans_bar), shape)


def undot_left(ans_bar: Any, b: Any, shape: Any) -> Any:
    """The cotangent of `a`, of this shape, for `np.dot(a, b)`."""
    if not shape or np.ndim(b) == 0:
        return np.sum(ans_bar * b) if not shape else ans_bar * b
    return untensordot_left(ans_bar, b, shape, (-1, max(np.ndim(b) - 2, 0)))


def undot_right(ans_bar: Any, a: Any, shape: Any) -> Any:
    """The cotangent of `b`, of this shape, for `np.dot(a, b)`."""
    if not shape or np.ndim(a) == 0:
        return np.sum(ans_bar * a) if not shape else ans_bar * a
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


def uncross_left(ans_bar: Any, a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1,
                 axis: int | None = None) -> Any:
    """The cotangent of `a` for `np.cross(a, b)` of vectors of length 3."""
    if axis is not None:
        axisa = axisb = axisc = axis
    if np.shape(a)[axisa] != 3 or np.shape(b)[axisb] != 3:
        raise NotImplementedError("the derivative of np.cross of vectors that are not of length 3")
    shape = np.shape(np.moveaxis(a, axisa, -1))
    bar = np.cross(np.moveaxis(b, axisb, -1), np.moveaxis(ans_bar, axisc, -1))
    return np.moveaxis(sum_to_shape(bar, shape), -1, axisa)


def uncross_right(ans_bar: Any, a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1,
                  axis: int | None = None) -> Any:
    """The cotangent of `b` for `np.cross(a, b)` of vectors of length 3."""
    return -uncross_left(ans_bar, b, a, axisb, axisa, axisc, axis)


def _labels(subscripts: str, operands: Any) -> tuple[list[str], str]:
    """The labels of each operand and of the result; capital letters from the end of the alphabet for `...`."""
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    terms = inputs.split(",")
    spare = [c for c in "ZYXWVUTSRQPONMLKJIHGFEDCBAzyxwvutsrqponmlkjihgfedcba" if c not in subscripts]
    extra = [np.ndim(x) - len(term.replace("...", "")) if "..." in term else 0
             for x, term in zip(operands, terms, strict=True)]
    dots = "".join(spare[: max(extra)])
    full = [term.replace("...", dots[len(dots) - n :]) for term, n in zip(terms, extra, strict=True)]
    if not arrow:
        letters = "".join(terms).replace(".", "")
        output = dots + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    return full, output.replace("...", dots)


def uneinsum(ans_bar: Any, subscripts: Any, operands: Any, k: int) -> Any:
    """The cotangent of operand number `k` of `np.einsum(subscripts, *operands)`."""
    if not isinstance(subscripts, str):
        raise NotImplementedError("the derivative of np.einsum with operands and lists of axes in turn: give a string")
    terms, output = _labels(subscripts, operands)
    shape, term = np.shape(operands[k]), terms[k]
    distinct = "".join(dict.fromkeys(term))
    others = [(terms[j], operand) for j, operand in enumerate(operands) if j != k]
    known = set(output).union(*(set(labels) for labels, _ in others)) if others else set(output)
    present = "".join(c for c in distinct if c in known)
    labels = ",".join([output, *(labels for labels, _ in others)])
    bar = np.einsum(f"{labels}->{present}", ans_bar, *(operand for _, operand in others))
    sizes = [shape[term.index(c)] for c in distinct]
    # labels summed over in this operand alone, and axes of length 1 that were stretched
    bar = np.reshape(bar, [size if c in present else 1 for c, size in _sizes(distinct, present, np.shape(bar))])
    stretched = tuple(j for j, size in enumerate(sizes) if size == 1 and bar.shape[j] != 1)
    bar = np.broadcast_to(np.sum(bar, axis=stretched, keepdims=True) if stretched else bar, sizes)
    if distinct == term:
        return bar
    result = np.zeros(shape, np.result_type(bar))
    np.einsum(f"{term}->{distinct}", result)[...] = bar  # a diagonal, which is a view
    return result


def _sizes(distinct: str, present: str, shape: Any) -> list[tuple[str, int]]:
    return [(c, shape[present.index(c)] if c in present else 1) for c in distinct]


def einsum_dot(operands_dot: Any, subscripts: Any, operands: Any) -> Any:
    """The tangent of `np.einsum`; None in `operands_dot` stands for zero."""
    terms = [np.einsum(subscripts, *operands[:k], dot, *operands[k + 1 :])
             for k, dot in enumerate(operands_dot) if dot is not None]
    return sum(terms[1:], terms[0])
