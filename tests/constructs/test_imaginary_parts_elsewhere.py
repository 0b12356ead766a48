"""Imaginary parts that functions, properties and containers give, written into; and the second derivatives of such programs."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, V5, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case = Cases()


def imaginary(a):
    return a.imag


def put(a, v):
    a[:] = v


class Wave:
    def __init__(self, z):
        self.z = z

    @property
    def phase(self):
        return self.z.imag


@case(V5)
def by_a_function(x):
    z = x + 1j * x
    put(imaginary(z), x * x)
    i = imaginary(z)
    put(i[1:], i[:-1] * x[1:])
    return np.sum((z * z * 1j).real)


@case(V5)
def by_a_property(x):
    w = Wave(x + 1j * x)
    w.phase[:] = x * x
    w.phase[2] *= w.z.real[1]
    return np.sum((w.z**3).real)


@case(V5)
def by_a_name(x):
    z, key = x + 0j, "imag"
    held = [z]
    getattr(held[0], key)[1:] = x[1:] ** 2
    held.append(getattr(held[0], key))
    held[1] *= x
    return np.sum((z**3).real)


@case(V5)
def in_a_dict(x):
    d = {"z": x.astype(complex)}
    d["i"] = d["z"].imag
    d["i"][:] = x * x
    d["z"] = d["z"] * d["z"]
    d["i"][0] *= 2
    return np.sum(d["z"].imag) + np.sum(d["i"] ** 2)


@case(V5)
def of_what_is_stretched(x):
    z = (x * 1j + x**2).reshape(1, 5)
    b = np.broadcast_to(z, (3, 5))
    s = np.sum((b * b * np.arange(3)[:, None]).imag)
    z.imag[0] = x**3
    return s * np.sum((b * b).real)


@case(V5)
def by_a_call_inside(x):
    def turned(a):
        a.imag *= a.real
        return a.imag

    z = x * x + 1j * x
    r = turned(z)
    r[0] = 9 * x[1]
    return np.sum((z**3).imag) + r[1] ** 2


@case(V3)
def after_another(x):
    z = x + 1j * x
    z.imag *= x
    z.real[0] = z.imag[1] ** 2
    return np.sum((z * z.conj()).real)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun, args, options", case)
def test_second_derivative(fun, args, options):
    (x,) = args
    derivative, v = tangentish.grad(fun), np.linspace(-1.0, 0.7, x.size)
    want = (derivative(x + 1e-5 * v) - derivative(x - 1e-5 * v)) / 2e-5
    np.testing.assert_allclose(tangentish.hvp(fun)(x, v), want, rtol=1e-6, atol=1e-6)
    along = tangentish.grad(lambda y: tangentish.jvp(fun, (y,), (v,))[1])
    np.testing.assert_allclose(along(x), want, rtol=1e-6, atol=1e-6)


def windows_of_what_is_written(x):
    y = x**2
    w = np.lib.stride_tricks.sliding_window_view(y, 2)
    y[1:3] *= y[0]
    return np.sum(w[:, 0] * w[:, 1] ** 2)


def windows_of_a_copy(x):
    y = x**2
    w = np.lib.stride_tricks.sliding_window_view(y.copy(), 2)
    y[1:3] *= y[0]
    return np.sum(w[:, 0] * w[:, 1] ** 2) * y[1]


def test_windows():
    with pytest.raises(tangentish.UnsupportedError, match="may give a view"):
        tangentish.grad(windows_of_what_is_written)(V5)
    with pytest.raises(tangentish.UnsupportedError, match="may give a view"):
        tangentish.jvp(windows_of_what_is_written, (V5,), (V5,))
    check_gradient(windows_of_a_copy, V5)
