"""Least-squares solutions as functions of the data, against central differences of what SciPy finds to the last digits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize as optimize

import tangentish
from tests.oracle import check_gradient

X = np.linspace(0.1, 2.0, 12)
Y = 2.0 * np.exp(-0.8 * X) + 0.1 * np.sin(7 * X)
S = 0.5 + X**2
START = np.array([1.5, 1.0])
TIGHT: dict[str, Any] = {"ftol": 1e-15, "xtol": 1e-15, "gtol": 1e-15}
COVARIANCE = np.diag(S) + 0.1 * np.exp(-np.abs(X[:, None] - X))


def weighted(x: Any) -> Any:
    return np.sum(np.cos(np.arange(1, np.size(x) + 1)) * np.ravel(x)) + 0.3 * np.sum(x**2)


def model(x: Any, a: Any, b: Any) -> Any:
    return a * np.exp(-b * x)


def slopes(p: Any, x: Any = X, *rest: Any) -> Any:
    return np.stack([np.exp(-p[1] * x), -p[0] * x * np.exp(-p[1] * x)], axis=1)


FIT: dict[str, Any] = {"p0": START, "ftol": 1e-15, "xtol": 1e-15, "jac": lambda x, a, b: slopes((a, b), x)}


def solved(y: Any, start: Any = START, **options: Any) -> Any:
    """SciPy's own differences as the Jacobian are not good enough for a central difference of what is found."""
    return optimize.least_squares(lambda p: model(X, *p) - y, start, jac=slopes, **{**TIGHT, **options})


def pull_of_cauchy(z: Any) -> Any:
    return np.array([np.log1p(z), 1 / (1 + z), -1 / (1 + z) ** 2])


class Data:
    def __init__(self, y: Any) -> None:
        self.y = y

    def off(self, p: Any, x: Any) -> Any:
        return model(x, p[0], p[1]) - self.y


