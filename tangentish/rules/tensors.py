"""Products of tensors: `tensordot`, `einsum`, `kron`, `cross`."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    einsum_dot,
    uncross_left,
    uncross_right,
    uneinsum,
    uneinsum_all,
    unkron_left,
    unkron_right,
    untensordot_left,
    untensordot_right,
)
from tangentish.rules.libraries import present
from tangentish.rules.registry import jvp, vjp

_WRITTEN = "isinstance(getattr(subscripts, 'value', None), str)"  # known to be a string, not the first of the arrays


@vjp(np.tensordot, *present(np.linalg, "tensordot"), wrt=("a", "b"))
def tensordot(ans_bar, ans, a, b, axes=2):
    return untensordot_left(ans_bar, b, np.shape(a), axes), untensordot_right(ans_bar, a, np.shape(b), axes)


@jvp(np.tensordot, *present(np.linalg, "tensordot"))
def tensordot_jvp(ans, a_dot, b_dot, a, b, axes=2):
    return np.tensordot(a_dot, b, axes), np.tensordot(a, b_dot, axes)


@vjp(np.kron)
def kron(ans_bar, ans, a, b):
    return unkron_left(ans_bar, b, np.shape(a)), unkron_right(ans_bar, a, np.shape(b))


@jvp(np.kron)
def kron_jvp(ans, a_dot, b_dot, a, b):
    return np.kron(a_dot, b), np.kron(a, b_dot)


@vjp(np.cross, wrt=("a", "b"), how=("axisa", "axisb", "axisc"))
def cross(ans_bar, ans, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return (uncross_left(ans_bar, a, b, axisa, axisb, axisc, axis),
            uncross_right(ans_bar, a, b, axisa, axisb, axisc, axis))


@jvp(np.cross)
def cross_jvp(ans, a_dot, b_dot, a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    return np.cross(a_dot, b, axisa, axisb, axisc, axis), np.cross(a, b_dot, axisa, axisb, axisc, axis)


@vjp(*present(np.linalg, "cross"), wrt=("x1", "x2"))
def linalg_cross(ans_bar, ans, x1, x2, *, axis=-1):
    return uncross_left(ans_bar, x1, x2, axis, axis, axis), uncross_right(ans_bar, x1, x2, axis, axis, axis)


@jvp(*present(np.linalg, "cross"))
def linalg_cross_jvp(ans, x1_dot, x2_dot, x1, x2, *, axis=-1):
    return np.cross(x1_dot, x2, axis=axis), np.cross(x1, x2_dot, axis=axis)


@vjp(np.einsum, wrt=("operands",), view="maybe")
def einsum(ans_bar, ans, *operands, dtype=None, order="K", casting="safe", optimize=False):
    return uneinsum_all(ans_bar, operands, optimize)


@jvp(np.einsum)
def einsum_jvp(ans, operands_dot, *operands, dtype=None, order="K", casting="safe", optimize=False):
    return einsum_dot(operands_dot, operands)


@vjp(np.einsum, wrt=("a",), when=_WRITTEN, view="maybe")
def einsum_1(ans_bar, ans, subscripts, a, *, dtype=None, order="K", casting="safe", optimize=False):
    return uneinsum(ans_bar, (subscripts, a), 0)


@vjp(np.einsum, wrt=("a", "b"), when=_WRITTEN)
def einsum_2(ans_bar, ans, subscripts, a, b, *, dtype=None, order="K", casting="safe", optimize=False):
    return uneinsum(ans_bar, (subscripts, a, b), 0, optimize), uneinsum(ans_bar, (subscripts, a, b), 1, optimize)


@jvp(np.einsum)
def einsum_2_jvp(ans, a_dot, b_dot, subscripts, a, b, *, dtype=None, order="K", casting="safe", optimize=False):
    return (np.einsum(subscripts, a_dot, b, optimize=optimize), np.einsum(subscripts, a, b_dot, optimize=optimize))


@vjp(np.einsum, wrt=("a", "b", "c"), when=_WRITTEN)
def einsum_3(ans_bar, ans, subscripts, a, b, c, *, dtype=None, order="K", casting="safe", optimize=False):
    return (uneinsum(ans_bar, (subscripts, a, b, c), 0, optimize), uneinsum(ans_bar, (subscripts, a, b, c), 1, optimize),
            uneinsum(ans_bar, (subscripts, a, b, c), 2, optimize))


@jvp(np.einsum)
def einsum_3_jvp(ans, a_dot, b_dot, c_dot, subscripts, a, b, c, *, dtype=None, order="K", casting="safe", optimize=False):
    return (np.einsum(subscripts, a_dot, b, c, optimize=optimize), np.einsum(subscripts, a, b_dot, c, optimize=optimize),
            np.einsum(subscripts, a, b, c_dot, optimize=optimize))


@vjp(np.einsum, wrt=("a", "b", "c", "d"), when=_WRITTEN)
def einsum_4(ans_bar, ans, subscripts, a, b, c, d, *, dtype=None, order="K", casting="safe", optimize=False):
    return (uneinsum(ans_bar, (subscripts, a, b, c, d), 0, optimize), uneinsum(ans_bar, (subscripts, a, b, c, d), 1, optimize),
            uneinsum(ans_bar, (subscripts, a, b, c, d), 2, optimize), uneinsum(ans_bar, (subscripts, a, b, c, d), 3, optimize))


@jvp(np.einsum)
def einsum_4_jvp(ans, a_dot, b_dot, c_dot, d_dot, subscripts, a, b, c, d, *, dtype=None, order="K", casting="safe", optimize=False):
    return (np.einsum(subscripts, a_dot, b, c, d, optimize=optimize), np.einsum(subscripts, a, b_dot, c, d, optimize=optimize),
            np.einsum(subscripts, a, b, c_dot, d, optimize=optimize), np.einsum(subscripts, a, b, c, d_dot, optimize=optimize))
