"""Attributes and methods that arrays and lists have too, and that classes of users give a meaning of their own.

`x.size` and `items.index(v)` say nothing that a derivative flows through, unless `size` is a number that an object holds,
and `index` a method that somebody wrote.  Which of the two it is the kinds do not always tell; so the names are looked for
in the classes that a function may meet: those of its arguments, those that it or what it calls names, and those defined
in it.  So are the operators that these classes define, for operands whose class is not known, and the properties that act
when they are read: the property `mean` is found as `acting("mean")`.
"""

from __future__ import annotations

import collections
import functools
import sys
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from tangentish.analysis.around.held_by_modules import may_give_of_class, may_give_of_globals
from tangentish.analysis.around.methods_around import writes_into
from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.code.bound_by_texts import BINDING, bound_by_texts, told_in
from tangentish.analysis.code.code_changes import changes, fillings, fills
from tangentish.analysis.code.code_names import functions_in, is_around
from tangentish.analysis.code.marks import CACHED, CHANGEABLE, KEPT, OPERATORS, SETTERS, SHARED, WRITING, acting, shared
from tangentish.analysis.code.module_stores import MAY_BE_NUMBERS, operators_of, stored_by_module
from tangentish.analysis.code.once_in_run import once_in_run
from tangentish.analysis.objects.array_classes import SAID, makes_some, names_makers
from tangentish.analysis.objects.class_bodies import containers_made
from tangentish.analysis.objects.class_marks import (
    acting_of_body,
    acting_of_class,
    acting_of_table,
    filled_of_class,
    properties_acting,
    stored_shared,
)
from tangentish.analysis.objects.inherited_code import inherited_marks
from tangentish.analysis.objects.numpy_classes import WITH_OPERATORS, operators_of_made
from tangentish.class_attributes import is_gone, own_attributes
from tangentish.closures import codes_in, content, meaning_of, named_in
from tangentish.frontend.foreign import compiled_from, is_compiled, is_foreign, is_installed, is_users_object
from tangentish.frontend.resolve import INDEX_TYPES
from tangentish.own_arrays import has_a_say
from tangentish.own_containers import attributes_are_items, makes_items
from tangentish.pandas_tables import is_of_pandas
from tangentish.slots import attributes_held, has_slots
from tangentish.whereabouts import is_from_elsewhere

_PLAIN_CALLABLES = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, np.ufunc, type(None), type(np.sum))
_DEEPEST = 6
_MOST = 100
"""How many items of a container are looked at."""
_PLAIN = frozenset((np.ndarray, float, int, bool, complex, str, bytes, type(None), np.float64, np.float32, np.int64))
_LEFT_AS_IT_IS = frozenset(("__iter__", "__float__"))
"""What loops over tables and columns of pandas, and numbers made of them, go through: code that is not followed."""


def own_names(function: types.FunctionType) -> frozenset[str]:
    """Those of the `SHARED` names that some class has which a function may meet: it, or what it calls, names the class."""
    return once_in_run("own", function, _searched)


def _searched(function: types.FunctionType) -> frozenset[str]:
    found = _Search(function).of(function)
    # the classes of Python's own modules are not looked at, and some of them, as ChainMap, have items by code of theirs
    top = (function.__module__ or "").partition(".")[0]
    return found | {"__getitem__"} if top in sys.stdlib_module_names and top != "__main__" else found


def names_of_values(values: Iterable[Any], depth: int = 3) -> frozenset[str]:
    """The same for the classes of arguments, of what they hold and of what functions among them name."""
    found: set[str] | frozenset[str] = _NONE
    for value in values:
        cls = type(value)
        if cls in _PLAIN or is_gone(value):
            continue
        if cls is list or cls is tuple or cls is dict:
            found = found | told_in(value)
            if depth:
                found |= names_of_values(list(value.values() if cls is dict else value)[:_MOST], depth - 1)
        elif isinstance(value, types.FunctionType):
            found |= _names_of_code(value)
        elif is_compiled(value):
            found |= names_of_values([compiled_from(value)], depth)
        elif not isinstance(value, _NO_OBJECTS) or has_a_say(cls):
            found |= _names_of_class(value if isinstance(value, type) else cls)
            if depth and not isinstance(value, type):
                held = attributes_held(value) if has_slots(cls) else own_attributes(value)
                if not MAY_BE_NUMBERS.isdisjoint(held):
                    found = found | MAY_BE_NUMBERS.intersection(held)
                if not _PLAIN.issuperset(map(type, held.values())):
                    found |= names_of_values(list(held.values())[:_MOST], depth - 1)
    return frozenset(found)


