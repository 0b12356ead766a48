"""Samples divided by scikit-learn into those to learn from and those to test with, against central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

model_selection = pytest.importorskip("sklearn.model_selection")

DRAWN = np.random.default_rng(0)
X = DRAWN.normal(size=(12, 2))
Y = X @ [1.5, -2.0] + 0.1 * DRAWN.normal(size=12)
LABELS = [0, 1] * 6


def by(x: Any) -> Any:
    return np.sum(np.cos(np.arange(float(np.size(x)))).reshape(np.shape(x)) * x**2)


def halves(x: Any, y: Any) -> Any:
    learnt, tested, given, asked = model_selection.train_test_split(x, y, test_size=0.3, random_state=0)
    slope = np.linalg.lstsq(learnt, given, rcond=None)[0]
    return by(asked - tested @ slope)


def of_lists(x: Any, y: Any) -> Any:
    return by(np.array(model_selection.train_test_split(list(y), x, stratify=LABELS, random_state=2)[1]))


def in_order(x: Any, y: Any) -> Any:
    first, second = model_selection.train_test_split(x * y[:, None], shuffle=False)
    return by(first) * np.sum(second)


def folds(x: Any, y: Any) -> Any:
    total = 0.0
    for learnt, tested in model_selection.KFold(3, shuffle=True, random_state=0).split(x, y):
        slope = np.linalg.lstsq(x[learnt], y[learnt], rcond=None)[0]
        total += by(y[tested] - x[tested] @ slope)
    return total


def by_name(x: Any, y: Any) -> Any:
    folds = model_selection.StratifiedKFold(3)
    parts = [by(x[learnt]) * np.sum(y[tested]) for learnt, tested in folds.split(x, LABELS)]
    return sum(parts) + sum(by(y[tested]) for _, tested in model_selection.LeaveOneOut().split(x))


@pytest.mark.parametrize("fun", [halves, of_lists, in_order, folds, by_name])
def test_divided(fun: Any) -> None:
    check_gradient(fun, X, Y, argnums=(0, 1), size=1e-4, repeats=1)


def test_arrays_of_other_sizes() -> None:
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        tangentish.grad(lambda x: np.sum(model_selection.train_test_split(x, Y[:5])[0]))(X)
