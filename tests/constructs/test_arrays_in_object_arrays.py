"""Arrays in arrays of objects, in forward mode: their tangents are found again where functions and operators hand them on."""

import pytest

import tangentish
from tests.texts import executed

NDITER = "sum([part.item()[0] ** 2 for part in np.nditer(arr, flags=['refs_ok'])])"
RIGHT = [
    NDITER,
    "arr.item(1)[0]", "arr[1, ...].item()[0]", "np.take(arr, 1)[0]", "arr.take([1])[0][0]", "np.choose(1, arr)[0]",
    "np.sum(arr)[0]", "np.mean(arr)[0]", "np.prod(arr)[0]", "np.dot(arr, arr)[0]", "np.stack(arr)[1, 0]", "np.vstack(arr)[1, 0]",
    "np.array(list(arr))[1, 0]", "list(arr)[1][0]", "tuple(arr)[1][0]", "np.flip(arr)[0][0]", "np.asarray(arr)[1][0]",
    "arr.copy()[1][0]", "arr.ravel()[1][0]", "np.concatenate([arr, arr])[3][0]", "np.repeat(arr, 2)[3][0]",
]
REFUSED = ["(arr * 2.0)[1][0]", "(arr + arr)[1][0]", "(-arr)[1][0]", "np.multiply(arr, 2.0)[1][0]", "np.cumsum(arr)[1][0]",
           "np.diff(arr)[0][0]", "np.outer(arr, [1.0])[1, 0][0]"]
BEFORE = """import numpy as np

def program(x):
    arr = np.empty(2, dtype=object)
    arr[0], arr[1] = np.array([1.0, 2.0]), np.array([{entry}, 2.0])
    y = {expression}
    return y * x
"""


def program_of(expression, entry="x"):
    return executed(BEFORE.format(expression=expression, entry=entry), "object_arrays_held.py")["program"]


def slope(program):
    return tangentish.jvp(program, (3.0,), (1.0,))[1]


@pytest.mark.parametrize("expression", RIGHT)
def test_handed_on(expression):
    program = program_of(expression)
    assert slope(program) == pytest.approx((program(3.0 + 1e-6) - program(3.0 - 1e-6)) / 2e-6, rel=1e-6)


@pytest.mark.parametrize("expression", REFUSED)
def test_new_items_are_refused(expression):
    with pytest.raises(tangentish.UnsupportedError, match=r"object_arrays_held.py:\d+: .*arrays of objects"):
        slope(program_of(expression))


@pytest.mark.parametrize("expression", [
    "np.sum(np.vstack(arr))", "np.sum(np.stack(arr))", "np.sum(np.inner(arr, np.ones(2)))", "np.sum(np.einsum('i->', arr))",
    "np.sum(np.column_stack(arr))", "np.sum(np.mean(arr))", "np.sum(np.dot(arr, np.ones(2)))"])
def test_rules_of_numbers_are_refused_in_reverse_mode(expression):
    with pytest.raises(tangentish.UnsupportedError, match=r"object_arrays_held.py:\d+: .*arrays of objects"):
        tangentish.grad(program_of(expression))(3.0)


@pytest.mark.parametrize("expression", [*RIGHT, *REFUSED])
def test_constants_are_no_obstacle(expression):
    program = program_of(expression, "3.0")
    assert slope(program) == pytest.approx((program(3.0 + 1e-6) - program(3.0 - 1e-6)) / 2e-6, rel=1e-6)
