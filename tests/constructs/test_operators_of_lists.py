"""`operator.add` and `operator.mul` of lists, by their names, by `reduce`, and where a class says what `+` means too."""

import functools
import operator
from operator import add

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def of_numbers(x):
    joined = add([x[0]], [x[1], 2.0])
    return joined[0] * joined[1] * joined[2]


@case(V3)
def of_tuples(x):
    joined = operator.add((x[0], x[2]), (x[1] ** 2,))
    return joined[0] * joined[1] + joined[2]


@case(V3)
def of_lists_of_arrays(x):
    joined = add([x, x[:2]], [x ** 2])
    return joined[0] @ joined[2] + joined[1][0]


@case(V3)
def repeated(x):
    items = operator.mul([x[0], x[1] * 2.0], 2)
    return items[2] * items[3] + items[0]


@case(V3)
def repeated_from_the_left(x):
    items = operator.mul(2, (x[0], x[1] * 2.0))
    return items[2] * items[3] + items[0]


@case(V3)
def concatenated(x):
    items = operator.concat([x[0]], [x[1], x[2]])
    return items[0] * items[1] * items[2]


@case(V3)
def reduced(x):
    items = functools.reduce(operator.add, [[x[0]], [x[1] * x[0]], [x[2]]])
    return items[0] * items[1] + items[2]


@case(V3)
def of_arrays_still(x):
    return np.sum(functools.reduce(operator.mul, [x, x + 1.0, x]))


class Layer:
    def __init__(self, x):
        self.x = x


class Column:
    def __init__(self, layers):
        self.layers = layers

    def __add__(self, other):
        return Column(self.layers + (other.layers if isinstance(other, Column) else [other]))

    def __mul__(self, count):
        return Column(self.layers * count)

    def total(self):
        total = 0.0
        for layer in self.layers:
            total = 0.5 * total + layer.x
        return total


@case(V3)
def lists_in_the_operators_of_a_class(x):
    column = Column([])
    for value in x:
        column = column + Layer(value)
    return (column + Column([Layer(x[0] * x[1])])).total()


@case(V3)
def lists_repeated_in_the_operators_of_a_class(x):
    return (Column([Layer(x[0]), Layer(x[1])]) * 2).total()


@case(np.ones((2, 4)))
def a_generator_made_beside_an_object_that_is_written(prices):
    rng = np.random.default_rng(4)
    layer = Layer(rng.normal(size=4))
    column = Column(prices[0])
    column.probs = 3.0 * column.layers * layer.x
    return np.sum(layer.x * column.probs)


@case(V3)
def a_market_that_holds_draws(x):
    rng = np.random.default_rng(1)
    market = Both(rng.normal(size=3), x)
    market.product = market.left * market.right
    return np.sum(market.product * market.right)


class Both:
    def __init__(self, left, right):
        self.left, self.right = left, right


class Filled:
    def __init__(self, x, n):
        self.x, self.n = x, n
        self.nothing = np.array([[None] * self.n]).T
        self.halves = np.array([(0.5,) * self.n])


@case(0.7, Filled)
def of_numbers_as_often_as_an_object_says(x, made):
    filled = made(x, 3)
    return filled.x**2 * len(filled.nothing) * np.sum(filled.halves)


@case(V3, 0.7, V3 * 2.0)
def joined_with_an_item_of_a_list(x, t, y):
    held = [(x,)]
    rows = held[0] + (y,)
    rows[0][:] *= t
    return np.sum(x**2) + np.sum(y)


@case(V3, 0.7, V3 * 2.0)
def joined_items_of_a_list(x, t, y):
    held = [(x,), (y,)]
    first = held[0]
    rows = first + held[-1]
    rows[1][:] *= t * x
    return np.sum(x**2) + np.sum(y**2)


@case(V3, 0.7, V3 * 2.0)
def joined_with_an_item_of_a_dict(x, t, y):
    rows = (y,) + {"rows": (x,)}["rows"]
    rows[1][:] *= t
    return np.sum(x**2 * y)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
