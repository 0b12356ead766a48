"""`np.broadcast` of active arrays: its shape has no derivative, and what it goes through is refused."""

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

X = np.array([0.3, -0.4, 0.8])
AXES = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])


def angle_about_axes(x):
    angle = np.asarray(x[0])
    b = np.broadcast(angle, AXES[..., 0])
    return np.sum(np.sin(np.broadcast_to(angle, b.shape)) * AXES[..., 2])


def all_that_it_says(x):
    b = np.broadcast(x, x[:, None])
    return np.sum(x**2) * b.size * b.nd + np.broadcast(x, 2.0).ndim * b.numiter * x[0]


def filled_to_shape(x):
    out = np.empty(np.broadcast(x, x[:, None]).shape)
    out[...] = x * x[:, None]
    return np.sum(out)


@pytest.mark.parametrize("fun", [angle_about_axes, all_that_it_says, filled_to_shape])
def test_shapes(fun):
    check_gradient(fun, X)


def gone_through(x):
    return sum(a * b for a, b in np.broadcast(x, x[:, None]))


def first_item(x):
    return next(np.broadcast(x, x[:, None]))[0] * x[0]


def its_iterators(x):
    return np.broadcast(x, x[:, None]).iters[0].base @ x


@pytest.mark.parametrize("fun", [gone_through, first_item, its_iterators])
def test_items_are_refused(fun):
    for differentiate in (tangentish.grad(fun), tangentish.jacfwd(fun)):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(X)
