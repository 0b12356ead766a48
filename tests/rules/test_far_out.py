"""Slopes at numbers whose square Python says is out of range: they are there, and are zero."""

from __future__ import annotations

import math
from typing import Any

import pytest
from scipy import special

import tangentish


@pytest.mark.parametrize("fun", [
    special.erf, special.erfc, special.ndtr, math.erf, math.erfc, lambda x: special.owens_t(x, 0.5),
    lambda x: special.owens_t(0.5, x), lambda x: special.fdtr(2.0, 3.0, x), lambda x: special.fdtrc(2.0, 3.0, x)])
@pytest.mark.parametrize("x", [1e200, 1e160])
def test_zero(fun: Any, x: float) -> None:
    assert tangentish.grad(fun)(x) == 0.0
    assert tangentish.jvp(fun, (x,), (1.0,))[1] == 0.0


def test_inverse_of_box_and_cox() -> None:
    found = tangentish.grad(lambda x: special.inv_boxcox(x, 2.0))(1e200)
    assert found == pytest.approx(0.5 * 2.0**0.5 * 1e-100, rel=1e-6)
