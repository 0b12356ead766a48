"""Calls of functions that rebind a parameter to what a method of it gives: nobody knows that text is not written into."""

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def _response(x, model="cosine"):
    model = model.lower()
    if model == "cosine":
        out = 1.0 / (np.cos(x) + 1.5)
    else:
        raise ValueError(model)
    return out


@case(V3)
def named_with_a_default(x):
    return np.sum(_response(x) * 2.0)


@case(V3)
def named_in_the_call(x):
    return np.sum(_response(x * 1.0, "Cosine"))


def _ratio(x, y, factor=None):
    if factor is None:
        factor = _response(y, "COSINE")
    most = _response(90, "cosine")
    return x / np.where(y >= 90, most, factor)


@case(V3)
def named_two_calls_down(x):
    return np.sum(_ratio(x, 2.0 * x))


@pytest.mark.parametrize("fun,args,options", case)
def test_lean_pairs(fun, args, options):
    check_all_ways(fun, *args, **options)
