"""Results that an object keeps until a loop, or `match`, finds another point: right, or refused for a point met before."""

import numpy as np
import pytest

import tangentish
from tests.oracle import directional

X, V = np.array([0.3, -0.7, 1.2]), np.array([0.4, 0.9, -0.5])


class While:
    def __init__(self):
        self.x = self.y = None

    def keep(self, x):
        self.x, self.y = x.copy(), np.sum(x**2)

    def at(self, x):
        while self.x is None or not np.array_equal(self.x, x):
            self.x = x.copy()
            self.y = np.sum(x**2)
        return self.y


class Named(While):
    def at(self, x):
        stale = self.x is None or not np.array_equal(x, self.x)
        while stale:
            self.x, self.y = x.copy(), np.sum(x**2)
            stale = False
        return self.y


class ByMethod(While):
    def at(self, x):
        while self.x is None or np.any(self.x != x):
            self.keep(x)
        return self.y


class Left(While):
    def at(self, x):
        while True:
            if self.x is not None and np.array_equal(self.x, x):
                break
            self.x, self.y = x.copy(), np.sum(x**2)
        return self.y


class Returned(While):
    def at(self, x):
        while True:
            if self.x is not None and np.array_equal(self.x, x):
                return self.y
            self.x, self.y = x.copy(), np.sum(x**2)


class Matched(While):
    def at(self, x):
        match self.x is not None and np.array_equal(self.x, x):
            case True:
                pass
            case False:
                self.x = x.copy()
                self.y = np.sum(x**2)
        return self.y


class Guarded(While):
    def at(self, x):
        match self.x:
            case None:
                self.x, self.y = x.copy(), np.sum(x**2)
            case kept if not np.array_equal(kept, x):
                self.x, self.y = x.copy(), np.sum(x**2)
        return self.y


KEEPING = [While, Named, ByMethod, Left, Returned, Matched, Guarded]


def slopes(fun):
    return lambda: np.vdot(tangentish.grad(fun)(X.copy()), V), lambda: tangentish.jvp(fun, (X.copy(),), (V,))[1]


@pytest.mark.parametrize("cls", KEEPING)
def test_right_for_an_object_that_has_kept_nothing(cls):
    expected = directional(lambda x: np.sum(x**2) * x[0], (X,), (0,), (V,))
    for which in (0, 1):
        kept = cls()
        assert slopes(lambda x: kept.at(x) * x[0])[which]() == pytest.approx(expected, rel=1e-7)
    for derivative in slopes(lambda x: cls().at(x) * x[0]):
        assert derivative() == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize("cls", KEEPING)
def test_right_or_refused_for_a_point_met_before(cls):
    kept = cls()
    kept.at(X)
    expected = directional(lambda x: np.sum(x**2) * x[0], (X,), (0,), (V,))
    for derivative in slopes(lambda x: kept.at(x) * x[0]):
        try:
            assert derivative() == pytest.approx(expected, rel=1e-7)
        except tangentish.UnsupportedError as error:
            assert "kept by an earlier call" in str(error)


@pytest.mark.parametrize("cls", KEEPING)
def test_right_for_another_point_and_for_one_asked_for_twice(cls):
    kept = cls()
    kept.at(X + 1.0)
    expected = directional(lambda x: np.sum(x**2) ** 2, (X,), (0,), (V,))
    for derivative in slopes(lambda x: kept.at(x) * kept.at(x)):
        try:
            assert derivative() == pytest.approx(expected, rel=1e-7)
        except tangentish.UnsupportedError:
            pass
        kept.at(X + 1.0)
