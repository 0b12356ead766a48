"""Rearranging entries: reshape, transpose, repeat, pad, difference; none of it changes a value."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    inverse_permutation,
    order_of,
    pad_dot,
    positions,
    scatter_into,
    shapes,
    sum_to_shape,
    unbroadcast_arrays,
    undiagonal,
    unpad,
    untile,
    untrace,
)
from tangentish.rules.registry import jvp, linear, vjp


@vjp(np.reshape, wrt=("a",), view="maybe")
def reshape(ans_bar, ans, a, shape, order="C", *, copy=None):
    return np.reshape(ans_bar, np.shape(a), order=order_of(order, a))


@jvp(np.reshape)
def reshape_jvp(ans, a_dot, a, shape, order="C", *, copy=None):
    return np.reshape(a_dot, np.shape(ans), order=order_of(order, a))  # the entries of the tangent may lie in another order


@linear(np.reshape, view="maybe", when="order == 'C'")
def reshape_c(ans_bar, a, shape, order="C", *, copy=None):
    return np.reshape(ans_bar, np.shape(a))


@vjp(np.ravel, view="maybe")
def ravel(ans_bar, ans, a, order="C"):
    return np.reshape(ans_bar, np.shape(a), order=order_of(order, a))


@jvp(np.ravel)
def ravel_jvp(ans, a_dot, a, order="C"):
    return np.ravel(a_dot, order_of(order, a))


@linear(np.ravel, view="maybe", when="order == 'C'")
def ravel_c(ans_bar, a, order="C"):
    return np.reshape(ans_bar, np.shape(a))


@linear(np.transpose, view="always")
def transpose(ans_bar, a, axes=None):
    return np.transpose(ans_bar, inverse_permutation(axes))


@linear(np.transpose, when="axes is None and a.is_scalar")  # whose cotangent may be a Python number
def transpose_number(ans_bar, a, axes=None):
    return ans_bar


@linear(np.transpose, view="always", when="axes is None and a.ndim is not None and a.ndim > 0")
def transpose_array(ans_bar, a, axes=None):
    return ans_bar.T


@linear(np.transpose, view="always", when="axes is None")
def transpose_all(ans_bar, a, axes=None):
    return np.transpose(ans_bar)


@linear(np.matrix_transpose, np.linalg.matrix_transpose, view="always")
def matrix_transpose(ans_bar, x):
    return np.swapaxes(ans_bar, -1, -2)


@linear(np.swapaxes, view="always")
def swapaxes(ans_bar, a, axis1, axis2):
    return np.swapaxes(ans_bar, axis1, axis2)


@linear(np.moveaxis, view="always", how=("source", "destination"))
def moveaxis(ans_bar, a, source, destination):
    return np.moveaxis(ans_bar, destination, source)


@linear(np.rollaxis, view="always", how=("start",))
def rollaxis(ans_bar, a, axis, start=0):
    before = start + np.ndim(a) if start < 0 else start
    return np.moveaxis(ans_bar, before - (axis % np.ndim(a) < before), axis)


@linear(np.squeeze, view="always")
def squeeze(ans_bar, a, axis=None):
    return np.reshape(ans_bar, np.shape(a))


@linear(np.expand_dims, view="always")
def expand_dims(ans_bar, a, axis):
    return np.reshape(ans_bar, np.shape(a))


@linear(np.atleast_1d, np.atleast_2d, np.atleast_3d, view="maybe")
def atleast_1d(ans_bar, ary):
    return np.reshape(ans_bar, np.shape(ary))


@linear(np.broadcast_to, view="always", broadcasts=True)
def broadcast_to(ans_bar, array, shape, subok=False):
    return ans_bar


@linear(np.broadcast_arrays, wrt=("args",), view="always", multi=True)
def broadcast_arrays(ans_bar, *args):
    return unbroadcast_arrays(ans_bar, shapes(args))


@linear(np.flip, view="always")
def flip(ans_bar, m, axis=None):
    return np.flip(ans_bar, axis)


@linear(np.fliplr, view="always")
def fliplr(ans_bar, m):
    return np.fliplr(ans_bar)


@linear(np.flipud, view="always")
def flipud(ans_bar, m):
    return np.flipud(ans_bar)


@linear(np.rot90, view="always", how=("k",))
def rot90(ans_bar, m, k=1, axes=(0, 1)):
    return np.rot90(ans_bar, -k, axes)


@linear(np.roll, how=("shift",))
def roll(ans_bar, a, shift, axis=None):
    return np.roll(ans_bar, np.negative(shift), axis)


@linear(np.diagonal, view="always", how=("offset",))
def diagonal(ans_bar, a, offset=0, axis1=0, axis2=1):
    return undiagonal(ans_bar, np.shape(a), offset, axis1, axis2)


@linear(np.linalg.diagonal, view="always", how=("offset",))
def linalg_diagonal(ans_bar, x, offset=0):
    return undiagonal(ans_bar, np.shape(x), offset, -2, -1)


@linear(np.trace, how=("offset",))
def trace(ans_bar, a, offset=0, axis1=0, axis2=1):
    return untrace(ans_bar, np.shape(a), offset, axis1, axis2)


@linear(np.linalg.trace, how=("offset",))
def linalg_trace(ans_bar, x, offset=0):
    return untrace(ans_bar, np.shape(x), offset, -2, -1)


@linear(np.diag, view="maybe", how=("k",))
def diag(ans_bar, v, k=0):
    return np.diagonal(ans_bar, k) if np.ndim(v) == 1 else undiagonal(ans_bar, np.shape(v), k, 0, 1)


@linear(np.diag, when="v.ndim == 1", how=("k",))
def diag_build(ans_bar, v, k=0):
    return np.diagonal(ans_bar, k)


@linear(np.diagflat, how=("k",))
def diagflat(ans_bar, v, k=0):
    return np.reshape(np.diagonal(ans_bar, k), np.shape(v))


@linear(np.triu, how=("k",))
def triu(ans_bar, m, k=0):
    return sum_to_shape(np.triu(ans_bar, k), np.shape(m))  # a vector is repeated as the rows of a matrix


@linear(np.tril, how=("k",))
def tril(ans_bar, m, k=0):
    return sum_to_shape(np.tril(ans_bar, k), np.shape(m))


@linear(np.triu, when="m.ndim > 1", how=("k",))
def triu_matrix(ans_bar, m, k=0):
    return np.triu(ans_bar, k)


@linear(np.tril, when="m.ndim > 1", how=("k",))
def tril_matrix(ans_bar, m, k=0):
    return np.tril(ans_bar, k)


@linear(np.tile, how=("reps",))
def tile(ans_bar, A, reps):
    return untile(ans_bar, np.shape(A), reps)


@linear(np.repeat, how=("repeats",))
def repeat(ans_bar, a, repeats, axis=None):
    return scatter_into(ans_bar, np.shape(a), np.repeat(positions(np.shape(a)), repeats, axis))


@linear(np.resize, how=("new_shape",))
def resize(ans_bar, a, new_shape):
    return scatter_into(ans_bar, np.shape(a), np.resize(positions(np.shape(a)), new_shape))


@vjp(np.pad, wrt=("array",), how=("pad_width", "stat_length"))
def pad(ans_bar, ans, array, pad_width, mode="constant", *, constant_values=0, end_values=0, stat_length=None,
        reflect_type="even"):
    return unpad(ans_bar, np.shape(array), pad_width, mode, stat_length, reflect_type)


@jvp(np.pad)
def pad_jvp(ans, array_dot, array, pad_width, mode="constant", *, constant_values=0, end_values=0, stat_length=None,
            reflect_type="even"):
    return pad_dot(array_dot, pad_width, mode, stat_length, reflect_type)
