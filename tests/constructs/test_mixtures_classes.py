"""Classes that keep, share and hand on what is differentiated."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])


@dataclass
class Node:
    val: float
    kids: list = field(default_factory=list)
    cache: dict = field(default_factory=dict, repr=False)

    def total(self, w):
        if "t" in self.cache:
            return self.cache["t"]
        t = self.val * w
        for k in self.kids:
            t = t + k.total(w * 0.5)
        self.cache["t"] = t
        return t


@case(V)
def tree_with_a_cache(x):
    leaf = Node(x[0])
    mid = Node(x[1] ** 2, [leaf])
    root = Node(np.sin(x[2]), [mid, leaf])
    a = root.total(x[3])
    leaf.val = 5 * x[1]
    b = root.total(1.0)
    root.cache.clear()
    c = root.total(2.0)
    leaf.cache.pop("t")
    mid.cache.clear()
    root.cache = {}
    d = root.total(1.5)
    return a * b + c * d


@case(V)
def layers_of_three_classes(x):

    class Base:
        scale = 1.0

        def __init__(self, w):
            self.w = w
            self.setup()

        def setup(self):
            self.b = 0.0

        def __call__(self, z):
            return self.act(self.scale * (self.w * z + self.b))

        def act(self, z):
            return z

    class Tanh(Base):
        def act(self, z):
            return np.tanh(super().act(z))

    class Scaled(Tanh):
        scale = 2.0

        def setup(self):
            super().setup()
            self.b += self.w[0]

    layers = [Base(x[:2]), Tanh(x[2:]), Scaled(x[1:3])]
    z = x[::2]
    for lay in layers:
        z = lay(z)
        if isinstance(lay, Tanh):
            lay.w = lay.w * 2
            lay.b += z[0]
    layers[1].scale = x[3]
    for lay in reversed(layers):
        z = lay(z)
    return np.sum(z)


@case(V)
def polynomials(x):

    class Poly:
        def __init__(self, c):
            self.c = np.asarray(c, dtype=float)

        def __add__(self, o):
            if not isinstance(o, Poly):
                o = Poly([o])
            n = max(len(self.c), len(o.c))
            r = np.zeros(n)
            r[: len(self.c)] += self.c
            r[: len(o.c)] += o.c
            return Poly(r)

        __radd__ = __add__

        def __mul__(self, o):
            if not isinstance(o, Poly):
                return Poly(self.c * o)
            return Poly(np.convolve(self.c, o.c))

        __rmul__ = __mul__

        def __neg__(self):
            return self * -1

        def __sub__(self, o):
            return self + -o

        def __pow__(self, n):
            r = Poly([1.0])
            for _ in range(n):
                r = r * self
            return r

        def __call__(self, t):
            s = 0.0
            for c in self.c[::-1]:
                s = s * t + c
            return s

        def deriv(self):
            return Poly(self.c[1:] * np.arange(1, len(self.c)))

        def __getitem__(self, i):
            return self.c[i] if i < len(self.c) else 0.0

        def __len__(self):
            return len(self.c)

        def __iadd__(self, o):
            self.c[0] += o
            return self

        def __eq__(self, o):
            return np.array_equal(self.c, o.c)

    p, q = (Poly(x[:2]), Poly(x[1:]))
    r = 2.0 * p * q - q**2 + 1.5
    keep = p
    p += x[3]
    s = r.deriv()(0.3) + r(x[0]) + keep[0] * r[9] + len(r) * r[1]
    return s + (p(0.1) if p == keep else -1.0)


class LocalCache:
    """Caches by key; evicts the oldest."""

    def __init__(self, size):
        self.size, self.data, self.order = (size, {}, [])

    def __contains__(self, k):
        return k in self.data

    def __getitem__(self, k):
        self.order.remove(k)
        self.order.append(k)
        return self.data[k]

    def __setitem__(self, k, v):
        if k not in self.data:
            if len(self.order) >= self.size:
                old = self.order.pop(0)
                del self.data[old]
            self.order.append(k)
        self.data[k] = v

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.order)


@case(V)
def cache_that_evicts(x):
    c = LocalCache(2)
    t = 0.0
    for i, k in enumerate("abacbca"):
        if k in c:
            c[k] = c[k] * x[0] + 0.1
        else:
            c[k] = x[i % 4] * (1 + len(c))
        t += c[k] * (i + 1)
    return t + sum((c[k] ** 2 for k in list(c)))


@case(V)
def setters_that_call_back(x):

    class Var:
        def __init__(self, v):
            self._v = v
            self.obs = []

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, new):
            old, self._v = (self._v, new)
            for o in self.obs:
                o(old, new)

    a, b = (Var(x[0]), Var(x[1]))
    tot = [0.0]

    def on_a(o, n):
        tot[0] += o * n

    a.obs.append(on_a)
    b.obs.append(lambda o, n: tot.append(n - o))
    for i in range(3):
        a.v = a.v * x[2]
        b.v += a.v
    return sum(tot) * a.v


@case(V)
def two_objects_that_call_each_other(x):

    class A:
        def __init__(self, v):
            self.v = v
            self.peer = None

        def ping(self, n):
            self.v = self.v * 1.1 + n
            return self.peer.pong(n - 1) if n > 0 else self.v

        def pong(self, n):
            self.v += self.peer.v
            return self.peer.ping(n - 1) if n > 0 else self.v * 2

    a, b = (A(x[0]), A(x[1]))
    a.peer, b.peer = (b, a)
    r = a.ping(4)
    a.peer = a
    return r * a.pong(1) + b.v


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
