"""Lists of objects whose class writes when it is asked for an item: going through the list asks none of them."""

import numpy as np

from tests.constructs.cases import Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()
V2 = np.array([0.7, 1.3])


class Network:
    def __init__(self, v):
        self.v, self.seen = v, 0.0

    def __getitem__(self, k):
        self.seen = k
        return self.v * k


class Rows:
    """What is gone through by its items, and counts them."""

    def __init__(self, v):
        self.v, self.seen = v, 0.0

    def __getitem__(self, k):
        if k > 1:
            raise IndexError(k)
        self.seen = self.seen + self.v[k]
        return self.v[k]


@case(V2)
def gone_through(x):
    total = 0.0
    for one in [Network(x[0]), Network(x[1])]:
        total += one.v * one.v
    return total


@case(V2)
def in_a_comprehension(x):
    networks = [Network(v) for v in x]
    return sum(one.v * one.v for one in networks) + networks[0][2] * networks[0].seen


@case(V2)
def numbered(x):
    networks, total = [Network(v) for v in x], 0.0
    for k, one in enumerate(networks):
        total = total + one[k + 1]
    return total * (networks[1].seen + 1)


@case(V2)
def in_a_dict(x):
    networks = {"a": Network(x[0]), "b": Network(x[1])}
    return sum(one.v**2 for one in networks.values()) + sum(one.v for _, one in networks.items())


def stripped(*parts):
    strip = lambda part: None if part is None else np.asarray(part)  # as astropy's Lomb-Scargle has it
    if len(parts) == 1:
        return strip(parts[0])
    return map(strip, parts)


def scaled(t, y, by=None):
    return np.sum(t * y * by)


@unsure(V2)
def given_by_a_map(x):
    power = scaled(*stripped(x * 2.0, x), by=stripped(x))
    return power * Network(2.0).v


@unsure(V2)
def of_what_counts(x):
    rows, total = Rows(x), 0.0
    for v in rows:
        total = total + v * rows.seen
    return total


@unsure(V2)
def several_that_count(x):
    total = 0.0
    for rows in [Rows(x), Rows(2.0 * x)]:
        for v in rows:
            total = total + v * rows.seen
    return total


test_gradient, test_right_or_refused = checks_of(case, unsure)
