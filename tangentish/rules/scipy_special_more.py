"""`scipy.special`: Bessel functions, incomplete integrals, elliptic integrals, hypergeometric functions, log-sums.

What is not listed in `wrt` (the order of a Bessel function, a shape of an incomplete gamma function) has no
derivative here, and asking for it is an error.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import as_type_of, exp_minus, keep_axis, sum_to_shape
from tangentish.rules.registry import elementwise, jvp, vjp
from tangentish.rules.scipy_helpers import log_bar, log_dot


@elementwise(special.j0)
def j0(ans, x):
    return -special.j1(x)


@elementwise(special.j1)
def j1(ans, x):
    return (special.j0(x) - special.jv(2, x)) / 2


@elementwise(special.y0)
def y0(ans, x):
    return -special.y1(x)


@elementwise(special.y1)
def y1(ans, x):
    return special.y0(x) - ans / x


@elementwise(special.jv, wrt=("z",))
def jv(ans, v, z):
    return (special.jv(v - 1, z) - special.jv(v + 1, z)) / 2


@elementwise(special.yv, special.yn, wrt=("z",))
def yv(ans, v, z):
    return (special.yv(v - 1, z) - special.yv(v + 1, z)) / 2


@elementwise(special.i0)
def i0(ans, x):
    return special.i1(x)


@elementwise(special.i1)
def i1(ans, x):
    return (special.i0(x) + special.iv(2, x)) / 2


@elementwise(special.i0e)
def i0e(ans, x):
    return special.i1e(x) - np.sign(x) * ans


@elementwise(special.i1e)
def i1e(ans, x):
    return (special.i0e(x) + special.ive(2, x)) / 2 - np.sign(x) * ans


@elementwise(special.iv, wrt=("z",))
def iv(ans, v, z):
    return (special.iv(v - 1, z) + special.iv(v + 1, z)) / 2


@elementwise(special.ive, wrt=("z",))
def ive(ans, v, z):
    return (special.ive(v - 1, z) + special.ive(v + 1, z)) / 2 - np.sign(np.real(z)) * ans


@elementwise(special.k0)
def k0(ans, x):
    return -special.k1(x)


@elementwise(special.k1)
def k1(ans, x):
    return -(special.k0(x) + special.kv(2, x)) / 2


@elementwise(special.kv, wrt=("z",))
def kv(ans, v, z):
    return -(special.kv(v - 1, z) + special.kv(v + 1, z)) / 2


@elementwise(special.kve, wrt=("z",))
def kve(ans, v, z):
    return ans - (special.kve(v - 1, z) + special.kve(v + 1, z)) / 2


@elementwise(special.gammainc, wrt=("x",))
def gammainc(ans, a, x):
    return np.exp(special.xlogy(a - 1, x) - x - special.gammaln(a))


@elementwise(special.gammaincc, wrt=("x",))
def gammaincc(ans, a, x):
    return -np.exp(special.xlogy(a - 1, x) - x - special.gammaln(a))


@elementwise(special.betainc, wrt=("x",))
def betainc(ans, a, b, x):
    return as_type_of(ans, np.exp(special.xlogy(a - 1, x) + special.xlog1py(b - 1, -x) - special.betaln(a, b)))


@elementwise(special.ellipk)
def ellipk(ans, m):
    return (special.ellipe(m) / (1 - m) - ans) / (2 * m)


@elementwise(special.ellipe)
def ellipe(ans, m):
    return (ans - special.ellipk(m)) / (2 * m)


@elementwise(special.hyp2f1, wrt=("z",))
def hyp2f1(ans, a, b, c, z):
    return a * b / c * special.hyp2f1(a + 1, b + 1, c + 1, z)


@elementwise(special.hyp1f1, wrt=("x",))
def hyp1f1(ans, a, b, x):
    return a / b * special.hyp1f1(a + 1, b + 1, x)


@vjp(special.logsumexp, wrt=("a", "b"))
def logsumexp(ans_bar, ans, a, axis=None, b=None, keepdims=False):
    shape = np.shape(a) if b is None else np.broadcast_shapes(np.shape(a), np.shape(b))
    share = np.broadcast_to(exp_minus(a, keep_axis(ans, shape, axis, keepdims)), shape)
    bar = keep_axis(ans_bar, shape, axis, keepdims) * share
    return sum_to_shape(bar * (1 if b is None else b), np.shape(a)), sum_to_shape(bar, np.shape(b))


@jvp(special.logsumexp)
def logsumexp_jvp(ans, a_dot, b_dot, a, axis=None, b=None, keepdims=False):
    shape = np.shape(a) if b is None else np.broadcast_shapes(np.shape(a), np.shape(b))
    share = np.broadcast_to(exp_minus(a, keep_axis(ans, shape, axis, keepdims)), shape)
    return (np.sum(share * (1 if b is None else b) * a_dot, axis=axis, keepdims=keepdims),
            np.sum(share * b_dot, axis=axis, keepdims=keepdims))


@vjp(special.logsumexp, wrt=("a", "b"), multi=True, when="return_sign is True")
def logsumexp_and_sign(ans_bar, ans, a, axis=None, b=None, keepdims=False, return_sign=False):
    shape = np.shape(a) if b is None else np.broadcast_shapes(np.shape(a), np.shape(b))
    share = np.conj(keep_axis(ans[1], shape, axis, keepdims)) * exp_minus(a, keep_axis(ans[0], shape, axis, keepdims))
    bar = keep_axis(log_bar(ans_bar, ans), shape, axis, keepdims) * np.broadcast_to(share, shape)
    return sum_to_shape(bar * (1 if b is None else b), np.shape(a)), sum_to_shape(bar, np.shape(b))


@jvp(special.logsumexp)
def logsumexp_and_sign_jvp(ans, a_dot, b_dot, a, axis=None, b=None, keepdims=False, return_sign=False):
    shape = np.shape(a) if b is None else np.broadcast_shapes(np.shape(a), np.shape(b))
    share = np.conj(keep_axis(ans[1], shape, axis, keepdims)) * exp_minus(a, keep_axis(ans[0], shape, axis, keepdims))
    return (log_dot(np.sum(share * (1 if b is None else b) * a_dot, axis=axis, keepdims=keepdims), ans),
            log_dot(np.sum(share * b_dot, axis=axis, keepdims=keepdims), ans))


@vjp(special.softmax)
def softmax(ans_bar, ans, x, axis=None):
    return ans * (ans_bar - np.sum(ans_bar * ans, axis=axis, keepdims=True))


@jvp(special.softmax)
def softmax_jvp(ans, x_dot, x, axis=None):
    return ans * (x_dot - np.sum(x_dot * ans, axis=axis, keepdims=True))


@vjp(special.log_softmax)
def log_softmax(ans_bar, ans, x, axis=None):
    return ans_bar - np.exp(ans) * np.sum(ans_bar, axis=axis, keepdims=True)


@jvp(special.log_softmax)
def log_softmax_jvp(ans, x_dot, x, axis=None):
    return x_dot - np.sum(x_dot * np.exp(ans), axis=axis, keepdims=True)
