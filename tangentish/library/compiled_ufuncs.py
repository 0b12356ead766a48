"""Ufuncs that Numba compiled from a function of an item: the function is called with each item in their place.

What is compiled is called, too: it says which type of numbers comes of it, and has to give the same ones.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.library.user_functions import ElementwiseFunction, call_vectorized, called_elementwise, called_vectorized
from tangentish.rules.registry import zero_derivative


def made_a_ufunc(value: Any) -> types.FunctionType | None:
    """The function of an item that Numba compiled a ufunc from; None of anything else."""
    if not any(base.__module__ == "numba.np.ufunc.dufunc" for base in type(value).__mro__):
        return None
    wrapped = getattr(value, "__wrapped__", None) or getattr(getattr(value, "_dispatcher", None), "py_func", None)
    return wrapped if isinstance(wrapped, types.FunctionType) else None


def called_for_each(function: Any, *args: Any, **kwargs: Any) -> Any:
    """A call of a ufunc that Numba compiled."""
    compiled = compiled_result(function, args, kwargs)
    found = call_vectorized(made_a_ufunc(function), compiled.dtype.char, (), None, True, args, {})
    check_alike(function, compiled, found)
    return found if compiled.ndim else found[()]


def form_for_entries(function: Any) -> Callable[..., Any] | None:
    """What stands for a call of an object that `np.vectorize` or `np.frompyfunc` made, or Numba's `vectorize`."""
    if isinstance(function, ElementwiseFunction):
        return called_elementwise
    if made_a_ufunc(function) is not None:
        return called_for_each
    return called_vectorized if isinstance(function, np.vectorize) else None


def compiled_result(function: Any, args: Any, kwargs: Any) -> Any:
    """What the compiled code gives."""
    if kwargs:
        raise UnsupportedError(f"`{min(kwargs)}` of {function.__name__}, a ufunc compiled by Numba, is not followed.\n"
                               "Leave it out.")
    return np.asarray(function(*args))


def check_alike(function: Any, compiled: Any, found: Any) -> None:
    """Raise where Python does something else than what was compiled.

    >>> check_alike(len, np.ones(2), np.ones(2))
    >>> check_alike(len, np.ones(2), np.zeros(2))
    Traceback (most recent call last):
    tangentish.errors.UnsupportedError: what Numba made of len does not give what it gives in Python.
    Call the function itself.
    """
    scale = 1e-3 if compiled.dtype.char in "efF" else 1e-9
    if not np.allclose(compiled, found, rtol=scale, atol=scale * np.max(np.abs(compiled), initial=0.0), equal_nan=True):
        raise UnsupportedError(f"what Numba made of {function.__name__} does not give what it gives in Python.\n"
                               "Call the function itself.")


zero_derivative(compiled_result, check_alike, made_a_ufunc)
