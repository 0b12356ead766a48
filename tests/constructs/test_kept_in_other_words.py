"""Results that an object keeps for the last point, where it compares points in words of its own: refused if they are from before.

Where nothing was kept, or for another point, the derivative is right.
"""

from __future__ import annotations

import operator
import textwrap

import numpy as np
import pytest

import tangentish
from tests.texts import executed

MODEL = '''
import operator
import numpy as np

def same(a, b):
    return a is not None and np.array_equal(a, b)

def differs(a, b):
    if a is None or len(a) != len(b):
        return True
    for left, right in zip(a, b):
        if left != right:
            return True
    return False

class Model:
    def __init__(self):
        self.last, self.value, self.best, self.count = None, 0.0, np.inf, 0

    def is_at(self, x):
        return self.last is not None and bool((self.last == x).all())

    @staticmethod
    def agree(a, b):
        return a is not None and bool((a == b).all())

    def agrees(self, x):
        return self.agree(self.last, x)

    def at(self, x):
{body}
        return self.value
'''
TESTS = [
    "self.last is None or not (x == self.last).all()", "not same(self.last, x)", "differs(self.last, x)",
    "not (lambda a, b: a is not None and np.array_equal(a, b))(self.last, x)", "not np.array_equal(getattr(self, 'last', None), x)",
    "not np.array_equal(vars(self)['last'], x)", "not np.array_equal(self.__dict__.get('last'), x)",
    "self.last is None or (x != self.last).sum() > 0", "self.last is None or np.count_nonzero(x != self.last)",
    "self.last is None or (x == self.last).sum() != x.size", "self.last is None or (x == self.last).mean() < 1",
    "self.last is None or not np.equal(x, self.last).all()", "self.last is None or np.any(x - self.last)",
    "self.last is None or np.linalg.norm(x - self.last)", "self.last is None or (x - self.last) @ (x - self.last) > 0",
    "self.last is None or np.any(x < self.last) or np.any(x > self.last)",
    "self.last is None or not all(map(operator.eq, x, self.last))", "self.last is None or set(x) != set(self.last)",
    "self.last is None or sum(abs(a - b) for a, b in zip(x, self.last)) > 0",
    "not any(np.array_equal(x, q) for q in [self.last] if q is not None)", "(not np.array_equal(self.last, x)) & True",
    "self.last is None or not np.logical_and.reduce(x == self.last)", "not int(np.array_equal(self.last, x))", "not self.is_at(x)",
    "not self.agrees(x)",
]
X = np.array([0.7, 0.2])


V = np.array([1.0, -0.5])


def model(body):
    text = MODEL.replace("{body}", textwrap.indent(body, " " * 8))
    return executed(text, f"<model: {body.splitlines()[0]}>", __name__="m")["Model"]


def derivatives(fun):
    return [lambda x: tangentish.grad(fun)(x) @ V, lambda x: tangentish.jvp(fun, (x,), (V,))[1]]


def check_right_or_refused(made):
    for there in (None, X, X + 0.5):
        for place in range(2):
            kept = made()
            if there is not None:
                kept.at(there)
            derivative = derivatives(lambda x, kept=kept: kept.at(x))[place]
            try:
                assert np.isclose(derivative(X), 3.0 * X**2 @ V)
                assert np.isclose(derivative(X + 0.25), 3.0 * (X + 0.25) ** 2 @ V)
            except tangentish.UnsupportedError:
                assert there is X  # where nothing is kept for the point, nothing is refused


@pytest.mark.parametrize("test", TESTS)
def test_right_or_refused(test):
    check_right_or_refused(model(f"if {test}:\n    self.last = x.copy()\n    self.value = np.sum(x**3)"))


@pytest.mark.parametrize("test", TESTS[:9])
def test_right_or_refused_under_a_name(test):
    check_right_or_refused(model(f"stale = {test}\nif stale:\n    self.last = x.copy()\n    self.value = np.sum(x**3)"))


@pytest.mark.parametrize("test", TESTS[:9])
def test_right_or_refused_where_it_leaves(test):
    check_right_or_refused(model(f"if not ({test}):\n    return self.value\nself.last, self.value = x.copy(), np.sum(x**3)"))


def test_results_that_were_kept_are_refused():
    kept = model(f"if {TESTS[1]}:\n    self.last = x.copy()\n    self.value = np.sum(x**3)")()
    kept.at(X)
    with pytest.raises(tangentish.UnsupportedError, match="`value` was kept by an earlier call"):
        tangentish.grad(kept.at)(X)


@pytest.mark.parametrize("test", TESTS[1:3])
def test_points_of_less_exact_numbers(test):
    kept, x = model(f"if {test}:\n    self.last = x.copy()\n    self.value = np.sum(x**3)")(), X.astype(np.float32)
    kept.at(x)
    with pytest.raises(tangentish.UnsupportedError, match="was kept by an earlier call"):
        tangentish.grad(kept.at)(x)


def test_what_is_kept_in_the_same_call_is_no_trouble():
    kept = model(f"if {TESTS[1]}:\n    self.last = x.copy()\n    self.value = np.sum(x**3)")()
    for derivative in derivatives(lambda x: kept.at(x) + kept.at(x) + kept.at(x * 1.0)):
        kept.__init__()
        assert np.isclose(derivative(X), 9.0 * X**2 @ V)


def test_what_an_inequality_picks_is_no_point():
    body = "self.value = np.sum(x**3)\nif self.value < self.best:\n    self.best, self.last = self.value, x.copy()\nself.count += 1"
    kept = model(body)()
    kept.at(X)
    for derivative in derivatives(kept.at):
        assert np.isclose(derivative(X), 3.0 * X**2 @ V)
    assert operator.lt(kept.best, np.inf)


class Point:
    x, y = None, 0.0


POINT = Point()


def of_the_module(x):
    if POINT.x != x:
        POINT.x = x
        POINT.y = x**3
    return POINT.y


def test_an_object_of_the_module_is_computed_again():
    for derivative in (tangentish.grad(of_the_module), lambda x: tangentish.jvp(of_the_module, (x,), (1.0,))[1]):
        of_the_module(0.7)
        for _ in range(2):
            assert np.isclose(derivative(0.7), 1.47)
    assert np.isclose(tangentish.hvp(of_the_module)(0.7, 1.0), 4.2)
