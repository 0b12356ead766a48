"""Calls of functions with a derivative of the user's, in forward mode: by the rule of `custom_jvp`."""

from __future__ import annotations

from typing import Any

from tangentish.class_attributes import has_dict
from tangentish.custom import CustomJvp, CustomVjp
from tangentish.custom.checks import MOVED, check_results, check_tangent
from tangentish.dispatch.custom_functions import MAKERS, zero_like
from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.rule_calls import active_places, refuse_captured, refuse_held, separate, unwritten
from tangentish.errors import RuleError, UnsupportedError
from tangentish.rules.helpers.checks import described
from tangentish.runtime import copied


def made(call: Call) -> tuple[Any, Any] | None:
    """A call that makes a custom function, or says what its derivative is."""
    if not any(call.function is maker for maker in MAKERS):
        return None
    refuse_captured(call.function, call.wrt, call.args, call.keywords)
    return call.plain()


def called(call: Call) -> tuple[Any, Any] | None:
    """A call of a custom function."""
    custom = call.function
    if not isinstance(custom, CustomVjp | CustomJvp):
        return None
    given = custom.arguments(call.args, call.keywords)
    active = active_places(custom, given, call.wrt, call.keywords)
    if not active:
        return call.plain()
    refuse_held(custom, call.wrt)
    if isinstance(custom, CustomVjp):
        raise UnsupportedError(f"`{custom.__name__}` has a custom_vjp, which is for reverse mode.\n"
                               "Use grad, vjp or jacrev, or give it a custom_jvp, which serves both modes.")
    rule = custom.jvp_rule()
    if given.named:
        raise RuleError(f"`{custom.__name__}` was called with arguments that can only be passed by keyword "
                        f"({', '.join(given.named)}), and {described(rule)} has no place for them")
    dots = [None if place is None else call.keyword_dots[place] if isinstance(place, str) else call.dots[place]
            for place in given.places]
    constants, primals = custom.split(given.values)
    places = [k for k in range(len(given.values)) if k not in custom.nondiff]
    tangents = tuple(tangent_of(call, value, dots[k]) if k in active else zero_like(value)
                     for k, value in zip(places, primals, strict=True))
    with unwritten(rule, custom, (*constants, primals)):
        found = rule(*constants, primals, copied(tangents))
    check_results(found, 2, rule, MOVED)
    ans, ans_dot = found
    check_tangent(ans_dot, ans, rule)
    ans = separate(ans, custom, given.values)
    return ans, call.tangents.bind(ans, ans_dot)


def tangent_of(call: Call, value: Any, dot: Any) -> Any:
    """The whole tangent of an argument: for an object a dict of those of its attributes."""
    if isinstance(value, list | tuple | dict) or not has_dict(value):
        return call.tangents.structured(value, dot)
    return {key: call.tangents.structured(item, call.tangents.held(value, key, item)) for key, item in vars(value).items()}


__all__ = ["called", "made", "tangent_of"]
