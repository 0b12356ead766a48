"""Containers that classes keep, of settings and of classes: code that only reads them meets no active values there."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Format:
    registry: dict[str, type] = {}

    def __init_subclass__(cls):
        Format.registry[cls.__name__] = cls

    @staticmethod
    def known(name):
        return name in Format.registry


class Latex(Format):
    pass


class Measured:
    """Numbers with a unit, which is written in a format."""

    parameters: dict[str, object] = {}

    def __init__(self, value, unit):
        self.value, self.unit = value, unit

    def note(self, name, value):
        self.parameters[name] = value

    @staticmethod
    def scaled(x, factor):
        if isinstance(x, Latex):
            return Latex()
        return x * factor if Format.known("Latex") else x


def area(x):
    side = np.where(x > 1.0, x, 2.0 * x)
    return side**2 if isinstance(x, Latex) or Format.known("Latex") else side


def noted(x):
    Measured(x, "m").note("x", x)
    return Measured.parameters["x"] * 2.0


@case(P4)
def functions_that_name_classes(x):
    return np.sum(area(x)) + np.sum(Measured.scaled(x, 3.0) * np.sin(x))


class Shape:
    kinds: dict[str, type] = {}

    def __init_subclass__(cls):
        Shape.kinds[cls.__name__] = cls

    def __init__(self, size):
        self.size = size

    def scaled(self, factor):
        self.size = self.size * factor
        return self


class Square(Shape):
    def area(self):
        return self.size**2


class Circle(Shape):
    def area(self):
        return 3.0 * self.size**2


@case(P4)
def methods_of_what_a_registry_makes(x):
    total = Shape.kinds["Square"](x[0]).area()
    for name, size in zip(("Square", "Circle"), x, strict=False):
        total += Shape.kinds[name](size).scaled(x[2]).area()
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("derivative", [tangentish.grad, lambda f: lambda x: tangentish.jvp(f, (x,), (x,))])
def test_what_is_put_into_a_container_of_a_class_is_refused_where_it_may_be_read(derivative):
    def loss(x):
        return np.sum(noted(x)) + np.sum(noted(area(x)))

    Measured.parameters.clear()
    with pytest.raises(tangentish.TangentishError, match="container that a class keeps"):
        derivative(loss)(np.array([0.3, 1.2, 0.7, 1.9]))


@pytest.mark.parametrize("derivative", [tangentish.grad, lambda f: lambda x: tangentish.jvp(f, (x,), (x,))])
def test_also_by_what_is_defined_inside(derivative):
    def loss(x):
        def put(v):
            Measured(v, "m").note("x", v)
            return v

        return np.sum([put(v) for v in x]) + noted(x[0]) + np.sum(area(x))

    with pytest.raises(tangentish.TangentishError, match="container that a class keeps"):
        derivative(loss)(np.array([0.3, 1.2, 0.7, 1.9]))


class Rotation:
    """What computes a rotation notes its names in a table of a class, which everything it calls might read."""

    table: dict = {}

    def note(self, name, value):
        self.table[name] = value

    def known(self, name):
        return self.table.get(name) is not None


def rotation(angle):
    if Rotation.table.get("identity") is not None:
        return np.eye(2)
    if angle is None:
        Rotation().note("angle", angle)
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def product_of_two(x):
    return np.sum((rotation(x[0]) @ rotation(x[1])) ** 2 * np.array([1.0, 2.0]))


def calls_in_several_places(x):
    total = x[2]
    if np.sum(rotation(x[0]) @ rotation(x[1])) > -9.0:
        total += x[1] * np.sum(rotation(x[0]) * rotation(x[2])) + rotation(x[1])[0, 0]
    return total * rotation(total)[0, 1] if rotation(x[0])[0, 0] < 2.0 and rotation(x[1])[0, 0] < 2.0 else total


@pytest.mark.parametrize("fun", [product_of_two, calls_in_several_places])
def test_calls_that_may_fill_what_others_of_the_statement_read(fun):
    check_all_ways(fun, P4[:3])


def made_inside(x):
    class Store:
        rows: dict = {}

    def put(v):
        Store.rows["v"] = v
        return v

    def got(v):
        return v * Store.rows.get("v", 1.0)

    return put(x[0]) + got(x[1])


def made_around():
    class Store:
        rows: dict = {}

    def put(v):
        Store.rows["v"] = v
        return v

    def got(v):
        return v * Store.rows.get("v", 1.0)

    return lambda x: put(x[0]) + got(x[1])


def static_methods(x):
    class Store:
        rows: dict = {}

        @staticmethod
        def put(v):
            Store.rows["v"] = v

        @staticmethod
        def got():
            return Store.rows["v"]

    Store.put(x[0])
    return Store.got() * x[1]


def lambdas(x):
    class Store:
        rows: list = []

    put = lambda v: Store.rows.append(v)
    got = lambda: sum(Store.rows)
    put(x[0])
    return got() * x[1]


@pytest.mark.parametrize("fun", [made_inside, made_around(), static_methods, lambdas])
def test_functions_with_a_class_between_them_are_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(P4), lambda: tangentish.jvp(fun, (P4,), (P4,))):
        with pytest.raises(tangentish.TangentishError, match="this may read"):
            derivative()


def put_by_a_function_read_here(x):
    class Store:
        rows: dict = {}

    def put(v):
        Store.rows["v"] = v

    put(x[0])
    return x[1] * Store.rows["v"]


def read_by_another_object(x):
    class Store:
        rows: list = []

        def put(self, v):
            self.rows.append(v)
            return self

        def got(self):
            return self.rows[-1]

    first, second = Store(), Store()
    first.put(x[0])
    return second.got() * x[1]


def with_an_object_between():
    class State:
        v = 1.0

    state = State()

    def put(v):
        state.v = v

    def got(v):
        return v * state.v

    def fun(x):
        put(x[0])
        return got(x[1])

    return fun


@pytest.mark.parametrize("fun", [put_by_a_function_read_here, read_by_another_object, with_an_object_between()])
def test_what_is_put_there_may_be_read(fun):
    check_all_ways(fun, P4)


class Fitted:
    _kept: dict = {}

    def __init__(self, params, scale=1.0):
        self.params = params
        self._kept["scale"] = scale
        self._kept = {}


def scale():
    return Fitted._kept["scale"]


def doubled(x, read):
    return 2.0 * x * read()


def default_kept_by_a_class(x, read=scale):
    return doubled(Fitted(x**2).params, read).sum() * read()


def own_kept_by_a_class(x, read=scale):
    return doubled(Fitted(x**2, x).params, read) * read()


def test_the_default_of_a_method_is_no_active_value():
    assert tangentish.grad(default_kept_by_a_class)(P4) == pytest.approx(4.0 * P4)  # with nothing kept before
    assert tangentish.jvp(default_kept_by_a_class, (P4,), (P4,))[1] == pytest.approx(4.0 * P4 @ P4)


def test_unless_it_is_the_argument():
    default = Fitted.__init__.__defaults__[0]
    for point in (default, 1.5):
        for derivative in (tangentish.grad(own_kept_by_a_class), lambda x: tangentish.jvp(own_kept_by_a_class, (x,), (1.0,))):
            with pytest.raises(tangentish.TangentishError, match="a class keeps"):
                derivative(point)
