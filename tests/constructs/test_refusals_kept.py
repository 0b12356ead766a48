"""What tangentish refuses while a program runs is not caught by handlers that were written for something else."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad

X = np.array([0.7, -1.3])


def items(v):
    for i in range(3):
        factor = yield v * i  # what is sent to a generator is not followed
        v = v if factor is None else v * factor


def caught_as_anything(x):
    try:
        y = sum(items(x[0]))
    except Exception:
        y = x[1]
    return y ** 2


def caught_without_a_class(x):
    def tried(f, v):
        try:
            return sum(f(v))
        except:  # noqa: E722 - what is tested
            return v * 2.0
    return tried(items, x[0])


def caught_with_others(x):
    try:
        y = sum(items(x[0]))
    except (ZeroDivisionError, NotImplementedError):
        y = x[1]
    return y ** 2


def suppressed(x):
    y = x[1]
    with contextlib.suppress(RuntimeError):
        y = sum(items(x[0]))
    return y ** 2


class Forgiving:
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return True


def forgiven(x):
    y = x[1]
    with Forgiving():
        y = sum(items(x[0]))
    return y ** 2


def returned_from_finally(x):
    try:
        sum(items(x[0]))
    finally:
        return x[1] ** 2


def caught_by_the_caller_of_a_callee(x):
    def total(v):
        return sum(items(v))

    def twice(v):
        return total(v) * 2.0
    try:
        return twice(x[0])
    except RuntimeError:
        return x[1]


@pytest.mark.parametrize("fun", [
    caught_as_anything, caught_without_a_class, caught_with_others, suppressed, forgiven, returned_from_finally,
    caught_by_the_caller_of_a_callee])
def test_refused(fun):
    for differentiate in (tangentish.grad(fun), variant_grad(fun, (0,), kinds=False), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(X)


def test_a_handler_for_refusals_is_asked():
    def fun(x):
        try:
            y = sum(items(x[0]))
        except tangentish.TangentishError:
            y = x[1]
        return y ** 2
    assert np.allclose(tangentish.jvp(fun, (X,), (np.array([0.5, 2.0]),))[1], 4.0 * X[1])


def test_handlers_that_catch_nothing_of_it_are_left_as_they_are():
    def fun(x):
        try:
            y = helper(x[0])
        except ZeroDivisionError:
            y = x[1]
        return y ** 2

    def helper(v):
        return 1.0 / v
    assert "TangentishError" not in tangentish.grad(fun).source_for(X)
