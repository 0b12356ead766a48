"""Minima that SciPy searches a region for, as functions of what is minimised: against what is known of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize as optimize

import tangentish

W = np.array([1.0, -0.4])
C = np.array([0.7, 1.2])
BOX = [(-4.0, 4.0), (-4.0, 4.0)]


def hills(x: Any, w: Any) -> Any:
    """Many minima; the lowest has a slope of 2 (x - w) + 0.8 sin(4 x) that is zero."""
    return np.sum((x - w) ** 2 - 0.2 * np.cos(4 * x))


def with_slope(x: Any, w: Any) -> Any:
    return hills(x, w), 2 * (x - w) + 0.8 * np.sin(4 * x)


SEARCHES: dict[str, Any] = {
    "differential_evolution": lambda w: optimize.differential_evolution(hills, BOX, (w,), rng=3),
    "not polished": lambda w: optimize.differential_evolution(hills, BOX, (w,), rng=3, polish=False, tol=1e-12),
    "dual_annealing": lambda w: optimize.dual_annealing(hills, BOX, (w,), maxiter=60, rng=3),
    "shgo": lambda w: optimize.shgo(lambda x: hills(x, w), BOX, n=40, iters=2, sampling_method="sobol"),
    "direct": lambda w: optimize.direct(hills, BOX, args=(w,), vol_tol=1e-22, len_tol=1e-10, maxiter=3000, maxfun=100000),
    "basinhopping": lambda w: optimize.basinhopping(lambda x: hills(x, w), np.zeros(2), niter=20, rng=3),
    "basinhopping with its slope": lambda w: optimize.basinhopping(
        lambda x: with_slope(x, w), np.zeros(2), niter=20, rng=3, minimizer_kwargs={"method": "L-BFGS-B", "jac": True}),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_where_it_is_and_how_low(name: str) -> None:
    search = SEARCHES[name]
    x = search(W).x
    np.testing.assert_allclose(with_slope(x, W)[1], 0.0, atol=1e-4)
    moves = 2.0 / (2.0 + 3.2 * np.cos(4.0 * x))
    np.testing.assert_allclose(tangentish.grad(lambda w: np.sum(C * search(w).x))(W), C * moves, rtol=1e-4)
    np.testing.assert_allclose(tangentish.jvp(lambda w: search(w).x, (W,), (C,))[1], C * moves, rtol=1e-4)
    np.testing.assert_allclose(tangentish.grad(lambda w: search(w).fun)(W), -2.0 * (x - W), atol=1e-4)


@pytest.mark.parametrize("part", [lambda r: np.sum(r.population), lambda r: r.jac[0]])
def test_what_the_search_tells_has_no_derivative(part: Any) -> None:
    def fun(w: Any) -> Any:
        return part(SEARCHES["differential_evolution"](w))

    with pytest.raises(tangentish.UnsupportedError, match="has no derivative"):
        tangentish.grad(fun)(W)
    with pytest.raises(tangentish.UnsupportedError, match="no derivative"):
        tangentish.jvp(fun, (W,), (C,))


def test_the_last_of_the_local_searches_has_no_derivative() -> None:
    def fun(w: Any) -> Any:
        return SEARCHES["basinhopping"](w).lowest_optimization_result.fun

    with pytest.raises(tangentish.UnsupportedError, match="lowest_optimization_result"):
        tangentish.grad(fun)(W)
    with pytest.raises(tangentish.UnsupportedError, match="no derivative"):
        tangentish.jvp(fun, (W,), (C,))


@pytest.mark.parametrize("more", [{"integrality": [True, False]}, {"constraints": optimize.LinearConstraint(np.eye(2), -1, 1)}])
def test_refused(more: Any) -> None:
    with pytest.raises(tangentish.UnsupportedError, match=r"test_scipy_global_minima\.py"):
        tangentish.grad(lambda w: optimize.differential_evolution(hills, BOX, (w,), rng=3, **more).fun)(W)
