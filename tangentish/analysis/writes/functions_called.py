"""What runs where something is called, and what an expression in a function names: as far as modules and classes say."""

from __future__ import annotations

import builtins
import functools
import inspect
import types
from typing import Any

import gast

from tangentish.checkpointing import without_checkpoint
from tangentish.library import handled, replacement
from tangentish.rules.registry import lookup
from tangentish.syntax import Node


def called_function(target: Any, stand_in: bool = False) -> tuple[types.FunctionType, int, Any] | None:
    """The function of Python that runs where something is called, how many arguments it has before those of the call, and the
    class that it is called for; None for what is not written in Python, or has a derivative of its own.

    With `stand_in`, it is the one that stands for it, if there is one.

    >>> called_function(functools.partial(called_function, 1))[1:], called_function(sum)
    ((1, None), None)
    """
    shift, owner = 0, None
    while True:
        if isinstance(target, functools.partial):
            shift, target = shift + len(target.args), target.func
        elif isinstance(target, types.MethodType):
            owner = target.__self__ if isinstance(target.__self__, type) else type(target.__self__)
            shift, target = shift + 1, target.__func__
        elif isinstance(target, type):
            new, made = (inspect.getattr_static(target, name) for name in ("__new__", "__init__"))
            if isinstance(new, staticmethod):
                made = new.__func__
            return (made, shift + 1, target) if isinstance(made, types.FunctionType) else None
        elif not isinstance(target, types.FunctionType):
            call = inspect.getattr_static(type(target), "__call__", None)
            if not isinstance(call, types.FunctionType):
                return None
            target = types.MethodType(call, target)
        else:
            target = without_checkpoint(target)
            other = replacement(target)
            if stand_in and isinstance(other, types.FunctionType):
                return other, shift, owner
            known = lookup(target) is not None or handled(target) is not None or other is not None
            return None if known else (target, shift, owner)


def named_in(node: Node, function: types.FunctionType, owner: Any) -> Any:
    """What an expression in a function names, if its module, what it captured or the class of its object says so; else None.

    >>> from tangentish.syntax import expression
    >>> named_in(expression("types.FunctionType"), method_of, None) is types.FunctionType
    True
    """
    if node.__class__ is gast.Name:
        code = function.__code__
        if node.id in code.co_freevars:
            cell = (function.__closure__ or ())[code.co_freevars.index(node.id)]
            return getattr(cell, "cell_contents", None)
        return None if node.id in code.co_varnames else function.__globals__.get(node.id, getattr(builtins, node.id, None))
    if node.__class__ is not gast.Attribute:
        return None
    if owner is not None and getattr(getattr(node.value, "func", None), "id", "") == "super":
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        return method_of(owner, node.attr, cells["__class__"].cell_contents) if "__class__" in cells else None
    if owner is not None and function.__code__.co_varnames[:1] == (getattr(node.value, "id", None),):
        return method_of(owner, node.attr)
    value = named_in(node.value, function, owner)
    return getattr(value, node.attr, None) if isinstance(value, types.ModuleType | type) else None


def method_of(owner: type, attr: str, after: type | None = None) -> Any:
    """What a class has under a name, bound as an object of it would; `after` is a base that is passed over, as `super()` does.

    >>> method_of(int, "real") is None, method_of(functools.partial, "func") is None
    (True, True)
    """
    bases = owner.__mro__ if after is None else owner.__mro__[owner.__mro__.index(after) + 1:]
    found = next((vars(base)[attr] for base in bases if attr in vars(base)), None)
    if isinstance(found, staticmethod):
        return found.__func__
    found = found.__func__ if isinstance(found, classmethod) else found
    if isinstance(found, types.WrapperDescriptorType) and attr == "__init__":
        return found  # of a list or a dict
    return types.MethodType(found, owner) if isinstance(found, types.FunctionType) else None
