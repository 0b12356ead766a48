"""Methods that Python calls by itself in tests, where the reverse sweep does not see them."""

import numpy as np
import pytest

from tangentish import grad
from tangentish.errors import UnsupportedError
from tests.constructs.ways import check_all_ways


class Growing:
    """Grows whenever its length is asked for."""

    def __init__(self, x):
        self.x = x

    def __len__(self):
        self.x = self.x * 2.0
        return 3


class Counted:
    """Asking for its length, or whether it equals something, changes nothing."""

    def __init__(self, x):
        self.x = x

    def __len__(self):
        parts = list(self.x)
        return len(parts)

    def __eq__(self, other):
        return len(self) == other

    __hash__ = None


def grown(x):
    box = Growing(x)
    n = len(box)
    return np.sum(box.x) * n


def counted(x):
    box = Counted(x * x)
    n = len(box)
    if box == 2:
        return np.sum(box.x) * n
    return np.sum(np.sin(box.x)) / n


def test_a_length_that_writes_is_refused():
    with pytest.raises(UnsupportedError, match="__len__ writes into what it is given"):
        grad(grown)(np.array([1.0, 2.0]))


@pytest.mark.parametrize("x", [np.array([0.3, 0.8]), np.array([0.3, 0.8, -1.1])])
def test_a_length_that_only_reads(x):
    check_all_ways(counted, x)
