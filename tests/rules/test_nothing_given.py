"""What says nothing: before a difference of order 0, a bound that is None, the tangent of a whole number."""

import numpy as np
import pytest

import tangentish

WEIGHTS = np.array([0.3, -1.2, 0.7])


def test_what_comes_before_a_difference_of_order_0_counts_for_nothing():
    def f(x, before, after):
        return np.sum(WEIGHTS * np.diff(x, 0, prepend=before, append=after))

    x, before = np.array([0.5, 1.5, -0.4]), np.array([0.1, 0.2])
    x_bar, before_bar, after_bar = tangentish.grad(f, (0, 1, 2))(x, before, 0.9)
    np.testing.assert_allclose(x_bar, WEIGHTS)
    assert before_bar.shape == (2,) and not before_bar.any()
    assert after_bar == 0.0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_tangent_of_a_whole_quotient_is_zero_of_its_shape_and_dtype(dtype):
    x, y = np.array([3.3, 4.1, -1.2], dtype), np.array([[1.1], [0.7]], dtype)
    for argument, dots in ((x, (np.ones_like(x), None)), (y, (None, np.ones_like(y)))):
        (quotient, rest), (quotient_dot, rest_dot) = tangentish.jvp(np.divmod, (x, y), dots)
        assert argument.shape != quotient.shape == quotient_dot.shape == rest_dot.shape == rest.shape
        assert quotient_dot.dtype == rest_dot.dtype == dtype and not quotient_dot.any()
    (_, _), (quotient_dot, rest_dot) = tangentish.jvp(lambda x: divmod(x, 1.2), (3.5,), (2.0,))
    assert type(quotient_dot) is float and (quotient_dot, rest_dot) == (0.0, 2.0)


def test_a_bound_that_is_only_known_to_be_none_when_it_runs():
    def clipped(x, bounds):
        low, high = bounds["low"], bounds.get("high")
        return np.sum(WEIGHTS * np.clip(x, low, high) ** 2)

    x = np.array([0.5, 1.5, -0.4])
    want = 2.0 * WEIGHTS * np.where(x > 0.0, x, 0.0)
    for derivative in (tangentish.grad(clipped), tangentish.jacfwd(clipped)):
        np.testing.assert_allclose(derivative(x, {"low": 0.0}), want)
        np.testing.assert_allclose(derivative(x, {"low": 0.0, "high": None}), want)


def test_no_value_that_is_only_met_when_it_runs_is_right_or_refused():
    def difference(x, given):
        before = 2.0 * x[0] if given else np._NoValue
        return np.sum(np.diff(x, prepend=before) ** 2)

    def product(x, given):
        return np.prod(x, initial=2.0 * x[0] if given else np._NoValue)

    def largest(x, given):
        return np.max(x, initial=2.0 * x[1] if given else np._NoValue)

    x = np.array([0.5, 1.5, -0.4])
    for function in (difference, product, largest):
        for operator in (tangentish.grad, tangentish.jacfwd):
            try:
                found = operator(function)(x, False)
            except tangentish.TangentishError as error:
                assert "test_nothing_given" in str(error)
            else:
                np.testing.assert_allclose(found, tangentish.grad(lambda x, function=function: function(x, False))(x))
        want = tangentish.jacfwd(function)(x, True)
        np.testing.assert_allclose(tangentish.grad(function)(x, True), want)
