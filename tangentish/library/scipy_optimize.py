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
    x[places] = np.linalg.lstsq(A[:, places], b)[0]
    return x, np.linalg.norm(A @ x - b)


library.REPLACED[optimize.nnls] = nnls
