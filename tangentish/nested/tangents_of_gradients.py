"""The tangent of a gradient: the gradient of a tangent."""

from __future__ import annotations

import functools
from typing import Any

from tangentish.derivative import Derivative
from tangentish.dispatch.forward import pushforward
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative
from tangentish.runtime.runs import run_begins


def is_derivative(function: Any) -> bool:
    """Whether a callable is what `grad` or `value_and_grad` made."""
    return isinstance(function, Derivative)


def tangent_of(fun: Any, tangents: Any, wrt: Any, dots: Any, args: Any) -> Any:
    """The tangent of `fun` at `args`, where what `fun` holds has its tangents in a table."""
    run_begins()
    return pushforward(fun, tangents, wrt, args, dots)[1]


def tangent_of_first(fun: Any, tangents: Any, wrt: Any, dots: Any, args: Any) -> Any:
    """`tangent_of` for a function that returns its value and something else."""
    run_begins()
    ans, _ = pushforward(fun, tangents, wrt, args, dots)
    return tangents.held(ans, 0, ans[0])


def tangent_of_gradient(derivative: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any) -> Any:
    """A call of a gradient and its tangent, written so that it can be differentiated."""
    check_call(derivative, keywords)
    run_begins()
    ans = derivative(*args)
    whole_dots = tuple([tangents.structured(args[k], dots[k]) for k in range(len(args))])
    ans_dot, slopes = slopes_of_tangent(derivative.has_aux)(derivative.primal, tangents, wrt, whole_dots, tuple(args))
    picked = [slopes[k] for k in picks_of(derivative, args)]
    if isinstance(derivative.argnums, tuple):
        whole = tuple(picked)
    else:
        whole = picked[0]
    if derivative.has_aux:
        return ans, tangents.bind(ans, ((ans_dot, None), whole) if derivative.form == "value_and_grad" else (whole, None))
    return ans, tangents.bind(ans, (ans_dot, whole) if derivative.form == "value_and_grad" else whole)


def check_call(derivative: Derivative, keywords: Any) -> None:
    """Refuse calls by keywords."""
    if keywords:
        raise UnsupportedError(f"the derivative of {derivative!r}, called by keywords, is not supported.\n"
                               "Pass the arguments by their positions.")


def picks_of(derivative: Derivative, args: Any) -> list[int]:
    """Which arguments a gradient is with respect to."""
    return derivative.arguments.in_order(tuple(args), {})[2]


@functools.cache
def slopes_of_tangent(has_aux: bool) -> Derivative:
    """The tangent of a function and its derivatives with respect to the arguments of that."""
    return Derivative(tangent_of_first if has_aux else tangent_of, 4, "value_and_grad", False)


for _structural in (check_call, picks_of, slopes_of_tangent):
    zero_derivative(_structural)
