"""Minima under constraints: against central differences of the search itself, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize as optimize

import tangentish
from tests.oracle import check_gradient

W = np.array([1.0, 2.0, 0.3])
ONE_ROW = np.array([[1.0, 1.0, 1.0]])
EXACT = {"ftol": 1e-15, "maxiter": 500}


def quartic(x: Any, w: Any) -> Any:
    return np.sum((x - w) ** 2 + x**4)


def with_slope(x: Any, w: Any) -> Any:
    return quartic(x, w), 2 * (x - w) + 4 * x**3


def equation(w: Any) -> Any:
    total = {"type": "eq", "fun": lambda x: np.sum(x) - 1.0}
    return optimize.minimize(quartic, np.zeros(3), (w,), constraints=total, options=EXACT).x


def equations_that_depend(w: Any) -> Any:
    both = {"type": "eq", "fun": lambda x: np.array([np.sum(x) - w[1], x[0] - x[1] * w[0]])}
    return optimize.minimize(quartic, np.zeros(3), (w,), constraints=both, options=EXACT).x


def inequalities(w: Any) -> Any:
    active, idle = {"type": "ineq", "fun": lambda x: w[0] - np.sum(x**2)}, {"type": "ineq", "fun": lambda x: 10.0 - x[0]}
    return optimize.minimize(lambda x: quartic(x, w), np.zeros(3), constraints=[active, idle], options=EXACT).x


def arguments_of_a_constraint(w: Any) -> Any:
    product = {"type": "eq", "fun": lambda x, a: x[0] * x[1] - a, "args": (w[2],)}
    return optimize.minimize(quartic, np.ones(3), (w,), constraints=product, options=EXACT).x


def linear(w: Any) -> Any:
    return optimize.minimize(quartic, np.zeros(3), (w,), method="SLSQP", options=EXACT,
                             constraints=optimize.LinearConstraint(ONE_ROW, -np.inf, 1.0)).x


def limit_that_depends(w: Any) -> Any:
    return optimize.minimize(quartic, np.zeros(3), (w,), method="SLSQP", options=EXACT,
                             constraints=optimize.LinearConstraint(ONE_ROW, w[0], w[0])).x


def nonlinear_in_bounds(w: Any) -> Any:
    limits = optimize.NonlinearConstraint(lambda x: np.array([x[0] * x[1], x[2] + x[0] * w[1]]), [-np.inf, -5.0], [0.4, 9.0])
    return optimize.minimize(quartic, np.ones(3), (w,), method="SLSQP", constraints=limits, options=EXACT,
                             bounds=[(0.2, 2.0), (0.2, 2.0), (0.35, 2.0)]).x


def interior_points(w: Any) -> Any:
    return optimize.minimize(quartic, np.zeros(3), (w,), method="trust-constr", options={"gtol": 1e-12, "xtol": 1e-14},
                             constraints=optimize.LinearConstraint(ONE_ROW, 1.0, 1.0)).x


def slope_given(w: Any) -> Any:
    return optimize.minimize(with_slope, np.zeros(3), (w,), jac=True, method="SLSQP", options=EXACT,
                             constraints={"type": "eq", "fun": lambda x: x @ x - w[0]}).x


def value(w: Any) -> Any:
    return optimize.minimize(quartic, np.ones(3), (w,), constraints={"type": "eq", "fun": lambda x: x[0] * w[2] - x[1]},
                             options=EXACT).fun


def nothing_active(w: Any) -> Any:
    return optimize.minimize(quartic, np.zeros(3), (w,), constraints=[{"type": "ineq", "fun": lambda x: 9.0 - x[0]}],
                             options=EXACT).x


@pytest.mark.filterwarnings("ignore:delta_grad == 0:UserWarning")
@pytest.mark.parametrize("place", [equation, equations_that_depend, inequalities, arguments_of_a_constraint, linear,
                                   limit_that_depends, nonlinear_in_bounds, interior_points, slope_given, value, nothing_active])
def test_where_it_is(place: Any) -> None:
    check_gradient(lambda w: np.sum(np.array([0.3, -1.1, 0.7]) * place(w)), W, rtol=1e-5, size=1e-2)


def test_refused() -> None:
    same = [{"type": "eq", "fun": lambda x: np.sum(x) - 1.0}, {"type": "eq", "fun": lambda x: 2.0 * np.sum(x) - 2.0}]
    for constraints, match in ((same, "depend on each other"),
                               ([{"type": "ineq", "fun": lambda x: np.sum(x) - START}], "its multiplier is zero")):
        with pytest.raises(tangentish.UnsupportedError, match=match):
            tangentish.grad(lambda w, given=constraints: np.sum(
                optimize.minimize(quartic, np.zeros(3), (w,), constraints=given, options=EXACT).x))(W)


START = float(np.sum(optimize.minimize(quartic, np.zeros(3), (W,), tol=1e-12).x))


def test_slope_at_the_minimum_is_refused() -> None:
    with pytest.raises(tangentish.UnsupportedError, match="`jac`"):
        tangentish.grad(lambda w: np.sum(optimize.minimize(
            quartic, np.zeros(3), (w,), constraints={"type": "eq", "fun": lambda x: np.sum(x) - 1.0}, options=EXACT).jac))(W)
