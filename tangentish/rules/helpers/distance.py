"""What the rules for distances between points need."""

from __future__ import annotations

from typing import Any

import numpy as np

from tangentish.rules.helpers.basic import quotient


def pair_slope(ans: Any, a: Any, b: Any, metric: Any = "euclidean") -> Any:
    """The derivative of the distance `ans[i, j]` of the points `a[i]` and `b[j]` with respect to `a[i]`; 0 at 0."""
    difference = np.asarray(a)[:, None] - np.asarray(b)[None]
    if metric == "euclidean":
        return quotient(difference, ans[..., None])
    if metric == "sqeuclidean":
        return 2 * difference
    if metric == "cityblock":
        return np.sign(difference)
    raise NotImplementedError(f"the derivative of distances with metric={metric!r}")


def unpair(x: Any, count: int) -> Any:
    """The symmetric matrix of which the entries above the diagonal are given, row by row."""
    result = np.zeros((count, count), np.result_type(x))
    result[np.triu_indices(count, 1)] = x
    return result + result.T


def unsquareform(ans_bar: Any, shape: Any) -> Any:
    """The transpose of `scipy.spatial.distance.squareform`, which of a matrix reads the entries above the diagonal."""
    if len(shape) == 2:
        result = np.zeros(shape, np.result_type(ans_bar))
        result[np.triu_indices(shape[0], 1)] = ans_bar
        return result
    return (ans_bar + ans_bar.T)[np.triu_indices(len(ans_bar), 1)]


def embed_convolution(ans_bar: Any, left: Any, right: Any, mode: str = "full") -> Any:
    """The cotangent of the full convolution, from that of `scipy.signal.convolve` of arrays of these shapes."""
    if mode == "same":  # as large as the first, in the middle
        starts = [(m - 1) // 2 for m in right]
    else:
        starts = [0 if mode == "full" else min(n, m) - 1 for n, m in zip(left, right, strict=True)]
    widths = [(start, n + m - 1 - start - have)
              for start, n, m, have in zip(starts, left, right, np.shape(ans_bar), strict=True)]
    return np.pad(ans_bar, widths)


def cut(x: Any, start: Any, size: Any) -> Any:
    """The part of `x` of shape `size` that begins at `start` less 1, along each axis."""
    return x[tuple(slice(first - 1, first - 1 + count) for first, count in zip(start, size, strict=True))]
