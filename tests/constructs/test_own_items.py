"""Loops over what `items` and `values` give: of dicts with keys of any kind, and of classes that say what they give."""

from __future__ import annotations

import collections

import numpy as np
import pytest

from tangentish import grad, jvp
from tangentish.errors import UnsupportedError
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Held:
    def __init__(self, held):
        self.held = held

    def __getitem__(self, key):
        return self.held[key]

    def __iter__(self):
        return iter(self.held)


class Doubled(Held):
    """Gives other values than its items are."""

    def items(self):
        return [(key, 2.0 * value) for key, value in self.held.items()]

    def values(self):
        return [3.0 * value for value in self.held.values()]


class OneByOne(Held, collections.abc.Mapping):
    """Gives its items as the library has it."""

    def __len__(self):
        return len(self.held)


def total_of(made):
    total = 0.0
    for _, value in made.items():
        total = total + value**2
    return total


@case(V3)
def listed_first(x):
    made, total = Doubled({"a": x[0], "b": x[1]}), 0.0
    for _, value in list(made.items()):
        total = total + value**2
    return total * x[2]


@case(V3)
def in_a_helper(x):
    return total_of(Doubled({"a": x[0], "b": x[1]})) * x[2]


@case(V3)
def mappings(x):
    total = 0.0
    for key, value in collections.OrderedDict(a=x[0], bb=x[1]).items():
        total = total + len(key) * value**2
    made = OneByOne({"a": x[2], "b": x[1]})
    for _, value in made.items():
        total = total * value
    return total


@case(V3)
def keys_that_are_numbers(x):
    table, total = {1.0: x[0], 0.0: x[1], 2.5: x[2]}, 0.0
    for key, value in table.items():
        total = total + (key + 1.0) * value**2
    return total + sum(key * value for key, value in table.items())


@case(V3)
def keys_in_a_list(x):
    table, total = {1.0: x[0], 0.0: x[1]}, 0.0
    for key in list(table):
        total = total + (key + 1.0) * table[key] ** 2
    return total * x[2]


@case(V3)
def keys_in_a_tuple(x):
    table = {1.0: x[0], 0.0: x[1]}
    keys = tuple(table)
    return sum((key + 1.0) * table[key] ** 2 for key in keys) * x[2]


@case(V3)
def keys_in_a_display(x):
    table = {1.0: x[0], 0.0: x[1]}
    keys = [*table]
    return sum((key + 1.0) * table[key] ** 2 for key in keys) * x[2]


@case(V3)
def keys_added_to_a_list(x):
    table, keys = {1.0: x[0], 0.0: x[1]}, []
    keys.extend(table)
    keys += list(table.keys())
    return sum((key + 2.0) * table[key] ** 2 for key in keys) * x[2]


@case(V3)
def keys_in_an_array(x):
    table = {1.0: x[0], 0.0: x[1]}
    keys = np.array(list(table))
    return np.sum((keys + 1.0) * np.array([table[key] for key in keys])) * x[2]


@pytest.mark.parametrize("fun,args,options", case)
def test_own_items(fun, args, options):
    check_all_ways(fun, *args, **options)


def own_items(x):
    made, total = Doubled({"a": x[0], "b": x[1]}), 0.0
    for _, value in made.items():
        total = total + value
    return total


def own_values(x):
    made, total = Doubled({"a": x[0], "b": x[1]}), 0.0
    for value in made.values():
        total = total + value
    return total


def own_items_in_a_list(x):
    return sum(value for made in [Doubled({"a": x[0]})] for _, value in made.items())


@pytest.mark.parametrize("fun", [own_items, own_values, own_items_in_a_list])
def test_refused_where_the_class_is_not_known(fun):
    for derivative in (lambda: grad(fun)(V3.copy()), lambda: jvp(fun, (V3.copy(),), (np.ones(3),))):
        with pytest.raises(UnsupportedError, match=r"Doubled has a method `(items|values)` of its own(?s:.)*Loop over a list"):
            derivative()


class Cell:
    def __init__(self, array):
        self.array = array

    def __setitem__(self, key, value):
        self.array[key] = 2.0 * value


class Atoms:
    def __init__(self, positions, given):
        self.cell = Cell(np.zeros(4))
        self.cell[:] = positions if given else 1.0
        self.positions = positions


def constant_in_a_part(x):
    return np.sum(Atoms(x, False).positions ** 2 * Atoms(x, False).cell.array)


def active_in_a_part(x):
    atoms = Atoms(x, True)
    return np.sum(atoms.positions**2 * atoms.cell.array)


def stored_from_outside(x):
    atoms = Atoms(x, True)
    atoms.cell[0] = x[1] * 3
    return np.sum(atoms.positions**2 * atoms.cell.array)


@pytest.mark.parametrize("fun", [constant_in_a_part, active_in_a_part, stored_from_outside])
def test_items_of_an_attribute(fun):
    check_all_ways(fun, np.array([0.8, 0.3, -0.4, 1.2]))
