"""Classes that say in `__new__` how their objects are made."""

from __future__ import annotations

import abc
import itertools
import re
from types import SimpleNamespace

import numpy as np
import pytest

import tangentish
from tangentish import UnsupportedError
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Scaled:
    def __new__(cls, v, scale=2.0):
        made = super().__new__(cls)
        made.first = scale * v[0]
        v[1] *= scale
        return made

    def __init__(self, v, scale=2.0):
        self.v = v * scale

    def total(self):
        return np.sum(self.v) * self.first


@case(V3)
def both_are_given_the_arguments(x):
    y = x * 1.0
    return Scaled(y).total() + Scaled(y, scale=x[1]).total() * y[1]


class Shape(abc.ABC):
    def __new__(cls, *sides, **options):
        if cls is Shape:
            return (Square if len(sides) == 1 else Rectangle).__new__(Square if len(sides) == 1 else Rectangle, *sides)
        return super().__new__(cls)

    def scaled(self, k):
        return self.area() * k


class Square(Shape):
    def __init__(self, side, unit=1.0):
        self.side = side * unit

    def area(self):
        return self.side**2


class Rectangle(Shape):
    def __init__(self, a, b, unit=1.0):
        self.a, self.b = a * unit, b

    def area(self):
        return self.a * self.b


@case(V3)
def an_object_of_a_class_below(x):
    shapes = [Shape(x[0]), Shape(x[1], x[2], unit=x[0]), Square(x[2])]
    return sum(shape.scaled(k + 1.0) for k, shape in enumerate(shapes))


class Number:
    """`Number(v)` of what is one already is that itself, whose `__init__` is called again."""

    def __new__(cls, v):
        return v if isinstance(v, Number) else super().__new__(cls)

    def __init__(self, v):
        self.v = v.v * 1.5 if isinstance(v, Number) else v


@case(V3)
def what_it_is_given(x):
    first = Number(x)
    again = Number(first)
    return np.sum(again.v * x) if again is first else 0.0


class Text:
    """No object of this class is made: there is no `__init__` then."""

    def __new__(cls, v, factor):
        return SimpleNamespace(v=v * factor)

    def __init__(self, v, factor):
        self.v = 0.0


@case(V3)
def something_else(x):
    return np.sum(Text(x, x[0]).v ** 2)


class Plain:
    def __new__(cls, v):
        made = object.__new__(cls)
        made.v = v * v
        return made


class Below(Plain):
    def __new__(cls, v, w):
        made = super().__new__(cls, v)
        made.w = made.v * w
        return made


@case(V3)
def no_init(x):
    return np.sum(Below(x, x[1]).w) + np.sum(Plain(x).v)


@case(V3)
def in_loops_and_branches(x):
    total = 0.0
    for k in range(3):
        made = Plain(x[k]) if x[k] > 0 else Below(x[k], total)
        total += made.v * (k + 1)
    return total


class Operator:
    """As SciPy's linear operators: made by itself it is of another class, and which methods a class has is looked at."""

    def __new__(cls, *args):
        if cls is Operator:
            return super().__new__(Custom)
        made = super().__new__(cls)
        if type(made).apply == Operator.apply and type(made).many is Operator.many:
            raise TypeError("at least one of them")
        return made

    def apply(self, x):
        return self.many(x[:, None])[:, 0]

    def many(self, x):
        return np.stack([self.apply(column) for column in x.T], axis=1)


class Custom(Operator):
    def __init__(self, apply):
        self.apply = apply


class Dense(Operator):
    def __init__(self, A):
        self.A = A

    def many(self, x):
        return self.A @ x


@case(V3)
def methods_are_compared(x):
    return np.sum(Dense(np.outer(x, x)).apply(x) * Dense(np.eye(3)).apply(x ** 2))


@case(V3)
def another_class_is_made(x):
    return np.sum(Operator(lambda v: v * x).many(np.outer(x, x[:2])))


class Known:
    """One object for all."""

    known = None

    def __new__(cls, v):
        if cls.known is None:
            cls.known = super().__new__(cls)
        return cls.known

    def __init__(self, v):
        self.v = v


KEPT = {}


class Kept:
    def __new__(cls, v, label="a"):
        if label not in KEPT:
            KEPT[label] = super().__new__(cls)
        return KEPT[label]

    def __init__(self, v, label="a"):
        self.v = v


def found(label):
    return KEPT.setdefault(label, object.__new__(Found))


class Found:
    def __new__(cls, v):
        return found("b")

    def __init__(self, v):
        self.v = v


