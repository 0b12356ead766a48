"""Globals that a function writes: followed, and left as they were found."""

import copy
import importlib
import sys

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.oracle import check_gradient

case = Cases()

BUFFER = np.zeros(4)
TABLE = {"a": 1.0, "list": [1.0, 2.0]}


@case(V4)
def buffer_filled_anew(x):
    BUFFER[:] = 0.5
    BUFFER[:2] = x[:2] * x[2]
    BUFFER[2:] += BUFFER[:2]
    b = BUFFER[1:]
    b *= x[0]
    return np.sum(BUFFER**2)


@case(V4)
def table_filled_anew(x):
    TABLE["a"] = 3.0
    TABLE["list"] = [x[0], 2.0]
    TABLE["a"] = TABLE["a"] * x[0]
    TABLE["list"][1] *= x[1]
    TABLE["new"] = TABLE["list"][1] * x[2]
    return TABLE["a"] * TABLE["list"][0] + TABLE["new"] * len(TABLE)


WEIGHTS = None


class Curve:
    def __init__(self, values):
        self.values = values

    @property
    def doubled(self):
        return self.values * 2.0


def means(curve, other, n):
    global WEIGHTS
    if WEIGHTS is None:
        WEIGHTS = np.zeros(n)
        for i in range(WEIGHTS.shape[0] // 2):
            WEIGHTS[2 * i:2 * i + 2] = np.array([0.5, 1.0]) * i + 1.0
    return np.dot(WEIGHTS, curve.doubled) / (3.0 + np.dot(WEIGHTS, other.doubled))


def made_in_a_loop(x):
    global WEIGHTS
    for k in range(3):
        if WEIGHTS is None:
            WEIGHTS = np.array([1.0, 2.0, 0.5])
        x = np.sin(WEIGHTS[k] * x)
    return np.sum(x)


@pytest.mark.parametrize("fun", [lambda x: means(Curve(x), Curve(x**2), 4), made_in_a_loop])
def test_what_is_made_the_first_time(fun):
    """What `global` says is bound around the function is not bound to None as locals are that may stay unbound."""
    global WEIGHTS
    x, x_dot = np.array([0.3, 0.2, 0.5, 0.7]), np.array([1.0, 0.5, 0.2, -0.3])
    WEIGHTS = None
    made, _ = fun(x), check_gradient(fun, x)
    for derivative in (lambda: tangentish.grad(fun)(x) @ x_dot, lambda: tangentish.vjp(fun, x)[1](1.0)[0] @ x_dot,
                       lambda: tangentish.jvp(fun, (x,), (x_dot,))[1]):
        WEIGHTS = None
        first = derivative()
        np.testing.assert_allclose(first, (fun(x + 1e-6 * x_dot) - fun(x - 1e-6 * x_dot)) / 2e-6, rtol=1e-7)
        assert WEIGHTS is not None and fun(x) == made
        assert derivative() == first


@pytest.fixture(autouse=True)
def put_back():
    """The programs themselves, run for central differences, do change the globals."""
    before = BUFFER.copy(), copy.deepcopy(TABLE)
    yield
    BUFFER[:] = before[0]
    TABLE.clear()
    TABLE.update(before[1])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    before = BUFFER.copy(), copy.deepcopy(TABLE)
    bar = tangentish.grad(fun)(*args)
    again = tangentish.grad(fun)(*args)
    np.testing.assert_array_equal(BUFFER, before[0])
    assert before[1] == TABLE
    np.testing.assert_array_equal(bar, again)
    np.testing.assert_allclose(check_gradient(fun, *args, **options), bar)


def bump(t):
    BUFFER[0] += t
    return BUFFER[0] * t


def callee_stores(x):
    return bump(x[0]) * x[1]


def rebinds(x):
    global STATE
    STATE = x[0] * 2.0
    return STATE * x[1]


@pytest.mark.parametrize("fun", [callee_stores, rebinds])
def test_refused_with_the_line(fun):
    with pytest.raises(tangentish.UnsupportedError, match="test_globals_written"):
        tangentish.grad(fun)(V4.copy())


KEPT = {}


def kept_by_number(x):
    if x in KEPT:
        return KEPT[x]
    KEPT[x] = x**2
    return KEPT[x] if x < 0 else x**2


def kept_by_hash(x):
    key = hash((x, "square"))
    if key in KEPT:
        y = KEPT[key]
    else:
        y = x**2
        KEPT[key] = y
    return y


def kept_below(x):
    return kept_by_hash(x) * x


@pytest.mark.parametrize("fun", [kept_by_number, kept_by_hash])
def test_what_was_kept_for_these_values_is_computed_again(fun):
    KEPT.clear()
    fun(2.0)
    before = KEPT.copy()
    np.testing.assert_allclose([tangentish.grad(fun)(2.0), tangentish.jvp(fun, (2.0,), (1.0,))[1]], 4.0)
    assert before == KEPT
    KEPT[next(iter(KEPT))] = 5.0
    for derivative in (lambda: tangentish.grad(fun)(2.0), lambda: tangentish.jvp(fun, (2.0,), (1.0,))):
        with pytest.raises(tangentish.TangentishError, match="KEPT"):
            derivative()
        assert list(KEPT.values()) == [5.0]


def test_what_a_callee_kept_for_these_values_has_no_derivative():
    KEPT.clear()
    kept_below(2.0)
    for derivative in (lambda: tangentish.grad(kept_below)(2.0), lambda: tangentish.jvp(kept_below, (2.0,), (1.0,))):
        with pytest.raises(tangentish.TangentishError, match="KEPT"):
            derivative()
    KEPT.clear()


RATES = np.ones(3)
OWN = sys.modules[__name__]


def by_update(x):
    vars(OWN).update(RATES=x * x)


def by_item(x):
    sys.modules[__name__].__dict__["RATES"] = x * x


def by_name_of_the_dict(x):
    space = OWN.__dict__
    space.update({"RATES": x * x})


def by_globals(x):
    globals().update(RATES=x * x)


def by_own_globals(x):
    by_item.__globals__["RATES"] = x * x


def by_module(x):
    module = importlib.import_module(__name__)
    module.RATES = x * x


def by_listed_module(x):
    module = sys.modules[__name__]
    module.RATES = x * x


def by_object(x):
    object.__setattr__(OWN, "RATES", x * x)


def by_setattr(x):
    OWN.__setattr__("RATES", x * x)


class Putting:
    def put(self, x):
        OWN.__dict__.__setitem__("RATES", x * x)


PUTTING = [by_update, by_item, by_name_of_the_dict, by_globals, by_own_globals, by_module, by_listed_module, by_object, by_setattr,
           Putting().put]


@pytest.mark.parametrize("put", PUTTING, ids=lambda put: put.__name__)
def test_active_values_in_modules_are_refused(put):
    def fun(x):
        put(x)
        return np.sum(RATES * x)

    x = np.array([1.5, 2.25, 0.75])
    try:
        for derivative in (lambda: tangentish.grad(fun)(x), lambda: tangentish.jvp(fun, (x,), (x,))):
            with pytest.raises(tangentish.UnsupportedError,
                               match=r"into a (module|global object)|where active values|which calls of it read"):
                derivative()
    finally:
        OWN.RATES = np.ones(3)


def with_constants(x):
    vars(OWN).update(RATES=2.0 * np.ones(3))
    return np.sum(RATES * x * x)


def test_constants_in_modules_are_no_obstacle():
    x = np.array([1.5, 2.25, 0.75])
    try:
        np.testing.assert_allclose(tangentish.grad(with_constants)(x), 4.0 * x)
    finally:
        OWN.RATES = np.ones(3)
