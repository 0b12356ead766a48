"""Masked arrays: what is constant is read as in NumPy; where active values meet them, an error says so at the user's line."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
HELD = np.ma.masked_array([1.0, 2.0, 3.0, 4.0], [False, True, False, False])


@case(P4)
def read_of_a_constant(x):
    return np.sum(HELD.filled(0.5) * x) + HELD.sum() * x[0] ** 2 + np.sum(HELD.compressed() * x[~HELD.mask])


@case(P4)
def by_their_parts(x):
    return np.sum(np.where(HELD.mask, 0.0, HELD.data * x**2))


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [lambda x: np.sum(HELD * x), lambda x: (x - HELD).sum(), lambda x: -(HELD + x),
                                 lambda x: np.ma.masked_array(x, x > 1.0).sum()])
def test_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(P4), lambda: tangentish.jvp(fun, (P4,), (P4,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"test_masked_arrays\.py:\d+: .*(masked|Masked)"):
            derivative()


def test_a_view_of_another_class_is_named():
    with pytest.raises(tangentish.UnsupportedError, match="seen as a MaskedArray"):
        tangentish.grad(lambda x: x.view(np.ma.MaskedArray).sum())(P4)
