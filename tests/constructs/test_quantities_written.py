"""Quantities that functions write their results into, whole or where a mask says so: in the same unit, or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

u = pytest.importorskip("astropy.units")

X = np.array([0.7, 1.3, 2.1])
MASK = np.array([True, False, True])


def added_where(x):
    out = np.ones(3) * u.m
    np.add(x * u.m, x**2 * u.cm, where=MASK, out=out)
    return (out.value**2).sum()


def scaled_where(x):
    return np.exp(x * u.percent, where=MASK, out=np.zeros(3)).sum()


def new_where(x):
    q = np.multiply(x * u.m, x[0] * u.cm, where=MASK)
    return (q.to_value(u.cm**2)[MASK] ** 2).sum()


def method_into(x):
    out = np.zeros(3) * u.m
    return ((x * u.m).cumsum(out=out).value ** 2).sum()


@pytest.mark.filterwarnings("ignore:'where' used without 'out'")
@pytest.mark.parametrize("program", [added_where, scaled_where, new_where, method_into])
def test_program(program: Callable[..., Any]) -> None:
    check_all_ways(program, X.copy())


@pytest.mark.parametrize("program", [
    lambda x: np.add(x * u.m, x * u.cm, out=np.zeros(3) * u.km).value.sum(),
    lambda x: np.add(x * u.m, x * u.cm, out=np.ones(3) * u.km, where=MASK).value.sum(),
    lambda x: np.multiply(x * u.m, x * u.m, out=np.ones(3) * u.m).value.sum(),
    lambda x: np.cumsum(x * u.m, out=np.zeros(3) * u.km).value.sum(),
    lambda x: (x * u.m).cumsum(out=np.zeros(3) * u.km).value.sum(),
    lambda x: np.modf(x * u.percent, out=(np.zeros(3) * u.percent, np.zeros(3)))[0].value.sum()])
def test_another_unit_is_refused(program: Callable[..., Any]) -> None:  # NumPy's `out` gets it, and its numbers are not converted
    for derivative in (lambda: tangentish.grad(program)(X), lambda: tangentish.jvp(program, (X,), (np.ones(3),))):
        with pytest.raises(tangentish.UnsupportedError, match="gets another unit"):
            derivative()


class Spectral(u.Quantity):
    """One that is converted by more than its unit says."""

    _equivalencies = u.spectral()

    def __quantity_instance__(self, *args: Any, **keywords: Any) -> Any:
        return Spectral(*args, **keywords)


def test_conversions_of_a_class() -> None:
    check_all_ways(lambda x: Spectral(x, unit=u.um).to(u.THz).value.sum(), X.copy())
