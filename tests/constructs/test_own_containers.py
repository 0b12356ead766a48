"""Objects of the user's own container and number classes, made in the function: items, operators in place, unpacking."""

import collections
import functools
from abc import ABC, abstractmethod

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Vec:
    def __init__(self, data):
        self.data = data

    def __getitem__(self, i):
        return self.data[i]

    def __setitem__(self, i, v):
        self.data[i] = v

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __iadd__(self, o):
        self.data = [a + b for a, b in zip(self.data, o)]
        return self


class Grid:
    def __init__(self, n):
        self.u = np.zeros((n, n))
        self.stores = 0

    def __setitem__(self, key, value):
        self.stores += 1
        self.u[key] = value * 2

    def __getitem__(self, key):
        return self.u[key]


class V2:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __iadd__(self, o):
        self.a += o.a
        self.b += o.b
        return self

    def __mul__(self, k):
        return V2(self.a * k, self.b * k)

    __rmul__ = __mul__

    def __sub__(self, o):
        return V2(self.a - o.a, self.b - o.b)

    def dot(self, o):
        return self.a * o.a + self.b * o.b


class Poly:
    def __init__(self, c):
        self.c = c

    def deriv(self):
        return type(self)([i * a for i, a in enumerate(self.c)][1:])

    def scaled(self, k):
        return self.__class__([k * a for a in self.c])

    def __mul__(self, o):
        r = [0.0] * (len(self.c) + len(o.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(o.c):
                r[i + j] += a * b
        return type(self)(r)

    def __call__(self, t):
        return sum(a * t**i for i, a in enumerate(self.c))


class Pointwise(Poly):
    def __mul__(self, o):
        return self.__class__([a * b for a, b in zip(self.c, o.c)])

    def __sub__(self, o):
        return Pointwise([a - b for a, b in zip(self.c, o.c)])

    def __neg__(self):
        return type(self)([-a for a in self.c])

    def step(self, o):
        r = self * o.scaled(2.0)
        s = -r - self.deriv()
        return s if s.c[0] > 0 else r


class Shape(ABC):
    @abstractmethod
    def area(self): ...

    def twice(self):
        return self.area() * 2


class Disc(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return self.r**2


@case(V4)
def items_swapped(x):
    v = Vec(list(x))
    v[0], v[1] = v[1], v[0] * 2
    return v[0] * v[1] ** 2


@case(V4)
def items_stored_and_augmented(x):
    v = Vec(list(x))
    v[0] = v[1] * v[2]
    v[1] += v[0]
    for i in range(3):
        v[i] *= x[3] + v[i + 1]
    v[-1] = v[0]
    return v[0] * v[1] ** 2 + v[3]


@case(V4)
def items_stored_through_code(x):
    g = Grid(3)
    g[0, 1] = x[0]
    g[1] = x[1:]
    g[1, 0] += x[0]
    g[2, :2] = g[1, 1:] * g[0, 1]
    return np.sum(g.u**2) * g.stores


@case(V4)
def changed_in_place(x):
    v = w = Vec([x[0], x[1]])
    v += x
    v += [x[2], v[0]]
    return v[0] * v[1] * w[0]


@case(V4)
def unpacked(x):
    def product(a, b):
        return a * b**2

    v = Vec([x[0], x[1]])
    a, b = v
    l = [x[2], *v]
    l.extend(v)
    l += v
    return product(*v) + a * b + list(v)[1] * tuple(v)[1] + sum(u**2 * i for i, u in enumerate(l))


@case(V4)
def looped_over_by_builtins(x):
    v = Vec([x[0], x[1], x[2]])
    total = max(v) * min(v) + sorted(v)[1] ** 2 + sum(map(lambda u, w: u**2 * w, v, x))
    total += functools.reduce(lambda a, b: a * b + 1.0, v) + sum(a * b for a, b in zip(v, x))
    return total * sum(filter(lambda u: u > 0, v)) + max(v, key=lambda u: -u)


@case(V4)
def numbers_of_a_kind_in_a_loop(x):
    p, v = V2(x[0], x[1]), V2(x[2], x[3])
    q = p
    for _ in range(3):
        p += 0.1 * v
        v -= p * 0.2
        v *= 1.1
    return p.dot(v) + q.a * 3


@case(V4)
def attributes_augmented(x):
    p = V2(x[0], x[1])
    p.w = V2(x[2], x[3])
    p.w += p * 2.0
    return p.w.dot(p)


@case(V4)
def made_by_the_class_of_an_object(x):
    p = Poly([x[0], x[1], x[2]])
    return (p * p.deriv())(x[3]) + (p.scaled(x[0]) * p.deriv()).c[1]


@case(V4)
def made_by_a_derived_class(x):
    p = Pointwise([x[0], x[1], x[2]])
    q = -p.step(p)
    q *= p
    return (q * p.step(q)).c[1] + q.c[0]


@case(V4)
def abstract_base(x):
    return Disc(x[0]).twice() * x[1]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def stored_into_one_of_several(x):
    vs = [Vec([x[0], x[1]]), Vec([x[2], x[3]])]
    vs[0][1] = x[2] * 2
    return sum(vs[0].data)


def unpacked_from_a_list(x):
    def product(a, b):
        return a * b**2

    return product(*[Vec([x[0], x[1]])][0])


@pytest.mark.parametrize("fun", [unpacked_from_a_list, stored_into_one_of_several])
def test_of_a_class_that_shows_when_it_runs(fun):
    check_all_ways(fun, V4)


class Parameters(collections.OrderedDict):
    def __init__(self, count):
        collections.OrderedDict.__init__(self)
        self.count = count


class Window(collections.deque):
    def __init__(self, size, label):
        collections.deque.__init__(self, maxlen=size)
        self.label = label


class Numbers(collections.defaultdict):
    def __init__(self, count):
        collections.defaultdict.__init__(self, float)
        self.count = count


class Uncopied(list):
    def copy(self):
        raise RuntimeError("no copies")


class Odd(dict):
    def copy(self):
        return "mine"


def put(table, key, value):
    table[key] = value


def put_behind(row, value):
    row.append(value)


def in_order(x):
    table = Parameters(1)
    table["a"] = x[0]
    put(table, "b", x[1] * x[0])
    table.move_to_end("a")
    return table["a"] * table["b"] * (next(iter(table)) == "b")


def in_a_window(x):
    row = Window(2, "last")
    row.append(x[0])
    put_behind(row, x[1] * x[2])
    put_behind(row, x[1] * x[0])
    return row[0] * row[1] ** 2


def in_numbers(x):
    table = Numbers(3)
    table["a"] = x[0]
    put(table, "b", x[1] * x[0])
    return table["a"] * table["b"]


def in_a_list(x):
    row = Uncopied([x[0]])
    put_behind(row, x[0] * x[1])
    put(row, 0, x[0] * 3)
    return row[0] * row[1]


def in_a_dict(x):
    table = Odd()
    table["a"] = x[0]
    put(table, "b", x[1] * x[0])
    return table["a"] * table["b"]


@pytest.mark.parametrize("fun", [in_order, in_a_window, in_numbers, in_a_list, in_a_dict])
def test_of_classes_that_are_copied_in_ways_of_their_own(fun):
    """What they hold is kept, whatever their constructors want, and whatever `copy` gives."""
    check_all_ways(fun, V4)
