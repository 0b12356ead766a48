"""Real numbers among complex ones: their derivatives are real, and what `dtype` makes real is told."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tangentish.errors import UnsupportedError
from tangentish.testing import variant_grad
from tests.oracle import check_gradient

pytestmark = pytest.mark.filterwarnings("ignore:Casting complex values")

W = np.array([1.0 + 2.0j, 3.0 - 1.0j, 0.5j])
Z = np.array([0.7 + 0.2j, -1.3 + 0.1j, 0.4 - 0.3j])
UNSAFE = {"dtype": float, "casting": "unsafe"}


def weighted(z):
    return np.sum(2.0 * np.real(z) + np.imag(z))


def outer_product(c):
    return weighted(np.outer(c, W))


def sum_from(c):
    return weighted(1j * np.sum(W, initial=c))


def product_from(c):
    return weighted(np.prod(W, initial=c))


@pytest.mark.parametrize("number", [0.7, np.float64(0.7), np.float32(0.7)])
@pytest.mark.parametrize("fun", [outer_product, sum_from, product_from])
def test_the_derivative_of_a_number_has_its_type(fun, number):
    want = check_gradient(fun, float(number))
    for variant in ({}, {"optimise": False}, {"kinds": False}):
        got = variant_grad(fun, **variant)(number)
        assert np.isclose(got, want, rtol=1e-5) and np.asarray(got).dtype == np.asarray(number).dtype


@pytest.mark.parametrize("fun", [
    lambda z: np.prod(z, dtype=float),
    lambda z: np.var(z, dtype=float),
    lambda z: np.sum(np.multiply(z, z, **UNSAFE)),
    lambda z: np.sum(np.einsum("i,j", z, z, **UNSAFE)),
])
def test_numbers_that_are_made_real_before_all_else(fun):
    for derivative in (tangentish.grad(fun), lambda z: tangentish.jvp(fun, (z,), (z,))):
        with pytest.raises(UnsupportedError, match="complex numbers are cast to float64"):
            derivative(Z)


def test_sums_may_be_made_real_before_or_after():
    def fun(z):
        return np.sum(z, dtype=float) ** 2 + np.mean(z, dtype=float)

    check_gradient(fun, Z)


def test_a_dtype_that_is_complex_makes_nothing_real():
    check_gradient(lambda z: weighted(np.prod(z, dtype=complex) + np.multiply(z, z, dtype=complex)), Z)


@pytest.mark.parametrize("fun", [
    lambda x: np.power(x, 1.5, dtype=complex), lambda x: np.power(x, x, dtype="complex128"), lambda x: np.log(x, dtype=complex),
    lambda x: np.arctanh(x, dtype=np.complex128), lambda x: np.arccos(x, np.zeros(3, complex), dtype=complex)])
def test_real_numbers_that_dtype_makes_complex(fun):
    check_gradient(lambda x: weighted(fun(x)), np.array([-1.3, 2.1, -0.4]))


RANGE = range(1, 4)


@pytest.mark.parametrize("fun", [
    lambda a: np.float_power(RANGE, a), lambda a: np.power(range(1, 4), a), lambda a: np.multiply(a, RANGE),
    lambda a: np.arctan2(a, range(1, 3))])
def test_ranges_are_operands_as_arrays_are(fun):
    check_gradient(lambda a: np.sum(fun(a) ** 2), 1.3)
