"""The `__dict__` of an object, and `vars`: what they hold is what the object holds."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Record:
    kind = 2.0

    def __init__(self, **values):
        self.__dict__.update(values)

    def moved(self, **changes):
        made = Record()
        made.__dict__.update(self.__dict__)
        made.__dict__.update(changes)
        return made

    @property
    def cached(self):
        return self.a * 3


@case(V4)
def updated_with_keywords(x):
    d = Record(a=x[0], b=x[1])
    return d.a * d.b * d.kind


@case(V4)
def items_read(x):
    d = Record(a=x[0], b=x[1:])
    return d.__dict__["a"] * np.sum(d.__dict__["b"]) * d.a + vars(d)["a"] ** 2 + d.__dict__.get("c", x[3])


@case(V4)
def items_written(x):
    d = Record(a=x[0])
    for k, name in enumerate(("b", "c", "a")):
        d.__dict__[name] = d.a * x[k]
    d.a *= x[3]
    vars(d)["b"] += d.c
    return d.a * d.b * d.c


@case(V4)
def everything_in_it(x):
    d = Record(a=x[0], b=x[1] * 2)
    total = sum(d.__dict__.values())
    for key, value in vars(d).items():
        total += value**2 * len(key)
    return total * dict(vars(d))["a"] * {**d.__dict__, "a": x[3]}["a"]


@case(V4)
def copied_attributes(x):
    d = Record(a=x[0], b=[x[1]])
    e = d.moved(a=x[2] * d.a)
    e.b[0] *= x[3]
    return d.a * d.b[0] * e.a


@case(V4)
def held_under_a_name(x):
    d = Record(a=x[0])
    inside = d.__dict__
    inside["a"] = inside["a"] * x[1]
    d.a = d.a * x[2]
    inside.update(b=x[3] * d.a)
    removed = inside.pop("b")
    return inside["a"] * d.a * removed + len(inside)


@case(V4)
def replaced_by_another(x):
    d, e = Record(a=x[0]), Record(a=x[1])
    first = d.a * 2
    d.__dict__ = e.__dict__
    e.a *= x[2]
    return first * d.a * e.a


@case(V4)
def shared_by_all(x):
    shared = {"a": x[0]}
    d, e = Record(), Record()
    d.__dict__ = shared
    e.__dict__ = shared
    e.a = e.a * x[1]
    shared["a"] *= x[2]
    return d.a * e.cached


STATE = Record()


def named(x):
    table = vars(STATE)
    table["k"] = x[0] ** 2
    return STATE.k * x[1]


def updated(x):
    STATE.__dict__.update(k=x[0] ** 2)
    return STATE.k * x[1]


def defaulted_and_taken(x):
    STATE.__dict__.setdefault("k", x[0] ** 2)
    return STATE.__dict__.pop("k") * x[1]


def set_by_its_method(x):
    STATE.__setattr__("k", x[0] ** 2)
    return STATE.k * x[1]


def put(value):
    vars(STATE)["k"] = value


def put_by_a_function(x):
    put(x[0] ** 2)
    return STATE.k * x[1]


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", [named, updated, defaulted_and_taken, set_by_its_method, put_by_a_function])
def test_attributes_of_an_object_of_the_module_are_refused(fun, operator):
    with pytest.raises(tangentish.UnsupportedError, match="into a global object"):
        operator(fun)(V4)


@case(V4)
def constants_in_an_object_of_the_module(x):
    vars(STATE).update(n=2.0)
    table = vars(STATE)
    table["m"] = 3.0
    return x @ x * table["n"] + table["m"] * x[0]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
