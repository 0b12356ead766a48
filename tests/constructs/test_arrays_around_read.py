"""Arrays of the module that calls may write into, and do not: results that are unpacked, thrown away, or bound to a name."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4
from tests.oracle import check_gradient

LABELS = np.array([1.0, 2.0, 2.0, 1.0])


def told(y):
    return len(y), y.dtype


def told_and_changed(y):
    y[0] = 3.0
    return 4, y.dtype


TOOLS = {"both": [told, told_and_changed]}


def unpacked(x, y, k):
    tool = TOOLS["both"][k]
    t = x * y
    count, _ = tool(y)
    return np.sin(x) * t * y / count


def thrown_away(x, y, k):
    tool = TOOLS["both"][k]
    t = x * y
    tool(y)
    return np.sin(x) * t * y


def bound(x, y, k):
    tool = TOOLS["both"][k]
    t = x * y
    facts = tool(y)
    return np.sin(x) * t * y * facts[0]


@pytest.mark.parametrize("function", [unpacked, thrown_away, bound])
def test_read(function):
    check_gradient(lambda x: np.sum(function(x, LABELS, 0)), V4)


@pytest.mark.parametrize("function", [unpacked, thrown_away, bound])
def test_written(function):
    with pytest.raises(tangentish.UnsupportedError, match=r"test_arrays_around_read\.py:\d+: this writes into an array"):
        tangentish.grad(lambda x: np.sum(function(x, LABELS, 1)))(V4)
    assert LABELS[0] == 1.0
