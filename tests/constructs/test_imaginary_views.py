"""Real and imaginary parts of complex arrays, which show their memory, where this is written into."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
Z = np.array([0.7 + 0.2j, -1.3 + 0.5j, 0.4 - 0.1j])


@case(Z)
def parts_before_a_store(z):
    r = z.imag + z.real
    z[0] = 2.0
    return np.sum(r)


@case(Z)
def part_added_to_the_other(z):
    z.imag += z.real
    return np.real(np.sum(z * z))


@case(Z)
def item_of_a_part(z):
    z.real[0] = z.imag[1]
    return np.real(np.sum(z * z * 1j))


@case(Z)
def part_after_a_store(z):
    z[2] = np.abs(z[1])
    return z.imag.sum() * z.real[0]


@case(Z)
def part_turned_with_the_whole(z):
    a = z.imag
    z *= 2j
    return np.sum(a * a) + np.sum(z.real ** 3)


@case(Z)
def part_held_by_a_list(z):
    held = [z, z.imag]
    z[1] = held[1][0]
    return np.sum(held[1] * held[0].real)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [part_added_to_the_other, part_turned_with_the_whole])
def test_with_single_precision(fun):
    bar = tangentish.grad(fun)(Z.astype(np.complex64))
    assert bar.dtype == np.complex64
    assert np.allclose(bar, tangentish.grad(fun)(Z), rtol=1e-5)
    assert np.allclose(tangentish.vjp(fun, Z.astype(np.complex64))[1](np.float32(1.0))[0], bar, rtol=1e-5)
