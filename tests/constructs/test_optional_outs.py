"""`out=` that may be None, arguments that may be overwritten, functions of a docstring alone, slices beside indices of objects."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
from scipy.spatial import distance

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case = Cases()
X = np.array([0.3, 0.6, 0.2])


def exponential(x, out=None):
    return np.exp(x, out=out)


def scaled(x, *, factor=2.0, out=None):
    y = np.multiply(x, factor, out=out)
    return np.add(y, x, out=out)


def identity(x):
    """Nothing is done."""


class Items:
    def __init__(self, a):
        self.a = a

    def __getitem__(self, key):
        return self.a[key]


def columns(x, items):
    total = 0.0
    for i in range(2):
        total += np.sum(items[:, i] * x[0])
    return total


def total(x, out=None):
    return x.sum(axis=0, out=out)


class Paint:
    """Has a method of arrays, to which `out` says something else; given None, it leaves the colour as it is."""

    def __init__(self, colour):
        self.colour = colour

    def clip(self, low=None, out=3.0):
        return self.colour if out is None else self.colour * out["strength"]


class Sums:
    """Has one that writes into `out`, but not what it gives without it."""

    def __init__(self, x):
        self.x = x

    def sum(self, axis=None, out=None):
        if out is None:
            return self.x * 2.0
        out[...] = self.x * 5.0
        return out


def painted(paint, out=None):
    return paint.clip(out=out)


FUNCTIONS = [columns, total]


@case(X)
def without_a_place(x):
    return np.sum(exponential(x) * scaled(x))


@case(X)
def with_a_place(x):
    place = np.zeros(3)
    exponential(x, place)
    other = np.zeros(3)
    return np.sum(place ** 2) * np.sum(scaled(x, out=other)) + np.sum(other ** 3)


@case(X)
def docstring_alone(x):
    identity(x)
    return np.sum(x ** 2)


@case(X)
def slices_of_an_object(x):
    return FUNCTIONS[0](x, Items(x.reshape(1, 3)))


@case(X)
def methods_without_a_place(x):
    return total(x * x) * np.sum(x) + FUNCTIONS[1](np.outer(x, x))[1] ** 2 + FUNCTIONS[1]([x * x][0])


@case(X)
def methods_with_a_place(x):
    place, other = np.zeros(3), np.zeros(3)
    total(np.outer(x, x), place)
    FUNCTIONS[1](np.outer(x, x * x), other)
    return np.sum(place**2 * other)


@case(X)
def methods_of_classes(x):
    y = painted(Paint(x)) * painted(Paint(x * x), {"strength": x[0]})
    return np.sum(y**2) + painted(Paint(x[1]), out={"strength": 3.0})


@case(X)
def methods_of_classes_that_write(x):
    place = np.zeros(3)
    Sums(x).sum(out=place)
    z = total(Sums(x * x), np.zeros(3)) * total(Sums(x))
    return np.sum(place**2) + np.sum(z**2)


@case(X)
def methods_of_arrays_or_classes(x):
    place = np.zeros(3)
    result = 0.0
    for held in (np.outer(x, x), Sums(x)):
        result = result + held.sum(0, out=place) * place
    z = np.outer(x, x).sum(0, out=place)
    return np.sum(result * z) + np.sum(place**2)


@case(X)
def distances_in_a_helper(x):
    def cost(left, right):
        return np.sum(distance.cdist(left[:, None], right[:, None], "sqeuclidean") ** 2)
    return cost(x, x[:2]) * x[0] + cost(x, x)


def into(x, out):
    return np.exp(x, out=out)


def summed_into(x, out):
    return x.sum(out=out)


def place_for(x):
    return None if x.ndim < 5 else x


class Buffers:
    def __init__(self, buffer=None):
        self.buffer, self.table = buffer, {"there": buffer, "none": None}

    def run(self, x):
        return np.exp(x, out=self.buffer)


@case(X)
def none_in_one_branch(x):
    m = np.abs(x)
    out = m if m.ndim > 1 else None
    return np.sum(np.multiply(m, 2.0, out=out) ** 2)


@case(X)
def an_array_in_one_branch(x):
    m = x * 1.0
    out = m if m.ndim > 0 else None
    np.multiply(m, 2.0, out=out)
    return np.sum(m**2)


@case(X)
def parameters_without_a_default(x):
    place = np.zeros(3)
    into(x, place)
    return np.sum(into(x, None) * place) * summed_into(x, None)


@case(X)
def what_a_function_gives(x):
    out = place_for(x)
    return np.sum(np.exp(x, out=out) + np.exp(x, out=place_for(x)))


@case(X)
def what_an_object_holds(x):
    some, none = Buffers(np.zeros(3)), Buffers()
    y = np.exp(x, out=some.buffer) * np.exp(x, out=none.buffer)
    return np.sum(y * some.buffer) + np.sum(none.run(x) * some.run(x * 2.0) * some.buffer)


@case(X)
def what_a_dict_holds(x):
    table = Buffers(np.zeros(3)).table
    out = table.get("missing")
    y = np.exp(x, out=out) * np.sin(x, out=table["none"]) * np.cos(x, out=table.get("other"))
    np.exp(x * 2.0, out=table.get("there"))
    return np.sum(y * table["there"])


@case(X)
def none_at_first(x):
    out = None
    for k in range(2):
        out = np.multiply(x, 2.0 + k, out=out)
    return np.sum(out**2)


@case(X)
def items_of_a_list(x):
    return sum([np.sum(np.exp(x, out=place)) for place in [None, np.zeros(3)]]) + sum(
        np.sum(np.exp(x, place)) for place in (np.zeros(3), None))


@case(X)
def of_ufunc_methods_and_methods(x):
    m = x * 1.0
    out = m if m.ndim > 1 else None
    return np.sum(np.add.accumulate(m, out=out) ** 2) + np.sum(m.cumsum(out=out) * m.cumsum(0, None, out)) + np.sum(
        np.clip(m, 0.1, 3.0, out) * np.dot(m, np.eye(3), out))


@case(X)
def several_places(x):
    whole, part = np.zeros(3), None
    _, right = np.divmod(x, 0.25, out=(whole, part))
    third, fourth = np.modf(x * 3.0, out=(part, whole))
    return np.sum(right * x + third * fourth)


@case(X)
def named_inside(x):
    if (out := None) is None:
        (other,) = (out,)
    return np.sum(np.exp(x, out=out) * np.exp(x, out=other))


@case(X)
def in_functions_inside(x):
    def inner(v, out=None):
        other = v if v.ndim > 1 else None
        return np.exp(v, out=out) * np.sin(v, out=other)

    last = lambda v, out: np.exp(v, out=out)
    return np.sum(inner(x) * inner(x, np.zeros(3)) * last(x, None))


@case(X)
def given_or_made(x):
    def scaled(v, out=None):
        out = np.empty_like(v) if out is None else out
        np.exp(v, out=out)
        out *= v
        return out

    return np.sum(scaled(x) * scaled(x, np.zeros(3)))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def left_in_the_right_side(x):
    b = x[:2] * 2.0
    scipy.linalg.solve_triangular(np.array([[x[0], 0.0], [x[1], 2.0]]), b, lower=True, overwrite_b=True)
    return np.sum(b**3)


def given_back(x):
    b = x[:2] * 2.0
    scipy.linalg.solve_triangular(np.array([[x[0], 0.0], [x[1], 2.0]]), b, lower=True, overwrite_b=False)
    b = scipy.linalg.solve_triangular(np.array([[x[0], 0.0], [x[1], 2.0]]), b, lower=True, overwrite_b=True)
    return np.sum(b**3)


@pytest.mark.parametrize("differentiate", [tangentish.grad, tangentish.jacfwd])
def test_what_is_left_in_an_argument_is_refused(differentiate) -> None:
    with pytest.raises(tangentish.UnsupportedError, match="overwrites"):
        differentiate(left_in_the_right_side)(np.array([1.5, 0.7]))


def test_results_of_calls_that_may_overwrite() -> None:
    check_gradient(given_back, np.array([1.5, 0.7]))


def by_place_in_one_branch(x):
    place = np.zeros(3)
    np.outer(x, x).sum(0, None, place) if x[0] < 100.0 else None
    return np.sum(place**2)


def by_place_after_and(x):
    place = [np.zeros(3)]
    x[0] < 100.0 and np.outer(x, x).sum(0, None, place[0]).any()
    return np.sum(place[0] ** 2)


@pytest.mark.parametrize("fun", [by_place_in_one_branch, by_place_after_and])
def test_expressions_that_write_by_place(fun) -> None:
    check_all_ways(fun, X)


def hidden(x):
    place = np.zeros(3)
    np.sum(np.outer(x, x * x), *(0, None, place))
    return np.sum(place**2)


def hidden_from_a_method(x):
    place = np.zeros(3)
    given = (0, None, place)
    np.outer(x, x).sum(*given) if x[0] < 100.0 else None
    return np.sum(place**2)


def hidden_rows(x):
    return np.sum(np.add(*np.outer(x, x)))


def hidden_by_two(x):
    place, axis, rest = np.zeros(3), (0,), [None]
    np.sum(np.outer(x, x), *axis, *rest, *[place])
    return np.sum(place**2)


@pytest.mark.parametrize("differentiate", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", [hidden, hidden_from_a_method, hidden_rows, hidden_by_two])
def test_what_stands_behind_a_star_is_refused(fun, differentiate) -> None:
    with pytest.raises(tangentish.UnsupportedError, match="behind a star"):
        differentiate(fun)(X)


def starred(x):
    place = np.zeros(3)
    np.add(*[x, x * 2.0], place)
    y = np.hypot(*np.outer(x, x)[:2]) + np.outer(x, x).sum(*(0, None, None))
    return np.sum(y * place) + Spread().sum(*(x, 1.0, x[0]))


class Spread:
    def sum(self, x, factor, power):
        return np.sum(x) * factor * power


def test_what_stands_behind_a_star_otherwise() -> None:
    check_all_ways(starred, X)
