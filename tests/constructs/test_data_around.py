"""Numbers and arrays of the module, and of the function around: made parameters where nobody changes them on the way."""

from __future__ import annotations

import numpy as np
import pytest

import tangentish
from tangentish.apart import taken_apart
from tests.constructs.cases import M33, V3, Cases
from tests.constructs.ways import check_all_ways
from tests.oracle import check_gradient

case, written = Cases(), Cases()
A = M33.copy()
B = np.array([0.2, 0.5, -0.4])
COUNT, RATE, KIND, SWITCH, NOTHING, FLAGS = 3, 0.7, "square", True, None, np.array([True, False, True])
BUFFER = np.zeros(3)
TOTAL = 0.0
COMPLEX = np.array([1.0 + 0.5j, 0.3, -0.2j])
SINGLE = B.astype(np.float32)
NUMBERS = [1.0, 2.0, 3.0]


@case(V3)
def of_the_module(p):
    r = A @ p - B
    if KIND == "square" and SWITCH and NOTHING is None:
        r = r ** 2
    for _ in range(COUNT):
        r = r + RATE * p * FLAGS
    return np.sum(r)


def model(p):
    return A @ p + helper(p)[::-1]


def helper(p, by=RATE):
    return by * B * p * COUNT


@case(V3)
def of_what_is_called(p):
    return np.sum(model(p) ** 2) + np.sum(helper(p, by=2.0)) + np.sum(helper(B) * p)


@case(V3)
def in_functions_inside(p):
    def inner(x):
        return A @ x * RATE

    parts = [RATE * b * p[k] for k, b in enumerate(B)]
    return np.sum(inner(inner(p))) + sum(parts) + (lambda q: q @ B)(p)


def filled_up(p, m=None):
    """What is picked out of a table of the module, and a list that is written into: two values of one name, apart."""
    if m is None:
        m = NUMBERS[0:3]
        m = A[COUNT - 1] if SWITCH else m
    else:
        m = list(m)
        for k, one in enumerate(m):
            if one is None:
                m[k] = B[k] * p[k]
    return m


@case(V3)
def a_name_that_may_show_data_elsewhere(p):
    return np.sum(p * filled_up(p)) + np.sum(filled_up(p, [p[0], None, p[1] * p[2]]))


@case(V3)
def a_parameter_that_is_copied_first(p):
    def scaled(v):
        v = v.copy()
        v[0] *= RATE
        return v

    return np.sum(scaled(p) ** 2) + np.sum(scaled(B) * p)


@case(V3)
def hidden_by_names_of_its_own(p):
    def inner(A, RATE=2.0):
        return A * RATE

    return np.sum(inner(p)) + sum(RATE * p[0] for RATE in (1.0, 2.0))


@case(V3)
def complex_and_single(p):
    return np.real(np.sum(COMPLEX * p * p)) + np.sum(SINGLE * p) + NUMBERS[1] * p[0]


@written(V3)
def written_into(p):
    BUFFER[:] = p * p
    return np.sum(BUFFER * p)


@written(V3)
def written_into_under_another_name(p):
    rows = BUFFER
    rows[1:] = p[1:] * p[0]
    return np.sum(rows * p) + np.sum(BUFFER)


def fill(out, p):
    out[...] = p * RATE


@written(V3)
def written_into_by_what_is_called(p):
    fill(BUFFER, p)
    return np.sum(BUFFER * p)


@written(V3)
def written_into_by_a_loop(p):
    for k, row in enumerate([BUFFER]):
        row[:] = p * (k + 2.0)
    return np.sum(BUFFER * p)


@written(V3)
def written_into_by_out(p):
    np.multiply(p, p, out=BUFFER)
    return np.sum(BUFFER * p)


@case(V3)
def view_of_it(p):
    head, tail = A[0], A[:, 1]
    return head @ p + np.sum(tail * p ** 2) + np.sum(A.T[0] * p)


@case(V3)
def recursive(p, depth=3):
    return np.sum(B * p) if depth == 0 else RATE * recursive(p * B, depth - 1) + np.sum(p ** 2)


def loss_of(a, b, k):
    def loss(p):
        return np.sum((a @ p - b) ** 2) * k

    return loss


def counting(a):
    seen = 0

    def loss(p):
        nonlocal seen
        seen += 1
        return np.sum(a * p) * 2.0

    return loss


def with_sibling(a, k):
    def change(v):
        nonlocal k
        k = v

    def loss(p):
        first = np.sum(a * p) * k
        change(4.0)
        second = np.sum(p * p) * k
        change(2.0)
        return first + second

    return loss


