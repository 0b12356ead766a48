"""Objects of classes derived from `dict` and `list`, made from active values: items, attributes, and attributes that are items."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Bunch(dict):
    """Its own `__dict__`: attributes are items."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self


class Result(dict):
    """Attributes that are not there are items, and are stored as items."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


class Plain(dict):
    def total(self):
        return sum(self.values())


class Labelled(dict):
    """Items and attributes of the same name are different numbers."""

    def __init__(self, a, /, **items):
        dict.__init__(self, items)
        self.a = a


class Line(list):
    def __init__(self, slope, *items):
        super().__init__(items)
        self.slope = slope

    def value(self, k):
        return self.slope * self[k]


class Row(list):
    pass


@case(V3)
def bunch(x):
    b = Bunch(a=x * 2, c=np.sin(x))
    return np.sum(b.a * b["c"])


@case(V3)
def bunch_changed(x):
    b = Bunch(a=x[0])
    b.a = b.a * x[1]
    b["a"] = b.a**2
    b.c = b["a"] * x[2]
    return b.a * b["c"] * sum(b.values())


@case(V3)
def result_changed(x):
    r = Result(a=x[0], d=x)
    for i in range(3):
        r.a = r.a * x[1] + i
        r.update(w=r.a * r.d[2])
    return r.a**2 * r["w"]


@case(V3)
def plain(x):
    p = Plain({"a": x[0]}, b=x[1] * x[2])
    p.setdefault("c", x[2])
    return p.total() * p.pop("b") * Plain().total() + p["a"] ** 2


@case(V3)
def attribute_and_item_of_one_name(x):
    b = Labelled(x[0], a=x[1] * 2.0)
    b.a = b.a * x[2]
    b["a"] = b["a"] * x[0]
    return b.a**2 * b["a"]


@case(Labelled(0.5, a=0.7), V3, argnums=1)
def attribute_and_item_of_an_argument(b, x):
    b.a = b.a * x[0]
    b["a"] = b["a"] * x[1]
    value = b.a**2 * b["a"]
    b.a, b["a"] = 0.5, 0.7
    return value


@case(V3)
def lists(x):
    line = Line(x[0], x[1], x[0] * x[2])
    line.append(x[1] * 3)
    line.slope *= 2
    row = Row([x[2], line.value(0)])
    row.extend(line)
    return line.value(1) * sum(row)


@case(V3)
def through_the_class(x):
    p, row = Plain(), []
    dict.__setitem__(p, "a", x[0])
    dict.update(p, b=x[1] ** 2)
    list.append(row, x[2] ** 3)
    return dict.get(p, "a") * p["b"] * row[0]


class Base:
    def __init__(self, b):
        self.b = b


class Derived(Base):
    def __init__(self, a, /, **others):
        super().__init__(others["b"])
        self.a = a


@case(V3)
def super_after_positional_only_parameters(x):
    d = Derived(x[0], b=x[1])
    return d.a**2 * d.b


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Counting(dict):
    def __missing__(self, key):
        return 2.0 * len(self)


TABLE = Bunch(a=1.0)


def written_global(x):
    TABLE.a = x[0]
    return TABLE.a * TABLE["a"]


def own_behaviour(x):
    table = Counting(a=x[0])
    return table["a"] * table["b"]


class Scaled(dict):
    def get(self, key, default=None):
        return 5.0 * super().get(key, default)


def summed(table):
    total = 0.0
    for key in table:
        total = total + np.sum(table[key] ** 2)
    return total


def own_method(x):
    table = Scaled()
    table["a"] = x
    table["b"] = x * x
    return summed(table)


@pytest.mark.parametrize("fun", [written_global, own_behaviour, own_method])
def test_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(V3), lambda: tangentish.jvp(fun, (V3,), (V3,))):
        with pytest.raises(tangentish.UnsupportedError):
            derivative()
