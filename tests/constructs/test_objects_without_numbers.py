"""Objects of names and functions, not numbers: what they say is read; what they change is put back for the reverse sweep."""

from collections.abc import MutableMapping

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Methods(MutableMapping):
    """Functions by name, of any case."""

    def __init__(self, data):
        self._data = dict(data)

    def __getitem__(self, key):
        try:
            return self._data[key]
        except KeyError:
            pass
        return self._data[dict(zip(self.lower_keys(), self.keys(), strict=True))[key.lower()]]

    def __setitem__(self, key, value):
        self._data[key] = value

    def __delitem__(self, key):
        del self._data[key]

    def __iter__(self):
        yield from self._data

    def __len__(self):
        return len(self._data)

    def lower_keys(self):
        yield from iter([key.lower() for key in self._data])


class Names:
    def __init__(self, names):
        self.names, self.asked = list(names), 0

    def taken(self):
        return self.names.pop()

    def turned(self):
        self.names = self.names[1:] + self.names[:1]
        return self.names[0]

    def number(self):
        self.asked += 1
        return self.asked

    def given(self):
        return self.names


class Recent:
    """Numbers by key, and the order in which they were asked for."""

    def __init__(self):
        self.numbers, self.order = {}, []

    def touched(self, key):
        if key in self.order:
            self.order.remove(key)
        self.order.append(key)
        return self.order

    def put(self, key, number):
        renewed(self.order, key)
        self.numbers[key] = number
        if len(self.order) > 2:
            del self.numbers[self.order.pop(0)]

    def last(self):
        return self.numbers[self.order[-1]]


def renewed(order, key):
    if key in order:
        order.remove(key)
    order.append(key)


class Table:
    def __init__(self, rows):
        self.rows = rows

    def keys(self):
        for key in self.rows:
            yield key

    def large(self):
        for key in self.rows:
            if self.rows[key] > 1.0:
                yield key

    def values(self):
        for key in self.rows:
            yield self.rows[key]

    def doubled(self):
        for key in list(self.rows):
            self.rows[key] = 2.0 * self.rows[key]
            yield key


def square(x):
    return x * x


def cube(x, factor=2.0):
    return x * x * x * factor


METHODS = Methods({"Square": square, "Cube": cube})


@case(0.7)
@case(0.7, "CUBE", argnums=0)
@case(0.7, "Cube", argnums=0)
def function_by_name(x, name="square"):
    function = METHODS[name]
    return function(x) * x


@case(0.7)
def keywords_for_a_function_by_name(x):
    options = {"factor": x}
    return METHODS["cube"](x, **options)


def through(names, x):
    values, total = {"a": x, "b": x * x, "c": 3.0 * x}, 1.0
    for _ in range(4):
        total = total * values[names.turned()] + values[names.names[1]]
    last = values[names.names[-1]]
    return total * last * values[names.taken()] * values[names.names[0]]


@case(0.7)
def names_that_change(x):
    return through(Names("abc"), x) * through(Names("bca"), 2.0 * x)


@case(0.7)
def names_until_none_is_left(x):
    names, values, total = Names("abc"), {"a": x, "b": x * x, "c": 3.0 * x}, 1.0
    while names.names:
        total = total * values[names.names[-1]]
        names.taken()
    return total


@case(0.7)
def counted(x):
    names, total = Names("abc"), 0.0
    for _ in range(3):
        total += x ** names.number()
    return total * names.asked


@case(0.7)
def number_put_beside_names(x):
    names = Names("abc")
    names.given().append(x)
    return names.names[-1] * x


@case(0.7)
def order_beside_numbers(x):
    recent, total = Recent(), 0.0
    for k, key in enumerate("abacbca"):
        recent.put(key, x ** (k + 1) + total)
        total = total + recent.last() * recent.numbers[recent.order[0]]
        total = total * recent.numbers[recent.touched(recent.order[0])[-1]]
    return total


def asked(table, how):
    return getattr(table, how)()


@case(V3)
def keys_of_numbers(x):
    table = [Table({"a": x[0], "b": 2.0 * x[1] ** 2, "c": x[2]})][0]
    return sum(table.rows[key] * table.rows[other] for key, other in zip(asked(table, "keys"), asked(table, "keys"), strict=True))


@case(V3)
def keys_of_large_numbers(x):
    table = [Table({"a": x[0], "b": x[1] ** 2 + 2.0, "c": x[2]})][0]
    keys = asked(table, "large")
    table.rows["a"] = 5.0 * np.exp(x[0])
    return sum(table.rows[key] for key in keys) + len(list(keys))


@pytest.mark.parametrize("fun,args,options", case)
def test_objects_without_numbers(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("how", ["values", "doubled"])
def test_refused(how):
    def program(x):
        table = [Table({"a": x, "b": x * x})][0]
        return sum(table.rows[key] if isinstance(key, str) else key for key in asked(table, how))

    with pytest.raises(tangentish.UnsupportedError):
        tangentish.grad(program)(0.7)
