"""Distributions of SciPy that are objects: where what they give is searched for."""

from __future__ import annotations

from typing import Any

import pytest
import scipy.stats as stats

import tangentish
from tests.oracle import check_gradient

if not hasattr(stats, "Uniform"):
    pytest.skip("SciPy has them from 1.16 on", allow_module_level=True)

MADE: dict[str, Any] = {
    "uniform": lambda a, b: stats.Uniform(a=a, b=b),
    "logarithm": lambda a, b: stats.log(stats.Uniform(a=a, b=b)),
    "mixture": lambda a, b: stats.Mixture([stats.Normal(mu=a, sigma=b), stats.Normal(mu=1.0, sigma=0.7)], weights=[0.4, 0.6]),
}


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("method", ["ilogcdf", "ilogccdf"])
def test_inverses_of_logarithms(name: str, method: str) -> None:
    """The search begins where the logarithm is infinite."""
    def fun(a: Any, b: Any, q: Any) -> Any:
        return getattr(MADE[name](a, b), method)(q)

    check_gradient(fun, 0.3, 1.4, -0.9, argnums=(0, 1, 2), repeats=1)
    assert tangentish.value_and_grad(fun)(0.3, 1.4, -0.9)[0] == pytest.approx(fun(0.3, 1.4, -0.9), rel=1e-12)


def test_the_far_tail_is_refused() -> None:
    with pytest.raises(tangentish.UnsupportedError, match="below"):
        tangentish.grad(lambda a: stats.Uniform(a=a, b=1.4).ilogcdf(-40.0))(0.3)
