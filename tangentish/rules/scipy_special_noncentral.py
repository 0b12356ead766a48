"""`scipy.special`: what `scipy.stats` keeps there for itself of distributions with a noncentrality.

Derivatives with respect to the shapes are by differences (see `slope_in`), but where one more degree of freedom tells them.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise
from tangentish.rules.scipy_helpers import nct_density, slope_in, slope_near


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
    return (as_type_of(ans, slope_in(_ufuncs._ncf_pdf, 0, x, dfn, dfd, nc)),
            as_type_of(ans, slope_in(_ufuncs._ncf_pdf, 1, x, dfn, dfd, nc)),
            as_type_of(ans, slope_in(_ufuncs._ncf_pdf, 2, x, dfn, dfd, nc)),
            as_type_of(ans, slope_in(_ufuncs._ncf_pdf, 3, x, dfn, dfd, nc)))


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


@elementwise(*present(_ufuncs, "_nct_pdf"), nct_density)
def nct_pdf(ans, x, df, nc):
    return (as_type_of(ans, slope_near(_ufuncs._nct_pdf, 0, x, df, nc)), as_type_of(ans, slope_in(_ufuncs._nct_pdf, 1, x, df, nc)),
            as_type_of(ans, slope_near(_ufuncs._nct_pdf, 2, x, df, nc)))


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
    half = (special.digamma((df - 1) / 2) - special.digamma(df / 2) + 1 / df) / 2
    return as_type_of(ans, ans * half), as_type_of(ans, np.sqrt(df / 2) * special.poch(df / 2, -0.5))


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
    return (as_type_of(ans, slope_near(_ufuncs._nct_variance, 0, df, nc)),
            as_type_of(ans, slope_near(_ufuncs._nct_variance, 1, df, nc)))


@elementwise(*present(_ufuncs, "_nct_skewness"))
def nct_skewness(ans, df, nc):
    return (as_type_of(ans, slope_near(_ufuncs._nct_skewness, 0, df, nc)),
            as_type_of(ans, slope_near(_ufuncs._nct_skewness, 1, df, nc)))


@elementwise(*present(_ufuncs, "_nct_kurtosis_excess"))
def nct_kurtosis_excess(ans, df, nc):
    return (as_type_of(ans, slope_near(_ufuncs._nct_kurtosis_excess, 0, df, nc)),
            as_type_of(ans, slope_near(_ufuncs._nct_kurtosis_excess, 1, df, nc)))
