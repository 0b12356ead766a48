"""Attributes: read, stored and read back, of modules, arrays, instances made inside and passed in."""

import math
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np
import pytest

from tests.constructs import cases
from tests.constructs.cases import EMPTY, M34, P4, V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()


class State:
    """A bag of attributes."""


@dataclass
class Params:
    mass: float = 1.5
    spring: np.ndarray = field(default_factory=lambda: np.array([1.0, 2.0, 3.0]))
    name: str = "params"

    def energy(self, x):
        return 0.5 * self.mass * np.sum(self.spring * x**2)


PARAMS = Params(mass=0.7)
PARAMS.nested = SimpleNamespace(offset=0.3, table={"a": 1.5})


@case(V3)
def attributes_of_global(x):
    return PARAMS.energy(x) + PARAMS.nested.offset * np.sum(x * PARAMS.spring) * PARAMS.nested.table["a"]


@case(V3, Params(mass=2.0))
@case(V3, Params(spring=np.ones(3)))
def attributes_of_argument(x, params):
    return params.mass * np.sum(x**2 * params.spring) + params.energy(x)


@case(V3)
def module_attributes(x):
    return np.sum(x * np.pi) * math.e + np.sum(x**2 * cases.V3) + cases.np.sum(x**3)


@case(M34)
def array_attributes(a):
    rows, cols = a.shape
    scale = a.size / a.ndim + len(a) + a.itemsize + a.nbytes
    return np.sum(a.T @ a) / rows + a.shape[0] * a[0, -1] ** 2 + scale * a.real.sum() + a.flat[2] * cols


@case(M34)
def array_methods(a):
    m = a.mean(axis=0)
    centred = (a - m).copy()
    cov = centred.T.dot(centred) / (a.shape[0] - 1)
    spread = a.std() + a.var(axis=1, keepdims=True).sum() + a.max() * a.min()
    return cov.trace() + spread + a.ravel().cumsum()[3] + a.reshape(-1, 2).prod(axis=1).sum()


@case(M34)
def chained_methods(a):
    return (a**2).sum(axis=0).clip(0.5, 2.0).astype(np.float64).reshape(2, 2).transpose().diagonal().sum()


@case(P4.reshape(2, 2))
def method_options(a):
    return a.sum(axis=-1, keepdims=True).mean() * a.transpose(1, 0)[0].sum() + a.swapaxes(0, 1).flatten()[1]


@case(EMPTY)
def methods_of_empty(x):
    return x.sum() + x.copy().reshape(0, 3).sum() + x.size


@case(0.8)
def methods_of_scalar(x):
    y = np.float64(x)
    return y.sum() * y.item() + np.square(y).real + np.asarray(x).copy()[()]


@case(0.8, 1.3, argnums=(0, 1))
def store_and_read_back(a, b):
    s = State()
    s.x = a * b
    s.y = s.x**2
    first = s.x
    s.x = np.sin(s.y)  # overwritten; first keeps the old one
    s.y += s.x
    return s.x * s.y + first


@case(0.8)
def two_names_one_object(a):
    s = State()
    t = s
    s.x = a
    t.x = t.x * 3.0 + s.x**2
    return s.x * a


@case(0.8)
def store_not_read(a):
    s = State()
    s.x = a**2
    s.x = 2.0
    s.unused = np.exp(a)
    return s.x * a


@case(V3)
def nested_objects(x):
    outer = State()
    outer.inner = State()
    outer.inner.value = x * 2.0
    outer.inner.value[1] = x[0] * x[2]
    alias = outer.inner
    alias.value = alias.value * x
    return np.sum(outer.inner.value**2)


@case(V4)
def array_in_attribute_written(x):
    s = State()
    s.u = x.copy()
    v = s.u
    s.u[1:] *= s.u[:-1]
    v[0] = x[3] ** 2
    s.u += 1.0  # into the array, so v sees it
    s.u = s.u * 2.0  # a new one
    return np.sum(s.u * v)


class Adam:
    def __init__(self, shape, rate=0.1):
        self.rate = rate
        self.m = np.zeros(shape)
        self.v = np.zeros(shape)
        self.steps = 0

    def update(self, w, g):
        self.steps += 1
        self.m = 0.9 * self.m + 0.1 * g
        self.v *= 0.99
        self.v += 0.01 * g * g
        return w - self.rate * self.m / (np.sqrt(self.v + 0.1) * self.steps)


@case(V3, 0.1, 4, argnums=(0, 1))
@case(V3, 0.1, 0, argnums=(0, 1))
def method_updates_state_in_loop(w, rate, steps):
    optimiser = Adam(w.shape, rate)
    for _ in range(steps):
        w = optimiser.update(w, 2.0 * w * w)
    return np.sum(w**2) + np.sum(optimiser.m * optimiser.v) * optimiser.rate


class Chain:
    """Fluent interface: every method returns self."""

    def __init__(self, value):
        self.value = value
        self.log = []

    def add(self, t):
        self.log.append(self.value)
        self.value = self.value + t
        return self

    def scale(self, t):
        self.log.append(self.value)
        self.value *= t
        return self


@case(0.6, -1.2, argnums=(0, 1))
def fluent_object(a, b):
    chain = Chain(a).add(b).scale(a).add(2.0).scale(b)
    return chain.value + sum(chain.log) * chain.log[1]


def keep(s, value):
    s.history.append(value)
    s.last = value * s.gain


@case(0.5)
def callee_stores_attribute(x):
    s = SimpleNamespace(history=[], gain=x, last=0.0)
    for i in range(3):
        keep(s, x * i + s.last)
    return s.last * s.history[1] + getattr(s, "gain")


@case(0.5)
def setattr_and_getattr(x):
    s = State()
    setattr(s, "x", x**2)
    return getattr(s, "x") * getattr(s, "missing", x) + hasattr(s, "x")


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
