"""Masks of shared arrays, numbers without axes, windows, and classes seen as globals: each was wrong or crashed once."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, V4, V6, Cases
from tests.oracle import check_gradient

case = Cases()


class Doubled:
    def __init__(self, a: Any) -> None:
        self.a = a

    def __matmul__(self, x: Any) -> Any:
        return self.a @ x * 2

    def __mul__(self, x: Any) -> Any:
        return self.a * x * 3


GLOBAL = Doubled(np.array([[1.0, 2.0, 0.5], [3.0, 4.0, -1.0]]))
MASK = np.array([True, False, True])


@case(V3, np.array([1.2, -0.3, 0.1]), argnums=(0, 1))
def masks_of_what_is_shared(a: Any, b: Any) -> Any:
    a, b = np.broadcast_arrays(a, b)
    mask = a < b

    def product(x: Any, y: Any) -> Any:
        return x * y

    out = np.zeros(3)
    out[mask] = product(a[mask], b[mask])
    return np.sum(out)


def filled(a: Any, b: Any) -> Any:
    def product(x: Any, y: Any) -> Any:
        return x * y

    out = np.zeros(3)
    out[...] = product(a, b)
    return out


@case(V3, V3[::-1].copy(), argnums=(0, 1))
def one_cotangent_for_all_entries(a: Any, b: Any) -> Any:
    return np.sum(filled(a, b))


@case(np.float64(0.7), np.float64(-1.3), argnums=(0, 1))
def where_without_axes(a: Any, b: Any) -> Any:
    x = np.squeeze(np.stack([a]))
    y = np.squeeze(np.stack([b]))
    return np.true_divide(x, y, out=np.zeros_like(y), where=y != 0) * 2.0


@case(V3)
def where_with_a_mask(a: Any) -> Any:
    out = np.sin(a, out=np.ones(3), where=MASK)
    return np.sum(out * out)


@case(0.3, V3, np.array([[0.7]]), argnums=(0, 1, 2))
def several_made_arrays(a: Any, b: Any, c: Any) -> Any:
    b = b * 1.0
    p, q, r = np.atleast_1d(a * 2, b, c)
    q *= 2.0
    return np.sum(p * q) + np.sum(b * a) + np.sum(r**2)


@case(V6)
def windows(x: Any) -> Any:
    inner = np.lib.stride_tricks.sliding_window_view(x, 3)
    square = np.lib.stride_tricks.sliding_window_view(np.reshape(x, (2, 3)), (2, 2), axis=(1, 0))
    return np.sum(inner**2 * np.arange(3)) + np.sum(square[..., 1] ** 3)


@case(V3)
def global_matrix(x: Any) -> Any:
    return np.sum((GLOBAL @ x) ** 2) + np.sum((GLOBAL * x) ** 2)


class Window:
    def __init__(self, base: Any) -> None:
        self.base = base

    def total(self, x: Any) -> Any:
        return np.sum(self.base @ x)


@case(V3)
def object_held_by_an_object(x: Any) -> Any:
    return Window(GLOBAL).total(x * x)


@case(V4)
def product_of_whole_numbers(x: Any) -> Any:
    size = [3] * x.ndim
    count = math.prod(np.asarray(size))
    n = -(x.shape[-1] - 3) % 5
    return np.sum(x[-n:] ** 2) / count


def strided(y: Any) -> Any:
    return np.lib.stride_tricks.as_strided(y, (3, 2), (y.strides[0],) * 2, writeable=False)


@case(V4)
def windows_by_strides(x: Any) -> Any:
    return np.sum(strided(x * x)[1:] ** 2 * np.array([2.0, 3.0]))


@case(V4)
def strides_of_matrices(x: Any) -> Any:
    a, b = np.outer(x, x * x), np.lib.stride_tricks.as_strided
    turned = b(a.T, (2, 3, 2), (a.strides[1], *a.T.strides))
    return np.sum(b(a, (4,), (sum(a.strides),)) ** 2) + np.sum(turned**2 * [0.5, 2.0]) + np.sum(b(x[::2], (2, 2), (0, 16)) ** 3)


@case(V4)
def strides_that_go_back(x: Any) -> Any:
    return np.sum(np.lib.stride_tricks.as_strided(x[::-1], (2, 2), (-16, -8)) ** 2 * [0.5, 2.0])


@pytest.mark.parametrize(("function", "args", "options"), case)
def test_gradient(function: Any, args: Any, options: Any) -> None:
    check_gradient(function, *args, **options)


def written(x: Any) -> Any:
    y = x * 2
    windows = np.lib.stride_tricks.as_strided(y, (2, 2), (8, 8))
    windows[0] = x[1:3]
    return np.sum(y)


@pytest.mark.parametrize("function", [
    lambda x: np.sum(np.lib.stride_tricks.as_strided(x[::2], (2, 2), (8, 8))), written,
])
def test_refused(function: Any) -> None:
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(function)(V3)
