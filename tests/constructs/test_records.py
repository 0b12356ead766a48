"""Dataclass and namedtuple instances, made inside and passed in."""

import math
from collections import namedtuple
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pytest
import scipy.stats as stats

import tangentish
from tests.constructs.cases import M33, V3, V4, Cases
from tests.oracle import check_gradient, directional, random_like

case = Cases()


@dataclass(frozen=True)
class Point:
    x: float
    y: float = 2.0

    @property
    def radius(self):
        return math.hypot(self.x, self.y)


@dataclass
class Checked:
    low: float
    high: float

    def __post_init__(self):
        self.width = self.high - self.low


Pair = namedtuple("Pair", "first second")


class Fit(NamedTuple):
    slope: float
    intercept: float = 0.0

    def __call__(self, x):
        return self.slope * x + self.intercept


@case(0.6, -1.2, argnums=(0, 1))
def dataclasses_made_inside(a, b):
    p = Point(a)
    q = replace(p, y=a * b)
    c = Checked(low=b, high=a)
    return p.radius * q.radius + c.width * c.high


@case(0.6, -1.2, argnums=(0, 1))
def namedtuples_made_inside(a, b):
    pair = Pair(first=a * b, second=a)
    swapped = Pair(*reversed(pair))._replace(first=b)
    first, second = swapped
    fit = Fit(a)
    return pair.first * pair[1] + first * second + fit(b) * fit.intercept + Fit(b, intercept=a)(a)


@case(Pair(0.4, V3))
@case(Pair(0.4, 1.5))
def namedtuple_argument(pair):
    return np.sum(pair.first * pair.second**2) + pair[0] ** 2


@case(Fit(0.4, -0.2), V4, argnums=(0, 1))
def namedtuple_with_methods(fit, x):
    return np.sum((fit(x) - x**2) ** 2) * fit.slope


@case(M33)
def attribute_of_call_result(a):
    return np.linalg.slogdet(a).logabsdet * np.linalg.eigh(a @ a.T).eigenvalues[0] + Pair(a, a.T).second.T[0, 1]


class Scaled(namedtuple("Scaled", "first second")):
    """A namedtuple with an attribute beside its fields."""

    def __init__(self, first, second):
        self.product = first * second
        self.start = first


@case(0.6, -1.2, argnums=(0, 1))
def namedtuple_with_an_init(a, b):
    one, other = Scaled(a, b), Scaled(second=a, first=b * b)
    other.product = other.product * one.product
    return one.product * one.first + other.product * other[0] + one.start


@case(V3, V3 + 0.2, argnums=(0, 1))
def namedtuple_of_arrays_with_an_init(x, y):
    one = Scaled(x * 2, y)
    one.first[0] = 3 * y[1]
    return np.sum(one.start**2 * one.second) + np.sum(one.product * one[0])


@case(V3, V3[::-1] ** 2, argnums=(0, 1))
def results_with_more_than_their_fields(x, y):
    line = stats.linregress(x, y)
    return line.slope + line[1] * line.intercept_stderr + stats.pearsonr(x, y).statistic


class Squared(namedtuple("Squared", "first second")):
    def __new__(cls, first, offset=0.5):
        second = first * first
        if offset > 10:
            return super(Squared, cls).__new__(cls, second, first)
        return super().__new__(cls, first, second=second + offset)

    @property
    def ratio(self):
        return self.second / self.first


@case(0.6, -1.2, argnums=(0, 1))
def namedtuple_with_a_new(a, b):
    one, other = Squared(a * b), Squared(offset=b, first=a)
    return one.second * other[1] + one.ratio * other.first + Squared(b, 11.0)[0]


@case(V3)
def namedtuple_of_arrays_with_a_new(x):
    one = Squared(x * 2)
    one.second[0] = x[1]
    return np.sum(one.second * one.first)


@case(V3, ["low", "mid", "high"], argnums=0)
@case(V3, "low mid high", argnums=0)
def namedtuple_of_names_given(x, names):
    levels = namedtuple("levels", names)
    found = levels(*x)
    return found.low * found[1] + found._replace(mid=x[0] ** 2).mid * found.high


class Fitted:
    def __init__(self, x, shapes, *, loc):
        names = shapes.split(", ") + (["loc"] if loc else [])
        self.params = namedtuple("FitParams", names, rename=True, defaults=[None])(*x[:2])


@case(V3)
def namedtuple_of_names_counted(x):
    fitted = Fitted(x, "a, b", loc=True)
    return fitted.params.a * fitted.params[1] ** 2 if fitted.params.loc is None else 0.0


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
    places = np.atleast_1d(options.get("argnums", 0)).tolist()
    directions = tuple(random_like(arg, np.random.default_rng(2)) if k in places else None for k, arg in enumerate(args))
    tangent = tangentish.jvp(fun, args, directions)[1]
    assert np.isclose(tangent, directional(fun, args, tuple(places), tuple(directions[k] for k in places)), rtol=1e-6)


class Both(namedtuple("Both", "first second")):
    def __new__(cls, first):
        return super().__new__(cls, first, first)

    def __init__(self, first):
        self.third = first


def test_new_and_init_of_its_own_are_refused():
    def fun(x):
        return Both(x).third

    with pytest.raises(tangentish.UnsupportedError, match="Both has both a __new__ and an __init__"):
        tangentish.grad(fun)(0.4)
    with pytest.raises(tangentish.UnsupportedError, match="Both has both a __new__ and an __init__"):
        tangentish.jvp(fun, (0.4,), (1.0,))


class Counted(namedtuple("Counted", "first second")):
    def __new__(cls, first, second, count):
        made = super().__new__(cls, first, second)
        made.count = count
        return made

    def __getnewargs__(self):
        return *self, self.count


def test_named_tuples_that_need_more_than_their_items():
    def fun(x, counted, changed):
        changed[0] = x * counted.count
        return changed[0] ** 2 * counted.first

    counted = Counted(3.0, np.array([1.0, 2.0]), 4.0)
    check_gradient(fun, 1.5, counted, [0.0])
    bars = tangentish.grad(fun, (0, 1))(1.5, counted, [0.0])
    assert bars[1].first == 36.0 and type(bars[1]) is Counted
    found = stats.ttest_1samp(V4, 0.3)
    check_gradient(lambda x: found.confidence_interval(x).low, 0.9)
    slope = tangentish.grad(lambda x, found: found.confidence_interval(x).low)(0.9, found)
    assert slope == tangentish.grad(lambda x: found.confidence_interval(x).low)(0.9)


def test_defaults_of_namedtuples_made_inside_are_refused():
    def fun(x, names):
        line = namedtuple("line", names, defaults=(x,))
        return line(3.0).offset * x

    for derivative in (tangentish.grad(fun), lambda *args: tangentish.jvp(fun, args, (1.0, None))):
        with pytest.raises(tangentish.UnsupportedError, match="a default of a namedtuple"):
            derivative(0.4, ["slope", "offset"])
