"""`while` loops."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.oracle import check_gradient

case = Cases()


@case(2.0)
@case(0.6)
@case(12.0)
def while_loop(x):
    y = x
    while y < 10.0:
        y = y * y + 1.0 + x
    return y


@case(0.9)
@case(-0.9)
def while_condition_on_overwritten(x):
    n = 0
    while x > 0.1 and n < 20:
        x = x * x * 0.8
        n += 1
    return x * (n + 1)


@case(2.5)
def while_true_with_break(a):
    x = a
    while True:
        new = 0.5 * (x + a / x)
        if abs(new - x) < 1e-12:
            break
        x = new
    return x * a


@case(V4)
def while_with_index(x):
    i = len(x) - 1
    total = 0.0
    while i >= 0:
        total = total * x[i] + x[i] ** 2
        i -= 2
    return total + x[i]


@case(48, 18, 0.4, argnums=2)
def while_over_integers(a, b, x):
    while b:
        a, b = b, a % b
        x = x * b + np.sin(x)
    return x * a


@case(0.7)
def while_in_while(x):
    outer, y = 0, x
    while outer < 3:
        inner = 0
        while inner < outer:
            y = y * x + 0.2
            inner += 1
        outer += 1
    return y


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
