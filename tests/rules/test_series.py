"""Rules that use a series near a point where the formula loses its digits: right on both sides of where they change over."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import special

import tangentish

Long = np.longdouble
NEAR = [sign * x for x in np.geomspace(1e-5, 2.0, 60) for sign in (1.0, -1.0)]


def slope(f: Callable[[Any], Any], x: float) -> float:
    """The derivative by central differences in extended precision, of which the error is about 1e-12."""
    h = Long(1e-3)

    def central(h: Any) -> Any:
        return (f(Long(x) + h) - f(Long(x) - h)) / (2 * h)

    first, second, third = central(h), central(h / 2), central(h / 4)
    once, twice = (4 * second - first) / 3, (4 * third - second) / 3
    return float((16 * twice - once) / 15)


def sinc(x: Any) -> Any:
    t = Long(math.pi) * x
    return np.sin(t) / t if t else Long(1)


def exprel(x: Any) -> Any:
    return np.expm1(x) / x if x else Long(1)


@pytest.mark.skipif(np.finfo(Long).eps > 1e-18, reason="no extended precision here")
@pytest.mark.parametrize("function, exact", [(np.sinc, sinc), (special.exprel, exprel)])
def test_series(function: Any, exact: Callable[[Any], Any]) -> None:
    def f(x: Any) -> Any:
        return function(x)

    for x in [0.0, *NEAR]:
        got, want = float(tangentish.grad(f)(x)), slope(exact, x)
        assert abs(got - want) <= 1e-10 * max(1.0, abs(want)), (x, got, want)
