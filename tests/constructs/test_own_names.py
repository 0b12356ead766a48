"""Classes whose attributes and methods are called as those of arrays, lists, dicts and strings are."""

from __future__ import annotations

import collections
import dataclasses
import sys
from typing import Any

import numpy as np
import pytest

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.marks import INERT_METHODS
from tangentish.analysis.code.module_stores import INERT_ATTRIBUTES
from tangentish.analysis.code.own_names import own_names
from tests.constructs.cases import V3
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient
from tests.rules.programs import defined

WAYS = ({}, {"kinds": False})


class Box:
    """Numbers under the names of what arrays say of themselves."""

    def __init__(self, value: Any) -> None:
        self.size, self.shape, self.kind = value, value * 2, value * 3
        self.flags = self.nbytes = self.ndim = value

    def volume(self) -> Any:
        return self.size**3


@dataclasses.dataclass
class Gamma:
    shape: Any
    size: Any


Pair = collections.namedtuple("Pair", "size flags")


def of_a_constructor(x):
    return Box(x[0]).size ** 2 * Box(x[1]).kind


def in_a_method(x):
    return Box(x[0]).volume() * x[1]


def from_a_list_of_classes(x):
    return [Box][0](x[0]).shape ** 2


def from_a_dict(x):
    held = {"box": Box(x[0])}
    return held["box"].flags ** 2


def in_a_loop(x):
    total = 0.0
    for box in [Box(x[0]), Box(x[1])]:
        total += box.size * box.volume()
    return total


def written_later(x):
    box = Box(1.0)
    box.size = x[0]
    setattr(box, "shape", x[1])
    return box.size**2 * box.shape * getattr(box, "size")


def of_a_dataclass(x):
    law = Gamma(x[0], x[1])
    return law.shape**2 * law.size


def of_a_namedtuple(x):
    pair = Pair(x[0], x[1])
    return pair.size * pair.flags**2


def beside_an_array(x):
    box = Box(x)
    return np.sum(box.size**2) / x.size + box.shape[0] * box.size.shape[0] + x.reshape(x.size, 1)[1, 0]


def total_size(boxes: Any) -> Any:
    return sum(box.size for box in boxes)


def in_a_helper(x):
    return total_size([Box(x[0] ** 2), Box(x[1])])


@pytest.mark.parametrize("function", [of_a_constructor, in_a_method, from_a_list_of_classes, from_a_dict, in_a_loop,
                                      written_later, of_a_dataclass, of_a_namedtuple, beside_an_array, in_a_helper])
def test_attributes(function: Any) -> None:
    check_gradient(function, V3, repeats=1, variants=WAYS)


def test_attributes_of_an_argument() -> None:
    bars = check_gradient(lambda law: law.shape**2 * law.size, Gamma(2.0, 3.0), repeats=0)
    assert bars == Gamma(12.0, 4.0)


class Holder:
    """Squares and the like, by methods with the names of others."""

    def __init__(self):
        self.items = []

    def total(self):
        return sum(self.items)


def _writing(body: str) -> Any:
    return defined("method", f"def method(self, *args):\n    {body}\n", {})


class Products:
    """Has a method of a list, for two numbers; programs below do not see that they meet this class."""

    def __init__(self):
        self.total = 0.0

    def append(self, a, b):
        self.total = self.total + a * b

    def extend(self, *, factor):
        self.total = self.total * factor


def of_what_is_looked_up(key: str) -> Any:
    return vars(sys.modules[__name__])[key]()


def noted(products, a, b):
    products.append(a, b)
    products.extend(factor=b)


def with_other_arguments_than_lists_take(x):
    products = of_what_is_looked_up("Products")
    noted(products, x[0], x[1] * x[2])
    products.append(x[2], x[0])
    return products.total


def test_arguments_that_no_list_takes() -> None:
    check_gradient(with_other_arguments_than_lists_take, V3, repeats=1, variants=WAYS)


READING = sorted(INERT_METHODS | {"get", "copy", "values", "mean", "tolist", "item", "view", "issubset", "union"})
WRITING = sorted(MUTATORS)
for _name in READING:
    setattr(Holder, _name, _writing("return self.items[0] ** 2 * args[0]"))
for _name in WRITING:
    setattr(Holder, _name, _writing("self.items = [*self.items, args[0] ** 2]; return args[0] * 3"))




