"""Attributes and methods that arrays and lists have too, and that classes of users give a meaning of their own.

`x.size` and `items.index(v)` say nothing that a derivative flows through, unless `size` is a number that an object holds,
and `index` a method that somebody wrote.  Which of the two it is the kinds do not always tell; so the names are looked for
in the classes that a function may meet: those of its arguments, those that it or what it calls names, and those defined
in it.  So are the operators that these classes define, for operands whose class is not known, and the properties that act
when they are read: the property `mean` is found as `acting("mean")`.
"""

from __future__ import annotations

import collections
import dis
import functools
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish.analysis.class_bodies import containers_made
from tangentish.analysis.code_changes import SEARCHED, changes, fillings, fills
from tangentish.analysis.code_names import functions_in
from tangentish.analysis.code_writes import MUTATORS, code_writes, gives_number, gives_truth, makes_closures, writes
from tangentish.analysis.held_by_modules import may_give_of_class, may_give_of_globals
from tangentish.analysis.kept_before import watch_runs
from tangentish.analysis.module_stores import INERT_ATTRIBUTES, operators_of, stored_by_module
from tangentish.analysis.numpy_classes import POLYNOMIALS, makes_matrices, makes_polynomials
from tangentish.closures import codes_in, content
from tangentish.frontend.foreign import is_foreign
from tangentish.own_containers import attributes_are_items, makes_items
from tangentish.pandas_tables import is_of_pandas
from tangentish.rules.registry import METHODS
from tangentish.runtime.runs import found_in_run
from tangentish.slots import OF_FUNCTIONS
from tangentish.whereabouts import is_from_elsewhere

INERT_METHODS = frozenset("argmax argmin argsort argpartition any all searchsorted nonzero startswith endswith format join "
                          "index count keys is_integer lower upper strip".split())
PURE_METHODS = frozenset(METHODS) | frozenset(
    "items keys values get copy index count join split strip lower upper format startswith endswith any all argmax argmin "
    "argsort nonzero searchsorted tolist tobytes item astype is_integer conjugate view issubset union __getattribute__".split())
OPERATORS = frozenset(f"__{name}__" for name in (
    "add sub mul truediv pow mod floordiv matmul or and xor lshift rshift radd rsub rmul rtruediv rpow rmod rfloordiv rmatmul ror "
    "neg pos abs invert getitem iadd isub imul itruediv ipow imod ifloordiv imatmul ior iand ixor").split())
STEPS = {f"__{name}__": "comparison" for name in ("lt", "le", "gt", "ge", "eq", "ne")} | {
    f"__{name}__": "rounding" for name in ("round", "floor", "ceil", "trunc")}
"""What has no derivative for numbers, but may have one for objects."""
SETTERS = "setters"
"""As what it is found that a class runs code where attributes are stored."""
KEPT = "kept"
CACHED = "cached"
"""As what it is found that a function keeps a container, or an array: as a default, in a closure, in a partial."""
MANAGING = frozenset(("__enter__", "__exit__"))
SHARED = OPERATORS | MANAGING | {"__delitem__"} | {
    name for name in INERT_ATTRIBUTES | INERT_METHODS | MUTATORS | PURE_METHODS if not name.startswith("__")}

_PLAIN_CALLABLES = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, np.ufunc, type(None), type(np.sum))
_DEEPEST = 6
_MOST = 100
"""How many items of a container are looked at."""

_CHANGEABLE = (list, dict, set, collections.deque, np.ndarray)
_PLAIN = frozenset((np.ndarray, float, int, bool, complex, str, bytes, type(None), np.float64, np.float32, np.int64))


def acting(key: str) -> str:
    """How a property, or `__contains__`, is found among own names if it writes."""
    return f"acting {key}"


def telling(key: str) -> str:
    """As what it is found that a comparison of objects may give something else than whether it is so."""
    return f"telling {key}"


def computed(key: str) -> str:
    """How a property is found among own names: what it gives may change without a store into it."""
    return f"computed {key}"


def shared(key: str) -> str:
    """How a container, or an array, is found that a class has for all its objects, and that methods change the content of."""
    return f"shared {key}"


def giving(key: str) -> str:
    """How an attribute that code gives the value of is found among own names."""
    return f"giving {key}"


_OF_POLYNOMIALS = OPERATORS & {name for cls in POLYNOMIALS for name in vars(cls)}


def own_names(function: types.FunctionType) -> frozenset[str]:
    """Those of the `SHARED` names that some class has which a function may meet: it, or what it calls, names the class.

    In one run they are looked for once, as long as what the function itself names is the same.
    """
    space, known = function.__globals__, found_in_run()
    named = [space.get(name) for code in codes_in(function.__code__) for name in code.co_names]
    named += [content(cell, None) for cell in function.__closure__ or ()]
    found = known.get(("own", id(function)))
    if found is None or list(map(id, found[1])) != list(map(id, named)):
        search = _Search(function)
        search.function(function, 0)
        watch_runs()
        found = known["own", id(function)] = function, named, search.names()
    names: frozenset[str] = found[2]
    return names


