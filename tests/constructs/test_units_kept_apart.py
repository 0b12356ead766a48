"""Quantities with units: classes whose registry keeps what it knows of units, beside numbers with derivatives."""

from __future__ import annotations

import hashlib
import logging
import typing

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

pytestmark = pytest.mark.filterwarnings("ignore:Setting the shape on a NumPy array:DeprecationWarning")  # from NumPy 2.5 on
case = Cases()
log = logging.getLogger(__name__)
_ITEM = typing.TypeVar("_ITEM", bound="typing.Sequence[str]")
_KNOWN = {"m": ("length", 1.0), "km": ("length", 1000.0), "s": ("time", 1.0), "h": ("time", 3600.0)}


class Powers(dict):
    def __missing__(self, key):
        return 0

    def copy(self):
        return Powers(self)


class Units:
    __slots__ = ("_hash", "powers")
    forms: typing.ClassVar = {}

    def __init__(self, powers=()):
        self.powers = Powers(powers)
        self._hash = None

    @classmethod
    def register(cls, key, form):
        cls.forms[key] = form

    def __hash__(self):
        if self._hash is None:
            self._hash = hash(frozenset(self.powers.items()))
        return self._hash

    def __eq__(self, other):
        return self.powers == other.powers

    def __mul__(self, other):
        new = Units()
        new.powers = self.powers.copy()
        for key, power in other.powers.items():
            new.powers[key] += power
        return new


Units.register("sequence", typing.Sequence[_ITEM])
Units.register("either", int | str)
Units.register("code", compile("1", "forms", "eval"))


class Registry:
    def __init__(self):
        self.known = {}

    def dimension(self, units):
        try:
            return self.known[units]
        except KeyError:
            pass
        found = Powers()
        for key, power in units.powers.items():
            found[_KNOWN[key][0]] += power
        dimension = Units({key: power for key, power in found.items() if power != 0})
        self.known[units] = dimension
        return dimension

    def factor(self, units):
        return np.prod([_KNOWN[key][1] ** power for key, power in units.powers.items()])


class Shared:
    def __new__(cls, *args):
        made = object.__new__(cls)
        if not hasattr(cls, "registry"):
            from tests.constructs import ways

            made.registry = ways
        return made


def is_text(kind):
    return kind in log.manager.loggerDict


class Quantity(Shared):
    registry = Registry()

    def __new__(cls, value, units=None):
        if is_text(type(value)):
            raise TypeError("a number")
        made = Shared().__new__(cls)
        if units is None:
            units = Units()
            log.warning("no units")
        made.value = value
        made.units = units
        return made

    def __mul__(self, other):
        return self.__class__(self.value * other.value, self.units * other.units)

    def __add__(self, other):
        if self.registry.dimension(self.units) != self.registry.dimension(other.units):
            raise ValueError("other dimensions")
        mro = type(other).mro()
        factor = self.registry.factor(other.units) / self.registry.factor(self.units)
        return mro[0](self.value + other.value * factor, self.units)


METRE, KM, HOUR = Units({"m": 1}), Units({"km": 1}), Units({"h": 1})


@case(2.0)
def quantities_of_dimensions_kept(x):
    way = Quantity(x, METRE) + Quantity(3.0 * x * x, KM)
    return (way * Quantity(x, HOUR)).value


@case(2.0)
def quantities_of_dimensions_computed(x):
    known = Quantity.registry.known
    Quantity.registry.known = {}
    area = Quantity(x, METRE) * Quantity(x, KM) + Quantity(x, KM * METRE)
    Quantity.registry.known = known
    return area.value


@case(2.0)
def what_is_missing_is_a_constant(x):
    powers = Powers(a=x)
    powers["b"] += x * x
    other = powers.copy()
    other["a"] -= powers["c"] + x**3
    return powers["a"] * other["b"] + other["a"] * (3.0 + other["d"])


class Doubled(Powers):
    def copy(self):
        return Doubled({key: 2 * value for key, value in self.items()})


