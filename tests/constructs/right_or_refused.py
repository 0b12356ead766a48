"""For programs that change what is around them: where a derivative cannot be right it is refused, with an error that says where."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad
from tests.texts import executed

operators = pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd], ids=["reverse", "forward"])
hows = pytest.mark.parametrize("how", ["reverse", "forward", "kinds unknown"])


def function_of_x(lines: str) -> str:
    """The text of a function `fun` of `x`, whose lines assign to `y`."""
    return f"def fun(x):\n{textwrap.indent(lines, '    ')}\n    return y * 3.0\n"


def function_beside(around: str, lines: str, file: str) -> Callable[..., Any]:
    """That function in a module of its own, below the text of what is around it."""
    return executed(f"{around}\n{function_of_x(lines)}", file, __name__="around")["fun"]


def is_right(operator: Callable[..., Any], made: Callable[[], Callable[..., Any]], x: float, file: str) -> bool:
    """Whether a derivative at `x` is given, and then it is right; if not, the error names the file.

    The function is made anew for each call: it may change what is around it.
    """
    numeric = (made()(x + 1e-6) - made()(x - 1e-6)) / 2e-6
    try:
        found = operator(made())(x)
    except tangentish.TangentishError as error:
        assert file in str(error)
        return False
    assert found == pytest.approx(numeric, rel=1e-6)
    return True


def is_right_from_reset(fun: Callable[..., Any], x: np.ndarray, how: str, reset: Callable[[], None], file: str) -> bool:
    """`is_right` for a gradient, found in one of the `hows`, of a function that is made once.

    `reset` puts what is around the function back: it is called before each call.
    """

    def value(moved: np.ndarray) -> Any:
        reset()
        return fun(moved)

    def slope(unit: np.ndarray) -> Any:
        reset()
        return tangentish.jvp(fun, (x,), (unit,))[1]

    units, h = np.eye(len(x)), 1e-6
    numeric = [(value(x + h * unit) - value(x - h * unit)) / (2.0 * h) for unit in units]
    reset()
    try:
        if how == "forward":
            found = [slope(unit) for unit in units]
        else:
            found = (tangentish.grad(fun) if how == "reverse" else variant_grad(fun, kinds=False))(x)
    except tangentish.TangentishError as error:
        assert file in str(error)
        return False
    np.testing.assert_allclose(found, numeric, rtol=1e-6, atol=1e-8)
    return True