class Held(Plain):
    def __new__(cls, v):
        return getattr(cls, "known", None) or super().__new__(cls, v)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class ByDefault:
    def __new__(cls, v, known={}):  # the point: what is kept between calls
        return known.setdefault("one", object.__new__(cls))

    def __init__(self, v):
        self.v = v


class ByDict(Known):
    def __new__(cls, v):
        return cls.__dict__.get("known") or object.__new__(cls)


class ByImport(Known):
    def __new__(cls, v):
        from tests.constructs.test_classes_new import KEPT as table

        return table.setdefault("c", object.__new__(cls))


class ByMethod(Known):
    def __new__(cls, v):
        make = Known.__dict__["one"] if Known.one == cls.one else cls.one
        return make(cls)

    def one(cls):
        return KEPT.setdefault("d", object.__new__(ByMethod))


Known.one = ByMethod.one


@pytest.mark.parametrize("cls", [Known, Kept, Found, Held, ByDefault, ByDict, ByImport, ByMethod])
def test_objects_that_others_may_know_are_refused(cls):
    def fun(x):
        return cls(x[0]).v * x[1]

    KEPT.clear()
    with pytest.raises(UnsupportedError, match="__new__ that may give an object which others know"):
        tangentish.grad(fun)(V3)
    with pytest.raises(UnsupportedError, match="__new__ that may give an object which others know"):
        tangentish.jvp(fun, (V3,), (V3,))


class Doubled(Scaled):
    def __new__(cls, v):
        make = super().__new__  # bound to the class
        return make(cls, v * 2.0)


@pytest.mark.parametrize("fun", [lambda x: Doubled(x).total()])
def test_what_super_gives_in_new_is_read_as_any_attribute(fun):
    check_all_ways(fun, V3.copy())


class Metre(float):
    def __new__(cls, v):
        return super().__new__(cls, v)


class Marked(np.ndarray):
    def __new__(cls, v):
        return np.asarray(v).view(cls)


@pytest.mark.parametrize("cls", [Metre, Marked])
def test_numbers_and_arrays_of_classes_are_right_or_refused(cls):
    try:
        found = tangentish.grad(lambda x: np.sum(cls(x * 2.0) * x))(1.5)
    except UnsupportedError as error:
        assert "test_classes_new.py" in str(error)
    else:
        assert found == pytest.approx(6.0)


def test_classes_of_arrays_say_what_they_are():
    with pytest.raises(UnsupportedError, match=r"test_classes_new.py(.|\n)*arrays with more to them"):
        tangentish.grad(lambda x: np.sum(Marked(x) * x))(V3)
    with pytest.raises(UnsupportedError, match=r"test_classes_new.py(.|\n)*arrays with more to them"):
        tangentish.jvp(lambda x: np.sum(Marked(x) * x), (V3,), (V3,))


class Place:
    PATTERN = re.compile(r"([-+]?[0-9.]+) ([-+]?[0-9.]+)")

    def __new__(cls, latitude, longitude=None):
        if longitude is None and isinstance(latitude, Place):
            return cls.from_place(latitude)
        if longitude is None and isinstance(latitude, str):
            return cls.from_text(latitude)
        if longitude is None:
            return cls.from_sequence(iter(latitude))
        self = super().__new__(cls)
        self.latitude, self.longitude = latitude, longitude
        return self

    @classmethod
    def from_place(cls, place):
        return cls(place.latitude, place.longitude)

    @classmethod
    def from_text(cls, text):
        match = re.match(cls.PATTERN, text)
        return cls(float(match.group(1)), float(match.group(2)))

    @classmethod
    def from_sequence(cls, values):
        return cls(*tuple(itertools.islice(values, 3)))


class KeptPlace:
    kept = []

    def __new__(cls, latitude):
        return cls.known(latitude)

    @classmethod
    def known(cls, latitude):
        if not cls.kept:
            cls.kept.append(super().__new__(cls))
        cls.kept[0].latitude = latitude
        return cls.kept[0]


def of_places(x):
    first, second = Place(x[0], x[1]), Place((x[1], x[2]))
    third, fourth = Place(second), Place("1.5 -2.0")
    third.latitude = third.latitude * x[0]
    return first.latitude * second.longitude + third.latitude * second.latitude + fourth.longitude * first.longitude


def test_class_methods_that_give_new_objects():
    check_all_ways(of_places, V3.copy())


def test_class_methods_that_give_what_is_known():
    with pytest.raises(UnsupportedError, match="__new__ that may give an object which others know"):
        tangentish.grad(lambda x: KeptPlace(x).latitude * 2.0)(1.5)
