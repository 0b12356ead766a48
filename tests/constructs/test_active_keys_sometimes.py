"""What may be a dict with active keys, and is read in an expression that is evaluated only sometimes."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def total(x, known):
    return np.sum(x**2) if known is None else sum(np.sum(x * value) for value in known.values())


@case(V3, None)
def not_there_in_the_other_branch(x, weights):
    if weights is not None:
        known = {}
        known[x[0]] = weights
    return total(x, known if weights is not None else None)


@case(V3, None)
def not_there_after_an_and(x, weights):
    if weights is not None:
        known = {}
        known[x[0]] = weights
    return total(x, (weights is not None and known) or None)


@case(V3, [])
def not_there_after_a_loop(x, rows):
    for row in rows:
        known = {}
        known[x[0]] = row
    return total(x, None if len(rows) == 0 else known)


@case(V3, False)
def not_there_any_more(x, kept):
    known = {}
    known[x[0]] = x
    if not kept:
        del known
    return total(x, known if kept else None)


class Filter:
    def __init__(self, state):
        self.state, self.seen = state, 0

    def update(self, z):
        self.state, self.seen = self.state * z, self.seen + 1

    def predict(self):
        self.state = np.sin(self.state)


@case(V3)
def an_array_in_the_test_of_a_loop(x):
    levels = np.copy(x)
    order = [(k, x[k]) for k in sorted(range(3), key=lambda k: x[k])]
    while sum(levels) < 9.0:
        levels[order[2][0]] += 2.0 * x[0] ** 2
    return np.sum(levels**2)


@case(V3)
def a_dict_in_the_test_of_a_loop(x):
    known = {x[0]: x[1]}
    while sum(known[k] for k in known) < 2.0 and len(known) < 4:
        known[x[0] + len(known)] = x[1] * len(known)
    return sum(known.values())


@case(V3)
def in_lambdas(x):
    known = {}
    known[x[0]] = x[1]
    all_of_it = lambda: sum(known.values()) * x[1]
    return all_of_it() * (lambda f: (f.predict(), f.update(x[0]), f.state)[2])(Filter(x[2]))


@pytest.mark.parametrize("fun", [
    lambda x: total_of_keys({x[0]: x[1]}), lambda x: (lambda known: sum(known) * x[1])({x[0]: x[1]})])
def test_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(V3), lambda: tangentish.jvp(fun, (V3,), (V3,))):
        with pytest.raises(tangentish.UnsupportedError, match="keys of a dict"):
            derivative()


def total_of_keys(known):
    while sum(known) < 5.0:
        known[1.0 + sum(known)] = sum(known)
    return sum(known.values())


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
