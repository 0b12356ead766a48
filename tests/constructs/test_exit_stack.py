"""`contextlib.ExitStack`: followed where it holds nothing active, refused where it does, in both modes."""

import contextlib

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4
from tests.constructs.ways import check_all_ways


class Squared:
    def __init__(self, v):
        self.v = v

    def __enter__(self):
        return self.v**2

    def __exit__(self, *info):
        return False


def holding_nothing_active(x):
    y = np.zeros(2)
    seen = []
    with contextlib.ExitStack() as stack:
        stack.enter_context(np.errstate(all="ignore"))
        stack.callback(seen.append, 1)
        y[0] = x[0] ** 2
    return y[0] * x[1] + len(seen)


def holding_an_active_manager(x):
    with contextlib.ExitStack() as stack:
        return stack.enter_context(Squared(x[0])) * x[1]


def test_nothing_active():
    check_all_ways(holding_nothing_active, V4)


def test_active_values_are_refused():
    with pytest.raises(tangentish.UnsupportedError, match="an ExitStack that holds active values"):
        tangentish.grad(holding_an_active_manager)(V4)
    with pytest.raises(tangentish.UnsupportedError, match="an ExitStack that holds active values"):
        tangentish.jvp(holding_an_active_manager, (V4,), (V4,))
