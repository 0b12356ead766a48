"""Quantities of astropy: arrays with a unit, which say themselves what NumPy does with them."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tangentish
from tests.constructs.test_quantities_unseen import mixed
from tests.constructs.ways import check_all_ways

u = pytest.importorskip("astropy.units")
constants = pytest.importorskip("astropy.constants")

X = np.array([0.7, 1.3, 2.1])
W = np.array([0.3, 1.1, 0.6])
Q = W * u.km


class Rod:
    """Holds a quantity."""

    def __init__(self, length: Any) -> None:
        self.length = length

    @property
    def double(self) -> Any:
        return 2 * self.length

    def times(self, x: Any) -> Any:
        return self.length * x


ROD = Rod(Q)


def shared_memory(x):
    y = x * 2
    q = y << u.km
    before = q.sum().value
    y[0] = x[1] ** 2
    return before * (q.value**2).sum()


def through_the_value(x):
    q = x * u.km
    v = q.value
    v[0] = x[1] ** 2
    return (q.value**2).sum()


def item_stored(x):
    q = x * u.km
    q[0] = 300 * u.m * x[2]
    return (q.value**2).sum()


def item_of_constants(x):
    q = np.zeros(3) * u.km
    q[1] = x[0] * u.m
    q[2:] = x[:1] * u.km
    return (q.value**2).sum() * 1e3


def stored_into_plain(x):
    r = np.empty(3)
    for k in range(3):
        r[k] = x[k] * u.percent
    s = np.zeros(3)
    s[:] = x * u.one
    return (r**2).sum() + (s**2).sum()


def multiplied_in_place(x):
    q = x * u.km
    p = q
    q *= 2
    return (q.value * p.value).sum()


def added_in_place(x):
    q = x * u.km
    q += Q * 1000 * (u.m / u.km)
    return (q.value**2).sum()


def accumulated(x):
    total = 0 * u.km
    for k in range(3):
        total += x[k] ** 2 * u.m
    return total.to_value(u.m)


def view_and_whole(x):
    q = x * u.km
    p = q[1:]
    y = (p.value**2).sum()
    q[0] = 1 * u.km
    return y * q.sum().value


def written_by_out(x):
    q = x * u.km
    np.add(q, Q, out=q)
    return (q.value**2).sum()


def filled(x):
    q = x * u.km
    q.fill(2 * u.km)
    return (q.value * x).sum()


def constant_changed_later(x):
    w = W.copy()
    q = w << u.km
    y = x * q
    w[0] = 9.0
    return (y.value * q.value).sum()


def constant_stored_into(x):
    w = W.copy() * u.km
    y = np.multiply(x, w)
    w[0] = 9.0 * u.m
    w *= 3
    return (y.value * w.value).sum()


def list_of_them(x):
    items = []
    for k in range(3):
        items.append(x[k] * u.km)
    return (u.Quantity(items).to_value(u.m) ** 2).sum() * 1e-6


def in_a_dict(x):
    d = {"v": x * u.m / u.s}
    d["e"] = 0.5 * u.kg * d["v"] ** 2
    return d["e"].to_value(u.J).sum()


def held_by_a_global(x):
    return (ROD.times(x) + ROD.double).to_value(u.m).sum()


def held_by_an_object(x):
    rod = Rod(x * u.km)
    return (rod.times(x) + rod.double).value.sum()


def unpacked(x):
    a, b, c = x * u.km
    return (a * b + c**2).value


def spread(x):
    return np.hypot(*(x[:2] * u.km)).value


def looped_over(x):
    return sum(q.value**2 for q in x * u.km)


def branched(x):
    q = x * u.km if x[0] > 0 else x * u.m
    return (q**2).sum().value if q[0] > 500 * u.m else q.sum().value


def largest(x):
    return max([x[0] * u.km, x[1] * u.km, x[2] * u.m]).value + sorted(x * u.km)[1].value


def in_a_partial(x):
    return functools.partial(np.multiply, Q)(x).value.sum()


def element_by_element(x):
    return np.vectorize(lambda t: (t * u.km).to_value(u.hm))(x).sum()


def angles_without_unit(x):
    with u.set_enabled_equivalencies(u.dimensionless_angles()):
        return np.exp(x * u.rad).value.sum()


def of_wavelengths(x):
    return (x * u.micron).to_value(u.eV, equivalencies=u.spectral()).sum()


def of_celsius(x):
    return ((x * u.deg_C).to(u.K, equivalencies=u.temperature()).value ** 2).sum()


def of_nature(x):
    return (constants.G * (x * u.kg) * constants.M_sun / (2 * u.AU) ** 2).to_value(u.N).sum()


def turned(x):
    return (x * u.km)[:, None].T.ravel()[1:].sum().to_value(u.hm)


def caught(x):
    try:
        q = x * u.km + x
    except u.UnitConversionError:
        q = x**2 * u.m
    return q.value.sum()


def of_complex(x):
    return np.abs((x + 2j * x) * u.km).value.sum()


def through_a_plain_module(x):
    return mixed(x * u.km, W * u.m, np.ones(3) * u.km) + mixed(Q, x * u.m, Q)


def through_a_function_given(x, function=mixed):
    return function(Q, x * u.m, Q)


def with_remainder(x):
    quotient, rest = divmod(x * u.km, 0.45 * u.km)
    return (rest.value * (quotient + 1)).sum().value


def of_python_numbers(x):
    shares = x * u.percent
    angle = math.atan2(shares[0], 0.5) + math.sin(x[1] * u.km / (3 * u.hm)) + math.hypot(shares[1], x[2] * u.one)
    return angle + math.fsum([shares[0], x[1] * u.one]) + float(np.float64(shares[2])) + math.pow(x[0] * u.percent, 2)


PROGRAMS: list[Callable[..., Any]] = [value for value in list(globals().values()) if getattr(value, "__module__", "") == __name__
                                      and callable(value) and not isinstance(value, type)]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_program(program: Callable[..., Any]) -> None:
    check_all_ways(program, X)


def joined(x):
    return (np.concatenate([Q, x * u.m]).value * np.arange(6)).sum() + np.hstack([x * u.km, x * u.m]).to_value(u.m).sum()


def multiplied(x):
    return np.dot(x * u.km, np.zeros(3) * u.m).value + np.dot(Q, x * u.m).value + np.cross(x * u.km, Q.to(u.m)).value.sum()


def stored_percent(x):
    r = np.zeros(3)
    for k in range(3):
        r[k] = x[k] * u.percent
    return (r * W).sum()


def some_picked(x):
    return np.where(W > 0.5, x * u.m, Q).value.sum() + np.clip(Q, x * u.m, 900 * u.m).value.sum()


@pytest.mark.parametrize("program", [joined, multiplied, stored_percent, some_picked])
def test_zero_is_zero_in_any_unit(program: Callable[..., Any]) -> None:
    check_all_ways(program, np.zeros(3))


def test_the_derivative_is_by_the_numbers_of_an_argument() -> None:
    def energy(q: Any) -> Any:
        return (q**2).sum().to_value(u.m**2)

    assert np.allclose(tangentish.grad(energy)(np.array([1.0, 2.0]) * u.km), [2e6, 4e6])
    value, slope = tangentish.jvp(energy, (np.array([1.0, 2.0]) * u.km,), (np.array([1.0, 0.0]) * u.km,))
    assert (value, slope) == (5e6, 2e6)


def test_the_derivative_is_of_the_numbers_of_the_result() -> None:
    value, slope = tangentish.value_and_grad(lambda x: (x**2 * u.km).sum())(X)
    assert value == (X**2).sum() * u.km
    assert type(slope) is np.ndarray and np.allclose(slope, 2 * X)


def test_tangents_in_another_unit_are_refused() -> None:
    q = X * u.km
    with pytest.raises(tangentish.ArgumentError, match="another unit"):
        tangentish.jvp(lambda q: q.sum().value, (q,), (q.to(u.m),))
    with pytest.raises(tangentish.ArgumentError, match="a Quantity; give numbers"):
        tangentish.vjp(lambda x: x * u.km, X)[1](q)


def test_what_writes_or_calls_is_refused() -> None:
    for function, more in ((np.add, {"out": 1}), (np.apply_along_axis, {})):
        def program(x: Any, function: Any = function, more: Any = more) -> Any:
            q = x * u.km
            found = function(q, Q, **{key: q for key in more}) if more else function(np.sum, 0, q)
            return found.value.sum()

        with pytest.raises(tangentish.UnsupportedError, match="writes into one or calls a function"):
            tangentish.grad(program)(X)


@pytest.mark.parametrize("operation", [
    lambda q: q.__imul__(u.s), lambda q: q.sort(), lambda q: u.Magnitude(q.value).value.sum(), lambda q: q.view(u.Quantity)])
def test_what_is_not_followed_is_refused(operation: Callable[..., Any]) -> None:
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(lambda x: (operation(x * u.km), x.sum())[1])(X)
