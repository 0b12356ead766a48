"""Models, integrators and odds and ends compute what they say: against closed forms and what must be conserved."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tests.programs import dynamics, estimation, learning, misc
from tests.programs.catalogue import PROGRAMS
from tests.programs.inputs import rand, randn, spd, standardisable


def close(got: Any, want: Any, tol: float = 1e-12) -> None:
    """Equal up to rounding."""
    np.testing.assert_allclose(got, want, rtol=tol, atol=tol)


def test_learning() -> None:
    """Softmax sums to one, attention is causal, Lloyd's algorithm never raises the cost, descent lowers the loss."""
    close(learning.softmax(randn(1, 3, 4)).sum(axis=-1), 1.0)
    points, centroids = randn(1, 9, 2), randn(2, 3, 2)
    costs = [learning.kmeans_lloyd(points, centroids.copy(), k) for k in range(4)]
    assert costs == sorted(costs, reverse=True)
    close(learning.logistic_regression(randn(1, 3), randn(2, 4, 3), np.zeros(4), 0.0), 4 * np.log(2))
    by_name = {p.name: p for p in PROGRAMS}
    trained, fresh = by_name["training_steps"].arguments(), by_name["training_steps"].arguments()
    assert learning.training_steps(*trained) < learning.training_steps(*fresh[:-1], 0)


def test_statistics() -> None:
    """Correlation and covariance against NumPy, the filter and the likelihoods against closed forms."""
    data = standardisable(1, 7, 4)
    want = np.corrcoef(np.delete(data, 1, axis=1), rowvar=False)
    corr = estimation.kernel_correlation(4, 7.0, data.copy())
    close(np.delete(np.delete(corr, 1, 0), 1, 1), want)
    close(estimation.kernel_covariance(4, 7.0, data.copy()), np.cov(data, rowvar=False))
    x = randn(1, 3, 4)
    close(estimation.logsumexp(x, axis=1), np.logaddexp.reduce(x, axis=1))
    start, trans, emit = randn(1, 2), randn(2, 2, 2), randn(3, 2, 2)
    paths = [start[i] + emit[i, 0] + trans[i, j] + emit[j, 1] for i in range(2) for j in range(2)]
    close(estimation.hmm_forward(start, trans, emit, [0, 1]), np.logaddexp.reduce(paths))
    H, R = np.eye(2), spd(4, 2)
    state, P, z = randn(5, 2), spd(6, 2), randn(7, 2)
    want_P = np.linalg.inv(np.linalg.inv(P) + np.linalg.inv(R))
    want_x = want_P @ (np.linalg.solve(P, state) + np.linalg.solve(R, z))
    estimation.kalman_update(state, P, z, H, R)
    close(P, want_P)
    close(state, want_x)


def test_rotation() -> None:
    """A quarter turn about z, the length kept, and the branch for small angles."""
    close(estimation.rodrigues_rotate(np.array([0, 0, np.pi / 2]), np.array([1.0, 2, 3])), [-2, 1, 3])
    X = randn(1, 3)
    close(np.linalg.norm(estimation.rodrigues_rotate(randn(2, 3), X)), np.linalg.norm(X))
    close(estimation.rodrigues_rotate(np.zeros(3), X), X)


def test_dynamics() -> None:
    """Fourth order; methods that agree; momentum of the bodies is zero throughout."""
    y, p = np.array([1.0, 0.6]), np.array([1.1, 0.7, 0.5, 0.9])
    results = [dynamics.rk4_step(dynamics.lotka_volterra, 0.0, y, h, p) for h in (0.1, 0.05)]
    twice = dynamics.rk4_step(dynamics.lotka_volterra, 0.05, results[1], 0.05, p)
    close(results[0], twice, 1e-6)
    mass, pos, vel = rand(1, 4, 1), randn(2, 4, 3), randn(3, 4, 3)
    dynamics.nbody(mass, pos, vel, 3, 0.05, 0.9, 0.3)
    close(np.sum(mass * vel, axis=0), 0.0)
    before = mass.T @ vel
    dynamics.nbody_pairs(mass[:, 0], pos, vel, 0.05, 2)
    close(mass.T @ vel, before)
    close(dynamics.kuramoto(np.full(4, 0.3), np.zeros(4), 0.8, 0.1, 4), 1.0)


def test_polynomials() -> None:
    """Horner, Clenshaw and Lagrange against NumPy."""
    c, x = randn(1, 5), randn(2, 4)
    close(misc.horner(c, x), np.sum(np.polyval(c, x) ** 2))
    close(misc.horner_in_place(c, x, np.empty(4)), np.polyval(c, x) @ np.polyval(np.polyder(c), x))
    close(misc.clenshaw(c, 0.4), np.polynomial.chebyshev.chebval(0.4, c))
    xs = np.array([0.0, 0.9, 2.1, 3.2])
    close(misc.lagrange(xs, np.polyval(c[:4], xs), 1.4), np.polyval(c[:4], 1.4))


def test_roots_and_integrals() -> None:
    """Residuals vanish; integrals against antiderivatives."""
    x = misc.newton_root(2.5, 0.4, 1e-12)
    close(x * np.exp(x) + 0.4 * x, 2.5)
    root = np.sqrt(misc.bisect_newton(misc.kepler, [0.4, 1.3], 0.0, 3.0))
    close(misc.kepler(root, [0.4, 1.3]), 0.0)
    close(misc.agm(1.0, math.sqrt(2.0)), 1.198140234735592)
    area = 0.9 * 0.5 * math.sqrt(math.pi) * (math.erf(1.1 / 0.9) - math.erf(-0.5 / 0.9))
    close(misc.integral_of_bump(-0.4, 1.2, 0.9, 200), area, 1e-9)

    def antiderivative(t: float) -> float:
        return -math.exp(-0.7 * t) * (0.7 * math.sin(3 * t) + 3 * math.cos(3 * t)) / (0.7**2 + 9)

    close(misc.area_adaptive(0.1, 1.9, 0.7), antiderivative(1.9) - antiderivative(0.1), 1e-5)


def test_finance_and_the_rest() -> None:
    """Published prices, a great circle of a quarter turn, sorting."""
    S, K, r, sigma = np.array([100.0]), 100.0, 0.05, 0.2
    close(misc.black_scholes(S, K, np.array([1.0]), r, sigma), 10.450584, 1e-4)
    close(misc.american_put(36.0, 40.0, 0.06, 0.2, 1.0, 400), 4.48, 2e-3)
    close(misc.haversine(np.zeros(1), np.zeros(1), np.zeros(1), np.full(1, np.pi / 2)), np.pi / 2)
    x, w = randn(1, 6), randn(2, 6)
    close(misc.bubble_sort_weighted(x.copy(), w), np.sum(w * np.sort(x) ** 2))
