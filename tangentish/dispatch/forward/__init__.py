"""Calls that are looked up when they happen, in forward mode: `pushforward(f, tangents, wrt, args, dots)`.

As in reverse mode there is one path for whatever may be called; `STEPS` lists what that may be, in the order in which it
is tried.
"""

from __future__ import annotations

from tangentish.dispatch import deques
from tangentish.dispatch.forward import classes, custom_functions, functions, methods, others, quick
from tangentish.dispatch.forward.core import STEPS, pushforward

STEPS[:] = (
    quick.called,
    others.proxy_called,
    others.partial_called,
    custom_functions.made,
    custom_functions.called,
    others.table_asked,
    others.super_called,
    others.getattr_called,
    others.setter_bound,
    others.setattr_called,
    functions.handled,
    others.operator_of_class,  # before their rules, which are for numbers and arrays
    others.operator_of_sets,
    functions.itemgetter_called,
    functions.replaced,
    functions.with_rule,
    functions.inert,
    others.derivative_made,
    others.manager_made,
    functions.refused,
    classes.fields_made,
    functions.checkpointed,
    quick.function_learned,
    others.derivative_called,
    others.partial_constructed,
    quick.class_learned,
    deques.called_forward,
    methods.of_builtin,
    methods.of_class,
    methods.of_operator,
    methods.of_vectorize,
    methods.of_callable_object,
    methods.of_wrapper,
    functions.with_nothing_active,
)

__all__ = ["STEPS", "pushforward"]