MEETINGS = {
    "made": "a = Holder()\n    a.items = [x[0] * 2]\n    r = a.{name}(x[1])",
    "from a list": "a = [Holder][0]()\n    a.items = [x[0] * 2]\n    r = a.{name}(x[1])",
    "from a dict": "h = {{'q': Holder()}}\n    h['q'].items = [x[0] * 2]\n    r = h['q'].{name}(x[1])\n    a = h['q']",
    "of a helper": "a = Holder()\n    a.items = [x[0] * 2]\n    def g(b):\n        return b.{name}(x[1])\n    r = g(a)",
    "for": "r = 0.0\n    for a in (Holder(),):\n        a.items = [x[0] * 2]\n        r = r + a.{name}(x[1])",
}


@pytest.mark.parametrize("name", READING + WRITING)
def test_methods(name: str) -> None:
    """Each is met in two ways: the next one takes the next two."""
    place = (READING + WRITING).index(name)
    for way in (place % len(MEETINGS), (place + 2) % len(MEETINGS)):
        body = list(MEETINGS.values())[way].format(name=name)
        program = defined("program", f"def program(x):\n    {body}\n    return r * x[2] + a.total()\n", {"Holder": Holder})
        check_gradient(program, V3, repeats=1, variants=WAYS[:1])


def grown(x, items):
    items.append(x[0])
    items.extend([x[1] ** 2, x[2]])
    items.insert(0, x[2] * 3)
    last = items.pop()
    first = items.pop(0)
    holder = Holder()
    holder.append(x[0])
    return items[-1] * last + first**2 * holder.total()


def lists_of_unknown_kind(x):
    table = {"a": [], "b": Holder()}
    return grown(x, table["a"])


def cleared(x):
    table = {"a": [x[0]], "b": Holder()}
    table["a"].clear()
    table["a"].append(x[1])
    return sum(table["a"]) ** 2


@pytest.mark.parametrize("function", [lists_of_unknown_kind, cleared])
def test_lists_beside_such_classes(function: Any) -> None:
    check_gradient(function, V3, repeats=1, variants=WAYS)


def into_a_deque(x):
    last = collections.deque(maxlen=2)
    for value in x:
        last.append(value**2)
    return last[0] + 2 * last[1]


def test_a_deque() -> None:
    check_gradient(into_a_deque, V3)


def test_what_is_found() -> None:
    assert INERT_ATTRIBUTES & own_names(of_a_constructor) == {"size", "shape", "kind", "flags", "nbytes", "ndim"}
    assert own_names(of_a_namedtuple) == {"size", "flags", *own_names(of_a_namedtuple) - INERT_ATTRIBUTES}
    assert not own_names(lambda x: np.sum(x.reshape(x.size, 1)) + len(x.shape))


class Market:
    """A number that is called as what arrays are read one entry after the other by."""

    def __init__(self, rate: Any) -> None:
        self.flat, self.slope = rate, 2.0

    def rate(self) -> Any:
        return self.flat * self.slope


class Corners(collections.namedtuple("Corners", "a b")):
    __slots__ = ()

    @property
    def flat(self) -> Any:
        return [self.a, self.b**2]

    @property
    def T(self) -> Any:
        return Corners(self.b, self.a * 2)


class Rows(list):
    @property
    def flat(self) -> Any:
        return [self[0], self[1] ** 2]

    @property
    def T(self) -> Any:
        return Rows(list(column) for column in zip(*self, strict=True))


def doubled_flat(owner: Any) -> Any:
    return owner.flat * 2


def flat_that_objects_hold(x: Any) -> Any:
    market = Market(x[0])
    market.flat *= x[1]
    return market.rate() * market.flat + doubled_flat(Market(x[2])) + sum(one.flat for one in [market, Market(x[1] ** 2)])


def flat_of_containers(x: Any) -> Any:
    return Corners(x[0], x[1]).flat[1] * Rows([x[1], x[2]]).flat[1] + sum(one.flat[0] for one in [Rows(x), Corners(x[1], x[2])])


def flat_of_arrays_beside(x: Any) -> Any:
    held: list[Any] = [Market(x[0] * x[1]), np.zeros((2, 3))]
    held[1].flat[2:5] = x
    return held[0].flat * held[1].flat[3] + np.sum(held[1] ** 2) + sum(v * k for k, v in enumerate(held[1].flat))


def transposed_by_a_property(x: Any) -> Any:
    rows = Rows([[x[0], x[1]], [x[2], 2.0]])
    return rows.T[0][1] * x[0] + rows.T.T[0][1] ** 2 + Corners(x[0], x[1]).T.b * x[2]


@pytest.mark.parametrize("function", [flat_that_objects_hold, flat_of_containers, flat_of_arrays_beside, transposed_by_a_property])
def test_flat_and_transposed(function: Any) -> None:
    check_all_ways(function, V3)
