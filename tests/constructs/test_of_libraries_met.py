"""What libraries made of plain Python do, as it was met: texts that grow, polynomials, bounds that are only compared."""

import numpy as np
import pytest

from tests.constructs.cases import P4
from tests.constructs.ways import check_all_ways


def moments(x, *args):
    return np.mean(x), np.std(x)


def start(x, *args):
    mean, deviation = moments(x, *args)
    low = mean - np.inf * deviation
    return mean if low < np.min(x) else mean + deviation


def infinite_bound(x):
    return start(x)


class Titled:
    def __init__(self, value):
        title = "A" if self.is_first() else "B"
        title += " test"
        self.value, self.title = value, title

    def is_first(self):
        return True


def growing_text(x):
    return Titled(np.sum(x**2)).value


@pytest.mark.parametrize("program", [infinite_bound, growing_text])
def test_program(program):
    check_all_ways(program, P4)


def test_polynomials_of_scipy():
    special = pytest.importorskip("scipy.special")

    def total(x):
        return special.legendre(3)(x) + special.hermite(4)(x) * special.jacobi(3, 0.5, 0.2)(x)

    check_all_ways(total, 0.7)


def test_arange_of_scipy():
    pytest.importorskip("scipy.linalg")
    compatible = pytest.importorskip("scipy._lib.array_api_compat.numpy")

    def total(s):
        return np.sum(compatible.arange(-s, 6 - s, dtype=np.float64) ** 2)

    check_all_ways(total, 0.7)


def test_memory_with_gaps():
    """`theta` shows a part of the rows of memory that belongs to no array."""
    stattools = pytest.importorskip("statsmodels.tsa.stattools")

    def total(x):
        theta = stattools.innovations_algo(np.array([2.0, 0.7, 0.3]), nobs=40)[0]
        theta[0] = x[:2]
        return np.sum(theta * 2.0) * x[2]

    check_all_ways(total, P4)
