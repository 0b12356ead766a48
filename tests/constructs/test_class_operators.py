"""Operators of the user's classes, properties, `setattr`, dictionaries of attributes."""

from types import SimpleNamespace

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Vec:
    def __init__(self, data):
        self.data = data
    def __add__(self, o):
        return Vec(self.data + (o.data if isinstance(o, Vec) else o))
    def __radd__(self, o):
        return Vec(self.data * 1.5 + o)
    def __sub__(self, o):
        return Vec(self.data - o.data)
    def __mul__(self, o):
        return Vec(self.data * o)
    __rmul__ = __mul__
    def __truediv__(self, o):
        return Vec(self.data / o)
    def __rtruediv__(self, o):
        return Vec(o / self.data)
    def __pow__(self, n):
        return Vec(self.data**n)
    def __matmul__(self, o):
        return np.sum(self.data * o.data)
    def __neg__(self):
        return Vec(-self.data)
    def __pos__(self):
        return Vec(self.data * 3.0)
    def __abs__(self):
        return Vec(np.sqrt(self.data**2 + 1.0))
    def __invert__(self):
        return Vec(self.data[::-1])
    def __getitem__(self, i):
        return self.data[i] * 2.0
    def __setitem__(self, i, v):
        self.data[i] = v * 0.5
    def __iter__(self):
        return iter(self.data)
    def __len__(self):
        return len(self.data)
    def __call__(self, t, k=1.0):
        return self.data * t * k
    def __iadd__(self, o):
        self.data = self.data + o * 2.0
        return self
    def __imul__(self, o):
        self.data *= o
        return self
    def __contains__(self, t):
        return bool(np.any(self.data > t))
    def __eq__(self, o):
        return bool(np.all(self.data == o.data))
    def __hash__(self):
        return 1
    def __lt__(self, o):
        return np.sum(self.data) < np.sum(o.data)
    def __bool__(self):
        return len(self.data) > 0
    def __float__(self):
        return float(np.sum(self.data))


@case(V3)
def op_add_radd(x):
    v = Vec(x)
    return np.sum((v + x).data * (2.0 + v).data) + np.sum((v + v).data ** 2)


class Tall:
    def __init__(self, parts):
        self.parts = parts

    def height(self):
        return float(self) * self.parts[0]

    def __float__(self):
        return float(self.parts[0] * self.parts[1])


@case(V3)
def op_float(x):
    total = float(Vec(x)) * Tall([x[0], x[1]]).height()
    for one in [Tall(x), Vec(x * 2.0), x[2]]:
        total += float(one) ** 2
    return total + sum(map(float, [x[0], 2, "1.5"]))


@case(V3)
def op_compare_and_bool(x):
    v, w = Vec(x), Vec(x * 2.0)
    y = np.sum(v.data) if v else 0.0
    if 0.5 in v and v != w and not v == w:
        y = y * 2.0
    return y * np.sum(max(v, w).data) + np.sum(sorted([v, w])[0].data ** 2)


class Quantity:
    def __init__(self, value):
        self._value = value
        self.reads = 0
    @property
    def value(self):
        self.reads += 1
        return self._value * self.reads
    @value.setter
    def value(self, v):
        self._value = v * v
    @value.deleter
    def value(self):
        self._value = 1.0
    @property
    def array(self):
        return self._value[1:]


@case(V3)
def property_returns_view_written(x):
    q = Quantity(x * 1.0)
    q.array[0] = x[0] ** 2
    q.array[:] *= x[2]
    v = q.array
    v += x[0]
    return np.sum(q._value**2)


@case(V3)
def property_returns_view_augmented(x):
    q = Quantity(x * 1.0)
    a = q.array
    a *= a[::-1].copy()
    return np.sum(q._value**2 * x)


@case(0.7)
def namespace_kwargs(x):
    settings = {"a": x, "b": x * x}
    s = SimpleNamespace(**settings)
    s.a *= s.b
    t = SimpleNamespace(inner=s, k=2)
    t.inner.b = t.inner.a * t.k
    return s.b * s.a


class Stack:
    def __init__(self):
        self.items = []
    def push(self, v):
        self.items.append(v)
        return self
    def apply(self, f):
        b, a = self.items.pop(), self.items.pop()
        self.items.append(f(a, b))
        return self
    @property
    def top(self):
        return self.items[-1]


