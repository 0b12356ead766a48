"""Classes derived from dict: made from active values, and those that keep their attributes as items."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Result(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


class Short(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


class Same(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self


class Made(dict):
    def __init__(self, first, **others):
        dict.__init__(self, others)
        self["first"] = first * 2.0


KINDS = pytest.mark.parametrize("kind", [Result, Short, Same], ids=lambda kind: kind.__name__)


def stored_and_looked_up(kind, x):
    r = kind()
    r.a = x[0] * x
    return np.sum(r["a"] ** 2)


def made_and_read(kind, x):
    r = kind(a=x[0], b=x[1:], c=2.0)
    return r.a**2 * r["c"] + np.sum(r["b"]) * r.c


def changed_in_place(kind, x):
    r = kind(a=x[0], n=0)
    for k in range(3):
        r.n += 1
        r.a = r.a * x[k] + r.n
    return r["a"] * r.a


def grow(r, x):
    r.d = r.a * x
    r["e"] = r.d + 1.0
    return r.d


def passed_on(kind, x):
    r = kind(a=x[0], b=2.0)
    return grow(r, x[1]) + r.d * r.e + sum(r[key] for key in r)


def names_of_methods(kind, x):
    r = kind(values=x[0])
    r["values"] = r["values"] * x[1]
    return r["values"] * x[2]


@KINDS
@pytest.mark.parametrize("fun", [stored_and_looked_up, made_and_read, changed_in_place, passed_on, names_of_methods],
                         ids=lambda fun: fun.__name__)
def test_all_kinds(fun, kind):
    def loss(x):
        return fun(kind, x)

    check_all_ways(loss, P4)


@case(P4)
def named_class(x):
    r = Result()
    r.a = x * x
    return np.sum(r["a"] * x)


@case(P4)
def named_class_made(x):
    r = Result(a=x[0], b=x)
    r.a = r.a * r.a
    return r.a * np.sum(r.b)


@case(P4)
def filled_from_another(x):
    r = Short({"a": x[0], "b": x[1]})
    return Same(r, c=x[2]).a * r.b


@case(P4)
def own_init(x):
    r = Made(x[0], second=x[1])
    return r["first"] * r["second"]


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
