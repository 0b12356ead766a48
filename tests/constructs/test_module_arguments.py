"""Modules as arguments, `xp` in code for several libraries of arrays: what is called through them is known."""

import copyreg
import importlib
import math
import types

import numpy as np
import pytest

import tangentish
from tangentish import grad, jvp
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case = Cases()
MODULES = {"numpy": np, "math": math}


class Other:
    """Another library, in which sines are exponentials."""

    sum, sin = staticmethod(np.sum), staticmethod(np.exp)


def default_module(*arrays):
    return np


@case(V3, "numpy")
def given(x, xp):
    return xp.sum(xp.sin(x) * x)


@case(V3)
@case(V3, "numpy")
def left_out(x, xp=None):
    xp = np if xp is None else xp
    return xp.sum(xp.sin(x) * x)


@case(V3)
@case(V3, "numpy")
def left_out_the_other_way(x, xp=None):
    y = x * 2.0
    xp = xp if xp is not None else np
    return xp.sum(xp.sin(y) * x)


@case(V3)
@case(V3, "numpy")
def left_out_by_a_branch(x, xp=None):
    if xp is None:
        xp = np
    y = xp.zeros(3)
    y[1:] = xp.cos(x[1:])
    return xp.sum(y * x)


@case(V3)
@case(V3, "numpy")
def found_by_a_call(x, xp=None):
    xp = default_module(x) if xp is None else xp
    return xp.sum(xp.sin(x) * x)


@case(V3)
@case(V3, "numpy")
def handed_on(x, xp=None):
    if xp is not None:
        return given(x, xp) * left_out(x, xp=xp)
    return left_out(x, xp=xp) + given(x, np) * left_out_by_a_branch(x + 1.0, None)


@case(V3)
def seen_before_it_is_bound(x, xp=None):
    known = xp is not None
    xp = np if xp is None else xp
    return xp.sum(xp.sin(x)) * (2.0 if known else 3.0)


@case(V3, True)
@case(V3, False)
def bound_twice(x, flag, xp=None):
    xp = np if xp is None else xp
    if flag:
        xp = types.SimpleNamespace(sum=np.sum, sin=np.cos)
    return xp.sum(xp.sin(x))


@case(0.7, "math")
@case(0.7, "numpy")
def of_numbers(x, lib):
    return lib.sin(x) * lib.exp(lib.pi * x)


@case(V3)
@case(V3, "numpy")
def used_by_a_function_inside(x, xp=None):
    xp = np if xp is None else xp

    def inner(z):
        return xp.sum(xp.sin(z) * x)

    return inner(x * 2.0) + xp.sum(x**2)


@case(V3)
def bound_by_a_function_inside(x, xp=None):
    def choose():
        nonlocal xp
        xp = np

    choose()
    return xp.sum(xp.sin(x))


@case(V3, "numpy")
def a_parameter_of_a_function_inside(x, xp):
    def inner(z, xp):
        return xp.sum(xp.sin(z))

    return inner(x * 2.0, Other) + xp.sum(xp.sin(x))


@case(V3, "numpy")
def a_parameter_of_a_lambda(x, xp):
    return (lambda z, xp: xp.sum(xp.sin(z)))(x, Other) + xp.sum(xp.sin(x))


@case(V3)
@case(V3, "numpy")
def bound_by_a_comprehension(x, xp=None):
    xp = np if xp is None else xp
    return sum([xp.sum(xp.sin(x)) for xp in (np, Other)]) + xp.sum(x)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options, monkeypatch):
    monkeypatch.setitem(copyreg.dispatch_table, types.ModuleType, lambda module: (importlib.import_module, (module.__name__,)))
    args = tuple(MODULES.get(arg, arg) if isinstance(arg, str) else arg for arg in args)  # which are copied from here on
    check_all_ways(fun, *args, **options)


KNOWN = [(given, (V3, np)), (left_out, (V3,)), (left_out, (V3, np)), (left_out_the_other_way, (V3,)),
         (left_out_by_a_branch, (V3,)), (left_out_by_a_branch, (V3, np))]


@pytest.mark.parametrize(("fun", "args"), KNOWN)
def test_nothing_is_looked_up(fun, args):
    text = grad(fun).source_for(*args)
    assert "primal(" not in text
    assert "shadows" not in text
    forward = jvp(fun)
    forward(args, (V3, *[None] * (len(args) - 1)))
    assert "pushforward(" not in forward.source


def test_another_module_has_another_program():
    mine = types.ModuleType("mine")
    mine.sum, mine.sin = np.sum, np.exp
    derivative = grad(given)
    for _ in range(2):
        np.testing.assert_allclose(derivative(V3, np), np.cos(V3) * V3 + np.sin(V3))
        np.testing.assert_allclose(derivative(V3, mine), np.exp(V3) * (V3 + 1.0))


def test_a_module_that_changes(monkeypatch):
    mine = types.ModuleType("mine")
    mine.sum, mine.sin = np.sum, np.sin
    derivative = grad(given)
    np.testing.assert_allclose(derivative(V3, mine), np.cos(V3) * V3 + np.sin(V3))
    monkeypatch.setattr(mine, "sin", np.exp)
    np.testing.assert_allclose(derivative(V3, mine), np.exp(V3) * (V3 + 1.0))


def test_of_scipy():
    pytest.importorskip("scipy")
    from scipy.stats import _morestats

    def loss(x, lmbda):
        return np.sum(_morestats._yeojohnson_transform(x, lmbda) ** 2)

    check_gradient(loss, V3, 0.4, argnums=(0, 1))
    assert isinstance(tangentish.hessian(loss)(V3, 0.4), np.ndarray)


def made_an_array(x, dtype, xp):
    return xp.sum(xp.sin(xp.real(xp.asarray(x, dtype=dtype))))


@pytest.mark.parametrize("dtype", [None, float, np.float32, complex, int])
@pytest.mark.parametrize("x", [V3, V3.astype(np.float32), V3.tolist(), 0.4])
def test_arrays_are_made_by_either_module(x, dtype):
    compat = pytest.importorskip("scipy._lib._array_api").np_compat
    ours, theirs = (grad(made_an_array)(x, dtype, xp) for xp in (np, compat))
    assert type(ours) is type(theirs)
    np.testing.assert_array_equal(ours, theirs)
    assert np.asarray(ours).dtype == np.asarray(theirs).dtype
