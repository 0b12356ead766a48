"""Hessians and products with them: forward over reverse mode."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.api import Argnums, grad
from tangentish.blocks import forward_blocks
from tangentish.columns import columns
from tangentish.derivative import Derivative
from tangentish.derivative.arguments import label_of
from tangentish.derivative.forward import forward_of
from tangentish.derivative.operator import Operator, defaults_named, in_order, place_of
from tangentish.derivative.places import with_own_places
from tangentish.derivative.repeated import Repeated
from tangentish.derivative.slopes import slopes_of
from tangentish.derivative.tangents import checked_tangents
from tangentish.dispatch.derivatives import OPERATORS
from tangentish.errors import ArgumentError, SourceError, UnsupportedError
from tangentish.frontend.first_result import first_result
from tangentish.jacobians import check_leaf
from tangentish.leaves import leaves
from tangentish.nested import followed_product, register, slopes_along, units
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import copied


class Hessian(Operator):
    """What `hessian` returns; `source` is the program that was last used."""

    def __init__(self, primal: Callable[..., Any], argnums: Argnums, has_aux: bool = False) -> None:
        self.primal, self.argnums, self.has_aux = primal, argnums, has_aux
        self.gradient = grad(first_result(primal) if has_aux else primal, argnums)
        functools.update_wrapper(self, primal, updated=())

    def settings(self) -> tuple[Any, ...]:
        return self.argnums, self.has_aux

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        keywords = keywords or defaults_named(self.argnums, args, self.primal)
        if keywords:
            return self.by_keywords(args, keywords)
        return (self._of(args), self.primal(*copied(tuple(args)))[1]) if self.has_aux else self._of(args)

    def _of(self, args: tuple[Any, ...]) -> Any:
        if isinstance(self.argnums, tuple):
            return _blocks(self.gradient, args, [place_of(num, args, self.primal) for num in self.argnums])
        place = place_of(self.argnums, args, self.primal)
        x = args[place]
        check_leaves(x, place)
        if is_structured(x):
            return _blocks(self.gradient, args, [place])
        rows = _rows(self.gradient, args, place)
        return np.reshape(np.stack(rows), np.shape(x) * 2) if len(rows) > 0 else np.zeros(np.shape(x) * 2, x.dtype)

    @property
    def source(self) -> str:
        """The program that was last used, the tangent of that of the gradient; before any call, that of the gradient."""
        return source_of(self.gradient)


def source_of(gradient: Derivative) -> str:
    """The program of the tangent of a gradient, if there is one, else of its own."""
    try:
        return forward_of(gradient).source
    except SourceError:
        return gradient.source


def is_structured(x: Any) -> bool:
    """Whether a value is a container of numbers and arrays."""
    return not isinstance(x, np.ndarray | np.generic | float)


def check_leaves(x: Any, place: int) -> None:
    """Refuse what there is no Hessian with respect to."""
    for _, leaf in leaves(x):
        check_leaf(leaf, place)


def hessian(fun: Callable[..., Any], argnums: Argnums = 0, *, has_aux: bool = False) -> Hessian:
    """The matrix of second derivatives of a function that returns one number: the Jacobian of its gradient.

    Forward over reverse: the program of the gradient is differentiated forwards, along all entries at once where that program
    has a batched form (see `jacobian`), else in one sweep for each entry.  A tuple for `argnums` gives a tuple of tuples, a
    container as argument gives blocks: of the structure of the gradient, with in each place one of that of the argument.
    With `has_aux` the function returns `(value, aux)`, and `(hessian, aux)` is returned.

    >>> import numpy as np
    >>> def energy(x):
    ...     return x[0] ** 2 * x[1]
    >>> hessian(energy)(np.array([1.0, 3.0]))
    array([[6., 2.],
           [2., 0.]])

    Raises `UnsupportedError` where the gradient is not a program of plain Python and NumPy.
    """
    return Hessian(fun, argnums, has_aux)


def _blocks(gradient: Derivative, args: tuple[Any, ...], places: list[int]) -> Any:
    """The blocks of a Hessian with respect to several arguments, or to a container."""
    for place in places:
        check_leaves(args[place], place)
    _, found = forward_blocks(forward_of(gradient), args, places)
    if not isinstance(gradient.argnums, tuple):
        return found[0]
    return tuple(tuple(column[k] for column in found) for k in range(len(places)))


def _followed_blocks(gradient: Any, args: Any, places: Any) -> Any:
    """`_blocks` where it would be differentiated, which is refused."""
    raise UnsupportedError("the derivative of a Hessian is supported with respect to one argument, an array or a number.\n"
                           "Put what is differentiated in one array.")


class Product(Operator):
    """What `hvp` and, with `transposed`, `vhp` return: called with the arguments of `primal` and then the vector."""

    def __init__(self, primal: Callable[..., Any], argnums: Argnums, transposed: bool) -> None:
        self.primal, self.argnums, self.transposed, self.gradient = primal, argnums, transposed, grad(primal, argnums)
        functools.update_wrapper(self, primal, updated=())

    def settings(self) -> tuple[Any, ...]:
        return self.argnums, self.transposed

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        check_vector(args, self.primal)
        given, v = args[:-1], args[-1]
        keywords = keywords or defaults_named(self.argnums, given, self.primal)
        if keywords:
            return self.by_keywords_with(given, keywords, v)
        several = isinstance(self.argnums, tuple)
        nums = self.argnums if several else (self.argnums,)
        places = [place_of(num, given, self.primal) for num in nums]
        vectors = tuple(v) if several else (v,)
        check_vectors(places, vectors)
        if self.transposed:
            found = _transposed(self.gradient, given, places, vectors)
        else:
            found = _product(self.gradient, given, places, vectors)
        return found

    def by_keywords_with(self, args: tuple[Any, ...], keywords: dict[str, Any], v: Any) -> Any:
        """A call with keywords: they are put in their places, before the vector."""
        primal, placed = in_order(self.primal, args, keywords)
        return (self if primal is self.primal else self.of(primal))(*placed, v)

    @property
    def source(self) -> str:
        """The program that was last used; before any call, that of the gradient."""
        return forward_of(self.gradient).used or slopes_of(self.gradient).source or source_of(self.gradient)


def check_vector(args: Any, fun: Any) -> None:
    """Refuse a call without a vector."""
    if len(args) == 0:
        raise ArgumentError(f"{label_of(fun)}: pass its arguments, and then the vector")


def check_vectors(places: Any, vectors: Any) -> None:
    """Refuse another number of vectors than of arguments."""
    if len(places) != len(vectors):
        raise ArgumentError(f"there should be one vector for each of argnums: {len(places)}, not {len(vectors)}")


def hvp(fun: Callable[..., Any], argnums: Argnums = 0) -> Product:
    """The product of the Hessian with a vector: `hvp(f)(x, v)`, the arguments of `f` and then the vector.

    The tangent of the gradient along `v`, without the Hessian: a small multiple of the cost of the gradient.  The vector has
    the structure of the argument; a tuple for `argnums` takes a tuple of vectors, and gives one.

    >>> import numpy as np
    >>> hvp(lambda x: np.sum(x ** 3))(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    array([6., 0.])

    Raises `UnsupportedError` where neither the program of the gradient nor that of the tangent can be differentiated again.
    """
    return Product(fun, argnums, False)


def _rows(gradient: Derivative, args: tuple[Any, ...], place: int) -> Any:
    """The products of a Hessian with all unit vectors."""
    x, runs = args[place], Repeated(gradient.primal, args)
    found = columns(forward_of(gradient), args, place, runs) if isinstance(x, np.ndarray) and gradient.plain_for(args, {}) else None
    if found is not None:
        return list(np.moveaxis(found[1][0], -1, 0))
    rows = []
    runs.several()
    runs.compare()
    for unit in units(x):
        runs.begins()
        rows.append(np.asarray(_product(gradient, args, [place], (unit,))))
    return rows


def _followed_rows(gradient: Any, args: Any, place: int) -> Any:
    """`_rows`, written so that it can be differentiated."""
    return [followed_product(gradient.primal, args, [place], (unit,), False) for unit in units(args[place])]


def _product(gradient: Derivative, args: tuple[Any, ...], places: list[int], vectors: tuple[Any, ...]) -> Any:
    """The product of a Hessian with a vector: forward over reverse where the gradient is plain code, else the other way."""
    tangents = tangents_at(args, places, vectors)
    forward = forward_of(gradient)
    found = forward.quickly(args, tangents)
    if found is not None:
        return found[1]
    dots = checked_tangents(args, tangents)
    if forward.remembers(args, dots):
        return forward.along(args, dots)[1]
    bare = not isinstance(gradient.argnums, tuple)
    if bare and slopes_of(gradient).remembers(args, dots, places[0]):  # the gradient was seen not to be plain
        return slopes_of(gradient)(args, dots, places[0])
    return forward.along(args, dots)[1] if gradient.plain_for(args, {}) else _transposed(gradient, args, places, vectors)


def tangents_at(args: tuple[Any, ...], places: list[int], vectors: tuple[Any, ...]) -> tuple[Any, ...]:
    """The tangents of the arguments: the vectors at their places, None elsewhere."""
    given = dict(zip(places, vectors, strict=True))
    return tuple([given.get(k) for k in range(len(args))])


def _followed_product(gradient: Any, args: Any, places: Any, vectors: Any) -> Any:
    """`_product`, written so that it can be differentiated."""
    return followed_product(gradient.primal, args, places, vectors, isinstance(gradient.argnums, tuple))


def vhp(fun: Callable[..., Any], argnums: Argnums = 0) -> Product:
    """The product of a vector with the Hessian, `vhp(f)(x, v)`: the gradient of the tangent along `v`.

    The same numbers as `hvp`, by reverse over forward mode.

    >>> import numpy as np
    >>> vhp(lambda x: np.sum(x ** 3))(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    array([6., 0.])

    Raises as `hvp` does.
    """
    return Product(fun, argnums, True)


def _transposed(gradient: Derivative, args: tuple[Any, ...], places: list[int], vectors: tuple[Any, ...]) -> Any:
    """The product of a vector with a Hessian: reverse over forward."""
    dots = checked_tangents(args, tangents_at(args, places, vectors))
    bare = not isinstance(gradient.argnums, tuple)
    slopes = slopes_of(gradient)(args, dots, places[0]) if bare else None
    if slopes is not None:
        return slopes
    along = copied(dots)  # a vector may be the argument itself, in v . H v
    found = with_own_places(gradient.primal, args, {}, lambda given, _: slopes_along(gradient.primal, along, given))
    return found[places[0]] if bare else tuple(found[place] for place in places)


# how these are differentiated in turn
zero_derivative(check_leaves, is_structured, check_vector, check_vectors)
register(_product, _followed_product)
register(_transposed, _followed_product)
register(_rows, _followed_rows)
register(_blocks, _followed_blocks)
OPERATORS.update((Hessian, Product, hessian, hvp, vhp))

__all__ = ["Hessian", "Product", "hessian", "hvp", "vhp"]
