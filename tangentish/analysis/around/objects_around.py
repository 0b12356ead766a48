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
import types
from collections.abc import Iterable, Set
from typing import Any

import gast

from tangentish.analysis.around.objects_stored import attributes_changed
from tangentish.analysis.code.code_changes import ANY
from tangentish.analysis.code.code_names import around, called_by_name, defaults_of, functions_in
from tangentish.analysis.code.reach import BY_TEXT, DATA, PLAIN, Reach, is_owner
from tangentish.analysis.writes.effects import effects_of
from tangentish.class_attributes import is_gone
from tangentish.closures import cells_of, codes_in, content
from tangentish.frontend.foreign import is_foreign, is_installed
from tangentish.frontend.resolve import Scope
from tangentish.runtime import have_in_common
from tangentish.slots import attributes_held
from tangentish.syntax import walk

DEEPEST, MOST = 3, 1000
ANY_NAME = "__dict__"
"""Stands for an attribute of any name."""


def is_plain(value: object) -> bool:
    """Whether a value is data, or a container of nothing else.

    >>> is_plain(2.0), is_plain([1, "a"]), is_plain([len, object()])
    (True, True, False)
    """
    if isinstance(value, dict):
        value = list(value.values())
    return all(map(is_plain, list(value))) if isinstance(value, list | tuple) else isinstance(value, PLAIN)


