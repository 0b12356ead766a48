"""Methods that Python runs without their name, run by it: `__bool__` for a test, `__lt__` for `<`.

Written for expressions of objects whose classes write into something there (`normalise/calls/operators_running.py`), so that
what they do is followed, and done once.
"""

from __future__ import annotations

import itertools
import operator
import types
from typing import Any

from tangentish.library.comparisons import truth_of
from tangentish.rules.registry import zero_derivative

REFLECTED = {"__lt__": "__gt__", "__gt__": "__lt__", "__le__": "__ge__", "__ge__": "__le__", "__eq__": "__eq__", "__ne__": "__ne__"}
"""The methods of comparisons, and those that Python asks of the other operand.
Source: Python's Data model, https://docs.python.org/3/reference/datamodel.html#object.__lt__."""
PLAIN = {f"__{function.__name__}__": function for function in (
    operator.lt, operator.gt, operator.le, operator.ge, operator.eq, operator.ne)}


def acted(value: Any, *operands: Any) -> Any:
    """What an operator of a class of the user's gave, which wrote into something: what of that its operands lead to is not known.

    >>> acted(1.0 < 2.0)
    True
    """
    return value


def items_asked(value: Any, count: int | None) -> list[Any]:
    """As many items of a value as an unpacking asks for: one more than there are targets, or all.

    >>> items_asked([1.0, 2.0, 3.0], 2), items_asked("ab", None)
    ([1.0, 2.0], ['a', 'b'])
    """
    return list(itertools.islice(value, count))


def attribute_there(x: Any, key: str) -> bool:
    """`hasattr`, of an object whose class has code that it runs.

    >>> attribute_there([1.0], "append"), attribute_there([1.0], "shape")
    (True, False)
    """
    try:
        getattr(x, key)
    except AttributeError:
        return False
    return True


def attribute_or(x: Any, key: str, default: Any) -> Any:
    """`getattr` with a default, of such an object.

    >>> attribute_or(2.0, "imag", 1.0), attribute_or(2.0, "shape", 1.0)
    (0.0, 1.0)
    """
    try:
        found = getattr(x, key)
    except AttributeError:
        return default
    return found


def truth_asked(value: Any) -> Any:
    """Whether a value is true.

    >>> truth_asked(2.0), truth_asked([])
    (True, False)
    """
    if says(value, "__bool__"):
        return value.__bool__()
    if says(value, "__len__"):
        return value.__len__() != 0
    return bool(value)


def length_asked(value: Any) -> Any:
    """The length of a value.

    >>> length_asked([1.0, 2.0])
    2
    """
    return value.__len__() if says(value, "__len__") else len(value)


def compared(left: Any, right: Any, method: str) -> Any:
    """What a comparison gives: that of `method`, or of the one that it is by the other operand.

    >>> compared(1.0, 2.0, "__lt__"), compared(object(), 2.0, "__eq__")
    (True, False)
    """
    if method == "__ne__" and not methods_asked(left, right, "__ne__") and methods_asked(left, right, "__eq__"):
        return not compared(left, right, "__eq__")  # as that of `object` does
    for swapped, function in methods_asked(left, right, method):
        ans = function(right, left) if swapped else function(left, right)
        if ans is not NotImplemented:
            return truth_of(ans)
    return compared_plainly(left, right, method)


def says(value: Any, method: str) -> bool:
    """Whether the class of a value says in Python what a method does."""
    return isinstance(getattr(type(value), method, None), types.FunctionType)


def methods_asked(left: Any, right: Any, method: str) -> list[tuple[bool, Any]]:
    """The functions that Python asks for a comparison, in its order, with whether their operands come the other way round."""
    asked = [(False, getattr(type(left), method)), (True, getattr(type(right), REFLECTED[method]))]
    if type(right) is not type(left) and issubclass(type(right), type(left)):
        asked.reverse()
    return [one for one in asked if isinstance(one[1], types.FunctionType)]


def compared_plainly(left: Any, right: Any, method: str) -> Any:
    """What a comparison gives after all that the classes say in Python: of two objects, whether they are the same."""
    if methods_asked(left, right, method) and method in ("__eq__", "__ne__"):
        return (left is right) == (method == "__eq__")
    return PLAIN[method](left, right)


zero_derivative(says, methods_asked, compared_plainly)
