"""Numbers that are passed as floats and made whole ones under the same name: they count and index, whatever they were."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
Y = np.array([0.3, -1.2, 0.8, 1.7, -0.4, 0.9, 1.1])


def deviation(phase, count, stride):
    count = int(count)
    stride = int(stride)
    late = phase[2 * count::stride]
    early = phase[1 * count::stride]
    n = min(len(late), len(early))
    v = late[:n] - 2 * early[:n]
    return np.sqrt(np.sum(v * v)) / count


@case(Y)
def strides_in_a_loop(y):
    out = np.zeros(2)
    for k, count in enumerate(np.array([1.0, 2.0])):
        out[k] = deviation(y, count, count)
    return out[0] + 2.0 * out[1]


@case(Y, 2.0)
def start_of_a_slice(y, m):
    m = int(m)
    d = y[2 * m:]
    return np.sum(d * d) * m


@case(Y, 2.0)
def place_of_an_item(y, m):
    factor = m * m
    m = round(m)
    return y[2 * m] * y[m * 3] * factor


@case(Y, 2.0)
def turns_of_a_loop(y, m):
    total, m = y[0] * m, int(m)
    for k in range(2 * m):
        total = total * y[k + 1 * m]
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
