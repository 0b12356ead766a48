"""Items that are computed from an active index: `np.r_`, `np.c_`, and objects of the user's own."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import r_

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3, 0.4, 1.1])


@case(X)
def ends_put_on(x):
    y = np.r_[x[:2], 0.5, x[2:4]]
    return np.sum(y ** 2 * np.arange(len(y)))


@case(X)
def rows_of_all_kinds(x):
    y = r_[0:1:3j, x, [x[0], 2.0], 3, -x[1]]
    return np.sum(y ** 3)


@case(X, X.reshape(2, 2))
def rows_of_matrices(x, a):
    return np.sum(np.r_[a, x.reshape(2, 2) * a, np.ones((1, 2))] ** 3 * np.arange(5.0)[:, np.newaxis])


@case(X)
def span_with_active_bounds(x):
    return np.sum(np.r_[x[0]:x[3]:5j, : x[1] : 3j] ** 3)


@case(X)
def design_matrix(x):
    a = np.c_[np.ones(4), x, np.eye(4), x.reshape(2, 2).ravel() ** 2]
    return np.sum(a ** 3 * np.arange(28.0).reshape(4, 7))


@case(X)
def columns_of_numbers(x):
    return np.sum(np.c_[x[0], 2.0, x[1]] ** 2 * np.array([1.0, 3.0, 5.0]))


@case(X)
def written_into_afterwards(x):
    y = np.r_[x, 1.0]
    x[0] = 5.0
    y[1:] *= y[:-1]
    return np.sum(y) + np.sum(x ** 2)


class Table:
    def __init__(self, t, y):
        self.t, self.y = t, y

    def __getitem__(self, s):
        return np.interp(s, self.t, self.y)


CUBES = Table(np.linspace(-2.0, 2.0, 9), np.linspace(-2.0, 2.0, 9) ** 3)
BY_NAME = {"cubes": CUBES}


@case(X)
def table_of_a_module(x):
    return CUBES[x[0]] * BY_NAME["cubes"][x[3]]


@case(X)
def table_of_its_own(x):
    table = Table(np.linspace(-2.0, 2.0, 9), np.linspace(-2.0, 2.0, 9) ** 3)
    return table[x[0]] + sum(table[v] for v in x)


class Products:
    def __getitem__(self, key):
        i, j = key
        return i * j


@case(X)
def several_keys(x):
    products = Products()
    return products[x[0], x[1]] * Products()[x[2], 2.0]


SQUARES = [lambda x: np.sum(x ** 2)]


@case(X)
def rows_of_what_calls_give(x):
    items = [x[0] * x[1]]
    return np.sum(np.r_[SQUARES[0](x), 1.0, items.pop(), x] ** 2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun, why", [
    (lambda x: np.sum(np.mgrid[0:x[3]:3j]), "mgrid"), (lambda x: np.sum(np.ogrid[0:x[3]:3j]), "ogrid"),
    (lambda x: np.sum(np.r_["0,2", x, x]), "directives"), (lambda x: np.sum(np.r_[0:x[3]:0.1]), "number of items"),
    (lambda x: np.sum([np.r_][0][x, x[0]]), "may be `np.r_`"), (lambda x: np.sum([np][0].r_[x, x[0]]), "may be `np.r_`")])
def test_refused(fun, why):
    with pytest.raises(tangentish.UnsupportedError, match=why):
        tangentish.grad(fun)(X)


def test_of_constants_is_left_as_it_is():
    assert "np.r_[0:1:" in tangentish.grad(lambda x: x * np.sum(np.r_[0:1:3j])).source_for(2.0)


def test_numbers_of_python_take_the_type_of_the_arrays():
    def fun(x):
        return np.sum(np.r_[x, 0.5] * np.c_[x, x][0, 0])
    value, bar = tangentish.value_and_grad(fun)(X.astype(np.float32))
    assert value.dtype == bar.dtype == np.float32
    assert np.allclose(bar, tangentish.grad(fun)(X), rtol=1e-5)
