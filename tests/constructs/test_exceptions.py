"""Exceptions raised in the middle of loops, branches, other `try` and comprehensions."""

import math

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4, 0)
@case(V4, 2)
@case(V4, 5)
def raise_in_nested_loops(x, stop):
    y = x.copy()
    total = 0.5
    k = 0
    try:
        for i in range(2):
            for j in range(3):
                if k == stop:
                    raise KeyError(k)
                y[i] = y[i] * y[j] + total
                total = total * 0.9 + np.sin(y[j]) * x[i]
                k += 1
            y *= 0.5
    except KeyError:
        total = total**2
    return total + np.sum(y * y)


@case(V4, 1)
@case(V4, 3)
@case(V4, 9)
def raise_in_branch_in_while(x, stop):
    y = x * 1.0
    n = 0
    try:
        while n < 4:
            if y[n] > 0:
                y[n] = y[n] ** 2
                if n == stop:
                    raise ValueError
                y[n] *= x[n - 1]
            else:
                y = y * 1.5
                if n == stop:
                    raise ValueError
                y[0] += y[n] * y[1]
            n += 1
    except ValueError:
        y[0] *= y[1] + n
    return np.sum(y**2)


@case(V4, 1)
@case(V4, 5)
def continue_break_in_try_finally(x, stop):
    total = 1.0
    y = x.copy()
    for i in range(4):
        try:
            y[i] = y[i] * total
            if i == stop:
                break
            if y[i] < 0:
                continue
            total = total + y[i]
        finally:
            total = total * 1.3 + y[0]
            y[0] = y[0] * x[1]
    else:
        total = total**2
    return total * np.sum(y)


@case(V4, 1)
@case(V4, 5)
def return_in_finally_loop(x, stop):
    y = x * 1.0
    for i in range(4):
        try:
            y[i] *= y[i - 1]
            if i == stop:
                return y[i] * y[0]
        finally:
            y[0] += x[i] * y[0]
    return np.sum(y)


@case(V4, 2)
@case(V4, 7)
def for_else_break_in_try(x, stop):
    total = x[0]
    y = x.copy()
    for i in range(4):
        try:
            if i == stop:
                break
            total = total * y[i]
            y[i] = 1 / math.sqrt(y[i])
        except ValueError:
            y[i] = y[i] ** 2
    else:
        total = np.sin(total)
    return total + np.sum(y)


@case(V4, 2)
@case(V4, 7)
def while_else_exception(x, stop):
    y = x.copy()
    i = 0
    try:
        while i < 4:
            y[i] *= x[i - 1]
            if i == stop:
                raise ZeroDivisionError
            i += 1
        else:
            y[0] = y[1] * y[2]
        y *= 2.0
    except ArithmeticError as e:
        y[1] *= y[0]
    return np.sum(y**2)


@case(V4)
@case(-V4)
def exception_in_comprehension(x):
    y = x * 1.0
    try:
        y[0] *= y[1]
        z = [math.sqrt(t) for t in y]
        total = sum(z)
    except ValueError:
        total = y[0] * y[2]
    return total * np.sum(y)


@case(V4, 0)
@case(V4, 1)
def assignment_partial_unpack(x, k):
    a, b = x[0], x[1]
    try:
        if k:
            a, b = b * a, x[9]
        else:
            a, b = b * 2.0, a
    except IndexError:
        b = b * 3.0
    return a * b


@case(V4)
def aug_fails_after_evaluating(x):
    y = x * 1.0
    try:
        y[2:] *= x[0]
        y += np.ones(7) * x[0]
    except ValueError:
        y[0] += 1.0
    return np.sum(y**2)


@case(V4)
def bare_reraise_outer(x):
    y = x * 1.0
    total = 0.0
    for i in range(6):
        try:
            try:
                y[i] *= y[0]
                total += y[i]
            except IndexError:
                total = total * y[1]
                raise
            finally:
                y[1] += 0.1 * y[0]
        except IndexError:
            total = np.sin(total)
    return total + np.sum(y)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
