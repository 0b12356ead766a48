"""Hessians and products with them: forward over reverse mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.api import grad
from tangentish.columns import columns
from tangentish.derivative import Derivative
from tangentish.derivative.forward import forward_of
from tangentish.derivative.places import apart
from tangentish.derivative.slopes import slopes_of
from tangentish.derivative.tangents import checked_tangents
from tangentish.dispatch.derivatives import OPERATORS
from tangentish.jacobians import check_leaf, place_of
from tangentish.nested import followed_product, register, slopes_along, units
from tangentish.runtime import copied


def hessian(fun: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """The matrix of second derivatives of a function that returns one number: the Jacobian of its gradient.

    Forward over reverse: the program of the gradient is differentiated forwards, along all entries at once where that program
    has a batched form (see `jacobian`), else in one sweep for each entry.

    >>> import numpy as np
    >>> def energy(x):
    ...     return x[0] ** 2 * x[1]
    >>> hessian(energy)(np.array([1.0, 3.0]))
    array([[6., 2.],
           [2., 0.]])

    Raises `UnsupportedError` where the gradient is not a program of plain Python and NumPy.
    """
    gradient = grad(fun, argnums)

    def second(*args: Any) -> Any:
        place = place_of(argnums, args)
        x = args[place]
        check_leaf(x, place)
        rows = _rows(gradient, args, place)
        return np.reshape(np.stack(rows), np.shape(x) * 2) if len(rows) > 0 else np.zeros(np.shape(x) * 2, x.dtype)

    second.__doc__ = f"The Hessian of `{getattr(fun, '__name__', 'fun')}`."
    return second


def hvp(fun: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """The product of the Hessian with a vector: `hvp(f)(x, v)`, the arguments of `f` and then the vector.

    The tangent of the gradient along `v`, without the Hessian: a small multiple of the cost of the gradient.

    >>> import numpy as np
    >>> hvp(lambda x: np.sum(x ** 3))(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    array([6., 0.])

    Raises `UnsupportedError` where neither the program of the gradient nor that of the tangent can be differentiated again.
    """
    gradient = grad(fun, argnums)

    def product(*args: Any) -> Any:
        given = args[:-1]
        return _product(gradient, given, place_of(argnums, given), args[-1])

    return product


def _rows(gradient: Derivative, args: tuple[Any, ...], place: int) -> Any:
    """The products of a Hessian with all unit vectors."""
    x = args[place]
    found = columns(forward_of(gradient), args, place) if isinstance(x, np.ndarray) and gradient.plain_for(args, {}) else None
    if found is not None:
        return list(np.moveaxis(found[1][0], -1, 0))
    return [np.asarray(_product(gradient, args, place, unit)) for unit in units(x)]


def _followed_rows(gradient: Any, args: Any, place: int) -> Any:
    """`_rows`, written so that it can be differentiated."""
    return [followed_product(gradient.primal, args, place, unit) for unit in units(args[place])]


def _product(gradient: Derivative, args: tuple[Any, ...], place: int, v: Any) -> Any:
    """The product of a Hessian with a vector: forward over reverse where the gradient is plain code, else the other way."""
    tangents: list[Any] = [None] * len(args)
    tangents[place] = v
    forward = forward_of(gradient)
    found = forward.quickly(args, tangents)
    if found is not None:
        return found[1]
    dots = checked_tangents(args, tuple(tangents))
    if forward.remembers(args, dots) or gradient.plain_for(args, {}):
        return forward.along(args, dots)[1]
    return _transposed(gradient, args, place, v)


def _followed_product(gradient: Any, args: Any, place: int, v: Any) -> Any:
    """`_product`, written so that it can be differentiated."""
    return followed_product(gradient.primal, args, place, v)


def vhp(fun: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """The product of a vector with the Hessian, `vhp(f)(x, v)`: the gradient of the tangent along `v`.

    The same numbers as `hvp`, by reverse over forward mode.

    >>> import numpy as np
    >>> vhp(lambda x: np.sum(x ** 3))(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    array([6., 0.])

    Raises as `hvp` does.
    """
    gradient = grad(fun, argnums)

    def product(*args: Any) -> Any:
        given = args[:-1]
        return _transposed(gradient, given, place_of(argnums, given), args[-1])

    return product


def _transposed(gradient: Derivative, args: tuple[Any, ...], place: int, v: Any) -> Any:
    """The product of a vector with a Hessian: reverse over forward."""
    tangents: list[Any] = [None] * len(args)
    tangents[place] = v
    dots = checked_tangents(args, tuple(tangents))
    slopes = slopes_of(gradient)(args, dots, place)
    if slopes is not None:
        return slopes
    given, _ = apart(gradient.primal, args, {})
    return slopes_along(gradient.primal, copied(dots), given)[place]  # a vector may be the argument itself, in v . H v


# how these are differentiated in turn
register(_product, _followed_product)
register(_transposed, _followed_product)
register(_rows, _followed_rows)
OPERATORS.update((hessian, hvp, vhp))

__all__ = ["hessian", "hvp", "vhp"]
