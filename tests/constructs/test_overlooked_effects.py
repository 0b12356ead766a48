"""Effects that stand where they are easily overlooked: in lambdas, defaults, comprehensions, slices, keywords passed on."""

from __future__ import annotations

import functools
import operator

import numpy as np
import pytest

from tests.oracle import check_gradient

X = np.array([0.7, -1.3, 0.4, 1.1])


def t(v):
    return v * 100


class L:
    def __init__(self):
        self.head = None
        self.size = 0

    def push(self, v):
        self.head = (v, self.head)
        self.size += 1


def lambda_given_to_a_caller(x):
    def run(cb, u):
        cb(u)

    hist = []
    run(lambda v: hist.append(v), x[0])
    return sum(hist)


def comprehension_for_its_effect(x):
    h = []
    [h.append(v * 2) for v in x]
    return sum(h) * x[0]


def items_set_by_a_method(x):
    h = np.zeros(4)
    [h.__setitem__(i, v) for i, v in enumerate(x)]
    return h[0] * h[1]


def functions_from_a_list(x):
    h = []

    def keep(v):
        h.append(v)

    [g(v) for g, v in zip([keep, keep], x)]
    return sum(h) * h[0]


def set_comprehension(x):
    d = {}
    {d.update({i: v}) for i, v in enumerate(x)}
    return d[0] * d[1]


def lambdas_that_write(x):
    d = {}
    l = []
    y = np.zeros(4)

    def call(f, *a):
        f(*a)

    call(lambda k, v: d.update({k: v}), "a", x[0])
    call(lambda v: d.setdefault("b", v), x[1])
    call(lambda v: l.insert(0, v), x[0])
    call(lambda v: np.copyto(y, v), x)
    call(lambda v: operator.setitem(y, 1, v), x[0])
    return d["a"] * d["b"] * l[0] * np.sum(y**2)


def list_as_a_default(x):
    h = []

    def put(v, store=h):
        store.append(v)

    put(x[0])
    return sum(h)


def item_of_a_default(x):
    h = [0.0]

    def put(v, store=h):
        store[0] += v
        return store[0]

    return put(x[0]) * h[0]


def call_in_a_slice(x):
    h = []

    def n(v):
        h.append(v * 3)
        return 2

    return np.sum(x[: n(x[0])]) + sum(h)


def append_returned(x):
    hist = []

    def cb(v):
        return hist.append(v)

    for v in x:
        cb(v)
    return sum(hist) * hist[0]


def append_in_an_expression(x):
    hist = []
    for i, v in enumerate(x):
        hist.append(v) if i < 2 else None
    return sum(hist) * hist[0]


def name_of_a_global_function(x):
    d = {"a": np.sin}
    return d["a"](x[0])


def keywords_passed_on(x):
    def deco(f):
        def inner(*a, **k):
            return f(*a, **k)

        return inner

    @deco
    def scaled(a, *, c=0.0):
        return a * c

    return scaled(2.0, c=x[3])


def keywords_changed_and_passed_on(x):
    def f(a, c=0.0):
        return a * c

    def g(**k):
        k["c"] = k["c"] * 2
        return f(2.0, **k)

    return g(c=x[3])


def partial_with_a_keyword_given_anew(x):
    def f(a, c=1.0):
        return a * c

    q = functools.partial(f, c=x[1])
    return q(x[0]) + q(x[0], c=2.0)


def attribute_of_an_object_grown(x):
    l = L()
    l.push(x[0])
    l.push(x[1])
    return l.head[0] * l.head[1][0] * l.size


def zero_dimensional(x):
    c = np.array(x[0])
    a = 1.5
    e = c.copy()
    e += a
    e[()] *= 2
    return e * a


def zero_dimensional_in_a_helper(x):
    def g(c, a):
        e = c.copy()
        e += a
        e[()] *= 2
        return e * a

    return g(np.array(x[0]), 1.5)


def conjugate_of_a_python_number(x):
    z = complex(x[0], x[1])
    return (z.conjugate() ** 3).imag


def in_a_test(x):
    h = []

    def keep(v):
        h.append(v * x[0])
        return True

    if len([keep(v) for v in x]) > 2:
        pass
    return sum(h)


PROGRAMS = [
    lambda_given_to_a_caller,
    comprehension_for_its_effect,
    items_set_by_a_method,
    functions_from_a_list,
    set_comprehension,
    lambdas_that_write,
    list_as_a_default,
    item_of_a_default,
    call_in_a_slice,
    append_returned,
    append_in_an_expression,
    name_of_a_global_function,
    keywords_passed_on,
    keywords_changed_and_passed_on,
    partial_with_a_keyword_given_anew,
    attribute_of_an_object_grown,
    zero_dimensional,
    zero_dimensional_in_a_helper,
    conjugate_of_a_python_number,
    in_a_test,
]


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda f: f.__name__)
def test_effects(fun) -> None:
    check_gradient(fun, X)


def lambdas_in_a_list(x):
    log = []

    def run(actions, v):
        for action in actions:
            action(v)

    run([lambda b: log.append(b)], x[0])
    return log[0] * 2.0


class Watched:
    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = new
        self.callback(new)


def setter_that_calls_back(x):
    log = []
    watched = Watched()

    def note(new):
        log.append(new)

    watched.callback = note
    watched.value = x[0]
    watched.value = x[1]
    return log[0] * log[1]


@pytest.mark.parametrize("fun", [lambdas_in_a_list, setter_that_calls_back], ids=lambda f: f.__name__)
def test_effects_through_what_holds_a_function(fun) -> None:
    check_gradient(fun, X)
