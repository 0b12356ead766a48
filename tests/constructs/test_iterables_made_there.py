"""Objects whose `__iter__` is a generator, made where a loop goes through them: right, or refused where a list is not the same."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case, perhaps = Cases(), Cases()


class Rows:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        for i in range(len(self.x)):
            yield self.x[i:] * 2.0


class LeftOut:
    """The items of an array but one, as they are taken for leave-one-out."""

    def __init__(self, x):
        self.x = x

    def __iter__(self):
        for i in range(len(self.x)):
            index = np.ones(len(self.x), bool)
            index[i] = False
            yield self.x[index]


class Counted(Rows):
    def __init__(self, x):
        super().__init__(x)
        self.n = 0

    def __iter__(self):
        for i in range(len(self.x)):
            self.n += 1
            yield self.x[i:]


class Buffered(Rows):
    def __iter__(self):
        held = np.ones(4)
        for i in range(len(self.x)):
            held[i] = self.x[i] ** 2
            yield held


class Endless(Rows):
    def __iter__(self):
        i = 0
        while True:
            yield self.x[i % 4]
            i += 1


def squared(x):
    return Rows(x * x)


@case(P4)
def looped(x):
    total = 0.0
    for row in Rows(x):
        total += np.sum(row**2) * x[1]
    return total


@case(P4)
def numbered(x):
    total = 0.0
    for k, row in enumerate(Rows(x)):
        total += np.sum(row**2) * x[k]
    return total


@case(P4)
def left_out(x):
    total = 0.0
    for k, row in enumerate(LeftOut(x)):
        total += np.sum(row**2) * x[k]
    return total


@case(P4)
def left_out_by_name(x):
    rows, total = LeftOut(x), 0.0
    for row in rows:
        total += np.sum(row**2) * x[1]
    return total


@case(P4)
def by_a_function(x):
    total = 0.0
    for row in squared(x):
        total += np.sum(row) ** 2
    return total


@case(P4)
def summed(x):
    return sum(np.sum(row) ** 2 for row in squared(x)) + sum([k * np.sum(row) for k, row in enumerate(Rows(x))])


@case(P4)
def greatest(x):
    return max(np.sum(row) for row in Rows(x))


@case(P4)
def unpacked(x):
    first, *others = Rows(x)
    return np.sum(first) * np.sum(others[0])


@perhaps(P4)
def written_while_looped(x):
    total, y = 0.0, x * 1.0
    for row in Rows(y):
        total += np.sum(row**2)
        y *= 1.5
    return total


@perhaps(P4)
def written_by_the_element(x):
    y = x * 1.0

    def changed(row):
        y[0] *= 2.0
        return np.sum(row) ** 2

    return sum([changed(row) for row in Rows(y)])


@perhaps(P4)
def counted(x):
    rows, total = Counted(x), 0.0
    for row in rows:
        total += np.sum(row) * rows.n
    return total


@perhaps(P4)
def counted_there(x):
    return np.sum([np.sum(row**2) for row in Counted(x)])


@perhaps(P4)
def one_buffer(x):
    total = 0.0
    for row in Buffered(x):
        total += np.sum(row**2) * x[1]
    return total


@perhaps(P4)
def one_buffer_kept(x):
    rows = [row for row in Buffered(x)]
    return np.sum(rows[0] * rows[1])


@perhaps(P4)
def without_end(x):
    total = 0.0
    for k, item in zip(x, Endless(x), strict=False):
        total += k * item**2
    return total


@perhaps(P4)
def left_early(x):
    for row in Rows(x):
        if row[0] > 1.0:
            return np.sum(row)
    return 0.0


@perhaps(P4)
def together(x):
    total = 0.0
    for a, b in zip(Rows(x), squared(x), strict=True):
        total += np.sum(a * b)
    return total


@perhaps(P4)
def inside_of_each_other(x):
    total = 0.0
    for k, row in enumerate(Rows(x)):
        for inner in Rows(row):
            total += np.sum(inner**2) * x[k]
    return total


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_right(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize(("fun", "args", "options"), perhaps)
def test_right_or_refused(fun, args, options):
    check_right_or_refused(fun, *args, **options)


def test_one_buffer_is_refused():
    with pytest.raises(tangentish.UnsupportedError, match="Make it a list first"):
        tangentish.grad(one_buffer_kept)(P4)
