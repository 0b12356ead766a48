"""Loops in loops, and loops that change what they run over."""

import itertools

import numpy as np
import pytest

from tests.constructs.cases import M33, M34, P4, V4, V5, Cases
from tests.oracle import check_gradient

case = Cases()


@case(M34)
def nested_loops(a):
    total = 0.0
    for i in range(a.shape[0]):
        s = 1.0
        for j in range(a.shape[1]):
            s = s * a[i, j] + 0.5
        total = total * s + s
    return total


@case(V5)
def triangular_loops(x):
    total = 0.0
    for i in range(len(x)):
        for j in range(i):  # no trip at first
            d = x[i] - x[j]
            total += 1.0 / np.sqrt(d * d + 0.1)
    return total


@case(0.5, 3)
def three_deep(x, n):
    y = x
    for i in range(n):
        for j in range(i, n):
            z = y * x
            for k in range(j):
                z = np.sin(z) + k * y
            y = 0.5 * z + x
    return y


@case(M33)
def gaussian_elimination(a):
    n = a.shape[0]
    u = a.copy()
    det = 1.0
    for k in range(n):
        for i in range(k + 1, n):
            factor = u[i, k] / u[k, k]
            for j in range(k, n):
                u[i, j] -= factor * u[k, j]
        det *= u[k, k]
    return det


@case(M33)
def cholesky_crout(m):
    a = m @ m.T
    n = len(a)
    low = np.zeros((n, n))
    for j in range(n):
        low[j, j] = np.sqrt(a[j, j] - np.sum(low[j, :j] ** 2))
        for i in range(j + 1, n):
            low[i, j] = (a[i, j] - low[i, :j] @ low[j, :j]) / low[j, j]
    return np.sum(low[:, 0]) * low[2, 1] + low[2, 2]


@case(V4)
def other_iterables(x):
    total = 0.0
    for i, j in itertools.combinations(range(4), 2):
        total += x[i] * x[j] ** 2
    for i in {0, 2}:
        total *= x[i]
    for i in np.argsort(x):
        total = total + i * x[i] ** 2
    for i, j in np.ndindex(2, 2):
        total += x[i] * x[2 + j]
    return total


@case(V4)
def dead_code_in_loop(x):
    unused = 0.0
    total = 0.0
    for i in range(4):
        unused = unused + np.exp(x[i])
        total += x[i] ** 2
        x[i]
    return total


@case(P4)
def rebinding_the_iterable(x):
    total = 0.0
    for t in x:
        x = x * t  # the loop goes on over the old one
        total += np.sum(x)
    for i in range(n := len(x)):
        n = 1
        total += x[i] * n
    return total


@case(P4)
def writing_the_iterable(x):
    y = x.copy()
    for i, t in enumerate(y):
        y[(i + 1) % 4] *= t  # what the next trip reads
    return np.sum(y**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
