"""Methods that only read their objects: differentiated as functions of what they read, and what must not be taken so."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import pytest

import tangentish
from tangentish.analysis.writes.effects import effects_of
from tangentish.apart import taken_apart
from tests.constructs.cases import M33, V3, V4, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case = Cases()


class Grid:
    unit = 2.0

    def __init__(self, dx):
        self.dx = dx
        self.weights = np.array([1.0, 0.5, 0.25])

    @property
    def area(self):
        return self.dx * self.dx * self.unit

    def scaled(self, u, by=1.0):
        return by * u / self.dx


class Model:
    order = 3

    def __init__(self, k, w, dx=0.5):
        self.k, self.w, self.grid = k, w, Grid(dx)
        self.kind, self.mask, self.bias = "cubic", np.array([True, False, True]), None

    @staticmethod
    def square(u):
        return u * u

    def term(self, u):
        if self.kind == "cubic":
            return self.k * u ** self.order
        return self.k * u

    def rate(self, u):
        out = np.zeros_like(u)
        out[1:] = self.term(u)[:-1] * self.grid.dx
        out[0] = self.w[0] * u[0]
        if self.bias is not None:
            out += self.bias
        return out + self.square(self.w) * self.grid.area

    def energy(self, u, steps=2, *more, damp=0.1, **named):
        for _ in range(steps):
            u = u + damp * self.grid.scaled(self.rate(u), by=0.5)
        return np.sum(u ** 2) + sum(more) + sum(named.values())

    def __call__(self, u):
        return np.sum(self.term(u) * self.mask)


@case(V3)
def object_made_outside(u, model=Model(0.7, V3)):
    return model.energy(u)


@case(V3, V4[:3].copy(), argnums=(0, 1))
def held_arrays(u, w):
    return Model(0.4, w).energy(u, 3)


@case(V3, 0.3, argnums=(0, 1))
def held_numbers(u, k):
    model = Model(k, u * 2.0, dx=k + 0.2)
    return model.energy(u, 1, k, damp=k, more=u[0]) + model(u)


@case(Model(0.7, V3), V3, argnums=1)
def object_as_argument(model, u):
    return model.energy(u) + model(u)


@case(V3)
def argument_is_held_too(u):
    model = Model(0.7, u)
    return model.rate(model.w)[1] + model.energy(u)


@case(V3)
def view_of_argument_is_held(u):
    model = Model(0.7, u[::-1])
    u[1] = u[0] * u[2]
    return model.energy(u)


@case(V3)
def content_changed_after_the_call(u):
    model = Model(0.7, V3.copy())
    e = model.energy(u)
    model.w *= 0.0
    return e + model.energy(u)


@case(V3)
def content_changed_by_what_is_active(u):
    model = Model(0.7, V3.copy())
    e = model.energy(u)
    model.w[:] = u * e
    return e * model.energy(u)


@case(V3)
def attribute_bound_anew(u):
    model = Model(0.7, V3.copy())
    e = model.energy(u)
    model.k = e
    model.bias = u * 0.1
    return model.energy(u)


@case(V3)
def attribute_of_other_kind(u):
    model = Model(0.7, V3.copy())
    e = model.energy(u)
    model.k = u
    model.kind = "linear"
    return e + model.energy(u)


@case(V3)
def method_of_the_object_itself(u):
    model = Model(0.7, V3.copy())
    e = model.energy(u)
    model.term = lambda v: v * e
    return model.energy(u)


@case(V3)
def other_objects_of_the_class(u):
    one, two = Model(0.7, u), Model(0.2, V3, dx=0.9)
    one.grid, two.grid = two.grid, one.grid
    return one.energy(u) * two.energy(one.w)


class Derived(Model):
    def term(self, u):
        return super().term(u) + self.w * u


@case(V3)
def with_super(u):
    return Derived(0.7, u).energy(u)


class Counting(Model):
    calls = 0

    def rate(self, u):
        self.calls += 1
        return super().rate(u) * self.calls


@case(V3)
def counts_its_calls(u):
    model = Counting(0.7, u)
    return model.energy(u) + model.calls * u[0]


class Series:
    def __init__(self, c):
        self.c = c
        self.names = {"a": c * 2.0}
        self.layers = [(c, c[::-1]), (c + 1.0, c)]

    def horner(self, x, n=None):
        n = len(self.c) - 1 if n is None else n
        if n == 0:
            return self.c[-1]
        return self.c[len(self.c) - 1 - n] + x * self.horner(x, n - 1)

    def inner(self, x):
        def at(k):
            return self.c[k] * x

        parts = [at(k) * self.c[0] for k in range(len(self.c))]
        return sum(parts) + sum(map(lambda c: c * self.c[1], self.c))

    def network(self, x):
        for a, b in self.layers:
            x = np.tanh(a * x + b)
        return np.sum(x * self.names["a"])

    def first(self):
        return self.c

    def views(self, x):
        row = self.first()
        top = row[1:]
        return np.sum(top * x) + row[0]

    def fills(self, x):
        row = self.c[1:]
        row *= x
        return np.sum(self.c) * x

    def fills_by_helper(self, x):
        scale(self.c, x)
        return np.sum(self.c ** 2) * x

    def writes_argument(self, out):
        out[:] = out * self.c
        return np.sum(self.c * out)

    def local_named_alike(self, self_c):
        self_c_2 = self_c * 2.0
        return np.sum(self.c) * self_c * self_c_2

    def shadowed(self, x):
        return (lambda self: self * x)(x) * self.c[0]


def scale(a, x):
    a *= x


for label in ("horner", "inner", "views", "fills", "fills_by_helper", "local_named_alike", "shadowed", "network"):
    def called(x, c, label=label):
        series = Series(c)
        return getattr(series, label)(x) + c[0]

    called.__name__ = label
    case(0.6, V3, argnums=(0, 1))(called)


@case(V3)
def writes_what_it_holds(c):
    series = Series(c)
    return series.writes_argument(series.c) + c[0]


@case(V3, V4[:3].copy(), argnums=(0, 1))
def writes_its_argument(c, out):
    series = Series(c)
    return series.writes_argument(out) + out[0]


@dataclass(frozen=True)
class Material:
    youngs: float
    poisson: float = 0.3
    table: dict = field(default_factory=lambda: {"a": 1.5})

    @property
    def lame(self):
        return self.youngs * self.poisson / ((1 + self.poisson) * (1 - 2 * self.poisson))

    def stress(self, strain):
        return self.lame * np.trace(strain) * np.eye(3) + self.youngs * strain * self.table["a"]


@case(M33, 0.9, argnums=(0, 1))
def frozen_dataclass(strain, e):
    return np.sum(Material(e).stress(strain) ** 2)


class Slotted:
    __slots__ = ("k",)

    def __init__(self, k):
        self.k = k

    def apply(self, x):
        return self.k * x * x


@case(0.7, 1.3, argnums=(0, 1))
def with_slots(k, x):
    return Slotted(k).apply(x)


class Lazy:
    def __init__(self, k):
        self.k = k

    def __getattr__(self, key):
        if key == "double":
            return 2.0 * self.k
        raise AttributeError(key)

    def apply(self, x):
        return self.double * x + self.k


@case(0.7, 1.3, argnums=(0, 1))
def with_made_up_attribute(k, x):
    return Lazy(k).apply(x)


class Integrator:
    def __init__(self, rhs, h):
        self.rhs, self.h = rhs, h

    def step(self, u):
        k1 = self.rhs(u)
        k2 = self.rhs(u + 0.5 * self.h * k1)
        return u + self.h * k2

    def run(self, u, n):
        for _ in range(n):
            u = self.step(u)
        return u


def decay(u):
    return -u * np.abs(u)


@case(V3, 0.1, argnums=(0, 1))
def holds_a_function(u, h):
    return np.sum(Integrator(decay, h).run(u, 3))


@case(V3, 0.1, argnums=(0, 1))
def holds_a_closure(u, h):
    return np.sum(Integrator(lambda v: -v * h * np.sum(u), h).run(u, 3))


@case(V3, 0.1, argnums=(0, 1))
def holds_a_method(u, h):
    return np.sum(Integrator(Model(h, u).rate, h).run(u, 2))


@case(V3)
def float32_held(u):
    model = Model(0.7, V3.astype(np.float32))
    return model.energy(u)


class Stepper:
    def __init__(self, h):
        self.h, self.u, self.time = h, None, 0.0

    def rate(self, u):
        return -u * np.abs(u) * self.h

    def step(self):
        self.u = self.u + self.rate(self.u)
        self.time += self.h

    def run(self, u, n):
        self.u, self.time = u, 0.0
        for _ in range(n):
            self.step()
        return np.sum(self.u * self.time)


@case(V3)
def state_of_an_object_that_has_no_name(u):
    return Stepper(0.3).run(u, 3) * Stepper(0.2).run(u * u, 2)


def made_stepper(h):
    stepper = Stepper(h)
    stepper.time = h
    return stepper


@case(V3)
def state_of_an_object_that_a_function_made(u):
    return made_stepper(0.3).run(u, 3)


@case(V3, Stepper(0.3))
def state_of_an_argument(u, stepper):
    return stepper.run(u, 3) + stepper.time * u[0]


SETTINGS = Model(0.7, V3)


def bump():
    SETTINGS.k = 2.0 * SETTINGS.k


class Bumped(Model):
    def energy(self, u):
        before = self.k
        bump()
        after = self.k
        SETTINGS.k = 0.7
        return np.sum(u * u) * (before + 3.0 * after)


class SetAttr:
    def __init__(self, k):
        self.k = k

    def change(self, name, value):
        setattr(self, name, value)

    def energy(self, x, helper):
        first = self.k * x
        helper(x)
        return first * self.k


@case(1.3)
def changed_by_what_it_is_given(x):
    held = SetAttr(2.0)
    return held.energy(x, lambda v: held.change("k", v * v)) + held.k


@case(1.3)
def changed_by_name(x):
    held = SetAttr(2.0)
    first = held.energy(x, math.sin)
    held.change("k", x * x)
    return first + held.energy(x, math.sin)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_global_object_changed_on_the_way():
    SETTINGS.__class__ = Bumped
    try:
        gradient = tangentish.grad(lambda u: SETTINGS.energy(u))(V3)
    except tangentish.TangentishError:
        return
    finally:
        SETTINGS.__class__, SETTINGS.k = Model, 0.7
    np.testing.assert_allclose(gradient, 2.0 * V3 * (0.7 + 3.0 * 1.4))


def test_class_changed_between_calls():
    class Local(Model):
        pass

    model = Local(0.7, V3)
    gradient = tangentish.grad(lambda u: model.energy(u))
    before = gradient(V3)
    Local.term = lambda self, v: 2.0 * v
    try:
        changed = gradient(V3)
    finally:
        del Local.term
    assert not np.allclose(before, changed)
    np.testing.assert_allclose(gradient(V3), before)
    model.k = 1.4
    model.bias = V3
    assert not np.allclose(gradient(V3), before)


def test_what_is_read_becomes_parameters():
    model = Model(0.7, V3)
    apart = taken_apart(Model.energy, {"self": model, "u": V3, "steps": 2, "more": (), "damp": 0.1, "named": {}})
    assert apart is not None
    assert {(label, key) for label, _, key, _ in apart.held} == {
        ("self_kind", "kind"), ("self_k", "k"), ("self_w", "w"), ("self_bias", "bias"), ("self_grid_dx", "dx")}
    assert list(apart.values)[:3] == ["u", "steps", "more"]
    assert apart.values["self_w"] is V3
    assert apart.function(V3, 2, damp=0.2, **{k: v for k, v in apart.values.items() if k.startswith("self")}) == model.energy(
        V3, damp=0.2)


@pytest.mark.parametrize("method, values", [
    (Series.horner, {"x": 0.5, "n": 2}), (Series.fills, {"x": 0.5}), (Series.fills_by_helper, {"x": 0.5}),
    (Series.shadowed, {"x": 0.5})])
def test_more_than_reading(method, values):
    assert taken_apart(method, {"self": Series(V3), **values}) is None


class Shared:
    def __init__(self, k):
        self.k = k

    def weigh(self, y):
        return self.inner(y) + np.sum(y)

    def run(self, x):
        y = x * 1.0
        cubes = y ** 3
        return np.sum(cubes) * self.weigh(y) + np.sum(y * y)


class Reading(Shared):
    def inner(self, y):
        return np.sum(y) * self.k


class Writing(Shared):
    def inner(self, y):
        y *= 2.0
        return np.sum(y) * self.k


def test_the_same_method_with_other_methods_around_it():
    functions = [taken_apart(Shared.weigh, {"self": made(1.5), "y": V3}).function for made in (Reading, Writing)]
    assert [effects_of(function).writes for function in functions] == [set(), {"y"}]
    for model in (Reading(1.5), Writing(0.7), Reading(0.3)):
        check_gradient(model.run, V3)
        check_gradient(lambda x, model=model: model.run(x), V3)


def test_no_objects():
    assert taken_apart(decay, {"u": V3}) is None
