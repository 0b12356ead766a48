"""Copies of objects and containers: `copy.copy`, `copy.deepcopy`, `asdict` and `astuple` share what Python's share."""

import collections
import copy
import dataclasses
import datetime
import pathlib
import random
import types
from dataclasses import asdict, astuple, dataclass

import numpy as np
import pytest

import tangentish
from tangentish.library.object_copies import blank_copy
from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@dataclass
class State:
    pos: list
    speed: object = 1.0


@dataclass
class Outer:
    inner: State
    table: dict


@dataclass(frozen=True)
class Fixed:
    values: list
    scale: float = 1.0

    def __post_init__(self):
        object.__setattr__(self, "scale", self.scale * self.values[0])


class Plain:
    def __init__(self, a):
        self.a = a
        self.itself = self


class Customised:
    def __init__(self, a):
        self.a = a

    def __copy__(self):
        return Customised(self.a * 2)

    def __deepcopy__(self, memo):
        return Customised(copy.deepcopy(self.a, memo) * 3)


@case(V4)
def asdict_copies_lists(x):
    s = State([x[0], x[1]])
    d = asdict(s)
    d["pos"][0] = 5.0
    return s.pos[0] * d["pos"][1]


@case(V4)
def astuple_copies_lists(x):
    s = State([x[0], x[1]])
    d = astuple(s)
    d[0][0] = x[2] ** 2
    return s.pos[0] * d[0][1] * d[0][0]


@case(V4)
def asdict_goes_into_everything(x):
    o = Outer(State([x[0], x[1] * 2], x[2:].copy()), {"k": [x[3]], "s": (State([x[2]], x[1]),)})
    d = asdict(o)
    d["inner"]["pos"][0] = x[3] ** 2
    d["inner"]["speed"][0] *= x[1]
    d["table"]["k"].append(x[0])
    left = o.inner.pos[0] * d["inner"]["pos"][0] * np.sum(d["inner"]["speed"]) + np.sum(o.inner.speed)
    return left + d["table"]["k"][1] * o.table["k"][0] * len(o.table["k"]) * d["table"]["s"][0]["speed"]


@case(V4)
def asdict_with_a_factory(x):
    d = asdict(State([x[0]], x[1]), dict_factory=collections.OrderedDict)
    return d["pos"][0] * d["speed"] + len(d)


@case(V4)
def deep_copy_of_an_object(x):
    o = Plain([x[0], x[1]])
    p = copy.deepcopy(o)
    p.a[0] = x[2]
    return o.a[0] * p.a[0] * p.a[1] + (p.itself is p) + 2 * (p.itself is o)


@case(V4)
def shallow_copy_of_an_object(x):
    o = Plain([x[0], x[1]])
    p = copy.copy(o)
    p.a[0] = x[2]
    p.a = [x[3], p.a[0]]
    return o.a[0] * p.a[0] * p.a[1]


@case(V4)
def what_was_shared_is_shared_by_the_copies(x):
    row = [x[0], x[1]]
    rows = copy.deepcopy([row, row, {"r": row}])
    rows[0][0] = x[2]
    return rows[1][0] * rows[2]["r"][0] * row[0] + rows[1][1]


@case(V4)
def shallow_copies_of_containers(x):
    l, d = [[x[0]], x[1]], {"a": [x[2]], "b": x[3]}
    m, e = copy.copy(l), copy.copy(d)
    m[1], e["b"] = x[0] * 2, x[1] ** 2
    m[0][0], e["a"][0] = x[3], x[0]
    return l[0][0] * l[1] * m[1] + d["a"][0] * d["b"] * e["b"]


@case(V4)
def deep_copies_of_arrays(x):
    state = {"u": x, "v": x[1:]}
    kept = copy.deepcopy(state)
    kept["u"][0] *= x[1]
    kept["v"][:] = kept["v"] * 2
    return np.sum(state["u"] ** 2) * np.sum(kept["u"]) + np.sum(kept["v"] ** 2)


@case(V4)
def copies_that_classes_define(x):
    o = Customised(x[0])
    return copy.copy(o).a * copy.deepcopy(o).a * copy.copy(copy.copy(o)).a


@case(V4)
def frozen_dataclasses(x):
    o = Fixed([x[0], x[1]], x[2])
    p, q = copy.copy(o), copy.deepcopy(o)
    q.values[1] = x[3]
    p.values[0] = x[1] ** 2
    return o.scale * p.scale * q.scale * o.values[0] * q.values[1] * q.values[0]


@case(V3)
def best_state_kept(x):
    best, cost = None, 1e9
    o = State([x[0], x[1]], x)
    for k in range(3):
        o.pos[k % 2] = o.pos[0] * x[2] + k
        o.speed = o.speed * o.pos[0]
        if abs(o.pos[1] - 1.0) < cost:
            best, cost = copy.deepcopy(o), abs(o.pos[1] - 1.0)
    return best.pos[0] * np.sum(best.speed) + best.pos[1] * o.pos[0]


class Made:
    def __new__(cls, *args):
        made = super().__new__(cls)
        made.scale = 3.0
        return made

    def __init__(self, a):
        self.a = a


class Row(list):
    def first(self):
        return self[0] * self.name


class Table(dict):
    def first(self):
        return self["a"] * self.name


@case(V3)
def made_by_new(x):
    o = Made([x[0], x[1]])
    p, q = copy.copy(o), copy.deepcopy(o)
    p.a[0] = x[2]
    q.a[1] *= q.scale
    return o.a[0] * p.a[1] * q.a[0] * q.a[1]


