"""`scipy.optimize` in plain Python: what is fitted, and fits without a search."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg
import scipy.optimize as optimize

from tangentish import library
from tangentish.rules.registry import zero_derivative


def residuals(params: Any, f: Any, xdata: Any, ydata: Any, sigma: Any) -> Any:
    """What `scipy.optimize.curve_fit` makes the sum of squares of least."""
    if isinstance(xdata, list | tuple | np.ndarray):
        xdata = np.asarray(xdata) * 1.0
    off = f(xdata, *params) - np.asarray(ydata)
    if sigma is None:
        return off
    sigma = np.asarray(sigma)
    if np.ndim(sigma) < 2:
        return off / sigma
    return linalg.solve_triangular(linalg.cholesky(sigma, lower=True), off, lower=True)


def value_alone(x: Any, f: Any, *args: Any) -> Any:
    """The value that a function gives with its derivative."""
    return f(x, *args)[0]


def newton_of_items(func: Any, x0: Any, fprime: Any = None, args: Any = (), *rest: Any, **keywords: Any) -> Any:
    """`scipy.optimize.newton` with a list or an array of further arguments."""
    return optimize.newton(func, x0, fprime, tuple(args), *rest, **keywords)


def fixed_point_of_items(func: Any, x0: Any, args: Any = (), *rest: Any, **keywords: Any) -> Any:
    """`scipy.optimize.fixed_point` with a list or an array of further arguments."""
    return optimize.fixed_point(func, x0, tuple(args), *rest, **keywords)


def with_keywords(x: Any, f: Any, kwargs: Any, *args: Any) -> Any:
    """What `scipy.optimize.least_squares` calls."""
    return f(x, *args, **kwargs)


def positive(A: Any, b: Any, maxiter: Any) -> Any:
    """Where the least-squares solution that is nowhere negative is positive."""
    return np.flatnonzero(optimize.nnls(A, b, maxiter=maxiter)[0] > 0)


zero_derivative(positive)


def nnls(A: Any, b: Any, maxiter: Any = None, *, atol: Any = None) -> Any:
    """`scipy.optimize.nnls`: what is zero stays so, and the rest is a plain least-squares solution."""
    A, b = np.asarray(A) * 1.0, np.asarray(b) * 1.0
    places = positive(A, b, maxiter)
    x = np.zeros(np.shape(A)[1])
    b = np.ravel(b)  # which may be a column
    x[places] = np.linalg.lstsq(A[:, places], b)[0]
    return x, np.linalg.norm(A @ x - b)


library.REPLACED[optimize.nnls] = nnls


# minima under constraints


def value_of_one(constraint: Any, x: Any) -> Any:
    """What a constraint says something of."""
    if isinstance(constraint, dict):
        args = constraint.get("args", ())
        return np.ravel(constraint["fun"](x, *args))
    if isinstance(constraint, optimize.LinearConstraint):
        return np.ravel(constraint.A @ x)
    return np.ravel(constraint.fun(x))


def lagrangian(x: Any, f: Any, args: Any, constraints: Any, weights: Any, paired: bool) -> Any:
    """`f` without the constraints times their weights: (which constraint, which row, which limit, weight)."""
    value = f(x, *args)
    total = value[0] if paired else value
    for which, row, limit, weight in weights:
        constraint = constraints[which]
        excess = value_of_one(constraint, x)[row]
        if limit is not None:
            excess = excess - limits_of(constraint, limit, row)
        total = total - weight * excess
    return total


def constraint_alone(x: Any, constraints: Any, place: Any) -> Any:
    """How far one row of a constraint is from its limit."""
    which, row, limit = place
    excess = value_of_one(constraints[which], x)[row]
    if limit is not None:
        excess = excess - limits_of(constraints[which], limit, row)
    return excess


def limits_of(constraint: Any, limit: str, row: int) -> Any:
    """The lower or the upper limit of a row."""
    bound = constraint.lb if limit == "lb" else constraint.ub
    return bound if np.ndim(bound) == 0 else np.ravel(bound)[row if np.size(bound) > 1 else 0]

zero_derivative(optimize.linear_sum_assignment)  # who does what does not change with what it costs
