"""What `finally` and `else` overwrite, and every way out of `try`."""

import math

import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(0.7)
@case(-0.7)
def else_overwrites(x):
    a = x
    try:
        math.sqrt(x)
        b = a * a
    except ValueError:
        b = a * 3.0
        a = b * a
    else:
        a = a * b
        b = a * b
    return a * b * x


@case(0.7)
def finally_without_except_array(x):
    y = np.array([x, x * x])
    a = x
    try:
        y *= a
        a = a * 2.0
    finally:
        y[0] *= a
        a = y[0]
    return np.sum(y) * a


@case(V4)
@case(-V4)
def finally_writes_view_used_in_body(x):
    y = x * 1.0
    v = y[1:]
    try:
        z = y[:2] * v[1:]
        w = math.sqrt(y[0])
    except ValueError:
        w = v[0]
        v[0] = w * w
    finally:
        v *= y[0]
        y[0] = v[2]
    return np.sum(z * z) * w + np.sum(y)


@case(0.7)
def finally_without_handlers(x):
    y = x
    try:
        pass
    finally:
        y = y * x
    return y


@case(0.7)
def finally_after_return_in_body(x):
    a = x
    try:
        a = a * x
        return a * x
    finally:
        a = 0.0


@case(0.7)
def finally_writes_other(x):
    y = x
    z = x * x
    try:
        y = y * z
    except ValueError:
        y = x
    finally:
        z = z * y
    return y * z


@case(V3)
def finally_writes_array(x):
    y = x * 1.0
    try:
        y[0] *= y[1]
    except ValueError:
        y[1] = 0.0
    finally:
        y[0] *= y[2]
    return np.sum(y * y)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
