"""Items of tables of numbers around a function, bound to names that are augmented: no write, unless they turn out to be arrays."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
FIRST = {("a", 1): 1.5, ("b", 1): -0.3}
REST = {("a", 1): [0.4, -0.7], ("b", 1): [1.2, 0.5]}
COEFFICIENTS = [0.3, -0.2, 0.7]
OTHERS = {"a": 2.5}
NESTED = {"a": {"x": 1.5}}
LISTS = {"a": [1.0]}
CHANGING = {"a": 1.0}


def series(x, key):
    total = FIRST[key, 1]
    rest = REST[(key, 1)]
    for k in range(2):
        total += rest[k] / x ** (k + 1)
    return total


def horner(x):
    value = COEFFICIENTS[0]
    for coefficient in COEFFICIENTS[1:]:
        value *= x
        value += coefficient
    return value


def nested(x):
    value = NESTED["a"]["x"]
    value -= x
    return value * NESTED["a"]["x"]


def named_as_a_helper(x, check_number="a"):
    copied = OTHERS[check_number]
    copied += x
    return copied * x


@case(0.7)
def in_helpers(x):
    return series(x, "a") * series(2.0 * x, "b") * horner(x) * nested(x) * named_as_a_helper(x)


@case(0.7)
def by_itself(x):
    value = FIRST["a", 1]
    value *= x
    return value * FIRST["a", 1]


@pytest.mark.parametrize("fun,args,options", case)
def test_augmented_items(fun, args, options):
    check_all_ways(fun, *args, **options)


def extended(x):
    rows = LISTS["a"]
    rows += [x]
    return rows[-1] * LISTS["a"][-1]


def changing(x):
    value = CHANGING["a"]
    value += x
    return np.sum(value * x)


def test_lists_are_written_into():
    with pytest.raises(tangentish.UnsupportedError, match="global object"):
        tangentish.grad(lambda x: extended(x) * 2.0)(0.7)
    assert LISTS == {"a": [1.0]}


@pytest.mark.parametrize("fun", [changing, lambda x: changing(x) * 2.0])
def test_what_was_a_number(fun):
    """Where the table holds an array by now, that is not written into: its copy is, or it is refused."""
    derivative = tangentish.grad(fun)
    assert derivative(0.5) == pytest.approx((fun(0.501) - fun(0.499)) / 0.002)
    held = CHANGING["a"] = np.array([1.0, 2.0])
    want = {changing: 5.0}.get(fun, 10.0)
    try:
        for slope in (derivative, lambda x: tangentish.jvp(fun, (x,), (1.0,))[1]):
            try:
                assert slope(0.5) == pytest.approx(want)
            except tangentish.UnsupportedError:
                pass
        assert np.array_equal(held, [1.0, 2.0])
    finally:
        CHANGING["a"] = 1.0
