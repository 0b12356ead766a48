"""Diagonals that are written through `np.einsum`, which gives a view of them."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def stored(x):
    F = np.outer(x, x)
    np.einsum("ii->i", F)[...] = 3.0 * x**2
    return np.sum(F**2)


@case(V3)
def stored_in_each_matrix(x):
    G = np.outer(x, x)[None] * np.ones((2, 1, 1))
    np.einsum("ijj->ij", G)[:] = x
    return np.sum(G**2 * np.arange(18.0).reshape(2, 3, 3))


@case(V3)
def added_to_in_a_loop(x):
    F = np.outer(x, x)
    for k in range(3):
        np.einsum("ii->i", F)[:] += x * F[k]
    np.einsum("ii->i", F)[...] *= x
    return np.sum(F**3)


@case(V3)
def read_before_and_after(x):
    F = np.outer(x, x)
    before = np.einsum("ii->i", F) * 1.0
    np.einsum("ii->i", F)[...] = F[0]
    return np.sum(np.einsum("ii->i", F) * before)


@case(V3)
def first_of_three(x):
    G = np.zeros((3, 3, 2))
    np.einsum("iij->ij", G)[...] = np.outer(x, x[:2])
    return np.sum(G**2 * np.arange(18.0).reshape(3, 3, 2))


@pytest.mark.parametrize("fun,args,options", case)
def test_right(fun, args, options):
    check_all_ways(fun, *args, **options)


def under_a_name(x):
    F = np.outer(x, x)
    diagonal = np.einsum("ii->i", F)
    diagonal[1:] = x[1:]
    return np.sum(F**2)


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
def test_refused(operator):
    with pytest.raises(tangentish.UnsupportedError, match="may give a view"):
        operator(under_a_name)(V3)
