"""Joining arrays and splitting them."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import shapes, unarray, unblock, unconcatenate, unmeshgrid, unsplit, unstack
from tangentish.rules.libraries import present
from tangentish.rules.registry import linear


@linear(np.concatenate)
def concatenate(ans_bar, arrays, axis=0):
    return unconcatenate(ans_bar, shapes(arrays), axis)


@linear(np.stack)
def stack(ans_bar, arrays, axis=0):
    return unstack(ans_bar, axis)


@linear(np.hstack)
def hstack(ans_bar, tup):
    return unconcatenate(ans_bar, shapes(tup), 1)


@linear(np.vstack, *present(np, "row_stack"))
def vstack(ans_bar, tup):
    return unconcatenate(ans_bar, shapes(tup), 0, 2)


@linear(np.dstack)
def dstack(ans_bar, tup):
    return unconcatenate(ans_bar, shapes(tup), 2, 3)


@linear(np.column_stack)
def column_stack(ans_bar, tup):
    return unconcatenate(ans_bar, shapes(tup), 1)


@linear(np.block)
def block(ans_bar, arrays):
    return unblock(ans_bar, shapes(arrays))


@linear(np.append, wrt=("arr", "values"))
def append(ans_bar, arr, values, axis=None):
    parts = unconcatenate(ans_bar, [np.shape(arr), np.shape(values)], axis)
    return parts[0], parts[1]


@linear(np.split, np.array_split, view="always", multi=True, how=("indices_or_sections",))
def split(ans_bar, ary, indices_or_sections, axis=0):
    return unsplit(ans_bar, np.shape(ary), indices_or_sections, axis)


@linear(np.vsplit, view="always", multi=True, how=("indices_or_sections",))
def vsplit(ans_bar, ary, indices_or_sections):
    return unsplit(ans_bar, np.shape(ary), indices_or_sections, 0)


@linear(np.hsplit, view="always", multi=True, how=("indices_or_sections",))
def hsplit(ans_bar, ary, indices_or_sections):
    return unsplit(ans_bar, np.shape(ary), indices_or_sections, 1)


@linear(np.dsplit, view="always", multi=True, how=("indices_or_sections",))
def dsplit(ans_bar, ary, indices_or_sections):
    return unsplit(ans_bar, np.shape(ary), indices_or_sections, 2)


@linear(*present(np, "unstack"), view="always", multi=True)
def unstack_(ans_bar, x, *, axis=0):
    return unsplit([None if bar is None else np.expand_dims(bar, axis) for bar in ans_bar], np.shape(x),
                   len(ans_bar), axis)


@linear(np.meshgrid, wrt=("xi",), multi=True, view="maybe")
def meshgrid(ans_bar, *xi, copy=True, sparse=False, indexing="xy"):
    return unmeshgrid(ans_bar, shapes(xi), indexing)


@linear(np.array, view="maybe")
def array(ans_bar, object, *, copy=True, order="K", subok=False, ndmin=0):
    return unarray(ans_bar, shapes(object))


@linear(np.array, when="copy is True")
def array_copy(ans_bar, object, *, copy=True, order="K", subok=False, ndmin=0):
    return unarray(ans_bar, shapes(object))


@linear(np.asarray, np.asanyarray, view="maybe")
def asarray(ans_bar, a, *, copy=None, order=None):
    return unarray(ans_bar, shapes(a))


@linear(np.ascontiguousarray, np.asfortranarray, np.asarray_chkfinite, view="maybe")
def ascontiguousarray(ans_bar, a):
    return unarray(ans_bar, shapes(a))


@linear(np.copy)
def copy(ans_bar, a, order="K", subok=False):
    return unarray(ans_bar, shapes(a))


@linear(np.require, view="maybe", how=("requirements",))
def require(ans_bar, a, requirements=None):
    return unarray(ans_bar, shapes(a))
