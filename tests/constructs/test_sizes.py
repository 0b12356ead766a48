"""Sizes that are the same for many arguments, and not for all: of clipped numbers, short arrays, decompositions.

What a program may rely on is known from samples; none of these may be taken for more than it is.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import tangentish


def at_most_five(x):
    k = min(len(x), 5)
    y = np.zeros(k)
    if y.shape[0] < 5:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def a_test_of_at_most_five(x):
    k = min(x.shape[0], 5)
    if k < 5:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def at_least_four(x):
    k = max(len(x), 4)
    y = np.zeros(k)
    y[:len(x)] = x
    if y.shape[0] > len(x):
        return np.sum(x) * 2 + np.sum(y)
    return np.sum(x ** 3)


def clipped(x):
    k = int(np.clip(len(x), 2, 6))
    y = np.zeros(k)
    if y.shape[0] < 6:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def a_slice_of_at_most_four(x):
    y = x[:np.minimum(len(x), 4)]
    if y.shape[0] < 4:
        return np.sum(x) * 2
    return np.sum(y ** 3)


def the_last_three(x):
    y = x[-3:]
    if y.shape[0] < 3:
        return np.sum(x) * 2
    return np.sum(y ** 3)


def the_second_and_third(x):
    y = x[1:3]
    if y.size < 2:
        return np.sum(x) * 2
    return np.sum(y ** 3)


def a_convolution(x):
    y = np.convolve(x, np.ones(3), 'valid')
    if len(y) > len(x) - 2:
        return np.sum(x) * 2
    return np.sum(y ** 2)


def a_distance(x):
    k = abs(len(x)-4)
    y = np.zeros(k)
    if y.shape[0] == len(x)-4:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def a_choice(x):
    k = len(x) - 3 if len(x) > 4 else 1
    y = np.ones(k)*x[0]
    if y.shape[0] == 1:
        return np.sum(x) * 2
    return np.sum(y ** 3)


def a_truth(x):
    k = bool(len(x) > 3) + 1
    y = np.ones(k)*x[0]
    if y.shape[0] == 1:
        return np.sum(x) * 2
    return np.sum(y ** 3)


def three_columns(x):
    y = np.atleast_2d(x)[:, :3]
    if y.shape[1] < 3:
        return np.sum(x) * 2
    return np.sum(y ** 3)


def a_comprehension(x):
    y = np.array([x[i] for i in range(min(3, len(x)))])
    if y.shape[0] < 3:
        return np.sum(x) * 2
    return np.sum(y ** 3)


def all_but_three(x):
    y = x[:len(x)-3]
    if y.shape[0] > 0:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def third_differences(x):
    y = np.diff(x, n=3)
    if y.size:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def singular_values(x):
    _, s, _ = np.linalg.svd(np.stack([x, x ** 2, x ** 3]), full_matrices=False)
    if s.shape[0] < 3:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def two_of_a_partition(x):
    y = np.partition(x, 1)[:2] if len(x) > 1 else x
    if y.shape[0] < 2:
        return np.sum(x) * 2
    return np.sum(y ** 3)


def a_test_of_many(x):
    if len(x) > 5:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def at_least_three(x, k):
    m = max(k, 3)
    y = np.zeros(m)
    if y.shape[0] == 3:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def a_range(x, k):
    y = np.arange(3, k)
    if y.shape[0] == 0:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def at_most_one(x, k):
    m = min(k, 1)
    y = np.zeros(m)
    if y.shape[0] == 1:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def one_of_some(x, k):
    y = np.ones(k)[:1]
    if y.shape[0] == 1:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def columns_of_an_identity(x, k):
    y = np.eye(3, k)
    if y.shape[1] <= 3:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def repeated(x, k):
    y = np.tile(x, max(k,3))
    if y.shape[0] <= 3*x.shape[0]:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def a_quotient(x, k):
    m = k // 5
    y = np.zeros(m)
    if y.shape[0] == 0:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def a_remainder(x, k):
    m = k % 2
    y = np.zeros(m + 1)
    if y.shape[0] == 2:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def some_rows(x, k):
    y = np.ones((4, 3))[:k]
    if y.shape[0] == 4:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def truncated(x, t):
    k = int(t)
    y = np.zeros(k)
    if y.shape[0] == 0:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def rounded_up(x, t):
    k = math.ceil(t)
    y = np.zeros(k)
    if y.shape[0] == 1:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def rounded(x, t):
    k = round(t/0.5)
    y = np.zeros(k)
    if y.shape[0] <= 1:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def steps(x, t):
    y = np.arange(0.0, t, 0.5)
    if y.shape[0] <= 2:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def a_floor(x, t):
    k = int(np.floor(t))
    if k == 0:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def a_comparison(x, t):
    k = int(t > 0.5)
    if k == 0:
        return np.sum(x) * 2
    return np.sum(x ** 3)


def check(fun, x, *others):
    try:
        want = fun(x.copy(), *others)
    except (IndexError, ValueError):
        return
    value, x_bar = tangentish.value_and_grad(fun)(x, *others)
    numeric = [(fun(x + 1e-6 * e, *others) - fun(x - 1e-6 * e, *others)) / 2e-6 for e in np.eye(x.size)]
    tangent = tangentish.jvp(fun, (x, *others), (np.ones_like(x), *[None] * len(others)))[1]
    np.testing.assert_allclose(value, want, rtol=1e-13)
    np.testing.assert_allclose(x_bar, np.reshape(numeric, x.shape), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(tangent, np.sum(numeric), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("fun", [
    at_most_five, a_test_of_at_most_five, at_least_four, clipped, a_slice_of_at_most_four, the_last_three,
    the_second_and_third, a_convolution, a_distance, a_choice, a_truth, three_columns, a_comprehension, all_but_three,
    third_differences, singular_values, two_of_a_partition, a_test_of_many])
def test_sizes_of_arguments(fun):
    for size in (0, 1, 2, 3, 4, 5, 8):
        check(fun, np.arange(1.0, size + 1.0))


@pytest.mark.parametrize("fun", [
    at_least_three, a_range, at_most_one, one_of_some, columns_of_an_identity, repeated, a_quotient, a_remainder,
    some_rows])
def test_sizes_from_ints(fun):
    for number in (0, 1, 2, 3, 4, 5, 6, 9, 30):
        check(fun, np.arange(1.0, 4.0), number)


@pytest.mark.parametrize("fun", [
    truncated, rounded_up, rounded, steps, a_floor, a_comparison])
def test_sizes_from_floats(fun):
    for number in (0.0, 0.4, 1.7, 5.2, 12.0):
        check(fun, np.arange(1.0, 4.0), number)


def repeated_along_the_first(x, w):
    return np.sum(x[1:3] * w * x)


def repeated_in_place(x, w):
    y = np.zeros(4)
    y += x[:3] * w
    return np.sum(y ** 2)


def grown_in_a_loop(x, w):
    for _ in range(3):
        x = x * np.ones(5) + w * x
    return np.sum(np.sin(x))


@pytest.mark.parametrize(("fun", "x", "w"), [
    (repeated_along_the_first, [1.0, 2.0], [0.3, 0.4]), (repeated_along_the_first, [1.0, 2.0], [0.3]),
    (repeated_in_place, [2.0], [0.3, 0.4, 0.5, 0.6]), (repeated_in_place, [1.0], [0.3]),
    (grown_in_a_loop, [1.0, 2.0, 3.0, 4.0, 5.0], [0.3]), (grown_in_a_loop, [1.0], [0.3]),
    (grown_in_a_loop, [1.0], [0.0, 0.1, 0.2, 0.3, 0.4])])
def test_what_is_repeated(fun, x, w):
    check(fun, np.array(x), np.array(w))
    check(lambda w, x: fun(x, w), np.array(w), np.array(x))


def test_a_loop_with_a_state_of_a_known_size_needs_no_helper():
    """Each size but 1 is the same as what it is combined with: nothing is summed back."""
    def advanced(u, nu):
        mask = np.ones(8)
        for _ in range(5):
            u = u + nu * mask * np.sin(u)
        return np.sum(u ** 2)

    gradient = tangentish.grad(advanced, (0, 1))
    gradient(np.arange(8.0), 0.1)
    assert "unbroadcast" not in gradient.source


def sum_of_numbers_of_unknown_type(t):
    return np.sum([max(1, t), min(1, t)]) * t + np.mean([max(1, t), t]) * np.max([max(1, t), 2.0])


@pytest.mark.parametrize("t", [0.4, 5.3, np.float64(1.7)])
def test_lists_of_numbers_of_unknown_type(t):
    numeric = (sum_of_numbers_of_unknown_type(t + 1e-6) - sum_of_numbers_of_unknown_type(t - 1e-6)) / 2e-6
    assert tangentish.grad(sum_of_numbers_of_unknown_type)(t) == pytest.approx(numeric, rel=1e-6)
    assert tangentish.jvp(sum_of_numbers_of_unknown_type, (t,), (1.0,))[1] == pytest.approx(numeric, rel=1e-6)
