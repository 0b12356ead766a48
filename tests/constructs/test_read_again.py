"""Numbers that the reverse sweep would read again, of objects, lists and arrays that are changed after the primal read them."""

import types

import numpy as np
import pytest

import tangentish
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


SETTINGS = types.SimpleNamespace(power=0)


def scaled(y):
    return y * (SETTINGS.power + 1.0)


def counted(y):
    return y * counted.times


counted.times = 1.0


def set_power(power):
    SETTINGS.power = power


@case(V3)
def part_of_an_object_around_in_a_helper(x):
    SETTINGS.power = 0
    y = scaled(x)
    SETTINGS.power = 1
    return np.sum(y * y)


@case(V3)
def part_of_an_object_around_that_a_helper_binds(x):
    set_power(1)
    y = scaled(x)
    set_power(2)
    return np.sum(y * y)


@case(V3)
def part_of_a_function(x):
    counted.times = 2.0
    y = counted(x)
    counted.times = 3.0
    return np.sum(y * y)


def picked(y, places):
    return y[np.array([places[0], 1, 2])]


def picked_before_and_after(y, places):
    y = picked(y, places)
    places[:] = [2, 2, 2]
    return picked(y, places)


@case(V3)
def list_written_whole_in_a_helper(x):
    places = [0, 1, 2]
    y = picked_before_and_after(x * 1.0, places)
    places.pop(0)
    return np.sum(y * y)


def largest_first(y, found):
    y = y * max(found)
    found.clear()
    found.add(3)
    return y


@case(V3)
def set_that_a_helper_empties(x):
    found = {2}
    y = largest_first(largest_first(x, found), found)
    return np.sum(y * y)


class Place:
    n = 0

    @classmethod
    def advance(cls):
        cls.n += 1


class Stepped:
    def __init__(self, y, place):
        self.y, self.place = y, place

    def step(self):
        self.y = self.y + self.y[self.place.n]

    def change(self):
        Place.advance()


@case(V3)
def part_of_a_class_that_an_object_holds(x):
    Place.n = 0
    stepped = Stepped(x * 1.0, Place)
    for _ in range(2):
        stepped.step()
        stepped.change()
    return np.sum(stepped.y * stepped.y)


POWER = 0


def by_a_global(y):
    return y * (POWER + 1.0)


def global_bound_between(x):
    global POWER
    POWER = 0
    y = by_a_global(x)
    POWER = 1
    return np.sum(y * y)


def test_a_global_that_is_bound_where_a_function_reads_it_is_refused():
    with pytest.raises(tangentish.UnsupportedError, match="`POWER` is bound anew here, and read by by_a_global"):
        tangentish.grad(global_bound_between)(V3)


@pytest.mark.parametrize("fun,args,options", case)
def test_read_again(fun, args, options):
    check_all_ways(fun, *args, **options)
