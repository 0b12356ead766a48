"""Statements whose results nothing reads, and that raise: they are there for their errors, which a caller may catch."""

import math

import numpy as np
import pytest

from tangentish import grad, jvp
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
TABLE = {"a": 2.0}


def definite(a):
    """Whether a factor exists is all that counts."""
    factor = np.linalg.cholesky(a)
    return np.trace(a @ a)


def of_three(x):
    rows = x.reshape(-1, 3)
    first = x[0]
    return first * 3.0


def with_root(x):
    for k in range(3):
        root = math.sqrt(x[k])
    return x[0] * x[1]


def looked_up(x, key):
    scale = TABLE[key]
    y = x * 2.0
    return y[0] * y[1]


def stored(x, place):
    kept = np.zeros(4)
    kept[place] = x[0]
    return x[1] * x[2]


def added_up(x, places):
    total = 0.0
    for k in places:
        total += x[k]
    return x[0] ** 3


def sometimes_bound(x):
    if x[1] > 0.7:
        scale = 2.0
    y = scale * x[0]
    return x[2] * x[0]


@case(V4)
@case(P4)
def not_definite(x):
    try:
        return definite(np.outer(x, x) + np.diag(x))
    except np.linalg.LinAlgError:
        return np.sum(x**3)


@case(V4)
@case(V4[:3])
def not_three(x):
    try:
        y = of_three(x)
    except ValueError:
        y = x[1] ** 2
    return y * x[0]


@case(V4)
@case(P4)
def no_root(x):
    try:
        return with_root(x)
    except ValueError:
        return np.sum(x**2)


@case(V4, "a")
@case(V4, "b")
def no_key(x, key):
    try:
        return looked_up(x, key)
    except KeyError:
        return np.prod(x)


@case(V4, 2)
@case(V4, 7)
def no_place(x, place):
    try:
        return stored(x, place)
    except IndexError:
        return np.prod(x)


@case(V4, (0, 1))
@case(V4, (0, 9))
def no_item(x, places):
    try:
        return added_up(x, places)
    except IndexError:
        return np.prod(x)


@case(V4)
@case(P4)
def not_bound(x):
    try:
        return sometimes_bound(x)
    except NameError:
        return np.prod(x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun, args", [
    (definite, (-np.eye(3),)), (of_three, (V4,)), (with_root, (-P4,)), (looked_up, (V4, "b")), (stored, (V4, 7)),
    (added_up, (V4, [9])), (sometimes_bound, (-P4,))], ids=lambda value: getattr(value, "__name__", ""))
def test_raises_as_python_does(fun, args):
    with pytest.raises(Exception) as raised:
        fun(*args)
    for derivative in (grad(fun), lambda x, *rest: jvp(fun, (x, *rest), (x, *[None] * len(rest)))):
        with pytest.raises(type(raised.value)):
            derivative(*args)


def test_what_cannot_raise_is_left_out():
    def lean(x):
        first, second = x[0] * x[1], x[1]
        unused = first + second
        shape = x.shape
        return x[2] ** 2

    gradient = grad(lean)
    gradient(V4)
    assert not {"first", "second", "unused", "shape"} & set(gradient.source.replace(",", " ").split())
