"""The name `_`, which generated code has for what it does not need, where the program has a use for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from tests.constructs.ways import check_all_ways

X = np.array([0.3, 1.2, 0.7])
POINTS = np.array([[2.0, 0.0, 2.0], [2.0, 2.0, 3.0], [-2.0, 4.0, 5.0], [0.0, 1.0, 9.0]])


def _(text: str) -> str:
    """As translations are marked."""
    return text.upper()


def store(a: Any, v: Any) -> float:
    a[0] = v * v
    return 2.0


def scaled(a: Any, n: Any) -> Any:
    return a * np.sin(a), n


def read_after_a_call(x: Any) -> Any:
    _ = np.sin(x)
    z = _ * x
    a = z.copy()
    store(a, z[0])
    return np.sum(_ * a)


def in_a_loop(x: Any) -> Any:
    t = 0.0
    for _ in x:
        u, c = scaled(_ * x, 1.0)
        store(u, _)
        t = t + c * np.sum(u)
    return t * _


def rebound(x: Any) -> Any:
    _ = x * 3.0
    for _k in range(3):
        _ = _ * np.cos(x)
        store(_, x[1])
    return np.sum(_)


def unpacked(x: Any) -> Any:
    store(x, x[1])
    a, _ = scaled(x, 2)
    store(a, x[2])
    return np.sum(a * _)


def counted(x: Any) -> Any:
    for _ in range(2):
        store(x, x[1])
        u, _c = scaled(x, 2)
        x = x + u
    return np.sum(x)


def parameter(_: Any) -> Any:
    a = _.copy()
    store(a, _[1])
    return np.sum(a * _ + (lambda _: _ * a)(_))


def translated(x: Any) -> Any:
    a = x.copy()
    store(a, x[1])
    b, c = scaled(a, 1)
    if c > 5:
        raise ValueError(_("bad"))
    return np.sum(a * b) * len(_("abc"))


@pytest.mark.parametrize("fun", [read_after_a_call, in_a_loop, rebound, unpacked, counted, parameter, translated])
def test_names_of_nothing(fun: Any) -> None:
    check_all_ways(fun, X)


def test_result_that_is_not_used() -> None:
    """The cotangent of what a call gives has its shape, though nothing has it."""
    def fun(x: Any, p: Any) -> Any:
        pdist(x)
        return np.sum(pdist(x, metric="minkowski", p=p))

    check_all_ways(fun, POINTS, 2.5, argnums=(0, 1))