@case(0.7, 1.3, argnums=(0, 1))
def stack_machine(x, y):
    s = Stack()
    s.push(x).push(y).apply(lambda a, b: a * b).push(x).apply(lambda a, b: a - b * y)
    t = s.top
    s.push(t).push(t).apply(np.multiply).apply(np.add)
    return s.top * t


@case(V4, 0.2, argnums=(0, 1))
def linked_objects(x, h):
    class Node:
        def __init__(self, value, below=None):
            self.value, self.below = value, below
    top = None
    for t in x:
        top = Node(t * h, top)
    total = 1.0
    node = top
    while node is not None:
        node.value = node.value * total
        total = total + node.value
        node = node.below
    return total * top.value * top.below.value


class Modular:
    """Says itself what `divmod` and `pow` with a modulus give, which `//`, `%` and `**` do not."""

    def __init__(self, value):
        self.value = value
    def __divmod__(self, o):
        return (self.value * o, self.value + o) if isinstance(o, float) else NotImplemented
    def __rdivmod__(self, o):
        return o * self.value**2, self.value - o
    def __floordiv__(self, o):
        return self.value
    def __mod__(self, o):
        return self.value
    def __pow__(self, o, mod=None):
        return self.value**o if mod is None else self.value * mod


@case(1.7)
def divmod_of_a_class(x):
    (a, b), (c, d) = divmod(Modular(x), 2.0), divmod(3.0, Modular(x))
    return a * b + c * d


@case(1.7)
def two_of_one_class(x):
    try:
        return divmod(Modular(x), Modular(x * 2.0))[0]
    except TypeError:  # the second is not asked, as it is of the same class
        return x**2


@case(1.7)
def divmod_of_numbers_then_objects(x):
    total = 0.0
    for item in (x, Modular(x), x * 3.0, Modular(x * 2.0)):
        total = total + divmod(item, 0.7)[1] * divmod(5.0, item)[0]
    return total


@case(1.7)
def pow_of_a_class(x):
    return pow(Modular(x), 2, 5) * pow(Modular(x), 3)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Scaling:
    """An operator that gives an array."""

    def __init__(self, k):
        self.k = k
    def __matmul__(self, x):
        return self.k * x
    def __mul__(self, x):
        return self.k * x * 2.0


class Family:
    """Gives objects of a class that is not seen when a program is made."""

    kind = Scaling

    def __init__(self, k):
        self.k = k
    def __getitem__(self, i):
        return self.kind(self.k * i)


@pytest.mark.parametrize("fun", [lambda k: np.sum(Family(k)[2] @ V3), lambda k: np.sum(Family(k)[2] * V3)])
def test_unknown_classes(fun):
    """Of objects whose class is not known: right, or refused, in both modes."""
    for derivative in (lambda: tangentish.grad(fun)(1.3), lambda: tangentish.jvp(fun, (1.3,), (1.0,))[1]):
        try:
            assert np.isclose(derivative(), fun(1.0))  # they are linear
        except tangentish.UnsupportedError as error:
            assert "its class was not known" in str(error)


class Node:
    """Expressions that are made of numbers on either side."""

    def __init__(self, left, right):
        self.left, self.right = left, right
    def __mul__(self, o):
        return Node(self, as_node(o))
    def __rmul__(self, o):
        return as_node(o) * self
    def value(self):
        return self.left.value() * self.right.value()


class Leaf(Node):
    def __init__(self, v):
        self.v = v
    def value(self):
        return self.v


class Doubled(Leaf):
    def __rmul__(self, o):
        return Node(self, as_node(o)) * Leaf(2.0)


def as_node(o):
    return o if isinstance(o, Node) else Leaf(o)


@pytest.mark.parametrize("fun", [
    lambda x: (Leaf(x[0]) * x[1] * Leaf(x[2])).value(), lambda x: (Leaf(x[0]) * x[1] * Doubled(x[2])).value(),
    lambda x: (float(2.0) * (Leaf(x[1]) * Leaf(x[2]))).value(), lambda x: (Leaf(x[1]) * Doubled(x[2]) * Leaf(x[0])).value(),
    lambda x: (Doubled(x[0]) * Leaf(x[1])).value(), lambda x: (3 * Doubled(x[0])).value()])
def test_reflected_operators_of_derived_classes(fun):
    """Python asks the right operand first only if its class has a reflected operator of its own."""
    check_all_ways(fun, V3)
