"""Generators of active values that find the points and weights of a quadrature."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def terms(x, count):
    points, weights = np.polynomial.legendre.leggauss(count)
    for t, w in zip(points, weights, strict=True):
        yield w * np.sum(np.sin(t * x))


@case(V4)
def by_legendre(x):
    return sum(terms(x, 3))


def by_name(x):
    points, weights = np.polynomial.hermite.hermgauss(4)
    for t, w in zip(points, weights, strict=True):
        yield w * np.sum(np.cos(t * x))


@case(V4)
def by_hermite(x):
    return sum(by_name(x))


@pytest.mark.parametrize("fun,args,options", case)
def test_quadratures(fun, args, options):
    check_all_ways(fun, *args, **options)
