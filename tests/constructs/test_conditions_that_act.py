"""`and` and `or` with reads in them that run code which writes: properties that keep what they give, `in` of what is not known."""

from __future__ import annotations

import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Asked:
    """A class that writes when it is asked; because it is there, `in` may be more than a look."""

    def __contains__(self, key):
        self.asked = key
        return True


class Tank:
    def __init__(self, parts):
        self.parts, self.kept, self.asked = parts, None, 0

    @property
    def volume(self):
        self.asked += 1
        if self.kept is None:
            self.kept = len(self.parts) + self.parts["a"]
        return self.kept


def made(x):
    return Tank({"a": x * x, "b": 3.0})


KEYS = [(1.2, "a"), (1.2, "b"), (1.2, "q")]


def each(fun):
    for args in KEYS:
        case(*args)(fun)
    return fun


@each
def keys_of_what_is_not_known(x, key):
    tank = made(x)
    if x > 0 and key in tank.parts:
        x = x * tank.parts[key]
    elif key not in tank.parts or (x < 0 and "b" in tank.parts):
        x = x * x
    return x


@each
def properties(x, key):
    tank = made(x)
    large = (x < 0 or key in tank.parts) and tank.volume > 2.0
    if not (x > 0 and tank.volume > 1e3) and large:
        x = x * tank.volume
    return x * tank.asked


@each
def in_loops(x, key):
    tank = made(x)
    for k in ("a", "z", key):
        if k == "a" or (k in tank.parts and tank.asked < 2) or k == "z":
            x = x * tank.volume
        if x > 0 and tank.volume > 3.0 and k == "z":
            break
    return x * tank.asked


@each
def asserted(x, key):
    tank = made(x)
    assert x > 0 and ("c" in tank.parts or tank.volume)
    assert not (key == "q" and tank.volume < 0), tank
    volume = x < 0 or tank.volume
    return x * tank.asked * volume


class Tables:
    """A class whose `in` makes a generator, that is used up there."""

    def __init__(self, *tables):
        self.tables = tables

    def __contains__(self, key):
        return any(key in table for table in self.tables)

    def __getitem__(self, key):
        return next(table[key] for table in self.tables if key in table)


WEIGHTS = Tables({"a": 1.0, "b": 2.0}, {"c": 3.0})


@each
def generators_used_up(x, key):
    counts = {"b": x, "c": 2.0, key: x * x}
    total = 0.0
    for k, count in counts.items():
        if x > 0 and k in WEIGHTS and key != "r":
            total += WEIGHTS[k] * count
    return total if key in Tables(counts) else x


@pytest.mark.parametrize("fun, args, options", case)
def test_all_ways(fun, args, options):
    check_all_ways(fun, *args, **options)
