"""Properties that are read by something else than a plain function, cached properties that are set, polynomials that they give."""

import functools

import numpy as np
import pytest
from numpy.polynomial import Chebyshev, Polynomial

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Keeper:
    """What keeps the result of a function in an object."""

    def __init__(self, function):
        self.function, self.name = function, function.__name__

    def get(self, owner):
        if self.name not in owner.kept:
            owner.kept[self.name] = self.function(owner)
        return owner.kept[self.name]

    def __call__(self, owner):
        return self.get(owner)


def kept_by(name, owner):
    if name not in owner.kept:
        owner.kept[name] = owner.v * 2.0
    return owner.kept[name]


class Mineral:
    def __init__(self, v):
        self.v, self.kept = v, {}

    def _volume(self):
        return self.v**2

    by_method = property(Keeper(_volume).get)
    by_object = property(Keeper(_volume))
    by_partial = property(functools.partial(kept_by, "twice"))


@case(V3)
def by_a_bound_method(x):
    return np.sum(Mineral(x).by_method)


@case(V3)
def by_an_object(x):
    mineral = Mineral(x)
    return np.sum(mineral.by_object * mineral.by_object)


@case(V3)
def by_a_partial(x):
    return np.sum(Mineral(x).by_partial ** 2)


@case(V3)
def asked_for_first(x):
    mineral = Mineral(x)
    return np.sum(mineral.by_method) if hasattr(mineral, "by_method") else 0.0


@case(V3)
def asked_for_with_a_default(x):
    return np.sum(getattr(Mineral(x), "by_method", 0.0) * x)


class Table:
    def __init__(self, g):
        self.g = g

    @functools.cached_property
    def c(self):
        return self.g * 2.0


def table_with(g, c):
    table = Table(g)
    table.c = c
    return table


@case(0.3)
def set_to_a_constant_of_the_same_value(x):
    return table_with(x, 0.6).c * 1.5


@case(0.3)
def set_to_something_of_the_same_value(x):
    table = Table(x)
    table.c = x + 0.3
    return table.c


@case(0.3)
def set_in_a_constant_object(x):
    table = Table(0.3)
    table.c = 2.0 * x
    return table.c * table_with(0.3, 2.0 * x).c


@case(0.3)
def set_by_setattr(x):
    table, key = Table(0.3), "c"
    setattr(table, key, 2.0 * x)
    setattr(table, "c", table.c * 1.0)
    return table.c


@case(0.3)
def set_in_its_dict(x):
    table = Table(x)
    table.__dict__["c"] = x + 0.3
    return table.c


@case(0.3)
def computed_and_then_set(x):
    table = Table(x)
    y = table.c
    table.c = y * x / 0.3
    return table.c + y


class Series:
    def __init__(self, coefficients):
        self.coefficients = coefficients

    @property
    def poly(self):
        return Polynomial(self.coefficients)

    @functools.cached_property
    def cheb(self):
        return Chebyshev(self.coefficients)

    @property
    def doubled(self):
        return (2.0 * self.poly).coef


@case(V3)
def coefficients_of_a_polynomial(x):
    return np.sum(Series(x).poly.coef ** 2)


@case(V3)
def value_of_a_polynomial(x):
    return Series(x).poly(2.0) * Series(x).cheb(0.4)


@case(V3)
def through_another_property(x):
    return np.sum(Series(x).doubled ** 2) + Series(x).poly.deriv()(0.5)


class Base:
    def __init__(self, **keywords):
        self.keywords = keywords


class Rows(Base):
    def __init__(self, x, name="a", **rows):
        super().__init__(name=name, **rows)
        self.name = [name]
        self.name.append("b")
        self.rows = [x]
        self.rows.append(x)


@case(V3)
def keywords_passed_on_and_kept(x):
    return np.sum(Rows(x, size=2).rows[1] ** 2)


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
