"""`scipy.interpolate`: interpolators are differentiable where they are evaluated, and most in the values they go through.

Those that depend linearly on the values are transposed with the interpolators of unit vectors. Of places (the `x` that an
interpolator is made from) there is no derivative, and none of the values of Pchip and Akima splines, which weigh them.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import scipy.interpolate as interpolate

from tangentish import library
from tangentish.dispatch.arguments import floats
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

LINEAR = {interpolate.CubicSpline: "y", interpolate.interp1d: "y", interpolate.BarycentricInterpolator: "yi",
          interpolate.KroghInterpolator: "yi", interpolate.make_interp_spline: "y",
          interpolate.InterpolatedUnivariateSpline: "y"}
OTHER = (interpolate.PchipInterpolator, interpolate.Akima1DInterpolator, interpolate.CubicHermiteSpline, interpolate.PPoly,
         interpolate.BPoly, interpolate.BSpline, interpolate.UnivariateSpline, interpolate.LSQUnivariateSpline)


class _Made(Record):
    """An interpolator: its evaluations leave the cotangent of the values in its slot."""

    def __init__(self, made: Any, bound: inspect.BoundArguments, name: str, args: tuple[Any, ...], keywords: Any) -> None:
        self.made, self.bound, self.name, self.args, self.keywords = made, bound, name, args, keywords

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        coefficients = getattr(self.made, "c", None)
        if isinstance(coefficients, np.ndarray) and shadows.knows(coefficients) and np.any(shadows.of(coefficients)):
            raise UnsupportedError("the coefficients of an interpolator have no derivative with respect to its values.")
        bar = shadows.slots(self.made).pop("values", None)
        place = list(self.bound.arguments).index(self.name)
        positional = [bar if k == place else None for k in range(len(self.args))]
        return Parts(positional, {key: bar if key == self.name else None for key in self.keywords})

    def carry(self, args: Any, dots: Any, keywords: Any, keyword_dots: Any, tangents: Any) -> bool:
        place = list(self.bound.arguments).index(self.name)
        value, dot = (args[place], dots[place]) if place < len(args) else (keywords[self.name], keyword_dots[self.name])
        along = tangents.slots(self.made)["values"] = np.array(tangents.whole(value, dot))
        if isinstance(getattr(self.made, "c", None), np.ndarray):
            tangents.of(self.made.c)[...] = interpolator_of(self.made, along).c
        return True


def constructed(cls: Any, name: str | None) -> Any:
    """The handler of what makes an interpolator; `name` is the parameter of the values it is linear in."""
    signature = inspect.signature(cls)
    what = f"scipy.interpolate.{cls.__name__}"

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        bound = signature.bind(*args, **keywords)
        named = [*bound.arguments]
        active = {key if isinstance(key, str) else named[key] for key in wrt if key != "*"}
        for key in active - {name}:
            if floats(bound.arguments[key]) and not isinstance(bound.arguments[key], tuple | str | dict):
                raise UnsupportedError(f"{what} has no derivative with respect to `{key}`.\n"
                                       "Pass stop_gradient(...) of it if nothing flows through it.")
        made = cls(*args, **keywords)
        if name is None or name not in active or not floats(bound.arguments[name]):
            return made, Nothing(len(args))
        _factory[id(made)] = (made, cls, bound, name)
        if len(_factory) > MOST:
            _factory.pop(next(iter(_factory)))
        return made, _Made(made, bound, name, args, keywords)

    return handler


_factory: dict[int, tuple[Any, Any, inspect.BoundArguments, str]] = {}
MOST = 1024
"""How many interpolators of active values are remembered."""


def unit_interpolator(made: Any) -> tuple[Any, Any, int] | None:
    """The interpolator of unit vectors like one of active values, the values, and their axis; None if they are not active."""
    found = _factory.get(id(made))
    if found is None or found[0] is not made:
        return None
    _, cls, bound, name = found
    arguments = dict(bound.arguments)
    values = np.asarray(arguments[name])
    axis = arguments.get("axis", -1 if cls is interpolate.interp1d else 0) % max(values.ndim, 1)
    count = values.shape[axis]
    unit = np.eye(count)
    if "axis" in bound.signature.parameters:
        arguments["axis"] = 0
    if cls is interpolate.interp1d and not (isinstance(arguments.get("fill_value"), str)):
        arguments |= {"fill_value": 0.0, "bounds_error": False}
    kind = arguments.get("bc_type")
    if isinstance(kind, tuple | list):
        arguments["bc_type"] = tuple(_homogeneous(one, (count,)) for one in kind)
    elif kind == "periodic":
        unit[-1, :], unit[0, -1] = unit[0, :], 0.0  # the last value is the first
        unit[-1, -1] = 0.0
    if cls is interpolate.InterpolatedUnivariateSpline:
        splines = [cls(**{**arguments, name: column}) for column in unit]
        return (lambda x, *rest: np.stack([spline(x, *rest) for spline in splines], axis=-1)), values, axis
    return cls(**{**arguments, name: unit}), values, axis


def interpolator_of(made: Any, along: Any) -> Any:
    """The interpolator of a tangent of the values like one of active values."""
    _, cls, bound, name = _factory[id(made)]
    arguments = dict(bound.arguments) | {name: along}
    kind = arguments.get("bc_type")
    if isinstance(kind, tuple | list):
        axis = arguments.get("axis", 0) % np.ndim(along)
        rest = tuple(size for k, size in enumerate(np.shape(along)) if k != axis)
        arguments["bc_type"] = tuple(_homogeneous(one, rest) for one in kind)
    return cls(**arguments)


def _homogeneous(condition: Any, shape: tuple[int, ...]) -> Any:
    if isinstance(condition, str):
        return condition
    if condition and isinstance(condition[0], tuple | list):
        return [_homogeneous(one, shape) for one in condition]
    return condition[0], np.zeros(shape)


def called(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """An interpolator at some points."""
    ans = function(*args, **keywords)
    unit = unit_interpolator(function) if "*" in wrt else None
    slope = None
    if args and 0 in wrt and floats(args[0]):
        slope = np.asarray(slope_of(function, np.asarray(args[0], float), args[1:], keywords))
    transposed = None
    if unit is not None:
        spline, values, axis = unit
        matrix = np.reshape(spline(np.asarray(args[0], float), *args[1:], **keywords), (-1, values.shape[axis]))
        transposed = (matrix, values.shape, axis)
    return ans, _Value(function, ans, np.shape(args[0]) if args else (), slope, transposed, len(args), keywords)


def slope_of(function: Any, x: Any, rest: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """The derivative of an interpolator at some points."""
    if isinstance(function, interpolate.interp1d):
        return _slope_1d(function, x)
    if isinstance(function, interpolate.BarycentricInterpolator | interpolate.KroghInterpolator):
        return function.derivative(x)
    names = [key for key in inspect.signature(type(function).__call__).parameters if key not in ("self", "x")]
    given = dict(zip(names, rest, strict=False)) | keywords
    given["nu"] = (given.get("nu") or 0) + 1
    return function(x, **given)


def _slope_1d(function: Any, x: Any) -> Any:
    kind = function._kind
    if kind in ("nearest", "nearest-up", "previous", "next", "zero"):
        return np.zeros_like(function(x))
    inside = (x >= function.x[0]) & (x <= function.x[-1])
    known = np.ones_like(inside) if function._extrapolate else inside
    if kind == "linear":
        place = np.clip(np.searchsorted(function.x, x), 1, len(function.x) - 1)
        y = np.moveaxis(function.y, function.axis, 0)
        slopes = np.moveaxis(np.diff(y, axis=0), 0, -1) / np.diff(function.x)
        found = np.moveaxis(slopes, -1, 0)[place - 1]
    else:
        found = np.reshape(function._spline(np.ravel(x), 1), (*np.shape(x), *np.delete(np.shape(function.y), function.axis)))
    found = np.where(np.reshape(known, known.shape + (1,) * (found.ndim - known.ndim)), found, 0.0)
    return np.moveaxis(found, list(range(np.ndim(x))), list(range(function.axis % function.y.ndim,
                                                                   function.axis % function.y.ndim + np.ndim(x))))


class _Value(Record):
    """The value of an interpolator at points of a shape, with its slope there if they are active."""

    def __init__(self, function: Any, ans: Any, shape: Any, slope: Any, transposed: Any, count: int, keywords: Any) -> None:
        self.function, self.ans, self.shape, self.slope = function, ans, shape, slope
        self.transposed, self.count, self.keywords = transposed, count, keywords

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        x_bar = None
        if ans_bar is not None:
            axis = getattr(self.function, "axis", getattr(self.function, "_y_axis", 0)) or 0
            axis = axis % max(np.ndim(self.ans) - len(self.shape) + 1, 1)
            along = tuple(k for k in range(np.ndim(self.ans)) if not axis <= k < axis + len(self.shape))
            if self.slope is not None:
                x_bar = np.sum(ans_bar * np.reshape(self.slope, np.shape(self.ans)), axis=along)
            if self.transposed is not None:
                matrix, shape, place = self.transposed
                front = np.moveaxis(np.asarray(ans_bar), range(axis, axis + len(self.shape)), range(len(self.shape)))
                bar = matrix.T @ np.reshape(front, (matrix.shape[0], -1))
                rest = [size for k, size in enumerate(shape) if k != place]
                bar = np.moveaxis(np.reshape(bar, (shape[place], *rest)), 0, place)
                slots = shadows.slots(self.function)
                slots["values"] = bar if slots.get("values") is None else slots["values"] + bar
        return Parts([x_bar, *[None] * (self.count - 1)] if self.count else [], dict.fromkeys(self.keywords))


for _cls, _name in LINEAR.items():
    library.HANDLED[_cls] = constructed(_cls, _name)
for _cls in OTHER:
    library.HANDLED[_cls] = constructed(_cls, None)
for _cls in (*LINEAR, *OTHER):
    if isinstance(_cls, type):
        library.HANDLED[_cls, "__call__"] = called
