"""Tangents of roots, which are found from reverse sweeps, of functions that captured what lies in memory of other types."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.optimize as optimize

import tangentish

C, C_DOT = np.array([10.0, 12.0]), np.array([0.3, -0.5])


def roots(start: Any, c: Any) -> Any:
    return optimize.fsolve(lambda x: x**3 + x - c, start)


def called_with_an_array_beside(f: Callable[..., Any]) -> Callable[..., Any]:
    return lambda c: np.sum(f(np.array([1.2, 1.3]), c))


def wanted() -> Any:
    """The root x of x^3 + x = c has the derivative 1 / (3 x^2 + 1)."""
    x = roots(np.ones(2), C)
    return np.sum(C_DOT / (3 * x**2 + 1))


def in_bytes(values: Any, dtype: Any, buffer: Any) -> Any:
    held = buffer.view(dtype)
    held[:] = values
    return held


def test_what_lies_in_bytes() -> None:
    function = called_with_an_array_beside(roots)
    for c in (C, in_bytes(C, float, np.zeros(24, np.uint8)[4:20])):
        np.testing.assert_allclose(tangentish.jvp(function, (c,), (C_DOT,))[1], wanted(), rtol=1e-9)
        np.testing.assert_allclose(tangentish.grad(function)(c) @ C_DOT, wanted(), rtol=1e-9)


def test_bytes_of_two_types() -> None:
    buffer = np.zeros(24, np.uint8)
    c, d = in_bytes(C, float, buffer[:16]), in_bytes(0.0, np.float32, buffer[16:])

    def make(f: Any) -> Any:
        return lambda c, d: np.sum(f(np.ones(2), c, d))

    function = make(lambda start, c, d: optimize.fsolve(lambda x: x**3 + x - c - d, start))
    np.testing.assert_allclose(tangentish.grad(function)(c, d) @ C_DOT, wanted(), rtol=1e-9)
    with pytest.raises(tangentish.UnsupportedError, match=r"(?s)test_rows\.py:.* several types .*buffer for each"):
        tangentish.jvp(function, (c, d), (C_DOT, np.zeros(2, np.float32)))
