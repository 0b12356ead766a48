"""Attributes that code computes: properties that write into their objects, `__getattr__`, `__setattr__`."""

import numpy as np
import pytest
from scipy.optimize import _trustregion_ncg

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Counted:
    def __init__(self, v):
        self._v = v
        self.reads = 1.0

    @property
    def v(self):
        self.reads = self.reads * self._v
        return self._v

    def twice(self):
        return self.v + self.v

    def above(self, limit):
        return self.v * 2 if self.v > limit else self._v


class Lazy:
    def __init__(self, v):
        self.v = v
        self._c = None
        self.kept = {}

    @property
    def c(self):
        if self._c is None:
            self._c = self.v**2
        return self._c

    @property
    def later(self):
        if not hasattr(self, "_later"):
            self._fill(3)
        return self._later

    def _fill(self, power):
        self._later = self.v**power

    @property
    def in_a_dict(self):
        if "k" not in self.kept:
            self.kept["k"] = self.c * self.v
        return self.kept["k"]

    def total(self):
        return self.c * self.in_a_dict + self.later


class Makers:
    def __init__(self, v):
        self.v = v

    @property
    def times(self):
        return lambda t: t * self.v

    def plus(self):
        def added(t):
            return t + self.v
        return added, self.v


@case(V4)
def functions_made_before_the_object_changes(x):
    m = [Makers(x[0])][0]
    f, (g, v) = m.times, m.plus()
    m.v = m.v * x[3]
    return f(x[1]) * g(x[2]) * v


@case(V4)
def value_and_what_it_wrote(x):
    p = Counted(x[0])
    a = p.v
    return a + p.reads * x[1]


@case(V4)
def read_for_its_effect_alone(x):
    p = Counted(x[0])
    p.v
    p.v
    return p.reads


@case(V4)
def read_in_tests_and_indices(x):
    p = Counted(x[0])
    if p.v > 0.0:
        p.reads = p.reads * x[1]
    k = x[int(p.v + 2)] + int(p.v > 100.0)
    return p.reads * k


@case(V4)
def read_in_methods(x):
    p = Counted(x[0])
    return p.twice() * p.reads + p.above(0.0) * p.reads


@case(V4)
def lazy_properties(x):
    p = Lazy(x[0])
    return p.c * p.c + p.later * x[1] + p.in_a_dict * p.in_a_dict


@case(V4)
def lazy_properties_used_by_methods(x):
    p, q = Lazy(x[0]), Lazy(x[1] * x[0])
    return p.total() * q.total() + p.total() * p.v


@case(V4)
def lazy_property_kept_when_its_source_changes(x):
    p = Lazy(x[0])
    a = p.c
    p.v = x[1]
    b = p.c
    p._c = None
    return a * b + p.c * p.v


@case(V4)
def lazy_property_of_a_passed_object(x):
    def energy(body):
        return body.c * body.v

    p = Lazy(x[0])
    return energy(p) * energy(p) + getattr(p, "c") * x[1]


@case(V4)
def in_a_loop(x):
    p = Lazy(x[0])
    total = 0.0
    for k in range(3):
        total += p.c * x[k]
        p._c = None
        p.v = p.v * p.c
        p._c = None if k else p._c
    return total


# __getattr__


class Squares:
    def __init__(self, **values):
        self.values = values

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self.values[name.rstrip("2")] ** (2 if name.endswith("2") else 1)


class Proxy:
    def __init__(self, inner, scale):
        self.inner, self.scale = inner, scale

    def __getattr__(self, name):
        return getattr(self.inner, name)


class Remembering:
    def __init__(self, a):
        self.a = a

    def __getattr__(self, name):
        if name != "b":
            raise AttributeError(name)
        self.b = self.a**2
        return self.b


@case(V4)
def fallback(x):
    s = Squares(a=x[0], b=x[1:])
    return s.a2 * np.sum(s.b) + np.sum(s.b2) * s.a + getattr(s, "a2", 0.0) + getattr(s, "_no", x[3])


@case(V4)
def delegated(x):
    p = Proxy(Lazy(x[0]), x[1])
    p.inner.v = p.inner.v * x[2]
    return p.v * p.scale * p.total()


@case(V4)
def fallback_that_remembers(x):
    r = Remembering(x[0])
    first = r.b
    r.a = x[1]
    return first * r.b * r.a


@case(V4)
def fallback_that_remembers_in_a_list(x):
    r = Remembering(x[0])
    held = [r]
    first = held[0].b
    r.a = x[1]
    return first * r.b * r.a


@case(V4)
def fallback_of_a_class_that_is_chosen(x):
    r = (Remembering if x[2] < 0.0 else Lazy)(x[0])
    first = r.b
    r.a = x[1]
    return first * r.b * r.a


