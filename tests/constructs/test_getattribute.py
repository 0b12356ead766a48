"""Classes with a `__getattribute__` of their own: those that pass on what others hold, and those that change what is read."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
refused = Cases()


class Inner:
    def __init__(self, x):
        self.x, self.k = x, 2.0

    @property
    def squares(self):
        return self.x ** 2

    def total(self, w):
        return np.sum(self.x * w)


class Wrapper:
    """What it does not have is asked of what it wraps, as the results of statsmodels do."""

    def __init__(self, inner):
        self._inner = inner

    def __getattribute__(self, attr):
        def get(name):
            return object.__getattribute__(self, name)

        try:
            inner = get("_inner")
        except AttributeError:
            pass
        try:
            return get(attr)
        except AttributeError:
            pass
        return getattr(inner, attr)

    def own(self, w):
        return np.sum(self.x * w) + self.k


class Choosing:
    def __init__(self, inner):
        self._inner = inner
        self.b = inner.x * 3

    def __getattribute__(self, attr):
        if attr in ("_inner", "b", "__dict__", "__class__"):
            return super().__getattribute__(attr)
        return getattr(self._inner, attr)


class Passing:
    def __init__(self, x):
        self.x = x

    def __getattribute__(self, attr):
        return object.__getattribute__(self, attr)

    @property
    def squares(self):
        return self.x ** 2

    def cubes(self):
        return np.sum(self.x ** 3)

    def scale(self, v):
        self.x = self.x * v


@case(V4)
def passed_on(x):
    wrapper = Wrapper(Inner(x))
    return np.sum(wrapper.x ** 2) + wrapper.total(x) * wrapper.own(x)


@case(V4)
def properties_passed_on(x):
    return np.sum(Wrapper(Inner(x)).squares * x)


@case(V4)
def chosen_by_name(x):
    wrapper = Choosing(Inner(x))
    return np.sum(wrapper.b * wrapper.x) + np.sum(wrapper.b * wrapper.squares) * wrapper.total(x)


@case(V4)
def nothing_changed(x):
    thing = Passing(x)
    thing.scale(x[0])
    thing.y = thing.x * 2
    return np.sum(thing.x ** 2) + thing.cubes() * thing.y[1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Doubling:
    def __init__(self, x):
        self.x = x

    def __getattribute__(self, attr):
        value = object.__getattribute__(self, attr)
        return value * 2 if attr == "x" else value


class Counting:
    count = 0

    def __init__(self, x):
        self.x = x

    def __getattribute__(self, attr):
        Counting.count += 1
        return object.__getattribute__(self, attr)


class Both:
    def __init__(self, x):
        self.x = x

    def __getattribute__(self, attr):
        return object.__getattribute__(self, attr)

    def __getattr__(self, attr):
        return self.x * 2


class InSlots:
    __slots__ = ("empty", "x")

    def __init__(self, x):
        self.x = x

    def __getattribute__(self, attr):
        return object.__getattribute__(self, attr)


class DoublingSlots(InSlots):
    __slots__ = ()

    def __getattribute__(self, attr):
        found = object.__getattribute__(self, attr)
        return found * 2.0 if attr == "x" else found


@case(V4)
def read_from_slots(x):
    held = InSlots(x)
    held.x = held.x * x
    held.empty = held.x
    return np.sum(held.x * held.empty)


@refused(V4)
def changed_when_read_from_slots(x):
    return np.sum(DoublingSlots(x).x)


@refused(V4)
def changed_when_read(x):
    return np.sum(Doubling(x).x)


@refused(V4)
def counted_when_read(x):
    return np.sum(Counting(x).x ** 2)


@refused(V4)
def properties_of_what_may_change(x):
    return np.sum(Passing(x).squares ** 2)


@refused(V4)
def two_ways_to_look_up(x):
    return np.sum(Both(x).twice)


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(*args)
