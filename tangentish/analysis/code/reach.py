"""What may run when something is called, and what this meets around it: functions, methods, partials, classes, properties.

Nothing is run to find it.  Code gets at what it names: global and captured variables, defaults, what containers and partials among
these hold, and of objects and classes those attributes and methods whose names are in code that is reached.  Operators of a class
are reached where code does more with its objects than to take attributes of them.

>>> class Tank:
...     level = 2.0
...     def half(self): return halved(self.level)
...     def name(self): return upper("tank")
>>> tank = Tank()
>>> def halved(v): return v / 2
>>> def upper(text): return text.upper()
>>> def use(): return tank.half()
>>> for function in (Tank.half, Tank.name, halved, upper, use): function.__module__ = "models"  # of no package
>>> reached = Reach({"use": use})
>>> [function.__name__ for function in reached.functions], reached.objects == {id(tank): tank}
(['use', 'half', 'halved'], True)
"""

from __future__ import annotations

import collections
import contextlib
import functools
import types
import weakref
from collections.abc import Collection, Iterable, Mapping, Set
from typing import Any

import numpy as np

from tangentish.analysis.code.code_names import WRAPPING, around, bare_names, defaults_of, functions_of, modules_of, names_reached
from tangentish.class_attributes import has_dict, is_gone
from tangentish.frontend.foreign import compiled_from, is_compiled, is_foreign, is_installed
from tangentish.frontend.resolve import is_fixed
from tangentish.rules.registry import lookup
from tangentish.slots import attributes_held, has_slots
from tangentish.views_of_dicts import is_view, shown_by
from tangentish.whereabouts import is_from_elsewhere

DATA: tuple[type, ...] = (np.ndarray, list, dict, set, collections.deque)
"""What is written into by its items."""
PLAIN = (int, float, complex, str, bytes, type(None), np.ndarray, np.generic, types.ModuleType, type, np.ufunc)
_LEAVES = frozenset((int, float, complex, bool, str, bytes, type(None)))  # which most values are
BY_TEXT = frozenset("getattr vars __dict__ __getattribute__ attrgetter methodcaller eval exec".split())
"""By what attributes are read whose names are not in the code."""
LONG = 100
"""Of longer containers that objects have nothing is looked at."""

_MAKING = frozenset(("__new__", "__init__"))
_SILENT = _MAKING | frozenset(f"__{name}__" for name in (
    "repr str format hash dir sizeof del setattr delattr set set_name init_subclass class_getitem reduce reduce_ex getstate "
    "setstate").split())
"""Special methods that numbers are not had from, or that make objects."""


def _is_library(module: types.ModuleType) -> bool:
    return is_foreign(module.__name__) or "-packages" in (vars(module).get("__file__") or "")


def is_owner(value: Any) -> bool:
    """Whether a value is an object with attributes."""
    return not isinstance(value, (*PLAIN, types.FunctionType, types.BuiltinFunctionType)) and not is_fixed(value) and (
        has_dict(value) or has_slots(type(value)))


def holds_nothing(value: Any) -> bool:
    """Whether a value is a number, a text or None."""
    return type(value) in _LEAVES


