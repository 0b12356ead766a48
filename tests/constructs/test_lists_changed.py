"""Lists changed in place: sorted, shortened, grown, spliced, shared."""

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(0.7)
def list_clear_and_reuse(x):
    a = [x, x * x]
    b = a
    y = a[0] * a[1]
    a.clear()
    b.append(y * x)
    b.extend([x, y])
    return sum(a) * a[0]


class Levels:
    def __init__(self):
        self.levels = [0.6, 1.4]

    def reset(self, v):
        self.levels[:] = [v, v * 2.0]
        self.levels[1:] = np.array([v, 3.0 * v])

    def times(self, x):
        y = x
        for level in self.levels:
            y = np.sin(y) * (1.0 + level * x)
        return y


@case(0.7)
def list_filled_with_constants(x):
    levels = Levels()
    y = levels.times(x)
    levels.reset(0.7)
    y = y * levels.times(np.sin(x))
    levels.reset(0.5)
    return y * levels.times(x)


@case(0.7)
def list_reverse_alias(x):
    a = [x, x * x, 2.0]
    b = a
    b.reverse()
    a[0] = a[1] * a[2]
    b.reverse()
    return a[0] + 2.0 * a[1] + 3.0 * a[2] * b[0]


@case(0.7, -1.4, argnums=(0, 1))
def list_sort_with_key(x, y):
    a = [x * y, x, y, x * x]
    a.sort(key=lambda t: -t)
    a[1] *= a[0]
    a.sort(key=abs, reverse=True)
    b = a
    b.sort()
    return sum((i + 1) * t for i, t in enumerate(a)) * b[0]


@case(0.7, -1.4, argnums=(0, 1))
def list_sort_pairs(x, y):
    a = [(2, x), (0, y), (1, x * y)]
    a.sort()
    a.sort(key=lambda p: p[1])
    total = 0.0
    for i, (k, t) in enumerate(a):
        total += (i + 1) * t * (k + 1)
    return total * a[0][1]


@case(0.7)
def list_remove_insert_pop(x):
    a = [x, 5.0, x * x, 2.0]
    a.remove(5.0)
    a.insert(1, a[0] * a[1])
    a.insert(-1, x * 3.0)
    a.insert(100, a[2])
    t = a.pop(1)
    u = a.pop(-2)
    a.pop()
    return sum(a) * t + u * a[0] * len(a)


@case(V3)
def list_remove_and_index_arrays(x):
    a = [x, x * x, x[::-1] * 2.0]
    first = a.pop(0)
    a.insert(1, first)
    del a[0]
    a[0] = a[0] * a[1]
    return np.sum(a[0]) * np.sum(a[1]) + len(a)


@case(0.7)
def list_slice_assign_other_length(x):
    a = [x, x * x, 3.0 * x, 4.0]
    b = a
    a[1:3] = [a[0] * a[2]]
    a[0:0] = [x * 2.0, 7.0 * x]
    a[-1:] = []
    a[::2] = [t * x for t in a[::2]]
    return sum((i + 1) * t for i, t in enumerate(b)) * len(b)


@case(0.7)
def list_of_lists_shared(x):
    row = [x, 1.0]
    grid = [row] * 3
    grid[0][1] = x * x
    grid[2].append(grid[1][1] * x)
    copy = [r[:] for r in grid]
    copy[0][0] = 5.0
    return sum(sum(r) for r in grid) * copy[1][2] + copy[0][0] * x


@case(0.7)
def list_unpack_target(x):
    a = [x, x * 2.0, x * 3.0, 4.0]
    a[0], a[1] = a[1] * a[0], a[0]
    a[1:3], a[3] = (a[3], a[0]), a[2]
    first, *middle, last = a
    middle.append(first * last)
    [p, q, *_] = middle
    return sum(middle) * a[3] + p * q


@case(0.7)
def list_comparison_and_in(x):
    a = [x, x * x]
    if x in a and a == [x, x * x] and a != [x]:
        a.append(x * 3.0)
    n = a.index(x * x)
    return a[n] * a[-1] * a.count(x)


@case([0.7, 0.2, -0.4])
def list_argument_changed(a):
    t = a.pop()
    a.append(t * a[0])
    a.insert(0, a[1])
    del a[1]
    a[:] = [u * 2.0 + t for u in a]
    a.sort()
    return sum((i + 1) * u for i, u in enumerate(a)) * a[-1]


@case(V3)
def tuple_grows_with_arrays(x):
    t = (x,)
    for i in range(3):
        t += (t[-1] * x, i)
        t = t[:-1]
    t[1][0] = x[2] * 2.0
    return np.sum(t[1] * t[-1]) + np.sum(sum(t))


@case(0.7)
def tuple_in_dict_augmented(x):
    d = {"t": (x,)}
    for i in range(3):
        d["t"] += (d["t"][-1] * x,)
    a, *b = d["t"]
    return a * sum(b) * len(d["t"])


def extended(items, more):
    items += more
    return items


@case(0.7)
def grown_by_what_has_no_derivative(x):
    table = {"a": x, "b": 2.0}
    a = [x * x, x]
    a += table.keys()
    a.extend({3})
    a = extended(a, range(2))
    a = extended(a, "ab")
    a.extend(table.keys())
    a = extended(a, table.values())
    return a[0] * a[1] * table[a[2]] * a[4] + a[-2] * a[-1] * table[a[-3]] * a[0] + table[a[7]] * x


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
