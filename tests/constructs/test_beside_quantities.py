"""Plain code in a module that names units of astropy: its calls are looked up when they happen, where a quantity may be met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

time = pytest.importorskip("astropy.time")
u = pytest.importorskip("astropy.units")

X = np.array([0.7, 1.3, 2.1, -0.4])


def in_unit(x: Any) -> Any:
    return x.to_value(u.m) if isinstance(x, u.Quantity) else x


PROGRAMS: list[Callable[[Any], Any]] = [
    lambda a: np.select([X > 1, X > 0], [X * a, 2 * a], a).sum(),
    lambda a: in_unit(np.array([a, 2 * a, 3.0])) @ np.array([1.0, 2.0, 3.0]),
    lambda a: np.block([[a, 2 * a], [3 * a, X[0] * a]]).prod(),
    lambda a: np.stack((a, a**2)).prod(),
    lambda a: np.concatenate([[a, a**2], [3.0], X * a]).prod(),
    lambda a: np.where([True, False, True], [a, 2 * a, a**2], [a, a, a]).prod(),
    lambda a: np.dot([a, 2 * a], [a, 3.0]),
    lambda a: np.max([a, 2 * a, 5.0]) + np.min([a, 7.0]),
    lambda a: np.array([[a, 1.0], [2.0, a**2]]).prod(),
    lambda a: np.linalg.norm([a, 2 * a, X[1]]),
    lambda a: np.array([a * k for k in range(1, 4)]).prod(),
    lambda a: np.einsum("i,i", [a, 2 * a], [a, a]),
    lambda a: np.array([X[0] * a, *[a, a]]).prod(),
    lambda a: np.meshgrid([a, 2 * a], [a, 3 * a])[1].prod(),
    lambda a: np.linspace(a, [2 * a, 3 * a], 4).prod(),
    lambda a: np.add([a, a], [1.0, a]).prod(),
    lambda a: np.full((2, 2), [a, 2 * a]).prod(),
    lambda a: np.cross([a, 1.0, 2.0], [a, a**2, 1.0])[2],
    lambda a: np.interp([a, a + 0.1], [0.0, 1.0, 2.0], [a, a**2, 3.0]).prod(),
]


def stored(x):
    r = np.zeros(4)
    r[1:] = in_unit(x[:3])
    r[0] += in_unit(x[0]) ** 2
    r *= in_unit(x)
    row = r[1:3]
    row -= in_unit(x[:2])
    return r.sum()


def stored_in_a_list(x):
    items = [0.0, 0.0]
    items[1] = in_unit(x[0])
    items[0] += in_unit(x[1]) ** 2
    table = {"a": in_unit(x[2])}
    table["a"] *= items[0]
    return items[1] * table["a"]


@pytest.mark.parametrize("place", range(len(PROGRAMS)))
def test_program(place: int) -> None:
    check_all_ways(PROGRAMS[place], 1.3)


@pytest.mark.parametrize("program", [stored, stored_in_a_list])
def test_stores(program: Callable[[Any], Any]) -> None:
    check_all_ways(program, X)


class Rod:
    """Has operators of its own."""

    def __init__(self, length: Any) -> None:
        self.length = length

    def __add__(self, other: Any) -> Any:
        return Rod(self.length + other)

    def __radd__(self, other: Any) -> Any:
        return Rod(other + self.length)

    __array_ufunc__ = None


@pytest.mark.parametrize("program", [
    lambda a: (Rod(a * u.m) + a**2 * u.cm).length.to_value(u.mm), lambda a: (a**2 * u.cm + Rod(a * u.m)).length.to_value(u.mm)])
def test_objects_with_operators_of_their_own(program: Callable[[Any], Any]) -> None:
    check_all_ways(program, 1.3)


def by_unit(a):
    factors = {u.m: a, u.km: 1e3 * a**2}
    return factors[u.km] * factors[u.m]


def of_a_time(a):
    return time.TimeDelta(a, format="sec").jd2


@pytest.mark.parametrize("program", [by_unit, of_a_time])
def test_keys_and_times(program: Callable[[Any], Any]) -> None:
    check_all_ways(program, 1.3)


@pytest.mark.parametrize("program", [
    lambda a: (3.0 * a * u.m).to_value(a**3 * u.cm), lambda a: u.m.to(a * u.km, 3.0), lambda a: (a / u.s).to(1 / u.min).value,
    lambda a: (a * u.m / u.s).to_value(2.0 * u.km / u.min), lambda a: u.Quantity(a / u.s, 1 / u.min).value])
def test_quantities_as_units(program: Callable[[Any], Any]) -> None:
    check_all_ways(program, 1.3)


@pytest.mark.parametrize("program", [
    lambda a: (3.0 * u.m).to(a * u.cm).value,
    lambda a: u.Quantity(3.0 * u.m, a * u.cm).value, lambda a: (3.0 * u.m << a * u.cm).value])
def test_units_made_of_active_values_are_refused(program: Callable[[Any], Any]) -> None:
    for derivative in (lambda: tangentish.grad(program)(1.3), lambda: tangentish.jvp(program, (1.3,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match="a unit that may be made of active values"):
            derivative()


def test_places_on_the_earth_are_refused() -> None:
    coordinates = pytest.importorskip("astropy.coordinates")
    for derivative in (tangentish.grad, tangentish.jacfwd):
        with pytest.raises(tangentish.UnsupportedError, match="how a EarthLocation is made"):
            derivative(lambda a: coordinates.EarthLocation(lon=1.0 * u.deg, lat=a * u.deg, height=2.0 * u.m).x.value)(1.3)
