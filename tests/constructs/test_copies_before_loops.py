"""An adjoint that a loop updates in place and that others may hold is copied once, before the loop."""

from __future__ import annotations

import re

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def filled(x):
    y = np.zeros(len(x))
    for i in range(len(x)):
        y[i] = x[i] ** 2
    return y


def swept(x, count):
    y = x * 1.0
    for _ in range(count):
        for i in range(1, len(x)):
            y[i] = y[i] + 0.5 * y[i - 1] ** 2
    return y


def given_away(x, count):
    """Each pass binds another array."""
    y = x * 1.0
    for k in range(count):
        y[0] = y[0] * y[1]
        z = y
        y = np.sin(z) * (k + 1.0)
    return y


def in_branches(x, count):
    y, z = x * 1.0, x * 2.0
    k = 0
    while k < count:
        if k % 2:
            y[k] *= z[0]
        else:
            z[k] = y[k] ** 2
            y = y + z
        k += 1
    return y, z


def columns(x, count):
    table = np.zeros((len(x), 3))
    for k in range(count):
        table[:, k] = x ** (k + 1)
        table[0] *= 2.0
    return table


@case(V4)
def of_a_helper(x):
    y = filled(x)
    return np.sum(y * y) + y[0]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_helpers_with_loops(count):
    check_all_ways(lambda x: np.sum(swept(x, count) ** 2) * x[0] + np.sum(swept(swept(x, count), 1)), V4)
    check_all_ways(lambda x: np.sum(given_away(x, count) ** 2) * x[0] + np.sum(given_away(given_away(x, count), 1)), V4)
    check_all_ways(lambda x: np.sum(columns(x, count) ** 2) * x[0] + np.sum(columns(columns(x, count)[:, 0], 1)), V4)
    check_all_ways(lambda x: np.sum(in_branches(x, count)[0] * in_branches(x, 1)[1]), V4)


@case(V4)
def the_same_cotangent_for_two(x):
    y, z = filled(x), filled(x[::-1])
    return np.sum((y + z) * np.arange(4.0))


@case(V4)
def one_that_is_read_again(x):
    y = filled(x)
    w = y
    for i in range(4):
        w[i] = w[i] * y[0]
    return np.sum(w) + np.sum(y * x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [lambda x: np.sum(filled(x) * np.cos(x)), lambda x: np.sum(swept(x, 3) * np.cos(x))])
def test_no_copy_inside_a_loop(fun):
    source = tangentish.grad(fun).source_for(np.linspace(0.1, 1.0, 20))
    copies = re.findall(r"^( *)\w+_bar = \w+_bar\.copy\(\)", source, re.MULTILINE)
    assert "\n    for " in source
    assert {len(margin) for margin in copies} <= {4}


def recurrence(u):
    y = u.copy()
    for i in range(1, len(u)):
        y[i] = y[i] + 0.5 * y[i - 1]
    return np.sum(y)


def test_no_copy_where_every_entry_has_the_same_cotangent():
    check_all_ways(recurrence, V4)
    assert ".copy()" not in tangentish.grad(recurrence).source_for(np.ones(20)).split("# reverse sweep")[1]
