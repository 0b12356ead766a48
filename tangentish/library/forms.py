"""Functions that have a rule, but are called with an argument that it does not take: what stands in for them then.

>>> import ast, numpy as np
>>> call = ast.parse("np.average(x, returned=True)").body[0].value
>>> form_of(np.average, call.args, call.keywords, lambda node: False).__name__
'average_and_weights'
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.library import calculus, creation, extremes, sets, statistics
from tangentish.rules.registry import lookup
from tangentish.signatures import signature_told

FORMS: dict[Any, list[tuple[frozenset[str], Callable[..., Any]]]] = {}
"""Of a function, the arguments that ask for another form; with a `~`, only if a derivative flows to them."""


def add_form(functions: Any, asks: str, form: Callable[..., Any]) -> None:
    """Let `form` stand for functions where one of the arguments that `asks` names is given."""
    for function in functions:
        FORMS.setdefault(function, []).append((frozenset(asks.split()), form))


add_form([np.average], "returned", statistics.average_and_weights)
add_form([np.var], "mean", statistics.var_about)
add_form([np.std], "mean", statistics.std_about)
add_form([np.nanvar], "mean", statistics.nanvar_about)
add_form([np.nanstd], "mean", statistics.nanstd_about)
add_form([np.quantile], "weights", statistics.weighted_quantile)
add_form([np.percentile], "weights", statistics.weighted_percentile)
add_form([np.nanquantile], "weights", statistics.weighted_nanquantile)
add_form([np.nanpercentile], "weights", statistics.weighted_nanpercentile)
add_form([np.quantile], "~q", statistics.quantile_of_level)
add_form([np.percentile], "~q", statistics.percentile_of_level)
add_form([np.nanquantile], "~q", statistics.nanquantile_of_level)
add_form([np.nanpercentile], "~q", statistics.nanpercentile_of_level)
add_form([np.nan_to_num], "~nan ~posinf ~neginf", extremes.with_numbers)
add_form([np.nan_to_num], "copy", extremes.numbers_in_place)
add_form([np.cov], "y fweights aweights", statistics.covariance)
add_form([np.corrcoef], "y", statistics.correlation)
add_form([np.linspace], "retstep", creation.linspace_and_step)
add_form([np.logspace], "~base", creation.logspace_of_base)
add_form([np.atleast_1d], "arys", creation.each_at_least_1d)
add_form([np.atleast_2d], "arys", creation.each_at_least_2d)
add_form([np.atleast_3d], "arys", creation.each_at_least_3d)
add_form([np.pad], "mode ~constant_values ~end_values", creation.padded)
add_form([np.unique], "return_index return_inverse return_counts axis equal_nan sorted", sets.distinct)
add_form([np.interp], "period ~left ~right", calculus.interpolated)
add_form([np.polyfit], "full w cov rcond", calculus.fitted)
add_form([np.polyint], "~k", calculus.integrated)
add_form([np.gradient], "~varargs", calculus.slopes)
add_form([np.maximum], "dtype", extremes.maximum_of_type)
add_form([np.minimum], "dtype", extremes.minimum_of_type)
add_form([np.fmax], "dtype", extremes.fmax_of_type)
add_form([np.fmin], "dtype", extremes.fmin_of_type)
add_form([np.clip], "dtype", extremes.clip_of_type)

_LINEAR_PADS = ("constant", "edge", "linear_ramp", "mean", "reflect", "symmetric", "wrap", "empty")
"""The modes of `np.pad` that its rule knows."""


def form_of(function: Any, args: list[Any], keywords: list[Any], active: Callable[[Any], bool]) -> Callable[..., Any] | None:
    """The function to call in place of one with a rule, for a call given as nodes; None if its rule will do."""
    try:
        forms = FORMS.get(function)
    except TypeError:  # not hashable
        return None
    if forms is None or getattr(lookup(function), "user", False):
        return None
    names = _names(function)
    given = dict(zip(names, args, strict=False)) | {k.arg: k.value for k in keywords}
    if names[:1] in (("arys",), ("f",)):
        given["arys"], given["varargs"] = args[1:] or None, args[1:] or None
    for asks, form in forms:
        for name in asks:
            value = given.get(name.removeprefix("~"))
            if value is None or (name.startswith("~") and not any(map(active, value if isinstance(value, list) else [value]))):
                continue
            if not _is_default(value, name, form):
                return form
    return None


@functools.cache
def _names(function: Any) -> tuple[str, ...]:
    return () if isinstance(function, np.ufunc) else tuple(signature_told(function).parameters)


def _is_default(value: Any, name: str, form: Callable[..., Any]) -> bool:
    """Whether a literal says what is so anyway."""
    if not hasattr(value, "value") or type(value).__name__ != "Constant":
        return False
    if name == "mode":
        return value.value in _LINEAR_PADS
    default = inspect.signature(form).parameters[name].default if name[0] != "~" else inspect.Parameter.empty
    return type(value.value) is type(default) and bool(value.value == default)
