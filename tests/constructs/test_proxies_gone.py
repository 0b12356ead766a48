"""Proxies of objects that are no more, among the arguments and around the function: whatever they are asked for raises."""

import weakref

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4
from tests.constructs.ways import check_all_ways


class Model:
    def __init__(self, scale):
        self.scale = scale

    def scaled(self, x):
        return self.scale * x


def gone():
    return weakref.proxy(Model(2.0))


MODEL = Model(3.0)
PROXIES = {"gone": gone(), "there": weakref.proxy(MODEL)}
GONE = None  # in a test; pytest asks for the class of all that a module has


def test_beside_in_the_module(monkeypatch):
    monkeypatch.setitem(globals(), "GONE", gone())

    def loss(x):
        return np.sum(PROXIES["there"].scaled(x) * MODEL.scaled(x)) * len(PROXIES)

    check_all_ways(loss, P4)


def named(x):
    return np.sum(x**2) if GONE is not None else x[0]


def given(x, model):
    return np.sum(x**2)


@pytest.mark.parametrize("fun", [named, given])
def test_refused(fun, monkeypatch):
    monkeypatch.setitem(globals(), "GONE", gone())
    args = (GONE,) if fun is given else ()
    for derivative in (lambda: tangentish.grad(fun)(P4, *args), lambda: tangentish.vjp(fun, P4, *args),
                       lambda: tangentish.jvp(fun, (P4, *args), (P4, *[None for _ in args]))):
        with pytest.raises(tangentish.TangentishError, match="of an object that is no more"):
            derivative()
