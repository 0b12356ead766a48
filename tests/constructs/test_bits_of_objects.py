"""`|=`, `&=` and `^=` of objects: by the code of their classes, whether these were known when the program was made or not."""

from collections import Counter, OrderedDict, UserList

import numpy as np

from tests.constructs.cases import Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()
X = np.array([1.3, 0.6, 2.1])


class Slab:
    def __init__(self, thick):
        self.thick = thick


class Structure(UserList):
    def __ior__(self, other):
        if isinstance(other, UserList):
            self.extend(other.data)
        else:
            self.append(other)
        return self

    def __or__(self, other):
        made = Structure()
        made |= self
        made |= other
        return made

    def total(self):
        return sum(slab.thick**2 * (k + 1) for k, slab in enumerate(self.data))


@case(X)
def joined(x):
    return (Structure([Slab(x[0])]) | Slab(x[1]) | Slab(x[2])).total()


@case(X)
def joined_in_place(x):
    structure = Structure([Slab(x[0])])
    structure |= Slab(x[1])
    return structure.total()


class Mask:
    def __init__(self, v):
        self.v = v

    def __and__(self, other):
        return Mask(self.v * other)

    def __rand__(self, other):
        return Mask(self.v + other)

    def __xor__(self, other):
        self.v = self.v - other
        return self


@case(X)
def by_the_plain_operator(x):
    mask = Mask(x[0])
    mask &= x[1]
    mask ^= 2.0
    return mask.v**2


@case(X)
def by_the_other_operand(x):
    mask = 5
    mask &= Mask(x[0] * x[1])
    return mask.v * x[2]


@case(X)
def of_none_at_first(x):
    mask = None
    for v in x:
        if mask is None:
            mask = Mask(v)
        else:
            mask &= v
    return mask.v


@case(X)
def the_larger_counts(x):
    counts = Counter(a=x[0], b=x[1])
    counts |= Counter(a=x[1], b=x[2])
    return counts["a"] * 2.0 + counts["b"]


@case(X)
def the_smaller_counts(x):
    counts = Counter(a=x[0], b=x[1])
    counts &= Counter(a=x[1], b=x[2])
    return counts["a"] * 2.0 + counts["b"]


@case(X)
def masks_numbers_and_sets(x):
    table = OrderedDict(a=x[0])
    table |= {"b": x[1]}
    mask, bits, names = x > 1.0, 5, {1, 2}
    mask &= x < 2.0
    mask |= [True, False, False]
    bits ^= 3
    names |= {3}
    return table["a"] * table["b"] * np.sum(x[mask]) * bits * len(names)


class Table(dict):
    def __ior__(self, other):
        for key in other:
            self[key] = self.get(key, 0.0) + other[key]
        return self


@unsure(X)
def of_a_dict_of_ones_own(x):
    table = Table(a=x[0])
    table |= {"a": x[1]}
    return table["a"] ** 2


test_gradient, test_right_or_refused = checks_of(case, unsure)
