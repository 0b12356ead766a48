"""Derivatives of gradients that were changed by hand: of the gradient as it is, or refused.

The rules here are not the derivatives of their functions, so that a way that passes them by is seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish import cotangent
from tangentish.errors import UnsupportedError

X = np.array([0.5, 3.0])
V = np.array([1.0, 2.0])


@tangentish.custom_vjp
def threefold(x: Any) -> Any:
    return x


threefold.defvjp(lambda x: (x, None), lambda _, ans_bar: (3.0 * ans_bar,))


@tangentish.custom_jvp
def sevenfold(x: Any) -> Any:
    return x * 1.0


@sevenfold.defjvp
def sevenfold_jvp(primals: Any, tangents: Any) -> Any:
    x, = primals
    x_dot, = tangents
    return x * 1.0, 7.0 * x_dot * x


FUNCTIONS = [threefold, sevenfold]


def by_name(x: Any) -> Any:
    return np.sum(threefold(x) ** 2)


def looked_up(x: Any) -> Any:
    function = FUNCTIONS[0]
    return np.sum(function(x) ** 2)


def hooked(x: Any) -> Any:
    y = x * 1.0
    with cotangent(y) as y_bar:
        y_bar = 3.0 * y_bar
    return np.sum(y ** 2)


def hooked_in_a_table(x: Any) -> Any:
    items = []
    items.append(x * 1.0)
    y = items[0]
    with cotangent(y) as y_bar:
        y_bar = 3.0 * y_bar
    return np.sum(y ** 2)


def hooked_by_a_function(x: Any) -> Any:
    return np.sum(tangentish.cotangent_hook(x, lambda x_bar: 3.0 * x_bar) ** 2)


def tangent_by_name(x: Any) -> Any:
    return np.sum(sevenfold(x) * V)


def tangent_looked_up(x: Any) -> Any:
    function = FUNCTIONS[1]
    return np.sum(function(x) * V)


def tangent_inside(x: Any) -> Any:
    @tangentish.custom_jvp
    def inside(y: Any) -> Any:
        return y * 1.0

    inside.defjvp(sevenfold_jvp)
    return np.sum(inside(x) * V)


ROUTES = {
    "hessian": lambda f: V @ tangentish.hessian(f)(X),
    "hvp": lambda f: tangentish.hvp(f)(X, V),
    "vhp": lambda f: tangentish.vhp(f)(X, V),
    "grad of grad": lambda f: tangentish.grad(lambda x: np.sum(tangentish.grad(f)(x) * V))(X),
    "grad of vjp": lambda f: tangentish.grad(lambda x: np.sum(tangentish.vjp(f, x)[1](1.0)[0] * V))(X),
    "jvp of grad": lambda f: tangentish.jvp(tangentish.grad(f), (X,), (V,))[1],
    "jvp of a call of grad": lambda f: tangentish.jvp(lambda x: 1.0 * tangentish.grad(f)(x), (X,), (V,))[1],
    "jacfwd": lambda f: V @ tangentish.jacfwd(tangentish.grad(f))(X),
    "jacrev": lambda f: V @ tangentish.jacrev(tangentish.grad(f))(X),
    "closure": lambda f: tangentish.grad(lambda x: np.sum(tangentish.grad(lambda z: f(z + x))(0.0 * x) * V))(X),
}
GRADIENTS = {by_name: 6.0 * X, looked_up: 6.0 * X, hooked: 6.0 * X, hooked_in_a_table: 6.0 * X, hooked_by_a_function: 6.0 * X,
             tangent_by_name: 7.0 * X * V, tangent_looked_up: 7.0 * X * V, tangent_inside: 7.0 * X * V}
ALWAYS = (tangent_by_name, tangent_looked_up, tangent_inside)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("function", GRADIENTS, ids=lambda function: function.__name__)
def test_right_or_refused(function: Any, route: str) -> None:
    np.testing.assert_allclose(tangentish.grad(function)(X), GRADIENTS[function])
    try:
        found = ROUTES[route](function)
    except UnsupportedError as error:
        assert function not in ALWAYS or route == "closure", str(error)
        assert "custom_vjp" in str(error) or "cotangent" in str(error) or "not followed" in str(error)
        return
    np.testing.assert_allclose(found, 7.0 * V * V if function in ALWAYS else 6.0 * V)


@pytest.mark.parametrize("function", [by_name, hooked])
@pytest.mark.parametrize("route", ["hessian", "hvp", "grad of grad", "jvp of grad", "jacfwd", "jacrev"])
def test_right(function: Any, route: str) -> None:
    np.testing.assert_allclose(ROUTES[route](function), 6.0 * V)
