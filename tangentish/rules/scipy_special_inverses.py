"""`scipy.special`: distributions with a noncentrality, those of Kolmogorov, and inverses of distribution functions.

An inverse has the derivatives of an implicit function: with F(a, x) = p, those of x are 1 / F_x by p and -F_a / F_x by a.
What is not listed in `wrt` (a count, or what only differences could tell) has no derivative here, and asking for it is an
error.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import math

import numpy as np
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.helpers import as_type_of
from tangentish.rules.libraries import present
from tangentish.rules.registry import elementwise
from tangentish.rules.scipy_helpers.densities import (
    beta_density,
    f_density,
    gamma_density,
    inverse_by_shape,
    student_density,
)
from tangentish.rules.scipy_helpers.differences import (
    betainc_by_a,
    betainc_by_b,
    gammainc_by_a,
    gammaincc_by_a,
    slope_in,
    slope_near,
)
from tangentish.rules.scipy_helpers.special import ncf_by_nc, nct_density, tukey_slopes


def _with_density(density: str, *names: str) -> list[object]:
    """Functions of `scipy.special`, if this version of SciPy has the density that their derivatives need."""
    return list(present(special, *names)) if hasattr(_ufuncs, density) else []


# Kolmogorov and Smirnov

@elementwise(*_with_density("_smirnovp", "smirnov"), wrt=("d",))
def smirnov(ans, n, d):
    return _ufuncs._smirnovp(n, d)


@elementwise(*_with_density("_smirnovp", "smirnovi"), wrt=("p",))
def smirnovi(ans, n, p):
    return 1 / _ufuncs._smirnovp(n, ans)


@elementwise(*_with_density("_kolmogp", "kolmogorov"))
def kolmogorov(ans, y):
    return _ufuncs._kolmogp(y)


@elementwise(*_with_density("_kolmogp", "kolmogi"))
def kolmogi(ans, p):
    return 1 / _ufuncs._kolmogp(ans)


# with a noncentrality

@elementwise(*_with_density("_ncx2_pdf", "chndtr"))
def chndtr(ans, x, df, nc):
    return (_ufuncs._ncx2_pdf(x, df, nc), as_type_of(ans, slope_in(special.chndtr, 1, x, df, nc)),
            -_ufuncs._ncx2_pdf(x, df + 2, nc))


@elementwise(*_with_density("_ncx2_pdf", "chndtrix"), wrt=("p", "nc"))
def chndtrix(ans, p, df, nc):
    density = _ufuncs._ncx2_pdf(ans, df, nc)
    return 1 / density, _ufuncs._ncx2_pdf(ans, df + 2, nc) / density


@elementwise(*_with_density("_ncx2_pdf", "chndtrinc"), wrt=("x", "p"))
def chndtrinc(ans, x, df, p):
    by_nc = -_ufuncs._ncx2_pdf(x, df + 2, ans)
    return -_ufuncs._ncx2_pdf(x, df, ans) / by_nc, 1 / by_nc


@elementwise(*_with_density("_ncf_pdf", "ncfdtr"))
def ncfdtr(ans, dfn, dfd, nc, f):
    return (as_type_of(ans, slope_in(special.ncfdtr, 0, dfn, dfd, nc, f)),
            as_type_of(ans, slope_in(special.ncfdtr, 1, dfn, dfd, nc, f)), ncf_by_nc(ans, dfn, dfd, nc, f),
            _ufuncs._ncf_pdf(f, dfn, dfd, nc))


@elementwise(*_with_density("_ncf_pdf", "ncfdtri"), wrt=("nc", "p"))
def ncfdtri(ans, dfn, dfd, nc, p):
    density = _ufuncs._ncf_pdf(ans, dfn, dfd, nc)
    return -ncf_by_nc(p, dfn, dfd, nc, ans) / density, 1 / density


@elementwise(*_with_density("_nct_pdf", "nctdtr"))
def nctdtr(ans, df, nc, t):
    return (as_type_of(ans, slope_in(special.nctdtr, 0, df, nc, t)), as_type_of(ans, slope_near(special.nctdtr, 1, df, nc, t)),
            nct_density(t, df, nc))


@elementwise(*_with_density("_nct_pdf", "nctdtrit"), wrt=("p",))
def nctdtrit(ans, df, nc, p):
    return 1 / nct_density(ans, df, nc)


# inverses with respect to the argument

@elementwise(special.gdtrix, steep=True)
def gdtrix(ans, a, b, p):
    density = a * gamma_density(b, a * ans)
    return (-ans / a, as_type_of(ans, inverse_by_shape(ans, -gammainc_by_a(b, a * ans), density, 0, np.inf)),
            as_type_of(ans, 1 / density))


@elementwise(special.bdtri, wrt=("y",))
def bdtri(ans, k, n, y):
    return as_type_of(ans, -1 / beta_density(np.floor(k) + 1, n - np.floor(k), ans))


@elementwise(special.nbdtri, wrt=("y",))
def nbdtri(ans, k, n, y):
    return as_type_of(ans, 1 / beta_density(n, k + 1, ans))


@elementwise(special.pdtri, wrt=("y",))
def pdtri(ans, k, y):
    return as_type_of(ans, -1 / gamma_density(np.floor(k) + 1, ans))


# inverses with respect to a shape

@elementwise(special.gdtria)
def gdtria(ans, p, b, x):
    density = gamma_density(b, ans * x)
    return (as_type_of(ans, 1 / (x * density)), as_type_of(ans, -gammainc_by_a(b, ans * x) / (x * density)),
            -ans / x)


@elementwise(special.gdtrib)
def gdtrib(ans, a, p, x):
    slope = gammainc_by_a(ans, a * x)
    density = gamma_density(ans, a * x)
    return as_type_of(ans, -x * density / slope), as_type_of(ans, 1 / slope), as_type_of(ans, -a * density / slope)


@elementwise(special.btdtria)
def btdtria(ans, p, b, x):
    slope = betainc_by_a(ans, b, x)
    return (as_type_of(ans, 1 / slope), as_type_of(ans, -betainc_by_b(ans, b, x) / slope),
            as_type_of(ans, -beta_density(ans, b, x) / slope))


@elementwise(special.btdtrib)
def btdtrib(ans, a, p, x):
    slope = betainc_by_b(a, ans, x)
    return (as_type_of(ans, -betainc_by_a(a, ans, x) / slope), as_type_of(ans, 1 / slope),
            as_type_of(ans, -beta_density(a, ans, x) / slope))


@elementwise(special.chdtriv)
def chdtriv(ans, p, x):
    slope = gammainc_by_a(ans / 2, x / 2) / 2
    return as_type_of(ans, 1 / slope), as_type_of(ans, -gamma_density(ans / 2, x / 2) / (2 * slope))


@elementwise(special.stdtridf)
def stdtridf(ans, p, t):
    slope = slope_in(special.stdtr, 0, ans, t)
    return as_type_of(ans, 1 / slope), as_type_of(ans, -student_density(ans, t) / slope)


@elementwise(special.fdtridfd)
def fdtridfd(ans, dfn, p, x):
    slope = slope_in(special.fdtr, 1, dfn, ans, x)
    return (as_type_of(ans, -slope_in(special.fdtr, 0, dfn, ans, x) / slope), as_type_of(ans, 1 / slope),
            as_type_of(ans, -f_density(dfn, ans, x) / slope))


@elementwise(special.pdtrik)
def pdtrik(ans, p, m):
    slope = np.where(ans == 0, np.inf, gammaincc_by_a(ans + 1, m))  # it stays at 0 for what is less likely than that
    return as_type_of(ans, 1 / slope), as_type_of(ans, gamma_density(ans + 1, m) / slope)


# the normal distribution, and that of Tukey

@elementwise(special.nrdtrimn)
def nrdtrimn(ans, p, std, x):
    z = (x - ans) / std
    return -std * math.sqrt(2 * math.pi) * np.exp(z**2 / 2), -z, 1.0


@elementwise(special.nrdtrisd)
def nrdtrisd(ans, mn, p, x):
    z = (x - mn) / ans
    return -1 / z, -ans / z * math.sqrt(2 * math.pi) * np.exp(z**2 / 2), 1 / z


@elementwise(special.tklmbda)
def tklmbda(ans, x, lmbda):
    return tukey_slopes(ans, x, lmbda)[0], tukey_slopes(ans, x, lmbda)[1]
