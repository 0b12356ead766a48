"""Loops that keep a few snapshots: bitwise the same derivatives as without."""

import copy

import numpy as np
import pytest

import tangentish
from tangentish import checkpoint
from tangentish.derivative import Derivative
from tangentish.testing import variant_grad
from tests.constructs.cases import M33, P4, V3, V4, V6, Cases
from tests.constructs.ways import check_all_ways, same

case = Cases()


def smooth(u, c):
    u[1:-1] += c * np.sin(u[2:] - u[:-2])
    return np.max(u)


@case(V6, 0.1, 9, argnums=(0, 1))
def in_place(u, c, n):
    s = 1.0
    for k in range(n):
        u[1:-1] += c * np.sin(u[2:] - 2.0 * u[1:-1] + u[:-2])
        s = s * 0.9 + u[1] * k
    return np.sum(u**2) * s


@case(V4, 7)
def bound_anew(x, n):
    for k in range(n):
        x = np.tanh(x) * 1.1 + x[::-1] * 0.1
    return np.sum(x * x)


@case(V6, 8)
def double_buffers(u, n):
    new = np.zeros(6)
    u = u * 1.0
    for k in range(n):
        new[1:-1] = u[1:-1] + 0.1 * np.sin(u[2:] * u[:-2])
        new[0] = new[1] * 0.5
        u, new = new, u
    return np.sum(u * u) + new[2]


@case(V4, V4 * 0.5 + 0.1, 0.3, 6, argnums=(0, 1, 2))
def several_arrays_and_numbers(q, p, h, n):
    energy, t = 0.0, 0.0
    for k in range(n):
        p -= h * np.sin(q)
        q += h * p
        t += h
        if k % 2 == 1:
            energy = energy + 0.5 * np.sum(p * p) * t
    return energy + q[0]


@case(V6, 7)
def views_of_the_state(u, n):
    u = u.copy()
    left, right = u[:3], u[3:]
    for k in range(n):
        part = u[1:5]
        part *= 1.0 + 0.1 * left[0]
        right -= 0.1 * left * left
        row = left
        row[1] = row[0] * right[2]
    return np.sum(u * u)


@case(V4, 6)
def names_for_the_same_array(x, n):
    u = x * 1.0
    v = u
    for k in range(n):
        v[k % 4] = np.sin(u[0] * v[1]) + v[k % 4]
        w = v
        w *= 1.01
        v = w if k % 2 else u
    return np.sum(u * v)


@case(V4, 5)
def overwritten_after_and_before(x, n):
    w = x * 2.0
    u = w * w
    for k in range(n):
        u *= np.cos(w)
        w[k % 4] *= u[0]
    total = np.sum(u * w)
    u[:] = 1.0
    w[:] = x
    return total + np.sum(u * w * x)


@case(V4, 6)
def constant_arrays_overwritten_after(x, n):
    c = np.cos(x)
    k1 = np.ones(4) * 0.5
    s = np.ones(4)
    for k in range(n):
        s = s * c + np.sin(s) * k1
    c[:] = 3.0
    k1[:] = 7.0
    return np.sum(s * c * k1)


@case(V3, 5)
def inner_loops(x, n):
    u = x.copy()
    total = 0.0
    for k in range(n):
        for j in range(k % 3 + 1):
            u[j] = np.sin(u[j] * u[j - 1]) + 0.1 * j
            m = 0
            while m < 2 and u[0] > -5.0:
                total = total + u[m] * u[j]
                m += 1
        total = total * 0.9
    return total + np.sum(u)


@case(V6, 0.2, 7, argnums=(0, 1))
def helper_that_writes(u, c, n):
    peak = 0.0
    for k in range(n):
        peak += smooth(u, c) * (k + 1)
        u[0] *= 1.1
    return peak + np.sum(u**2)


@case(V4, 6)
def continued(x, n):
    u = x * 1.0
    for k in range(n):
        if k % 3 == 1:
            u *= 1.1
            continue
        y = np.sin(u)
        if u[0] > 100.0:
            continue
        u += 0.3 * y * y[::-1]
    return np.sum(u * u)


@case(V4, 6)
def steps_of_a_range(x, n):
    u = x * 1.0
    for k in range(2 * n, 1, -2):
        u = u * np.cos(u * k * 0.1)
        k = k * 2
        u[0] += k * 0.01
    return np.sum(u) * k


@case(V4, 5)
def read_after_the_loop(x, n):
    y = z = x * 2.0
    a = 0.0
    for k in range(n):
        y = np.sin(x * (k + 1))
        z = y * x + z * 0.5
        if k > 1:
            a = y[0] * z[1]
    return np.sum(y * z) + a + k


