"""Decorator forms, methods, pickling."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tangentish
from tangentish import grad
from tests.constructs.cases import V3

FACTOR = 2.0
SETTINGS = {"power": 2.0}
ROOT = Path(__file__).resolve().parents[2]


@grad
def slope(x, y=3.0):
    """Decorated."""
    return x**2 * y


@grad(argnums=("w", "b"))
def gradient(w, b, x):
    return np.sum((w * x + b) ** 2)


@tangentish.value_and_grad
def both(x):
    return x**3


@tangentish.value_and_grad(argnums=1, has_aux=True)
def both_aux(x, y):
    return x * y**2, y


def helper(x):
    return x**2


def uses_globals(x):
    return FACTOR * helper(x) * SETTINGS["power"]


def test_decorator_forms():
    assert slope(2.0) == pytest.approx(12.0)
    assert slope(2.0, y=1.0) == pytest.approx(4.0)
    assert slope.__name__ == "slope" and slope.__wrapped__(2.0) == 12.0
    w_bar, b_bar = gradient(V3, 0.5, 2.0)
    np.testing.assert_allclose(w_bar, 4.0 * (2.0 * V3 + 0.5))
    assert b_bar == pytest.approx(np.sum(2.0 * (2.0 * V3 + 0.5)))
    assert both(2.0) == pytest.approx((8.0, 12.0))
    value, bar = both_aux(2.0, 3.0)
    assert value == (18.0, 3.0) and bar == pytest.approx(12.0)
    assert grad(argnums="y")(lambda x, y: x * y)(2.0, 3.0) == pytest.approx(2.0)


class Spring:
    stiffness = 2.0

    def __init__(self, mass):
        self.mass = mass

    def energy(self, x, v=0.0):
        return 0.5 * self.stiffness * x**2 + 0.5 * self.mass * v**2

    @grad
    def force(self, x, v=0.0):
        return self.energy(x, v)

    @grad(argnums=(0, 1))
    def forces(self, x, v):
        return self.energy(x, v)

    @grad(argnums="v")
    def momentum(self, x, v):
        return self.energy(x, v)

    derivative = grad(energy)

    @staticmethod
    @grad
    def static(x):
        return x**2

    @classmethod
    def of_class(cls, x):
        return grad(lambda t: cls.stiffness * t**2)(x)


class Stiff(Spring):
    stiffness = 5.0

    def energy(self, x, v=0.0):
        return super().energy(x, v) + x**3


def test_grad_on_method():
    spring, stiff = Spring(3.0), Stiff(3.0)
    assert spring.force(0.5) == pytest.approx(1.0)
    assert spring.forces(0.5, 0.7) == pytest.approx((1.0, 2.1))
    assert spring.momentum(0.5, v=0.7) == pytest.approx(2.1)
    assert spring.derivative(0.5) == pytest.approx(1.0)
    assert stiff.force(0.5) == pytest.approx(2.5 + 0.75)
    assert Spring.static(0.5) == spring.static(0.5) == pytest.approx(1.0)
    assert Stiff.of_class(0.5) == pytest.approx(5.0)
    spring.mass = 10.0
    assert spring.forces(0.5, 0.7)[1] == pytest.approx(7.0)


def test_grad_of_bound_method_and_callable_object():
    spring = Spring(3.0)
    derivative = grad(spring.energy, argnums=(0, 1))
    assert derivative(0.5, 0.7) == pytest.approx((1.0, 2.1))
    spring.mass = 1.0
    assert derivative(0.5, 0.7) == pytest.approx((1.0, 0.7))

    class Line:
        def __call__(self, x):
            return 3.0 * x * x

    assert grad(Line())(2.0) == pytest.approx(12.0)


def test_pickle():
    for derivative, args in ((grad(uses_globals), (0.5,)), (slope, (2.0,)), (gradient, (V3, 0.5, 2.0)), (both, (2.0,))):
        want = derivative(*args)
        again = pickle.loads(pickle.dumps(derivative))
        np.testing.assert_equal(again(*args), want)
    spring = pickle.loads(pickle.dumps(Spring(3.0).force))
    assert spring(0.5) == pytest.approx(1.0)


@pytest.mark.parametrize("called_before", [False, True])
def test_pickle_into_another_process(called_before):
    derivative = grad(uses_globals)
    if called_before:
        derivative(0.5)
    data = pickle.dumps([derivative, slope])
    code = "import pickle, sys; d, s = pickle.load(sys.stdin.buffer); print(d(0.5), s(2.0))"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, cwd=ROOT, env=env, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    assert [float(word) for word in done.stdout.split()] == pytest.approx([4.0, 12.0])
