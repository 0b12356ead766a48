"""`a.shape = ...` of an active array is refused where it is reached, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class System:
    def __init__(self, a, static=False):
        if static:
            a.shape = (0, 0)
        self.a = a * 2.0


@case(V4)
def not_reached(x, static=False):
    a = x * 2.0
    b = a
    if static:
        a.shape = (0, 0)
    a[0] = a[0] ** 2
    return np.sum(b * a)


@case(V4)
def not_reached_in_a_loop(x):
    t = np.zeros(4)
    for k in range(3):
        t[k] = x[k] ** 2
        if k > 5:
            t.shape = (2, 2)
    return np.sum(t * x)


@case(V4)
def of_a_class(x):
    return np.sum(System(x).a ** 2)


def reached(x):
    a = x * 2.0
    if a[0] > 0:
        a.shape = (2, 2)
    return np.sum(a * a)


def reached_with_another_shape_after(x):
    a = x[:3] * 2.0
    a.shape = (3, 1)
    return np.sum(a + a.T)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [reached, reached_with_another_shape_after])
def test_refused(fun):
    with pytest.raises(tangentish.UnsupportedError, match=r"shape = (.|\n)*reshape"):
        tangentish.grad(fun)(P4)
    with pytest.raises(tangentish.UnsupportedError, match=r"shape = (.|\n)*reshape"):
        tangentish.jvp(fun, (P4,), (P4,))
