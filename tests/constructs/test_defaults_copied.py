"""Objects that keep a copy of a container of the module and write into that: the container is not what is written into."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
DEFAULTS = {"scale": 2.0, "name": "u", "steps": [1.0, 3.0]}
NAMES = ["a", "b"]


class Copied:
    def __init__(self, x, **given):
        self.x = x
        self.options = DEFAULTS.copy()
        self.options.update(given)

    def value(self):
        return self.x**2 * self.options["scale"] * self.options["steps"][1]


class Remade(Copied):
    def __init__(self, x, **given):
        self.options, self.x = dict(DEFAULTS), x
        self.options |= given
        self.options["scale"] *= x


class Listed(Copied):
    def __init__(self, x, *names):
        super().__init__(x, name=names)
        self.names = NAMES.copy()
        self.names.append(x)
        self.x = self.names[-1] * len(self.names)


@case(1.3)
def copied(x):
    return Copied(x, scale=x).value() + Copied(x).value()


@case(1.3)
def remade(x):
    return Remade(x, name="v").value()


@case(1.3)
def listed(x):
    return Listed(x, "a").value()


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
    assert DEFAULTS == {"scale": 2.0, "name": "u", "steps": [1.0, 3.0]} and NAMES == ["a", "b"]


class Item(Copied):
    def __init__(self, x):
        self.options = DEFAULTS.copy()
        self.options["steps"][1] = x
        self.x = x


class Part(Copied):
    def __init__(self, x):
        self.options = DEFAULTS.copy()
        self.steps = self.options["steps"]
        self.steps.append(x)
        self.x = x


class Same(Copied):
    def __init__(self, x):
        self.options = DEFAULTS
        self.options.update(scale=x)
        self.x = x


class Both(Copied):
    def __init__(self, x):
        self.options = {}
        self.options = DEFAULTS if x > 0.0 else DEFAULTS.copy()
        self.options["scale"] = x
        self.x = x


class Table:
    def __init__(self, content):
        self.content = content

    def update(self, x):
        self.content["scale"] = x


class Wrapped(Copied):
    def __init__(self, x):
        self.options, self.x = {"scale": x, "steps": [x, x]}, x
        self.table = Table(DEFAULTS)
        self.table.update(x)


@pytest.mark.parametrize("cls", [Item, Part, Same, Both, Wrapped])
def test_what_is_shared_is_refused(cls):
    def loss(x):
        return cls(x).value()

    before = copy.deepcopy(DEFAULTS)
    for derivative in (lambda: tangentish.grad(loss)(1.3), lambda: tangentish.jvp(loss, (1.3,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match="into a global object"):
            derivative()
        assert before == DEFAULTS


def test_arrays_of_the_module_that_an_object_copies():
    steps = np.array([1.0, 2.0])

    class Walk:
        def __init__(self, x):
            self.steps = steps.copy()
            self.steps[1] = x

    check_all_ways(lambda x: Walk(x).steps @ Walk(x * x).steps, 1.3)
    assert steps[1] == 2.0
