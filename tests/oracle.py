"""Independent oracles for derivatives: they never look at a rule or at generated code."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np


def random_like(value: Any, rng: np.random.Generator) -> Any:
    """A random direction with the structure of `value`; `None` where a leaf has no derivative."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "c":
            return (rng.normal(size=value.shape) + 1j * rng.normal(size=value.shape)).astype(value.dtype)
        if value.dtype.kind == "f":
            return np.asarray(rng.normal(size=value.shape), dtype=value.dtype)
        return None
    if isinstance(value, complex):
        return complex(rng.normal(), rng.normal())
    if isinstance(value, (float, np.floating)):
        return float(rng.normal())
    if isinstance(value, dict):
        return {key: random_like(item, rng) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(random_like(item, rng) for item in value))
    if isinstance(value, (list, tuple)):
        return type(value)(random_like(item, rng) for item in value)
    return None


def step(value: Any, direction: Any, size: float) -> Any:
    """`value + size * direction`, leaf by leaf; what has no direction is deep-copied."""
    if direction is None:
        return copy.deepcopy(value)
    if isinstance(value, dict):
        return {key: step(item, direction[key], size) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(step(item, d, size) for item, d in zip(value, direction, strict=True)))
    if isinstance(value, (list, tuple)):
        return type(value)(step(item, d, size) for item, d in zip(value, direction, strict=True))
    moved = value + size * direction
    return np.asarray(moved) if isinstance(value, np.ndarray) else moved


def inner(cotangent: Any, direction: Any) -> float:
    """The real inner product of two structures of the same shape (JAX's convention for complex leaves)."""
    if direction is None:
        return 0.0
    if isinstance(direction, dict):
        return sum(inner(cotangent[key], item) for key, item in direction.items())
    if isinstance(direction, (list, tuple)):
        assert len(cotangent) == len(direction)
        return sum(inner(c, d) for c, d in zip(cotangent, direction, strict=True))
    assert np.shape(cotangent) == np.shape(direction), (np.shape(cotangent), np.shape(direction))
    return float(np.real(np.sum(np.asarray(cotangent) * np.asarray(direction))))


def directional(fun: Callable[..., Any], args: tuple[Any, ...], argnums: tuple[int, ...],
                directions: tuple[Any, ...], size: float = 1e-3) -> float:
    """Directional derivative of scalar `fun` by central differences, extrapolated twice (error O(size**6))."""

    def value(scale: float) -> float:
        moved = [copy.deepcopy(arg) for arg in args]
        for argnum, direction in zip(argnums, directions, strict=True):
            moved[argnum] = step(args[argnum], direction, scale)
        return float(np.real(np.asarray(fun(*moved)).reshape(())))

    def central(scale: float) -> float:
        return (value(scale) - value(-scale)) / (2.0 * scale)

    first, second, third = central(size), central(size / 2), central(size / 4)
    once, twice = (4 * second - first) / 3, (4 * third - second) / 3
    return (16 * twice - once) / 15


def check_gradient(fun: Callable[..., Any], *args: Any, argnums: int | tuple[int, ...] = 0, rtol: float = 1e-6,
                   atol: float = 1e-8, size: float = 1e-3, seed: int = 0, repeats: int = 2,
                   variants: tuple[dict[str, bool], ...] = ({},), **options: Any) -> Any:
    """Compare `tangentish.grad(fun, argnums)` with central differences along random directions.

    Also checks that the arguments are left unchanged, that later calls give the same, and that forward mode does, in all its
    `variants`.  Returns the derivative.
    """
    import tangentish

    rng = np.random.default_rng(seed)
    nums = (argnums,) if isinstance(argnums, int) else argnums
    before = copy.deepcopy(args)
    derivative = tangentish.grad(fun, nums, **options)
    bars = derivative(*args)
    assert_same(args, before)
    for _ in range(repeats):
        directions = tuple(random_like(args[k], rng) for k in nums)
        want = directional(fun, args, nums, directions, size)
        got = sum(inner(bar, d) for bar, d in zip(bars, directions, strict=True))
        assert abs(got - want) <= atol + rtol * max(abs(want), abs(got), 1.0), f"got {got!r}, want {want!r}"
        if not options:
            for variant in variants:
                check_forward(fun, args, nums, directions, got, rtol, **variant)
    directions = tuple(random_like(args[k], rng) for k in nums)
    got = sum(inner(bar, d) for bar, d in zip(bars, directions, strict=True))
    for _ in range(2):  # what an earlier call has left behind may be used
        again = sum(inner(bar, d) for bar, d in zip(derivative(*args), directions, strict=True))
        assert abs(again - got) <= 1e-9 * max(abs(again), abs(got), 1.0), f"later {again!r}, first {got!r}"
        assert_same(args, before)
    return bars[0] if isinstance(argnums, int) else bars


def check_forward(fun: Callable[..., Any], args: tuple[Any, ...], argnums: tuple[int, ...], directions: tuple[Any, ...],
                  want: float, rtol: float, **variant: bool) -> None:
    """Compare the tangent of `fun` along some directions with what reverse mode gives: the dot-product test."""
    from tangentish.testing import variant_jvp

    count = len(args)
    tangents: list[Any] = [None] * count
    for k, direction in zip(argnums, directions, strict=True):
        tangents[k % count] = direction
    before = copy.deepcopy((args, tuple(tangents)))
    _, ans_dot = variant_jvp(fun, **variant)(args, tuple(tangents))
    assert_same((args, tuple(tangents)), before)
    forward = float(np.real(np.asarray(ans_dot).reshape(())))
    tolerance = 1e-9 if rtol <= 1e-6 else rtol
    assert abs(forward - want) <= tolerance * max(abs(want), abs(forward), 1.0), f"forward {forward!r}, reverse {want!r}"


def assert_same(left: Any, right: Any) -> None:
    """Both structures hold bitwise the same values (nan equals nan)."""
    if isinstance(left, np.ndarray):
        assert left.dtype == right.dtype
        np.testing.assert_array_equal(left, right)
    elif isinstance(left, dict):
        assert left.keys() == right.keys()
        for key in left:
            assert_same(left[key], right[key])
    elif isinstance(left, (list, tuple)):
        assert len(left) == len(right)
        for a, b in zip(left, right, strict=True):
            assert_same(a, b)
    elif isinstance(left, (float, np.floating)):
        assert left == right or (left != left and right != right)
