"""Functions and methods of `functools` that are chosen by the class of an argument, and functions that are made methods."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Shape:
    def __init__(self, size):
        self.size = size


class Square(Shape):
    pass


class Disc(Shape):
    pass


@functools.singledispatch
def area(shape):
    return 0.0


@area.register
def _(shape: Square):
    return shape.size**2


@area.register(Disc)
def _(shape):
    return np.pi * shape.size**2


@area.register(list)
def _(shapes, weight=1.0):
    return sum(area(shape) * weight for shape in shapes)


@area.register
def _(shape: np.ndarray):
    return np.sum(shape)


@area.register
def _(shape: float):
    return 2.0 * shape


class Adder:
    def __init__(self, scale):
        self.scale = scale

    @functools.singledispatchmethod
    def add(self, x):
        raise TypeError(type(x))

    @add.register
    def _(self, x: float):
        return x * self.scale

    @add.register
    def _(self, x: list):
        return sum(self.add(item) for item in x)


area(Square(1.0))  # it keeps which function is for which class


@case(V4)
def chosen_by_class(x):
    shapes = [Square(x[0]), Disc(x[1] * x[0]), Shape(x[2])]
    return area(shapes, weight=x[3]) + area(Square(x[2])) * area(x)


@case(0.7, V4, argnums=(0, 1))
def chosen_for_numbers(a, x):
    return area(a) * area(x * a)


@case(0.7)
def methods_chosen(a):
    return Adder(a).add([a, a * a, [3.0 * a]])


def scaled(self, x):
    return self.size * x


@case(V4)
def functions_made_methods(x):
    shape = Shape(x[0])
    shape.scaled = scaled.__get__(shape)
    return shape.scaled(x[1]) * scaled.__get__(Shape(x[2]), Shape)(x[3])


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
