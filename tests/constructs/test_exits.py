"""`while`, early return, break, continue, loop else."""

import numpy as np
import pytest

from tests.constructs.cases import EMPTY, M33, M34, V3, V4, V5, Cases
from tests.oracle import check_gradient

case = Cases()


@case(0.3)
@case(-0.3)
@case(1.3)
def early_return(x):
    if x < 0:
        return x**2
    y = np.exp(x)
    if x > 1:
        return y * x
    y = y * y
    return y


@case(V4)
@case(-V4)
@case(EMPTY)
def return_in_loop(x):
    total = 0.0
    for t in x:
        total += t**2
        if total > 1.3:
            return total * t
    return 2.0 * total


@case(M34, 1.0)
@case(M34, 5.0)
@case(M34, -1.0)
def return_in_nested_loop(a, limit):
    total = 0.1
    for row in a:
        for t in row:
            if t > limit:
                return total * t
            total = total + t * total
        total = total**2
    return total


@case(V5, 3)
@case(V5, 0)
@case(V5, 9)
def return_in_while(x, n):
    i = 0
    y = x[0]
    while i < len(x):
        if i == n:
            return y * x[i]
        y = y + x[i] ** 2
        i += 1
    return y


@case(V5)
@case(np.abs(V5))
def break_and_use(x):
    total = 1.0
    for i in range(len(x)):
        total = total * (1.0 + x[i])
        if x[i] < 0:
            last = total**2
            break
    else:
        last = x[0]
    return total * last


@case(V5)
@case(-np.abs(V5))
@case(EMPTY)
def continue_skips(x):
    total = 0.0
    for t in x:
        if t < 0:
            continue
        total = total + np.sqrt(t) * (1.0 + total)
    return total + np.sum(x)


@case(M33)
def break_continue_nested(a):
    total = 0.0
    for i in range(3):
        s = a[i, i]
        for j in range(3):
            if i == j:
                continue
            if a[i, j] > 0.45:
                s *= a[i, j]
                break
            s += a[i, j] ** 2
        else:
            s = s**2
        if s > 100:
            break
        total += s * total + s
    return total


@case(0.5, 3)
@case(0.5, 30)
@case(0.5, 0)
def for_else(x, n):
    y = x
    for _ in range(n):
        y = y + x * y
        if y > 50.0:
            break
    else:
        y = y**2
    return y


@case(0.5, 4)
@case(5.0, 4)
def while_else(x, n):
    k = 0
    while k < n:
        k += 1
        if k * x > 10:
            break
        if k == 2:
            continue
        x = x * 1.1 + 0.01 * k
    else:
        return x**3
    return x**2


@case(V3)
def break_before_and_after_write(x):
    y = x.copy()
    for i in range(3):
        y[i] = y[i] ** 2 * y[i - 1]
        if i == 1:
            break
        y[i] += x[0]
    return np.sum(y * y)


def bisect(f, low, high):
    f_low = f(low)
    for _ in range(60):
        mid = 0.5 * (low + high)
        if f(mid) * f_low > 0:
            low = mid
        else:
            high = mid
        if high - low < 1e-14:
            return mid
    return None


def first_above(x, level):
    for i, t in enumerate(x):
        if t > level:
            return i, t * level
    return -1, level


@case(V5, 0.5, argnums=(0, 1))
@case(V5, 9.0, argnums=(0, 1))
def callee_returns_early(x, level):
    i, value = first_above(x, level)
    return value**2 + x[i] + bisect(lambda t: t**3 - 2.0, 0.0, 2.0)


def skip_or_sum(x):
    if x is None:
        return
    if len(x) == 0:
        return None
    return np.sum(x**2)


@case(V3)
def callee_returns_none_sometimes(x):
    total = 0.0
    for part in (x, None, x[:0], x[1:]):
        s = skip_or_sum(part)
        if s is None:
            continue
        total = total * 2.0 + s
    return total


@case(0.5)
def unreachable_after_return(x):
    return x**2
    return np.exp(x)


@case(0.5)
@case(1.5)
def return_everywhere(x):
    if x > 1:
        for i in range(3):
            while True:
                x = x * 1.1
                if x > 2.0 + i:
                    return x
                if x > 1.9:
                    break
        return x**2
    else:
        return -x


def one_name_in_a_loop_and_after_an_exit(x, names):
    y = x * 1.0
    if len(names) == 1:
        out = {}
        for i in ("a", "b"):
            out[i] = x * names[i[:0]]
        return out["a"] * out["b"]
    i = np.argsort(x)
    y = y[i]
    y = y * x
    i = np.argsort(-x)
    return y[i] * x


@case(V3, {"": 2.0})
@case(V3, {})
def a_helper_that_binds_a_name_in_the_loop_of_a_branch(x, names):
    return np.sum(one_name_in_a_loop_and_after_an_exit(x, names))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
