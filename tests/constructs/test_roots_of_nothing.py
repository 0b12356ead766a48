"""Square roots of what is zero for all values of the arguments, as the distance of a point to itself: they have no slope."""

import math

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
P32 = np.array([[0.0, 1.0], [2.0, 3.5], [4.0, 4.6]])
W33 = np.arange(9.0).reshape(3, 3)


@case(P32)
def distances(x):
    return np.sum(W33 * np.sqrt(np.sum((x[:, None] - x) ** 2, -1)))


@case(P32)
def by_a_power(x):
    return np.sum(W33 * np.sum((x[:, None, :] - x[None, :, :]) ** 2, axis=-1) ** 0.5)


@case(P32, 0.7)
def weighted(x, w):
    d = x[:, None] - x
    return np.sum(W33 * np.sqrt(w * d[..., 0] * d[..., 0] + d[..., 1] ** 2 * 2.0))


@case(P32)
def one_by_one(x):
    total = 0.0
    for i in range(3):
        for j in range(3):
            dx, dy = x[i, 0] - x[j, 0], x[i, 1] - x[j, 1]
            total += np.sqrt(dx * dx + dy**2) * (i + 1)
    return total


@case([1.3, 0.4, -0.7])
def of_numbers_of_python(x):
    total = 0.0
    for i in range(3):
        for j in range(3):
            d = x[i] - x[j]
            total += math.sqrt(d**2) * (i + 1)
    return total


@case(P32)
def in_a_matrix(x):
    found = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            found[i, j] = np.sqrt(np.sum(np.square(x[i] - x[j])))
    return np.sum(found * W33)


INFINITE, NOTHING = np.array([1.0, 0.0, 1.0, 1.0]), np.array([1.0, 1.0, 1.0, 0.0])


@case(np.array([0.7, 1.3, 0.4, 0.9]), np.array([1.0, 2.0, 3.0, 1.5]))
def beside_what_is_left_out(x, w):
    found = np.sqrt(1.0 / (w * INFINITE) * (x * NOTHING) ** 2)
    found[1] = 0.0
    return np.sum(found * np.arange(1.0, 5.0))


@case(np.array([0.7, 1.3, 0.4, 0.9]), np.array([1.0, 2.0, 3.0, 1.5]))
def beside_numbers_left_out(x, w):
    total = 0.0
    for i in range(4):
        found = np.sqrt(1.0 / (w[i] * INFINITE[i]) * (x[i] * NOTHING[i]) ** 2)
        if INFINITE[i] == 0:
            found = 0.0
        total = total + found * (i + 1)
    return total


@case(np.array([0.0, 0.7]))
def fourth_powers(x):
    return np.sum(np.sqrt(x**4) * np.array([1.0, 2.0]))


@case(P32)
def written_twice(x):
    return np.sum(W33 * np.sqrt(np.sum((x[:, None] - x) * (x[:, None] - x), axis=-1)))


@case(P32, np.array([1.0, 2.5]))
def multiples(x, w):
    d = x[:, None] - x
    return np.sum(W33 * np.sqrt(np.sum(w * d * d, axis=-1)))


@case(P32)
def by_einsum(x):
    d = x[:, None] - x
    return np.sum(W33 * np.sqrt(np.einsum("ijk,ijk->ij", d, d)))


@case(P32)
def products_of_vectors(x):
    total = 0.0
    for i in range(3):
        for j in range(3):
            d = x[i] - x[j]
            total += (np.sqrt(d @ d) + np.dot(d, d) ** 0.5 * 2.0 + math.sqrt(np.inner(d, d))) * (i + 1)
    return total


@case(P32, np.array([[2.0, 0.3], [0.3, 1.0]]))
def in_another_metric(x, metric):
    total = 0.0
    for i in range(3):
        for j in range(3):
            d = x[i] - x[j]
            total += np.sqrt(d @ metric @ d) * (j + 1)
    return total


@case(P32)
def by_multiply(x):
    d = x[:, None] - x
    return np.sum(W33 * np.sqrt(np.multiply(d, d) @ np.array([1.0, 2.0])))


@case(P32, 3.0)
def of_another_power(x, p):
    d = np.abs(x[:, None] - x)
    return np.sum(W33 * np.sum(d**3, -1) ** (1 / 3)) + np.sum(np.sum(d**p, -1) ** (1 / p))


@pytest.mark.parametrize(("fun", "args", "options"), case)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_an_infinite_slope_stays_one():
    def root(x):
        return np.sum(np.sqrt(x * 2.0))
    with np.errstate(all="ignore"):
        assert np.isinf(tangentish.grad(root)(np.zeros(2))).all()


def test_so_does_that_of_a_product_that_is_zero():
    def root(u, v):
        return np.sqrt(u @ v)
    with np.errstate(all="ignore"):
        u_bar, v_bar = tangentish.grad(root, (0, 1))(np.array([1.0, 2.0]), np.array([2.0, -1.0]))
    assert np.isinf(u_bar).all() and np.isinf(v_bar).all()


def test_what_is_nowhere_zero_is_written_plainly():
    def softened(x):
        d = x[:, None] - x
        return np.sum(np.sqrt(np.sum(d**2, axis=-1) + 1e-3))
    assert "product" not in tangentish.grad(softened).source_for(P32)


def loss(w, a, y):
    return np.sqrt(np.mean((np.tanh(a @ w) * 2.0 - y) ** 2))


def test_what_is_before_the_square_is_written_plainly():
    source = tangentish.grad(loss).source_for(np.ones(2), P32, np.ones(3))
    assert source.count("product") == 1, source


def test_infinities_that_take_each_other_away_are_not_nothing():
    def differences(a, b):
        return np.sum(np.sqrt(a @ b) * np.array([1.0, -1.0]))

    a, b = np.array([[1.0, 2.0]]), np.array([[2.0, 2.0], [-1.0, -1.0]])
    with np.errstate(all="ignore"):
        assert not np.isfinite(tangentish.grad(differences)(a, b)).any()
