"""`scipy.stats` where a parameter has a value for which SciPy takes another formula, the limit of the one beside it.

The limit does not name the parameter, so its derivative by that would be 0: Box and Cox's transformation for an exponent of 0 is
the logarithm, which is right, but moves with the exponent. Here the formulas hold on either side and between.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special as special
import scipy.stats as stats

from tangentish import library
from tangentish.rules.libraries import first_module
from tangentish.rules.registry import zero_derivative

NEAR = 0.01
"""Where series take over: eight terms of them are exact there."""
_LOG = [(-1) ** k / (k + 1) for k in range(9)]
_EXP = [1 / math.factorial(k + 1) for k in range(9)]


def _over(x: Any, c: Any, function: Any, series: list[float]) -> Any:
    """`function(c * x) / c`, which is `x` where `c` is 0: times a series in `c * x`, where that is small."""
    z = c * x
    near = np.abs(z) < NEAR
    small, total = np.where(near, z, 0.0), np.zeros(np.shape(z))
    for term in series[::-1]:
        total = total * small + term
    limit = np.where(c == 0, x, function(np.where(near, 0.0, z)) / np.where(near | (c == 0), 1.0, c))  # an infinite x
    return np.where(near, np.where(near, x, 0.0) * total, limit)[()]


def log_over(x: Any, c: Any) -> Any:
    """`log(1 + c * x) / c`.

    >>> float(log_over(3.0, 0.0)), float(log_over(3.0, 1.0) - np.log(4.0))
    (3.0, 0.0)
    """
    return _over(x, c, np.log1p, _LOG)


def exp_over(x: Any, c: Any) -> Any:
    """`(exp(c * x) - 1) / c`.

    >>> float(exp_over(3.0, 0.0)), bool(np.isclose(exp_over(2.0, 1e-9), 2.0))
    (3.0, True)
    """
    return _over(x, c, np.expm1, _EXP)


def times(factor: Any, x: Any) -> Any:
    """The product, which is 0 where the factor is, also at the end of a support, where `x` is infinite."""
    return factor * np.where((factor == 0) & np.isinf(x), 0.0, x)


def as_number(x: Any) -> Any:
    """Without its derivative.

    >>> float(as_number(2.5))
    2.5
    """
    return np.array(x)[()]


zero_derivative(as_number)


# distributions of extremes

def pareto_logpdf(self: Any, x: Any, c: Any) -> Any:
    return -times(c + 1.0, log_over(x, c))


def pareto_logsf(self: Any, x: Any, c: Any) -> Any:
    return -log_over(x, c)


def extreme_loglogcdf(self: Any, x: Any, c: Any) -> Any:
    return -log_over(x, -c)


def extreme_logpdf(self: Any, x: Any, c: Any) -> Any:
    rate = -log_over(x, -c)
    inside = (rate < np.inf) & ((c * x != 1) | (c == 1))
    safe = np.where(inside, rate, 0.0)
    return np.where(inside, times(1.0 - c, safe) - np.exp(safe), -np.inf)


def extreme_ppf(self: Any, q: Any, c: Any) -> Any:
    return exp_over(-np.log(-np.log(q)), -c)


def extreme_isf(self: Any, q: Any, c: Any) -> Any:
    return exp_over(-np.log(-special.log1p(-q)), -c)


def kappa_logcdf(self: Any, x: Any, h: Any, k: Any) -> Any:
    return -log_over(np.exp(-log_over(x, -k)), -h)


def kappa_logpdf(self: Any, x: Any, h: Any, k: Any) -> Any:
    rate = -log_over(x, -k)
    return times(1.0 - k, rate) - times(1.0 - h, log_over(np.exp(rate), -h))


def kappa_ppf(self: Any, q: Any, h: Any, k: Any) -> Any:
    return -exp_over(np.log(-exp_over(np.log(q), h)), k)


# the skewed normal distribution, which SciPy has apart where it is not skewed

def skewed_pdf(self: Any, x: Any, a: Any) -> Any:
    return np.exp(-(x**2) / 2.0) / math.sqrt(2 * math.pi) * (2.0 * special.ndtr(times(a, x)))


def skewed_logpdf(self: Any, x: Any, a: Any) -> Any:
    return -(x**2) / 2.0 - math.log(math.sqrt(2 * math.pi)) + (math.log(2) + special.log_ndtr(times(a, x)))


# the third distribution of Pearson, which SciPy takes for normal where it is hardly skewed

def gamma_of(x: Any, skew: Any) -> tuple[Any, Any, Any, Any]:
    """Where it is hardly skewed, and else the shape and the rate of the distribution of gamma, and its argument."""
    near = np.abs(skew) < 0.000016 + 0.0 * finite(x)
    rate = 2.0 / np.where(near, 1.0, skew)
    return near, rate**2, rate, np.where(near, 1.0, rate * x + rate**2)


def finite(x: Any) -> Any:
    """Numbers, with 0 for those that are infinite."""
    return np.where(np.isinf(x), 0.0, x)


def change(x: Any) -> Any:
    """A number with its derivative, less the number."""
    return x - as_number(x)


def pearson_log_density(x: Any, skew: Any) -> Any:
    near, shape, rate, t = gamma_of(x, skew)
    inside = (t > 0) & (t < np.inf)
    t, y = np.where(inside, t, 1.0), finite(x)
    far = np.log(np.abs(rate)) + special.xlogy(shape - 1.0, t) - t - special.gammaln(shape)
    third, fourth, sixth = y**3 - 3 * y, y**4 - 6 * y**2 + 3, y**6 - 15 * y**4 + 45 * y**2 - 15
    series = skew * third / 6 + skew**2 * (fourth / 16 + sixth / 72 - third**2 / 72)
    normal = -(x**2) / 2 - math.log(math.sqrt(2 * math.pi))
    return np.where(near, normal + change(np.where(near, series, 0.0)), np.where(inside, far, -np.inf))


def pearson_logpdf(self: Any, x: Any, skew: Any) -> Any:
    _, shape, _, t = gamma_of(x, skew)
    return np.where((t == np.inf) & (shape > 1), np.nan, pearson_log_density(x, skew))  # as in SciPy


def pearson_pdf(self: Any, x: Any, skew: Any) -> Any:
    return np.exp(pearson_log_density(x, skew))


def pearson_tail(x: Any, skew: Any, sign: float) -> Any:
    """The distribution function for a sign of 1, and what is missing to 1 for -1."""
    near, shape, _, t = gamma_of(x, skew)
    t, y = np.maximum(t, 0.0), finite(x)
    far = np.where(sign * skew > 0, special.gammainc(shape, t), special.gammaincc(shape, t))
    density = np.exp(-(y**2) / 2) / math.sqrt(2 * math.pi)
    series = skew * (y**2 - 1) / 6 + skew**2 * ((y**3 - 3 * y) / 16 + (y**5 - 10 * y**3 + 15 * y) / 72)
    return np.where(near, special.ndtr(sign * x) - change(np.where(near, sign * density * series, 0.0)), far)


def pearson_cdf(self: Any, x: Any, skew: Any) -> Any:
    return pearson_tail(x, skew, 1.0)


def pearson_sf(self: Any, x: Any, skew: Any) -> Any:
    return pearson_tail(x, skew, -1.0)


def pearson_ppf(self: Any, q: Any, skew: Any) -> Any:
    near, shape, rate, _ = gamma_of(q, skew)
    far = special.gammaincinv(shape, np.where(rate < 0, 1.0 - q, q)) / rate - rate
    y = special.ndtri(q)
    z = finite(y)
    series = skew * (z**2 - 1) / 6 + skew**2 * ((z**3 - 3 * z) / 16 - (2 * z**3 - 5 * z) / 36)
    return np.where(near, y + change(np.where(near, series, 0.0)), far)


# transformations by powers, and power means

def yeo_johnson(x: Any, lmbda: Any, xp: Any = None) -> Any:
    """`_yeojohnson_transform`."""
    up = x >= 0
    return np.where(up, exp_over(np.log1p(np.where(up, x, 0.0)), lmbda), -exp_over(np.log1p(np.where(up, 0.0, -x)), 2 - lmbda))


def boxcox_llf(data: Any, axis: int = 0, *, lmb: Any) -> Any:
    """`_boxcox_llf`."""
    logs = np.log(np.asarray(data, dtype=None if np.asarray(data).dtype.kind == "f" else float))
    count = logs.shape[axis]
    if count == 0:
        return np.nan
    if lmb == 0:
        spread = np.log(np.var(exp_over(logs, lmb), axis=axis))
    else:  # so that powers do not overflow
        peak = np.max(lmb * logs, axis=axis, keepdims=True)
        powers = np.exp(lmb * logs - peak)
        spread = np.log(np.var(powers, axis=axis)) + 2 * np.squeeze(peak, axis=axis) - 2 * np.log(np.abs(lmb))
    return ((lmb - 1) * np.sum(logs, axis=axis) - count / 2 * spread)[()]


def pmean(a: Any, p: Any, *, axis: Any = 0, dtype: Any = None, weights: Any = None) -> Any:
    """`pmean`, of numbers that are not negative."""
    if not isinstance(p, int | float):
        raise ValueError("Power mean only defined for exponent of type int or float.")
    if math.isinf(p):
        raise NotImplementedError("Power mean only implemented for finite `p`")
    a = np.asarray(a, dtype=dtype)
    a = np.where(a < 0, np.nan, a)
    if p != 0:
        return np.average(a ** float(p), axis=axis, weights=weights) ** (1 / p)
    logs = np.log(a)
    mean = np.average(logs, axis=axis, weights=weights)
    apart = logs - np.average(logs, axis=axis, weights=weights, keepdims=True)
    second, third, fourth = (np.average(apart**k, axis=axis, weights=weights) for k in (2, 3, 4))
    cumulants = second / 2 + p * (third / 6 + p * (fourth - 3 * second**2) / 24)  # of the logarithms
    return np.exp(mean + p * cumulants)


for _name, _ours in {"genpareto": {"_logpdf": pareto_logpdf, "_logsf": pareto_logsf},
                     "genextreme": {"_loglogcdf": extreme_loglogcdf, "_logpdf": extreme_logpdf, "_ppf": extreme_ppf,
                                    "_isf": extreme_isf},
                     "kappa4": {"_logcdf": kappa_logcdf, "_logpdf": kappa_logpdf, "_ppf": kappa_ppf},
                     "pearson3": {"_logpdf": pearson_logpdf, "_pdf": pearson_pdf, "_cdf": pearson_cdf, "_sf": pearson_sf,
                                  "_ppf": pearson_ppf},
                     "skewnorm": {"_pdf": skewed_pdf, "_logpdf": skewed_logpdf}}.items():
    _known = vars(type(getattr(stats, _name)))
    library.REPLACED |= {_known[_label]: _function for _label, _function in _ours.items() if _label in _known}

for _module, _label, _function in (("_morestats", "_yeojohnson_transform", yeo_johnson), ("_morestats", "_boxcox_llf", boxcox_llf),
                                   ("_stats_py", "pmean", pmean)):
    _found = getattr(first_module(f"scipy.stats.{_module}"), _label, None)
    if _found is not None:
        library.REPLACED[getattr(_found, "__wrapped__", _found)] = _function
