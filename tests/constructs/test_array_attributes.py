"""Attributes that arrays do not have, set where an object that has them may be in an array's place."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def a_label_that_only_some_take(x):
    y = np.clip(2.0 * x, -1.0, 1.0)
    try:
        y.name = "clipped"
    except AttributeError:
        pass
    return np.sum(y * x)


@case(V3)
def what_the_handler_does(x):
    y = x * x
    try:
        y.label = "square"
        z = 2.0 * y
    except AttributeError:
        z = 3.0 * y
    return np.sum(y * z)


def _of_a_kind_that_is_not_known(x):
    return x * 3.0 if len(x) == 3 else {"x": x}


@case(V3)
def a_label_on_what_is_not_known(x):
    y = _of_a_kind_that_is_not_known(x)
    try:
        y.name = "thrice"
    except AttributeError:
        pass
    return np.sum(y * y)


@case(V3)
def a_method_that_only_some_have(x):
    y = 1.0 - x**2
    try:
        y.fillna(0.0, inplace=True)
    except AttributeError:
        y = np.where(np.isnan(y), 0.0, y)
    return np.sum(y * x)


@case(0.7)
def a_method_that_numbers_have_not(x):
    y = 1.0 - x**2
    try:
        y.fillna(0.0, inplace=True)
    except AttributeError:
        y = y * 3.0
    return y * x


@pytest.mark.parametrize("fun,args,options", case)
def test_array_attributes(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_active_labels_are_refused():
    def fun(x):
        y = 2.0 * x
        try:
            y.first = x[0]
        except AttributeError:
            pass
        return np.sum(y)

    for derivative in (lambda: tangentish.grad(fun)(V3), lambda: tangentish.jvp(fun, (V3,), (V3,))):
        with pytest.raises(tangentish.UnsupportedError, match="assigning to `first` of an active array"):
            derivative()
