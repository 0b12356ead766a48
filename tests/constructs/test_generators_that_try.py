"""Generators that catch errors around what they yield, as those that flatten nested lists do."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, 1.3, -0.4])


class Term:
    def __init__(self, factor):
        self.factor = factor

    def at(self, x):
        return self.factor * x


def flat(items):
    for item in items:
        try:
            yield from flat(item)
        except TypeError:
            yield item


def inverses(values):
    for value in values:
        try:
            yield 1.0 / (value if value > 0.0 else 0)
        except ZeroDivisionError:
            yield value**2


def until_negative(values):
    for value in values:
        if value < 0.0:
            raise ValueError(value)
        yield value * 2.0


def or_one(values):
    try:
        yield from until_negative(values)
    except ValueError:
        yield 1.0


def cleaned(values, seen):
    try:
        yield from values
    finally:
        seen.append(len(values))


@case(X)
def nested_objects(x):
    return sum(term.at(x[2]) ** 2 for term in list(flat([Term(x[0]), [Term(x[1]), [Term(x[0] * x[1])]]])))


@case(X)
def gone_through(x):
    total = 0.0
    terms = [Term(x[0]), [Term(x[1])], [[Term(2.0)]]]
    for place, term in enumerate(flat(terms)):
        total += term.at(x[1]) * place
    return total


@case(X)
def errors_of_its_own(x):
    return np.sum(np.array(list(inverses([x[0], x[1], -0.5, x[0] * 2.0]))) ** 2)


@case(X)
def nothing_raised(x):
    return sum(or_one([x[0], x[1]])) ** 2


@case(X)
def raised_at_once(x):
    return sum(or_one([x[2], x[1]])) * x[0]


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_errors_after_something_was_yielded(mode):
    def fun(x):
        return sum(or_one([x[0], x[2], x[1]])) ** 2

    v = np.array([0.3, -0.5, 0.7])
    try:
        found = tangentish.grad(fun)(X) @ v if mode == "reverse" else tangentish.jvp(fun, (X,), (v,))[1]
    except tangentish.UnsupportedError as error:
        assert "generator" in str(error)
    else:
        assert found == pytest.approx((fun(X + 1e-6 * v) - fun(X - 1e-6 * v)) / 2e-6, rel=1e-6)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_what_is_done_at_last(mode):
    def fun(x):
        seen = []
        total = 0.0
        for value in cleaned([x[0], x[1]], seen):
            total = total + value * (1.0 + len(seen))
        return total

    v = np.array([0.3, -0.5, 0.7])
    try:
        found = tangentish.grad(fun)(X) @ v if mode == "reverse" else tangentish.jvp(fun, (X,), (v,))[1]
    except tangentish.UnsupportedError as error:
        assert "generator" in str(error)
    else:
        assert found == pytest.approx(v[0] + v[1])
