"""Orders in memory: those of copies, and of tangents that lie otherwise than their primals."""

import numpy as np
import pytest

from tangentish import grad
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