def rescaled(y: Any) -> Any:
    """Parameters of some 1e-6 and 1e6."""
    def slopes_of(x: Any, a: Any, b: Any) -> Any:
        return slopes((a * 1e6, b * 1e-6), x) * np.array([1e6, 1e-6])

    found, _ = optimize.curve_fit(lambda x, a, b: a * 1e6 * np.exp(-b * 1e-6 * x), X, y, p0=[1.5e-6, 1e6], jac=slopes_of,
                                  ftol=1e-15, xtol=1e-15)
    return weighted(found * np.array([1e6, 1e-6]))


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "closure": (lambda y: weighted(solved(y).x), (Y,)),
    "args": (lambda x, y: weighted(optimize.least_squares(lambda p, x, y: model(x, *p) - y, START, slopes, args=(x, y), **TIGHT).x),
             (X, Y)),
    "kwargs": (lambda y, s: weighted(optimize.least_squares(
        lambda p, y, scale: model(X, *p) - scale * y, START, args=(y,), kwargs={"scale": s}, jac=lambda p, y, scale: slopes(p),
        **TIGHT).x), (Y, 1.3)),
    "method": (lambda x, y: weighted(optimize.least_squares(Data(y).off, START, args=(x,), method="lm", **TIGHT).x), (X, Y)),
    "a list": (lambda a: weighted(optimize.least_squares(lambda p: [p[0] - a, p[1] * p[0] - 2.0, p[1] - a**2], START, **TIGHT).x),
               (1.3,)),
    "cost": (lambda y: solved(y).cost, (Y,)),
    "residuals": (lambda y: weighted(solved(y).fun), (Y,)),
    "everything": (lambda y: weighted(solved(y).x) * solved(y).cost + np.sum(solved(y)["fun"] ** 3), (Y,)),
    "a bound": (lambda y: weighted(solved(y, start=[1.5, 0.5], bounds=([0.0, 0.0], [5.0, 0.7]), method="dogbox").x), (Y,)),
    "a bound approached": (lambda y: weighted(solved(y, bounds=optimize.Bounds([0.0, 0.9], [5.0, 2.0])).x), (Y,)),
    "of a bound": (lambda y, b: weighted(solved(y, [1.5, 0.5], bounds=([0.0, 0.0], [5.0, b])).x)
                   + solved(y, [1.5, 0.5], bounds=(0.0, [5.0, b])).cost, (Y, 0.7)),
    "of bounds": (lambda y, b: weighted(solved(y, bounds=(b, [5.0, 2.0]), method="dogbox").fun), (Y, np.array([0.3, 0.9]))),
    "of Bounds": (lambda y, b: weighted(solved(y, [1.5, 0.5], bounds=optimize.Bounds([0.0, 0.0], b), method="dogbox").x),
                  (Y, np.array([5.0, 0.6]))),
    "of the scale": (lambda y, s: weighted(solved(y, loss="soft_l1", f_scale=s).x) + solved(y, loss="cauchy", f_scale=s).cost,
                     (Y, 0.4)),
    "bounds far away": (lambda y: weighted(solved(y, bounds=(-9.0, 9.0)).x), (Y,)),
    "own loss": (lambda y: weighted(solved(y, loss=pull_of_cauchy, f_scale=0.2).x), (Y,)),
    "leastsq": (lambda x, y: weighted(optimize.leastsq(lambda p, x, y: model(x, *p) - y, START, (x, y), slopes,
                                                       ftol=1e-15, xtol=1e-15)[0]), (X, Y)),
    "curve_fit": (lambda x, y: weighted(optimize.curve_fit(model, x, y, **FIT)[0]), (X, Y)),
    "curve_fit sigma": (lambda y, s: weighted(optimize.curve_fit(model, X, y, sigma=s, **FIT)[0]), (Y, S)),
    "curve_fit covariance": (lambda y, c: weighted(optimize.curve_fit(model, X, y, sigma=c @ c.T, **FIT)[0]),
                             (Y, np.linalg.cholesky(COVARIANCE))),
    "curve_fit bounds": (lambda y: weighted(optimize.curve_fit(model, X, y, bounds=(0, [3.0, 2.0]), gtol=1e-15, **FIT)[0]), (Y,)),
    "curve_fit loss": (lambda y: weighted(optimize.curve_fit(model, X, y, method="trf", loss="cauchy", **FIT)[0]), (Y,)),
    "curve_fit closure": (lambda c, y: weighted(optimize.curve_fit(lambda x, a, b: model(x, a, b) + c * x, X, y, **FIT)[0]),
                          (0.1, Y)),
    "curve_fit lists": (lambda y: weighted(optimize.curve_fit(model, list(X), [*y], **FIT)[0]), (Y,)),
    "curve_fit of a matrix": (lambda y: weighted(optimize.curve_fit(lambda x, a, b: a * x[0] + b * x[1], np.stack([X, X**2]), y,
                                                                        jac=lambda x, a, b: x.T)[0]), (Y,)),
    "curve_fit rescaled": (rescaled, (Y,)),
    "nnls of a column": (lambda a, b: weighted(optimize.nnls(a, b[:, None])[0]) + optimize.nnls(a, b[:, None])[1],
                         (np.sin(np.arange(15.0)).reshape(5, 3), np.array([1.0, 2.0, 0.3, -1.0, 0.2]))),
    "nnls": (lambda a, b: weighted(optimize.nnls(a, b)[0]) + optimize.nnls(a, b)[1],
             (np.sin(np.arange(15.0)).reshape(5, 3), np.array([1.0, 2.0, 0.3, -1.0, 0.2]))),
}


@pytest.mark.parametrize("name", CASES)
def test_derivative(name: str) -> None:
    function, args = CASES[name]
    check_gradient(function, *args, argnums=tuple(range(len(args))), rtol=1e-5, atol=2e-5, repeats=1, size=5e-3)


