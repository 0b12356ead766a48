"""The functions that batched programs call: arrays with a row for each direction."""

from __future__ import annotations

from typing import Any

import numpy as np


def repeated(x: Any, count: int) -> Any:
    """An array with `count` rows that are copies of `x`.

    >>> repeated(np.array([1.0, 2.0]), 2)
    array([[1., 2.],
           [1., 2.]])
    """
    return np.array(np.broadcast_to(x, (count, *np.shape(x))))


def rows_like(tangents: Any, x: Any) -> Any:
    """Tangents of `x`, a row for each, in its shape and the kind of its dtype: `shaped_like` of each row.

    >>> rows_like(np.array([[1.0], [2.0]]), np.zeros(2, np.float32))
    array([[1., 1.],
           [2., 2.]], dtype=float32)
    """
    dtype = np.asarray(x).dtype
    if dtype.kind not in "fc":
        return np.zeros((len(tangents), *np.shape(x)))
    if dtype.kind == "f" and np.iscomplexobj(tangents):
        tangents = np.real(tangents)
    return np.array(np.broadcast_to(tangents, (len(tangents), *np.shape(x))), dtype)


def rows_of_sum(cotangents: Any, x: Any) -> Any:
    """Cotangents of what `x` was broadcast to, a row for each, summed to the shape of `x`: `unbroadcast` of each row.

    >>> rows_of_sum(np.ones((2, 3, 4)), np.zeros((3, 1))).shape
    (2, 3, 1)
    """
    shape = np.shape(x)
    found = np.sum(cotangents, axis=tuple(range(1, np.ndim(cotangents) - len(shape))))
    stretched = tuple(k for k, size in enumerate(shape, start=1) if size == 1 and found.shape[k] != 1)
    found = np.sum(found, axis=stretched, keepdims=True) if stretched else found
    return rows_like(found, x) if np.asarray(x).dtype.kind in "fc" else found
