"""`np.matrix`, to which operators mean something else than to arrays: refused wherever it meets what is differentiated."""

import warnings

import numpy as np
import pytest

import tangentish
from tangentish import grad, jvp, vjp
from tangentish.testing import variant_grad

pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")

X = np.array([[1.2, 0.3], [-0.4, 0.9]])
with warnings.catch_warnings():
    warnings.simplefilter("ignore", PendingDeprecationWarning)
    CONSTANT = np.asmatrix([[1.0, 2.0], [3.0, 4.0]])


def of_a_global(x):
    return np.sum(np.asarray(CONSTANT * x))


def made_inside(x):
    weights = np.asmatrix([[1.0, 2.0], [3.0, 4.0]])
    return np.sum(np.asarray(weights * x))


def on_the_right(x):
    weights = np.matrix(np.eye(2))
    return np.sum(np.asarray(x * weights))


def power(x):
    return np.sum(np.asarray(np.asmatrix(x) ** 2))


def sum_of_both(x):
    shifted = x + np.asmatrix(np.ones((2, 2)))
    return np.sum(np.asarray(np.multiply(shifted, shifted)))


def reduced(x):
    shifted = np.exp(x - np.bmat([[np.ones((2, 2))]]))
    return np.sum(np.asarray(shifted.sum(0)))


def inverse(x):
    return np.sum((np.asmatrix(x) / 2.0).I)


def power_of_a_product(x):
    return np.sum(np.power(np.dot(np.asmatrix([[1.0, 2.0], [3.0, 4.0]]), x), 2))


def sum_of_a_product(x):
    weights = np.asmatrix([[1.0, 2.0], [3.0, 4.0]])
    return np.dot(weights.T, x).sum(axis=0).max()


def products_of_entries(x):
    return np.sum(np.multiply(x, CONSTANT) * x)


def viewed(x):
    return np.sum(np.asarray(x.view(np.matrix) * x))


@pytest.mark.parametrize("run", [grad, lambda fun: variant_grad(fun, 0, kinds=False), lambda fun: lambda x: jvp(fun, (x,), (x,)),
                                 lambda fun: lambda x: vjp(fun, x)], ids=["grad", "no kinds", "jvp", "vjp"])
@pytest.mark.parametrize("fun", [of_a_global, made_inside, on_the_right, power, sum_of_both, reduced, inverse, viewed,
                                 power_of_a_product, sum_of_a_product, products_of_entries])
def test_refused(fun, run):
    with pytest.raises(tangentish.UnsupportedError, match="test_matrices"):
        run(fun)(X)


def test_refused_as_an_argument():
    with pytest.raises(tangentish.DerivativeTypeError, match="to which the operators"):
        grad(np.sum)(CONSTANT)
    with pytest.raises(tangentish.DerivativeTypeError, match="to which the operators"):
        jvp(np.sum, (CONSTANT,), (X,))


def test_what_nothing_flows_through_is_left_alone():
    def fun(x):
        weights = np.asarray(np.asmatrix([[1.0, 2.0], [3.0, 4.0]]) ** 2)
        return np.sum(weights * x)

    np.testing.assert_allclose(grad(fun)(X), [[7.0, 10.0], [15.0, 22.0]])
