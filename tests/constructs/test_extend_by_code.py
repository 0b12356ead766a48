"""`owner.extend(x)` where a class says what that means, and others may be gone through by code of their own."""

import numpy as np

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()


class Atom:
    def __init__(self, place):
        self.place = place


class Group:
    def __init__(self, places=()):
        self.places = list(places)

    def extend(self, other):
        self.places = self.places + [other.place]

    def __iter__(self):
        for k in range(len(self.places)):
            yield self.places[k]

    def __iadd__(self, other):
        self.extend(other)
        return self


class Bag(Group):
    def extend(self, others):
        for other in others:
            self.places.append(other)

    def __iter__(self):
        return iter(self.places)


def extended(owner, items):
    owner.extend(items)
    return owner


@case(V3)
def added(x):
    group = Group()
    group += Atom(x)
    return np.sum(group.places[0] ** 2)


@case(V3)
def called(x):
    group = Group()
    group.extend(Atom(x))
    group.extend(Atom(x * 2.0))
    return np.sum(group.places[0] * group.places[1])


@case(V3)
def called_in_a_helper(x):
    return np.sum(extended(Group([x]), Atom(x * x)).places[1] * x)


@case(V3)
def of_either(x):
    total = 0.0
    for owner in ([], Bag(), [x]):
        extended(owner, [x, x * x])
        total = total + sum(np.sum(part**2) for part in owner)
    return total


@unsure(V3)
def a_list_by_a_group(x):
    return np.sum(extended([], Group([x, x * 2.0]))[1] * x)


@unsure(V3)
def a_bag_by_a_bag(x):
    bag = Bag([x])
    extended(bag, Bag([x * 2.0]))
    return np.sum(bag.places[0] * bag.places[1])


test_gradient, test_right_or_refused = checks_of(case, unsure)