def with_content_changed(a):
    def change():
        a[0] += 1.0

    def loss(p):
        first = np.sum(a * p)
        change()
        second = np.sum(a * p * p)
        a[0] -= 1.0
        return first + second

    return loss


case(V3)(loss_of(M33, V3, 0.4))
case(V3)(counting(V3))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun, args, options", written)
def test_written(fun, args, options):
    check_gradient(fun, *args, **options)
    for way in (tangentish.vjp, lambda fun, p: tangentish.grad(lambda q: fun(q))(p)):
        with pytest.raises(tangentish.TangentishError, match="global"):
            way(fun, *args)


def right_or_refused(fun, *args):
    try:
        check_gradient(fun, *args)
    except tangentish.TangentishError:
        return


@pytest.mark.parametrize("made", [with_sibling(V3, 2.0), with_content_changed(V3.copy())])
def test_changed_on_the_way(made):
    right_or_refused(made, V3)


def test_changed_from_call_to_call(monkeypatch):
    def loss(p):
        return np.sum(A @ p * RATE) + np.sum(helper(p))

    gradient = tangentish.grad(loss)
    for key, value in [("RATE", 2.0), ("A", 2.0 * A), ("A", np.eye(3, dtype=np.float32)), ("A", np.arange(9).reshape(3, 3)),
                       ("RATE", B), ("RATE", [1.0, 2.0, 3.0]), ("RATE", np.float32(0.5)), ("RATE", 3), ("RATE", 0.7 + 0.0 * B),
                       ("RATE", 1.5), ("A", np.ones((5, 3))), ("B", V3), ("COUNT", 5), ("helper", np.sin),
                       ("helper", lambda p: RATE * p ** 3)]:
        monkeypatch.setitem(globals(), key, value)
        for _ in range(3):
            want = tangentish.testing.finite_difference_grad(loss)(V3)
            np.testing.assert_allclose(gradient(V3), want, rtol=1e-6, atol=1e-8, err_msg=key)
            np.testing.assert_allclose(tangentish.jvp(loss, (V3,), (B,))[1], want @ B, rtol=1e-6, atol=1e-8, err_msg=key)


def test_content_changed_from_call_to_call():
    a = V3.copy()
    gradient = tangentish.grad(lambda p: np.sum(a * p))
    for k in range(3):
        a[:] = k
        np.testing.assert_allclose(gradient(B), a)
        a.resize((3, 1) if k == 1 else (3,), refcheck=False)  # the same array with another shape
        np.testing.assert_allclose(gradient(B), [3.0 * k] * 3 if k == 1 else a)
        a.resize((3,), refcheck=False)


def test_captured_variable_bound_anew():
    k = 2.0

    def loss(p):
        return np.sum(p ** 2 * k)

    gradient = tangentish.grad(loss)
    np.testing.assert_allclose(gradient(V3), 4.0 * V3)
    k = V3
    np.testing.assert_allclose(gradient(V3), 2.0 * V3 * V3)
    k = 3.0
    np.testing.assert_allclose(gradient(V3), 6.0 * V3)


def test_argument_that_is_read_as_a_global_too():
    def loss(p):
        return np.sum(B * p * p)

    gradient = tangentish.grad(loss)
    for p in (V3, B, B[::-1], B, V3):
        np.testing.assert_allclose(gradient(p), 2.0 * B * p)


def test_result_is_not_the_data():
    gradient = tangentish.grad(lambda p: B @ p)
    before = B.copy()
    for _ in range(3):
        gradient(V3)[:] = 7.0
    np.testing.assert_array_equal(B, before)


def test_what_is_read_becomes_parameters():
    apart = taken_apart(of_what_is_called, {"p": V3}, free=True)
    assert apart is not None
    assert apart.values.keys() == {"p", "A", "B", "RATE", "COUNT"} - ({"RATE"} - apart.values.keys())
    source = tangentish.grad(of_the_module).source_for(V3)
    assert "unbroadcast" not in source
    assert "shadows" not in source
    assert taken_apart(written_into, {"p": V3}, free=True) is None


def test_higher_derivatives():
    loss = loss_of(M33, V3, 0.4)
    np.testing.assert_allclose(tangentish.hessian(loss)(V3), 0.8 * M33.T @ M33)
    np.testing.assert_allclose(tangentish.hvp(loss)(V3, B), 0.8 * M33.T @ M33 @ B)
    np.testing.assert_allclose(tangentish.grad(lambda p: np.sum(tangentish.grad(loss)(p) ** 2))(V3),
                               2 * 0.8 * M33.T @ M33 @ tangentish.grad(loss)(V3))
