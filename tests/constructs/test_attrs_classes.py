"""Classes as attrs writes them: an `__init__` that sets attributes by a setter of the one object, past the `__setattr__`."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.3, 0.7, 1.2])
SETTER = object.__setattr__.__get__


class Converted:
    __slots__ = ("x", "y")

    def __init__(self, x, y=2.0):
        put = SETTER(self)
        put("x", x * 3.0)
        put("y", y)

    def __setattr__(self, name, value):
        SETTER(self)(name, value * 3.0 if name == "x" else value)


class Frozen:
    def __init__(self, x, parts=None):
        put = SETTER(self)
        put("x", x * x)
        put("parts", [2.0] if parts is None else parts)
        if not isinstance(self.x, np.ndarray):
            raise TypeError("x")
        self.__attrs_post_init__()

    def __attrs_post_init__(self):
        object.__setattr__(self, "z", self.x * self.parts[0])

    def __setattr__(self, name, value):
        raise AttributeError(name)


@case(X)
def converted(x):
    made = Converted(x, y=x[1])
    made.x = x * made.y
    return np.sum(made.x) * made.y + np.sum(Converted(x * x).x)


@case(X)
def frozen(x):
    made = Frozen(x)
    made.parts.append(x[0])
    return np.sum(made.x) * sum(made.parts) + np.sum(Frozen(made.x, [x[1]]).z)


@case(X)
def of_some_class(x):
    return sum(np.sum(cls(x).x * x) for cls in (Converted, Frozen))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
