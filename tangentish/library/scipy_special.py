"""`scipy.special` in plain Python: derivatives of Bessel functions, which are sums of Bessel functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import scipy.special as special

from tangentish import library
from tangentish.library.forms import add_form
from tangentish.rules.registry import zero_derivative


def terms(n: Any, sign: float) -> list[tuple[float, int]]:
    """The derivative of order `n` as a sum of functions: their factors, and by how much their orders are shifted.

    DLMF 10.6.7 and 10.29.5.
    """
    if int(n) != n or n < 0:
        raise ValueError("n must be a non-negative integer")
    return [(sign**k * math.comb(int(n), k) / 2.0**n, 2 * k - int(n)) for k in range(int(n) + 1)]


zero_derivative(terms)


def jvp(v: Any, z: Any, n: int = 1) -> Any:
    """`scipy.special.jvp`."""
    total = 0.0
    for factor, shift in terms(n, -1.0):
        total = total + factor * special.jv(np.asarray(v) + shift, z)
    return total


def yvp(v: Any, z: Any, n: int = 1) -> Any:
    """`scipy.special.yvp`."""
    total = 0.0
    for factor, shift in terms(n, -1.0):
        total = total + factor * special.yv(np.asarray(v) + shift, z)
    return total


def h1vp(v: Any, z: Any, n: int = 1) -> Any:
    """`scipy.special.h1vp`."""
    total = 0.0
    for factor, shift in terms(n, -1.0):
        total = total + factor * special.hankel1(np.asarray(v) + shift, z)
    return total


def h2vp(v: Any, z: Any, n: int = 1) -> Any:
    """`scipy.special.h2vp`."""
    total = 0.0
    for factor, shift in terms(n, -1.0):
        total = total + factor * special.hankel2(np.asarray(v) + shift, z)
    return total


def ivp(v: Any, z: Any, n: int = 1) -> Any:
    """`scipy.special.ivp`."""
    total = 0.0
    for factor, shift in terms(n, 1.0):
        total = total + factor * special.iv(np.asarray(v) + shift, z)
    return total


def kvp(v: Any, z: Any, n: int = 1) -> Any:
    """`scipy.special.kvp`."""
    total = 0.0
    for factor, shift in terms(n, 1.0):
        total = total + factor * special.kv(np.asarray(v) + shift, z)
    return (-1.0) ** n * total


library.REPLACED |= {getattr(special, function.__name__): function for function in (jvp, yvp, h1vp, h2vp, ivp, kvp)}


# the spherical ones with derivative=True, which their rules do not take: DLMF 10.51.1 and 10.51.4


def spherical_jn(n: Any, z: Any, derivative: bool = False) -> Any:
    """`scipy.special.spherical_jn`."""
    if not derivative:
        return special.spherical_jn(n, z)
    return (n * special.spherical_jn(np.maximum(n - 1, 0), z) - (n + 1) * special.spherical_jn(n + 1, z)) / (2 * n + 1)


def spherical_yn(n: Any, z: Any, derivative: bool = False) -> Any:
    """`scipy.special.spherical_yn`."""
    if not derivative:
        return special.spherical_yn(n, z)
    return (n * special.spherical_yn(np.maximum(n - 1, 0), z) - (n + 1) * special.spherical_yn(n + 1, z)) / (2 * n + 1)


def spherical_in(n: Any, z: Any, derivative: bool = False) -> Any:
    """`scipy.special.spherical_in`."""
    if not derivative:
        return special.spherical_in(n, z)
    return (n * special.spherical_in(np.maximum(n - 1, 0), z) + (n + 1) * special.spherical_in(n + 1, z)) / (2 * n + 1)


def spherical_kn(n: Any, z: Any, derivative: bool = False) -> Any:
    """`scipy.special.spherical_kn`."""
    if not derivative:
        return special.spherical_kn(n, z)
    return (-n * special.spherical_kn(np.maximum(n - 1, 0), z) - (n + 1) * special.spherical_kn(n + 1, z)) / (2 * n + 1)


for _form in (spherical_jn, spherical_yn, spherical_in, spherical_kn):
    add_form([getattr(special, _form.__name__)], "derivative", _form)
