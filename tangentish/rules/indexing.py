"""Picking entries by position or condition."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np

from tangentish.rules.helpers import origins, positions, scatter_into, unchoose, unselect
from tangentish.rules.libraries import present
from tangentish.rules.registry import jvp, linear, vjp


@linear(np.where, wrt=("x", "y"), broadcasts=True)
def where(ans_bar, condition, x=None, y=None, /):
    return np.where(condition, ans_bar, 0), np.where(condition, 0, ans_bar)


@linear(np.take, how=("indices",))
def take(ans_bar, a, indices, axis=None, mode="raise"):
    return scatter_into(ans_bar, np.shape(a), np.take(positions(np.shape(a)), indices, axis, mode=mode))


@linear(np.take_along_axis, how=("indices",))
def take_along_axis(ans_bar, arr, indices, axis=-1):
    return scatter_into(ans_bar, np.shape(arr), np.take_along_axis(positions(np.shape(arr)), indices, axis))


@linear(np.compress, wrt=("a",))
def compress(ans_bar, condition, a, axis=None):
    return scatter_into(ans_bar, np.shape(a), np.compress(condition, positions(np.shape(a)), axis))


@linear(np.extract, wrt=("arr",))
def extract(ans_bar, condition, arr):
    return scatter_into(ans_bar, np.shape(arr), np.extract(condition, positions(np.shape(arr))))


@linear(np.delete, how=("obj",))
def delete(ans_bar, arr, obj, axis=None):
    return scatter_into(ans_bar, np.shape(arr), np.delete(positions(np.shape(arr)), obj, axis))


@linear(np.insert, wrt=("arr", "values"), how=("obj",))
def insert(ans_bar, arr, obj, values, axis=None):
    shape, other = np.shape(arr), np.shape(values)
    source = np.insert(positions(shape), obj, positions(other, np.size(arr)), axis)
    return scatter_into(ans_bar, shape, source), scatter_into(ans_bar, other, source - np.size(arr))


@linear(np.choose, wrt=("choices",))
def choose(ans_bar, a, choices, mode="raise"):
    return unchoose(ans_bar, a, choices, mode)


@linear(np.select, wrt=("choicelist", "default"), how=("condlist",))
def select(ans_bar, condlist, choicelist, default=0):
    return unselect(ans_bar, condlist, choicelist, default)[:-1], unselect(ans_bar, condlist, choicelist, default)[-1]


@vjp(np.unique, wrt=("ar",))
def unique(ans_bar, ans, ar):
    return scatter_into(ans_bar, np.shape(ar), np.unique(ar, return_index=True)[1])


@jvp(np.unique)
def unique_jvp(ans, ar_dot, ar):
    return np.ravel(ar_dot)[np.unique(ar, return_index=True)[1]]


@vjp(*present(np, "unique_values"))
def unique_values(ans_bar, ans, x):
    return scatter_into(ans_bar, np.shape(x), origins(ans, x))


@jvp(*present(np, "unique_values"))
def unique_values_jvp(ans, x_dot, x):
    return np.ravel(x_dot)[origins(ans, x)]
