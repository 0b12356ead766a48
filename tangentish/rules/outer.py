"""Methods of ufuncs: `np.add.outer`, `np.multiply.reduce` and the like."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import others, product, ties, uncumsum, unreduce
from tangentish.rules.registry import jvp, linear, vjp


@linear(np.add.outer, wrt=("A", "B"))
def add_outer(ans_bar, A, B):
    return (np.sum(ans_bar, axis=tuple(range(np.ndim(A), np.ndim(ans_bar)))),
            np.sum(ans_bar, axis=tuple(range(np.ndim(A)))))


@linear(np.subtract.outer, wrt=("A", "B"))
def subtract_outer(ans_bar, A, B):
    return (np.sum(ans_bar, axis=tuple(range(np.ndim(A), np.ndim(ans_bar)))),
            -np.sum(ans_bar, axis=tuple(range(np.ndim(A)))))


@vjp(np.multiply.outer)
def multiply_outer(ans_bar, ans, A, B):
    return np.tensordot(ans_bar, B, np.ndim(B)), np.tensordot(A, ans_bar, np.ndim(A))


@jvp(np.multiply.outer)
def multiply_outer_jvp(ans, A_dot, B_dot, A, B):
    return np.multiply.outer(A_dot, B), np.multiply.outer(A, B_dot)


@vjp(np.divide.outer)
def divide_outer(ans_bar, ans, A, B):
    return (np.tensordot(ans_bar, np.divide(1, B), np.ndim(B)),
            -np.sum(ans_bar * ans, axis=tuple(range(np.ndim(A)))) / B)


@jvp(np.divide.outer)
def divide_outer_jvp(ans, A_dot, B_dot, A, B):
    return np.divide.outer(A_dot, B), -ans * np.divide(B_dot, B)


@linear(np.add.reduce)
def add_reduce(ans_bar, array, axis=0, keepdims=False):
    return unreduce(ans_bar, np.shape(array), axis, keepdims)


@vjp(np.multiply.reduce)
def multiply_reduce(ans_bar, ans, array, axis=0, keepdims=False):
    return unreduce(ans_bar, np.shape(array), axis, keepdims) * others(array, axis)


@jvp(np.multiply.reduce)
def multiply_reduce_jvp(ans, array_dot, array, axis=0, keepdims=False):
    return np.sum(array_dot * others(array, axis), axis=axis, keepdims=keepdims)


@vjp(np.maximum.reduce, np.minimum.reduce)
def maximum_reduce(ans_bar, ans, array, axis=0, keepdims=False):
    return unreduce(ans_bar, np.shape(array), axis, keepdims) * ties(ans, array, axis, keepdims)


@jvp(np.maximum.reduce, np.minimum.reduce)
def maximum_reduce_jvp(ans, array_dot, array, axis=0, keepdims=False):
    return np.sum(product(ties(ans, array, axis, keepdims), array_dot), axis=axis, keepdims=keepdims)


@linear(np.add.accumulate)
def add_accumulate(ans_bar, array, axis=0):
    return uncumsum(ans_bar, np.shape(array), axis)
