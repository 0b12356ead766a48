"""Tangents and cotangents that users pass: of the structure of the value, or an error that says which part does not fit."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import ArgumentError, jvp, vjp

X = np.array([0.7, -1.3, 0.4])
V = np.array([1.0, 2.0, -1.0])


@dataclasses.dataclass
class Box:
    a: Any
    b: Any


WRONG = ["abc", object(), [1.0, 2.0], np.ones(2), (V,), {"z": V}, np.ones((3, 1)), V * 1j, [[1.0], [1.0, 2.0]], ["a", "b", "c"]]
RESULTS = [
    (lambda x: x * 2, lambda bad: bad),
    (lambda x: (x * 2, x[0]), lambda bad: (bad, 1.0)),
    (lambda x: {"b": x * 2}, lambda bad: {"b": bad}),
    (lambda x: {"b": [x * 2]}, lambda bad: {"b": [bad]}),
    (lambda x: Box(x * 2, 1.0), lambda bad: Box(bad, None)),
    (lambda x: Box(x * 2, 1.0), lambda bad: {"a": bad}),
    (lambda x: x[0], lambda bad: bad),
]


@pytest.mark.parametrize("bad", WRONG, ids=lambda bad: repr(bad)[:20])
@pytest.mark.parametrize(("fun", "within"), RESULTS)
def test_cotangents_that_do_not_fit(fun, within, bad) -> None:
    with pytest.raises(ArgumentError, match="cotangent"):
        vjp(fun, X)[1](within(bad))


@pytest.mark.parametrize("bad", [*WRONG, {"b": V, "d": V}, V], ids=lambda bad: repr(bad)[:20])
def test_cotangents_of_another_structure(bad) -> None:
    with pytest.raises(ArgumentError, match="cotangent"):
        vjp(lambda x: {"b": x * 2, "c": x}, X)[1](bad)
    with pytest.raises(ArgumentError, match="cotangent"):
        vjp(lambda x: Box(x * 2, x), X)[1](bad)


def test_the_error_says_where() -> None:
    with pytest.raises(ArgumentError, match=r"of the result\['b'\]\[0\] has shape \(2,\); the result has shape \(3,\)"):
        vjp(lambda x: {"b": [x * 2]}, X)[1]({"b": [np.ones(2)]})
    with pytest.raises(ArgumentError, match=r"of the result\.a is complex"):
        vjp(lambda x: Box(x * 2, x), X)[1](Box(V * 1j, None))


def test_cotangents_that_fit() -> None:
    pullback = vjp(lambda x: {"a": x, "b": [x * 2, (x[0], None)], "n": 3, "s": "text"}, X)[1]
    np.testing.assert_allclose(pullback({"a": [1, 0, 0]})[0], [1, 0, 0])
    np.testing.assert_allclose(pullback({"b": [V, (np.float32(1), None)], "n": None, "s": None})[0], 2 * V + [1, 0, 0])
    np.testing.assert_allclose(pullback({"b": (None, None)})[0], 0)
    np.testing.assert_allclose(vjp(lambda x: Box(x * 2, x), X)[1](Box(V, V))[0], 3 * V)
    np.testing.assert_allclose(vjp(lambda x: Box(x * 2, x), X)[1]({"b": V})[0], V)
    assert vjp(lambda x: x * 2, 2.0)[1](1) == (2.0,)
    assert vjp(lambda x: x * 2, 2.0)[1](True) == (2.0,)
    assert vjp(lambda z: z * 2, 2j)[1](1) == (2 + 0j,)


@pytest.mark.parametrize("bad", ["abc", object(), {"a": 1.0}, [1.0], [[1.0], [1.0, 2.0]]], ids=lambda bad: repr(bad)[:20])
def test_tangents_that_do_not_fit(bad) -> None:
    with pytest.raises(ArgumentError, match="tangent of argument 0"):
        jvp(lambda x: x * 2, (2.0,), (bad,))
    with pytest.raises(ArgumentError, match="tangent of argument"):
        jvp(lambda p: p.a * 2, (Box(X, 1.0),), (Box(bad, 1.0),))
    with pytest.raises(ArgumentError, match="tangent of argument 0"):
        jvp(lambda p: p.b * 2, (Box(X, 1.0),), (3.0 if bad == "abc" else {"c": bad},))


def test_auxiliary_results_of_vjp() -> None:
    _, pullback, aux = vjp(lambda x: (x**2, "more"), X, has_aux=True)
    np.testing.assert_allclose(pullback(V)[0], 2 * X * V)
    assert aux == "more"
    for fun in (lambda x: x**2, lambda x: (x, x, x), lambda x: [x, x]):
        with pytest.raises(tangentish.OutputError, match="has_aux"):
            vjp(fun, X, has_aux=True)


@pytest.mark.parametrize("fun", [lambda m: (m[0], m), lambda m: [m[0], m], lambda m: {"rows": m}])
def test_results_that_are_no_single_number(fun: Any) -> None:
    for differentiate in (tangentish.grad, tangentish.value_and_grad, tangentish.hessian):
        with pytest.raises(tangentish.OutputError, match="grad needs a single number"):
            differentiate(fun)(np.eye(3))
