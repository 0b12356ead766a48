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


# nodes and weights of Gauss by the eigenvalues of the recurrence (Golub and Welsch 1969), as a function of its parameters also
# where SciPy has another way for one of their values: DLMF 18.9


def nodes_and_weights(diagonal: Any, squares: Any, total: Any, mu: bool) -> Any:
    """Those of polynomials whose recurrence has these coefficients, for weights with this sum."""
    beside = np.sqrt(squares)
    nodes, vectors = np.linalg.eigh(np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1))
    weights = total * vectors[0] ** 2
    return (nodes, weights, total) if mu else (nodes, weights)


def roots_jacobi(n: Any, alpha: Any, beta: Any, mu: bool = False) -> Any:
    """`scipy.special.roots_jacobi`."""
    if n < 1 or n != int(n):
        raise ValueError("n must be a positive integer.")
    if alpha <= -1 or beta <= -1:
        raise ValueError("alpha and beta must be greater than -1.")
    return jacobi_nodes(int(n), alpha, beta, mu)


def jacobi_nodes(n: int, alpha: Any, beta: Any, mu: bool) -> Any:
    """Those for the weight (1 - x)**alpha * (1 + x)**beta, where no coefficient is divided by what may be 0."""
    k, both = np.arange(1.0, n), alpha + beta
    twice, k_2 = 2 * k + both, np.arange(2.0, n)
    diagonal = np.concatenate([np.reshape((beta - alpha) / (both + 2), 1), (beta**2 - alpha**2) / (twice * (twice + 2))])
    first = np.reshape(4 * (1 + alpha) * (1 + beta) / ((2 + both) ** 2 * (3 + both)), 1)[: n - 1]
    later = 2 * k_2 + both
    squares = np.concatenate([first, 4 * k_2 * (k_2 + alpha) * (k_2 + beta) * (k_2 + both) / (later**2 * (later**2 - 1))])
    return nodes_and_weights(diagonal, squares, 2 ** (both + 1) * special.beta(alpha + 1, beta + 1), mu)


def roots_gegenbauer(n: Any, alpha: Any, mu: bool = False) -> Any:
    """`scipy.special.roots_gegenbauer`."""
    if n < 1 or n != int(n):
        raise ValueError("n must be a positive integer.")
    if alpha < -0.5:
        raise ValueError("alpha must be greater than -0.5.")
    return jacobi_nodes(int(n), alpha - 0.5, alpha - 0.5, mu)


def roots_genlaguerre(n: Any, alpha: Any, mu: bool = False) -> Any:
    """`scipy.special.roots_genlaguerre`."""
    if n < 1 or n != int(n):
        raise ValueError("n must be a positive integer.")
    if alpha < -1:
        raise ValueError("alpha must be greater than -1.")
    k = np.arange(float(n))
    return nodes_and_weights(2 * k + alpha + 1, k[1:] * (k[1:] + alpha), special.gamma(alpha + 1), mu)


library.REPLACED |= {getattr(special, function.__name__): function for function in (
    roots_jacobi, roots_gegenbauer, roots_genlaguerre)}


def scaled(self: Any, p: Any) -> None:
    """A polynomial of SciPy multiplied by a factor, also by one that happens to be 1."""
    self.__dict__["coeffs"] = self.__dict__["coeffs"] * p
    if self._eval_func:
        self._eval_func = times(self._eval_func, p)
    self.normcoef *= p


def times(function: Any, p: Any) -> Any:
    """A function multiplied by a factor."""
    return lambda x: function(x) * p


library.REPLACED[type(special.legendre(1))._scale] = scaled
