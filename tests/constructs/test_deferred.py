"""What cannot be differentiated on a way that a call does not take is no obstacle; where it is come to, the error says where."""

import contextlib

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, hessian, jacfwd, jacrev, vjp
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways
from tests.texts import executed

case = Cases()


class Table:
    def __init__(self, scale):
        self.scale = scale

    def read(self, x):
        if self.scale is None:
            x = np.frombuffer(x.ctypes.data_as(None))
        return x * (1.0 if self.scale is None else self.scale)


def as_bytes(x):
    return np.frombuffer(x.ctypes.data_as(None))


@case(V4)
@case(V4, None)
def under_a_condition(x, table=None):
    if table is not None:
        x = x * 2.0
        x = np.frombuffer(x.ctypes.data_as(None))
        x = x + 1.0
    return np.sum(x**2)


@case(V4, 0.5)
def in_the_other_branch(x, level):
    if level < 1.0:
        y = x * level
    elif level < 2.0:
        y = np.frombuffer(x.ctypes.data_as(None))
    else:
        y = as_bytes(x)
    return np.sum(y * x)


@case(V4, "plain")
def after_an_early_return(x, how):
    if how == "plain":
        return np.sum(x * x)
    y = np.frombuffer(x.ctypes.data_as(None))
    y = y * 2.0
    return np.sum(y)


@case(V4, 0)
@case(V4, 3)
def in_a_loop(x, count):
    total = 0.0
    for k in range(count):
        if k == 7:
            x = np.frombuffer(x.ctypes.data_as(None))
            continue
        total = total + np.sum(x**k)
        x = x * 1.1
    return total + x[0]


@case(V4)
def in_a_handler(x):
    try:
        y = x * x[1]
        if y.ndim != 1:
            raise ValueError
    except ValueError:
        y = np.frombuffer(x.ctypes.data_as(None))
    return np.sum(y)


@case(V4, ("scale", 2.0))
def in_a_case(x, how):
    match how:
        case ("scale", factor):
            x = x * factor
        case ("bytes", count):
            x = np.frombuffer(x.ctypes.data_as(None), count=count)
        case _:
            x = x + 1.0
    return np.sum(x**2)


@case(V4)
def in_a_callee(x):
    return np.sum(Table(2.0).read(x) ** 2)


@case(V4)
def written_before_it(x):
    y = x.copy()
    if len(x) > 4:
        y[0] = 3.0
        x[:] = as_bytes(y)
        y[1] = 5.0
    y[2] *= y[3]
    x[0] = y[2] * x[1]
    return np.sum(x * y)


@case(V4, False)
def a_function_inside(x, packed):
    def scaled(v):
        if packed:
            return np.frombuffer(v.ctypes.data_as(None))
        return v * x[0]

    return np.sum(scaled(x))


@case(V4, None)
def many_of_them(x, how):
    if how == "a":
        x = np.frombuffer(x.ctypes.data_as(None))
    if how == "b":
        x = np.frombuffer(x.ctypes.data_as(None)) + 1.0
    if how == "c":
        y = np.frombuffer(x.ctypes.data_as(None))
        x = x + y
    for _ in range(2):
        if how == "d":
            return np.sum(np.frombuffer(x.ctypes.data_as(None)))
        x = x * x[0]
    return np.sum(x)


@case(V4)
@case(V4, 2.0, 3.0)
def in_a_conditional_expression(x, table=None, other=None):
    y = np.frombuffer(x.ctypes.data_as(None)) if table is None and other else x * 2.0
    z = [x, y]
    z[0] = as_bytes(x) if other is None and table else y * x
    return np.sum(z[0]) if table is None else np.sum(z[0] * y) if other else np.sum(np.frombuffer(x.ctypes.data_as(None)))


@case(V4, "plain")
@case(V4, "twice")
def in_both_branches_of_an_expression(x, how):
    y = np.frombuffer(x.ctypes.data_as(None)) if how == "bytes" else (
        as_bytes(x).view(np.float32) if how == "other" else x if how == "plain" else 2.0 * x)
    for k in range(3):
        y = y * x[k] if k < 2 else y + x[k] if how else np.frombuffer(y.ctypes.data_as(None))
    return np.sum(y)


