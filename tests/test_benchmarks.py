"""The yardstick itself is right: every handwritten adjoint against central differences."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from benchmarks import handwritten
from benchmarks.programs import PROGRAMS, Program, thirty_lines
from tests import oracle

by_key = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.fun.__name__)


def check(program: Program, name: str) -> None:
    args = program.small()
    before = copy.deepcopy(args)
    bars = getattr(handwritten, name)(*args)
    oracle.assert_same(args, before)
    rng = np.random.default_rng(1)
    for _ in range(3):
        directions = tuple(oracle.random_like(args[k], rng) for k in program.argnums)
        want = oracle.directional(program.fun, args, program.argnums, directions)
        got = sum(oracle.inner(bar, d) for bar, d in zip(bars, directions, strict=True))
        np.testing.assert_allclose(got, want, rtol=1e-8, atol=1e-9)


@by_key
def test_handwritten(program: Program) -> None:
    check(program, program.fun.__name__)


def test_handwritten_with_products() -> None:
    check(PROGRAMS[-1], "k3mm_products")


@by_key
def test_tangentish(program: Program) -> None:
    oracle.check_gradient(program.fun, *program.small(), argnums=program.argnums)


def test_thirty_lines() -> None:
    rng = np.random.default_rng(0)
    u, v, f, g = (0.1 * rng.normal(size=(6, 6)) for _ in range(4))
    oracle.check_gradient(thirty_lines, u, v, f, g, 0.1, 1.2, 3, argnums=(0, 1, 2, 3, 4, 5))
