"""Tools for testing derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tangentish.derivative import Derivative
from tangentish.dispatch import pairs


def variant_grad(fun: Callable[..., Any], argnums: Any = 0, *, optimise: bool = True, kinds: bool = True) -> Callable[..., Any]:
    """`grad` with simplification, or the use of the kinds of the arguments, turned off: the results must be the same.

    >>> def square(x):
    ...     return x * x
    >>> variant_grad(square, optimise=False)(3.0)
    6.0
    """
    derivative = Derivative(fun, argnums, "grad", False, kinds, optimise)

    def call(*args: Any, **keywords: Any) -> Any:
        before = pairs.KINDS_KNOWN, pairs.OPTIMISE
        pairs.KINDS_KNOWN, pairs.OPTIMISE = kinds, optimise
        try:
            return derivative(*args, **keywords)
        finally:
            pairs.KINDS_KNOWN, pairs.OPTIMISE = before

    return call
