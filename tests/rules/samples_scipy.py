"""Samples of SciPy."""

from __future__ import annotations

import numpy as np
import scipy.fft as fft
import scipy.linalg as linalg
import scipy.signal as signal
import scipy.spatial.distance as distance
import scipy.special as special

from tests.rules.samples import A, C, F, M, P, S, U, sample, several

B = P(2, 3)
several((special.expit, special.log_expit, special.erf, special.erfc, special.erfi, special.erfcx, special.dawsn,
         special.ndtr, special.log_ndtr, special.exprel, special.log1p, special.expm1, special.cosm1, special.exp2,
         special.exp10, special.cbrt, special.gamma, special.rgamma, special.gammaln, special.digamma, special.j0,
         special.j1, special.y0, special.y1, special.i0, special.i1, special.i0e, special.i1e, special.k0, special.k1,
         special.entr, special.spence, special.expi, special.exp1), P(2, 3))
several((special.expit, special.erf, special.gammaln, special.i1e, special.ndtr), 0.4)
several((special.expit, special.erf, special.erfcx, special.i0e, special.j1), A(3))
sample(special.exprel, np.array([0.0, 1e-3, -0.5]))
several((special.expit, special.erf, special.gammaln), F(P(3)), single=True, rtol=1e-5)
several((special.logit, special.ndtri, special.erfinv, special.ellipk, special.ellipe), np.abs(U(3)))
several((special.erfcinv, special.loggamma), P(3))
several((special.erf, special.wofz, special.gamma), C(3))
several((special.beta, special.betaln, special.poch, special.binom, special.comb, special.xlogy, special.xlog1py,
         special.rel_entr, special.kl_div, special.boxcox, special.boxcox1p), 2 + P(3), 1 + P(2, 1))
several((special.huber, special.pseudo_huber), P(3), A(3) * 2)
several((special.boxcox, special.boxcox1p), P(3), 0.0, only=("x",))
sample(special.inv_boxcox, P(3), 0.5, only=("y",))
several((special.xlogy, special.xlog1py), np.array([0.0, 1.0]), np.array([0.5, 2.0]))
sample(special.xlogy, np.array([0.0, 1.0]), np.array([0.0, 2.0]), only=())
sample(special.polygamma, 1, P(3))
sample(special.multigammaln, 3 + P(2), 3)
sample(special.multigammaln, 4.5, 3)
sample(special.zeta, 2.5, P(3), only=("q",))
for f in (special.jv, special.yv, special.iv, special.ive, special.kv, special.kve):
    sample(f, 1.5, P(3), only=("z",))
sample(special.yn, 2, P(3))
several((special.gammainc, special.gammaincc), 1.5, P(3), only=("x",))
sample(special.betainc, 1.5, 2.5, np.abs(U(3)), only=("x",))
sample(special.hyp2f1, 0.5, 1.5, 2.5, U(3) / 2, only=("z",))
sample(special.hyp1f1, 0.5, 1.5, A(3), only=("x",))
for options in ({}, {"axis": 1}, {"axis": 0, "keepdims": True}):
    sample(special.logsumexp, A(2, 3), **options)
    sample(special.logsumexp, A(2, 3), b=P(3), **options)
    sample(special.logsumexp, A(2, 3), b=A(3), return_sign=True, **options)
    sample(special.logsumexp, C(2, 3), return_sign=True, **options)
sample(special.logsumexp, A(2, 3))
sample(special.logsumexp, A(3), b=P(2, 3), axis=0)
sample(special.logsumexp, A(3), b=A(2, 3), axis=1, return_sign=True)
sample(special.logsumexp, C(2, 3), b=A(2, 3), axis=1)
several((special.softmax, special.log_softmax), A(2, 3))
several((special.softmax, special.log_softmax), A(2, 3), axis=1)

several((linalg.inv, linalg.det, linalg.expm, linalg.norm), M(3, 3))
sample(linalg.svd, M(3, 3))
sample(linalg.svd, M(3, 2), full_matrices=False)
sample(linalg.svd, M(3, 2), compute_uv=False)
several((linalg.inv, linalg.det, linalg.expm), C(3, 3))
several((linalg.sqrtm, linalg.logm), S(3))
sample(linalg.norm, A(2, 3), 1, axis=1)
sample(linalg.solve, M(3, 3), A(3))
sample(linalg.solve, M(3, 3), A(3, 2))
sample(linalg.solve, S(3), A(3, 2), assume_a="pos")
sample(linalg.solve, S(3), A(3), assume_a="sym", lower=True)
several((linalg.cholesky, linalg.cho_factor), S(3))
several((linalg.cholesky, linalg.cho_factor), S(3), lower=True)
for lower in (True, False):
    sample(linalg.cho_solve, (np.linalg.cholesky(S(3)) if lower else np.linalg.cholesky(S(3)).T, lower), A(3))
    sample(linalg.cho_solve, (np.linalg.cholesky(S(3)) if lower else np.linalg.cholesky(S(3)).T, lower), A(3, 2))
    for trans in (0, 1, "T"):
        sample(linalg.solve_triangular, M(3, 3), A(3), trans=trans, lower=lower)
    sample(linalg.solve_triangular, M(3, 3), A(3, 2), lower=lower, unit_diagonal=True)
    sample(linalg.solve_triangular, C(3, 3) + 2 * np.eye(3), C(3), trans="C", lower=lower)
E = np.array([[2.0, 0.5], [0.5, 1.0]])  # for larger ones LAPACK may turn the sign of a vector under central differences
several((linalg.eigh, linalg.eigvalsh), E)
several((linalg.eigh, linalg.eigvalsh), E, lower=False)
sample(linalg.lu_factor, A(4, 4))
for trans in (0, 1):
    sample(linalg.lu_solve, linalg.lu_factor(A(4, 4)), A(4), trans)
    sample(linalg.lu_solve, linalg.lu_factor(A(4, 4)), A(4, 2), trans)
sample(linalg.solve_sylvester, M(3, 3), M(2, 2), A(3, 2))
sample(linalg.solve_banded, (1, 2), A(4, 5) + np.array([[0.0], [0.0], [5.0], [0.0]]), A(5))
sample(linalg.solve_banded, (1, 1), A(3, 5) + np.array([[0.0], [5.0], [0.0]]), A(5, 2))
sample(linalg.block_diag, A(2, 3), A(2), A(1, 1))
sample(linalg.toeplitz, A(3))
sample(linalg.toeplitz, A(3), A(4))

for metric in ("euclidean", "sqeuclidean", "cityblock"):
    sample(distance.cdist, A(3, 2), A(4, 2), metric)
    sample(distance.pdist, A(4, 2), metric)
sample(distance.cdist, A(3, 2), A(4, 2))
sample(distance.squareform, P(6))
sample(distance.squareform, S(3), checks=False)

several((fft.fft, fft.ifft, fft.irfft), C(3, 4))
several((fft.fft, fft.ifft, fft.irfft), C(3, 4), 7, norm="ortho")
several((fft.fft2, fft.ifft2, fft.fftn, fft.ifftn, fft.irfft2, fft.irfftn), C(3, 4, 5))
several((fft.rfft, fft.rfft2, fft.rfftn), A(3, 4))
for mode in ("full", "same", "valid"):
    several((signal.convolve, signal.fftconvolve), A(5, 4), A(2, 3), mode=mode)
    several((signal.convolve, signal.fftconvolve), A(2), A(5), mode=mode)
