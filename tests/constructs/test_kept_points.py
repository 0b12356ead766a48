"""Dicts, lists and other things around a function that keep its last point and what it was there: right, or refused."""

from __future__ import annotations

import types

import numpy as np
import pytest

import tangentish
from tests.oracle import directional
from tests.texts import executed

X, V = np.array([0.3, -2.0, 1.2]), np.array([0.4, 0.9, -0.5])
PLACES = {  # the function, and where it keeps the point and the value
    "global dict": ("LAST = {'x': None, 'y': None}\ndef fun(x):", "LAST['x']", "LAST['y']"),
    "global list": ("LAST = [None, None]\ndef fun(x):", "LAST[0]", "LAST[1]"),
    "global, empty": ("LAST = {}\ndef fun(x):", "LAST.get('x')", "LAST['y']"),
    "default": ("def fun(x, last={'x': None, 'y': None}):", "last['x']", "last['y']"),
    "default list": ("def fun(x, last=[None, None]):", "last[0]", "last[1]"),
    "closure": ("def make():\n    last = {'x': None, 'y': None}\n    def fun(x):", "last['x']", "last['y']"),
    "namespace": ("LAST = types.SimpleNamespace(x=None, y=None)\ndef fun(x):", "LAST.x", "LAST.y"),
    "class": ("class Last:\n    x = y = None\ndef fun(x):", "Last.x", "Last.y"),
    "function": ("def fun(x):", "fun.x", "fun.y"),
    "type": ("class Model:\n    x = y = None\n    def fun(self, x):", "type(self).x", "type(self).y"),
}
WAYS = {
    "other": """
        if {x} is None or not np.array_equal(x, {x}):
            {kept_x} = x.copy()
            {y} = np.sum(np.sin(x) ** 2)
        return {y}""",
    "same": """
        if {x} is not None and np.all({x} == x):
            return {y}
        y = np.sum(np.sin(x) ** 2)
        {kept_x} = x.copy()
        {y} = y
        return y""",
    "named": """
        differs = {x} is None or (x != {x}).any()
        if differs:
            {kept_x} = np.array(x)
            {y} = np.sum(np.sin(x) ** 2)
        return {y}""",
    "two steps": """
        if {x} is None or (x != {x}).any():
            {kept_x} = np.array(x)
            {y} = None
        if {y} is None:
            {y} = np.sum(np.sin(x) ** 2)
        return {y}""",
    "key": """
        key = tuple(x)
        if key != {x}:
            {kept_x}, {y} = key, np.sum(np.sin(x) ** 2)
        return {y}""",
    "bytes": """
        key = x.tobytes()
        if key != {x}:
            {kept_x} = key
            {y} = np.sum(np.sin(x) ** 2)
        return {y}""",
    "distance": """
        if {x} is None or np.abs(x - {x}).max() > 0:
            {kept_x} = x + 0.0
            {y} = np.sum(np.sin(x) ** 2)
        return {y}""",
}
REFUSED = {"namespace", "class", "function", "type"}
"""What stores active values in objects around it is refused anyway."""


