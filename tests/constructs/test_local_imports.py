"""Imports inside the function: of NumPy, in a branch or in a loop too; of arrays; the first time only, into a global."""

from __future__ import annotations

import sys
import types

import numpy
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
buffers = types.ModuleType("buffers_of_test_local_imports")
buffers.ROWS, buffers.TABLE = numpy.zeros(3), {"a": 1.0}
sys.modules[buffers.__name__] = buffers
solve = quad = None


@case(V3)
def at_the_top(x):
    import numpy as np
    return np.sum(np.sin(x) * x[0])


@case(V3)
def in_a_branch(x):
    if x[0] < 5.0:
        import numpy as np
        return np.sum(np.sin(x) * x[0])
    return x[0]


@case(V3)
def in_both_branches(x):
    if x[0] > 5.0:
        import numpy as np
    else:
        import numpy as np
    return np.sum(np.sin(x) * x[0])


@case(V3)
def in_a_loop(x):
    for _ in range(2):
        import numpy as np
        x = np.sin(x) * x[0]
    return x[1]


@case(V3)
def for_a_function_inside(x):
    import numpy as np

    def sine(y):
        return np.sin(y)
    return numpy.sum(sine(x) * x)


@case(V3)
def used_around_and_inside(x):
    import numpy as np

    y = np.asarray(x)
    square = lambda v: np.sum(v**2)

    def total(v):
        return np.sum(v**2) * square(v)

    return total(y) + sum(map(lambda v: np.sin(v), x))


@case(V3)
def compared_by_numpy(x):
    numpy.testing.assert_allclose(x, x * 1.0)
    return numpy.sum(x**2)


@case(V3)
def in_a_function_inside(x):
    def sine(y):
        if y[0] < 5.0:
            import numpy as np
        return np.sin(y)
    return numpy.sum(sine(x) * x)


@case(1.5)
def an_array_written_into(x):
    from buffers_of_test_local_imports import ROWS
    ROWS[0] = x * x
    return ROWS[0] * x


@case(1.5)
def a_dict_written_into(x):
    from buffers_of_test_local_imports import TABLE
    TABLE["a"] = x * x
    return TABLE["a"] * x


def _root(f, *args):
    global solve
    if solve is None:
        from scipy.optimize import brentq as solve
    return solve(f, 0.0, 5.0, args, 1e-13)


@case(1.5)
def a_function_that_a_global_is_for(x):
    return _root(lambda y, x: y**3 - x, x) * x


@case(1.5)
def imported_the_first_time(x):
    global quad
    if quad is None:
        from scipy.integrate import quad
    return quad(lambda t: t * x**2, 0.0, 1.0)[0]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def imported_in_one_branch(x, fast=True):
    if fast:
        from numpy import sinh as f
    else:
        from numpy import cosh as f
    return f(x)


def imported_once_more(x):
    from numpy import sin as f
    y = f(x)
    from numpy import cos as f
    return y * f(x)


class Tried:
    def at(self, x):
        try:
            from numpy import sin
        except ImportError:
            from cmath import sin
        self.y = sin(x)
        return self.y * x


def imported_instead(x):
    try:
        from nowhere_to_be_found import f
    except ImportError:
        from numpy import tanh as f
    return f(x)


@pytest.mark.parametrize("fun", [imported_in_one_branch, imported_once_more, Tried().at, imported_instead])
def test_names_that_several_imports_bind(fun):
    check_all_ways(fun, 1.5)
    assert tangentish.jvp(fun, (1.5,), (1.0,))[1] == pytest.approx(tangentish.grad(fun)(1.5))
