"""`setattr` with names that are only known when it runs."""

from __future__ import annotations

import types

import numpy as np
import pytest

from tests.oracle import check_gradient


class Body:
    def __init__(self, **values):
        for key, value in values.items():
            setattr(self, key, value)

    def energy(self):
        return self.mass * np.sum(self.speed**2)

    @property
    def weight(self):
        return self.mass

    @weight.setter
    def weight(self, value):
        self.mass = value / 9.81


def made_of_keywords(x):
    return Body(mass=x[0], speed=x[1:]).energy()


def written_twice(x):
    body = Body(mass=x[0], speed=x)
    before = body.energy()
    for key in ("mass", "mass"):
        setattr(body, key, body.mass * x[1])
    return before + body.energy()


def through_a_property(x):
    body = Body(mass=1.0, speed=x)
    setattr(body, "weight", x[0] * x[1])
    return body.energy()


def of_an_argument(x, body=types.SimpleNamespace(scale=2.0)):
    name = "sc" + "ale"
    setattr(body, name, x[0])
    result = np.sum(body.scale * x)
    setattr(body, name, 2.0)
    return result


def an_array_written_into_later(x):
    body = Body(mass=x[0], speed=x * 1.0)
    setattr(body, "speed", body.speed * 2.0)
    body.speed[0] *= x[1]
    return body.energy()


@pytest.mark.parametrize("fun", [made_of_keywords, written_twice, through_a_property, of_an_argument, an_array_written_into_later],
                         ids=lambda f: f.__name__)
def test_setattr(fun) -> None:
    check_gradient(fun, np.array([0.7, -1.3, 0.4]))
