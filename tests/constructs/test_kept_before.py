"""Numbers that a class keeps from before a derivative was asked for: constants, unless the call puts active ones there."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish

TWO = np.array([0.7, -1.3])
OPERATORS = pytest.mark.parametrize("differentiate", [
    lambda fun: tangentish.grad(fun), lambda fun: tangentish.jacfwd(fun), lambda fun: lambda x: tangentish.vjp(fun, x)[1](1.0)[0]],
    ids=["grad", "forward", "vjp"])


class Result:
    """Sets a default where the class has its container, and one of its own later, as results of regressions do."""

    settled: dict[str, float] = {}

    def __init__(self, params, scale=1.0):
        self.scale = scale
        self.settled = {}
        self.params = params

    @property
    def scale(self):
        return self.settled["scale"]

    @scale.setter
    def scale(self, value):
        self.settled["scale"] = value

    @property
    def total(self):
        read = [Other().read][0]  # looked at again when a reverse sweep runs this again
        return read(self.params)

    def weighted(self):
        return self.total * self.scale


class Other:
    """A class that has a container under the same name."""

    def __init__(self):
        self.settled = {"factor": 3.0}

    def read(self, params):
        return np.sum(params**2) * self.settled["factor"]


def made(x):
    result = [Result][0](x)
    result.scale = x[0]
    return result.weighted()


@OPERATORS
def test_defaults_that_an_earlier_call_has_left(differentiate) -> None:
    assert made(TWO) == pytest.approx(0.7 * 3.0 * np.sum(TWO**2))
    assert Result.settled == {"scale": 1.0}
    want = 3.0 * (np.sum(TWO**2) * np.array([1.0, 0.0]) + 2.0 * 0.7 * TWO)
    for _ in range(3):
        assert differentiate(made)(TWO) == pytest.approx(want)


class Shelf:
    """A container that is written and read by the class."""

    shelved: dict[str, float] = {}

    def put(self, x):
        self.shelved["x"] = x

    @staticmethod
    def taken(factor):
        return Shelf.shelved["x"] * factor


def put_and_taken(x):
    [Shelf][0]().put(x)
    return [Shelf.taken][0](2.0) + x


def put_below(x):
    shelf = [Shelf][0]()
    [shelf.put][0](x)
    return [Shelf][0].taken(2.0) + x


@pytest.mark.parametrize("fun", [put_and_taken, put_below])
def test_the_same_number_again_is_active(fun) -> None:
    x = 0.7  # the very object that an earlier call has left there
    gradient = tangentish.grad(fun)
    for differentiate in (gradient, gradient, lambda x: tangentish.jvp(fun, (x,), (1.0,))[1],
                          lambda x: tangentish.vjp(fun, x)[1](1.0)[0],
                          lambda x: tangentish.grad(lambda values: fun(values["a"]))({"a": x})["a"]):
        fun(x)
        try:
            found = differentiate(x)
        except tangentish.UnsupportedError:
            continue
        assert found == pytest.approx(3.0)


def test_inside_another_derivative() -> None:
    def inner(y):
        return [Shelf.taken][0](1.0) * y**2

    def outer(x):
        [Shelf][0]().put(x)
        return tangentish.grad(inner)(2.0) * 1.0

    put_and_taken(0.3)
    for differentiate in (tangentish.grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (1.0,))[1]):
        for _ in range(2):
            try:
                found = differentiate(outer)(0.7)
            except tangentish.UnsupportedError:
                continue
            assert found == pytest.approx(4.0)


class Slotted:
    __slots__ = ("kept",)


class SlottedAgain(Slotted):
    __slots__ = ("kept",)  # that of the class above stays empty


@OPERATORS
def test_arguments_with_empty_slots(differentiate) -> None:
    part = SlottedAgain()
    part.kept = 2.0
    made(TWO)  # which leaves a default
    differentiate(made)(TWO)  # from now on the numbers are noted
    fun = (lambda held: lambda x: made(x) * held.kept)(part)
    np.testing.assert_allclose(differentiate(fun)(TWO), 2.0 * differentiate(made)(TWO))
    np.testing.assert_allclose(tangentish.grad(lambda x, held: made(x) * held.kept)(TWO, part), 2.0 * differentiate(made)(TWO))
