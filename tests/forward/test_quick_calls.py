"""Calls of a tangent program that are like the one before: quick, and looked at anew when anything is not as it was."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish import hvp, jvp, rules
from tangentish.errors import ArgumentError
from tests.oracle import directional

FACTOR = 2.0
X, V = np.linspace(0.2, 1.1, 5), np.cos(np.arange(5.0))


def scaled(x):
    return FACTOR * np.sum(x**3)


def in_place(u, n):
    for _ in range(n):
        u[1:-1] += 0.1 * u[1:-1] * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u**3)


def test_tangents_that_do_not_fit():
    tangent = jvp(scaled)
    for _ in range(2):
        tangent((X,), (V,))
        with pytest.raises(ArgumentError, match=r"has shape \(1,\); the argument has shape \(5,\)"):
            tangent((X,), (V[:1],))
        with pytest.raises(ArgumentError, match="one tangent for each argument"):
            tangent((X,), (V, V))
        with pytest.raises(ArgumentError, match="should be a tuple"):
            tangent(X, V)


def test_other_kinds_in_turn():
    tangent = jvp(scaled)
    want = float(np.sum(6.0 * X**2 * V))
    for _ in range(3):
        assert tangent((X,), (V,))[1] == pytest.approx(want, rel=1e-14)
        assert tangent((X,), (list(V),))[1] == pytest.approx(want, rel=1e-14)
        assert tangent((X[:2],), (V[:2],))[1] == pytest.approx(float(np.sum(6.0 * X[:2] ** 2 * V[:2])), rel=1e-14)
        single = tangent((X.astype(np.float32),), (V.astype(np.float32),))[1]
        assert single.dtype == np.float32 and single == pytest.approx(want, rel=1e-5)
        assert tangent((0.5,), (2.0,))[1] == pytest.approx(3.0, rel=1e-14)


@pytest.mark.parametrize("of", [lambda u: u, lambda u: u[::-1], lambda u: u.copy()], ids=["same", "view", "copy"])
def test_tangents_that_are_the_argument(of):
    u = X.copy()
    want = directional(in_place, (X, 3), (0,), (of(X),))
    tangent, product = jvp(in_place), hvp(in_place)
    second = hvp(in_place)(X.copy(), 3, of(X).copy())
    for _ in range(3):
        assert tangent((u, 3), (of(u), None))[1] == pytest.approx(want, rel=1e-8)
        np.testing.assert_allclose(product(u, 3, of(u)), second, rtol=1e-13)
        np.testing.assert_array_equal(u[0], X[0])
        u = X.copy()


def test_a_global_that_changes(monkeypatch):
    tangent, product = jvp(scaled), hvp(scaled)
    for factor in (2.0, 3.0, 5.0):
        monkeypatch.setitem(globals(), "FACTOR", factor)
        for _ in range(2):
            assert tangent((X,), (V,))[1] == pytest.approx(factor * float(np.sum(3.0 * X**2 * V)), rel=1e-14)
            np.testing.assert_allclose(product(X, V), 6.0 * factor * X * V, rtol=1e-14)


def outer(x):
    return inner(x) * 2.0


def inner(x):
    return x * x


def test_a_rule_that_is_registered():
    tangent = jvp(outer)
    assert [tangent((3.0,), (1.0,))[1] for _ in range(2)] == [12.0, 12.0]
    rules.elementwise(inner)(lambda ans, x: 10.0)
    try:
        assert [tangent((3.0,), (1.0,))[1] for _ in range(2)] == [20.0, 20.0]
    finally:
        rules.registry.RULES.pop(inner)
        rules.registry.forget_programs()
    assert [tangent((3.0,), (1.0,))[1] for _ in range(2)] == [12.0, 12.0]
