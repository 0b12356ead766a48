"""Kinds that samples do not tell: where sizes are not known, and those of samples do not fit each other.

`A[:n] @ x[:n]` has to match two sizes, `x.reshape(-1, 2)` to divide one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.analysis.kinds import LEAST, UNKNOWN, Array, Const, Dim, Kind, Scalar, Sequence, sampled, scalar_type
from tangentish.rules.registry import METHODS

FEW, MANY = 6, 1000
"""Slices with bounds that are farther than a few entries from an end are not looked into; many are more than those."""


def unsampled(function: Any, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
    """The kind of a function of arguments of these kinds, which samples that are all of different sizes do not show."""
    if function in (np.matmul, np.dot) and len(args) == 2 and not keywords:
        return multiplied(args[0], args[1])
    found = reshaped(function, args)
    return found if found != UNKNOWN else matched(function, args, keywords)


def matched(function: Any, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
    """The kind with sizes that are not known taken to be the same, or the same as one that is known; of these, none is kept.

    >>> part = Array(np.dtype(float), (None,))
    >>> matched(np.inner, [part, part], {})
    Scalar(type=<class 'numpy.float64'>, dim=None)
    """
    kinds = [*args, *keywords.values()]
    if UNKNOWN in kinds or not any(isinstance(kind, Array) and None in kind.dims for kind in kinds):
        return UNKNOWN
    known = {dim for kind in kinds if isinstance(kind, Array) for dim in kind.dims if dim not in (None, 0, 1)}
    for dim in [("unknown", 0), *sorted(known, key=str)]:
        named = {key: _filled(kind, dim) for key, kind in keywords.items()}
        found = sampled(function, [_filled(kind, dim) for kind in args], named)
        if found != UNKNOWN:
            return _without(found, dim)
    return UNKNOWN


def _filled(kind: Kind, dim: Dim) -> Kind:
    return Array(kind.dtype, tuple(dim if own is None else own for own in kind.dims)) if isinstance(kind, Array) else kind


def _without(kind: Kind, taken: Dim) -> Kind:
    """A kind in which no size follows from one that was taken for others."""

    def follows(dim: Dim) -> bool:
        if isinstance(dim, tuple) and isinstance(taken, tuple):
            return dim[0] == taken[0]
        return isinstance(dim, int) and isinstance(taken, int)

    if isinstance(kind, Array):
        return Array(kind.dtype, tuple(None if follows(dim) else dim for dim in kind.dims))
    if isinstance(kind, Sequence):
        return Sequence(kind.type, tuple(_without(item, taken) for item in kind.items))
    return Scalar(kind.type) if isinstance(kind, Scalar) else kind


def multiplied(left: Kind, right: Kind) -> Kind:
    """The kind of a product of matrices and vectors.

    >>> A, x = Array(np.dtype(float), (3, None)), Array(np.dtype(float), (None,))
    >>> multiplied(A, x).dims
    (3,)
    """
    if not (isinstance(left, Array) and isinstance(right, Array) and left.ndim in (1, 2) and right.ndim in (1, 2)):
        return UNKNOWN
    dtype = np.result_type(left.dtype, right.dtype)
    dims = (*left.dims[:-1], *right.dims[1:])
    return Array(dtype, dims) if dims else Scalar(dtype.type)


def reshaped(function: Any, args: list[Kind]) -> Kind:
    """The kind of `np.reshape(x, shape)` and `x.reshape(*shape)`; unknown for other functions.

    >>> x = Array(np.dtype(float), (None,))
    >>> reshaped(np.reshape, [x, Sequence(tuple, (Const(-1), Const(2)))]).dims
    (None, 2)
    """
    sizes = args[1:]
    if function not in (np.reshape, METHODS["reshape"]) or not sizes or not isinstance(args[0], Array):
        return UNKNOWN
    if function is np.reshape and len(sizes) > 1:
        return UNKNOWN  # an order by its position
    if len(sizes) == 1:
        if isinstance(sizes[0], Sequence):
            sizes = list(sizes[0].items)
        elif not (sizes[0].is_scalar and issubclass(scalar_type(sizes[0]), int | np.integer)):
            return UNKNOWN  # it may be a tuple
    return Array(args[0].dtype, tuple(map(_dimension, sizes)))


def _dimension(kind: Kind) -> Dim:
    """The dimension that a number asks for; -1, which is whatever fits, may also be the value of `n - 1`."""
    if isinstance(kind, Const) and isinstance(kind.value, int) and kind.value >= 0:
        return int(kind.value)
    if isinstance(kind, Scalar) and isinstance(kind.dim, tuple) and kind.dim[1] >= 0:
        return kind.dim
    return None


def freed(array: Array, index: Kind) -> tuple[Array, Kind]:
    """An array and an index to sample `array[index]` with: of a slice between bounds that are not known, no size is known.

    A sample of `x[i:i + k]` would have a size, and the sizes of three samples may happen to be the same.

    >>> part = Sequence(slice, (Scalar(int), Scalar(int), Const(None)))
    >>> freed(Array(np.dtype(float), (("n", 0), 3)), part)[0].dims
    (None, 3)
    """
    several = isinstance(index, Sequence) and index.type is tuple
    items = list(index.items) if several else [index]
    dims = list(array.dims)
    axis = 0
    for place, item in enumerate(items):
        if item == Const(None):
            continue
        if item == Const(...):
            axis = len(dims) - sum(later != Const(None) for later in items[place + 1 :])
            continue
        if isinstance(item, Sequence) and item.type is slice and axis < len(dims) and not _sure(item, dims[axis]):
            dims[axis], items[place] = None, Sequence(slice, (Const(None),) * 3)
        if isinstance(item, Scalar) and issubclass(item.type, int | np.integer) and not issubclass(item.type, bool):
            items[place] = Const(0)  # any entry will do, and this one there is
        axis += 1
    return Array(array.dtype, tuple(dims)), Sequence(tuple, tuple(items)) if several else items[0]


def _sure(part: Sequence, dim: Dim) -> bool:
    """Whether samples show the size of a slice: it is what they say for every size that the array may have."""
    bounds = [bound.value if isinstance(bound, Const) else getattr(bound, "dim", None) for bound in part.items]
    if any(bound is None and item != Const(None) for bound, item in zip(bounds, part.items, strict=True)):
        return False
    if not isinstance(dim, int) and any(isinstance(bound, int) and abs(bound) > FEW for bound in bounds):
        return False
    if isinstance(dim, int) and not any(isinstance(bound, tuple) for bound in bounds):
        return True
    if dim is None or isinstance(dim, int) or any(isinstance(bound, tuple) and bound[0] != dim[0] for bound in bounds):
        return bounds == [None, None, None]
    offset = dim[1]

    def size(n: int) -> int:
        start, stop, step = (bound[1] + n if isinstance(bound, tuple) else bound for bound in bounds)
        return len(range(max(n + offset, 0))[start:stop:step])

    claim = size(MANY)
    return all(size(n) == (claim if claim == size(MANY + 1) else max(claim - MANY + n, 0)) for n in range(LEAST, LEAST + 4 * FEW))
