"""Dataclasses of every sort, named tuples and the containers of the standard library."""

from collections import defaultdict, namedtuple
from dataclasses import asdict, astuple, dataclass, field, replace
from typing import ClassVar

import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@dataclass
class Beam:
    length: float
    width: float = 2.0
    area: float = field(init=False)
    parts: list = field(default_factory=list)
    def __post_init__(self):
        self.area = self.length * self.width
        self.parts.append(self.area)
        if self.area > 1.0:
            self.width = self.width * self.length


@dataclass
class Counted:
    length: float
    unit: ClassVar[float] = 3.0
    made: ClassVar[property] = property(lambda self: self.length * self.unit)

    def __post_init__(self):
        self.length = self.length * self.unit


@case(0.7)
def dataclass_with_class_variables(a):
    return Counted(a * a).made


@case(0.7, 1.4, argnums=(0, 1))
@case(0.7, 1.6, argnums=(0, 1))
def dataclass_post_init(a, b):
    beam = Beam(a, b)
    other = Beam(width=beam.area, length=b)
    third = replace(other, length=a)
    return beam.area * other.area * beam.width + sum(beam.parts) * third.parts[-1] + len(third.parts)


@case(0.7, 1.6, argnums=(0, 1))
def dataclass_asdict_astuple(a, b):
    beam = Beam(a, b)
    d = asdict(beam)
    return d["area"] * d["length"] + sum(astuple(beam)[:3])


@dataclass(frozen=True, slots=True)
class Slotted:
    u: float
    v: float = 1.0
    def moved(self, t):
        return replace(self, u=self.u + t * self.v)


@case(0.7, 1.6, argnums=(0, 1))
def dataclass_frozen_slots(a, b):
    p = Slotted(a, b).moved(a * b).moved(2.0)
    return p.u * p.v


@dataclass(order=True)
class Ordered:
    key: float
    load: float = field(compare=False, default=1.0)


@case(0.7, 1.6, argnums=(0, 1))
def dataclass_ordered(a, b):
    items = sorted([Ordered(b, a), Ordered(a, b * b), Ordered(-a * b, 2.0)])
    return sum(item.load * (i + 1) * item.key for i, item in enumerate(items)) * (max(items).load)


class Slots:
    __slots__ = ("a", "b")
    def __init__(self, a):
        self.a = a
        self.b = a * a


@case(0.7)
def slots_class(x):
    s = Slots(x)
    s.a *= s.b
    s.b = s.a * x
    return s.a * s.b


NT = namedtuple("NT", "p q r", defaults=(1.5,))


@case(0.7, V3, argnums=(0, 1))
def namedtuple_replace_asdict(x, v):
    t = NT(x, v)
    u = t._replace(p=x * x, r=np.sum(v))
    d = u._asdict()
    d["p"] = d["p"] * d["r"]
    w = NT(**d)
    z = NT._make([w.p, u.q * 2.0, t.r])
    a, *rest = z
    return a * np.sum(rest[0]) * rest[1] + np.sum(w.q) * u.r + dict(zip(NT._fields, z))["p"]


@case(0.7, V3, argnums=(0, 1))
def namedtuple_array_field_written(x, v):
    t = NT(x, v * 1.0, [x])
    t.q[1] = x * t.q[0]
    t.r.append(t.q[1])
    t.r[0] *= 3.0
    u = t + (x,)
    return np.sum(t.q**2) * t.r[0] * t.r[-1] * u[-1] * t.index(x) + t.r[-1]


@case(V3)
def default_dict_arrays(x):
    d = defaultdict(lambda: np.zeros(3))
    for i in range(4):
        d[i % 2] += x * i
        d[i % 2][i % 3] *= x[0]
    return np.sum(d[0] * d[1])


@dataclass
class State:
    u: np.ndarray
    t: float = 0.0
    log: list = None
    def advance(self, h):
        self.u[1:] += h * self.u[:-1]
        self.t += h * np.sum(self.u)
        if self.log is None:
            self.log = []
        self.log.append(self.t)
        return self


@case(V4, 0.2, argnums=(0, 1))
def dataclass_state_advances(x, h):
    s = State(x.copy())
    for k in range(3):
        s.advance(h).advance(h * h)
        if k == 1:
            s = State(s.u, s.t * 2.0, s.log)
    return np.sum(s.u**2) * s.t + sum(s.log) * len(s.log)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
