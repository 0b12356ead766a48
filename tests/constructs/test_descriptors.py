"""Attributes whose values come from descriptors: properties that keep what they found, those of libraries and users."""

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient, directional

case = Cases()


class Kept:
    """As statsmodels and pandas have it: the value is kept in a dict of the object."""

    def __init__(self, func):
        self.func = func

    def __get__(self, owner, cls=None):
        if owner is None:
            return self
        kept = owner.__dict__.setdefault("_cache", {})
        if self.func.__name__ not in kept:
            kept[self.func.__name__] = self.func(owner)
        return kept[self.func.__name__]


class Field:
    """As astropy's parameters: what is under another name in the object."""

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, cls=None):
        return self if owner is None else owner.__dict__["_" + self.name]


class Twice:
    """Not what its function gives."""

    def __init__(self, fget):
        self.fget = fget

    def __get__(self, owner, cls=None):
        return 2 * self.fget(owner)


class Reified:
    """As web frameworks have it: the value takes the place of the descriptor; the function has a name of its own."""

    def __init__(self, method):
        self.method = method

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, cls=None):
        if owner is None:
            return self
        value = self.method(owner)
        owner.__dict__[self.name] = value
        return value


class Checked(Field):
    """A field with a function that is not called when it is read."""

    def __init__(self, check):
        self.check = check

    def __get__(self, owner, cls=None):
        return owner.__dict__["_" + self.name]


class InUnits:
    """Converted from another attribute when it is read first; no function says so."""

    def __init__(self, core, factor):
        self.core, self.factor = core, factor

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, owner, cls=None):
        value = getattr(owner, self.core) * self.factor
        owner.__dict__[self.name] = value
        return value


class Double:
    """No function at all."""

    def __get__(self, owner, cls=None):
        return 2 * owner.x


class Sample:
    double = Double()
    offset = Checked(lambda value: value > 0.0)
    metres = InUnits("feet", 0.3048)
    feet = InUnits("metres", 1.0 / 0.3048)
    inches = InUnits("feet", 12.0)
    weight = Field()
    scale = Field()
    scaled = functools.partialmethod(lambda self, factor: self.x * factor, 3.0)

    def __init__(self, x):
        self.x = x
        self._weight = x[1] * 2.0
        self._scale = x * 3.0
        self._offset = x[2] * x[0]
        self.feet = x**2

    @functools.cached_property
    def squares(self):
        return self.x**2

    @Kept
    def cubes(self):
        return self.x**3

    @Kept
    def total(self):
        return np.sum(self.cubes) * self.x[0]

    @Kept
    def size(self):
        return self.x.size

    @Reified
    def quarters(self):
        return self.x**4

    @Reified
    def other(self):
        return Sample(self.x * 2.0)

    @Twice
    def twice(self):
        return np.sum(self.x)

    @staticmethod
    def plus(x):
        return x + 1.0

    @classmethod
    def made(cls, x):
        return cls(x * 2.0)

    def mixed(self):
        return np.sum(self.cubes * self.total) + self.total / self.size


CLASSES = [Sample]


@case(V3)
def array_kept_and_read_twice(x):
    s = Sample(x)
    return np.sum(s.squares) + np.sum(s.squares * x)


@case(V3)
def array_kept_by_another_descriptor_and_read_twice(x):
    s = Sample(x)
    return np.sum(s.cubes) + np.sum(s.cubes * x) + s.total * s.total


@case(V3)
def kept_through_methods(x):
    s = Sample.made(x)
    return s.mixed() + np.sum(Sample.plus(s.scaled()) * s.cubes)


@case(V3)
def class_found_when_it_runs(x):
    s = CLASSES[0](x)
    name = "total"
    return s.mixed() * np.sum(s.squares) + getattr(s, name) + np.sum(s.squares**2)


@case(V3)
def fields_of_descriptors(x):
    s = Sample(x)
    return s.weight * np.sum(s.scale * s.x) + CLASSES[0](x).weight ** 2


@case(V3)
def field_with_a_function_that_is_not_called(x):
    s = Sample(x)
    return s.offset * np.sum(s.scale) + CLASSES[0](x).offset ** 2


@case(V3)
def kept_in_its_place_by_a_function_of_another_name(x):
    s = Sample(x)
    return np.sum(s.quarters * x) + s.quarters[0] * s.quarters[1] + CLASSES[0](x).quarters[2] ** 2


@case(V3)
def object_kept_in_its_place(x):
    return np.sum(Sample(x).other.quarters) + CLASSES[0](x).other.x[1] ** 2


@case(V3)
def set_where_a_descriptor_would_compute_it(x):
    return np.sum(Sample(x).feet * x)


@case(V3)
def kept_and_aliased(x):
    s = Sample(x)
    kept = [s.squares, s.squares[1:]]
    return np.sum(kept[0] * s.squares) + np.sum(kept[1] ** 2)


@pytest.mark.parametrize("fun, args, options", case)
def test_derivative(fun, args, options):
    check_gradient(fun, *args, **options)


def test_object_kept_and_changed():
    """Forwards, what is read again is the object that was changed."""
    def fun(x):
        s = Sample(x)
        s.other.x = s.other.x * s.other.weight
        return np.sum(s.other.x)

    v = np.ones(3)
    want = directional(fun, (V3,), (0,), (v,), 1e-3)
    assert np.isclose(tangentish.jvp(fun, (V3,), (v,))[1], want, rtol=1e-6)
    with pytest.raises(tangentish.UnsupportedError, match="no longer has the value"):
        tangentish.grad(fun)(V3)


@pytest.mark.parametrize("name", ["metres", "inches"])
def test_followed(name):
    def fun(x):
        sample = Sample(x)
        return np.sum(getattr(sample, name) * sample.feet)

    check_all_ways(fun, V3)


@pytest.mark.parametrize("name", ["twice", "double"])
def test_refused(name):
    def fun(x):
        return np.sum(getattr(Sample(x), name))

    with pytest.raises(tangentish.UnsupportedError, match=f"`{name}` of Sample"):
        tangentish.grad(fun)(V3)
    with pytest.raises(tangentish.UnsupportedError, match=f"`{name}` of Sample"):
        tangentish.jvp(fun, (V3,), (V3,))
