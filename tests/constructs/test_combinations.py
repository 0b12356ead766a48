"""Constructs that meet: exits with stores, recursion with in-place work, tapes in branches of loops."""


import numpy as np
import pytest

from tests.constructs.cases import EMPTY, M33, P4, V3, V4, V5, V6, Cases
from tests.oracle import check_gradient

case = Cases()


@case(V5)
@case(np.abs(V5) + 0.6)
@case(V5[::-1])
def return_after_store_in_loop(x):
    y = x.copy()
    for i in range(1, 5):
        y[i] *= y[i - 1] ** 2
        if y[i] < 0:
            return np.sum(y[: i + 1] ** 2)
        y[i - 1] = y[i] * x[0]
    return np.prod(y)


@case(V6, 0.9)
@case(V6, 9.0)
def continue_after_store(x, limit):
    y = x**2
    total = 0.0
    for i in range(len(y)):
        y[i] = np.sin(y[i]) * y[i - 1]
        if y[i] > 0.5 * limit:
            continue
        total = total * y[i] + y[i - 2]
        if total > limit:
            y[i] = total
            break
    return total + np.sum(y**2)


def quicksort(a):
    if len(a) <= 1:
        return a
    pivot = a[0]
    low = [t for t in a[1:] if t < pivot]
    high = [t for t in a[1:] if t >= pivot]
    return quicksort(low) + [pivot] + quicksort(high)


@case(V6)
@case([0.3, -0.4, 0.1])
@case(EMPTY)
def sort_by_recursion(x):
    return sum(k * t**2 for k, t in enumerate(quicksort(list(x))))


def fft(x):
    n = len(x)
    if n == 1:
        return x.astype(complex)
    even, odd = fft(x[::2]), fft(x[1::2])
    twiddle = np.exp(-2j * np.pi * np.arange(n // 2) / n)
    return np.concatenate([even + twiddle * odd, even - twiddle * odd])


@case(V4)
@case(np.concatenate([V4, P4]))
def recursive_fft(x):
    return np.sum(np.abs(fft(x)[1:]) ** 2 * np.arange(1, len(x)))


def halve_in_place(a):
    """Recursion over views that are written."""
    n = len(a)
    if n < 2:
        return
    a[: n // 2] *= a[n - n // 2 :]
    halve_in_place(a[: n // 2])
    halve_in_place(a[n // 2 :])


@case(V6)
@case(V5)
@case(EMPTY)
def recursion_writes_views(x):
    y = x * 1.5
    halve_in_place(y)
    return np.sum(y**2)


@case(M33, 2)
@case(M33, 0)
def jacobi_with_swap_and_break(a, steps):
    u, v = a[0].copy(), np.empty(3)
    for k in range(steps):
        for i in range(3):
            v[i] = (1.0 - sum(a[i, j] * u[j] for j in range(3) if j != i)) / a[i, i]
        if np.max(np.abs(u - v)) < 1e-3:
            break
        u, v = v, u
    else:
        k = -1
    return np.sum(u * v if steps else u * u) + k


@case(V3, 0.3, argnums=(0, 1))
def closure_rebinds_array_it_writes(x, s):
    state = x * 1.0

    def advance(h):
        nonlocal state
        state[0] += h * state[1]
        if state[0] > 0.8:
            state = state * s
        state[2] *= state[0]
        return state

    seen = [advance(h).copy() for h in (0.1, s, s * s)]
    return np.sum(state * seen[1]) + seen[0][2]


@case(V4)
def value_read_after_branch_overwrites(x):
    y = x * 1.0
    total = 0.0
    for i in range(4):
        sq = y[i] * y[i]
        if i % 2:
            y = y * sq  # a new array
        else:
            y *= sq + 1.0  # the same one
        total += sq * y[3 - i]
    return total + np.sum(y)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)
