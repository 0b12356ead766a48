"""Modules that have nothing to do with derivatives, most of them: some of what is there hands out what it was given."""

import configparser
import datetime
import decimal
import fractions
import inspect
import re
import time
import weakref

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Body:
    def __init__(self, mass):
        self.mass = mass


@case(V3)
def told_and_timed(x):
    began = time.perf_counter()
    assert inspect.isfunction(told_and_timed) and datetime.timedelta(seconds=time.perf_counter() - began) is not None
    return np.sum(x * x)


class Settings:
    """Reads what it is made with from texts and dates, beside what is differentiated."""

    def __init__(self, x):
        self.x = x
        self.start = datetime.date(2020, 1, 1)
        self.count = int(re.match(r"(\d+) of", "12 of 20").group(1))
        self.half = float(fractions.Fraction(1, 2)) + float(decimal.Decimal("0.25"))

    def value(self):
        return np.sum(self.x**2) * self.count * self.half + self.start.day * self.x[0]


@case(V3)
def settings_beside_numbers(x):
    return Settings(x).value()


SETTINGS = configparser.ConfigParser()
SETTINGS.read_string("[scale]\nlength = 2.0\npower = 3\n")


class Scaled:
    """Reads a setting where it is made from what is differentiated."""

    def __init__(self, x, section="scale"):
        self.x = x
        self.length = SETTINGS.getfloat(section, "length")
        self.power = SETTINGS.getint(section, "power")

    def value(self):
        return np.sum(self.x**self.power) * self.length


@case(V3)
def settings_read_where_an_object_is_made(x):
    return Scaled(x).value() * float(SETTINGS["scale"]["length"])


def has(owner, name):
    try:
        inspect.getattr_static(owner, name)
    except AttributeError:
        return False
    return True


@case(V3)
def asked_whether_it_has_a_method(x):
    return np.sum(x) if has(x, "to_frame") else np.sum(x ** 2) * len(inspect.getattr_static(Body(x), "name", "abc"))


@pytest.mark.parametrize("fun,args,options", case)
def test_inert_modules(fun, args, options):
    check_all_ways(fun, *args, **options)


def seconds_of(x):
    return datetime.timedelta(hours=x).total_seconds() * x


def read_as_it_is(x):
    return inspect.getattr_static(Body(2.0 * x), "mass") * x


def read_as_the_default(x):
    return inspect.getattr_static(Body(2.0), "weight", x * x) * x


def a_function_read_as_it_is(x):
    return inspect.getattr_static(Body(lambda v: v * x), "mass")(x)


def kept_by_weak_keys(x):
    body, kept = Body(2.0 * x), weakref.WeakKeyDictionary()
    kept[body] = x * x
    return kept[body] * x


def seen_through_a_weak_reference(x):
    body = Body(2.0 * x)
    return weakref.ref(body)().mass * x


def seen_through_a_proxy(x):
    body = Body(2.0 * x)
    return weakref.proxy(body).mass * x


@pytest.mark.parametrize("fun", [seconds_of, read_as_it_is, a_function_read_as_it_is, read_as_the_default, kept_by_weak_keys,
                                 seen_through_a_weak_reference, seen_through_a_proxy])
def test_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(1.5), lambda: tangentish.jvp(fun, (1.5,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError):
            derivative()


def test_differences_of_dates_beside_numbers_are_right_or_refused():
    class Span:
        def __init__(self, x):
            self.x, self.start = x, datetime.date(2020, 1, 1)
            self.days = (datetime.date(2020, 1, 11) - self.start).days

    def fun(x):
        return np.sum(Span(x).x ** 2) * 10.0

    for operator in (tangentish.grad, tangentish.jacfwd):
        try:
            found = operator(fun)(V3)
        except tangentish.UnsupportedError as error:
            assert "test_inert_modules.py" in str(error)
        else:
            np.testing.assert_allclose(found, 20.0 * V3)
