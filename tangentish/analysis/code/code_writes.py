"""Whether compiled code writes into anything: its instructions say so, without its source."""

from __future__ import annotations

import dis
import itertools
import types
from typing import Any

from tangentish.class_attributes import function_run_by, of_class
from tangentish.closures import content, named_in

DEEPEST = 4
"""How far calls of methods and functions are followed."""
MUTATORS = frozenset(
    "append extend insert pop remove clear reverse sort update setdefault popitem fill put partition resize itemset "
    "setfield setflags add discard setitem at appendleft extendleft popleft".split())
_COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")


def getter_writes(getter: object, cls: type) -> bool:
    """The same of what a property of a class is read by, which may be a bound method, or an object that is called.

    >>> class Keeper:
    ...     def __call__(self, owner): return self.keep(owner)
    ...     def keep(self, owner): owner.rows[0] = 2.0
    >>> getter_writes(Keeper(), object), getter_writes(abs, object)
    (True, False)
    """
    function = function_run_by(getter)
    bound = getter.__self__ if isinstance(getter, types.MethodType) else getter
    classes = (cls,) if isinstance(getter, types.FunctionType) else (cls, type(bound))
    return function is not None and any(writes(function, one) for one in classes)


def writes(function: types.FunctionType, cls: type | None, items_only: bool = False) -> bool:
    """Whether there is a statement in a function, or in what it calls, that writes into something."""
    seen: set[types.CodeType] = set()
    return any(_code_writes(code, space, cls, items_only, seen, 0) for code, space in function_codes(function))


def code_writes(code: types.CodeType) -> bool:
    """The same for code that is not a function yet; what it calls is not looked at."""
    return _code_writes(code, {}, None, False, set(), 0)


def makes_closures(function: types.FunctionType | types.CodeType) -> bool:
    """Whether a function makes functions, or generators that it may give, which hold its variables.

    >>> makes_closures(lambda k: lambda: k), makes_closures(lambda k: (k in t for t in ({}, {})))
    (True, True)

    What tells whether a key is in an object gives a truth: generators in it are used up when it has returned.

    >>> def __contains__(self, key): return any(key in table for table in self.tables)
    >>> makes_closures(__contains__)
    False
    """
    code = function if isinstance(function, types.CodeType) else function.__code__
    used_up = _COMPREHENSIONS if code.co_name == "__contains__" else ()
    return any(isinstance(part, types.CodeType) and part.co_freevars and (part.co_name not in used_up or makes_closures(part))
               for part in code.co_consts)


def gives_number(function: types.FunctionType | types.CodeType) -> bool:
    """Whether what a function gives is seen to be the result of arithmetic.

    >>> gives_number(lambda a, b: a - b), gives_number(lambda a, b: a < b)
    (True, False)
    """
    steps = list(dis.get_instructions(function))
    return any(step.opname == "BINARY_OP" and step.argrepr in _ARITHMETIC and after.opname == "RETURN_VALUE"
               for step, after in itertools.pairwise(steps))


def gives_truth(function: types.FunctionType | types.CodeType) -> bool:
    """Whether what a function gives is seen to be the result of comparisons, or a constant.

    >>> gives_truth(lambda a, b: a < b and a != 0), gives_truth(lambda a, b: f(a, b))
    (True, False)
    """
    steps = list(dis.get_instructions(function))
    return all(before.opname in _TELLING or (before.opname == "LOAD_GLOBAL" and before.argval == "NotImplemented")
               for before, step in itertools.pairwise(steps) if step.opname == "RETURN_VALUE")


_SETTING = frozenset("setattr delattr __setattr__ __delattr__".split())
"""What stores into attributes without a statement that does."""
_TELLING = frozenset("COMPARE_OP IS_OP CONTAINS_OP UNARY_NOT LOAD_CONST".split())
_ARITHMETIC = frozenset("+ - * / ** @ // %".split())


def _code_writes(code: types.CodeType, space: dict[str, Any], cls: type | None, items_only: bool, seen: set[types.CodeType],
                 depth: int) -> bool:
    if code in seen or depth > DEEPEST:
        return False
    seen.add(code)
    stores = {"STORE_SUBSCR", "STORE_SLICE", "STORE_GLOBAL", "STORE_DEREF", "DELETE_SUBSCR"}
    stores |= set() if items_only else {"STORE_ATTR", "DELETE_ATTR"}
    mutators = MUTATORS if items_only else MUTATORS | _SETTING
    if any(step.opname in stores or (step.opname in ("LOAD_METHOD", "LOAD_ATTR") and step.argval in mutators) or (
            step.opname == "LOAD_GLOBAL" and step.argval in mutators & _SETTING) for step in dis.get_instructions(code)):
        return True
    return any(_code_writes(part, names, cls, items_only, seen, depth + 1) for part, names in inner_codes(code, space, cls))


def inner_codes(code: types.CodeType, space: dict[str, Any], cls: type | None) -> list[tuple[types.CodeType, dict[str, Any]]]:
    """What is defined in code, and the functions and methods that it names, each with its globals."""
    inner = [(part, space) for part in code.co_consts if isinstance(part, types.CodeType)]
    names = named_in(code)
    if space.get("__name__") in ABSTRACT:
        names = (*names, *_run_by_operations(code))
    for name in names:
        met = [space.get(name)] if cls is None else [of_class(cls, name), space.get(name)]
        if cls is not None and "super" in names:
            met += [base.__dict__[name] for base in cls.__mro__ if name in base.__dict__]
        for found in met:
            found = found.fget if isinstance(found, property) else found
            if isinstance(found, types.FunctionType):
                inner += function_codes(found)
    return inner


def _run_by_operations(code: types.CodeType) -> set[str]:
    """The methods that code of `collections.abc` runs of its objects without their names."""
    names = {name for step in dis.get_instructions(code) for name in _OPERATIONS.get(step.opname, ())}
    viewed = {"ItemsView", "ValuesView"} & {*code.co_names}
    return names.union(_OPERATIONS["BINARY_SUBSCR"] if viewed else ())


ABSTRACT = ("collections", "collections.abc", "_collections_abc")
"""The modules of Python's classes that are made to be bases, and do what they do by methods of the classes below."""
_OPERATIONS = {"BINARY_SUBSCR": ("__getitem__", "__missing__"), "GET_ITER": ("__iter__",), "CONTAINS_OP": ("__contains__",)}


def function_codes(function: types.FunctionType) -> list[tuple[types.CodeType, dict[str, Any]]]:
    """The code of a function, and that of the functions that it captured: what a decorator makes calls what it decorates.

    >>> def twice(function):
    ...     def run(x):
    ...         return function(x) + function(x)
    ...     return run
    >>> [code.co_name for code, _ in function_codes(twice(lambda x: x))]
    ['run', '<lambda>']
    """
    found, left = [function], [function]
    while left:
        held = [content(cell, None) for cell in left.pop().__closure__ or ()]
        new = [value for value in held if isinstance(value, types.FunctionType) and value not in found]
        found, left = found + new, left + new
    return [(one.__code__, one.__globals__) for one in found]
