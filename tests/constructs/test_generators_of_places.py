"""Generators of slices and counts that decorated functions give, gone through beside arrays that are written."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.constructs.cases import V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def validated(function):
    @functools.wraps(function)
    def wrapper(*args, **keywords):
        return function(*args, **keywords)

    return wrapper


@validated
def batches(n, count, *, smallest=1):
    start = 0
    for k in range(count):
        size = max(n // count + (k < n % count), smallest)
        if size > 0:
            yield slice(start, start + size)
            start += size


@validated
def pairs(n):
    for k in range(n):
        for j in range(k):
            if j == 2:
                continue
            yield k, j


@case(V6)
def normalised_in_batches(x):
    y = x.copy()
    for batch in batches(x.shape[0], 4):
        y[batch] = y[batch] / np.sum(y[batch] ** 2)
    return np.sum(y * x)


@case(V6)
def of_pairs_of_places(x):
    y = x * x
    for k, j in pairs(len(x)):
        y[k] += 0.1 * y[j]
    return np.sum(y[1:] * x[:-1])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
