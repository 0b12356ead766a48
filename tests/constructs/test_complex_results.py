"""Gradients are of real results, as in JAX: of a complex one the real part alone would be taken, and nobody told."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad

X = np.array([0.7, -1.3, 0.4])


def turned(x):
    return np.sum(x * np.exp(1j * x))


def of_numbers(x):
    return x[0] * (1.0 + 2.0j)


def in_an_array(x):
    return np.array([np.sum(x) * 1j])


def of_complex(x):
    z = x + 0.5j
    return np.sum(z * z)


COMPLEX = (turned, of_numbers, in_an_array, of_complex)


@pytest.mark.parametrize("fun", COMPLEX)
@pytest.mark.parametrize("kinds", [True, False])
@pytest.mark.parametrize("optimise", [True, False])
def test_refused(fun, kinds, optimise):
    with pytest.raises(tangentish.OutputError, match=f"{fun.__name__}: the function returned a complex number"):
        variant_grad(fun, kinds=kinds, optimise=optimise)(X)


@pytest.mark.parametrize("fun", COMPLEX)
def test_refused_by_other_operators(fun):
    with pytest.raises(tangentish.OutputError, match="complex number"):
        tangentish.value_and_grad(fun)(X)
    with pytest.raises(tangentish.OutputError, match="complex number"):
        tangentish.grad(lambda x: (fun(x), None), has_aux=True)(X)
    with pytest.raises(tangentish.OutputError, match="complex number"):
        tangentish.grad(np.vdot)(X + 1j, X)


@pytest.mark.parametrize("fun", COMPLEX)
def test_its_parts_have_gradients(fun):
    for part in (np.real, np.imag, lambda z: np.abs(z) ** 2):
        gradient = tangentish.grad(lambda x, part=part: np.sum(part(fun(x))))(X)
        for k, step in enumerate(1e-5 * np.eye(3)):
            numeric = np.sum(part(fun(X + step)) - part(fun(X - step))) / 2e-5
            assert gradient[k] == pytest.approx(numeric, rel=1e-7, abs=1e-8)


def test_vjp_takes_complex_cotangents():
    value, pullback = tangentish.vjp(turned, X)
    assert value == turned(X)
    numeric = [(turned(X + step) - turned(X - step)) / 2e-5 for step in 1e-5 * np.eye(3)]
    np.testing.assert_allclose(pullback(1.0 + 0.0j)[0], np.real(numeric), rtol=1e-7)


@pytest.mark.parametrize("function", [np.emath.arccos, np.emath.arcsin, np.emath.arctanh, np.emath.sqrt, np.emath.log])
def test_on_branch_cuts(function):
    """Complex numbers with an imaginary part of 0 are on the upper side of a cut."""
    def fun(x):
        result = function(x)
        return np.sum(np.array([1.0, 0.7, -0.4]) * (np.real(result) + 0.5 * np.imag(result)))

    x, x_dot = np.array([1.7, -2.5, 0.3]), np.array([0.3, -0.7, 0.4])
    numeric = (fun(x + 1e-5 * x_dot) - fun(x - 1e-5 * x_dot)) / 2e-5
    assert tangentish.grad(fun)(x) @ x_dot == pytest.approx(numeric, rel=1e-7)
    assert tangentish.jvp(fun, (x,), (x_dot,))[1] == pytest.approx(numeric, rel=1e-7)
