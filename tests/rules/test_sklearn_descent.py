"""Coordinate descent in scikit-learn, carried on until nothing changes, against central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

linear_model = pytest.importorskip("sklearn.linear_model")
descent = pytest.importorskip("sklearn.linear_model._cd_fast")

DRAWN = np.random.default_rng(0)
X = DRAWN.normal(size=(12, 4))
Y = X @ [1.5, 0.0, -2.0, 0.3] + 0.1 * DRAWN.normal(size=12)
WEIGHTS = np.linspace(0.5, 1.5, 12)
BY = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]])
EXACT: dict[str, Any] = {"tol": 1e-13, "max_iter": 100_000}


def compiled(alpha: Any, beta: Any, x: Any, y: Any) -> Any:
    w, x = np.zeros(4), np.asfortranarray(x)
    found = descent.enet_coordinate_descent(w, alpha, beta, x, y, 100_000, 1e-13, np.random.RandomState(0), False, False, True)
    return np.sum(found[0] * BY[:, 0]) + w[2] ** 2


FITS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "in place": (compiled, (1.2, 0.3, X, Y)),
    "lasso": (lambda a, x, y: np.sum(linear_model.Lasso(alpha=a, **EXACT).fit(x, y).coef_ * BY[:, 0]), (0.1, X, Y)),
    "weights, positive": (lambda a, ratio, w: linear_model.ElasticNet(
        alpha=a, l1_ratio=ratio, positive=True, **EXACT).fit(X, Y, sample_weight=w).intercept_, (0.1, 0.4, WEIGHTS)),
    "a path from one penalty to the next": (lambda x, y: np.sum(BY * linear_model.lasso_path(
        x, y, alphas=[0.1, 0.2], tol=1e-13)[1]), (X, Y)),
    "products known before": (lambda x: np.sum(linear_model.Lasso(alpha=0.1, precompute=True, **EXACT).fit(x, Y).predict(X) ** 2),
                              (X,)),
}


@pytest.mark.parametrize("name", FITS)
def test_coefficients(name: str) -> None:
    fit, args = FITS[name]
    check_gradient(fit, *args, argnums=tuple(range(len(args))), size=1e-4, repeats=1)
    assert tangentish.value_and_grad(fit)(*args)[0] == fit(*args)


def test_features_that_are_the_same() -> None:
    twice = np.hstack([X, X + 1e-15])
    with pytest.raises(tangentish.UnsupportedError, match="not the only ones"):
        tangentish.grad(lambda a: linear_model.Lasso(alpha=a).fit(twice, Y).coef_[0])(0.1)
