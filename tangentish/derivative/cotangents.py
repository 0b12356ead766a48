"""Cotangents that users pass to a pullback: checked against the result that they belong to, and brought to its dtype."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from tangentish.errors import ArgumentError
from tangentish.own_arrays import has_a_say
from tangentish.records import fields_held


def checked_cotangent(ans_bar: Any, ans: Any, where: str = "") -> Any:
    """A cotangent of the structure of a result; None is zero, and so is a key that is not there.

    `where` says which part of the result it is.

    >>> checked_cotangent([1, None], (2.0, np.zeros(2)))
    [1.0, None]
    """
    of = f" of the result{where}" if where else ""
    if isinstance(ans, np.ndarray | np.generic | float | complex):
        return _leaf(ans_bar, ans, of)
    if ans_bar is None:
        return None
    if isinstance(ans, tuple | list):
        if not isinstance(ans_bar, tuple | list) or len(ans_bar) != len(ans):
            raise ArgumentError(f"the cotangent{of} should be a {type(ans).__name__} of {len(ans)} items, as the result is")
        parts = [checked_cotangent(b, a, f"{where}[{k}]") for k, (b, a) in enumerate(zip(ans_bar, ans, strict=True))]
        return type(ans_bar)(*parts) if hasattr(ans_bar, "_fields") else parts
    if isinstance(ans, dict):
        if not isinstance(ans_bar, dict) or not ans_bar.keys() <= ans.keys():
            raise ArgumentError(f"the cotangent{of} should be a dict with keys of the result: {', '.join(map(repr, ans))}")
        return {key: checked_cotangent(b, ans[key], f"{where}[{key!r}]") for key, b in ans_bar.items()}
    if dataclasses.is_dataclass(ans):
        return _of_fields(ans_bar, ans, where, of)
    return ans_bar


def _of_fields(ans_bar: Any, ans: Any, where: str, of: str) -> dict[str, Any]:
    """The cotangents of the fields of a dataclass, from an object of that class or a dict."""
    names = fields_held(ans)
    if isinstance(ans_bar, type(ans)):
        ans_bar = {name: getattr(ans_bar, name) for name in names}
    if not isinstance(ans_bar, dict) or not ans_bar.keys() <= set(names):
        raise ArgumentError(f"the cotangent{of} should be a {type(ans).__name__}, as the result is, or a dict with names of its "
                            f"fields: {', '.join(names)}")
    return {names[name][0]: checked_cotangent(b, names[name][1], f"{where}.{name}") for name, b in ans_bar.items()}


def _leaf(ans_bar: Any, ans: Any, of: str) -> Any:
    """The cotangent of a number or an array."""
    array = isinstance(ans, np.ndarray)
    if ans_bar is None:
        return np.zeros(ans.shape, ans.dtype if ans.dtype.kind in "fc" else float) if array and not of else None
    given = _numbers(ans_bar, of)
    if given.shape != np.shape(ans):
        shape = f"has shape {ans.shape}" if array else "is a number"
        raise ArgumentError(f"the cotangent{of} has shape {given.shape}; the result {shape}")
    kind = np.asarray(ans).dtype.kind
    if kind not in "fc":
        return given.astype(float, copy=True) if array and given.dtype.kind != "c" else None
    if given.dtype.kind == "c" and kind == "f":
        raise ArgumentError(f"the cotangent{of} is complex; the result is real")
    if array:
        return np.array(given, ans.dtype)
    return given[()] if given.dtype.kind in "fc" and isinstance(ans_bar, np.ndarray | np.generic) else given.item() * 1.0


def _numbers(ans_bar: Any, of: str) -> Any:
    """A cotangent as an array."""
    try:
        given = np.asarray(ans_bar)
    except ValueError:  # of rows of different lengths
        given = np.asarray(None)
    if has_a_say(type(ans_bar)):
        raise ArgumentError(f"the cotangent{of} is a {type(ans_bar).__name__}; give numbers, for the result in its unit")
    if given.dtype.kind not in "fciub":
        raise ArgumentError(f"the cotangent{of} should be made of numbers, not of a {type(ans_bar).__name__}")
    return given
