"""Parameters for which SciPy takes a limit formula that does not name them: the derivative is what it is beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.stats as stats

import tangentish
from tests.oracle import check_gradient

X, U = np.array([0.3, 0.8]), np.array([0.2, 0.9])
SIGNED, BY = np.array([0.3, -0.8, 1.7, -0.2]), np.array([0.4, 1.1, 0.7, 0.9])
SEEN, MEANT = np.array([16.0, 18.0, 17.0, 14.0]), np.array([15.0, 21.0, 16.5, 12.5])
OUTSIDE = np.array([-7.0, -1.2, 0.0, 0.4, 5.0, np.inf, -np.inf, np.nan])
SHAPES = {"genpareto": (0.0,), "genextreme": (0.0,), "skewnorm": (0.0,), "pearson3": (0.0,), "kappa4": (0.0, 0.0)}
METHODS = ("pdf", "logpdf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf")


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("method", METHODS)
def test_distributions(name: str, method: str) -> None:
    method_of = getattr(getattr(stats, name), method)

    def fun(*args: Any) -> Any:
        return np.sum(method_of(*args) * np.array([1.0, 1.7]))

    check_gradient(fun, U if method in ("ppf", "isf") else X, *SHAPES[name], argnums=tuple(range(1 + len(SHAPES[name]))),
                   repeats=1, size=0.03 if name == "pearson3" else 1e-3)  # SciPy is less exact beside a skew of 0


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("shape", [0.0, 1e-9, 0.004, -0.02, 0.7, 1.0, -1.0, 2.5])
def test_values(name: str, shape: float) -> None:
    """Inside and outside of the support, at its ends, and for parameters on either side."""
    shapes = (shape,) * len(SHAPES[name])
    for method in METHODS:
        places = np.array([0.0, 0.3, 0.9, 1.0, 1.2]) if method in ("ppf", "isf") else np.append(OUTSIDE, [1.0, -1.0, 1 / 2.5])
        method_of = getattr(getattr(stats, name), method)

        def fun(*shapes: Any, method_of: Any = method_of, places: Any = places) -> Any:
            return method_of(places, *shapes)

        found, _ = tangentish.jvp(fun, shapes, (1.0,) * len(shapes))
        rtol = 1e-6 if shape == 1e-9 else 1e-9  # where SciPy's formulas are less exact
        np.testing.assert_allclose(found, fun(*shapes), rtol=rtol, atol=1e-12, err_msg=method)


TRANSFORMS: dict[str, tuple[Any, float]] = {
    "Yeo and Johnson, 0": (lambda p: np.sum(BY * stats.yeojohnson(SIGNED, p)), 0.0),
    "Yeo and Johnson, 2": (lambda p: np.sum(BY * stats.yeojohnson(SIGNED, p)), 2.0),
    "Yeo and Johnson, 0.4": (lambda p: np.sum(BY * stats.yeojohnson(SIGNED, p)), 0.4),
    "likelihood of these": (lambda p: stats.yeojohnson_llf(p, SIGNED), 0.0),
    "likelihood of Box and Cox": (lambda p: stats.boxcox_llf(p, BY), 0.0),
    "that of another": (lambda p: stats.boxcox_llf(p, BY), -0.6),
    "power mean": (lambda p: stats.pmean(BY, p), 0.0),
    "weighted power mean": (lambda p: stats.pmean(BY, p, weights=X.repeat(2)), 0.0),
    **{f"divergence, {at}": (lambda p: stats.power_divergence(SEEN, MEANT, lambda_=p)[0], at) for at in (0.0, 1.0, -1.0, 0.4)},
    **{f"divergence near, {at}": (lambda p: stats.power_divergence(SEEN, lambda_=p)[0], at) for at in (0.004, -0.996, 0.0, -1.0)},
    "power mean of another": (lambda p: stats.pmean(BY, p, weights=X.repeat(2)), -1.3),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms(name: str) -> None:
    fun, at = TRANSFORMS[name]
    check_gradient(fun, at, repeats=1)
    slope = tangentish.grad(fun)
    second = (slope(at + 0.01) - slope(at - 0.01)) / 0.02
    assert tangentish.hessian(fun)(at) == pytest.approx(second, rel=1e-3)
    assert tangentish.value_and_grad(fun)(at)[0] == pytest.approx(fun(at), rel=1e-10 if "divergence near" in name else 1e-12)


@pytest.mark.parametrize("power", [None, "log-likelihood", "freeman-tukey", -1, 0.0, 1.0, 1, 2.5])
@pytest.mark.parametrize("expected", [None, MEANT])
def test_divergences_by_the_data(power: Any, expected: Any) -> None:
    def fun(observed: Any) -> Any:
        statistic, p_value = stats.power_divergence(observed * 65.0 / np.sum(observed), expected, 1, lambda_=power)
        return statistic + 10.0 * p_value

    check_gradient(fun, SEEN, repeats=1)
    assert tangentish.value_and_grad(fun)(SEEN)[0] == pytest.approx(fun(SEEN), rel=1e-12)
    assert tangentish.grad(lambda x: np.sum(stats.chisquare(np.stack([x, x[::-1]]), axis=1).pvalue))(SEEN).shape == (4,)


def test_sums_that_do_not_agree() -> None:
    with pytest.raises(ValueError, match="must agree"):
        tangentish.grad(lambda p: stats.power_divergence(SEEN, 2 * MEANT, lambda_=p)[0])(0.5)


@pytest.mark.parametrize("fun, at", [(lambda b: stats.rice.logpdf(1.3, b), 0.0), (lambda k: stats.vonmises.pdf(0.7, k), 0.0)])
def test_slopes_at_the_least_value_of_a_parameter(fun: Any, at: float) -> None:
    h = 1e-5
    beside = (4 * fun(at + h) - 3 * fun(at) - fun(at + 2 * h)) / (2 * h)
    assert tangentish.grad(fun)(at) == pytest.approx(beside, abs=1e-6)
    assert tangentish.jvp(fun, (at,), (1.0,))[1] == pytest.approx(beside, abs=1e-6)


@pytest.mark.parametrize("name", ["genpareto", "genextreme", "pearson3", "skewnorm"])
def test_second_derivatives(name: str) -> None:
    def fun(shape: float) -> Any:
        return np.sum(getattr(stats, name).logpdf(X, shape))

    slope = tangentish.grad(fun)
    assert tangentish.hessian(fun)(0.0) == pytest.approx((slope(0.02) - slope(-0.02)) / 0.04, rel=2e-3)
