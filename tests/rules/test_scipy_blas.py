"""Functions of BLAS and LAPACK that SciPy gives by name: they give what SciPy gives, and their derivatives are right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.linalg.blas as blas
import scipy.linalg.lapack as lapack
from scipy.linalg import get_blas_funcs

import tangentish
from tangentish import library
from tests.oracle import check_gradient

RNG = np.random.default_rng(8)
X, Y, Z = RNG.normal(size=(3, 3))
A, B = RNG.normal(size=(2, 3, 3)) + 3 * np.eye(3)
W = RNG.normal(size=(3, 2))
S = A @ A.T

# function, arguments, keywords; all arguments but whole numbers are differentiated
CALLS: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (blas.ddot, (X, Y), {}), (blas.dnrm2, (X,), {}), (blas.dasum, (X,), {}), (blas.daxpy, (X, Y), {"a": 1.3}),
    (blas.daxpy, (X, Y, 3, 1.3), {}), (blas.daxpy, (X, A[:, 0]), {}), (blas.dscal, (1.3, X), {}),
    (blas.dgemv, (1.2, A, X), {}), (blas.dgemv, (1.2, W, X, 0.3, Y[:2]), {"trans": 1}),
    (blas.dgemm, (1.2, A, B), {"trans_a": True}), (blas.dgemm, (1.2, A, W, 0.7, B[:, :2]), {}),
    (blas.dgemm, (1.2, A, B), {"trans_b": 1}), (blas.dsymv, (1.2, A, X), {}), (blas.dsymv, (1.2, A, X, 0.3, Y), {"lower": 1}),
    (blas.dsymm, (1.2, A, W), {}), (blas.dsymm, (1.2, A, W.T), {"side": 1, "lower": 1}), (blas.dger, (1.2, X, Y), {}),
    (blas.dger, (1.2, X, Y), {"a": A}), (blas.dsyr, (1.2, X), {}), (blas.dsyr, (1.2, X), {"a": A, "lower": 1}),
    (blas.dsyr2, (1.2, X, Y), {"a": A}), (blas.dsyr2, (1.2, X, Y), {"lower": 1}),
    *[(blas.dtrsm, (1.2, A, B), {"side": side, "lower": lower, "trans_a": trans, "diag": diag})
      for side, lower, trans, diag in ((0, 0, 0, 0), (0, 1, 1, 0), (1, 0, 0, 1), (1, 1, 1, 0))],
    (lapack.dtrtri, (A,), {}), (lapack.dtrtri, (A,), {"lower": 1}), (lapack.dtrtri, (A,), {"unitdiag": 1}),
    (lapack.dpotrf, (S,), {}), (lapack.dpotrf, (S,), {"lower": 1, "clean": 0}), (lapack.dpotrf, (A,), {}),
    (lapack.dpotrs, (A, W), {}), (lapack.dpotrs, (A, X), {"lower": 1}), (lapack.dtrtrs, (A, W), {}),
    (lapack.dtrtrs, (A, X), {"lower": 1, "trans": 1}), (lapack.dtrtrs, (A, W), {"unitdiag": 1}),
]


def copies(args: tuple[Any, ...]) -> list[Any]:
    return [np.array(arg) if isinstance(arg, np.ndarray) else arg for arg in args]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call[0].__doc__.split('(')[0]} {call[2]}".split("= ")[-1])
def test_value_and_derivative(call: Any) -> None:
    function, args, keywords = call
    replacement = library.replacement(function)
    assert replacement is not None
    mine, theirs = copies(args), copies(args)
    got, want = replacement(*mine, **keywords), function(*theirs, **keywords)
    for one, other in zip(got, want, strict=True) if isinstance(want, tuple) else [(got, want)]:
        np.testing.assert_allclose(one, other, atol=1e-12)
    for one, other in zip(mine, theirs, strict=True):  # some write into their arguments
        np.testing.assert_allclose(one, other, atol=1e-12)
    active = [place for place, arg in enumerate(args) if not isinstance(arg, int)]

    def value(*given: Any) -> Any:
        called = [arg * 1.0 for arg in args]
        for place, one in zip(active, given, strict=True):
            called[place] = one * 1.0
        for place, arg in enumerate(args):
            called[place] = arg if isinstance(arg, int) else called[place]
        result = function(*called, **keywords)
        result = np.ravel(result[0] if isinstance(result, tuple) else result)
        return np.sum(np.cos(np.arange(1, result.size + 1)) * result)

    check_gradient(value, *[args[place] for place in active], argnums=tuple(range(len(active))), rtol=1e-6, repeats=1)


def test_found_by_name() -> None:
    def low_rank(x: Any) -> Any:
        axpy, scal, dotc = get_blas_funcs(["axpy", "scal", "dotc"], [x])
        w = 2.0 * x
        w = axpy(X, w, w.size, dotc(Y, x))
        return np.sum(scal(0.5, w) * Z)

    check_gradient(low_rank, X)


@pytest.mark.parametrize("function", [
    lambda x: np.sum(blas.daxpy(x, x * 1.0, 2)), lambda x: np.sum(lapack.dpotrf(-np.outer(x, x))[0]),
    lambda x: np.sum(blas.ddot(x, x, incx=2)),
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(X), lambda: tangentish.jvp(function, (X,), (Y,))):
        with pytest.raises(tangentish.TangentishError, match=r"test_scipy_blas\.py"):
            derivative()
