"""Arrays that items of a container of the module have, written by its name, and read by what a function gives of it."""

from types import SimpleNamespace

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
STATES = {"a": SimpleNamespace(buf=np.zeros(3), inner=SimpleNamespace(buf=np.zeros(3))), "b": SimpleNamespace(buf=np.zeros(3))}
ROW = [SimpleNamespace(rows=np.zeros(3))]


def state(key):
    return STATES[key]


def first():
    return ROW[0]


class Registry:
    items = {"a": SimpleNamespace(held=np.zeros(3))}

    @classmethod
    def get(cls, key):
        return cls.items[key]


def fill(x):
    STATES["a"].buf[:] = x


def fill_named(x):
    one = STATES["a"]
    one.buf[:] = x


def fill_given(x):
    part = state("a").buf
    part[:] = x


def fill_inner(x, key):
    STATES[key].inner.buf[:] = x


@case(V3)
def by_an_item(x):
    STATES["a"].buf[:] = x
    return state("a").buf @ x


@case(V3)
def by_an_item_of_a_list(x):
    ROW[0].rows[:] = x
    return first().rows @ x


@case(V3)
def by_an_item_of_a_class(x):
    Registry.items["a"].held[:] = x
    return Registry.get("a").held @ x


@case(V3)
def by_a_part_with_a_name(x):
    part = STATES["a"].buf
    part[:] = x
    return state("a").buf @ x


@case(V3)
def by_an_item_with_a_name(x):
    one = STATES["a"]
    part = one.buf
    part[:] = x
    return state("a").buf @ x


@case(V3)
def one_of_two(x):
    for i in range(3):
        STATES["b"].buf[i] = x[i] ** 2
    return state("a").buf @ x + state("b").buf @ x


@case(V3)
def in_a_list(x):
    STATES["a"].buf[:] = x
    return [state("a")][0].buf @ x


@case(V3)
def by_a_helper(x):
    fill(x)
    return state("a").buf @ x


@case(V3)
def by_a_helper_with_names(x):
    fill_named(x)
    return state("a").buf @ x


@case(V3)
def by_a_helper_that_is_given_it(x):
    fill_given(x)
    return state("a").buf @ x


@case(V3)
def by_a_helper_further_in(x):
    fill_inner(x, "a")
    return state("a").inner.buf @ x


def summed(x):
    summed.buf[:] = x
    return summed.buf @ x


summed.buf = np.zeros(3)


def fill_asked(x):
    part = getattr(summed, "buf")
    part[:] = x


@case(V3)
def of_a_function_by_getattr(x):
    part = getattr(summed, "buf")
    part[:] = x
    return summed.buf @ x


@case(V3)
def of_a_function_by_getattr_with_a_default(x):
    part = getattr(summed, "buf", None)
    part[:] = x
    return summed.buf @ x


@case(V3)
def of_a_function_by_a_helper(x):
    fill_asked(x)
    return summed.buf @ x + summed(x)


@pytest.mark.parametrize("fun,args,options", case)
def test_items_given(fun, args, options):
    check_all_ways(fun, *args, **options)


def by_vars(x):
    STATES["a"].buf[:] = x
    return vars(state("a"))["buf"] @ x


def by_getattr(x):
    STATES["a"].buf[:] = x
    return getattr(state("a"), "buf", None) @ x


@pytest.mark.parametrize("fun", [by_vars, by_getattr])
def test_parts_that_are_asked_for_otherwise_are_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(V3), lambda: tangentish.jvp(fun, (V3,), (V3,))):
        with pytest.raises(tangentish.UnsupportedError, match="of a global object"):
            derivative()
