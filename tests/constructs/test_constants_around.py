"""Numbers, texts and None of the module: named as they are in the program, of known kinds, and whatever binds them anew."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
HERE = sys.modules[__name__]

GRAVITY, COUNT, METHOD, LIMIT, RADIUS, POWER = 9.81, 2, "linear", None, 1.5, 2
STORED = ASSIGNED = BY_HOOK = BY_HELPER = NAMED = BY_NAMES = 2.0


def fall(t):
    return 0.5 * GRAVITY * t**COUNT


@case(V3)
def plain(x):
    return np.sum(fall(x)) * GRAVITY


@case(V3)
def branches(x):
    total = x[0] if LIMIT is None else x[1] * LIMIT
    return total * (x[1] if METHOD == "linear" else x[2])


@case(V3)
def stored_into_the_module(x):
    HERE.STORED = np.array([1.0, 2.0, 3.0])
    total = np.sum(STORED * x[0] * x[1])
    HERE.STORED = 2.0
    return total


@case(V3)
def stored_by_name(x):
    setattr(HERE, "ASSIGNED", np.array([1.0, 2.0, 3.0]))
    total = np.sum(ASSIGNED * x[0] * x[1])
    HERE.ASSIGNED = 2.0
    return total


def put(module, value):
    module.BY_HELPER = value


@case(V3)
def stored_by_a_helper(x):
    put(HERE, np.ones(3))
    total = np.sum(BY_HELPER * x[0] * x[1])
    put(HERE, 2.0)
    return total


HOOKS = [lambda value: setattr(HERE, "BY_HOOK", value)]


def note(value):
    HERE.NAMED = value


def run_hooks(value):
    for hook in (note, *HOOKS):
        hook(value)


@case(V3)
def stored_by_a_function_in_a_tuple(x):
    run_hooks(3.0)
    total = NAMED * x[0] * x[1]
    run_hooks(2.0)
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("value", [3, 3.0, np.float64(3.0), np.array(3.0), np.array([1.0, 2.0, 3.0])])
def test_another_number(monkeypatch, value):
    derivative = grad(plain)
    assert np.allclose(derivative(V3), GRAVITY**2 * V3)
    monkeypatch.setattr(HERE, "GRAVITY", value)
    w, h = np.array([0.3, -0.2, 0.5]), 1e-6
    numeric = (np.sum(plain(V3 + h * w)) - np.sum(plain(V3 - h * w))) / (2 * h)
    if np.ndim(value) == 0:
        assert np.isclose(derivative(V3) @ w, numeric)
    assert np.isclose(np.sum(jvp(plain, (V3,), (w,))[1]), numeric)


def test_another_text(monkeypatch):
    derivative = grad(branches)
    assert np.allclose(derivative(V3), [V3[1], V3[0], 0.0])
    monkeypatch.setattr(HERE, "METHOD", "other")
    monkeypatch.setattr(HERE, "LIMIT", 2.0)
    assert np.allclose(derivative(V3), [0.0, 2.0 * V3[2], 2.0 * V3[1]])


def area(r):
    return RADIUS * r**POWER


def areas(x):
    return np.sum(area(x)) * RADIUS


def test_the_program_names_it():
    derivative = grad(areas)
    derivative(V3)
    assert "def areas_grad(x, *, ans_bar=1.0):" in derivative.source
    assert "RADIUS" in derivative.source and "unbroadcast" not in derivative.source and "shadows" not in derivative.source


def test_stores_by_names_that_are_computed_are_refused():
    def fun(x):
        vars(HERE)["BY_NAMES"] = 3.0
        return BY_NAMES * x[0] * x[1]
    with pytest.raises(UnsupportedError, match="`vars` is not supported"):
        grad(fun)(V3)
