"""What only shows when a program runs, and is refused then."""

from __future__ import annotations

import collections
import datetime
import inspect
import types
from typing import Any, NoReturn

import numpy as np

from tangentish.errors import CallError, UnsupportedError
from tangentish.rules.helpers import fields_refused, objects_refused
from tangentish.runtime.failed_imports import method_stopped_at_import, stopped_at_import
from tangentish.slots import WHOLE


def check_list(owner: Any, method: str) -> None:
    """Raise if what grows is no list or deque, and has no methods of its own, but an `array.array`, say."""
    if not isinstance(owner, list | collections.deque):
        raise UnsupportedError(f"`{method}` of active values to a {type(owner).__name__} is not followed.\nUse a list.")


TIMES = datetime.date | datetime.time | datetime.timedelta | datetime.tzinfo
"""Points in time and the like, which hold whole numbers: none has a derivative."""


def arrays_have(key: str) -> bool:
    """Whether `x.key` means something for every array, so that storing there may change the array."""
    return hasattr(np.ndarray, key)


def is_value_of_arrays(key: str) -> bool:
    """Whether arrays have an attribute that is no method.

    >>> is_value_of_arrays("size"), is_value_of_arrays("mean"), is_value_of_arrays("foo")
    (True, False, False)
    """
    return arrays_have(key) and not callable(getattr(np.ndarray, key))


def check_no_array(owner: Any, key: str, active: bool = True) -> None:
    """Raise if what `owner.key = value` stores into is an array, which nobody knew when the program was made."""
    if isinstance(owner, np.ndarray) and key == "shape" and owner.dtype.kind in "iub":
        return  # places or a mask: there is nothing to follow in it
    if isinstance(owner, np.ndarray) and (active or arrays_have(key)):
        raise UnsupportedError(f"assigning to `{key}` of an active array is not supported here.\n"
                               "Write x.real[...] = value, or make a new array, as in x = x.reshape(shape).")


def check_no_class(owner: Any, value: Any) -> None:
    """Raise where a value that may be active, or hold what is, is stored into a class: objects and other classes read it there.

    >>> check_no_class(Exception, 1)
    """
    held = (value.fget, value.fset, value.fdel) if isinstance(value, property) else (value,)
    if isinstance(owner, type) and not all(isinstance(part, WHOLE | type | types.FunctionType) for part in held):
        raise UnsupportedError(f"an active value is stored into the class {owner.__name__}.\nStore it into an object of it.")


def check_place(bound: Any) -> None:
    """Raise where an active number that is no place stands in a slice, which a class may do anything with."""
    if isinstance(bound, float | complex | np.inexact | np.ndarray):
        raise UnsupportedError("a slice of active numbers, of an object whose class says what it means, is not followed.\n"
                               "Give them to a method of the object.")


def check_no_out(place: int, owner: Any, *groups: Any) -> None:
    """Raise where arguments, some of them behind stars, have an array at a place that NumPy writes its result into.

    With an `owner` it is a method that is called, which may be one of a class of the user's.

    >>> check_no_out(2, None, (0, None)), check_no_out(2, None, (0,), (None, None)), check_no_out(2, "text", (0, None, np.zeros(2)))
    (None, None, None)
    """
    if owner is not None and not isinstance(owner, np.ndarray | np.generic):
        return
    for items in groups:
        if place < 0 or not isinstance(items, list | tuple | np.ndarray):  # of an iterator nobody knows what it has
            return
        if place < len(items) and items[place] is not None:
            raise UnsupportedError("what the result is written into stands behind a star among other arguments.\n"
                                   "Name it, as in `out=y`.")
        place -= len(items)


def check_no_base(key: str, value: Any) -> None:
    """Raise where the array that another is a view of is asked for: NumPy says of few arrays which one that is.

    >>> check_no_base("base", None)
    """
    if key == "base" and isinstance(value, np.ndarray):
        raise UnsupportedError("the `base` of an array of active values is not followed.\nKeep that array under a name of its own.")


def check_own_attribute(owner: Any, key: str, value: Any) -> None:
    """Raise where a class of arrays has numbers, or what may hold some, in an attribute that arrays do not have.

    >>> check_own_attribute(np.ones(2), "size", 2)
    """
    if isinstance(owner, np.ndarray) and type(owner) is not np.ndarray and not hasattr(np.ndarray, key) and isinstance(
            value, float | complex | np.ndarray | np.inexact | list | tuple | dict):
        raise UnsupportedError(f"the attribute `{key}` of a {type(owner).__name__} is not followed where active values meet it.\n"
                               "Use its numbers as an array, as in `np.asarray(x)`.")


