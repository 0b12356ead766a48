"""`zip(..., strict=True)`, which raises once the shortest column has ended."""

import numpy as np
import pytest

from tangentish import UnsupportedError, grad
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


@case(V)
def zip_strict_ends(x):
    t = 0.0
    try:
        for a, b in zip(x, x[1:], strict=True):
            t += a * b
    except ValueError as error:
        t = t * len(str(error))
    return t


@case(V)
def zip_strict_in_enumerate(x):
    t = 0.0
    try:
        for k, (a, b, c) in enumerate(zip(x, x[::-1], [x[0], x[1]], strict=True), 1):
            t += a * b * c * k
            if k == 2:
                break
        for p in zip([], x, strict=True):
            t += p[0]
    except ValueError:
        t = t * t
    return t


@case(V)
def zip_strict_else(x):
    t = 0.0
    for a, b in zip(x, x * x, strict=True):
        if a > 5.0:
            break
        t += a * b
    else:
        t = t * x[1]
    for a, b in zip(x, x * x, strict=True):
        if a > 0.5:
            continue
        t += a * b
    return t


@pytest.mark.parametrize("fun,args,options", case)
def test_zip_strict(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_inside_another_zip():
    def inner(x):
        return sum(a * b * c for (a, b), c in zip(zip(x, x[1:], strict=True), x))

    with pytest.raises(UnsupportedError, match="inside another"):
        grad(inner)(V)
