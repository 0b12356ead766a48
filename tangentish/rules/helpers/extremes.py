"""What the rules for extremes, products, moments and averages need."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import axis_tuple, inexact, keep_axis


def ties(ans: Any, x: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    """The weight of each entry of `x` in `ans`, its maximum or minimum: the entries equal to it share 1 equally."""
    ans = keep_axis(ans, np.shape(x), axis, keepdims)
    chosen = np.equal(x, ans) & where
    count = np.sum(chosen, axis=axis, keepdims=True)
    if initial is not None:
        count = count + np.equal(initial, ans)
    return np.divide(chosen, np.maximum(count, 1), dtype=inexact(x))


def tie_of_initial(ans: Any, x: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    """The weight of `initial` in `ans`, beside those that `ties` gives to the entries of `x`."""
    count = np.sum(np.equal(x, keep_axis(ans, np.shape(x), axis, keepdims)) & where, axis=axis, keepdims=keepdims)
    return np.divide(np.equal(initial, ans), 1 + count, dtype=inexact(x))


def others(x: Any, axis: Any = None, initial: Any = 1, where: Any = True) -> Any:
    """The product of the *other* entries over `axis`, for each entry of `x` (so zeros in `x` do no harm)."""
    x, initial = np.where(where, x, 1), 1 if initial is np._NoValue else initial
    axes = axis_tuple(axis, x.ndim)
    last = tuple(range(x.ndim - len(axes), x.ndim))
    moved = np.moveaxis(x, axes, last)
    flat = np.reshape(moved, (*moved.shape[: x.ndim - len(axes)], math.prod(moved.shape[x.ndim - len(axes) :])))
    ones = np.ones_like(flat[..., :1])
    before = np.cumprod(np.concatenate([ones, flat[..., :-1]], axis=-1), axis=-1)[..., : flat.shape[-1]]
    after = np.cumprod(np.concatenate([ones, flat[..., :0:-1]], axis=-1), axis=-1)[..., : flat.shape[-1]][..., ::-1]
    result = np.moveaxis(np.reshape(before * after * initial, moved.shape), last, axes)
    return np.where(where, result, 0)


def centred(x: Any, axis: Any = None, where: Any = True) -> Any:
    """`x` less its mean over `axis`, conjugated if complex, and 0 where not `where`."""
    with np.errstate(all="ignore"):
        difference = np.conj(x - np.mean(x, axis=axis, keepdims=True, where=where))
    return difference if where is True else np.where(where, difference, 0)


def spread(weights: Any, shape: tuple[int, ...], axis: Any) -> Any:
    """The weights of `np.average` over `axis` in a form that broadcasts against an array of this shape."""
    if np.shape(weights) == tuple(shape):
        return np.asarray(weights)
    if np.ndim(weights) == 0:  # the tangent of weights that are None
        return 0.0
    axes = axis_tuple(axis, len(shape))
    order = sorted(range(len(axes)), key=lambda k: axes[k])
    sizes = tuple(size if k in axes else 1 for k, size in enumerate(shape))
    return np.reshape(np.transpose(weights, order), sizes)


def unspread(x: Any, weights: Any, axis: Any) -> Any:
    """The transpose of `spread`, of the shape of `weights`."""
    if np.shape(weights) == np.shape(x):
        return x
    axes = axis_tuple(axis, np.ndim(x))
    rest = tuple(k for k in range(np.ndim(x)) if k not in axes)
    order = sorted(range(len(axes)), key=lambda k: axes[k])
    return np.transpose(np.sum(x, axis=rest), np.argsort(order))
