"""`scipy.fftpack.diff` and its like, against SciPy and central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import fftpack

import tangentish
from tests.oracle import check_gradient

X = np.array([0.3, 1.1, -0.4, 0.72, -0.9, 0.25, 1.6, -1.3])


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


PROGRAMS: dict[str, Any] = {
    **{f"diff {order}": (lambda x, a, order=order: fftpack.diff(x - np.mean(x), order, period=6.0 * a)) for order in range(-3, 5)},
    "shift": fftpack.shift,
    "shift in a period": lambda x, a: fftpack.shift(x, a, period=3.0),
    "hilbert": lambda x, a: fftpack.hilbert(x - np.mean(x)) * a,
    "inverse hilbert": lambda x, a: fftpack.ihilbert(x - np.mean(x)) * a,
    "tilbert": fftpack.tilbert,
    "inverse tilbert": fftpack.itilbert,
    "cs": lambda x, a: fftpack.cs_diff(x, a, 0.7),
    "sc": lambda x, a: fftpack.sc_diff(x, 0.7, a),
    "ss": lambda x, a: fftpack.ss_diff(x, a, 0.7),
    "cc": lambda x, a: fftpack.cc_diff(x, 0.7, a),
}


@pytest.mark.parametrize("count", [8, 7, 2, 1])
@pytest.mark.parametrize("label", PROGRAMS)
def test_value_and_derivative(label: str, count: int) -> None:
    program, x = PROGRAMS[label], X[:count]
    check_gradient(lambda x, a: weighted(program(x, a)), x, 0.6, argnums=(0, 1), size=1e-3)
    value, _ = tangentish.vjp(program, x, 0.6)
    np.testing.assert_allclose(value, program(x, 0.6), rtol=1e-10, atol=1e-12)


def test_kernels_that_were_kept_before() -> None:
    def fun(x: Any, a: float) -> Any:
        return weighted(fftpack.diff(x, 1, period=a))

    value = fun(X, 1.7)
    for _ in range(2):
        np.testing.assert_allclose(tangentish.grad(fun, 1)(X, 1.7), -value / 1.7)
        np.testing.assert_allclose(tangentish.jvp(fun, (X, 1.7), (np.zeros(8), 1.0))[1], -value / 1.7)
