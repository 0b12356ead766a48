"""Methods that keep results for the next call with equal arguments: these are computed again, or refused."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tangentish import UnsupportedError
from tests.oracle import directional

X, V = np.array([0.4, 1.1, -0.3]), np.array([0.3, -0.5, 0.7])


class Profile:
    def __init__(self):
        self.last = np.zeros(1)
        self.kept = None
        self.table = {}
        self.calls = 0

    def compared(self, x):
        if x.shape == self.last.shape and np.allclose(x, self.last, rtol=1e-14, atol=1e-15):
            return self.kept
        self.last = x
        self.kept = np.sin(x) * x
        return self.kept

    def different(self, x):
        if self.kept is None or not np.array_equal(x, self.last):
            self.kept = np.exp(x)
            self.last = x.copy()
        return self.kept

    def every(self, x):
        if self.kept is None or (self.last != x).any():
            self.kept, self.last = x**3, x
        return self.kept * 2.0

    def all_equal(self, x):
        if self.kept is not None and np.all(x == self.last):
            y = self.kept
        else:
            y = self.kept = np.cos(x)
            self.last = x
        return y

    def in_a_table(self, x):
        key = x.tobytes()
        if key in self.table:
            return self.table[key]
        self.table[key] = x * x[0]
        return self.table[key]

    def not_in_a_table(self, x):
        key = tuple(x)
        if key not in self.table:
            self.table[key] = np.tanh(x)
        return self.table[key]

    def the_very_same(self, x):
        if x is self.last:
            return self.kept
        self.last = x
        self.kept = x**2
        return self.kept


METHODS = ["compared", "different", "every", "all_equal", "in_a_table", "not_in_a_table", "the_very_same"]


@pytest.mark.parametrize("label", METHODS)
@pytest.mark.parametrize("calls", [0, 1])
def test_what_was_kept_before_is_right_or_refused(label, calls):
    profile = Profile()

    def fun(x):
        return np.sum(getattr(profile, label)(x) * V)

    want = directional(lambda x: np.sum(getattr(Profile(), label)(x) * V), (X,), (0,), (V,), 1e-3)
    for derivative in (lambda: np.sum(tangentish.grad(fun)(X) * V), lambda: tangentish.jvp(fun, (X,), (V,))[1]):
        for _ in range(calls):
            fun(X)
        try:
            assert derivative() == pytest.approx(want, rel=1e-6)
        except UnsupportedError:
            continue


def of_a_module(x):
    return np.sum(KNOWN.compared(x) * V) + np.sum(KNOWN.compared(x * 2.0))


KNOWN = Profile()


def test_right_where_all_is_computed_again():
    want = directional(lambda x: np.sum(np.sin(x) * x * V) + np.sum(np.sin(2.0 * x) * 2.0 * x), (X,), (0,), (V,), 1e-3)
    for _ in range(2):
        KNOWN.compared(X)
        assert np.sum(tangentish.grad(of_a_module)(X) * V) == pytest.approx(want, rel=1e-8)
        KNOWN.compared(X)
        assert tangentish.jvp(of_a_module, (X,), (V,))[1] == pytest.approx(want, rel=1e-8)
    assert tangentish.grad(lambda x: KNOWN.different(x)[0])(X)[0] == pytest.approx(np.exp(X[0]))


class Doubled(Profile):
    def compared(self, x):
        if np.allclose(x, self.last):
            self.calls += 1
            return self.kept * 2.0
        self.last = x
        self.kept = np.sin(x)
        return self.kept


DOUBLED = Doubled()


def test_refused_where_more_is_done_with_it():
    DOUBLED.compared(X)
    with pytest.raises(UnsupportedError, match="`kept` was kept by an earlier call with equal arguments"):
        tangentish.grad(lambda x: np.sum(DOUBLED.compared(x)))(X)
    with pytest.raises(UnsupportedError, match="was kept by an earlier call"):
        tangentish.jvp(lambda x: np.sum(DOUBLED.compared(x)), (X,), (V,))
    DOUBLED.compared(2.0 * X)
    np.testing.assert_allclose(tangentish.grad(lambda x: np.sum(DOUBLED.compared(x)))(X), np.cos(X))


class Best:
    def __init__(self):
        self.level, self.place = np.inf, 0.0

    def offer(self, level, place):
        if level < self.level:
            self.level, self.place = level, place
        return self.place


def test_the_best_of_what_was_met_is_kept():
    def fun(x):
        best = Best()
        for v in x:
            best.offer((v - 0.5) ** 2, v**2)
        return best.place * best.level

    want = directional(fun, (X,), (0,), (V,), 1e-4)
    assert np.sum(tangentish.grad(fun)(X) * V) == pytest.approx(want, rel=1e-6)


class Steps:
    def __init__(self):
        self.size, self.done = 0, 0.0

    def advance(self, x, size):
        if size == self.size:
            self.done = self.done + x
        else:
            self.size = size
            self.done = x * size
        return self.done


def test_numbers_of_settings_are_no_arguments_that_results_are_kept_for():
    def fun(x):
        steps = Steps()
        return steps.advance(x[0], 2) * steps.advance(x[1], 2) * steps.advance(x[2], 3)

    want = directional(fun, (X,), (0,), (V,), 1e-4)
    assert np.sum(tangentish.grad(fun)(X) * V) == pytest.approx(want, rel=1e-6)


class Solver:
    def __init__(self, tolerance):
        self.x, self.tolerance, self.count = np.ones(3), tolerance, 0

    def solve(self, b):
        """Square roots; what one pass keeps the next is compared with."""
        for _ in range(40):
            new = 0.5 * (self.x + b / self.x)
            if np.allclose(new, self.x, rtol=self.tolerance):
                break
            self.x = new
        return self.x

    def returned(self, b):
        while True:
            new = 0.5 * (self.x + b / self.x)
            if np.array_equal(new, self.x):
                return self.x
            self.x = new

    def store(self, b):
        if self.count == 0 or not np.allclose(b, self.x, rtol=0.5):
            self.x = b
        return self.x * b


def test_passes_of_a_loop_are_compared():
    b = np.array([4.0, 9.0, 2.0])
    for method in (lambda x: Solver(1e-15).solve(x), lambda x: Solver(0.0).returned(x)):
        np.testing.assert_allclose(tangentish.grad(lambda x, method=method: np.sum(method(x)))(b), 0.5 / np.sqrt(b), rtol=1e-6)


def test_what_is_stored_where_it_differs_is_no_result():
    def fun(x):
        solver = Solver(0.0)
        return np.sum(solver.store(x) * solver.store(x * 1.1) * V) + np.sum(solver.store(5.0 * x))

    want = directional(fun, (X,), (0,), (V,), 1e-4)
    assert np.sum(tangentish.grad(fun)(X) * V) == pytest.approx(want, rel=1e-6)


class Loose(Profile):
    def compared(self, x):
        if np.allclose(x, self.last, rtol=0.1):
            return self.kept
        self.last, self.kept = x, np.sin(x)
        return self.kept


LOOSE = Loose()


def test_what_is_kept_for_arguments_nearby_is_refused():
    LOOSE.compared(X)
    with pytest.raises(UnsupportedError, match="was kept by an earlier call"):
        tangentish.grad(lambda x: np.sum(LOOSE.compared(x)))(X * 1.01)
    np.testing.assert_allclose(tangentish.grad(lambda x: np.sum(LOOSE.compared(x)))(X * 2.0), np.cos(X * 2.0))


def given_in_advance(method, x):
    profile = Profile()
    if method == "compared":
        profile.last, profile.kept = x, np.array([42.0, 1.0, 2.0])
    else:
        profile.table[x.tobytes()] = np.array([42.0, 1.0, 2.0])
    return profile


@pytest.mark.parametrize("method", ["compared", "in_a_table"])
def test_other_values_that_were_put_there_are_refused(method):
    """A value that nobody computed, as one that was measured, is not computed in its place."""
    profile = given_in_advance(method, X)
    for derivative in (tangentish.value_and_grad, lambda fun: lambda x: tangentish.jvp(fun, (x,), (V,))):
        with pytest.raises(UnsupportedError, match="was kept by an earlier call"):
            derivative(lambda x: np.sum(getattr(profile, method)(x)))(X)
        assert getattr(profile, method)(X)[0] == 42.0  # as before


class Named:
    """Whose attributes are named as the arguments are."""

    def __init__(self):
        self.x = self.f = None
        self.calls = 0

    def value(self, x):
        if self.x is None or not np.array_equal(x, self.x):
            self.x = np.copy(x)
            self.f = x**2
        return self.f

    def update(self, x):
        if self.x is None or not np.array_equal(x, self.x):
            self.calls += 1
            self.x = np.copy(x)
            self.f = x**2

    def counted(self, x):
        self.update(x)
        return self.f


NAMED = Named()


def kept_around():
    named = Named()

    def fun(x):
        return np.sum(named.value(x))

    return fun


@pytest.mark.parametrize("fun", [lambda x: np.sum(NAMED.value(x)), kept_around()])
def test_attributes_named_as_arguments(fun):
    for _ in range(2):
        fun(X)
        np.testing.assert_allclose(tangentish.grad(fun)(X), 2.0 * X)
        assert tangentish.jvp(fun, (X,), (V,))[1] == pytest.approx(2.0 * np.sum(X * V))


def test_refused_where_it_is_read_later():
    NAMED.counted(X * 1.5)
    for derivative in (tangentish.grad(lambda x: np.sum(NAMED.counted(x))),
                       lambda x: tangentish.jvp(lambda x: np.sum(NAMED.counted(x)), (x,), (V,))):
        with pytest.raises(UnsupportedError, match="`f` was kept by an earlier call"):
            derivative(X * 1.5)
    np.testing.assert_allclose(tangentish.grad(lambda x: np.sum(Named().counted(x)))(X), 2.0 * X)


class Counted(Profile):
    def compared(self, x):
        if np.array_equal(x, self.last):
            return self.kept
        self.calls = self.calls + 1
        self.last, self.kept = x, np.sin(x)
        return self.kept


COUNTED = Counted()


def test_what_else_the_other_branch_does_is_not_done():
    COUNTED.compared(X)
    with pytest.raises(UnsupportedError, match="was kept by an earlier call"):
        tangentish.grad(lambda x: np.sum(COUNTED.compared(x)))(X)
    assert COUNTED.calls == 1


class Marked:
    """Keeps results under marks that say whether they are those of the last place."""

    def __init__(self, x0):
        self.x, self.known, self.value, self.places = x0, False, None, 0
        self.at(x0)

    def move(self, x):
        if not np.array_equal(x, self.x):
            place = np.atleast_1d(x)
            self.x = place.astype(float)
            self.known = False

    def at(self, x):
        self.move(x)
        if not self.known:
            self.value = np.sin(self.x) * self.x
            self.known = True
        return self.value

    def at_once(self, x):
        if not np.array_equal(x, self.x):
            self.x = x
            self.known = False
        if not self.known:
            self.value, self.known = np.sin(self.x) * self.x, True
        return self.value


@pytest.mark.parametrize("label", ["at", "at_once"])
def test_results_under_marks_are_computed_again(label):
    want = directional(lambda x: np.sum(np.sin(x) * x * V), (X,), (0,), (V,), 1e-3)
    for derivative in (lambda fun: np.sum(tangentish.grad(fun)(X) * V), lambda fun: tangentish.jvp(fun, (X,), (V,))[1]):
        marked = Marked(X.copy())

        def fun(x, marked=marked):
            return np.sum(getattr(marked, label)(x) * V)

        assert derivative(fun) == pytest.approx(want, rel=1e-8)
        assert derivative(lambda x, fun=fun: fun(x) + fun(x)) == pytest.approx(2.0 * want, rel=1e-8)


class Sized:
    def __init__(self, x, count=2):
        self.data, self.count = np.asarray(x), count
        self.adjusted = self.data
        self.adjust()
        if self.count == np.min(self.data.shape):
            self.count = np.min(self.adjusted.shape)

    def adjust(self):
        self.adjusted = np.sin(self.adjusted)


class Anew:
    def __init__(self):
        self.x, self.value, self.met = None, 0.0, 0

    def at(self, x):
        self.value = np.sin(x)
        if np.array_equal(x, self.x):
            self.met += 1
            return self.value
        self.x = x
        return self.value

    def beside(self, other, x):
        other.value = np.sin(x)
        if np.array_equal(x, self.x):
            return self.value
        for k in range(2):
            self.x = x
            self.value = np.sin(x) + k
        return self.value - 1.0


def test_a_size_is_no_point_and_what_this_call_has_bound_is_not_kept():
    x = np.outer(X[:2], [1.0, 2.0])
    assert tangentish.grad(lambda x: np.sum(Sized(x).adjusted))(x) == pytest.approx(np.cos(x))
    for derivative in (lambda fun: tangentish.grad(fun)(X) @ V, lambda fun: tangentish.jvp(fun, (X,), (V,))[1]):
        anew = Anew()
        anew.at(X)
        assert derivative(lambda x, anew=anew: np.sum(anew.at(x))) == pytest.approx(np.cos(X) @ V)


def test_what_another_object_was_given_may_be_kept_by_this_one():
    for derivative in (lambda fun: tangentish.grad(fun)(X), lambda fun: tangentish.jvp(fun, (X,), (V,))):
        anew, other = Anew(), Anew()
        anew.beside(other, X)
        with pytest.raises(tangentish.TangentishError, match="was kept"):
            derivative(lambda x, anew=anew, other=other: np.sum(anew.beside(other, x)))
