"""Names that no module defines, as of a library that is not installed, in code that is not come to."""

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways

X = np.array([0.7, 1.3, -0.4])
IS_INSTALLED = False


def in_units(x, quantity="length", installed=IS_INSTALLED):
    factor = 2.0
    if quantity == "length":
        factor = 3.0
        if installed:
            unit = units.kpc  # noqa: F821  # that is what is tested
    elif quantity == "none" and installed:
        unit = units.dimensionless  # noqa: F821  # the same
    out = np.sum(x**2)
    if installed:
        return units.Quantity(out * factor, unit=unit).value  # noqa: F821  # the same
    return out * factor


def test_not_come_to():
    check_all_ways(in_units, X)
    check_all_ways(in_units, X, "none")


@pytest.mark.parametrize("differentiate", [tangentish.grad, lambda fun: lambda *args: tangentish.jvp(fun, args, (X, None, None))],
                         ids=["reverse", "forward"])
def test_come_to(differentiate):
    with pytest.raises(NameError):
        differentiate(in_units)(X, "length", True)
