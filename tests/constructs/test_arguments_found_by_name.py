"""Arguments that are written into and that the function, or what it calls, finds by another name as well: refused."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
LOG = [1.0, 2.0]
TABLE = {"a": 1.0}
ROW = np.ones(4)


@pytest.fixture(autouse=True)
def _as_it_was():
    yield
    LOG[:] = [1.0, 2.0]
    TABLE["a"] = 1.0
    ROW[:] = 1.0


def first():
    return LOG[0]


class Keeper:
    def __init__(self):
        self.log = LOG


KEEPER = Keeper()


def read_by_name(x, log=LOG):
    log[0] = x[0] * 2.0
    return LOG[0] * x[1]


def read_in_a_helper(x, log=LOG):
    log[0] = x[0] * 2.0
    return first() * x[1]


def read_of_an_object(x, log=LOG):
    log[0] = x[0] * 2.0
    return KEEPER.log[0] * x[1]


def of_a_dict(x, table=TABLE):
    table["a"] = x[0] * 2.0
    return TABLE["a"] * x[1]


def set_first(log, v):
    log[0] = v
    return LOG[0]


def of_a_new_object(x):
    return set_first(Keeper().log, x[0] * 2.0) * x[1]


def noted(v, log=LOG):
    log[0] = v * 2.0


def noted_and_read(v, log=LOG):
    log[0] = v * 2.0
    return LOG[0]


def in_a_default_of_a_helper(x):
    noted(x[0])
    return LOG[0] * x[1]


def in_a_default_and_read_in_a_helper(x):
    noted(x[0])
    return first() * x[1]


def in_a_default_read_there(x):
    return noted_and_read(x[0]) * x[1]


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", [read_by_name, read_in_a_helper, read_of_an_object, of_a_dict, of_a_new_object,
                                 in_a_default_of_a_helper, in_a_default_and_read_in_a_helper, in_a_default_read_there])
def test_it_is_refused(operator, fun):
    with pytest.raises(tangentish.UnsupportedError):
        operator(fun)(P4)


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun,other", [(read_by_name, LOG), (of_a_dict, TABLE)])
def test_given_it_is_refused_and_others_are_not(operator, fun, other):
    with pytest.raises(tangentish.UnsupportedError, match=rf"{__file__}:\d+: .* shares memory with a variable around it"):
        operator(fun)(P4, other)
    assert operator(fun)(P4, type(other)(other))[1] == 1.0


def of_captured(kept):
    def read():
        return kept[0]

    def written_and_read(x):
        kept[0] = x[0] * 2.0
        return read() * x[1]

    def given_and_read(x, log=kept):
        log[0] = x[0] * 2.0
        return read() * x[1]

    def given_and_read_by_name(x, log=kept):
        log[0] = x[0] * 2.0
        return kept[0] * x[1]

    return written_and_read, given_and_read, given_and_read_by_name


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("kept", [lambda: [1.0, 2.0], lambda: np.ones(4)])
def test_what_is_captured_is_right_or_refused(operator, place, kept):
    fun = of_captured(kept())[place]
    try:
        bar = operator(fun)(P4)
    except tangentish.UnsupportedError:
        return
    np.testing.assert_allclose(bar, [2.0 * P4[1], 2.0 * P4[0], 0.0, 0.0])


@case(P4)
def lists_of_its_own_beside_those_around(x, log=None):
    log = [1.0, 2.0] if log is None else log
    log[0] = x[0] * LOG[1]
    return log[0] * first() * x[1]


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


PAIR = (np.ones(2), [1.0, 2.0])
OTHER = PAIR[1]


@pytest.fixture(autouse=True)
def _pair_as_it_was():
    yield
    PAIR[0][:] = 1.0
    PAIR[1][:] = [1.0, 2.0]


def pair_item(x):
    first, second = PAIR
    first[0] = x[0] * 2.0
    second[1] = x[1]
    return (PAIR[0] * PAIR[1]).sum() * PAIR[1][1]


def each_of_a_pair(x):
    for one in PAIR:
        one[0] = x[0] * 2.0
    return PAIR[0][0] * PAIR[1][0] * x[1]


def noted_in_a_pair(x):
    noted(x[0], PAIR[1])
    return PAIR[1][0] * x[1]


def read_by_the_other_name(x):
    held = PAIR[1]
    held[0] = x[0]
    return OTHER[0] * x[1]


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun,bar", [
    (pair_item, [2.0 * P4[1], 2.0 * P4[0] + 2.0 * P4[1], 0.0, 0.0]),
    (each_of_a_pair, [8.0 * P4[0] * P4[1], 4.0 * P4[0] ** 2, 0.0, 0.0]),
    (noted_in_a_pair, [2.0 * P4[1], 2.0 * P4[0], 0.0, 0.0]), (read_by_the_other_name, [P4[1], P4[0], 0.0, 0.0])])
def test_tuples_of_the_module(operator, fun, bar):
    try:
        found = operator(fun)(P4)
    except tangentish.UnsupportedError:
        assert fun not in (pair_item, noted_in_a_pair)
        return
    np.testing.assert_allclose(found, bar)
