"""Generators that a name holds until the next statement uses them."""

import numpy as np
import pytest

from tangentish import TangentishError, grad
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def squares(x):
    for v in x:
        yield v * v


@case(P4)
def made_a_list(x):
    held = squares(x)
    items = list(held)
    return items[0] * items[1]


@case(P4)
def unpacked(x):
    held = squares(x)
    a, b, *others = held
    return a * b * sum(others)


@case(P4)
def first_of_them(x):
    held = squares(x)
    a = next(held)
    rest = (v * x[0] for v in x)
    b = next(rest)
    return a * b


@case(P4)
def gone_through_in_part(x):
    total = 0.0
    for k in range(2):
        held = squares(x[k:])
        for v in held:
            if v > 2.0:
                break
            total += v * (k + 1.0)
    return total


@case(P4)
def among_others(x):
    y = x.copy()
    held = squares(y)
    y[0] = sum(held) * y[1]
    return np.sum(y**2)


@pytest.mark.parametrize("fun,args,options", case)
def test_generators_held(fun, args, options):
    check_all_ways(fun, *args, **options)


def changed_before_it_is_used(x):
    y = x.copy()
    held = squares(y)
    y *= 2.0
    return sum(held)


def used_in_a_function(x):
    held = squares(x)
    total = [0.0 for _ in range(2) if sum(held) > 0.0]
    return x[0] * len(total)


@pytest.mark.parametrize("fun", [changed_before_it_is_used, used_in_a_function])
def test_right_or_refused(fun):
    numeric = np.array([(fun(P4 + d) - fun(P4 - d)) / 2e-6 for d in 1e-6 * np.eye(4)])
    try:
        found = grad(fun)(P4)
    except TangentishError as error:
        assert __file__ in str(error)
    else:
        np.testing.assert_allclose(found, numeric, rtol=1e-6, atol=1e-8)
