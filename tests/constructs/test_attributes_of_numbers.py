"""Parts of numbers that are read with `getattr` and its kin, under names that are known when the program runs."""

import cmath
import operator

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import directional

case = Cases()
AS_IT_IS = [lambda z: z]


def turned(x):
    """A complex number of Python's, of a kind that is not known."""
    z = x * cmath.exp(1j * x)
    for function in AS_IT_IS:
        z = function(z)
    return z


@case(1.3)
def names_in_a_loop(x):
    z, total = turned(x), 0.0
    for power, key in enumerate(("real", "imag", "nothing"), 2):
        total += getattr(z, key, x) ** power
    return total


@case(1.3)
def names_in_a_comprehension(x):
    z = x * np.exp(1j * x)
    parts = {key: getattr(z, key) for key in ("real", "imag")}
    return parts["real"] * parts["imag"]


@case(1.3)
def a_helper_is_told_the_name(x):
    def part(z, key):
        return getattr(z, key)
    return part(turned(x), "imag") * part(x, "real") ** 2 + part(np.float64(x), "T")


@case(1.3)
def getters_of_the_operator_module(x):
    first, second = operator.attrgetter("real", "imag")(turned(x))
    return first * second * sum(map(operator.attrgetter("imag"), [turned(x), turned(2 * x)]))


@case(1.3)
def parts_by_object(x):
    return object.__getattribute__(turned(x), "imag") * x


@case(1.3)
def a_part_under_the_name_of_the_number(x):
    a = 7.0
    for v in (x * x, 0.0):
        v = v.real
        if v > 0.1:
            a = v
    return a


@case(1.3)
def parts_under_the_name_of_what_they_are_parts_of(x):
    total, last = 0.0, x
    for v in [turned(x), x, turned(x * x)]:
        v = v.imag + v.real
        v = v.real
        last = v if v > 0.1 else last
        total += v * last
        v = np.imag(v * 1j)
        last = v if v > 0.1 else last
    return total + last


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)


def dotted_imag(x):
    return turned(x).imag ** 2


def dotted_real(x):
    return turned(x).real * x


def conjugated(x):
    z = x * cmath.exp(1j * x)
    w = z.conjugate() * z.real
    return abs(w) ** 2 + w.imag


@pytest.mark.parametrize("fun", [names_in_a_loop, dotted_imag, dotted_real, conjugated])
def test_second_derivatives(fun):
    """The tangent of a part of a number is a part of its tangent, read under a name that the program is told."""
    gradient = tangentish.grad(fun)
    want = directional(gradient, (1.3,), (0,), (1.0,))
    assert np.isclose(tangentish.hvp(fun)(1.3, 1.0), want, rtol=1e-7)
    assert np.isclose(tangentish.grad(lambda x: tangentish.jvp(fun, (x,), (1.0,))[1])(1.3), want, rtol=1e-7)
    assert np.isclose(tangentish.grad(gradient)(1.3), want, rtol=1e-7)


@pytest.mark.parametrize("fun", [
    lambda x: turned(x).__getattribute__("imag") * x,
    lambda x: getattr(turned(x), "".join(["conj", "ugate"]))().imag,
])
def test_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(1.3), lambda: tangentish.jvp(fun, (1.3,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match="a method of a complex is kept"):
            derivative()
