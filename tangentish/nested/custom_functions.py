"""Calls of functions with `custom_jvp` in a tangent program that is differentiated itself: through their rule."""

from __future__ import annotations

import types
from typing import Any

from tangentish.custom import Custom, CustomJvp
from tangentish.custom.checks import check_tangent
from tangentish.dispatch.custom_functions import zero_like
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def by_custom_rule(function: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any) -> Any:
    """The result and its tangent, written so that they can be differentiated."""
    custom, owned = custom_of(function, keywords)
    values = [*args]
    whole = [tangents.whole(args[k], dots[k]) if is_active(wrt, k, args[k]) else zero_like(args[k]) for k in range(len(args))]
    if owned:
        values = [function.__self__, *values]
        whole = [zero_like(function.__self__), *whole]
    constants = [values[k] for k in custom.nondiff]
    places = other_places(custom, len(values))
    ans, ans_dot = custom.rule(*constants, tuple([values[k] for k in places]), tuple([whole[k] for k in places]))
    check_tangent(ans_dot, ans, custom.rule)
    return ans, tangents.bind(ans, ans_dot)


def is_custom(function: Any) -> bool:
    """Whether a callable is what `custom_vjp` or `custom_jvp` made, or a method of that kind."""
    return isinstance(function, Custom) or (isinstance(function, types.MethodType) and isinstance(function.__func__, Custom))


def custom_of(function: Any, keywords: Any) -> tuple[CustomJvp, bool]:
    """What `custom_jvp` made, and whether it is a method."""
    custom = function.__func__ if isinstance(function, types.MethodType) else function
    what = f"the derivative of a derivative meets a call of `{custom.__name__}`, "
    if not isinstance(custom, CustomJvp):
        raise UnsupportedError(what + "which has a custom_vjp; that is for reverse mode, and this goes by way of a tangent.\n"
                               "Use hvp or jvp(grad(f)), name the function where it is called, or give it a custom_jvp.")
    custom.jvp_rule()
    if keywords:
        raise UnsupportedError(what + "with keywords, which is not followed there.\nPass the arguments by their positions.")
    if custom is not function and "__dict__" in dir(function.__self__) and vars(function.__self__):
        raise UnsupportedError(what + "a method, which is not followed there.\nMake it a function.")
    return custom, custom is not function


def is_active(wrt: Any, place: int, value: Any) -> bool:
    """Whether an argument is differentiated."""
    return wrt is ... or place in wrt


def other_places(custom: CustomJvp, count: int) -> list[int]:
    """The arguments that are not named by nondiff_argnums."""
    return [k for k in range(count) if k not in custom.nondiff]


for _structural in (custom_of, is_active, other_places, zero_like):
    zero_derivative(_structural)
