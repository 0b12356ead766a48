"""Context managers that `contextlib.contextmanager` makes of generator functions, with active values in them."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
refused = Cases()


@contextlib.contextmanager
def scaled(x, factor=2.0):
    yield x * factor


@contextlib.contextmanager
def nothing(x):
    yield


@contextlib.contextmanager
def changed(y, k):
    old = y[k]
    y[k] = old * 3
    try:
        yield
    finally:
        y[k] = old ** 2


@contextlib.contextmanager
def augmented(y, factor):
    y *= factor
    uses = 1.0
    try:
        yield y
    finally:
        y /= factor * 2.0
        uses += 1.0
        y[1] *= uses


@contextlib.contextmanager
def in_parts(y):
    try:
        z = y * 2
        yield z
        y[0] = z[1]
    finally:
        y[2] = z[3]
    y[3] *= 2


class Thing:
    def __init__(self, x):
        self.x, self.factor = x, 1.0

    def value(self):
        return self.factor * np.sum(self.x ** 2)

    @contextlib.contextmanager
    def weighted(self, factor):
        old = self.factor
        self.factor = factor * self.x[0]
        try:
            yield
        finally:
            self.factor = old


@contextlib.contextmanager
def set_for_a_while(thing, value):
    old = thing.factor
    thing.factor = value
    try:
        yield thing
    finally:
        thing.factor = old


@case(V4)
def a_value(x):
    with scaled(x) as y:
        result = np.sum(y ** 2)
    return result * x[0]


@case(V4)
def two_values(x):
    with scaled(x, factor=x[0]) as y, scaled(y) as z:
        return np.sum(z ** 2 * y)


@case(V4)
def no_value(x):
    with nothing(x):
        y = x ** 2
    return np.sum(y)


@case(V4)
def under_a_name(x):
    manager = scaled(x)
    with manager as y:
        result = np.sum(y ** 2)
    return result


@case(V4)
def what_is_yielded_is_written(x):
    with scaled(x) as y:
        y[0] = 5.0
    return np.sum(x ** 2) * np.sum(y ** 2)


@case(V4)
def written_before_and_after(x):
    y = x * 1.0
    with changed(y, 1):
        a = np.sum(y ** 2)
    return a * np.sum(y ** 3)


@case(V4)
def every_part(x):
    y = x * 1.0
    with in_parts(y) as z:
        a = np.sum(z * y)
    return a * np.sum(y ** 3)


def returned_from(y):
    for k in range(3):
        with in_parts(y) as z:
            if k == 1:
                return np.sum(z * y)
            y[1] += z[0]
    return 0.0


@case(V4)
def left_by_return(x):
    y = x * 1.0
    return returned_from(y) * np.sum(y ** 2)


@case(V4)
def methods(x):
    thing = Thing(x)
    with thing.weighted(3.0):
        a = thing.value()
    return a + thing.value()


@case(V4)
def attributes(x):
    thing = Thing(x)
    thing.factor = x[0]
    with set_for_a_while(thing, x[1]) as same:
        a = thing.factor * same.value()
    return a * thing.value()


@case(V4)
def read_by_augmented_assignments_alone(x):
    y = x * 1.0
    with augmented(y, x[0]) as z:
        z[0] = z[1] * y[2]
    return np.sum(y * x)


SETTINGS = {"squared": False, "depth": 0}


@contextlib.contextmanager
def settings(*, squared):
    old = SETTINGS["squared"]
    SETTINGS.update(squared=squared, depth=SETTINGS["depth"] + 1)
    try:
        yield SETTINGS["depth"]
    finally:
        SETTINGS.update(squared=old, depth=SETTINGS["depth"] - 1)


class Model:
    def __init__(self):
        self.level = None


def set_twice(model, x):
    model.level = 2.0 * x
    return model


def by_settings(x):
    return np.sum(x * x) if SETTINGS["squared"] else np.sum(x)


@case(V4)
def constants_beside_active_attributes(x):
    model = Model()
    with settings(squared=True):
        model.level = x
        y = by_settings(model.level) + [set_twice][0](model, x).level[0]
    return y * model.level[0] * by_settings(x)


@case(V4)
def constants_given_beside_active_attributes(x):
    model = Model()
    with settings(squared=True) as depth, settings(squared=False) as deeper:
        model.level = x * depth
        y = by_settings(model.level) * deeper + [set_twice][0](model, x).level[0]
    return y * model.level[0]


@case(V4)
def constants_left_by_an_error(x):
    model = Model()
    try:
        with settings(squared=True):
            model.level = x
            y = by_settings([set_twice][0](model, x).level)
            raise ValueError("ended")
    except ValueError:
        y = y * by_settings(x)
    return y * model.level[0]


@case(V4)
def constants_where_a_value_is_returned(x):
    def measured(model, z):
        with settings(squared=True):
            return [set_twice][0](model, z).level[0] * by_settings(z)

    return measured(Model(), x) * by_settings(x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@contextlib.contextmanager
def forgiving(x):
    try:
        yield x * 2
    except ValueError:
        pass


@contextlib.contextmanager
def inside_another(x):
    with np.errstate(all="raise"):
        yield x * 2


@refused(V4)
def errors_are_caught(x):
    with forgiving(x) as y:
        total = np.sum(y)
    return total


@refused(V4)
def a_block_around_what_follows(x):
    with inside_another(x) as y:
        total = np.sum(y)
    return total


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(*args)


def an_error_in_the_middle(x):
    y = x * 1.0
    try:
        with changed(y, 1):
            total = np.sum(y ** 2)
            raise ValueError
    except ValueError:
        pass
    return total * np.sum(y)


def test_an_error_in_the_middle():
    check_all_ways(an_error_in_the_middle, V4)
