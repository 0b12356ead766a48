"""Quantities of astropy that a program cannot know of before it runs: they are refused, or right, but never plain numbers."""

from __future__ import annotations

import importlib
import pickle
from typing import Any

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

pytest.importorskip("astropy.units")

X = np.array([0.7, 1.3, 2.1])


def degrees() -> bytes:
    """A quantity that nothing shows to be one."""
    units = importlib.import_module("astropy.units")
    return pickle.dumps(np.array([0.3, 1.1, 0.6]) * units.deg)


def imported_inside(x):
    from astropy import units

    y = np.multiply(x, 3 * units.km)
    return np.add(2 * units.m, y).value.sum()


def test_units_that_are_imported_inside():
    check_all_ways(imported_inside, X)


def multiplied(x, content):
    return np.sum(np.multiply(x, pickle.loads(content))).value


def of_angles(x, content):
    return float(np.sin(np.sum(np.multiply(x, pickle.loads(content)))))


def stored(x, content):
    r = np.zeros(3)
    r[:] = np.sin(np.multiply(x, pickle.loads(content)))
    return r.sum()


def summed(x, content):
    y = x * pickle.loads(content)
    return float(np.sum(np.tan(y)))


@pytest.mark.parametrize("program", [multiplied, of_angles, stored, summed])
def test_refused(program: Any) -> None:
    content = degrees()
    with pytest.raises(tangentish.UnsupportedError, match=r"Quantity|`value` of an array"):
        tangentish.grad(program)(X, content)
    with pytest.raises(tangentish.UnsupportedError, match="Quantity"):
        tangentish.jvp(program, (X, content), (X, None))


def test_held_deep_inside() -> None:
    content = [[[[[pickle.loads(degrees())]]]]]
    with pytest.raises(tangentish.UnsupportedError, match="Quantity"):
        tangentish.grad(lambda x, held: float(np.sum(np.sin(np.multiply(x, held[0][0][0][0][0])))))(X, content)


def mixed(a, b, c):
    """Plain operations, for quantities that come from elsewhere."""
    d = a - b + 2 * c
    d -= c
    total = d[0] - b[1]
    for k in range(1, 3):
        total = total + d[k] - b[k]
    return total.value + np.subtract(a, b).value.sum() + np.maximum(a, b).value.sum() + abs(-d).sum().value
