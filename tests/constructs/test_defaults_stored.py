"""Defaults of functions that are stored while the program runs: refused where they are active."""

from collections import namedtuple

import pytest

import tangentish

Pair = namedtuple("Pair", "a b")


def of_a_function(x):
    def scaled(a=1.0):
        return a * 3.0
    scaled.__defaults__ = (x,)
    return scaled()


def of_a_keyword(x):
    def scaled(*, a=1.0):
        return a * 3.0
    scaled.__kwdefaults__ = {"a": x}
    return scaled()


def by_setattr(x):
    def scaled(a=1.0):
        return a * 3.0
    setattr(scaled, "__defaults__", (x,))
    return scaled()


def of_a_lambda(x):
    scaled = lambda a=1.0: a * 3.0
    scaled.__defaults__ = (x,)
    return scaled()


def of_a_namedtuple(x):
    pair = namedtuple("pair", "a b")
    pair.__new__.__defaults__ = (None, x)
    return pair(2.0).b * 3.0


def of_a_namedtuple_around(x):
    Pair.__new__.__defaults__ = (None, x)
    return Pair(2.0).b * 3.0


@pytest.mark.parametrize("fun", [of_a_function, of_a_keyword, by_setattr, of_a_lambda, of_a_namedtuple, of_a_namedtuple_around],
                         ids=lambda fun: fun.__name__)
def test_refused(fun):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match="as a default of a function"):
            differentiate(1.5)


def test_what_is_constant_is_right():
    def fun(x):
        def scaled(a, b=1.0):
            return a * b
        scaled.__defaults__ = (3.0,)
        return scaled(x)
    assert fun(1.5) == 4.5
    assert tangentish.grad(fun)(1.5) == tangentish.jvp(fun, (1.5,), (1.0,))[1] == 3.0
