"""Dicts whose keys are objects that say themselves what is equal to them."""

from dataclasses import dataclass, field

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()


@dataclass(frozen=True)
class Cell:
    row: int
    column: int


class Place:
    def __init__(self, at):
        self.at = at

    def __eq__(self, other):
        return self.at == other.at

    def __hash__(self):
        return hash(self.at)


@case(V3)
def of_dataclasses(x):
    values = {}
    for row in range(3):
        values[Cell(row, 0)] = x[row] ** 2
    return sum(values[Cell(row, 0)] * row for row in range(3))


@case(V3)
def of_places(x):
    values = {}
    for k in range(3):
        values[Place(k)] = x[k] ** 2
    total = 0.0
    for k in range(3):
        total = total + values[Place(k)] * k
    for place in values:
        total = total + values[place]
    return total


@unsure(V3)
def changed(x):
    values = {Place(1): x[0]}
    values[Place(1)] *= x[1]
    values[Place(1)] = values[Place(1)] + 1.0
    last = values.pop(Place(1))
    return last * last + values.get(Place(2), x[2])


@case(V3)
def key_changed_later(x):
    first, second = Place(1), Place(1)
    values = {first: x[0] * x[1]}
    found = values[second]
    second.at = 5
    return found * found


@unsure(V3)
def listed_by_active_places(x):
    values = {}
    for v in x:
        values.setdefault(Place(v), []).append(v * v)
    return sum(sum(part) for part in values.values())


@dataclass(frozen=True)
class Size:
    width: float


@dataclass(frozen=True)
class Squared:
    width: float
    area: float = field(default=0.0, init=False)

    def __post_init__(self):
        object.__setattr__(self, "area", self.width**2)


@case(V3)
def looked_up_by_an_equal_one(x):
    values = {Squared(x[0]): x[1], Squared(x[1]): x[2]}
    return values[Squared(x[0])] * values[Squared(x[1])]


@case(V3)
def keys_in_a_loop(x):
    total = 0.0
    for size, value in {Size(x[0]): x[1], Size(x[1]): x[2]}.items():
        total = total + size.width * value
    return total


@case(V3)
def keys_in_a_comprehension(x):
    sizes = {Size(x[0]): x[1], Size(x[1]): x[2]}
    return sum(size.width**2 for size in sizes) + max(sizes, key=lambda one: one.width).width


@case(V3)
def constant_keys_of_items(x):
    sizes = {Size(2.0): x[1], Size(3.0): x[2]}
    return sum(size.width * value for size, value in sizes.items()) * x[0]


def weighted(sizes):
    return sum(size.width * value for size, value in sizes.items())


def widths(sizes):
    total = 0.0
    for size in sizes.keys():
        total = total + size.width
    return total


@unsure(V3)
def items_in_a_comprehension(x):
    sizes = {Size(x[0]): x[1], Size(x[1]): x[2]}
    return sum(size.width * value for size, value in sizes.items())


@unsure(V3)
def items_in_a_helper(x):
    return weighted({Size(x[0]): x[1], Size(x[1]): x[2]})


@unsure(V3)
def keys_in_a_helper(x):
    return widths({Size(x[0]): x[1], Size(x[1]): x[2]})


@unsure(V3)
def keys_in_a_list(x):
    sizes = {Size(x[0]): x[1], Size(x[1]): x[2]}
    keys = list(sizes.keys())
    return keys[0].width * keys[1].width


@unsure(V3)
def by_an_active_place(x):
    values = {Place(x[0]): x[0] * 2.0}
    return values[Place(x[0])]


@unsure(V3)
def by_active_places(x):
    areas = {}
    for v in [x[0], x[1], x[0]]:
        areas[Place(v)] = areas.get(Place(v), 0.0) + v * v
    return areas[Place(x[0])] * areas[Place(x[1])]


test_gradient, test_right_or_refused = checks_of(case, unsure)
