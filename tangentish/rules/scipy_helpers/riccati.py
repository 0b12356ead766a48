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
    dot = np.asarray(dot)
    if key == "q":
        change = dot
    elif key == "r":
        change = _star(k) @ dot @ k
    elif key == "s":
        change = -dot @ k - _star(dot @ k)
    else:
        w = -dot @ k if key == "b" else dot
        change = _star(w) @ x @ y + _star(y) @ x @ w
    return _lyapunov(_star(c), -change) if continuous else linalg.solve_discrete_lyapunov(_star(c), change)


def riccati_bars(continuous: bool, ans_bar: Any, x: Any, a: Any, b: Any, r: Any, e: Any, s: Any) -> tuple[Any, ...]:
    """The cotangents of `a`, `b`, `q`, `r` and `s`, by the transpose of the equation."""
    k, c, y = _closed(continuous, x, a, b, r, e, s)
    if continuous:
        bar = -_lyapunov(np.conj(c), ans_bar)
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


def sylvester_dot(dot: Any, x: Any, a: Any, b: Any, q: Any) -> Any:
    """The tangent of the solution of a x + x b = q, where the right side has this one."""
    _check_solved(x, a, b, q)
    return linalg.solve_sylvester(*_of_one_type(a, b, dot))


def sylvester_bar(ans_bar: Any, x: Any, a: Any, b: Any, q: Any) -> Any:
    """The cotangent of the right side."""
    _check_solved(x, a, b, q)
    return linalg.solve_sylvester(*_of_one_type(swap(a), swap(b), ans_bar))


def lyapunov_dot(dot: Any, x: Any, a: Any, q: Any) -> Any:
    """The tangent of the solution of a x + x a* = q, where the right side has this one."""
    _check_solved(x, a, _star(np.asarray(a)), q)
    return _lyapunov(a, dot)


def lyapunov_bar(ans_bar: Any, x: Any, a: Any, q: Any) -> Any:
    """The cotangent of the right side."""
    _check_solved(x, a, _star(np.asarray(a)), q)
    return _lyapunov(swap(a), ans_bar)


def _lyapunov(a: Any, q: Any) -> Any:
    return linalg.solve_continuous_lyapunov(*_of_one_type(a, q))


def _of_one_type(*matrices: Any) -> list[Any]:
    """Matrices that are all real or all complex: of real ones among complex ones SciPy takes the real Schur form as triangular."""
    kind = np.result_type(*map(np.asarray, matrices))
    return [np.asarray(matrix, kind) for matrix in matrices]


def _check_solved(x: Any, a: Any, b: Any, q: Any) -> None:
    """Refuse what is no solution, as it is not where a real matrix among complex ones has complex eigenvalues."""
    if len({np.iscomplexobj(matrix) for matrix in (a, b, q)}) == 1:
        return
    left, right = np.matmul(a, x), np.matmul(x, b)
    if not np.allclose(left + right, q, rtol=1e-3, atol=1e-3 * max(np.max(np.abs(left)), np.max(np.abs(right)))):
        raise UnsupportedError("SciPy does not solve this Sylvester equation, of real and complex matrices.\n"
                               "Make all of them complex.")


def _star(x: Any) -> Any:
    return np.conj(swap(x))


__all__ = ["lyapunov_bar", "lyapunov_dot", "riccati_bars", "riccati_dot", "sylvester_bar", "sylvester_dot"]
