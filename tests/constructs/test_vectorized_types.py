"""`np.vectorize` gives all its results the type of the first one, where it is not told their types."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish

X = np.array([-0.3, 1.4, 2.2])


def squares(x, **options):
    return np.sum(np.vectorize(lambda v: v * v if v > 0 else 0, **options)(x))


def pairs(x):
    left, right = np.vectorize(lambda v: (v * 2.0, v if v > 0 else 1))(x)
    return np.sum(left * right)


def narrow(x):
    return np.sum(np.vectorize(lambda v: v * 2 if v > 0 else np.float64(0.5) * v)(x))


def imaginary(x):
    return np.sum(np.abs(np.vectorize(lambda v: v * 1j if v > 0 else v)(x)))


def counted(x):
    return np.sum(np.vectorize(lambda v: True if v > 0 else 2)(x) * x)


@pytest.mark.parametrize("fun", [squares, pairs, imaginary], ids=lambda fun: fun.__name__)
def test_results_that_numpy_would_cut_are_refused(fun):
    for derivative in (tangentish.grad(fun), lambda x, fun=fun: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"the type of the first one(.|\n)*otypes=\[float\]"):
            derivative(X)


def test_types_that_are_told_or_the_same():
    for x, bar in ((X, [0.0, 2.8, 4.4]), (X[::-1].copy(), [4.4, 2.8, 0.0])):
        value, found = tangentish.value_and_grad(lambda x: squares(x, otypes=[float]))(x)
        assert value == squares(x, otypes=[float])
        np.testing.assert_allclose(found, bar)
    np.testing.assert_allclose(tangentish.grad(squares)(X[::-1].copy()), [4.4, 2.8, 0.0])
    np.testing.assert_allclose(tangentish.grad(pairs)(X[::-1].copy()), [8.8, 5.6, 2.0])


def test_the_type_of_the_first_result_is_kept():
    for fun, x in ((narrow, X[::-1].astype(np.float32)), (narrow, X), (counted, X[::-1].astype(np.float32))):
        value, found = tangentish.value_and_grad(fun)(x)
        assert value.dtype == fun(x).dtype
        assert value == fun(x)
        assert found.dtype == x.dtype
    assert tangentish.jvp(narrow, (X[::-1].astype(np.float32),), (np.ones(3, np.float32),))[1].dtype == np.float32
    np.testing.assert_allclose(tangentish.grad(counted)(X[::-1].astype(np.float32)), 1.0)


def test_items_of_objects_have_types_of_their_own():
    def fun(x):
        return np.frompyfunc(lambda v: v * v if v > 0 else 0, 1, 1)(x).sum()

    np.testing.assert_allclose(tangentish.grad(fun)(X), [0.0, 2.8, 4.4])
