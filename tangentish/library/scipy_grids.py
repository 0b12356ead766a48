"""`scipy.interpolate` on grids in plain Python, where it is C: linear, and by products of splines."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import scipy.interpolate as interpolate

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.library.scipy_interpolate import pieces_of
from tangentish.library.scipy_splines import basis, interpolated, out_of_bounds
from tangentish.rules.libraries import first_module


def _ndim_coords_from_arrays(points: Any, ndim: Any = None) -> Any:
    """Points as an array whose last axis is that of their coordinates."""
    if isinstance(points, tuple) and len(points) == 1:
        points = points[0]
    if isinstance(points, tuple):
        return np.stack(np.broadcast_arrays(*points), axis=-1) * 1.0
    points = np.asarray(points) * 1.0
    return np.reshape(points, (-1, 1 if ndim is None else ndim)) if np.ndim(points) == 1 else points


def find_indices(grid: Any, places: Any) -> Any:
    """The cell of a grid that points are in, along each axis, and how far along it they are."""
    cells, along = [], []
    for k in range(len(grid)):
        if len(grid[k]) == 1:  # both ends of the cell are the one entry
            cell = np.full(np.shape(places[k]), -1)
            part = 0.0 * places[k]
        else:
            cell = pieces_of(places[k], grid[k])
            low, high = grid[k][cell], grid[k][cell + 1]
            part = (places[k] - low) / (high - low)
        cells.append(cell)
        along.append(part)
    return np.stack(cells), np.stack(along)


def grid_called(self: Any, xi: Any, method: Any = None, *, nu: Any = None) -> Any:
    """`scipy.interpolate.RegularGridInterpolator` at some points."""
    grid, values, method = self.grid, self.values, self.method if method is None else method
    points = _ndim_coords_from_arrays(xi, len(grid))
    shape = np.shape(points)[:-1]
    if np.shape(points)[-1] != len(grid):
        raise ValueError(f"the points have {np.shape(points)[-1]} coordinates, and the grid has {len(grid)} axes")
    if nu is not None and method not in SMOOTH:
        raise ValueError(f"nu is for the methods {sorted(SMOOTH)}, not {method!r}")
    flat = np.reshape(np.asarray(points, dtype=float), (-1, len(grid)))
    places = flat.T
    beyond = np.array(False)
    for d in range(len(grid)):
        beyond = beyond | out_of_bounds(places[d], grid[d][0], grid[d][-1])
    if self.bounds_error and np.any(beyond):
        raise ValueError("One of the requested xi is out of bounds")
    if method in ("linear", "nearest"):
        cells, along = find_indices(grid, places)
        result = cell_value(values, cells, along, method == "linear")
    elif method in SMOOTH and method == self.method and getattr(self, "_spline", None) is not None:
        result = tensor_called(self._spline, flat, nu=nu)
    elif method in SMOOTH:
        degrees = [SMOOTH[method]] * len(grid)
        knots, c = tensor_coefficients(grid, values, degrees)
        result = tensor_value(knots, c, degrees, places, [0] * len(grid) if nu is None else nu)
    elif method == "pchip":
        result = by_pchip(grid, values, places)
    else:
        raise UnsupportedError(f"a RegularGridInterpolator with method={method!r} has no derivative.")
    rest = [1] * (np.ndim(result) - 1)
    if not self.bounds_error and self.fill_value is not None:
        result = np.where(np.reshape(beyond, (-1, *rest)), self.fill_value, result)
    result = np.where(np.reshape(np.any(np.isnan(flat), axis=1), (-1, *rest)), np.nan, result)
    return np.reshape(result, (*shape, *np.shape(values)[len(grid) :]))


SMOOTH = {"slinear": 1, "cubic": 3, "quintic": 5}
"""The degrees of the products of splines."""


def cell_value(values: Any, cells: Any, along: Any, linear: bool) -> Any:
    """The mean of the corners of the cells that points are in, weighted by how near these are; or the nearest one."""
    rest = [1] * (np.ndim(values) - len(cells))
    if not linear:
        return values[tuple([np.where(along[d] <= 0.5, cells[d], cells[d] + 1) for d in range(len(cells))])]
    total = 0.0
    for corner in itertools.product((0, 1), repeat=len(cells)):
        weight: Any = 1.0
        for d in range(len(cells)):
            weight = weight * (along[d] if corner[d] else 1.0 - along[d])
        where = tuple([cells[d] + corner[d] for d in range(len(cells))])
        total = total + np.reshape(weight, (-1, *rest)) * values[where]
    return total


def by_pchip(grid: Any, values: Any, places: Any) -> Any:
    """Monotonic splines along one axis after the other, the last one first, as SciPy takes them."""
    last = len(grid) - 1
    first = interpolate.PchipInterpolator(grid[last], np.moveaxis(values, last, 0))(places[last])
    found = []
    for j in range(len(places[last])):
        folded = first[j]
        for d in range(last - 1, -1, -1):
            folded = interpolate.PchipInterpolator(grid[d], np.moveaxis(folded, d, 0))(places[d][j])
        found.append(folded)
    return np.stack(found)


# products of splines


def tensor_value(t: Any, c: Any, k: Any, places: Any, nu: Any) -> Any:
    """A product of splines at points whose coordinates are `places`: after the axes of the points come the last ones of `c`."""
    firsts, parts = [], []
    for d in range(len(t)):
        first, values = basis(t[d], k[d], places[d], nu[d])
        firsts.append(first)
        parts.append(values)
    rest, total = [1] * (np.ndim(c) - len(t)), 0.0
    for corner in itertools.product(*[range(degree + 1) for degree in k]):
        weight: Any = 1.0
        where = []
        for d in range(len(t)):
            weight = weight * parts[d][corner[d]]
            where.append(firsts[d] + corner[d])
        total = total + np.reshape(weight, (*np.shape(weight), *rest)) * c[tuple(where)]
    return total


def tensor_called(self: Any, xi: Any, *, nu: Any = None, extrapolate: Any = None) -> Any:
    """`scipy.interpolate.NdBSpline` at some points."""
    t, k, xi = self.t, self.k, np.asarray(xi, dtype=float)
    extrapolate = self.extrapolate if extrapolate is None else extrapolate
    places = [xi[..., d] for d in range(len(t))]
    out = tensor_value(t, self.c, k, places, [0] * len(t) if nu is None else [int(order) for order in nu])
    if not extrapolate:
        for d in range(len(t)):
            beyond = out_of_bounds(places[d], t[d][k[d]], t[d][len(t[d]) - k[d] - 1])
            out = np.where(np.reshape(beyond, (*np.shape(beyond), *[1] * (np.ndim(out) - np.ndim(beyond)))), np.nan, out)
    return out


def tensor_coefficients(points: Any, c: Any, degrees: Any) -> tuple[Any, Any]:
    """The knots and the coefficients of a product of splines through values on a grid."""
    knots = []
    for d in range(len(points)):
        t, along = interpolated(np.array(points[d], dtype=float), np.moveaxis(np.asarray(c) * 1.0, d, 0), degrees[d])
        knots.append(t)
        c = np.moveaxis(along, 0, d)
    return tuple(knots), c


def make_ndbspl(points: Any, values: Any, k: Any = 3, *, solver: Any = None, **solver_args: Any) -> Any:
    """The product of splines through values on a grid; SciPy's solver is iterative, and some 1e-6 off."""
    degrees = (k,) * len(points) if np.ndim(k) == 0 else tuple(k)
    knots, c = tensor_coefficients(points, values, degrees)
    return interpolate.NdBSpline(knots, c, degrees)


