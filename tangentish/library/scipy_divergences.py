"""`scipy.stats.power_divergence` and `chisquare`: sums that have limit formulas for some exponents, which do not name these."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as special

from tangentish import library
from tangentish.library.scipy_limits import NEAR, exp_over, times
from tangentish.rules.libraries import first_module
from tangentish.rules.registry import zero_derivative

_stats_py = first_module("scipy.stats._stats_py")


def divergence_terms(observed: Any, expected: Any, power: Any) -> Any:
    """What `power_divergence` sums; the sums of both arguments agree."""
    if isinstance(power, int) and power == 1:
        return (observed - expected) ** 2 / expected
    if abs(power) < NEAR:
        return times(observed, exp_over(np.log(observed / expected), power)) / (0.5 * (power + 1))
    if abs(power + 1) < NEAR:
        apart = (expected - observed) / (power + 1) if power != -1 else 0.0
        return (expected * exp_over(np.log(observed / expected), power + 1) + apart) / (0.5 * power)
    terms = observed * ((observed / expected) ** power - 1) / (0.5 * power * (power + 1))
    return terms + expected - observed if power == 1 else terms


def power_divergence(f_obs: Any, f_exp: Any, ddof: Any, axis: Any, lambda_: Any, sum_check: Any = True) -> Any:
    """`power_divergence`, of arrays that are not masked."""
    power = power_named(lambda_)
    observed = np.asarray(f_obs) + 0.0
    if f_exp is None:
        expected = np.mean(observed, axis=axis, keepdims=True)
    else:
        observed, expected = np.broadcast_arrays(observed, np.asarray(f_exp) + 0.0)
        check_sums(observed, expected, axis, sum_check)
    terms = divergence_terms(observed, expected, power)
    statistic = np.sum(terms, axis=axis)
    count = np.size(terms) if axis is None else np.shape(terms)[axis]
    return _stats_py.Power_divergenceResult(statistic, special.chdtrc(count - 1 - np.asarray(ddof, dtype=float), statistic))


def power_named(lambda_: Any) -> Any:
    """The exponent of `power_divergence`."""
    if not isinstance(lambda_, str):
        return 1 if lambda_ is None else lambda_
    names = _stats_py._power_div_lambda_names
    if lambda_ not in names:
        raise ValueError(f"invalid string for lambda_: {lambda_!r}. Valid strings are {repr(list(names))[1:-1]}")
    return names[lambda_]


def check_sums(observed: Any, expected: Any, axis: Any, sum_check: Any) -> None:
    """`chisquare` and `power_divergence` look whether the frequencies add up to the same."""
    if sum_check:
        first, second = np.sum(observed, axis=axis), np.sum(expected, axis=axis)
        with np.errstate(all="ignore"):
            apart = np.abs(first - second) / np.minimum(first, second)
        if np.any(apart > np.finfo(float).eps ** 0.5):
            raise ValueError("For each axis slice, the sum of the observed frequencies must agree with the sum of the expected "
                             f"frequencies, but the percent differences are:\n{apart}")


zero_derivative(check_sums)

if hasattr(_stats_py, "_power_divergence"):
    library.REPLACED[_stats_py._power_divergence] = power_divergence
