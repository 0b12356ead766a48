"""`zip(*[iter(x)] * n)`: batches of n items."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import P4, V4, V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def bumps(at, *params):
    total = 0.0
    for centre, height, width in zip(*[iter(params)] * 3):
        total = total + height * np.exp(-0.5 * ((at - centre) / width) ** 2)
    return total


def paired(items, n):
    return list(zip(*[iter(items)] * n))


CALLED = [bumps, paired]


@case(V6, P4, argnums=(0, 1))
def parameters_of_bumps(p, x):
    return np.sum(bumps(x, *p)) * np.sum(CALLED[0](x, *p[:5]))


@case(V6)
def one_is_left_over(x):
    total = 0.0
    for a, b in zip(*[iter(x[:5])] * 2):
        total += a * b**2
    return total


@case(V6, 2)
@case(V6, 3)
@case(V6, 7)
@case(V6, 0)
def any_number(x, n):
    return sum([k * row[0] ** 2 * row[-1] for k, row in enumerate(zip(*[iter(x)] * n), 1)]) + x[0]


@case(V6)
def in_a_list_and_a_tuple(x):
    rows = paired(x, 2) + CALLED[1](x * 2.0, 3) + [*zip(*(iter([x[0], x[1] ** 2]),) * 2)]
    return rows[0][1] * rows[3][2] * rows[-1][1]


@case(V4)
def of_a_dict(x):
    table = dict(zip(*[iter(["a", x[0] ** 2, "b", x[1] * x[2]])] * 2))
    return table["a"] * table["b"]


@case(V6)
def left_early(x):
    for a, b in zip(*[iter(x)] * 2):
        if a * b > 0.0:
            break
        x = x * a
    return np.sum(x) + b


@case(V6)
def one_after_another(x):
    a, b = zip(*[iter(x)] * 3)
    return a[0] * b[2] ** 2


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def written_into(x):
    x = x * 1.0
    total = 0.0
    for a, b in zip(*[iter(x)] * 2):
        x[3] = a * 2.0
        total += a * b
    return total


def appended_to(x):
    items = [x[0], x[1]]
    total = 0.0
    for a, b in zip(*[iter(items)] * 2):
        if len(items) < 4:
            items += [a, b]
        total += a * b
    return total


def read_by_others(x):
    items = iter(list(x))
    first = next(items)
    return first * sum(a * b for a, b in zip(*[items] * 2))


@pytest.mark.parametrize("fun", [written_into, appended_to, read_by_others])
def test_what_others_see_is_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(V6), lambda: tangentish.jvp(fun, (V6,), (V6,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"test_whole_batches.py:\d+"):
            derivative()
