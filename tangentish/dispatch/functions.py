"""Functions that are arguments of functions: called and reversed point by point, as integrals and roots need it."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.class_attributes import bound_object
from tangentish.dispatch.arguments import carries, floats
from tangentish.dispatch.core import primal
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.frontend.callables import captured_names, is_of_data
from tangentish.library import ElementwiseFunction
from tangentish.runtime import filled, own
from tangentish.shadows import Shadows

Handler = Callable[[Any, tuple[Any, ...], dict[str, Any]], tuple[Any, Record]]


class Function:
    """A user's function `f(x, *args)`; `args_active` and `active` say what of it depends on what is differentiated."""

    def __init__(self, function: Any, args: Any, active: bool, args_active: bool, lead: int = 1) -> None:
        self.function, self.lead = function, lead
        self.single = not isinstance(args, tuple)
        self.args: tuple[Any, ...] = (args,) if self.single else args
        self.wrt = (*(range(lead, lead + len(self.args)) if args_active else ()), *(("*",) if active else ()))

    def __call__(self, *x: Any) -> Any:
        return self.function(*x, *self.args)

    def record(self, *x: Any) -> Point:
        """Call it at a point, and record what the reverse needs: what `args` and the function hold may change later."""
        return Point(self, *primal(self.function, self.wrt, *x, *self.args))

    def slope(self, x: tuple[Any, ...], bar: Any, place: int = 0) -> Any:
        """The cotangent of `x[place]` alone."""
        point = tuple(map(own, x))
        ans, record = primal(self.function, (place,), *point, *self.args)
        table = Shadows()
        part = record.reverse(_fitted(bar, ans), table)[place]
        return np.array(filled(table.collect(point[place], part), point[place]))

    def jacobian(self, x: tuple[Any, ...], place: int = 0) -> Any:
        """The matrix of derivatives of the result, flat, with respect to `x[place]`, flat."""
        shape = np.shape(self(*map(own, x)))  # it may write into what it gets
        rows = [np.ravel(self.slope(x, np.reshape(unit, shape), place)) for unit in np.eye(int(np.prod(shape)))]
        return np.array(rows)


class Point:
    """A call of a function at a point."""

    def __init__(self, function: Function, ans: Any, record: Record) -> None:
        self.function, self.ans, self.record = function, ans, record

    def pull(self, bar: Any, shadows: Shadows, bars: list[Any]) -> None:
        """Reverse the call for the cotangent `bar`, and add to the cotangents of `args`."""
        function = self.function
        parts = self.record.reverse(_fitted(bar, self.ans), shadows)
        for place, value in enumerate(function.args):
            if place + function.lead in function.wrt:
                bars[place] = shadows.add(value, bars[place], parts[place + function.lead])

    def is_finite(self) -> bool:
        """Whether the derivative there is a number, by all that `args` and the function hold; the call is not reversed again."""
        table = Shadows()
        bars: list[Any] = [None] * len(self.function.args)
        with np.errstate(all="ignore"):
            self.pull(1.0, table, bars)
        return table.is_finite() and all(bool(np.all(np.isfinite(bar))) for bar in bars if isinstance(bar, float | np.inexact))


def pulled(points: Any, shadows: Shadows) -> Any:
    """Reverse calls at several points, given with their cotangents; the cotangent of `args` as it was given."""
    function, bars = None, []
    for point, bar in points:
        if function is None:
            function = point.function
            bars = [None] * len(function.args)
        point.pull(bar, shadows, bars)
    if function is None:
        return None
    return bars[0] if function.single else tuple(bars)


def _fitted(bar: Any, ans: Any) -> Any:
    """A cotangent in the shape and with the structure of the result of a user's function."""
    if isinstance(ans, list | tuple):
        flat = np.ravel(bar)
        return type(ans)([float(flat[k]) for k in range(len(ans))])
    if isinstance(ans, np.ndarray):
        return np.reshape(np.array(np.broadcast_to(bar, np.shape(ans)) if np.ndim(bar) == 0 else bar, dtype=float), np.shape(ans))
    return float(np.reshape(bar, ()))


