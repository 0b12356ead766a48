"""Programs in modules that have variables called as generated code calls its own."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()

t = np.linspace(0.0, 1.0, 5)
t_2, t_3, t_4, t_5 = 3, None, "text", np.arange(4.0)
ans = called = called_2 = parts_bar = tape = shadows = np.arange(3.0)
x_bar = t_bar = t_2_bar = x_dot = t_dot = ans_dot = old = old_2 = taken = 2.0


class Model:
    def __init__(self, k):
        self.k = k

    def energy(self, z):
        return np.sqrt(z**3 * self.k + 1.0)

    def store(self, z):
        z[1:] += self.k * z[:-1]


MODEL = Model(2.0)
FUNCTIONS = {"energy": MODEL.energy, "store": MODEL.store}


@case(P4)
def looked_up(x):
    return FUNCTIONS["energy"](x).sum() * x[0]


@case(P4)
def a_method(x):
    return np.sum(MODEL.energy(x)) + np.sum(getattr(MODEL, "energy")(x * 2.0))


@case(P4)
def in_place(x):
    y = x * x
    FUNCTIONS["store"](y)
    z = y[1:]
    z *= x[0]
    for k in range(2):
        y[k] = y[k] * y[k + 1] + t[k]
    return np.sum(y * y) + t_2 * y[0]


@case(P4)
def branches_and_lists(x):
    found = []
    for v in x:
        if v > 1.0:
            found.append(FUNCTIONS["energy"](v) * t_5[1])
        else:
            found.append(v * v)
    return sum(found) * np.array(found).max()


@case(P4)
def one_of_them_read(x):
    return np.sum(np.sin(x) * t[:4]) * np.sum(called * x[:3]) + old * FUNCTIONS["energy"](x)[1]


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def _1_squared(z):
    return z**2


def __(z):
    return z**3


class Holder:
    def __init__(self, function):
        self.function = function

    def at(self, z):
        return self.function(z) * 2.0


@pytest.mark.parametrize(("function", "slope"), [(_1_squared, 4.0 * 0.6), (__, 6.0 * 0.36)])
def test_functions_whose_names_say_little(function, slope):
    assert np.isclose(tangentish.grad(Holder(function).at)(0.6), slope)
    assert np.isclose(tangentish.jvp(Holder(function).at, (0.6,), (1.0,))[1], slope)


def test_imaginary_parts_of_lists():
    assert tangentish.grad(lambda x: x * np.sum(np.imag([x, 2.0])))(0.9) == 0.0
    assert np.isclose(tangentish.grad(lambda x: x * np.sum(np.imag([[x, 1.0], [2.0, x * 1j]])))(0.9), 1.8)
