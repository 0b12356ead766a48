"""`del` of variables: read no more, bound again, or read all the same, which raises as it does in Python."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3)
def of_a_parameter(x):
    y = x**2
    del x
    return np.sum(y * y)


@case(V3)
def in_a_loop(x):
    total = 0.0
    for i in range(3):
        t = x[i] ** 2
        total += t * x[0]
        del t
    return total


@case(V3)
def bound_again(x):
    t = x * 2
    del t
    t = x**3
    return np.sum(t)


@case(V3)
def in_one_branch(x):
    t = x * 2
    if x[0] > 100:
        del t
        return x[1]
    return np.sum(t * x)


@case(V3)
def bound_in_one_branch(x):
    t = x * 2
    del t
    if x[0] < 100:
        t = x**2
    return np.sum(t * x)


@case(V3)
def read_in_another_pass(x):
    total = t = x[0]
    for i in range(3):
        if i == 2:
            del t
        else:
            total += t * x[i]
            t = total * x[1]
    return total


@case(V3)
def of_several(x):
    a, b = x[0], x[1]
    c = a * b
    del a, b
    a = c * x[2]
    return a * c


@pytest.mark.parametrize("fun,args,options", case)
def test_deleted_names(fun, args, options):
    check_all_ways(fun, *args, **options)


def read(x):
    q = x[0]
    del q
    return q * x[1]  # noqa: F821


def read_for_nothing(x):
    q = [1, 2]
    del q
    len(q)  # noqa: F821
    return x[1] ** 2


def deleted_twice(x):
    q = x[0]
    del q
    del q  # noqa: F821
    return x[1] ** 2


def never_bound(x):
    if x[0] > 100:
        q = 1
        print(q)
    del r  # noqa: F821
    return x[1] ** 2


def read_after_a_branch(x):
    q = x[0]
    if x[1] < 100:
        del q
    return q * x[1]


def read_in_the_next_pass(x):
    q, total = x[0], 0.0
    for i in range(2):
        total += q * x[i]
        del q
    return total


def added_to(x):
    q = x[0]
    del q
    q += x[1]  # noqa: F821
    return q


def below(x):
    return read(x) * x[2]


@pytest.mark.parametrize("fun", [
    read, read_for_nothing, deleted_twice, never_bound, read_after_a_branch, read_in_the_next_pass, added_to, below])
def test_what_is_deleted_and_read_raises(fun):
    for run in (lambda: fun(V3), lambda: tangentish.grad(fun)(V3), lambda: tangentish.jvp(fun, (V3,), (V3,))):
        with pytest.raises(UnboundLocalError):
            run()


def counted(x):
    for _ in range(x[0]):
        pass
    return x[1] ** 2


def counted_to(x):
    for i in range(3, x[0]):
        y = i
    else:
        y = x[1]
    return y**2


def counted_below(x):
    return counted(x) * x[2]


@pytest.mark.parametrize("fun", [counted, counted_to, counted_below])
def test_a_range_of_no_whole_number_raises(fun):
    for run in (lambda: fun(V3), lambda: tangentish.grad(fun)(V3), lambda: tangentish.jvp(fun, (V3,), (V3,))):
        with pytest.raises(TypeError, match="integer"):
            run()
