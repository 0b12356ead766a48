"""What may be a dict with active keys, and is read in an expression that is evaluated only sometimes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def total(x, known):
    return np.sum(x**2) if known is None else sum(np.sum(x * value) for value in known.values())


@case(V3, None)
def not_there_in_the_other_branch(x, weights):
    if weights is not None:
        known = {}
        known[x[0]] = weights
    return total(x, known if weights is not None else None)


@case(V3, None)
def not_there_after_an_and(x, weights):
    if weights is not None:
        known = {}
        known[x[0]] = weights
    return total(x, (weights is not None and known) or None)


@case(V3, [])
def not_there_after_a_loop(x, rows):
    for row in rows:
        known = {}
        known[x[0]] = row
    return total(x, None if len(rows) == 0 else known)


@case(V3, False)
def not_there_any_more(x, kept):
    known = {}
    known[x[0]] = x
    if not kept:
        del known
    return total(x, known if kept else None)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
