"""`scipy.special`: functions that `scipy.stats` keeps there for itself: densities, distribution functions and their inverses.

They are no part of the reference, and some versions have fewer of them. Derivatives with respect to the shapes that have no
closed form are by differences (see `slope_in`). An inverse has the derivatives of an implicit function.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of, product, quotient
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise, zero_derivative
from tangentish.rules.scipy_helpers.densities import beta_density
from tangentish.rules.scipy_helpers.differences import betainc_by_a, harmonic_slope, normalized_harmonic_slope
from tangentish.rules.scipy_helpers.kolmogorov import kolmogorov_slope, smirnov_slope
from tangentish.rules.scipy_helpers.quadrature import landau_slope
from tangentish.rules.scipy_helpers.special import inverse_gaussian_by_mean, inverse_gaussian_density

zero_derivative(*present(_ufuncs, "_binom_ppf", "_binom_isf", "_nbinom_ppf", "_nbinom_isf"))


@elementwise(*present(_ufuncs, "_log1mexp"))
def log1mexp(ans, x):
    return -1 / np.expm1(-x)


@elementwise(*present(_ufuncs, "_scaled_exp1"))
def scaled_exp1(ans, x):
    r = quotient(1.0, x)
    return np.where(x < 1e3, quotient(ans, x) + ans - 1, (1 - 4 * r + 18 * r**2 - 96 * r**3) * r**2)


@elementwise(*present(_ufuncs, "_cosine_cdf"))
def cosine_cdf(ans, x):
    return as_type_of(ans, np.where(np.abs(x) < math.pi, (1 + np.cos(x)) / (2 * math.pi), 0))


@elementwise(*present(_ufuncs, "_cosine_invcdf"))
def cosine_invcdf(ans, p):
    return 2 * math.pi / (1 + np.cos(ans))


# Kolmogorov and Smirnov

@elementwise(*present(_ufuncs, "_kolmogc"))
def kolmogc(ans, y):
    return -_ufuncs._kolmogp(y)


@elementwise(*present(_ufuncs, "_kolmogci"))
def kolmogci(ans, p):
    return -1 / _ufuncs._kolmogp(ans)


@elementwise(*present(_ufuncs, "_kolmogp"))
def kolmogp(ans, y):
    return kolmogorov_slope(y, 2)


@elementwise(kolmogorov_slope, wrt=("y",))
def kolmogorov_slope_(ans, y, times):
    return kolmogorov_slope(y, times + 1)


@elementwise(*present(_ufuncs, "_smirnovp"), wrt=("d",))
def smirnovp(ans, n, d):
    return smirnov_slope(n, d, 2)


@elementwise(smirnov_slope, wrt=("d",))
def smirnov_slope_(ans, n, d, times):
    return smirnov_slope(n, d, times + 1)


@elementwise(*present(_ufuncs, "_smirnovc"), wrt=("d",))
def smirnovc(ans, n, d):
    return -_ufuncs._smirnovp(n, d)


@elementwise(*present(_ufuncs, "_smirnovci"), wrt=("p",))
def smirnovci(ans, n, p):
    return -1 / _ufuncs._smirnovp(n, ans)


# of counts

@elementwise(*present(_ufuncs, "_binom_pmf"))
def binom_pmf(ans, k, n, p):
    ratio = special.xlogy(ans, p) - special.xlog1py(ans, -p)
    return (as_type_of(ans, ratio + ans * (special.digamma(n - k + 1) - special.digamma(k + 1))),
            as_type_of(ans, special.xlog1py(ans, -p) + ans * (special.digamma(n + 1) - special.digamma(n - k + 1))),
            as_type_of(ans, (product(k, beta_density(k + 1, n - k + 1, p, 1))
                             - product(n - k, beta_density(k + 1, n - k + 1, p, 0, 1))) / (n + 1)))


@elementwise(*present(_ufuncs, "_binom_cdf"), wrt=("p",))
def binom_cdf(ans, k, n, p):
    return as_type_of(ans, np.where((k < 0) | (k >= n), 0, -beta_density(np.maximum(k, 0) + 1, np.where(k >= n, 1, n - k), p)))


@elementwise(*present(_ufuncs, "_binom_sf"), wrt=("p",))
def binom_sf(ans, k, n, p):
    return as_type_of(ans, np.where((k < 0) | (k >= n), 0, beta_density(np.maximum(k, 0) + 1, np.where(k >= n, 1, n - k), p)))


@elementwise(*present(_ufuncs, "_nbinom_pmf"))
def nbinom_pmf(ans, k, n, p):
    top = special.digamma(n + k)
    slope = product(n, beta_density(n + 1, k + 1, p, 1)) - product(k, beta_density(n + 1, k + 1, p, 0, 1))
    return (as_type_of(ans, special.xlog1py(ans, -p) + ans * (top - special.digamma(k + 1))),
            as_type_of(ans, special.xlogy(ans, p) + ans * (top - special.digamma(n))),
            as_type_of(ans, slope * n / ((n + k) * (n + k + 1))))


@elementwise(*present(_ufuncs, "_nbinom_cdf"), wrt=("n", "p"))
def nbinom_cdf(ans, k, n, p):
    return as_type_of(ans, betainc_by_a(n, k + 1, p)), as_type_of(ans, beta_density(n, k + 1, p))


@elementwise(*present(_ufuncs, "_nbinom_sf"), wrt=("n", "p"))
def nbinom_sf(ans, k, n, p):
    return as_type_of(ans, -betainc_by_a(n, k + 1, p)), as_type_of(ans, -beta_density(n, k + 1, p))


@elementwise(*present(_ufuncs, "_nbinom_mean"))
def nbinom_mean(ans, n, p):
    return (1 - p) / p, -n / p**2


@elementwise(*present(_ufuncs, "_nbinom_variance"))
def nbinom_variance(ans, n, p):
    return (1 - p) / p**2, n * (p - 2) / p**3


@elementwise(*present(_ufuncs, "_nbinom_skewness"))
def nbinom_skewness(ans, n, p):
    return -ans / (2 * n), p / (2 * np.sqrt(n) * (1 - p) ** 1.5)


@elementwise(*present(_ufuncs, "_nbinom_kurtosis_excess"))
def nbinom_kurtosis_excess(ans, n, p):
    return -ans / n, p * (2 - p) / (n * (1 - p) ** 2)


@elementwise(*present(_ufuncs, "_gen_harmonic"), wrt=("a",))
def gen_harmonic(ans, n, a):
    return as_type_of(ans, harmonic_slope(n, a))


@elementwise(*present(_ufuncs, "_normalized_gen_harmonic"), wrt=("a",))
def normalized_gen_harmonic(ans, j, k, n, a):
    return as_type_of(ans, normalized_harmonic_slope(j, k, n, a))


# with a location and a scale

@elementwise(*present(_ufuncs, "_landau_pdf"), wrt=("x",))
def landau_pdf(ans, x, loc, scale):
    return landau_slope(x, loc, scale, 1)


@elementwise(landau_slope, wrt=("x",))
def landau_slope_(ans, x, loc, scale, times):
    return landau_slope(x, loc, scale, times + 1)


@elementwise(*present(_ufuncs, "_landau_cdf"), wrt=("x",))
def landau_cdf(ans, x, loc, scale):
    return _ufuncs._landau_pdf(x, loc, scale)


@elementwise(*present(_ufuncs, "_landau_sf"), wrt=("x",))
def landau_sf(ans, x, loc, scale):
    return -_ufuncs._landau_pdf(x, loc, scale)


@elementwise(*present(_ufuncs, "_landau_ppf"), wrt=("p",))
def landau_ppf(ans, p, loc, scale):
    return 1 / _ufuncs._landau_pdf(ans, loc, scale)


@elementwise(*present(_ufuncs, "_landau_isf"), wrt=("p",))
def landau_isf(ans, p, loc, scale):
    return -1 / _ufuncs._landau_pdf(ans, loc, scale)


@elementwise(*present(_ufuncs, "_skewnorm_cdf"))
def skewnorm_cdf(ans, x, loc, scale, a):
    z = (x - loc) / scale
    density = np.exp(-(z**2) / 2) * math.sqrt(2 / math.pi) * special.ndtr(a * z) / scale
    return (as_type_of(ans, density), as_type_of(ans, -density), as_type_of(ans, -z * density),
            as_type_of(ans, -np.exp(-(z**2) * (1 + a**2) / 2) / (math.pi * (1 + a**2))))


@elementwise(*present(_ufuncs, "_skewnorm_ppf"))
def skewnorm_ppf(ans, p, loc, scale, a):
    z = (ans - loc) / scale
    density = np.exp(-(z**2) / 2) * math.sqrt(2 / math.pi) * special.ndtr(a * z) / scale
    return (as_type_of(ans, 1 / density), 1.0, z,
            as_type_of(ans, np.exp(-(z**2) * (1 + a**2) / 2) / (math.pi * (1 + a**2) * density)))


@elementwise(*present(_ufuncs, "_skewnorm_isf"))
def skewnorm_isf(ans, p, loc, scale, a):
    z = (ans - loc) / scale
    density = np.exp(-(z**2) / 2) * math.sqrt(2 / math.pi) * special.ndtr(a * z) / scale
    return (as_type_of(ans, -1 / density), 1.0, z,
            as_type_of(ans, np.exp(-(z**2) * (1 + a**2) / 2) / (math.pi * (1 + a**2) * density)))


@elementwise(*present(_ufuncs, "_invgauss_ppf"))
def invgauss_ppf(ans, p, mean, lam):
    density, by_mean = inverse_gaussian_density(ans, mean, lam), inverse_gaussian_by_mean(ans, mean, lam)
    return (as_type_of(ans, 1 / density), as_type_of(ans, -by_mean / density),
            as_type_of(ans, (ans + mean * by_mean / density) / lam))


@elementwise(*present(_ufuncs, "_invgauss_isf"))
def invgauss_isf(ans, p, mean, lam):
    density, by_mean = inverse_gaussian_density(ans, mean, lam), inverse_gaussian_by_mean(ans, mean, lam)
    return (as_type_of(ans, -1 / density), as_type_of(ans, -by_mean / density),
            as_type_of(ans, (ans + mean * by_mean / density) / lam))
