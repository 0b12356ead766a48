"""Derivatives that have no closed form, by differences; their bodies can be differentiated in their turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as special
from scipy.special import _ufuncs


def slope_in(function: Any, place: int, a: Any, b: Any = None, c: Any = None, d: Any = None) -> Any:
    """The derivative with respect to a positive shape, the argument at `place`, that has no closed form.

    By differences of sixth order whose step goes with the scale on which a distribution changes with its shape; the error
    is some 1e-12 of that change. Calculated in double precision. It is linear in the function, and the step is a constant:
    its own derivative by an argument is the same difference of the function's derivative by that argument.
    """
    return differences(function, place, step_in(place, a, b, c, d), a, b, c, d)


def slope_near(function: Any, place: int, a: Any, b: Any = None, c: Any = None, d: Any = None) -> Any:
    """The same for a parameter of any sign, which counts in ones: a location, say."""
    return differences(function, place, np.float64(0.01), a, b, c, d)


def step_in(place: int, *args: Any) -> Any:
    """The step of `slope_in`."""
    shape = np.asarray(args[place], np.float64)
    return 0.02 * np.minimum(shape, np.sqrt(shape))


def differences(function: Any, place: int, step: Any, a: Any, b: Any = None, c: Any = None, d: Any = None) -> Any:
    """The derivative of a function of one to four arguments, by differences of sixth order."""
    total = 0.0
    far = np.isinf(step)
    step = np.where(far, 1.0, step)[()]
    for count, weight in ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60)):
        ahead = _shifted(function, place, count * step, a, b, c, d)
        total = total + weight * (ahead - _shifted(function, place, -count * step, a, b, c, d))
    return np.where(far, 0.0, total / step)[()]  # what is infinitely far goes no further


def _shifted(function: Any, place: int, by: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """`function` of its arguments, which are not None, with the one at `place` moved."""
    if place == 0:
        a = a + by
    elif place == 1:
        b = b + by
    elif place == 2:
        c = c + by
    else:
        d = d + by
    if b is None:
        return function(a)
    if c is None:
        return function(a, b)
    return function(a, b, c) if d is None else function(a, b, c, d)


def hyp2f1_by(place: int, a: Any, b: Any, c: Any, z: Any) -> Any:
    """The derivative of `hyp2f1(a, b, c, z)` with respect to the parameter at `place`, which goes with powers of `1 - z`."""
    step = step_of_powers(np.subtract(1.0, z))
    return differences(special.hyp2f1, place, step_off_poles(step, c) if place == 2 else step, a, b, c, z)


def hyp1f1_by(place: int, a: Any, b: Any, x: Any) -> Any:
    """The same of `hyp1f1(a, b, x)`."""
    step = step_of_powers(1.0 + np.abs(x))
    return differences(special.hyp1f1, place, step_off_poles(step, b) if place == 1 else step, a, b, x)


def by_order(function: Any, v: Any, z: Any) -> Any:
    """The derivative of a Bessel function with respect to its order, which goes with powers of `z / 2`."""
    return differences(function, 0, step_of_powers(np.multiply(z, 0.5)), v, z)


def step_of_powers(x: Any) -> Any:
    """The step for the exponents of a number: these change it on the scale of its logarithm."""
    size = np.abs(np.asarray(x, np.complex128 if np.iscomplexobj(x) else np.float64))
    return 0.01 / (1 + np.abs(np.log(np.where((size == 0) | ~np.isfinite(size), 1.0, size))))


def step_off_poles(step: Any, c: Any) -> Any:
    """A step that stays far from the poles, at 0 and at whole numbers below it."""
    c = np.asarray(c, np.float64)
    return np.minimum(step, 0.005 * np.where(c > 0, c, np.abs(c - np.round(c))))


def gammainc_by_a(a: Any, x: Any) -> Any:
    """The derivative of `gammainc(a, x)` with respect to `a`; like the next ones it has a closed derivative by `x`."""
    return slope_in(special.gammainc, 0, a, x)


def gammaincc_by_a(a: Any, x: Any) -> Any:
    """The same of `gammaincc(a, x)`, to full precision where that is small."""
    return slope_in(special.gammaincc, 0, a, x)


def betainc_by_a(a: Any, b: Any, x: Any) -> Any:
    """The derivative of `betainc(a, b, x)` with respect to `a`."""
    return slope_in(special.betainc, 0, a, b, x)


def betainc_by_b(a: Any, b: Any, x: Any) -> Any:
    """The derivative of `betainc(a, b, x)` with respect to `b`."""
    return slope_in(special.betainc, 1, a, b, x)


def betaincc_by_a(a: Any, b: Any, x: Any) -> Any:
    """The derivative of `betaincc(a, b, x)` with respect to `a`."""
    return slope_in(special.betaincc, 0, a, b, x)


def betaincc_by_b(a: Any, b: Any, x: Any) -> Any:
    """The derivative of `betaincc(a, b, x)` with respect to `b`."""
    return slope_in(special.betaincc, 1, a, b, x)


def harmonic_slope(n: Any, a: Any, order: int = 1) -> Any:
    """A derivative of `_gen_harmonic(n, a)` with respect to `a`."""
    return _repeated(lambda moved: _ufuncs._gen_harmonic(n, moved), n, a, order)


def normalized_harmonic_slope(j: Any, k: Any, n: Any, a: Any, order: int = 1) -> Any:
    """A derivative of `_normalized_gen_harmonic(j, k, n, a)` with respect to `a`."""
    return _repeated(lambda moved: _ufuncs._normalized_gen_harmonic(j, k, n, moved), n, a, order)


def _repeated(function: Any, n: Any, a: Any, order: int) -> Any:
    """The derivative of an order by differences of differences; terms up to `n` to a power change on the scale of a logarithm."""
    step = 0.04 / (1 + np.log(n))
    weights = np.ones(1)
    for _ in range(order):
        weights = np.convolve(weights, np.array([-1 / 60, 3 / 20, -3 / 4, 0.0, 3 / 4, -3 / 20, 1 / 60]))
    total = 0.0
    for place, weight in enumerate(weights, -3 * order):
        total = total + weight * function(a + place * step)
    return total / step**order


__all__ = ["betainc_by_a", "betainc_by_b", "betaincc_by_a", "betaincc_by_b", "by_order", "differences", "gammainc_by_a",
           "gammaincc_by_a", "harmonic_slope", "hyp1f1_by", "hyp2f1_by", "normalized_harmonic_slope", "slope_in", "slope_near",
           "step_in", "step_of_powers", "step_off_poles"]
