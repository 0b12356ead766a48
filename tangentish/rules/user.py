"""Rules of users: what `tangentish.rules` exports.

The decorators are those of `registry` with what a user needs of them.  A rule is looked at when it is registered, as far
as that can be done; what it gives is checked when it is used (`helpers.checks`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tangentish.errors import RuleError
from tangentish.rules import registry
from tangentish.rules.helpers.checks import described
from tangentish.rules.registry import Decorator, Rule
from tangentish.rules.user_checks import (
    can_be_spliced,
    check_callable,
    checked_signature,
    count_results,
    label,
    parameters,
)

__all__ = ["elementwise", "jvp", "linear", "vjp", "zero_derivative"]

def elementwise(*functions: Callable[..., Any], wrt: tuple[str, ...] | None = None) -> Decorator:
    """Say what the partial derivatives are of functions that work entry by entry.

    The rule takes `ans`, the result, and then the parameters of the function.  It returns the partial derivative with
    respect to each parameter that it declares without a default (or that `wrt` names), in that order: an expression for
    one, a tuple for several.  A partial derivative is a number or an array that broadcasts to the shape of `ans`, in any
    real dtype (complex only where `ans` or the argument is).  Products with cotangents, broadcasting between the
    arguments, sums over what was broadcast and casts to the dtype of each argument are not the business of a rule.

    >>> import numpy as np
    >>> import tangentish
    >>> def softplus(x, sharpness):
    ...     return np.log1p(np.exp(sharpness * x)) / sharpness
    >>> @tangentish.rules.elementwise(softplus)
    ... def softplus_partials(ans, x, sharpness):
    ...     slope = 1.0 / (1.0 + np.exp(-sharpness * x))
    ...     return slope, (x * slope - ans) / sharpness
    >>> tangentish.grad(lambda x: np.sum(softplus(x, 2.0)))(np.array([0.0, 0.5]))
    array([0.5       , 0.73105858])

    Raises `RuleError` for a rule that does not begin with `ans`, that has no parameter to differentiate or one that the
    function does not have.  When the rule is used, `RuleError` is raised for results of a wrong number, shape or dtype and
    for None; `UnsupportedError` for a call with an argument that the rule does not declare.
    """
    return _registers(functions, "elementwise", ("ans",), wrt)


def linear(*functions: Callable[..., Any], wrt: tuple[str, ...] | None = None, broadcasts: bool = False,
           multi: bool = False) -> Decorator:
    """Say what the transpose is of functions that are linear in their first parameter, or in those of `wrt` together.

    The rule takes `ans_bar`, the cotangent of the result, and then the parameters of the function.  It returns the
    cotangent of each linear parameter, with its shape; with `broadcasts` the shape may be one that the argument was
    broadcast to.  The tangent needs no rule: it is the function itself, called with a tangent.  With `multi` the function
    returns a tuple or a list, and `ans_bar` is a list of as many arrays.

    >>> import numpy as np
    >>> import tangentish
    >>> def double_sum(x):
    ...     return 2.0 * np.sum(x, axis=-1)
    >>> @tangentish.rules.linear(double_sum)
    ... def double_sum_transpose(ans_bar, x):
    ...     return np.broadcast_to(2.0 * ans_bar[..., None], x.shape)
    >>> tangentish.grad(lambda x: np.sum(double_sum(x) ** 2))(np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[24., 24.],
           [56., 56.]])

    Raises as `elementwise` does.
    """
    return _registers(functions, "linear", ("ans_bar",), wrt, broadcasts=broadcasts, multi=multi)


def vjp(*functions: Callable[..., Any], wrt: tuple[str, ...] | None = None, broadcasts: bool = False,
        multi: bool = False) -> Decorator:
    """Say what the cotangents of the arguments of any function are.

    The rule takes `ans_bar`, the cotangent of the result, `ans`, the result, and then the parameters of the function.  It
    returns the cotangent of each parameter that it declares without a default (or that `wrt` names): an array of the
    shape of the argument, a list for a list or a tuple, and for an object, such as the `self` of a method, a dict from the
    names of its attributes to their cotangents.  `broadcasts` and `multi` are as for `linear`.

    >>> import numpy as np
    >>> import tangentish
    >>> def projected(x):
    ...     return x / np.sqrt(x @ x)
    >>> @tangentish.rules.vjp(projected)
    ... def projected_vjp(ans_bar, ans, x):
    ...     return (ans_bar - ans * (ans @ ans_bar)) / np.sqrt(x @ x)
    >>> tangentish.grad(lambda x: projected(x)[0])(np.array([3.0, 4.0]))
    array([ 0.128, -0.096])

    Raises as `elementwise` does.
    """
    return _registers(functions, "vjp", ("ans_bar", "ans"), wrt, broadcasts=broadcasts, multi=multi)


def jvp(*functions: Callable[..., Any]) -> Decorator:
    """Say what the tangent of the result is, for functions that have a `vjp` rule: forward mode needs it.

    The rule takes `ans`, a tangent `x_dot` for each differentiable parameter `x` of the `vjp` rule, and then the parameters
    of that.  It returns one term for each tangent, linear in it: the tangent of the result is their sum.  (`elementwise`
    and `linear` rules serve both modes as they are.)

    >>> import numpy as np
    >>> import tangentish
    >>> def weighted(x, w):
    ...     return x @ w
    >>> @tangentish.rules.vjp(weighted)
    ... def weighted_vjp(ans_bar, ans, x, w):
    ...     return ans_bar * w, ans_bar * x
    >>> @tangentish.rules.jvp(weighted)
    ... def weighted_jvp(ans, x_dot, w_dot, x, w):
    ...     return x_dot @ w, x @ w_dot

    Raises `RuleError` if there is no `vjp` rule yet, or the parameters are not the ones described.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for target in functions:
            rule = registry.lookup(target)
            if rule is None or rule.kind != "vjp" or not rule.user:
                why = (f"an {rule.kind} rule serves both modes as it is" if rule is not None and rule.kind != "vjp"
                       else "register its vjp rule first")
                raise RuleError(f"{described(function)} for {label(target)}: {why}.")
            registry.check_jvp(target, rule, list(parameters(function)))
            count_results(function, len(rule.params))
            rule.jvp, rule.jvp_spliced = function, can_be_spliced(function, rule.signature, rule.params)
            registry.enter(target, rule)
        return function

    return register


