"""Containers of the module that are changed under other names, by methods with a name, or by what is called: right, or refused."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest

from tests.constructs.right_or_refused import is_right, operators

LOG = [0.0]
LAST = deque([0.0], maxlen=3)
BUFFER = np.zeros(2)
TABLE = {"a": 0.0}


def log(v):
    LOG.append(v * v)


def note(v):
    LAST.append(v * v)


def set_in_table(v):
    TABLE["a"] = v * v


def looked_up():
    return TABLE["a"]


def method_of_a_list(x):
    push = LOG.append
    push(x * x)
    return LOG[-1]


def methods_in_a_loop(x):
    for push in (LOG.append, LAST.append):
        push(x * x)
    return LOG[-1] * LAST[-1]


def deque_by_itself(x):
    LAST.append(x * x)
    return LAST[-1]


def deque_under_a_name(x):
    last = LAST
    last.append(x * x)
    return LAST[-1]


def method_of_a_deque(x):
    push = LAST.append
    push(x * x)
    return LAST[-1]


def list_in_a_helper(x):
    log(x)
    return LOG[-1]


def deque_in_a_helper(x):
    note(x)
    return LAST[-1]


def dict_in_a_helper(x):
    set_in_table(x)
    return TABLE["a"]


def dict_in_two_helpers(x):
    set_in_table(x)
    return looked_up()


def method_of_an_array(x):
    fill = BUFFER.fill
    fill(x * x)
    return BUFFER[0]


def variables_by_name(x):
    globals()["SQUARE"] = x * x
    return SQUARE  # noqa: F821  # it is bound in the line above


PROGRAMS = [method_of_a_list, methods_in_a_loop, deque_by_itself, deque_under_a_name, method_of_a_deque, list_in_a_helper,
            deque_in_a_helper, dict_in_a_helper, dict_in_two_helpers, method_of_an_array, variables_by_name]
HERE = {deque_by_itself, deque_under_a_name}
"""What is right; the others may be refused."""


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    for name, value in (("LOG", [0.0]), ("LAST", deque([0.0], maxlen=3)), ("BUFFER", np.zeros(2)), ("TABLE", {"a": 0.0})):
        monkeypatch.setitem(globals(), name, value)
    monkeypatch.setitem(globals(), "SQUARE", 0.0)


@operators
@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda f: f.__name__)
def test_right_or_refused(fun, operator):
    before = []

    def made():
        before.append((list(LOG), list(LAST)))
        return fun

    right = is_right(operator, made, 0.7, "test_containers_around.py:")
    assert fun not in HERE or (right and (list(LOG), list(LAST)) == before[-1])


@operators
def test_a_deque_that_is_an_argument_stays_as_it_is(operator):
    def fun(x, last):
        last.append(x * x)
        last.rotate(1)
        return last[0] * sum(last)

    given = deque([1.0, 2.0], maxlen=3)
    assert operator(fun)(0.7, given) == pytest.approx(2 * 0.7 * (3.0 + 2 * 0.49))
    assert list(given) == [1.0, 2.0]
