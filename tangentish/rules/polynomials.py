"""Polynomials given by their coefficients, and covariances."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import (
    corrcoef_bar,
    corrcoef_dot,
    cov_bar,
    cov_dot,
    poly_bar,
    poly_dot,
    polyfit_bar,
    polyfit_dot,
    polyfit_values_dot,
    product_end,
    root_slopes,
    unconvolve,
    unpolyder,
    unpolyint,
)
from tangentish.rules.registry import jvp, linear, vjp


@linear(np.polyadd, wrt=("a1", "a2"))
def polyadd(ans_bar, a1, a2):
    return ans_bar[len(ans_bar) - np.size(a1) :], ans_bar[len(ans_bar) - np.size(a2) :]


@linear(np.polysub, wrt=("a1", "a2"))
def polysub(ans_bar, a1, a2):
    return ans_bar[len(ans_bar) - np.size(a1) :], -ans_bar[len(ans_bar) - np.size(a2) :]


@vjp(np.polymul)
def polymul(ans_bar, ans, a1, a2):
    bar = np.pad(ans_bar, (max(np.size(a1) + np.size(a2) - 1 - np.size(ans), 0), 0))  # zeros in front have been left out
    return np.reshape(unconvolve(bar, a2, np.size(a1)), np.shape(a1)), np.reshape(
        unconvolve(bar, a1, np.size(a2)), np.shape(a2))


@jvp(np.polymul)
def polymul_jvp(ans, a1_dot, a2_dot, a1, a2):
    return product_end(a1_dot, a2, np.size(ans)), product_end(a1, a2_dot, np.size(ans))


@linear(np.polyder, view="maybe", how=("m",))
def polyder(ans_bar, p, m=1):
    return unpolyder(ans_bar, np.size(p), m)


@vjp(np.polyint, wrt=("p",), view="maybe", how=("m",))
def polyint(ans_bar, ans, p, m=1, k=None):
    return unpolyint(ans_bar, np.size(p), m)


@jvp(np.polyint)
def polyint_jvp(ans, p_dot, p, m=1, k=None):
    return np.polyint(p_dot, m)


@vjp(np.polyfit, wrt=("x", "y"), how=("deg",))
def polyfit(ans_bar, ans, x, y, deg):
    bars = polyfit_bar(ans_bar, ans, x, y, deg)
    return bars[0], bars[1]


@jvp(np.polyfit)
def polyfit_jvp(ans, x_dot, y_dot, x, y, deg):
    return polyfit_dot(ans, x_dot, x, y, deg), polyfit_values_dot(y_dot, x, deg)


@vjp(np.poly)
def poly(ans_bar, ans, seq_of_zeros):
    return poly_bar(ans_bar, ans, seq_of_zeros)


@jvp(np.poly)
def poly_jvp(ans, seq_of_zeros_dot, seq_of_zeros):
    return poly_dot(ans, seq_of_zeros_dot, seq_of_zeros)


@vjp(np.roots)
def roots(ans_bar, ans, p):
    return ans_bar @ root_slopes(ans, p)


@jvp(np.roots)
def roots_jvp(ans, p_dot, p):
    return root_slopes(ans, p) @ p_dot


@vjp(np.cov, wrt=("m",))
def cov(ans_bar, ans, m, *, rowvar=True, bias=False, ddof=None):
    return cov_bar(ans_bar, m, rowvar, bias, ddof)


@jvp(np.cov)
def cov_jvp(ans, m_dot, m, *, rowvar=True, bias=False, ddof=None):
    return cov_dot(m_dot, m, rowvar, bias, ddof)


@vjp(np.corrcoef, wrt=("x",))
def corrcoef(ans_bar, ans, x, *, rowvar=True):
    return corrcoef_bar(ans_bar, ans, x, rowvar)


@jvp(np.corrcoef)
def corrcoef_jvp(ans, x_dot, x, *, rowvar=True):
    return corrcoef_dot(ans, x_dot, x, rowvar)