@case(V3)
def rows_and_tables(x):
    row, table = Row([x[0], x[1]]), Table(a=x[1])
    row.name, table.name = x[2], x[0]
    p, q = copy.copy(row), copy.deepcopy(row)
    p[0], q.name = x[1] ** 2, x[0] ** 2
    r, s = copy.copy(table), copy.deepcopy(table)
    s["a"] = x[2] * r["a"]
    return p.first() * q.first() * row.first() + r.first() * s.first() * table.first()


@dataclass(slots=True)
class Tag:
    weight: object = 1.0
    note: str = ""


class Slotted:
    __slots__ = ("__b", "a")

    def __init__(self, a, b):
        self.a = a
        self.__b = b

    def product(self):
        return self.a * self.__b

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return 3.0


class Both(Slotted):
    def __init__(self, a, b, c):
        super().__init__(a, b)
        self.c = c


@case(V3)
def objects_with_slots(x):
    both = Both(x[0], x[1], Tag([x[2]]))
    other, deep = copy.copy(both), copy.deepcopy(both)
    both.a = both.a * 2.0
    other.c.weight[0] = other.c.weight[0] * both.a
    deep.c.weight[0] = deep.c.weight[0] ** 2
    return both.product() * other.product() * both.c.weight[0] * deep.product() * deep.c.weight[0]


TAG = Tag(2.0)


@case(V3)
def objects_of_the_module_with_slots(x):
    tag = copy.deepcopy(TAG)
    tag.weight = tag.weight * x[0]
    return tag.weight * TAG.weight * x[1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Reduced:
    def __init__(self, a):
        self.a = a

    def __reduce__(self):
        return Reduced, (2 * self.a,)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_copies_in_other_ways_are_refused(how):
    with pytest.raises(tangentish.UnsupportedError, match="defines __reduce__"):
        tangentish.grad(lambda x: how(Reduced(x)).a)(2.0)


class Setting:
    __slots__ = ("a",)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, 2.0 * value)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_slots_that_are_set_by_code_are_refused(how):
    def loss(x):
        setting = Setting()
        setting.a = x
        return how(setting).a

    with pytest.raises(tangentish.UnsupportedError, match="defines __setattr__"):
        tangentish.grad(loss)(2.0)


class Same:
    one: list = []

    def __new__(cls, *args):
        return cls.one[0] if cls.one else super().__new__(cls)

    def __init__(self, a):
        self.a = a


class Pair(tuple):
    pass


def test_what_is_not_new_is_refused():
    same = Same(2.0)
    Same.one.append(same)
    with pytest.raises(tangentish.UnsupportedError, match="not new"):
        blank_copy(same)
    with pytest.raises(tangentish.UnsupportedError, match="Pair"):
        tangentish.grad(lambda x: copy.deepcopy([x, Pair([2.0])])[1][0] * x)(2.0)


class Sampler:
    def __init__(self, a, source):
        self.a, self.source = a, source


@case(2.0, np.random.default_rng)
@case(2.0, np.random.RandomState)
@case(2.0, lambda seed: np.random.Generator(np.random.MT19937(seed)))
def copied_sources_draw_for_themselves(x, source):
    first = Sampler(x, source(3))
    second = copy.deepcopy(first)
    second.a = second.a * x + first.source.normal() + first.source.normal()
    shared = copy.copy(first.source)
    return first.a * first.source.normal() + second.a * second.source.normal() + x * shared.normal()


@case(2.0)
def sources_of_python(x):
    first = Sampler(x, random.Random(3))
    second, third = copy.deepcopy([first, first])
    return x * first.source.random() + second.a * second.source.random() + third.a * third.source.random()


@case(2.0)
def copied_with_what_has_no_derivative(x):
    parts = [np.linalg.inv, np.sin, datetime.timedelta(days=3), datetime.date(2020, 1, 2), pathlib.Path("a"), bytearray(b"a"), ...]
    first = Sampler(x, parts)
    second = copy.deepcopy(first)
    second.a *= x
    inverse, sine = second.source[:2]
    return inverse(np.array([[second.a]]))[0, 0] * sine(first.a) + len(parts[5]) + second.source[2].days


@case(2.0)
def copied_namespaces(x):
    first = types.SimpleNamespace(a=[x], b=x * x)
    second, third = copy.deepcopy(first), copy.copy(first)
    second.a.append(x * 3.0)
    third.a[0] *= x
    third.b = 1.0
    return sum(second.a) * first.a[0] + third.a[0] * first.b


class Renamed:
    """An object that holds something under the name of a property."""

    def __init__(self, a):
        self.__dict__["a"] = a

    @property
    def a(self):
        return self.__dict__["a"] * 2.0

    @a.setter
    def a(self, value):
        self.__dict__["a"] = value * 2.0


@pytest.mark.parametrize("made, read", [(Renamed, lambda r: r.a), (lambda x: np.poly1d([x, 1.0]), lambda p: p.coeffs[0])])
@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy])
def test_held_under_the_name_of_a_property(made, read, copier):
    def fun(x):
        return read(copier(made(x))) * x

    with pytest.raises(tangentish.UnsupportedError, match="copies of"):
        tangentish.grad(fun)(2.0)


def test_only_dataclasses():
    with pytest.raises(TypeError, match="dataclass instances"):
        tangentish.grad(lambda x: dataclasses.asdict([x])["a"])(2.0)
