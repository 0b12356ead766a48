"""Functions that call functions of the user's, once for each entry, line or condition."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def apply_along_axis(func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """`np.apply_along_axis`."""
    lines = np.moveaxis(np.asarray(arr), axis, -1)
    results = []
    for place in list(np.ndindex(*np.shape(lines)[:-1])):
        results.append(np.asarray(func1d(lines[place], *args, **kwargs)))
    check_some(results)
    stacked = np.reshape(np.stack(results), (*np.shape(lines)[:-1], *np.shape(results[0])))
    return np.transpose(stacked, in_place_of(axis, np.ndim(lines) - 1, np.ndim(results[0])))


def in_place_of(axis: int, outer: int, inner: int) -> tuple[int, ...]:
    """A permutation that moves the last `inner` axes to where `axis` was."""
    start = axis % (outer + 1)
    return (*range(start), *range(outer, outer + inner), *range(start, outer))


def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> Any:
    """`np.apply_over_axes`."""
    value = np.asarray(a)
    for axis in axis_list(axes):
        found = func(value, axis)
        value = found if np.ndim(found) == np.ndim(value) else np.expand_dims(found, axis)
    return value


def axis_list(axes: Any) -> list[int]:
    """One axis or several, as a list."""
    return [int(axis) for axis in np.ravel(axes)]


def from_function(function: Callable[..., Any], shape: Any, *, dtype: Any = float, like: Any = None, **kwargs: Any) -> Any:
    """`np.fromfunction`."""
    return function(*np.indices(shape, dtype=dtype), **kwargs)


def from_iter(iter: Any, dtype: Any, count: int = -1, *, like: Any = None) -> Any:
    """`np.fromiter`."""
    items: list[Any] = []
    for item in iter:
        if count >= 0 and len(items) == count:
            break
        items.append(item)
    return np.array(items).astype(dtype)


def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    """`np.piecewise`; at an edge the derivative is that of the piece that the condition picks."""
    masks = piece_masks(x, condlist, len(funclist))
    result = np.zeros_like(np.asarray(x))
    for k in range(len(funclist)):
        if callable(funclist[k]):
            if np.any(masks[k]):
                result[masks[k]] = funclist[k](np.asarray(x)[masks[k]], *args, **kw)
        else:
            result[masks[k]] = funclist[k]
    return result


def piece_masks(x: Any, condlist: Any, count: int) -> Any:
    """The conditions of `np.piecewise`, with that for the default."""
    if np.isscalar(condlist) or (not isinstance(condlist[0], list | np.ndarray) and np.ndim(x) != 0):
        condlist = [condlist]
    masks = np.asarray(condlist, bool)
    if len(masks) == count - 1:
        masks = np.concatenate([masks, ~np.any(masks, axis=0, keepdims=True)])
    if len(masks) != count:
        raise ValueError(f"with {len(masks)} condition(s), either {len(masks)} or {len(masks) + 1} functions are expected")
    return masks


# np.vectorize and np.frompyfunc


def vectorized(pyfunc: Any, otypes: Any = None, doc: Any = None, excluded: Any = None, cache: bool = False,
               signature: Any = None) -> Any:
    """`np.vectorize(pyfunc)`."""

    def called(*args: Any, **kwargs: Any) -> Any:
        return call_vectorized(pyfunc, otypes, excluded or (), signature, cache, args, kwargs)

    return called


def called_vectorized(function: Any, *args: Any, **kwargs: Any) -> Any:
    """A call of an object that `np.vectorize` made."""
    return call_vectorized(function.pyfunc, function.otypes, function.excluded, function.signature, function.cache, args, kwargs)


def call_vectorized(pyfunc: Any, otypes: Any, excluded: Any, signature: Any, cache: Any, args: Any, kwargs: Any) -> Any:
    """Call a function once for each entry of the arguments that are not excluded, as often as NumPy does.

    With no `otypes`, which is not None, each result is of a type of its own.
    """
    if signature is not None:
        return call_generalised(pyfunc, otypes, signature, args, excluded, kwargs)
    places = [k for k in range(len(args)) if k not in excluded]
    names = [key for key in kwargs if key not in excluded]
    arrays = [np.asarray(args[k]) for k in places] + [np.asarray(kwargs[key]) for key in names]
    shape = np.broadcast_shapes(*[np.shape(array) for array in arrays])
    arrays = [np.broadcast_to(array, shape) for array in arrays]
    results = []
    entries = list(np.ndindex(*shape))
    first = entries[:1] if not otypes and not cache else []  # called once more, to see what it gives
    for place in first + entries:
        given = list(args)
        for k in range(len(places)):
            given[places[k]] = arrays[k][place]
        named = dict(kwargs)
        for k in range(len(names)):
            named[names[k]] = arrays[len(places) + k][place]
        results.append(pyfunc(*given, **named))
    results = results[len(first):]
    if not results and otypes:
        return no_entries(shape, otypes)
    check_some(results)
    return gathered(results, shape, types_of_first(results) if otypes is None else otypes)


def call_generalised(pyfunc: Any, otypes: Any, signature: str, args: Any, excluded: Any, kwargs: Any) -> Any:
    """The same with a signature: a call for each of the arrays in the last axes."""
    ranks = core_ranks(signature)
    places = [k for k in range(len(args)) if k not in excluded]
    arrays = [np.asarray(args[k]) for k in places]
    shapes = [np.shape(arrays[k])[: np.ndim(arrays[k]) - ranks[k]] for k in range(len(arrays))]
    loop = np.broadcast_shapes(*shapes)
    arrays = [np.broadcast_to(arrays[k], (*loop, *np.shape(arrays[k])[len(shapes[k]) :])) for k in range(len(arrays))]
    results = []
    for place in list(np.ndindex(*loop)):
        given = list(args)
        for k in range(len(places)):
            given[places[k]] = arrays[k][place]
        results.append(pyfunc(*given, **kwargs))
    check_some(results)
    return gathered(results, loop, types_of_first(results) if otypes is None else otypes)


def core_ranks(signature: str) -> list[int]:
    """How many axes belong to each argument, by a signature such as `(m,n),(n)->(m)`."""
    inputs = signature.replace(" ", "").partition("->")[0]
    return [len([label for label in part.split(",") if label]) for part in re.findall(r"\(([^)]*)\)", inputs)]


def gathered(results: Any, shape: Any, otypes: Any) -> Any:
    """The results of all the calls as one array, or as a tuple of arrays."""
    if are_whole(results, otypes):
        return whole_numbers(results, shape, otypes)
    if not isinstance(results[0], tuple):
        return typed(np.reshape(np.stack(results), (*shape, *np.shape(results[0]))), otypes, 0)
    columns = []
    for k in range(len(results[0])):
        column = np.stack([result[k] for result in results])
        columns.append(typed(np.reshape(column, (*shape, *np.shape(results[0][k]))), otypes, k))
    return tuple(columns)


def types_of_first(results: Any) -> Any:
    """The types that `np.vectorize` gives all results, those of the first, where others have other types; else None.

    >>> types_of_first([np.float32(1.0), 2.0]), types_of_first([1.0, 2.0])
    ([dtype('float32')], None)
    """
    rows = [[np.asarray(part).dtype for part in (result if isinstance(result, tuple) else (result,))] for result in results]
    if all(row == rows[0] for row in rows):
        return None
    for types in zip(*rows, strict=True):
        for kind, others, name in (("biu", "fc", "a whole number"), ("f", "c", "real")):
            if types[0].kind in kind and any(one.kind in others for one in types):
                raise UnsupportedError(
                    f"np.vectorize gives all results the type of the first one, which is {name}, and others are not.\n"
                    "Say which type they have, as in np.vectorize(f, otypes=[float]), or give the first one that type.")
    return rows[0]


def no_entries(shape: Any, otypes: Any) -> Any:
    """The results of no calls at all, whose types are told."""
    arrays = tuple([np.empty(shape, otype) for otype in otypes])
    return arrays if len(arrays) > 1 else arrays[0]


zero_derivative(no_entries)


def are_whole(results: Any, otypes: Any) -> bool:
    """Whether no result carries a derivative: numbers that are whole, or made so."""
    if otypes and all(np.dtype(otype).kind not in "fcO" for otype in otypes):
        return True
    return all(np.asarray(part).dtype.kind not in "fcO"
               for result in results for part in (result if isinstance(result, tuple) else (result,)))


def whole_numbers(results: Any, shape: Any, otypes: Any) -> Any:
    """The results as arrays, where they are whole numbers."""
    columns = list(zip(*results, strict=True)) if isinstance(results[0], tuple) else [results]
    arrays = [np.reshape(np.stack(column), (*shape, *np.shape(column[0]))) for column in columns]
    arrays = [array.astype(otype) for array, otype in zip(arrays, otypes, strict=True)] if otypes else arrays
    return tuple(arrays) if isinstance(results[0], tuple) else arrays[0]


def typed(array: Any, otypes: Any, number: int) -> Any:
    """An array in the type that is asked for, if any."""
    return array if not otypes else array.astype(otypes[number])


class ElementwiseFunction:
    """What `np.frompyfunc` makes, with the function that it was made of, which a ufunc does not tell."""

    def __init__(self, func: Any, nin: int, nout: int, identity: Any = None) -> None:
        self.pyfunc, self.ufunc = func, np.frompyfunc(func, nin, nout, identity=identity)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.ufunc(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ufunc, name)


def elementwise_function(func: Any, /, nin: int, nout: int, *, identity: Any = None) -> Any:
    """`np.frompyfunc` where no active value is near yet."""
    return ElementwiseFunction(func, nin, nout, identity)


def active_elementwise_function(func: Any, /, nin: int, nout: int, *, identity: Any = None) -> Any:
    """`np.frompyfunc` of a function that holds active values; its results are numbers and not objects."""
    return vectorized(func, (), cache=True)


def called_elementwise(function: Any, *args: Any) -> Any:
    """A call of an `ElementwiseFunction`; its results are numbers and not objects."""
    return call_vectorized(function.pyfunc, (), (), None, True, args, {})


def check_some(results: Any) -> None:
    """Raise where there is nothing to call a function with: NumPy does it otherwise each time."""
    if len(results) == 0:
        raise UnsupportedError("a function that is called for each entry of an empty array is not followed.")


zero_derivative(are_whole, whole_numbers, types_of_first, in_place_of, axis_list, piece_masks, core_ranks, check_some)

REPLACED_BY_CALLS: dict[Any, Callable[..., Any]] = {
    np.apply_along_axis: apply_along_axis, np.apply_over_axes: apply_over_axes, np.fromfunction: from_function,
    np.fromiter: from_iter, np.piecewise: piecewise, np.vectorize: vectorized, np.frompyfunc: active_elementwise_function,
    elementwise_function: active_elementwise_function}
