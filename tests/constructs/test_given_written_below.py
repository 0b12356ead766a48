"""What a function writes into what another one gives of their module: who calls it and reads that is right, or refused."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3

ROW = np.zeros(3)


def row():
    return ROW


def put(target, x):
    target[:] = x**2


def fill(x):
    put(row(), x)


def fill_by_name(x):
    held = row()
    held[:] = x**2


def fill_more(x):
    held = row()
    held += x**2


def read(x):
    return ROW @ x


def by_its_name(x):
    fill(x)
    return ROW @ x


def by_another_function(x):
    fill_by_name(x)
    return read(x)


def as_it_is_given(x):
    fill_by_name(x)
    return row() @ x


def added_to(x):
    fill_more(x)
    return ROW @ x


def inside(x):
    def inner():
        fill(x)

    inner()
    return ROW @ x


def written_inside(x):
    def inner():
        held = row()
        held[:] = x**2

    inner()
    return ROW @ x


def all_inside(x):
    def inner():
        held = row()
        held[:] = x**2
        return ROW @ x

    return inner()


def by_a_lambda(x):
    act = lambda: put(row(), x)  # as users write it
    act()
    return ROW @ x


THIS = sys.modules[__name__]


def of_the_module(x):
    fill(x)
    return THIS.ROW @ x


def by_another_name_for_it(x):
    fill_by_name(x)
    return SAME @ x


SAME = ROW


PROGRAMS = [by_its_name, by_another_function, as_it_is_given, added_to, inside, written_inside, all_inside, by_a_lambda,
            of_the_module, by_another_name_for_it]


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
@pytest.mark.parametrize("how", ["reverse", "forward"])
def test_right_or_refused(fun, how):
    ROW[:] = 0.0
    try:
        found = tangentish.grad(fun)(V3) @ V3 if how == "reverse" else tangentish.jvp(fun, (V3,), (V3,))[1]
    except tangentish.UnsupportedError:
        return
    finally:
        ROW[:] = 0.0
    assert found == pytest.approx(3.0 * np.sum(V3**3))
