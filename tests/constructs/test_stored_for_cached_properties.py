"""What is stored into the `__dict__` of an object under the name of a cached property was not computed by it."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from tests.constructs.ways import check_all_ways


class Model:
    def __init__(self, a: Any) -> None:
        self.a = a

    @functools.cached_property
    def slope(self) -> Any:
        return 3 * self.a


class Flat(Model):
    def __init__(self, a: Any) -> None:
        super().__init__(a)
        self.__dict__["slope"] = 0.5
        self.total = self.slope + a


class Steep(Model):
    def __init__(self, a: Any) -> None:
        super().__init__(a)
        self.__dict__["slope"] = a**2


def constant(x):
    model = Flat(x)
    return model.total * model.slope * x


def active(x):
    return Steep(x).slope * x


def as_computed(x):
    model = Model(x)
    model.__dict__["slope"] = 3 * x
    return model.slope * x


def computed(x):
    model = Model(x)
    return model.slope * x + Flat(x).slope


@pytest.mark.parametrize("program", [constant, active, as_computed, computed])
def test_program(program):
    check_all_ways(program, 1.7)
