"""Functions that take all their arguments by ``*args``: the first call, and later ones, which are taken a shorter way."""

import functools

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

X, Y = np.array([1.0, 2.0, 3.0]), np.array([0.5, -1.0, 2.0])


def first(*a):
    return 3.0 * np.sum(a[0] ** 2)


def squares(*xs):
    return sum(np.sum(x**2) for x in xs)


def rest(x, *a):
    return np.sum(x) * 2.0 * a[0]


def last_two(x, *a):
    return np.sum(x * a[0] * a[1])


def with_names(x, *a, scale=2.0, **others):
    return scale * np.sum(x * a[0]) * others.get("more", 1.0)


def loss(x, y):
    return np.sum(x**2 * y)


@functools.wraps(loss)
def decorated(*a, **k):
    return loss(*a, **k)


class Model:
    factor = 2.0

    def value(self, *a):
        return np.sum(a[0] ** 2) * self.factor

    def passed_on(self, *a, **k):
        return self.value(*a, **k)


CASES = [(first, (X,), 0), (first, (np.outer(X, Y),), 0), (squares, (2.0,), 0), (squares, (X, Y), (0, 1)), (squares, (X, Y), 1),
         (rest, (X, 2.0), 0), (rest, (X, 2.0), (0, 1)), (last_two, (X, Y, 2.0), (0, 2)), (with_names, (X, Y), (0, 1)),
         (decorated, (X, Y), (0, 1)), (decorated, (X, Y), 1), (Model().value, (X,), 0), (Model().passed_on, (X,), 0),
         (lambda *p: np.prod([q for q in p]), (2.0, 3.0), (0, 1))]


@pytest.mark.parametrize("fun,args,argnums", CASES)
def test_arguments_by_a_star(fun, args, argnums):
    check_gradient(fun, *args, argnums=argnums)
    derivative = tangentish.value_and_grad(fun, argnums)
    values = [derivative(*args)[0] for _ in range(4)]
    assert values == [values[0]] * 4
    np.testing.assert_allclose(values[0], fun(*args), rtol=1e-14)


@pytest.mark.parametrize("count", [1, 2, 3, 2, 1])
def test_as_many_as_come(count):
    args = [X * k for k in range(1, count + 1)]
    for _ in range(3):
        bars = GIVEN(*args)
        np.testing.assert_array_equal(bars, 2 * args[0])


GIVEN = tangentish.grad(squares)


def test_a_decorated_method_with_a_star():
    class Line:
        slope = 3.0

        @tangentish.value_and_grad
        def value(self, x, *r):
            return np.sum(x) * self.slope * r[0]

    line = Line()
    for _ in range(3):
        value, bar = line.value(X, 2.0)
        assert value == 36.0
        np.testing.assert_array_equal(bar, [6.0, 6.0, 6.0])


def cubes(*a):
    return 3.0 * np.sum(a[0] ** 3 * a[-1])


def product(x, *a):
    return np.sum(x**3 * a[0] ** 2)


def plain_product(x, y):
    return np.sum(x**3 * y**2)


@functools.wraps(plain_product)
def decorated_product(*a, **k):
    return plain_product(*a, **k)


class Powers:
    weight = 2.0

    def value(self, *a):
        return self.weight * np.sum(a[0] ** 3 * a[1] ** 2)


SECOND = [(cubes, (X,), 0), (cubes, (X, Y), 1), (product, (X, Y), 0), (product, (X, Y), 1), (decorated_product, (X, Y), 0),
          (decorated_product, (X, Y), 1), (Powers().value, (X, Y), 1), (lambda *p: p[0] ** 3 * p[1], (2.0, 3.0), 0)]


@pytest.mark.parametrize("fun,args,k", SECOND)
def test_second_derivatives(fun, args, k):
    def moved(t):
        given = list(args)
        given[k] = given[k] + t * direction
        return tangentish.grad(fun, k)(*given)

    direction = np.array([0.3, -0.7, 0.4]) if isinstance(args[k], np.ndarray) else 0.6
    want = (8 * (moved(1e-3) - moved(-1e-3)) - (moved(2e-3) - moved(-2e-3))) / 12e-3
    for got in (tangentish.hvp(fun, k)(*args, direction), np.dot(tangentish.hessian(fun, k)(*args), direction),
                np.dot(tangentish.jacrev(tangentish.grad(fun, k), k)(*args), direction),
                np.dot(tangentish.jacfwd(tangentish.grad(fun, k), k)(*args), direction)):
        np.testing.assert_allclose(got, want, rtol=1e-8, atol=1e-8)


def test_second_derivatives_of_several():
    mine = tangentish.hvp(decorated_product, (0, 1))(X, Y, (Y, X))
    for got, want in zip(mine, tangentish.hvp(plain_product, (0, 1))(X, Y, (Y, X)), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-13)


def test_a_third_derivative():
    def fourth_power(*a):
        return a[0] ** 4 * a[1]

    second = tangentish.grad(tangentish.grad(fourth_power))
    assert second(2.0, 3.0) == pytest.approx(12 * 4 * 3)
    assert tangentish.grad(second)(2.0, 3.0) == pytest.approx(24 * 2 * 3)