def keeping(way, place):
    """A function that keeps its last point."""
    head, x, y = PLACES[place]
    text = head + WAYS[way].format(x=x, y=y, kept_x=x.replace(".get('x')", "['x']")) + "\n"
    text += {"closure": "    return fun\nfun = make()\n", "function": "fun.x = fun.y = None\n",
             "type": "fun = Model().fun\n"}.get(place, "")
    return executed(text, f"<point {way} {place}>", np=np, types=types)["fun"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", PLACES)
def test_at_the_point_of_the_last_call(way, place):
    fun = keeping(way, place)
    value = fun(X.copy())
    expected = directional(lambda x: np.sum(np.sin(x) ** 2), (X,), (0,), (V,))
    for derivative in (lambda: np.vdot(tangentish.grad(fun)(X.copy()), V), lambda: tangentish.jvp(fun, (X.copy(),), (V,))[1]) * 2:
        if place in REFUSED:
            with pytest.raises(tangentish.UnsupportedError):
                derivative()
        else:
            np.testing.assert_allclose(derivative(), expected, rtol=1e-7)
    assert fun(X.copy()) == value
    moved = np.array([2.3, 2.0, -1.2])  # what the last point is taken for meanwhile
    np.testing.assert_allclose(fun(moved), np.sum(np.sin(moved) ** 2))


LAST = {"x": None, "y": None}


def last_of_all(x):
    if LAST["x"] is None or not np.array_equal(x, LAST["x"]):
        LAST["x"] = x.copy()
        LAST["y"] = np.sin(x)
    return np.sum(LAST["y"] ** 2)


def by_a_call(x):
    return last_of_all(x) * 2.0


def test_in_what_is_called():
    """Active values that a callee stores in a global are refused; what it finds there is, too."""
    for fun in (by_a_call, lambda x: tangentish.vjp(last_of_all, x)[1](1.0)[0].sum()):
        LAST["x"] = LAST["y"] = None
        last_of_all(X)
        for derivative in (lambda f=fun: tangentish.grad(f)(X.copy()), lambda f=fun: tangentish.jvp(f, (X.copy(),), (V,))):
            with pytest.raises(tangentish.UnsupportedError):
                derivative()
    LAST["x"] = LAST["y"] = None
    last_of_all(X)
    with pytest.raises(tangentish.UnsupportedError):
        tangentish.vjp(last_of_all, X)


def counted(x, last):
    if last["x"] is None or not np.array_equal(x, last["x"]):
        last["x"] = x.copy()
        last["calls"] += 1
    return np.sum(x**2) * last["calls"]


def scaled(x, last):
    scale = 1.0
    if last["x"] is None or not np.array_equal(x, last["x"]):
        last["x"] = x.copy()
        scale = 2.0
    return np.sum(x**2) * scale


def nearly(x, last):
    if last["x"] is None or not np.allclose(x, last["x"]):
        last["x"], last["y"] = x.copy(), np.sum(x**2)
    return last["y"]


@pytest.mark.parametrize("fun", [counted, scaled, nearly])
def test_ways_that_differ_in_more_are_refused(fun):
    last = {"x": X + 0.5, "y": 7.0, "calls": 1}
    expected = directional(lambda x: fun(x, dict(last)), (X,), (0,), (V,))
    np.testing.assert_allclose(np.vdot(tangentish.grad(fun)(X.copy(), dict(last)), V), expected, rtol=1e-7)
    at_point = {"x": X.copy(), "y": 7.0, "calls": 1}
    for derivative in (lambda: tangentish.grad(fun)(X.copy(), at_point),
                       lambda: tangentish.jvp(lambda x: fun(x, dict(at_point)), (X.copy(),), (V,))):
        with pytest.raises(tangentish.UnsupportedError, match="kept by an earlier call"):
            derivative()
    np.testing.assert_array_equal(at_point["x"], X)
    assert (at_point["y"], at_point["calls"]) == (7.0, 1)


def compared(x, known):
    """Compares with what it does not store."""
    if np.array_equal(x, known["x"]):
        known["y"] = np.sum(x**3)
        return known["y"]
    return np.sum(x**2)


def test_a_point_that_others_set():
    known = {"x": X.copy(), "y": None}
    np.testing.assert_allclose(tangentish.grad(compared)(X.copy(), known), 3.0 * X**2)
    np.testing.assert_allclose(tangentish.grad(compared)(X + 1.0, known), 2.0 * (X + 1.0))


class Checked:
    """Compares sizes with what it was made for, by a name of the shape."""

    def __init__(self, n):
        self.n, self.X = n, np.zeros(n)

    def other(self, x):
        self.X = x
        self.n = x.shape[0]

    def doubled(self, x):
        self.X = x
        shape = self.X.shape
        if shape[0] != self.n:
            raise ValueError("another size")
        return self.X * 2.0


def test_sizes_are_no_points():
    def fun(x):
        return np.sum(Checked(len(x)).doubled(x) ** 2)

    np.testing.assert_allclose(tangentish.grad(fun)(X.copy()), 8.0 * X)
    np.testing.assert_allclose(tangentish.jvp(fun, (X.copy(),), (V,))[1], 8.0 * X @ V)
