"""Samples with arguments of other kinds than most: lists, complex numbers, real ones among these, numbers at the ends."""

from __future__ import annotations

import numpy as np
import scipy.fft as fft
import scipy.linalg as linalg
import scipy.ndimage as ndimage
import scipy.special as special

from tangentish.rules import helpers
from tangentish.rules.libraries import first_module, present
from tangentish.rules.scipy_helpers import lapack, pivoted_bands, triangular_sylvester, von_mises
from tests.rules.samples import A, C, M, P, S, sample, several

# complex numbers
sample(np.polyfit, C(5), C(5), 2)
sample(np.polyfit, C(5), C(5, 2), 1)
several((np.cov, np.corrcoef), C(3, 5))
several((np.cov, np.corrcoef), C(5, 2), rowvar=False)
for kind in (1, 2, 3):
    several((fft.dct, fft.idct, fft.dst, fft.idst), C(4), kind, norm="ortho")
several((fft.dct, fft.idct), C(4), norm="ortho", orthogonalize=False)
several((fft.dctn, fft.idstn), C(3, 4), 3, norm="ortho")
several((ndimage.correlate1d, ndimage.convolve1d), A(2, 6), C(3), cval=0.7)
several((ndimage.correlate, ndimage.convolve), C(4, 3), C(2, 2))
sample(linalg.solve_sylvester, np.array([[2.0, 0.3], [0.1, 1.0]]), np.array([[3.0, 0.2], [0.4, 5.0]]), C(2, 2))
sample(linalg.solve_continuous_lyapunov, np.array([[2.0, 0.3], [0.1, 1.0]]), C(2, 2))

# lists
sample(np.polyval, [[0.3, 0.7], [1.1, -0.4], [0.2, 0.9]], 1.3)
sample(np.geomspace, [1.0, 2.0], [3.0, 5.0], 4)
sample(linalg.eigh_tridiagonal, [2.0, 1.0, 7.0], [0.4, 0.6])
sample(linalg.solveh_banded, [[0.0, 0.4, 0.6], [5.0, 6.0, 7.0]], [1.0, 2.0, 0.5])
several((linalg.solve_continuous_are, linalg.solve_discrete_are), [[0.4]], [[1.3]], [[1.1]], [[0.9]])
sample(linalg.matmul_toeplitz, [4.0, 0.5, -0.3], [1.0, 2.0, 0.5])

# numbers, and ends
several((ndimage.correlate, ndimage.convolve), np.array(0.7), np.array(1.3))
sample(special.voigt_profile, A(3), 0.0, 0.7, only=("x", "gamma"))
sample(special.boxcox, 0.0, 1 + P(3), only=("lmbda",))
sample(special.boxcox1p, -1.0, 1 + P(3), only=("lmbda",))

# where filters of reflected signals start, and elliptical filters
splines = first_module("scipy.signal._spline")
several(present(splines, "symiirorder1_ic"), A(2, 12), 0.2, 1e-6)
several(present(splines, "symiirorder1_ic"), C(2, 12), 0.2, 1e-6)
several(present(splines, "symiirorder2_ic_fwd", "symiirorder2_ic_bwd"), A(2, 24), 0.3, 0.7, 1e-6)
sample(ndimage.fourier_ellipsoid, A(4, 5), (2.0, 1.3))
sample(ndimage.fourier_ellipsoid, C(4, 5), 2.0, 7, 1)
sample(np.polyfit, np.array([0, 1, 2, 4]), A(4), 2, only=("y",))
sample(np.polyfit, [3, 1, 0, 4], A(4, 2), 1, only=("y",))

# shapes assigned to
sample(helpers.with_shape, A(2, 3), (3, -1))
sample(helpers.resized, A(2, 3), (3, 2))
sample(helpers.resized, A(2, 3), (2, 2))
sample(helpers.resized, A(2, 3), 8)

# what is computed with in slopes
sample(helpers.as_operand, A(2, 3))
sample(helpers.as_operand, [0.4, -1.3])

# of entropies
several(present(first_module("scipy.special._ufuncs"), "_scaled_exp1"), np.array([0.3, 1.7, 44.0, 2e3]))

# numbers taken for matrices
several((linalg.cholesky, linalg.expm), 0.7)
sample(linalg.cho_factor, np.array([[0.7]]))  # of numbers before SciPy 1.18
sample(linalg.expm, A(1))

# what equivalents of functions of LAPACK are made of, and decompositions of banded matrices and from below
BESIDE = np.diag([3.0, 4.0, 5.0])
for lower in (1, 0):
    sample(lapack.dense_solution, "posv", S(3), A(3, 2), lower)
    sample(lapack.dense_solution, "sysv", S(3) - 4 * np.eye(3), A(3, 2), lower)
    sample(lapack.dense_solution, "hesv", C(3, 3) + 5 * np.eye(3), C(3, 2), lower)
    sample(lapack.band_solution, "pbsv", A(2, 4) + np.array([[0.0], [6.0]])[:: -1 if lower else 1], A(4, 2), lower)
    sample(lapack.band_solution, "pbsv", C(3, 4) + np.array([[0.0], [0.0], [9.0]])[:: -1 if lower else 1], C(4, 2), lower)
sample(lapack.dense_solution, "gesv", M(3, 3), A(3, 2))
sample(lapack.lu_factors, "getrf", M(3, 3))
sample(lapack.tridiagonal_solution, "ptsv", 4 + P(4), A(3), A(4, 2))
sample(lapack.tridiagonal_solution, "ptsv", 4 + P(4), C(3), C(4, 2), only=("e", "b"))
sample(pivoted_bands.thin_solution, "gtsv", A(3), 4 + P(4), A(3), A(4, 2))
sample(pivoted_bands.wide_solution, "gbsv", 1, 1, A(4, 4) + np.array([[0.0], [0.0], [6.0], [0.0]]), A(4, 2))
sample(triangular_sylvester.schur_solution, "trsyl", BESIDE + np.triu(A(3, 3)), BESIDE, A(3, 3), "N", "T", 1, only=("c",))
sample(triangular_sylvester.schur_solution, "trsyl", C(3, 3) + BESIDE, C(3, 3) + BESIDE, C(3, 3), "C", "N", 1)
for shape in ((3, 3), (2, 4), (4, 2)):
    sample(linalg.rq, A(*shape), mode="economic")
    sample(linalg.rq, C(*shape), mode="r")
several((linalg.eig_banded, linalg.eigvals_banded), np.array([[0.0, 0.4], [2.0, 1.0]]))
several((linalg.eig_banded, linalg.eigvals_banded), np.array([[2.0, 1.0], [0.4, 0.0]]), lower=True, select="i", select_range=(0, 0))
sample(linalg.eigvals_banded, C(3, 4))

# the numbers of what may be quantities
several(present(first_module("tangentish.library.astropy_units.numbers"), "numbers"), A(3))
several(present(first_module("tangentish.library.astropy_units.numbers"), "numbers"), C(2, 3))

# the distribution of von Mises
sample(first_module("scipy.stats._stats").von_mises_cdf, 1.3, A(4))
sample(first_module("scipy.stats._stats").von_mises_cdf, P(3), A(2, 3) + 7.0)
sample(von_mises.von_mises_by_kappa, P(3), A(3))
