"""Derivatives by numbers, to compare with: central differences and complex steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.derivative.pullback import copied_arguments
from tangentish.errors import ArgumentError
from tangentish.leaves import leaves, rebuilt, unit_tangents


def moved(x: Any, x_dot: Any, size: float | complex) -> Any:
    """`x + size * x_dot`, leaf by leaf; None among the tangents is zero."""
    tangents = dict(leaves(x_dot))
    return rebuilt(x, {path: leaf if path not in tangents else np.asarray(leaf + size * tangents[path])
                       if isinstance(leaf, np.ndarray) else leaf + size * tangents[path] for path, leaf in leaves(x)})


def central_difference(fun: Callable[..., Any], args: tuple[Any, ...], tangents: tuple[Any, ...],
                       size: float = 1e-3) -> Any:
    """The derivative of a function along `tangents` by central differences, extrapolated twice (error O(size**6)).

    The result is a number or an array; `tangents` has one item for each of `args`, None for those that stay as they are.

    >>> round(central_difference(lambda x: x ** 3, (2.0,), (1.0,)), 6)
    12.0
    """

    def value(scale: float) -> Any:
        given, _ = copied_arguments(args, {})
        return fun(*(x if d is None else moved(x, d, scale) for x, d in zip(given, tangents, strict=True)))

    def slope(scale: float) -> Any:
        return (value(scale) - value(-scale)) / (2.0 * scale)

    first, second, third = slope(size), slope(size / 2), slope(size / 4)
    once, twice = (4 * second - first) / 3, (4 * third - second) / 3
    return (16 * twice - once) / 15


def finite_difference_grad(fun: Callable[..., Any], argnums: int = 0, size: float = 1e-3) -> Callable[..., Any]:
    """The gradient of a function that returns one number, by central differences: several calls for each entry.

    >>> finite_difference_grad(lambda x: np.sum(x ** 2))(np.array([1.0, 2.0])).round(6)
    array([2., 4.])
    """

    def gradient(*args: Any) -> Any:
        if not -len(args) <= argnums < len(args):
            raise ArgumentError(f"argnums is {argnums}, but the function was called with {len(args)} arguments")
        place = argnums % len(args)
        x = args[place]
        found = {path: np.zeros(np.shape(leaf)) for path, leaf in leaves(x)}
        for path, index, unit in unit_tangents(x):
            tangents = (*[None] * place, unit, *[None] * (len(args) - place - 1))
            found[path][index] = central_difference(fun, args, tangents, size)
        return rebuilt(x, {path: value if isinstance(dict(leaves(x))[path], np.ndarray) else float(value)
                           for path, value in found.items()})

    return gradient


def complex_step_derivative(fun: Callable[..., Any], args: tuple[Any, ...], tangents: tuple[Any, ...],
                            size: float = 1e-30) -> Any:
    """The derivative along `tangents` by a complex step: exact to rounding, for programs that take complex numbers as they are.

    `fun` must be analytic: no `abs`, no comparisons of what depends on the arguments, no arrays of floats written into.
    Source: Squire and Trapp, "Using complex variables to estimate derivatives of real functions", SIAM Review 40 (1998).

    >>> complex_step_derivative(np.exp, (1.0,), (1.0,)) == np.exp(1.0)
    np.True_
    """
    given, _ = copied_arguments(args, {})
    ans = fun(*(x if d is None else moved(x, d, 1j * size) for x, d in zip(given, tangents, strict=True)))
    return np.imag(ans) / size


__all__ = ["central_difference", "complex_step_derivative", "finite_difference_grad", "moved"]
