"""Functions that read items of an array in a loop, whose caller writes into that array when it has the result."""

import numpy as np
import pytest

from tests.constructs.cases import P4
from tests.constructs.ways import check_all_ways


def over_items(x, places):
    total = 0.0
    for v in x:
        total += v * v * v
    return total


def by_places(x, places):
    total = 0.0
    for k in range(2):
        place = places[k]
        total += x[place] ** 2 * x[k]
    return total


def of_a_view(x, places):
    backwards, total = x[::-1], 0.0
    for k in range(len(x)):
        total += backwards[k] * x[k] * backwards[k]
    return total


def of_two_axes(x, places):
    rows, total = x.reshape(2, 2), 0.0
    for i in range(2):
        for j in range(2):
            total += rows[i, j] * np.sin(rows[i, j])
    return total


def in_pairs(x, places):
    total = 0.0
    for a, b in zip(x, x[1:]):
        total += a * b * b
    return total


def while_there_are_some(x, places):
    total, k = 0.0, 0
    while k < len(x):
        total += x[k] * x[k]
        k += 1
    return total


def in_a_comprehension(x, places):
    return sum(x[k] * x[k] for k in range(len(x)))


def by_another_function(x, places):
    return over_items(x, places) * by_places(x, places)


READING = [over_items, by_places, of_a_view, of_two_axes, in_pairs, while_there_are_some, in_a_comprehension, by_another_function]


def written_there(x, read):
    y, places = x.copy(), np.array([0, 1])
    y[0] = read(y, places) * x[1]
    return np.sum(y**2)


def written_whole(x, read):
    y, places = x.copy(), np.array([0, 1])
    total = read(y, places)
    y *= 2.0
    places[0] = 2
    return total * np.sum(y**2)


def written_in_a_loop(x, read):
    y, places, total = x * 1.0, np.array([0, 1]), 0.0
    for k in range(3):
        total += read(y, places)
        y[k] = total * 0.1
        places[k % 2] = (places[k % 2] + 1) % 3
    return total * np.sum(y)


def written_by_a_ufunc(x, read):
    y, places = x * 1.0, np.array([0, 1])
    total = read(y, places)
    np.multiply(y, 3.0, out=y)
    return total * y[0]


@pytest.mark.parametrize("fun", [written_there, written_whole, written_in_a_loop, written_by_a_ufunc])
@pytest.mark.parametrize("read", READING)
def test_functions_given(fun, read):
    check_all_ways(fun, P4, read, argnums=0)


def test_functions_by_name():
    def written(x):
        y, places = x.copy(), np.array([0, 1])
        y[0] = np.tanh(over_items(y, places)) * x[1]
        y[1] = np.tanh(by_places(y, places) * 0.1) + np.tanh(in_pairs(y, places) * 0.1)
        places[0] = 3
        y[2] = np.tanh(of_two_axes(y, places) * 0.1) + np.tanh(of_a_view(y, places) * 0.1)
        y *= 0.5
        return np.sum(y**2) * while_there_are_some(y, places)

    check_all_ways(written, P4)
