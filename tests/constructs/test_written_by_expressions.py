"""`np.add.at` and its like as a part of an expression: what it gives is None, what it writes counts as it does by itself."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways

X = np.array([1.111, -1.193, 0.914])


def ignored(value):
    pass


def assigned(x):
    none = np.add.at(x, [0, 1, 0], x[1] ** 2)
    return np.sum(x ** 3) if none is None else 0.0


def listed(x):
    [np.add.at(x, [0, 1], x[1] ** 2), np.subtract.at(x, [2, 2], x[0])]
    return np.sum(x ** 3)


def chosen(x):
    np.add.at(x, [0, 1], x[1] ** 2) if x[2] > 0 else np.subtract.at(x, [0, 1], x[2])
    np.add.at(x, [0, 1], x[1] ** 2) if x[2] < 0 else np.subtract.at(x, [0, 0], x[2])
    return np.sum(x ** 3)


def first_of_two(x):
    two = np.add.at(x, [0, 1], x[1] ** 2) or x[0] ** 2
    return np.sum(x ** 3) * two


def asked(x):
    if np.subtract.at(x, [0, 1], x[1] ** 2) is None:
        x[2] *= x[0]
    return np.sum(x ** 3)


def asserted(x):
    assert np.subtract.at(x, [0, 1], x[1] ** 2) is None, "it gives nothing"
    return np.sum(x ** 3)


def named(x):
    ignored(none := np.add.at(x, [0, 1], x[1] ** 2))
    return np.sum(x ** 3) if none is None else 0.0


def after_a_call(x):
    np.add.at(x, [1, 0], np.tanh((lambda v: v * x[1])(0.5)))
    return np.mean(x ** 2)


def in_a_lambda(x):
    write = lambda v: np.add.at(x, [1, 1], v ** 2)  # a lambda is what is tested
    write(x[0])
    return np.sum(x ** 3)


def returned(y, v):
    return np.add.at(y, [0, 0], v)


def by_a_callee(x):
    none = returned(x, x[2] ** 2)
    return np.sum(x ** 2) if none is None else 0.0


def in_a_comprehension(x):
    [np.add.at(x, [k, 2], x[k] ** 2) for k in range(2)]
    return np.sum(x ** 3)


def of_a_view(x):
    none = np.add.at(x[1:], [0, 0], x[2] ** 2)
    return np.sum(x ** 2) if none is None else 0.0


def by_another_name(x):
    for op in (np.add, np.subtract):
        none = op.at(x, [0, 1], x[2] ** 2)
    at = functools.partial(np.add.at, x, [0, 0])
    none = at(x[1]) or none
    return np.sum(x ** 2) if none is None else 0.0


def unpacked(x):
    np.add.at(*(x, [0, 0], x[2] ** 2))
    return np.sum(x ** 2)


PROGRAMS = [assigned, listed, chosen, first_of_two, asked, asserted, named, after_a_call, in_a_lambda, by_a_callee,
            in_a_comprehension, of_a_view, by_another_name, unpacked]


@pytest.mark.parametrize("fun", PROGRAMS)
def test_right(fun: Callable[..., float]) -> None:
    check_all_ways(fun, X)
