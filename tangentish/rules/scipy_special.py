"""`scipy.special`, where the derivative has a closed form (and see `scipy_special_more`)."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special

from tangentish.rules.helpers import exprel_slope, log_or_zero, log_quietly, quotient
from tangentish.rules.registry import elementwise, present, zero_derivative


@elementwise(special.expit)
def expit(ans, x):
    return ans * (1 - ans)


@elementwise(special.logit)
def logit(ans, x):
    return 1 / (x * (1 - x))


@elementwise(special.log_expit)
def log_expit(ans, x):
    return special.expit(-x)


@elementwise(special.erf)
def erf(ans, x):
    return 2 / math.sqrt(math.pi) * np.exp(-(x**2))


@elementwise(special.erfc)
def erfc(ans, x):
    return -2 / math.sqrt(math.pi) * np.exp(-(x**2))


@elementwise(special.erfi)
def erfi(ans, x):
    return 2 / math.sqrt(math.pi) * np.exp(x**2)


@elementwise(special.erfcx)
def erfcx(ans, x):
    return 2 * x * ans - 2 / math.sqrt(math.pi)


@elementwise(special.wofz)
def wofz(ans, z):
    return 2j / math.sqrt(math.pi) - 2 * z * ans


@elementwise(special.dawsn)
def dawsn(ans, x):
    return 1 - 2 * x * ans


@elementwise(special.erfinv)
def erfinv(ans, y):
    return math.sqrt(math.pi) / 2 * np.exp(ans**2)


@elementwise(special.erfcinv)
def erfcinv(ans, y):
    return -math.sqrt(math.pi) / 2 * np.exp(ans**2)


@elementwise(special.ndtr)
def ndtr(ans, x):
    return np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)


@elementwise(special.log_ndtr)
def log_ndtr(ans, x):
    return np.exp(-(x**2) / 2 - ans) / math.sqrt(2 * math.pi)


@elementwise(special.ndtri)
def ndtri(ans, y):
    return math.sqrt(2 * math.pi) * np.exp(ans**2 / 2)


@elementwise(special.gamma)
def gamma(ans, z):
    return ans * special.digamma(z)


@elementwise(special.rgamma)
def rgamma(ans, z):
    return -ans * special.digamma(z)


@elementwise(special.gammaln, special.loggamma)
def gammaln(ans, x):
    return special.digamma(x)


@elementwise(special.digamma)
def digamma(ans, z):
    return special.zeta(2, z)


@elementwise(special.polygamma)
def polygamma(ans, n, x):
    return None, special.polygamma(n + 1, x)


@elementwise(special.multigammaln, wrt=("a",))
def multigammaln(ans, a, d):
    return np.sum(special.digamma(np.expand_dims(a, -1) - np.arange(d) / 2), axis=-1)


@elementwise(special.zeta, wrt=("q",))
def zeta(ans, x, q):
    return -x * special.zeta(x + 1, q)


@elementwise(special.beta)
def beta(ans, a, b):
    return (ans * (special.digamma(a) - special.digamma(a + b)),
            ans * (special.digamma(b) - special.digamma(a + b)))


@elementwise(special.betaln)
def betaln(ans, a, b):
    return special.digamma(a) - special.digamma(a + b), special.digamma(b) - special.digamma(a + b)


@elementwise(special.poch)
def poch(ans, z, m):
    return ans * (special.digamma(z + m) - special.digamma(z)), ans * special.digamma(z + m)


@elementwise(special.binom, special.comb, wrt=("N", "k"))
def binom(ans, N, k):
    return (ans * (special.digamma(N + 1) - special.digamma(N - k + 1)),
            ans * (special.digamma(N - k + 1) - special.digamma(k + 1)))


@elementwise(special.xlogy)
def xlogy(ans, x, y):
    return log_or_zero(y), quotient(x, y)


@elementwise(special.xlog1py)
def xlog1py(ans, x, y):
    return np.log1p(y), quotient(x, 1 + y)


@elementwise(special.entr)
def entr(ans, x):
    return -1 - log_quietly(x)


@elementwise(special.rel_entr)
def rel_entr(ans, x, y):
    return 1 + log_quietly(quotient(x, y)), -quotient(x, y)


@elementwise(special.kl_div)
def kl_div(ans, x, y):
    return log_quietly(quotient(x, y)), 1 - quotient(x, y)


@elementwise(special.huber)
def huber(ans, delta, r):
    return np.where(np.abs(r) > delta, np.abs(r) - delta, 0), np.clip(r, -delta, delta)


@elementwise(special.pseudo_huber)
def pseudo_huber(ans, delta, r):
    root = np.sqrt(1 + (r / delta) ** 2)
    return 2 * delta * (root - 1) - r**2 / (delta * root), r / root


@elementwise(special.exprel)
def exprel(ans, x):
    return exprel_slope(x, ans)


@elementwise(special.boxcox)
def boxcox(ans, x, lmbda):
    return (x ** (lmbda - 1),
            np.where(lmbda == 0, np.log(x) ** 2 / 2, quotient(x**lmbda * np.log(x) - ans, lmbda)))


@elementwise(special.boxcox1p)
def boxcox1p(ans, x, lmbda):
    return ((1 + x) ** (lmbda - 1),
            np.where(lmbda == 0, np.log1p(x) ** 2 / 2, quotient((1 + x) ** lmbda * np.log1p(x) - ans, lmbda)))


@elementwise(special.inv_boxcox, wrt=("y",))
def inv_boxcox(ans, y, lmbda):
    return ans ** (1 - lmbda)


@elementwise(special.log1p)
def log1p(ans, x):
    return 1 / (1 + x)


@elementwise(special.expm1)
def expm1(ans, x):
    return ans + 1


@elementwise(special.cosm1)
def cosm1(ans, x):
    return -np.sin(x)


@elementwise(special.exp2)
def exp2(ans, x):
    return math.log(2) * ans


@elementwise(special.exp10)
def exp10(ans, x):
    return math.log(10) * ans


@elementwise(special.cbrt, quotient=True)
def cbrt(ans, x):
    return 3 * ans**2


@elementwise(special.spence)
def spence(ans, z):
    return np.where(z == 1, -1, quotient(log_quietly(z), 1 - z))


@elementwise(special.expi)
def expi(ans, x):
    return np.exp(x) / x


@elementwise(special.exp1)
def exp1(ans, z):
    return -np.exp(-z) / z


zero_derivative(*present(special, "gammasgn", "round", "factorial"))
