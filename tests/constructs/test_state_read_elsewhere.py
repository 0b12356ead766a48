"""Lists that several functions captured, and parts of global objects: written in one place and read in another."""

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4


class Model:
    def __init__(self):
        self.state = [1.0, 2.0]


MODEL = Model()


@pytest.fixture(autouse=True)
def _as_it_was():
    yield
    MODEL.state[:] = [1.0, 2.0]


def put(state, v):
    state[0] = v


def of_captured(state):
    def update(v):
        state[0] = v

    def read():
        return state[0]

    def by_name(x):
        update(x[0] * 2.0)
        return state[0] * x[1]

    def in_a_sum(x):
        update(x[0] * 2.0)
        return sum([one[0] for one in [state]]) * x[1]

    def in_a_lambda(x):
        update(x[0] * 2.0)
        return (lambda: state[0])() * x[1]

    def by_functions_alone(x):
        update(x[0] * 2.0)
        return read() * x[1]

    def written_by_name(x):
        state[0] = x[0] * 2.0
        return read() * x[1]

    def passed_on(x):
        functools.partial(put, state)(x[0] * 2.0)
        return read() * x[1]

    return by_name, in_a_sum, in_a_lambda, by_functions_alone, written_by_name, passed_on


def augmented_and_read_inside(x):
    MODEL.state[0] += x[0] * 2.0 - 1.0

    def read():
        return MODEL.state[0]

    return read() * x[1]


def augmented_and_read_in_a_lambda(x):
    MODEL.state[0] += x[0] * 2.0 - 1.0
    return sum(map(lambda k: MODEL.state[k], [0])) * x[1]


def given_and_read_in_a_lambda(x):
    put(*[MODEL.state, x[0] * 2.0])
    read = lambda: MODEL.state[0]
    return read() * x[1]


def by_a_method_with_a_name(x):
    store = MODEL.state.__setitem__
    store(0, x[0] * 2.0)
    return MODEL.state[0] * x[1]


def augmented_and_read_by_name(x):
    MODEL.state[0] += x[0] * 2.0 - 1.0
    return MODEL.state[0] * x[1]


def written_inside(x):
    def update(v):
        MODEL.state[0] = v

    update(x[0] * 2.0)
    return MODEL.state[0] * x[1]


FUNCTIONS = [augmented_and_read_inside, augmented_and_read_in_a_lambda, given_and_read_in_a_lambda, by_a_method_with_a_name,
             augmented_and_read_by_name, written_inside]


def check(operator, fun, right):
    try:
        found = operator(fun)(P4)
    except tangentish.UnsupportedError:
        assert not right
        return
    np.testing.assert_allclose(found, [2.0 * P4[1], 2.0 * P4[0], 0.0, 0.0])


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("state", [lambda: [1.0, 2.0], lambda: np.ones(2)])
def test_what_is_captured_is_right_or_refused(operator, place, state):
    fun = of_captured(state())[place]
    check(operator, fun, right=fun.__name__ == "by_functions_alone")


@pytest.mark.parametrize("operator", [tangentish.grad, tangentish.jacfwd])
@pytest.mark.parametrize("fun", FUNCTIONS)
def test_parts_of_objects_are_right_or_refused(operator, fun):
    check(operator, fun, right=fun in (augmented_and_read_by_name, written_inside))
