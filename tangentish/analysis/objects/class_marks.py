"""What a class, or the code of a function, says of the names in `marks`: kept for each, as neither changes.

>>> class Beam:
...     @property
...     def load(self): return self.loads.pop()
>>> sorted(acting_of_class(Beam))
['acting load', 'computed load', 'giving load']
"""

from __future__ import annotations

import dis
import functools
import types
from pathlib import Path

from tangentish.analysis.around.names_below import ON_REBOUND
from tangentish.analysis.code.code_changes import SEARCHED, filled
from tangentish.analysis.code.code_names import functions_in
from tangentish.analysis.code.code_writes import code_writes, getter_writes, gives_number, gives_truth, makes_closures, writes
from tangentish.analysis.code.marks import (
    CHANGEABLE,
    MAKING_ANEW,
    MAKING_UP,
    OPERATORS,
    SETTERS,
    SHARED,
    STEPS,
    UNNAMED,
    acting,
    asking,
    computed,
    giving,
    running,
    setting,
    shared,
    telling,
    writing,
)
from tangentish.analysis.code.names_run import names_followed
from tangentish.analysis.objects.descriptors_storing import stores_by_descriptor
from tangentish.class_attributes import compiled_getter, function_run_by
from tangentish.frontend.foreign import is_installed
from tangentish.runtime.stored_directly import CACHED, is_held_first
from tangentish.slots import OF_FUNCTIONS


@functools.lru_cache(maxsize=SEARCHED)
def filled_of_class(cls: type, base: type) -> frozenset[str]:
    """The containers of a base of a class that methods of the class may put something into."""
    kept = {key for key, value in vars(base).items() if isinstance(value, CHANGEABLE)}
    parts = [one for other in cls.__mro__ for one in functions_in(other)] if kept else []
    filling = [one for one in parts if one.__name__ != "__init_subclass__"]  # which puts classes there
    return frozenset(shared(key) for one in filling for key in filled(one.__code__, kept))


@functools.lru_cache(maxsize=SEARCHED)
def acting_of_class(cls: type) -> frozenset[str]:
    read = [(key, value.fget if isinstance(value, property) else value) for key, value in vars(cls).items()
            if isinstance(value, property) or key in ("__contains__", "__getattr__")]
    steps = {step for key, code in vars(cls).items() if isinstance(code, types.FunctionType) for step in _step(key, code)}
    if any((isinstance(value, property) and value.fset is not None) or (
            key == "__setattr__" and isinstance(value, types.FunctionType) and value.__code__.co_filename != "<string>")
           for key, value in vars(cls).items()):
        steps.add(acting(SETTERS))
    if "__setattr__" in vars(cls):
        steps.add(setting(""))
    steps |= {computed(key) for key, value in vars(cls).items() if isinstance(value, property | functools.cached_property)}
    if isinstance(vars(cls).get("__getattr__"), types.FunctionType):
        steps.add(MAKING_UP)
        steps |= {MAKING_ANEW} if makes_anew(vars(cls)["__getattr__"].__code__) else set()
    unnamed = [(key, _code_of(value)) for key, value in vars(cls).items() if key in UNNAMED or _is_read_by_code(value)]
    steps |= {running(key) for key, code in unnamed if isinstance(code, types.FunctionType) and _is_users(code) and (
        writes(code, cls))}
    steps |= {acting(key) for key in vars(cls) if stores_by_descriptor(cls, key)}
    steps |= _called_marks(cls) | _marks_of_itself(cls)
    steps |= {setting(key) for key, value in vars(cls).items() if isinstance(
        getattr(type(value), "__set__", None), types.FunctionType)}
    CACHED.update(key for key, value in vars(cls).items() if is_held_first(value))
    steps |= {giving(key) for key, value in vars(cls).items() if _is_read_by_code(value) or (
        isinstance(getattr(type(value), "__get__", None), types.FunctionType)
        and type(value).__module__.partition(".")[0] not in OF_FUNCTIONS)}  # which give methods
    return frozenset(steps.union(acting(key) for key, code in read if getter_writes(code, cls) or (
        isinstance(code, types.FunctionType) and makes_closures(code))))


def _marks_of_itself(cls: type) -> set[str]:
    """The operators that have a meaning of their own for a class itself: by its metaclass, or as it is asked for items."""
    own = {key for base in type(cls).__mro__ if base.__module__ not in _OF_PYTHON for key, value in vars(base).items()
           if isinstance(value, types.FunctionType)}
    items = isinstance(vars(cls).get("__class_getitem__"), types.FunctionType | classmethod)
    return (own & OPERATORS) | ({"__getitem__"} if items else set())


_OF_PYTHON = ("builtins", "abc", "enum", "typing")
"""Where Python has metaclasses: what items of an `Enum` are is known."""


def _is_users(function: types.FunctionType) -> bool:
    """Whether a method is of the user's, and not one that Python gave a class, as it gives dataclasses their `__repr__`."""
    return not is_installed(function) and not function.__code__.co_filename.startswith(_STANDARD)


