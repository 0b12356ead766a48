"""`match`: literal, sequence, class and mapping patterns."""

from dataclasses import dataclass

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.oracle import check_gradient

case = Cases()


@case(0.7, 0)
@case(0.7, 1)
@case(0.7, 7)
def match_literal(x, order):
    match order:
        case 0:
            y = x
        case 1 | 2:
            y = x**2 * order
        case _:
            y = np.exp(x)
    return y * x


@case((0.7,))
@case((0.7, 1.3))
@case([0.7, 1.3, -0.2, 0.5])
@case([])
def match_sequence(values):
    match values:
        case []:
            return 0.0
        case [x]:
            return x**2
        case (x, y):
            return x * y**2
        case [first, *rest, last]:
            return first * last + sum(rest) ** 2


@dataclass
class Circle:
    radius: float


@dataclass
class Box:
    width: float
    height: float


@case(0.7, "circle")
@case(0.7, "box")
@case(0.7, "square")
@case(0.7, "line")
def match_class(x, kind):
    shapes = {"circle": Circle(x), "box": Box(x, height=x**2), "square": Box(2.0, 2.0)}
    match shapes.get(kind, x):
        case Circle(radius=r):
            return np.pi * r**2
        case Box(w, h) if w == h:
            return w * x
        case Box(width=w, height=h):
            return w * h
        case float() as length:
            return 3.0 * length
    return 0.0


@case({"kind": "power", "x": 0.7, "n": 3})
@case({"kind": "sum", "items": [0.1, 0.2], "scale": 0.3})
def match_mapping(config):
    match config:
        case {"kind": "power", "x": x, "n": int(n)}:
            return x**n
        case {"kind": "sum", "items": [a, b], **rest}:
            return a * b + a * rest["scale"]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
