"""One object for all, which a function gives: active values are stored into it by one way, and read by another.

What is read then is right, or refused.
"""

from __future__ import annotations

import sys

import numpy as np
import pytest

from tests.constructs.cases import V3
from tests.constructs.right_or_refused import hows, is_right_from_reset


class State:
    def __init__(self):
        self.rows = np.zeros(3)

    def given(self):
        return self.rows

    def fill(self, x):
        self.given()[:] = x * x

    def fill_rows(self, x):
        self.rows[:] = x * x

    def total(self):
        return self.rows.sum()


STATE = State()
THIS = sys.modules[__name__]


def reset():
    STATE.rows = np.zeros(3)


def state():
    return STATE


def called(function, *args):
    return function(*args)


def filled(target, x):
    target.fill(x)


def a_method_called(x):
    called(STATE.fill, x)
    return STATE.rows @ x


def a_method_with_a_name(x):
    act = STATE.fill
    act(x)
    return STATE.total() * x[0]


def a_method_with_a_name_and_given(x):
    act = STATE.fill
    act(x)
    return state().total() * x[0]


def given_by_a_call(x):
    called(state).fill(x)
    return STATE.total() * x[0]


def a_method_called_and_given(x):
    called(STATE.fill, x)
    return state().rows @ x


def given_and_named(x):
    THIS.state().rows[:] = x * x
    return THIS.STATE.rows @ x


def a_method_of_a_given_one(x):
    called(THIS.state().fill_rows, x)
    return THIS.STATE.rows @ x


def a_named_method_of_a_given_one(x):
    act = THIS.state().fill_rows
    act(x)
    return THIS.STATE.rows @ x


def by_a_name_of_the_function(x):
    get = THIS.state
    get().fill_rows(x)
    return STATE.rows @ x


def in_a_list(x):
    held = [state()]
    held[0].fill(x)
    return STATE.given() @ x


def in_a_loop(x):
    for one in (state(),):
        one.fill(x)
    return STATE.total() * x[0]


def methods_in_a_loop(x):
    for act in [one.fill for one in (STATE,)]:
        act(x)
    return STATE.total() * x[0]


def in_a_dict(x):
    acts = {"fill": STATE.fill}
    acts["fill"](x)
    return state().total() * x[0]


def a_default(x, one=STATE):
    one.fill(x)
    return STATE.total() * x[0]


def by_a_helper(x):
    filled(STATE, x)
    return STATE.total() * x[0]


def given_to_a_helper(x):
    filled(state(), x)
    return STATE.total() * x[0]


def by_a_helper_and_given(x):
    filled(STATE, x)
    return state().total() * x[0]


PROGRAMS = [a_method_called, a_method_with_a_name, a_method_with_a_name_and_given, given_by_a_call, a_method_called_and_given,
            given_and_named, a_method_of_a_given_one, a_named_method_of_a_given_one, by_a_name_of_the_function, in_a_list,
            in_a_loop, methods_in_a_loop, in_a_dict, a_default, by_a_helper, given_to_a_helper, by_a_helper_and_given]


@hows
@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_right_or_refused(fun, how):
    is_right_from_reset(fun, V3, how, reset, "test_singletons.py")
