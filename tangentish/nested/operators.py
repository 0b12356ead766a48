"""`vjp`, Jacobians and products with Hessians in plain Python, for when a function that calls them is differentiated.

A pullback is the gradient of the inner product of a cotangent and the result; a product with a Hessian is the gradient of a
tangent. Both are gradients with respect to the tuple of the arguments, each by one function, so that its programs are kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.derivative import Derivative
from tangentish.derivative.places import only_reads, share
from tangentish.derivative.programs import target_of
from tangentish.errors import UnsupportedError
from tangentish.library.copies import copies_of
from tangentish.nested.tangent_programs import followed_jvp
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.runs import run_begins


def product_with(ans_bar: Any, ans: Any) -> Any:
    """The inner product of a cotangent with a result of the same structure."""
    if ans_bar is None:
        return 0.0
    if isinstance(ans, list | tuple):
        return sum([product_with(ans_bar[k], ans[k]) for k in range(len(ans))])
    if isinstance(ans, dict):
        return sum([product_with(ans_bar[key], ans[key]) for key in list(ans)])
    check_real(ans)
    return np.sum(ans_bar * ans)


def check_real(ans: Any) -> None:
    """Refuse what an inner product is not made of."""
    if ans is None or np.iscomplexobj(ans):
        raise UnsupportedError("the derivative of a pullback is supported for real results alone, not for complex ones or for "
                               "functions that return nothing.\nReturn what is written, or the real and imaginary parts.")


def weighted(fun: Any, ans_bar: Any, args: Any) -> Any:
    """The inner product of `ans_bar` and the result of `fun`."""
    run_begins()
    return product_with(ans_bar, fun(*args))


def weighted_first(fun: Any, ans_bar: Any, args: Any) -> Any:
    """`weighted` for a function that returns its value and something else."""
    run_begins()
    return product_with(ans_bar, fun(*args)[0])


def along(fun: Any, tangents: Any, args: Any) -> Any:
    """The tangent of `fun`."""
    return followed_jvp(fun, args, tangents)[1]


pulled, pulled_first, slopes_along = (Derivative(fun, 2, "grad", False) for fun in (weighted, weighted_first, along))


def followed_vjp(fun: Any, *primals: Any, has_aux: bool = False, checkpoint: Any = None) -> Any:
    """`vjp(fun, *primals)`, written so that it can be differentiated; second derivatives record every step."""
    kept = copies_apart(fun, primals)
    run_begins()
    ans = fun(*copies_apart(fun, primals))

    def pullback(ans_bar: Any) -> Any:
        return pulled_first(fun, ans_bar, kept) if has_aux else pulled(fun, ans_bar, kept)

    return (ans[0], pullback, ans[1]) if has_aux else (ans, pullback)


def copies_apart(fun: Any, args: Any) -> Any:
    """Copies of arguments; each place has its own derivative, and memory, if `fun` writes into none that share theirs."""
    return tuple([copies_of(arg) for arg in args]) if may_part(fun, args) else copies_of(args)


def may_part(fun: Any, args: Any) -> bool:
    """Whether arguments share memory, and a function only reads them."""
    return share(dict(enumerate(args))) and only_reads(target_of(fun))


def followed_product(fun: Any, args: Any, places: Any, vectors: Any, several: bool) -> Any:
    """The product of the Hessian of `fun` with vectors, written so that it can be differentiated."""
    own = [copies_of(v) for v in vectors]  # one may be the argument itself, in v . H v
    tangents = tuple([own[places.index(k)] if k in places else None for k in range(len(args))])
    found = slopes_along(fun, tangents, copies_apart(fun, args))
    if several:
        return tuple([found[place] for place in places])
    return found[places[0]]


def followed_jacobian(fun: Any, args: Any, place: int, forward: bool) -> Any:
    """The Jacobian of a function of arrays and numbers, and its value, written so that it can be differentiated."""
    check_array(args[place])
    if forward:
        run_begins()
        ans = fun(*copies_apart(fun, args))
        check_array(ans)
        columns = [np.asarray(followed_jvp(fun, args, tangents)[1]) for tangents in unit_tangents_at(args, place)]
        return ans, np.reshape(np.stack(columns, -1), np.shape(ans) + np.shape(args[place]))
    ans, pullback = followed_vjp(fun, *args)
    check_array(ans)
    rows = [np.asarray(pullback(unit)[place]) for unit in units(ans)]
    return ans, np.reshape(np.stack(rows), np.shape(ans) + np.shape(args[place]))


def units(x: Any) -> list[Any]:
    """An array or number for each entry of `x`, that is one there and zero elsewhere."""
    if not isinstance(x, np.ndarray):
        return [type(x)(1)]
    return [np.reshape(row, x.shape) for row in np.eye(x.size, dtype=x.dtype)]


def unit_tangents_at(args: Any, place: int) -> list[Any]:
    """The tangents of arguments of which one changes, for each entry of that."""
    return [tuple([unit if k == place else None for k in range(len(args))]) for unit in units(args[place])]


def check_array(x: Any) -> None:
    """Refuse containers, of whose Jacobians the derivative is not written down."""
    if not isinstance(x, np.ndarray | float | np.floating) or np.size(x) == 0:
        raise UnsupportedError(f"the derivative of a Jacobian is supported for arrays and numbers, not for a {type(x).__name__}.\n"
                               "Put it in an array.")


for _structural in (check_real, check_array, may_part, units, unit_tangents_at):
    zero_derivative(_structural)

__all__ = ["followed_jacobian", "followed_product", "followed_vjp", "slopes_along", "units"]