@pytest.mark.parametrize("loss", ["soft_l1", "huber", "cauchy", "arctan"])
def test_losses(loss: str) -> None:
    """Against differences of what Newton's method makes of SciPy's solution, which is good to half the digits."""
    scale = 0.08
    pulls: dict[str, Any] = {"soft_l1": lambda z: (1 + z) ** -0.5, "huber": lambda z: np.where(z > 1, np.maximum(z, 1) ** -0.5, 1),
                             "cauchy": lambda z: 1 / (1 + z), "arctan": lambda z: 1 / (1 + z**2)}

    def slope(p: Any, y: Any) -> Any:
        r = model(X, *p) - y
        return slopes(p).T @ (r * pulls[loss]((r / scale) ** 2))

    def exact(y: Any) -> Any:
        p = solved(y, loss=loss, f_scale=scale).x
        for _ in range(20):
            hessian = np.stack([(slope(p + e, y) - slope(p - e, y)) / 2e-6 for e in 1e-6 * np.eye(2)], axis=1)
            p = p - np.linalg.solve(hessian, slope(p, y))
        return weighted(p)

    direction = np.cos(np.arange(12.0))
    got = tangentish.grad(lambda y: weighted(solved(y, loss=loss, f_scale=scale).x))(Y) @ direction
    np.testing.assert_allclose(got, (exact(Y + 1e-5 * direction) - exact(Y - 1e-5 * direction)) / 2e-5, rtol=1e-5)
    cost = tangentish.grad(lambda y: solved(y, loss=loss, f_scale=scale).cost)(Y)
    r = model(X, *solved(Y, loss=loss, f_scale=scale).x) - Y
    np.testing.assert_allclose(cost, -r * pulls[loss]((r / scale) ** 2), rtol=1e-7)


def test_the_formula() -> None:
    """Of a linear fit the solution is known: the pseudoinverse times the data."""
    matrix = np.stack([np.ones_like(X), X], axis=1)
    found = tangentish.jacobian(lambda y: optimize.curve_fit(lambda x, a, b: a + b * x, X, y)[0])(Y)
    np.testing.assert_allclose(found, np.linalg.pinv(matrix), atol=1e-10)


def test_what_a_fit_does_not_tell() -> None:
    def spread(y: Any) -> Any:
        return np.sum(np.sqrt(np.diag(optimize.curve_fit(model, X, y)[1])))

    with pytest.raises(tangentish.UnsupportedError, match="covariance"):
        tangentish.grad(spread)(Y)
    with pytest.raises(tangentish.UnsupportedError, match="no derivative"):
        tangentish.jvp(spread, (Y,), (Y,))
    with pytest.raises(tangentish.UnsupportedError, match="Jacobian"):
        tangentish.grad(lambda y: np.sum(solved(y).jac))(Y)


@pytest.mark.parametrize("part", [
    lambda y: optimize.curve_fit(model, X, y, full_output=True)[2]["fvec"],
    lambda y: optimize.leastsq(lambda p: model(X, *p) - y, START, full_output=True)[1],
    lambda y: optimize.leastsq(lambda p: model(X, *p) - y, START, full_output=True)[2]["fvec"]])
def test_what_full_output_does_not_tell(part: Any) -> None:
    with pytest.raises(tangentish.UnsupportedError, match="information"):
        tangentish.grad(lambda y: np.sum(part(y)))(Y)
    with pytest.raises(tangentish.UnsupportedError, match="no derivative"):
        tangentish.jvp(lambda y: np.sum(part(y)), (Y,), (Y,))


@pytest.mark.parametrize("fit", [
    lambda y, **more: optimize.curve_fit(model, X, y, **FIT, **more),
    lambda y, **more: optimize.leastsq(lambda p: model(X, *p) - y, START, Dfun=slopes, ftol=1e-15, xtol=1e-15, **more)])
def test_full_output(fit: Any) -> None:
    """What fits is the same with it, and so is its derivative."""
    plain, told = (tangentish.jacobian(lambda y, more=more: fit(y, **more)[0])(Y) for more in ({}, {"full_output": True}))
    np.testing.assert_array_equal(plain, told)
    assert np.all(np.abs(plain).max(axis=1) > 1e-3)


@pytest.mark.parametrize("function", [
    lambda y: optimize.curve_fit(lambda x, a, b: a + b - x, X, y)[0][0],  # only the sum of the two is known
    lambda y: optimize.lsq_linear(np.stack([X, X**2], axis=1), y, bounds=(0.1, 2.0)).x[0],
])
def test_refused(function: Any) -> None:
    for derivative in (lambda: tangentish.grad(function)(Y), lambda: tangentish.jvp(function, (Y,), (Y,))):
        with pytest.raises(tangentish.TangentishError, match=r"test_scipy_least_squares\.py|scipy"):
            derivative()
