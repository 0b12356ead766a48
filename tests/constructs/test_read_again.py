"""Numbers that the reverse sweep would read again, of objects, lists and arrays that are changed after the primal read them."""

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class State:
    def __init__(self):
        self.n, self.places, self.array, self.named = 0, [0, 1], np.array([0, 1]), {"a": [0, 1]}

    @property
    def first(self):
        return self.n

    @property
    def all_places(self):
        return self.places

    def change(self):
        self.n = self.places[0] = self.array[0] = self.named["a"][0] = 2


@case(V3)
def bound_of_a_loop_of_no_axes(x):
    k = np.array(0)
    y = x * 1.0
    for _ in range(k, 3):
        y = y * 2.0
    np.add(k, 1, out=k)
    for _ in range(k + 1):
        y = y * 2.0
    k[...] = 2
    return np.sum(y * y)


@case(V3)
def bound_of_a_loop_of_a_property(x):
    state = State()
    y = x * 1.0
    for _ in range(state.first, 3):
        y = y * 2.0
    state.change()
    return np.sum(y * y)


@case(V3)
def argument_of_a_method(x):
    state = State()
    y = (x * 1.0).take(state.places) * 2.0
    state.change()
    return np.sum(y * y)


@case(V3)
def argument_of_a_method_by_name(x):
    state = State()
    y = (x * 1.0).take(indices=state.array) * 2.0
    state.change()
    return np.sum(y * y)


@case(V3)
def argument_of_a_method_of_a_property(x):
    state = State()
    y = (x * 1.0).take(state.all_places) * 2.0
    state.change()
    return np.sum(y * y)


@case(V3)
def argument_of_a_method_in_a_dict(x):
    state = State()
    y = (x * 1.0).take(state.named["a"]) * 2.0
    state.change()
    return np.sum(y * y)


@case(V3)
def display_in_an_argument(x):
    state = State()
    y = (x * 1.0).take([state.first, 1, 2])
    state.change()
    return np.sum(y * y)


@case(V3)
def places_added_at(x):
    state = State()
    y = x * 1.0
    np.add.at(y, state.places, x[:2])
    state.change()
    return np.sum(y * y)


@case(V3)
def one_of_the_arguments(x):
    k = np.array(1)
    y = x * max(k, 0)
    k[...] = 2
    return np.sum(y * y)


@pytest.mark.parametrize("fun,args,options", case)
def test_read_again(fun, args, options):
    check_all_ways(fun, *args, **options)