_NONE = frozenset[str]()
_NO_OBJECTS = (types.ModuleType, types.BuiltinFunctionType, np.ndarray, np.generic)


@functools.lru_cache(maxsize=512)
def _names_of_class(cls: type) -> frozenset[str]:
    return _Search().of(cls)


_of_code: dict[tuple[types.CodeType, int], frozenset[str]] = {}
ON_REBOUND.extend((_of_code.clear, _names_of_class.cache_clear))


def _names_of_code(function: types.FunctionType) -> frozenset[str]:
    key = meaning_of(function)
    if key not in _of_code:
        _of_code[key] = _Search().of(function)
    return _of_code[key]


def _named(function: types.FunctionType) -> _Search:
    search = _Search()
    search.names(function, 0)
    return search


class _Search:
    """One search, what is near first; `seen` are the functions, classes and objects looked at, `left` what is to be, and how deep
    in installed packages it was met: code of the user's is followed to the end.
    """

    def __init__(self, root: types.FunctionType | None = None) -> None:
        self.root = root  # whose own statements are seen anyway
        self.found: set[str] = set()
        self.made: set[str] = set()  # the containers of classes that are made by what is met
        self.filled: set[str] = set()
        self.seen: set[int] = set()
        self.left: collections.deque[tuple[Any, int]] = collections.deque()

    def of(self, value: types.FunctionType | type) -> frozenset[str]:
        """All that is found from a function or a class."""
        self.left.append((value, 0))
        while self.left:
            part, depth = self.left.popleft()
            if isinstance(part, types.FunctionType):
                self.function(part, depth)
            elif isinstance(part, type):
                self.cls(part, depth)
            else:
                self.held(part, depth)
        return frozenset(self.found).union(shared(key) for key in self.made if fills(key) in self.filled)

    def function(self, function: types.FunctionType, depth: int) -> None:
        """What a function says by itself, and what it names."""
        if function is self.root and id(function) in self.seen:
            self.found |= changes(function.__code__)  # it calls itself
        if id(function) in self.seen or depth > _DEEPEST:
            return
        self.seen.add(id(function))
        if function is self.root:
            self.names(function, depth)
        else:
            self.takes(once_in_run("named", function, _named), depth)

    def takes(self, other: _Search, depth: int) -> None:
        """What another search has met that went one step from here."""
        self.found |= other.found
        self.made |= other.made
        self.filled |= other.filled
        self.left.extend([(value, depth + more) for value, more in other.left if id(value) not in self.seen or value is self.root])

    def names(self, function: types.FunctionType, depth: int) -> None:
        """What a function names: globals, attributes of modules, what it captured and what it is called with by default."""
        deeper = depth + is_installed(function)
        space = function.__globals__
        for code in codes_in(function.__code__):
            self.found |= stored_shared(code) | acting_of_body(code) | bound_by_texts(code)
            if names_makers(code):
                self.found |= SAID
            self.found |= operators_of_made(code)
            self.made |= containers_made(code)
            self.filled |= fillings(code)
            if code is not function.__code__ or function is not self.root:
                self.found |= changes(code)
            for name in named_in(code):
                value = space.get(name)
                if type(value) is types.ModuleType or (not is_gone(value) and isinstance(value, types.ModuleType)):
                    self.module(value, code.co_names, deeper)
                elif value is not None and is_around(name, value, code):
                    self.value(value, deeper)
        if function is not self.root and may_give_of_globals(function):
            self.found.add(KEPT)
        held = [content(cell, None) for cell in function.__closure__ or ()]
        if function is not self.root and any(map(is_users_object, held)):
            self.found.add(KEPT)
        for value in [*held, *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]:
            if function is not self.root and isinstance(value, CHANGEABLE):
                self.found.add(KEPT)
            self.value(value, deeper)

    def module(self, module: types.ModuleType, names: tuple[str, ...], depth: int) -> None:
        """What code with some names takes of a module, and of the modules in that."""
        modules = [module]
        for one in modules:  # which grows
            self.found |= SAID if makes_some(one.__name__) else _NONE
            for held in [vars(one)[name] for name in names if vars(one).get(name) is not None]:
                if not is_foreign(one.__name__):
                    self.value(held, depth)
                    if type(held) is types.ModuleType and not depth and all(held is not other for other in modules):
                        modules.append(held)  # in installed packages these lead to all there is
                elif type(held) in INDEX_TYPES:
                    self.found.add("__getitem__")
                elif not isinstance(held, _PLAIN_CALLABLES):
                    self.found |= stored_by_module((held if isinstance(held, type) else type(held)).__module__)

    def value(self, value: Any, depth: int) -> None:
        """A function, a class, an object, or a few of them in a container."""
        if is_gone(value):
            return
        if isinstance(value, types.FunctionType):
            if (not is_foreign(value.__module__) or is_from_elsewhere(value)) and not is_of_pandas(value.__module__):
                self.left.append((value, depth))
        elif isinstance(value, type):
            self.left.append((value, depth))
        elif isinstance(value, functools._lru_cache_wrapper):
            self.found.add(CACHED)
            self.value(value.__wrapped__, depth)
        elif is_compiled(value):
            self.value(compiled_from(value), depth)
        elif isinstance(value, list | tuple | dict):
            self.found |= told_in(value)
            if not is_foreign(type(value).__module__):
                self.left.append((type(value), depth))
            self.items(value, list(value.values() if isinstance(value, dict) else value), depth)
        elif value is not None and not isinstance(value, types.ModuleType):
            self.left.append((type(value), depth))
            if is_users_object(value) or isinstance(value, types.SimpleNamespace):
                self.left.append((value, depth))
            if writes_into(value) is not None:
                self.found.add(WRITING)
            if isinstance(value, types.MethodType):
                self.value(value.__self__, depth)
                self.value(value.__func__, depth)
            elif isinstance(value, functools.partial):
                if any(isinstance(part, CHANGEABLE) for part in (*value.args, *value.keywords.values())):
                    self.found.add(KEPT)
                self.value(value.func, depth)

    def held(self, owner: Any, depth: int) -> None:
        """What an object has in its attributes."""
        held = attributes_held(owner)
        self.found |= MAY_BE_NUMBERS.intersection(held)
        self.items(owner, list(held.values()), depth)

    def items(self, owner: Any, items: list[Any], depth: int) -> None:
        """A few of the items of a container, or of what an object has."""
        if id(owner) not in self.seen and depth < _DEEPEST:
            self.seen.add(id(owner))
            for item in items[:_MOST]:
                if type(item) not in _PLAIN and not is_gone(item):
                    self.value(item, depth + 1)

    def cls(self, cls: type, depth: int) -> None:
        """A class: its own names, and what its methods name."""
        if id(cls) in self.seen or depth > _DEEPEST:
            return
        self.seen.add(id(cls))
        if has_a_say(cls) or makes_some(cls.__module__):
            self.found |= SAID
        self.found |= inherited_marks(cls)
        for base in cls.__mro__:
            if base is types.SimpleNamespace:
                self.found.add(BINDING)
            if attributes_are_items(base):
                self.found |= {acting(SETTERS), BINDING}
            if not is_foreign(base.__module__) or is_from_elsewhere(base):
                hints = vars(base).get("__annotations__")
                shared_here = SHARED - _LEFT_AS_IT_IS if is_of_pandas(base.__module__) else SHARED
                self.found |= shared_here & {*vars(base), *(hints if isinstance(hints, dict) else ())}
                self.found |= acting_of_table(base) if is_of_pandas(base.__module__) else acting_of_class(base)
                if makes_items(base) or not INDEX_TYPES.isdisjoint(map(type, vars(base).values())):
                    self.found.add("__getitem__")
                if may_give_of_class(base):
                    self.found.add(KEPT)
                if not is_of_pandas(base.__module__) and not makes_some(base.__module__):  # of which nothing is followed
                    self.found |= filled_of_class(cls, base)
                    kinds = list | dict if depth or any(map(is_installed, functions_in(base))) else list | dict | type
                    for value in vars(base).values() if depth < _DEEPEST else ():
                        if isinstance(value, kinds) or is_users_object(value):
                            self.value(value, depth + 1)
                    for function in functions_in(base):
                        self.left.append((function, depth + is_installed(function)))
            elif base in INDEX_TYPES:
                self.found.add("__getitem__")
            elif base in WITH_OPERATORS:
                self.found |= OPERATORS & {*vars(base)}
            else:
                self.found |= stored_by_module(base.__module__) | (OPERATORS & operators_of(base))
                if (base.__module__ or "").startswith("scipy."):  # whose code is followed, if not looked through
                    self.found |= properties_acting(base)


