"""Variables whose adjoints and tangents would be called as helpers of rules are, and lists given to functions of arrays."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
import scipy.special

from tests.constructs.cases import M33, P4, V4, V6, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case = Cases()
NOTHING = np._NoValue


@case(M33)
def covariance(x):
    cov = np.cov(x, rowvar=False)
    return np.sum(cov @ cov) * cov[0, 1]


@case(M33)
def singular_values(x):
    svd = np.linalg.svd(x)
    return np.sum(svd[1] ** 2 * np.arange(1.0, 4.0))


@case(V4)
def coefficients_in_a_loop(x):
    total = 0.0
    for k in range(2, 4):
        poly = np.poly(x[:k])
        total += np.sum(poly**3)
    return total


@case(M33)
def factor(x):
    cholesky = np.linalg.cholesky(x @ x.T + np.eye(3))
    polyfit = np.polyfit(np.arange(3.0), cholesky[2], 1)
    return np.sum(cholesky**3) * polyfit[0]


@case(M33)
def of_a_callee(x):
    cov = covariance(x) * np.cov(x)
    return np.sum(cov**2)


@case(P4)
def functions_of_lists(x):
    v, w = [x[0], x[1] * x[2]], [x[3], x[1]]
    s = np.sum(np.log1p(v) * np.arctan2(v, w)) + np.sum(np.log10([x[0], 2.0]))
    return s + np.sum(scipy.special.beta(v, w)) + np.sum(np.power(x[:2], [2, 3]))


@case(P4)
def functions_of_one_item(x):
    v, w = [x[0]], [x[1]]
    return np.sum(scipy.special.beta(v, w) + scipy.special.binom(v, w) + np.logaddexp2(v, w))


class Given:
    def __init__(self, items):
        self.items = items

    def get(self):
        return self.items


@case(P4)
def functions_of_lists_of_objects(x):
    v, w = Given([x[0], x[1]]).get(), Given([x[2], 0.4]).get()
    special = scipy.special
    s = special.binom(v, w) + special.erfcx(v) * special.betainc(v, w, [0.3, 0.6]) + special.gammainc(v, w) * special.dawsn(w)
    return np.sum(s * special.exprel(v) + special.boxcox(v, w) * special.stdtr(v, w))


@case(P4)
def items_that_are_equal_in_part(x):
    v, w = [x[0], x[1]], [x[0], x[2]]
    return np.sum(np.maximum(v, w) * x[2:])


@case(P4)
def arrays_and_lists(x):
    v = [x[0], x[1] * x[2]]
    return np.sum(x[2:] / v) + np.sum(v / x[:2]) + np.sum(x[:2] ** [1.5, 2.0]) + np.sum(x[1:3] % [0.35, 0.9])


@case(P4)
def blocks_of_lists(x):
    q = [[x[0], x[1]], [x[1], x[2] ** 2]]
    whole = scipy.linalg.block_diag(*[q] * 2, [x[3], 1.0], x[0])
    return np.sum(whole * np.arange(42.0).reshape(6, 7)) + np.sum(scipy.linalg.expm(q))


@case(P4)
def factors_of_lists(x):
    q, b = [[x[0] + 2.0, x[1]], [x[1], x[2] ** 2 + 1.5]], [x[3], x[0]]
    first = scipy.linalg.lu_solve(scipy.linalg.lu_factor(q), b)
    return np.sum(first) + scipy.linalg.lu(q)[2][1, 1] + np.sum(scipy.linalg.solve_banded((0, 1), q, b))


@case(V6)
def ragged_blocks(x):
    side = [np.zeros((2, 1)), np.ones((2, 1))]
    whole = np.block([[x[:4].reshape(2, 2), np.eye(2), side[0]], [np.zeros((1, 3)), np.ones((1, 2))]])
    return np.sum(whole**2 * np.arange(15.0).reshape(3, 5))


def reduced(x, axis=None, keepdims=np._NoValue, where=np._NoValue):
    return np.mean(x, axis, keepdims=keepdims, where=where)


@case(M33)
def arguments_that_are_none_in_numpy(x):
    prepend = np._NoValue
    y = np.asarray(x).copy()
    for k in range(y.ndim):
        y = np.diff(y, prepend=prepend, axis=k)
    return np.sum(y**2) + np.sum(reduced(x, 1) ** 3) + np.sum(np.max(x, 0, initial=NOTHING, keepdims=NOTHING))


@case(V4)
def arguments_that_are_none_or_not(x):
    total = 0.0
    for end in (None, [1.0, 2.0], None):
        total += np.sum(np.ediff1d(x, to_end=end) ** 2)
    return total


@case(P4)
def displays_after_what_is_unpacked(x):
    whole = scipy.linalg.block_diag(*[x[0]], [x[3], 1.0], [x[1], x[2] ** 2]) * np.arange(15.0).reshape(3, 5)
    return np.sum(whole**2) + np.sum(np.stack([*[x], [x[3], 1.0, x[0], x[1] * x[2]]])[1] ** 3)


@case(P4)
def displays_in_calls_with_unpacked_keywords(x):
    keywords = {"left": -1.0}
    return np.interp(0.3, [0.0, 1.0], [x[0], x[3] ** 2], **keywords)


def unpacked_lists(x):
    v, w = [x[0], x[1] * x[2]], (x[3], x[1])
    return np.sum(np.maximum(*[v, w])) + np.sum(np.arctan2(*[v, w]))


def test_unpacked_lists():
    check_gradient(unpacked_lists, P4)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
