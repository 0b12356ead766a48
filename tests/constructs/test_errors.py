"""What must be refused, and says where and why; the same things in inactive code pass through."""

import ctypes
import inspect
import re
import struct
import zlib
from collections import deque
from pathlib import Path

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad, variant_jvp
from tests.constructs.cases import V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()  # inactive uses, which must work
refused = Cases()  # active uses

double = np.frompyfunc(lambda t: 2.0 * t, 1, 1)  # a C function that nobody has a rule for
NAMESPACE = {}
exec("def made_by_exec(x):\n    return x * x", NAMESPACE)
made_by_exec = NAMESPACE["made_by_exec"]


def squares(x):
    for t in x:
        yield t * t  # <- here


def every_other(n):
    k = 0
    while k < n:
        yield k
        k += 2


@refused(V3)
def generator_of_active_values(x):
    terms = squares(x)
    return next(terms) * sum(terms)  # <- here


@refused(V3)
def nested_generator_of_active_values(x):
    def terms():  # <- here
        for t in x:
            yield t**2

    made = terms()
    return next(made) * sum(made)


@case(V4)
def generator_of_indices(x):
    total = 0.0
    for i in every_other(len(x)):
        total += x[i] ** 2
    return total * sum(t for t in squares([1.0, 2.0]))


@refused(0.5)
async def coroutine(x):  # <- here
    return x * x


async def wait(x):
    return x


@case(0.5)
def coroutine_function_not_called(x):
    table = {"wait": wait, "scale": 2.0}
    return x**2 * table["scale"] + inspect.iscoroutinefunction(wait)


@refused(0.5)
def exec_of_active_value(x):
    names = {"x": x}
    exec("y = x * x", names)  # <- here
    return names["y"]


@refused(0.5)
def eval_of_active_value(x):
    return eval("t * t", {"t": x}) + x  # <- here


@case(0.5)
def exec_of_inactive_value(x):
    names = {}
    exec("k = 3.0", names)
    return x**2 * names["k"] * eval("2 + 2")


@refused(V3)
def c_function_without_rule(x):
    y = x * 2.0
    z = double(y).astype(float)  # <- here
    return np.sum(z * x)


def apply(fun, x):
    return fun(x)  # the call that has no rule


@refused(0.5)
def c_function_without_rule_through_helper(x):
    return apply(double, x) * x


@refused(0.5)
def active_through_bytes(x):
    (y,) = struct.unpack("d", struct.pack("d", x))  # <- here
    return y * x


@case(V3)
def c_functions_on_inactive_values(x):
    k = double(np.arange(3.0)).astype(float)
    digest = zlib.crc32(x.tobytes())
    (size,) = struct.unpack("i", struct.pack("i", len(x)))
    return np.sum(x**2 * k) * (digest >= 0) * size


@refused(V3)
def active_through_a_buffer(x):
    y = np.frombuffer(x.tobytes())  # <- here
    return np.sum(y * x)


@refused(V3)
def active_through_an_address(x):
    z, place = x * 1.0, 0
    if len(x):
        place = z.ctypes.data  # <- here
    return ctypes.cast(place, ctypes.POINTER(ctypes.c_double))[0] * x[1]


@refused(V3)
def active_through_a_pointer(x):
    z = x * 1.0
    place = z.ctypes.data_as(ctypes.POINTER(ctypes.c_double))  # <- here
    return place[0]


@refused(0.5)
def sum_of_deques(x):
    queue = deque([x, x**2]) + deque([x])  # <- here
    return queue[0] * queue[-1]


@refused(0.5)
def function_without_source(x):
    return made_by_exec(x) + x  # <- here


@case(0.5)
def function_without_source_inactive(x):
    return made_by_exec(3.0) * x**2


@refused(V3)
def unknown_keyword(x):
    return np.sum(x, axes=0)  # <- here


@case(V3)
def result_of_unsupported_not_used(x):
    double(3.0)
    message = "".join(chr(int(c)) for c in double(np.array([33, 40])))
    return np.sum(x**2) * len(message)


@pytest.mark.parametrize("fun, args, options", case)
def test_inactive_use_passes_through(fun, args, options):
    check_gradient(fun, *args, **options)


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused_with_location(fun, args, options):
    with pytest.raises(tangentish.TangentishError) as caught:
        tangentish.grad(fun, **options)(*args)
    text = str(caught.value)
    places = [int(n) for n in re.findall(rf"{re.escape(Path(__file__).name)}:(\d+)", text)]
    assert places, f"no file:line in\n{text}"
    lines, first = inspect.getsourcelines(fun)
    marked = [first + k for k, line in enumerate(lines) if "<- here" in line]
    if marked:
        assert set(marked) & set(places), f"line {marked} is not named in\n{text}"
    assert re.search(r"^[ |>]*\^+[ ~^]*$", text, re.MULTILINE), f"no caret line in\n{text}"


@pytest.mark.parametrize("fun, builtin", [
    (exec_of_active_value, (NotImplementedError, TypeError)),
    (c_function_without_rule, (NotImplementedError, TypeError)),
    (unknown_keyword, TypeError),
])
def test_refusals_are_builtin_errors_too(fun, builtin):
    with pytest.raises(tangentish.TangentishError) as caught:
        tangentish.grad(fun)(0.5 if fun is exec_of_active_value else V3)
    assert isinstance(caught.value, builtin)


def test_refusal_changes_nothing():
    x = V3.copy()
    for _ in range(2):  # nothing half-made is kept
        with pytest.raises(tangentish.TangentishError):
            tangentish.grad(c_function_without_rule)(x)
    np.testing.assert_array_equal(x, V3)


def stored_in_objects(x):
    y = np.empty(2, dtype=object)
    y[0] = x[0]
    y[1] = x[1] * 2
    return y[0] * y[1]


def made_objects(x):
    return np.sum(np.asarray(x, dtype=object) ** 2)


@pytest.mark.parametrize("fun", [stored_in_objects, made_objects], ids=lambda f: f.__name__)
@pytest.mark.parametrize("kinds", [True, False])
def test_arrays_of_objects_are_refused(fun, kinds) -> None:
    x = np.array([1.0, 2.0])
    with pytest.raises(tangentish.UnsupportedError, match="arrays of objects"):
        variant_grad(fun, kinds=kinds)(x)
    with pytest.raises(tangentish.UnsupportedError, match="arrays of objects"):
        variant_jvp(fun, kinds=kinds)((x,), (x,))


def called_amiss(x, flag):
    if flag:
        return np.sum(np.partition(x, 1, depth=3))  # which only other libraries know
    return np.sum(x * x)


@pytest.mark.parametrize("kinds", [True, False])
def test_a_call_that_no_rule_fits_is_refused_where_it_is_come_to(kinds) -> None:
    x = np.array([3.0, 1.0, 2.0])
    np.testing.assert_allclose(variant_grad(called_amiss, kinds=kinds)(x, 0), 2.0 * x)
    assert variant_jvp(called_amiss, kinds=kinds)((x, 0), (x, None))[1] == pytest.approx(2.0 * x @ x)
    with pytest.raises(tangentish.CallError, match="depth"):
        variant_jvp(called_amiss, kinds=kinds)((x, 1), (x, None))
