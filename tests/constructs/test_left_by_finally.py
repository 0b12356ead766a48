"""`finally` that is left by `return`, `break`, `continue` or `raise`: how the `try` was left counts no longer then."""

import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(1.5)
@case(1.1)
@case(2.6)
def continue_after_return(x):
    t = 0.0
    for k in range(3):
        try:
            if k == 1:
                return t
        finally:
            t = t + x
            if k == 1:
                continue
    return t * x


@case(1.5)
@case(1.1)
@case(2.6)
def break_after_return(x):
    t = 0.0
    for k in range(3):
        try:
            if k == 1:
                return t
        finally:
            t = t + x
            if k == 1:
                break
    return t * x


@case(1.5)
@case(1.1)
@case(2.6)
def continue_after_break(x):
    t = 0.0
    for k in range(3):
        try:
            if k == 1:
                break
            t += x ** k
        finally:
            t += x
            if k == 1:
                continue
    else:
        t *= 2
    return t * x


@case(1.5)
@case(1.1)
@case(2.6)
def raise_after_break(x):
    t = 0.0
    for k in range(3):
        try:
            try:
                if k == 1:
                    break
            finally:
                t += x
                if k == 1:
                    raise ValueError
        except ValueError:
            t += x * x
    return t


@case(1.5)
@case(1.1)
@case(2.6)
def raise_after_return(x):
    t = 0.0
    for k in range(3):
        try:
            try:
                if k == 1:
                    return t
            finally:
                t += x
                if k == 1:
                    raise ValueError
        except ValueError:
            t += x * x
    return t*x


@case(1.5)
@case(1.1)
@case(2.6)
def continue_swallows(x):
    t = 0.0
    for k in range(3):
        try:
            if k == 1:
                raise ValueError
        finally:
            t = t + x
            if k == 1:
                continue
    return t * x


@case(1.5)
@case(1.1)
@case(2.6)
def return_swallows(x):
    try:
        raise ValueError
    finally:
        if x > 1:
            return x * x


@case(1.5)
@case(1.1)
@case(2.6)
def returns_another(x):
    try:
        return x * x
    finally:
        if x > 2:
            return x


@case(1.5)
@case(1.1)
@case(2.6)
def in_a_while_loop(x):
    y = x
    while True:
        try:
            y = y * x
            if y > 5:
                break
            continue
        finally:
            y = y + x*x
            if y > 20:
                return y
    return y*3


@case(1.5)
@case(1.1)
@case(2.6)
def raise_after_return_in_a_function(x):
    try:
        try:
            y = x * 2
            return y
        except ValueError:
            return x
        finally:
            y = x * 5
            if y > 3:
                raise KeyError("k")
    except KeyError:
        return y * x


@case(1.5)
@case(1.1)
@case(2.6)
def with_all_clauses(x):
    r = []
    for k in range(4):
        try:
            if k == 2:
                raise ValueError
            if k == 3:
                break
            r.append(x*k)
        except ValueError:
            r.append(x*x)
            continue
        else:
            r.append(x**3)
        finally:
            r.append(x+k)
            if k == 0:
                continue
        r.append(7*x)
    return sum(r)*x


@case(1.5)
@case(1.1)
@case(2.6)
def one_in_another(x):
    for k in range(3):
        try:
            try:
                return x*k
            finally:
                if k < 1:
                    continue
        finally:
            x = x*2
            if k == 1:
                break
    return x*x


@case(V3)
@case(V4)
def of_arrays(x):
    y = x * 1.0
    for k in range(3):
        try:
            y[k] *= x[0]
            if k == 1:
                return np.sum(y)
        finally:
            y[:2] += x[1:3]
            if k == 1:
                y = y * y
                continue
        y[-1] = y[0] * x[k]
    return np.sum(y * x)


class Guard:
    def __init__(self, bad):
        self.bad = bad

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.bad:
            raise ValueError("bad")


@case(0.3)
def manager_raises_after_break(x):
    t = 0.0
    for k in range(3):
        try:
            with Guard(k == 1):
                if k == 1:
                    break
                t += x**k
        except ValueError:
            t += x * x
    return t * x


@case(0.3)
def manager_raises_after_return(x):
    t = 0.0
    for k in range(3):
        try:
            with Guard(k == 1):
                if k == 1:
                    return t
                t += x
        except ValueError:
            t += x * x
    return t * x


@case(0.3)
@case(1.2)
def manager_raises_or_not(x):
    for k in range(4):
        try:
            with Guard(k == 0 or x > 1.0):
                if k == 2:
                    return x * k
                if k == 1:
                    continue
        except ValueError:
            x = x * 1.5
        x = x * x
    return x


@case(0.3)
def of_a_function(x):
    try:
        with Guard(True):
            return x * 2
    except ValueError:
        pass
    return x**3


@case(0.3)
@case(1.2)
def manager_raises_beside_finally(x):
    """The handler of the same `try` takes the place of the `return`, and `finally` is left by its end or not."""
    t = x
    for k in range(3):
        try:
            with Guard(k == 0):
                return t * x
        except ValueError:
            t = t + x * x
        finally:
            t = t * x
            if k == 1:
                continue
        t = t + 1.0
    return t


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
