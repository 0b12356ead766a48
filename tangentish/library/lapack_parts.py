"""What equivalents of functions of BLAS and LAPACK are made of: types, right sides, arguments that are overwritten."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.linalg.lapack as lapack

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

LETTERS = {"f": "s", "d": "d", "F": "c", "D": "z"}
"""The types that there are, and the letters that their functions begin with."""


def raw(name: str, kind: str, *args: Any) -> Any:
    """What a function of LAPACK gives, or raises, where no derivative is asked for.

    >>> raw("getrf", "d", np.array([[2.0]]))[2]
    0
    """
    return lapack.__dict__[LETTERS[kind] + name](*args)


def typed(x: Any, kind: str) -> Any:
    """An array of this type, as SciPy makes one of an argument.

    >>> typed([1, 2], "d")
    array([1., 2.])
    """
    x = np.asarray(x)
    return x if x.dtype == kind else x.astype(kind)


def real_kind(kind: str) -> str:
    """The type of real numbers of the same precision.

    >>> real_kind("D")
    'd'
    """
    return kind.lower()


def columns(b: Any) -> Any:
    """A right side as a matrix: a vector is one column.

    >>> columns(np.zeros(3)).shape
    (3, 1)
    """
    if b.ndim == 2:
        return b
    rows = b.shape[0] if b.ndim else 1
    return np.reshape(b, (rows, b.size // rows if rows else 0))


def like(x: Any, b: Any) -> Any:
    """A solution in the shape of the right side."""
    if x.ndim == b.ndim:
        return x
    shaped = np.reshape(x, b.shape)
    return np.asfortranarray(shaped) if b.ndim > 2 else shaped


def over(given: Any, value: Any, overwrite: Any) -> Any:
    """A result, in the memory of an argument where SciPy has it there.

    >>> x = np.array([1.0])
    >>> over(x, np.array([2.0]), 1) is x, x
    (True, array([2.]))
    """
    if overwrite and isinstance(given, np.ndarray) and given.dtype == value.dtype and given.flags.f_contiguous:
        if not given.flags.writeable:
            raise UnsupportedError("a function of LAPACK that overwrites an array that is read-only is not followed.\n"
                                   "Leave the keyword overwrite_* out.")
        given[...] = value
        return given
    return value


def first_zero(diagonal: Any) -> int:
    """The number of the first zero, counted from 1; 0 if there is none.

    >>> first_zero(np.array([1.0, 0.0]))
    2
    """
    zeros = np.flatnonzero(np.asarray(diagonal) == 0)
    return int(zeros[0]) + 1 if zeros.size else 0


zero_derivative(raw, first_zero)


def register(*functions: Callable[..., Any], module: Any = lapack, kinds: str = "fdFD", name: str = "") -> None:
    """Let these functions stand for those of LAPACK or BLAS of their name, one for each type."""
    for function in functions:
        for kind in kinds:
            made = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
            made.__kwdefaults__ = {**(function.__kwdefaults__ or {}), "kind": kind}
            made.__doc__, made.__module__ = function.__doc__, function.__module__
            target = getattr(module, LETTERS[kind] + (name or function.__name__), None)
            if target is not None:
                library.REPLACED[target] = made
