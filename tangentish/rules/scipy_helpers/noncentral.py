"""Derivatives of distributions with a noncentrality, and what their moments are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of
from tangentish.rules.scipy_helpers.differences import slope_in, slope_near
from tangentish.rules.scipy_helpers.quadrature import nct_moment


def nct_by_t(t: Any, df: Any, nc: Any) -> Any:
    """The derivative of the density of the noncentral t by `t`: by differences, which are faster than the integrals."""
    return _unless_overflow(slope_near, 0, t, df, nc, lambda: nc * nct_moment(t, df, nc, 1, 0) - t * nct_moment(t, df, nc, 2, 0))


def nct_by_df(t: Any, df: Any, nc: Any) -> Any:
    """The same by `df`."""
    return _unless_overflow(slope_in, 1, t, df, nc, lambda: (
        nct_moment(t, df, nc, 0, 1) + chi_slope(df) * nct_moment(t, df, nc, 0, 0)))


def nct_by_nc(t: Any, df: Any, nc: Any) -> Any:
    """The same by `nc`."""
    return _unless_overflow(slope_near, 2, t, df, nc, lambda: t * nct_moment(t, df, nc, 1, 0) - nc * nct_moment(t, df, nc, 0, 0))


def _unless_overflow(slope: Callable[..., Any], place: int, t: Any, df: Any, nc: Any, integral: Callable[[], Any]) -> Any:
    try:
        found = slope(_ufuncs._nct_pdf, place, t, df, nc)
    except OverflowError:  # SciPy's density, far out
        found = integral()
    return as_type_of(t, found)


def chi_slope(df: Any) -> Any:
    """The derivative by `df` of the logarithm of the factor before the integrals of `nct_moment`."""
    return (np.log(df / 2) - special.digamma(df / 2)) / 2


def nct_ratio(df: Any) -> Any:
    """The mean of a noncentral t over its noncentrality."""
    return np.sqrt(df / 2) * special.poch(df / 2, -0.5)


def nct_ratio_slope(df: Any) -> Any:
    """The derivative by `df` of the logarithm of that ratio."""
    return (special.digamma((df - 1) / 2) - special.digamma(df / 2) + 1 / df) / 2


def nct_spread(df: Any, nc: Any) -> Any:
    """The variance of a noncentral t."""
    return df * (1 + nc**2) / (df - 2) - (nc * nct_ratio(df)) ** 2


def nct_spread_by_df(df: Any, nc: Any) -> Any:
    """Its derivative by `df`."""
    return -2 * (1 + nc**2) / (df - 2) ** 2 - 2 * (nc * nct_ratio(df)) ** 2 * nct_ratio_slope(df)


def nct_spread_by_nc(df: Any, nc: Any) -> Any:
    """Its derivative by `nc`."""
    return 2 * nc * (df / (df - 2) - nct_ratio(df) ** 2)


def log_ncf_density(x: Any, dfn: Any, dfd: Any, nc: Any) -> Any:
    """The logarithm of the density of the noncentral F, which changes less with the shapes; 0 where there is no density."""
    density = _ufuncs._ncf_pdf(x, dfn, dfd, nc)
    return np.log(np.where(np.greater(density, 0), density, 1.0))


def ncf_shifted(x: Any, dfn: Any, dfd: Any, nc: Any) -> Any:
    """The density of the noncentral F if the variable with Poisson's distribution in it were greater by one.

    The distribution is a mean of those of scaled F variables with `dfn + 2 * j` degrees of freedom, where j has Poisson's
    distribution with the mean nc / 2; the derivative by this mean is what one more would add.
    """
    return dfn / (dfn + 2) * _ufuncs._ncf_pdf(x * dfn / (dfn + 2), dfn + 2, dfd, nc)


def ncf_by_x(ans: Any, x: Any, dfn: Any, dfd: Any, nc: Any) -> Any:
    """The derivative of `ans`, the density of the noncentral F, by `x`; 0 at the end of its support, where SciPy's density is 0.

    By `x` the terms of the mean get factors that are linear in j, and a mean of terms times j is nc / 2 times that of
    those with one more.
    """
    inside = np.greater(x, 0)
    at = np.where(inside, x, 1.0)
    total = dfd + dfn * at
    slope = ((dfn / 2 - 1) / at - (dfn + dfd) / 2 * dfn / total) * ans + dfd / (at * total) * nc / 2 * ncf_shifted(at, dfn, dfd, nc)
    return np.where(inside, slope, 0.0)


__all__ = ["chi_slope", "log_ncf_density", "ncf_by_x", "ncf_shifted", "nct_by_df", "nct_by_nc", "nct_by_t", "nct_ratio",
           "nct_ratio_slope", "nct_spread", "nct_spread_by_df", "nct_spread_by_nc"]
