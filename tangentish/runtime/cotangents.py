"""Cotangents of single values: zero, made to fit what they are cotangents of, added."""

from __future__ import annotations

import collections
import numbers
from typing import Any

import numpy as np

from tangentish.errors import OutputError, UnsupportedError
from tangentish.own_arrays import check_no_say
from tangentish.pandas_tables import is_table
from tangentish.rules.helpers.numbers import NothingOfText
from tangentish.runtime.checks import objects_refused
from tangentish.runtime.unknown_slopes import UnknownSlope

PLAIN = (numbers.Rational, float, complex, list, tuple, collections.deque, range, str, type(None))
"""What an operand without a dtype is, unless it is an object that says itself what array or number it stands for."""

_NUMBERS = frozenset((float, np.float64))


def object_as_number(x: Any) -> UnsupportedError:
    """The error for an object that NumPy took for an array, or Python for a number: what it holds has no cotangent there."""
    return UnsupportedError(
        f"a {type(x).__name__} is used as a number, and its class was not known when this program was made.\n"
        "Call a method of the class by its name, or pass the object as an argument.")


def unbroadcast(cotangent: Any, x: Any) -> Any:
    """Sum a cotangent over the axes along which `x` was broadcast; give it the shape and the kind of dtype of `x`.

    >>> unbroadcast(np.ones((3, 2)), np.zeros(2))
    array([3., 3.])
    """
    if type(x) is type(cotangent) and (type(x) in _NUMBERS or (
            type(x) is np.ndarray and x.shape == cotangent.shape and x.dtype is cotangent.dtype)):
        return cotangent
    if cotangent.__class__ is UnknownSlope:
        return cotangent
    if cotangent is None:
        if not isinstance(x, (np.ndarray, np.generic, dict, set, frozenset, *PLAIN)):
            raise UnsupportedError(f"a {type(x).__name__} met an operator, and its class was not known when this program was "
                                   "made.\nCall the method of the class by its name, or pass the object as an argument.")
        return None
    check_no_say(cotangent)
    if type(cotangent) is not np.ndarray and is_table(cotangent):
        cotangent = np.asarray(cotangent)  # of a product with a column, without its labels
    if isinstance(x, list | tuple) and type(cotangent) is float and cotangent == 0.0:
        return None  # that of a sum of lists, which is that of their items; these may have any shapes
    if isinstance(x, list | tuple) and isinstance(cotangent, list | tuple):  # an operand such as that of np.concatenate
        return [unbroadcast(one, item) for one, item in zip(cotangent, x, strict=True)]
    if type(x) is float:
        total = cotangent if isinstance(cotangent, float) else np.sum(cotangent)
        return float(total.real) if isinstance(total, np.number | np.ndarray | complex) else total
    dtype = getattr(x, "dtype", None)
    if not isinstance(dtype, np.dtype):  # objects may have an attribute of that name
        dtype = None
    if dtype is None and not isinstance(x, PLAIN) and not isinstance(cotangent, dict) and np.any(cotangent):
        raise object_as_number(x)
    shape = np.shape(x)
    if np.shape(cotangent) != shape:
        if np.ndim(cotangent) < len(shape):
            cotangent = np.broadcast_to(cotangent, shape)
        else:
            extra = np.ndim(cotangent) - len(shape)
            ones = tuple(extra + k for k, size in enumerate(shape) if size == 1 and cotangent.shape[extra + k] != 1)
            cotangent = np.sum(cotangent, axis=(*range(extra), *ones), keepdims=True).reshape(
                np.shape(cotangent)[extra:] if not ones else shape)
            if np.shape(cotangent) != shape:
                cotangent = np.broadcast_to(cotangent, shape)
    if dtype is not None and getattr(cotangent, "dtype", None) != dtype and dtype.kind in "fc":
        if dtype.kind == "f" and np.iscomplexobj(cotangent):
            cotangent = np.real(cotangent)
        cotangent = dtype.type(cotangent) if shape == () and not isinstance(x, np.ndarray) else np.asarray(cotangent, dtype)
    elif isinstance(x, float) and isinstance(cotangent, complex):
        cotangent = cotangent.real
    if shape == () and isinstance(cotangent, np.ndarray) and not isinstance(x, np.ndarray):
        cotangent = cotangent[()]  # that of a number is a number: a view of an array could not be added to
    return cotangent


def zeros_like(x: Any) -> Any:
    """A zero cotangent for any value: an array of zeros, `0.0`, or None for what is neither number nor array."""
    if isinstance(x, np.ndarray):
        return np.zeros_like(x, subok=False) if x.dtype.kind in "fc" else None
    if isinstance(x, np.inexact):
        return type(x)(0)
    if isinstance(x, float):
        return 0.0
    return 0j if isinstance(x, complex) else None


