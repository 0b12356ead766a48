"""Objects that a function finds around it, which several names may lead to, and what their methods store in them.

>>> class Tank:
...     def __init__(self): self.level, self.log = 0.0, []
...     def fill(self, v):
...         self.level = v
...         self.log.append(v)
>>> tank = Tank()
>>> objects_in([1.0, tank.fill]) == objects_in(functools.partial(setattr, tank)) == {id(tank): tank}, objects_in("text")
(True, {})
>>> sorted(stored_in(tank))
['level', 'log']
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Iterable
from typing import Any

import gast
import numpy as np

from tangentish.analysis.code_changes import ANY, changes
from tangentish.analysis.effects import effects_of
from tangentish.analysis.own_names import codes_in
from tangentish.closures import cells_of, content
from tangentish.frontend.foreign import is_foreign
from tangentish.frontend.resolve import Scope, is_fixed
from tangentish.syntax import walk

_PLAIN = (int, float, complex, str, bytes, type(None), np.ndarray, np.generic, types.ModuleType, type, np.ufunc)
DEEPEST = 3
LONG = 100


def is_plain(value: object) -> bool:
    """Whether a value is data, or a container of nothing else.

    >>> is_plain(2.0), is_plain([1, "a"]), is_plain([len, object()])
    (True, True, False)
    """
    if isinstance(value, dict):
        value = list(value.values())
    return all(map(is_plain, list(value))) if isinstance(value, list | tuple) else isinstance(value, _PLAIN)


def objects_in(value: object, deep: int = DEEPEST) -> dict[int, Any]:
    """What methods may change, by identity: an object, that of a method, those in a container or a partial."""
    if isinstance(value, functools.partial):
        value = [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return {key: item for part in list(value) for key, item in objects_in(part, deep - 1).items()} if deep else {}
    if isinstance(value, types.MethodType):
        return objects_in(value.__self__, deep)
    if isinstance(value, (*_PLAIN, types.FunctionType, types.BuiltinFunctionType)) or is_fixed(value):
        return {}
    return {id(value): value} if hasattr(value, "__dict__") else {}


def stored_in(owner: Any) -> frozenset[str]:
    """The attributes of an object that methods of its class bind anew, or change the content of, when it is made already."""
    found = _stored_by(type(owner))
    return found | frozenset(vars(owner)) if ANY in found else found


@functools.lru_cache(maxsize=1024)
def _stored_by(cls: type) -> frozenset[str]:
    functions = [part.fget if isinstance(part, property) else getattr(part, "__func__", part)
                 for base in cls.__mro__ for part in vars(base).values()]
    marks = {mark.partition(" ") for function in functions if isinstance(function, types.FunctionType)
             for code in codes_in(function.__code__) for mark in changes(code)}
    return frozenset(key for how, _, key in marks if how in ("binds", "fills"))


def written_around(function: types.FunctionType, deep: int = DEEPEST) -> dict[int, Any]:
    """The objects around a function, or defaults of its parameters, that calling it may change, also by what it calls by name."""
    effects = effects_of(function)
    if is_installed(function):
        return {}
    found = _named(function, effects.around)
    defaults = defaults_of(function)
    for name in effects.writes & defaults.keys():
        found |= objects_in(defaults[name])
    for called in functions_around(function) if deep and effects.any_writes else ():
        found |= written_around(called, deep - 1)
    return found


def met_around(function: types.FunctionType, deep: int = DEEPEST) -> dict[int, Any]:
    """The objects around a function, or defaults of its parameters, that its code names, or that of functions that it names."""
    if is_installed(function):
        return {}
    names = {name for code in codes_in(function.__code__) for name in (*code.co_names, *code.co_freevars)}
    found = _named(function, names)
    for value in defaults_of(function).values():
        found |= objects_in(value)
    for called in functions_around(function) if deep else ():
        found |= met_around(called, deep - 1)
    return found


def held_by(objects: dict[int, Any], deep: int = DEEPEST) -> dict[int, Any]:
    """The objects with those that their attributes hold, and so on; of long containers nothing is looked at."""
    found = dict(objects)
    for owner in objects.values() if deep else ():
        parts = [part for part in list(vars(owner).values()) if not (isinstance(part, list | tuple | dict) and len(part) > LONG)]
        inner = {key: item for part in parts for key, item in objects_in(part).items() if key not in found}
        found |= held_by(inner, deep - 1)
    return found


def reads_stored(function: types.FunctionType, owner: Any, holders: Iterable[Any] = ()) -> bool:
    """Whether a function, or what it calls by name, may read an attribute that methods of an object around it store.

    It may get to the object by methods of those that hold it.

    >>> def level(): return tank.level
    >>> def name(): return tank.name
    >>> class Tank:
    ...     def fill(self, v): self.level = v
    >>> tank = Tank()
    >>> reads_stored(level, tank), reads_stored(name, tank)
    (True, False)
    """
    names, classes = _names_in_reach(function, DEEPEST), {type(owner), *map(type, holders)}
    before = -1
    while before != (before := len(names)):  # those of the methods and properties that it may call, and of those these call
        for name in list(names):
            for cls in classes:
                part = inspect.getattr_static(cls, name, None)
                part = part.fget if isinstance(part, property) else getattr(part, "__func__", part)
                if isinstance(part, types.FunctionType):
                    names |= _names_in_reach(part, 0)
    return not names.isdisjoint(stored_in(owner) | {"getattr", "vars", "__dict__"})


def _names_in_reach(function: types.FunctionType, deep: int) -> set[str]:
    names = {name for code in codes_in(function.__code__) for name in code.co_names}
    for called in functions_around(function) if deep else ():
        if not is_installed(called):
            names |= _names_in_reach(called, deep - 1)
    return names


def gives_of_its_own(method: object) -> bool:
    """Whether what a method gives may be a part of what it is of."""
    if not isinstance(method, types.FunctionType) or is_installed(method) or not method.__code__.co_argcount:
        return False
    effects = effects_of(method)
    return effects.opaque or method.__code__.co_varnames[0] in effects.returns


def shown_around(function: types.FunctionType) -> dict[int, Any]:
    """The objects around a function that it may return."""
    return {} if is_installed(function) else _named(function, effects_of(function).around_returned)


def _named(function: types.FunctionType, names: Iterable[str]) -> dict[int, Any]:
    """The objects that some variables around a function hold."""
    if not names:
        return {}
    around = {**function.__globals__, **{name: content(cell, None) for name, cell in cells_of(function).items()}}
    return {key: item for name in names for key, item in objects_in(around.get(name)).items()}


def is_installed(function: types.FunctionType) -> bool:
    """Whether a function belongs to Python or an installed package: what these keep in objects of theirs are settings."""
    return is_foreign(function.__module__) or "-packages" in function.__code__.co_filename


def functions_around(function: types.FunctionType) -> list[types.FunctionType]:
    """The functions that the code of a function names."""
    cells = [content(cell, None) for cell in function.__closure__ or ()]
    names = {name for code in codes_in(function.__code__) for name in code.co_names}
    return [value for value in (*cells, *(function.__globals__.get(name) for name in sorted(names)))
            if isinstance(value, types.FunctionType)]


def defaults_of(function: types.FunctionType) -> dict[str, Any]:
    """The defaults of parameters, by their names."""
    code, defaults = function.__code__, function.__defaults__ or ()
    positional = code.co_varnames[: code.co_argcount]
    return dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True)) | (function.__kwdefaults__ or {})


def objects_by_name(scope: Scope) -> dict[str, dict[int, Any]]:
    """The objects that the variables around a function, and the defaults of its parameters, hold."""
    names = {node.id for node in walk(scope.source.tree) if node.__class__ is gast.Name}
    held = {name: objects_in(scope.name(name)) for name in sorted(names)}
    for name, cell in cells_of(scope.source.function).items():  # which may be parameters of the program
        held[name] = objects_in(content(cell, None))
    held |= {name: objects_in(value) for name, value in defaults_of(scope.source.function).items()}
    return {name: objects for name, objects in held.items() if objects}
