"""What is stored into the `__dict__` of an object under the name of a cached property was not computed by it."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from tests.constructs.cases import P4
from tests.constructs.ways import check_all_ways
from tests.texts import executed


class Model:
    def __init__(self, a: Any) -> None:
        self.a = a

    @functools.cached_property
    def slope(self) -> Any:
        return 3 * self.a


class Flat(Model):
    def __init__(self, a: Any) -> None:
        super().__init__(a)
        self.__dict__["slope"] = 0.5
        self.total = self.slope + a


class Steep(Model):
    def __init__(self, a: Any) -> None:
        super().__init__(a)
        self.__dict__["slope"] = a**2


def constant(x):
    model = Flat(x)
    return model.total * model.slope * x


def active(x):
    return Steep(x).slope * x


def as_computed(x):
    model = Model(x)
    model.__dict__["slope"] = 3 * x
    return model.slope * x


def computed(x):
    model = Model(x)
    return model.slope * x + Flat(x).slope


@pytest.mark.parametrize("program", [constant, active, as_computed, computed])
def test_program(program):
    check_all_ways(program, 1.7)


MADE = """
import functools
import numpy as np

class Made:
    def __init__(self, w):
        self.w = w.copy()
    @functools.cached_property
    def u(self):
        return np.sum(self.w**3)
    @functools.cached_property
    def v(self):
        return self.w**3

def program(x):
    b = Made(x)
    {use}
"""
USES = {
    "deleted": "b.u = x[1]**2; t = b.u; del b.u; return t * b.u",
    "delattr": 'b.u = x[1]**2; t = b.u; delattr(b, "u"); return t * b.u',
    "popped": 'b.u = x[1]**2; t = b.u; b.__dict__.pop("u"); return t * b.u',
    "cleared": "b.u = x[1]**2; t = b.u; b.__dict__.clear(); b.w = x; return t * b.u",
    "item_deleted": 'b.u = x[1]**2; t = b.u; del b.__dict__["u"]; return t * b.u',
    "computed_and_deleted": "t = b.u; del b.u; b.w = b.w * 2.0; return t * b.u",
    "set_again": "b.u = x[1]**2; t = b.u; del b.u; s = b.u; b.u = x[2]; return t * s * b.u",
    "stored_over": 't = b.u; b.__dict__["u"] = x[1]**2; return t * b.u',
    "updated_over": "t = b.u; vars(b).update(u=x[1]**2); return t * b.u",
    "updated_by_pairs": 't = b.u; vars(b).update([("u", x[1]**2)]); return t * b.u',
    "by_a_name": 'key = "u"; b.__dict__[key] = x[1]**2; t = b.u; del b.u; s = b.u; b.__dict__[key] = x[2]**2; return t * s * b.u',
    "by_default": 'b.__dict__.setdefault("u", x[2]); t = b.u; del b.u; return t * b.u',
    "augmented": "b.u = b.u * 2.0; b.u *= x[0]; t = b.u; del b.u; return t * b.u",
    "augmented_at_once": "b.u *= x[0]; return b.u * b.u",
    "held_elsewhere": "b.u = b.w; t = np.sum(b.u); b.u = b.u * 2.0; s = np.sum(b.u * x); del b.u; return t * s * b.u",
    "an_array": "b.v = b.w * x; b.v *= x[0]; t = b.v; del b.v; return np.sum(t * b.v)",
    "part_of_it": "b.v = x * 2.0; b.v[0] = x[0]; b.v[1:] *= x[:3]; return np.sum(x * b.v)",
    "in_a_loop": """
    kept = []
    for k in range(3):
        kept.append(b.u)
        b.u = b.u * x[k]
        if k == 1:
            del b.u
    return sum(kept) * b.u""",
    "copied": "b.u = x[1]**2; c = Made(x); c.__dict__.update(b.__dict__); return c.u * b.u",
    "raised": """
    try:
        b.u = x[1]**2
        raise KeyError
    except KeyError:
        t = b.u
    return t * np.sum(x)"""}


@pytest.mark.parametrize("use", USES)
def test_stored_and_computed_in_turn(use):
    check_all_ways(executed(MADE.format(use=USES[use]), f"in_turn_{use}.py")["program"], P4)


def test_what_the_uses_give():
    found = [executed(MADE.format(use=use), "in_turn_plain.py")["program"](P4) for use in USES.values()]
    assert np.isfinite(found).all()