def objects_in(value: object, deep: int = DEEPEST) -> dict[int, Any]:
    """What methods may change, by identity: an object, that of a method, those in a container or a partial."""
    if is_gone(value):
        return {}
    if isinstance(value, functools.partial):
        value = [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return {key: item for part in list(value) for key, item in objects_in(part, deep - 1).items()} if deep else {}
    if isinstance(value, types.MethodType):
        return objects_in(value.__self__, deep)
    return {id(value): value} if is_owner(value) else {}


def is_of_arrays(owner: Any) -> bool:
    """Whether an object is NumPy's or SciPy's, which have attributes that nobody stores."""
    return type(owner).__module__.partition(".")[0] in ("numpy", "scipy")


def stored_in(owner: Any) -> frozenset[str]:
    """The attributes of an object that methods of its class bind anew, or change the content of, when it is made already."""
    found = _stored_by(type(owner))
    return found | frozenset(attributes_held(owner)) if ANY in found else found


@functools.lru_cache(maxsize=1024)
def _stored_by(cls: type) -> frozenset[str]:
    functions = [function for base in cls.__mro__ for function in functions_in(base)
                 if function.__module__ != "enum"]  # which stores nothing in members that are made
    return attributes_changed({code for function in functions for code in codes_in(function.__code__)})


def objects_of_class(cls: type) -> dict[int, Any]:
    """The objects that a class and its bases have as attributes, for all of theirs, by identity.

    Those that say what an attribute is are none, nor are those in containers: registries are looked at where they are asked.
    """
    users = [base for base in cls.__mro__ if not is_foreign(base.__module__)]
    held = [value for base in users for value in list(vars(base).values())]
    return {id(value): value for value in held if not is_gone(value) and is_owner(value) and not hasattr(type(value), "__get__")
            and not isinstance(value, DATA)}


def stored_by_reach(owner: Any) -> frozenset[str]:
    """The attributes that methods of an object store, and what they may call of what it holds: `self.tank.fill(v)`.

    >>> class Tank:
    ...     __module__ = "models"  # of no package
    ...     def fill(self, v): self.level = v
    >>> class Plant:
    ...     __module__ = "models"
    ...     def __init__(self, tank): self.put = tank.fill
    ...     def run(self, v): self.put(v)
    >>> for function in (Tank.fill, Plant.run): function.__module__ = "models"
    >>> sorted(stored_by_reach(Plant(Tank())))
    ['level']
    """
    named = [base for base in type(owner).__mro__ if not is_foreign(base.__module__)]
    names = {name for base in named for name in vars(base) if name != "__init__"}
    functions = Reach({"": owner}, names).functions if names else ()
    return attributes_changed({code for one in functions if one.__name__ != "__init__" for code in codes_in(one.__code__)})


def objects_below(objects: dict[int, Any], deep: int = DEEPEST) -> dict[int, Any]:
    """Some objects by their identity, and those that they hold.

    >>> class Plant:
    ...     __module__ = "models"  # of no package
    ...     def __init__(self, tank): self.tanks = [tank]
    >>> tank = types.SimpleNamespace(level=0.0)
    >>> plant = Plant(tank)
    >>> objects_below({id(plant): plant}) == {id(plant): plant, id(tank): tank}
    True
    """
    found, new = dict(objects), dict(objects)
    while new and deep and len(found) < MOST:
        users = [owner for owner in new.values() if type(owner) is types.SimpleNamespace or not is_foreign(type(owner).__module__)]
        held = [part for owner in users for part in attributes_held(owner).values()]
        new = {key: owner for part in held for key, owner in objects_in(part).items() if key not in found}
        found |= new
        deep -= 1
    return found


def written_around(function: types.FunctionType) -> dict[int, Any]:
    """The objects around a function, or defaults of its parameters, that calling it may change, also by what it calls by name."""
    found: dict[int, Any] = {}
    for called in called_by_name(function, lambda one: effects_of(one).any_writes):
        effects, defaults = effects_of(called), defaults_of(called)
        found |= _named(called, effects.around)
        for name in effects.writes & defaults.keys():
            found |= objects_in(defaults[name])
        if effects.given and not is_installed(called):
            found |= named_around(called)
    return found


def named_around(function: types.FunctionType) -> dict[int, Any]:
    """The objects around a function, or defaults of its parameters, that its code names, or that of functions that it names."""
    found: dict[int, Any] = {}
    for called in called_by_name(function, lambda one: True):
        for value in (around(called) | defaults_of(called)).values():
            found |= objects_in(value)
    return found


def reads_stored(reach: Reach, owner: Any, names: Set[str] = frozenset(), exactly: bool = False) -> bool:
    """Whether what is reached reads an attribute that methods of an object store, or with one of some names; or `exactly` those.

    >>> def level(): return tank.level
    >>> def name(): return tank.name
    >>> class Tank:
    ...     def fill(self, v): self.level = v
    >>> level.__module__ = name.__module__ = "models"  # functions of this package are not looked at
    >>> tank = Tank()
    >>> reads_stored(Reach({"level": level}), tank), reads_stored(Reach({"name": name}), tank)
    (True, False)
    """
    if id(owner) not in reach.objects:
        return False
    stored = names | BY_TEXT | (frozenset() if exactly else stored_in(owner))
    if ANY_NAME in names:
        stored |= attributes_held(owner).keys()
    return not reach.names.isdisjoint(stored)


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
    held = around(function)
    return {key: item for name in names for key, item in objects_in(held.get(name)).items()}


def objects_by_name(scope: Scope) -> dict[str, dict[int, Any]]:
    """The objects that the variables around a function, and the defaults of its parameters, hold."""
    names = {node.id for node in walk(scope.source.tree) if node.__class__ is gast.Name}
    held = {name: objects_in(scope.name(name)) for name in sorted(names)}
    for name, cell in cells_of(scope.source.function).items():  # which may be parameters of the program
        held[name] = objects_in(content(cell, None))
    held |= {name: objects_in(value) for name, value in defaults_of(scope.source.function).items()}
    held = {name: objects for name, objects in held.items() if objects}
    return with_sharing(held) if len(held) > 1 else held


def with_sharing(held: dict[str, dict[int, Any]]) -> dict[str, dict[int, Any]]:
    """Objects by name, with those that have an array or a list in common with one that a name holds.

    >>> class Rows: pass
    >>> a, b, c = Rows(), Rows(), Rows()
    >>> a.rows = b.rows = [1.0]
    >>> [len(objects) for objects in with_sharing({"a": {id(a): a}, "b": {id(b): b}, "c": {id(c): c}}).values()]
    [2, 2, 1]
    """
    every = {key: owner for objects in held.values() for key, owner in objects.items()}
    data = {key: [part for part in attributes_held(owner).values() if isinstance(part, DATA)] for key, owner in every.items()}
    near = {key: {other for other in every if other == key or have_in_common(data[key], data[other])} for key in every}
    return {name: {other: every[other] for key in objects for other in near[key]} for name, objects in held.items()}
