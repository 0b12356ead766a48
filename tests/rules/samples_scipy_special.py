"""Samples of `scipy.special`."""

from __future__ import annotations

import numpy as np
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish.rules.libraries import present
from tests.rules.samples import A, C, F, P, U, sample, several

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
sample(special.comb, 2 + P(3), 1 + P(2, 1), repetition=True)
sample(special.binom, np.array([0.0, 1.0, 1.0, 3.0, 4.0]), np.array([1.0, 2.0, 4.0, 5.0, 2.0]))  # 0 where k > N
sample(special.binom, np.array([0.0, 2.0, 2.5]), np.array([-1.0, -2.0, -3.0]))
several((special.comb, special.perm), np.array([1.3, 2.0]), np.array([2.5, 3.5]))
several((special.huber, special.pseudo_huber), P(3), A(3) * 2)
several((special.boxcox, special.boxcox1p, special.powm1), P(3), 0.0)
several((special.boxcox, special.boxcox1p, special.powm1), P(3), A(2, 1))
sample(special.powm1, np.array([np.inf]), np.array([-1.0]), only=("y",))
several((special.boxcox, special.boxcox1p), P(3), np.array([1e-3, -1e-5, 1e-9]))
several((special.inv_boxcox, special.inv_boxcox1p), P(3), np.array([0.5, 1e-3, -1e-7]))
several((special.inv_boxcox, special.inv_boxcox1p), P(3), 0.0)
several((special.xlogy, special.xlog1py), np.array([0.0, 1.0]), np.array([0.5, 2.0]))
sample(special.xlogy, np.array([0.0, 1.0]), np.array([0.0, 2.0]), only=())
sample(special.polygamma, 1, P(3))
sample(special.multigammaln, 3 + P(2), 3)
sample(special.multigammaln, 4.5, 3)
sample(special.zeta, 2.5, P(3), only=("q",))
sample(special.zeta, np.array([-2.6, 0.4, 2.5]))
sample(special.zeta, np.array([1.4, 2.5, 6.3]), np.array([1.0, 0.7, 2.2]))
for f in (special.jv, special.yv, special.iv, special.ive, special.kv, special.kve):
    sample(f, 1.5, P(3), only=("z",))
for f in (special.jv, special.yv, special.iv, special.kv, special.kve):
    sample(f, np.array([0.3, 2.0, 7.4]), np.array([0.02, 3.1, 14.0]))
sample(special.yn, 2, P(3))
several((special.gammainc, special.gammaincc), 1.5, P(3))
several((special.gammainc, special.gammaincc), np.array([0.05, 30.0, 4000.0]), np.array([0.3, 27.0, 4100.0]), size=1e-3)
sample(special.betainc, 1.5, 2.5, np.abs(U(3)))
sample(special.hyp2f1, 0.5, 1.5, 2.5, U(3) / 2)
sample(special.hyp2f1, np.array([-1.3, 0.4, 2.2]), 1.5, np.array([0.4, 1.7, -1.4]), np.array([-4.1, 0.3, 0.96]))
sample(special.hyp2f1, 1.0, 0.7, 1.3, C(3) / 4)
sample(special.hyp1f1, 0.5, 1.5, A(3))
sample(special.hyp1f1, np.array([-1.3, 0.4, 2.2]), np.array([0.4, 2.7, -1.4]), np.array([-14.0, 0.3, 9.0]))
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

# hard points: where the naive formula cancels, overflows or has 0 / 0
H = np.array([-30.0, -5.0, 30.0, 700.0])
several((special.expit, special.log_expit), H)
several((special.log_ndtr, special.erfcx), np.array([-5.0, 2.0, 30.0, 60.0, 2000.0]))
several((special.dawsn, special.erfcx), np.array([49.0, 51.0, 300.0, 2e4]), size=1e-2)
several((special.dawsn, special.wofz), np.array([60.0 + 1j, -70.0 + 2j, 3.0 + 0.5j]))
sample(special.log_ndtr, np.array([-1e3, -40.0, 36.0]))
several((special.gammaln, special.gamma, special.rgamma, special.digamma), np.array([-0.5, -1.7, -4.2]))
several((special.rgamma,), np.array([0.0, -1.0, -2.0, -5.0]))
sample(special.polygamma, 1, np.array([-0.5, -1.7]))
several((special.ellipk, special.ellipe), np.array([0.0, 1e-9, -0.2, 0.31, -3.0, 0.98]))
several((special.ellipk, special.ellipe, special.ellipkm1), F(np.array([0.1, 0.6])), single=True, rtol=1e-5)
sample(special.ellipkm1, np.array([1e-2, 0.7]))
several((special.ellipkinc, special.ellipeinc), np.array([0.3, -0.7, 1.2, 2.5]), np.array([0.0, 1e-5, 0.5, -0.7]))
several((special.xlogy, special.xlog1py), np.array([0.0, 0.5]), np.array([2.0, 0.4]))
sample(special.rel_entr, np.array([0.5, 2.0]), np.array([2.0, 1e-3]))
sample(special.logsumexp, np.array([-np.inf, 1.0, 800.0]), only=())
several((special.betainc, special.betaincc), 1.0, 1.0, np.array([0.2, 0.99]), only=("x",))

