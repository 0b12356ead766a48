"""What is called most often is told at once, by what `dispatch.quick` knows."""

from __future__ import annotations

import types
from typing import Any

from tangentish.dispatch.forward import classes, functions, methods, others
from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.quick import is_operator, is_plain, is_plain_class, learn, learn_class


def called(call: Call) -> tuple[Any, Any] | None:
    """A call of one of these; None for any other."""
    function = call.function
    cls = type(function)
    if cls is types.MethodType:
        return methods.bound(call)
    if cls is types.FunctionType and is_plain(function):
        return functions.called(call)
    if cls is types.BuiltinFunctionType and is_operator(function, call.args):
        return others.operator_of_class(call)
    if cls is type and is_plain_class(function):
        return classes.constructed(call)
    return None


def function_learned(call: Call) -> tuple[Any, Any] | None:
    """A function that all the other steps have passed by: the next one with its code is told at once."""
    done = functions.called(call)
    if done is not None:
        learn(call.function)
    return done


def class_learned(call: Call) -> tuple[Any, Any] | None:
    """A class that all the other steps have passed by, as above."""
    done = classes.constructed(call)
    if done is not None:
        learn_class(call.function)
    return done
