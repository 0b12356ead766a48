"""`scipy.special`: the softmax family."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import exp_minus, keep_axis, sum_to_shape
from tangentish.rules.registry import jvp, vjp
from tangentish.rules.scipy_helpers.special import log_bar, log_dot


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
