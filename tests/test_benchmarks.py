"""The yardstick itself is right: every handwritten adjoint against central differences."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import tangentish
from benchmarks import derivatives, handwritten, making
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


def test_making() -> None:
    pytest.importorskip("scipy")
    for fun, argnums, args in making.subjects():
        assert making.lines_of(fun) > 20
        made = making.fresh_copy(fun)
        assert made.__code__ is not fun.__code__
        np.testing.assert_array_equal(made(*copy.deepcopy(args)), fun(*copy.deepcopy(args)))
        assert f"def {fun.__name__}_grad(" in tangentish.grad(made, argnums).source_for(*args)


@by_key
def test_tangents(program: Program) -> None:
    args = program.small()
    _, found = derivatives.tangent_calls(program, args)["tangentish"]()
    dots = derivatives.directions(program, args, program.argnums)
    want = oracle.directional(program.fun, args, program.argnums, tuple(dots[k] for k in program.argnums))
    np.testing.assert_allclose(found, want, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("program", PROGRAMS[:-1], ids=lambda program: program.fun.__name__)  # the last is linear in each argument
def test_products_with_the_hessian(program: Program) -> None:
    args, num, h = program.small(), program.argnums[0], 1e-5
    calls = derivatives.product_calls(program, args)
    v = derivatives.directions(program, args, (num,))[num]
    by_hand = getattr(handwritten, program.fun.__name__)

    def gradient(x):
        return by_hand(*args[:num], x, *args[num + 1 :])[0]

    want = (gradient(args[num] + h * v) - gradient(args[num] - h * v)) / (2.0 * h)
    np.testing.assert_allclose(calls["tangentish"](), want, rtol=1e-6, atol=1e-8)


def test_hessians_and_jacobians() -> None:
    derivatives.hessian_calls(5)  # which compares what they give
    calls = derivatives.jacobian_calls(7)
    want = calls["forward"]()
    assert want.shape == (7, derivatives.ARGUMENTS)
    for label, call in calls.items():
        np.testing.assert_allclose(call(), want, rtol=1e-8, atol=1e-10, err_msg=label)


def test_where_two_curves_meet() -> None:
    assert derivatives.crossover({10: 2.0, 1000: 2.0}, {10: 1.0, 1000: 4.0}) == pytest.approx(100.0)
    assert derivatives.crossover({10: 2.0, 1000: 2.0}, {10: 1.0, 1000: 1.5}) is None
