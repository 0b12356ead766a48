"""Tools for testing derivatives: of users' functions, and of functions with rules of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.api import grad, jvp, vjp
from tangentish.derivative import Derivative
from tangentish.derivative.forward import Forward
from tangentish.derivative.pullback import copied_arguments
from tangentish.derivative.tangents import checked_tangents
from tangentish.dispatch import floats, pairs
from tangentish.errors import GradientCheckError
from tangentish.leaves import leaves, rebuilt
from tangentish.numeric import central_difference, complex_step_derivative, finite_difference_grad


def variant_grad(fun: Callable[..., Any], argnums: Any = 0, *, optimise: bool = True, kinds: bool = True) -> Callable[..., Any]:
    """`grad` with simplification, or the use of the kinds of the arguments, turned off: the results must be the same.

    >>> def square(x):
    ...     return x * x
    >>> variant_grad(square, optimise=False)(3.0)
    6.0
    """
    return _variant(Derivative(fun, argnums, "grad", False, kinds, optimise), optimise, kinds)


def variant_jvp(fun: Callable[..., Any], *, optimise: bool = True, kinds: bool = True) -> Callable[..., Any]:
    """`jvp(fun)` with the same turned off.

    >>> def square(x):
    ...     return x * x
    >>> variant_jvp(square, kinds=False)((3.0,), (1.0,))
    (9.0, 6.0)
    """
    return _variant(Forward(fun), optimise, kinds)


def _variant(derivative: Callable[..., Any], optimise: bool, kinds: bool) -> Callable[..., Any]:
    def call(*args: Any, **keywords: Any) -> Any:
        before = pairs.KINDS_KNOWN, pairs.OPTIMISE
        pairs.KINDS_KNOWN, pairs.OPTIMISE = kinds, optimise
        try:
            return derivative(*args, **keywords)
        finally:
            pairs.KINDS_KNOWN, pairs.OPTIMISE = before

    return call


def check_grads(fun: Callable[..., Any], args: tuple[Any, ...], *, order: int = 1, modes: tuple[str, ...] = ("fwd", "rev"),
                rtol: float = 1e-6, atol: float = 1e-8, size: float = 1e-3, seed: int = 0) -> None:
    """Compare the derivatives of a function with central differences, and its two modes with each other.

    All floating-point arguments are moved at once along a random direction; the result, of any structure, is summed with random
    weights.  With `order` 2 the gradient along that direction is checked in the same way.  Reverse and forward mode must
    agree to `rtol / 1000`: the dot-product test.

    >>> check_grads(lambda x: np.tanh(x) * x, (np.array([0.3, -1.2]),), order=2)
    >>> check_grads(np.sign, (np.array([0.3, 1e-4]),))
    Traceback (most recent call last):
        ...
    tangentish.errors.GradientCheckError: sign, forward mode, order 1: 0.0, but central differences give ...

    Raises `GradientCheckError` with the mode, the two numbers and, for gradients, the argument and the entry that is farthest
    off; and what `jvp` and `vjp` raise.
    """
    label = getattr(fun, "__name__", repr(fun))
    rng = np.random.default_rng(seed)
    ans = fun(*copied_arguments(args, {})[0])
    weights = _random(ans, rng)
    directions = tuple(_random(x, rng) if floats(x) else None for x in args)

    def weighted(*given: Any) -> Any:
        value = dict(leaves(fun(*given)))
        return sum(float(np.real(np.sum(w * value[path]))) for path, w in leaves(weights))

    want = central_difference(weighted, args, directions, size)
    found: dict[str, float] = {}
    if "fwd" in modes:
        tangent = dict(leaves(jvp(fun, args, directions)[1]))
        found["forward"] = sum(float(np.real(np.sum(w * tangent[path]))) for path, w in leaves(weights))
    if "rev" in modes:
        bars = vjp(fun, *args)[1](weights if len(leaves(ans)) > 1 or not isinstance(weights, float) else float(weights))
        found["reverse"] = sum(float(np.real(np.sum(bar * d))) for x_bar, x_dot in zip(bars, directions, strict=True)
                               for (_, bar), (_, d) in zip(leaves(x_bar), leaves(x_dot), strict=True))
    for mode, got in found.items():
        if not abs(got - want) <= atol + rtol * max(abs(got), abs(want)):
            where = _farthest(weighted, args, bars, size) if mode == "reverse" else ""
            raise GradientCheckError(f"{label}, {mode} mode, order 1: {got!r}, but central differences give {float(want)!r}{where}")
    if len(found) == 2 and not abs(found["forward"] - found["reverse"]) <= atol + rtol * max(map(abs, found.values())) / 1000:
        raise GradientCheckError(f"{label}: forward mode gives {found['forward']!r}, reverse mode {found['reverse']!r}")
    if order > 1:
        _check_second(fun, args, weights, directions, rtol, atol, size, label)


def _random(x: Any, rng: np.random.Generator) -> Any:
    """A random value of the structure of `x`, None where there is no number."""
    found: dict[Any, Any] = {}
    for path, leaf in leaves(x):
        kind = np.asarray(leaf).dtype.kind
        if kind in "fc":
            value = rng.normal(size=np.shape(leaf)) + (1j * rng.normal(size=np.shape(leaf)) if kind == "c" else 0)
            found[path] = np.asarray(value, np.asarray(leaf).dtype) if isinstance(leaf, np.ndarray) else (
                complex(value) if kind == "c" else float(value))
    return rebuilt(x, found)


def _farthest(fun: Callable[..., Any], args: tuple[Any, ...], bars: tuple[Any, ...], size: float) -> str:
    """Which entry of which argument is farthest from central differences."""
    worst, text = 0.0, ""
    for place, x_bar in enumerate(bars):
        if x_bar is None:
            continue
        numeric = dict(leaves(finite_difference_grad(fun, place, size)(*args)))
        for path, bar in leaves(x_bar):
            off = np.abs(np.asarray(bar) - numeric[path])
            if off.size and float(np.max(off)) > worst:
                index = np.unravel_index(int(np.argmax(off)), off.shape)
                entry = "".join(f"[{key!r}]" for key in path) + (f"[{', '.join(map(str, index))}]" if index else "")
                worst = float(np.max(off))
                text = (f"\nfarthest off: argument {place}{entry}, {np.asarray(bar)[index]!r} where differences give "
                        f"{np.asarray(numeric[path])[index]!r}")
    return text


def _check_second(fun: Callable[..., Any], args: tuple[Any, ...], weights: Any, directions: tuple[Any, ...], rtol: float,
                  atol: float, size: float, label: str) -> None:
    """The derivative along `directions` of the derivative along them, by `jvp` of `jvp`, against differences of `jvp`."""
    checked = checked_tangents(args, directions)

    def along(*given: Any) -> Any:
        return jvp(fun, given, checked)[1]

    def weighted(*given: Any) -> Any:
        value = dict(leaves(along(*given)))
        return sum(float(np.real(np.sum(w * value[path]))) for path, w in leaves(weights))

    want = central_difference(weighted, args, directions, size)
    second = dict(leaves(jvp(along, args, directions)[1]))
    got = sum(float(np.real(np.sum(w * second[path]))) for path, w in leaves(weights))
    if not abs(got - want) <= atol + rtol * max(abs(got), abs(want)):
        raise GradientCheckError(f"{label}, order 2: {got!r}, but central differences give {float(want)!r}")


__all__ = ["check_grads", "complex_step_derivative", "finite_difference_grad", "grad", "variant_grad", "variant_jvp"]
