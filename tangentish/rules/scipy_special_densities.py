"""The helpers that derivatives of distributions call have rules too, so that these derivatives can be differentiated.

What is infinite at an end of the support, as `x**(a - 2)` is there for `a` of 1, counts for nothing if its factor is 0.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of, log_quietly, product, product_of_any
from tangentish.rules.registry import elementwise, jvp, vjp, zero_derivative
from tangentish.rules.scipy_helpers.densities import beta_density, gamma_density
from tangentish.rules.scipy_helpers.differences import (
    betainc_by_a,
    betainc_by_b,
    betaincc_by_a,
    betaincc_by_b,
    gammainc_by_a,
    gammaincc_by_a,
    harmonic_slope,
    normalized_harmonic_slope,
    slope_in,
    step_in,
)
from tangentish.rules.scipy_helpers.special import zeta_step

zero_derivative(step_in, zeta_step)  # what differences give is not to depend on it


@vjp(beta_density, wrt=("a", "b", "x"), broadcasts=True)
def beta_density_(ans_bar, ans, a, b, x, i=0, j=0):
    by_a = product(ans, log_quietly(x) - (special.digamma(a) - special.digamma(a + b)))
    by_b = product(ans, log_quietly(1 - x) - (special.digamma(b) - special.digamma(a + b)))
    return (product_of_any(ans_bar, by_a), product_of_any(ans_bar, by_b),
            product_of_any(product(ans_bar, a - 1 - i), beta_density(a, b, x, i + 1, j))
            - product_of_any(product(ans_bar, b - 1 - j), beta_density(a, b, x, i, j + 1)))


@jvp(beta_density)
def beta_density_jvp(ans, a_dot, b_dot, x_dot, a, b, x, i=0, j=0):
    by_a = product(ans, log_quietly(x) - (special.digamma(a) - special.digamma(a + b)))
    by_b = product(ans, log_quietly(1 - x) - (special.digamma(b) - special.digamma(a + b)))
    return (product_of_any(a_dot, by_a), product_of_any(b_dot, by_b),
            product_of_any(product(x_dot, a - 1 - i), beta_density(a, b, x, i + 1, j))
            - product_of_any(product(x_dot, b - 1 - j), beta_density(a, b, x, i, j + 1)))


@vjp(gamma_density, wrt=("a", "x"), broadcasts=True)
def gamma_density_(ans_bar, ans, a, x, i=0):
    return (product_of_any(ans_bar, product(ans, log_quietly(x) - special.digamma(a))),
            product_of_any(ans_bar, product(a - 1 - i, gamma_density(a, x, i + 1)) - ans))


@jvp(gamma_density)
def gamma_density_jvp(ans, a_dot, x_dot, a, x, i=0):
    return (product_of_any(a_dot, product(ans, log_quietly(x) - special.digamma(a))),
            product_of_any(x_dot, product(a - 1 - i, gamma_density(a, x, i + 1)) - ans))


# by a shape, and then by that again or by the argument

@elementwise(gammainc_by_a)
def gammainc_by_a_(ans, a, x):
    return slope_in(gammainc_by_a, 0, a, x), product(gamma_density(a, x), log_quietly(x) - special.digamma(a))


@elementwise(gammaincc_by_a)
def gammaincc_by_a_(ans, a, x):
    return slope_in(gammaincc_by_a, 0, a, x), product(gamma_density(a, x), special.digamma(a) - log_quietly(x))


@elementwise(betainc_by_a)
def betainc_by_a_(ans, a, b, x):
    change = log_quietly(x) - (special.digamma(a) - special.digamma(a + b))
    return slope_in(betainc_by_a, 0, a, b, x), slope_in(betainc_by_a, 1, a, b, x), product(beta_density(a, b, x), change)


@elementwise(betainc_by_b)
def betainc_by_b_(ans, a, b, x):
    change = log_quietly(1 - x) - (special.digamma(b) - special.digamma(a + b))
    return slope_in(betainc_by_b, 0, a, b, x), slope_in(betainc_by_b, 1, a, b, x), product(beta_density(a, b, x), change)


@elementwise(betaincc_by_a)
def betaincc_by_a_(ans, a, b, x):
    change = special.digamma(a) - special.digamma(a + b) - log_quietly(x)
    return slope_in(betaincc_by_a, 0, a, b, x), slope_in(betaincc_by_a, 1, a, b, x), product(beta_density(a, b, x), change)


@elementwise(betaincc_by_b)
def betaincc_by_b_(ans, a, b, x):
    change = special.digamma(b) - special.digamma(a + b) - log_quietly(1 - x)
    return slope_in(betaincc_by_b, 0, a, b, x), slope_in(betaincc_by_b, 1, a, b, x), product(beta_density(a, b, x), change)


# sums of powers

if hasattr(_ufuncs, "_gen_harmonic"):
    @elementwise(harmonic_slope, wrt=("a",))
    def harmonic_slope_(ans, n, a, order=1):
        return as_type_of(ans, harmonic_slope(n, a, order + 1))

    @elementwise(normalized_harmonic_slope, wrt=("a",))
    def normalized_harmonic_slope_(ans, j, k, n, a, order=1):
        return as_type_of(ans, normalized_harmonic_slope(j, k, n, a, order + 1))