class Makes:
    def __init__(self, v):
        self.v = v

    @property
    def times(self):
        k = self.v * 2
        return lambda u: u * k

    def __getattr__(self, name):
        k = self.v**2
        return lambda u: u + k


class Unit:
    """A vector that is made one of length 1 when a property needs that."""

    def __init__(self, v):
        self.v = v

    def normalise(self):
        length = np.sqrt(np.sum(self.v**2))
        if abs(length - 1.0) > 1e-14:
            self.v = self.v / length

    @property
    def matrix(self):
        self.normalise()
        return np.outer(self.v, self.v)

    @property
    def framed(self):
        return np.hstack([self.matrix, np.zeros((4, 1))])

    @property
    def corners(self):
        return corners_of(self)


def corners_of(unit):
    return unit.framed[:2]


@case(V4)
def property_that_reads_one_that_writes(x):
    return np.sum(Unit(x).framed * np.arange(20.0).reshape(4, 5))


@case(V4)
def property_that_a_function_reads_in_one(x):
    return np.sum(Unit(x).corners * np.arange(10.0).reshape(2, 5) ** 2)


@case(V4)
def functions_that_properties_make(x):
    m = Makes(x[0])
    f = m.times
    m.v = m.v * x[3]
    return f(x[1]) * m.times(x[2]) + m.plus(x[1]) * m.other(x[0])


# __setattr__


class Doubling:
    def __init__(self, a):
        self.a = a

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)


class Checked:
    names = ("u", "v")

    def __init__(self, u):
        self.u = u

    def __setattr__(self, name, value):
        if name not in self.names:
            raise AttributeError(name)
        super().__setattr__(name, value)


class Linked:
    def __init__(self, a):
        self.a = a

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if name == "a":
            object.__setattr__(self, "square", value**2)


@case(V4)
def set_through_setattr(x):
    d = Doubling(x[0])
    first = d.a
    d.b = x[1] * d.a
    d.a = x[2]
    return first * d.b * d.a


@case(V4)
def checked_names(x):
    c = Checked(x[0])
    c.v = c.u * x[1]
    c.u = c.v**2
    try:
        c.w = x[2]
    except AttributeError:
        c.v = c.v * 3
    setattr(c, "u", c.u * x[3])
    return c.u * c.v


@case(V4)
def two_attributes_at_once(x):
    d = Linked(x[0])
    first = d.square
    d.a = x[1] * d.a
    d.a += x[2]
    return first * d.square + d.a


class Logging:
    def __init__(self, a):
        object.__setattr__(self, "log", [])
        self.a = a

    def __setattr__(self, name, value):
        self.log.append(value)
        object.__setattr__(self, name, value)


@case(V4)
def set_attributes_that_are_listed(x):
    p = Logging(x[0])
    p.a = p.log[0] * x[1]
    p.b = p.a ** 2 + p.log[1]
    return p.log[0] + p.log[1] * p.a + p.log[2]


@case(V4)
def gone_through_by_comprehensions(x):
    """What a comprehension goes through is evaluated once, before anything else of it is."""
    model = Counted(x)
    total = sum(item**2 for item in model.v)
    made = [item * other for item in model.v for other in (1.0, 3.0)]
    return (total + sum(made)) * np.sum(model.reads)


@case(V4)
def read_in_a_loop_test(x):
    p = Counted(x[0])
    while p.v < 10.0:
        p._v = p._v * 2
        if p.v > 7.0 and p.reads > 1e6:
            continue
    else:
        p.reads = p.reads * x[1]
    return p.reads


@case(V4)
def read_in_the_test_of_a_loop_that_is_left(x):
    p, total = Lazy(x[0]), 0.0
    while p.c < 1e6:
        total = total + p.c * p.later
        p = Lazy(p.v + p.c)
        if p.c > 2.0:
            break
    return total


def descended(model, x):
    """Steps of a model of the function around a point, made anew at each; its properties keep what they find."""
    at = model(x, lambda x: np.sum(x**4), lambda x: 4 * x**3, lambda x: np.diag(12 * x**2))
    steps = 0
    while at.jac_mag > 1e-8:
        x = x + at.solve(0.3)[0]
        at = model(x, at._fun, at._jac, at._hess)
        steps += 1
        if at.jac_mag < 1e-6 or steps == 2:
            break
    return x


@case(V4)
def kept_by_properties_of_a_library(x):
    return np.sum(descended(_trustregion_ncg.CGSteihaugSubproblem, x) ** 2 * x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Overriding:
    def __init__(self, a):
        self.a = a

    def __getattribute__(self, name):
        value = object.__getattribute__(self, name)
        return value * 2 if name == "a" else value


@pytest.mark.parametrize("fun, why", [
    (lambda x: Overriding(x[0]).a, "__getattribute__ of its own"),
])
def test_refused(fun, why):
    with pytest.raises(tangentish.UnsupportedError, match=why):
        tangentish.grad(fun)(V4)
