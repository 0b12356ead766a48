"""The distributions of `scipy.stats` through their own Python source, and hard points of `scipy.special`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.optimize as optimize
import scipy.special as special
import scipy.stats as stats

import tangentish
from tangentish import library
from tests.oracle import check_gradient, directional, random_like

X, Q = np.array([0.31, 0.52, 0.93, 1.24]), np.array([0.2, 0.45, 0.7])
SHAPES: dict[str, tuple[float, ...]] = {
    "norm": (0.3, 1.4), "gamma": (1.4,), "beta": (1.2, 2.1, 0.0, 2.0), "t": (3.3,), "expon": (0.1, 1.3), "uniform": (0.1, 2.3),
    "lognorm": (0.7,), "chi2": (3.2,), "f": (3.2, 4.1), "cauchy": (0.1, 1.2), "laplace": (0.1, 1.2), "logistic": (0.1, 1.2),
    "weibull_min": (1.3,), "pareto": (1.2, 0.0, 0.1), "invgamma": (1.4,), "rayleigh": (0.1, 1.3), "gumbel_r": (0.1, 1.3),
    "genextreme": (0.2,), "truncnorm": (-1.0, 2.0), "nakagami": (1.2,), "halfcauchy": (0.1, 1.2)}


def weighted(x: Any) -> Any:
    return np.sum(np.cos(np.arange(1, np.size(x) + 1)) * np.ravel(x)) + 0.3 * np.sum(x**2)


@pytest.mark.parametrize("method", ["logpdf", "cdf", "ppf"])
@pytest.mark.parametrize("name", SHAPES)
def test_continuous(name: str, method: str) -> None:
    distribution, shapes = getattr(stats, name), SHAPES[name]
    places = Q if method == "ppf" else X

    def value(x: Any, p: Any) -> Any:
        return weighted(getattr(distribution, method)(x, *[p[k] for k in range(len(shapes))]))

    check_gradient(value, places, np.array(shapes), argnums=(0, 1), size=1e-4, repeats=1)


OTHERS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "poisson": (lambda m: weighted(stats.poisson.logpmf(np.array([0, 2, 5]), m)), (1.7,)),
    "binom": (lambda p: weighted(stats.binom.logpmf(np.array([0, 2, 5]), 5, p)), (0.3,)),
    "frozen": (lambda m, s: weighted(stats.norm(m, s).logpdf(X)), (0.3, 1.2)),
    "rosen": (optimize.rosen, (X,)),
    "rosen_der": (lambda x: weighted(optimize.rosen_der(x)), (X,)),
    "zscore": (lambda x: weighted(stats.zscore(x)), (X,)),
    "frozen support": (lambda c: stats.genhalflogistic(c).b * weighted(stats.genhalflogistic(c, scale=c).sf(Q)) + stats.gamma(c).a,
                       (0.7,)),
    "frozen gamma": (lambda a: weighted(stats.gamma(a, scale=2.0).cdf(X)) + stats.gamma(a).mean(), (1.3,)),
    "frozen norm": (lambda m, s: stats.norm(m, s).median() * stats.norm(m, s).interval(0.8)[0] + stats.norm(m, s).stats()[1]
                    + stats.norm(m, s).moment(2) * stats.norm(m, s).entropy(), (0.3, 1.2)),
    "skew": (lambda x: stats.skew(x) + stats.kurtosis(x, bias=False) + stats.moment(x, 3), (X,)),
    "circmean": (lambda x: stats.circmean(x) + stats.circstd(x), (X,)),
    "an inverse with a loop of its own": (
        lambda q, a: weighted(stats.norminvgauss.isf(q, a, 0.5)) + stats.norminvgauss(a, 0.5).isf(0.3), (Q, 1.25)),
    "a moment by quantiles": (lambda c, s: stats.powerlognorm.mean(c, s) + stats.powerlognorm.var(c, s), (2.1, 0.4)),
    "variation": (lambda x: stats.variation(x, ddof=1), (X,)),
    "ttest": (lambda x: stats.ttest_1samp(x, 0.1).pvalue + stats.ttest_ind(x, x**2).statistic, (X,)),
    "multigammaln": (lambda a: special.multigammaln(a, 2), (2.3,)),
}


@pytest.mark.parametrize("name", OTHERS)
def test_others(name: str) -> None:
    function, args = OTHERS[name]
    argnums = tuple(range(len(args)))
    check_gradient(function, *args, argnums=argnums, size=1e-4, repeats=1)
    directions = tuple(random_like(arg, np.random.default_rng(1)) for arg in args)
    tangent = tangentish.jvp(function, args, directions)[1]
    assert np.isclose(tangent, directional(function, args, argnums, directions, 1e-4), rtol=1e-5, atol=1e-7)


def test_infinite_slopes_count_for_nothing() -> None:
    """Where no cotangent comes in, the infinite slopes at 0 leave no nan."""
    x, mask = np.array([0.0, 0.5]), np.array([False, True])
    y = np.array([0.3, 0.4])
    np.testing.assert_allclose(tangentish.grad(lambda x: np.sum(np.where(mask, special.entr(x), 0.0)))(x), [0, -1 - np.log(0.5)])
    np.testing.assert_allclose(tangentish.grad(lambda x: np.sum(np.where(mask, special.rel_entr(x, y), 0.0)))(x),
                               [0, 1 + np.log(0.5 / 0.4)])
    np.testing.assert_allclose(tangentish.grad(lambda x: np.sum(special.xlogy(x, y)))(x), np.log(y))
    np.testing.assert_allclose(tangentish.grad(lambda y: np.sum(special.xlogy(x, y)))(np.array([0.0, 2.0])), [0, 0.25])


def test_tails() -> None:
    """Limits known in closed form: expit falls as exp(x), the hazard of the normal distribution grows as -x."""
    np.testing.assert_allclose(tangentish.grad(special.expit)(-40.0), np.exp(-40.0))
    np.testing.assert_allclose(tangentish.grad(special.expit)(40.0), np.exp(-40.0))
    np.testing.assert_allclose(tangentish.grad(special.log_ndtr)(-1e6), 1e6, rtol=1e-11)
    np.testing.assert_allclose(tangentish.grad(special.erfcx)(1e6), -1e-12 / np.sqrt(np.pi), rtol=1e-11)


COVARIANCE = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, 0.2], [0.1, 0.2, 1.5]])
MEAN, POINTS = np.array([0.61, 1.27, 0.93]), np.arange(15.0).reshape(5, 3) % 4


@pytest.mark.parametrize("function", [
    lambda x: stats.multivariate_normal.logpdf(x, np.zeros(3), COVARIANCE),
    lambda x: stats.multivariate_normal.logpdf(np.ones(3), x, COVARIANCE * x[0]),
    lambda x: np.sum(stats.multivariate_normal.logpdf(POINTS, x, COVARIANCE * x[0] + np.outer(x, x))),
    lambda x: np.sum(stats.multivariate_normal.logpdf(POINTS, x, COVARIANCE + np.triu(np.outer(x, x), 1))),  # is not read
    lambda x: np.sum(stats.multivariate_normal.pdf(POINTS, mean=x, cov=x[1])),
    lambda x: np.sum(stats.multivariate_normal.logpdf(POINTS, mean=x, cov=x * x)),
    lambda x: np.sum(stats.multivariate_normal.logpdf(x)),
    lambda x: np.sum(stats.multivariate_normal.logpdf(POINTS.reshape(5, 1, 3) * x, x, COVARIANCE)),
    lambda x: stats.multivariate_normal.logpdf(x[0], x[1], x[2]),
    lambda x: stats.multivariate_normal.logpdf(x, cov=COVARIANCE),
    lambda x: stats.multivariate_normal.logpdf(x, np.zeros(3), COVARIANCE * x[0] ** 2, True),  # and is not singular
    lambda x: stats.multivariate_normal.logpdf(x[0], cov=COVARIANCE),  # one number for all components
    lambda x: stats.multivariate_normal.logpdf(x[:1], x, COVARIANCE),
])
def test_multivariate_normal(function: Any) -> None:
    check_gradient(function, MEAN, repeats=1)


@pytest.mark.parametrize("arguments", [
    (POINTS, MEAN, COVARIANCE), (MEAN, None, COVARIANCE), (POINTS, MEAN, 2.0), (0.5, 1.0, 2.0), (np.arange(4.0), 1.0, 2.0),
    (POINTS.reshape(5, 1, 3), MEAN, COVARIANCE), (MEAN,), (POINTS, MEAN, MEAN),
    (0.7, MEAN, COVARIANCE), (MEAN[:1], MEAN, COVARIANCE)])
def test_multivariate_normal_has_the_value_of_scipys(arguments: Any) -> None:
    ours = library.replacement(type(stats.multivariate_normal).logpdf)
    want = stats.multivariate_normal.logpdf(*arguments)
    got = ours(None, *arguments)
    assert np.shape(got) == np.shape(want)
    np.testing.assert_allclose(got, want, rtol=1e-12)


def test_points_of_another_size_are_refused_as_scipy_refuses_them() -> None:
    with pytest.raises(ValueError, match=r"broadcast"):
        tangentish.grad(lambda x: np.sum(stats.multivariate_normal.logpdf(x, cov=COVARIANCE)))(np.ones(6))


def test_multivariate_normal_of_a_singular_matrix_is_refused() -> None:
    with pytest.raises(tangentish.UnsupportedError, match=r"multivariate_normal"):
        tangentish.grad(lambda x: stats.multivariate_normal.logpdf(x, cov=np.ones((3, 3)), allow_singular=True))(MEAN)


def corner(distribution: Any) -> Any:
    return distribution.shape[0][1] * distribution.shape[1, 1]


def test_attributes_with_the_names_of_those_of_arrays() -> None:
    """The shape of this distribution is a matrix."""
    matrix, direction = np.array([[2.1, 0.3], [0.3, 1.5]]), np.array([[0.3, 0.2], [-0.7, 0.4]])
    check_gradient(lambda r: corner(stats.multivariate_t(X[:2], matrix + r * direction)), 0.2)
    check_gradient(lambda r: np.sum(stats.multivariate_t(X[:2], matrix + r * direction).shape ** 2), 0.2)


def test_operators_that_are_called() -> None:
    """After a polynomial was met, operators are called by what their operands are; where nothing flows back, nothing does."""
    with np.errstate(invalid="ignore"):
        check_gradient(lambda a, s: stats.skewnorm.moment(3, a, 0.3, s), 4.0, 1.4, argnums=(0, 1), size=1e-4, repeats=1)
    with np.errstate(invalid="ignore"):  # at the ends of the support, which are infinite
        check_gradient(lambda a, s: stats.skewnorm.expect(np.cos, args=(a,), loc=0.3, scale=s), 4.0, 1.4, argnums=(0, 1), repeats=1)
