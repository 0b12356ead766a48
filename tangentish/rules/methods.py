"""The methods and attributes of arrays: mostly those of NumPy functions, with the array first."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    first_entries,
    flat_view,
    inverse_permutation,
    method_astype,
    method_compress,
    method_conj,
    method_copy,
    method_flatten,
    method_item,
    method_reshape,
    method_transpose,
    order_of,
    positions,
    resized,
    scatter_into,
    unitem,
    with_shape,
)
from tangentish.rules.registry import ATTRIBUTES, METHODS, jvp, linear, vjp, zero_derivative

for _name in ("all any argmax argmin argpartition argsort choose clip cumprod cumsum diagonal "
              "dot max mean min nonzero prod ravel repeat round searchsorted squeeze std sum swapaxes take trace "
              "var").split():
    METHODS[_name] = getattr(np, _name)
METHODS.update(astype=method_astype, compress=method_compress, conj=method_conj, conjugate=method_conj,
               copy=method_copy, flatten=method_flatten, item=method_item, reshape=method_reshape, transpose=method_transpose)
ATTRIBUTES.update(T=np.transpose, mT=np.matrix_transpose, real=np.real, imag=np.imag, shape=np.shape, ndim=np.ndim,
                  size=np.size)


@vjp(method_reshape, wrt=("x",), view="maybe")
def reshape(ans_bar, ans, x, *shape, order="C", copy=None):
    return np.reshape(ans_bar, np.shape(x), order=order_of(order, x))


@jvp(method_reshape)
def reshape_jvp(ans, x_dot, x, *shape, order="C", copy=None):
    return np.reshape(x_dot, np.shape(ans), order=order_of(order, x))


@linear(method_reshape, view="maybe", when="order == 'C'")
def reshape_c(ans_bar, x, *shape, order="C", copy=None):
    return np.reshape(ans_bar, np.shape(x))


@linear(flat_view, view="always")
def flat(ans_bar, x):
    return np.reshape(ans_bar, np.shape(x))


@linear(with_shape, view="always", how=("shape",))
def with_shape_(ans_bar, x, shape):
    return np.reshape(ans_bar, np.shape(x))


@linear(resized, view="maybe", how=("shape",))
def resized_(ans_bar, x, shape):
    return first_entries(ans_bar, np.zeros(np.shape(x), np.result_type(ans_bar)))


@linear(method_transpose, view="always")
def transpose(ans_bar, x, *axes):
    return np.transpose(ans_bar, inverse_permutation(axes[0] if len(axes) == 1 else axes or None))


@linear(method_transpose, when="len(axes) == 0 and x.is_scalar")
def transpose_number(ans_bar, x, *axes):
    return ans_bar


@linear(method_transpose, view="always", when="len(axes) == 0 and x.ndim is not None and x.ndim > 0")
def transpose_array(ans_bar, x, *axes):
    return ans_bar.T


@linear(method_transpose, view="always", when="len(axes) == 0")
def transpose_all(ans_bar, x, *axes):
    return np.transpose(ans_bar)


@vjp(method_flatten)
def flatten(ans_bar, ans, x, order="C"):
    return np.reshape(ans_bar, np.shape(x), order=order_of(order, x))


@jvp(method_flatten)
def flatten_jvp(ans, x_dot, x, order="C"):
    return np.ravel(x_dot, order_of(order, x))


@linear(method_flatten, when="order == 'C'")
def flatten_c(ans_bar, x, order="C"):
    return np.reshape(ans_bar, np.shape(x))


@linear(method_copy)
def copy(ans_bar, x, order="C"):
    return ans_bar


@linear(method_astype, view="maybe", broadcasts=True)
def astype(ans_bar, x, dtype, order="K", casting="unsafe", subok=True, copy=True):
    return ans_bar


@linear(method_astype, when="copy is True", broadcasts=True)
def astype_copy(ans_bar, x, dtype, order="K", casting="unsafe", subok=True, copy=True):
    return ans_bar


@linear(method_conj, view="maybe")
def conj(ans_bar, x):
    return np.conj(ans_bar)


@linear(method_item, how=("args",))
def item(ans_bar, x, *args):
    return unitem(ans_bar, np.shape(x), np.result_type(x), args)


@linear(method_compress)
def compress(ans_bar, x, condition, axis=None):
    return scatter_into(ans_bar, np.shape(x), np.compress(condition, positions(np.shape(x)), axis))


zero_derivative(np.ndarray.__len__)