def check_no_method(owner: Any, value: Any) -> None:
    """Raise if a method of a number was put under a name: what it is a method of is a value, which nothing is noted of."""
    if isinstance(owner, np.generic | float | complex) and callable(value):
        raise UnsupportedError(f"a method of a {type(owner).__name__} is kept, to be called later.\nCall it where it is read.")


def unknown_slope(label: str, key: str) -> NoReturn:
    """Raise where a program comes to a call that depends on what is differentiated in a way that its rule does not know."""
    raise UnsupportedError(f"the derivative of `{label}` with respect to `{key}` is not known\n"
                           "Let its rule give it (tangentish.rules), or pass stop_gradient(...) of the argument if nothing flows "
                           "through it.")


def unfitting_call(label: str, what: str) -> None:
    """Raise where a program comes to a call that the rule of the function does not fit."""
    raise CallError(f"the derivative rule for `{label}` {what}\n"
                    "Write the call without it, or register a rule (tangentish.rules).")


def check_cast(dtype: Any, *operands: Any) -> None:
    """Raise where NumPy drops the imaginary parts of operands before it computes anything of them."""
    if np.dtype(dtype).kind in "fiub" and any(np.iscomplexobj(operand) for operand in operands):
        raise UnsupportedError(f"complex numbers are cast to {np.dtype(dtype).name} before anything is computed of them.\n"
                               "Take np.real of them, and leave the dtype out.")


def unfinished() -> None:
    """Raise where an exception left a statement in the middle that cannot be reversed in part."""
    raise UnsupportedError("an exception was caught that left this statement in the middle of its work on active values.\n"
                           "Check before the statement whether it can be done.")


_WHOLE = frozenset([(list, "append"), (list, "index"), (list, "insert"), (list, "pop"), (list, "remove"), (tuple, "index"),
                    (dict, "get"), (dict, "pop"), (dict, "popitem"), (collections.deque, "pop"), (collections.deque, "popleft")])
"""Methods of containers that have done nothing if they raise."""


def unfinished_method(owner: Any, key: str, args: tuple[Any, ...] | None = None) -> None:
    """`unfinished` where the statement calls `owner.key`, unless that does all or nothing, or there is no such method.

    >>> unfinished_method(["a", "b"], "index", ("c",))
    """
    if args is not None and (type(owner), key) in _WHOLE and all(map(_is_plain, (*args, *owner))):  # none with an == of its own
        return
    if (not _is_plain(owner) or hasattr(owner, key)) and not method_stopped_at_import(owner, key):
        unfinished()


def unfinished_function(function: types.FunctionType) -> None:
    """`unfinished` where the statement calls a function, unless an import at its beginning is what failed."""
    if not stopped_at_import(function):
        unfinished()


def _is_plain(value: Any) -> bool:
    """Whether a value can be asked for something without running code of the user's."""
    return type(value).__module__ in ("builtins", "numpy")


_PLAIN_LOOKUPS = (object.__getattribute__, type.__getattribute__)


def unfinished_getattr(owner: Any, key: Any, *default: Any) -> None:
    """`unfinished` where the statement calls `getattr`, unless the object has no such attribute: no code of its class has run.

    >>> unfinished_getattr(np.ones(2), "width")
    """
    lookup: Any = type(owner).__getattribute__
    asked = hasattr(type(owner), "__getattr__") or lookup not in _PLAIN_LOOKUPS
    if asked or not isinstance(inspect.getattr_static(owner, key, None), types.MemberDescriptorType | None):
        unfinished()


def cell_of(function: Any, captured: str) -> Any:
    """The closure cell through which a function sees a variable of the function around it."""
    inner = function
    while inner is not None:  # np.vectorize and decorators hold on to what they decorate
        code = getattr(inner, "__code__", None)
        if code is not None and captured in code.co_freevars and code.co_filename.startswith("<tangentish"):
            return inner.__closure__[code.co_freevars.index(captured)]
        inner = getattr(inner, "pyfunc", None) or getattr(inner, "__wrapped__", None)
    raise UnsupportedError(f"a decorator hides the function that sees `{captured}`.\n"
                           "Write it with functools.wraps, or pass the variable as an argument.")


def check_object_store(owner: Any, key: Any, value: Any) -> None:
    """Raise if numbers are stored into an array of objects; one list or array may be an item of it."""
    if owner.dtype.kind != "O" or not owner.size:
        return
    keys = key if isinstance(key, tuple) else (key,)
    item = len(keys) == owner.ndim and all(isinstance(part, int | np.integer) for part in keys)
    if isinstance(value, float | complex | np.inexact) or (not item and isinstance(value, np.ndarray | list | tuple)):
        raise objects_refused()


def check_fields(x: Any) -> None:
    """Raise if an array has fields with names."""
    if x.dtype.names is not None:
        raise fields_refused()
