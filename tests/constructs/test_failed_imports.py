"""Methods and functions that begin by importing a package that is not there: what catches that goes on with other code."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish import UnsupportedError, grad
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
X = np.array([0.7, -1.3, 0.4])


class System:
    def __init__(self, poles, log):
        self.poles, self.log = poles, log

    def fast(self, at):
        """By a package that few have."""
        from no_such_package import transfer
        self.log.append(at)
        return transfer(self.poles, at)

    def late(self, at):
        self.log.append(at)
        from no_such_package import transfer
        return transfer(self.poles, at)

    def plain(self, at):
        out = np.zeros_like(self.poles)
        out[:] = at / (at - self.poles)
        return out

    def __call__(self, at):
        try:
            found = self.fast(at)
        except (ImportError, ValueError):
            found = self.plain(at)
        return np.prod(found)


def fast(out, x):
    import math

    import no_such_package
    out[:] = no_such_package.cube(x, math.pi)


def cube(x):
    out = x.copy()
    try:
        fast(out, x)
    except ImportError:
        out *= x * x
    return out


@case(X)
def method_that_imports_first(x):
    return System(x, [])(x[0] * 3.0)


@case(X)
def method_called_in_a_loop(x):
    total = 0.0
    for k in range(3):
        total = total + System(x, [])(x[k] + 2.5)
    return total


@case(X)
def function_that_imports_first(x):
    return np.sum(cube(x) * x[0])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def method_that_writes_before_it_imports(x):
    system = System(x, [])
    try:
        found = system.late(x[0])
    except ImportError:
        found = system.plain(x[0] * 2.0) * system.log[0]
    return np.sum(found)


def test_refused():
    with pytest.raises(UnsupportedError, match="in the middle of its work"):
        grad(method_that_writes_before_it_imports)(X)
