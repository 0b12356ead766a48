"""Operators and calls by their methods, as the classes of Python have them: `float.__mul__(a, b)`, `np.sin.__call__(x)`."""

import numpy as np
import pytest

from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(P4)
def of_lists(x):
    items = list.__add__(list(x), [x[0] * 2.0])
    return sum(items) + list.__mul__([x[0]], 3)[2] ** 2 + list.__getitem__(items, 1) ** 2 * list.__len__(items)


@case(P4)
def of_tuples(x):
    items = tuple.__add__(tuple(x), (x[0],))
    return tuple.__getitem__(items, 4) ** 2 * items[1] * tuple.__len__(items)


@case(P4)
def of_numbers(x):
    a, b = float(x[0]), float(x[1])
    product = float.__mul__(a, b) * float.__truediv__(a, b) + float.__pow__(b, 3.0)
    return product * float.__rsub__(a, 1.0) + float.__neg__(b) * float.__abs__(-a) * float.__float__(b)


@case(P4)
def not_implemented(x):
    a = float(x[0])
    return x[1] * 2.0 if float.__add__(a, "text") is NotImplemented else a * float.__lt__(a, 2.0)


@case(P4)
def mapped(x):
    return sum(map(float.__abs__, [float(-v) for v in x])) ** 2


def squared(v):
    return v * v


@case(P4)
def functions_called_by_their_method(x):
    y = np.sin.__call__(x) + np.add.__call__(x, x**2)
    return np.sum.__call__(y) * abs.__call__(-x[0]) + squared.__call__(x[1]) + (lambda v: v**3).__call__(x[2])


@pytest.mark.parametrize("fun,args,options", case)
def test_operators_of_classes(fun, args, options):
    check_all_ways(fun, *args, **options)
