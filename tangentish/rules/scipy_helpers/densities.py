"""Densities of distributions, written so that what is zero or infinite at an end of the support does no harm."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as special


def beta_density(a: Any, b: Any, x: Any, i: int = 0, j: int = 0) -> Any:
    """`x**(a - 1 - i) * (1 - x)**(b - 1 - j) / beta(a, b)`: the derivative of `betainc(a, b, x)` with respect to `x`.

    With `i` or `j` it is what the derivatives of that are made of.
    """
    return np.exp(special.xlogy(a - 1 - i, x) + special.xlog1py(b - 1 - j, -x) - special.betaln(a, b))


def gamma_density(a: Any, x: Any, i: int = 0) -> Any:
    """`x**(a - 1 - i) * exp(-x) / gamma(a)`: the derivative of `gammainc(a, x)` with respect to `x`, if `i` is 0."""
    far = np.isinf(x)
    x = np.where(far, 1, x)[()]
    return np.where(far, 0, np.exp(special.xlogy(a - 1 - i, x) - x - special.gammaln(a)))[()]


def student_density(df: Any, t: Any) -> Any:
    """The derivative of `stdtr(df, t)` with respect to `t`."""
    return np.exp(-(df + 1) / 2 * np.log1p(t**2 / df) - special.betaln(df / 2, 0.5)) / np.sqrt(df)


def f_density(dfn: Any, dfd: Any, x: Any) -> Any:
    """The derivative of `fdtr(dfn, dfd, x)` with respect to `x`."""
    far = np.isinf(x)
    x = np.where(far, 1, x)[()]
    density = beta_density(dfn / 2, dfd / 2, dfn * x / (dfd + dfn * x)) * dfn / (dfd + dfn * x) * dfd / (dfd + dfn * x)
    return np.where(far, 0, density)[()]


def inverse_by_shape(ans: Any, by_shape: Any, density: Any, low: Any, high: Any) -> Any:
    """The derivative by a shape of `ans`, where a distribution function is a given number: that of the function with its sign
    turned, over the density. What has no shape is the end of the support, where both may be 0.

    >>> float(inverse_by_shape(0.0, 0.0, 0.0, 0.0, np.inf))
    0.0
    """
    end = (ans == low) | (ans == high)
    return np.where(end, 0, by_shape / np.where(end, 1, density))[()]


__all__ = ["beta_density", "f_density", "gamma_density", "inverse_by_shape", "student_density"]
