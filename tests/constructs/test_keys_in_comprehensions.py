"""Dicts with keys that may be active, which comprehensions go through; and other variables of a comprehension's names."""

import numpy as np
import pytest

from tangentish import grad, jvp
from tangentish.errors import UnsupportedError
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Labels:
    """Keys that are text, which is known when the program runs."""

    def of(self, x, k):
        return "abc"[k] if x[0] > 0.0 else x[0]


def tables(x):
    labels = Labels()
    return [{labels.of(x, 0): x[0]}, {labels.of(x, 1): x[1]}]


@case(P4)
def counted_in_each(x):
    labels = Labels()
    held = [{labels.of(x, 0): x[0]}, {labels.of(x, 1): x[1]}]
    return sum([x[len(list(d))] ** 2 for d in held]) * held[0]["a"]


@case(P4)
def keys_of_each(x):
    labels = Labels()
    held = [{labels.of(x, 0): x[0]}, {labels.of(x, 1): x[1]}]
    return sum([d[key] ** 2 * x[len(key)] for d in held for key in d])


@case(P4)
def twice_in_each(x):
    labels = Labels()
    held = [{labels.of(x, 0): x[0]}, {labels.of(x, 1): x[1]}]
    return sum([d[min(d)] * d[max(d)] if max(d) > "a" else d[min(d)] for d in held])


@case(P4)
def given_by_a_function(x):
    return sum([sum([d[key] * d[min(d)] for key in d]) for d in tables(x)])


@case(P4)
def a_variable_of_the_same_name(x):
    scaled = [2.0 * z for i, z in zip(x, x, strict=True)]
    kept = [0.0] * 3
    for i in range(3):
        z = x[i] * scaled[0]
        kept[i] = z
    rows = [kept]
    return sum(kept) + rows[0][0] + scaled[1]


@case(P4)
def index_of_the_same_name(x):
    less = [[i - 1.0 for i in row] for row in (x, x)]
    parts = [[z * k for z, k in zip(x, row, strict=True)] for row in less]
    kept, rows = [0.0] * 2, []
    for i in range(2):
        z = x[i] / parts[0][i]
        kept[i] = z
    for _ in range(2):
        rows.append(kept)
    return rows[0][0] * rows[1][1] + parts[1][2]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def active_in_each(x):
    held = [{x[0]: x[1]}, {x[2]: x[3]}]
    return sum([min(d) for d in held])


def active_in_one(x):
    labels = Labels()
    held = [{labels.of(x, 0): x[0]}, {labels.of(-x, 1): x[1]}]
    return sum([d[key] * len(key) if isinstance(key, str) else key for d in held for key in d])


@pytest.mark.parametrize("fun", [active_in_each, active_in_one])
def test_refused(fun):
    for derivative in (lambda: grad(fun)(P4), lambda: jvp(fun, (P4,), (np.ones(4),))):
        with pytest.raises(UnsupportedError, match=r"test_keys_in_comprehensions.py:\d+: .*keys of a dict"):
            derivative()
