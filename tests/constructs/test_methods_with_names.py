"""Methods of lists, dicts and arrays that have names of their own, `push = LOG.append`: right, or refused."""

import functools
import types

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
LOG: list = [1.0]
TABLE = {"a": 1.0}
ROW = np.ones(4)
PUSH, PUT, FILL, INCREASE = LOG.append, TABLE.__setitem__, ROW.fill, ROW.__iadd__
WAYS = {"push": LOG.append}
EACH = [LOG.append]
BOUND = functools.partial(LOG.append)
SPACE = types.SimpleNamespace(push=LOG.append)


@pytest.fixture(autouse=True)
def _as_it_was():
    yield
    LOG[:] = [1.0]
    TABLE["a"] = 1.0
    ROW[:] = 1.0


def note(v):
    PUSH(v)


def last():
    return LOG[-1]


def called(function, *args):
    return function(*args)


def by_name(x):
    PUSH(x[0] * 2.0)
    return LOG[-1] * x[1]


def by_another_name(x):
    push = PUSH
    push(x[0] * 2.0)
    return LOG[-1] * x[1]


def of_a_dict(x):
    PUT("a", x[0] * 2.0)
    return TABLE["a"] * x[1]


def of_an_array(x):
    FILL(x[0] * 2.0)
    return (ROW * x).sum()


def by_an_operator(x):
    INCREASE(x)
    return (ROW * ROW).sum()


def in_a_helper(x):
    note(x[0] * 2.0)
    return LOG[-1] * x[1]


def by_default(x, push=LOG.append):
    push(x[0] * 2.0)
    return LOG[-1] * x[1]


def read_elsewhere(x, push=LOG.append):
    push(x[0] * 2.0)
    return last() * x[1]


def in_a_dict(x):
    WAYS["push"](x[0] * 2.0)
    return LOG[-1] * x[1]


def in_a_list(x):
    for push in EACH:
        push(x[0] * 2.0)
    return LOG[-1] * x[1]


def in_a_partial(x):
    BOUND(x[0] * 2.0)
    return LOG[-1] * x[1]


def in_a_namespace(x):
    SPACE.push(x[0] * 2.0)
    return LOG[-1] * x[1]


def given_to_map(x):
    list(map(PUSH, x))
    return sum(LOG) * x[1]


def given_to_a_function(x):
    called(PUSH, x[0] * 2.0)
    return LOG[-1] * x[1]


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", [by_name, by_another_name, of_a_dict, of_an_array, by_an_operator, in_a_helper, by_default,
                                 read_elsewhere, in_a_dict, in_a_list, in_a_partial, in_a_namespace, given_to_map,
                                 given_to_a_function])
def test_what_is_around_is_refused(operator, fun):
    with pytest.raises(tangentish.UnsupportedError):
        operator(fun)(P4)
    assert len(LOG) == 1 and TABLE == {"a": 1.0}


@case(P4)
def of_lists_of_its_own(x):
    kept, sums = [], {}
    push, put = kept.append, sums.__setitem__
    for v in x:
        push(v * v)
    put("a", x[0])
    list(map(kept.append, x))
    called(kept.append, x[1])
    return sum(kept) * kept[0] * sums["a"]


@case(P4)
def methods_that_only_read(x):
    total, first, sums = x.sum, x.item, list(map(x.reshape(2, 2).sum, [0, 1]))
    return called(total) * called(x.dot, np.arange(4.0)) * sum(map(first, [0, 1, 1])) * sums[0][1]


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_texts_may_be_noted():
    def noted(x):
        PUSH("begun")
        return x[0] ** 2

    assert tangentish.grad(noted)(P4)[0] == 2.0 * P4[0]
