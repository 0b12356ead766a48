"""`rvs` of distributions: the same numbers as SciPy's, and how they move with the parameters, against central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.stats as stats

import tangentish
from tests.oracle import check_gradient

W = np.array([1.0, 2.0, 3.0])

DRAWS: dict[str, Any] = {
    "frozen": lambda a, b: W * stats.norm(loc=a, scale=b).rvs(3, random_state=1),
    "by position": lambda a, b: W * stats.weibull_min.rvs(b, np.array([a, 0.3, 0.4]), 1.0, 3, random_state=5),
    "from a generator": lambda a, b: W * stats.expon.rvs(a, scale=b, size=3, random_state=np.random.default_rng(0)),
    "axes of one entry": lambda a, b: W * stats.lognorm.rvs(b, np.reshape(np.array([a, 0.3, 0.4]), (1, 3)), size=3, random_state=5),
    "rows": lambda a, b: W * stats.pareto.rvs(np.reshape(np.array([b, 1.3]), (2, 1)), a, size=(2, 3), random_state=5),
    "one number": lambda a, b: stats.lognorm.rvs(s=b, loc=a, random_state=5),
    "of no width": lambda a, b: b * stats.norm.rvs(a, 0.0, size=2, random_state=5),
    "whole numbers": lambda a, b: a * b * stats.poisson.rvs(3.0 * b, size=4, random_state=5),
}


@pytest.mark.parametrize("name", DRAWS)
def test_draws(name: str) -> None:
    def fun(a: Any, b: Any) -> Any:
        return np.sum(DRAWS[name](a, b))

    check_gradient(fun, 0.4, 0.7, argnums=(0, 1), size=1e-4, repeats=1)
    assert tangentish.value_and_grad(fun)(0.4, 0.7)[0] == fun(0.4, 0.7)


def test_parameters_that_do_not_do() -> None:
    for function in (lambda a: stats.norm.rvs(a, -a), tangentish.grad(lambda a: stats.norm.rvs(a, -a))):
        with pytest.raises(ValueError, match="must be positive"):
            function(0.4)
    with pytest.raises(ValueError, match="size does not match"):
        tangentish.grad(lambda a: np.sum(stats.norm.rvs(a * W, 1.0, size=2)))(0.4)


def test_the_stream_goes_on() -> None:
    source, other = np.random.default_rng(3), np.random.default_rng(3)
    tangentish.grad(lambda a: stats.norm.rvs(a, size=(), random_state=source))(0.4)
    stats.norm.rvs(0.4, size=(), random_state=other)
    assert source.random() == other.random()
