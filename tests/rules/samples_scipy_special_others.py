"""Samples of `scipy.special`: elliptic integrals, solutions of differential equations, integrals, inverses."""

from __future__ import annotations

import numpy as np
import scipy.special as special

from tangentish.rules.libraries import present
from tangentish.rules.registry import lookup
from tangentish.rules.scipy_helpers.legendre import assoc_legendre_slope, legendre_slope, sph_harm_slope, sph_legendre_slope
from tests.rules.samples import A, P, U, sample, several

V = np.abs(U(3))
E = np.array([1.3, 0.8])  # equal arguments, and ones that are nearly so

# elliptic integrals and the like
sample(special.ellipj, P(3), np.array([0.4, 0.9, 0.01]))
sample(special.ellipkm1, np.array([0.3, 0.69, 0.9, 1.0, 1.2]))
sample(special.agm, P(3), P(2, 1))
sample(special.agm, -P(3), -P(3))
sample(special.agm, E, E + 1e-9)
for names, count in (("elliprc", 2), ("elliprf elliprg elliprd", 3), ("elliprj", 4)):
    for function in present(special, *names.split()):
        sample(function, *(P(2) for _ in range(count)))
        sample(function, *(P(2) + 1j * P(2) for _ in range(count)))
        sample(function, *(E + k * 1e-9 for k in range(count)))
        sample(function, *(E + k * 1.5e-3 for k in range(count)))
for function in present(special, "elliprc"):
    sample(function, P(3), -P(3))
    sample(function, np.zeros(2), P(2), only=("y",))
for function in present(special, "elliprj"):
    sample(function, P(2), P(2), P(2), -P(2))
for function in present(special, "elliprf", "elliprg", "elliprd"):
    sample(function, np.zeros(2), P(2), P(2), only=("y", "z"))

# solutions of differential equations
for function in (special.mathieu_cem, special.mathieu_sem, special.mathieu_modcem1, special.mathieu_modcem2,
                 special.mathieu_modsem1, special.mathieu_modsem2):
    sample(function, 2, 1.3, P(3), only=("x",))
several((special.pbdv, special.pbvv, special.pbwa), 1.3, A(3), only=("x",))
for wave, value in (("pro", special.pro_cv(1, 2, 1.1)), ("obl", special.obl_cv(1, 2, 1.1))):
    for kind, x in (("ang1", np.array([-0.3, 0.6])), ("rad1", np.array([1.2, 2.5]))):
        sample(getattr(special, f"{wave}_{kind}"), 1, 2, 1.1, x, only=("x",))
        sample(getattr(special, f"{wave}_{kind}_cv"), 1, 2, 1.1, value, x, only=("x",))
several((special.berp, special.beip), np.array([-1.2, 0.0, 0.7]))
several((special.kerp, special.keip, special.kelvin, special.airye), P(3))

# integrals and series
several((special.iti0k0, special.itj0y0, special.it2i0k0, special.it2j0y0, special.itstruve0, special.itmodstruve0,
         special.it2struve0, special.modfresnelp, special.modfresnelm), P(3))
sample(special.itairy, A(3))
sample(special.it2struve0, np.array([0.0, 0.1, 0.29, 0.31]))
sample(special.besselpoly, P(3), 1.5, 0.7, only=("a",))
several(present(special, "wright_bessel", "log_wright_bessel"), 1.2, 0.7, P(3), only=("x",))
for n in (4, 5):
    sample(special.diric, np.array([-3.0, 0.7, 6.2, 6.284, 0.0, 1e-3]), n)
sample(special.radian, A(3), A(3), A(2, 1))

# polynomials, Legendre functions, spherical harmonics
for degree in (0, 1, 4):
    several((special.eval_chebyc, special.eval_chebys, special.eval_sh_legendre, special.eval_sh_chebyt,
             special.eval_sh_chebyu), degree, np.array([0.1, 0.3, 0.9]), only=("x",))
    sample(special.eval_sh_jacobi, degree, 2.5, 1.5, V, only=("x",))
sample(special.lpmv, 2, 3.5, U(3), only=("x",))
several(present(special, "legendre_p"), 3, U(3))
several(present(special, "assoc_legendre_p"), 3, 1, U(3))
several(present(special, "assoc_legendre_p"), 3, 1, 1 + V, branch_cut=3, norm=True)
several(present(special, "sph_legendre_p"), 3, 1, P(3))
several(present(special, "sph_harm_y"), 3, 1, P(3), P(2, 1))
several(present(special, "sph_harm_y"), 2, -2, P(3), A(3))
if hasattr(special, "legendre_p"):
    for order in (1, 3):
        sample(legendre_slope, 4, np.array([0.3, -0.7]), order)
        sample(assoc_legendre_slope, 4, np.array([1, -2]), np.array([0.3, -0.7]), order, 2, True)
        sample(sph_legendre_slope, 4, np.array([1, -2]), np.array([0.3, 1.7]), order)
        sample(sph_harm_slope, 4, np.array([1, -2]), np.array([0.3, 1.7]), np.array([0.4, -1.3]), order)


def ruled(*names: str) -> list[object]:
    """Functions of which this version of SciPy has what their rules need."""
    return [function for function in present(special, *names) if lookup(function) is not None]


# distributions and their inverses
several(ruled("smirnov", "smirnovi"), 5, V)
several(ruled("kolmogorov", "kolmogi"), V)
several(ruled("chndtr"), P(3), 1 + P(3), P(2, 1))
several(ruled("chndtrix"), V, 1.5, P(2, 1), only=("p", "nc"))
several(ruled("chndtrinc"), 1 + V, 1.5, 0.1 + V / 9, only=("x", "p"))
several(ruled("ncfdtr"), 3.5, 4.5, P(2, 1), P(3))
several(ruled("ncfdtri"), 3.5, 4.5, P(2, 1), V, only=("nc", "p"))
several(ruled("nctdtr"), 3.5, 0.7, np.array([-0.5, 0.0, 1.0]))
several(ruled("nctdtrit"), 3.5, 0.7, V, only=("p",))
sample(special.gdtrix, P(3), P(2, 1), V)
sample(special.bdtri, np.array([2, 1, 0]), 5, V, only=("y",))
sample(special.nbdtri, 2, 5, V, only=("y",))
sample(special.pdtri, 2, V, only=("y",))
sample(special.gdtria, V, P(3), P(3))
sample(special.gdtrib, 2 + P(3), V, P(3))
sample(special.btdtria, V, 1 + P(3), 1 - V)
sample(special.btdtrib, 1 + P(3), V, 1 - V)
sample(special.chdtriv, V, P(3))
sample(special.stdtridf, 0.6 + V / 9, 1.0)
sample(special.fdtridfd, 2.5, 0.6, np.array([1.5, 1.3]))
sample(special.pdtrik, 0.4 + V / 2, 2 + P(3))
sample(special.pdtrik, np.array([0.05, 0.01]), np.array([2.0, 1.5]))  # less likely than 0 itself, at which it stays
sample(special.nrdtrimn, V, P(3), P(3))
sample(special.nrdtrisd, P(3), 0.6 + V / 4, 3 + P(3))
sample(special.tklmbda, V, np.array([0.5, -0.7, 1.3]))
sample(special.tklmbda, np.array([5.0, -5.0]), np.array([0.5, 2.0]))
