"""Helpers that give views of their argument, called with what `np.broadcast_to` gives: its shadow is no view."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
W = np.cos(np.arange(12.0)).reshape(3, 4)
helpers = {"turned": lambda x: x[::-1]}


def swapped(x, axis):
    return np.swapaxes(x, axis, -1)


def turned(x):
    return x[::-1]


def halves(x):
    return x[:2], x[2:].T


def turned_twice(x):
    return turned(turned(x)[:, ::-1])


def read_later(x, y):
    first = x[1:]
    return first * y[: len(first)]


class Grid:
    def __init__(self, x):
        self.x = np.broadcast_to(x, (3, 4))

    def rows(self):
        return turned(self.x)


@case(0.7, argnums=0)
def a_number_spread(d):
    return np.sum(W[0] * swapped(np.broadcast_to(d, (4,)), 0)) + np.sum(W * turned(np.broadcast_to(np.asarray(d) ** 2, (3, 4))))


@case(P4)
def rows_that_are_one(x):
    spread = np.broadcast_to(x, (3, 4))
    up, down = halves(spread)
    return np.sum(W[:2] * up) + np.sum(W[2:].T * down**2) + np.sum(W * turned_twice(spread) * spread)


@case(P4)
def several_spread(x):
    a, b = np.broadcast_arrays(x, x[:3, None])
    return np.sum(W[1:] * read_later(a, turned(b))) + np.sum(W * helpers["turned"](b))


@case(P4)
def held_by_an_object(x):
    grid = Grid(x)
    return np.sum(W * grid.rows()) + np.sum(turned(x) * x)


def broadcast(*args):
    args = np.broadcast_arrays(*args)
    args = [np.asarray(arg) for arg in args]
    return args[0] < 0, args


def proportional(s, x):
    return -s * x**2


@case(0.7, P4)
def given_as_it_was(k, x):
    invalid, args = broadcast(W, k, x)
    out = np.asarray(proportional(*args[1:]))
    out[invalid] = -1.0
    return np.sum(out * W)


@case(0.7, P4)
def given_as_it_was_in_a_loop(k, x):
    parts = []
    for part in [np.broadcast_to(k, (4,)), np.broadcast_to(x, (3, 4))]:
        part = np.asarray(part)
        parts.append(part.astype(float, copy=False))
        parts.append(np.asanyarray(part)[..., ::-1])
    return np.sum(parts[0] * parts[1] * W[0]) + np.sum(parts[2] * parts[3] * W)


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
