"""What a function object says of itself: its own signature, and the closure variables that hold data."""

from __future__ import annotations

import dis
import functools
import inspect
import types
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tangentish.class_attributes import bound_object
from tangentish.closures import cells_of, content
from tangentish.custom import Custom
from tangentish.frontend.resolve import MISSING, is_closure, is_fixed
from tangentish.frontend.source import added_names

Guard = tuple[Callable[[], Any], Any]
"""What a program relies on: a look-up, and what it gave when the program was made."""


def captured_names(function: types.FunctionType) -> dict[str, Any]:
    """The closure variables of a function that hold data, or functions that may, with their present values."""
    found = {}
    others = shared_variables(function) | added_names(function) | {"__class__"}
    for key, cell in cells_of(function).items():
        value = content(cell, MISSING)
        if value is MISSING:
            continue
        data = not is_fixed(value) or isinstance(value, types.MethodType | Custom) or is_closure(value) or is_of_data(value)
        if key not in others and data:
            found[key] = value
    return found


def is_of_data(value: Any) -> bool:
    """Whether a value is a method in C of some data, `x.copy` of an array, rather than a function of a module.

    >>> is_of_data([1.0].pop), is_of_data(len), is_of_data(dict.fromkeys)
    (True, False, False)
    """
    return isinstance(value, types.BuiltinFunctionType | types.MethodWrapperType) and not isinstance(
        bound_object(value), types.ModuleType | type | types.NoneType | np.ufunc)


def shared_variables(function: types.FunctionType) -> set[str]:
    """The closure variables that a function assigns, or functions that it holds too: they may change while it runs.

    >>> def made():
    ...     count, scale = 0, 2.0
    ...     def scaled(x):
    ...         nonlocal count
    ...         count += 1
    ...         return scale * x
    ...     return scaled
    >>> shared_variables(made())
    {'count'}
    """
    found = set(nonlocals(function.__code__))
    cells = cells_of(function)
    for cell in cells.values():
        other = content(cell, None)
        if isinstance(other, types.FunctionType) and (assigned := nonlocals(other.__code__)):
            shared = cells_of(other)
            found |= {name for name, own in cells.items() if any(shared[label] is own for label in assigned)}
    return found


@functools.lru_cache(maxsize=1024)
def nonlocals(code: types.CodeType) -> frozenset[str]:
    """The closure variables that a function assigns: these it shares with the function around it."""
    if not code.co_freevars:
        return frozenset()
    return frozenset(str(i.argval) for i in dis.get_instructions(code) if i.opname in ("STORE_DEREF", "DELETE_DEREF")) & set(
        code.co_freevars)


def parameters(function: types.FunctionType) -> inspect.Signature:
    """The signature of the function itself, decorators that set `__wrapped__` notwithstanding."""
    bare = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__,
                              function.__closure__)
    bare.__kwdefaults__ = function.__kwdefaults__
    return inspect.signature(bare)


def signature_of(function: Any) -> inspect.Signature:
    """The signature of what is called, not of what it wraps."""
    plain = function.__class__ is types.FunctionType and not (function.__defaults__ or function.__kwdefaults__)
    if plain and "__signature__" not in vars(function):
        return signature_of_code(function.__code__)
    return inspect.signature(function, follow_wrapped=False)


@functools.lru_cache(maxsize=1024)
def signature_of_code(code: types.CodeType, defaults: int = 0, named: frozenset[str] = frozenset()) -> inspect.Signature:
    """The signature of functions with this code, so many defaults, and defaults of these keywords; all of them are None."""
    bare = types.FunctionType(code, {}, argdefs=(None,) * defaults, closure=tuple(types.CellType() for _ in code.co_freevars))
    bare.__kwdefaults__ = dict.fromkeys(named)
    return inspect.signature(bare)


def as_it_is(function: types.FunctionType, defaults: Iterable[str] = ()) -> list[Guard]:
    """That a function has its present code, which a notebook that loads a module again changes, and these present defaults.

    What is said of a function is the same object each time, so that nothing has to be looked at twice.
    """
    if (function.__module__ or "").startswith("tangentish."):
        return []
    named = function.__kwdefaults__ or {}
    asked = {"__code__", *(param if param in named else "__defaults__" for param in defaults)}
    return [_guard_of(function, what, named[what] if what in named else getattr(function, what)) for what in sorted(asked)]


_guards: weakref.WeakKeyDictionary[types.FunctionType, dict[str, Guard]] = weakref.WeakKeyDictionary()


def _guard_of(function: types.FunctionType, what: str, value: Any) -> Guard:
    """That an attribute of a function, or the default of a keyword-only parameter, is a value."""
    kept = _guards.setdefault(function, {})
    if what not in kept or kept[what][1] is not value:
        found = weakref.ref(function)  # a program does not keep its function
        look = (lambda: getattr(found(), what, value)) if what in ("__code__", "__defaults__") else (
            lambda: (getattr(found(), "__kwdefaults__", None) or {}).get(what))
        kept[what] = look, value
    return kept[what]


def made_by_init(cls: type) -> bool:
    """Whether a call of a class gives an object of this very class, by its `__init__`; its metaclass may be `ABCMeta`."""
    return type(cls).__call__ is type.__call__ and (
        cls.__new__ is object.__new__)  # type: ignore[comparison-overlap]  # it is what a class without one has
