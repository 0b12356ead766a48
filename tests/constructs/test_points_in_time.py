"""Dates and times among active values: their methods are called as they are."""

import calendar
import datetime

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
NOON = datetime.datetime(2020, 6, 6, 12, tzinfo=datetime.timezone.utc)


def _height(moment, latitude, longitude):
    told = moment.utctimetuple()
    hours = calendar.timegm(told) / 3600.0 % 24.0 + longitude / 15.0
    return np.sin(latitude) * np.cos(hours) * moment.timetuple().tm_yday


@case(V3)
def where_and_when(x):
    return _height(NOON, x[0], x[1]) * x[2]


@case(V3)
def an_hour_later(x):
    later = NOON.astimezone(datetime.timezone(datetime.timedelta(hours=2))) + datetime.timedelta(hours=1)
    return _height(later, x[0], x[1]) * x[2]


class Measured:
    def __init__(self, values):
        self.values = values

    def noted(self):
        kind = type(NOON)
        self.at = kind.fromisoformat("2020-06-06") if len(self.values) > 9 else kind.now(datetime.timezone.utc)
        self.day = datetime.date.today()
        return self


def moment_of(values, make=datetime.datetime.now):
    return Measured(values), make(datetime.timezone.utc)


@case(V3)
def noted_when(x):
    measured = Measured(x * x[0]).noted()
    other, moment = moment_of(x)
    return np.sum(measured.values * other.values) * (1.0 if measured.at.year <= moment.year >= measured.day.year else 2.0)


@case(V3, NOON, argnums=0)
def given(x, moment):
    return _height(moment.replace(hour=3), x[0], x[1] * moment.hour) + x[2] * moment.timestamp() * 1e-9


@pytest.mark.parametrize("fun,args,options", case)
def test_points_in_time(fun, args, options):
    check_all_ways(fun, *args, **options)


def scaled(x):
    return (datetime.timedelta(hours=1) * x).total_seconds()


def made(x):
    return (NOON + datetime.timedelta(hours=1) * x).timestamp() * x


def made_by_its_class(x):
    return datetime.datetime.fromtimestamp(1e9 * x, datetime.timezone.utc).timestamp() * x


def made_elsewhere(x):
    return _height(NOON + datetime.timedelta(hours=x), x, x)


@pytest.mark.parametrize("fun", [scaled, made, made_by_its_class, made_elsewhere])
def test_made_from_active_values_is_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(1.5), lambda: tangentish.jvp(fun, (1.5,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError):
            derivative()