def names_of_values(values: Iterable[Any], depth: int = 3) -> frozenset[str]:
    """The same for the classes of arguments, of what they hold and of what functions among them name."""
    found: set[str] | frozenset[str] = _NONE
    for value in values:
        cls = type(value)
        if cls in _PLAIN:
            continue
        if cls is list or cls is tuple or cls is dict:
            if depth:
                found |= names_of_values(list(value.values() if cls is dict else value)[:_MOST], depth - 1)
        elif isinstance(value, types.FunctionType):
            found |= _names_of_code(value.__code__, value)
        elif not isinstance(value, _NO_OBJECTS):
            found |= _names_of_class(value if isinstance(value, type) else cls)
            if depth and not isinstance(value, type) and hasattr(value, "__dict__"):
                held = vars(value).values()
                if not _PLAIN.issuperset(map(type, held)):
                    found |= names_of_values(list(held)[:_MOST], depth - 1)
    return frozenset(found)


_NONE = frozenset[str]()
_NO_OBJECTS = (types.ModuleType, types.BuiltinFunctionType, np.ndarray, np.generic)


@functools.lru_cache(maxsize=512)
def _names_of_class(cls: type) -> frozenset[str]:
    search = _Search()
    search.cls(cls, 0)
    return search.names()


_of_code: dict[types.CodeType, frozenset[str]] = {}


def _names_of_code(code: types.CodeType, function: types.FunctionType) -> frozenset[str]:
    if code not in _of_code:
        search = _Search()
        search.function(function, 0)
        _of_code[code] = search.names()
    return _of_code[code]


class _Search:
    """One search; `seen` are the functions and classes looked at."""

    def __init__(self, root: types.FunctionType | None = None) -> None:
        self.root = root  # whose own statements are seen anyway
        self.found: set[str] = set()
        self.made: set[str] = set()  # the containers of classes that are made by what is met
        self.filled: set[str] = set()
        self.seen: set[int] = set()

    def names(self) -> frozenset[str]:
        """All that was found."""
        return frozenset(self.found).union(shared(key) for key in self.made if fills(key) in self.filled)

    def function(self, function: types.FunctionType, depth: int) -> None:
        """What a function names: globals, attributes of modules, what it captured and what it is called with by default."""
        if function is self.root and id(function) in self.seen:
            self.found |= changes(function.__code__)  # it calls itself
        if id(function) in self.seen or depth > _DEEPEST:
            return
        self.seen.add(id(function))
        space = function.__globals__
        for code in codes_in(function.__code__):
            self.found |= _stored(code) | _acting_of_body(code)
            if makes_matrices(code):
                self.found |= OPERATORS - {"__getitem__"}
            if makes_polynomials(code):
                self.found |= _OF_POLYNOMIALS
            self.made |= containers_made(code)
            self.filled |= fillings(code)
            if code is not function.__code__ or function is not self.root:
                self.found |= changes(code)
            for name in code.co_names:
                value = space.get(name)
                if isinstance(value, types.ModuleType):
                    foreign = is_foreign(value.__name__)
                    for inner in code.co_names:
                        held = vars(value).get(inner)
                        if not foreign:
                            self.value(held, depth + 1)
                        elif not isinstance(held, _PLAIN_CALLABLES):
                            self.found |= stored_by_module((held if isinstance(held, type) else type(held)).__module__)
                else:
                    self.value(value, depth + 1)
        if function is not self.root and may_give_of_globals(function):
            self.found.add(KEPT)
        held = [content(cell, None) for cell in function.__closure__ or ()]
        for value in [*held, *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]:
            if function is not self.root and isinstance(value, _CHANGEABLE):
                self.found.add(KEPT)
            self.value(value, depth + 1)

    def value(self, value: Any, depth: int) -> None:
        """A function, a class, an object, or a few of them in a container."""
        if isinstance(value, types.FunctionType):
            if (not is_foreign(value.__module__) or is_from_elsewhere(value)) and not is_of_pandas(value.__module__):
                self.function(value, depth)
        elif isinstance(value, type):
            self.cls(value, depth)
        elif isinstance(value, functools._lru_cache_wrapper):
            self.found.add(CACHED)
            self.value(value.__wrapped__, depth)
        elif isinstance(value, list | tuple | dict):
            if not is_foreign(type(value).__module__):
                self.cls(type(value), depth)
            for item in list(value.values() if isinstance(value, dict) else value)[:_MOST]:
                if depth < _DEEPEST:
                    self.value(item, depth + 1)
        elif value is not None and not isinstance(value, types.ModuleType):
            self.cls(type(value), depth)
            if isinstance(value, types.MethodType):
                self.value(value.__self__, depth)
                self.value(value.__func__, depth)
            elif isinstance(value, functools.partial):
                if any(isinstance(part, _CHANGEABLE) for part in (*value.args, *value.keywords.values())):
                    self.found.add(KEPT)
                self.value(value.func, depth)

    def cls(self, cls: type, depth: int) -> None:
        """A class: its own names, and what its methods name."""
        if id(cls) in self.seen or depth > _DEEPEST:
            return
        self.seen.add(id(cls))
        for base in cls.__mro__:
            if attributes_are_items(base):
                self.found.add(acting(SETTERS))
            if not is_foreign(base.__module__) or is_from_elsewhere(base):
                hints = vars(base).get("__annotations__")
                self.found |= SHARED & {*vars(base), *(hints if isinstance(hints, dict) else ())}
                self.found |= _acting_of_table(base) if is_of_pandas(base.__module__) else _acting_of_class(base)
                if makes_items(base):
                    self.found.add("__getitem__")
                if may_give_of_class(base):
                    self.found.add(KEPT)
                if not is_of_pandas(base.__module__):  # of which nothing is followed
                    self.found |= _filled_of_class(cls, base)
                    for function in functions_in(base):
                        self.function(function, depth + 1)
            elif base in POLYNOMIALS:
                self.found |= OPERATORS & {*vars(base)}
            else:
                self.found |= stored_by_module(base.__module__) | (OPERATORS & operators_of(base))


