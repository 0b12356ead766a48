"""Views that several methods in a row make of an array that is not differentiated, and that is overwritten after they were used."""

# ruff: noqa: RUF015, RUF017  # lists as people write them

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

sparse = pytest.importorskip("scipy.sparse")
case = Cases()


@case(V4)
def two_methods(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    y = np.sin(x) * w.reshape(2, 2).ravel()
    w *= 2.0
    return np.sum(y * y * x)


@case(V4)
def under_a_name(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    v = w.view().squeeze()
    y = np.sin(x) * v
    np.multiply(w, 2.0, out=w)
    return np.sum(y * y * v * x)


@case(V4)
def rows_and_methods(x):
    w = np.arange(8.0).reshape(2, 4)
    y = np.sin(x) * w.T.reshape(4, 2)[:, 1].ravel() * w[1:].transpose().squeeze()
    w.fill(3.0)
    return np.sum(y * y * x * w[0])


@case(V4)
def perhaps_copies(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    y = np.sin(x) * w.astype(float, copy=False).conj() + x**2 * w.reshape(2, 2).diagonal()[0] * w.swapaxes(0, 0).reshape(-1)
    w[1:] = w[:-1]
    return np.sum(y * y * x)


@case(V4)
def in_a_loop(x):
    w, y = np.array([0.5, 1.25, 2.0, 1.5]), x
    for k in range(3):
        y = np.sin(y) * w.reshape(2, 2).reshape(-1)
        w[k] += 0.25 * k
    return np.sum(y * x)


@case(V4)
def copies_of_containers(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    y = np.sin(x) * {"a": w}.copy()["a"]
    v = [w, x].copy()[0]
    w *= 2.0
    return np.sum(y * y * x * v)


@case(V4)
def joined_containers(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    rows = [w]
    y = np.sin(x) * ([w] * 2)[1] * (2 * (w, w))[3] + x * ({"a": w} | {})["a"] * sum([rows, [w]], [])[1]
    v = (rows + [w[1:]] + list(rows))[1]
    w *= 2.0
    return np.sum(y * y * x) * v[0]


@case(V4)
def methods_held(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    y = np.sin(x) * w
    fill, store = w.reshape(2, 2)[0].fill, w[2:].__setitem__
    fill(3.0)
    y = y * y * w
    store(0, 5.0)
    return np.sum(y * x * w)


@case(V4)
def written_through_a_grid(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    y = np.sin(x) * w
    for part in [np.meshgrid(w, w, copy=False, sparse=True)[0]]:
        part[..., 1] = 4.0
    return np.sum(y * y * x) + np.sum(x * w)


@case(V4)
def a_flag_as_an_index_copies(x, flag=True):
    w = x * 2.0
    v, u, t = w[flag], w[True, ...], w[None, np.bool_(True)]
    y = np.sin(x) * v * u * t
    w[1] = 4.0
    return np.sum(y * y * v) + np.sum(x * w)


@case(V4)
def active_values_written_into_what_holds_an_array(x):
    w, u, v = np.ones(4), np.ones(4), np.ones(4)
    rows = [w]
    (rows + [u])[-2].fill(x[1])
    np.add.at([row for row in [u]][0], [0, 0], x[2])
    tuple([v] * 2)[1].put(3, x[0])
    np.add(sum([[v]], [])[0], x[3], out=max([[v]], key=len)[0])
    return np.sum(x * w) + np.sum(x**2 * u) + np.sum(x**3 * v)


@case(V4)
def sparse_matrices_keep_their_array(x):
    w, u = np.array([0.5, 1.25, 2.0, 1.5]), np.array([0.5, 1.25, 2.0, 1.5])
    a = sparse.csr_array((w, [0, 1, 2, 3], [0, 1, 2, 3, 4]))
    b = sparse.csr_array((u, [0, 1, 2, 3], [0, 1, 2, 3, 4]))
    y = b @ (a @ x)
    w[1], u[2] = 3.0, x[1] * 2.0
    b.data[0] = x[0]
    return np.sum((a @ y) * (b @ y)) + np.sum(w * x * u)


@case(V4)
def other_forms_of_a_sparse_matrix_show_it(x):
    w = x * 2.0
    a = sparse.csr_array((w, [0, 1, 2, 3], [0, 1, 2, 3, 4]))
    b, c, d = a.T, a.tocoo(), a.copy()
    y = b @ x
    w[1] = x[0]
    b.data[2] = 3.0
    return np.sum((a @ y) * (c @ x)) + np.sum(d @ y) + np.sum(a.toarray() @ w)


class Box:
    def __init__(self, w):
        self.w = w


@case(V4)
def active_values_written_into_what_items_hold(x):
    first, second = Box(np.ones(4)), Box(np.ones(4))
    [box.w[:] for box in [first]][0].fill(x[1])
    [box.w.T for box in [second]][0][1:3] = x[2]
    return np.sum(x * first.w) + np.sum(x**2 * second.w)


@case(V4)
def lists_multiplied_by_numbers_of_numpy(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    v = (np.add(1, 1) * [w])[1]
    y = np.sin(x) * v
    w *= 3.0
    return np.sum(x * y * v)


@case(V4)
def a_shape_alone_for_strides(x):
    as_strided = np.lib.stride_tricks.as_strided
    return np.sum(as_strided(x * 2.0, (2, 2)) @ x[:2]) * np.sum(as_strided((x**2)[::2], (2,)) * x[1:3])


@case(V4)
def written_through_two_methods(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    y = np.sin(x) * w
    w.reshape(2, 2).ravel()[1] = 3.0
    y = y * y * w
    w.reshape(2, 2).transpose().fill(0.5)
    return np.sum(y * x * w)


@case(V4)
def what_holds_the_memory(x):
    w = np.array([0.5, 1.25, 2.0, 1.5])
    y = np.sin(x) * np.asarray(w[::-1].base) * np.array(w.T.data)
    v = w[:].base
    y = y * x * v
    w += 1.0
    return np.sum(y * y * v)


@case(V4)
def slices_of_flat_are_copies(x):
    w, u = x * 2.0, np.array([0.5, 1.25, 2.0, 1.5])
    v, t, s = w.flat[1:3], u.flat[:], w.flat[1]
    y = np.sin(x) * t
    w[1], u[2] = 5.0, 7.0
    return np.sum(v * v) * s + np.sum(y * y * t * w)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def a_slice_of_a_flat_iterator(x):
    w = x * 2.0
    flat = w.flat
    flat[1] = 5.0
    rest = flat[2:]
    w[3] = 1.0
    return np.sum(rest**2)


class Held:
    def __init__(self, w):
        self.w = w

    def change(self):
        self.w[1] *= 3.0


def windows_written_by_another(x, w, held):
    v = np.lib.stride_tricks.sliding_window_view(w, 3)[0]
    y = np.sin(x[:3]) * v
    held.change()
    return np.sum(y * x[:3] * v)


def test_windows_written_by_another():
    def passed_on(x):
        w = np.array([0.5, 1.25, 2.0, 1.5])
        return windows_written_by_another(x, w, Held(w))

    with pytest.raises(tangentish.UnsupportedError, match="give a view"):
        tangentish.grad(passed_on)(V4)


def test_refused():
    with pytest.raises(tangentish.UnsupportedError, match="a slice of `flat`"):
        tangentish.grad(a_slice_of_a_flat_iterator)(V4)
