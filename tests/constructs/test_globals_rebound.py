"""Functions of the module that what the program calls puts others in the place of: what is called then is differentiated."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def once(x):
    return x


def thrice(x):
    return 3.0 * x**2


MODE, STEP, OPERATION = once, once, np.sin


def set_mode(function):
    global MODE
    MODE = function


def set_operation(function):
    global OPERATION
    OPERATION = function


class Chooser:
    def choose(self, function):
        global STEP
        STEP = function


class Square:
    def of(self, x):
        return x**2


class Cube:
    def of(self, x):
        return x**3


POWER = Square


def set_power(cls):
    global POWER
    POWER = cls


@case(V3)
def by_a_function(x):
    set_mode(once)
    first = MODE(x[0])
    set_mode(thrice)
    return MODE(x[1]) * x[2] + first


@case(V3)
def by_a_method(x):
    Chooser().choose(thrice)
    total = STEP(x[0])
    Chooser().choose(once)
    return total + STEP(x[1]) * x[2]


@case(V3)
def in_a_branch_and_a_loop(x):
    total = 0.0
    for k, value in enumerate(x):
        set_mode(thrice if k % 2 else once)
        total = total + MODE(value)
    return total


@case(V3)
def a_function_of_numpy(x):
    set_operation(np.exp)
    total = np.sum(OPERATION(x))
    set_operation(np.sin)
    return total * np.sum(OPERATION(x))


@case(V3)
def a_class(x):
    set_power(Cube)
    total = POWER().of(x[0])
    set_power(Square)
    return total + POWER().of(x[1])


@pytest.mark.parametrize("fun,args,options", case)
def test_rebound(fun, args, options):
    check_all_ways(fun, *args, **options)
