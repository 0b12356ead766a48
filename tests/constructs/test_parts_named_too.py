"""Arrays of the module that objects, classes or arguments hold too: written there, and read by their names."""

from dataclasses import dataclass, field

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

TABLE = np.arange(3.0)
PART = TABLE[1:]


class Named:
    rows = TABLE
    table = {"key": TABLE}

    def put(self, x):
        self.rows[:] = x

    @classmethod
    def put_all(cls, x):
        cls.rows[:] = x


class Other:
    rows = TABLE


class Kept:
    def __init__(self):
        self.rows = TABLE

    def put(self, x):
        self.rows[:] = x

    def get(self):
        return self.rows


class Derived(Kept):
    pass


KEPT, DERIVED = Kept(), Derived()


def given():
    return TABLE


def summed():
    return TABLE.sum()


def of_a_class(x):
    Named.rows[:] = x
    return TABLE @ x


def in_a_dict_of_a_class(x):
    Named.table["key"][:] = x
    return TABLE @ x


def by_a_method(x):
    Named().put(x)
    return TABLE @ x


def by_a_class_method(x):
    Named.put_all(x)
    return TABLE @ x


def by_a_view(x):
    Named.rows[:] = x
    return PART @ x[1:]


def by_a_getter(x):
    Named.rows[:] = x
    return given() @ x


def through_a_getter(x):
    given()[:] = x
    return Named.rows @ x


def of_an_object_made_here(x):
    kept = Kept()
    kept.rows[:] = x
    return TABLE @ x


def by_a_method_of_an_object_made_here(x):
    kept = Kept()
    kept.put(x)
    return TABLE @ x


def of_an_object_around(x):
    kept = Kept()
    kept.put(x)
    return KEPT.rows @ x


def by_a_helper(x):
    KEPT.put(x)
    return summed() * x[0]


def by_a_default(x, rows=TABLE):
    rows[:] = x
    return TABLE @ x


@pytest.mark.parametrize("fun", [
    of_a_class, in_a_dict_of_a_class, by_a_method, by_a_class_method, by_a_view, by_a_getter, through_a_getter,
    of_an_object_made_here, by_a_method_of_an_object_made_here, of_an_object_around, by_a_helper, by_a_default])
def test_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(V3), lambda: tangentish.jvp(fun, (V3,), (V3,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"read by its name too|shares memory with a variable around it"):
            derivative()


def by_another_object(x):
    DERIVED.put(x)
    return KEPT.get() @ x


def by_another_class(x):
    Named.rows[:] = x
    return Other.rows @ x


@dataclass
class Joint:
    fixed: tuple = (False, False)
    limits: tuple = (0.0, (1.0, None))
    load: list = field(default_factory=lambda: [0.0, 0.0])


def beside_a_tuple_by_default(x):
    joint, other = Joint(), Joint(fixed=(True, False))
    joint.load[1] = np.sum(x)
    other.load[0] = x[0]
    loads = [load * joint.limits[1][0] for fixed, load in zip([*joint.fixed, *other.fixed], joint.load + other.load) if not fixed]
    return sum(load**2 for load in loads)


@pytest.mark.parametrize("fun", [by_another_object, by_another_class, beside_a_tuple_by_default])
def test_right(fun):
    check_all_ways(fun, V3)


SCALE = np.array([1.0, 0.5, 0.25])


class Scaled:
    def __init__(self, x):
        self.rows = x * SCALE

    def step(self):
        self.rows[1:] += self.rows[:-1]


@pytest.mark.parametrize("argument", [V3, 2.0])
def test_what_is_computed_of_an_array_is_not_that(argument):
    def total(x):
        scaled = Scaled(x)
        scaled.step()
        return scaled.rows @ SCALE

    check_gradient(total, argument)
