"""Names that one branch binds to a function that is known, and the other one in a way that is not an assignment."""

import contextlib

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
MODE, FLAG, SIZES = np.sin, False, np.array([2.0, 0.5])


def thrice(x):
    return x * 3.0


def twice(x):
    return x * 2.0


@case(2.0)
@case(12.0)
def a_function_inside(s):
    if s > 10:
        to = thrice
    else:
        def to(x):
            return x

    return to(s) * s


def chosen(d):
    if d > 10:
        to = thrice
    else:
        def to(x):
            return x

    return to, d


@case(2.0)
@case(12.0)
def given_by_a_helper(s):
    to, d = chosen(s)
    return to(s) * d


@case(2.0, 0)
@case(2.0, 1)
def before_a_loop(s, n):
    def to(x):
        return x

    for _ in range(n):
        to = thrice  # noqa: F811
    return to(s) * s


def left_after_a_loop(d, n):
    def to(x):
        return x

    for _ in range(n):
        to = thrice  # noqa: F811
    return to, d


@case(2.0, 0)
@case(2.0, 1)
def before_a_loop_of_a_helper(s, n):
    to, d = left_after_a_loop(s, n)
    return to(s) * d


@case(2.0)
@case(12.0)
def by_a_manager(s):
    if s > 10:
        to = thrice
    else:
        with contextlib.nullcontext(twice) as to:
            pass
    return to(s) * s


@case(2.0)
@case(12.0)
def imported(s):
    if s > 10:
        sin = thrice
    else:
        from math import sin
    return sin(s) * s


@case(2.0)
@case(12.0)
def by_a_handler(s):
    try:
        to = thrice
        if s < 10:
            raise ValueError
    except ValueError:
        def to(x):
            return x

    return to(s) * s


@case(2.0)
def a_global_function(s):
    global MODE
    if s > 10:
        MODE = thrice
    return MODE(s) * s


@case(2.0)
def a_global_flag(s):
    global FLAG
    if s > 10:
        FLAG = True
    if FLAG:
        return s * s
    return s


@case(2.0)
def a_global_array(s):
    global SIZES
    if s > 10:
        SIZES = 3.0
    return np.sum((s + SIZES) * SIZES)


SWITCH = False


def switch_on():
    global SWITCH
    SWITCH = True


@case(2.0)
def a_global_flag_that_a_helper_sets(s):
    global SWITCH
    SWITCH = False
    switch_on()
    if SWITCH:
        return s * s
    return s


class Scaled:
    def __init__(self, s):
        self.by, self.over = 2.0 * s, s * s

    def length(self, s, kind):
        near = far = float("nan")
        if kind == "near":
            near = s**2
        else:
            far = s**3
        near *= self.by
        far *= self.by
        near /= self.over
        far /= self.over
        return near if kind == "near" else far


@case(0.7, "near")
@case(0.7, "far")
def what_is_nan_in_the_other_branch_is_scaled(s, kind):
    return Scaled(s).length(s * 1.3, kind)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