several((special.k0e, special.k1e, special.exp1, special.factorial, special.sindg, special.cosdg, special.tandg,
         special.cotdg, special.sici, special.shichi, special.fresnel, special.airy, special.ber, special.bei, special.ker,
         special.kei, special.lambertw, special.wrightomega), P(3))
several(present(special, "softplus"), A(3))
several((special.fresnel, special.airy, special.wrightomega), C(3))
sample(special.lambertw, -np.abs(U(3)) / 3, -1)
sample(special.lambertw, np.array([0.0, 1e-3]))
several((special.jve, special.yve, special.hankel1, special.hankel2, special.hankel1e, special.hankel2e), 1.5, P(3),
        only=("z",))
several((special.jv, special.jve, special.yve, special.iv,
         special.ive, special.hankel1, special.kv, special.kve), 0.5, C(3), only=("z",))
several((special.struve, special.modstruve), 1.5, P(3), only=("x",))
several((special.spherical_jn, special.spherical_yn, special.spherical_in, special.spherical_kn), 2, P(3), only=("z",))
several((special.kn, special.expn), 2, P(3), only=("x",))
sample(special.hyp0f1, 1.5, A(3), only=("z",))
sample(special.hyperu, 1.5, 0.7, P(3), only=("x",))
sample(special.ellipj, P(3), 0.4, only=("u",))
sample(special.owens_t, A(3), A(2, 1))
sample(special.voigt_profile, A(3) * 3, P(2, 1), P(3))
sample(special.voigt_profile, A(3) * 200, 1.5, 0.3)
sample(special.perm, 5.5, P(3))
Q = np.array([0.2, 0.5, 0.85])
several((special.gammaincinv, special.gammainccinv), 1.5, Q)
several((special.betaincinv, special.betainccinv), 1.5, 2.5, Q)
sample(special.betaincc, 1.5, 2.5, Q)
sample(special.ndtri_exp, -P(3))
sample(special.stdtr, 2.5, A(3))
sample(special.stdtrit, 2.5, Q)
several((special.chdtr, special.chdtrc), 2.5, P(3))
sample(special.chdtri, 2.5, Q)
several((special.fdtr, special.fdtrc), 2.5, 3.5, P(3))
sample(special.fdtri, 2.5, 3.5, Q)
several((special.gdtr, special.gdtrc), P(3), 1.5, P(2, 1))
several((special.pdtr, special.pdtrc), 2.0, P(3), only=("m",))
several((special.bdtr, special.bdtrc), np.array([2, 5, 0]), 5, Q, only=("p",))
several((special.nbdtr, special.nbdtrc), 2, 5, Q, only=("p",))
for degree in (0, 1, 4):
    several((special.eval_legendre, special.eval_chebyt, special.eval_chebyu, special.eval_hermite, special.eval_hermitenorm,
             special.eval_laguerre), degree, np.array([-0.7, 0.3, 1.0]), only=("x",))
    several((special.eval_genlaguerre, special.eval_gegenbauer), degree, 1.5, np.array([-0.7, 0.3]), only=("x",))
    sample(special.eval_jacobi, degree, 0.5, 1.5, np.array([-0.7, 0.3]), only=("x",))
several((special.eval_legendre, special.eval_laguerre), 2.5, np.array([0.2, 0.3]), only=("x",))
sample(_ufuncs._beta_pdf, Q, 1.5, P(3))
sample(_ufuncs._beta_ppf, Q, 1.5, 1 + P(3))
several((_ufuncs._cauchy_ppf, _ufuncs._cauchy_isf), np.array([0.2, 0.4]), 0.3, P(2))
