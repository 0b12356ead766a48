"""Special methods that are no functions of the class: properties that give a method of something else, partial methods."""

import functools

import numpy as np
import pytest

import tangentish

X = np.array([1.1, 2.3, 0.7])


def forwarded(name):
    return property(lambda self: getattr(self.array, name))


class Wrapped:
    """Its operators are those of its array, as wrappers of arrays have them."""

    def __init__(self, array):
        self.array = array

    __getitem__, __setitem__, __iter__ = map(forwarded, ("__getitem__", "__setitem__", "__iter__"))
    __iadd__, __abs__, __neg__, __matmul__ = map(forwarded, ("__iadd__", "__abs__", "__neg__", "__matmul__"))


class Partly:
    def __init__(self, array):
        self.array = array

    def get(self, other, key):
        return self.array[key]

    def put(self, other, key, value):
        self.array[key] = value

    __getitem__ = functools.partialmethod(get, None)
    __setitem__ = functools.partialmethod(put, None)


class Reversing(list):
    def put_last(self, value):
        self.insert(0, value)

    append = functools.partialmethod(put_last)


class Holder:
    def __init__(self, x, cls):
        self.held = cls(2.0 * x)


def read(x, cls):
    return Holder(x, cls).held[0] ** 2


def read_of_a_known_class(x, cls):
    held = cls(2.0 * x)
    return held[0] ** 2


def stored(x, cls):
    holder = Holder(x, cls)
    holder.held[0] = x[1]
    return np.sum(holder.held.array ** 2)


def stored_as_a_slice(x, cls):
    holder = Holder(x, cls)
    holder.held[:] = x * x
    return np.sum(holder.held.array ** 2)


def added_in_place(x, cls):
    holder = Holder(x, cls)
    holder.held[0] += x[1]
    return np.sum(holder.held.array ** 2)


def gone_through(x, cls):
    total = 0.0
    for item in Holder(x, cls).held:
        total += item * item
    return total


def unpacked(x, cls):
    first, *others = Holder(x, cls).held
    return first * others[0]


def passed_on(x, cls):
    return np.hypot(*Holder(x, cls).held[:2]) + max(*Holder(x, cls).held)


def updated(x, cls):
    held = Holder(x, cls).held
    held += x
    return np.sum(held)


def of_one(x, cls):
    return np.sum(abs(Holder(x, cls).held)) + np.sum(-Holder(x, cls).held)


def multiplied(x, cls):
    return Holder(x, cls).held @ x


def appended(x, cls):
    items = Reversing()
    items.append(x[0])
    items.append(x[1])
    return items[0] ** 2


ITEMS = [read, read_of_a_known_class, stored, stored_as_a_slice, added_in_place, gone_through, unpacked]


def derivatives(loss):
    """What a program has by central differences, and two functions for the same by its derivatives."""
    direction = np.array([0.3, -0.2, 0.9])
    want = (loss(X + 1e-6 * direction) - loss(X - 1e-6 * direction)) / 2e-6
    return want, [lambda: tangentish.grad(loss)(X) @ direction, lambda: tangentish.jvp(loss, (X,), (direction,))[1]]


def test_given_by_a_property():
    def loss(x):
        held = Wrapped(2.0 * x)
        held[0] = x[1] * x[2]
        held[1:] += x[0]
        held += x
        total = held[0] * held[-1] + abs(held) @ x - np.sum(-held)
        for item in held:
            total += item * item
        first, *others = held
        return total + first * others[0] + np.hypot(*held[:2]) + held @ x

    want, ways = derivatives(loss)
    for derivative in ways:
        np.testing.assert_allclose(derivative(), want, rtol=1e-7)


class Pair:
    """Its properties give functions of their own, not methods of something else."""

    def __init__(self, values):
        self.first, self.second = values[0], values[1] * values[2]

    def adder(self):
        return lambda other: self.first + other

    def adder_in_place(self):
        def added(other):
            self.first += other
            return self

        return added

    __add__ = __radd__ = property(adder)
    __iadd__ = property(adder_in_place)
    __iter__ = property(lambda self: [self.first, self.second].__iter__)


def test_functions_that_properties_give():
    def loss(x):
        held = Pair(x)
        held += x[2]
        a, b = held
        return (held + a) * (b + held) + sum(held)

    want, ways = derivatives(loss)
    for derivative in ways:
        np.testing.assert_allclose(derivative(), want, rtol=1e-7)


@pytest.mark.parametrize(("function", "cls"), [
    *((function, Wrapped) for function in [*ITEMS, passed_on, updated, of_one, multiplied]),
    *((function, Partly) for function in ITEMS), (appended, Reversing)])
def test_refused_or_right(function, cls):
    """What looks a method up when it is called may do anything: such items, operators and loops were taken for those of a list."""
    def loss(x):
        return function(x, cls)

    want, ways = derivatives(loss)
    for derivative in ways:
        try:
            got = derivative()
        except tangentish.TangentishError:
            continue
        np.testing.assert_allclose(got, want, rtol=1e-7)
