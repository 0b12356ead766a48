"""A method is called only of what has it; numbers and arrays have it not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Scale:
    """What has the method."""

    def __init__(self, value):
        self.value = value

    def __duplicate__(self):
        return Scale(self.value)


def duplicate(thing):
    if hasattr(thing, "__duplicate__"):
        return thing.__duplicate__()
    return thing


@case(0.8)
@case(np.float64(0.8))
@case(np.array(0.8))
@case(V3)
def of_an_argument(x):
    return np.sum(duplicate(x) ** 2)


@case(0.8)
@case(V3)
def of_an_object_and_its_field(x):
    scale = duplicate(Scale(x))
    return np.sum(duplicate(scale.value) ** 3)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
