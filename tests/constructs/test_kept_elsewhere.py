"""Results that one method looks up and another one keeps, or that a conditional expression takes: from before, they are refused."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.oracle import directional

X = np.array([0.7, 1.3, 2.1])
V = np.array([0.3, -1.1, 0.8])


class Apart:
    def __init__(self):
        self.table = {}

    def known(self, x):
        return self.table.get(tuple(x))

    def keep(self, x, value):
        self.table[tuple(x)] = value

    def fun(self, x):
        value = self.known(x)
        if value is None:
            value = np.sum(x**2)
            self.keep(x, value)
        return value * x[0]


class ApartByBytes(Apart):
    def known(self, x):
        key = x.tobytes()
        return self.table[key] if key in self.table else None

    def keep(self, x, value):
        self.table[x.tobytes()] = value


class ApartWithin(Apart):
    """Looks results up twice in one run."""

    def fun(self, x):
        return sum(Apart.fun(self, row) for row in (x, 2.0 * x, x))


class Chosen:
    def __init__(self):
        self.x = self.value = None

    def compute(self, x):
        self.x, self.value = x.copy(), np.sum(x**3)
        return self.value

    def fun(self, x):
        return self.value if self.x is not None and np.array_equal(self.x, x) else self.compute(x)


class ChosenByName(Chosen):
    def fun(self, x):
        same = self.x is not None and np.array_equal(self.x, x)
        value = self.value if same else self.compute(x)
        return value * x[1]


class ChosenOtherwise(Chosen):
    def fun(self, x):
        return x[0] * self.compute(x) if self.x is None or np.any(self.x != x) else self.value


@pytest.mark.parametrize("cls", [Apart, ApartByBytes, ApartWithin, Chosen, ChosenByName, ChosenOtherwise])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_right_or_refused(cls, mode):
    def slope(model):
        return np.vdot(tangentish.grad(model.fun)(X), V) if mode == "reverse" else tangentish.jvp(model.fun, (X,), (V,))[1]

    want = directional(lambda x: cls().fun(x), (X,), (0,), (V,))
    model = cls()
    np.testing.assert_allclose(slope(model), want, rtol=1e-7)
    asked = cls()
    asked.fun(X)
    for one in (model, asked):  # which were at this point before
        if cls in (Chosen, ChosenByName):  # what a method has kept, it computes once more
            np.testing.assert_allclose(slope(one), want, rtol=1e-7)
            continue
        with pytest.raises(tangentish.UnsupportedError, match=r"test_kept_elsewhere.py:\d+: .*kept by an earlier call"):
            slope(one)
    asked.fun(X + 1.0)
    if cls is ChosenByName or cls is Chosen:
        np.testing.assert_allclose(slope(asked), want, rtol=1e-7)


class Material:
    """Holds constants."""

    def __init__(self):
        self.by_name, self.by_phase, self.rows = {"a": 2.0}, {0: 1.5, 1: 2.5}, {(0, 1): 0.5}

    def fun(self, x):
        phase = int(x[0] > 0.5)
        density = self.by_phase[phase] if phase in self.by_phase else 1.0
        return self.by_name.get("a", 0.0) * density * np.sum(x**2) * self.rows.get((0, phase), 1.0)


def test_constants_are_looked_up():
    model = Material()
    for _ in range(2):
        np.testing.assert_allclose(tangentish.grad(model.fun)(X), 2.0 * 2.5 * 0.5 * 2.0 * X)


def ternary_of_options(x, n=None):
    n = len(x) if n is None else int(n)
    scale = x.max() if x[0] > 0.0 else np.abs(x).max()
    return n * np.sum(x / scale)


def test_other_choices_stay_as_they_are():
    tangentish.testing.check_grads(lambda x: ternary_of_options(x), (X,))
    assert "if n is None else int(n)" in tangentish.grad(ternary_of_options).source_for(X)
