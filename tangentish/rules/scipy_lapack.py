"""Solvers of LAPACK, that `scipy.linalg.get_lapack_funcs` gives: what the equivalents in `library.scipy_lapack` are made of."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.registry import jvp, vjp
from tangentish.rules.scipy_helpers.lapack import (
    band_bars,
    band_dot_ab,
    band_dot_b,
    band_solution,
    dense_bars,
    dense_dot_a,
    dense_dot_b,
    dense_solution,
    lu_factors,
    lu_factors_bar,
    lu_factors_dot,
    tridiagonal_bars,
    tridiagonal_dot,
    tridiagonal_dot_b,
    tridiagonal_solution,
)
from tangentish.rules.scipy_helpers.pivoted_bands import (
    thin_bars,
    thin_dot,
    thin_dot_b,
    thin_solution,
    wide_bars,
    wide_dot,
    wide_dot_b,
    wide_solution,
)
from tangentish.rules.scipy_helpers.triangular_sylvester import schur_bars, schur_dot, schur_dot_a, schur_dot_b, schur_solution


@vjp(dense_solution, wrt=("a", "b"), multi=True, how=("name",))
def dense(ans_bar, ans, name, a, b, lower=0):
    return dense_bars(ans_bar, ans, name, a, b, lower)[0], dense_bars(ans_bar, ans, name, a, b, lower)[1]


@jvp(dense_solution)
def dense_jvp(ans, a_dot, b_dot, name, a, b, lower=0):
    return dense_dot_a(ans, a_dot, name, a, b, lower), dense_dot_b(ans, b_dot, name, a, b, lower)


@vjp(lu_factors, wrt=("a",), multi=True, how=("name",))
def factors(ans_bar, ans, name, a):
    return lu_factors_bar(ans_bar, ans, a)


@jvp(lu_factors)
def factors_jvp(ans, a_dot, name, a):
    return lu_factors_dot(ans, a_dot)


@vjp(band_solution, wrt=("ab", "b"), multi=True, how=("name",))
def band(ans_bar, ans, name, ab, b, lower=0):
    return band_bars(ans_bar, ans, ab, b, lower)[0], band_bars(ans_bar, ans, ab, b, lower)[1]


@jvp(band_solution)
def band_jvp(ans, ab_dot, b_dot, name, ab, b, lower=0):
    return band_dot_ab(ans, ab_dot, lower), band_dot_b(ans, b_dot, lower)


@vjp(tridiagonal_solution, wrt=("d", "e", "b"), multi=True, how=("name",))
def tridiagonal(ans_bar, ans, name, d, e, b):
    bars = tridiagonal_bars(ans_bar, ans, d, e, b)
    return bars[0], bars[1], bars[2]


@jvp(tridiagonal_solution)
def tridiagonal_jvp(ans, d_dot, e_dot, b_dot, name, d, e, b):
    return (tridiagonal_dot(ans, d_dot, np.zeros_like(e), d, e), tridiagonal_dot(ans, np.zeros_like(d), e_dot, d, e),
            tridiagonal_dot_b(ans, b_dot, d, e))


@vjp(thin_solution, wrt=("dl", "d", "du", "b"), multi=True, how=("name",))
def thin(ans_bar, ans, name, dl, d, du, b):
    bars = thin_bars(ans_bar, ans, dl, d, du, b)
    return bars[0], bars[1], bars[2], bars[3]


@jvp(thin_solution)
def thin_jvp(ans, dl_dot, d_dot, du_dot, b_dot, name, dl, d, du, b):
    return (thin_dot(ans, (dl_dot, np.zeros_like(d), np.zeros_like(du)), dl, d, du),
            thin_dot(ans, (np.zeros_like(dl), d_dot, np.zeros_like(du)), dl, d, du),
            thin_dot(ans, (np.zeros_like(dl), np.zeros_like(d), du_dot), dl, d, du),
            thin_dot_b(ans, b_dot, dl, d, du))


@vjp(wide_solution, wrt=("ab", "b"), multi=True, how=("name", "kl", "ku"))
def wide(ans_bar, ans, name, kl, ku, ab, b):
    return wide_bars(ans_bar, ans, kl, ku, ab, b)[0], wide_bars(ans_bar, ans, kl, ku, ab, b)[1]


@jvp(wide_solution)
def wide_jvp(ans, ab_dot, b_dot, name, kl, ku, ab, b):
    return wide_dot(ans, ab_dot, kl, ku, ab), wide_dot_b(ans, b_dot, kl, ku, ab)


@vjp(schur_solution, wrt=("a", "b", "c"), multi=True, how=("name", "trana", "tranb", "isgn"))
def schur(ans_bar, ans, name, a, b, c, trana, tranb, isgn):
    bars = schur_bars(ans_bar, ans, name, a, b, c, trana, tranb, isgn)
    return bars[0], bars[1], bars[2]


@jvp(schur_solution)
def schur_jvp(ans, a_dot, b_dot, c_dot, name, a, b, c, trana, tranb, isgn):
    return (schur_dot_a(ans, a_dot, name, a, b, trana, tranb, isgn), schur_dot_b(ans, b_dot, name, a, b, trana, tranb, isgn),
            schur_dot(ans, c_dot, name, a, b, trana, tranb, isgn))
