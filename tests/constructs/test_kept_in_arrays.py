"""Points and results that earlier calls have kept in arrays, lists and other containers that are written into in place."""

from __future__ import annotations

import itertools
import re
import textwrap

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient
from tests.texts import executed

X, V = np.array([0.7, 0.2]), np.array([1.0, -0.5])
AROUND = """
import types
from collections import deque
import numpy as np
def differs(a, b): return not np.array_equal(a, b)
def fill(x, r): r[:] = x**3
"""
TESTS = [
    "not np.array_equal(x, L)", "np.any(L != x)", "(x != L).any()", "not (x == L).all()", "differs(L, x)",
    "not np.allclose(x, L, rtol=0, atol=0)", "np.abs(x - L).sum()", "x.tobytes() != L.tobytes()", "list(x) != list(L)",
    "any(a != b for a, b in zip(x, L))", "not np.array_equiv(L, x)", "tuple(x) != tuple(L)",
]
STORES = [
    "L[:] = x\nR[:] = x**3", "L[...] = x\nR[...] = x**3", "np.copyto(L, x)\nnp.copyto(R, x**3)", "L[:] = x\nnp.power(x, 3, out=R)",
    "for i in range(2):\n    L[i] = x[i]\n    R[i] = x[i]**3", "L[:] = x\nfill(x, R)", "y = x**2\nL[:], R[:] = x, y * x",
    "L.flat[:] = x\nR[:] = 0.0\nR[:] += x**3",
]
PLACES = {
    "of the module": "L, R = np.full(2, 9.0), np.empty(2)\ndef fun(x):\n{body}",
    "captured": "def made():\n    L, R = np.full(2, 9.0), np.empty(2)\n    def fun(x):\n{inner}\n    return fun\nfun = made()",
    "given": "L_0, R_0 = np.full(2, 9.0), np.empty(2)\ndef inner(x, L, R):\n{body}\ndef fun(x): return inner(x, L_0, R_0)",
    "of an object": "class Model:\n    def __init__(self): self.L, self.R = np.full(2, 9.0), np.empty(2)\n"
                    "    def at(self, x):\n{of_self}\n"
                    "MODEL = Model()\ndef fun(x): return MODEL.at(x)",
}
MEMOS = {
    "a result given early": "if np.array_equal(x, L): return np.sum(R) * 2.0\nL[:] = x\nR[:] = x**3\nreturn np.sum(R) * 2.0",
    "a copy given early": "if np.array_equal(x, L): return np.sum(R.copy()) * 2.0\ny = x**3\nL[:] = x\nR[:] = y\n"
                          "return np.sum(y) * 2.0",
    "either way": "if np.array_equal(x, L):\n    y = R.copy()\nelse:\n    y = x**3\n    L[:] = x\n    R[:] = y\n"
                  "return np.sum(y) * 2.0",
    "by a name": "same = np.array_equal(L, x)\nif not same:\n    L[:] = x\n    R[:] = x**3\nreturn np.sum(R) * 2.0",
    "each item": "for i in range(2):\n    if x[i] != L[i]:\n        L[i] = x[i]\n        R[i] = x[i]**3\nreturn np.sum(R) * 2.0",
    "two, of which one is of the other": "if differs(L, x):\n    L[:] = x\n    R[:] = x**3\ny = R * x\nif differs(L_2, y):\n"
                                         "    L_2[:] = y\n    R_2[:] = y / x\nreturn np.sum(R_2) * 2.0",
    "by row": "if np.any(W[0] != x):\n    W[0] = x\n    W[1] = x**3\nreturn np.sum(W[1]) * 2.0",
    "of an array with an item for each": "if np.any(W[0, :] != x):\n    W[0, :] = x\n    W[1, :] = x**3\n"
                                         "return np.sum(W[1, :]) * 2.0",
    "in a list": "if K[0] is None or differs(K[0], x):\n    K[0] = x.copy()\n    K[1] = x**3\nreturn np.sum(K[1]) * 2.0",
    "in a deque": "if Q[0] is None or differs(Q[0], x):\n    Q[0] = x.copy()\n    Q[1] = x**3\nreturn np.sum(Q[1]) * 2.0",
    "a tuple in a list": "if C[0] is None or differs(C[0][0], x):\n    C[0] = (x.copy(), x**3)\nreturn np.sum(C[0][1]) * 2.0",
    "of a namespace": "if np.any(S.L != x):\n    S.L[:] = x\n    S.R[:] = x**3\nreturn np.sum(S.R) * 2.0",
    "numbers": "v = x[0]\nif N[0] != v: N[0], N[1] = v, v**3\nreturn N[1] * 2.0 + np.sum(2.0 * x[1:]**3)",
    "the last of a list": "if not A or differs(A[-1][0], x):\n    A.append((x.copy(), x**3))\nreturn np.sum(A[-1][1]) * 2.0",
}
REFUSED = {
    "a while loop": "while differs(L, x):\n    L[:] = x\n    R[:] = x**3\nreturn np.sum(R) * 2.0",
    "a mark": "changed = False\nfor i in range(2):\n    if x[i] != L[i]: changed = True\nif changed:\n    L[:] = x\n"
              "    R[:] = x**3\n"
              "return np.sum(R) * 2.0",
    "a mark, and left": "changed = False\nfor a, b in zip(x, L):\n    if a != b:\n        changed = True\n"
                        "        break\nif changed:\n"
                        "    L[:] = x\n    R[:] = x**3\nreturn np.sum(R) * 2.0",
    "two marks": "changed, moved = False, False\nfor i in range(2):\n    if x[i] != L[i]: changed = True\n"
                 "    if x[i] * 2.0 != L_2[i]: moved = True\nif changed:\n    L[:] = x\n    R[:] = x**3\nif moved:\n"
                 "    L_2[:] = x * 2.0\nreturn np.sum(R) * 2.0",
    "counted": "if differs(L, x):\n    L[:] = x\n    R[:] = x**3\n    N[0] += 1\nreturn np.sum(R) * 2.0",
    "out of date": "if differs(L, x):\n    L[:] = x\n    N[0] = 0.0\nif N[0] != 1.0:\n    R[:] = x**3\n    N[0] = 1.0\n"
                   "return np.sum(R) * 2.0",
    "arrays in a dict": "if np.any(D['L'] != x):\n    D['L'][:] = x\n    D['R'][:] = x**3\nreturn np.sum(D['R']) * 2.0",
    "arrays in a tuple": "left, right = T\nif np.any(left != x):\n    left[:] = x\n    right[:] = x**3\nreturn np.sum(right) * 2.0",
}
KEPT = """
L, R, L_2, R_2 = np.full(2, 9.0), np.empty(2), np.full(2, 9.0), np.empty(2)
W, K, Q, C, N = np.full((2, 2), 9.0), [None, None], deque([None, None]), [None], np.full(2, 9.0)
S, D, T, A = types.SimpleNamespace(L=np.full(2, 9.0), R=np.empty(2)), {"L": np.full(2, 9.0), "R": np.empty(2)}, (L_2, R_2), []
def fun(x):
"""
DERIVATIVES = [lambda fun, x: tangentish.grad(fun)(x) @ V, lambda fun, x: tangentish.jvp(fun, (x,), (V,))[1]]


