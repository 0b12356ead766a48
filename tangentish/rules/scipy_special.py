"""`scipy.special`, where the derivative has a closed form (and see `scipy_special_more`)."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import as_type_of, log_quietly, product, quotient
from tangentish.rules.registry import elementwise, jvp, vjp
from tangentish.rules.scipy_helpers.special import (
    binom_slopes,
    dawsn_slope,
    erfcx_slope,
    poch_slope,
    rgamma_slope,
    trigamma,
    where_not_zero,
    wofz_slope,
    zeta_slope,
)


@elementwise(special.expit)
def expit(ans, x):
    return ans * special.expit(-x)


@elementwise(special.logit)
def logit(ans, x):
    return 1 / (x * (1 - x))


@elementwise(special.log_expit)
def log_expit(ans, x):
    return special.expit(-x)


@elementwise(special.erf)
def erf(ans, x):
    return 2 / math.sqrt(math.pi) * np.exp(-x * x)


@elementwise(special.erfc)
def erfc(ans, x):
    return -2 / math.sqrt(math.pi) * np.exp(-x * x)


@elementwise(special.erfi)
def erfi(ans, x):
    return 2 / math.sqrt(math.pi) * np.exp(x * x)


@elementwise(special.erfcx)
def erfcx(ans, x):
    return erfcx_slope(x, ans)


@elementwise(special.wofz)
def wofz(ans, z):
    return wofz_slope(z, ans)


@elementwise(special.dawsn)
def dawsn(ans, x):
    return dawsn_slope(x, ans)


@elementwise(special.erfinv)
def erfinv(ans, y):
    return math.sqrt(math.pi) / 2 * np.exp(ans**2)


@elementwise(special.erfcinv)
def erfcinv(ans, y):
    return -math.sqrt(math.pi) / 2 * np.exp(ans**2)


@elementwise(special.ndtr)
def ndtr(ans, x):
    return np.exp(-x * x / 2) / math.sqrt(2 * math.pi)


@elementwise(special.log_ndtr)
def log_ndtr(ans, x):
    return math.sqrt(2 / math.pi) / special.erfcx(-x / math.sqrt(2))


@elementwise(special.ndtri)
def ndtri(ans, y):
    return math.sqrt(2 * math.pi) * np.exp(ans**2 / 2)


@elementwise(special.gamma)
def gamma(ans, z):
    return ans * special.digamma(z)


@elementwise(special.rgamma)
def rgamma(ans, z):
    return rgamma_slope(z, ans)


@elementwise(special.gammaln, special.loggamma)
def gammaln(ans, x):
    return special.digamma(x)


@elementwise(special.digamma)
def digamma(ans, z):
    return trigamma(z)


@elementwise(special.polygamma)
def polygamma(ans, n, x):
    return None, special.polygamma(n + 1, x)


@elementwise(special.multigammaln, wrt=("a",))
def multigammaln(ans, a, d):
    return np.sum(special.digamma(np.expand_dims(a, -1) - np.arange(d) / 2), axis=-1)


@elementwise(special.zeta, wrt=("x", "q"))
def zeta(ans, x, q=None):
    return as_type_of(ans, zeta_slope(x, q)), -x * special.zeta(x + 1, q)


@elementwise(special.beta)
def beta(ans, a, b):
    return (ans * (special.digamma(a) - special.digamma(a + b)),
            ans * (special.digamma(b) - special.digamma(a + b)))


@elementwise(special.betaln)
def betaln(ans, a, b):
    return special.digamma(a) - special.digamma(a + b), special.digamma(b) - special.digamma(a + b)


@vjp(special.poch, broadcasts=True)  # infinite at poles, which counts for nothing where nothing flows
def poch(ans_bar, ans, z, m):
    return product(ans_bar, poch_slope(z, m, ans)), product(ans_bar, ans * special.digamma(z + m))


@jvp(special.poch)
def poch_jvp(ans, z_dot, m_dot, z, m):
    return product(z_dot, poch_slope(z, m, ans)), product(m_dot, ans * special.digamma(z + m))


@elementwise(special.factorial)
def factorial(ans, n):
    return ans * special.digamma(np.where(n < 0, 1, n + 1))


@elementwise(special.perm)
def perm(ans, N, k):
    return (where_not_zero(ans, special.digamma(N + 1) - special.digamma(N - k + 1)),
            where_not_zero(ans, special.digamma(N - k + 1)))


@elementwise(special.comb, wrt=("N", "k"), how=("exact", "repetition"))
def comb(ans, N, k, exact=False, repetition=False):
    slope = 0.0 if exact else ans  # what is exact is a whole number
    top = N + k - 1 if repetition else N
    by_top = where_not_zero(slope, special.digamma(top + 1) - special.digamma(top - k + 1))
    by_k = where_not_zero(slope, special.digamma(top - k + 1) - special.digamma(k + 1))
    return by_top, by_k + by_top if repetition else by_k


@elementwise(special.binom, wrt=("N", "k"))
def binom(ans, N, k):
    slopes = binom_slopes(ans, N, k)
    return slopes[0], slopes[1]


@elementwise(special.spence, steep=True)
def spence(ans, z):
    return np.where(z == 1, (z - 3) / 2, quotient(log_quietly(z), 1 - z))  # there to second order


@elementwise(special.expi)
def expi(ans, x):
    return np.exp(x) / x


@elementwise(special.exp1)
def exp1(ans, z):
    return -np.exp(-z) / z
