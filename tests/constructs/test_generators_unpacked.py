"""Generators whose items are all given names at once, and dicts and lists of own classes that are made of what one gives."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case = Cases()


def columns(*arrays):
    for array in arrays:
        array = np.asarray(array)
        assert array.ndim <= 2
        if array.ndim < 2:
            array = np.expand_dims(array, axis=1)
        yield array


@case(V3)
def of_any_number_of_arguments(x):
    a, b = columns(x, x**2)
    (c,) = columns(a * b)
    return np.sum(a * b) + np.sum(c**2)


class Noting:
    largest = 0.0


def scaled(noting, *arrays):
    for array in arrays:
        scale = np.max(np.abs(array))
        noting.largest = noting.largest + scale
        yield array / scale


@case(V3)
def that_notes_what_it_met(x):
    noting = Noting()
    a, b = scaled(noting, x, x**3)
    return np.sum(a * x) + np.sum(b) * noting.largest


class Result(dict):
    def __init__(self, *args, **keywords):
        super().__init__(*args, **keywords)


class Row(list):
    def __init__(self, *args):
        super().__init__(*args)
        self.count = len(self)


@case(V3)
def dicts_and_lists_of_own_classes(x):
    result = Result((key, [None] * 2) for key in ("first", "total"))
    result["first"][0], result["total"][1] = x[0] * x[1], x[2] ** 2
    row = Row(x[k] * (k + 1.0) for k in range(3))
    return result["first"][0] * result["total"][1] + row[1] * row[2] * row.count


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def noted(log, *arrays):
    for array in arrays:
        log.append(array * array)
        yield array * 2.0
        log.append(array)


def too_few_names(x):
    log = []
    try:
        _, _ = noted(log, x, x**2, x**3)
    except ValueError:
        pass
    return sum(np.sum(value) for value in log)


def another_error_behind_them(x):
    try:
        (a,) = columns(x, x, np.ones((2, 2, 2)))
    except AssertionError:
        return np.sum(x**3)
    except ValueError:
        return np.sum(x**2)
    return np.sum(a)


@pytest.mark.parametrize("fun", [too_few_names, another_error_behind_them])
def test_not_taken_for_lists_where_errors_are_caught(fun):
    check_right_or_refused(fun, V3)


def test_too_many_items_raise():
    def named(x):
        a, b = columns(x, x, x)
        return np.sum(a * b)

    for run in (lambda: tangentish.grad(named)(V3), lambda: tangentish.jvp(named, (V3,), (V3,))):
        with pytest.raises(ValueError, match="too many"):
            run()
