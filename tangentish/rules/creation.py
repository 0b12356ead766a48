"""Making arrays of given numbers, and changing their type."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import as_type_of, kaiser_slope, unlinspace
from tangentish.rules.libraries import present
from tangentish.rules.registry import jvp, linear, vjp


@linear(np.full, wrt=("fill_value",), broadcasts=True)
def full(ans_bar, shape, fill_value):
    return ans_bar


@vjp(np.full_like, wrt=("a", "fill_value"), broadcasts=True)
def full_like(ans_bar, ans, a, fill_value, *, shape=None):
    return None, ans_bar  # of `a` only the shape counts


@jvp(np.full_like)
def full_like_jvp(ans, a_dot, fill_value_dot, a, fill_value, *, shape=None):
    return None, np.broadcast_to(fill_value_dot, np.shape(ans))


@linear(np.linspace, wrt=("start", "stop"), how=("num",))
def linspace(ans_bar, start, stop, num=50, endpoint=True, *, axis=0):
    return (unlinspace(ans_bar, np.shape(start), num, endpoint, axis, 1),
            unlinspace(ans_bar, np.shape(stop), num, endpoint, axis, 0))


@vjp(np.arange, wrt=("start", "stop", "step"))
def arange(ans_bar, ans, start=None, stop=None, step=1, dtype=None):
    return (np.sum(ans_bar) if stop is not None else 0.0, 0.0, np.sum(ans_bar * np.arange(len(ans))))


@jvp(np.arange)
def arange_jvp(ans, start_dot, stop_dot, step_dot, start=None, stop=None, step=1, dtype=None):
    return (np.full(len(ans), start_dot) if stop is not None else np.zeros(len(ans)), np.zeros(len(ans)),
            step_dot * np.arange(len(ans)))


@vjp(np.logspace, wrt=("start", "stop"), how=("num",))
def logspace(ans_bar, ans, start, stop, num=50, endpoint=True, base=10.0, *, axis=0):
    return (unlinspace(ans_bar * ans * np.log(base), np.shape(start), num, endpoint, axis, 1),
            unlinspace(ans_bar * ans * np.log(base), np.shape(stop), num, endpoint, axis, 0))


@jvp(np.logspace)
def logspace_jvp(ans, start_dot, stop_dot, start, stop, num=50, endpoint=True, base=10.0, *, axis=0):
    return (np.linspace(start_dot, np.zeros_like(stop), num, endpoint, axis=axis) * ans * np.log(base),
            np.linspace(np.zeros_like(start), stop_dot, num, endpoint, axis=axis) * ans * np.log(base))


@vjp(np.geomspace, wrt=("start", "stop"), how=("num",))
def geomspace(ans_bar, ans, start, stop, num=50, endpoint=True, *, axis=0):
    return (unlinspace(ans_bar * ans, np.shape(start), num, endpoint, axis, 1) / start,
            unlinspace(ans_bar * ans, np.shape(stop), num, endpoint, axis, 0) / stop)


@jvp(np.geomspace)
def geomspace_jvp(ans, start_dot, stop_dot, start, stop, num=50, endpoint=True, *, axis=0):
    return (np.linspace(np.divide(start_dot, start), np.zeros_like(stop), num, endpoint, axis=axis) * ans,
            np.linspace(np.zeros_like(start), np.divide(stop_dot, stop), num, endpoint, axis=axis) * ans)


@linear(np.float64, np.float32, np.float16, np.longdouble, np.complex128, np.complex64, view="maybe", broadcasts=True)
def float64(ans_bar, x=0, /):
    return ans_bar


@linear(np.float64, when="x.is_scalar and x.type is not float")
@linear(np.float32, np.float16, np.longdouble, np.complex128, np.complex64, when="x.is_scalar")
def scalar_type(ans_bar, x, /):
    return as_type_of(x, ans_bar)


@vjp(np.kaiser, wrt=("beta",))
def kaiser(ans_bar, ans, M, beta):
    return np.sum(ans_bar * kaiser_slope(ans, beta))


@jvp(np.kaiser)
def kaiser_jvp(ans, beta_dot, M, beta):
    return beta_dot * kaiser_slope(ans, beta)


@linear(*present(np, "astype"), view="maybe", broadcasts=True)
def astype(ans_bar, x, dtype, *, copy=True, device=None):
    return ans_bar


@linear(*present(np, "astype"), when="copy is True", broadcasts=True)
def astype_copy(ans_bar, x, dtype, *, copy=True, device=None):
    return ans_bar
