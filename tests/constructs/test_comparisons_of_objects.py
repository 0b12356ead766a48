"""What classes of the user's say that comparisons give: truth values are read, and what may have a derivative is refused."""

import functools
import operator

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Told:
    """Comparisons that give truth values, which is not seen from their code."""

    def __init__(self, v):
        self.v = v
    def __lt__(self, o):
        return self.compared(o) < 0
    def __eq__(self, o):
        return isinstance(o, Told) and bool(np.isclose(self.v, o.v))
    def __ge__(self, o):
        return np.all(np.greater_equal(self.v, o.v))
    def compared(self, o):
        return np.sign(self.v - o.v)
    __hash__ = None


@case(V4)
def truth_values(x):
    items = [Told(v) for v in x]
    total = 0.0
    for item in items:
        for other in items:
            if item < other:
                total = total + item.v * other.v
            total += (item >= other) * item.v ** 2
            same = item == other
            while not same and total < 9.0:
                total = total * 1.5 + other.v
    return total


@case(V4)
def by_the_module_operator(x):
    items = [Told(v) for v in x]
    total = sum(map(operator.lt, items, items[1:])) + sum(map(operator.gt, x, x[1:]))
    return total * x[0] + operator.eq(items[0], items[0]) * x[1] + (x[2] if operator.le(x[0], x[1]) else x[3]) ** 2


@case(V4)
def sorted_and_looked_for(x):
    items = sorted([Told(v) for v in x])
    return items[0].v * items[1].v ** 2 + (items[2] in items) * items[3].v


def said(x, how, scaled):
    kept = isinstance(how, Told) and how == x
    same, parts = how == "twice", {"how": how}
    named = isinstance(how, str) and how == "twice"
    none_of_these = not (parts["how"] == "twice" or how == 3.0) and how != "once"
    x = scaled(x, named)
    factor = 2.0 if named else 3.0 if none_of_these else 1.0
    return x * factor * how.v if isinstance(how, Told) and not kept else x * factor + (how if same is False and how == x else 0.0)


@case(V4)
def asked_of_anything(x):
    total = 0.0
    for how in ["twice", x[0], Told(x[1]), "once", None, x[2]]:
        for f in [said]:
            total = total + np.sum(f(x[2], how, lambda v, twice: v * (2.0 if twice else 1.0)) ** 2)
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Soft:
    """Comparisons that give numbers, or objects."""

    def __init__(self, v):
        self.v = v
    def __eq__(self, o):
        return np.exp(-(self.v - o.v) ** 2)
    def __ne__(self, o):
        return Soft(self.v - o.v)
    def __gt__(self, o):
        return 1.0 / (1.0 + np.exp(o.v - self.v))
    __hash__ = None


class Turned:
    """Is compared by what the other says."""

    def __init__(self, v):
        self.v = v
    def __lt__(self, o):
        return NotImplemented


def in_a_sum(x):
    items, total = [Soft(v) for v in x], 0.0
    for item in items:
        for other in items:
            total += (item > other) * item.v
    return total


class Rule:
    """How it differentiates is a text, which is compared; rules are compared by their weights."""

    def __init__(self, function, method="central"):
        self.function, self._method, self.weight = function, method, Soft(1.5)

    @property
    def method(self):
        return self._method

    def __eq__(self, other):
        return self.weight.v - other.weight.v

    __hash__ = None

    def __call__(self, x):
        if self.method == "central" and self.weight.v != 0.0:
            return (self.function(x + 0.5) - self.function(x - 0.5)) * self.weight.v
        return self.function(x)


def test_texts_are_compared_beside():
    def loss(x):
        options = {"kind": "plain", "rule": Rule(lambda t: t**3 * x[1])}
        return options["rule"](x[0]) * (2.0 if options["kind"] == "plain" else x[2])

    check_all_ways(loss, V4)


REFUSED = [lambda x: (Soft(x[0]) == Soft(x[1])) * x[2], lambda x: (Soft(x[0]) != Soft(x[1])).v, in_a_sum,
           lambda x: (Turned(x[0]) < Soft(x[1])) * x[2], lambda x: functools.reduce(lambda a, b: a + (Soft(a) == Soft(b)), x),
           lambda x: operator.gt(Soft(x[0]), Soft(x[1])) * x[2], lambda x: functools.reduce(operator.eq, [Soft(x[0]), Soft(x[1])]),
           lambda x: sum(map(operator.gt, [Soft(x[0])], [Soft(x[1])]))]


@pytest.mark.parametrize("fun", REFUSED)
def test_what_may_have_a_derivative_is_refused(fun):
    with pytest.raises(tangentish.UnsupportedError, match="not followed"):
        tangentish.grad(fun)(V4)
    with pytest.raises(tangentish.UnsupportedError, match="not followed"):
        tangentish.jvp(fun, (V4,), (V4,))