_STANDARD = str(Path(dis.__file__).parent)


def _called_marks(cls: type) -> set[str]:
    """What the methods of a class of the user's write, or name, whatever they are called by."""
    codes = [(key, _code_of(value)) for key, value in vars(cls).items()]
    own = [(key, code) for key, code in codes if isinstance(code, types.FunctionType) and _is_users(code)]
    known = [(key, code, writes(code, cls)) for key, code in own if key in UNNAMED or not key.startswith("__")]
    return {writing(key) for key, _, wrote in known if wrote} | {
        asking(key, names_followed(code, cls)) for key, code, wrote in known if not wrote}


_READ_BY_CODE = (property, functools.cached_property)


def _is_read_by_code(value: object) -> bool:
    """Whether an attribute of a class gives what a function computes, also if what calls that is compiled."""
    return isinstance(value, _READ_BY_CODE) or compiled_getter(value) is not None


def _code_of(value: object) -> object:
    """The function that a property is read by; others as they are."""
    if isinstance(value, property):
        return function_run_by(value.fget)
    if compiled_getter(value) is not None:
        return compiled_getter(value)
    return value.func if isinstance(value, functools.cached_property) else value


@functools.lru_cache(maxsize=SEARCHED)
def properties_acting(cls: type) -> frozenset[str]:
    """What the properties of a class are found as that write into their object when they are read."""
    read = {key: value.fget for key, value in vars(cls).items() if isinstance(value, property)}
    return frozenset(acting(key) for key, getter in read.items() if getter_writes(getter, cls))


@functools.lru_cache(maxsize=SEARCHED)
def acting_of_table(cls: type) -> frozenset[str]:
    """The same for a class of pandas: what a property of it keeps has no derivative, and may be read anywhere."""
    return frozenset(mark for mark in acting_of_class(cls) if mark == acting(SETTERS) or not mark.startswith(acting("")))


@functools.lru_cache(maxsize=SEARCHED)
def acting_of_body(code: types.CodeType) -> frozenset[str]:
    """The functions that write in the body of a class defined in a function, if there are properties among them."""
    if "__qualname__" not in code.co_names:
        return frozenset()
    read = bool({"property", "__contains__", "__getattr__"} & {*code.co_names})
    functions = [part.co_name for part in code.co_consts if isinstance(part, types.CodeType)]
    made = map(computed, functions if "property" in code.co_names else ())
    inside = {name for part in code.co_consts if isinstance(part, types.CodeType) for name in part.co_names}
    setters = [acting(SETTERS)] if {"setter", "__setattr__"} & {*code.co_names} or "__dict__" in inside else []
    making = [part for part in code.co_consts if isinstance(part, types.CodeType) and part.co_name == "__getattr__"]
    setters += [MAKING_UP] if making else []
    setters += [MAKING_ANEW] if any(map(makes_anew, making)) else []
    setters += [running(part.co_name) for part in code.co_consts if isinstance(part, types.CodeType) and code_writes(part)
                and (part.co_name in UNNAMED or "property" in code.co_names)]
    return frozenset(setters).union(made, (acting(part.co_name) for part in code.co_consts if isinstance(part, types.CodeType) and (
        read and ((part.co_cellvars and makes_closures(part)) or code_writes(part)))), *(
            _step(part.co_name, part) for part in code.co_consts if isinstance(part, types.CodeType)))


def makes_anew(code: types.CodeType) -> bool:
    """Whether a `__getattr__` may make what it gives: it does more than to look for what something has."""
    operations = {i.opname for i in dis.get_instructions(code)}
    names = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_DEREF")}
    return not operations.isdisjoint(_MAKING) or not names <= _LOOKING


_MAKING = frozenset("BINARY_OP BUILD_LIST BUILD_MAP MAKE_FUNCTION LIST_EXTEND DICT_MERGE IMPORT_NAME".split())
_LOOKING = frozenset("""getattr hasattr object super type isinstance AttributeError KeyError __class__ str vars
    setattr NotImplementedError""".split())


def _step(key: str, code: types.FunctionType | types.CodeType) -> frozenset[str]:
    """What a method of STEPS is found as: one that acts, or one whose result has to be looked at."""
    if key not in STEPS or (STEPS[key] == "comparison" and gives_truth(code)):
        return frozenset()
    return frozenset([acting(key) if STEPS[key] != "comparison" or gives_number(code) else telling(key)])


@functools.lru_cache(maxsize=SEARCHED)
def stored_shared(code: types.CodeType) -> frozenset[str]:
    """The shared names that code stores as attributes, or, being that of a class, defines."""
    found = SHARED & {*code.co_names}
    if not found:
        return found
    operations = {("STORE_ATTR", name) for name in found}
    if "__qualname__" in code.co_names:  # the body of a class
        operations |= {("STORE_NAME", name) for name in found}
    return frozenset(i.argval for i in dis.get_instructions(code) if (i.opname, i.argval) in operations)


ON_REBOUND.extend(found.cache_clear for found in (acting_of_class, filled_of_class, properties_acting, acting_of_table))
