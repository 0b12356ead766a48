"""`x.flat` where it is only read: of arrays of any layout."""

import operator

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import M33, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(M33)
def joined(x):
    a = np.sin(x) * 2
    return np.sum(np.concatenate((x[0], a.T.flat)) ** 2 * np.arange(12.0))


@case(M33)
def items(x):
    a = x * 2
    return a.T.flat[4] ** 2 + a[:, ::2].flat[1:3] @ np.array([1.0, 3.0])


@case(M33)
def given_to_functions(x):
    b = np.array(x.T.flat)
    return np.dot(x.T[1:].flat, x.T[:2].flat) + np.sum(b[1:] * b[:-1]) + np.max(x.flat)


@case(M33)
def looped_over(x):
    total = 0.0
    for v in x.T.flat:
        total = total * 1.1 + v**2
    return total


@case(M33)
def written(x):
    a = x * 2
    a.flat[::4] += 1.0
    a.flat[1] = x[1, 1] ** 2
    return np.sum(a**2) + a.flat[1] * a.flat[2]


def named(x, name):
    return getattr(x, name)


@case(M33)
def by_a_name_known_later(x):
    a = x * 2
    named(a, "flat")[1:3] *= x[0, 0]
    return np.sum(a * x) + named(a, "flat")[4] ** 2 + sum(v * w for v, w in zip(named(a, "flat"), named(x, "flat"), strict=True))


@case(M33)
def by_methods_of_python(x):
    a = x * 2
    a.__getattribute__("flat")[1:3] *= x[0, 0]
    return np.sum(a * x) + object.__getattribute__(a, "flat")[4] ** 2 + (x * x).__getattribute__("flat")[2] * x[0, 1]


@case(M33)
def by_an_attrgetter(x):
    a = x * 2
    flat = operator.attrgetter("flat")(a)
    flat[3] = x[1, 1] ** 2
    return np.sum(a * x) + flat[2] ** 2 + np.sum(np.fromiter(operator.attrgetter("flat")(x), float) ** 3)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def written_where_there_is_no_view(x):
    a = x * 2
    a.T.flat[1] = 3.0
    return np.sum(a**2)


def test_refused():
    with pytest.raises(tangentish.UnsupportedError, match="not contiguous"):
        tangentish.grad(written_where_there_is_no_view)(M33)
