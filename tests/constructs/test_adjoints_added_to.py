"""Helpers that have to do with parts of an array, called in loops: their reverse functions add to the adjoint at hand."""

import numpy as np
import pytest

from tangentish import grad, hessian, jacfwd, jacrev
from tests.constructs.cases import EMPTY, F32, M33, P4, V4, V5, V6, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def pick(u, i):
    return u[i - 1] * u[i] + np.sin(u[i + 1])


def pick_two(u, v, i):
    return u[i] * v[i - 1] + u[i - 1] ** 2


def window(u, i, width):
    return np.sum(u[i : i + width] ** 2)


def through_another(u, i):
    if i % 2:
        return u[i] * 2.0
    return pick(u, i) + u[i]


def maybe(u, i):
    if i < 2:
        return 0.5 * i
    total = 0.0
    for k in range(i):
        total = total + u[k] * u[i]
    return total


def put(out, u, i):
    out[i] = u[i] * u[i - 1]
    return out[i]


@case(V6)
@case(V6[:2])
@case(V6.astype(np.float32), **F32)
@case(np.asfortranarray(np.outer(V6, V4)))
def read_in_a_loop(u):
    t = 0.0
    for i in range(1, len(u) - 1):
        t += np.sum(pick(u, i) ** 2)
    return t


@case(EMPTY)
def never_read(u):
    t = 1.0
    for i in range(len(u)):
        t = t + pick(u, i)
    return t


@case(V5, P4, argnums=(0, 1))
def two_arrays(u, v):
    t = 0.0
    for i in range(1, 4):
        t += pick_two(u, v, i) * pick(v, i - 2)
    return t


@case(V5)
def one_array_twice(u):
    w = u * 2.0
    t = 0.0
    for i in range(1, 4):
        t = t + pick_two(u, u, i) + pick_two(u, w, i) + pick_two(w, u, i)
    return t


@case(V5)
def read_before_and_after(u):
    t = np.sum(u * u[::-1])
    v = u * 1.0
    for i in range(1, 4):
        t += pick(u, i) * pick(v, i)
        v = v * 1.1
    return t + np.sum(u) * v[0] + np.max(u)


@case(V5)
def result_is_the_array(u):
    t = u
    for i in range(1, 4):
        t = t * pick(u, i)
    return np.sum(t)


@case(V6)
def helper_of_a_helper(u):
    t = 0.0
    for i in range(1, 5):
        t += through_another(u, i) ** 2
    return t


@case(V6)
def left_early_and_with_a_loop(u):
    return sum([maybe(u, i) for i in range(len(u))])


@case(V6)
def written_between(u):
    for _ in range(2):
        for i in range(1, 5):
            u[i] = 0.5 * u[i] + 0.25 * pick(u, i)
    return np.sum(u**2)


@case(V6)
def rebound_between(u):
    t = 0.0
    for i in range(1, 5):
        t += pick(u, i)
        u = u * 1.2 if i % 2 else np.roll(u, 1)
    return t * u[0]


@case(V6)
def written_by_another_helper(u):
    out = np.zeros_like(u)
    t = 0.0
    for i in range(1, 5):
        t += put(out, u, i) + pick(out, i) * pick(u, i)
    return t + np.sum(out)


@case(V6)
def views_of_the_array(u):
    t = 0.0
    left, right = u[:4], u[2:]
    for i in range(1, 3):
        t += pick(left, i) * pick(right, i) + pick(u, i)
    return t


@case(V6, 3)
def other_loops(u, most):
    t, i = 0.0, 0
    while i < len(u) - 2:
        i += 1
        if i == most:
            break
        if i == 2:
            continue
        t += pick(u, i)
    for a, b in zip(u, u[1:], strict=False):
        t = t + a * b * window(u, 1, most)
    return t


@case(V6)
@case(V6 * 10.0)
def errors_caught(u):
    t = 0.0
    for i in range(1, 5):
        try:
            t = t + pick(u, i)
            if u[i] > 5.0:
                raise ValueError
            t = t + pick(u, i - 1) ** 2
        except ValueError:
            t = t * pick(u, 1)
    return t


@case(M33)
def rows_of_a_matrix(a):
    t = 0.0
    for i in range(1, 2):
        for j in range(3):
            t += np.sum(pick(a, i) * a[j]) + pick(a[:, j], 1) + pick(a.T, i)[j]
    return t


@case(V6 + 1j * V6[::-1])
def complex_arrays(u):
    t = 0.0
    for i in range(1, 5):
        z = pick(u, i)
        t += z.real**2 + z.imag
    return t


@case(V6)
def in_a_branch(u):
    t = 0.0
    for i in range(1, 5):
        if i == 2:
            t = t + np.sum(u) * 3.0
        elif i == 3:
            t = t + np.mean(u * u)
        else:
            t += pick(u, i)
    return t


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_derivatives(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [read_in_a_loop, helper_of_a_helper, written_between])
def test_nothing_as_long_as_the_array_is_made_in_the_loop(fun):
    text = grad(fun).source_for(V6)
    loop = text[text.index("in reversed(") :].splitlines()
    inside = [line for line in loop if line.startswith("        ")]
    assert any("_adding_reverse(" in line for line in inside)
    reverses = [part for part in text.split("def ") if "_adding_reverse(record" in part]
    assert reverses
    assert not any("zeros" in part for part in [*inside, *reverses])


def test_jacobians_and_second_derivatives():
    def parts(u):
        out = np.zeros(4)
        for i in range(4):
            out[i] = pick(u, i + 1)
        return out

    def total(u):
        return np.sum(parts(u) ** 2)

    u, h = V6, 1e-6
    units = np.eye(6)
    numeric = np.stack([(parts(u + h * e) - parts(u - h * e)) / (2 * h) for e in units], axis=1)
    for operator in (jacrev, jacfwd):
        np.testing.assert_allclose(operator(parts)(u), numeric, rtol=1e-7, atol=1e-8)
    slope = grad(total)
    second = np.stack([(slope(u + h * e) - slope(u - h * e)) / (2 * h) for e in units])
    for found in (hessian(total)(u), jacrev(slope)(u), jacfwd(slope)(u)):
        np.testing.assert_allclose(found, second, rtol=1e-6, atol=1e-7)
