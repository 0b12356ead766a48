"""Stores through what stands for an array: `x.flat[k] = v` with another count, a `memoryview`, what an exception carries."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
A = np.zeros(3)
M = np.ones(2)


@case(V6)
def flat_repeats(x):
    y = x.reshape(2, 3) * 2.0
    y.flat[[0, 1, 2, 3]] = x[:2]
    return np.sum(y * y)


@case(V6)
def flat_takes_the_first(x):
    y = x.reshape(2, 3) * 2.0
    y.flat[1:3] = x
    y.flat[[3, 5]] = [x[0], x[1] * x[2], 1.0]
    return np.sum(y**3)


@case(V6)
def flat_of_a_mask(x):
    y = x.reshape(2, 3) * 2.0
    y.flat[np.array([True, False, True, True, False, False])] = x[3:] * x[:3]
    return np.sum(y**3)


@case(V6)
def flat_one_by_one(x):
    y = x.reshape(2, 3) * 2.0
    for k in range(5):
        y.flat[k] = x[k + 1] * y.flat[k]
    return np.sum(y**3)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def through_a_memoryview(x):
    memoryview(A)[0] = x * x
    return A[0]


def through_an_exception(x):
    try:
        raise ValueError(M)
    except ValueError as error:
        held = list(error.args)
        held[0] *= x
    return np.sum(M)


def into_an_exception(x):
    m = np.ones(2)
    try:
        raise ValueError(m)
    except ValueError as error:
        t = x * 2
        error.args[0][:] = t
    return np.sum(m)


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd], ids=["reverse", "forward"])
@pytest.mark.parametrize("fun", [through_a_memoryview, through_an_exception, into_an_exception], ids=lambda f: f.__name__)
def test_refused(fun, operator):
    with pytest.raises(tangentish.TangentishError, match=r"test_stores_through_others\.py:\d+: "):
        operator(fun)(0.7)
    assert A.tolist() == [0.0, 0.0, 0.0]
    assert M.tolist() == [1.0, 1.0]


def test_what_holds_itself_is_refused():
    items = [2.0]
    items.append(items)
    for derivative in (tangentish.grad(lambda x, held: x * held[0]), tangentish.jacfwd(lambda x, held: x * held[0])):
        with pytest.raises(tangentish.TangentishError, match="holds itself"):
            derivative(0.7, items)


@pytest.mark.parametrize("dtype", ["timedelta64[s]", ">m8[s]"])
def test_timedelta_of_an_active_value_is_refused(dtype):
    def fun(x):
        return np.sum((np.array([1.0, 2.0]) * x).astype(dtype) / np.timedelta64(3, "s"))

    for derivative in (tangentish.grad(fun), tangentish.jacfwd(fun)):
        with pytest.raises(tangentish.TangentishError, match=r"test_stores_through_others\.py:\d+: a timedelta64"):
            derivative(0.7)