def made(text):
    return executed(AROUND + text, "<kept>", __name__="kept")["fun"]


def check(text, may_refuse):
    """Right wherever nothing was kept for the point, and right or refused where something was."""
    for derivative, there in itertools.product(DERIVATIVES, (None, X, X + 0.5)):
        fun = made(text)
        if there is not None:
            fun(there)
        try:
            assert np.isclose(derivative(fun, X), 6.0 * X**2 @ V)
            assert np.isclose(derivative(fun, X + 0.25), 6.0 * (X + 0.25) ** 2 @ V)
        except tangentish.UnsupportedError as error:
            assert may_refuse and there is X and "was kept by an earlier call" in str(error)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("place", PLACES)
def test_work_arrays(place, store, test):
    body = textwrap.indent(f"if {test}:\n{textwrap.indent(store, '    ')}\nreturn np.sum(R) * 2.0", "    ")
    of_self = re.sub(r"\b([LR])\b", r"self.\1", body)
    text = PLACES[place].format(body=body, inner=textwrap.indent(body, "    "), of_self=textwrap.indent(of_self, "    "))
    check(text, may_refuse=place == "of an object")


@pytest.mark.parametrize("name", MEMOS)
def test_computed_again(name):
    check(KEPT + textwrap.indent(MEMOS[name], "    "), may_refuse=False)


