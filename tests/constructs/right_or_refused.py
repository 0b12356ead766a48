"""For programs that change what is around them: where a derivative cannot be right it is refused, with an error that says where."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import pytest

import tangentish

operators = pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd], ids=["reverse", "forward"])


def function_of_x(lines: str) -> str:
    """The text of a function `fun` of `x`, whose lines assign to `y`."""
    return f"def fun(x):\n{textwrap.indent(lines, '    ')}\n    return y * 3.0\n"


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
