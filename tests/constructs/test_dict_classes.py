"""Classes derived from dicts and lists: made from active values, with attributes beside their items or among them."""

from __future__ import annotations

import collections

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Table(dict):
    def total(self):
        return sum(self.values())


class Ordered(collections.OrderedDict):
    def total(self):
        return sum(self.values())


class Settings(dict):
    """Attributes are items: what is stored goes there, what is not found is looked for there."""

    def __getattr__(self, key):
        try:
            return self[key]
        except KeyError:
            raise AttributeError(key) from None

    def __setattr__(self, key, value):
        self[key] = value


class Short(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__


class Same(dict):
    def __init__(self, *args, **keywords):
        super().__init__(*args, **keywords)
        self.__dict__ = self


class Rated(dict):
    """An attribute and an item may have one name."""

    def __init__(self, rate, **items):
        dict.__init__(self, **items)
        self.rate = rate

    def scaled(self, key):
        return self[key] * self.rate


class Stack(list):
    def __init__(self, items=(), name=""):
        super().__init__(items)
        self.name = name
        self.total = 0.0

    def push(self, value):
        self.append(value)
        self.total = self.total + value

    def top(self):
        return self[-1]


@case(V3)
def items_of_keywords(x):
    table = Table(a=x[0], b=x[1] * 2.0)
    table["c"] = x[2] ** 2
    return table.total() * table["a"]


@case(V3)
def items_of_pairs(x):
    table = Ordered([("a", x[0]), ("b", x[1])], c=x[2])
    table["b"] *= x[0]
    return table.total()


@case(V3)
def attributes_are_items(x):
    p = Settings(a=x[0], b=x)
    p.c = p.a * x[1]
    p.a = p.a * 2.0
    p["a"] *= p.c
    return p.a * np.sum(p.b**2) + p["c"]


@case(V3)
def stored_as_attributes_read_as_items(x):
    p = Settings()
    q = p
    q.a = x[0]
    q.a += x[1]
    return sum(p.values()) * p["a"]


@case(V3)
def stored_through_the_method_of_dicts(x):
    p = Short({"a": x[0]}, b=x)
    p.fun = x[0] * x[1]
    for k in range(3):
        p.a = p.a * 1.1 + p.fun
        p.fun = p.fun * p.a
        p.steps = k
    other = p.copy()
    return p.a * np.sum(p.b**2) + p["fun"] * other["a"]


@case(V3)
def the_dict_is_its_own_attributes(x):
    p = Same(a=x[0], b=x[1] * 2.0)
    for _ in range(3):
        p.a = p.a * p.b
        p["b"] = p["a"] + p.b
    p.c = p["a"] * x[2]
    return p["c"] * p.b


@case(V3)
def only_stored_as_attribute(x):
    p = Same()
    p.a = x[0] * x[1]
    return p["a"] * 3.0


@case(V3)
def one_name_for_attribute_and_item(x):
    p = Rated(x[0], a=x[1], b=1.0)
    p["rate"] = x[2]
    p.rate = p.rate * p["a"]
    p["rate"] *= 3.0
    return p.scaled("a") * p["rate"] + p.rate


@case(V3)
def lists_with_attributes(x):
    stack = Stack([x[0]], "s")
    for value in x:
        stack.push(value * value)
    stack[0] = stack[0] * 2.0
    stack.name = x[1]
    stack.extend([x[2], stack.name])
    return stack.top() * stack.total + sum(stack) * len(stack)


def _update(p):
    p.a = p.a * 2.0
    p["z"] = p.a


@case(V3)
def changed_by_a_callee(x):
    p = Settings(a=x[0])
    _update(p)
    _update(p)
    return p.z * p.a * x[1]


@case(V3)
def parts_written(x):
    p = Settings(a=x, b=[])
    p.a[0] = x[1] * x[2]
    p.b.append(x[0])
    p.c = {}
    p.c["k"] = p.a[0]
    return p.c["k"] * sum(p.b)


@case(V3)
def in_the_collections_module(x):
    table = collections.UserDict(a=x[0], b=x[1])
    table["c"] = x[2] * x[1]
    return table["c"] * table["a"]


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Doubling(dict):
    def __getitem__(self, key):
        return 2.0 * super().__getitem__(key)


def test_what_says_itself_what_items_are_is_refused():
    def loss(x):
        return Doubling(a=x)["a"]

    with pytest.raises(tangentish.UnsupportedError, match="Doubling is a dict that says itself what `__getitem__` does"):
        tangentish.grad(loss)(1.0)


@pytest.mark.parametrize("erasing, error", [(True, KeyError), (False, tangentish.UnsupportedError)])
def test_deleting_by_code_is_refused(erasing, error):
    """But for that of a dict, which is followed."""
    cls = Erasing if erasing else Telling

    def loss(x):
        p = cls(a=x)
        del p.a
        return p["a"]

    with pytest.raises(error, match="a" if erasing else "deleting `a` of an active Telling"):
        tangentish.grad(loss)(1.0)


class Erasing(Short):
    __delattr__ = dict.__delitem__


class Telling(Short):
    def __delattr__(self, key):
        super().__delitem__(key)
