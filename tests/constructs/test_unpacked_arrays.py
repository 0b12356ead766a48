"""`f(*a)` for an array: of whole numbers, of floats that carry a derivative or not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import M34, V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
FUNCTIONS = [lambda y, order: y.transpose(*order)]


@case(M34)
def order_of_axes(x):
    order = np.arange(2)[::-1]
    return np.sum(x.transpose(*order) * np.arange(12.0).reshape(4, 3))


@case(M34)
def order_of_axes_given(x):
    return np.sum(FUNCTIONS[0](x, np.r_[1:2, 0]) * np.arange(12.0).reshape(4, 3))


@case(V3)
def several_numbers(x):
    def product(a, b, c, *scales):
        return a * b**2 * c**3 * scales[0]
    kept = [x * 1.0]
    return product(*x, *V3) + product(*kept[0], *x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
