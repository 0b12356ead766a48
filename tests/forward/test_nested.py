"""Functions that call derivatives of others: every order of modes, with what the inner functions do made hard."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

import tangentish
from tangentish import grad, hessian, hvp, jacfwd, jacobian, jacrev, jvp, value_and_grad, vhp, vjp
from tangentish.dispatch import pairs
from tangentish.pipeline import make

X = np.array([0.7, -1.3, 0.4])
V = np.array([0.3, 0.5, -0.6])


def numeric(fun, x, v, h=1e-4):
    """The directional derivative by differences of fourth order."""
    return (8 * (fun(x + h * v) - fun(x - h * v)) - (fun(x + 2 * h * v) - fun(x - 2 * h * v))) / (12 * h)


def check(fun, x=X, v=V, rtol=1e-7) -> None:
    want = numeric(fun, x, v)
    np.testing.assert_allclose(np.sum(grad(fun)(x) * v), want, rtol=rtol, atol=1e-8)
    np.testing.assert_allclose(jvp(fun, (x,), (v,))[1], want, rtol=rtol, atol=1e-8)


# what is differentiated inside


def plain(x):
    return np.sum(np.sin(x) * x**2)


def square_of(v):
    return v * v


def with_helper(x):
    return np.sum(square_of(x) * np.cos(x))


NAMESPACE = SimpleNamespace(sin=np.sin, helper=square_of)


def with_called_at_run_time(x, xp=NAMESPACE):
    return np.sum(xp.sin(xp.helper(x)) * x)


def with_views(x):
    y = x * x
    row = y[1:]
    row *= x[:-1]
    return np.sum(y**2)


def with_lists(x):
    parts = []
    for value in x:
        parts.append(value**3)
    return sum(parts) * parts[0]


def with_loop_and_branch(x):
    total = 0.0
    for k in range(len(x)):
        if x[k] > 0:
            total = total * x[k] + math.exp(x[k])
        else:
            total += x[k] ** 4
    return total


class Spring:
    def __init__(self, stiffness):
        self.stiffness = stiffness

    def energy(self, x):
        return np.sum(self.stiffness * x**3)


def with_object(x):
    spring = Spring(x[0] * 2.0)
    return spring.energy(x)


class Rows:
    def __init__(self, ends, entries):
        self.ends, self.entries = ends, entries

    def row(self, k):
        return self.entries[slice(self.ends[k], self.ends[k + 1])]


def with_slices_made(x):
    rows = Rows([0, 1, 3], x * 2.0)
    return sum(np.sum(rows.row(k) ** 3) for k in range(2))


def in_place(x):
    for k in range(1, 3):
        x[k] = x[k] * x[k - 1]
    x *= x
    return np.sum(x * x)


INNER = [plain, with_helper, with_called_at_run_time, with_views, with_lists, with_loop_and_branch, with_object, with_slices_made,
         in_place]


@pytest.mark.parametrize("inner", INNER, ids=lambda f: f.__name__)
def test_gradient_inside(inner) -> None:
    d = grad(inner)
    check(lambda x: np.sum(d(x) * np.sin(x)))


@pytest.mark.parametrize("inner", INNER, ids=lambda f: f.__name__)
def test_value_and_gradient_inside(inner) -> None:
    def fun(x):
        value, slope = value_and_grad(inner)(x * 1.1)
        return value * np.sum(slope * x)

    check(fun)


@pytest.mark.parametrize("inner", INNER, ids=lambda f: f.__name__)
def test_pullback_inside(inner) -> None:
    def fun(x):
        ans, pullback = vjp(inner, x)
        return np.sum(pullback(ans * x[0])[0] * x)

    check(fun)


@pytest.mark.parametrize("operator", [hvp, vhp, jacobian])
@pytest.mark.parametrize("inner", [plain, with_views, with_loop_and_branch, in_place], ids=lambda f: f.__name__)
def test_operators_inside(inner, operator) -> None:
    check(lambda x: np.sum(operator(inner)(x) * x if operator is jacobian else operator(inner)(x, x * V)))


def test_operators_inside_of_what_is_looked_up() -> None:
    check(lambda x: np.sum(hvp(with_object)(x, x * V)))
    check(lambda x: np.sum(jacobian(with_lists)(x) * x))


def test_what_passes_arguments_on_is_made_once(monkeypatch) -> None:
    """Arguments of other shapes need other programs of the function, not of what stands between."""
    made = []
    monkeypatch.setattr(pairs, "make", lambda function, *rest: made.append(function.__module__) or make(function, *rest))
    for count in (3, 4):
        made.clear()
        grad(lambda x: np.sum(grad(with_called_at_run_time)(x)))(np.linspace(0.4, 1.2, count))
    assert not [module for module in made if (module or "").startswith(("tangentish.nested.calls", "tangentish.tangents."))]


@pytest.mark.parametrize("inner", [plain, with_helper, with_views, in_place], ids=lambda f: f.__name__)
def test_hessian_inside(inner) -> None:
    check(lambda x: np.linalg.det(hessian(inner)(x)))


def vector(x):
    y = np.zeros(2)
    y[0] = np.sum(x * x)
    y[1] = x[0] * np.sin(x[1])
    return y


@pytest.mark.parametrize("of", [jacfwd, jacrev, jacobian])
def test_jacobians_inside(of) -> None:
    check(lambda x: np.sum(of(vector)(x) ** 3))


def test_linearize_inside() -> None:
    def fun(x):
        ans, along = tangentish.linearize(vector, x)
        return np.sum(ans * along(x * x))

    check(fun)


def test_elementwise_gradient_inside() -> None:
    check(lambda x: np.sum(tangentish.elementwise_grad(lambda z: np.sin(z) * z)(x) ** 2))


# the outer variable is seen by the inner function


def through_closure(x):
    def inner(z):
        return np.sum(np.sin(x * z) * z)

    return np.sum(grad(inner)(V) * x)


def through_closure_twice(x):
    a = np.sum(x)

    def weight(z):
        return z * a

    def inner(z):
        return np.sum(weight(z) ** 2 * x[0])

    return np.sum(grad(inner)(x * 2.0) ** 2)


def through_closure_of_lists(x):
    parts = [x[0] * x[1], x[2]]

    def inner(z):
        return np.sum(parts[0] * z**3) + parts[1] * z[0]

    return np.sum(grad(inner)(x))


def through_argument(x):
    return np.sum(grad(lambda z, w: np.sum(np.sin(z * w) * z))(x * 2.0, x))


def through_both_arguments(x):
    left, right = grad(lambda z, w: np.sum(np.sin(z * w) * z), (0, 1))(x * 2.0, x)
    return np.sum(left * right)


def through_keyword(x):
    return np.sum(grad(lambda z, w=1.0: np.sum(np.sin(z * w) * z))(x * 2.0, w=x[1]))


def through_method(x):
    spring = Spring(x[0] * x[1])
    return np.sum(grad(spring.energy)(x))


def through_value(x):
    def inner(z):
        return z**3 * np.prod(x)

    return value_and_grad(inner)(x[0])[0] * value_and_grad(inner)(x[1])[1]


def through_pullback(x):
    ans, pullback = vjp(lambda z: z * x * np.sum(z), x**2)
    return np.sum(pullback(ans * x)[0] * x)


def overwritten_after(x):
    y = x * x
    slope = grad(with_lists)(y)
    y *= 0.0
    return np.sum(slope * x) + np.sum(y)


def cell_overwritten_after(x):
    y = x * x
    slope = grad(lambda z: np.sum(np.sin(z * y)))(x)
    y *= 2.0
    return np.sum(slope * y)


def in_a_loop(x):
    z = x * 1.0
    for _ in range(4):
        z = z - 0.1 * grad(with_helper)(z)
    return np.sum(z * z)


def in_a_loop_with_a_closure(x):
    z = 1.0
    for k in range(3):
        z = z - 0.1 * grad(lambda w: (w - x[k]) ** 4 * x[0])(z)  # noqa: B023  # called at once
    return z


def inner_argument_is_a_list(x):
    slope = grad(lambda p: p[0] ** 3 * p[1])([x[0], x[1] * x[2]])
    return slope[0] * slope[1]


def inner_argument_is_a_dict(x):
    slope = grad(lambda p: np.sum(p["w"] ** 3) * p["b"])({"w": x, "b": x[0]})
    return np.sum(slope["w"]) * slope["b"]


def with_aux(x):
    slope, aux = grad(lambda z: (np.sum(z**3 * x), 2.0), has_aux=True)(x * x)
    return np.sum(slope) * aux


def named_argument(x):
    return np.sum(grad(lambda z, w: np.sum(z * w**3), "w")(x, x))


def of_a_decorated_function(x):
    return np.sum(decorated(x) * x)


@grad
def decorated(x):
    return np.sum(x**4)


OUTER = [through_closure, through_closure_twice, through_closure_of_lists, through_argument, through_both_arguments,
         through_keyword, through_method, through_value, through_pullback, overwritten_after, cell_overwritten_after, in_a_loop,
         in_a_loop_with_a_closure, inner_argument_is_a_list, inner_argument_is_a_dict, with_aux, named_argument,
         of_a_decorated_function]


@pytest.mark.parametrize("outer", OUTER, ids=lambda f: f.__name__)
def test_no_perturbation_confusion(outer) -> None:
    check(outer)


@pytest.mark.parametrize("inner", [plain, with_helper, with_views, with_loop_and_branch, in_place], ids=lambda f: f.__name__)
def test_third_order(inner) -> None:
    check(lambda x: np.sum(grad(lambda y: np.sum(grad(inner)(y) * V))(x) * x), rtol=1e-6)


@pytest.mark.parametrize("inner", [plain, with_lists, with_object], ids=lambda f: f.__name__)
def test_third_order_with_a_tangent(inner) -> None:
    check(lambda x: np.sum(grad(lambda y: jvp(inner, (y,), (V,))[1])(x) * x), rtol=1e-6)


def test_the_inactive_gradient_is_a_constant() -> None:
    def fun(x):
        return np.sum(x * grad(with_lists)(V))

    np.testing.assert_allclose(grad(fun)(X), grad(with_lists)(V))


def test_float32_stays() -> None:
    def fun(x):
        return np.sum(grad(with_views)(x))

    assert grad(fun)(X.astype(np.float32)).dtype == np.float32
