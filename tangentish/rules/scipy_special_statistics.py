"""`scipy.special`: distribution functions and their inverses, and incomplete gamma and beta functions.

Derivatives with respect to the shapes have no closed form and are by differences (see `slope_in`). What is not listed in
`wrt` (a count) has no derivative here, and asking for it is an error.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of, log_quietly, product
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise
from tangentish.rules.scipy_helpers.densities import (
    beta_density,
    f_density,
    gamma_density,
    inverse_by_shape,
    student_density,
)
from tangentish.rules.scipy_helpers.differences import (
    betainc_by_a,
    betainc_by_b,
    betaincc_by_a,
    betaincc_by_b,
    gammainc_by_a,
    gammaincc_by_a,
    slope_in,
)

# `steep`: at an end of the support the derivative may be infinite, and counts for nothing if its argument is constant

@elementwise(special.gammainc, steep=True)
def gammainc(ans, a, x):
    return as_type_of(ans, gammainc_by_a(a, x)), as_type_of(ans, gamma_density(a, x))


@elementwise(special.gammaincc, steep=True)
def gammaincc(ans, a, x):
    return as_type_of(ans, gammaincc_by_a(a, x)), as_type_of(ans, -gamma_density(a, x))


@elementwise(special.gammaincinv, steep=True)
def gammaincinv(ans, a, y):
    density = gamma_density(a, ans)
    return as_type_of(ans, inverse_by_shape(ans, -gammainc_by_a(a, ans), density, 0, np.inf)), as_type_of(ans, 1 / density)


@elementwise(special.gammainccinv, steep=True)
def gammainccinv(ans, a, y):
    density = -gamma_density(a, ans)
    return as_type_of(ans, inverse_by_shape(ans, -gammaincc_by_a(a, ans), density, 0, np.inf)), as_type_of(ans, 1 / density)


@elementwise(special.betainc, steep=True)
def betainc(ans, a, b, x):
    return (as_type_of(ans, betainc_by_a(a, b, x)), as_type_of(ans, betainc_by_b(a, b, x)),
            as_type_of(ans, beta_density(a, b, x)))


@elementwise(special.betaincc, steep=True)
def betaincc(ans, a, b, x):
    return (as_type_of(ans, betaincc_by_a(a, b, x)), as_type_of(ans, betaincc_by_b(a, b, x)),
            as_type_of(ans, -beta_density(a, b, x)))


@elementwise(special.betaincinv, steep=True)
def betaincinv(ans, a, b, y):
    density = beta_density(a, b, ans)
    return (as_type_of(ans, inverse_by_shape(ans, -betainc_by_a(a, b, ans), density, 0, 1)),
            as_type_of(ans, inverse_by_shape(ans, -betainc_by_b(a, b, ans), density, 0, 1)), as_type_of(ans, 1 / density))


@elementwise(special.betainccinv, steep=True)
def betainccinv(ans, a, b, y):
    density = -beta_density(a, b, ans)
    return (as_type_of(ans, inverse_by_shape(ans, -betaincc_by_a(a, b, ans), density, 0, 1)),
            as_type_of(ans, inverse_by_shape(ans, -betaincc_by_b(a, b, ans), density, 0, 1)), as_type_of(ans, 1 / density))


@elementwise(special.ndtri_exp)
def ndtri_exp(ans, y):
    return math.sqrt(2 * math.pi) * np.exp(y + ans**2 / 2)


@elementwise(special.stdtr)
def stdtr(ans, df, t):
    return as_type_of(ans, slope_in(special.stdtr, 0, df, t)), as_type_of(ans, student_density(df, t))


@elementwise(special.stdtrit, steep=True)
def stdtrit(ans, df, p):
    density = student_density(df, ans)
    return (as_type_of(ans, inverse_by_shape(ans, -slope_in(special.stdtr, 0, df, ans), density, -np.inf, np.inf)),
            as_type_of(ans, 1 / density))


@elementwise(special.chdtr)
def chdtr(ans, v, x):
    return as_type_of(ans, gammainc_by_a(v / 2, x / 2) / 2), as_type_of(ans, gamma_density(v / 2, x / 2) / 2)


@elementwise(special.chdtrc)
def chdtrc(ans, v, x):
    return as_type_of(ans, gammaincc_by_a(v / 2, x / 2) / 2), as_type_of(ans, -gamma_density(v / 2, x / 2) / 2)


@elementwise(special.chdtri, steep=True)
def chdtri(ans, v, p):
    density = -gamma_density(v / 2, ans / 2) / 2
    return (as_type_of(ans, inverse_by_shape(ans, -gammaincc_by_a(v / 2, ans / 2) / 2, density, 0, np.inf)),
            as_type_of(ans, 1 / density))


@elementwise(special.fdtr)
def fdtr(ans, dfn, dfd, x):
    return (as_type_of(ans, slope_in(special.fdtr, 0, dfn, dfd, x)),
            as_type_of(ans, slope_in(special.fdtr, 1, dfn, dfd, x)), as_type_of(ans, f_density(dfn, dfd, x)))


@elementwise(special.fdtrc)
def fdtrc(ans, dfn, dfd, x):
    return (as_type_of(ans, slope_in(special.fdtrc, 0, dfn, dfd, x)),
            as_type_of(ans, slope_in(special.fdtrc, 1, dfn, dfd, x)), as_type_of(ans, -f_density(dfn, dfd, x)))


@elementwise(special.fdtri, steep=True)
def fdtri(ans, dfn, dfd, p):
    density = f_density(dfn, dfd, ans)
    return (as_type_of(ans, inverse_by_shape(ans, -slope_in(special.fdtr, 0, dfn, dfd, ans), density, 0, np.inf)),
            as_type_of(ans, inverse_by_shape(ans, -slope_in(special.fdtr, 1, dfn, dfd, ans), density, 0, np.inf)),
            as_type_of(ans, 1 / density))


@elementwise(special.gdtr)
def gdtr(ans, a, b, x):
    return (as_type_of(ans, product(gamma_density(b, a * x), x)), as_type_of(ans, gammainc_by_a(b, a * x)),
            as_type_of(ans, a * gamma_density(b, a * x)))


@elementwise(special.gdtrc)
def gdtrc(ans, a, b, x):
    return (as_type_of(ans, -product(gamma_density(b, a * x), x)), as_type_of(ans, gammaincc_by_a(b, a * x)),
            as_type_of(ans, -a * gamma_density(b, a * x)))


@elementwise(special.pdtr, wrt=("m",))
def pdtr(ans, k, m):
    return as_type_of(ans, -gamma_density(np.floor(k) + 1, m))


@elementwise(special.pdtrc, wrt=("m",))
def pdtrc(ans, k, m):
    return as_type_of(ans, gamma_density(np.floor(k) + 1, m))


@elementwise(special.bdtr, wrt=("p",))
def bdtr(ans, k, n, p):
    return as_type_of(ans, np.where(np.floor(k) >= n, 0, -beta_density(np.floor(k) + 1, np.maximum(n - np.floor(k), 1), p)))


@elementwise(special.bdtrc, wrt=("p",))
def bdtrc(ans, k, n, p):
    return as_type_of(ans, np.where(np.floor(k) >= n, 0, beta_density(np.floor(k) + 1, np.maximum(n - np.floor(k), 1), p)))


@elementwise(special.nbdtr, wrt=("p",))
def nbdtr(ans, k, n, p):
    return as_type_of(ans, beta_density(n, k + 1, p))


@elementwise(special.nbdtrc, wrt=("p",))
def nbdtrc(ans, k, n, p):
    return as_type_of(ans, -beta_density(n, k + 1, p))


# functions of `scipy.stats` that are no part of the reference

@elementwise(*present(_ufuncs, "_beta_pdf"))
def beta_pdf(ans, x, a, b):
    return (as_type_of(ans, product(a - 1, beta_density(a, b, x, 1)) - product(b - 1, beta_density(a, b, x, 0, 1))),
            as_type_of(ans, product(ans, log_quietly(x) - (special.digamma(a) - special.digamma(a + b)))),
            as_type_of(ans, product(ans, log_quietly(1 - x) - (special.digamma(b) - special.digamma(a + b)))))


@elementwise(*present(_ufuncs, "_beta_ppf"), steep=True)
def beta_ppf(ans, q, a, b):
    density = beta_density(a, b, ans)
    return (as_type_of(ans, 1 / density), as_type_of(ans, inverse_by_shape(ans, -betainc_by_a(a, b, ans), density, 0, 1)),
            as_type_of(ans, inverse_by_shape(ans, -betainc_by_b(a, b, ans), density, 0, 1)))


@elementwise(*present(_ufuncs, "_cauchy_ppf"))
def cauchy_ppf(ans, p, loc, scale):
    quantile = (ans - loc) / scale
    return math.pi * scale * (1 + quantile**2), 1.0, quantile


@elementwise(*present(_ufuncs, "_cauchy_isf"))
def cauchy_isf(ans, p, loc, scale):
    quantile = (ans - loc) / scale
    return -math.pi * scale * (1 + quantile**2), 1.0, quantile
