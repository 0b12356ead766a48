"""Modules that have nothing to do with derivatives, most of them: some of what is there hands out what it was given."""

import configparser
import datetime
import decimal
import fractions
import gc
import hashlib
import inspect
import io
import json
import logging
import os
import pprint
import re
import string
import sys
import time
import traceback
import unittest.mock
import weakref
import zlib

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case = Cases()
unsure = Cases()
LOG = logging.getLogger("tests.inert")


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


@case(1.3)
def asked_how_it_is_called(x):
    def scaled(a, b=None):
        return a * x
    return scaled(2.0) * x * len(inspect.signature(scaled).parameters) * len(inspect.getfullargspec(scaled).args)


class Called:
    def __init__(self, function):
        self.function = function
        self.count = len(inspect.signature(function).parameters)

    def __call__(self, value):
        return self.function(value) * self.count


@case(1.3)
def asked_by_an_object(x):
    return Called(lambda v: v * x)(x)


@case(1.3)
def written_to_logs(x):
    LOG.info(json.dumps({"x": float(x)}))
    LOG.debug("at %s %r", x, [x])
    sys.stderr.write(f"{x}"[:0])
    gc.collect(0)
    string.Template("$a").substitute(a=x)
    return x * x if hashlib.sha1(np.array([x]).tobytes()).hexdigest() else x


ADAPTER = logging.LoggerAdapter(LOG, {"run": 1})


@case(1.3)
def told_to_an_adapter(x):
    ADAPTER.info("at %s", x)
    return x * x


class Keeping(pprint.PrettyPrinter):
    def format(self, shown, context, maxlevels, level):
        self.kept = shown * 2.0
        return super().format(shown, context, maxlevels, level)


@unsure(1.3)
def kept_by_a_printer(x):
    printer = Keeping()
    printer.pformat(x)
    return printer.kept * x


@case(1.3)
def caught_and_told(x):
    try:
        if x > 1:
            raise ValueError(f"bad {x}")
    except ValueError:
        LOG.debug("bad", exc_info=sys.exc_info())
        LOG.debug(str(sys.exc_info()[1]) + traceback.format_exc())
        return x * x
    return x


@case(1.3)
def texts_filled_in_by_a_function(x):
    return x * x * len(re.sub("a", lambda found: found.group(0) * 2, "aaa"))


@case(1.3)
def a_default_for_the_environment(x):
    return os.getenv("TANGENTISH_NO_SUCH", x) * x


@pytest.mark.parametrize("fun,args,options", case)
def test_inert_modules(fun, args, options):
    check_all_ways(fun, *args, **options)


@unsure(1.3)
def asked_of_the_exception(x):
    try:
        raise ValueError(x)
    except ValueError:
        return sys.exc_info()[1].args[0] * x


@unsure(1.3)
def the_exception_itself(x):
    try:
        raise ValueError(x)
    except ValueError:
        return sys.exception().args[0] * x


@unsure(1.3)
def given_by_a_mock(x):
    return unittest.mock.Mock(return_value=x)() * x


@unsure(1.3)
def put_by_a_mock(x):
    with unittest.mock.patch.object(Body, "weight", x, create=True):
        return Body.weight * x


@unsure(1.3)
def read_from_a_signature(x):
    def scaled(a=x):
        return a
    return inspect.signature(scaled).parameters["a"].default * x


@unsure(1.3)
def unwrapped(x):
    def scaled():
        return x * x
    return inspect.unwrap(scaled)()


@unsure(1.3)
def called_while_a_text_is_read(x):
    return json.loads('{"a": 1}', object_hook=lambda found: found["a"] * x) * x


class Encoder(json.JSONEncoder):
    def __init__(self):
        super().__init__()
        self.seen = []

    def default(self, o):
        self.seen.append(o.mass)
        return 1


@unsure(1.3)
def called_while_a_text_is_written(x):
    encoder = Encoder()
    encoder.encode([Body(x * x)])
    return encoder.seen[0]


@unsure(1.3)
def called_for_each_match(x):
    seen = []
    re.sub("a", lambda found: (seen.append(x * x), "b")[1], "aaa")
    return sum(seen)


@unsure(1.3)
def called_by_a_pattern(x):
    seen = []

    def shown(found):
        seen.append(x * x)
        return "b"
    re.compile("a").sub(shown, "aaa")
    return sum(seen)


@unsure(V3)
def packed_and_unpacked(x):
    return np.sum(np.frombuffer(zlib.decompress(zlib.compress((2.0 * x).tobytes()))))


@unsure(V3)
def bytes_in_a_file(x):
    return np.sum(np.frombuffer(io.BytesIO((2.0 * x).tobytes()).getvalue()))


class File:
    def __init__(self):
        self.texts = []

    def write(self, text):
        self.texts.append(text)


@unsure(1.3)
def text_in_a_file(x):
    file = io.StringIO()
    file.write(str(x))
    return float(file.getvalue())


@unsure(1.3)
def text_in_a_file_of_ones_own(x):
    file = File()
    print(x, file=file)
    return float(file.texts[0])


@unsure(1.3)
def printed_nicely_into_a_file(x):
    file = io.StringIO()
    pprint.pprint(x, stream=file)
    return float(file.getvalue())


class Noting(string.Formatter):
    def format_field(self, value, format_spec):
        self.seen = value * value
        return ""


@unsure(1.3)
def noted_by_a_formatter(x):
    noting = Noting()
    noting.format("{}", x)
    return noting.seen


class Shown:
    def __init__(self, value):
        self.value, self.seen = value, []

    def __repr__(self):
        self.seen.append(self.value * 2.0)
        return ""


@unsure(1.3)
def noted_when_it_is_shown(x):
    shown = Shown(x)
    pprint.pformat(shown)
    return shown.seen[0] * x


@pytest.mark.parametrize(("fun", "args", "options"), unsure)
def test_right_or_refused(fun, args, options):
    check_right_or_refused(fun, *args, **options)


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
