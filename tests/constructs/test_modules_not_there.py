"""What stands for a module that is not installed raises when it is asked for anything: the code that asks may never be run."""

import types

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways, check_right_or_refused
from tests.texts import executed

TEXT = """
import numpy as np

def in_a_branch(x, way="slow"):
    if way == "fast":
        return fast.halved(x)
    return np.sum(x**2)

def in_an_expression(x, way="slow"):
    return fast.filters.halved(x) if way == "fast" else np.sum(x**3)

def halved(x, way):
    if way == "fast":
        return fast.halved(x, fast.DEFAULT)
    return x * 0.5

def in_a_helper(x):
    return np.sum(halved(x, "slow") * x)

def tried(x):
    try:
        return fast.halved(x)
    except ImportError:
        return np.sum(x * x)
"""


class Lazy(types.ModuleType):
    """Would be imported when something is needed of it."""

    def __getattr__(self, name):
        raise ModuleNotFoundError(f"No module named {self.__name__!r}")


SPACE = executed(TEXT, "modules_not_there.py", fast=Lazy("fast"), __name__="around")
X = np.array([0.7, -1.3, 0.4])


@pytest.mark.parametrize("name", ["in_a_branch", "in_an_expression", "in_a_helper"])
def test_gradient(name):
    check_all_ways(SPACE[name], X)


def test_tried():
    check_right_or_refused(SPACE["tried"], X)
