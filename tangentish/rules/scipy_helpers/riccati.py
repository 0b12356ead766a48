"""Derivatives of the solutions of algebraic Riccati equations (Kao and Hennequin, 2020), which solve Lyapunov equations.

With the gain `k` and the closed loop `c = a - b k`, a change of the arguments gives

    change = dq + k* dr k - ds k - k* ds* + w* x y + y* x w,    w = da - db k,

where `y` is 1, or `c` in discrete time; the change of the solution solves a Lyapunov equation in `c*` and `change`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish.errors import UnsupportedError
from tangentish.rules.helpers import swap


def riccati_dot(continuous: bool, x: Any, key: str, dot: Any, a: Any, b: Any, r: Any, e: Any, s: Any) -> Any:
    """The tangent of the solution `x` for that of one argument."""
    k, c, y = _closed(continuous, x, a, b, r, e, s)
    if key == "q":
        change = dot
    elif key == "r":
        change = _star(k) @ dot @ k
    elif key == "s":
        change = -dot @ k - _star(dot @ k)
    else:
        w = -dot @ k if key == "b" else dot
        change = _star(w) @ x @ y + _star(y) @ x @ w
    return linalg.solve_continuous_lyapunov(_star(c), -change) if continuous else linalg.solve_discrete_lyapunov(_star(c), change)


def riccati_bars(continuous: bool, ans_bar: Any, x: Any, a: Any, b: Any, r: Any, e: Any, s: Any) -> tuple[Any, ...]:
    """The cotangents of `a`, `b`, `q`, `r` and `s`, by the transpose of the equation."""
    k, c, y = _closed(continuous, x, a, b, r, e, s)
    if continuous:
        bar = -linalg.solve_continuous_lyapunov(np.conj(c), ans_bar)
    else:
        bar = linalg.solve_discrete_lyapunov(np.conj(c), ans_bar)
    w_bar = np.conj(x @ y @ swap(bar)) + swap(_star(y) @ x) @ bar
    return (w_bar, -w_bar @ swap(k), bar, np.conj(k) @ bar @ swap(k),
            -bar @ swap(k) - np.conj(swap(bar) @ _star(k)))


def _closed(continuous: bool, x: Any, a: Any, b: Any, r: Any, e: Any, s: Any) -> tuple[Any, Any, Any]:
    """The gain, the closed loop, and what a change of `a` meets."""
    if e is not None:
        raise UnsupportedError("the derivative of a Riccati equation with `e` is not known.\nMultiply by its inverse.")
    a, b, r = np.asarray(a), np.asarray(b), np.asarray(r)
    right = _star(b) @ (x if continuous else x @ a)
    k = linalg.solve(r if continuous else r + _star(b) @ x @ b, right if s is None else right + _star(np.asarray(s)))
    c = a - b @ k
    return k, c, np.eye(len(a)) if continuous else c


def _star(x: Any) -> Any:
    return np.conj(swap(x))


__all__ = ["riccati_bars", "riccati_dot"]
