"""Derivatives of derivatives, of programs that need neither tables nor look-ups at run time."""

import numpy as np
import pytest

import tangentish
from tangentish import grad
from tests.constructs.cases import V4
from tests.oracle import directional


def product(x):
    return x**3 * np.sin(x)


def loop(x):
    y = x
    for i in range(3):
        y = y * x + np.cos(y)
    return y


def branch(x):
    if x > 0:
        y = x**3
    else:
        y = np.exp(x)
    return y * x


def until(x):
    n = 0
    while x < 3.0:
        x = x * x + 0.5
        n += 1
    return x * n


def early_return(x):
    for i in range(5):
        if x > 1.5:
            return x * i
        x = x * (1.1 + 0.1 * x)
    return x**2


def swapped(x):
    a, b = x, x * x
    for _ in range(3):
        a, b = b, a * b
    return a * b


def built(x):
    y = np.zeros(3)
    y[0] = x
    y[1] = y[0] ** 2
    y[2] = y[1] * x
    return np.sum(y * y)


def augmented(x):
    y = x
    y += x * y
    y *= x
    return np.sqrt(y)


def stencil(x):
    u = x * 1.0
    for _ in range(2):
        u[1:-1] += 0.1 * (u[2:] * u[:-2])
    return np.sum(u**2)


def own_argument_written(x):
    x *= x
    x[0] = x[1] * x[2]
    return np.sum(x * x)


def overlap(x):
    y = x * x
    y[1:] *= y[:-1]
    return np.sum(np.sin(y))


def picked(x):
    return np.sum(np.where(x > 0, x**3, np.exp(x)) * x[::-1]) + np.max(x) * np.prod(x)


def over_elements(x):
    t = 1.0
    for a in x:
        t = t * a + a * a
    return t


def broken_off(x):
    y = x.copy()
    for i in range(1, 4):
        y[i] = y[i - 1] * y[i]
        if y[i] < -0.3:
            break
    return np.sum(y**2)


SCALAR = [product, loop, branch, until, early_return, swapped, built, augmented]
VECTOR = [stencil, own_argument_written, overlap, picked, over_elements, broken_off]


@pytest.mark.parametrize("fun", SCALAR)
def test_second_derivative(fun):
    want = directional(grad(fun), (0.7,), (0,), (1.0,))
    assert grad(grad(fun))(0.7) == pytest.approx(want, rel=1e-6)


def grown(x):
    items = [x[0]]
    for i in range(1, 4):
        items.append(items[-1] * x[i])
    return sum(items)


@pytest.mark.parametrize("fun", [*VECTOR, grown])
def test_hessian_times_vector(fun):
    weights = np.array([0.3, -0.2, 0.5, 0.9])

    def slope(x):
        return np.sum(grad(fun)(x) * weights)

    direction = np.array([0.5, 0.1, -0.7, 0.2])
    want = directional(slope, (V4,), (0,), (direction,))
    assert grad(slope)(V4) @ direction == pytest.approx(want, rel=1e-6)


class Spring:
    """Its methods are not taken apart, as one of them writes."""

    __slots__ = ("stiffness",)

    def __init__(self, stiffness):
        self.stiffness = stiffness

    def energy(self, x, y):
        return self.stiffness * x * x * y

    def stiffen(self, by):
        self.stiffness += by


def test_of_a_method_that_reads_its_object():
    energy = Spring(1.5).energy
    assert tangentish.hessian(energy)(0.7, 0.5) == pytest.approx(1.5)
    assert tangentish.jacfwd(tangentish.grad(energy))(0.7, 0.5) == pytest.approx(1.5)
    _, along = tangentish.jvp(tangentish.grad(energy), (0.7, 0.5), (1.0, 2.0))
    assert along == pytest.approx(1.5 + 2.0 * 2.1)
