"""Objects with a copy of their own of what a class keeps, under the same name, that active values are put into."""

from __future__ import annotations

import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
T, P = 1.2, 3.0


class Water:
    given = {"T": 0.0, "P": 0.0, "scale": 0.5, "name": "water"}
    names = ["T", "P"]

    def __init__(self, **given):
        self.given = Water.given.copy()
        self.__call__(**given)

    def __call__(self, **given):
        self.given.update(given)
        if self.is_known:
            self.solve()

    @property
    def is_known(self):
        self._known = "TP" if self.given["T"] and self.given["P"] else ""
        return self._known

    def solve(self):
        temperature, pressure = (self.given[key] for key in self._known)
        self.h = temperature * pressure**2 * self.given["scale"]


class Steam(Water):
    def __init__(self, **given):
        self.given, self.names = dict(Water.given), list(Water.names)
        self.run(given)

    def run(self, given):
        self.given.update(given)
        self.names.append("x")
        self.given["scale"] = self.given["T"] * len(self.names)
        if self.is_known:
            self.solve()


class Ice(Steam):
    def __init__(self, **given):
        self.names = sorted(Water.names)
        self.given = dict(Water.given)
        self.run(given)


@case(T, P)
def called(t, p):
    return Water(T=t, P=p).h * t


@case(T, P)
def called_twice(t, p):
    water = Water(T=t, P=p)
    h = water.h
    water(P=p * t)
    return h * water.h + Water(T=2.0, P=3.0).h * t + Water.given["scale"]


@case(T, P)
def copied_by_dict_and_list(t, p):
    return Steam(T=t, P=p).h + Ice(T=p, P=t).h


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
    assert Water.given == {"T": 0.0, "P": 0.0, "scale": 0.5, "name": "water"}


class Listed(Water):
    given = {"T": [], "P": 2.0}

    def __init__(self, t):
        self.given = Listed.given.copy()
        self.put(t)

    def put(self, t):
        self.given["T"].append(t)
        del self.given["T"][:-1]


def shared_in_the_copy(t):
    first = Listed(t)
    Listed(t * t)
    return first.given["T"][0] * t


def test_what_the_copy_shares_is_not_overlooked():
    assert tangentish.grad(shared_in_the_copy)(2.0) == pytest.approx(12.0)
    assert tangentish.jvp(shared_in_the_copy, (2.0,), (1.0,))[1] == pytest.approx(12.0)
