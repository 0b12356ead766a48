"""Branches: if, ternary, and/or/not, chained comparison, walrus, match."""


import numpy as np
import pytest

from tests.constructs.cases import EMPTY, M33, V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()


@case(1.3)
@case(-0.4)
@case(0.2)
@case(np.float64(1.3))
def if_elif_else(x):
    if x > 1.0:
        y = x**3
    elif x > 0.0:
        y = np.sin(x)
    else:
        y = -x * np.exp(x)
    return y * x


@case(0.8)
@case(-0.8)
def no_else(x):
    y = x
    if x > 0:
        y = y * x
        x = 2.0 * y
    return x * y


@case(0.8, 2.0, argnums=(0, 1))
@case(2.0, 0.8, argnums=(0, 1))
def branch_overwrites_what_is_needed(a, b):
    t = a * b
    y = t * t
    if a > b:
        t = y**2 + t
        a = b
    else:
        b = a * t
    return t * y + a * b


@case(0.8)
@case(-0.8)
def bound_in_one_branch_only(x):
    if x > 0:
        extra = x**2
    y = 3.0 * x
    if x > 0:
        y += extra
    return y


@case(V4)
@case(-V4)
def branch_on_element_in_loop(x):
    total = 0.0
    for i in range(len(x)):
        if x[i] > 0.5:
            total += x[i] ** 2
        elif x[i] < -0.5:
            total *= x[i]
        else:
            pass
    return total


@case(V3)
@case(EMPTY)
def branch_on_length(x):
    if not len(x) or x.size == 0:
        return np.sum(x)
    return x[0] * x[-1]


@case(0.5, None)
@case(0.5, 0.7)
@case(0.5, 0.7, argnums=(0, 1))
def default_when_none(x, scale=None):
    if scale is None:
        scale = x + 1.0
    return x**2 * scale


@case(0.5, None)
@case(0.5, 0.0)
@case(0.5, 0.7, argnums=(0, 1))
def or_default(x, scale):
    scale = scale or x * 3.0
    return x * scale


@case(0.5, 0.2, argnums=(0, 1))
@case(0.0, 0.2, argnums=1)
def and_or_return_operands(x, y):
    first = x and y * 2.0
    second = (x > 1.0 and x) or (y > 0.1 and y**2) or 5.0
    return first * second + y**3


@case(0.5, "tanh")
@case(0.5, "relu")
@case(-0.5, "relu")
@case(0.5, "none")
def branch_on_string(x, kind):
    if kind == "tanh":
        return np.tanh(x)
    elif kind in ("relu", "ramp") and x > 0:
        return x**2
    elif kind.startswith("no"):
        return 3.0 * x
    return 0.1 * x


@case(0.7)
@case(V3)
@case([0.7, -0.1])
@case((0.4, V3))
def branch_on_type(x):
    if isinstance(x, (list, tuple)):
        return sum(np.sum(item) ** 2 for item in x)
    if isinstance(x, np.ndarray) and x.ndim == 1:
        return x @ x
    return x**3


@case(0.7, 1.2, argnums=(0, 1))
@case(-0.7, 1.2, argnums=(0, 1))
def ternary(x, y):
    z = x * y if x > 0 else y**2
    return (z if y > 2 else -z if y > 1 else x) + np.sin(x if x > y else y)


@case(0.0)
@case(1.5)
def ternary_guards_division(x):
    return (np.sin(x) / x if x != 0 else 1.0) + x


@case(0.5)
@case(1.5)
@case(-0.5)
def chained_comparison(x):
    if 0.0 < x <= 1.0:
        return x**2
    if not -1.0 < x < x * x < 9:
        return x
    return x**3 if x != 1 == 1 else 0.0


@case(0.5)
@case(-1.5)
def walrus(x):
    if (y := np.sin(x)) > 0:
        return y * x
    return (z := y**2) + z * (w := x) + w


@case(V4)
def walrus_in_while_and_comprehension(x):
    i, total = 0, 0.0
    while (y := x[i] ** 2) > 0.2:
        total += y * x[i + 1]
        i += 1
    return total + sum([z for t in x if (z := t * 2.0) > 0]) * y


@case(M33)
@case(-M33)
@case(M33[:2])
def branch_on_reduction(a):
    if np.all(a > -0.5) and a.shape[0] == a.shape[1]:
        b = a @ a
    elif np.any(np.isnan(a)):
        b = np.zeros_like(a)
    else:
        b = a * np.abs(a)
    return np.sum(b if a.sum() > 0 else 2.0 * b)


@case(V3, True)
@case(V3, False)
def branch_makes_alias_or_copy(x, flag):
    y = x * 1.0
    z = y if flag else y.copy()
    z[0] = x[1] ** 2
    return np.sum(y * z)


@case(V3, True)
@case(V3, False)
def branch_writes_array(x, flag):
    y = x**2
    if flag:
        y[0] *= y[1]
        y = y[:2]
    else:
        y += x
    return np.sum(y**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
