"""Calls of functions with `custom_jvp` in a tangent program that is differentiated itself: through their rule."""

from __future__ import annotations

import types
from typing import Any

from tangentish.custom import Custom, CustomJvp
from tangentish.custom.checks import check_tangent
from tangentish.dispatch.custom_functions import zero_like
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def by_custom_rule(custom: Any, tangents: Any, wrt: Any, args: Any, dots: Any, keywords: Any) -> Any:
    """The result and its tangent, written so that they can be differentiated."""
    check_custom(custom, keywords)
    whole = [tangents.structured(args[k], dots[k]) if is_active(wrt, k) else zero_like(args[k]) for k in range(len(args))]
    places = other_places(custom, len(args))
    primals, moved = tuple([args[k] for k in places]), tuple([whole[k] for k in places])
    ans, ans_dot = custom.rule(*[args[k] for k in custom.nondiff], primals, moved)
    check_tangent(ans_dot, ans, custom.rule)
    return ans, tangents.bind(ans, ans_dot)


def is_custom(function: Any) -> bool:
    """Whether a callable is what `custom_vjp` or `custom_jvp` made, or a method of that kind."""
    return isinstance(function.__func__ if isinstance(function, types.MethodType) else function, Custom)


def check_custom(function: Any, keywords: Any) -> None:
    """Refuse what has no rule for tangents, and calls that are not followed."""
    custom = function.__func__ if isinstance(function, types.MethodType) else function
    what = f"the derivative of a derivative meets a call of `{custom.__name__}`, "
    if not isinstance(custom, CustomJvp):
        raise UnsupportedError(what + "which has a custom_vjp; that is for reverse mode, and this goes by way of a tangent.\n"
                               "Use hvp or jvp(grad(f)), name the function where it is called, or give it a custom_jvp.")
    if custom is not function:
        raise UnsupportedError(what + "a method, which is not followed there.\nMake it a function.")
    if keywords:
        raise UnsupportedError(what + "with keywords, which is not followed there.\nPass the arguments by their positions.")
    custom.jvp_rule()


def is_active(wrt: Any, place: int) -> bool:
    """Whether an argument is differentiated."""
    return wrt is ... or place in wrt


def other_places(custom: CustomJvp, count: int) -> list[int]:
    """The arguments that are not named by nondiff_argnums."""
    return [k for k in range(count) if k not in custom.nondiff]


for _structural in (check_custom, is_active, is_custom, other_places, zero_like):
    zero_derivative(_structural)