def no_change(x: Any) -> Any:
    """A zero tangent of the structure of what no derivative belongs to; what says that there is no value stays."""
    if isinstance(x, list | tuple):
        return [no_change(item) for item in x]
    return x if x is None or x is np._NoValue else np.zeros_like(x, dtype=float, subok=False)


def filled(cotangent: Any, x: Any) -> Any:
    """A cotangent of `x`: zeros where there is None (0.0 for a container, whose items have theirs elsewhere).

    Whole numbers, and arrays of texts, times and objects, have zeros too: they have no cotangent, but what is said of a float may
    be said of them.
    """
    if cotangent is not None:
        return cotangent
    if isinstance(x, np.ndarray) and x.dtype.kind in "iubUSmMO":
        return np.zeros(x.shape)
    if isinstance(x, str | bytes):
        return NothingOfText()
    whole = isinstance(x, int | np.integer | np.bool_)
    return 0.0 if whole or isinstance(x, list | tuple | dict) else zeros_like(x)


def filled_result(cotangent: Any, ans: Any) -> Any:
    """As `filled`, for the result of a function with a rule; raises UnsupportedError where that is an object.

    What the object holds has its cotangents elsewhere, and the rule does not read them.
    """
    if cotangent is None and not isinstance(ans, (np.ndarray, np.generic, set, frozenset, dict, *PLAIN)):
        raise UnsupportedError(f"a function that has a rule gave a {type(ans).__name__}; the rule is for numbers and arrays.\n"
                               "Call a method of the class, or give the function arrays.")
    check_no_say(ans)
    return filled(cotangent, ans)


def filled_number(cotangent: Any, y: Any) -> Any:
    """As `filled`, for the result of an operator; raises UnsupportedError where that is an object of a user's class."""
    if isinstance(y, np.ndarray) and y.dtype.kind == "O":
        raise objects_refused()
    if cotangent is None and isinstance(y, str):
        return NothingOfText()
    check_no_say(y)
    if isinstance(y, set | frozenset):
        return 0.0  # which holds nothing that has a derivative
    if cotangent is None and not isinstance(y, np.ndarray | np.generic | int | float | complex | list | tuple | str | dict):
        raise UnsupportedError(
            f"an operator gave a {type(y).__name__}, and its class was not known when this program was made.\n"
            "Call the method of the class by its name, or pass the object as an argument.")
    return filled(cotangent, y)


def accumulate(total: Any, cotangent: Any) -> Any:
    """The sum of two cotangents of the same structure, either of which may be None for zero; nothing is overwritten."""
    if total is None:
        return cotangent
    if cotangent is None:
        return total
    if type(total) in _NUMBERS:
        return total + cotangent
    if isinstance(total, dict):
        return {key: accumulate(total.get(key), cotangent.get(key)) for key in {**total, **cotangent}}
    if isinstance(total, list | tuple):
        items = [accumulate(a, b) for a, b in zip(total, cotangent, strict=True)]
        return type(total)(*items) if hasattr(total, "_fields") else type(total)(items)
    return total + cotangent


def own(x: Any) -> Any:
    """A copy of an array, so that it can be updated in place; of anything else, itself."""
    return x.copy() if isinstance(x, np.ndarray) else x


def materialise(cotangent: Any, x: Any) -> Any:
    """A full array of the shape of `x` from a cotangent that is one scalar for all entries."""
    return np.full(np.shape(x), cotangent, dtype=getattr(x, "dtype", None))


def inexact_only(cotangent: Any, y: Any) -> Any:
    """The cotangent of a value that may have been cast to integers, through which nothing flows."""
    return cotangent if getattr(y, "dtype", np.dtype(float)).kind in "fcO" else np.zeros(np.shape(y))


def seed(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of a scalar result with the shape of the result.

    Raises OutputError where the result is not a real number or an array of one.
    """
    if isinstance(ans, np.ndarray | np.generic | complex) and np.iscomplexobj(ans) and np.size(ans) == 1:
        raise OutputError("the function returned a complex number; grad needs a real one.\n"
                          "Take a real number of it, as in np.abs(result) ** 2, or use tangentish.vjp with a complex cotangent.")
    if isinstance(ans, np.ndarray) and ans.size == 1:
        return np.full(ans.shape, ans_bar, ans.dtype if ans.dtype.kind in "fc" else float)
    if isinstance(ans, float | int | np.number):
        return ans_bar
    what = f"an array of shape {ans.shape}" if isinstance(ans, np.ndarray) else (
        "None" if ans is None else f"a {type(ans).__name__}")
    raise OutputError(
        f"the function returned {what}; grad needs a single number.\n"
        "Reduce the result, as in np.sum(result), or use tangentish.vjp for results of any shape.")
