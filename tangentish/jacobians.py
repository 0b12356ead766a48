"""Operators built on `jvp`, `vjp` and `grad`: Jacobians, Hessians, products with them, linear approximations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from tangentish.api import Argnums, grad, jvp, vjp
from tangentish.derivative.arguments import check_value
from tangentish.derivative.pullback import copied_arguments
from tangentish.derivative.tangents import checked_tangents
from tangentish.errors import ArgumentError, DerivativeTypeError, UnsupportedError
from tangentish.leaves import leaves, rebuilt, unit_tangents

Mode = Literal["auto", "fwd", "rev"]


class Jacobian:
    """What `jacobian` returns: called with the arguments of `primal`; `mode` says which mode the last call used."""

    def __init__(self, primal: Callable[..., Any], argnums: Argnums, mode: Mode, with_value: bool = False) -> None:
        if not callable(primal):
            raise ArgumentError(f"fun must be callable, not {type(primal).__name__}")
        if mode not in ("auto", "fwd", "rev"):
            raise ArgumentError(f"mode should be 'auto', 'fwd' or 'rev', not {mode!r}")
        self.primal, self.argnums, self.wanted_mode, self.with_value = primal, argnums, mode, with_value
        self.mode: str | None = None if mode == "auto" else mode

    def __call__(self, *args: Any) -> Any:
        bare = not isinstance(self.argnums, tuple)
        nums = (self.argnums,) if bare else self.argnums
        places = [_place(num, args) for num in nums]  # type: ignore[union-attr]
        for place in places:
            for _, leaf in leaves(args[place]):
                _check_leaf(leaf, place)
        if self.wanted_mode == "auto":
            ans = self.primal(*copied_arguments(args, {})[0])
            inputs = sum(np.size(leaf) for place in places for _, leaf in leaves(args[place]))
            self.mode = "fwd" if inputs <= sum(np.size(leaf) for _, leaf in leaves(ans)) else "rev"
        by_mode = forward_blocks if self.mode == "fwd" else reverse_blocks
        ans, blocks = by_mode(self.primal, args, places)
        result = blocks[0] if bare else tuple(blocks)
        return (ans, result) if self.with_value else result


def forward_blocks(fun: Callable[..., Any], args: tuple[Any, ...], places: list[int]) -> tuple[Any, list[Any]]:
    """The value, and for each argument the Jacobian, column by column: one tangent program called for each entry."""
    program, value, results = jvp(fun), None, []
    for place in places:
        x = args[place]
        blocks: dict[Any, dict[Any, Any]] = {}
        ans: Any = None
        for path, index, unit in unit_tangents(x):
            tangents: list[Any] = [None] * len(args)
            tangents[place] = unit
            ans, ans_dot = program(args, tuple(tangents))
            shape = np.shape(dict(leaves(x))[path])
            for (out, y), (_, y_dot) in zip(leaves(ans), leaves(ans_dot), strict=True):
                row = blocks.setdefault(out, {})
                if path not in row:
                    row[path] = np.zeros(np.shape(y) + shape, np.asarray(y_dot).dtype)
                row[path][(..., *index)] = y_dot
        if ans is None:  # nothing to differentiate with respect to
            ans = fun(*copied_arguments(args, {})[0])
            for out, y in leaves(ans):
                blocks[out] = {path: np.zeros(np.shape(y) + np.shape(leaf)) for path, leaf in leaves(x)}
        value = ans
        results.append(rebuilt(ans, {out: rebuilt(x, row) for out, row in blocks.items()}))
    return value, results


def reverse_blocks(fun: Callable[..., Any], args: tuple[Any, ...], places: list[int]) -> tuple[Any, list[Any]]:
    """The value, and for each argument the Jacobian, row by row: one pullback called for each entry of the result."""
    ans, pullback = vjp(fun, *args)
    found: list[dict[Any, dict[Any, Any]]] = [{} for _ in places]
    for out, y in leaves(ans):
        if np.iscomplexobj(y):
            raise DerivativeTypeError("the result is complex; use mode='fwd', whose columns are complex tangents")
        for k, place in enumerate(places):
            dtype = np.float32 if np.asarray(y).dtype == np.float32 else np.float64
            found[k][out] = {path: np.zeros(np.shape(y) + np.shape(leaf), dtype) for path, leaf in leaves(args[place])}
    for out, index, unit in unit_tangents(ans, zeros=True):
        bars = pullback(unit)
        for k, place in enumerate(places):
            for path, bar in leaves(bars[place]):
                found[k][out][path][index] = bar
    return ans, [rebuilt(ans, {out: rebuilt(args[place], row) for out, row in found[k].items()})
                 for k, place in enumerate(places)]


def _place(num: Any, args: tuple[Any, ...]) -> int:
    if isinstance(num, bool) or not isinstance(num, int | np.integer) or not -len(args) <= num < len(args):
        raise ArgumentError(f"argnums should be the position of an argument, 0 to {len(args) - 1}, or a tuple of these, "
                            f"not {num!r}")
    return int(num) % len(args)


def _check_leaf(leaf: Any, place: int) -> None:
    check_value(leaf, place, f"argument {place}")
    if np.iscomplexobj(leaf):
        raise DerivativeTypeError(f"argument {place} is complex; a Jacobian is of real arguments.\n"
                                  "Use jvp, or a function of the real and imaginary parts.")


def jacobian(fun: Callable[..., Any], argnums: Argnums = 0, *, mode: Mode = "auto") -> Jacobian:
    """The Jacobian of a function: an array of shape `result.shape + argument.shape`.

    `mode` is "fwd" (a column for each entry of the argument), "rev" (a row for each entry of the result) or "auto": whichever
    needs fewer sweeps; `.mode` of what is returned says which the last call used.  An int for `argnums` gives a bare
    Jacobian, a tuple a tuple.  Lists, tuples and dicts as arguments and results give blocks of the same structure, that
    of the result outside.

    >>> import numpy as np
    >>> def polar(p):
    ...     return np.array([p[0] * np.cos(p[1]), p[0] * np.sin(p[1])])
    >>> J = jacobian(polar)
    >>> J(np.array([2.0, 0.0])).round(3) + 0.0
    array([[1., 0.],
           [0., 2.]])
    >>> J.mode
    'fwd'

    Raises what `jvp` and `vjp` raise, and `DerivativeTypeError` for complex arguments.
    """
    return Jacobian(fun, argnums, mode)


def jacfwd(fun: Callable[..., Any], argnums: Argnums = 0) -> Jacobian:
    """`jacobian` in forward mode: for functions with few inputs.

    >>> jacfwd(lambda x: x * x)(3.0)
    array(6.)
    """
    return Jacobian(fun, argnums, "fwd")


def jacrev(fun: Callable[..., Any], argnums: Argnums = 0) -> Jacobian:
    """`jacobian` in reverse mode: for functions with few outputs.

    >>> jacrev(lambda x: x * x)(3.0)
    array(6.)
    """
    return Jacobian(fun, argnums, "rev")


def value_and_jacobian(fun: Callable[..., Any], argnums: Argnums = 0, *, mode: Mode = "auto") -> Jacobian:
    """The value of a function and its Jacobian, as `(value, jacobian)`; arguments as for `jacobian`.

    >>> value_and_jacobian(lambda x: x * x)(3.0)
    (9.0, array(6.))
    """
    return Jacobian(fun, argnums, mode, with_value=True)


def hessian(fun: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """The matrix of second derivatives of a function that returns one number: the Jacobian of its gradient.

    Forward over reverse: the program of the gradient is differentiated forwards, one sweep for each entry.

    >>> import numpy as np
    >>> def energy(x):
    ...     return x[0] ** 2 * x[1]
    >>> hessian(energy)(np.array([1.0, 3.0]))
    array([[6., 2.],
           [2., 0.]])

    Raises `UnsupportedError` where the gradient is not a program of plain Python and NumPy.
    """
    product = hvp(fun, argnums)

    def second(*args: Any) -> Any:
        place = _place(argnums, args)
        x = args[place]
        _check_leaf(x, place)
        found = np.zeros(np.shape(x) * 2, np.asarray(x).dtype)
        for _, index, unit in unit_tangents(x):
            place_in: Any = (..., *index)
            found[place_in] = product(*args, unit)
        return found

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
    forward = jvp(gradient)
    refused = False

    def product(*args: Any) -> Any:
        nonlocal refused
        *given, v = args
        place = _place(argnums, tuple(given))
        if not refused:
            try:
                return jvp_of(forward, given, place, v)
            except UnsupportedError:
                refused = True  # its gradient keeps a table; that of its tangent may not
        return vhp(fun, argnums)(*args)

    return product


def jvp_of(forward: Callable[..., Any], args: list[Any], place: int, v: Any) -> Any:
    """The tangent of a function along `v`, which is for the argument at `place`."""
    tangents: list[Any] = [None] * len(args)
    tangents[place] = v
    return forward(tuple(args), checked_tangents(tuple(args), tuple(tangents)))[1]


def vhp(fun: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """The product of a vector with the Hessian, `vhp(f)(x, v)`: the gradient of the tangent along `v`.

    The same numbers as `hvp`, by reverse over forward mode.

    >>> import numpy as np
    >>> vhp(lambda x: np.sum(x ** 3))(np.array([1.0, 2.0]), np.array([1.0, 0.0]))
    array([6., 0.])
    """

    def product(*args: Any) -> Any:
        *given, v = args
        place = _place(argnums, tuple(given))
        tangents: list[Any] = [None] * len(given)
        tangents[place] = v

        def along(x: Any) -> Any:
            return jvp(fun, (*given[:place], x, *given[place + 1 :]), tuple(tangents))[1]

        return grad(along)(given[place])

    return product


def linearize(fun: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """The value of a function and its linear approximation there, from tangents of the arguments to that of the result.

    The tangent program runs the primal again with each call; nothing is kept between them.

    >>> import math
    >>> ans, f_dot = linearize(math.sin, 0.0)
    >>> ans, f_dot(2.0)
    (0.0, 2.0)
    """
    program = jvp(fun)
    ans = fun(*copied_arguments(primals, {})[0])

    def linear(*tangents: Any) -> Any:
        """The tangent of the result from those of the arguments."""
        return program(primals, checked_tangents(primals, tangents))[1]

    return ans, linear


def elementwise_grad(fun: Callable[..., Any], argnums: int = 0) -> Callable[..., Any]:
    """The derivative of a function of one number, entry by entry, applied to an array at once.

    Each entry of the result must depend on the entry of the argument at the same place alone.

    >>> import numpy as np
    >>> elementwise_grad(lambda x: x ** 2)(np.array([1.0, 2.0]))
    array([2., 4.])
    """
    program = jvp(fun)

    def derivative_of(*args: Any) -> Any:
        place = _place(argnums, args)
        x = args[place]
        check_value(x, place, f"argument {place}")
        return jvp_of(program, list(args), place, np.ones_like(x) if isinstance(x, np.ndarray) else type(x)(1))

    return derivative_of



__all__ = ["Jacobian", "elementwise_grad", "hessian", "hvp", "jacfwd", "jacobian", "jacrev", "linearize",
           "value_and_jacobian", "vhp"]
