"""NumPy's polynomials: their operators where kinds are not known; operators with several results."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def powers_in_a_generator(x):
    p = np.polynomial.Polynomial((1.0, 1.0)) / 2.0
    total = sum(a * p ** (3 - k) * p for k, a in enumerate(x))
    return np.sum(total.coef * np.arange(1.0, 6.0))


@case(V4)
def quotient_of_poly1d(x):
    quotient, rest = np.poly1d(x) / np.poly1d([1.0, 2.0])
    return np.sum(quotient.c * [1.0, 2.0, 3.0]) + rest(0.5)


class Pair:
    """Its operators give tuples, lists and arrays."""

    def __init__(self, value):
        self.value = value

    def __truediv__(self, other):
        return self.value * 2.0, self.value * other.value

    def __mul__(self, other):
        return self.value * other.value


@case(V3)
def several_results_of_an_operator(x):
    double, square = Pair(x) / Pair(x)
    total = 0.0
    for item in Pair(x) * Pair(double):
        total = total + item**2
    return total * np.sum(square * double)


@case(V4)
def polydiv_of_poly1d(x):
    quotient, rest = np.polydiv(np.poly1d(x), [1.0, 2.0])
    return quotient(0.5) * rest(0.5)


@case(V4)
def integral_of_poly1d_from_constants(x):
    return np.polyint(np.poly1d(x), 2, k=x[:2])(0.5)


PHASE = np.poly1d([0.025, -0.36, 1.25, 2.0])


@case(V4)
def at_values_of_a_poly1d_that_is_known(x):
    return np.sum(np.polyval(PHASE, x) ** 2) + np.polyval(np.polyint(PHASE), x[0]) * np.polyval(np.polyder(PHASE, 2), x[1])


@case(V4)
def at_values_of_a_poly1d_made_inside(x):
    return np.sum([np.polyval(np.poly1d(c), x) for c in ([1.0], [0.5, -1.0], np.array([0.2, 0.1, 3.0]))])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def composed(x):
    return np.sum(np.poly1d(x)(np.poly1d([1.0, 2.0])).c)


def test_poly1d_of_poly1d_is_refused():
    with pytest.raises(tangentish.TangentishError, match="poly1d"):
        tangentish.grad(composed)(V3)
    with pytest.raises(tangentish.TangentishError, match="poly1d"):
        tangentish.jvp(composed, (V3,), (V3,))


def polynomial_of_polynomial(x):
    return np.sum(np.polynomial.Polynomial(x)(np.polynomial.Polynomial([1.0, 2.0])).coef)


def test_operators_of_arrays_of_polynomials_are_refused():
    with pytest.raises(tangentish.TangentishError, match="Polynomial"):
        tangentish.grad(polynomial_of_polynomial)(V3)
    with pytest.raises(tangentish.TangentishError, match="Polynomial"):
        tangentish.jvp(polynomial_of_polynomial, (V3,), (V3,))


@pytest.mark.parametrize("fun", [
    lambda x: np.polyder(np.poly1d(x))(2.0), lambda x: np.polyder(np.poly1d(x)).c[0], lambda x: np.polyint(np.poly1d(x), 2)(2.0),
    lambda x: np.polyadd(np.poly1d(x), x[1:])(2.0), lambda x: np.polymul(np.poly1d(x), np.poly1d(x)).c[1]])
def test_functions_of_poly1d_that_give_one_are_refused(fun):
    """Their rules are for coefficients; `p.deriv()` and `p * q` are followed."""
    with pytest.raises(tangentish.TangentishError, match="poly1d"):
        tangentish.grad(fun)(V4)
    with pytest.raises(tangentish.TangentishError, match="poly1d"):
        tangentish.jvp(fun, (V4,), (V4,))
