"""`nonlocal`: numbers, arrays rebound and written, two deep, in recursion; state in closures."""

import functools

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(0.6, 3)
@case(0.6, 0)
def nonlocal_number_in_loop(x, n):
    total, count = x, 0
    def add(t):
        nonlocal total, count
        total = total * t + x
        count += 1
        return total
    y = x
    for _ in range(n):
        y = y + add(y)
    return y * total + count * x


@case(V3)
def nonlocal_array_rebound_and_written(x):
    u = x * 1.0
    def write(i):
        nonlocal u
        u[i] *= u[i - 1]
    def rebind(s):
        nonlocal u
        u = u * s
    write(0)
    before = u
    rebind(x[1])
    write(2)
    rebind(u[0])
    return np.sum(u**2) + np.sum(before)


@case(0.7)
def nonlocal_two_deep(x):
    a = x
    def outer(t):
        b = a * t
        def inner(s):
            nonlocal a, b
            a = a * s + b
            b = b + a
            return b
        r = inner(t) * inner(t * x)
        return r + b
    y = outer(x)
    y = y * outer(2.0 * x)
    return y * a


@case(0.7)
def nonlocal_augmented(x):
    a = x
    def step():
        nonlocal a
        a *= x + 1.0
        a += 0.5
    step()
    step()
    b = a
    step()
    return a * b


@case(V3)
def nonlocal_augmented_array(x):
    a = x.copy()
    b = a
    def step(t):
        nonlocal a
        a *= t
        a = a + t
        a -= b
    step(x[0])
    step(x[1])
    return np.sum(a * b)


@case(0.7)
def nonlocal_counter_generator(x):
    def make():
        state = x
        def advance(t):
            nonlocal state
            state = state * t + 1.0
            return state
        return advance
    f, g = make(), make()
    return f(x) * f(2.0) + g(3.0) * f(x) * g(x)


@case(0.7, 4)
def nonlocal_recursive(x, n):
    acc = 1.0
    def go(k):
        nonlocal acc
        if k == 0:
            return x
        acc = acc * x + k
        r = go(k - 1)
        acc = acc + r
        return r * acc
    return go(n) * acc


@case(0.7)
def nonlocal_via_lambda_default(x):
    hist = []
    def put(v):
        hist.append(v * x)
        return len(hist)
    n = put(x) + put(x * x)
    return hist[-1] * n + hist[0]


@case(0.7, 3)
@case(0.7, 0)
def try_in_while_with_nested_function_state(x, n):
    acc = x
    def bump(t):
        nonlocal acc
        acc = acc * t
        if acc < 0.2:
            raise OverflowError
        return acc
    k = 0
    while k < n:
        k += 1
        t = acc * x
    return acc * k + x


@case(V3)
def function_attributes_and_cache(x):
    memo = {}
    def f(i):
        if i not in memo:
            memo[i] = x[i] * (f(i - 1) if i else 1.0)
        return memo[i]
    return f(2) * f(1) + sum(memo.values())


@case(V3)
def closure_over_loop_variable_late(x):
    fs = []
    for i in range(3):
        s = x[i] * 2.0
        fs.append(lambda t: t * s * x[i])
    return fs[0](1.0) * fs[1](x[0])


@case(V3)
def map_with_writing_function(x):
    y = x * 1.0
    def f(i):
        y[i] *= y[i - 1]
        return y[i]
    a = list(map(f, range(3)))
    for t in map(f, [0, 1]):
        a.append(t * y[2])
    return sum(a) * np.sum(y)


@case(V3)
def partial_with_written_array(x):
    y = x * 1.0
    def f(a, i, *, k=1.0):
        a[i] *= k
        return a[i]
    g = functools.partial(f, y, k=x[0])
    return g(1) * g(2) + np.sum(y) * functools.partial(g, 0, k=2.0)()


@case(V4, 3)
@case(V4, 0)
def loop_with_early_return_and_tape_in_callee(x, n):
    def inner(y, k):
        total = 0.0
        for i in range(k):
            for t in y:
                if t > 1.0:
                    return total * t
                total = total + t * t
            y = y * 1.2
        return total
    z = x * 1.0
    out = 0.0
    for k in range(n):
        r = inner(z, k)
        if k == 2:
            z[1:] *= r
            continue
        z = z + r * x
        out = out + inner(z[::-1], 1) * r
    return out + np.sum(z)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def made_when_first_needed(func):
    power = None

    def inner(x):
        nonlocal power
        if power is None:
            power = 3
        return func(x, power)

    return inner


@made_when_first_needed
def powers(x, power):
    return np.sum(x**power)


def test_a_constant_that_is_made_when_it_is_first_needed():
    """What a decorator keeps for later calls may be given to a function together with active values."""
    check_all_ways(powers, V3)
    check_all_ways(lambda x: powers(x) * powers(2.0 * x), V3)


def kept_list(func):
    log = None

    def inner(x):
        nonlocal log
        if log is None:
            log = []
        return func(x, log)

    return inner


def test_a_list_that_is_made_when_it_is_first_needed_is_refused():
    def noted(x, log):
        log.append(x)
        return np.sum(log[0] * x)

    with pytest.raises(tangentish.UnsupportedError, match="around this one"):
        tangentish.jvp(kept_list(noted), (V3,), (V3,))