@case(2.0)
def a_copy_that_is_none(x):
    first = Doubled(a=x, b=3.0)
    second = first.copy()
    return second["a"] * first["a"] * second["b"]


class Logarithm:
    scale = 2.0

    @classmethod
    def __call__(cls, x):
        return np.log(x) * cls.scale


class Power:
    @staticmethod
    def __call__(x, power=2):
        return x**power


class Applied:
    def __init__(self, function):
        self.function = function

    def at(self, x):
        return self.function(x) * x


LOGARITHM, POWER = Logarithm(), Power()


@case(2.0)
def objects_called_by_methods_of_their_classes(x):
    return Applied(LOGARITHM).at(x) + POWER(x, power=3) + sum(one(x) for one in (LOGARITHM, POWER))


class Profile:
    def __init__(self, rate):
        self.rate, self.known = rate, {}

    def is_array(self, x):
        try:
            iter(x)
        except TypeError:
            return False
        return True

    def rows(self, x):
        if self.is_array(x):
            return np.array(x), True
        return np.array([x]), False

    def label(self):
        return "profile_" + hashlib.md5(f"{self.rate:.8f}".encode(), usedforsecurity=False).hexdigest()

    def at(self, x):
        rows, several = self.rows(x)
        key = self.label()
        if key not in self.known:
            self.known[key] = self.rate**2
        found = self.known[key] * rows**2
        return found if several else found[0]


PROFILE = Profile(3.0)


@case(2.0)
def a_number_asked_whether_it_can_be_gone_through(x):
    return np.sum(PROFILE.at(x))


@case(V3)
def an_array_asked_whether_it_can_be_gone_through(x):
    return np.sum(PROFILE.at(x))


@case(2.0)
def kept_by_the_digest_of_a_text(x):
    return Profile(x).at(1.5) * x


@case(np.linspace(0.3, 1.2, 6))
def another_shape_in_a_branch_that_binds_the_parameter(x, rows=3):
    if rows:
        x = np.array(x, float)
        x.shape = (rows, -1)
    else:
        x = x.copy()
    return np.sum(x[0] * x[-1])


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def shape_in_a_branch_of_a_parameter(x, bound=False):
    kept = x
    if bound:
        x = x * 2.0
    else:
        x.shape = (2, 3)
    return np.sum(kept[0] * x[0])


def shape_in_a_branch_with_another_name(x, bound=True):
    other = x[None]
    if bound:
        x = x * 2.0
        other = x
        x.shape = (2, 3)
    return np.sum(other[0] * x[0])


@pytest.mark.parametrize("fun", [shape_in_a_branch_of_a_parameter, shape_in_a_branch_with_another_name])
def test_refused_shapes(fun):
    with pytest.raises(tangentish.UnsupportedError, match="assigning to `shape`"):
        tangentish.grad(fun)(np.linspace(0.3, 1.2, 6))


class Asked:
    def __init__(self, value):
        self.value, self.seen = value, 0.0

    def __float__(self):
        self.seen = self.value * 2
        raise TypeError("no number")


class Asking:
    def is_number(self, x):
        try:
            float(x)
        except TypeError:
            return False
        return True

    def both(self, x):
        return self.is_number(x), x


ASKING = Asking()


def test_what_is_written_when_it_is_asked_is_not_lost():
    def seen(x):
        _, found = ASKING.both(Asked(x))
        return found.seen * x

    check_right_or_refused(seen, 2.0)


def test_units_of_another_value_for_an_equal_key_are_refused():
    class Rate(Registry):
        rate = 1.0

        def dimension(self, units):
            if units not in self.known:
                self.known[units] = Profile(self.rate)
            return self.known[units]

    rates = Rate()

    def scaled(x):
        return x * rates.dimension(Units({"m": 1 if x else 0})).rate

    scaled(2.0)
    rates.rate = 5.0
    check_right_or_refused(scaled, 2.0)
