"""A program differentiated in many ways: all of them agree with each other and with central differences."""

from __future__ import annotations

import contextlib
import copy
import os
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad
from tests.oracle import check_gradient

ALL = bool(os.environ.get("TANGENTISH_ALL_WAYS"))
VARIANTS = ({"kinds": False}, {"optimise": False}, {"optimise": False, "kinds": False})
"""How programs are made besides the usual way.  Without `TANGENTISH_ALL_WAYS` each program is spared some of what follows,
by its name: alike programs have other names."""


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
    third, odd = divmod(zlib.crc32(getattr(fun, "__name__", "").encode()) % 6, 2)
    bars = check_gradient(fun, *args, argnums=nums, repeats=1, variants=({}, *_some(VARIANTS[:2], third)), **options)
    for variant in _some(VARIANTS, third):
        found = variant_grad(fun, nums, **variant)(*copy.deepcopy(args))
        assert same(bars, found), f"{variant}: {found!r}, not {bars!r}"
    if ALL or not odd:
        check_value(fun, args, nums, bars)
    if ALL or odd:
        check_pullback(fun, args, nums, bars)


def _some(variants: tuple[dict[str, bool], ...], third: int) -> tuple[dict[str, bool], ...]:
    """One or none of some variants."""
    return variants if ALL else variants[third : third + 1]


def check_value(fun: Callable[..., Any], args: tuple[Any, ...], nums: tuple[int, ...], bars: Any) -> None:
    """The same, with the value, and when it is asked for a second time."""
    derivative = tangentish.value_and_grad(fun, nums)
    for _ in range(2):
        value, found = derivative(*args)
        assert same(bars, found), f"value_and_grad: {found!r}, not {bars!r}"
        assert same(np.real(value), np.real(fun(*copy.deepcopy(args)))), f"value {value!r}"


def check_pullback(fun: Callable[..., Any], args: tuple[Any, ...], nums: tuple[int, ...], bars: Any) -> None:
    """The same by a pullback, which may be called twice."""
    ans, pullback = tangentish.vjp(fun, *copy.deepcopy(args))
    for _ in range(2):
        found = pullback(np.ones_like(ans) if isinstance(ans, np.ndarray) else 1.0)
        assert same(bars, tuple(found[k] for k in nums)), f"vjp: {found!r}, not {bars!r}"


def checks_of(case: list[Any], unsure: list[Any]) -> tuple[Callable[..., None], Callable[..., None]]:
    """The tests of a file whose programs in `case` are right in all ways, and of those in `unsure` no one is wrong."""
    @pytest.mark.parametrize(("fun", "args", "options"), case)
    def test_gradient(fun: Any, args: Any, options: Any) -> None:
        check_all_ways(fun, *args, **options)

    @pytest.mark.parametrize(("fun", "args", "options"), unsure)
    def test_right_or_refused(fun: Any, args: Any, options: Any) -> None:
        check_right_or_refused(fun, *args, **options)

    return test_gradient, test_right_or_refused
