"""The `__init__` that Python generates for a dataclass, called by a class that is derived from it, or by its own name."""

from __future__ import annotations

import dataclasses
from dataclasses import InitVar, dataclass, field

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def checked(value, name, kinds):
    if not isinstance(value, kinds):
        raise TypeError(name)
    return np.asarray(value) if isinstance(value, list) else value


@dataclass
class Inputs:
    t: float = field(default=None, metadata={"kinds": (float, int, list, np.ndarray)})
    r: float = field(default=None, metadata={"kinds": (float, int, list, np.ndarray)})
    units: str = field(default="SI", metadata={"allowed": ["SI", "IP"]})
    log: list = field(default_factory=list)

    def __post_init__(self):
        for f in dataclasses.fields(self):
            value, said = getattr(self, f.name), f.metadata
            if said.get("kinds") and value is not None:
                setattr(self, f.name, checked(value, f.name, kinds=said.get("kinds")))
            elif "allowed" in said and value not in said["allowed"]:
                raise ValueError(f.name)


@dataclass
class Comfort(Inputs):
    def __init__(self, t, r, units="SI"):
        super().__init__(t=t, r=r, units=units)
        self.log.append(self.t * self.r)


@case(V3)
def checked_by_the_class_it_is_derived_from(x):
    made = Comfort(x[0] * x[1], x[2])
    Comfort([x[0]], r=x[1], units="IP")
    return made.t * made.log[0] + np.sum(Comfort(x, [x[0], x[1], x[2]]).log[0])


@case(V3)
def called_again_by_its_name(x):
    made = Comfort(x[0], x[1])
    Inputs.__init__(made, made.t * x[2], r=made.r)
    return made.t * made.r + len(made.log)


@dataclass(frozen=True)
class Frozen:
    t: float
    parts: list = field(default_factory=list)
    scale: float = field(default=2.0, kw_only=True)


class Thawed(Frozen):
    def __init__(self, t):
        super().__init__(t * t, scale=t)


@case(V3)
def frozen_fields(x):
    made = Thawed(x[0])
    made.parts.append(x[1] * made.scale)
    return made.t * made.parts[0] * Thawed(x[2]).scale


@dataclass(slots=True)
class Slotted:
    t: float
    scale: float = field(default=3.0, init=False)
    weights: list = field(default_factory=lambda: [1.5], init=False)


class Wider(Slotted):
    def __init__(self, t):
        Slotted.__init__(self, t)
        self.more = t * self.scale


@case(V3)
def slots_with_defaults(x):
    made = Wider(x[0] * x[1])
    return made.t * made.more * made.weights[0]


@dataclass
class Scaled:
    t: float
    by: InitVar[float] = 1.0

    def __post_init__(self, by):
        self.t = self.t * by


class ScaledTwice(Scaled):
    def __init__(self, t):
        super().__init__(t, by=t)


@case(V3)
def given_on_to_what_comes_after(x):
    return ScaledTwice(x[0]).t * ScaledTwice(x[1] * x[2]).t


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
