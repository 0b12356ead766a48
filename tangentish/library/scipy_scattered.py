"""`scipy.interpolate` between scattered points: linear on triangles and their like, by values, by points and by places."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.interpolate as interpolate
from scipy.spatial import Delaunay

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def triangles_of(points: Any, rescale: Any) -> Any:
    """The triangulation: which points are the corners of a triangle does not change with where they are."""
    if rescale:
        raise UnsupportedError("interpolators of scattered active values with rescale=True have no derivative.")
    return points if isinstance(points, Delaunay) else Delaunay(points)


def around(triangulation: Any, x: Any) -> tuple[Any, Any]:
    """Whether each point is in a triangle, and which points are the corners of that."""
    place = triangulation.find_simplex(x)
    return place >= 0, triangulation.simplices[place]


def points_of(triangulation: Any) -> Any:
    """The points of a triangulation, which depend on nothing."""
    return triangulation.points


zero_derivative(triangles_of, around, points_of)


def places_of(points: Any) -> Any:
    """The points of an interpolator, which may be given by their coordinates, or by their triangulation."""
    if isinstance(points, Delaunay):
        return points_of(points)
    return np.stack(points, axis=-1) if isinstance(points, tuple) else np.array(points, dtype=float)


class Triangles:
    """What an interpolator shows of its triangulation: the numbers of points, and what these are."""

    def __init__(self, triangulation: Any, points: Any) -> None:
        self.triangulation, self.points = triangulation, points
        self.simplices, self.neighbors, self.nsimplex = numbers_of(triangulation)

    def find_simplex(self, *args: Any, **keywords: Any) -> Any:
        return simplices_at(self.triangulation, *args, **keywords)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise UnsupportedError(f"`{name}` of the triangulation of an interpolator has no derivative.\n"
                               "Make it from places that are not differentiated, by scipy.spatial.Delaunay.")


def numbers_of(triangulation: Any) -> tuple[Any, Any, int]:
    """The corners of the triangles, the triangles beside them, and how many they are."""
    return triangulation.simplices, triangulation.neighbors, triangulation.nsimplex


def simplices_at(triangulation: Any, *args: Any, **keywords: Any) -> Any:
    """The triangles that points are in."""
    return triangulation.find_simplex(*args, **keywords)


zero_derivative(numbers_of, simplices_at)


class Interpolator:
    """What interpolators have that stand for SciPy's: no attributes but those that they were given."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise UnsupportedError(f"`{name}` of an interpolator of scattered active values has no derivative.\n"
                               "Read what it was made of in its place.")


class LinearInterpolator(Interpolator):
    """What stands for a `scipy.interpolate.LinearNDInterpolator`, which keeps values in rows."""

    def __init__(self, triangulation: Any, points: Any, values: Any, fill_value: Any) -> None:
        self.triangulation, self.points, self.fill_value = triangulation, points, fill_value
        self.values, self.values_shape = np.reshape(values, (len(values), -1)), np.shape(values)[1:]

    @property
    def tri(self) -> Any:
        return Triangles(self.triangulation, self.points)

    def __call__(self, *args: Any, simplex_tolerance: float = 1.0) -> Any:
        _check_tolerance(simplex_tolerance)
        values = np.reshape(self.values, (len(self.values), *self.values_shape))
        return linear_between(self.triangulation, self.points, values, self.fill_value, args)


def _check_tolerance(simplex_tolerance: float) -> None:
    """How far outside of a triangle a point may be counts as SciPy has it if nothing is said; it can be said from 1.18 on."""
    if simplex_tolerance != 1.0:
        raise UnsupportedError("interpolation between scattered points with simplex_tolerance has no derivative.\nLeave it out.")


def linear_interpolator(points: Any, values: Any, fill_value: Any = np.nan, rescale: bool = False) -> Any:
    """`scipy.interpolate.LinearNDInterpolator`."""
    places = places_of(points)
    return LinearInterpolator(triangles_of(points if isinstance(points, Delaunay) else places, rescale), places,
                              np.asarray(values), fill_value)


def linear_between(triangulation: Any, points: Any, values: Any, fill_value: Any, args: Any) -> Any:
    """Values at some points: those at the corners around them, weighted by barycentric coordinates."""
    x = np.stack(np.broadcast_arrays(*args), axis=-1) if len(args) > 1 else args[0]
    if isinstance(x, tuple):
        x = np.stack(np.broadcast_arrays(*x), axis=-1)
    x = np.asarray(x, dtype=float)
    size = np.shape(x)[-1]
    flat = np.reshape(x, (-1, size))
    inside, corners = around(triangulation, flat)
    ends = points[corners]
    frame = np.swapaxes(ends[:, :size] - ends[:, size:], 1, 2)
    near = np.linalg.solve(frame, (flat - ends[:, size])[:, :, None])[:, :, 0]
    weights = np.concatenate([near, 1.0 - np.sum(near, axis=-1, keepdims=True)], axis=-1)
    between = np.sum(weights[:, :, None] * np.reshape(values, (len(values), -1))[corners], axis=1)
    found = np.where(inside[:, None], between, fill_value)
    return np.reshape(found, (*np.shape(x)[:-1], *np.shape(values)[1:]))


def linear_called(self: Any, *args: Any, simplex_tolerance: float = 1.0) -> Any:
    """An interpolator that SciPy made, at points that are differentiated; its class shares the method with others."""
    if type(self) is not interpolate.LinearNDInterpolator or self.scale is not None:
        raise UnsupportedError(f"{type(self).__name__} has no derivative by points, nor has one with rescale=True.\n"
                               "Use LinearNDInterpolator or RBFInterpolator.")
    _check_tolerance(simplex_tolerance)
    values = np.reshape(self.values, (len(self.values), *self.values_shape))
    return linear_between(self.tri, points_of(self.tri), values, self.fill_value, args)


class NearestInterpolator(Interpolator):
    """What stands for a `scipy.interpolate.NearestNDInterpolator`: it picks values."""

    def __init__(self, points: Any, values: Any, rescale: bool, tree_options: Any) -> None:
        self.numbers = numbers_between(points, np.shape(values)[0], rescale, tree_options)
        if not rescale:
            self.points = places_of(points)
        self.values = np.asarray(values)

    def __call__(self, *args: Any, **query_options: Any) -> Any:
        known, place = nearest_places(self.numbers, args, query_options)
        found = self.values[place]
        if np.all(known):
            return found
        return np.where(np.reshape(known, (*np.shape(known), *[1] * (self.values.ndim - 1))), found, np.nan)


def nearest_interpolator(x: Any, y: Any, rescale: bool = False, tree_options: Any = None) -> Any:
    """`scipy.interpolate.NearestNDInterpolator`."""
    return NearestInterpolator(x, y, rescale, tree_options)


def numbers_between(points: Any, count: int, rescale: bool, tree_options: Any) -> Any:
    """An interpolator that gives the number of the nearest point."""
    return interpolate.NearestNDInterpolator(points, np.arange(float(count)), rescale, tree_options)


def nearest_places(numbers: Any, args: Any, options: Any) -> tuple[Any, Any]:
    """Whether there is a point near enough to some places, and the number of the nearest."""
    place = numbers(*args, **options)
    known = np.isfinite(place)
    return known, np.where(known, place, 0.0).astype(int)


zero_derivative(numbers_between, nearest_places)


library.REPLACED |= {interpolate.NearestNDInterpolator: nearest_interpolator,
                     interpolate.LinearNDInterpolator: linear_interpolator,
                     interpolate.LinearNDInterpolator.__call__: linear_called}
