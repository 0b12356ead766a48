"""Results that a function casts: the cotangent has the dtype of the argument, and methods of ufuncs compute in `dtype`."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish

X = np.array([1.1, 2.3, 0.7])

CAST = [
    lambda x: np.sum(x, dtype=np.float32),
    lambda x: np.add.reduce(x, dtype=np.float32),
    lambda x: np.cumsum(x, dtype=np.float32),
    lambda x: np.stack([x, x], dtype=np.float32, casting="unsafe"),
    lambda x: np.concatenate([x, x], dtype=np.float32, casting="unsafe"),
    lambda x: np.einsum("i->", x, dtype=np.float32, casting="unsafe"),
    lambda x: np.nansum(x, dtype=np.float32),
    lambda x: np.cumulative_sum(x, dtype=np.float32),
    lambda x: np.add.accumulate(x, dtype=np.float32),
    lambda x: np.hypot.reduce(x, dtype=np.float32),
    lambda x: np.subtract.reduce(x, dtype=np.float32),
    lambda x: np.divide.accumulate(x, dtype=np.float32),
    lambda x: np.multiply.reduceat(x, [0, 1], dtype=np.float32),
    lambda x: np.hypot.outer(x, x, dtype=np.float32),
    lambda x: x.astype(np.float32) * 2,
]


@pytest.mark.parametrize("fun", CAST)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_each_value_has_its_dtype(fun, dtype) -> None:
    x = X.astype(dtype)
    ans, pullback = tangentish.vjp(fun, x)
    assert ans.dtype == fun(x).dtype == np.float32
    np.testing.assert_allclose(ans, fun(x), rtol=1e-6)
    x_bar, = pullback(np.ones_like(ans))
    assert x_bar.dtype == dtype
    again, ans_dot = tangentish.jvp(fun, (x,), (np.ones_like(x),))
    assert again.dtype == ans_dot.dtype == np.float32
    np.testing.assert_allclose(np.sum(ans_dot), np.sum(x_bar), rtol=1e-5)
    assert tangentish.grad(lambda x: np.sum(fun(x)))(x).dtype == dtype