class Reach:
    """What may run where some values are used, of which attributes with these `names` are taken; of the `dotted` ones no more is.

    `thorough` is for what is refused where it is not sure: all methods of classes that are named are reached, and functions and
    classes of installed packages, by their names.  Functions of Python and NumPy are not, nor what has a rule.
    """

    def __init__(self, roots: Mapping[str, Any], names: Iterable[str] = (), dotted: Collection[str] = (),
                 thorough: bool = False) -> None:
        self.dotted, self.thorough = dotted, thorough
        self.names = set(names)  # all in the code that may run
        self.functions: dict[types.FunctionType, None] = {}
        self.partials: list[functools.partial[Any]] = []
        self.methods: list[Any] = []  # compiled ones, with what they are of
        self.objects: dict[int, Any] = {}  # by identity
        self.slots: list[tuple[Any, str, Any]] = []  # objects without a `__dict__`, and what is in theirs
        self.data: list[tuple[Any, str, Any]] = []  # with what names or holds them, None for roots, and the name there
        self._classes: dict[type, set[str]] = {}  # with "named", "made" and "used", if they may be so
        self._members: set[tuple[Any, Any, str]] = set()
        self._looked_for: set[str] = set()
        self._looked_at: dict[int, Any] = {}  # objects and classes, with what was asked of them
        self._containers: set[int] = set()
        self._spaces = {id(value.__globals__) for value in roots.values() if isinstance(value, types.FunctionType)}
        self._next: list[tuple[Any, str, Any]] = []
        self._name(None, roots, self.names)
        known = -1
        while self._next or known != (known := self._named_members()):  # then no code names any more
            while self._next:
                self._meet(*self._next.pop())

    def classes(self) -> list[type]:
        """The classes that are met, and those of what is."""
        return list(self._classes)

    def _name(self, who: Any, held: Mapping[str, Any], names: Iterable[str]) -> None:
        """Meet what some variables hold, and of modules what code with these `names` in it takes of them."""
        for label, value in held.items():
            if type(value) in weakref.ProxyTypes or not isinstance(value, types.ModuleType):
                self._next.append((who, label, value))
            elif (who is None or not _is_library(value)) and self._is_new(who, value, ""):
                self._name(who or value, {f".{name}": vars(value)[name] for name in names if name in vars(value)}, names)

    def _meet(self, who: Any, label: str, value: Any) -> None:
        if holds_nothing(value) or is_gone(value):
            return
        if isinstance(value, (*DATA, tuple)):
            self.data.append((who, label, value))
            self._meet_items(who, label, value)
            if not is_foreign(type(value).__module__):  # with methods of its own
                self._meet_object(who, label, value)
        elif isinstance(value, (types.FunctionType, *WRAPPING)):
            for function in functions_of(value):
                self._run(function)
        elif isinstance(value, type):
            ways = self._classes.setdefault(value, set())
            self._classes.setdefault(type(value), set()).add("used")
            ways.update(("made", "used") if self._is_used(who, label) else ("made",), () if label.startswith(".") else ("named",))
        elif isinstance(value, functools.partial):
            self.partials.append(value)
            self._next += [(value, label, part) for part in (value.func, *value.args, *value.keywords.values())]
        elif isinstance(value, types.MethodType):
            self._next += [(value, label, value.__func__), (value, label, value.__self__)]
        elif isinstance(value, types.BuiltinMethodType | types.MethodWrapperType):
            if not isinstance(value.__self__, types.ModuleType | type):
                self.methods.append(value)
                self._next.append((value, label, value.__self__))
        elif is_compiled(value):
            self._next.append((value, label, compiled_from(value)))
        elif is_view(value):
            self._next.append((value, label, shown_by(value)))
        elif isinstance(value, memoryview):
            self.data.append((value, label, np.asarray(value)))
        elif not isinstance(value, PLAIN):
            self._meet_object(who, label, value)

    def _meet_object(self, who: Any, label: str, value: Any) -> None:
        if is_owner(value):
            self.objects[id(value)] = value
        if not has_dict(value) and self._is_new(value, None, ""):
            slots = [part for base in type(value).__mro__ for part in vars(base).values() if isinstance(
                part, types.MemberDescriptorType) and not is_foreign(base.__module__)]
            for slot in slots:
                with contextlib.suppress(AttributeError):  # an empty one: a derived class may have another of the same name
                    self._next.append((value, f".{slot.__name__}", slot.__get__(value)))
                    self.slots.append((value, slot.__name__, slot.__get__(value)))
        self._classes.setdefault(type(value), set()).update(("used",) if self._is_used(who, label) else ())

    def _is_used(self, who: Any, label: str) -> bool:
        """Whether more is done with what has a name in some code than to take attributes of it."""
        if isinstance(who, types.FunctionType):
            return label.startswith(".") or label in bare_names(who.__code__)
        return who is not None or label not in self.dotted

    def _meet_items(self, who: Any, label: str, value: Any) -> None:
        """What a container holds; that arrays and containers in it are data is known from it."""
        if isinstance(value, np.ndarray) or id(value) in self._containers or (label.startswith(".") and len(value) > LONG):
            return
        self._containers.add(id(value))
        for item in list(value.values() if isinstance(value, dict) else value):
            if is_gone(item):
                continue
            if isinstance(item, (*DATA, tuple)):
                self._meet_items(who, label, item)
            elif not isinstance(item, PLAIN) or isinstance(item, type):
                self._next.append((who, label, item))

    def _run(self, function: types.FunctionType, cls: type | None = None) -> None:
        """A function that may run, as a method of a class if this is given."""
        code = function.__code__
        if cls is not None:
            self.names |= names_reached(code) - BY_TEXT if is_installed(function) else names_reached(code)
            if code.co_varnames[:1] and code.co_varnames[0] in bare_names(code):
                self._classes[cls].add("used")
        if function not in self.functions and self._follows(function, cls):
            self.functions[function] = None
            self.names |= names_reached(code)
            self._name(function, modules_of(function) | around(function) | defaults_of(function), names_reached(code))
            self._name(function, {f".{name}": value for name, value in vars(function).items()}, names_reached(code))
        elif cls is not None and self.thorough:
            self.data += [(function, label, value) for label, value in around(function).items() if isinstance(value, DATA)]

    def _follows(self, function: types.FunctionType, cls: type | None) -> bool:
        if lookup(function) is not None:
            return False
        if not is_installed(function):
            return True
        if not self.thorough or (cls is not None and "named" not in self._classes[cls]):
            return False
        return not is_foreign(function.__module__) or id(function.__globals__) in self._spaces or is_from_elsewhere(function)

    def _named_members(self) -> int:
        """Meet the attributes of objects and classes that code names by now, and say how many have been met."""
        every = not BY_TEXT.isdisjoint(self.names)
        names, more = set(self.names), sorted(self.names - self._looked_for)
        for key, owner in list(self.objects.items()):
            held = attributes_held(owner)
            for name in self._wanted(key, every, held, names, more):
                if self._is_new(owner, None, name):
                    self._next.append((owner, f".{name}", held[name]))
        for cls, ways in list(self._classes.items()):
            asked = every, frozenset(ways)
            again = self._looked_at.get(id(cls)) == asked
            self._looked_at[id(cls)] = asked
            for base in cls.__mro__:
                parts = {} if is_foreign(base.__module__) and not is_from_elsewhere(base) else vars(base)
                for name in [name for name in (more if again else parts) if name in parts and (again or every or name in names or (
                        self._is_special(name, ways) and functions_of(parts[name])))]:
                    if self._is_new(cls, base, name):
                        self._meet_member(cls, name, parts[name])
        self._looked_for = names
        return len(self._members) + len(self.names)

    def _wanted(self, key: int, every: bool, held: Mapping[str, Any], names: Set[str], more: list[str]) -> list[str]:
        """The attributes of an object to be met: all that code names, or those that more code names than when it was looked at."""
        again = self._looked_at.get(key) == every
        self._looked_at[key] = every
        if again:
            return [] if every else [name for name in more if name in held]
        return [name for name in held if every or name in names]

    def _is_special(self, name: str, ways: set[str]) -> bool:
        """Whether an attribute of a class may be met by operators, or where objects are made."""
        if "made" in ways and (self.thorough or name in _MAKING):
            return True
        return name == "__getattr__" or ("used" in ways and name.startswith("__") and name.endswith("__") and name not in _SILENT)

    def _is_new(self, owner: Any, space: Any, name: str) -> bool:
        key = (id(owner), id(space), name)
        new = key not in self._members
        self._members.add(key)
        return new

    def _meet_member(self, cls: type, name: str, value: Any) -> None:
        functions = functions_of(value)
        for function in functions:
            self._run(function, cls)
        if not functions:
            self._next.append((cls, f".{name}", value))
