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


@pytest.mark.parametrize("fun", [
    special.i1e, special.k1e, lambda x: special.gammainc(2.0, x), lambda x: special.gammaincc(2.0, x),
    lambda x: special.gammainc(x, 2.0), lambda x: special.chdtr(3.0, x), lambda x: special.chdtrc(3.0, x),
    lambda x: special.chdtrc(x, 3.0), lambda x: special.gdtr(1.5, 2.0, x), lambda x: special.gdtrc(x, 2.0, 1.5),
    lambda x: special.fdtr(3.0, 4.0, x), lambda x: special.fdtrc(3.0, 4.0, x), lambda x: special.betainc(x, 2.0, 0.5)])
def test_infinitely_far(fun: Any) -> None:
    assert tangentish.grad(fun)(math.inf) == 0.0
    assert tangentish.jvp(fun, (math.inf,), (1.0,))[1] == 0.0


@pytest.mark.parametrize(("fun", "second"), [
    (special.i0e, 0.125), (special.i1e, -0.375), (special.k0e, -0.125), (special.k1e, 0.375)])
@pytest.mark.parametrize("x", [1e20, 3e6, 1e300])
def test_scaled_bessel_functions(fun: Any, second: float, x: float) -> None:
    want = -fun(x) / x * (0.5 + second / x)
    assert tangentish.grad(fun)(x) == pytest.approx(want, rel=1e-9)
    assert tangentish.jvp(fun, (x,), (1.0,))[1] == pytest.approx(want, rel=1e-9)


@pytest.mark.parametrize(("z", "m"), [
    (0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (0.0, -1.0), (0.0, 0.5), (-1.0, 1.0), (-1.0, 2.0), (-2.0, 1.0), (-2.0, 2.0), (-2.0, 0.5),
    (-2.0, -2.0), (1.5, 2.5)])
def test_rising_factorials_at_poles(z: float, m: float) -> None:
    want = (special.poch(z + 1e-6, m) - special.poch(z - 1e-6, m)) / 2e-6
    assert tangentish.grad(special.poch)(z, m) == pytest.approx(want, rel=1e-6, abs=1e-9)
    assert tangentish.jvp(special.poch, (z, m), (1.0, 0.0))[1] == pytest.approx(want, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("y", [2.0, 3.0, -1.0, 0.0])
def test_powers_of_negative_numbers(y: float) -> None:
    want = 0.0 if y == 0.0 else y * (-0.5) ** (y - 1.0)
    assert tangentish.grad(special.powm1)(-0.5, y) == want
    assert tangentish.jvp(special.powm1, (-0.5, y), (1.0, 0.0))[1] == want