@pytest.mark.parametrize("name", REFUSED)
def test_refused_where_kept(name):
    text = KEPT + textwrap.indent(REFUSED[name], "    ")
    check(text, may_refuse=True)
    for derivative in DERIVATIVES:
        fun = made(text)
        fun(X)
        with pytest.raises(tangentish.UnsupportedError, match="was kept by an earlier call"):
            derivative(fun, X)


@pytest.mark.parametrize("update", ["same(x) or move(x)", "if not same(x): move(x)"])
def test_helpers_that_fill_arrays_of_the_module(update):
    text = f"""
L, R = np.full(2, 9.0), np.empty(2)
def same(x): return np.array_equal(L, x)
def move(x):
    L[:] = x
    R[:] = x**3
    return True
def fun(x):
    {update}
    return np.sum(R) * 2.0
"""
    for derivative, there in itertools.product(DERIVATIVES, (X, X + 0.5)):
        fun = made(text)
        fun(there)
        with pytest.raises(tangentish.UnsupportedError):
            derivative(fun, X)


def test_second_derivatives():
    store = "    if differs(self.L, x):\n        self.L[:] = x\n        self.R[:] = x**3\n    return np.sum(self.R) * 2.0"
    fun = made(PLACES["of an object"].format(of_self=textwrap.indent(store, "    ")))
    fun(X)
    np.testing.assert_allclose(tangentish.hvp(fun)(X, V), 12.0 * X * V)
    np.testing.assert_allclose(tangentish.hessian(fun)(X), np.diag(12.0 * X))


def test_what_comes_out_otherwise_is_refused():
    """The arrays hold for the point what the function does not compute for it."""
    fun = made(KEPT + textwrap.indent(MEMOS["by a name"], "    "))
    fun.__globals__["L"][:], fun.__globals__["R"][:] = X, 5.0
    for derivative in DERIVATIVES:
        with pytest.raises(tangentish.UnsupportedError, match="was kept by an earlier call"):
            derivative(fun, X)
    assert np.isclose(DERIVATIVES[0](fun, X + 0.5), 6.0 * (X + 0.5) ** 2 @ V)


def test_arrays_are_left_as_a_call_leaves_them():
    fun = made(KEPT + textwrap.indent(MEMOS["by a name"], "    "))
    fun(X)
    before = {key: np.copy(fun.__globals__[key]) for key in "LR"}
    for derivative in DERIVATIVES:
        derivative(fun, X)
        for key, value in before.items():
            np.testing.assert_array_equal(fun.__globals__[key], value)


def mark(a, m):
    for i in range(len(a)):
        if a[i] == m:
            a[i] = 2.0 * m
    return a


def marked(x):
    a = x * 1.0
    return np.sum(mark(a, np.max(a)) ** 2)


def raised(x, work):
    if work[0] != x[0]:
        work[0] = x[0] * x[1]
    return np.sum(work * x)


def squared_in_place(x):
    y = np.zeros(2)
    for i in range(2):
        if x[i] != y[i]:
            y[i] = x[i] ** 2
    return np.sum(y)


@pytest.mark.parametrize("fun", [marked, lambda x: raised(x, np.zeros(2)), squared_in_place])
def test_comparisons_that_keep_nothing(fun):
    check_gradient(fun, X)


WORK = np.zeros(4)


def step_by_step(x):
    """What is compared has no value before the first step."""
    for k in range(3):
        if k == 0 or y != WORK[k - 1]:  # noqa: F821  # it has one when it is read
            y = x * (k + 1.0)
            WORK[k] = y
    return WORK[2] * x


class Stepping:
    def __init__(self):
        self.value, self.last = 0.0, None

    def at(self, x):
        for k in range(2):
            if k == 0 or differs(y, self.last):  # noqa: F821  # as before
                y = x * 2.0
                self.last, self.value = y, y**2
        return self.value


def differs(a, b):
    return a != b


@pytest.mark.parametrize("fun", [step_by_step, lambda x: Stepping().at(x), Stepping().at])
def test_what_has_no_value_yet(fun):
    numeric = (fun(0.7 + 1e-6) - fun(0.7 - 1e-6)) / 2e-6
    assert np.isclose(tangentish.grad(fun)(0.7), numeric)
    assert np.isclose(tangentish.jvp(fun, (0.7,), (1.0,))[1], numeric)
