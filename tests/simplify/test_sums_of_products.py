"""Which sums of products are taken without the product."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import tangentish
from tangentish.analysis.kinds import Array
from tangentish.simplify.sums_of_products import sums_of_products
from tests.simplify.lines import MATRIX, NUMBER, VECTOR, simplified

KINDS = {"a": MATRIX, "b": MATRIX, "c": Array(np.dtype(float), (("n1", 0), ("n0", 0))), "x": VECTOR, "y": VECTOR,
         "z": Array(np.dtype(float), (None,)), "s": NUMBER, "n": NUMBER}


@pytest.mark.parametrize(("before", "after"), [
    ("s_dot = np.sum(a_dot @ c)", "s_dot = np.sum(a_dot, axis=0) @ np.sum(c, axis=1)"),
    ("s_dot = (a_dot @ c).sum()", "s_dot = a_dot.sum(axis=0) @ c.sum(axis=1)"),
    ("s_dot = np.sum(a_dot @ c, axis=0)", "s_dot = np.sum(a_dot, axis=0) @ c"),
    ("s_dot = 2.0 * np.sum(a_dot @ c + b @ c_dot)",
     "s_dot = 2.0 * (np.sum(a_dot, axis=0) @ np.sum(c, axis=1) + np.sum(b, axis=0) @ np.sum(c_dot, axis=1))"),
    ("s_dot = np.sum((a_dot - b) @ c)", "s_dot = (np.sum(a_dot, axis=0) - np.sum(b, axis=0)) @ np.sum(c, axis=1)"),
    ("s_dot = np.sum((a_dot + c) @ c)", "s_dot = np.sum(a_dot + c, axis=0) @ np.sum(c, axis=1)"),  # of shapes that may differ
    ("s_dot = np.sum(x_dot * y)", "s_dot = x_dot @ y"),
    ("s_dot = np.sum(x_dot * 2.0 * y + s * x_dot * y)", "s_dot = 2.0 * (x_dot @ y) + s * (x_dot @ y)"),
    ("s_dot = (a @ x_dot * (1.0 - y ** 2)).sum()", "s_dot = a @ x_dot @ (1.0 - y ** 2)"),
    ("s_dot = np.sum(x_dot * y - np.sin(x) * x_dot) / n", "s_dot = (x_dot @ y - np.sin(x) @ x_dot) / n"),
    ("s_dot = np.sum(a_dot @ c @ b)", "s_dot = np.sum(a_dot, axis=0) @ c @ np.sum(b, axis=1)"),
])
def test_taken(before: str, after: str) -> None:
    assert simplified(sums_of_products, *DOTS, before, kinds=KINDS).splitlines()[len(DOTS) :] == [after]


@pytest.mark.parametrize("line", [
    "s_dot = np.sum(a @ c)",  # no tangent: what the user wrote stays
    "s_dot = np.sum(a_dot @ x)",  # not two matrices
    "s_dot = np.sum(a_dot @ c, axis=-1)",
    "s_dot = np.sum(a_dot @ c, axis=1, keepdims=True)",
    "s_dot = np.sum(a_dot @ c + x)",  # broadcast
    "s_dot = np.sum(a_dot @ c + c_dot @ a)",  # of shapes that may differ, and then one of them is one number
    "s_dot = np.sum(a_dot @ c + b)",  # nothing would be gained for b
    "s_dot = np.mean(a_dot @ c)",
    "s_dot = np.sum(x_dot * s)",
    "s_dot = np.sum(x_dot * z)",  # one of them may have one entry
    "s_dot = np.sum(a_dot * b)",
    "s_dot = np.sum(x_dot * y, axis=0)",
    "s_dot = np.sum(x * y)",
    "s_dot = np.sum(x_dot / y)",
])
def test_left_alone(line: str) -> None:
    assert simplified(sums_of_products, *DOTS, line, kinds=KINDS).splitlines()[len(DOTS) :] == [line]


DOTS = ("a_dot = 3.0 * a", "c_dot = 3.0 * c", "x_dot = 3.0 * x")


def test_single_precision_is_left_alone() -> None:
    kinds = {"a": Array(np.dtype(np.float32), MATRIX.dims)}
    assert simplified(sums_of_products, "a_dot = -a", "s_dot = np.sum(a_dot @ a.T)", kinds=kinds).endswith("np.sum(a_dot @ a.T)")


def product(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    return np.sum(a @ b @ c) + (a @ b).sum() ** 2


@pytest.mark.parametrize("sizes", [(3, 4, 2, 5), (1, 4, 1, 5), (3, 1, 1, 1), (3, 0, 2, 5), (0, 4, 2, 0)])
def test_against_the_complex_step(sizes: tuple[int, int, int, int]) -> None:
    rng = np.random.default_rng(0)
    primals = tuple(rng.normal(size=shape) for shape in itertools.pairwise(sizes))
    dots = tuple(rng.normal(size=p.shape) for p in primals)
    expected = product(*[p + 1e-30j * dot for p, dot in zip(primals, dots, strict=True)]).imag / 1e-30
    forward = tangentish.jvp(product)
    np.testing.assert_allclose(forward(primals, dots)[1], expected, rtol=1e-13)
    assert "np.sum(a_dot, axis=0) @ b" in forward.source
    jacobian = tangentish.jacfwd(product)(*primals)  # all columns at once
    np.testing.assert_allclose(np.vdot(jacobian, dots[0]) + forward(primals, (None, *dots[1:]))[1], expected, rtol=1e-13)