grids = first_module("scipy.interpolate._rgi")
for _function in (_ndim_coords_from_arrays, make_ndbspl):
    if hasattr(grids, _function.__name__):
        library.REPLACED[getattr(grids, _function.__name__)] = _function
library.REPLACED[interpolate.RegularGridInterpolator.__call__] = grid_called
if hasattr(interpolate, "NdBSpline"):
    library.REPLACED[interpolate.NdBSpline.__call__] = tensor_called


# splines of two variables


def rectangle_made(self: Any, x: Any, y: Any, z: Any, bbox: Any = (None,) * 4, kx: int = 3, ky: int = 3, s: Any = 0,
                   maxit: int = 20) -> None:
    """`scipy.interpolate.RectBivariateSpline` through values, not near them."""
    if s != 0 or any(bound is not None for bound in bbox):
        raise UnsupportedError("a RectBivariateSpline of active values has a derivative with s=0 and without a bbox only.")
    x, y, z = np.ravel(x), np.ravel(y), np.asarray(z)
    knots, c = tensor_coefficients((x, y), z, (kx, ky))
    self.fp = 0.0
    self.tck = (*knots, np.ravel(c))
    self.degrees = (kx, ky)


def surface_called(self: Any, x: Any, y: Any, dx: int = 0, dy: int = 0, grid: bool = True) -> Any:
    """`scipy.interpolate.RectBivariateSpline` and its kin at some points; they are constant beyond their bounds."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if grid:
        x, y = np.reshape(x, (-1, 1)), np.reshape(y, (1, -1))
    return surface_value(x, y, (*self.tck[:3], *self.degrees), dx, dy)


def surface_value(x: Any, y: Any, tck: Any, dx: int, dy: int) -> Any:
    """A spline of two variables, by its knots, coefficients and degrees, or a derivative of it, at some points."""
    tx, ty, c, kx, ky = tck
    x, y = np.broadcast_arrays(x, y)
    inside = np.clip(x, tx[kx], tx[len(tx) - kx - 1]), np.clip(y, ty[ky], ty[len(ty) - ky - 1])
    table = np.reshape(c[: (len(tx) - kx - 1) * (len(ty) - ky - 1)], (len(tx) - kx - 1, len(ty) - ky - 1))
    return tensor_value((tx, ty), table, (kx, ky), inside, (dx, dy))


def bisplev(x: Any, y: Any, tck: Any, dx: int = 0, dy: int = 0) -> Any:
    """`scipy.interpolate.bisplev`: on the grid of `x` and `y`, without the axes of length one."""
    tx, ty, c, kx, ky = tck
    if not (0 <= dx < kx and 0 <= dy < ky):
        raise ValueError(f"0 <= dx = {dx} < kx = {kx} and 0 <= dy = {dy} < ky = {ky} must hold")
    x, y = np.atleast_1d(np.asarray(x, dtype=float)), np.atleast_1d(np.asarray(y, dtype=float))
    if np.ndim(x) != 1 or np.ndim(y) != 1:
        raise ValueError("First two entries should be rank-1 arrays.")
    if np.any(x[1:] < x[:-1]) or np.any(y[1:] < y[:-1]):
        raise ValueError("Invalid input data")
    knots = np.asarray(tx, dtype=float), np.asarray(ty, dtype=float)
    z = surface_value(np.reshape(x, (-1, 1)), np.reshape(y, (1, -1)), (*knots, np.asarray(c, dtype=float), kx, ky), dx, dy)
    return z if len(x) > 1 else z[0] if len(y) > 1 else z[0][0]


fitpack = first_module("scipy.interpolate._fitpack_impl")
if hasattr(fitpack, "bisplev"):
    library.REPLACED[fitpack.bisplev] = bisplev
library.REPLACED |= {interpolate.RectBivariateSpline.__init__: rectangle_made,
                     interpolate.BivariateSpline.__mro__[1].__call__: surface_called}
