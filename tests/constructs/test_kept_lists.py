"""Lists in which functions keep points with their results, and look for the one they are given: right, or refused."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.oracle import directional

X, V = np.array([0.3, -2.0, 1.2]), np.array([0.4, 0.9, -0.5])


def pairs(x, known):
    for point, value in known:
        if np.array_equal(point, x):
            return value
    value = np.sum(np.sin(x) ** 2)
    known.append((x.copy(), value))
    return value


def backwards(x, known):
    for entry in reversed(known):
        if not np.allclose(entry[0], x):
            continue
        return entry[1]
    value = np.sum(np.sin(x) ** 2)
    known.insert(0, [x.copy(), value])
    return value


def numbered(x, known):
    found = None
    for _, (point, value) in enumerate(known):
        if (point == x).all():
            found = value
            break
    if found is None:
        found = np.sum(np.sin(x) ** 2)
        known.append((x.copy(), found))
    return found


def twice(x, known):
    return pairs(x, known) * pairs(x + 0.0, known)


def smooth(x, known):
    return np.sum(np.sin(x) ** 2)


def slopes(fun, known):
    return (np.vdot(tangentish.grad(fun)(X.copy(), list(known)), V),
            tangentish.jvp(lambda x: fun(x, list(known)), (X.copy(),), (V,))[1])


@pytest.mark.parametrize("fun", [pairs, backwards, numbered])
def test_points_met_before_are_refused(fun):
    known = []
    np.testing.assert_allclose(slopes(fun, known), directional(lambda x: smooth(x, []), (X,), (0,), (V,)), rtol=1e-7)
    known = [(X + 1.0, 5.0)]
    np.testing.assert_allclose(slopes(fun, known), directional(lambda x: smooth(x, []), (X,), (0,), (V,)), rtol=1e-7)
    known += [(X.copy(), smooth(X, []))]
    for derivative in (lambda: tangentish.grad(fun)(X.copy(), known),
                       lambda: tangentish.jvp(lambda x: fun(x, known), (X.copy(),), (V,))):
        with pytest.raises(tangentish.UnsupportedError, match="kept by an earlier call"):
            derivative()


def test_points_of_the_same_run():
    np.testing.assert_allclose(slopes(twice, []), directional(lambda x: smooth(x, []) ** 2, (X,), (0,), (V,)), rtol=1e-7)


def nearest(x, known):
    """Goes through a list that it adds to, and compares nothing with its argument for being the same."""
    best = min(np.sum((x - point) ** 2) for point in known)
    for point in known:
        best += np.sum(point * x)
    known.append(x * 2.0)
    return best


def test_lists_that_are_only_gone_through():
    known = [X + 0.5, X - 0.2]
    np.testing.assert_allclose(slopes(nearest, known), directional(lambda x: nearest(x, list(known)), (X,), (0,), (V,)), rtol=1e-7)


def joined(x, known):
    """Puts items at the end of arrays by functions of the same names."""
    total = 0.0
    for k in range(3):
        x = np.append(x, x[k] * 2.0)
        if x[0] == x[k]:
            total += np.sum(np.insert(x, 0, x[1] ** 2))
    return total


def test_functions_of_the_same_names():
    np.testing.assert_allclose(slopes(joined, []), directional(lambda x: joined(x, []), (X,), (0,), (V,)), rtol=1e-7)
