"""A program differentiated in every way there is: all of them agree with each other and with central differences."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable
from typing import Any

import numpy as np

import tangentish
from tangentish.testing import variant_grad
from tests.oracle import check_gradient

FORWARD = ({"optimise": False}, {"kinds": False})  # besides plain forward mode, one of these for each program
VARIANTS = ({"optimise": False}, {"kinds": False}, {"optimise": False, "kinds": False})


def same(left: Any, right: Any) -> bool:
    """Two derivatives have the same structure and, nearly, the same values."""
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if left is None or right is None:
        return left is right
    if not isinstance(left, float | complex | np.ndarray | np.inexact):
        return True  # an object: its leaves were compared with central differences
    tolerance = 1e-4 if any(np.asarray(value).dtype in (np.float32, np.complex64) for value in (left, right)) else 1e-7
    return np.shape(left) == np.shape(right) and np.allclose(left, right, rtol=tolerance, atol=tolerance)


def check_right_or_refused(fun: Callable[..., Any], *args: Any, **options: Any) -> None:
    """`check_all_ways` of a function that is refused today."""
    with contextlib.suppress(tangentish.UnsupportedError):
        check_all_ways(fun, *args, **options)


def check_not_looked_up(derivative: Any, *args: Any, calls: str = "") -> None:
    """After a call, a derivative has no table of adjoints, and its text has the `calls` of functions that are known."""
    derivative(*args)
    assert calls in derivative.source
    assert "shadows" not in derivative.source


def check_all_ways(fun: Callable[..., Any], *args: Any, argnums: int | tuple[int, ...] = 0, **options: Any) -> None:
    """`check_gradient`, and all else that gives the same: unoptimised, kinds unknown, twice, with the value, `vjp`."""
    nums = (argnums,) if isinstance(argnums, int) else argnums
    odd = len(getattr(fun, "__name__", "")) % 2  # half of the programs are spared one of the slower ways
    forward = ({}, FORWARD[odd])
    bars = check_gradient(fun, *args, argnums=nums, repeats=1, variants=forward, **options)
    for variant in VARIANTS[: 2 + odd]:
        found = variant_grad(fun, nums, **variant)(*copy.deepcopy(args))
        assert same(bars, found), f"{variant}: {found!r}, not {bars!r}"
    derivative = tangentish.value_and_grad(fun, nums)
    for _ in range(2):
        value, found = derivative(*args)
        assert same(bars, found), f"value_and_grad: {found!r}, not {bars!r}"
        assert same(np.real(value), np.real(fun(*copy.deepcopy(args)))), f"value {value!r}"
    ans, pullback = tangentish.vjp(fun, *copy.deepcopy(args))
    for _ in range(2):
        found = pullback(np.ones_like(ans) if isinstance(ans, np.ndarray) else 1.0)
        assert same(bars, tuple(found[k] for k in nums)), f"vjp: {found!r}, not {bars!r}"
