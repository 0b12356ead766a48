"""Numbers that a condition selects, as if they were arrays: `pmf[pmf < 1]` where `pmf` is the one or the other."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
terms = {"exp": lambda x: np.exp(-x), "square": lambda x: x**2}


def tail(x, name):
    total = 0
    for k in range(2):
        total += terms[name](x * k)
    result = np.full_like(total, 0.5)
    small = total > 1
    result[small] = np.log(1.0 + total[small])
    result[total <= 1] = total[total <= 1] ** 3
    return result


@case(1.7, argnums=0)
def of_a_number(x):
    return np.sum(tail(np.float64(x), "exp") * tail(np.float64(x), "square"))


@case(0.4, argnums=0)
def of_a_number_that_is_not_selected(x):
    return np.sum(tail(np.float64(x), "square")) * tail(np.float64(x), "exp")[()]


@case(P4)
def of_an_array(x):
    return np.sum(tail(x, "exp") * tail(x, "square"))


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
