"""Arrays that functions make of numbers around them are their own, and written into; those of objects hold the same objects."""

from __future__ import annotations

import enum

import numpy as np
import pytest

from tangentish import grad
from tangentish.errors import UnsupportedError
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()

SHAPES = {"box": {"vertices": [[0, 0.5, 1], [1, 0.25, 0]]}, "names": ["box"]}
CORNERS = np.array([[0.0, 0.5, 1.0], [1.0, 0.25, 0.0]])
ROWS = np.array([None, None], dtype=object)
ROWS[0], ROWS[1] = [1.0, 2.0], [3.0]


def box(extents=None, bounds=None):
    vertices = np.array(SHAPES["box"]["vertices"], order="C", dtype=np.float64)
    if bounds is not None:
        vertices *= bounds
    else:
        vertices -= 0.5
        vertices *= extents
    return vertices


@case(V3)
def scaled_in_a_helper(x):
    return np.sum(box(x) ** 3) * np.sum(box(bounds=x[0]))


def turned(x):
    y = np.einsum("ij,j->i", CORNERS, x)
    y *= 100.0
    columns, _ = np.meshgrid(CORNERS[0], x)
    columns += x
    return np.sum(y**2) * np.sum(columns**2)


@case(V3)
def joined_in_a_helper(x):
    return turned(x) * np.sum(CORNERS)


def moved(by):
    corners = np.array(CORNERS)
    corners[0] += by
    return corners


@case(V3)
def read_beside_the_copy(x):
    return np.sum(moved(x) * CORNERS) + np.sum(moved(x * x)[0] * CORNERS[1])


class Mode(enum.Enum):
    PLAIN = enum.auto()
    TWICE = enum.auto()


class Part(enum.Flag):
    LEFT = 1
    RIGHT = 2


def length(x, mode=Mode.PLAIN):
    if mode not in {Mode.PLAIN, Mode.TWICE}:
        raise ValueError
    return np.sqrt(np.sum(x * x)) * (2.0 if mode is Mode.TWICE else 1.0)


def distances(x, y, *, mode=Mode.PLAIN, parts=Part.LEFT | Part.RIGHT, out=None):
    if out is None:
        out = x / 1
    out[...] = length(x, mode=mode) * y
    return out * 2.0 if mode is Mode.PLAIN and Part.LEFT in parts else out


@case(V3)
def members_of_enums_told_of_by_helpers(x):
    return np.sum(distances(x, x**2)) + np.sum(distances(x, x, mode=Mode.TWICE) * x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def first_changed(x):
    rows = np.array(ROWS)
    rows[0][0] = x
    return rows


def read_elsewhere(x):
    return first_changed(x)[0][0] * ROWS[0][0]


def test_an_array_of_objects_holds_the_same():
    with pytest.raises(UnsupportedError, match="`ROWS` may be read here"):
        grad(read_elsewhere)(1.5)