def zero_derivative(*functions: Callable[..., Any]) -> None:
    """Say that the results of functions do not depend differentiably on anything: counts, indices, tests.

    >>> import tangentish
    >>> def bucket(x):
    ...     return float(int(x * 10.0))
    >>> tangentish.rules.zero_derivative(bucket)
    >>> tangentish.grad(lambda x: x * bucket(x))(0.25)
    2.0

    Raises `RuleError` for what cannot be called.
    """
    for target in functions:
        check_callable(target, "zero_derivative")
        registry.enter(target, Rule((target,), "zero", user=True))


def _registers(functions: tuple[Any, ...], kind: str, leading: tuple[str, ...], wrt: tuple[str, ...] | None,
               **options: Any) -> Decorator:
    if not functions or any(isinstance(wrt, one) for one in (str, list)):
        raise RuleError(f"{kind}: name the functions, as in @{kind}(f), and the parameters in a tuple, as in wrt=('x',)")
    for target in functions:
        check_callable(target, kind)

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        made = []
        for target in functions:
            signature, params = registry.parameters_of(function, kind, leading, wrt)
            signature = checked_signature(function, target, signature)
            count_results(function, len(params))
            made.append((target, Rule((target,), kind, params, function, None, signature, user=True,
                                      spliced=can_be_spliced(function, signature, params), **options)))
        for target, rule in made:  # all of them or none
            registry.enter(target, rule)
        return function

    return register
