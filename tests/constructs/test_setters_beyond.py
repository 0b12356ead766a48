"""Setters, and `__setattr__`, that store in more than attributes of their object: in others, in containers, in new objects."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Part:
    def __init__(self, v=0.0):
        self.v, self.sets, self.log = v, 0, []

    @property
    def theta(self):
        return np.log(self.v)

    @theta.setter
    def theta(self, theta):
        self.v = np.exp(theta[:2])

    def put(self, v):
        self.v = v
        self.sets += 1
        self.log.append("put")


class Whole:
    def __init__(self):
        self.left, self.right, self.made, self.table = Part(), Part(), None, {}

    @property
    def theta(self):
        return np.append(self.left.theta, self.right.theta)

    @theta.setter
    def theta(self, theta):
        self.left.theta = theta[:2]
        self.right.theta = theta[2:]

    @property
    def parts(self):
        return self.made

    @parts.setter
    def parts(self, value):
        self.made = [Part(value[1:] * 2.0), Part(value[0])]
        self.table["new"] = Part(np.sin(value))
        self.table["array"] = value**2

    @property
    def inner(self):
        return self.left.v

    @inner.setter
    def inner(self, value):
        self.left.put(value[1:] * 3.0)
        self.right.put(np.sum(value) ** 2)

    @property
    def scaled(self):
        return self.left.v

    @scaled.setter
    def scaled(self, value):
        self.left.v = self.left.v * value

    @property
    def in_place(self):
        return self.left.v

    @in_place.setter
    def in_place(self, value):
        self.left.v *= value


class Watched:
    def __init__(self):
        object.__setattr__(self, "other", Part())

    def __setattr__(self, key, value):
        object.__setattr__(self, key, value * 2.0)
        self.other.v = value * 3.0


@case(P4)
def setters_of_what_a_setter_finds(x):
    whole = Whole()
    whole.theta = x
    return np.sum(whole.left.v[0] * whole.right.v + whole.left.v[1])


@case(P4)
def new_objects_and_items(x):
    whole = Whole()
    whole.parts = x
    first = whole.made[0].v * whole.made[1].v
    return np.sum(first) + np.sum(whole.table["new"].v * whole.table["array"])


@case(P4)
def methods_of_what_a_setter_finds(x):
    whole = Whole()
    whole.inner = x
    return np.sum(whole.left.v**2) * whole.right.v + len(whole.left.log) * whole.left.sets


@case(P4)
def setattr_that_stores_elsewhere(x):
    watched = Watched()
    watched.q = x
    return np.sum(watched.q * watched.other.v)


class Followed:
    """A `__setattr__` that hands on to that of `object`, which calls the setters of properties."""

    def __init__(self, v):
        self._v = v

    def __setattr__(self, name, value):
        if hasattr(self, "_v"):
            super().__setattr__("last", name)
        super().__setattr__(name, value)

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, v):
        self._v = 2.0 * v


@case(P4)
def setters_that_super_finds(x):
    followed = Followed(x[:2])
    followed.v = followed.v * x[2]
    object.__setattr__(followed, "v", followed.v**2)
    setattr(followed, followed.last[0], followed.v * x[3])
    return np.sum(followed.v * x[1:3])


class Queues:
    def __init__(self, x):
        self.last, self.first, self.scale = deque([x[0], x[1]], maxlen=3), deque([1.0]), x[2]

    @property
    def newest(self):
        return self.last[-1]

    @newest.setter
    def newest(self, value):
        self.last.append(value * self.last[0])
        self.scale = value * self.last[-1]

    @property
    def oldest(self):
        return self.first[0]

    @oldest.setter
    def oldest(self, value):
        self.first.appendleft(value * self.scale)
        self.first.rotate(1)


@case(P4)
def queues(x):
    made = Queues(x)
    for k in range(3):
        made.oldest = made.newest * x[k]
        made.newest = made.oldest + x[0]
    made.newest += x[3]
    return made.scale * sum(made.first) + sum(np.sin(item) * (k + 1) for k, item in enumerate(made.last))


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("name", ["scaled", "in_place", "inner"])
def test_what_a_setter_changes_twice(name):
    def loss(x):
        whole = Whole()
        whole.left.v = np.ones(4)
        setattr(whole, name, x)
        setattr(whole, name, x * 2.0)
        return np.sum(whole.left.v)

    check_all_ways(loss, np.array([0.3, 1.2, 0.7, 1.9]))


class Frozen(list):
    """A list that takes over `+=` of a plain one, and does not change, as the names of an index of pandas."""

    def __radd__(self, other):
        return Frozen([*other, *self])

    def pop(self, index=-1):
        raise TypeError("frozen")


def test_lists_that_take_over_addition():
    def loss(x):
        whole = Whole()
        whole.left.v, whole.left.log = np.ones(4), Frozen(["a", "b"])
        setattr(whole, "in_place", x)
        return np.sum(whole.left.v)

    check_all_ways(loss, np.array([0.3, 1.2, 0.7, 1.9]))


def test_counters_and_logs_are_as_the_function_leaves_them():
    def of(x, whole):
        whole.inner = x
        return np.sum(whole.left.v) * whole.right.v

    whole = Whole()
    tangentish.grad(of)(np.array([0.3, 1.2, 0.7, 1.9]), whole)
    assert whole.left.sets == 1 and whole.left.log == ["put"]
