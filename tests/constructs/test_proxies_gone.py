"""Proxies of objects that are no more, among the arguments and around the function: whatever they are asked for raises."""

import weakref

import numpy as np
import pytest

import tangentish
from tangentish.runtime.saving import saved_reached
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


class Watched:
    """Holds on to what may be no more, and what may go in the middle."""

    def __init__(self, state, ends):
        self.state, self.seen, self.passing = state, [gone(), {"last": gone()}], Model(1.5)
        self.watching = weakref.proxy(self.passing) if ends else None

    def step(self, ends):
        self.state *= 1.5
        self.passing = None if ends else self.passing


@pytest.mark.parametrize("ends", [False, True])
def test_held_by_what_writes(ends):
    def loss(x):
        watched = Watched(np.arange(4.0) + 1.0, ends)
        seen = watched.state[1:]
        y = x[1:] * seen
        watched.step(ends)
        z = y * seen
        for step in [watched.step]:
            step(ends)
        return np.sum(z * seen)

    check_all_ways(loss, P4)


def test_kept_with_what_it_leads_to():
    watched = Watched(np.ones(4), True)
    before = saved_reached(watched)
    watched.step(True)
    before.put_back()
    np.testing.assert_array_equal(watched.state, np.ones(4))
    assert saved_reached(gone()) is None
