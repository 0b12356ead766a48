"""`collections.Counter` of active counts: sums, differences and what else its operators mean; `NormalDist` of `statistics`."""

from collections import Counter
from statistics import NormalDist

import numpy as np

from tests.constructs.cases import Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()


@case(1.3)
def added(x):
    return (Counter(a=x) + Counter(a=9.0))["a"] ** 2


@case(1.3)
def taken_away(x):
    left = Counter(a=x, b=x * x) - Counter(a=0.5, c=x)
    return left["a"] * left["b"] + left["c"]


@case(1.3)
def the_smaller(x):
    both = Counter(a=x, b=x * x) & Counter(a=9.0, b=1.0)
    return sum(both.values()) * both["a"]


@case(1.3)
def the_larger(x):
    either = Counter(a=x, b=x * x) | Counter(a=9.0, b=1.0)
    return sum(either.values()) * either["b"]


@case(1.3)
def in_place(x):
    counts = Counter(a=x)
    counts += Counter(a=9.0)
    counts -= Counter(a=x * x)
    return counts["a"] ** 2


@case(1.3)
def signs(x):
    counts = Counter(a=-x, b=x)
    return sum((+counts).values()) * sum((-counts).values())


def joined(one, other):
    return one + other


@case(1.3)
def in_a_helper(x):
    return joined(Counter(a=x), Counter(a=x * x, b=x))["a"] * joined(x, x) + joined([x], [x * x])[1]


@case(1.3)
def summed(x):
    return sum([Counter(a=x), Counter(a=x * x, b=x)], Counter())["a"] ** 2


@case(1.3)
def in_a_loop(x):
    total = Counter()
    for weight in (1.0, 2.0):
        total = total + Counter({"k": x * weight})
        total += Counter({"j": x * x})
    return total["k"] * total["j"]


class Tally:
    def __init__(self, x):
        self.counts = Counter(a=x)

    def more(self, x):
        self.counts = self.counts + Counter(a=x * x)
        return self


@case(1.3)
def of_an_object(x):
    return Tally(x).more(x).counts["a"] ** 2


@case(1.3)
def sums_of_normal_variables(x):
    total = NormalDist(x, 2.0) + NormalDist(1.0, x)
    scaled = NormalDist(x, 2.0) * 3.0 + 1.0
    return total.mean * total.stdev + scaled.variance * scaled.pdf(0.3)


@unsure(1.3)
def in_place_larger(x):
    counts = Counter(a=x, b=2.0 * x)
    counts |= Counter(a=3.0 * x)
    counts &= Counter(a=5.0, b=1.0)
    return counts["a"] * counts["b"]


KNOWN = Counter(a=2.0, b=1.0)


@unsure(1.3)
def with_one_around(x):
    return (KNOWN + Counter(a=x))["a"] ** 2 + np.sum(list((Counter(a=x) & KNOWN).values()))


test_gradient, test_right_or_refused = checks_of(case, unsure)
