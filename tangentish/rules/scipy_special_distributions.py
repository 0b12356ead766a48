"""Densities and distribution functions that `scipy.stats` takes from Boost; they are no part of the reference of `scipy.special`.

What is not listed in `wrt` (a count, or a shape without a formula) has no derivative here, and asking for it is an error.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of
from tangentish.rules.registry import elementwise, present
from tangentish.rules.scipy_helpers import beta_density, slope_in


@elementwise(*present(_ufuncs, "_nbinom_pmf"), wrt=("n", "p"))
def nbinom_pmf(ans, k, n, p):
    return (as_type_of(ans, ans * (special.digamma(k + n) - special.digamma(n) + np.log(p))),
            as_type_of(ans, ans * (n / p - k / (1 - p))))


@elementwise(*present(_ufuncs, "_nbinom_cdf"), wrt=("n", "p"))
def nbinom_cdf(ans, k, n, p):
    return (as_type_of(ans, slope_in(special.betainc, 0, n, np.floor(k) + 1, p)),
            as_type_of(ans, beta_density(n, np.floor(k) + 1, p)))


@elementwise(*present(_ufuncs, "_nbinom_sf"), wrt=("n", "p"))
def nbinom_sf(ans, k, n, p):
    return (as_type_of(ans, slope_in(special.betaincc, 0, n, np.floor(k) + 1, p)),
            as_type_of(ans, -beta_density(n, np.floor(k) + 1, p)))


@elementwise(*present(_ufuncs, "_binom_pmf"), wrt=("p",))
def binom_pmf(ans, k, n, p):
    return as_type_of(ans, ans * (k / p - (n - k) / (1 - p)))


@elementwise(*present(_ufuncs, "_binom_cdf"), wrt=("p",))
def binom_cdf(ans, k, n, p):
    return as_type_of(ans, np.where(np.floor(k) >= n, 0, -beta_density(np.floor(k) + 1, np.maximum(n - np.floor(k), 1), p)))


@elementwise(*present(_ufuncs, "_binom_sf"), wrt=("p",))
def binom_sf(ans, k, n, p):
    return as_type_of(ans, np.where(np.floor(k) >= n, 0, beta_density(np.floor(k) + 1, np.maximum(n - np.floor(k), 1), p)))


@elementwise(*present(_ufuncs, "_ncx2_pdf"), wrt=("x", "nc"))
def ncx2_pdf(ans, x, df, nc):
    wider = _ufuncs._ncx2_pdf(x, df + 2, nc)
    return (as_type_of(ans, ans * ((df / 2 - 1) / x - 0.5) + wider * nc / (2 * x)), as_type_of(ans, (wider - ans) / 2))


@elementwise(*present(_ufuncs, "_skewnorm_cdf"))
def skewnorm_cdf(ans, x, loc, scale, shape):
    z = (x - loc) / scale
    density = np.exp(-(z**2) / 2) * special.ndtr(shape * z) * (math.sqrt(2 / math.pi) / scale)
    return (as_type_of(ans, density), as_type_of(ans, -density), as_type_of(ans, -density * z),
            as_type_of(ans, -np.exp(-(z**2) * (1 + shape**2) / 2) / (math.pi * (1 + shape**2))))


@elementwise(*present(_ufuncs, "_log1mexp"))
def log1mexp(ans, x):
    return as_type_of(ans, -1 / np.expm1(-x))
