"""Functions, methods and objects that a call is given beside the array they write into."""

import functools

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class State:
    def __init__(self, y):
        self.y = y

    def double(self):
        self.y[0] *= 2.0


def double(y):
    y[0] *= 2.0


def doubled_state(state, y, done):
    state.double()
    done.append(y[0])


def called(function, y, done):
    function()
    done.append(y[0])


@case(V4)
def an_object(x):
    y, done = x * 1.0, []
    doubled_state(State(y), y, done)
    return done[0] * y[1]


@case(V4)
def a_method(x):
    y, done = x * 1.0, []
    called(State(y).double, y, done)
    return done[0] * y[0]


@case(V4)
def a_partial(x):
    y, done = x * 1.0, []
    called(functools.partial(double, y), y, done)
    return done[0] * y[0]


@case(V4)
def a_lambda_given_to_a_function_in_a_list(x):
    y, done = x * 1.0, []
    [called][0](lambda: double(y), y, done)
    return done[0] * y[0]


@case(V4)
def captured_with_the_function_that_writes(x):
    y, done = x * 1.0, []

    def work():
        y[0] *= 2.0

    def part():
        work()
        done.append(y[0])

    part()
    return done[0] * y[0]


@case(V4)
def captured_with_a_method(x):
    y, done = x * 1.0, []
    work = State(y).double

    def part():
        work()
        done.append(y[0])

    part()
    part()
    return done[0] * done[1] * y[0]


@case(V4)
def captured_with_an_object(x):
    y, done = x * 1.0, []
    state = State(y)

    def part():
        state.double()
        done.append(y[0])

    part()
    return done[0] + y @ x


@case(V4)
def a_list_that_both_have(x):
    rows = [x[0]]

    def put():
        rows.append(rows[0] * x[1])

    def part(function, items):
        function()
        return items[1] * items[0]

    return [part][0](put, rows) * sum(rows)


@case(V4)
def in_a_dict_of_functions(x):
    y, done = x * 1.0, []
    steps = {"double": lambda: double(y), "read": lambda: y[0]}

    def run(table, held, log):
        table["double"]()
        log.append(held[0] * table["read"]())

    [run][0](steps, y, done)
    return done[0]


@case(V4)
def that_only_read(x):
    y, done = x * 1.0, []

    def total():
        return np.sum(y)

    def part():
        done.append(total() * y[0])
        y[0] = 3.0 * y[1]
        done.append(total() * y[0])

    part()
    return done[0] * done[1]


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
