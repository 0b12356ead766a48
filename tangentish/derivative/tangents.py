"""Tangents that users pass: checked against the values they belong to, and brought to their dtype."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from tangentish.derivative.arguments import check_value
from tangentish.errors import ArgumentError
from tangentish.own_arrays import has_a_say
from tangentish.records import fields_held


def checked_tangents(primals: Any, tangents: Any) -> tuple[Any, ...]:
    """The tangents of the arguments of a call, each of the structure, shape and dtype of its argument."""
    for label, given in (("primals", primals), ("tangents", tangents)):
        if not isinstance(given, tuple | list):
            raise ArgumentError(f"{label} should be a tuple, with one item for each argument, not a {type(given).__name__}")
    if len(primals) != len(tangents):
        raise ArgumentError(f"there should be one tangent for each argument: {len(primals)} primals, {len(tangents)} tangents")
    return tuple(_checked(x, x_dot, str(k)) if x_dot is not None else None
                 for k, (x, x_dot) in enumerate(zip(primals, tangents, strict=True)))


def _checked(x: Any, x_dot: Any, where: str) -> Any:
    if x_dot is None:
        return None
    if isinstance(x, np.ndarray | np.generic | int | float | complex | str | bytes | type(None)):
        return _leaf(x, x_dot, where)
    if isinstance(x, list | tuple):
        if not isinstance(x_dot, list | tuple) or len(x_dot) != len(x):
            raise ArgumentError(f"the tangent of argument {where} should be a {type(x).__name__} of {len(x)} items, as the "
                                "argument is")
        return [_checked(item, part, f"{where}[{k}]") for k, (item, part) in enumerate(zip(x, x_dot, strict=True))]
    if isinstance(x, dict):
        if not isinstance(x_dot, dict) or not x_dot.keys() <= x.keys():
            raise ArgumentError(f"the tangent of argument {where} should be a dict with keys of the argument")
        return {key: _checked(item, x_dot.get(key), f"{where}[{key!r}]") for key, item in x.items()}
    if dataclasses.is_dataclass(x):
        names = fields_held(x)
        parts = {name: getattr(x_dot, name) for name in names} if isinstance(x_dot, type(x)) else x_dot
        if not isinstance(parts, dict) or not parts.keys() <= set(names):
            raise ArgumentError(f"the tangent of argument {where} should be a {type(x).__name__}, as the argument is, or a dict "
                                f"with names of its fields: {', '.join(names)}")
        return {key: _checked(item, parts.get(name), f"{where}.{name}") for name, (key, item) in names.items()}
    if isinstance(x, set | frozenset):
        check_value(x, where, f"argument {where}")
    return x_dot


def _leaf(x: Any, x_dot: Any, where: str) -> Any:
    if _is_zero_of_nothing(x, x_dot):
        return None
    check_value(x, int(where) if where.isdigit() else where, f"argument {where}")
    _check_numbers(x_dot, where)
    if has_a_say(type(x_dot)) and getattr(x_dot, "unit", None) != getattr(x, "unit", None):
        raise ArgumentError(f"the tangent of argument {where} is a {type(x_dot).__name__} in another unit than the argument; give "
                            "its numbers in that unit")
    if np.shape(x_dot) != np.shape(x):
        raise ArgumentError(f"the tangent of argument {where} has shape {np.shape(x_dot)}; the argument has shape {np.shape(x)}")
    if np.iscomplexobj(x_dot) and not np.iscomplexobj(x):
        raise ArgumentError(f"the tangent of argument {where} is complex; the argument is real")
    if isinstance(x, np.ndarray):
        return np.asarray(x_dot, x.dtype)
    number = x_dot[()] if isinstance(x_dot, np.ndarray) else x_dot
    return type(x)(number)


def _check_numbers(x_dot: Any, where: str) -> None:
    """Refuse what is no tangent of a number or an array."""
    try:
        kind = np.asarray(x_dot).dtype.kind
    except ValueError:  # of rows of different lengths
        kind = "O"
    if kind not in "fciub":
        raise ArgumentError(f"the tangent of argument {where} should be made of numbers, not of a {type(x_dot).__name__}")


def _is_zero_of_nothing(x: Any, x_dot: Any) -> bool:
    """Whether a zero was given for what has no derivative, as our own results have for integers."""
    integer = isinstance(x, int | np.integer) or (isinstance(x, np.ndarray) and x.dtype.kind in "iub")
    return integer and not np.any(x_dot)