@functools.lru_cache(maxsize=SEARCHED)
def _filled_of_class(cls: type, base: type) -> frozenset[str]:
    """The containers of a base of a class that methods of the class may put something into."""
    kept = [key for key, value in vars(base).items() if isinstance(value, _CHANGEABLE)]
    parts = [one for other in cls.__mro__ for one in functions_in(other)] if kept else []
    filling = [one for one in parts if one.__name__ != "__init_subclass__"]  # which puts classes there
    return frozenset(shared(key) for key in kept if any(fills(key) in fillings(one.__code__) for one in filling))


@functools.lru_cache(maxsize=SEARCHED)
def _acting_of_class(cls: type) -> frozenset[str]:
    read = [(key, value.fget if isinstance(value, property) else value) for key, value in vars(cls).items()
            if isinstance(value, property) or key == "__contains__"]
    steps = {step for key, code in vars(cls).items() if isinstance(code, types.FunctionType) for step in _step(key, code)}
    if any((isinstance(value, property) and value.fset is not None) or (
            key == "__setattr__" and isinstance(value, types.FunctionType) and value.__code__.co_filename != "<string>")
           for key, value in vars(cls).items()):
        steps.add(acting(SETTERS))
    steps |= {computed(key) for key, value in vars(cls).items() if isinstance(value, property)}
    steps |= {giving(key) for key, value in vars(cls).items() if isinstance(value, property | functools.cached_property) or (
        isinstance(getattr(type(value), "__get__", None), types.FunctionType)
        and type(value).__module__.partition(".")[0] not in OF_FUNCTIONS)}  # which give methods
    return frozenset(steps.union(acting(key) for key, code in read if isinstance(code, types.FunctionType) and (
        makes_closures(code) or writes(code, cls))))


@functools.lru_cache(maxsize=SEARCHED)
def _acting_of_table(cls: type) -> frozenset[str]:
    """The same for a class of pandas: what a property of it keeps has no derivative, and may be read anywhere."""
    return frozenset(mark for mark in _acting_of_class(cls) if mark == acting(SETTERS) or not mark.startswith(acting("")))


@functools.lru_cache(maxsize=SEARCHED)
def _acting_of_body(code: types.CodeType) -> frozenset[str]:
    """The functions that write in the body of a class defined in a function, if there are properties among them."""
    if "__qualname__" not in code.co_names:
        return frozenset()
    read = bool({"property", "__contains__"} & {*code.co_names})
    functions = [part.co_name for part in code.co_consts if isinstance(part, types.CodeType)]
    made = map(computed, functions if "property" in code.co_names else ())
    inside = {name for part in code.co_consts if isinstance(part, types.CodeType) for name in part.co_names}
    setters = [acting(SETTERS)] if {"setter", "__setattr__"} & {*code.co_names} or "__dict__" in inside else []
    return frozenset(setters).union(made, (acting(part.co_name) for part in code.co_consts if isinstance(part, types.CodeType) and (
        read and (part.co_cellvars or code_writes(part)))), *(
            _step(part.co_name, part) for part in code.co_consts if isinstance(part, types.CodeType)))


def _step(key: str, code: types.FunctionType | types.CodeType) -> frozenset[str]:
    """What a method of STEPS is found as: one that acts, or one whose result has to be looked at."""
    if key not in STEPS or (STEPS[key] == "comparison" and gives_truth(code)):
        return frozenset()
    return frozenset([acting(key) if STEPS[key] != "comparison" or gives_number(code) else telling(key)])


@functools.lru_cache(maxsize=SEARCHED)
def _stored(code: types.CodeType) -> frozenset[str]:
    """The shared names that code stores as attributes, or, being that of a class, defines."""
    found = SHARED & {*code.co_names}
    if not found:
        return found
    operations = {("STORE_ATTR", name) for name in found}
    if "__qualname__" in code.co_names:  # the body of a class
        operations |= {("STORE_NAME", name) for name in found}
    return frozenset(i.argval for i in dis.get_instructions(code) if (i.opname, i.argval) in operations)