@case(V4, 0)
def as_a_statement(x, how):
    seen = [x]
    seen.append(np.frombuffer(x.ctypes.data_as(None))) if how else seen.append(x * x)
    return np.sum(seen[-1])


@case(V4, 1)
@case(V4, 4)
def with_what_the_test_does(x, count):
    rows = [x * x, x * 3.0, x * 5.0]
    y = rows.pop() if (k := len(rows)) > count else np.frombuffer(x.ctypes.data_as(None)) if rows.pop()[0] > 9.0 else rows.pop() * k
    return np.sum(y) + len(rows)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_derivatives(fun, args, options):
    check_all_ways(fun, *args, **options)


def caught(x, pack):
    try:
        y = x * 2.0
        if pack:
            y = np.frombuffer(x.ctypes.data_as(None))
    except Exception:
        y = x * 3.0
    return np.sum(y)


def caught_in_an_expression(x, pack):
    try:
        y = np.frombuffer(x.ctypes.data_as(None)) if pack else x * 2.0
    except Exception:
        y = x * 3.0
    return np.sum(y)


def suppressed(x, pack):
    y = x * 2.0
    with contextlib.suppress(Exception):
        if pack:
            y = np.frombuffer(x.ctypes.data_as(None))
    return np.sum(y)


def in_the_end(x, pack):
    y = x * 2.0
    try:
        if pack:
            y = np.frombuffer(x.ctypes.data_as(None))
    finally:
        y = y * 2.0
    return np.sum(y)


@pytest.mark.parametrize("fun", [caught, caught_in_an_expression, suppressed, in_the_end])
@pytest.mark.parametrize("operator", [jacrev, jacfwd])
def test_refused_where_come_to_and_not_caught(fun, operator):
    np.testing.assert_allclose(operator(fun)(V4, False), np.full(4, fun(np.ones(4), False) / 4.0))
    with pytest.raises(UnsupportedError, match=r"test_deferred.py:\d+: [^\n]*\n    y = np.frombuffer\(x.ctypes") as error:
        operator(fun)(V4, True)
    assert "^" in str(error.value)


def test_a_call_that_comes_to_it_is_refused_each_time_and_others_go_on():
    derivative = grad(under_a_condition)
    for _ in range(2):
        with pytest.raises(UnsupportedError, match="x = np"):
            derivative(V4, 1.0)
        np.testing.assert_allclose(derivative(V4), 2.0 * V4)


def test_second_derivatives():
    np.testing.assert_allclose(hessian(under_a_condition)(V4), 2.0 * np.eye(4), atol=1e-12)


def test_what_every_call_comes_to_is_refused_before_anything_is_run():
    seen = []

    def fun(x):
        seen.append(len(x))
        for _ in range(3):
            x = np.frombuffer(x.ctypes.data_as(None))
        return np.sum(x)

    with pytest.raises(UnsupportedError):
        grad(fun)(V4)
    assert not seen


def test_names_bound_only_there_stay_names_of_the_function():
    fun = executed("""
import numpy as np
scale = 3.0

def fun(x, most):
    if len(x) > most:
        scale = np.frombuffer(x.ctypes.data_as(None))
    return np.sum(x) * scale
""", "names_bound_there.py")["fun"]
    with pytest.raises(UnboundLocalError):
        fun(V4, 9)
    with pytest.raises((UnsupportedError, UnboundLocalError)):
        grad(fun)(V4, 9)


def test_the_program_says_what_is_refused():
    derivative = grad(under_a_condition)
    derivative(V4)
    assert "raise UnsupportedError" not in derivative.source  # the branch is known not to be taken
    derivative(V4, None)
    _, pullback = vjp(in_the_other_branch, V4, 0.5)
    assert len(pullback(1.0)) == 2
    assert "raise UnsupportedError" in grad(in_the_other_branch).source_for(V4, 0.5)
