"""Objects that lie beside what is differentiated, and that only look like any other: they are no obstacle."""

from __future__ import annotations

import weakref

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Anything:
    """Stands for a library that is loaded later: it has every attribute, `__dict__` too."""

    __slots__ = ("_name",)

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        return Anything(name)


class Owner:
    pass


class Model:
    def __init__(self, factor, beside):
        self.factor, self.beside = factor, beside

    def __deepcopy__(self, memo):
        return self

    def energy(self, x):
        return self.factor * np.sum(x**2)


def proxy_of_what_is_gone():
    owner = Owner()
    return weakref.proxy(owner)


OWNER = Owner()
BESIDE = (Anything("library"), proxy_of_what_is_gone(), weakref.proxy(OWNER))
MODELS = [Model(2.0, beside) for beside in BESIDE]
TABLE = {"models": MODELS, "beside": BESIDE}


def keeping(function):
    held = [*BESIDE, *MODELS]

    def keeps(x):
        return function(x) * len(held)

    return keeps


@keeping
def filled(x):
    weights = np.empty(3)
    weights[0], weights[1:] = x[0] ** 2, x[1:]
    return weights


@case(V3)
def objects_of_the_module(x):
    return sum(model.energy(x) for model in MODELS)


@case(V3)
def objects_in_a_table(x):
    return sum(model.energy(x) * x[k] for k, model in enumerate(TABLE["models"]))


@case(V3, MODELS)
def objects_given(x, models):
    return models[0].energy(x) * models[1].energy(x) + models[2].energy(x)


@case(V3)
def objects_made(x):
    return sum(Model(x[k], BESIDE[0]).energy(x) for k in range(3))


@case(V3)
def objects_around_a_function(x):
    return np.sum(filled(x) * x)


@case(V3)
def methods_that_are_given(x):
    return sum(energy(x) for energy in [model.energy for model in MODELS])


@pytest.mark.parametrize("fun, args, options", case)
def test_right(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("model", MODELS)
def test_methods(model):
    check_all_ways(model.energy, V3)
