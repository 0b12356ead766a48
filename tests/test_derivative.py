"""The callable that `grad` returns: the program picked for a call fits that call."""

import numpy as np

import tangentish


def write_first(x, y):
    x *= 2.0
    return np.sum(x * y)


def test_arguments_that_share_memory_only_in_a_later_call() -> None:
    derivative = tangentish.grad(write_first)
    a = np.array([1.0, 2.0])
    np.testing.assert_array_equal(derivative(a, np.array([3.0, 4.0])), [6.0, 8.0])
    np.testing.assert_array_equal(derivative(a, a), [8.0, 16.0])  # one array, written: the sum of (2 a) ** 2
    np.testing.assert_array_equal(derivative(a, np.array([3.0, 4.0])), [6.0, 8.0])
