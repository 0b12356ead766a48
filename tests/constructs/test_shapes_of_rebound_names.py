"""`r.shape = ...` of a name that meant something else before: what it means there is a new array."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

pytestmark = pytest.mark.filterwarnings("ignore:Setting the shape on a NumPy array:DeprecationWarning")  # from NumPy 2.5 on
case, perhaps = Cases(), Cases()


@case(1.3)
def a_list_before(x):
    r = []
    for k in range(3):
        r.append(x * k)
        r.append(x**2)
    r = np.array(r)
    r.shape = 3, 2
    return np.sum(r[:, 1])


@case(1.3)
def another_array_before(x):
    r = x * np.ones(6)
    q = r
    r = np.array(r)
    r.shape = 3, 2
    return np.sum(r[:, 1]) + np.sum(q * np.arange(6))


@case(1.3)
def anew_in_a_loop(x):
    r = x * np.ones(6)
    q = r
    for _ in range(2):
        r = r.ravel() * 2.0
        r.shape = 3, 2
    return np.sum(r[:, 1]) + np.sum(q * np.arange(6))


@case(1.3)
def in_a_branch(x):
    r = x * np.ones(6)
    if x > 0.0:
        r = np.array([x, x * x])
        r.shape = 2, 1
    return np.sum(r) * r.ndim


@case(1.3)
def kept_by_the_last_pass(x):
    r = x * np.ones(6)
    for k in range(2):
        q = r
        r = r * 2.0
        r.shape = (3, 2) if k else (6,)
    return np.sum(q) * q.ndim


@case(1.3)
def twice(x):
    r = np.array([x, x**2])
    r.shape = 2, 1
    r = np.array([x, x**2, 3.0, 4.0])
    r.shape = 2, 2
    return np.sum(r @ r)


@perhaps(1.3)
def with_another_name(x):
    r = [x]
    r = np.array(r * 4)
    t = r
    r.shape = 2, 2
    return np.sum(t) * t.ndim


@perhaps(1.3)
def in_a_branch_and_after_it(x):
    r = x * np.ones(4)
    q = r
    if x < 0.0:
        r = np.array([x, x * x])
        r.shape = 2, 1
    r.shape = 2, 2
    return np.sum(q) * q.ndim


@perhaps(1.3)
def back_and_forth(x):
    r = x * np.ones(6)
    for _ in range(2):
        r = r * 2.0
        r.shape = 3, 2
        q = r
        r.shape = 6
    return np.sum(q) * q.ndim


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_right(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize(("fun", "args", "options"), perhaps)
def test_right_or_refused(fun, args, options):
    check_right_or_refused(fun, *args, **options)
