"""`scipy.interpolate` in plain Python, where SciPy has it in C: piecewise polynomials.

The rest of SciPy's classes is Python, and followed as it stands: so they have derivatives by points, values and places.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.interpolate as interpolate
import scipy.interpolate._interpolate as implementation

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative

# piecewise polynomials


def pieces_of(x: Any, breaks: Any) -> Any:
    """Which piece each point is in; the first and the last one reach on."""
    if breaks[-1] < breaks[0]:
        found = len(breaks) - 1 - np.searchsorted(breaks[::-1], x, side="left")
    else:
        found = np.searchsorted(breaks, x, side="right") - 1
    return np.clip(found, 0, len(breaks) - 2)


def outside(x: Any, ends: Any) -> Any:
    """Whether points are out of bounds."""
    return (x < min(ends)) | (x > max(ends))


zero_derivative(pieces_of, outside)


def turned(out: Any, axis: int, ndim: int) -> Any:
    """Values, those at one point after those at the other, with the axes of the points where the interpolated one was."""
    return np.moveaxis(out, list(range(ndim)), list(range(axis, axis + ndim))) if axis else out


def differentiated(c: Any, nu: int) -> Any:
    """The coefficients of the derivative of polynomials, that of the highest power first."""
    for _ in range(nu):
        degree = len(c) - 1
        c = c[:-1] * np.reshape(np.arange(degree, 0, -1), (degree, *[1] * (np.ndim(c) - 1))) if degree else 0.0 * c
    return c


def integrated(c: Any, breaks: Any) -> Any:
    """The coefficients of the integral of piecewise polynomials from the first of the breaks."""
    count, rest = len(c), [1] * (np.ndim(c) - 2)
    c = c / np.reshape(np.arange(count, 0, -1), (count, 1, *rest))
    width = np.reshape(np.diff(breaks), (len(breaks) - 1, *rest))
    rise = 0.0 * c[0]
    for term in c:
        rise = (rise + term) * width
    start = np.concatenate([0.0 * rise[:1], np.cumsum(rise[:-1], axis=0)])
    return np.concatenate([c, start[None]])


def value_of_pieces(c: Any, breaks: Any, x: Any, extrapolate: Any) -> Any:
    """Piecewise polynomials at some points: after the axes of the points come those of the coefficients."""
    shape = (*np.shape(x), *[1] * (np.ndim(c) - 2))
    if extrapolate == "periodic":
        x = breaks[0] + (x - breaks[0]) % (breaks[-1] - breaks[0])
    place = pieces_of(x, breaks)
    along = np.reshape(x - breaks[place], shape)
    out = c[0][place] + 0.0 * along
    for term in c[1:]:
        out = out * along + term[place]
    if extrapolate == "periodic" or extrapolate:
        return out
    return np.where(np.reshape(outside(x, (breaks[0], breaks[-1])), shape), np.nan, out)


def power_of_bernstein(c: Any, breaks: Any) -> Any:
    """The coefficients of polynomials that are given by those of the Bernstein polynomials."""
    degree = len(c) - 1
    width = np.reshape(np.diff(breaks), (len(breaks) - 1, *[1] * (np.ndim(c) - 2)))
    scale: Any = 1.0
    terms, factor = [], 1.0
    for power in range(degree + 1):
        terms.append(c[0] * factor / scale)
        factor, scale = factor * (degree - power) / (power + 1), scale * width
        c = c[1:] - c[:-1]
    return np.stack(terms[::-1])


def called(self: Any, x: Any, nu: int = 0, extrapolate: Any = None) -> Any:
    """`scipy.interpolate.PPoly` and its kin at some points."""
    if nu < 0:
        raise ValueError("Order of derivative cannot be negative")
    x, c = np.asarray(x, dtype=float), self.c
    if isinstance(self, BERNSTEIN):
        c = power_of_bernstein(c, self.x)
    out = value_of_pieces(differentiated(c, nu), self.x, x, self.extrapolate if extrapolate is None else extrapolate)
    return turned(out, self.axis, np.ndim(x))


def antiderivative(self: Any, nu: int = 1) -> Any:
    """`scipy.interpolate.PPoly.antiderivative`."""
    if nu <= 0:
        return self.derivative(-nu)
    c = self.c
    for _ in range(nu):
        c = integrated(c, self.x)
    return self.construct_fast(c, self.x, False if self.extrapolate == "periodic" else self.extrapolate, self.axis)


def integrate(self: Any, a: Any, b: Any, extrapolate: Any = None) -> Any:
    """`scipy.interpolate.PPoly.integrate`."""
    extrapolate = self.extrapolate if extrapolate is None else extrapolate
    c, breaks, total = integrated(self.c, self.x), self.x, 0.0
    for place, sign in ((np.asarray(b, dtype=float), 1.0), (np.asarray(a, dtype=float), -1.0)):
        if extrapolate == "periodic":
            whole = (place - breaks[0]) // (breaks[-1] - breaks[0])
            place = place - whole * (breaks[-1] - breaks[0])
            total = total + sign * whole * value_of_pieces(c, breaks, breaks[-1], True)
        total = total + sign * value_of_pieces(c, breaks, place, extrapolate)
    return np.asarray(total)


def solved(self: Any, y: Any = 0.0, discontinuity: bool = True, extrapolate: Any = None) -> Any:
    """`scipy.interpolate.PPoly.solve`: where pieces take a value, as implicit functions of it and of their coefficients."""
    c, breaks = self.c, self.x
    if np.ndim(c) > 2:
        raise UnsupportedError("places where several piecewise polynomials take a value come as an array of objects, which has no "
                               "derivative.\nTake the polynomials one by one.")
    found = places_found(c, breaks, y, discontinuity, self.extrapolate if extrapolate is None else extrapolate)
    slope, at_break, jumps = around_places(c, breaks, y, found)
    step = (value_of_pieces(c, breaks, found, True) - y) / slope
    near = found - np.where(jumps, 0.0, step)  # of which the first derivative is right; after a step of Newton's, two more
    slope = np.where(jumps, 1.0, value_of_pieces(differentiated(c, 1), breaks, near, True))
    step = (value_of_pieces(c, breaks, near, True) - y) / slope
    return np.where(jumps, breaks[at_break], near - np.where(jumps, 0.0, step))


def places_found(c: Any, breaks: Any, y: Any, discontinuity: Any, extrapolate: Any) -> Any:
    """The places, as SciPy finds them."""
    return interpolate.PPoly(c, breaks).solve(y, discontinuity, extrapolate)


def around_places(c: Any, breaks: Any, y: Any, found: Any) -> tuple[Any, Any, Any]:
    """How steep the polynomials are at such places, which break each of these is, and whether the value is jumped over there."""
    at_break = np.argmin(np.abs(breaks[:, None] - found), axis=0)
    apart = np.abs(value_of_pieces(c, breaks, found, True) - y) > 1e-8 * (abs(y) + np.max(np.abs(c)))
    jumps = (found == breaks[at_break]) & apart
    return np.where(jumps, 1.0, value_of_pieces(differentiated(c, 1), breaks, found, True)), at_break, jumps


zero_derivative(places_found, around_places)


def lagrange(x: Any, w: Any) -> Any:
    """`scipy.interpolate.lagrange`, which adds up polynomials that are whole also where a value is 0."""
    total = np.zeros(max(len(x), 1))
    for j in range(len(x)):
        term = np.ones(1)
        for k in range(len(x)):
            if k != j:
                term = np.convolve(term, np.array([1.0, -x[k]])) / (x[j] - x[k])
        total = total + w[j] * term
    return np.poly1d(total)


# from SciPy 1.18 on the classes call others, which are NumPy's among those of several array libraries
PIECES: Any = getattr(implementation, "_PPoly", interpolate.PPoly)
BERNSTEIN: Any = getattr(implementation, "_BPoly", interpolate.BPoly)
base = PIECES.__mro__[1]  # of both
library.REPLACED |= {base.__call__: called, PIECES.antiderivative: antiderivative, PIECES.integrate: integrate,
                     PIECES.solve: solved, interpolate.lagrange: lagrange}