@case(V4, 4)
def bound_first_in_the_loop(x, n):
    for k in range(n):
        if k == 0:
            u = x * x
        else:
            u = u * np.cos(v)  # noqa: F821  # in the first step v is not there: what is tested
        v = u + x
    return np.sum(u * v)


@case(V4, 5)
def in_a_branch(x, n):
    u = x * 1.0
    if u[0] > 0.0:
        for k in range(n):
            u = u * np.sin(u)
    else:
        u *= 3.0
    return np.sum(u)


@case(V4, 4)
def in_the_other_branch(x, n):
    u = x * 1.0
    if u[0] < 0.0:
        for k in range(n):
            u *= np.sin(u)
    else:
        u *= 3.0
    return np.sum(u * u)


@case(V4, 4)
def two_loops(x, n):
    u = x * 1.0
    for k in range(n):
        u += 0.1 * u * u
    s = np.sum(u)
    for k in range(n + 2):
        u *= np.cos(u * s)
    return np.sum(u)


@case(V3, 5)
def lists_in_the_state(x, n):
    history = [x[0], x[1]]
    u = x * 1.0
    for k in range(n):
        history.append(history[-1] * np.sin(history[-2]) + u[0])
        u = u * history[k]
    return sum(history) + np.sum(u)


@case(V3, 5)
def arrays_in_a_list(x, n):
    history = [x * 2.0]
    for k in range(n):
        history.append(np.sin(history[-1]) * history[0])
    return np.sum(history[-1] * history[2])


@case(V3, 5)
def a_dict_of_numbers(x, n):
    held = {"a": x[0], "b": x[1]}
    for k in range(n):
        held["a"] = held["a"] * np.cos(held["b"])
        held["b"] += 0.1 * held["a"] * x[2]
    return held["a"] + held["b"]


class Body:
    def __init__(self, q, p):
        self.q, self.p, self.count = q, p, 0

    def move(self, h):
        self.p = self.p - h * np.sin(self.q)
        self.q = self.q + h * self.p
        self.count += 1


@case(V3, 5)
def an_object(x, n):
    body = Body(x[0], x[1])
    for k in range(n):
        body.move(0.1 + 0.01 * x[2])
        body.q = body.q * 1.01
    return body.q * body.p


@case(V3, 5)
def an_object_with_arrays(x, n):
    body = Body(x * 2.0, x * x)
    for k in range(n):
        body.move(0.1)
        body.q[0] *= 0.9
    return np.sum(body.q * body.p) * body.count


@case(V3, 5)
def tuples_and_closures(x, n):
    state = (x * 1.0, x[0])

    def moved(pair, k):
        return pair[0] * np.cos(pair[1]) + x * k, pair[1] * 0.9

    for k in range(n):
        state = moved(state, k)
    return np.sum(state[0]) * state[1]


@case(V3, 5)
def a_function_made_in_the_loop(x, n):
    u = x * 1.0
    for k in range(n):
        f = lambda v: np.sin(v) * u[0] * k
        u = f(u) + u
    return np.sum(u)


@case(V3, 5)
def a_function_that_sees_what_is_bound_after(x, n):
    s, u = x[0] * 2.0, x * 1.0
    for k in range(n):

        def scaled(v):
            return v * np.sin(s) + s

        u = scaled(u)
    s = 3.0 * u[0]
    return np.sum(u) * s


@case(M33, V3, 6, argnums=(0, 1))
def products(a, x, n):
    for k in range(n):
        y = a @ x
        x = y / np.sqrt(y @ y)
        a[0, k % 3] *= 0.9
    return x[0] * np.sum(a)


