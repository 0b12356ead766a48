"""One rule serves a function under all its names, as an operator, a method, in place and with `out=`."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.rules.registry import BINARY, METHODS, UNARY, lookup
from tests.rules.lines import X, check_lines, each, program

ALIASES = {  # NumPy's other names
    "abs": "absolute", "acos": "arccos", "acosh": "arccosh", "asin": "arcsin", "asinh": "arcsinh", "atan": "arctan",
    "atan2": "arctan2", "atanh": "arctanh", "amax": "max", "amin": "min", "around": "round", "bitwise_invert": "invert",
    "bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift", "concat": "concatenate", "conj": "conjugate",
    "degrees": "rad2deg", "mod": "remainder", "permute_dims": "transpose", "pow": "power", "radians": "deg2rad",
    "true_divide": "divide", "linalg.cross": "cross", "linalg.diagonal": "diagonal", "linalg.matmul": "matmul",
    "linalg.matrix_transpose": "matrix_transpose", "linalg.outer": "outer", "linalg.tensordot": "tensordot",
    "linalg.trace": "trace", "linalg.vecdot": "vecdot"}


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_other_names_have_rules_of_the_same_kind(alias: str, name: str) -> None:
    first, second = lookup(operator.attrgetter(alias)(np)), lookup(getattr(np, name))
    assert first is not None and second is not None
    assert first.kind == second.kind and (first.function is second.function or alias.startswith("linalg."))


PRODUCTS = ["x * x[0]", "np.multiply(x, x[0])", "x.__mul__(x[0])", "x[0].__rmul__(x)", "operator.mul(x, x[0])",
            "y = x * 1.0\ny *= x[0]\ny", "y = np.empty((3, 4))\nnp.multiply(x, x[0], out=y)\ny",
            "y = np.empty((3, 4))\nnp.multiply(x, x[0], y)\ny", "y = x * 1.0\noperator.imul(y, x[0])\ny",
            "y = x * 1.0\ny.__imul__(x[0])\ny", "np.ndarray.__mul__(x, x[0])", "f = np.multiply\nf(x, x[0])",
            "np.multiply(x, x[0], where=x > -9.0, out=np.empty((3, 4)))"]
SUMS = ["np.sum(x, 0)", "x.sum(0)", "np.add.reduce(x)", "np.add.reduce(x, axis=0)", "np.ndarray.sum(x, 0)", "f = x.sum\nf(0)",
        "y = np.empty(4)\nnp.sum(x, 0, None, y)\ny", "y = np.empty(4)\nx.sum(0, out=y)\ny", "sum(x)",
        "np.sum(a=x, axis=0)", "np.add.reduce(x, keepdims=True)[0]", "np.apply_over_axes(np.sum, x, 0)[0]"]


@each(PRODUCTS + SUMS)
def test_each_is_right(text: str) -> None:
    check_lines(text, X, operator=operator)


@pytest.mark.parametrize("family", [PRODUCTS, SUMS], ids=["product", "sum"])
def test_all_are_the_same(family: list[str]) -> None:
    first, *others = [tangentish.grad(program(text, 1, operator=operator))(X) for text in family]
    for other in others:
        np.testing.assert_allclose(other, first, rtol=1e-13)


def test_operators_and_methods_share_the_rules_of_functions() -> None:
    table: list[Any] = [*BINARY.values(), *UNARY.values(), *METHODS.values()]
    assert all(lookup(function) is not None for function in table)
