"""Properties that write, of objects that are found further in, read where nothing has a derivative: tests, indices, texts."""

from __future__ import annotations

import types

import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Tank:
    def __init__(self, level):
        self.level, self.reads = level, 1.0

    @property
    def volume(self):
        self.reads = self.reads * 1.5 + self.level
        return self.level * 2.0


def held(level):
    return types.SimpleNamespace(tank=Tank(level))


@case(V4)
def in_a_test(x):
    model, y = held(x[0]), x[1]
    if model.tank.volume > 1000.0:
        y = y * 2.0
    return y * model.tank.reads


@case(V4)
def in_one_part_of_a_test(x):
    model, y = held(x[0]), x[1]
    if not (x[0] > -9.0 and model.tank.volume > 1000.0):
        y = y * model.tank.volume
    return y * model.tank.reads


@case(V4)
def of_an_item(x):
    tanks, y = [Tank(x[0]), Tank(x[1])], x[2]
    if tanks[1].volume > tanks[0].volume:
        y = y * 2.0
    return y * tanks[0].reads + tanks[1].reads


@case(V4)
def in_a_conditional_expression(x):
    model = held(x[0])
    factor = 1.0 if model.tank.volume > 1000.0 else 2.0
    return factor * x[1] * model.tank.reads


@case(V4)
def in_an_index(x):
    model = held(x[0])
    return x[int(model.tank.volume > 1000.0)] * model.tank.reads


@case(V4)
def in_a_text(x):
    model = held(x[0])
    text = f"{model.tank.volume}"
    return x[1] * model.tank.reads * min(len(text), 1)


@case(V4)
def asserted(x):
    model = held(x[0])
    assert model.tank.volume < 1000.0
    return x[1] * model.tank.reads


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
