"""Methods of every kind, properties and callable objects."""

import functools

import numpy as np
import pytest

from tests.constructs.cases import M33, V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()


class Oscillator:
    count = 3

    def __init__(self, omega, damping=0.1):
        self.omega = omega
        self.damping = damping

    def force(self, x, v=0.0):
        return -self.stiffness * x - self.friction(v, self.damping)

    @property
    def stiffness(self):
        return self.omega**2

    @staticmethod
    def friction(v, c):
        return c * v * np.abs(v)

    @classmethod
    def critical(cls, omega):
        return cls(omega, 2.0 * omega)

    @functools.cached_property
    def period(self):
        return 2.0 * np.pi / self.omega

    def energy(self, x, v):
        return 0.5 * v**2 + 0.5 * self.stiffness * x**2

    def run(self, x, v, steps=3, h=0.1):
        for _ in range(steps):
            v = v + h * self.force(x, v=v)
            x = x + h * v
        return self.energy(x, v)

    def __call__(self, x):
        return self.force(x) * x


class Duffing(Oscillator):
    count = 5

    def __init__(self, omega, beta, **kwargs):
        super().__init__(omega, **kwargs)
        self.beta = beta

    def force(self, x, v=0.0):
        return super().force(x, v) - self.beta * x**3

    @property
    def stiffness(self):
        return super().stiffness + self.beta * self.count


OSCILLATOR = Oscillator(1.3)
DUFFING = Duffing(1.3, 0.4, damping=0.2)

case(0.4, 0.9, argnums=(0, 1))(OSCILLATOR.run)
case(0.4, 0.9, argnums=(0, 1))(DUFFING.run)
case(OSCILLATOR, 0.4, 0.9, argnums=(1, 2))(Oscillator.energy)
case(0.8, 0.3, argnums=(0, 1))(Oscillator.friction)


@case(0.4, 0.9, argnums=(0, 1))
def methods_of_global(x, v):
    return OSCILLATOR.force(x, v) * DUFFING.force(v=v, x=x * v)


@case(0.4, DUFFING)
@case(0.4, OSCILLATOR)
def methods_of_argument(x, system):
    return system.run(x, x * x, steps=4) + system.stiffness * x


@case(1.2, 0.7, argnums=(0, 1))
def object_made_inside(omega, x):
    system = Oscillator(omega, damping=omega * x)
    return system.run(x, 0.2) * system.period


@case(1.2, 0.7, 0.3, argnums=(0, 1, 2))
def subclass_made_inside(omega, x, beta):
    system = Duffing(omega, beta, damping=x)
    return system.run(x, 0.2) + system.stiffness


@case(1.2)
def classmethod_constructor(omega):
    system = Oscillator.critical(omega)
    return system.force(0.3, v=omega) + system.damping


@case(0.7)
def staticmethod_both_ways(v):
    return Oscillator.friction(v, 0.3) * OSCILLATOR.friction(v * v, v)


@case(0.7)
def unbound_method(x):
    return Oscillator.force(OSCILLATOR, x, x) + Duffing.energy(DUFFING, x, v=x)


@case(0.7)
def method_kept_in_name(x):
    force = DUFFING.force
    forces = [force, OSCILLATOR.force, OSCILLATOR]
    return sum(f(x) for f in forces) * force(2.0 * x)


@case(0.7, 1.1, argnums=(0, 1))
def callable_object(x, omega):
    local = Oscillator(omega)
    return OSCILLATOR(x) * local(x) + local(omega)


@case(0.7)
def method_through_partial(x):
    run = functools.partial(DUFFING.run, v=x)
    return run(x, steps=2)


class Layer:
    def __init__(self, weight, bias):
        self.weight, self.bias = weight, bias

    def __call__(self, x):
        return np.tanh(self.weight @ x + self.bias)


class Network:
    def __init__(self, *layers):
        self.layers = list(layers)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def loss(self, x, target):
        return np.mean((self(x) - target) ** 2)

    def __len__(self):
        return len(self.layers)

    def __getitem__(self, i):
        return self.layers[i]


@case(M33, V3, np.array([0.1, 0.2, -0.3]), argnums=(0, 1, 2))
@case(M33, V3, np.array([0.1, 0.2, -0.3]), argnums=0)
def network(weight, bias, x):
    net = Network(Layer(weight, bias), Layer(weight.T, 2.0 * bias), Layer(np.eye(3), bias))
    return net.loss(x, np.ones(3)) * len(net) + np.sum(net[1](bias))


class Vec2:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vec2(self.x + other.x, self.y + other.y)

    def __mul__(self, factor):
        return Vec2(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    def __neg__(self):
        return Vec2(-self.x, -self.y)

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __lt__(self, other):
        return (self @ self) < (other @ other)

    def __iter__(self):
        return iter((self.x, self.y))

    @property
    def norm(self):
        return np.sqrt(self @ self)


@case(0.7, -1.1, argnums=(0, 1))
def operators_of_a_class(a, b):
    p, q = Vec2(a, b), Vec2(b, 2.0)
    r = p + q * a + 2.0 * q + (-p)
    x, y = r
    return r.norm * (p @ q) + (x if p < q else y)


class Model:
    def __init__(self, scale):
        self._scale = scale

    @property
    def scale(self):
        return self._scale

    @scale.setter
    def scale(self, value):
        self._scale = 0.5 * value * value


@case(1.4)
def property_setter(x):
    model = Model(x)
    first = model.scale
    model.scale = 3.0 * x
    model.scale += x
    return first * model.scale


class Dispatch:
    def run(self, kind, x):
        return getattr(self, "_" + kind)(x)

    def _cubic(self, x):
        return np.sum(x**3)

    def _sine(self, x):
        return np.sum(np.sin(x)) * self._cubic(x)


@case(V4, "cubic")
@case(V4, "sine")
def method_by_name(x, kind):
    return Dispatch().run(kind, x) + Dispatch().run("cubic", 2.0 * x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
