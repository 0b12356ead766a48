"""Samples that mutation testing asked for: each notices a change to a rule that no other one did."""

from __future__ import annotations

import math
import operator

import numpy as np
import scipy.linalg as linalg
import scipy.ndimage as ndimage
import scipy.special as special

from tangentish.rules import helpers
from tangentish.rules.libraries import present
from tests.rules.samples import A, C, M, P, _rng, sample, several
from tests.rules.samples_decompositions import hermitian

_state = _rng.bit_generator.state  # the samples that follow get the numbers they always had

sample(np.linalg.multi_dot, [A(2, 3), A(3, 4), A(4)])
sample(np.linalg.multi_dot, [A(2), A(2, 3), A(3, 4)])
sample(np.linalg.cond, M(3, 3), -2)
sample(np.cross, A(3, 2), A(2, 3), axisa=0)
sample(np.cross, A(2, 3), A(3, 2), axisb=0)
sample(np.cross, A(2, 3), A(2, 3), axisc=0)
sample(np.trace, A(3, 4), offset=-1)
sample(np.trace, A(2, 4), -1)
sample(np.trace, A(4, 2), 1)
sample(np.ptp, A(3, 4), axis=1)
sample(np.ptp, A(3, 4), 1, keepdims=True)
sample(np.sort_complex, C(2, 3))
sample(np.prod, A(2, 3), axis=1, initial=1.5, where=np.array([[True, False, True], [True, True, False]]))
sample(np.block, [[A(2)], [A(2)]])
sample(np.trapezoid, A(3, 4), np.cumsum(P(3, 4), axis=0), axis=0)
sample(operator.matmul, A(2, 3), A(3, 2))
sample(np.vander, np.array([0.0, 0.7]), 4)
sample(np.asarray, [A(3)])
sample(np.power, np.array([np.inf]), np.array([0.0]), only=("x1",))
sample(np.linalg.eigvals, np.zeros((2, 0, 0)))
sample(special.inv_boxcox, np.array([50.0, 49.0]), np.array([1.9e-4, 2e-4]))
sample(special.inv_boxcox1p, np.array([50.0, 49.0]), np.array([1.9e-4, -2e-4]))
sample(special.perm, np.array([2.0, 1.0]), np.array([3.0, 3.0]))
sample(helpers.shaped_like, None, np.zeros((2, 3)), only=())
sample(helpers.shaped_like, A(2), np.zeros(2, int), only=("tangent",))
sample(np.clip, np.array([0.5, 1.0, 0.7]), 0.5, 1.0)
sample(linalg.block_diag, A(2, 2), 0.5, A(2))
sample(linalg.eigvals, np.stack([C(3, 3), C(3, 3)]))
sample(special.spence, np.array([1.0, 0.7]))
several((ndimage.correlate, ndimage.convolve), A(5, 4), A(3, 2), origin=-1)
sample(math.hypot, 0.3, 2, 1.5)
sample(helpers.unreduce, A(3), (2, 3))
sample(special.logsumexp, A(2, 3), axis=1, keepdims=True)
sample(special.logsumexp, A(2, 3), axis=1, b=A(2, 3), keepdims=True, return_sign=True)
sample(special.elliprg, np.array([0.4, 1.2]), np.array([1.7, 0.3]), np.array([0.9, 2.5]))
sample(np.block, [[[A(1, 2, 2)], [A(1, 1, 2)]], [[A(2, 3, 2)]]])
several((np.polyadd, np.polysub), A(5), A(2))
several((np.polyadd, np.polysub), A(2), A(5))
for _start in (-2, -3):
    sample(np.rollaxis, A(2, 3, 4), 2, _start)
    sample(np.rollaxis, A(2, 3, 4), -2, _start)
sample(helpers.scatter_into, A(2), (1,), np.array([0, 5]))
sample(np.linalg.norm, np.array([0.5, 0.5, 1.0]), -np.inf)
sample(np.linalg.norm, np.array([0.5, 1.0, -1.0]), np.inf)
sample(np.interp, np.array([0.3, 1.4]), np.array([1.0]), np.array([0.5]))
for _nodes in ([0.0, 1.0, 1.0, 2.0], [0.0, 0.5, 1.0, 1.0], [0.6, 0.6, 1.0, 1.5]):  # a jump, within and at the ends
    sample(np.interp, np.array([0.3, 0.7, 1.0, 1.2]), np.array(_nodes), A(4), only=("fp",))
    sample(np.interp, np.array([0.3, 0.7, 1.2]), np.array(_nodes), A(4))
sample(np.cumprod, A(1))
sample(np.cumprod, A(3, 1), axis=1)
several((linalg.lu_factor, linalg.lu), A(2, 4, 2))
several((linalg.lu_factor, linalg.lu), A(2, 2, 4))
sample(linalg.qr, A(3, 3), mode="r", pivoting=True)
sample(linalg.qr, A(4, 2), mode="r", pivoting=True)
sample(linalg.eigvalsh, hermitian(3), hermitian(3))
sample(linalg.eigvalsh, hermitian(3), hermitian(3), lower=False)
for _lower in (True, False):
    sample(linalg.solve_triangular, C(3, 3) + 2 * np.eye(3), C(3), trans=2, lower=_lower)
sample(linalg.block_diag, [[0.5, 1.5], [0.1, 0.2]], [0.3, 0.4], A(2, 1))
_one = np.array([1.3, 0.8])
for _names, _count in (("elliprf elliprg elliprd", 3), ("elliprj", 4)):
    for _carlson in present(special, *_names.split()):
        sample(_carlson, *(_one + _k * 1e-13 for _k in range(_count)))
for _norm in present(np.linalg, "matrix_norm"):
    sample(_norm, A(2, 3, 4), keepdims=True)
sample(np.linalg.norm, np.array([0.5, 1.0, -1.0]), 0.5)
sample(np.block, [[0.5, 1.5], [A(2)]])
sample(np.roots, 1e-15 * np.array([1.0, -0.7, -2.3, 0.6]), size=1e-19)
sample(np.sort_complex, np.array([0.7 + 1j, 1.2, -1 - 0.3j]))
sample(linalg.lstsq, A(1, 4, 2), A(1, 4, 1))
sample(linalg.qr, A(2, 3, 3))
several((ndimage.correlate, ndimage.convolve), np.zeros((0, 4)), A(3, 2))
sample(helpers.shaped_like, 0.5 - 1j, 0.3 + 2j, only=("tangent",))

_rng.bit_generator.state = _state
