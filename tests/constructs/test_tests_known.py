"""Tests that the arguments decide: of strings, flags and numbers in a list; what is not taken is not in the program."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V3, "linear")
@case(V3, "li")
@case(V3, "quadratic")
@case(V3, "cubic")
def method_in_a_list(x, method):
    if method in ["linear", "li"]:
        y = x * 2.0
    elif method in ("quadratic", "q"):
        y = x * x
    elif method not in {"linear", "li", "quadratic", "q"}:
        y = x**3
    return np.sum(y)


@case(V3, 1)
@case(V3, True)
@case(V3, 2)
@case(V3, None)
@case(V3, "b")
def equal_but_of_other_types(x, which):
    y = x
    if which in (True, "a"):  # which 1 is in
        y = y * np.cos(x)
    if which in (None, 2, "b"):
        y = y * x
    return np.sum(y)


@case(V3, True)
@case(V3, False)
@case(V3, None)
@case(V3, 1)
def identical_to_a_flag(x, flag):
    y = x
    if flag is True:
        y = y * x
    if flag is not False:
        y = np.sin(y)
    return np.sum(y)


@case(V3, "a")
@case(V3, "b")
def bound_again_in_a_loop(x, mode):
    total = 0.0
    for row in x:
        if mode in ("a", "b"):
            total += row**2
        if mode not in ("b", "c"):
            total += np.sin(row)
        mode = "b" if mode == "a" else "c"
    return total


@case(V3, "max")
def raised_where_it_is_in_none(x, norm):
    if norm not in ("l1", "l2", "max"):
        raise ValueError(norm)
    if norm in ("l1", "l2"):
        return np.sum(np.abs(x))
    return np.max(x) * 2.0


@pytest.mark.parametrize(("fun", "args"), [(method_in_a_list, (V3, "li")), (raised_where_it_is_in_none, (V3, "max"))])
def test_only_what_is_taken_is_in_the_program(fun, args):
    text = tangentish.grad(fun).source_for(*args)
    assert "if " not in text
    assert "raise " not in text


def test_another_string_has_another_program():
    derivative = tangentish.grad(method_in_a_list)
    for method, slope in (("linear", 2.0), ("quadratic", 2.0 * V3), ("cubic", 3.0 * V3**2), ("li", 2.0)):
        np.testing.assert_allclose(derivative(V3, method), np.full(3, slope))
    with pytest.raises(ValueError, match="l3"):
        tangentish.grad(raised_where_it_is_in_none)(V3, "l3")


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
