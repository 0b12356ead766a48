"""Orders in memory: those of copies, and of tangents that lie otherwise than their primals."""

import numpy as np
import pytest

import tangentish
from tangentish import grad
from tangentish.runtime import copied
from tests.constructs.cases import M33, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_forward

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])
P = np.array([0.5, 1.2, 2.1, 0.8])


@case(M33)
def reshape_noncontig(A):
    B = A.T.copy().T
    r = B.reshape(-1)
    r[0] = 5.0 * A[0, 1]
    q = B.ravel(order="K")
    q[1] = A[2, 2] ** 2
    return (B * B).sum() + r.sum()


@case(V)
def copies_of_transposes(x):
    a = np.outer(x, x + 1.0)
    c, k, f = a.T.copy(), np.copy(a.T), a.copy("F")
    weights = np.arange(16.0)
    return c.ravel("K") @ weights + 2.0 * k.ravel("K") @ weights**2 + f.ravel("A") @ weights**3


@pytest.mark.parametrize("fun,args,options", case)
def test_memory_orders(fun, args, options):
    check_all_ways(fun, *args, **options)


def kept_order(x):
    return np.sum((x.T.ravel("K") * np.arange(x.size)) ** 2)


def order_of_columns(x):
    y = x * 1.0
    q = y.reshape(-1, order="A")
    q[0] *= 3.0
    return np.sum(y * q.sum()) + q[1] * x.flatten("K")[2]


@pytest.mark.parametrize("fun", [kept_order, order_of_columns])
@pytest.mark.parametrize("x", [M33[::-1, 1:].T, np.asfortranarray(M33), M33[:, ::-1]], ids=["turned", "columns", "backwards"])
def test_tangent_in_another_order(fun, x):
    rng = np.random.default_rng(0)
    direction = rng.normal(size=x.shape)
    check_forward(fun, (x,), (0,), (direction,), float(np.sum(grad(fun)(x) * direction)), 1e-9)

def raveled_in_place(A):
    B = A.ravel()
    B *= 2.0
    return np.sum(A**2) + np.sum(B)


def read_as_it_lies(A):
    A[0, 0] = 1.0
    return A.ravel("K") @ np.arange(4.0)


def reshaped_by(A):
    A.reshape(-1)[1] *= 3.0
    return np.sum(A)


def reshaped_below(A):
    A *= 2.0
    reshaped_by(A)
    return np.sum(A**2)


def ordered_by_place(A):
    B = np.asarray(A, float, "C")
    B *= 3.0
    return np.sum(A**2) + np.sum(B)


def raveled_inside(A):
    def inner():
        return A.ravel()

    A *= 2.0
    B = inner()
    B *= 3.0
    return np.sum(A**2) + np.sum(B)


def rows_of_a_transpose(A):
    A += 1.0
    for k, row in enumerate(A.T.reshape(-1, 1)):
        row *= k
    return np.sum(A**2)


WHOLE = np.arange(1.0, 13.0).reshape(3, 4)
LYING = {"Fortran": np.array([[1.0, 2.0], [3.0, 4.0]], order="F"), "C": np.array([[1.0, 2.0], [3.0, 4.0]]),
         "transposed": np.array([[1.0, 2.0], [3.0, 4.0]]).T, "with gaps": WHOLE[:2, ::2], "part of rows": WHOLE[::2, 1:3],
         "part of columns": WHOLE.T[1:3, 1:3]}


@pytest.mark.parametrize("lying", LYING)
@pytest.mark.parametrize("fun", [raveled_in_place, read_as_it_lies, reshaped_below, ordered_by_place, raveled_inside,
                                 rows_of_a_transpose])
def test_arguments_are_copied_as_they_lie(fun, lying):
    """What is a view of an argument that is written into, and what is a copy, is so of the copy that is written into instead."""
    given, along = LYING[lying], np.array([[0.3, -0.2], [0.7, 0.5]])

    def value(step):
        moved = copied(given)
        moved += step * along
        return fun(moved)

    slope = (8 * (value(1e-3) - value(-1e-3)) - (value(2e-3) - value(-2e-3))) / 12e-3
    ans, bar = tangentish.value_and_grad(fun)(given)
    assert ans == value(0.0)
    np.testing.assert_allclose(np.sum(bar * along), slope, rtol=1e-8)
    for found, moved in (tangentish.jvp(fun, (given,), (along,)), tangentish.jvp(fun)((given,), (along,))):
        assert found == ans
        np.testing.assert_allclose(moved, slope, rtol=1e-8)
    np.testing.assert_allclose(tangentish.jacfwd(fun)(given), bar)
    np.testing.assert_allclose(tangentish.vjp(fun, given)[1](1.0)[0], bar)


def test_other_arguments_are_copied_as_they_lie():
    def scaled(x, K):
        K[0, 0] = 5.0
        K.ravel()[1] = 100.0
        return x * np.sum(K**2)

    K = np.array([[1.0, 2.0], [3.0, 4.0]], order="F")
    assert tangentish.value_and_grad(scaled)(2.0, K) == (108.0, 54.0)
    assert tangentish.jvp(scaled, (2.0, K), (1.0, None)) == (108.0, 54.0)


def test_second_derivatives_are_of_copies_as_they_lie():
    def raveled(A, n):
        for k in range(n):
            B = A.ravel()
            B *= 1.1
            A += 0.1 * k
        return np.sum(A**2) + np.sum(B)

    A, along = np.array([[1.0, 2.0], [3.0, 4.0]], order="F"), np.array([[0.3, -0.2], [0.7, 0.5]])
    np.testing.assert_allclose(tangentish.hvp(raveled)(A, 4, along), 2 * along)
    np.testing.assert_allclose(tangentish.vhp(raveled)(A, 4, along), 2 * along)
    np.testing.assert_allclose(tangentish.hessian(raveled)(A, 4), 2 * np.eye(4).reshape(2, 2, 2, 2))
    assert tangentish.value_and_grad(raveled, checkpoint=2)(A, 4)[0] == raveled(A.copy("F"), 4)
