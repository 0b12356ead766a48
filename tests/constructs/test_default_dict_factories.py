"""Functions that make what is missing in a defaultdict: they may read numbers around them that have no derivative."""

from collections import defaultdict

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(P4)
def of_a_length_around(x):
    n = 2
    sums = defaultdict(lambda: np.zeros(n))
    for i, v in enumerate(x):
        sums[i % 2][i % n] += v * v
    return (sums[0][0] * sums[1] ** 2).sum() + sums[7].sum()


@case(P4)
def of_a_length_bound_again(x):
    n = 2
    sums = defaultdict(lambda: np.zeros(n))
    sums[0][0] = x[0]
    n = 3
    sums[1][2] = x[1]
    return sums[0].sum() ** 2 * sums[1].sum() * len(sums[1])


@case(P4)
def one_in_another(x):
    shape = (2,)
    sums = defaultdict(lambda: defaultdict(lambda: np.zeros(shape)), b=x[:2])
    for i, v in enumerate(x):
        sums["a"][i][i % 2] += v * v if i != 1 else 1.0
    return sums["a"][0][0] * sums["a"][3][1] + sums["a"][1] @ sums["b"]


class Shelves:
    def __init__(self, n):
        self.items = defaultdict(lambda: np.zeros(n))

    def put(self, key, value):
        self.items[key] += value


@case(P4)
def in_an_object(x):
    shelves = Shelves(4)
    for i in range(3):
        shelves.put(i % 2, x * i)
    return (shelves.items[0] * shelves.items[1]).sum() + shelves.items[5].sum()


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def bound_to_a_number_later(x):
    n = 2
    held = defaultdict(lambda: n)
    n = x[0]
    return held[0] * x[1]


def one_list_for_all(x):
    shared = [1, 2]
    held = defaultdict(lambda: shared)
    held[0][0] = x[0]
    return held[1][0] * x[1]


def by_default(x):
    return defaultdict(lambda start=x[0]: start)[1] * x[1]


def by_a_method_of_an_array(x):
    return defaultdict(x.sum)[0] * x[1]


class Constant:
    def __init__(self, value):
        self.value = value

    def __call__(self):
        return self.value


def by_an_object(x):
    return defaultdict(Constant(x[0]))[0] * x[1]


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", [bound_to_a_number_later, one_list_for_all, by_default, by_a_method_of_an_array, by_an_object])
def test_what_may_have_a_derivative_is_refused(operator, fun):
    with pytest.raises(tangentish.UnsupportedError, match="factory"):
        operator(fun)(P4)
