"""Functions and class methods that give what a container of their module, or of the class, holds: buffers, states, registries.

What is written into it is there when it is asked for again.
"""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
BUFFERS: dict = {}
STATES: dict = {}
MODELS: dict = {}
FREE: list = []
TABLE = [np.zeros(3)]
NUMBERS = {"a": [1.0, 2.0], "b": [3.0, 4.0]}


class Model:
    def __init__(self):
        self.log, self.buffer, self.parts, self.weight = [], np.zeros(3), {}, 2.0

    def put(self, x):
        self.y = x * 3.0

    def fit(self, x):
        self.y = x * 3.0

    def weighted(self, x):
        return np.sum(x**2) + self.weight

    def scaled(self, x):
        return self.weight * x


MODELS["there"] = Model()
ONE = Model()


def buffer(n):
    if n not in BUFFERS:
        BUFFERS[n] = np.empty(n)
    return BUFFERS[n]


def state(key):
    return STATES.setdefault(key, {})


def model(key):
    if key not in MODELS:
        MODELS[key] = Model()
    return MODELS[key]


def free():
    if not FREE:
        FREE.append(np.zeros(3))
    return FREE[-1]


def table():
    return TABLE[0]


def numbers(key):
    return NUMBERS[key]


def one():
    return ONE


def weighted_by_name(x):
    return MODELS["there"].weight * x[0] + ONE.weight * x[1]


def fill(b, x):
    b[:] = x * 2.0


class Work:
    buffers: dict = {}

    @classmethod
    def buffer(cls, n):
        if n not in cls.buffers:
            cls.buffers[n] = np.zeros(n)
        return cls.buffers[n]


class ByKey:
    made: dict = {}

    def __new__(cls, key):
        if key not in cls.made:
            cls.made[key] = super().__new__(cls)
        return cls.made[key]

    def __init__(self, key):
        self.key = key

    def of(self, x):
        self.y = x * self.key
        return self.y.sum()


@case(V3)
def arrays_of_a_dict(x):
    b = buffer(3)
    b[:] = x * 2.0
    return buffer(3) @ x


@case(V3)
def an_array_of_a_list(x):
    b = table()
    b[:] = x * 2.0
    return table() @ x


@case(V3)
def handed_on_by_other_calls(x):
    a = np.asarray(table())
    a[:] = x * 2.0
    b = next(iter([table()]))
    b[1:] *= x[1:]
    c = max([table()], key=len)
    c[0] = x[2]
    d = (lambda v: v)(table())
    d += x
    return table() @ x


@case(V3)
def outputs_and_operators_in_place(x):
    np.multiply(x, 2.0, out=free())
    b = free()
    b += x
    fill(buffer(3), free())
    return free() @ x + buffer(3) @ x


@case(V3)
def dicts_of_a_dict(x):
    d = state("a")
    d["k"] = x * 2.0
    return state("a")["k"] @ x


@case(V3)
def objects_of_a_dict(x):
    model("a").put(x)
    m = model("b")
    m.buffer[:] = model("a").y
    m.parts["k"] = x**2
    model("a").log.append(x)
    return model("b").buffer @ x + model("b").parts["k"] @ model("a").log[-1]


@case(V3)
def objects_that_are_read_alone(x):
    return one().weighted(x) + weighted_by_name(x) + model("there").weighted(x)


@case(V3)
def arrays_of_a_class(x):
    b = Work.buffer(3)
    b[:] = x * 2.0
    return Work.buffer(3) @ x


@case(V3)
def objects_of_a_class(x):
    return ByKey(2.0).of(x) + ByKey(2.0).y[0] * x[1]


@case(V3)
def constants(x):
    a, b = numbers("a")
    total = 0.0
    for number in numbers("b"):
        total += number * x[0]
    w = table() + x
    w *= 2.0
    return total * a + b * x[1] + w @ w


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    TABLE[0][:] = 0.0
    check_all_ways(fun, *args, **options)


def use(x):
    return model("a").buffer @ x


def use_by_name(x):
    return BUFFERS[3] @ x


def use_part(x):
    return MODELS["there"].buffer @ x


def set_below(x):
    model("a").buffer[:] = x * 2.0


def written_below(x):
    set_below(x)
    return use(x)


def read_below(x):
    model("a").buffer[:] = x * 2.0
    return use(x)


def read_below_by_name(x):
    buffer(3)[:] = x * 2.0
    return use_by_name(x)


def read_by_name(x):
    buffer(3)[:] = x * 2.0
    return BUFFERS[3] @ x


def part_read_below(x):
    MODELS["there"].buffer[:] = x * 2.0
    return use_part(x)


def attribute_read_below(x):
    MODELS["there"].buffer = x * 2.0
    return use_part(x)


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", [
    written_below, read_below, read_below_by_name, read_by_name, part_read_below, attribute_read_below])
def test_what_others_get_otherwise_is_refused(fun, operator):
    buffer(3)
    with pytest.raises(tangentish.UnsupportedError, match=r"test_given_of_globals\.py"):
        operator(fun)(V3)


def part_of_one():
    return ONE.buffer


def weighted_below(x):
    return ONE.scaled(x)


def part_written(x):
    part_of_one()[:] = x * 2.0
    return part_of_one() @ x


def part_written_under_a_name(x):
    b = part_of_one()
    b[:] = x * 2.0
    return part_of_one() @ x


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", [part_written, part_written_under_a_name])
def test_parts_of_an_object_that_a_function_gives_are_not_written(fun, operator):
    with pytest.raises(tangentish.UnsupportedError, match="what a function gives of a global object"):
        operator(fun)(V3)


def test_results_of_methods_of_a_global_object_are_written():
    def result_written(x):
        y = weighted_below(x)
        y[0] = x[1] ** 2
        return y @ y

    check_all_ways(result_written, V3)


def the_other():
    return ONE


def stored_in_one_and_read_of_the_other(x):
    one().buffer[:] = 2.0 * x
    return part_of_one() @ x


def read_before(x):
    held = the_other().weight
    one().buffer[:] = held * x
    return np.sum(one().buffer * x)


def fitted_and_asked_for_again(x):
    model = one()
    model.fit(x)
    return np.sum(the_other().y)


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", [stored_in_one_and_read_of_the_other, fitted_and_asked_for_again])
def test_objects_that_another_function_gives_too(fun, operator):
    with pytest.raises(tangentish.UnsupportedError, match=r"globals.py:\d+: `ONE` may be read here(?s:.)*Pass the object"):
        operator(fun)(V3)


def test_what_was_read_before():
    np.testing.assert_allclose(tangentish.grad(read_before)(V3), 4.0 * V3)


HEIGHTS = np.array([1.0, 0.3])


class Filter:
    pass


def filter_of(F, HEIGHTS):
    k = Filter()
    k.F = F
    k.HEIGHTS = HEIGHTS
    return k


def test_a_parameter_and_an_attribute_named_as_a_global() -> None:
    """An array of the module that a helper is given, and puts into an object: nothing is stored into it."""
    def observed(F):
        k = filter_of(F, HEIGHTS)
        k.F = 2.0 * k.F
        return k.HEIGHTS @ k.F @ np.ones(2) + HEIGHTS[0]

    check_all_ways(observed, np.eye(2))
