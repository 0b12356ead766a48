"""Operators between objects of classes that define them."""

from __future__ import annotations

import operator
import types
from typing import Any

import numpy as np

from tangentish.analysis.kinds import defines
from tangentish.dispatch.core import primal
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.library.functions import divide_with_remainder
from tangentish.library.given_methods import method_of
from tangentish.own_containers import said_in_python
from tangentish.rules.helpers import no_matrix
from tangentish.rules.registry import look_up
from tangentish.shadows import Shadows

METHODS_OF: Any = {getattr(operator, name): f"__{name.strip('_')}__" for name in (
    "add", "sub", "mul", "truediv", "pow", "mod", "floordiv", "matmul", "or_", "and_", "xor", "neg", "pos", "abs", "invert",
    "lshift", "rshift", "getitem", "setitem", "contains", "iadd", "isub", "imul", "itruediv", "ipow", "imod", "ifloordiv",
    "imatmul", "ior", "iand", "ixor")} | {divmod: "__divmod__", divide_with_remainder: "__divmod__"}
IN_PLACE = {"__ior__": "__or__", "__iand__": "__and__", "__ixor__": "__xor__"} | {
    f"__i{name}__": f"__{name}__" for name in ("add", "sub", "mul", "truediv", "pow", "mod", "floordiv", "matmul")}
"""What stands for `x += y` where a class does not say what that means."""
_OF_ITEMS = ("__getitem__", "__setitem__", "__contains__")
_SETS: tuple[type, ...] = (set, frozenset, type({}.keys()))
_OF_SETS = frozenset(f"__{place}{name}__" for place in ("", "i") for name in ("sub", "and", "or", "xor"))


def of_class(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`a + b` where the class of an operand defines it: the methods are tried in the order that Python tries them in."""
    method = look_up(METHODS_OF, function)
    if method is None or not concerned(method, args):
        return None
    for place, called in methods_tried(method, args):
        given = args if place == 0 else args[::-1]
        ans, record = primal(called, (*range(len(args)), "*"), *given)
        if ans is not NotImplemented:
            return ans, record if place == 0 else _Swapped(record)
    raise none_left(function, args)


def none_left(function: Any, args: tuple[Any, ...]) -> Exception:
    """The error where all methods in Python have declined: that of the operator, if nothing compiled does it.

    They are not run again: they may have written something.

    >>> none_left(operator.sub, ("a", 1.0))
    TypeError("unsupported operand type(s) for -: 'str' and 'float'")
    """
    function = divmod if function is divide_with_remainder else function  # which stands for it
    method = IN_PLACE.get(METHODS_OF[function], METHODS_OF[function])
    if len(args) != 2 or method in _OF_ITEMS or any(  # what these give is not asked whether it declines
            done_by_compiled(args[place], name, args[1 - place]) for place, name in enumerate((method, f"__r{method[2:]}"))):
        names = " and ".join(f"a {type(arg).__name__}" for arg in args)
        return UnsupportedError(f"`{function.__name__}` of {names} is done by compiled code, as the methods in Python decline it, "
                                "which is not followed.\nMake them arrays first, as in np.asarray(x).")
    try:
        function(*(type(type(arg).__name__, (), {})() for arg in args))  # of objects that have no methods
    except TypeError as error:
        return error
    raise AssertionError(function)


def done_by_compiled(owner: Any, name: str, other: Any) -> bool:
    """Whether a compiled method of an operand has an answer."""
    method = getattr(type(owner), name, None)
    if method is None or method_of(method) is not None:
        return False
    try:
        return method(owner, other) is not NotImplemented
    except TypeError:
        return False


def concerned(method: str, args: tuple[Any, ...]) -> bool:
    """Whether the class of an operand that Python asks says in Python what an operator means."""
    for arg in args:
        no_matrix(arg)
        if isinstance(arg, np.ma.MaskedArray) and method not in _OF_ITEMS:
            raise UnsupportedError("operators of masked arrays are not followed where active values meet them.\n"
                                   "Use `x.data` and `x.mask`: an index, as in `x.data[~x.mask]`, or np.where.")
        own = getattr(type(arg), method, None)
        if own is not None and method_of(own) is None and said_in_python(type(arg), method):
            raise UnsupportedError(f"`{method}` of {type(arg).__name__} is no function of the class, but looked up by code of its "
                                   "own when it is called, which is not followed.\nCall the method that it gives by its name.")
    if method == "__getitem__" and isinstance(args[0], type) and hasattr(args[0], "__class_getitem__"):
        raise UnsupportedError(f"{args[0].__name__} says what its items are by a __class_getitem__, which is not followed.\n"
                               "Make it a class method, and call that by its name.")
    if method in _OF_ITEMS:
        return defines(type(args[0]), method)
    if method in IN_PLACE:
        own = getattr(type(args[0]), method, None)
        if own is not None:
            return method_of(own) is not None
        method = IN_PLACE[method]
    return any(defines(type(arg), method) for arg in args)


def of_sets(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`a - b` of sets, or of the keys of a dict, which hold nothing that has a derivative."""
    return (function(*args), Nothing(len(args))) if among_sets(function, args) else None


def among_sets(function: Any, args: tuple[Any, ...]) -> bool:
    """Whether a call is that of an operator of sets."""
    return look_up(METHODS_OF, function) in _OF_SETS and any(isinstance(arg, _SETS) for arg in args)


def methods_tried(method: str, args: tuple[Any, ...]) -> list[tuple[int, types.FunctionType]]:
    """The methods for an operator in the order that Python tries them in, each with the place of the operand it belongs to."""
    if method in IN_PLACE:
        own = method_of(getattr(type(args[0]), method, None))
        return ([(0, own)] if own is not None else []) + methods_tried(IN_PLACE[method], args)
    order = [(0, method)]
    if len(args) == 2 and type(args[1]) is not type(args[0]):  # of two of one class Python asks the first alone
        order.append((1, f"__r{method[2:]}"))
        if issubclass(type(args[1]), type(args[0])) and not _is_inherited(order[1][1], type(args[0]), type(args[1])):
            order.reverse()
    found = [(place, method_of(getattr(type(args[place]), name, None))) for place, name in order]
    return [(place, called) for place, called in found if called is not None]


def _is_inherited(reflected: str, cls: type, derived: type) -> bool:
    """Whether a derived class has a reflected operator as its base has it: Python asks the left operand first, then."""
    own = getattr(cls, reflected, None)
    return own is not None and method_of(own) is not None and getattr(derived, reflected, None) is own


class _Swapped(Record):
    """A call of a reflected operator."""

    def __init__(self, inner: Record) -> None:
        self.inner = inner

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        parts = self.inner.reverse(ans_bar, shadows)
        return Parts(parts.values[::-1], {})
