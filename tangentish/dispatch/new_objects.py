"""Whether the `__new__` of a class gives new objects, or may give one that something else holds as well.

What is stored in an object that is known elsewhere may be read there, where no call shows it.
"""

from __future__ import annotations

import functools
import inspect
import re
import types
from typing import Any

import gast
import numpy as np

from tangentish.analysis.writes.effects import effects_of
from tangentish.bindings import IMPORTS
from tangentish.errors import TangentishError, UnsupportedError
from tangentish.frontend.inner_names import scope_of
from tangentish.frontend.resolve import MISSING, Scope, is_fixed
from tangentish.frontend.source import read_source
from tangentish.rules.registry import lookup
from tangentish.syntax import Node, walk

PLAIN = (int, float, complex, str, bytes, np.ndarray, np.generic, re.Pattern)
TELLING = ("__new__", "__name__", "__qualname__", "__module__")
LOOKING = (getattr, vars, globals, locals, eval, exec, object.__getattribute__)


def check_new(cls: type) -> None:
    """Raise UnsupportedError for a class whose `__new__` may give an object that was there before."""
    if not gives_new(cls):
        raise UnsupportedError(f"{cls.__module__}.{cls.__qualname__} has a __new__ that may give an object which others know, and "
                               "active values would be stored in that.\nMake a new object of it each time.")


@functools.lru_cache(maxsize=256)
def gives_new(cls: type) -> bool:
    """Whether all that the `__new__` of a class, and those of the classes it is made from, read from outside is not an object."""
    made = [vars(base)["__new__"] for base in cls.__mro__ if "__new__" in vars(base)]
    functions = [getattr(function, "__func__", function) for function in made]
    return all(_is_new(function, cls, set()) for function in functions if isinstance(function, types.FunctionType))


def _is_new(function: types.FunctionType, cls: type, seen: set[types.FunctionType]) -> bool:
    """The same of a function that is called with the class; those `seen` are being looked at."""
    if function in seen:
        return True
    seen.add(function)
    try:
        source = read_source(function)
    except TangentishError:
        return False
    known = {function.__code__.co_varnames[0]: cls} if function.__code__.co_argcount else {}
    dropped = {id(part) for statement in _never_run(source.tree, known) for part in walk(statement)}
    nodes = [node for node in walk(source.tree) if id(node) not in dropped]
    kept = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    if not all(value is None or isinstance(value, PLAIN) for value in kept) or any(node.__class__ in IMPORTS for node in nodes):
        return False
    bound = {node.id for node in nodes if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load}
    scope = scope_of(source, bound)
    compared = {id(part) for node in nodes if node.__class__ is gast.Compare for part in (node.left, *node.comparators)}
    stored = {node.id for node in nodes if node.__class__ is gast.Name and node.ctx.__class__ is gast.Store}
    apart = {id(part) for node in nodes for root in _asked_or_told(node, stored) for part in walk(root)}
    return all(id(node) in apart or (id(node) in compared and _is_function(node, scope)) or _is_harmless(node, scope, known, seen)
               for node in nodes)


def _never_run(tree: Node, known: dict[str, type]) -> list[Node]:
    """The statements below a test whether the class has an attribute by now, where it has not, or has it."""
    found = []
    for node in walk(tree):
        negated = node.__class__ is gast.If and node.test.__class__ is gast.UnaryOp and node.test.op.__class__ is gast.Not
        test = node.test.operand if negated else getattr(node, "test", None)
        if node.__class__ is gast.If and test.__class__ is gast.Call and getattr(test.func, "id", "") == "hasattr":
            owner, key = known.get(getattr(test.args[0], "id", "")), test.args[-1]
            if owner is not None and key.__class__ is gast.Constant:
                has = inspect.getattr_static(owner, key.value, MISSING) is not MISSING
                found += node.orelse if has != negated else node.body
    return found


def _asked_or_told(node: Node, stored: set[str]) -> list[Node]:
    """The calls in a node whose results are only asked whether they are true, or dropped, and that are given nothing made here."""
    if node.__class__ in (gast.If, gast.While, gast.IfExp):
        tests = node.test.values if node.test.__class__ is gast.BoolOp else [node.test]
        calls = [test.operand if test.__class__ is gast.UnaryOp else test for test in tests]
    else:
        calls = [node.value] if node.__class__ is gast.Expr else []
    return [call for call in calls if call.__class__ is gast.Call
            and not any(part.__class__ is gast.Name and part.id in stored for part in walk(call))]


def _is_function(node: Node, scope: Scope) -> bool:
    """Whether a part is a function that a class has, which is no object of a class."""
    return node.__class__ is gast.Attribute and isinstance(scope.resolve(node), types.FunctionType)


def _is_harmless(node: Node, scope: Scope, known: dict[str, type], seen: set[types.FunctionType]) -> bool:
    """Whether a part of such a function gives no object from outside of it; `known` is the class that it is called with."""
    if node.__class__ is gast.Name and node.ctx.__class__ is gast.Load and node.id not in known:
        value = scope.name(node.id)
        return value is MISSING or is_fixed(value) or isinstance(value, PLAIN)
    if node.__class__ is gast.Attribute and node.value.__class__ is gast.Name:
        owner = known.get(node.value.id, scope.name(node.value.id))
        if isinstance(owner, type) and node.attr not in TELLING:
            found = inspect.getattr_static(owner, node.attr, None)
            if isinstance(found, classmethod) and isinstance(found.__func__, types.FunctionType):
                return _is_new(found.__func__, owner, seen)
            return node.ctx.__class__ is gast.Load and isinstance(found, PLAIN)
    if node.__class__ is gast.Call:
        target = scope.resolve(node.func)
        if getattr(target, "__module__", None) == "re":  # which keeps patterns alone
            return True
        if isinstance(target, types.FunctionType) and lookup(target) is None and target.__name__ != "__new__":
            return not (effects_of(target).around_returned or effects_of(target).outside)
        return target not in LOOKING
    return True


def made_new(cls: Any) -> bool:
    """Whether a class, not of arrays, says in `__new__` how its objects are made, and is called as classes are."""
    return isinstance(cls.__new__, types.FunctionType) and type(cls).__call__ is type.__call__ and not issubclass(cls, np.ndarray)