@case(V4, 6)
def rows_of_a_trajectory(x, n):
    path = np.zeros((7, 4))
    path[0] = x
    for k in range(n):
        path[k + 1] = path[k] + 0.1 * np.sin(path[k]) * path[k - 1, 0]
    return np.sum(path[n] * path[n // 2])


@case(V4, 5)
def a_try_inside(x, n):
    u = x * 1.0
    for k in range(n):
        try:
            if k == 2:
                raise ValueError
            u = u * np.sin(u)
        except ValueError:
            u = u * 2.0
    return np.sum(u)


@case(np.array([1 + 2j, 0.5 - 1j]), 5)
def complex_state(z, n):
    for k in range(n):
        z = z * z * 0.3 + 0.1j
    return np.sum(np.abs(z) ** 2)


@case(P4.astype(np.float32), 5, size=0.125, rtol=2e-4, atol=1e-4)
def single_precision(x, n):
    u = x.copy()
    for k in range(n):
        u[1:] += np.float32(0.1) * np.sqrt(u[:-1])
    return np.sum(u)


@case(V4, 0)
def no_trip(x, n):
    u = x * 1.0
    y = x
    for k in range(n):
        u *= np.sin(u)
        y = u * 2.0
    return np.sum(u * y)


@case(V4, 1)
def one_trip(x, n):
    u = x * 1.0
    for k in range(n):
        u *= np.sin(u)
    return np.sum(u * u)


@case(V3, 5)
def nonlocal_state(x, n):
    s = x[0]

    def turn(y):
        nonlocal s
        s = s * np.cos(y)
        return s

    u = x * 1.0
    for k in range(n):
        u[k % 3] += turn(u[0]) * s
    return np.sum(u) * s


@case(V3, 5)
def arrays_in_a_dict(x, n):
    d = {"u": x * 2.0, "v": [x * x, 1.5]}
    for k in range(n):
        d["u"][1:] += 0.1 * d["v"][0][:-1] * d["v"][1]
        d["v"][0] *= np.cos(d["u"])
        d["v"][1] = d["v"][1] * d["u"][0]
    return np.sum(d["u"] * d["v"][0]) * d["v"][1]


@case(V3, 5)
def a_list_of_layers(x, n):
    layers = [x * 1.0, x * x]
    for k in range(n):
        for j in range(2):
            layers[j] = np.sin(layers[j - 1]) + layers[j] * 0.5
        layers[0], layers[1] = layers[1], layers[0]
    return np.sum(layers[0] * layers[1])


@case(M33, 6)
def a_row_of_the_step_before(a, n):
    a = a * 1.0
    prev = a[0]
    for k in range(n):
        row = a[k % 3]
        row += 0.1 * np.sin(prev) * a[(k + 1) % 3]
        prev = row
    return np.sum(a * a) + prev[0]


@case(V4, 5)
def written_by_out_and_methods(x, n):
    u, work = x * 1.0, np.zeros(4)
    for k in range(n):
        np.multiply(u, u, out=work)
        np.add(u, 0.1 * work, out=u)
        u[:2].sort()
        np.add.at(u, [0, 0, 3], u[1])
        work.fill(0.5)
        u *= work + 0.4
    return np.sum(u * u)


@case(np.array(0.7), 4)
def zero_dimensions(x, n):
    u = x * 1.0
    for k in range(n):
        u = u * np.sin(u) + x
    return u


@case(np.zeros(0), 4)
def nothing_at_all(x, n):
    u = x * 1.0
    for k in range(n):
        u *= np.sin(u)
    return np.sum(u)


@pytest.mark.parametrize("snapshots", [1, 2, 100])
@pytest.mark.parametrize("fun, args, options", case)
def test_the_same_bit_by_bit(fun, args, options, snapshots):
    argnums = options.get("argnums", 0)
    for kinds, optimise in ((True, True), (False, True), (True, False)):
        plain = Derivative(fun, argnums, "grad", False, kinds, optimise)
        found = Derivative(fun, argnums, "grad", False, kinds, optimise, snapshots)
        assert "schedule(" in found.source_for(*copy.deepcopy(args))
        for _ in range(2):
            assert_equal(found(*copy.deepcopy(args)), plain(*copy.deepcopy(args)))


def assert_equal(left, right):
    if isinstance(left, tuple):
        for a, b in zip(left, right, strict=True):
            assert_equal(a, b)
    else:
        assert np.array_equal(left, right), (left, right)


def marked(u, c, n):
    total = 0.0
    for k in checkpoint(range(n), snapshots=2):
        total += smooth(u, c) * u[k % 6]
        u[0] *= 1.1
    for _ in tangentish.checkpoint(range(2, 2 + n), snapshots=n // 2 + 1):
        u *= np.cos(u)
        total = total + u[2]
    return total * np.sum(u)


def nested(u, c, n):
    for i in checkpoint(range(n), snapshots=2):
        for j in checkpoint(range(i), snapshots=2):
            u[1:] += c * u[:-1] * np.sin(u[1:])
        u[0] *= 1.0 + c * j if i else 1.0
    return np.sum(u * u)


def inside_an_ordinary_loop(u, c, n):
    total = 0.0
    for i in range(3):
        v = u * (i + 1.0)
        for j in checkpoint(range(n), snapshots=2):
            v = np.sin(v) * c + u
            u[1] *= 0.9
        total += np.sum(v * u)
    return total


def called(u, c, n):
    return inside_an_ordinary_loop(u, c, n) * nested(u, c, n) + marked(u, c, n)


@pytest.mark.parametrize("fun", [marked, nested, inside_an_ordinary_loop, called])
def test_marked_loops_in_every_way(fun):
    check_all_ways(fun, V6, 0.3, 5, argnums=(0, 1))


def test_a_pullback_called_twice():
    ans, pullback = tangentish.vjp(marked, V6.copy(), 0.3, 5)
    again = [pullback(2.0) for _ in range(3)]
    want = tangentish.grad(marked, (0, 1))(V6, 0.3, 5)
    assert ans == marked(V6.copy(), 0.3, 5)
    for found in again:
        assert same(found[:2], (2.0 * want[0], 2.0 * want[1]))


def test_several_outputs():
    def fun(x, n):
        u, s = x.copy(), 0.0
        for _ in checkpoint(range(n), snapshots=2):
            u *= np.cos(u)
            s += u[0]
        return u, s, {"last": u * s}

    def plain(x, n):
        u, s = x.copy(), 0.0
        for _ in range(n):
            u *= np.cos(u)
            s += u[0]
        return u, s, {"last": u * s}

    bars = (V4, 2.0, {"last": V4[::-1].copy()})
    (_, found), (_, want) = tangentish.vjp(fun, V4, 7), tangentish.vjp(plain, V4, 7)
    assert np.array_equal(found(bars)[0], want(bars)[0])


def test_only_written_into():
    def fun(u, n):
        for _ in checkpoint(range(n), snapshots=2):
            u *= np.cos(u)

    ans, pullback = tangentish.vjp(fun, V4.copy(), 6)
    direction = np.array([1.0, -0.5, 0.2, 0.7])
    _, ans_dot = tangentish.jvp(fun, (V4.copy(), 6), (direction, None))
    assert np.isclose(np.sum(pullback(ans)[0] * direction), np.sum(ans * ans_dot), rtol=1e-12)


def test_unoptimised_and_with_kinds_unknown():
    want = tangentish.grad(called, (0, 1))(V6, 0.3, 5)
    for variant in ({"optimise": False}, {"kinds": False}, {"kinds": False, "optimise": False}):
        assert same(variant_grad(called, (0, 1), **variant)(V6, 0.3, 5), want)


def test_second_derivatives():
    def smooth_steps(x, n):
        u, s = x * 1.0, 0.0
        for _ in range(n):
            u[1:] += 0.1 * np.sin(u[:-1]) * u[1:]
            s = s + u[1] ** 2
        return np.sum(u**2) * s

    def marked_steps(x, n):
        u, s = x * 1.0, 0.0
        for _ in checkpoint(range(n), snapshots=2):
            u[1:] += 0.1 * np.sin(u[:-1]) * u[1:]
            s = s + u[1] ** 2
        return np.sum(u**2) * s

    v = np.array([1.0, -0.5, 0.2, 0.7])
    want = tangentish.hessian(smooth_steps)(V4, 5) @ v
    checked = tangentish.grad(smooth_steps, checkpoint=2)
    assert same(tangentish.hvp(marked_steps)(V4, 5, v), want)
    assert same(tangentish.grad(lambda x: np.sum(checked(x, 5) * v))(V4), want)
    assert same(tangentish.jvp(lambda x: checked(x, 5), (V4,), (v,))[1], want)


NOISE = np.random.default_rng(7)


def test_random_numbers_are_the_same_again():
    def fun(x, n):
        for _ in range(n):
            x = x * (1.0 + 0.1 * NOISE.normal(size=4)) + np.random.uniform(size=4)
        return np.sum(x**3)

    found, after = [], []
    for snapshots in (None, 2):
        np.random.seed(1)
        NOISE.bit_generator.state = np.random.default_rng(7).bit_generator.state
        found.append(tangentish.grad(fun, checkpoint=snapshots)(V4, 7))
        after.append((NOISE.normal(), np.random.normal()))
    assert np.array_equal(*found)
    assert after[0] == after[1]


TICKS = [0]


def ticking(x):
    TICKS[0] += 1
    return np.sin(x) * TICKS[0]


def test_globals_that_a_helper_counts_in():
    def fun(x, n):
        for _ in range(n):
            x = x + 0.1 * ticking(x)
        return np.sum(x)

    found = []
    for snapshots in (None, 1, 2):
        TICKS[0] = 0
        found.append(tangentish.grad(fun, checkpoint=snapshots)(V4, 7))
        assert TICKS == [7]
        assert np.array_equal(found[0], found[-1])


class Counted:
    def step(self, x):
        return self.inner(x) * 1.0

    def inner(self, x):
        return x + 0.1 * ticking(x)


def test_globals_that_methods_count_in():
    def fun(x, n):
        counted = Counted()
        for _ in range(n):
            x = counted.step(x)
        return np.sum(x)

    @checkpoint
    def inside(x, counted):
        return counted.step(x)

    def called_again(x, n):
        counted = Counted()
        for _ in range(n):
            x = inside(x, counted)
        return np.sum(x)

    found = []
    for derivative in (tangentish.grad(fun), tangentish.grad(fun, checkpoint=2), tangentish.grad(called_again)):
        TICKS[0] = 0
        found.append(derivative(V4, 7))
        assert TICKS == [7]
        assert np.array_equal(found[0], found[-1])


def test_objects_are_left_as_the_primal_leaves_them():
    def fun(x, body, n):
        for _ in checkpoint(range(n), snapshots=2):
            body.move(0.1)
            x = x * body.q
        return np.sum(x)

    body, same_body = Body(0.3, 0.7), Body(0.3, 0.7)
    tangentish.grad(fun)(V4, body, 7)
    fun(V4, same_body, 7)
    assert (body.q, body.p, body.count) == (same_body.q, same_body.p, same_body.count)


def test_arguments_are_left_alone():
    u = V6.copy()
    tangentish.grad(marked)(u, 0.3, 5)
    assert np.array_equal(u, V6)


def test_only_outermost_loops_over_a_range():
    source = tangentish.grad(inner_loops, checkpoint=3).source_for(V3, 5)
    assert source.count("schedule(") == 1
    assert "range(k % 3 + 1)" in source


def test_it_is_the_range_outside_of_derivatives_and_in_forward_mode():
    assert checkpoint(range(3), snapshots=2) == range(3)
    assert "checkpoint" not in tangentish.jvp(marked).source
    assert "schedule" not in tangentish.jvp(marked).source


def leaves_by_break(x, n):
    for k in checkpoint(range(n), snapshots=2):
        x = x * x
        if x > 10.0:
            break
    return x


def leaves_by_return(x, n):
    for k in checkpoint(range(n), snapshots=2):
        for j in range(2):
            x = x * x
            if x > 10.0:
                return x
    return x


def deletes(x, n):
    for k in checkpoint(range(n), snapshots=2):
        y = x * x
        x = y
        del y
    return x


def positional(x, n):
    for k in checkpoint(range(n)):
        x = x * x
    return x


@pytest.mark.parametrize("fun, what", [(leaves_by_break, "break"), (leaves_by_return, "return"), (deletes, "deletes a name"),
                                       (positional, "snapshots=")])
def test_refused_with_the_place(fun, what):
    with pytest.raises(tangentish.UnsupportedError, match=what) as error:
        tangentish.grad(fun)(4.0, 3)
    assert "test_loops.py:" in str(error.value)
    assert "^" in str(error.value)


def test_inside_a_try_that_catches():
    def fun(x, n):
        try:
            for k in checkpoint(range(n), snapshots=2):
                x = x * x
                if x > 10.0:
                    raise ValueError
        except ValueError:
            x = x * 3.0
        return x

    with pytest.raises(tangentish.UnsupportedError, match="lies in a `try`"):
        tangentish.grad(fun)(1.1, 3)


def sees_what_the_loop_binds(x, n):
    w = 1.0

    def scaled(y):
        return y * w

    for _ in checkpoint(range(n), snapshots=2):
        w = np.sin(w + x[0])
        x = scaled(x) + 0.1
    return np.sum(x) * w


def test_functions_that_see_what_the_loop_binds():
    def plain(x, n):
        w = 1.0

        def scaled(y):
            return y * w

        for _ in range(n):
            w = np.sin(w + x[0])
            x = scaled(x) + 0.1
        return np.sum(x) * w

    assert same(tangentish.grad(sees_what_the_loop_binds)(V4, 6), tangentish.grad(plain)(V4, 6))
    with pytest.raises(tangentish.UnsupportedError, match="sees `w`, which the loop binds"):
        tangentish.vjp(sees_what_the_loop_binds, V4, 6)


@pytest.mark.parametrize("snapshots", [0, -3, 2.5, True])
def test_bad_numbers_of_snapshots(snapshots):
    with pytest.raises(tangentish.ArgumentError, match="at least 1"):
        tangentish.grad(one_trip, checkpoint=snapshots)

    def fun(x, n):
        for k in checkpoint(range(3), snapshots=n):
            x = x * x
        return x

    with pytest.raises(tangentish.ArgumentError, match="at least 1"):
        tangentish.grad(fun)(1.1, snapshots)


def test_not_with_auxiliary_results():
    with pytest.raises(tangentish.ArgumentError, match="has_aux"):
        tangentish.grad(lambda x: (x, x), has_aux=True, checkpoint=3)(1.0)
