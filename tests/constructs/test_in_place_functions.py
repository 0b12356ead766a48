"""In-place NumPy functions and dataclasses whose arguments go to unusual places."""

from dataclasses import KW_ONLY, dataclass, field

import numpy as np
import pytest

from tests.constructs.cases import M33, V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(0.7)
def tuples_grown_twice(x):
    t = (x,)
    for _ in range(2):
        t += (x, 2.0 * x)
    empty = ()
    empty += t
    return t[0] * t[1] + t[4] * empty[2]


@dataclass
class Options:
    scale: float = field(kw_only=True, default=2.0)
    base: float = 1.0
    _: KW_ONLY
    offset: float = 0.5


@case(0.7)
def keyword_only_fields(x):
    first = Options(x, scale=x * x)
    second = Options(base=x, offset=x)
    return first.base * first.scale**2 + second.offset * second.base * second.scale


@case(np.arange(27.0).reshape(3, 3, 3) / 9.0, V3)
def diagonal_of_three_dimensions(a, d):
    np.fill_diagonal(a, np.sum(d))
    return np.sum(a**2)


@case(np.arange(12.0).reshape(6, 2) / 9.0, 0.7)
def wrapped_diagonal(a, d):
    np.fill_diagonal(a, d * a[0, 1], wrap=True)
    return np.sum(a**2)


@case(M33, V3)
def put_into_a_transposed_view(a, v):
    b = a * 1.0
    b.T.put([1, 5], v[:2] * 2.0)
    np.put(b, [0, 3, 4], v[1:] ** 2)
    return np.sum(b**2)


@case(V4)
def ufunc_at_of_any_ufunc(x):
    a = x * 1.0
    np.multiply.at(a, [1, 1, 2], x[0])
    np.maximum.at(a, [0, 3], x[1] * x[2:])
    return np.sum(a**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
