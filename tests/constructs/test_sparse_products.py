"""Products of two sparse matrices, of which either or both have active entries."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import spsolve

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, 1.3, -0.4, 0.9])
INDICES, STARTS = np.array([0, 2, 1, 0]), np.array([0, 2, 3, 4])
K = sparse.csr_matrix(np.array([[1.0, -2.0, 1.0], [0.0, 1.0, -2.0], [0.5, 0.0, 1.0]]))
V = np.array([0.3, -1.1, 0.8])


def filled(x):
    return sparse.csr_matrix((x, INDICES, STARTS), shape=(3, 3))


@case(X)
def with_itself(x):
    a = filled(x)
    return np.sum((a.dot(a) @ V) ** 2)


@case(X)
def with_its_transpose(x):
    a = filled(x)
    return np.sum(((a.T @ a).toarray() * np.arange(9.0).reshape(3, 3)) ** 2)


@case(X)
def beside_constants(x):
    a = filled(x)
    return np.sum((K @ a @ V) ** 2) + np.sum((a.dot(K) @ V) ** 3)


@case(np.array([1.0, 1.0, 1.0, -1.0]))
def that_cancels_out(x):  # an entry of the product is 0 here, and has a derivative
    a = sparse.csr_matrix((x[:2], np.array([0, 1]), np.array([0, 2, 2])), shape=(2, 2))
    b = sparse.csr_matrix((x[2:], np.array([0, 0]), np.array([0, 1, 2])), shape=(2, 2))
    return np.sum((a @ b) @ np.array([0.7, 1.9])) * x[0]


@case(X)
def changed_afterwards(x):
    a = filled(x)
    b = a @ K
    a.data[1] = 5.0 * x[0]
    return np.sum((b @ V) ** 2) + np.sum((a @ V) ** 2)


@case(np.array([0.7, 1.3, -0.4, 0.9, 1.6]))
def smoothed(x):  # as statsmodels filters a series by Hodrick and Prescott
    count = len(x)
    differences = sparse.dia_array((np.repeat([[1.0], [-2.0], [1.0]], count, axis=1), np.arange(3)), shape=(count - 2, count))
    squared = differences.T.dot(differences)
    return np.sum(spsolve((sparse.eye_array(count) + x[0] * squared).tocsc(), x) ** 2)


@pytest.mark.parametrize("fun,args,options", case)
def test_products(fun, args, options):
    check_all_ways(fun, *args, **options)
