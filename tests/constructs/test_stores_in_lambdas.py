"""Items that a lambda, or a comprehension in one, stores by a call: under keys that are its own parameters."""

import numpy as np
import pytest

from tests.oracle import check_gradient

X = np.array([1.3, 2.1, 0.7])


class Grid:
    def __init__(self, values):
        self.values, self.observers = values, []


def into_a_dict(x):
    table = {}
    put = lambda owner, key: owner.__setitem__(key, x[0] * 2)
    put(table, "z")
    return table["z"] * x[1]


def into_a_list(x):
    rows = [0.0, x[1]]
    put = lambda owner, place: owner.__setitem__(place, x[0] ** 2)
    put(rows, 0)
    return rows[0] * rows[1]


def into_an_attribute(x):
    grid = Grid(x * 1.0)
    put = lambda owner, place: owner.values.__setitem__(place, x[0] * 2)
    put(grid, 1)
    return grid.values @ x


def by_an_observer(x):
    grid = Grid(x * 1.0)
    grid.observers.append(lambda owner, place: owner.values.__setitem__(place, x[0] * x[2]))
    for place, observer in enumerate(grid.observers):
        observer(grid, place)
    return grid.values @ x


def call(function, *args):
    return function(*args)


def by_a_comprehension_in_a_lambda(x):
    grid = Grid(np.zeros(3))
    call(lambda owner: [owner.values.__setitem__(k, x[k] ** 2) for k in range(2)], grid)
    return grid.values @ x


@pytest.mark.parametrize("fun", [into_a_dict, into_a_list, into_an_attribute, by_an_observer, by_a_comprehension_in_a_lambda])
def test_stores_in_lambdas(fun):
    check_gradient(fun, X)