def holds_active(function: Any, deep: int = 3) -> bool:
    """Whether a function holds floating-point numbers: in its closure, its defaults or its owner."""
    if is_of_data(function):
        return floats(bound_object(function))
    if isinstance(function, np.vectorize | ElementwiseFunction):
        return holds_active(function.pyfunc, deep)
    if isinstance(function, types.MethodType):
        return floats(function.__self__) or holds_active(function.__func__, deep)
    if isinstance(function, functools.partial):
        held = [*function.args, *function.keywords.values(), function.func]
    elif isinstance(function, types.FunctionType):
        held = [*captured_names(function).values(), *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    else:
        return False
    return any(holds_active(item, deep - 1) if callable(item) and deep else floats(item) for item in held)


def hands_active(args: tuple[Any, ...], keywords: dict[str, Any], wrt: Any) -> bool:
    """Whether there is a function that holds floating-point numbers among the active arguments of a call.

    >>> scale = 2.0
    >>> def scaled(v): return scale * v
    >>> def doubled(v, by=2.0): return by * v
    >>> hands_active((1, doubled), {}, (0, 1)), hands_active((1, doubled), {}, (0,)), hands_active((len,), {}, (0,))
    (True, False, False)
    """
    values = [*(args[k] for k in wrt if isinstance(k, int)), *(keywords[k] for k in wrt if isinstance(k, str) and k != "*")]
    return any(callable(value) and holds_active(value) for value in values)


def is_concerned(owner: Any, args: tuple[Any, ...], keywords: dict[str, Any], wrt: Any) -> bool:
    """Whether a compiled method may meet active values: those that it is given, or what its object holds.

    >>> is_concerned(1.5, (2.0,), {}, (0,)), is_concerned([1.5], (), {}, ()), is_concerned("a", ("b",), {}, (0,))
    (True, True, False)
    """
    return isinstance(owner, types.ModuleType | np.ndarray | list | dict) or carries(args, keywords, wrt) or hands_active(
        args, keywords, wrt)


def may_carry(value: Any) -> bool:
    """Whether a value may depend on what is differentiated: a number, an object, or a function that holds some."""
    if isinstance(value, types.FunctionType | types.MethodType | functools.partial):
        return holds_active(value)
    return floats(value)


def bound_arguments(names: tuple[str, ...], wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any],
                    what: str) -> tuple[dict[str, Any], set[str]]:
    """The arguments of a call by name, and the names of the active ones."""
    values = dict(zip(names, args, strict=False)) | keywords
    active = {names[key] if isinstance(key, int) else key for key in wrt if key != "*"}
    unknown = [key for key in keywords if key not in names]
    if unknown or len(args) > len(names):
        raise UnsupportedError(f"{what} with the argument `{(unknown or ['?'])[0]}` has no derivative.")
    return values, active


def refuse_active(what: str, values: dict[str, Any], active: set[str], known: tuple[str, ...]) -> None:
    """Refuse derivatives with respect to arguments that have none here."""
    for key in active - set(known):
        value = values[key]
        if holds_active(value) or (floats(value) and not isinstance(value, tuple | dict) and value is not None and not callable(
                value)) or (isinstance(value, tuple | list) and any(map(floats, value))):
            raise UnsupportedError(f"{what} has no derivative with respect to `{key}`.\nPass stop_gradient(...) of it if nothing "
                                   "flows through it.")


def spread(parts: dict[str, Any], names: tuple[str, ...], count: int, keywords: dict[str, Any]) -> Parts:
    """Cotangents by name as those of the positional and the keyword arguments of a call."""
    return Parts([parts.get(name) for name in names[:count]], {key: parts.get(key) for key in keywords})


def cotangent_of_item(ans: Any, place: Any, ans_bar: Any, shadows: Shadows) -> Any:
    """What has come to one item of a result that is a container or an object."""
    if ans_bar is not None:
        shadows.add(ans, None, ans_bar)
    return shadows.held(ans, place, ans[place], None)
