"""`del x[i]` where a class says what that means, beside lists and dicts; text that is repeated."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])


class Grid:
    def __init__(self, n):
        self.a = np.zeros((n, n))
        self.gone = []

    def __setitem__(self, key, value):
        self.a[key] = value

    def __getitem__(self, key):
        return self.a[key]

    def __delitem__(self, key):
        self.gone.append(self.a[key].sum())
        self.a[key] = 0.0


@case(V)
def of_an_object(x):
    g = Grid(3)
    g[0] = x[0]
    g[1] = x[1:] * g[0, 1]
    g[2, 1:] = x[2]
    del g[1], g[:, 2]
    return np.sum(g[...]) * g.gone[0] + g.gone[1]


@case(V)
def of_all_kinds(x):
    g, d, items = Grid(3), {"a": x[0], "b": x[1] ** 2}, [x[0], x[1] * x[2], x[3]]
    g[0] = x[0]
    for container, key in ((d, "a"), (items, 0), (g, 0)):
        del container[key]
    return d["b"] * items[0] + g.gone[0] + len(d)


def pick(x, value):
    return value if len(x) else x


@case(V)
def text_repeated(x):
    mark, count = pick(x, "ab"), pick(x, 2)
    line = mark * count + "c"
    rule = count * mark
    return x[len(line) - 5] ** 2 + x[len(rule) - 4]


@pytest.mark.parametrize("fun,args,options", case)
def test_delitem(fun, args, options):
    check_all_ways(fun, *args, **options)
