"""Functions that Numba compiled (here by a stand-in): those it calls as they are, and ufuncs, whose code is for an item."""

from __future__ import annotations

import weakref

import numpy as np
import pytest

import tangentish
from tangentish.analysis.code.own_names import names_of_values, own_names
from tangentish.analysis.code.reach import Reach
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Machinery:
    """What a compiled function leads to, and what is not looked at."""

    def __getitem__(self, key):
        return self.found


class Dispatcher:
    __module__ = "numba.core.dispatcher"

    def __init__(self, function):
        self.__wrapped__, self.target = function, Machinery()

    def __call__(self, *args):
        return self.__wrapped__(*args)


class Compiled(Dispatcher):
    """The class of what `numba.njit` makes."""

    __module__ = "numba.core.registry"


class Ufunc:
    """One of these is given arrays, and calls the function with each item."""

    __module__ = "numba.np.ufunc.dufunc"

    def __init__(self, function):
        self.__wrapped__, self.__name__ = function, function.__name__

    def __call__(self, *args, dtype=float):
        return np.vectorize(self.__wrapped__, otypes=[dtype])(*args)[()]


@Compiled
def square(x):
    return x * x


@Compiled
def summed(x):
    total = 0.0
    for item in x:
        total += square(item) * item
    return total


@Ufunc
def largest(x):
    return x * x if x > 0.0 else 0.0


@Ufunc
def bounded(x, most):
    return min(square(x), most) if most > 5.0 else square(x) * most / 4.0


@case(V4)
def by_name(x):
    return summed(x) * square(x[0])


@case(V4)
def given(x, function=square):
    return np.sum(function(x)) + sum(map(square, x))


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_ufuncs_of_items():
    def fun(x):
        return largest(x) * x

    def of_arrays(x):
        return np.sum(largest(np.array([x, -x, 2.0 * x])) * x) + bounded(x, 3.0)

    for function, slope in ((fun, 12.0), (of_arrays, 63.0)):
        assert np.isclose(tangentish.grad(function)(2.0), slope)
        assert np.isclose(tangentish.jvp(function, (2.0,), (1.0,))[1], slope)
    assert tangentish.grad(lambda x: x * largest(3.0))(2.0) == 9.0


def test_ufuncs_that_say_where_the_result_goes_are_refused():
    def fun(x):
        return largest(x, dtype=float) * x

    for derivative in (lambda: tangentish.grad(fun)(2.0), lambda: tangentish.jvp(fun, (2.0,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match="`dtype` of largest, a ufunc compiled by Numba"):
            derivative()


def test_only_what_was_compiled_is_looked_at():
    assert names_of_values([Machinery()]) >= {"__getitem__"}
    assert names_of_values([square, largest]) == own_names(by_name) == frozenset()
    assert Machinery not in Reach({"square": square, "largest": largest}, (), (), thorough=True).classes()


class Owner:
    pass


def test_weak_proxies_of_what_is_no_more():
    holder = Owner()
    holder.gone, holder.held = weakref.proxy(Owner()), [weakref.proxy(Owner())]
    assert Owner in Reach({"holder": holder}, (), (), thorough=True).classes()


class Signature:
    def __init__(self, args, return_type):
        self.args, self.return_type = args, return_type

    def __str__(self):
        return f"({', '.join(map(str, self.args))}) -> {self.return_type}"


class ArrayOf:
    def __init__(self, dtype):
        self.dtype = dtype

    def __str__(self):
        return f"{self.dtype}[:]"


class Overload:
    def __init__(self, *told):
        self.signature = Signature(*told)


def compiled_for(*told):
    """What `numba.njit` makes where it is told types, which it converts to."""
    def made(function):
        found = Compiled(function)
        found.__name__, found._can_compile = function.__name__, False
        found.overloads = {one[0]: Overload(*one) for one in told}
        return found
    return made


@compiled_for((("float64", "int64"), "float64"))
def times(x, n):
    return x * n


@compiled_for((("float64",), "int64"))
def whole_square(x):
    return x * x


@compiled_for((("float32",), "float32"))
def narrow_square(x):
    return x * x


@compiled_for((("float32",), "float32"), (("complex128",), "complex128"))
def either_square(x):
    return x * x


@compiled_for(((ArrayOf("float64"), "boolean"), ArrayOf("float64")))
def items_squared(x, on):
    return x * x if on else x


@compiled_for((("float64",), "UniTuple(float64 x 2)"))
def two(x):
    return x, x * x


CONVERTED = {
    "a number given for a whole one": lambda x: times(x, 2.7),
    "a number made whole": lambda x: x * whole_square(x),
    "a number made narrow": lambda x: narrow_square(x) * x,
    "an array of another type": lambda x: np.sum(items_squared(np.array([x, x], np.float32), True)),
}


@pytest.mark.parametrize("fun", CONVERTED.values(), ids=CONVERTED)
def test_types_that_are_told_and_converted_to_are_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(2.0), lambda: tangentish.jvp(fun, (2.0,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"was compiled for .* and converts"):
            derivative()


def test_types_that_are_told_and_fit():
    def fun(x):
        z = either_square(1j * x + 0.5)
        return times(x, 3) * np.sum(items_squared(np.array([x, 2.0 * x]), True)) + z.imag * x + two(x)[1]

    assert np.isclose(tangentish.grad(fun)(2.0), 45.0 * 4.0 + 4.0 + 4.0)
    assert np.isclose(tangentish.jvp(fun, (2.0,), (1.0,))[1], 188.0)
    assert tangentish.grad(narrow_square)(np.float32(0.5)) == 1.0
