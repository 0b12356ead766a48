"""Products of vectors and matrices."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import operator

import numpy as np

from tangentish.rules.helpers import (
    sum_to_shape,
    swap,
    undot_left,
    undot_right,
    uninner_left,
    uninner_right,
    unmatmul_left,
    unmatmul_right,
)
from tangentish.rules.libraries import present
from tangentish.rules.registry import jvp, vjp


@vjp(np.matmul, operator.matmul, *present(np.linalg, "matmul"))
def matmul(ans_bar, ans, x1, x2):
    return unmatmul_left(ans_bar, x2, np.shape(x1)), unmatmul_right(ans_bar, x1, np.shape(x2))


@jvp(np.matmul, operator.matmul, *present(np.linalg, "matmul"))
def matmul_jvp(ans, x1_dot, x2_dot, x1, x2):
    return np.matmul(x1_dot, x2), np.matmul(x1, x2_dot)  # either may be a list


@vjp(np.dot)
def dot(ans_bar, ans, a, b):
    return undot_left(ans_bar, b, np.shape(a)), undot_right(ans_bar, a, np.shape(b))


@jvp(np.dot)
def dot_jvp(ans, a_dot, b_dot, a, b):
    return np.dot(a_dot, b), np.dot(a, b_dot)


@vjp(np.matmul, when="x1.ndim == 2 and x2.ndim == 2")
def matmul_22(ans_bar, ans, x1, x2):
    return ans_bar @ x2.T, x1.T @ ans_bar


@vjp(np.matmul, when="x1.ndim == 2 and x2.ndim == 1")
def matmul_21(ans_bar, ans, x1, x2):
    return ans_bar[:, None] * x2, x1.T @ ans_bar


@vjp(np.matmul, when="x1.ndim == 1 and x2.ndim == 2")
def matmul_12(ans_bar, ans, x1, x2):
    return x2 @ ans_bar, x1[:, None] * ans_bar


@vjp(np.matmul, when="x1.ndim == 1 and x2.ndim == 1")
def matmul_11(ans_bar, ans, x1, x2):
    return ans_bar * x2, ans_bar * x1


@vjp(np.dot, when="a.ndim == 2 and b.ndim == 2")
def dot_22(ans_bar, ans, a, b):
    return np.dot(ans_bar, b.T), np.dot(a.T, ans_bar)


@vjp(np.dot, when="a.ndim == 2 and b.ndim == 1")
def dot_21(ans_bar, ans, a, b):
    return ans_bar[:, None] * b, np.dot(a.T, ans_bar)


@vjp(np.dot, when="a.ndim == 1 and b.ndim == 2")
def dot_12(ans_bar, ans, a, b):
    return np.dot(b, ans_bar), a[:, None] * ans_bar


@vjp(np.dot, when="a.ndim == 1 and b.ndim == 1")
def dot_11(ans_bar, ans, a, b):
    return ans_bar * b, ans_bar * a


@vjp(np.dot, when="a.ndim == 0 and b.ndim == 0")
def dot_00(ans_bar, ans, a, b):
    return ans_bar * b, ans_bar * a


@vjp(np.inner)
def inner(ans_bar, ans, a, b):
    return uninner_left(ans_bar, b, np.shape(a)), uninner_right(ans_bar, a, np.shape(b))


@vjp(np.inner, when="a.ndim == 1 and b.ndim == 1")
def inner_11(ans_bar, ans, a, b):
    return ans_bar * b, ans_bar * a


@jvp(np.inner)
def inner_jvp(ans, a_dot, b_dot, a, b):
    return np.inner(a_dot, b), np.inner(a, b_dot)


@vjp(np.outer)
def outer(ans_bar, ans, a, b):
    return np.reshape(ans_bar @ np.ravel(b), np.shape(a)), np.reshape(np.ravel(a) @ ans_bar, np.shape(b))


@jvp(np.outer)
def outer_jvp(ans, a_dot, b_dot, a, b):
    return np.outer(a_dot, b), np.outer(a, b_dot)


@vjp(np.outer, when="a.ndim == 1 and b.ndim == 1")
def outer_11(ans_bar, ans, a, b):
    return ans_bar @ b, a @ ans_bar


@vjp(*present(np.linalg, "outer"))
def linalg_outer(ans_bar, ans, x1, x2):
    return ans_bar @ x2, x1 @ ans_bar


@jvp(*present(np.linalg, "outer"))
def linalg_outer_jvp(ans, x1_dot, x2_dot, x1, x2):
    return np.outer(x1_dot, x2), np.outer(x1, x2_dot)


@vjp(np.vdot)
def vdot(ans_bar, ans, a, b):
    return (np.reshape(np.conj(ans_bar * np.ravel(b)), np.shape(a)),
            np.reshape(ans_bar * np.conj(np.ravel(a)), np.shape(b)))


@jvp(np.vdot)
def vdot_jvp(ans, a_dot, b_dot, a, b):
    return np.vdot(a_dot, b), np.vdot(a, b_dot)


@vjp(*present(np, "vecdot"), *present(np.linalg, "vecdot"))
def vecdot(ans_bar, ans, x1, x2, *, axis=-1):
    bar = np.expand_dims(ans_bar, axis)
    return sum_to_shape(np.conj(bar * x2), np.shape(x1)), sum_to_shape(bar * np.conj(x1), np.shape(x2))


@jvp(*present(np, "vecdot"), *present(np.linalg, "vecdot"))
def vecdot_jvp(ans, x1_dot, x2_dot, x1, x2, *, axis=-1):
    return np.linalg.vecdot(x1_dot, x2, axis=axis), np.linalg.vecdot(x1, x2_dot, axis=axis)  # type: ignore[call-overload]  # of Any


@vjp(*present(np, "matvec"), broadcasts="apart")
def matvec(ans_bar, ans, x1, x2):
    return ans_bar[..., :, None] * x2[..., None, :], np.matvec(swap(x1), ans_bar)


@jvp(*present(np, "matvec"))
def matvec_jvp(ans, x1_dot, x2_dot, x1, x2):
    return np.matvec(x1_dot, x2), np.matvec(x1, x2_dot)


@vjp(*present(np, "vecmat"), broadcasts="apart")
def vecmat(ans_bar, ans, x1, x2):
    return np.conj(np.matvec(x2, ans_bar)), np.conj(x1)[..., :, None] * ans_bar[..., None, :]


@jvp(*present(np, "vecmat"))
def vecmat_jvp(ans, x1_dot, x2_dot, x1, x2):
    return np.vecmat(x1_dot, x2), np.vecmat(x1, x2_dot)
