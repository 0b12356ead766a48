"""Coordinate descent in scikit-learn, which is compiled: the coefficients of Lasso and elastic nets.

What it found is taken as exact: coefficients of zero stay so, the others keep their signs, and solve a linear system.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_compiled = first_module("sklearn.linear_model._cd_fast")
Found = tuple[Any, float, float, int]
"""The coefficients, the gap and what it was to be, and how often all coefficients were gone through."""


def found_by(compiled: Any, w: Any, *args: Any) -> Found:
    """What a compiled function finds, which begins at `w`."""
    found: Found = compiled(np.array(w, order="F"), *args)
    return found


def as_number(x: Any) -> Any:
    """Without its derivative.

    >>> float(as_number(2.5))
    2.5
    """
    return np.array(x)[()]


def check_determined(system: Any) -> None:
    """Refuse coefficients that are one solution of many."""
    if np.size(system) and not np.linalg.cond(system) < 1e13:
        raise UnsupportedError("the coefficients that coordinate descent found are not the only ones, and have no derivative.\n"
                               "Add a penalty on their squares (l1_ratio < 1), or leave out features that depend on others.")


zero_derivative(found_by, as_number, check_determined)


def stationary(w: Any, found: Any, alpha: Any, beta: Any, gram: Any, products: Any) -> None:
    """Into `w`, the coefficients that were found, as functions of the penalties, the products of features with each other and
    those of features with the target."""
    free = np.flatnonzero(found)
    system = gram[free][:, free] + beta * np.eye(len(free))
    check_determined(system)
    solution = np.linalg.solve(system, products[free] - alpha * np.sign(found[free]))
    w[...] = 0.0
    w[free] = found[free] + (solution - as_number(solution))


def enet_coordinate_descent(w: Any, alpha: Any, beta: Any, X: Any, y: Any, max_iter: int, tol: float, rng: Any,
                            random: bool = False, positive: bool = False, do_screening: bool = True) -> Found:
    """`enet_coordinate_descent`."""
    found, gap, goal, count = found_by(_compiled.enet_coordinate_descent, w, alpha, beta, X, y, max_iter, tol, rng, random,
                                       positive, do_screening)
    stationary(w, found, alpha, beta, X.T @ X, X.T @ y)
    return w, gap, goal, count


def enet_coordinate_descent_gram(w: Any, alpha: Any, beta: Any, Q: Any, q: Any, y: Any, max_iter: int, tol: float, rng: Any,
                                 random: bool = False, positive: bool = False, do_screening: bool = True) -> Found:
    """`enet_coordinate_descent_gram`."""
    found, gap, goal, count = found_by(_compiled.enet_coordinate_descent_gram, w, alpha, beta, Q, q, y, max_iter, tol, rng, random,
                                       positive, do_screening)
    stationary(w, found, alpha, beta, Q, q)
    return w, gap, goal, count


for _ours in (enet_coordinate_descent, enet_coordinate_descent_gram):
    library.REPLACED |= {one: _ours for one in present(_compiled, _ours.__name__)}
