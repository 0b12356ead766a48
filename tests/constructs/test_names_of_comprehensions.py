"""Variables of comprehensions that are called like functions around them, or like other variables."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def f(v):
    return "text"


def g(v):
    return 3


def h():
    return 2.0


def summed(fs, at):
    return sum(f(at) for f in fs)


def kept(fs):
    return [f for f in fs][-1]


@case(V4)
def functions_that_captured(x):
    fs = [lambda v: v * x[0], lambda v: v + x[1]]
    return sum(f(2.0) for f in fs) * np.prod([f(3.0) for f in fs])


@case(V4)
def functions_of_a_loop(x):
    fs = []
    for i in range(3):
        fs.append(lambda v, i=i: v * x[i])
    return sum([f(2.0) for f in fs])


@case(V4)
def seen_by_functions_in_a_comprehension(x):
    fs = [(lambda v: v * i * x[i]) for i in range(3)]
    return sum(f(1.0) for f in fs)


@case(V4)
def one_in_another(x):
    fs = [[lambda v: v * x[0]], [lambda v: v * x[1], lambda v: v * x[2]]]
    return sum(sum(f(2.0) for f in f) for f in fs) + sum(f(1.0) for g in fs for f in g if f(1.0) < 9.0)


@case(V4)
def of_a_dict(x):
    table = {g: f for g, f in [("a", lambda v: v * x[0]), ("b", lambda v: v * x[1])]}
    return sum(f(2.0) for f in table.values()) * len([g for g in table]) + {g: f(1.0) for g, f in table.items()}["b"]


@case(V4)
def the_others_are_called_too(x):
    fs = [lambda v: v * x[0], lambda v: v * x[1]]
    total = sum(f(2.0) for f in fs) * g(0) * h()
    return total if f(1.0) == "text" else 0.0


@case(V4)
def in_a_helper(x):
    fs = [lambda v: v * x[0], lambda v: v * x[1] * x[2]]
    return summed(fs, 2.0) * kept(fs)(3.0)


@case(V4)
def builtins(x):
    sums = [lambda v: v * x[0], lambda v: v * x[1]]
    return sum([sum(2.0) for sum in sums]) + max([max for max in x]) + sum(len * x[2] for len in range(3))


@case(V4)
def a_local_function_of_that_name(x):
    def f(v):
        return v * 2.0

    fs = [lambda v: v * x[0], f]
    return sum(f(1.0) for f in fs) * f(x[1])


@case(V4)
def parameters_of_lambdas_of_that_name(x):
    fs = [lambda v: v * x[0], lambda f: f * x[1]]
    return sum((lambda f: f(2.0))(f) for f in fs) + sum([(lambda g, f=f: f(g))(1.0) for f in fs])


def doubled(row):
    row[0] = row[0] * 2.0


@case(V4, doubled)
def a_variable_of_that_name_is_written_into(x, change):
    x = x.copy()
    for row in x.reshape(2, 2):
        change(row)
    kept = [row for row in range(4) if row != 3]
    return np.sum(x[kept] ** 2)


def test_what_is_written_under_that_name_is_another_variable():
    derivative = tangentish.grad(a_variable_of_that_name_is_written_into)
    derivative(V4, doubled)
    assert "kept = [row_2 for row_2 in range(4) if row_2 != 3]" in derivative.source


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
