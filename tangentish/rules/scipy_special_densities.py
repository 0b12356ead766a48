"""The helpers that derivatives of distributions call have rules too, so that these derivatives can be differentiated."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of, product
from tangentish.rules.registry import elementwise, jvp, vjp, zero_derivative
from tangentish.rules.scipy_helpers import (
    beta_density,
    gamma_density,
    harmonic_slope,
    normalized_harmonic_slope,
    step_in,
    zeta_step,
)

zero_derivative(step_in, zeta_step)  # what differences give is not to depend on it


# what is infinite at an end of the support, as `x**(a - 2)` is there for `a` of 1, counts for nothing if its factor is 0

@vjp(beta_density, wrt=("a", "b", "x"), broadcasts=True, how=("i", "j"))
def beta_density_(ans_bar, ans, a, b, x, i=0, j=0):
    rest = special.digamma(a + b)
    return (product(ans_bar, special.xlogy(ans, x) - ans * (special.digamma(a) - rest)),
            product(ans_bar, special.xlog1py(ans, -x) - ans * (special.digamma(b) - rest)),
            product(ans_bar, product(a - 1 - i, beta_density(a, b, x, i + 1, j))
                    - product(b - 1 - j, beta_density(a, b, x, i, j + 1))))


@jvp(beta_density)
def beta_density_jvp(ans, a_dot, b_dot, x_dot, a, b, x, i=0, j=0):
    rest = special.digamma(a + b)
    return (product(a_dot, special.xlogy(ans, x) - ans * (special.digamma(a) - rest)),
            product(b_dot, special.xlog1py(ans, -x) - ans * (special.digamma(b) - rest)),
            product(x_dot, product(a - 1 - i, beta_density(a, b, x, i + 1, j))
                    - product(b - 1 - j, beta_density(a, b, x, i, j + 1))))


@vjp(gamma_density, wrt=("a", "x"), broadcasts=True, how=("i",))
def gamma_density_(ans_bar, ans, a, x, i=0):
    return (product(ans_bar, special.xlogy(ans, x) - ans * special.digamma(a)),
            product(ans_bar, product(a - 1 - i, gamma_density(a, x, i + 1)) - ans))


@jvp(gamma_density)
def gamma_density_jvp(ans, a_dot, x_dot, a, x, i=0):
    return (product(a_dot, special.xlogy(ans, x) - ans * special.digamma(a)),
            product(x_dot, product(a - 1 - i, gamma_density(a, x, i + 1)) - ans))


if hasattr(_ufuncs, "_gen_harmonic"):
    @elementwise(harmonic_slope, wrt=("a",), how=("order",))
    def harmonic_slope_(ans, n, a, order=1):
        return as_type_of(ans, harmonic_slope(n, a, order + 1))

    @elementwise(normalized_harmonic_slope, wrt=("a",), how=("order",))
    def normalized_harmonic_slope_(ans, j, k, n, a, order=1):
        return as_type_of(ans, normalized_harmonic_slope(j, k, n, a, order + 1))
