"""Arguments at which functions of SciPy take another way, or compute with infinity: the derivative is what it is beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.interpolate as interpolate
import scipy.optimize as optimize
import scipy.special as special
import scipy.stats as stats

import tangentish
from tests.oracle import check_gradient

pytestmark = pytest.mark.filterwarnings("ignore:`lagrange` is deprecated:DeprecationWarning")  # from SciPy 1.18 on

X = np.array([0.0, 1.0, 2.5])
COSTS = np.random.default_rng(0).random((4, 5))
ORDERS = [0.0, 1.0, 2.5]


def weighted(x: Any) -> Any:
    return np.sum(np.asarray(x) * np.cos(np.arange(float(np.size(x)))).reshape(np.shape(x)))


def jacobi(alpha: Any, beta: Any) -> Any:
    nodes, weights, total = special.roots_jacobi(4, alpha, beta, mu=True)
    return weighted(nodes) + weighted(weights) + total


def gegenbauer(alpha: Any) -> Any:
    nodes, weights = special.roots_gegenbauer(3, alpha)
    polynomial = special.gegenbauer(3, alpha)
    return weighted(nodes) + weighted(weights) + weighted(polynomial.coeffs) + polynomial.normcoef


def laguerre(alpha: Any) -> Any:
    nodes, weights = special.roots_genlaguerre(4, alpha)
    return weighted(nodes) + weighted(weights)


def assigned(costs: Any) -> Any:
    rows, columns = optimize.linear_sum_assignment(costs)
    return np.sum(costs[rows, columns] ** 2)


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "Legendre": (jacobi, (0.0, 0.0)), "Chebyshev": (jacobi, (-0.5, -0.5)), "Jacobi": (jacobi, (0.4, -0.3)),
    "Gegenbauer that is Legendre": (gegenbauer, (0.5,)), "Gegenbauer": (gegenbauer, (0.7,)),
    "Laguerre": (laguerre, (0.0,)), "Laguerre of an order": (laguerre, (1.3,)),
    "a value of 0": (lambda x, y: weighted(interpolate.lagrange(x, y).coef), (X, np.array([0.0, 1.3, 0.0]))),
    "E_0": (lambda x: weighted(special.expn(0, x)) + weighted(special.expn([0, 1, 3], x)), (X + 0.5,)),
    "integrals from 0": (lambda x: weighted(special.iti0k0(x)[0]) + weighted(special.itj0y0(x)[0]), (X,)),
    "integrals of quotients": (lambda x: weighted(special.it2i0k0(x)[0]) + weighted(special.it2j0y0(x)[0]), (X,)),
    "orders in a list": (lambda x: weighted(special.ive(ORDERS, x)) + weighted(special.jve(ORDERS, x)) + weighted(
        special.yve(ORDERS, x)), (X + 0.3,)),
    "assignment": (assigned, (COSTS,)),
}


@pytest.mark.parametrize("name", CASES)
def test_special_points(name: str) -> None:
    fun, args = CASES[name]
    check_gradient(fun, *args, argnums=tuple(range(len(args))), size=1e-4, repeats=1)
    np.testing.assert_allclose(tangentish.value_and_grad(fun)(*args)[0], fun(*args), rtol=1e-10)


ENDS: dict[str, tuple[Any, tuple[float, ...]]] = {
    "gammaincinv": (lambda a: special.gammaincinv(a, [0.0, 0.4]), (1.7,)),
    "gammainccinv": (lambda a: special.gammainccinv(a, [0.4, 1.0]), (1.7,)),
    "betaincinv": (lambda a, b: special.betaincinv(a, b, [0.0, 0.4, 1.0]), (1.7, 2.2)),
    "betainccinv": (lambda a, b: special.betainccinv(a, b, [0.0, 0.4, 1.0]), (1.7, 2.2)),
    "chdtri": (lambda a: special.chdtri(a, [0.4, 1.0]), (5.3,)),
    "fdtri": (lambda a, b: special.fdtri(a, b, [0.0, 0.4]), (5.3, 3.3)),
    "gdtrix": (lambda a, b: special.gdtrix(a, b, [0.0, 0.4]), (1.7, 2.2)),
    "the median of two sides": (lambda a: stats.dgamma.median(a) + stats.dgamma.ppf(0.7, a), (1.7,)),
}


@pytest.mark.parametrize("name", ENDS)
def test_no_shape_moves_the_end_of_a_support(name: str) -> None:
    """There the density is 0, and so is what a shape does to the distribution function."""
    call, args = ENDS[name]
    with np.errstate(divide="ignore", invalid="ignore"):  # by the probability, which is no argument here
        check_gradient(lambda *args: weighted(call(*args)), *args, argnums=tuple(range(len(args))), size=1e-4, repeats=1)


@pytest.mark.parametrize("call", [lambda a: special.roots_jacobi(0, a, a), lambda a: special.roots_jacobi(3, a - 2.0, a),
                                  lambda a: special.roots_gegenbauer(3, a - 2.0), lambda a: special.roots_gegenbauer(2.5, a),
                                  lambda a: special.roots_genlaguerre(3, a - 2.0), lambda a: special.roots_genlaguerre(0, a)])
def test_errors(call: Any) -> None:
    for function in (call, tangentish.grad(lambda a: weighted(call(a)[0]))):
        with pytest.raises(ValueError, match="must be"):
            function(0.5)
