"""Operators built on `jvp` and `vjp`: Jacobians, linear approximations, derivatives entry by entry."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from tangentish.analysis.kept_before import WATCHED, beginning, note_numbers
from tangentish.api import Argnums, grad, jvp
from tangentish.blocks import forward_blocks, reverse_blocks
from tangentish.columns import Rows
from tangentish.derivative import Argnum
from tangentish.derivative.arguments import check_value
from tangentish.derivative.forward import Forward
from tangentish.derivative.operator import Operator, defaults_named, place_of
from tangentish.derivative.pullback import copied_arguments
from tangentish.derivative.repeated import Repeated
from tangentish.dispatch.derivatives import OPERATORS
from tangentish.errors import ArgumentError, DerivativeTypeError
from tangentish.frontend.first_result import first_result
from tangentish.leaves import leaves
from tangentish.nested import followed_jacobian, register
from tangentish.rules.registry import zero_derivative
from tangentish.runtime import copied

Mode = Literal["auto", "fwd", "rev"]


class Jacobian(Operator):
    """What `jacobian` returns: called with the arguments of `primal`; `mode` says which mode the last call used.

    `source` is the program that was last used.
    """

    def __init__(self, primal: Callable[..., Any], argnums: Argnums, mode: Mode, with_value: bool = False,
                 checkpoint: int | None = None, has_aux: bool = False) -> None:
        if not callable(primal):
            raise ArgumentError(f"fun must be callable, not {type(primal).__name__}")
        if mode not in ("auto", "fwd", "rev"):
            raise ArgumentError(f"mode should be 'auto', 'fwd' or 'rev', not {mode!r}")
        self.primal, self.argnums, self.wanted_mode, self.with_value = primal, argnums, mode, with_value
        self.mode: str | None = None if mode == "auto" else mode
        self.has_aux, self.checkpoint = has_aux, checkpoint
        self.differentiated = first_result(primal) if has_aux else primal
        self.forward, self.rows = Forward(self.differentiated), Rows(self.differentiated)
        functools.update_wrapper(self, primal, updated=())

    def settings(self) -> tuple[Any, ...]:
        return self.argnums, self.wanted_mode, self.with_value, self.checkpoint, self.has_aux

    @beginning
    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if WATCHED:
            note_numbers()
        keywords = keywords or defaults_named(self.argnums, args, self.primal)
        if keywords:
            return self.by_keywords(args, keywords)
        bare = not isinstance(self.argnums, tuple)
        nums = (self.argnums,) if bare else self.argnums
        places = [place_of(num, args, self.primal) for num in nums]
        mode = chosen_mode(self, args, places)
        ans, blocks = _blocks(self, args, places, mode)
        result = blocks[0] if bare else tuple(blocks)
        if self.has_aux:
            aux = self.primal(*copied(tuple(args)))[1]
            return ((ans, aux), result) if self.with_value else (result, aux)
        return (ans, result) if self.with_value else result

    @property
    def source(self) -> str:
        """The program that was last used, in forward mode: the batched one where there is one; in reverse mode the batched one,
        or that of the gradient."""
        if self.mode == "rev":
            return self.rows.source or grad(self.differentiated, self.argnums).source
        return self.forward.source


def chosen_mode(derivative: Jacobian, args: tuple[Any, ...], places: list[int]) -> str:
    """The mode for a call, which `derivative` notes: the one that takes fewer sweeps."""
    for place in places:
        for _, leaf in leaves(args[place]):
            check_leaf(leaf, place)
    if derivative.wanted_mode == "auto":
        runs = Repeated(derivative.differentiated, args)
        if runs.lost:  # a run to see how large the result is would be one too many
            derivative.mode = "fwd"
            return derivative.mode
        runs.several()
        runs.begins()
        ans = derivative.differentiated(*copied_arguments(args, {})[0])
        runs.begins()
        inputs = sum(np.size(leaf) for place in places for _, leaf in leaves(args[place]))
        derivative.mode = "fwd" if inputs <= sum(np.size(leaf) for _, leaf in leaves(ans)) else "rev"
    assert derivative.mode is not None
    return derivative.mode


def _blocks(derivative: Jacobian, args: tuple[Any, ...], places: list[int], mode: str) -> tuple[Any, list[Any]]:
    """The value, and the Jacobian for each of some arguments."""
    if mode == "fwd":
        return forward_blocks(derivative.forward, args, places)
    return reverse_blocks(derivative.rows, args, places, derivative.checkpoint)


def _followed_blocks(derivative: Any, args: Any, places: Any, mode: str) -> Any:
    """`_blocks`, written so that it can be differentiated."""
    found = [followed_jacobian(derivative.differentiated, args, place, mode == "fwd") for place in places]
    return found[0][0], [block for _, block in found]


def check_leaf(leaf: Any, place: int) -> None:
    check_value(leaf, place, f"argument {place}")
    if isinstance(leaf, deque):
        raise DerivativeTypeError(f"argument {place} is a deque, by which there are no Jacobians; pass list(...) of it")
    if np.iscomplexobj(leaf):
        raise DerivativeTypeError(f"argument {place} is complex; a Jacobian is of real arguments.\n"
                                  "Use jvp, or a function of the real and imaginary parts.")


def jacobian(fun: Callable[..., Any], argnums: Argnums = 0, *, mode: Mode = "auto", has_aux: bool = False) -> Jacobian:
    """The Jacobian of a function: an array of shape `result.shape + argument.shape`.

    `mode` is "fwd" (a column for each entry of the argument), "rev" (a row for each entry of the result) or "auto": whichever
    needs fewer sweeps; `.mode` of what is returned says which the last call used.  An int for `argnums` gives a bare
    Jacobian, a tuple a tuple.  Lists, tuples and dicts as arguments and results give blocks of the same structure, that
    of the result outside.

    Either mode takes all columns or all rows at once where it can: for arguments that are arrays (and, in reverse, a result
    that is one), by a form of the generated program in which each tangent or cotangent has a row for each direction, so that the
    values are computed once.  Where what is differentiated has no such form (values in lists that grow, functions that are
    looked up when they are called, kinds that are not known; in reverse, functions of the user's that are called, and tables of
    adjoints), one program is called for each column or row.  `.source` shows which it was.

    >>> import numpy as np
    >>> def polar(p):
    ...     return np.array([p[0] * np.cos(p[1]), p[0] * np.sin(p[1])])
    >>> J = jacobian(polar)
    >>> J(np.array([2.0, 0.0])).round(3) + 0.0
    array([[1., 0.],
           [0., 2.]])
    >>> J.mode
    'fwd'

    With `has_aux` the function returns two things, `(result, aux)`, and the Jacobian is that of the first; what is returned is
    `(jacobian, aux)`.  The function runs once more for that.

    >>> jacobian(lambda x: (x * x, "of squares"), has_aux=True)(3.0)
    (array(6.), 'of squares')

    Raises what `jvp` and `vjp` raise, and `DerivativeTypeError` for complex arguments.
    """
    return Jacobian(fun, argnums, mode, has_aux=has_aux)


def jacfwd(fun: Callable[..., Any], argnums: Argnums = 0, *, has_aux: bool = False) -> Jacobian:
    """`jacobian` in forward mode: for functions with few inputs.

    >>> jacfwd(lambda x: x * x)(3.0)
    array(6.)
    """
    return Jacobian(fun, argnums, "fwd", has_aux=has_aux)


def jacrev(fun: Callable[..., Any], argnums: Argnums = 0, *, checkpoint: int | None = None, has_aux: bool = False) -> Jacobian:
    """`jacobian` in reverse mode: for functions with few outputs.

    With `checkpoint` the loops of the function keep that many snapshots, as with `vjp`; their steps are run again for each row.

    >>> jacrev(lambda x: x * x)(3.0)
    array(6.)
    """
    return Jacobian(fun, argnums, "rev", checkpoint=checkpoint, has_aux=has_aux)


def value_and_jacobian(fun: Callable[..., Any], argnums: Argnums = 0, *, mode: Mode = "auto", has_aux: bool = False) -> Jacobian:
    """The value of a function and its Jacobian, as `(value, jacobian)`; arguments as for `jacobian`.

    With `has_aux`, `((value, aux), jacobian)`.

    >>> value_and_jacobian(lambda x: x * x)(3.0)
    (9.0, array(6.))
    """
    return Jacobian(fun, argnums, mode, with_value=True, has_aux=has_aux)


def linearize(fun: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """The value of a function and its linear approximation there, from tangents of the arguments to that of the result.

    The tangent program runs the primal again with each call, from the state that it began with, and leaves the state as it is.

    >>> import math
    >>> ans, f_dot = linearize(math.sin, 0.0)
    >>> ans, f_dot(2.0)
    (0.0, 2.0)
    """
    kept, runs = copied(primals), Repeated(fun, ())
    runs.several()
    runs.begins()
    ans = fun(*copied(primals))
    runs.check(ans)

    def linear(*tangents: Any) -> Any:
        """The tangent of the result from those of the arguments."""
        again, ans_dot = runs.apart(lambda: jvp(fun, kept, tangents))
        runs.check(again)
        return ans_dot

    return ans, linear


class ElementwiseGrad(Operator):
    """What `elementwise_grad` returns."""

    def __init__(self, primal: Callable[..., Any], argnums: Argnum) -> None:
        if not callable(primal):
            raise ArgumentError(f"fun must be callable, not {type(primal).__name__}")
        self.primal, self.argnums = primal, argnums
        functools.update_wrapper(self, primal, updated=())

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        keywords = keywords or defaults_named(self.argnums, args, self.primal)
        if keywords:
            return self.by_keywords(args, keywords)
        place = place_of(self.argnums, args, self.primal)
        check_entries(args[place], place)
        tangents = tuple([ones(args[k]) if k == place else None for k in range(len(args))])
        return jvp(self.primal, args, tangents)[1]


def check_entries(x: Any, place: int) -> None:
    """Refuse what is not a number or an array of numbers."""
    check_value(x, place, f"argument {place}")
    if not isinstance(x, np.ndarray | np.generic | float | complex):
        raise DerivativeTypeError(f"argument {place} is a {type(x).__name__}; the derivative entry by entry is with respect to an "
                                  "array or a number.\nPut it in an array.")


def elementwise_grad(fun: Callable[..., Any], argnums: Argnum = 0) -> ElementwiseGrad:
    """The derivative of a function of one number, entry by entry, applied to an array at once.

    Each entry of the result must depend on the entry of the argument at the same place alone.

    >>> import numpy as np
    >>> elementwise_grad(lambda x: x ** 2)(np.array([1.0, 2.0]))
    array([2., 4.])
    """
    return ElementwiseGrad(fun, argnums)


def ones(x: Any) -> Any:
    """The tangent of an argument of which every entry changes alike."""
    return np.ones_like(x) if isinstance(x, np.ndarray) else type(x)(1)


# how these are differentiated in turn
zero_derivative(place_of, defaults_named, check_leaf, chosen_mode, check_entries, ones)
register(_blocks, _followed_blocks)
OPERATORS.update((Jacobian, ElementwiseGrad, jacobian, jacfwd, jacrev, value_and_jacobian, elementwise_grad))

__all__ = ["ElementwiseGrad", "Jacobian", "check_leaf", "elementwise_grad", "jacfwd", "jacobian", "jacrev", "linearize",
           "value_and_jacobian"]
