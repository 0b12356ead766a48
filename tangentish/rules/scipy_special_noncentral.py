"""`scipy.special`: what `scipy.stats` keeps there for itself of distributions with a noncentrality.

Derivatives with respect to the shapes are by differences (see `slope_in`), but where one more degree of freedom tells them;
the second ones of the noncentral t, and those of higher order, by integrals (see `nct_moment`).
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise
from tangentish.rules.scipy_helpers.differences import slope_in, slope_near
from tangentish.rules.scipy_helpers.noncentral import (
    chi_slope,
    log_ncf_density,
    ncf_by_x,
    ncf_shifted,
    nct_by_df,
    nct_by_nc,
    nct_by_t,
    nct_ratio,
    nct_ratio_slope,
    nct_spread,
    nct_spread_by_df,
    nct_spread_by_nc,
)
from tangentish.rules.scipy_helpers.quadrature import nct_moment
from tangentish.rules.scipy_helpers.special import nct_density


def _with_density(*helpers: object) -> list[object]:
    """Helpers that call the density of the noncentral t, if this version of SciPy has it."""
    return list(helpers) if hasattr(_ufuncs, "_nct_pdf") else []


@elementwise(*present(_ufuncs, "_ncx2_pdf"))
def ncx2_pdf(ans, x, df, nc):
    more = _ufuncs._ncx2_pdf(x, df + 2, nc)
    return (ans * ((df / 2 - 1) / x - 1 / 2) + more * nc / (2 * x), as_type_of(ans, slope_in(_ufuncs._ncx2_pdf, 1, x, df, nc)),
            (more - ans) / 2)


@elementwise(*present(_ufuncs, "_ncx2_sf"))
def ncx2_sf(ans, x, df, nc):
    return (-_ufuncs._ncx2_pdf(x, df, nc), as_type_of(ans, slope_in(_ufuncs._ncx2_sf, 1, x, df, nc)),
            _ufuncs._ncx2_pdf(x, df + 2, nc))


@elementwise(*present(_ufuncs, "_ncx2_isf"))
def ncx2_isf(ans, p, df, nc):
    density = _ufuncs._ncx2_pdf(ans, df, nc)
    return (-1 / density, as_type_of(ans, slope_in(_ufuncs._ncx2_sf, 1, ans, df, nc) / density),
            _ufuncs._ncx2_pdf(ans, df + 2, nc) / density)


@elementwise(*present(_ufuncs, "_ncf_pdf"))
def ncf_pdf(ans, x, dfn, dfd, nc):
    return (as_type_of(ans, ncf_by_x(ans, x, dfn, dfd, nc)),
            as_type_of(ans, ans * slope_in(log_ncf_density, 1, x, dfn, dfd, nc)),
            as_type_of(ans, ans * slope_in(log_ncf_density, 2, x, dfn, dfd, nc)),
            as_type_of(ans, (ncf_shifted(x, dfn, dfd, nc) - ans) / 2))


@elementwise(*present(_ufuncs, "_ncf_sf"))
def ncf_sf(ans, x, dfn, dfd, nc):
    return (-_ufuncs._ncf_pdf(x, dfn, dfd, nc), as_type_of(ans, slope_in(_ufuncs._ncf_sf, 1, x, dfn, dfd, nc)),
            as_type_of(ans, slope_in(_ufuncs._ncf_sf, 2, x, dfn, dfd, nc)),
            as_type_of(ans, slope_in(_ufuncs._ncf_sf, 3, x, dfn, dfd, nc)))


@elementwise(*present(_ufuncs, "_ncf_isf"))
def ncf_isf(ans, p, dfn, dfd, nc):
    density = _ufuncs._ncf_pdf(ans, dfn, dfd, nc)
    return (-1 / density, as_type_of(ans, slope_in(_ufuncs._ncf_sf, 1, ans, dfn, dfd, nc) / density),
            as_type_of(ans, slope_in(_ufuncs._ncf_sf, 2, ans, dfn, dfd, nc) / density),
            as_type_of(ans, slope_in(_ufuncs._ncf_sf, 3, ans, dfn, dfd, nc) / density))


@elementwise(*present(_ufuncs, "_nct_pdf"), *_with_density(nct_density))
def nct_pdf(ans, x, df, nc):
    return as_type_of(ans, nct_by_t(x, df, nc)), as_type_of(ans, nct_by_df(x, df, nc)), as_type_of(ans, nct_by_nc(x, df, nc))


@elementwise(*_with_density(nct_by_t))
def nct_by_t_(ans, t, df, nc):
    one, two, three = nct_moment(t, df, nc, 1, 0), nct_moment(t, df, nc, 2, 0), nct_moment(t, df, nc, 3, 0)
    slope = nc * nct_moment(t, df, nc, 1, 1) - t * nct_moment(t, df, nc, 2, 1)
    return ((nc**2 - 1) * two - 2 * t * nc * three + t**2 * nct_moment(t, df, nc, 4, 0),
            slope + chi_slope(df) * (nc * one - t * two), (1 - nc**2) * one + 2 * t * nc * two - t**2 * three)


@elementwise(*_with_density(nct_by_df))
def nct_by_df_(ans, t, df, nc):
    none, one = nct_moment(t, df, nc, 0, 0), nct_moment(t, df, nc, 1, 0)
    once, one_once = nct_moment(t, df, nc, 0, 1), nct_moment(t, df, nc, 1, 1)
    slope, curvature = chi_slope(df), 1 / (2 * df) - special.zeta(2, df / 2) / 4
    return (nc * one_once - t * nct_moment(t, df, nc, 2, 1) + slope * (nc * one - t * nct_moment(t, df, nc, 2, 0)),
            nct_moment(t, df, nc, 0, 2) + 2 * slope * once + (slope**2 + curvature) * none,
            t * one_once - nc * once + slope * (t * one - nc * none))


@elementwise(*_with_density(nct_by_nc))
def nct_by_nc_(ans, t, df, nc):
    none, one, two = nct_moment(t, df, nc, 0, 0), nct_moment(t, df, nc, 1, 0), nct_moment(t, df, nc, 2, 0)
    slope = t * nct_moment(t, df, nc, 1, 1) - nc * nct_moment(t, df, nc, 0, 1)
    return ((1 - nc**2) * one + 2 * t * nc * two - t**2 * nct_moment(t, df, nc, 3, 0),
            slope + chi_slope(df) * (t * one - nc * none), (nc**2 - 1) * none - 2 * t * nc * one + t**2 * two)


@elementwise(nct_moment, wrt=("t", "df", "nc"))
def nct_moment_(ans, t, df, nc, power, other):
    return (nc * nct_moment(t, df, nc, power + 1, other) - t * nct_moment(t, df, nc, power + 2, other),
            nct_moment(t, df, nc, power, other + 1) + chi_slope(df) * ans, t * nct_moment(t, df, nc, power + 1, other) - nc * ans)


@elementwise(*present(_ufuncs, "_nct_sf"))
def nct_sf(ans, x, df, nc):
    return (-nct_density(x, df, nc), as_type_of(ans, slope_in(_ufuncs._nct_sf, 1, x, df, nc)),
            as_type_of(ans, slope_near(_ufuncs._nct_sf, 2, x, df, nc)))


@elementwise(*present(_ufuncs, "_nct_isf"))
def nct_isf(ans, p, df, nc):
    density = nct_density(ans, df, nc)
    return (-1 / density, as_type_of(ans, slope_in(_ufuncs._nct_sf, 1, ans, df, nc) / density),
            as_type_of(ans, slope_near(_ufuncs._nct_sf, 2, ans, df, nc) / density))


@elementwise(*present(_ufuncs, "_ncf_mean"))
def ncf_mean(ans, dfn, dfd, nc):
    return -nc * ans / (dfn * (dfn + nc)), -2 * ans / (dfd * (dfd - 2)), ans / (dfn + nc)


@elementwise(*present(_ufuncs, "_nct_mean"))
def nct_mean(ans, df, nc):
    return as_type_of(ans, ans * nct_ratio_slope(df)), as_type_of(ans, nct_ratio(df))


@elementwise(*present(_ufuncs, "_ncf_variance"))
def ncf_variance(ans, dfn, dfd, nc):
    return (as_type_of(ans, slope_in(_ufuncs._ncf_variance, 0, dfn, dfd, nc)),
            as_type_of(ans, slope_near(_ufuncs._ncf_variance, 1, dfn, dfd, nc)),
            as_type_of(ans, slope_in(_ufuncs._ncf_variance, 2, dfn, dfd, nc)))


@elementwise(*present(_ufuncs, "_ncf_skewness"))
def ncf_skewness(ans, dfn, dfd, nc):
    return (as_type_of(ans, slope_in(_ufuncs._ncf_skewness, 0, dfn, dfd, nc)),
            as_type_of(ans, slope_near(_ufuncs._ncf_skewness, 1, dfn, dfd, nc)),
            as_type_of(ans, slope_in(_ufuncs._ncf_skewness, 2, dfn, dfd, nc)))


@elementwise(*present(_ufuncs, "_ncf_kurtosis_excess"))
def ncf_kurtosis_excess(ans, dfn, dfd, nc):
    return (as_type_of(ans, slope_in(_ufuncs._ncf_kurtosis_excess, 0, dfn, dfd, nc)),
            as_type_of(ans, slope_near(_ufuncs._ncf_kurtosis_excess, 1, dfn, dfd, nc)),
            as_type_of(ans, slope_in(_ufuncs._ncf_kurtosis_excess, 2, dfn, dfd, nc)))


@elementwise(*present(_ufuncs, "_nct_variance"))
def nct_variance(ans, df, nc):
    return as_type_of(ans, nct_spread_by_df(df, nc)), as_type_of(ans, nct_spread_by_nc(df, nc))


@elementwise(*present(_ufuncs, "_nct_skewness"))  # mean * third / variance**1.5
def nct_skewness(ans, df, nc):
    ratio, below = nct_ratio(df), (df - 2) * (df - 3)
    spread, by_df, by_nc = nct_spread(df, nc), nct_spread_by_df(df, nc), nct_spread_by_nc(df, nc)
    whole = df * (2 * df - 3 + nc**2) / below
    third = whole - 2 * spread
    third_by_df = (4 * df - 3 + nc**2 - whole * (2 * df - 5)) / below - 2 * by_df
    return (as_type_of(ans, nc * ratio * (third * nct_ratio_slope(df) + third_by_df) / spread**1.5 - 1.5 * ans * by_df / spread),
            as_type_of(ans, ratio * (third + nc * (2 * df * nc / below - 2 * by_nc)) / spread**1.5 - 1.5 * ans * by_nc / spread))


@elementwise(*present(_ufuncs, "_nct_kurtosis_excess"))  # (whole - mean**2 * fourth) / variance**2 - 3
def nct_kurtosis_excess(ans, df, nc):
    square, other, below = nct_ratio(df) ** 2, (df - 2) * (df - 4), (df - 2) * (df - 3)
    spread, by_df, by_nc = nct_spread(df, nc), nct_spread_by_df(df, nc), nct_spread_by_nc(df, nc)
    whole = df**2 / other * (nc**4 + 6 * nc**2 + 3)
    part = df * (nc**2 * (df + 1) + 9 * df - 15) / below
    fourth = part - 3 * spread
    whole_by_df = 2 * whole / df - whole * (2 * df - 6) / other
    fourth_by_df = (nc**2 * (2 * df + 1) + 18 * df - 15 - part * (2 * df - 5)) / below - 3 * by_df
    fourth_by_nc = 2 * df * (df + 1) * nc / below - 3 * by_nc
    return (as_type_of(ans, (whole_by_df - nc**2 * square * (2 * nct_ratio_slope(df) * fourth + fourth_by_df)) / spread**2
                       - 2 * (ans + 3) * by_df / spread),
            as_type_of(ans, (df**2 / other * (4 * nc**3 + 12 * nc) - square * (2 * nc * fourth + nc**2 * fourth_by_nc)) / spread**2
                       - 2 * (ans + 3) * by_nc / spread))
