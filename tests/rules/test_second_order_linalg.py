"""Second derivatives of linear algebra, products and transforms."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish import grad
from tests.oracle import check_gradient, directional

_rng = np.random.default_rng(0)
V = _rng.normal(size=3)
M = _rng.normal(size=(3, 3))
S = M @ M.T + 3 * np.eye(3)
W = _rng.normal(size=(3, 3))
T = _rng.normal(size=(4, 2))
STACK = np.stack([S, M + 4 * np.eye(3)])
LOW = np.outer(V, V)

PROGRAMS = {
    "inv": (lambda a, w: np.sum(np.linalg.inv(a) * w), S),
    "inv of stacks": (lambda a, w: np.sum(np.linalg.inv(a) * w), STACK),
    "solve": (lambda a, w: np.sum(np.linalg.solve(a, w[0]) * w[1]), S),
    "solve, many": (lambda a, w: np.sum(np.linalg.solve(a, w * a) ** 2), S),
    "solve, stacks": (lambda a, w: np.sum(np.linalg.solve(a, w) ** 2), STACK),
    "right-hand side": (lambda b, w: np.sum(np.linalg.solve(w, b) ** 3), V),
    "det": (lambda a, w: np.linalg.det(a) ** 2, S),
    "det of rank 1": (lambda a, w: np.linalg.det(a) + np.sum(a**3), LOW),
    "det of 0": (lambda a, w: np.linalg.det(a) + np.sum(a**3), np.zeros((2, 2))),
    "det of stacks": (lambda a, w: np.sum(np.linalg.det(a) ** 2), np.stack([S, LOW])),
    "cholesky": (lambda a, w: np.sum(np.linalg.cholesky(a) * w), S),
    "cholesky, upper": (lambda a, w: np.sum(np.linalg.cholesky(a, upper=True) * w), S),
    "log of det": (lambda a, w: np.sum(np.log(np.diagonal(np.linalg.cholesky(a)))), S),
    "eigvalsh": (lambda a, w: np.sum(np.linalg.eigvalsh(a) ** 3), S),
    "svdvals": (lambda a, w: np.sum(np.linalg.svdvals(a) ** 3), T),
    "pinv": (lambda a, w: np.sum(np.linalg.pinv(a) ** 3), T),
    "cond": (lambda a, w: np.linalg.cond(a), S),
    "norm": (lambda x, w: np.linalg.norm(x) ** 3, V),
    "norm of rows": (lambda x, w: np.sum(np.linalg.norm(x, axis=1) ** 3), M),
    "norm 3": (lambda x, w: np.sum(np.linalg.norm(x, 3, axis=0) ** 3), M),
    "norm 1": (lambda x, w: np.linalg.norm(x, 1) ** 3, M),
    "norm nuc": (lambda x, w: np.linalg.norm(x, "nuc") ** 3, M),
    "norm 2": (lambda x, w: np.linalg.norm(x, 2) ** 3, M),
    "vector_norm": (lambda x, w: np.linalg.vector_norm(x) ** 3, M),
    "matrix_norm": (lambda x, w: np.linalg.matrix_norm(x) ** 3, M),
    "matrix_power": (lambda x, w: np.sum(np.linalg.matrix_power(x, 3) * w), S),
    "matrix_power, negative": (lambda x, w: np.sum(np.linalg.matrix_power(x, -2) * w), S),
    "matmul": (lambda x, w: np.sum((x @ w @ x) @ x), M),
    "matmul of stacks": (lambda x, w: np.sum((x @ w) @ x) + np.sum((x @ w[0]) ** 3), STACK),
    "matmul of vectors": (lambda x, w: np.sum((x @ w[0]) ** 3) + np.sum((w[1] @ x) ** 3) + x[0] @ x[1], M),
    "dot": (lambda x, w: np.sum(np.dot(x, x) ** 2), M),
    "dot of stacks": (lambda x, w: np.sum(np.dot(x, x) ** 2), STACK),
    "inner": (lambda x, w: np.sum(np.inner(x, x) ** 2), M),
    "outer": (lambda x, w: np.sum(np.outer(x, x) ** 2 * w), V),
    "vdot": (lambda x, w: np.vdot(x, x) ** 2, V),
    "vecdot": (lambda x, w: np.sum(np.vecdot(x, x) ** 2), M),
    "tensordot": (lambda x, w: np.sum(np.tensordot(x, x, ((0,), (1,))) ** 2), M),
    "kron": (lambda x, w: np.sum(np.kron(x, x) ** 2), M),
    "multiply.outer": (lambda x, w: np.sum(np.multiply.outer(x, x) ** 2), M),
    "einsum, one": (lambda x, w: np.sum(np.einsum("ii->i", x) ** 3), M),
    "einsum, two": (lambda x, w: np.sum(np.einsum("ij,jk->ik", x, x) ** 2), M),
    "einsum, three": (lambda x, w: np.sum(np.einsum("ij,jk,kl->il", x, w, x) ** 2), M),
    "einsum, four": (lambda x, w: np.sum(np.einsum("ij,jk,kl,lm->im", x, x, w, x)), M),
    "fft": (lambda x, w: np.sum(np.abs(np.fft.fft(x)) ** 3), V),
    "ifft": (lambda x, w: np.sum(np.abs(np.fft.ifft(x, 5)) ** 3), V),
    "rfft": (lambda x, w: np.sum(np.abs(np.fft.rfft(x)) ** 3), V),
    "irfft": (lambda x, w: np.sum(np.fft.irfft(x) ** 3), V),
    "hfft": (lambda x, w: np.sum(np.fft.hfft(x) ** 3) + np.sum(np.abs(np.fft.ihfft(x)) ** 3), M),
    "fft2": (lambda x, w: np.sum(np.abs(np.fft.fft2(x, s=(4, 2))) ** 3), M),
    "ifftn": (lambda x, w: np.sum(np.abs(np.fft.ifftn(x)) ** 3), M),
    "rfftn": (lambda x, w: np.sum(np.abs(np.fft.rfftn(x)) ** 3), M),
    "irfftn": (lambda x, w: np.sum(np.fft.irfftn(x) ** 3), M),
    "trace": (lambda x, w: np.trace(x @ x) ** 2 + np.sum(np.diagonal(x) ** 3) + np.linalg.trace(x) ** 3, M),
    "convolve": (lambda x, w: np.sum(np.convolve(x, x) ** 2) + np.sum(np.correlate(x, x, "full") ** 2), V),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_hessian_times_vector(name):
    fun, x = PROGRAMS[name]
    rng = np.random.default_rng(1)
    weights, direction = rng.normal(size=x.shape), rng.normal(size=x.shape)

    def slope(x, w, weights):
        return np.sum(grad(fun)(x, w) * weights)

    want = directional(slope, (x, W, weights), (0,), (direction,))
    got = np.sum(grad(slope)(x, W, weights) * direction)
    assert got == pytest.approx(want, rel=1e-6, abs=1e-7)


def test_hessian_of_a_determinant_by_hand():
    """Of [[p, q], [r, s]] the determinant is p s - q r, wherever it is."""

    def det(a):
        return np.linalg.det(a)

    def slope(a, weights):
        return np.sum(grad(det)(a) * weights)

    weights = np.array([[1.0, 2.0], [3.0, 4.0]])
    for a in (np.zeros((2, 2)), np.ones((2, 2)), np.eye(2)):
        np.testing.assert_allclose(grad(slope)(a, weights), [[4.0, -3.0], [-2.0, 1.0]], atol=1e-14)


@pytest.mark.parametrize("fun", [
    lambda a: np.linalg.slogdet(a)[1], lambda a: np.sum(np.linalg.eigh(a)[1] ** 3), lambda a: np.sum(np.linalg.svd(a)[1]),
    lambda a: np.sum(np.linalg.qr(a)[1]), lambda a: np.sum(np.linalg.multi_dot([a, a, a])),
])
def test_several_results_and_lists(fun):
    def slope(a):
        return np.sum(grad(fun)(a) * np.cos(S))

    check_gradient(slope, S)
